"""One channel's sound cut into utterances: our own endpointing, not a recogniser's.

A recogniser's own endpointing answers most of a second after a word has ended. Here an utterance
ends once the voice has rested for `hang_ms`, and it is given up as talk as soon as it is longer
than a call can be; what is then still short enough for a command is told once more at its end.
A little before the end of a call is certain it is told as `Paused`, so that decoding can run while
the rest of the pause is waited for.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum

import numpy as np

from voicegm.hearing.activity import CHUNK_MS, OFF, ON, VoiceActivity
from voicegm.hearing.edges import FRAME_SAMPLES, floor_db, frame_energies, word_frames
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Samples

TALK_MS = 1500
"""A call is short: speech that goes on for longer is talk."""
WAKE_SAID_MS = 1000
"""By then whoever began with the wake phrase has said it."""
LONGEST_COMMAND_MS = 4000
"""The wake phrase and a command in one breath take no longer, even in slow speech."""
RUN_ON_MS = 96
"""Voice that outlasts the referee's own sound (and its tail) by this much was a player's."""
LOOK_BACK_CHUNKS = 9
"""288 ms kept from before a voice is known: a vowel is known 103 ms after its onset (p95), but a
soft first sound ("snake") is no voice yet and must not be lost. With 448 ms what lies before a word
in a noisy recording is taken for its beginning (30 instead of 32 of 34 calls are heard)."""
LONGER_MS = 256
"""Between "snap" and "pot", where a neighbour's voice had to be taken out, up to 200 ms seem
silent; and as much between "my top" and "card" in slow speech."""
_TRIAL_CHUNKS = 2
"""Chunks of rest that an utterance is given to be decoded with: a soft last sound is in them."""
_NOISE_FRAMES = 100
"""A second of quiet tells how loud the room is."""


@dataclass(frozen=True)
class Began:
    """Somebody began to speak. Positions are in samples on the table's clock."""

    onset: int
    """Where the voice began, as far as it is known by now; `Ended` has the exact place."""
    known: int
    """Behind the last sample that was needed to know it."""
    running_on: bool
    """It began while the referee itself was to be heard, so its start was not heard."""


@dataclass(frozen=True)
class Lasts:
    """What began goes on, and the wake phrase may have been said by now."""

    utterance: Utterance
    """As far as it has been said."""
    at: int


@dataclass(frozen=True)
class TooLong:
    """What began is talk, no call; it may yet be a `Sentence`, and `Endless` otherwise."""

    onset: int
    at: int
    utterance: Utterance
    """As far as it has been said."""


@dataclass(frozen=True)
class Utterance:
    """What was said, from its onset to where it stopped or paused."""

    onset: int
    """First sample of its first 10 ms frame within 30 dB of the peak."""
    end: int
    """Behind the last sample of the last such frame."""
    start: int
    """Position of `samples[0]`."""
    samples: Samples
    """The utterance with some room before and after it, mono, -1 to 1."""
    floor_db: float = -30.0
    """How far below its peak it could be heard: less far in noise."""
    behind_voice: bool = False
    """A neighbour's voice may have covered its onset."""


@dataclass(frozen=True)
class Paused:
    """The voice rests, and the utterance may be over; if so, `Ended` brings the same one."""

    utterance: Utterance
    at: int


@dataclass(frozen=True)
class Ended:
    """An utterance is over."""

    utterance: Utterance
    closed: int
    """Behind the last sample that was needed to know that it was over."""
    clipped: bool
    """The referee spoke over its start or its end."""


@dataclass(frozen=True)
class Sentence:
    """Talk is over, and was short enough to be the wake phrase and a command."""

    utterance: Utterance
    closed: int
    """Behind the last sample that was needed to know that it was over."""


@dataclass(frozen=True)
class Endless:
    """Talk that is no `Sentence`: it is longer, or the referee spoke over it."""

    at: int


Cut = Began | Lasts | TooLong | Paused | Ended | Sentence | Endless


class _State(Enum):
    QUIET = "nobody speaks"
    MUFFLED = "a voice, but the referee's own sound covers its start"
    OPEN = "somebody speaks, and it may be a call"
    TALK = "somebody speaks, and it is no call"


class Utterances:
    """Cuts the sound of one channel.

    While the referee itself is to be heard the channel is deaf: nothing begins, and speech that
    is open then is closed as `clipped`. Speech that runs on when the deafness ends is told as
    `running_on`.
    """

    def __init__(self, hang_ms: int) -> None:
        self.talk_ms = TALK_MS
        """Speech that goes on for longer is talk; may be changed where more than calls count."""
        self._activity = VoiceActivity()
        self._hang_chunks = self._hang_now = max(1, round(hang_ms / CHUNK_MS))
        self._trial_chunks = min(_TRIAL_CHUNKS, self._hang_chunks)
        self._kept: list[Samples] = []
        self._own_levels: list[float] = []
        self._kept_from = 0
        self._noise: deque[float] = deque(maxlen=_NOISE_FRAMES)
        self._state = _State.QUIET
        self._deaf = False
        self._clipped = False
        self._given_up = False
        self._lasted = False
        self._onset = 0
        self._heard_from = 0
        self._now = 0
        self._resting_chunks = 0
        self._paused: Utterance | None = None

    def feed(self, chunk: Samples, start: int, deaf: bool, own: bool = False) -> list[Cut]:
        """Take the next 512 samples, at position `start`, and tell what they showed. With `own`
        they hold what echo cancellation has left of the referee's voice, and nobody else's."""
        cuts = self._turn_deaf_or_back(start, deaf)
        threshold = ON if self._state is _State.QUIET else OFF
        voiced = self._activity.probability(chunk) >= threshold and not own
        self._now = start + BLOCK_SAMPLES
        self._keep(chunk, start, own)
        self._resting_chunks = 0 if voiced else self._resting_chunks + 1
        if self._state is _State.QUIET:
            return cuts + (self._begin() if voiced else self._stay_quiet(chunk))
        return cuts + (self._go_on() if voiced else self._rest())

    def wait_longer(self) -> None:
        """What was said up to this pause may be the beginning of more: let the voice rest for
        LONGER_MS before the utterance is over."""
        self._hang_now = max(self._hang_chunks, LONGER_MS // CHUNK_MS)

    def finish(self) -> list[Cut]:
        """The sound is over: close what is open."""
        return self._end()

    def _turn_deaf_or_back(self, start: int, deaf: bool) -> list[Cut]:
        if deaf == self._deaf:
            return []
        self._deaf = deaf
        cuts: list[Cut] = []
        if not deaf:
            self._heard_from = start
            self._kept.clear()
        elif self._state is _State.OPEN:
            cuts.append(self._ended(clipped=True))
        elif self._state is _State.TALK:
            cuts += self._give_up()
        if deaf and self._state is not _State.QUIET:
            self._state = _State.MUFFLED
        return cuts

    def _keep(self, chunk: Samples, start: int, own: bool) -> None:
        """Collect an open utterance, or the look-back for the next one."""
        if not self._kept:
            self._kept_from = start
            self._own_levels.clear()
        self._kept.append(chunk)
        self._own_levels.append(float(frame_energies(chunk).mean()) if own else 0.0)
        if not self._keeps_all and len(self._kept) > LOOK_BACK_CHUNKS:
            del self._kept[0], self._own_levels[0]
            self._kept_from += BLOCK_SAMPLES

    @property
    def _keeps_all(self) -> bool:
        return self._state is _State.OPEN or (self._state is _State.TALK and not self._given_up)

    @property
    def _endless(self) -> bool:
        """What is open is longer than any command."""
        return self._now - self._onset > _samples(LONGEST_COMMAND_MS)

    @property
    def _wake_said(self) -> bool:
        """It is time to look for the wake phrase, which is done once."""
        return not self._lasted and self._now - self._onset > _samples(WAKE_SAID_MS)

    def _stay_quiet(self, chunk: Samples) -> list[Cut]:
        if not self._deaf:
            self._noise.extend(frame_energies(chunk).tolist())
        return []

    def _begin(self) -> list[Cut]:
        if self._deaf:
            self._state = _State.MUFFLED
            return []
        return self._open(running_on=False)

    def _open(self, running_on: bool) -> list[Cut]:
        self._state = _State.OPEN
        self._hang_now = self._hang_chunks
        self._paused = None
        self._lasted = False
        self._clipped = running_on
        self._onset = self._heard_from if running_on else self._edges()[0]
        return [Began(self._onset, self._now, running_on)]

    def _go_on(self) -> list[Cut]:
        self._paused = None
        if self._state is _State.MUFFLED and not self._deaf:
            if self._now - self._heard_from > _samples(RUN_ON_MS):
                return self._open(running_on=True)
        elif self._state is _State.OPEN and self._now - self._onset > _samples(self.talk_ms):
            self._state, self._given_up = _State.TALK, False
            return [TooLong(self._onset, self._now, self._utterance())]
        elif self._state is _State.OPEN and self._wake_said:
            self._lasted = True
            return [Lasts(self._utterance(), self._now)]
        elif self._state is _State.TALK and self._endless:
            return self._give_up()
        return []

    def _give_up(self) -> list[Cut]:
        """Talk is no sentence: said once."""
        if self._given_up:
            return []
        self._given_up = True
        return [Endless(self._now)]

    def _rest(self) -> list[Cut]:
        cuts: list[Cut] = []
        if self._keeps_all and self._resting_chunks == self._trial_chunks:
            self._paused = self._utterance()
            cuts.append(Paused(self._paused, self._now))
        return cuts + (self._end() if self._resting_chunks >= self._hang_now else [])

    def _end(self) -> list[Cut]:
        ended: list[Cut] = [self._ended(self._clipped)] if self._state is _State.OPEN else []
        if self._state is _State.TALK:
            whole = not (self._given_up or self._endless or self._clipped)
            sentence = Sentence(self._paused or self._utterance(), self._now)
            ended += [sentence] if whole else self._give_up()
        self._state = _State.QUIET
        self._kept.clear()
        return ended

    def _ended(self, clipped: bool) -> Ended:
        return Ended(self._paused or self._utterance(), self._now, clipped)

    def _utterance(self) -> Utterance:
        samples = np.concatenate(self._kept)
        floor = floor_db(frame_energies(samples), self._noise_level)
        return Utterance(*self._edges(), self._kept_from, samples, floor)

    def _edges(self) -> tuple[int, int]:
        energies = frame_energies(np.concatenate(self._kept))
        first, behind = word_frames(energies, self._noise_level)
        return (
            self._kept_from + first * FRAME_SAMPLES,
            self._kept_from + behind * FRAME_SAMPLES,
        )

    @property
    def _noise_level(self) -> float:
        """Mean square of the room without speech, and of what is left of the referee's."""
        noise = float(np.median(self._noise)) if self._noise else 0.0
        left = [level for level in self._own_levels if level]
        return max(noise, float(np.median(left))) if left else noise


def _samples(ms: int) -> int:
    return ms * SAMPLE_RATE // 1000
