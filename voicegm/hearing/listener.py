"""From blocks of sound to calls: what was said on which microphone, and when.

    listener = Listener(1, worker, Grammars(pack, worker.decoys), lambda onset_ms: in_play)
    for block in blocks:
        for event in listener.feed(block):
            ...

It holds no clock: with a fixed `budget_ms` the same samples give the same events.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import Protocol

from voicegm.hearing.crosstalk import Crosstalk
from voicegm.hearing.edges import FRAME_SAMPLES, frame_energies, word_frames
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.hearing.separation import Separation
from voicegm.hearing.utterances import (
    LONGER_MS,
    Began,
    Cut,
    Ended,
    Endless,
    Lasts,
    Paused,
    Sentence,
    TooLong,
    Utterance,
    Utterances,
)
from voicegm.hearing.voices import Voiceprint, voiceprint
from voicegm.languages.onsets import Onsets
from voicegm.languages.pack import WAKE
from voicegm.sound.frames import SAMPLE_RATE, Block, Samples, to_ms

_REST_SAMPLES = LONGER_MS * SAMPLE_RATE // 1000
CLEAR_COMMAND = 0.9
"""A command of which the ear is as sure as this is not waited for to go on; should it do so all the
same, within LONGER_MS, that is the rest of it."""
SHORTEST_WAKE_MS = 400
"""Nobody says the wake phrase faster: what is shorter need not be held against it."""


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
    """The utterance is longer than a call can be: it is talk. Nothing more is said of it, unless it
    turns out to be a command (`Commanded`)."""

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
    """When the decision was there: the same, or later by as much as decoding, which begins in the
    pause before it, took longer."""
    words: tuple[HeardWord, ...]
    """Phrases in play, in order: mostly one; two when two calls ran into one another."""
    understood: bool
    """False: it may well have been a call, but it is not known which; ask. True without words:
    it was something else, and no call."""
    doubtful: bool
    """The sound is clearly longer than the one word recognised in it: somebody else may have
    called first."""
    clipped: bool
    """The referee's own sound covered its start or its end, so it was not decoded. On a player's
    own microphone `onset_ms` is still where it began, as far as levels tell that."""
    perhaps: tuple[HeardWord, ...] = ()
    """Where it was not understood: the phrases in play that it may have been, as far as that is
    known, the likeliest first."""
    enough: float = 1.0
    """A confidence from which on one of them is enough where the speaker is known, was to be
    expected to say it, and can only win by it."""
    voice: Voiceprint | None = None
    """What tells whose voice it was; None where voices are not told apart (`tells_voices`), two
    words were heard, or there is too little of it."""
    command: bool = False
    """It was a command or the wake phrase, and nothing else: `Commanded` follows."""


@dataclass(frozen=True)
class Commanded:
    """The wake phrase was said, or a command, or both. Where it was short enough for a call, it
    follows the `Decided` of the same utterance, which then holds no word."""

    channel: int
    utterance: int
    onset_ms: int
    end_ms: int
    decided_ms: int
    """When this was known."""
    key: str | None
    """The command; None where only the wake phrase was made out."""
    woken: bool
    """The wake phrase was part of it."""
    confidence: float
    voice: Voiceprint | None = None
    """As in `Decided`."""


@dataclass(frozen=True)
class Addressed:
    """Somebody who may still be speaking has begun with the wake phrase: told once for an
    utterance, as soon as it is known. `Decided` or `SpeechTooLong` follows, and mostly
    `Commanded`."""

    channel: int
    utterance: int
    onset_ms: int
    known_ms: int
    """When this was known."""


Event = SpeechBegan | SpeechTooLong | Decided | Commanded | Addressed


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
        self._tried: dict[int, _Decoded] = {}
        self._closed: dict[int, _Decoded] = {}
        self._talks: set[int] = set()
        """Channels on which there is talk."""
        self._awaited: dict[int, int] = {}
        """Onsets (ms) of talk that began with the wake phrase, by channel."""
        self._addressed: set[int] = set()
        """Channels on which the wake phrase has been heard in what is open."""
        self._commanded_up_to: dict[int, int] = {}
        """Samples up to which a command and what may be the rest of it reach, by channel."""
        self._separation = Separation(channels)
        self._crosstalk = Crosstalk(channels)
        self.deaf = False
        """Set while the referee itself is to be heard (with the room's tail): nothing that begins
        then is heard, what is open then is closed as clipped."""
        self.over_voice = False
        """Set while the referee is to be heard and listens all the same: it looks for the wake
        phrase before an utterance is over, to break off."""
        self.tells_voices = False
        """Set where players' voices are told apart: decisions then carry a voiceprint."""

    def allow_longer(self, talk_ms: int) -> None:
        """Where more than calls is said, take speech for talk only from this length on."""
        for utterances in self._channels:
            utterances.talk_ms = talk_ms

    def feed(self, block: Block) -> list[Event]:
        """Take the next block and tell what it showed, in the order of the channels."""
        apart = self._separation.feed(block)
        self._crosstalk.feed(block, apart, self.deaf)
        return [
            event
            for channel, utterances in enumerate(self._channels)
            for cut in utterances.feed(
                apart.own.samples[channel],
                apart.own.start,
                self.deaf,
                own=bool(block.own) and block.own[channel],
            )
            for event in self._events(channel, cut)
        ]

    def finish(self) -> list[Event]:
        """The recording is over: decide what is still open."""
        return [
            event
            for channel, utterances in enumerate(self._channels)
            for cut in utterances.finish()
            for event in self._events(channel, cut)
        ]

    def _known_ms(self, position: int) -> int:
        """When it was known what there is up to a position: own voices come a little later."""
        return to_ms(position + self._separation.delay_samples)

    def _events(self, channel: int, cut: Cut) -> list[Event]:
        if isinstance(cut, Began):
            self._open[channel] = next(self._numbers)
            self._talks.discard(channel)
            self._addressed.discard(channel)
        number = self._open[channel]
        if isinstance(cut, Began):
            return [
                SpeechBegan(
                    channel, number, to_ms(cut.onset), self._known_ms(cut.known), cut.running_on
                )
            ]
        if isinstance(cut, (TooLong, Sentence, Endless)):
            return self._of_talk(channel, cut)
        if isinstance(cut, Lasts):
            return self._look_for_wake(channel, cut.utterance, cut.at) if self.over_voice else []
        if isinstance(cut, Paused):
            return self._try(channel, cut)
        decided = self._decided(channel, number, cut)
        decoded = self._closed.pop(channel, None)
        return [decided, *(self._commanded(channel, number, decoded) if decoded else [])]

    def _try(self, channel: int, cut: Paused) -> list[Event]:
        """Decode what may be over; where more of it is likely to come, wait longer for that."""
        if channel in self._talks:
            if channel not in self._awaited:
                return []
            tried = self._sentence(channel, cut.utterance, cut.at)
        else:
            tried = self._decode(channel, cut.utterance, cut.at)
        self._tried[channel] = tried
        goes_on = len(self._channels) > 1 and self._may_go_on(tried)
        if goes_on or self._may_be_commanding(tried):
            self._channels[channel].wait_longer()
        return self._tell_addressed(channel, tried.utterance, tried.command, tried.ready_ms)

    def _of_talk(self, channel: int, cut: TooLong | Sentence | Endless) -> list[Event]:
        """What is longer than a call may be a command, and is waited for if it begins like one."""
        number = self._open[channel]
        if isinstance(cut, TooLong):
            onset_ms = to_ms(cut.onset)
            self._talks.add(channel)
            addressed = self._look_for_wake(channel, cut.utterance, cut.at)
            if channel in self._addressed:
                self._awaited[channel] = onset_ms
                return addressed
            return [SpeechTooLong(channel, number, onset_ms, self._known_ms(cut.at))]
        if isinstance(cut, Endless):
            return self._no_longer_awaited(channel, cut.at)
        over = self._no_longer_awaited(channel, cut.closed)
        decoded = self._tried.pop(channel, None)
        if decoded is None or decoded.utterance is not cut.utterance:
            decoded = self._sentence(channel, cut.utterance, cut.closed)
        ready_ms = max(self._known_ms(cut.closed), decoded.ready_ms)
        return over + self._commanded(channel, number, replace(decoded, ready_ms=ready_ms))

    def _look_for_wake(self, channel: int, utterance: Utterance, at: int) -> list[Event]:
        """Whether what is open begins with the wake phrase: then it is waited for, as a call would
        be."""
        began_s = time.perf_counter()
        command = self._command(channel, utterance, self._in_play(to_ms(utterance.onset)))
        ready_ms = self._known_ms(at) + self._took_ms(began_s)
        return self._tell_addressed(channel, utterance, command, ready_ms)

    def _tell_addressed(
        self, channel: int, utterance: Utterance, command: Recognition | None, known_ms: int
    ) -> list[Event]:
        woken = command is not None and any(word.key == WAKE for word in command.words)
        if not woken or channel in self._addressed:
            return []
        self._addressed.add(channel)
        return [Addressed(channel, self._open[channel], to_ms(utterance.onset), known_ms)]

    def _no_longer_awaited(self, channel: int, at: int) -> list[Event]:
        if channel not in self._awaited:
            return []
        onset_ms = self._awaited.pop(channel)
        return [SpeechTooLong(channel, self._open[channel], onset_ms, self._known_ms(at))]

    def _sentence(self, channel: int, utterance: Utterance, at: int) -> _Decoded:
        """Talk, held against the commands; `at` is the sample that has been heard by now."""
        began_s = time.perf_counter()
        command = None
        if not self._crosstalk.belongs_elsewhere(channel, utterance.onset, utterance.end):
            in_play = self._in_play(to_ms(utterance.onset))
            command = self._command(channel, utterance, in_play)
        ready_ms = self._known_ms(at) + self._took_ms(began_s)
        return _Decoded(utterance, None, ready_ms, _voice(utterance, None), command)

    def _command(self, channel: int, utterance: Utterance, in_play: InPlay) -> Recognition | None:
        """The wake phrase, a command, or both, if that is what an utterance is."""
        grammar = self._grammars.commands(in_play)
        long_enough = to_ms(utterance.end - utterance.onset) >= SHORTEST_WAKE_MS
        if grammar is None or not (in_play.woken or long_enough):
            return None
        spoken = self._crosstalk.fuller(channel, utterance)
        recognition = self._worker.recognise(spoken.samples, grammar)
        heard = recognition is not None and any(word.key for word in recognition.words)
        return recognition if heard else None

    def _commanded(self, channel: int, number: int, decoded: _Decoded) -> list[Event]:
        if decoded.command is None:
            return []
        words = [word for word in decoded.command.words if word.key is not None]
        key = next((word.key for word in words if word.key != WAKE), None)
        if key is not None:
            self._commanded_up_to[channel] = decoded.utterance.end + _REST_SAMPLES
        return [
            Commanded(
                channel,
                number,
                to_ms(decoded.utterance.onset),
                to_ms(decoded.utterance.end),
                decoded.ready_ms,
                key,
                woken=any(word.key == WAKE for word in words),
                confidence=min(word.confidence for word in words),
                voice=decoded.voice if self.tells_voices else None,
            )
        ]

    def _took_ms(self, began_s: float) -> int:
        if self._budget_ms is not None:
            return self._budget_ms
        return math.ceil((time.perf_counter() - began_s) * 1000)

    def _may_be_commanding(self, tried: _Decoded) -> bool:
        """Whether somebody has said the wake phrase, or said it before and says what is no clear
        call, and no clear command: the rest of one that falls in two ("my top … card") is not to
        stand alone."""
        if tried.command is not None:
            words = tried.command.words
            clear = min(word.confidence for word in words) >= CLEAR_COMMAND
            return not clear or all(word.key == WAKE for word in words)
        recognition = tried.recognition
        call = recognition is not None and any(word.key for word in recognition.words)
        return not call and self._in_play(to_ms(tried.utterance.onset)).woken

    def _may_go_on(self, tried: _Decoded) -> bool:
        """Whether the word that was heard begins another phrase in play, as "snap" "snap pot"."""
        keys = {word.key for word in tried.recognition.words} if tried.recognition else set()
        in_play = self._in_play(to_ms(tried.utterance.onset))
        phrases = self._grammars.of(in_play).words if keys - {None} else ()
        begun = tuple(f"{form} " for phrase in phrases if phrase.key in keys for form in phrase.say)
        return any(form.startswith(begun) for phrase in phrases for form in phrase.say)

    def _decode(self, channel: int, utterance: Utterance, at: int) -> _Decoded:
        """Recognise an utterance; `at` is the sample that has been heard by now."""
        began_s = time.perf_counter()
        in_play = self._in_play(to_ms(utterance.onset))
        known_ms = self._known_ms(at)
        rest = utterance.onset < self._commanded_up_to.get(channel, 0)
        if rest or self._crosstalk.belongs_elsewhere(channel, utterance.onset, utterance.end):
            return _Decoded(utterance, _SOMETHING_ELSE, known_ms)
        if command := self._command(channel, utterance, in_play):
            ready_ms = known_ms + self._took_ms(began_s)
            return _Decoded(utterance, _SOMETHING_ELSE, ready_ms, _voice(utterance, None), command)
        if not in_play.counting:
            return _Decoded(utterance, _SOMETHING_ELSE, known_ms)
        spoken = self._crosstalk.fuller(channel, utterance)
        recognition = self._worker.recognise(spoken.samples, self._grammars.of(in_play))
        voice = _voice(utterance, recognition) if self.tells_voices else None
        return _Decoded(utterance, recognition, known_ms + self._took_ms(began_s), voice)

    def _decided(self, channel: int, number: int, ended: Ended) -> Decided:
        utterance = ended.utterance
        closed_ms = self._known_ms(ended.closed)
        decoded = self._tried.pop(channel, None)
        if ended.clipped:
            decoded = _Decoded(utterance, None, closed_ms)
        elif decoded is None or decoded.utterance is not utterance:
            decoded = self._decode(channel, utterance, ended.closed)
        if decoded.command is not None:
            ready_ms = max(closed_ms, decoded.ready_ms)
            self._closed[channel] = replace(decoded, ready_ms=ready_ms)
        recognition = decoded.recognition or Recognition(())
        onset = utterance.onset
        if ended.clipped:
            onset = self._crosstalk.speaks_since(channel, onset)
        return Decided(
            channel,
            number,
            to_ms(onset),
            to_ms(utterance.end),
            closed_ms,
            max(closed_ms, decoded.ready_ms),
            _heard_words(
                recognition.words,
                self._crosstalk.begun(channel, utterance),
                self._grammars.onsets,
            ),
            understood=bool(recognition.words) and not recognition.unclear,
            doubtful=recognition.doubtful,
            clipped=ended.clipped,
            perhaps=_perhaps(recognition, utterance),
            enough=recognition.enough,
            voice=decoded.voice,
            command=decoded.command is not None,
        )


@dataclass(frozen=True)
class _Decoded:
    """A recognition, made while it was not yet certain that the utterance was over."""

    utterance: Utterance
    recognition: Recognition | None
    ready_ms: int
    voice: Voiceprint | None = None
    command: Recognition | None = None


_SOMETHING_ELSE = Recognition((Word(None, 0, 0, 0.0),))
"""What is no call, without a look at what it was."""


def _voice(utterance: Utterance, recognition: Recognition | None) -> Voiceprint | None:
    """The voice of an utterance that one person may have said."""
    if recognition is not None and len(recognition.words) > 1:
        return None
    return voiceprint(
        utterance.samples, utterance.onset - utterance.start, utterance.end - utterance.start
    )


def _perhaps(recognition: Recognition, utterance: Utterance) -> tuple[HeardWord, ...]:
    """What was not made out for certain: all of the utterance."""
    span_ms = to_ms(utterance.onset), to_ms(utterance.end)
    return tuple(
        HeardWord(word.key, *span_ms, word.confidence)
        for word in recognition.perhaps
        if word.key is not None
    )


def _heard_words(
    words: tuple[Word, ...], utterance: Utterance, onsets: Onsets
) -> tuple[HeardWord, ...]:
    """The words in play with their own edges, on the table's clock. Where two lie over one another
    no edge but the first is anybody's own: the engine has told how far apart they are."""
    if any(before.end_ms > after.start_ms for before, after in pairwise(words)):
        shift_ms = to_ms(utterance.onset) - words[0].start_ms
        return tuple(
            HeardWord(word.key, word.start_ms + shift_ms, word.end_ms + shift_ms, word.confidence)
            for word in words
            if word.key is not None
        )
    bounds = _bounds(words, utterance)
    heard = []
    for place, word in enumerate(words):
        if word.key is not None:
            start_ms, end_ms = _edges(utterance, *bounds[place])
            # How far a second word was heard is not known: it begins where the first one ends.
            late_ms = 0 if place else _late_ms(word.key, utterance, onsets)
            heard.append(HeardWord(word.key, start_ms - late_ms, end_ms, word.confidence))
    return tuple(heard)


def _late_ms(key: str, utterance: Utterance, onsets: Onsets) -> int:
    return onsets.bias_ms(key, utterance.floor_db, behind_voice=utterance.behind_voice)


def _bounds(words: tuple[Word, ...], utterance: Utterance) -> list[tuple[int, int]]:
    """Which part of the utterance, in samples from its start, each word has to itself."""
    first, last = utterance.onset - utterance.start, utterance.end - utterance.start
    borders = [
        _quietest(utterance.samples, before.end_ms, after.start_ms)
        for before, after in pairwise(words)
    ]
    return list(zip([first, *borders], [*borders, last], strict=True))


def _quietest(samples: Samples, *around_ms: int) -> int:
    """The quietest 10 ms frame near a border between words that the engine gave."""
    low = max(0, min(around_ms) // 10 - 5)
    energies = frame_energies(samples)[low : max(around_ms) // 10 + 6]
    return (low + int(energies.argmin())) * FRAME_SAMPLES if len(energies) else 0


def _edges(utterance: Utterance, low: int, high: int) -> tuple[int, int]:
    first, behind = word_frames(frame_energies(utterance.samples[low:high]))
    start = utterance.start + low
    return to_ms(start + first * FRAME_SAMPLES), to_ms(start + behind * FRAME_SAMPLES)
