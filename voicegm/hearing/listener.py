"""From blocks of sound to calls: what was said on which microphone, and when.

    listener = Listener(1, worker, Grammars(pack, worker.decoys), lambda onset_ms: in_play)
    for block in blocks:
        for event in listener.feed(block):
            ...

It holds no clock: with a fixed `budget_ms` the same samples give the same events.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Protocol

from voicegm.hearing.edges import FRAME_SAMPLES, frame_energies, word_frames
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.hearing.utterances import Began, Cut, Ended, TooLong, Utterances
from voicegm.sound.frames import Block, Samples, to_ms


class Recognises(Protocol):
    """What a listener needs of a `Worker`."""

    hang_ms: int

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition | None:
        """Decode one utterance; None when the engine failed over it."""
        ...


@dataclass(frozen=True)
class SpeechBegan:
    """Somebody began to speak; one of the other two follows for the same `utterance`."""

    channel: int
    utterance: int
    """Counts up from 0 over all channels."""
    onset_ms: int
    """As far as it is known by now; `Decided` has the exact one."""
    known_ms: int
    """When it was known."""
    running_on: bool
    """Speech was already running when the referee's own sound ended: its start was not heard."""


@dataclass(frozen=True)
class SpeechTooLong:
    """The utterance is longer than a call can be: it is talk, and nothing more is said of it."""

    channel: int
    utterance: int
    onset_ms: int
    at_ms: int


@dataclass(frozen=True)
class HeardWord:
    """A phrase in play that was heard."""

    key: str
    start_ms: int
    """Its first 10 ms frame within 30 dB of its peak."""
    end_ms: int
    """Behind its last such frame."""
    confidence: float
    """0 to 1."""


@dataclass(frozen=True)
class Decided:
    """An utterance is over and decoded. Times are on the table's clock."""

    channel: int
    utterance: int
    onset_ms: int
    end_ms: int
    closed_ms: int
    """Position of the last sample that the decision needed."""
    decided_ms: int
    """The same, plus the time that processing took."""
    words: tuple[HeardWord, ...]
    """Phrases in play, in order: mostly one; two when two calls ran into one another."""
    understood: bool
    """False: it may well have been a call, but it is not known which; ask. True without words:
    it was something else, and no call."""
    doubtful: bool
    """The sound is clearly longer than the one word recognised in it: somebody else may have
    called first."""
    clipped: bool
    """The referee's own sound covered its start or its end, so it was not decoded."""


Event = SpeechBegan | SpeechTooLong | Decided


class Listener:
    """Hears calls on all microphones.

    `in_play` tells for an onset (ms) what counted then. `budget_ms` is the processing time that
    `decided_ms` assumes; None: the time that it really took.
    """

    def __init__(
        self,
        channels: int,
        worker: Recognises,
        grammars: Grammars,
        in_play: Callable[[int], InPlay],
        budget_ms: int | None = None,
    ) -> None:
        self._worker = worker
        self._grammars = grammars
        self._in_play = in_play
        self._budget_ms = budget_ms
        self._channels = [Utterances(worker.hang_ms) for _ in range(channels)]
        self._numbers = count()
        self._open = [0] * channels
        self.deaf = False
        """Set while the referee itself is to be heard (with the room's tail): nothing that begins
        then is heard, what is open then is closed as clipped."""

    def feed(self, block: Block) -> list[Event]:
        """Take the next block and tell what it showed, in the order of the channels."""
        return [
            self._event(channel, cut)
            for channel, utterances in enumerate(self._channels)
            for cut in utterances.feed(block.samples[channel], block.start, self.deaf)
        ]

    def finish(self) -> list[Event]:
        """The recording is over: decide what is still open."""
        return [
            self._event(channel, cut)
            for channel, utterances in enumerate(self._channels)
            for cut in utterances.finish()
        ]

    def _event(self, channel: int, cut: Cut) -> Event:
        if isinstance(cut, Began):
            self._open[channel] = next(self._numbers)
        utterance = self._open[channel]
        if isinstance(cut, Began):
            return SpeechBegan(
                channel, utterance, to_ms(cut.onset), to_ms(cut.known), cut.running_on
            )
        if isinstance(cut, TooLong):
            return SpeechTooLong(channel, utterance, to_ms(cut.onset), to_ms(cut.at))
        return self._decide(channel, utterance, cut)

    def _decide(self, channel: int, utterance: int, ended: Ended) -> Decided:
        began_s = time.perf_counter()
        recognition = None
        if not ended.clipped:
            grammar = self._grammars.of(self._in_play(to_ms(ended.onset)))
            recognition = self._worker.recognise(ended.samples, grammar)
        words = _heard_words(recognition.words, ended) if recognition else ()
        took_ms = self._budget_ms
        if took_ms is None:
            took_ms = round((time.perf_counter() - began_s) * 1000)
        closed_ms = to_ms(ended.closed)
        return Decided(
            channel,
            utterance,
            to_ms(ended.onset),
            to_ms(ended.end),
            closed_ms,
            closed_ms + took_ms,
            words,
            understood=recognition is not None and bool(recognition.words),
            doubtful=recognition is not None and recognition.doubtful,
            clipped=ended.clipped,
        )


def _heard_words(words: tuple[Word, ...], ended: Ended) -> tuple[HeardWord, ...]:
    """The words in play with their own edges, on the table's clock."""
    bounds = _bounds(words, ended)
    return tuple(
        HeardWord(word.key, *_edges(ended, *bounds[place]), word.confidence)
        for place, word in enumerate(words)
        if word.key is not None
    )


def _bounds(words: tuple[Word, ...], ended: Ended) -> list[tuple[int, int]]:
    """Which part of the utterance, in samples from its start, each word has to itself."""
    first, last = ended.onset - ended.start, ended.end - ended.start
    borders = [
        _quietest(ended.samples, before.end_ms, after.start_ms) for before, after in pairwise(words)
    ]
    return list(zip([first, *borders], [*borders, last], strict=True))


def _quietest(samples: Samples, *around_ms: int) -> int:
    """The quietest 10 ms frame near a border between words that the engine gave."""
    low = max(0, min(around_ms) // 10 - 5)
    energies = frame_energies(samples)[low : max(around_ms) // 10 + 6]
    return (low + int(energies.argmin())) * FRAME_SAMPLES if len(energies) else 0


def _edges(ended: Ended, low: int, high: int) -> tuple[int, int]:
    first, behind = word_frames(frame_energies(ended.samples[low:high]))
    start = ended.start + low
    return to_ms(start + first * FRAME_SAMPLES), to_ms(start + behind * FRAME_SAMPLES)
