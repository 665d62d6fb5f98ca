"""Several devices heard as one table: real ones of PulseAudio, and simulated quartzes that drift.

ALSA's configuration gives PortAudio a device for each of PulseAudio's sinks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pulse import LIMIT_S, Room, named, opened_room, opened_rooms

from voicegm.errors import BadInput
from voicegm.sound.binding import Bound, devices_of, load, save
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples
from voicegm.sound.microphone import MicrophoneLost
from voicegm.sound.microphones import Microphones, Wanted

NAMES = ("anna", "ben")


@pytest.fixture
def cards() -> Iterator[Room]:
    """A room with two more sound cards, that microphones of these names belong to."""
    with opened_room() as room:
        for name in NAMES:
            card = (f"sink_name={name}", "channels=1", "rate=48000")
            assert room.pactl("load-module", "module-null-sink", *card).strip().isdigit()
        text = named({name: f'device "{name}.monitor"' for name in NAMES})
        Path(room.env["HOME"], ".asoundrc").write_text(text)
        yield room


@pytest.fixture
def rooms() -> Iterator[dict[str, Room]]:
    with opened_rooms(*NAMES) as rooms:
        yield rooms


COMMON = """
import json, sys
import numpy as np
from voicegm.sound.frames import to_ms
from voicegm.sound.microphone import MicrophoneLost
from voicegm.sound.microphones import Microphones, Wanted

def say(**what):
    print(json.dumps(what), flush=True)

def read_until(condition):
    blocks = []
    while not condition(blocks):
        blocks.append(ears.read())
    return blocks

ears = Microphones([Wanted("anna"), Wanted("ben")])
"""


def test_the_same_sound_lies_at_the_same_place_on_both_devices(
    cards: Room,
) -> None:
    room = cards
    room.pactl("load-module", "module-combine-sink", "sink_name=both", "slaves=anna,ben")
    noise = np.random.default_rng(0).standard_normal((48_000 * 3, 1)) * 3000
    file = room.folder / "noise.raw"
    file.write_bytes(noise.astype("<i2").tobytes())
    program = """
import subprocess
play = ["pacat", "--device=both", "--format=s16le", "--rate=48000", "--channels=1"]
playing = subprocess.Popen([*play, sys.argv[1]])
blocks = read_until(lambda blocks: len(blocks) > 60 and blocks[-1].samples.any(axis=1).all())
blocks = read_until(lambda blocks: len(blocks) == 31)
heard = np.concatenate([block.samples for block in blocks], axis=1)
spectra = np.fft.rfft(heard, 2 * heard.shape[1])
correlation = np.fft.irfft(spectra[1] * np.conj(spectra[0]))
lag = int(np.abs(correlation).argmax())
lag -= len(correlation) * (lag > len(correlation) // 2)
say(lag_ms=lag / 16, sources=[str(source) for source in ears.sources],
    starts=[block.start for block in blocks])
ears.close()
playing.kill()
"""
    said = json.loads(room.run(COMMON + program, str(file)).splitlines()[-1])
    assert said["sources"] == ["anna", "ben"]
    assert np.diff(said["starts"]).tolist() == [512] * 30
    assert abs(said["lag_ms"]) < 60  # two null sinks of PulseAudio wake up when they like


@pytest.mark.parametrize("lost", NAMES)
def test_one_device_is_lost_and_found_while_the_other_listens(
    rooms: dict[str, Room], lost: str
) -> None:
    program = """
blocks = read_until(lambda blocks: len(blocks) == 31)
say(step="unplug it", gone=sorted(ears.gone))
blocks += read_until(lambda _: ears.gone)
say(step="plug it in", gone=sorted(ears.gone), lost=sum(block.lost for block in blocks[-31:]))
blocks += read_until(lambda _: not ears.gone)
blocks += read_until(lambda blocks: len(blocks) == 31)
say(starts=[block.start // 512 for block in blocks], gone=sorted(ears.gone))
ears.close()
"""
    process = rooms["anna"].start(COMMON + program)
    try:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == {"step": "unplug it", "gone": []}
        rooms[lost].shut()
        said = json.loads(process.stdout.readline())
        assert said["gone"] == [NAMES.index(lost)]
        assert said["lost"] >= 1  # a call may have been missed, and that has to be known
        rooms[lost].open()
        out, err = process.communicate(timeout=LIMIT_S)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, err
    said = json.loads(out.splitlines()[-1])
    assert said["gone"] == []
    assert said["starts"] == list(range(len(said["starts"])))


def test_without_any_device_left_the_microphone_is_lost(
    rooms: dict[str, Room],
) -> None:
    program = """
read_until(lambda blocks: len(blocks) == 10)
say(step="pull all plugs")
try:
    read_until(lambda _: False)
except MicrophoneLost as lost:
    say(end=str(lost))
"""
    process = rooms["anna"].start(COMMON + program)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        for room in rooms.values():
            room.shut()
        said = json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
    assert said["end"] == "No microphone is left (anna, ben); plug one in again."


def test_a_game_may_begin_without_one_of_them(rooms: dict[str, Room]) -> None:
    rooms["ben"].shut()
    program = """
from voicegm.errors import BadInput
ears = Microphones([Wanted("anna"), Wanted("ben")], late_guests=True)
gone = sorted(ears.gone)
ears.close()
try:
    Microphones([Wanted("anna"), Wanted("ben")])
except BadInput as refusal:
    say(gone=gone, refusal=str(refusal))
"""
    start = COMMON.rsplit("ears = ", 1)[0]
    said = json.loads(rooms["anna"].run(start + program).splitlines()[-1])
    assert said["gone"] == [1]
    assert said["refusal"].startswith("There is no microphone called 'ben'; there is")


class Quartz:
    """A device whose clock is off by some parts in a million, in simulated time: sample n is
    what sounds in the room when its clock has ticked n times."""

    def __init__(self, off_ppm: float, began_s: float, silent_after_s: float = 1e9) -> None:
        self._rate = SAMPLE_RATE * (1 + off_ppm / 1e6)
        self._began_s = began_s
        self._end_s = silent_after_s
        self._count = 0
        self.has_sound = True
        self.name = f"{off_ppm} ppm"

    def read(self) -> Block:
        times = self._began_s + (self._count + np.arange(BLOCK_SAMPLES)) / self._rate
        if times[-1] > self._end_s:
            raise MicrophoneLost("gone")
        block = Block(self._count, in_the_room(times)[np.newaxis])
        self._count += BLOCK_SAMPLES
        return block

    def position_at(self, time_s: float) -> float:
        return max(0.0, (time_s - self._began_s) * self._rate)

    def time_of(self, position: int) -> float:
        return self._began_s + position / self._rate

    def close(self) -> None:
        """Nothing to let go of."""


TONES = np.random.default_rng(3).uniform(100, 3000, 40)


def in_the_room(times: Any) -> Samples:
    wave: Samples = np.sin(2 * np.pi * TONES[:, np.newaxis] * times).sum(axis=0) / 100
    return wave.astype(np.float32)


def simulated(*quartzes: Quartz, late_ms: int = 0) -> Microphones:
    """Ears with these as devices; one that has gone away does not come back."""
    there = dict(enumerate(quartzes))

    def opens(wanted: Wanted) -> Quartz:
        number = int(wanted.name or 0)
        if number not in there:
            raise BadInput(f"There is no device {number}.")
        return there.pop(number)

    wanted = [Wanted(str(n), (), late_ms if n else 0) for n in range(len(quartzes))]
    return Microphones(wanted, opens=opens)


def lag_ms(block: Samples) -> float:
    """By how much the second channel is behind the first, from -10 to 10 ms."""
    tones = np.fft.rfft(block, 8192)
    correlation = np.fft.irfft(tones[1] * np.conj(tones[0]))
    near = np.concatenate([correlation[-160:], correlation[:161]])
    return (int(near.argmax()) - 160) / 16


@pytest.mark.parametrize("off_ppm", [-300.0, 100.0])
def test_quartzes_that_drift_apart_are_held_together(off_ppm: float) -> None:
    ears = simulated(Quartz(0, 1.0), Quartz(off_ppm, 1.37))
    worst = 0.0
    for number in range(31 * 60):  # a minute: 6 to 18 ms of drift
        block = ears.read()
        assert not block.lost
        if number > 31 and number % 31 == 0:
            worst = max(worst, abs(lag_ms(block.samples)))
    assert worst <= 2.2


def test_a_device_known_to_be_late_is_laid_earlier() -> None:
    ears = simulated(Quartz(0, 1.0), Quartz(0, 1.2), late_ms=5)
    blocks = [ears.read() for _ in range(40)]
    assert lag_ms(blocks[-1].samples) == pytest.approx(-5, abs=0.2)


def test_the_clock_goes_on_when_the_first_device_is_lost() -> None:
    ears = simulated(Quartz(0, 1.0, silent_after_s=3.0), Quartz(50, 1.1))
    blocks = [ears.read() for _ in range(100)]
    assert [block.start for block in blocks] == list(range(0, 51_200, 512))
    assert ears.gone == {0}
    assert sum(block.lost for block in blocks) == 1
    assert blocks[-1].samples[1].any() and not blocks[-1].samples[0].any()


def test_players_microphones_are_remembered(tmp_path: Path) -> None:
    bound = {"Anna": Bound("Desk", 0), "Ben": Bound("Desk", 2), "Zoë": Bound("Buds", None, 180)}
    path = tmp_path / "new" / "microphones.json"
    assert load(path) == {}
    save(bound, path)
    assert load(path) == bound
    assert devices_of(bound.values()) == (Wanted("Desk", (0, 2)), Wanted("Buds", (), 180))


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"version": 2, "players": {}}', '{"version": 1, "players": {"Anna": 3}}',
     '{"version": 1, "players": {"Anna": {"device": "x", "channel": -1, "late_ms": 0}}}'],
)  # fmt: skip
def test_a_damaged_memory_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "microphones.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"microphones\.json does not tell whose microphone"):
        load(path)
