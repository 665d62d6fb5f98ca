"""A mouth without a device keeps time on the clock of the ears."""

from __future__ import annotations

import numpy as np

from voicegm.sound.frames import Sound
from voicegm.sound.silence import SilentMouth


class Clock:
    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms


def sound(length_ms: int) -> Sound:
    return Sound(np.zeros(length_ms * 16, np.float32), 16_000)


def test_a_sound_starts_at_once_and_takes_its_time() -> None:
    clock = Clock()
    playing = SilentMouth(clock).play(sound(500))
    assert (playing.started_ms, playing.ended_ms) == (1000, None)
    clock.ms = 1499
    assert playing.ended_ms is None
    clock.ms = 1700
    assert (playing.started_ms, playing.ended_ms) == (1000, 1500)


def test_sounds_queue() -> None:
    clock = Clock()
    mouth = SilentMouth(clock)
    mouth.play(sound(500))
    clock.ms = 1200
    second = mouth.play(sound(30))
    assert (second.started_ms, second.ended_ms) == (None, None)
    clock.ms = 1505
    assert (second.started_ms, second.ended_ms) == (1500, None)
    clock.ms = 9000
    assert (second.started_ms, second.ended_ms) == (1500, 1530)
    third = mouth.play(sound(10))
    assert third.started_ms == 9000  # it does not start behind the clock


def test_stop_cuts_what_plays_and_drops_what_waits() -> None:
    clock = Clock()
    mouth = SilentMouth(clock)
    done, current, waiting = mouth.play(sound(100)), mouth.play(sound(500)), mouth.play(sound(100))
    clock.ms = 1300
    mouth.stop()
    clock.ms = 5000
    assert (done.started_ms, done.ended_ms) == (1000, 1100)
    assert (current.started_ms, current.ended_ms) == (1100, 1300)
    assert (waiting.started_ms, waiting.ended_ms) == (None, 1300)
    assert mouth.play(sound(10)).started_ms == 5000
    mouth.close()
