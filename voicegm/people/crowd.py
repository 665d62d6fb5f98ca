"""Simulated people: who says what, and when, after a card was turned.

They see what lies on the table and hear the referee; they know nothing of how the referee hears.
All that they do comes from one seeded source, in the order in which it is asked of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Part(Enum):
    """Why something was said: the truth that a ruling is held against."""

    CALL = "call"
    """Meant as the right answer by one who may compete."""
    WRONG_NAME = "wrong name"
    OWN_ANIMAL = "own animal"
    BYSTANDER = "bystander"
    ANSWER = "answer"
    """To a question of the referee's."""
    TALK = "talk"


@dataclass(frozen=True)
class Person:
    """One who sits at the table."""

    name: str
    animal: str
    """Phrase key of what the others must call to win this player's pile."""
    seat: int
    voice: str
    """Variant of the synthetic voice."""


@dataclass(frozen=True)
class Line:
    """Something that will be said, unless its speaker holds back."""

    person: Person
    says: str
    """A phrase key, a name (answers) or a sentence (talk)."""
    part: Part
    at_ms: int
    """Onset on the room's clock."""


@dataclass(frozen=True)
class Habits:
    """How often, in a match or after a card, people do what people do. Shares of one."""

    reaction_ms: tuple[int, int] = (250, 900)
    """From the cue to the call: auditory and visual choice reactions of children and adults."""
    misses: float = 0.06
    """A player who could call does not see it."""
    wrong_name: float = 0.03
    own_animal: float = 0.02
    bystander: float = 0.03
    late: float = 0.04
    """A call that comes 1.2 to 3 s after the cue."""
    at_once: float = 0.06
    """Two calls within 50 ms."""
    holds_back: float = 0.7
    """Someone who hears another's call for HEARD_FIRST_MS before their own stays silent."""
    talk: float = 0.15
    """After a card, somebody says something to the others."""


HEARD_FIRST_MS = 200
"""A voice heard this long before one's own planned onset can still stop it (auditory stop
reactions of adults take about 200 ms)."""

ANSWER_MS = (400, 1_100)
"""From the end of a question to its answer."""


class Crowd:
    """The people of one game, and what they do."""

    def __init__(
        self,
        people: Sequence[Person],
        *,
        seed: int,
        talk: Sequence[str],
        habits: Habits | None = None,
    ) -> None:
        self.people = tuple(people)
        self.habits = habits or Habits()
        self._talk = tuple(talk)
        self._random = random.Random(seed)

    def after_card(self, group: Sequence[str], cue_ms: int) -> list[Line]:
        """What is said after a card whose cue sounded at `cue_ms`; `group` names the players
        whose tops are now equal (empty: no match). In the order of onsets."""
        lines = self._calls(group, cue_ms) if group else []
        if self._chance(self.habits.talk):
            lines.append(self._chatter(cue_ms))
        return sorted(lines, key=lambda line: line.at_ms)

    def once_more(self, callers: Sequence[Line], asked_ms: int) -> list[Line]:
        """The same calls again after "Once more, please" ended at `asked_ms`."""
        again = [
            Line(line.person, line.says, line.part, asked_ms + self._reaction()) for line in callers
        ]
        return self._who_holds_back(sorted(again, key=lambda line: line.at_ms))

    def answer(self, name: str | None, nobody: str, asked_ms: int) -> Line:
        """Somebody answers "Who called?": the caller says the own name, or someone `nobody`."""
        person = next((p for p in self.people if p.name == name), self._random.choice(self.people))
        at_ms = asked_ms + self._random.randint(*ANSWER_MS)
        return Line(person, name if name is not None else nobody, Part.ANSWER, at_ms)

    def _calls(self, group: Sequence[str], cue_ms: int) -> list[Line]:
        members = [p for p in self.people if p.name in group]
        lines = [line for p in members if (line := self._call(p, members, cue_ms))]
        if len(lines) > 1 and self._chance(self.habits.at_once):
            first, second = lines[:2]
            together = first.at_ms + self._random.randint(0, 50)
            lines[1] = Line(second.person, second.says, second.part, together)
        lines = self._who_holds_back(sorted(lines, key=lambda line: line.at_ms))
        others = [p for p in self.people if p.name not in group]
        if others and self._chance(self.habits.bystander):
            person = self._random.choice(others)
            says = self._random.choice(members).animal
            lines.append(Line(person, says, Part.BYSTANDER, cue_ms + self._reaction()))
        return lines

    def _call(self, person: Person, members: Sequence[Person], cue_ms: int) -> Line | None:
        if self._chance(self.habits.misses):
            return None
        at_ms = cue_ms + self._reaction()
        if self._chance(self.habits.late):
            at_ms = cue_ms + self._random.randint(1_200, 3_000)
        if self._chance(self.habits.own_animal):
            return Line(person, person.animal, Part.OWN_ANIMAL, at_ms)
        outsiders = [p for p in self.people if p not in members]
        if outsiders and self._chance(self.habits.wrong_name):
            return Line(person, self._random.choice(outsiders).animal, Part.WRONG_NAME, at_ms)
        other = self._random.choice([p for p in members if p is not person])
        return Line(person, other.animal, Part.CALL, at_ms)

    def _who_holds_back(self, lines: list[Line]) -> list[Line]:
        kept: list[Line] = []
        for line in lines:
            heard = kept and line.at_ms - kept[0].at_ms > HEARD_FIRST_MS
            if not (heard and self._chance(self.habits.holds_back)):
                kept.append(line)
        return kept

    def _chatter(self, cue_ms: int) -> Line:
        at_ms = cue_ms + self._random.randint(0, 2_500)
        return Line(
            self._random.choice(self.people), self._random.choice(self._talk), Part.TALK, at_ms
        )

    def _reaction(self) -> int:
        """Milliseconds; most people are nearer the fast end (a beta distribution's skew)."""
        low, high = self.habits.reaction_ms
        return low + round((high - low) * self._random.betavariate(2, 3))

    def _chance(self, share: float) -> bool:
        return self._random.random() < share
