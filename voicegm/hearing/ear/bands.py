"""How loud each band of an utterance's beginning is, up to 8 kHz.

The speech embedding hears nothing above 3.8 kHz, where an s differs most from a t: "ace of clubs"
and "eight of clubs" are nearly the same to it.
"""

from __future__ import annotations

import numpy as np

from voicegm.hearing.edges import FRAME_SAMPLES
from voicegm.sound.frames import SAMPLE_RATE, Samples

_EDGES_HZ = (0, 300, 600, 1000, 1500, 2000, 2600, 3200, 3800, 4400, 5000, 5700, 6400, 7200, 8000)
_FRAMES, _TOGETHER = 60, 2
"""Frames of 10 ms that are seen, and so many of which are one."""
BEFORE_SAMPLES = SAMPLE_RATE * 50 // 1000
"""What is seen begins so long before the word does."""
BANDS_SIZE = _FRAMES // _TOGETHER * (len(_EDGES_HZ) - 1)
_WINDOW_SAMPLES, _POINTS = SAMPLE_RATE * 25 // 1000, 512
SEEN_SAMPLES = (_FRAMES - 1) * FRAME_SAMPLES + _WINDOW_SAMPLES
_FAINTEST = 1e-5
"""Added to each power, so that silence has a logarithm."""


def bands(sound: Samples) -> Samples:
    """`BANDS_SIZE` logarithms of power, of the first `SEEN_SAMPLES` of a sound at 16 kHz."""
    seen = np.lib.stride_tricks.sliding_window_view(sound[:SEEN_SAMPLES], _WINDOW_SAMPLES)
    frames = seen[::FRAME_SAMPLES] * np.hanning(_WINDOW_SAMPLES)
    powers = np.square(np.abs(np.fft.rfft(frames, _POINTS)))
    edges = np.searchsorted(np.fft.rfftfreq(_POINTS, 1 / SAMPLE_RATE), _EDGES_HZ)
    in_bands = np.add.reduceat(powers[:, : edges[-1]], edges[:-1], axis=1) / np.diff(edges)
    logarithms = np.log(in_bands + _FAINTEST)
    pairs = logarithms.reshape(_FRAMES // _TOGETHER, _TOGETHER, -1).mean(axis=1)
    return np.asarray(pairs.ravel(), dtype=np.float32)
