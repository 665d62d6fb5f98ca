"""Cards, the whole pack, and a shuffle that is the same everywhere.

A card is written as in journals: rank (`2`-`9`, `T`, `J`, `Q`, `K`, `A`) and suit (`C`, `D`,
`H`, `S`), `7H` for the seven of hearts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voicegm.errors import BadInput

RANKS = "23456789TJQKA"
SUITS = "CDHS"

_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Card:
    """One playing card."""

    rank: str
    """One of RANKS."""
    suit: str
    """One of SUITS."""

    @classmethod
    def parse(cls, text: object) -> Card:
        """The card that is written `7H`; BadInput for anything else."""
        card = _WRITTEN.get(text) if isinstance(text, str) else None
        if card is None:
            raise BadInput(
                f"{text!r} is no card: write a rank ({RANKS}) and a suit ({SUITS}), like 7H"
            )
        return card

    def __str__(self) -> str:
        return self.rank + self.suit


_PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
_WRITTEN = {str(card): card for card in _PACK}


def full_pack() -> tuple[Card, ...]:
    """All 52 cards in the order of a new pack: by suit, then by rank."""
    return _PACK


def shuffled(seed: int, pack: Sequence[Card] = _PACK) -> tuple[Card, ...]:
    """The pack in the order that belongs to `seed`, in every version and on every system.

    Fisher-Yates from the last card to the first, each place drawn from the SplitMix64 generator
    (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014) started at
    `seed` modulo 2**64. Draws that would favour low places are thrown away.
    """
    cards = list(pack)
    state = seed & _MASK
    for last in range(len(cards) - 1, 0, -1):
        state, place = _draw(state, last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def _draw(state: int, choices: int) -> tuple[int, int]:
    """The generator's next state and an even draw from `range(choices)`."""
    even = (1 << 64) // choices * choices
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        mixed ^= mixed >> 31
        if mixed < even:
            return state, mixed % choices
