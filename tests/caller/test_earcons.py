"""Earcons are told apart by ear, are as loud as speech and do not click."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from voicegm.caller import earcons
from voicegm.sound.frames import Sound

SOUNDS = {name: earcon() for name, earcon in earcons.ALL.items()}


def contour(sound: Sound) -> list[int]:
    """The strongest pitch of each 20 ms, in semitones over 100 Hz."""
    step = sound.rate // 50
    frames = [sound.samples[i : i + step] for i in range(0, len(sound.samples) - step + 1, step)]
    pitches = []
    for frame in frames:
        spectrum = np.abs(np.fft.rfft(frame * np.hanning(len(frame)), 8192))
        peak_hz = np.argmax(spectrum) * sound.rate / 8192
        pitches.append(round(12 * np.log2(max(peak_hz, 100) / 100)))
    return pitches


def test_the_tick_is_short() -> None:
    assert SOUNDS["tick"].duration_ms == 30


@pytest.mark.parametrize("name", sorted(set(SOUNDS) - {"fanfare"}))
def test_none_keeps_anybody_waiting(name: str) -> None:
    assert SOUNDS[name].duration_ms <= 700


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(SOUNDS, 2)))
def test_any_two_differ_in_length_or_in_where_their_pitch_lies(one: str, other: str) -> None:
    first, second = contour(SOUNDS[one]), contour(SOUNDS[other])
    longer_ms = max(SOUNDS[one].duration_ms, SOUNDS[other].duration_ms)
    shorter_ms = min(SOUNDS[one].duration_ms, SOUNDS[other].duration_ms)
    apart = np.mean([abs(a - b) >= 2 for a, b in zip(first, second, strict=False)])
    assert longer_ms > 1.5 * shorter_ms or apart > 0.3


def picture(sound: Sound, highest_hz: int) -> np.ndarray:
    """How loud each semitone from 300 Hz on is in each 20 ms of 1.2 s, of length one in all."""
    step = sound.rate // 50
    padded = np.zeros(60 * step)
    padded[: min(len(sound.samples), len(padded))] = sound.samples[: len(padded)]
    spectra = np.abs(np.fft.rfft(padded.reshape(60, step) * np.hanning(step), 8192))
    bands_hz = 300 * 2 ** (np.arange(int(12 * np.log2(highest_hz / 300))) / 12)
    bins = np.round(bands_hz * 8192 / sound.rate).astype(int)
    seen = np.sqrt(spectra[:, bins])
    return seen / np.linalg.norm(seen)


@pytest.mark.parametrize("highest_hz", [4_000, 1_500], ids=["whole", "without high notes"])
@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(SOUNDS, 2)))
def test_any_two_lie_apart_in_time_and_pitch_together(
    one: str, other: str, highest_hz: int
) -> None:
    """Also for somebody who hears nothing above 1.5 kHz. Two of the same would give 1."""
    alike = float((picture(SOUNDS[one], highest_hz) * picture(SOUNDS[other], highest_hz)).sum())
    assert alike < 0.6


@pytest.mark.parametrize("sound", SOUNDS.values(), ids=SOUNDS)
def test_edges_are_soft_and_nothing_is_clipped(sound: Sound) -> None:
    assert np.abs(sound.samples).max() < 0.5
    assert np.abs(sound.samples[:5]).max() < 0.01
    assert np.abs(sound.samples[-5:]).max() < 0.01


@pytest.mark.parametrize("sound", SOUNDS.values(), ids=SOUNDS)
def test_all_are_as_loud_as_speech(sound: Sound) -> None:
    window = 30 * sound.rate // 1000
    frames = sound.samples[: len(sound.samples) // window * window].reshape(-1, window)
    assert 0.07 < np.sqrt(np.square(frames).mean(axis=1)).max() < 0.13


def test_the_contours_go_where_they_say() -> None:
    won, fall = contour(SOUNDS["won"]), contour(SOUNDS["not_counted"])
    assert won[1] < won[6] < won[-2]
    assert fall[1] > fall[-2]
    tied = contour(SOUNDS["tied"])
    assert tied[2] == tied[-2]
