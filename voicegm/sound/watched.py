"""Ears whose channels are watched: what is no microphone of its own is not heard."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Protocol, runtime_checkable

import numpy as np

from voicegm.sound.frames import Block, Ears
from voicegm.sound.health import Change, Health


@runtime_checkable
class Live(Protocol):
    """Ears whose devices may go away one by one, and all together."""

    @property
    def gone(self) -> frozenset[int]:
        """Channels whose device is not there."""
        ...

    def recover(self, first_sample: int) -> None:
        """Wait until a device is there again; the clock goes on at `first_sample`."""
        ...

    def survey(self) -> bool:
        """Look thoroughly for what is gone, if it is time to; True when that was done. Only while
        nothing counts and nothing is said."""
        ...


class WatchedEars:
    """Hears what others hear, without channels that are copies of another, and with those that
    are too loud turned down."""

    def __init__(self, ears: Ears) -> None:
        self.channels = ears.channels
        self._ears = ears
        self._health = Health(ears.channels, live=isinstance(ears, Live))
        self._changes: list[Change] = []

    @property
    def unusable(self) -> frozenset[int]:
        """Channels that give nothing of their own now."""
        return self._health.unusable

    def take_changes(self) -> list[Change]:
        """What was found, or is over, since this was last asked."""
        changes, self._changes = self._changes, []
        return changes

    def read(self) -> Block | None:
        """The next block; see `Ears`."""
        block = self._ears.read()
        if block is None:
            return None
        self._changes += self._health.feed(block, self._gone())
        gains = np.ones((self.channels, 1), np.float32)
        for fault in self._health.faults.values():
            if fault.trouble == "same":
                gains[fault.channel] = 0
            elif fault.trouble == "loud":
                gains[fault.channel] *= 10 ** (-fault.excess_db / 20)
        return block if gains.min() == 1 else replace(block, samples=block.samples * gains)

    def close(self) -> None:
        """Close the ears."""
        self._ears.close()

    def recover(self, first_sample: int) -> None:
        """See `Live`."""
        assert isinstance(self._ears, Live)
        self._ears.recover(first_sample)

    def survey(self) -> bool:
        """See `Live`; a recording has nothing to be looked for."""
        return isinstance(self._ears, Live) and self._ears.survey()

    def _gone(self) -> Set[int]:
        return self._ears.gone if isinstance(self._ears, Live) else frozenset()
