"""Samples at any rate, in portions of any size, cut into blocks at 16 kHz."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples


class BlockCutter:
    """Resamples what it is given and cuts it into blocks on one running sample count.

    soxr keeps its place between portions and makes up for its own delay, so that position n
    here is what sounded n / 16,000 s after the first sample given, however long that ago is.
    """

    def __init__(self, rate: int, channels: int, first_sample: int = 0) -> None:
        self._resampler = _resampler(rate, channels)
        self._channels = channels
        self._pending: deque[Samples] = deque()
        self._pending_count = 0
        self._position = first_sample
        self._lost = False

    @property
    def position(self) -> int:
        """Where the next block will start, in samples at 16 kHz."""
        return self._position

    def add(self, samples: Samples, *, lost: bool = False, last: bool = False) -> None:
        """Take samples of shape (n, channels); `lost` says that some are missing before these."""
        self._lost = self._lost or lost
        if self._resampler is not None:
            samples = self._resampler.resample_chunk(samples, last=last)
        # Some drivers and files hold what is not a number; it would stick in every filter.
        samples = np.clip(np.nan_to_num(samples, posinf=0.0, neginf=0.0), -1.0, 1.0)
        if len(samples):
            self._pending.append(samples)
            self._pending_count += len(samples)

    def take(self) -> Block | None:
        """The next whole block, or None when more samples are needed."""
        if self._pending_count < BLOCK_SAMPLES:
            return None
        return self._block(self._draw(BLOCK_SAMPLES))

    def take_rest(self) -> Block | None:
        """What is left, filled up with silence; None when nothing is."""
        if not self._pending_count:
            return None
        rest = self._draw(min(self._pending_count, BLOCK_SAMPLES))
        padding = np.zeros((BLOCK_SAMPLES - len(rest), self._channels), dtype=np.float32)
        return self._block(np.concatenate([rest, padding]))

    def _draw(self, count: int) -> Samples:
        parts = []
        self._pending_count -= count
        while count:
            part = self._pending.popleft()
            if len(part) > count:
                self._pending.appendleft(part[count:])
                part = part[:count]
            parts.append(part)
            count -= len(part)
        return np.concatenate(parts)

    def _block(self, samples: Samples) -> Block:
        block = Block(self._position, np.ascontiguousarray(samples.T, np.float32), self._lost)
        self._position += BLOCK_SAMPLES
        self._lost = False
        return block


def _resampler(rate: int, channels: int) -> Any:
    """A soxr stream to 16 kHz, or None where there is nothing to do."""
    if rate == SAMPLE_RATE:
        return None
    import soxr  # noqa: PLC0415  (native library)

    return soxr.ResampleStream(rate, SAMPLE_RATE, channels, dtype="float32")
