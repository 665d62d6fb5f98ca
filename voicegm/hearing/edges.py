"""Where a word starts and ends, found from its samples to 10 ms."""

from __future__ import annotations

import numpy as np

from voicegm.sound.frames import SAMPLE_RATE, Samples

FRAME_SAMPLES = SAMPLE_RATE // 100
"""10 ms."""
BELOW_PEAK = 10 ** (-30 / 10)
"""A word reaches from its first to its last frame within 30 dB of its loudest one."""
ABOVE_NOISE = 10 ** (6 / 10)
"""In a noisy room 30 dB below the peak lies in the noise, so a frame must also stand 6 dB out
of it."""


def frame_energies(samples: Samples) -> Samples:
    """Mean square of each whole 10 ms frame."""
    count = len(samples) // FRAME_SAMPLES
    frames = samples[: count * FRAME_SAMPLES].reshape(count, FRAME_SAMPLES)
    return np.asarray(np.mean(np.square(frames), axis=1), dtype=np.float32)


def word_frames(energies: Samples, noise: float = 0.0) -> tuple[int, int]:
    """First frame of the word and the frame behind its last one, as indices into `energies`.

    `noise` is the mean square of the room without speech.
    """
    if not len(energies):
        return 0, 0
    peak = float(energies.max())
    threshold = max(peak * BELOW_PEAK, min(noise * ABOVE_NOISE, peak / 2))
    loud = np.flatnonzero(energies >= threshold)
    return int(loud[0]), int(loud[-1]) + 1
