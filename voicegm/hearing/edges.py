"""Where a word starts and ends, found from its samples to 10 ms."""

from __future__ import annotations

import math

import numpy as np

from voicegm.sound.frames import SAMPLE_RATE, Samples

FRAME_SAMPLES = SAMPLE_RATE // 100
"""10 ms."""
BELOW_PEAK = 10 ** (-30 / 10)
"""A word reaches from its first to its last frame within 30 dB of its loudest one."""
ABOVE_NOISE = 10 ** (4 / 10)
"""In a noisy room 30 dB below the peak lies in the noise, so a frame must also stand 4 dB out
of it."""

MOST_PAUSE_FRAMES = 20
SHORTEST_WORD_FRAMES = 10
"""A sound shorter than 100 ms that lies more than 200 ms before or behind the rest is none of the
word's, but a card's clatter or a click: no pause within a word is so long, and a second word is
longer."""


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
    loud = np.flatnonzero(energies >= _threshold(energies, noise))
    parts = np.split(loud, np.flatnonzero(np.diff(loud) > MOST_PAUSE_FRAMES) + 1)
    words = [part for part in parts if part[-1] - part[0] + 1 >= SHORTEST_WORD_FRAMES] or parts
    return int(words[0][0]), int(words[-1][-1]) + 1


def floor_db(energies: Samples, noise: float = 0.0) -> float:
    """How far below its peak a word is still heard in this noise: -30 dB in a quiet room."""
    if not len(energies) or not energies.max() > 0:
        return 0.0
    return 10 * math.log10(_threshold(energies, noise) / float(energies.max()))


def _threshold(energies: Samples, noise: float) -> float:
    peak = float(energies.max())
    return max(peak * BELOW_PEAK, min(noise * ABOVE_NOISE, peak / 2))
