"""Each voice on its own microphone, with the neighbours' taken away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from soundscape import blocks, room

from voicegm.hearing.separation import DELAY_SAMPLES, Separation
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Samples

NEIGHBOUR = 10 ** (-10 / 20)
"""A neighbour's voice on one's own microphone, against one's own."""


def voice(seed: int, pitch_hz: float) -> Samples:
    """Something like a vowel for half a second, then quiet for as long."""
    random = np.random.default_rng(seed)
    time_s = np.arange(SAMPLE_RATE // 2) / SAMPLE_RATE
    buzz = sum(np.sin(2 * np.pi * pitch_hz * n * time_s) / n for n in range(1, 25))
    wave = (buzz + random.normal(0, 0.2, len(time_s))) * np.hanning(len(time_s))
    return np.pad(0.1 * wave, (0, SAMPLE_RATE // 2)).astype(np.float32)


def apart(*channels: Samples) -> Samples:
    """What is left of each channel, on the clock of what was heard."""
    separation = Separation(len(channels))
    fed = [separation.feed(block).own for block in blocks(*channels)]
    assert [block.start for block in fed[:2]] == [-DELAY_SAMPLES, BLOCK_SAMPLES - DELAY_SAMPLES]
    return np.concatenate([block.samples for block in fed], axis=1)[:, DELAY_SAMPLES:]


def power_db(samples: Samples) -> float:
    return float(10 * np.log10(np.mean(np.square(samples))))


def heard_by(own: Samples, other: Samples) -> Samples:
    """One's own microphone: the neighbour softer and 4 ms later, in a quiet room."""
    late = np.roll(other, SAMPLE_RATE // 250)
    sound: Samples = room(len(own) / SAMPLE_RATE, (0.0, own + NEIGHBOUR * late))
    return sound


def test_one_microphone_is_left_alone() -> None:
    sound = room(1, (0.2, voice(1, 120)))
    separation = Separation(1)
    assert separation.delay_samples == 0
    assert all(separation.feed(block).own is block for block in blocks(sound))


def test_a_neighbours_voice_goes_and_ones_own_stays() -> None:
    one, silent = voice(1, 120), np.zeros(SAMPLE_RATE, np.float32)
    own, neighbours = apart(heard_by(one, silent), heard_by(silent, one))
    spoken = slice(2_000, 6_000)
    assert power_db(own[spoken]) == pytest.approx(power_db(one[spoken]), abs=1)
    assert power_db(neighbours[spoken]) < power_db(one[spoken]) - 30


def test_of_two_at_once_each_is_left_on_the_own_microphone() -> None:
    one, other = voice(1, 120), voice(2, 205)
    mixed = apart(heard_by(one, other), heard_by(other, one))
    for own, neighbour, left in ((one, other, mixed[0]), (other, one, mixed[1])):
        spoken = slice(2_000, 6_000)
        like = [np.corrcoef(sound[spoken], left[spoken])[0, 1] for sound in (own, neighbour)]
        assert like[0] > 0.85
        assert abs(like[1]) < 0.1


def test_a_neighbour_who_was_first_does_not_move_ones_onset() -> None:
    one, other = voice(1, 120), np.roll(voice(2, 205), SAMPLE_RATE // 4)
    left = apart(heard_by(one, other), heard_by(other, one))[1]
    assert power_db(left[: SAMPLE_RATE // 4]) < power_db(other[6_000:10_000]) - 30


def test_channels_that_carry_the_same_do_not_silence_one_another() -> None:
    sound = room(1, (0.2, voice(1, 120)))
    spoken = slice(5_000, 9_000)
    for left in apart(sound, sound):
        assert power_db(left[spoken]) == pytest.approx(power_db(sound[spoken]), abs=1)


def test_what_is_known_of_a_block_is_passed_on() -> None:
    block = next(blocks(room(1), room(1)))
    assert Separation(2).feed(replace(block, lost=True)).own.lost
