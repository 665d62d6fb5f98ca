"""The last seconds of what the microphones heard, in memory only."""

from __future__ import annotations

from collections import deque

import numpy as np

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples

_SECONDS = 8


class LastSeconds:
    """Keeps the newest blocks, so that what was just said can be taken out of them."""

    def __init__(self) -> None:
        self._blocks: deque[Block] = deque(maxlen=_SECONDS * SAMPLE_RATE // BLOCK_SAMPLES)

    def keep(self, block: Block) -> None:
        """Take in the next block."""
        self._blocks.append(block)

    def between(self, channel: int, from_ms: int, to_ms: int) -> Samples:
        """What a microphone heard in a stretch of the table's clock, as far as that is kept:
        mono, 16 kHz, -1 to 1."""
        start, end = (at_ms * SAMPLE_RATE // 1000 for at_ms in (from_ms, to_ms))
        parts = [
            block.samples[channel, max(0, start - block.start) : max(0, end - block.start)]
            for block in self._blocks
        ]
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)
