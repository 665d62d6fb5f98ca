"""The echo of a real loudspeaker at a real microphone: PulseAudio's null sink, whose monitor hears
what is played."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pulse import LIMIT_S, Room

from voicegm.sound.measured_echo import MeasuredEcho, save
from voicegm.table.doctor_echo import echo_in_words, verdict


def doctor(pulse: Room, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "voicegm", "doctor", "echo", *arguments],
        env=pulse.env,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


def undisturbed(pulse: Room, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A measurement through which the machine was not too busy to play."""
    for _ in range(3):
        done = doctor(pulse, *arguments)
        if done.returncode or '"works": true' in done.stdout or "underrun" not in done.stderr:
            return done
    pytest.skip("this machine is too busy to play sound without tearing it")


def test_the_echo_is_measured_and_remembered(pulse: Room) -> None:
    done = undisturbed(pulse, "--json")
    assert done.returncode == 0, done.stderr
    (row,) = map(json.loads, done.stdout.splitlines())
    assert 0 <= row["delay_ms"] < 500
    assert abs(row["level_db"]) < 6  # nothing is lost on the way
    assert row["works"] and row["cancelled_db"] > 10
    kept = pulse.folder / "home" / "config" / "voicegm" / "echo.json"
    assert json.loads(kept.read_text())["delay_ms"] == row["delay_ms"]


def test_where_nothing_comes_back_that_is_said(pulse: Room) -> None:
    pulse.pactl("set-source-mute", "room.monitor", "1")
    done = doctor(pulse)
    assert done.returncode == 2
    assert "Nothing of what I play comes back" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("delay_ms", "cancelled_db", "words"),
    [(40, 25, "count at once"), (40, 5, "too little"), (900, 25, "wireless")],
)
def test_what_it_means_is_said_in_a_sentence(
    delay_ms: float, cancelled_db: float, words: str
) -> None:
    assert words in verdict(MeasuredEcho("a", ("b",), delay_ms, -10, cancelled_db))


def test_the_table_of_parts_tells_of_the_echo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "echo.json"
    assert echo_in_words(kept) == (
        True,
        "it can be cancelled; it was not measured yet",
        "voicegm doctor echo",
    )
    save(MeasuredEcho("Box", ("Mic",), 20, -10, 24.4), kept)
    assert echo_in_words(kept) == (True, "24 dB of my voice taken away with Box and Mic", "")
    save(MeasuredEcho("Box", ("Mic",), 20, -10, 4), kept)
    assert echo_in_words(kept)[0] is False
    kept.write_text("{", encoding="utf-8")
    works, detail, advice = echo_in_words(kept)
    assert not works and "echo.json" in detail and advice == "voicegm doctor echo"
    monkeypatch.setattr("voicegm.table.doctor_echo.missing", lambda: "it is not installed")
    works, detail, advice = echo_in_words(kept)
    assert not works and "deaf while I speak" in detail and advice == "pip install pywebrtc-audio"
