"""Simulated people: who says what, and when, after a card was turned.

They see what lies on the table and hear the referee; they know nothing of how the referee hears.
All that they do comes from one seeded source, in the order in which it is asked of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum


class Part(Enum):
    """Why something was said: the truth that a ruling is held against."""

    CALL = "call"
    """Meant as the right answer by one who may compete."""
    WRONG_NAME = "wrong name"
    OWN_ANIMAL = "own animal"
    BYSTANDER = "bystander"
    FALSE_CALL = "false call"
    """For nothing at all."""
    WRONG_CRY = "wrong cry"
    ANSWER = "answer"
    """To a question of the referee's."""
    TALK = "talk"
    READS = "reads a card"
    MENDS = "mends a card"


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
    false_call: float = 0.01
    """After a card that matches nothing, somebody calls all the same."""
    talk: float = 0.15
    """After a card, somebody says something to the others."""


HEARD_FIRST_MS = 200
"""A voice heard this long before one's own planned onset can still stop it (auditory stop
reactions of adults take about 200 ms)."""

ANSWER_MS = (400, 1_100)
"""From the end of a question to its answer."""


@dataclass(frozen=True)
class Match:
    """Something that can be won, as the people see it."""

    players: tuple[str, ...]
    """The owners of the equal tops."""
    responses: tuple[str, ...]
    """What may be called to win it."""


class Crowd:
    """The people of one game, and what they do; what makes them speak is for each game to say."""

    def __init__(self, people: Sequence[Person], *, seed: int, talk: Sequence[str]) -> None:
        self.people = tuple(people)
        self._talk = tuple(talk)
        self._random = random.Random(seed)

    def _chatter(self, from_ms: int) -> Line:
        """Somebody says something to the others within the next seconds."""
        at_ms = from_ms + self._random.randint(0, 2_500)
        return Line(
            self._random.choice(self.people), self._random.choice(self._talk), Part.TALK, at_ms
        )

    def _within(self, range_ms: tuple[int, int]) -> int:
        """Milliseconds; most people are nearer the fast end (a beta distribution's skew)."""
        low, high = range_ms
        return low + round((high - low) * self._random.betavariate(2, 3))

    def _chance(self, share: float) -> bool:
        return self._random.random() < share


class RaceCrowd(Crowd):
    """People who race for what a card makes equal; how they call is for each game to say."""

    def __init__(
        self,
        people: Sequence[Person],
        *,
        seed: int,
        talk: Sequence[str],
        habits: Habits | None = None,
    ) -> None:
        super().__init__(people, seed=seed, talk=talk)
        self.habits = habits or Habits()

    def after_card(self, match: Match | None, cue_ms: int) -> list[Line]:
        """What is said after a card whose cue sounded at `cue_ms`, in the order of onsets."""
        lines = self._race(match, cue_ms) if match else self._false_calls(cue_ms)
        if self._chance(self.habits.talk):
            lines.append(self._chatter(cue_ms))
        return sorted(lines, key=lambda line: line.at_ms)

    def answer_for_card(
        self, owner: str, match: Match | None, nothing: str, asked_ms: int, *, again: bool = False
    ) -> list[Line]:
        """What the owner of a card says where nobody races: a call, or `nothing` (a phrase key)
        where none is seen. Asked `again`, a match is seen and the right word said."""
        person = next(person for person in self.people if person.name == owner)
        if not again and self._chance(self.habits.late):
            return []
        at_ms = asked_ms + self._reaction()
        if match and again:
            own = person.animal
            return [Line(person, next(w for w in match.responses if w != own), Part.CALL, at_ms)]
        if match and not self._chance(self.habits.misses):
            return [Line(person, *self._word(person, match), at_ms)]
        return [Line(person, nothing, Part.ANSWER, at_ms)]

    def once_more(self, callers: Sequence[Line], asked_ms: int) -> list[Line]:
        """The same calls again after "Once more, please" ended at `asked_ms`."""
        again = [
            Line(line.person, line.says, line.part, asked_ms + self._reaction()) for line in callers
        ]
        return self._who_holds_back(sorted(again, key=lambda line: line.at_ms))

    def answer(
        self, name: str | None, nobody: str, asked_ms: int, *, by_number: bool = False
    ) -> Line:
        """Somebody answers "Who called?": the caller says the own name or, asked again, the own
        number at the table; with no caller someone says `nobody`."""
        person = next((p for p in self.people if p.name == name), self._random.choice(self.people))
        at_ms = asked_ms + self._random.randint(*ANSWER_MS)
        says = f"player-{person.seat + 1}" if by_number else name
        return Line(person, says if name and says else nobody, Part.ANSWER, at_ms)

    def repeat(self, name: str, key: str, asked_ms: int) -> Line:
        """A player says the word that the roll call has asked for."""
        person = next(person for person in self.people if person.name == name)
        return Line(person, key, Part.ANSWER, asked_ms + self._random.randint(*ANSWER_MS))

    def _callers(self, match: Match) -> list[Person]:
        """Who may win it."""
        raise NotImplementedError

    def _word(self, person: Person, match: Match) -> tuple[str, Part]:
        """What someone calls, rightly or wrongly."""
        raise NotImplementedError

    def _asides(self, match: Match, cue_ms: int) -> list[Line]:  # noqa: ARG002
        """What those say who cannot win it."""
        return []

    def _false_calls(self, cue_ms: int) -> list[Line]:  # noqa: ARG002
        """Calls where there is nothing to win."""
        return []

    def _race(self, match: Match, cue_ms: int) -> list[Line]:
        lines = [line for p in self._callers(match) if (line := self._call(p, match, cue_ms))]
        lines.sort(key=lambda line: line.at_ms)
        if len(lines) > 1 and self._chance(self.habits.at_once):
            lines[1] = replace(lines[1], at_ms=lines[0].at_ms + self._random.randint(0, 50))
        return self._who_holds_back(lines) + self._asides(match, cue_ms)

    def _call(self, person: Person, match: Match, cue_ms: int) -> Line | None:
        if self._chance(self.habits.misses):
            return None
        at_ms = cue_ms + self._reaction()
        if self._chance(self.habits.late):
            at_ms = cue_ms + self._random.randint(1_200, 3_000)
        return Line(person, *self._word(person, match), at_ms)

    def _who_holds_back(self, lines: list[Line]) -> list[Line]:
        kept: list[Line] = []
        for line in lines:
            heard = kept and line.at_ms - kept[0].at_ms > HEARD_FIRST_MS
            if not (heard and self._chance(self.habits.holds_back)):
                kept.append(line)
        return kept

    def _reaction(self) -> int:
        return self._within(self.habits.reaction_ms)


class AnimalsCrowd(RaceCrowd):
    """The owners of equal tops call one another's animal."""

    def _callers(self, match: Match) -> list[Person]:
        return [person for person in self.people if person.name in match.players]

    def _word(self, person: Person, match: Match) -> tuple[str, Part]:
        members = self._callers(match)
        outsiders = [one for one in self.people if one not in members]
        if self._chance(self.habits.own_animal):
            return person.animal, Part.OWN_ANIMAL
        if outsiders and self._chance(self.habits.wrong_name):
            return self._random.choice(outsiders).animal, Part.WRONG_NAME
        return self._random.choice([p for p in members if p is not person]).animal, Part.CALL

    def _asides(self, match: Match, cue_ms: int) -> list[Line]:
        members = self._callers(match)
        others = [person for person in self.people if person not in members]
        if not others or not self._chance(self.habits.bystander):
            return []
        says = self._random.choice(members).animal
        person = self._random.choice(others)
        return [Line(person, says, Part.BYSTANDER, cue_ms + self._reaction())]


class SnapCrowd(RaceCrowd):
    """Anyone may call, and now and then somebody calls for nothing."""

    def _callers(self, match: Match) -> list[Person]:  # noqa: ARG002
        return list(self.people)

    def _word(self, person: Person, match: Match) -> tuple[str, Part]:  # noqa: ARG002
        if self._chance(self.habits.wrong_name):
            return ("snap" if "snap-pot" in match.responses else "snap-pot"), Part.WRONG_NAME
        return match.responses[0], Part.CALL

    def _false_calls(self, cue_ms: int) -> list[Line]:
        if not self._chance(self.habits.false_call):
            return []
        person = self._random.choice(self.people)
        return [Line(person, "snap", Part.FALSE_CALL, cue_ms + self._reaction())]
