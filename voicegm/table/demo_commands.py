"""Simulated people who give commands now and then, and whether each was answered."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from voicegm.games.game import Cue, Event, Game
from voicegm.languages.pack import WAKE, Pack
from voicegm.people.crowd import Line, Part, Person
from voicegm.table.referee import Watcher
from voicegm.table.truth import Said

if TYPE_CHECKING:
    from voicegm.table.demo import Outcome

GIVEN = (
    "pause",
    "repeat",
    "score",
    "slower",
    "whose-top",
    "how-many-left",
    "louder",
    "whose-turn",
    "what-happened",
    "faster",
    "who-is-who",
    "quieter",
    "help",
)
"""What is asked for, in turn: nothing that would change who wins."""
AFTER_MS = (400, 1_400)
"""From a cue to a command."""
EVERY_CARDS = 4
"""After so many cards somebody gives a command, unless told otherwise."""
PAUSE_MS = (1_500, 3_000)
"""How long a paused game is left alone."""
ANSWERED_WITHIN_MS = 2_500
"""A command that has not been taken up by then was missed."""


@dataclass
class CommandCounts:
    """How commands were heard."""

    said: int = 0
    right: int = 0
    wrong: int = 0
    """Another command was answered."""
    unasked: int = 0
    """Answered though nobody had said any."""
    delays_ms: list[int] = field(default_factory=list)
    """From the true end of a command until it was taken up."""

    def to_json(self) -> dict[str, int | None]:
        """Counts, and the 95th percentile of the delays."""
        return {
            "said": self.said,
            "right": self.right,
            "wrong": self.wrong,
            "unasked": self.unasked,
            "delay_p95_ms": self.slow_ms,
        }

    def in_words(self) -> str:
        """One line for people."""
        return (
            f"Commands: {self.right} of {self.said} right, {self.wrong} wrong, {self.unasked} "
            f"answered though nobody had given any; 95 % within {self.slow_ms} ms."
        )

    @property
    def slow_ms(self) -> int | None:
        """The 95th percentile of the delays; None without any."""
        ordered = sorted(self.delays_ms)
        return ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)] if ordered else None


class Commanding(Watcher):
    """Has one of the people give a command every few cards."""

    def __init__(
        self,
        people: Sequence[Person],
        pack: Pack,
        game: Game[Any],
        seed: int,
        every: int,
        will_say: Callable[[Line], None],
    ) -> None:
        self._people = tuple(people)
        self._pack = pack
        self._game = game
        self._random = random.Random(seed)
        self._every = every
        self._will_say = will_say
        self._cards = self._given = 0
        self._meant: dict[str, str] = {}
        self._answered: list[tuple[str, int]] = []

    def happened(self, event: Event, state: Any) -> None:
        """After every few cards, while nothing is to be won, somebody gives the next command."""
        if isinstance(event, Cue):
            self._cards += 1
            if self._cards >= self._every and not self._game.view(state).groups:
                self._cards = 0
                key = GIVEN[self._given % len(GIVEN)]
                self._given += 1
                self._plan(key, event.at + self._random.randint(*AFTER_MS))

    def commanded(self, key: str, now_ms: int) -> None:
        """Somebody lets a paused game go on."""
        self._answered.append((key, now_ms))
        if key == "pause":
            self._plan("go-on", now_ms + 2_000 + self._random.randint(*PAUSE_MS))

    def counts(self, said: Sequence[Said]) -> CommandCounts:
        """What became of the commands among all that was `said`."""
        counts, left = CommandCounts(), list(self._answered)
        for one in said:
            key = self._meant.get(one.line.says)
            if key is None:
                continue
            counts.said += 1
            after = [taken for taken in left if 0 <= taken[1] - one.at.end_ms <= ANSWERED_WITHIN_MS]
            if not after:
                continue
            left.remove(after[0])
            if after[0][0] == key:
                counts.right += 1
                counts.delays_ms.append(after[0][1] - one.at.end_ms)
            else:
                counts.wrong += 1
        counts.unasked = len(left)
        return counts

    def _plan(self, key: str, at_ms: int) -> None:
        wake = self._random.choice(self._pack[WAKE].say)
        text = f"{wake}, {self._random.choice(self._pack[key].say)}"
        self._meant[text] = key
        self._will_say(Line(self._random.choice(self._people), text, Part.TALK, at_ms))


def commands_given(outcomes: Iterable[Outcome]) -> CommandCounts:
    """The counts of several games together."""
    total = CommandCounts()
    for outcome in outcomes:
        if (one := outcome.commands) is not None:
            total.said += one.said
            total.right += one.right
            total.wrong += one.wrong
            total.unasked += one.unasked
            total.delays_ms += one.delays_ms
    return total
