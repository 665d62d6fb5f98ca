"""Whose voice it was, with several microphones: the neighbour's is heard on one's own, too.

What separation leaves of a neighbour's voice is little of what was heard, and belongs to nobody
here. What is left on two channels and alike on both came from further away (somebody by the wall,
or two microphones beside one another): it belongs to the louder one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from voicegm.hearing.edges import ABOVE_NOISE, FRAME_SAMPLES, frame_energies
from voicegm.hearing.separation import Apart
from voicegm.hearing.utterances import Utterance
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples

MARGIN = SAMPLE_RATE // 50
"""20 ms on either side of a word, so that nothing breaks off."""
KEPT_BLOCKS = 100
"""3.2 s of all channels: more than the longest call and its endpointing."""
OWN_SHARE = 0.3
"""One's own word is at least so much of the power that was heard while it lasted. In the simulated
room a neighbour's voice leaves less than 0.1, one's own under another's as loud more than 0.4."""
SAME_VOICE = 0.4
"""Channels whose peak of normalised correlation reaches this heard the same voice. In the simulated
room one voice on two lapels lies at 0.28 to 0.75 (95 % above 0.43), two voices that speak at once
at 0.17 to 0.36."""
PERHAPS_SAME = 0.25
"""From here on it is the same voice if the other channel is also MUCH_LOUDER: a neighbour's voice
is 8 to 12 dB softer on one's own lapel, while of two who speak at once each is loud on the own."""
MUCH_LOUDER = 10 ** (6 / 10)
LOUDEST = 10 ** (3 / 10)
"""Whoever speaks is louder than this on the own microphone than on any other one; under the
referee's voice, than this above how much louder that voice is there."""
_PATTERN_BLOCKS = 300
"""Ten seconds of the referee's voice tell how loud it is on each microphone."""
_MOST_REST_BLOCKS = 3
"""96 ms: a stop within a word, or a tick of the referee's, in speech that goes on."""
FAINT = 10 ** (-15 / 10)
"""Against its peak: what is louder than this is no leftover of another's voice."""
LOUDER_HERE = 10 ** (4 / 10)
"""One's own voice is 8 to 12 dB louder on one's own microphone; what rings on is as loud
anywhere."""
KEPT_FOR_NOISE = SAMPLE_RATE
"""What was heard within a second before a word tells how loud the room is."""
QUIET_PERCENT = 20
"""Percentile of the levels that is taken for the room's own."""
MOST_LAG = SAMPLE_RATE // 100
"""Sound takes 10 ms across 3.4 m, more than a table is wide."""


class Crosstalk:
    """Remembers what all channels heard, and tells whether an utterance is another channel's."""

    def __init__(self, channels: int) -> None:
        self._channels = channels
        self._heard = _Kept(channels)
        self._own = _Kept(channels)
        self._fuller = _Kept(channels)
        self._speaks: deque[tuple[int, NDArray[np.bool_]]] = deque(maxlen=KEPT_BLOCKS)
        self._pattern: deque[Samples] = deque(maxlen=_PATTERN_BLOCKS)

    def feed(self, heard: Block, apart: Apart, referee: bool = False) -> None:
        """Remember a block as the microphones heard it, and the voices in it; `referee`: its own
        voice is in it as well."""
        if self._channels > 1:
            self._note_who_speaks(heard, referee)
            self._heard.add(heard)
            self._own.add(apart.own)
            self._fuller.add(apart.fuller)

    def speaks_since(self, channel: int, position: int) -> int:
        """Since when the owner of a channel has been speaking who speaks at a position, be it under
        the referee's own voice; the position itself where that cannot be told."""
        since, rest = position, 0
        for start, speaks in reversed(self._speaks):
            if start + BLOCK_SAMPLES > position:
                continue
            rest = 0 if speaks[channel] else rest + 1
            if rest > _MOST_REST_BLOCKS:
                break
            since = start if speaks[channel] else since
        return since

    def _note_who_speaks(self, heard: Block, referee: bool) -> None:
        power = _power(heard.samples)
        others = np.where(np.eye(self._channels, dtype=bool), 0.0, power).max(axis=1)
        against_others = power / np.maximum(others, 1e-12)
        needed = np.full(self._channels, LOUDEST)
        if referee:
            self._pattern.append(against_others)
            needed *= np.maximum(np.median(self._pattern, axis=0), 1.0)
        self._speaks.append((heard.start, against_others >= needed))

    def fuller(self, channel: int, utterance: Utterance) -> Utterance:
        """The same utterance as it is best decoded: with more of the voice in the word itself,
        and still nothing of the neighbours' before it and behind."""
        if self._channels == 1:
            return utterance
        start = max(utterance.start, utterance.onset - MARGIN)
        end = min(utterance.start + len(utterance.samples), utterance.end + MARGIN)
        fuller = self._fuller.between(start, end)[channel]
        samples = utterance.samples.copy()
        samples[start - utterance.start :][: len(fuller)] = fuller
        return replace(utterance, samples=samples)

    def begun(self, channel: int, utterance: Utterance) -> Utterance:
        """The same utterance from where the channel's own voice is in it: a faint beginning that
        is as loud elsewhere is what another's voice leaves in the room."""
        if self._channels == 1:
            return utterance
        own = frame_energies(self._own.between(utterance.onset, utterance.end)[channel])
        before = utterance.onset - KEPT_FOR_NOISE
        heard = [frame_energies(one) for one in self._heard.between(before, utterance.end)]
        others = np.delete(np.stack(heard), channel, axis=0)
        quiet = ABOVE_NOISE * np.percentile(others, QUIET_PERCENT, axis=1, keepdims=True)
        loudest = np.where(others > quiet, others, 0.0).max(axis=0)[-len(own) :]
        certain = (own >= FAINT * own.max()) | (
            heard[channel][-len(own) :] >= LOUDER_HERE * loudest
        )
        first = int(np.argmax(certain & np.append(certain[1:], True)))
        onset = utterance.onset + first * FRAME_SAMPLES
        return replace(utterance, onset=onset, behind_voice=first > 0)

    def belongs_elsewhere(self, channel: int, onset: int, end: int) -> bool:
        """Whether what a channel heard between two positions (samples) was a voice that another
        channel heard louder; of equals, the first channel keeps it."""
        if self._channels == 1:
            return False
        heard = self._heard.between(onset, end)
        own = self._own.between(onset, end)
        if heard.shape[1] < SAMPLE_RATE // 20:
            return False
        if _power(own)[channel] < OWN_SHARE * _power(heard)[channel]:
            return True
        return self._same_elsewhere(channel, own)

    def _same_elsewhere(self, channel: int, own: Samples) -> bool:
        """Whether another channel has the same voice, and louder."""
        loudness = _power(own)
        for other in range(self._channels):
            louder = (loudness[other], channel) > (loudness[channel], other)
            if other == channel or not louder:
                continue
            much = loudness[other] > MUCH_LOUDER * loudness[channel]
            needed = PERHAPS_SAME if much else SAME_VOICE
            if _likeness(own[channel], own[other]) >= needed:
                return True
        return False


class _Kept:
    """The last seconds of all channels."""

    def __init__(self, channels: int) -> None:
        self._channels = channels
        self._blocks: deque[Block] = deque(maxlen=KEPT_BLOCKS)

    def add(self, block: Block) -> None:
        self._blocks.append(block)

    def between(self, start: int, end: int) -> Samples:
        """What lies between two positions, as far as it is kept."""
        parts = [
            block.samples[:, max(0, start - block.start) : max(0, end - block.start)]
            for block in self._blocks
            if block.start < end and block.start + BLOCK_SAMPLES > start
        ]
        if not parts:
            return np.zeros((self._channels, 0), np.float32)
        return np.concatenate(parts, axis=1)


def _power(samples: Samples) -> Samples:
    """Mean square of each channel."""
    return np.asarray(np.mean(np.square(samples), axis=1))


def _likeness(one: Samples, other: Samples) -> float:
    """Peak of the normalised correlation of two channels, within the lags that a room allows."""
    size = 1 << (len(one) + MOST_LAG).bit_length()
    spectra = np.fft.rfft([one - one.mean(), other - other.mean()], size)
    correlation = np.fft.irfft(spectra[0] * np.conj(spectra[1]), size)
    near = np.concatenate([correlation[: MOST_LAG + 1], correlation[-MOST_LAG:]])
    energy = float(np.sqrt(np.sum(np.square(one)) * np.sum(np.square(other))))
    return float(np.max(np.abs(near))) / max(energy, 1e-12)
