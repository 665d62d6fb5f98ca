"""What sound is made of here: blocks of samples on one clock, and the two ends they pass through.

The clock of a table is the count of samples that its microphone has delivered at 16 kHz;
`now_ms` is that count in milliseconds. Devices' own times are never used (they may be relative
or zero).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 16_000
"""Samples a second everywhere behind the microphone: what the recognisers expect."""

BLOCK_SAMPLES = 512
"""Samples in a block (32 ms): the chunk that the voice activity detector takes."""

Samples = NDArray[np.float32]


def to_ms(samples: int) -> int:
    """Whole milliseconds on the table's clock for a position in samples at 16 kHz."""
    return samples * 1000 // SAMPLE_RATE


@dataclass(frozen=True)
class Block:
    """One block of what the microphones heard."""

    start: int
    """Position of the first sample on the table's clock, in samples at 16 kHz."""
    samples: Samples
    """Shape (channels, BLOCK_SAMPLES), -1 to 1."""
    lost: bool = False
    """Input was lost (an overflow) within this block or before it, by half a second at most.

    What was heard then is not whole.
    """
    own: tuple[bool, ...] = ()
    """For each channel, whether nobody but the referee itself was to be heard; empty where its
    voice is not cancelled, or where it was silent."""


@dataclass(frozen=True)
class Sound:
    """Something to be played: mono samples at a rate of their own."""

    samples: Samples
    """Shape (n,), -1 to 1."""
    rate: int

    @property
    def duration_ms(self) -> int:
        """Length in whole milliseconds, rounded up."""
        return -(-len(self.samples) * 1000 // self.rate)


class Ears(Protocol):
    """Where blocks come from: a microphone, a recording or a simulated room."""

    channels: int

    def read(self) -> Block | None:
        """Wait for the next block; None when a recording is over.

        Raises `voicegm.sound.microphone.MicrophoneLost` when a live device stops delivering.
        """
        ...

    def close(self) -> None:
        """Let go of the device or file."""
        ...


class Playing(Protocol):
    """A sound handed to a mouth. Times are on the table's clock, as a microphone would hear it."""

    @property
    def started_ms(self) -> int | None:
        """When its first sample sounded, or None while it still waits."""
        ...

    @property
    def ended_ms(self) -> int | None:
        """When its last sample had really sounded (or it was cut off), or None until then."""
        ...


DUCKED = 10 ** (-12 / 20)
"""A ducked voice is a quarter as loud: still heard, and no strain to speak over."""
DUCKING_MS = 30
"""How long a voice takes to fade down or up again."""


class Mouth(Protocol):
    """Where the referee's sounds go: a speaker, a simulated room, or nowhere."""

    def play(self, sound: Sound) -> Playing:
        """Queue a sound behind those still playing and return at once."""
        ...

    def stop(self) -> None:
        """Cut off what is playing and drop what waits."""
        ...

    def duck(self, softly: bool) -> None:
        """Go on at DUCKED of the loudness while somebody speaks, or (False) as before."""
        ...

    def played(self, start: int) -> Samples:
        """What it gave to sound while the ears heard the block that starts at `start`: the
        reference of echo cancellation. BLOCK_SAMPLES samples at 16 kHz, faded and cut off as they
        were, zeros where there was nothing. Asked for in order, once for each block. It may be some
        milliseconds ahead of what is heard, never behind."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...
