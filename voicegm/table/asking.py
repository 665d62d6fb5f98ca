"""Asking a question by voice until it is answered, without hurrying anybody.

A question is put, once more in other words if it has to be, and then offered as a choice, where
"yes" is enough. Who says nothing even then is left in peace until somebody says "Game master":
there is no time limit, no dead end, and never more than two repeats before another way is tried.
What is typed answers as well, at any moment.

As in `referee.py`, all that takes time is a generator that yields once for each block of sound.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from voicegm.hearing.listener import Decided, SpeechTooLong
from voicegm.languages.pack import Pack, normal
from voicegm.sound.frames import Playing
from voicegm.table.announcer import Announcer
from voicegm.table.floor import Floor, WordsInPlay
from voicegm.table.transcript import Transcript
from voicegm.table.typed import Typed

SILENCE_MS = 8_000
"""A question left unanswered for this long is asked once more in other words (evening.md)."""
CHOICE_MS = 3_000
"""Time for a "yes" to each of the things offered."""
OTHERS_MS = 400
"""Several who answer at once do so within this time: it is waited for before one is believed."""
SURE = 0.6
"""An answer as sure as this is taken; a less sure one is asked back ("Animals: is that right?")."""
_DOUBTFUL = 0.5
"""As sure is, at the most, what may have been said."""
WAKE = "game-master"
"""What is said by somebody who is ready."""
BACK = "no"
"""Takes the answer before back, where a question is not itself one of yes and no."""


class Stopped(Exception):
    """Asking ends: somebody typed "stop", or the recording is over."""


class Came(Enum):
    """What came in place of an answer."""

    SILENCE = "nothing"
    UNCLEAR = "something that was not understood"
    SEVERAL = "several answers at once"
    TALK = "talk"


REMARKS = {Came.UNCLEAR: "ask-unclear", Came.SEVERAL: "ask-several", Came.TALK: "ask-talk"}
"""What is said before asking once more; after silence nothing is."""


@dataclass(frozen=True)
class Answer:
    """Something that was said (or typed) when it was asked for."""

    key: str | None
    """A phrase in play; None where it was none of these, as a name is."""
    utterance: Decided | None = None
    """How it was said; None when it was typed."""
    text: str = ""
    """What was typed, where it was no phrase."""
    sure: float = 1.0


@dataclass(frozen=True)
class Question:
    """A question with a few answers."""

    line: str
    """Key of its line; that of its other words is the same with `-again`."""
    answers: tuple[str, ...]
    """Phrase keys."""
    values: Mapping[str, str] = field(default_factory=dict)
    """For both lines."""
    again: str = ""
    """Key of the line with its other words, where it is not that one."""
    offer: tuple[str, ...] = ()
    """What is offered one by one in the end; empty: all the answers."""
    otherwise: str | None = None
    """The answer that is assumed in the end in place of a choice, where there is a usual one."""
    back: bool = True
    """Whether "no" goes back to the question before."""


class Respondent:
    """Somebody who hears what is asked, and may answer. Does nothing by itself."""

    def asked(self, line: str, values: Mapping[str, str], said_ms: int) -> None:
        """A line was said that wants an answer; it ended at `said_ms`."""


class Asker:
    """Asks, listens, and understands what is said or typed."""

    def __init__(
        self,
        *,
        floor: Floor,
        words: WordsInPlay,
        announcer: Announcer,
        pack: Pack,
        transcript: Transcript,
        typed: Callable[[], Sequence[Typed]] = tuple,
        unheard: frozenset[str] = frozenset(),
        rejects: bool = True,
    ) -> None:
        self.floor = floor
        self.pack = pack
        self.announcer = announcer
        self.respondents: list[Respondent] = []
        self.unheard = unheard
        """Phrase keys that the recogniser cannot listen for."""
        self.rejects = rejects
        """Whether other words are told from the phrases in play, and not taken for one of them."""
        self._prints_heard = True
        self._words = words
        self._transcript = transcript
        self._typed = typed
        self._lines: deque[Typed] = deque()

    # A question with a few answers.

    def ask(self, question: Question) -> Generator[None, None, str]:
        """The answer to a question: one of its answers, or BACK."""
        while True:
            for line in (question.line, question.again or f"{question.line}-again"):
                answer = yield from self.put(line, self._in_play(question), question.values)
                if isinstance(answer, Answer) and answer.key:
                    return answer.key
            if question.otherwise is not None:
                self.say("set-up-as-usual")
                return question.otherwise
            chosen = yield from self.choose(question.offer or question.answers)
            if chosen is None:
                chosen = yield from self.wait_until_ready(self._in_play(question))
            if chosen is not None:
                return chosen

    def _in_play(self, question: Question) -> tuple[str, ...]:
        back = (BACK,) if question.back and BACK not in question.answers else ()
        return question.answers + back

    def put(
        self, line: str, keys: Sequence[str], values: Mapping[str, str]
    ) -> Generator[None, None, Answer | Came]:
        """Ask once, and say what is helpful when no answer comes. A doubtful one is asked back."""
        came = yield from self.asked(line, keys, values)
        if isinstance(came, Answer) and came.key and came.sure < SURE:
            came = yield from self._confirmed(came)
        if isinstance(came, Answer) and came.key is None:
            came = Came.UNCLEAR
        if isinstance(came, Came) and came in REMARKS:
            self.say(REMARKS[came])
        return came

    def _confirmed(self, answer: Answer) -> Generator[None, None, Answer | Came]:
        """Ask back whether it was this."""
        assert answer.key is not None
        if answer.key in ("yes", "no"):
            return Came.UNCLEAR
        said = yield from self.asked(
            "ask-confirm", ("yes", "no"), {"word": self.spoken(answer.key)}
        )
        return answer if isinstance(said, Answer) and said.key == "yes" else Came.UNCLEAR

    def choose(self, offer: Sequence[str]) -> Generator[None, None, str | None]:
        """Name one thing after another until somebody says "yes"; None when nobody did. Nothing
        but "yes" and "no" is listened for, which are heard best of all."""
        self.say("ask-choice")
        for key in offer:
            for _ in range(2):
                said = yield from self.asked(
                    "ask-one", ("yes", "no"), {"word": self.spoken(key)}, patience_ms=CHOICE_MS
                )
                if isinstance(said, Answer) and said.key == "yes":
                    return key
                if said is Came.SILENCE or (isinstance(said, Answer) and said.key == "no"):
                    break  # whatever else was said may have been a yes: named once more
        return None

    def wait_until_ready(self, keys: Sequence[str]) -> Generator[None, None, str | None]:
        """Leave them in peace until somebody says "Game master" (gives None), or answers."""
        in_play = tuple(dict.fromkeys((*keys, WAKE)))
        said = yield from self.asked("ask-ready", in_play, patience_ms=None)
        while not (isinstance(said, Answer) and said.key and said.sure >= SURE):
            said = yield from self._listened(in_play, None)
        return None if said.key == WAKE else said.key

    # Saying something, and listening.

    def asked(
        self,
        line: str,
        keys: Sequence[str],
        values: Mapping[str, str] | None = None,
        *,
        patience_ms: int | None = SILENCE_MS,
        free: bool = False,
    ) -> Generator[None, None, Answer | Came]:
        """Say a line, and listen for one of these phrases; `patience_ms` is how long silence is
        waited out, None for ever. A name may be answered as well: an `Answer` without a key is
        something that was said and is none of the phrases. With `free` that is expected, and what
        sounds like one of the phrases is not printed as heard."""
        values = values or {}
        self._prints_heard = not free
        self.say(line, **values)
        yield from self.until_said()
        for respondent in self.respondents:
            respondent.asked(line, values, self.floor.now_ms)
        return (yield from self._listened(keys, patience_ms))

    def _listened(
        self, keys: Sequence[str], patience_ms: int | None
    ) -> Generator[None, None, Answer | Came]:
        heard_by = tuple(key for key in keys if key not in self.unheard)
        self._words.change(self.floor.now_ms, heard_by)
        came = yield from self._first_of(keys, patience_ms)
        self._words.change(self.floor.now_ms, ())
        return came

    def _first_of(
        self, keys: Sequence[str], patience_ms: int | None
    ) -> Generator[None, None, Answer | Came]:
        """What comes first; what others say at the same time is waited for."""
        began_ms, said, talked = self.floor.now_ms, list[Decided](), False
        until_ms = None if patience_ms is None else began_ms + patience_ms
        while True:
            yield from self.a_block()
            self._lines.extend(self._typed())
            while self._lines:  # one answers this question, and those behind it the next ones
                if answer := self._understood(self._lines.popleft(), keys):
                    return answer
            for event in self.floor.take_heard():
                if isinstance(event, Decided) and event.end_ms >= began_ms:
                    said.append(event)
                talked = talked or isinstance(event, SpeechTooLong)
            now_ms = self.floor.now_ms
            if self.floor.earliest_open_ms is not None and not self._too_long(until_ms):
                continue
            if said and now_ms >= said[0].end_ms + OTHERS_MS:
                return self._made_out(said)
            if talked and not said:
                return Came.TALK
            if until_ms is not None and now_ms >= until_ms and not said:
                return Came.SILENCE

    def _too_long(self, until_ms: int | None) -> bool:
        """Speech that does not end is waited for no longer than the silence would have been."""
        return until_ms is not None and self.floor.now_ms >= until_ms + SILENCE_MS

    def _made_out(self, said: Sequence[Decided]) -> Answer | Came:
        """What was said, if one thing was: where several spoke, all of them the same."""
        understood = [one for one in said if one.understood and one.words and not one.clipped]
        keys = {word.key for one in understood for word in one.words}
        for one in understood if self._prints_heard else ():
            self._note(one)
        if len(keys) > 1 and len({one.channel for one in understood}) > 1:
            return Came.SEVERAL
        if len(keys) > 1:  # on one microphone it may as well have been one word, heard as two
            first = understood[0]
            return Answer(first.words[0].key, first, sure=_DOUBTFUL)
        if keys:
            best = max(understood, key=lambda one: one.words[0].confidence)
            sure = min(best.words[0].confidence, _DOUBTFUL if best.doubtful else 1.0)
            return Answer(keys.pop(), best, sure=sure)
        if len({one.channel for one in said}) > 1:
            return Came.SEVERAL
        for one in said:
            if one.perhaps and not one.clipped:
                likeliest = one.perhaps[0]
                return Answer(likeliest.key, one, sure=min(likeliest.confidence, _DOUBTFUL))
        return Answer(None, max(said, key=lambda one: one.end_ms - one.onset_ms))

    def _understood(self, typed: Typed, keys: Sequence[str]) -> Answer | None:
        """A typed line as an answer: a phrase in play, or a text."""
        if typed.kind == "stop":
            raise Stopped
        text = normal(typed.says)
        for key in keys:
            if text == key.replace("-", " ") or text in (key, *self.pack[key].say):
                return Answer(key)
        # "4" was understood as a card, and is a number of players here.
        for key in keys:
            if typed.kind == "call" and set(self.pack[key].say) & set(self.pack[typed.says].say):
                return Answer(key)
        return Answer(None, text=typed.says.strip()) if typed.kind == "unknown" else None

    def _note(self, utterance: Decided) -> None:
        for word in utterance.words:
            self._transcript.heard(
                {
                    "word": word.key,
                    "start_ms": word.start_ms,
                    "end_ms": word.end_ms,
                    "decided_ms": utterance.decided_ms,
                    "channel": utterance.channel,
                    "confidence": round(word.confidence, 2),
                }
            )

    def say(self, line: str, **values: str) -> Playing:
        """Say a line and print it."""
        return self.announcer.say(line, **values)

    def spoken(self, key: str) -> str:
        """A phrase as it begins a sentence."""
        text = self.pack[key].say[0]
        return text[:1].upper() + text[1:]

    def until_said(self) -> Iterator[None]:
        """Wait until all has been said."""
        while self.floor.sounding:
            yield from self.a_block()
            self.floor.take_heard()

    def a_block(self) -> Iterator[None]:
        """Let one block of sound go by."""
        yield
        if self.floor.over:
            raise Stopped
