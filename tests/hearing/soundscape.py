"""Sound put together for the ears: silence, noise, words at places, blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples

ROOM = 3e-4
"""The noise of a quiet room: nothing real is ever digitally silent."""


def room(seconds: float, *placed: tuple[float, Samples], level: float = ROOM) -> Samples:
    """So many seconds of a room, with sounds that start at given seconds."""
    sound = np.random.default_rng(0).normal(0, level, int(seconds * SAMPLE_RATE))
    for at_s, samples in placed:
        start = int(at_s * SAMPLE_RATE)
        sound[start : start + len(samples)] += samples[: len(sound) - start]
    return sound.astype(np.float32)


def blocks(*channels: Samples) -> Iterator[Block]:
    """The channels cut as a microphone delivers them; what does not fill a block is left out."""
    together = np.stack(channels)
    for start in range(0, together.shape[1] - BLOCK_SAMPLES + 1, BLOCK_SAMPLES):
        yield Block(start, together[:, start : start + BLOCK_SAMPLES])


def talk(parts: Sequence[Samples]) -> Samples:
    """Words said without a pause between them."""
    return np.concatenate(parts)
