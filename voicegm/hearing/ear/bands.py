"""How loud each band of a sound is, up to 8 kHz.

The speech embedding hears nothing above 3.8 kHz, where an s differs most from a t: "ace of clubs"
and "eight of clubs" are nearly the same to it. Up there a hiss is to be heard beside another
voice's vowel, too.
"""

from __future__ import annotations

import numpy as np

from voicegm.hearing.edges import FRAME_SAMPLES
from voicegm.sound.frames import SAMPLE_RATE, Samples

_EDGES_HZ = (0, 300, 600, 1000, 1500, 2000, 2600, 3200, 3800, 4400, 5000, 5700, 6400, 7200, 8000)
_FRAMES, TOGETHER = 60, 2
"""Frames of 10 ms that are seen of a beginning, and so many of which are one."""
BANDS = len(_EDGES_HZ) - 1
BEFORE_SAMPLES = SAMPLE_RATE * 50 // 1000
"""What is seen begins so long before the word does."""
BANDS_SIZE = _FRAMES // TOGETHER * BANDS
_WINDOW_SAMPLES, _POINTS = SAMPLE_RATE * 25 // 1000, 512
SEEN_SAMPLES = (_FRAMES - 1) * FRAME_SAMPLES + _WINDOW_SAMPLES
_FAINTEST = 1e-5
"""Added to each power, so that silence has a logarithm."""


def bands(sound: Samples) -> Samples:
    """`BANDS_SIZE` logarithms of power, of the first `SEEN_SAMPLES` of a sound at 16 kHz."""
    return bands_along(sound, _FRAMES).ravel()


def bands_along(sound: Samples, frames: int) -> Samples:
    """The same of so many frames, a row of `BANDS` for every `TOGETHER` of them; the sound goes on
    a little behind the last one's beginning."""
    seen = np.lib.stride_tricks.sliding_window_view(sound, _WINDOW_SAMPLES)
    windows = seen[: frames * FRAME_SAMPLES : FRAME_SAMPLES] * np.hanning(_WINDOW_SAMPLES)
    powers = np.square(np.abs(np.fft.rfft(windows, _POINTS)))
    edges = np.searchsorted(np.fft.rfftfreq(_POINTS, 1 / SAMPLE_RATE), _EDGES_HZ)
    in_bands = np.add.reduceat(powers[:, : edges[-1]], edges[:-1], axis=1) / np.diff(edges)
    logarithms = np.log(in_bands + _FAINTEST)
    pairs = logarithms.reshape(frames // TOGETHER, TOGETHER, -1).mean(axis=1)
    return np.asarray(pairs, dtype=np.float32)
