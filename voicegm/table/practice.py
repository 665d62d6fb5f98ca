"""Practice: a teacher for those who do not know the calls yet, five-year-olds first of all.

Says a word, listens, praises, tries again gently, and never scolds. A word is asked for once more
at the most twice; then it is said together, an easier one follows, and the hard one comes back
later. At the end there is a little game with friends who take their time, and one more word that
goes well: whoever practises goes away with a success.

As in `referee.py`, the course is a generator that yields once for each block of sound.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial
from itertools import cycle

from voicegm.hearing.listener import Decided, SpeechTooLong
from voicegm.languages.pack import Pack
from voicegm.sound.frames import Playing
from voicegm.table.announcer import Announcer
from voicegm.table.floor import Floor, WordsInPlay
from voicegm.table.practice_memory import Memory
from voicegm.table.practice_plan import Item, Plan
from voicegm.table.transcript import Transcript
from voicegm.table.typed import Typed

LISTEN_MS = 6_000
"""How long a word is waited for: nobody is hurried, and the whole takes no more than minutes."""
MOST_REPEATS = 2
"""How often a word is asked for once more before another way is taken."""
TOGETHER_MS = 1_500
"""Time to join in when a word is said together."""
SLOWLY = 0.7
"""Of the usual rate, for a word that was not right."""
PRAISE = 4
"""There are so many lines of praise, said in turn."""


class Answer(Enum):
    """What came when a word was asked for."""

    RIGHT = "right"
    OTHER = "another word"
    """Or something that was not understood."""
    SILENCE = "nothing"


class Pupil:
    """Somebody who follows the lesson, and may answer. Does nothing by itself."""

    def prompted(self, item: Item, said_ms: int) -> None:
        """A word was asked for; that ended at `said_ms`."""

    def answered(self, item: Item, answer: Answer) -> None:
        """What was made of the answer."""


class Stopped(Exception):
    """Practice ends before its time."""


class Teacher:
    """Teaches the words of one plan."""

    def __init__(
        self,
        plan: Plan,
        *,
        floor: Floor,
        words: WordsInPlay,
        announcer: Announcer,
        pack: Pack,
        transcript: Transcript,
        memory: Memory,
        typed: Callable[[], Sequence[Typed]] = tuple,
    ) -> None:
        self.plan = plan
        self.floor = floor
        self.memory = memory
        self.pupils: list[Pupil] = []
        self.stayed_hard: list[str] = []
        """What has not gone well once, in the end."""
        self._words = words
        self._announcer = announcer
        self._pack = pack
        self._transcript = transcript
        self._typed = typed
        self._praise = cycle(range(1, PRAISE + 1))
        self._heard_once = False
        self._told_of_silence = False

    def go_on_from(self, before: Teacher) -> None:
        """Know what the teacher before the game knew."""
        self.stayed_hard = before.stayed_hard
        self._heard_once = before._heard_once
        self._told_of_silence = before._told_of_silence

    # The course.

    def lesson(self) -> Iterator[None]:
        """The words one by one, then from memory, then once more what was hard."""
        self._announcer.earcon("ready")
        self._say("practice-hello", name=self.plan.player)
        before = self.memory.hard(self.plan.words)
        if before:
            self._say("practice-remembered", words=self._spoken(before))
        hard = []
        for number, item in enumerate(self._easy_first(before)):
            line = "practice-now" if number else "practice-say"
            if not (yield from self._learn(item, partial(self._with, line, item))):
                hard.append(item)
                yield from self._easier(hard)
        yield from self._from_memory(hard)
        yield from self._come_back(hard)

    def tell_of_game(self) -> Iterator[None]:
        """Who plays along in the little game, and the cards of the player who cannot see them."""
        lines = self._announcer.lines
        self._say("practice-game", names=lines.all_of(self.plan.friends))
        if hand := self.plan.hand():
            cards = [lines.card(card.rank, card.suit) for card in hand]
            self._say("practice-hand", name=self.plan.player, cards=", ".join(cards))
        yield from self._until_said()

    def farewell(self, *, played: bool) -> Iterator[None]:
        """One more word that goes well, and a fanfare."""
        if self.stayed_hard:
            self._say("practice-next-time", words=self._spoken(self.stayed_hard))
        best = self._best()
        line = "practice-last" if played else "practice-last-word"
        yield from self._learn(best, partial(self._with, line, best))
        self._announcer.earcon("fanfare")
        self._say("practice-bye", name=self.plan.player)
        yield from self._until_said()

    def _easy_first(self, hard: Sequence[str]) -> list[Item]:
        """Each word once: in order, but what was hard last time behind the rest."""
        items = list({item.key: item for item in reversed(self.plan.items)}.values())[::-1]
        return sorted(items, key=lambda item: item.key in hard)

    def _easier(self, hard: Sequence[Item]) -> Iterator[None]:
        """After a hard word, one that has gone well; else on to the next."""
        going_well = [
            item
            for item in self.plan.items
            if item not in hard and self.memory.words.get(item.key) and self._goes(item)
        ]
        if not going_well:
            return
        self._say("practice-later")
        easiest = self.memory.easiest([item.key for item in going_well])
        easy = next(item for item in going_well if item.key == easiest)
        yield from self._learn(easy, partial(self._with, "practice-easy", easy))

    def _goes(self, item: Item) -> bool:
        return not self.memory.words[item.key].hard

    def _from_memory(self, hard: Sequence[Item]) -> Iterator[None]:
        """When is what called? In order, without the word being said first."""
        asked = [item for item in self.plan.items if item.key not in {one.key for one in hard}]
        if not asked:
            return
        self._say("practice-from-memory")
        for item in asked:
            yield from self._learn(item, partial(self._say, item.cue, **item.values))

    def _come_back(self, hard: Sequence[Item]) -> Iterator[None]:
        for item in hard:
            if (yield from self._learn(item, partial(self._with, "practice-back", item))):
                self._say("practice-got-it")
            else:
                self.stayed_hard.append(item.key)

    def _best(self) -> Item:
        key = self.memory.easiest(self.plan.words)
        return next(item for item in self.plan.items if item.key == key)

    # One word.

    def _learn(self, item: Item, prompt: Callable[[], object]) -> Generator[None, None, bool]:
        """Ask for a word, gently once more or twice, and then say it together; whether it came."""
        answer = yield from self._ask(item, prompt)
        for repeat in range(MOST_REPEATS):
            if answer is Answer.RIGHT:
                break
            self.memory.missed(item.key)
            answer = yield from self._ask(item, self._once_more(item, answer, repeat))
        if answer is Answer.RIGHT:
            self.memory.went_well(item.key)
            self._announcer.earcon("won")
            self._say(f"practice-praise-{next(self._praise)}")
            yield from self._until_said()
            return True
        self.memory.missed(item.key)
        yield from self._together(item)
        return False

    def _once_more(self, item: Item, answer: Answer, repeat: int) -> Callable[[], object]:
        """How a word is asked for once more: after silence nobody has been wrong."""
        if answer is Answer.SILENCE and not self._heard_once and not self._told_of_silence:
            self._told_of_silence = True
            return partial(self._with, "practice-silent", item)
        line = "practice-your-turn" if answer is Answer.SILENCE else "practice-nearly"

        def say() -> None:
            with self._slower():
                self._with("practice-slowly" if repeat else line, item)

        return say

    def _together(self, item: Item) -> Iterator[None]:
        """Nobody is left with a word that did not come: all say it at once."""
        with self._slower():
            self._with("practice-together", item)
        yield from self._until_said()
        yield from self._let_pass(TOGETHER_MS)
        self._announcer.earcon("won")
        self._say("practice-together-done")
        yield from self._until_said()

    def _ask(self, item: Item, prompt: Callable[[], object]) -> Generator[None, None, Answer]:
        """Say something, and listen for the word."""
        prompt()
        yield from self._until_said()
        self._words.change(self.floor.now_ms, self.plan.words)
        for pupil in self.pupils:
            pupil.prompted(item, self.floor.now_ms)
        answer = yield from self._listen(item)
        self._words.change(self.floor.now_ms, ())
        for pupil in self.pupils:
            pupil.answered(item, answer)
        return answer

    def _listen(self, item: Item) -> Generator[None, None, Answer]:
        due_ms = self.floor.now_ms + LISTEN_MS
        spoke = False
        while self.floor.now_ms < due_ms or self.floor.earliest_open_ms is not None:
            yield from self._a_block()
            for typed in self._typed():
                if typed.kind == "stop":
                    raise Stopped
                return Answer.RIGHT  # somebody who listens along says so by key
            for event in self.floor.take_heard():
                if not isinstance(event, Decided):
                    spoke = spoke or isinstance(event, SpeechTooLong)
                    continue
                self._heard_once = True
                self._note(event)
                if any(word.key == item.key for word in event.words):
                    return Answer.RIGHT
                return Answer.OTHER
            if self.floor.now_ms >= due_ms + LISTEN_MS:
                break  # talk that does not end is waited for no longer
        return Answer.OTHER if spoke else Answer.SILENCE

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

    # Speaking, and time.

    def _with(self, line: str, item: Item) -> Playing:
        return self._say(line, word=self._pack[item.key].say[0])

    def _say(self, line: str, **values: str | int) -> Playing:
        return self._announcer.say(line, **values)

    def _spoken(self, keys: Sequence[str]) -> str:
        return self._announcer.lines.all_of([self._pack[key].say[0] for key in keys])

    @contextmanager
    def _slower(self) -> Iterator[None]:
        caller = self._announcer.caller
        usual_wpm = caller.rate_wpm
        caller.rate_wpm = round(usual_wpm * SLOWLY)
        try:
            yield
        finally:
            caller.rate_wpm = usual_wpm

    def _a_block(self) -> Iterator[None]:
        yield
        if self.floor.over:
            raise Stopped

    def _until_said(self) -> Iterator[None]:
        while self.floor.sounding:
            yield from self._a_block()
            self.floor.take_heard()

    def _let_pass(self, ms: int) -> Iterator[None]:
        until_ms = self.floor.now_ms + ms
        while self.floor.now_ms < until_ms:
            yield from self._a_block()
            self.floor.take_heard()
