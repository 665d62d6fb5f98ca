"""The table of Snip Snap Snorum: the cards, who plays the round, what lies and what is held."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from voicegm.cards import RANKS, SUITS, Card, full_pack
from voicegm.games.events import Round
from voicegm.games.options import Options, choice, flag, whole
from voicegm.games.rulings import Over, Played, RoundOver
from voicegm.games.setup import Setup, dealt

ACE_LOW = "A" + RANKS.removesuffix("A")
"""The ranks as Jig counts them."""

CRIES: Mapping[str, tuple[str | None, ...]] = {
    "snip": (None, "snip", "snap", "snorum"),
    "coventry": ("coventry-1", "coventry-2", "coventry-3", "coventry-4"),
    "silent": (),
}
"""What is said with the first card of a run, the second, and so on; silence after that."""

SAME = {"snorem": "snorum"}
"""Words that stand for another."""

PACKS = {
    size: tuple(card for card in full_pack() if card.rank in RANKS[-(size // 4) :])
    for size in (52, 32, 24)
}
"""The packs by their number of cards: a small one is without the lowest ranks, the ace is high."""

FOLLOWS: Mapping[str, Mapping[Card, frozenset[Card]]] = {
    "rank": {
        card: frozenset(Card(card.rank, suit) for suit in SUITS if suit != card.suit)
        for card in full_pack()
    },
    "suit": {
        card: frozenset(
            Card(rank, card.suit) for rank in ACE_LOW[ACE_LOW.index(card.rank) + 1 :][:1]
        )
        for card in full_pack()
    },
}
"""The cards that may follow each card, by the option `match`."""

IN_ORDER = {
    "rank": sorted(full_pack(), key=lambda card: (RANKS.index(card.rank), card.suit)),
    "suit": sorted(full_pack(), key=lambda card: (card.suit, ACE_LOW.index(card.rank))),
}
PLACES = {
    match: {card: place for place, card in enumerate(cards)} for match, cards in IN_ORDER.items()
}
"""Where each card stands in a hand that is sorted; the lowest suit comes first."""


@dataclass(frozen=True)
class SnipOptions(Options):
    """What the players of Snip Snap Snorum may choose."""

    cries: str = choice("snip", "coventry", "silent")
    """The words; coventry: a rhymed line each, the one on the lead optional."""
    match: str = choice("rank", "suit", fixed=True)
    """What follows: the same rank, or (Jig) the next card of the same suit, ace low."""
    deck_size: int = choice(52, 32, 24, fixed=True)
    """32 is without the ranks from 2 to 6, 24 without those from 2 to 8."""
    missed_cry: str = choice("ignore", "take_back", "penalty_card", "token")
    """What a missed or wrong cry costs."""
    scoring: str = choice("simple", "tokens", fixed=True)
    tokens: int = whole(20, 1_000_000, fixed=True)
    """Each player's at the start."""
    pass_penalty: bool = flag(False)
    """A token to the pot for each pass."""
    ante: bool = flag(False)
    """A token to the pot from each player at the start of each round."""
    finish: str = choice("agreed", "elimination")
    """Whether most tokens win when the players stop, or the last player who has any."""
    several_at_once: bool = flag(False)
    """Who has just played may go on before the next holder plays."""
    auto_pass: bool = flag(True)
    """With hands known, the rules pass for those who hold nothing that fits."""

    def cry(self, place: int) -> str | None:
        """What is to be said with the card at this place of a run, counted from 1."""
        cries = CRIES[self.cries]
        return cries[place - 1] if place <= len(cries) else None


@dataclass(frozen=True)
class Sitting:
    """Who plays this round and by which settings. No undo reaches it."""

    setup: Setup
    options: SnipOptions
    """As they are now."""
    seat_of: Mapping[str, int]
    """Name to seat: every number of a player here is the place in `setup.players`."""
    dealer: int
    seats: tuple[int, ...] = ()
    """Those who were dealt cards and are still here, clockwise from the dealer's left."""
    after: tuple[int, ...] = ()
    """By seat: the next of `seats` clockwise, the same one if nobody else is left."""
    pack: frozenset[Card] = frozenset()
    """The cards of this round."""
    is_dealt: bool = True
    """Off with real cards: hands are not known."""
    round: int = 1
    gone: frozenset[int] = frozenset()
    """Those who have left."""
    is_tie_break: bool = False
    """Whether those who were level at the end play one more round for the lead."""
    stopped_at: int | None = None
    """When the players stopped."""

    @property
    def for_tokens(self) -> bool:
        """Whether tokens are played for."""
        return self.options.scoring == "tokens"

    @property
    def here(self) -> list[int]:
        """The seats of those who have not left."""
        return [seat for seat in range(len(self.setup.players)) if seat not in self.gone]

    def may_play_on(self, tokens: Sequence[int]) -> list[int]:
        """The seats of those who are here and, where that matters, have tokens."""
        eliminates = self.options.finish == "elimination"
        return [seat for seat in self.here if tokens[seat] or not eliminates]

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.setup.players[seat].name

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All other seats, clockwise from the left of `seat`."""
        seats = range(len(self.setup.players))
        return (*seats[seat + 1 :], *seats[:seat])

    def with_seats(self, seats: Sequence[int]) -> Sitting:
        """The same with other players in the round, given clockwise."""
        count = len(self.setup.players)
        after = (
            min(seats, key=lambda other: (other - seat - 1) % count) if seats else 0
            for seat in range(count)
        )
        return replace(self, seats=tuple(seats), after=tuple(after))


@dataclass(frozen=True)
class Board:
    """What a play changes, and what an undo brings back."""

    hands: tuple[frozenset[Card], ...]
    """By seat: the cards that are known to be there."""
    hidden: tuple[int, ...]
    """By seat: how many more there are, with real cards."""
    unseen: frozenset[Card]
    """The cards that lie in hands, nobody knows which, with real cards."""
    aside: tuple[tuple[Card, ...], ...]
    """By seat: the player's own cards from runs that are complete, oldest first."""
    tokens: tuple[int, ...]
    """By seat; all 0 where none are played for."""
    pot: int = 0
    """Tokens in the middle."""
    run: tuple[tuple[int, Card], ...] = ()
    """The cards that followed one another, each with the seat it came from; empty: a lead."""
    turn: int | None = None
    """Who is to lead or to follow; None when nobody is."""
    passed: frozenset[int] = frozenset()
    """Who has passed since the last card."""
    goes_on: int | None = None
    """Who played last and may go on, with `several_at_once`."""
    winner: int | None = None
    """Who has won the round."""
    decided_at: int | None = None
    """When that decided the match as well."""
    before: Past | None = field(default=None, repr=False, compare=False)

    def held(self, seat: int) -> int:
        """How many cards are in a hand."""
        return len(self.hands[seat]) + self.hidden[seat]


@dataclass(frozen=True)
class Past:
    """The board before the last play of the round, and what that play was ruled."""

    board: Board
    ruling: Played


@dataclass(frozen=True)
class SnipState:
    """A round as it stands."""

    sitting: Sitting
    board: Board
    now: int = 0

    @property
    def ended_at(self) -> int | None:
        """When the match was decided or the players stopped; None while it goes on."""
        stopped_at = self.sitting.stopped_at
        return self.board.decided_at if stopped_at is None else stopped_at

    @property
    def round_winner(self) -> str | None:
        """Who has emptied the own hand."""
        winner = self.board.winner
        return None if winner is None else self.sitting.name(winner)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won if the game has ended."""
        sitting, tokens = self.sitting, self.board.tokens
        if sitting.for_tokens and self.board.decided_at is None:
            most = max((tokens[seat] for seat in sitting.here), default=0)
            return tuple(sitting.name(seat) for seat in sitting.here if tokens[seat] == most)
        return () if self.round_winner is None else (self.round_winner,)

    @property
    def level(self) -> tuple[str, ...]:
        """Who shares the lead in tokens after the players have stopped, and may play on for it."""
        stopped = self.sitting.stopped_at is not None and self.board.decided_at is None
        shared = self.winners if stopped and self.sitting.for_tokens else ()
        return shared if len(shared) > 1 else ()

    @property
    def counts(self) -> dict[str, int]:
        """Name to cards in hand."""
        return {name: self.board.held(seat) for seat, name in enumerate(self.sitting.setup.names)}

    @property
    def tokens(self) -> dict[str, int] | None:
        """Name to tokens; None where none are played for."""
        if not self.sitting.for_tokens:
            return None
        return dict(zip(self.sitting.setup.names, self.board.tokens, strict=True))

    def round_over(self, at: int) -> RoundOver:
        """The ruling on a round that ends at `at` as things stand."""
        winners = () if self.round_winner is None else (self.round_winner,)
        pot = self.board.pot if self.sitting.for_tokens else None
        return RoundOver(at, winners, self.counts, self.tokens, pot)

    def outcome(self) -> Over:
        """How the game stands; winners only when it has ended."""
        at = self.ended_at
        ended = at is not None
        return Over(
            self.now if at is None else at,
            self.winners if ended else (),
            self.counts,
            self.tokens,
            self.board.pot or None,
            finished=ended,
        )


def deal(
    sitting: Sitting,
    given: Setup | Round,
    tokens: Sequence[int],
    pot: int,
    able: Collection[int],
    now: int,
) -> SnipState:
    """The beginning of a round among those of `able` who are dealt cards; the rest sit it out.

    `sitting` tells the dealer already.
    """
    setup, options = sitting.setup, sitting.options
    count = len(setup.players)
    order = [seat for seat in (*sitting.clockwise(sitting.dealer), sitting.dealer) if seat in able]
    pack = PACKS[options.deck_size]
    hands = dealt(given, setup.names, order, pack)
    hidden = [0] * count
    if hands is None:
        for place, seat in enumerate(order):
            hidden[seat] = len(pack[place :: len(order)])
    known = tuple(map(frozenset, hands or ((),) * count))
    seats = tuple(seat for seat in order if known[seat] or hidden[seat])
    board = Board(
        hands=known,
        hidden=tuple(hidden),
        unseen=frozenset(pack if hands is None and order else ()),
        aside=((),) * count,
        tokens=tuple(tokens),
        pot=pot,
        turn=seats[0] if seats else None,
    )
    if options.ante:
        paid = [min(1, tokens[seat]) if seat in seats else 0 for seat in range(count)]
        left = tuple(had - each for had, each in zip(tokens, paid, strict=True))
        board = replace(board, tokens=left, pot=pot + sum(paid))
    sitting = replace(
        sitting.with_seats(seats),
        pack=board.unseen.union(*known),
        is_dealt=hands is not None,
    )
    return SnipState(sitting, board, now)


def changed(
    piles: tuple[tuple[Card, ...], ...], seat: int, pile: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """The piles with another one at `seat`."""
    return (*piles[:seat], pile, *piles[seat + 1 :])
