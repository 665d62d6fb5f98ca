"""Simulated people with a real deck: they turn cards, read them out, and mend what was misheard.

What they really hold is known by the rules themselves, played on beside the referee's with the
true deck: so a card that was misheard is seen to be one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, cast

from voicegm.cards import RANKS, Card
from voicegm.games.game import Correct, Cue, Deal, Dealt, Event, Play, Setup, Turn, Turned
from voicegm.hearing.listener import Decided
from voicegm.hearing.phrases import NO
from voicegm.languages.pack import Pack
from voicegm.people.crowd import Line, Part, Person, RaceCrowd
from voicegm.people.snip import SnipCrowd
from voicegm.table.guests import Place, RaceGuests, SnipGuests
from voicegm.table.real_deck import LAST_CARD

TURNS_MS = (500, 1_400)
"""From being ready for the next card to its reading."""
MENDS_MS = (300, 900)
"""From hearing what the referee has understood to putting it right."""
NAMES_SUIT = 0.7
"""Share of the cards that are read with their suit."""
MISREADS = 0.04
"""Share of the cards of which another is read first."""

MOST_MENDS = 3
"""So often people try to put a card right; then they let it be."""
MOST_READINGS = 8
"""So often they read a card that is not made out; then they have played enough."""


@dataclass
class CardCounts:
    """What became of the cards that were read."""

    cards: int = 0
    at_first: int = 0
    """Heard as what was read, the first time that it was read."""
    invented: int = 0
    """Talk was taken for a card."""
    asked: int = 0
    """Not made out at first, and read again."""
    mended: int = 0
    """Misheard or misread, and put right."""
    left_wrong: int = 0
    """Another rank stood when the next card was turned."""

    def told(self) -> dict[str, int]:
        """The counts by what they count."""
        return {
            "cards read out": self.cards,
            "heard rightly at the first reading": self.at_first,
            "asked for once more": self.asked,
            "misheard or misread, and mended": self.mended,
            "talk taken for a card": self.invented,
            "still wrong when the next card came": self.left_wrong,
        }

    def __add__(self, other: CardCounts) -> CardCounts:
        return CardCounts(
            self.cards + other.cards,
            self.at_first + other.at_first,
            self.invented + other.invented,
            self.asked + other.asked,
            self.mended + other.mended,
            self.left_wrong + other.left_wrong,
        )


class RealRaceGuests(RaceGuests):
    """They race, and turn the cards as well."""

    def __init__(self, place: Place, crowd: RaceCrowd, true: Setup, pack: Pack, seed: int) -> None:
        super().__init__(place, crowd)
        self.counts = CardCounts()
        self._pack = pack
        self._random = random.Random(seed)
        self._true = place.game.start(true).state
        self._turned: Card | None = None
        """What was turned and has not been made out yet."""
        self._lies: Card | None = None
        """What was turned last and has been made out, or is thought to have been."""
        self._wrong = False
        self._mends = 0
        self._reader: Person | None = None
        self._read: str | None = None
        self._readings = 0
        self._heard: str | None = None

    def asked(self, question: str, said_ms: int) -> None:
        """The next card may be turned, or was not made out."""
        if question == "turn" and self._wrong:
            self._mend(said_ms)
        elif question == "turn":
            self._turn(said_ms)
        elif question == "which-card":
            self._read_again(said_ms)
        else:
            super().asked(question, said_ms)

    def heard(self, utterance: Decided) -> None:
        """What the referee makes of a reading."""
        keys = [word.key for word in utterance.words if word.key[0] in RANKS]
        self._heard = keys[-1] if keys else self._heard

    def happened(self, event: Event, state: object) -> None:
        """A card was understood, rightly or not; all else goes on as the true cards have it."""
        shown = event.card if isinstance(event, (Deal, Turn, Correct)) else None
        if isinstance(event, (Deal, Turn)):
            self._understood(event)
            self._step(replace(event, card=None))
        elif not isinstance(event, Correct):
            self._step(event)
        if shown is not None and self._lies is not None:
            self.counts.mended += isinstance(event, Correct) and shown.rank == self._lies.rank
            self._wrong = shown.rank != self._lies.rank
        if isinstance(event, Cue) and self._wrong:
            self._mend(event.at)
        elif not self._wrong:
            super().happened(event, state)

    def _step(self, event: Event) -> None:
        self._true = self._place.game.step(self._true, event).state

    def _turn(self, at_ms: int) -> None:
        if self._turned is not None or any(line.part is Part.READS for line in self._planned):
            return
        if self._look(at_ms):
            card = self._misread(cast(Card, self._turned))
            says = str(card) if self._random.random() < NAMES_SUIT else card.rank
            self._plan(says, Part.READS, at_ms + self._random.randint(*TURNS_MS))

    def _look(self, at_ms: int) -> bool:
        """Turn the next card; whether there is one."""
        kind = Deal if self._place.game.name == "animals" else Turn
        now_ms = max(at_ms, getattr(self._true, "now", 0))
        shown = [
            ruling
            for ruling in self._place.game.step(self._true, kind(now_ms)).rulings
            if isinstance(ruling, (Dealt, Turned))
        ]
        if not shown:
            return False
        self._turned = shown[-1].card
        self._reader = next(p for p in self._crowd.people if p.name == shown[-1].player)
        self._readings = 0
        return True

    def _misread(self, card: Card) -> Card:
        if self._random.random() >= MISREADS:
            return card
        return replace(card, rank=self._random.choice(RANKS.replace(card.rank, "")))

    def _read_again(self, at_ms: int) -> None:
        if any(line.part in (Part.READS, Part.MENDS) for line in self._planned):
            return
        card = self._lies if self._wrong else self._turned
        if card is None:
            self._turn(at_ms)
        elif self._readings >= MOST_READINGS:
            self._plan(LAST_CARD, Part.READS, at_ms + self._random.randint(*MENDS_MS))
        else:
            self._plan(str(card), Part.READS, at_ms + self._random.randint(*MENDS_MS))

    def _mend(self, at_ms: int) -> None:
        assert self._lies is not None
        self._mends += 1
        if self._mends > MOST_MENDS:
            self._wrong = False
            return
        no, card = self._pack[NO].say[0], self._pack[str(self._lies)].say[0]
        self._plan(f"{no}, {card}", Part.MENDS, at_ms + self._random.randint(*MENDS_MS))

    def _plan(self, says: str, part: Part, at_ms: int) -> None:
        assert self._reader is not None
        self._planned.append(Line(self._reader, says, part, at_ms))
        if part is Part.READS:
            self._read = says
            self._readings += 1

    def _understood(self, event: Deal | Turn) -> None:
        """The referee has taken something for the next card."""
        counts = self.counts
        counts.left_wrong += self._wrong or self._mends > MOST_MENDS
        self._mends = 0
        if self._turned is None:  # talk was taken for a card: now it has to be turned
            counts.invented += 1
            self._look(event.at)
        counts.cards += 1
        counts.at_first += self._readings == 1 and self._heard == self._read
        counts.asked += self._readings > 1
        self._lies, self._turned = self._turned or self._lies, None

    def _only_talk(self) -> None:
        kept = (Part.TALK, Part.READS, Part.MENDS)
        self._planned = [line for line in self._planned if line.part in kept]


class RealSnipGuests(SnipGuests):
    """They hold their own cards, which nobody else sees."""

    def __init__(self, place: Place, crowd: SnipCrowd, true: Setup) -> None:
        super().__init__(place, crowd)
        state = place.game.start(true).state
        self._hands: dict[str, list[Card]] = {
            name: [*(place.game.hand(state, name) or ())] for name in true.names
        }

    def _hand(self, name: str) -> Any:
        return self._hands[name]

    def happened(self, event: Event, state: object) -> None:
        """The card that was laid is out of the hand."""
        if isinstance(event, Play) and event.card is not None:
            hand = self._hands[event.by]
            meant = [card for card in hand if card == event.card] or [
                card for card in hand if card.rank == event.card.rank
            ]
            for card in (meant or hand)[:1]:
                hand.remove(card)
        super().happened(event, state)
