"""The relation of counted samples to time, from callbacks that are late and uneven."""

from __future__ import annotations

import random

import pytest

from voicegm.sound.clock import SampleClock

RATE = 48_000


def test_before_anything_was_observed_it_is_zero() -> None:
    clock = SampleClock(RATE)
    assert clock.count_at(5.0) == 0
    assert clock.time_of(0) is None


def test_late_callbacks_do_not_move_it() -> None:
    clock, uneven = SampleClock(RATE), random.Random(1)
    for block in range(500):
        count = block * 480
        late_s = uneven.choice([0.0, 0.003, 0.05])
        assert not clock.observe(count, 100.0 + count / RATE + late_s)
    assert clock.count_at(101.0) == pytest.approx(RATE, abs=1)
    assert clock.time_of(2 * RATE) == pytest.approx(102.0)


def test_bursts_do_not_move_it() -> None:
    """As PulseAudio delivers: many blocks at once, then nothing for long."""
    clock = SampleClock(RATE)
    for burst in range(1, 10):
        for block in range(200):
            count = (burst - 1) * 96_000 + (block + 1) * 480
            assert not clock.observe(count, 50.0 + 2 * burst + block * 1e-5)
    assert clock.count_at(60.0) == pytest.approx(10 * RATE, rel=0.001)


def test_the_drift_of_two_clocks_is_followed() -> None:
    clock = SampleClock(RATE)
    for block in range(100 * 600):  # ten minutes with a card that is slow by 100 in a million
        count = block * 480
        clock.observe(count, count / RATE * 1.0001)
    last = 100 * 600 * 480
    assert clock.time_of(last) == pytest.approx(last / RATE * 1.0001, abs=0.002)


def test_samples_lost_without_a_word_are_noticed_within_a_second() -> None:
    clock = SampleClock(RATE)
    noticed_s: list[float] = []
    for block in range(600):
        time_s = block * 0.01 + (0.4 if block >= 300 else 0)
        if clock.observe(block * 480, time_s):
            noticed_s.append(time_s)
            break
    assert 3.4 < noticed_s[0] < 4.4


def test_a_pause_that_is_made_up_for_loses_nothing() -> None:
    clock = SampleClock(RATE)
    for block in range(600):
        held_up = 300 <= block < 500  # two seconds of blocks, all of which come at the end of it
        assert not clock.observe(block * 480, 5.0 if held_up else block * 0.01)
