"""Devices are chosen by name or number; where there are none, one sentence says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from voicegm.errors import BadInput
from voicegm.sound.devices import Device, Kind, NoDevice, choose_from


def device(index: int, name: str, system: str = "ALSA", *, default: bool = False) -> Device:
    return Device(index, name, "microphone", system, 2, 48_000, default)


DEVICES = [
    device(0, "HDA Intel: ALC257 Analog (hw:0,0)"),
    device(2, "USB Table Microphone: Audio (hw:1,0)"),
    device(3, "USB Table Microphone: Audio (hw:2,0)"),
    device(5, "pulse", default=True),
    device(7, "Headset 7"),
]


@pytest.mark.parametrize(
    ("wanted", "index"),
    [(None, 5), ("2", 2), ("7", 7), ("PULSE", 5), (" analog ", 0), ("hw:2", 3), ("headset", 7)],
)
def test_a_device_is_found(wanted: str | None, index: int) -> None:
    assert choose_from(DEVICES, "microphone", wanted).index == index


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ("Yeti", r"no microphone called 'Yeti'; there is 0 \(HDA Intel.*7 \(Headset 7, ALSA\)"),
        ("9", "no microphone called '9'"),
        ("USB", r"'USB' may mean more than one microphone: 2 \(USB.*3 \(USB"),
    ],
)
def test_a_name_that_none_or_several_have_is_refused_with_the_names(
    wanted: str, complaint: str
) -> None:
    with pytest.raises(BadInput, match=complaint):
        choose_from(DEVICES, "microphone", wanted)


def test_a_device_listed_by_several_systems_is_the_one_of_the_default_system() -> None:
    devices = [
        device(1, "Microphone (Realtek High Defini", "MME", default=True),
        device(9, "Microphone (Realtek High Definition Audio)", "Windows WASAPI"),
    ]
    assert choose_from(devices, "microphone", "realtek").index == 1


def test_without_a_default_the_first_is_taken() -> None:
    assert choose_from([device(4, "one"), device(6, "two")], "microphone").index == 4


@pytest.mark.parametrize("kind", ["microphone", "speaker"])
def test_without_any_device_there_is_one_sentence(kind: Kind) -> None:
    with pytest.raises(NoDevice, match=rf"^No {kind} was found; plug one in"):
        choose_from([], kind)


def test_channels_that_a_sound_server_makes_up_are_not_believed() -> None:
    assert device(0, "real").own_channels == 2
    assert Device(0, "pulse", "microphone", "ALSA", 32, 44_100, True).own_channels == 1


OPEN = """
from voicegm.errors import BadInput
from voicegm.sound.microphone import Microphone
from voicegm.sound.speaker import Speaker
for open_device in (Microphone, lambda: Speaker(lambda: 0)):
    try:
        open_device()
    except BadInput as refusal:
        print(refusal)
"""


def test_without_portaudio_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "sounddevice.py").write_text(
        "raise OSError('PortAudio library not found')\n", encoding="utf-8"
    )  # what sounddevice does on a system without the library
    lines = said({**os.environ, "PYTHONPATH": str(tmp_path)})
    assert len(lines) == 2
    assert all("PortAudio is missing" in line for line in lines)
    assert all("apt install libportaudio2" in line for line in lines)


def test_without_sounddevice_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "sounddevice.py").write_text("raise ImportError('gone')\n", encoding="utf-8")
    lines = said({**os.environ, "PYTHONPATH": str(tmp_path)})
    assert len(lines) == 2
    assert all("pip install sounddevice" in line for line in lines)


CARDS = Path("/proc/asound/cards")


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or (CARDS.exists() and "[" in CARDS.read_text()),
    reason="this machine has a sound card, and PortAudio cannot be told not to see it",
)
def test_on_a_machine_without_sound_there_is_one_sentence_and_no_chatter(tmp_path: Path) -> None:
    elsewhere = {"XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    lines = said({**os.environ, **elsewhere, "PULSE_SERVER": "unix:/nowhere"})
    assert [line.partition(" was found; ")[0] for line in lines] == ["No microphone", "No speaker"]


def said(env: dict[str, str]) -> list[str]:
    """What opening a microphone and a speaker says there; standard error stays empty."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN], env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()
