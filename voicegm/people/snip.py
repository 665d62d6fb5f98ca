"""Simulated people at Snip Snap Snorum: they lead, cry, forget, and cry the wrong word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voicegm.cards import Card
from voicegm.people.crowd import Crowd, Line, Part, Person

CRIES = ("snip", "snap", "snorum")
"""What is cried for one another by mistake."""
RHYMES = ("coventry-2", "coventry-3", "coventry-4")


@dataclass(frozen=True)
class SnipHabits:
    """How often people do what people do when it is their turn. Shares of one."""

    reaction_ms: tuple[int, int] = (250, 900)
    """From hearing the own name to the cry."""
    thinks_ms: tuple[int, int] = (700, 3_000)
    """From being asked to the name of the card that is led."""
    names_suit: float = 0.3
    """The card led is named with its suit."""
    forgets: float = 0.06
    """Nothing is said until it is asked for."""
    forgets_again: float = 0.1
    """Nothing is said although it was asked for."""
    wrong_cry: float = 0.04
    talk: float = 0.1
    """In a turn, somebody says something to the others."""


class SnipCrowd(Crowd):
    """Each speaks in turn, knowing the own hand and what lies open."""

    def __init__(
        self,
        people: Sequence[Person],
        *,
        seed: int,
        talk: Sequence[str],
        habits: SnipHabits | None = None,
    ) -> None:
        super().__init__(people, seed=seed, talk=talk)
        self.habits = habits or SnipHabits()
        self._led: Card | None = None

    def lead(self, name: str, hand: Sequence[Card], asked_ms: int, asked: int) -> list[Line]:
        """The card that is led. Asked once more (`asked` times by now) it is named in full, and
        after that another one is tried."""
        card = self._led if asked == 1 and self._led in hand else None
        card = self._led = card or self._random.choice(hand if asked else self._most(hand))
        says = str(card) if asked or self._chance(self.habits.names_suit) else card.rank
        at_ms = asked_ms + self._within(self.habits.thinks_ms)
        return [Line(self._person(name), says, Part.CALL, at_ms), *self._aside(at_ms)]

    def cry(self, name: str, cry: str, asked_ms: int, asked: int) -> list[Line]:
        """The cry with a card that follows; nothing when it is forgotten."""
        habits = self.habits
        if self._chance(habits.forgets_again if asked else habits.forgets):
            return []
        says, part = cry, Part.CALL
        if self._chance(habits.wrong_cry):
            kind = CRIES if cry in CRIES else RHYMES
            says = self._random.choice([word for word in kind if word != cry])
            part = Part.WRONG_CRY
        at_ms = asked_ms + self._within(habits.reaction_ms)
        return [Line(self._person(name), says, part, at_ms), *self._aside(at_ms)]

    def name_card(self, name: str, card: Card, asked_ms: int) -> list[Line]:
        """A card that follows without any cry is named."""
        at_ms = asked_ms + self._within(self.habits.reaction_ms)
        return [Line(self._person(name), str(card), Part.CALL, at_ms)]

    def pass_by(self, name: str, asked_ms: int) -> list[Line]:
        """Who holds nothing that follows says so."""
        at_ms = asked_ms + self._within(self.habits.reaction_ms)
        return [Line(self._person(name), "pass", Part.CALL, at_ms)]

    def _most(self, hand: Sequence[Card]) -> Sequence[Card]:
        """The cards of the rank that the hand holds most of, as the rules' advice has it."""
        ranks = [card.rank for card in hand]
        most = max(map(ranks.count, ranks))
        return [card for card in hand if ranks.count(card.rank) == most]

    def _aside(self, call_ms: int) -> list[Line]:
        """Table talk a little after what was called; who is asked is let speak."""
        return [self._chatter(call_ms + 1_000)] if self._chance(self.habits.talk) else []

    def _person(self, name: str) -> Person:
        return next(person for person in self.people if person.name == name)
