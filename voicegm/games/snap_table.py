"""The table of Snap: the piles before the players, the pots, and what moves them about."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from voicegm.cards import RANKS, SUITS, Card
from voicegm.games.race import Table, changed, clockwise

FaceDown: TypeAlias = tuple[Card | None, ...]
"""The next to be turned first; None for a real card that nobody has seen yet."""
Pile: TypeAlias = tuple[Card, ...]
"""Face up, the top last."""


@dataclass(frozen=True)
class SnapTable(Table):
    """The piles in front of the players, and the pots in the middle."""

    down: tuple[FaceDown, ...] = ()
    """By seat."""
    up: tuple[Pile, ...] = ()
    """By seat."""
    pots: tuple[Pile, ...] = ()
    """In the order in which they were made; each as it grew."""
    real: bool = False
    """Real cards are turned and read aloud."""
    last_card: Card | None = None
    closed: bool = False
    """The last exposure was called off or undone: nothing can be won on it."""
    won_at: int | None = None
    """Onset of the latest winning call."""
    penalised: frozenset[int] = frozenset()
    """Seats of those who have made their mistake in this exposure."""
    out: frozenset[int] = frozenset()
    """Seats of those who have no cards."""
    quiet: tuple[int, tuple[FaceDown, ...], tuple[Pile, ...]] | None = None
    """The first position since something last happened to which turning alone can lead back."""


@dataclass(frozen=True)
class Match:
    """What can be won on the card that was turned last."""

    seat: int
    """Whose card it is."""
    equal: tuple[int, ...]
    """Seats of the other players with equal tops, clockwise."""
    pot: int | None
    """Place of the equal pot in the table's pots."""


@dataclass(frozen=True)
class Move:
    """Piles that went to a winner, or into a pot."""

    winner: int | None
    piles: tuple[tuple[int, Pile], ...]
    """Seats with what lay before them."""
    pots: tuple[Pile, ...]
    """As they were before."""


@dataclass(frozen=True)
class Payment:
    """A card that was paid for a mistake."""

    payer: int
    receiver: int
    card: Card | None


# Seats.


def all_seats(table: SnapTable) -> range:
    return range(len(table.setup.players))


def from_left_of(table: SnapTable, seat: int) -> tuple[int, ...]:
    """All seats clockwise from the left of `seat`, itself last."""
    return clockwise(table, (seat + 1) % len(table.setup.players))


def seats_here(table: SnapTable, first: int = 0) -> tuple[int, ...]:
    """Seats of those who have not left, clockwise from `first`."""
    seats = clockwise(table, first)
    return tuple(seat for seat in seats if seat not in table.gone) if table.gone else seats


def has_cards(table: SnapTable, seat: int) -> bool:
    return bool(table.down[seat] or table.up[seat])


def whose_turn(table: SnapTable) -> int | None:
    """Whose turn it is; None when nobody has a card."""
    last = table.dealer if table.exposure is None else table.exposure.seat
    for seat in from_left_of(table, last):
        if seat not in table.gone and has_cards(table, seat):
            return seat
    return None


def receiver_of(table: SnapTable, payer: int) -> int | None:
    """Who gets the card of a mistake: who just played, or else the next on the payer's right."""
    nearest = from_left_of(table, payer)[-2::-1]
    if table.exposure is not None and table.exposure.seat != payer:
        nearest = (table.exposure.seat, *nearest)
    for seat in nearest:
        if seat not in table.gone and has_cards(table, seat):
            return seat
    return None


# Piles.


def share_of(place: int, players: int) -> int:
    """How many cards of the whole pack are dealt to the place-th of so many players."""
    return len(range(place, len(RANKS) * len(SUITS), players))


def find_match(table: SnapTable) -> Match | None:
    """What can be won right now."""
    exposure = table.exposure
    if exposure is None or table.closed or exposure.seat in table.gone:
        return None
    seat, up = exposure.seat, table.up
    if not up[seat]:
        return None
    rank = up[seat][-1].rank
    equal = tuple(
        other
        for other in from_left_of(table, seat)[:-1]
        if up[other] and up[other][-1].rank == rank and other not in table.gone
    )
    pot = next((place for place, pot in enumerate(table.pots) if pot[-1].rank == rank), None)
    return Match(seat, equal, pot) if equal or pot is not None else None


def equals_show(table: SnapTable) -> bool:
    """Whether two tops are equal, or one and a pot."""
    tops = [table.up[seat][-1].rank for seat in seats_here(table) if table.up[seat]]
    tops += {pot[-1].rank for pot in table.pots}
    return len(set(tops)) < len(tops)


def can_match(table: SnapTable) -> bool:
    """Whether some rank can still make a match, as far as the cards are known."""
    if table.real and has_unseen(table):
        return True
    loose = Counter(
        card.rank
        for seat in seats_here(table)
        for card in (*table.down[seat], *table.up[seat])
        if card is not None
    )
    twice = any(count > 1 for count in loose.values())
    return twice or any(loose[pot[-1].rank] for pot in table.pots)


def has_unseen(table: SnapTable) -> bool:
    return any(None in table.down[seat] for seat in seats_here(table))


def shows_already(table: SnapTable, card: Card) -> bool:
    """Whether the card lies face up somewhere."""
    return any(card in pile for pile in (*table.up, *table.pots))


def turned_over(table: SnapTable, seat: int) -> SnapTable:
    """The face-up pile is flipped whole: its oldest card turns first."""
    return table.but(
        down=changed(table.down, {seat: table.up[seat]}),
        up=changed(table.up, {seat: ()}),
    )


def grown(pots: tuple[Pile, ...], cards: Pile, merge: bool) -> tuple[Pile, ...]:
    """The pots once tied piles have come to the middle."""
    if merge:
        return (sum(pots, ()) + cards,)
    for place, pot in enumerate(pots):
        if pot[-1].rank == cards[-1].rank:
            return (*pots[:place], pot + cards, *pots[place + 1 :])
    return (*pots, cards)


def moved_back(table: SnapTable, move: Move) -> SnapTable:
    """Each pile goes back under what its owner has turned since."""
    if move.winner is None:
        back = dict(move.piles)
        pots = move.pots
        down = table.down
    else:
        kept = set(table.down[move.winner])
        back = {seat: only(pile, kept) for seat, pile in move.piles}
        pots = tuple(
            left for pot in move.pots if (left := pot if pot in table.pots else only(pot, kept))
        )
        gone = {card for pile in (*back.values(), *pots) for card in pile}
        left_over = tuple(card for card in table.down[move.winner] if card not in gone)
        down = changed(table.down, {move.winner: left_over})
    up = changed(table.up, {seat: pile + table.up[seat] for seat, pile in back.items()})
    return table.but(down=down, up=up, pots=pots)


def only(pile: Pile, kept: set[Card | None]) -> Pile:
    return tuple(card for card in pile if card in kept)


def paid_back(table: SnapTable, payment: Payment) -> SnapTable:
    """The card lies on top of the payer's again, if it has not been turned since."""
    received = table.down[payment.receiver]
    for place in range(len(received) - 1, -1, -1):
        if received[place] == payment.card:
            back = {
                payment.receiver: received[:place] + received[place + 1 :],
                payment.payer: (payment.card, *table.down[payment.payer]),
            }
            return table.but(down=changed(table.down, back))
    return table


def read_as(table: SnapTable, thought: Card | None, read: Card) -> SnapTable:
    """A real card that was thought to be another: that one lies where this was thought to be."""
    if thought == read:
        return table
    down = tuple(tuple(thought if card == read else card for card in pile) for pile in table.down)
    return table.but(down=down)


def exchanged(table: SnapTable, one: Card, other: Card) -> SnapTable:
    """The table with two cards in each other's places, wherever they are or have been."""
    places = {one: other, other: one}

    def face_up(pile: Pile) -> Pile:
        return tuple(places.get(card, card) for card in pile)

    def face_down(pile: FaceDown) -> FaceDown:
        return tuple(card and places.get(card, card) for card in pile)

    def moved(what: Any) -> Any:
        if isinstance(what, Payment):
            return replace(what, card=what.card and places.get(what.card, what.card))
        if isinstance(what, Move):
            piles = tuple((seat, face_up(pile)) for seat, pile in what.piles)
            return replace(what, piles=piles, pots=tuple(map(face_up, what.pots)))
        return what

    return table.but(
        down=tuple(map(face_down, table.down)),
        up=tuple(map(face_up, table.up)),
        pots=tuple(map(face_up, table.pots)),
        history=tuple(replace(taken, moved=moved(taken.moved)) for taken in table.history),
    )
