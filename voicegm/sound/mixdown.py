"""Several channels heard as one microphone."""

from __future__ import annotations

from dataclasses import replace

from voicegm.sound.frames import Block, Ears


class MixedDown:
    """Ears of one channel, the mean of all channels of others."""

    channels = 1

    def __init__(self, ears: Ears) -> None:
        self._ears = ears

    def read(self) -> Block | None:
        """The next block, mixed down."""
        block = self._ears.read()
        return block and replace(block, samples=block.samples.mean(axis=0, keepdims=True))

    def close(self) -> None:
        """Let go of the others."""
        self._ears.close()
