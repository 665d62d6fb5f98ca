"""Snap: turn your own cards, call the first equal pair, win the piles.

Rules and the referee's rulings: `docs/rulings.md`, "Every game" and "Snap".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from voicegm.cards import Card
from voicegm.games.events import COMMON, Call, Correct, Event, Leave, Round, Turn, Undo
from voicegm.games.game import GroupView, PlayerView, PotView, TableView
from voicegm.games.options import Options, choice, flag, whole
from voicegm.games.race import (
    NO_MATCH,
    SURE_ENOUGH,
    Ask,
    Claim,
    Heard,
    Hold,
    Race,
    Right,
    State,
    Taken,
    Verdict,
    Wrong,
    changed,
    clockwise,
    name_of,
    names_of,
    next_seat,
    seat_of,
)
from voicegm.games.rulings import Mistake, Out, Over, Refused, Ruling, Tied, Turned, Won
from voicegm.games.setup import Setup, dealt
from voicegm.games.snap_table import (
    FaceDown,
    Match,
    Move,
    Payment,
    Pile,
    SnapTable,
    all_seats,
    can_match,
    equals_show,
    exchanged,
    find_match,
    from_left_of,
    grown,
    has_cards,
    has_unseen,
    moved_back,
    paid_back,
    read_as,
    receiver_of,
    seats_here,
    share_of,
    shows_already,
    turned_over,
    whose_turn,
)

SNAP = "snap"
SNAP_POT = "snap-pot"

POT = "pot"
"""What a ruling calls the pot among the piles that were won."""

TOUCHES = ("tap", "key")
"""How the card in the middle is tapped."""


@dataclass(frozen=True)
class SnapOptions(Options):
    """What the players of Snap may choose."""

    several: str = choice("all", "nearest")
    """Of several equal piles, whether all are won, or the turned one and the next clockwise."""
    pots: str = choice("separate", "merge")
    """Whether ties of different ranks make pots of their own, or one with the newest on top."""
    strict: bool = flag(False)
    """Whether the wrong one of the two calls is a mistake."""
    penalty: str = choice("card", "none")
    """What a mistake costs."""
    beaten_ms: int = whole(1_500, 60_000)
    """How long after a winning call another is no mistake."""
    call_back_in: bool = flag(False)
    """Who is out may still call, and come back by winning."""
    tap_card: bool = flag(False)
    """A tap on the card in the middle takes the place of both calls."""


class Snap(Race[SnapTable]):
    """The rules of Snap."""

    name = "snap"
    options = SnapOptions
    events: Mapping[str, type[Event]] = {kind.kind: kind for kind in (*COMMON, Turn, Correct)}
    players = range(2, 13)
    usual_players = range(2, 13)
    exposures = (Turn, Correct)
    own_piles = True

    # The set-up.

    def check_setup(self, setup: Setup) -> None:
        """SetupError with the reason when Snap cannot be played so."""
        setup.check(self.players[0], self.players[-1], hands=True)

    def begin(self, setup: Setup) -> SnapTable:
        """The piles before the first card is turned."""
        table = SnapTable(setup, setup.options, seat_of(setup, setup.dealer))
        return self._deal(table, setup)

    def new_round(self, table: SnapTable, event: Round) -> SnapTable:
        """All cards are dealt anew among those who are here; the dealer's role moves on."""
        if event.dealer is not None:
            dealer = seat_of(table.setup, event.dealer)
        else:
            moved = next_seat(table, table.dealer)
            dealer = table.dealer if moved is None else moved
        fresh = SnapTable(
            table.setup,
            table.options,
            dealer,
            table.round + 1,
            table.gone,
            exposures=table.exposures,
        )
        return self._deal(fresh, event)

    def _deal(self, table: SnapTable, given: Setup | Round) -> SnapTable:
        """A deck is dealt card upon card: what came first lies at the bottom."""
        order = [seat for seat in from_left_of(table, table.dealer) if seat not in table.gone]
        hands = dealt(given, table.setup.names, order)
        down: tuple[FaceDown, ...]
        if hands is None:
            shares = {seat: share_of(place, len(order)) for place, seat in enumerate(order)}
            down = tuple((None,) * shares.get(seat, 0) for seat in all_seats(table))
        elif given.hands is not None:
            down = hands
        else:
            down = tuple(hand[::-1] for hand in hands)
        return table.but(
            down=down,
            up=((),) * len(down),
            real=hands is None,
            out=frozenset(seat for seat, hand in enumerate(down) if not hand),
        )

    # Cards.

    def expose(self, table: SnapTable, event: Event) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """The player whose turn it is turns a card, or the last one is mended."""
        if isinstance(event, Correct):
            return self._correct(table, event)
        assert isinstance(event, Turn)
        seat = whose_turn(table)
        if seat is None:
            return table, (Refused(event.at, event.by, "no-card"),)
        name = name_of(table, seat)
        if event.by is not None and event.by != name:
            return table, (Refused(event.at, event.by, "out-of-turn"),)
        ready = table if table.down[seat] else turned_over(table, seat)
        card = ready.down[seat][0]
        if table.real and event.card is not None:
            if shows_already(ready, event.card):
                return table, (Refused(event.at, name, "no-card"),)
            ready = read_as(ready, card, event.card)
            card = event.card
        assert card is not None
        down = changed(ready.down, {seat: ready.down[seat][1:]})
        up = changed(ready.up, {seat: (*ready.up[seat], card)})
        return self._show(table.but(down=down, up=up), event.at, seat, card)

    def _show(
        self, table: SnapTable, at: int, seat: int, card: Card
    ) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """A card shows on the pile at `seat`, where nobody has seen it before."""
        exposure = self.exposed(table, at, seat)
        table = table.but(
            exposure=exposure,
            exposures=exposure.number,
            last_card=card,
            closed=False,
            penalised=frozenset(),
        )
        turned = self._turned(table, at, seat, card)
        if turned.matches or turned.pots:
            return table.but(quiet=None), (turned,)
        table, over = self._came_back(table, at, seat)
        return table, (turned, *over)

    def _turned(self, table: SnapTable, at: int, seat: int, card: Card) -> Turned:
        match = find_match(table)
        equal = () if match is None else names_of(table, match.equal)
        pots = () if match is None or match.pot is None else (card.rank,)
        return Turned(at, name_of(table, seat), card, equal, pots)

    def _came_back(
        self, table: SnapTable, at: int, seat: int
    ) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """Ends a game in which turning has led back to where it was, without any match.

        A player's two piles, one behind the other, keep their order for as long as cards are
        only turned. So the first position that can come back is the first in which every
        player who has cards shows one.
        """
        if table.quiet is None:
            if table.real and has_unseen(table):
                return table, ()
            if all(table.up[seat] or not table.down[seat] for seat in seats_here(table)):
                return table.but(quiet=(seat, table.down, table.up)), ()
            return table, ()
        if table.quiet != (seat, table.down, table.up):
            return table, ()
        return self._end(table, at, "came-back")

    def _correct(self, table: SnapTable, event: Correct) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """The last card was another one: what rested on it is taken back."""
        exposure, misread, card = table.exposure, table.last_card, event.card
        if exposure is None or misread is None:
            return table, (Refused(event.at, None, "no-card"),)
        seat = exposure.seat
        if card != misread and shows_already(table, card):
            return table, (Refused(event.at, name_of(table, seat), "no-card"),)
        undone: list[Ruling] = []
        if card.rank != misread.rank:
            while table.history and table.history[-1].match == exposure.number:
                table, ruling = self.undo(table, Undo(event.at))
                undone.append(ruling)
        table = exchanged(table, misread, card).but(last_card=card, quiet=None)
        if card.rank == misread.rank or seat in table.gone:
            return table, (self._turned(table, event.at, seat, card),)
        table, rulings = self._show(table, event.at, seat, card)
        return table, (*undone, *rulings)

    def leave(self, table: SnapTable, event: Leave) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """The player turns no more cards; the piles stay, out of play."""
        seat = seat_of(table.setup, event.by)
        table = table.but(gone=table.gone | {seat}, out=table.out - {seat}, quiet=None)
        return self._follow(table, event.at, shrunk=True)

    # Calls.

    def judge(self, table: SnapTable, heard: Heard) -> Verdict:
        """What a call is, the first that fits: right, or void, or a mistake (Snap, 11)."""
        if self.is_early(table, heard, heard.by):
            return Wrong("before-cue")
        if not _is_call(table, heard.call):
            return Wrong("wrong-word")
        callers = self._callers(table)
        match = find_match(table)
        if match is not None and _counts(table, match, heard.call):
            right = self._right(table, heard, callers)
            if right is not None:
                return right
        return self._missed(table, heard, self._wrong(table, heard, match, callers), callers)

    def _missed(
        self, table: SnapTable, heard: Heard, wrong: Wrong, callers: tuple[int, ...]
    ) -> Verdict:
        """A call that is not right: before it costs, held for a card, or asked about."""
        if table.real and not heard.waited and (wrong.costs or wrong.why == "too-late"):
            return Hold()
        if not wrong.costs or _is_sure(heard):
            return wrong
        if self._pays(table, heard.by):
            return Ask(NO_MATCH, names_of(table, callers))
        return wrong if heard.by else Wrong(wrong.why)

    def _callers(self, table: SnapTable) -> tuple[int, ...]:
        """Seats of those who may call, clockwise from whose card was turned last."""
        exposure = table.exposure
        first = exposure.seat if exposure is not None else from_left_of(table, table.dealer)[0]
        able = seats_here(table, first)
        if not table.options.call_back_in:
            able = tuple(seat for seat in able if has_cards(table, seat))
        if not table.options.race:
            able = tuple(
                seat
                for seat in able
                if exposure is not None and (seat == first or not has_cards(table, seat))
            )
        return able

    def _right(self, table: SnapTable, heard: Heard, callers: tuple[int, ...]) -> Verdict | None:
        number = table.exposures
        if heard.by is not None:
            able = seat_of(table.setup, heard.by) in callers
            return Right(number, heard.by) if able else None
        if table.options.race or len(callers) > 1:
            return Ask(number, names_of(table, callers))
        return Right(number, name_of(table, callers[0])) if callers else None

    def _wrong(
        self, table: SnapTable, heard: Heard, match: Match | None, callers: tuple[int, ...]
    ) -> Wrong:
        won_at, options = table.won_at, table.options
        caller = None if heard.by is None else seat_of(table.setup, heard.by)
        if won_at is not None and heard.at <= won_at + options.beaten_ms:
            return Wrong("beaten")
        if not callers or (caller is not None and caller not in callers):
            return Wrong("bystander")
        if match is not None:
            return Wrong("wrong-word", costs=options.strict and caller not in table.penalised)
        if table.closed:
            return Wrong("called-off")
        if equals_show(table):
            return Wrong("too-late")
        return Wrong("no-match", costs=caller not in table.penalised)

    def _pays(self, table: SnapTable, name: str | None) -> bool:
        """Whether a mistake would cost this player something; anybody, when nobody is named."""
        if table.options.penalty == "none":
            return False
        return name is None or bool(table.down[seat_of(table.setup, name)])

    def misses(
        self, table: SnapTable, heard: Heard, wrong: Wrong
    ) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """Void, or a mistake, which costs the caller the next face-down card."""
        if not wrong.costs or heard.by is None:
            return super().misses(table, heard, wrong)
        payer = seat_of(table.setup, heard.by)
        receiver = receiver_of(table, payer)
        given = receiver is not None and self._pays(table, heard.by)
        to = None if receiver is None else name_of(table, receiver)
        ruling = Mistake(heard.at, heard.by, to, int(given))
        payment = None
        if given and receiver is not None:
            card, *rest = table.down[payer]
            payment = Payment(payer, receiver, card)
            paid = {payer: tuple(rest), receiver: (*table.down[receiver], card)}
            table = table.but(down=changed(table.down, paid), quiet=None)
        table = table.but(
            penalised=table.penalised | {payer},
            history=(*table.history, Taken(ruling, table.exposures, payment)),
        )
        if has_cards(table, payer):
            return table, (ruling,)
        table, rulings = self._follow(table, heard.at)
        return table, (ruling, *rulings)

    # What calls lead to.

    def award(
        self, table: SnapTable, heard: Heard, right: Right
    ) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """The piles go face down under the caller's own, their oldest card to be turned first."""
        match = find_match(table)
        assert match is not None
        seats, pot = _stakes(table, match, (heard.call.says,))
        winner = seat_of(table.setup, right.by)
        piles = tuple((seat, table.up[seat]) for seat in seats)
        cards = sum((pile for _, pile in piles), ())
        pots = table.pots
        if pot is not None:
            cards += pots[pot]
            pots = (*pots[:pot], *pots[pot + 1 :])
        won_from = (*names_of(table, seats), *(() if pot is None else (POT,)))
        presumed = True if heard.by is None else None
        ruling = Won(heard.at, right.by, won_from, len(cards), presumed)
        down = changed(table.down, {winner: table.down[winner] + cards})
        moved = Move(winner, piles, table.pots)
        table = self._settled(table, ruling, moved, down, pots)
        table, rulings = self._follow(table, heard.at, shrunk=True)
        return table, (ruling, *rulings)

    def tie(
        self, table: SnapTable, at: int, match: int, claims: Sequence[Claim]
    ) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """The piles go to the middle, with one of the equal cards on top."""
        found = find_match(table)
        assert found is not None and match == table.exposures
        seats, _ = _stakes(table, found, [claim.says for claim in claims])
        piles = tuple((seat, table.up[seat]) for seat in seats)
        cards = sum((pile for _, pile in piles), ())
        callers = {claim.by for claim in claims}
        players = [
            name for name in names_of(table, clockwise(table, found.seat)) if name in callers
        ]
        ruling = Tied(at, tuple(players), cards[-1].rank)
        moved = Move(None, piles, table.pots)
        pots = grown(table.pots, cards, merge=table.options.pots == "merge")
        table = self._settled(table, ruling, moved, table.down, pots)
        table, rulings = self._follow(table, at, shrunk=True)
        return table, (ruling, *rulings)

    def _settled(
        self,
        table: SnapTable,
        ruling: Ruling,
        moved: Move,
        down: tuple[FaceDown, ...],
        pots: tuple[Pile, ...],
    ) -> SnapTable:
        """The table without the piles that have moved."""
        return table.but(
            down=down,
            up=changed(table.up, {seat: () for seat, _ in moved.piles}),
            pots=pots,
            won_at=ruling.at,
            quiet=None,
            history=(*table.history, Taken(ruling, table.exposures, moved)),
        )

    def _follow(
        self, table: SnapTable, at: int, shrunk: bool = False
    ) -> tuple[SnapTable, tuple[Ruling, ...]]:
        """Who is out now, and whether the game is over.

        `shrunk` tells that cards have gone where they may no longer be matched.
        """
        first = table.dealer if table.exposure is None else table.exposure.seat
        here = seats_here(table, first)
        bare = [seat for seat in here if not has_cards(table, seat)]
        outs = [Out(at, name_of(table, seat)) for seat in bare if seat not in table.out]
        table = table.but(out=frozenset(bare))
        if len(here) - len(bare) <= 1:
            table, over = self._end(table, at, "in-pots" if len(bare) == len(here) else "all-cards")
        elif shrunk and not can_match(table):
            table, over = self._end(table, at, "no-rank")
        else:
            over = ()
        return table, (*outs, *over)

    def _end(self, table: SnapTable, at: int, decided: str) -> tuple[SnapTable, tuple[Ruling, ...]]:
        table = table.but(ended_at=at, decided=decided)
        return table, (self.over(table, at),)

    def competitors(self, table: SnapTable) -> Mapping[int, tuple[str, ...]]:
        """Everybody who may call, while there is a match."""
        if find_match(table) is None:
            return {}
        return {table.exposures: names_of(table, self._callers(table))}

    def take_back(self, table: SnapTable, taken: Taken) -> SnapTable:
        """What was won or paid goes back; of it, cards that were turned since stay."""
        if isinstance(taken.moved, Move):
            table = moved_back(table, taken.moved)
        elif isinstance(taken.moved, Payment):
            table = paid_back(table, taken.moved)
        holders = [seat for seat in seats_here(table) if has_cards(table, seat)]
        goes_on = table.decided is not None and len(holders) > 1
        return table.but(
            closed=table.closed or taken.match == table.exposures,
            out=frozenset(seats_here(table)) - frozenset(holders),
            quiet=None,
            ended_at=None if goes_on else table.ended_at,
            decided=None if goes_on else table.decided,
        )

    def close(self, table: SnapTable) -> SnapTable:
        """The card that was turned last can win nothing any more."""
        return table.but(closed=True)

    # What is to be seen and told.

    def window_ms(self, table: SnapTable) -> int:
        """No window for taps: of two, the first is known."""
        return 0 if table.options.tap_card else super().window_ms(table)

    def expected(self, state: State[SnapTable], at: int) -> frozenset[str]:
        """Both calls whenever a call counts, for a wrong one costs its caller something."""
        table, exposure = state.table, state.table.exposure
        if table.ended_at is not None:
            return frozenset()
        if exposure is not None and (exposure.open_from is None or at < exposure.open_from):
            return frozenset()
        return self.words(table)

    def words(self, table: SnapTable) -> frozenset[str]:
        """ "Snap!" and "Snap Pot!", or none where talking is free."""
        return frozenset() if table.options.tap_card else frozenset((SNAP, SNAP_POT))

    def counts(self, table: SnapTable) -> dict[str, int]:
        """Name to cards in both piles."""
        return {
            name: len(table.down[seat]) + len(table.up[seat])
            for seat, name in enumerate(table.setup.names)
        }

    def winners(self, table: SnapTable) -> tuple[str, ...]:
        """Who has most cards, all who have as many; nobody who has left."""
        here = seats_here(table)
        counts = [len(table.down[seat]) + len(table.up[seat]) for seat in all_seats(table)]
        most = max((counts[seat] for seat in here), default=0)
        return names_of(table, [seat for seat in here if counts[seat] == most])

    def over(self, table: SnapTable, at: int) -> Over:
        """The count of a game that ends at `at`, pots and all."""
        pots: Counter[str] = Counter()
        for pot in table.pots:
            pots[pot[-1].rank] += len(pot)
        return replace(super().over(table, at), pots=dict(pots), decided=table.decided)

    def table_view(self, table: SnapTable) -> TableView:
        """What the table sees."""
        exposure = table.exposure
        turn = whose_turn(table)
        return TableView(
            game=self.name,
            players=tuple(
                PlayerView(
                    name,
                    None,
                    None,
                    str(table.up[seat][-1]) if table.up[seat] else None,
                    len(table.down[seat]) + len(table.up[seat]),
                    seat not in table.gone,
                    face_down=len(table.down[seat]),
                )
                for seat, name in enumerate(table.setup.names)
            ),
            dealer=name_of(table, table.dealer),
            next_player=None if turn is None else name_of(table, turn),
            cards_left=None,
            last_card=None if table.last_card is None else str(table.last_card),
            last_player=None if exposure is None else name_of(table, exposure.seat),
            waits_for_cue=exposure is not None and exposure.open_from is None,
            groups=self._groups(table),
            question=None,
            undecided=False,
            can_undo=False,
            finished=table.ended_at is not None,
            round=table.round,
            pots=tuple(PotView(str(pot[-1]), len(pot)) for pot in table.pots),
        )

    def _groups(self, table: SnapTable) -> tuple[GroupView, ...]:
        match = find_match(table)
        if match is None:
            return ()
        words = [SNAP] if match.equal else []
        if match.pot is not None:
            words.append(SNAP_POT)
        players = names_of(table, (match.seat, *match.equal))
        return (GroupView(table.up[match.seat][-1].rank, players, tuple(words)),)


# Calls.


def _is_call(table: SnapTable, call: Call) -> bool:
    """Whether it is one of the two calls, made in the way that is played."""
    touched = call.via in TOUCHES or not table.options.tap_card
    return touched and call.says in (SNAP, SNAP_POT)


def _counts(table: SnapTable, match: Match, call: Call) -> bool:
    """Whether a call can win something of the match."""
    if table.options.tap_card:
        return True
    return bool(match.equal) if call.says == SNAP else match.pot is not None


def _stakes(
    table: SnapTable, match: Match, says: Iterable[str | None]
) -> tuple[tuple[int, ...], int | None]:
    """The piles, by seat, and the pot that go to whoever called so, or to the middle."""
    equal = match.equal[:1] if table.options.several == "nearest" else match.equal
    words = set(says)
    if words == {SNAP} and not table.options.tap_card:
        return (match.seat, *equal), None
    if words == {SNAP_POT} and not table.options.tap_card:
        return (match.seat,), match.pot
    return (match.seat, *equal), match.pot


def _is_sure(heard: Heard) -> bool:
    """Whether there is evidence enough for a penalty."""
    if heard.by is None:
        return False
    confidence = heard.call.confidence
    return heard.answered or confidence is None or confidence >= SURE_ENOUGH


GAME = Snap()
