"""Whose voice it was, with several microphones: the neighbour's is heard on one's own, too.

A voice reaches the other microphones a few milliseconds later and softer, coloured by the room.
So the samples of two channels that heard the same voice are alike, and it belongs to the louder
one; two voices at once are not alike, and each keeps its own.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples

KEPT_BLOCKS = 100
"""3.2 s of all channels: more than the longest call and its endpointing."""
SAME_VOICE = 0.4
"""Channels whose peak of normalised correlation reaches this heard the same voice. In the simulated
room one voice on two lapels lies at 0.28 to 0.75 (95 % above 0.43), two voices that speak at once
at 0.17 to 0.36."""
PERHAPS_SAME = 0.25
"""From here on it is the same voice if the other channel is also MUCH_LOUDER: a neighbour's voice
is 8 to 12 dB softer on one's own lapel, while of two who speak at once each is loud on the own."""
MUCH_LOUDER = 10 ** (6 / 10)
MOST_LAG = SAMPLE_RATE // 100
"""Sound takes 10 ms across 3.4 m, more than a table is wide."""


class Crosstalk:
    """Remembers what all channels heard, and tells whether an utterance is another channel's."""

    def __init__(self, channels: int) -> None:
        self._channels = channels
        self._blocks: deque[Block] = deque(maxlen=KEPT_BLOCKS)

    def feed(self, block: Block) -> None:
        """Remember a block."""
        if self._channels > 1:
            self._blocks.append(block)

    def belongs_elsewhere(self, channel: int, onset: int, end: int) -> bool:
        """Whether what a channel heard between two positions (samples) was a voice that another
        channel heard louder; of equals, the first channel keeps it."""
        if self._channels == 1:
            return False
        heard = self._between(onset, end)
        if heard.shape[1] < SAMPLE_RATE // 20:
            return False
        loudness = np.mean(np.square(heard), axis=1)
        for other in range(self._channels):
            louder = (loudness[other], channel) > (loudness[channel], other)
            if other == channel or not louder:
                continue
            much = loudness[other] > MUCH_LOUDER * loudness[channel]
            needed = PERHAPS_SAME if much else SAME_VOICE
            if _likeness(heard[channel], heard[other]) >= needed:
                return True
        return False

    def _between(self, onset: int, end: int) -> Samples:
        parts = [
            block.samples[:, max(0, onset - block.start) : max(0, end - block.start)]
            for block in self._blocks
            if block.start < end and block.start + BLOCK_SAMPLES > onset
        ]
        if not parts:
            return np.zeros((self._channels, 0), np.float32)
        return np.concatenate(parts, axis=1)


def _likeness(one: Samples, other: Samples) -> float:
    """Peak of the normalised correlation of two channels, within the lags that a room allows."""
    size = 1 << (len(one) + MOST_LAG).bit_length()
    spectra = np.fft.rfft([one - one.mean(), other - other.mean()], size)
    correlation = np.fft.irfft(spectra[0] * np.conj(spectra[1]), size)
    near = np.concatenate([correlation[: MOST_LAG + 1], correlation[-MOST_LAG:]])
    energy = float(np.sqrt(np.sum(np.square(one)) * np.sum(np.square(other))))
    return float(np.max(np.abs(near))) / max(energy, 1e-12)
