"""Ears for a table whose calls are typed: silence, at the pace of time."""

from __future__ import annotations

import time

import numpy as np

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block


class Stillness:
    """Delivers silent blocks in real time, so that a game without a microphone has a clock."""

    channels = 1

    def __init__(self) -> None:
        self._position = 0
        self._began_s = time.monotonic()

    def read(self) -> Block:
        """Wait for the next 32 ms to have gone by."""
        block = Block(self._position, np.zeros((1, BLOCK_SAMPLES), dtype=np.float32))
        self._position += BLOCK_SAMPLES
        due_s = self._began_s + self._position / SAMPLE_RATE
        time.sleep(max(0.0, due_s - time.monotonic()))
        return block

    def now_ms(self) -> int:
        """This moment on the table's clock."""
        return round((time.monotonic() - self._began_s) * 1000)

    def close(self) -> None:
        """Nothing to let go of."""
