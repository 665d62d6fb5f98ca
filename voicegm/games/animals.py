"""Animals: name the other one whose card equals yours, and take their pile.

Rules and the referee's rulings: `docs/rulings.md`, "Every game" and "Animals".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from voicegm.cards import Card, full_pack, shuffled
from voicegm.games.events import COMMON, Correct, Deal, Event, Leave, Round, Undo
from voicegm.games.game import GroupView, PlayerView, TableView
from voicegm.games.noises import NOISES
from voicegm.games.options import Options, choice, flag
from voicegm.games.race import (
    SURE_ENOUGH,
    Ask,
    Claim,
    Heard,
    Race,
    Right,
    Table,
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
from voicegm.games.rulings import Dealt, Refused, Ruling, Tied, Won
from voicegm.games.setup import Player, Setup, SetupError

TOO_LATE = "too-late"


@dataclass(frozen=True)
class AnimalsOptions(Options):
    """What the players of Animals may choose."""

    responses: str = choice("names", "noises", "imitations", fixed=True)
    """What is called: the animal, a word for its noise, or the noise itself."""
    chain: bool = flag(False)
    """After a win among three or four, those whose tops are still equal go on."""
    expire: str = choice("covered", "next-card")
    """What ends a group: its tops being covered, or the next card anywhere."""
    one_try: bool = flag(False)
    """A wrong word ends its caller's chances in that group."""


@dataclass(frozen=True)
class Group:
    """Owners of equal tops, and for a while those who no longer are."""

    number: int
    """Of the exposure that made it."""
    rank: str
    exposed: int
    """Seat of the player whose card made it."""
    members: tuple[int, ...]
    """Seats, clockwise from `exposed`."""
    out: tuple[tuple[int, str], ...] = ()
    """Seats that no longer compete, each with why a call by or for them is void."""
    ended: str | None = None
    """Why every call is void now; None while the group lives."""
    tried: frozenset[int] = frozenset()
    """Seats that have used up their one try."""

    @property
    def lives(self) -> bool:
        """Whether something can still be won in it."""
        return self.ended is None and len(self.members) > 1

    def why_over(self, *seats: int) -> str | None:
        """Why a call between `seats` is void: "" when it is not, None when it never was theirs."""
        gone = dict(self.out)
        for seat in seats:
            if seat not in self.members and seat not in gone:
                return None
        if self.ended is not None:
            return self.ended
        return next((gone[seat] for seat in seats if seat in gone), "")


@dataclass(frozen=True)
class AnimalsTable(Table):
    """The piles in front of the players, and the deck."""

    deck: tuple[Card, ...] | None = None
    """In dealing order; None with real cards."""
    dealt: int = 0
    """How many cards of this round have been dealt."""
    next_seat: int | None = 0
    """Who gets the next card; None when nobody is left."""
    piles: tuple[tuple[Card, ...], ...] = ()
    """By seat, the top last."""
    groups: tuple[Group, ...] = ()
    """Oldest first."""
    last_card: Card | None = None
    responses: Mapping[str, int] = field(default_factory=dict)
    """Which player each word of the system in play names, by seat."""


@dataclass(frozen=True)
class _Move:
    """A pile that was won: `cards` of them from the pile of `loser` to that of `winner`."""

    winner: int
    loser: int
    cards: int


class Animals(Race[AnimalsTable]):
    """The rules of Animals."""

    name = "animals"
    options = AnimalsOptions
    events: Mapping[str, type[Event]] = {kind.kind: kind for kind in (*COMMON, Deal, Correct)}
    players = range(2, 9)
    usual_players = range(4, 9)
    exposures = (Deal, Correct)
    own_piles = False

    # The set-up.

    def check_setup(self, setup: Setup) -> None:
        """SetupError with the reason when Animals cannot be played so."""
        setup.check(self.players[0], self.players[-1])
        for player in setup.players:
            if not player.animal:
                raise SetupError(f'{player.name} has no animal: add "animal"')
        _all_different("animal", setup.players, [player.animal or "" for player in setup.players])
        if _responses_of(setup) != "names":
            for player in setup.players:
                if noise_of(player) is None:
                    raise SetupError(
                        f'nobody knows what noise "{player.animal}" makes: give {player.name}'
                        ' a "noise"'
                    )
            noises = [noise_of(player) or "" for player in setup.players]
            _all_different("noise", setup.players, noises)

    def begin(self, setup: Setup) -> AnimalsTable:
        """The table before the first card."""
        names = _responses_of(setup) == "names"
        words = [player.animal if names else noise_of(player) for player in setup.players]
        return self._ready(
            AnimalsTable(
                setup,
                setup.options,
                seat_of(setup, setup.dealer),
                deck=setup.cards(),
                responses={word or "": seat for seat, word in enumerate(words)},
            )
        )

    def new_round(self, table: AnimalsTable, event: Round) -> AnimalsTable:
        """Piles are cleared, the dealer's role moves on."""
        if event.dealer is not None:
            dealer = seat_of(table.setup, event.dealer)
        else:
            moved = next_seat(table, table.dealer)
            dealer = table.dealer if moved is None else moved
        deck = event.deck
        if deck is None and event.seed is not None:
            deck = shuffled(event.seed)
        return self._ready(
            AnimalsTable(
                table.setup,
                table.options,
                dealer,
                table.round + 1,
                table.gone,
                exposures=table.exposures,
                deck=deck,
                responses=table.responses,
            )
        )

    def _ready(self, table: AnimalsTable) -> AnimalsTable:
        seats = len(table.setup.players)
        return table.but(piles=((),) * seats, next_seat=next_seat(table, table.dealer))

    # Cards.

    def expose(self, table: AnimalsTable, event: Event) -> tuple[AnimalsTable, tuple[Ruling, ...]]:
        """The next card to the next player, or the last one mended."""
        if isinstance(event, Correct):
            return self._correct(table, event)
        assert isinstance(event, Deal)
        card = self._next_card(table, event)
        seat = table.next_seat
        if card is None or seat is None:
            name = None if seat is None else name_of(table, seat)
            return table, (Refused(event.at, name, "no-card"),)
        changes = {
            "dealt": table.dealt + 1,
            "next_seat": next_seat(table, seat),
            "piles": changed(table.piles, {seat: (*table.piles[seat], card)}),
        }
        groups = _covered(table, seat)
        table, dealt = self._show(table, event.at, seat, card, groups, changes)
        return table, (dealt,)

    def _next_card(self, table: AnimalsTable, event: Deal) -> Card | None:
        if table.deck is not None:
            return table.deck[table.dealt] if table.dealt < len(table.deck) else None
        known = any(event.card in pile for pile in table.piles)
        return None if known else event.card

    def _show(
        self,
        table: AnimalsTable,
        at: int,
        seat: int,
        card: Card,
        groups: Iterable[Group],
        changes: Mapping[str, Any],
    ) -> tuple[AnimalsTable, Dealt]:
        """A card shows on the pile at `seat`: it may make a group of all equal tops."""
        exposure = self.exposed(table, at, seat)
        equal = _equal_tops(table, seat, card)
        if equal:
            new = Group(exposure.number, card.rank, seat, (seat, *equal))
            groups = (*(group for group in groups if group.rank != card.rank), new)
        table = table.but(
            exposure=exposure,
            exposures=exposure.number,
            groups=tuple(groups),
            last_card=card,
            **changes,
        )
        return table, Dealt(at, name_of(table, seat), card, names_of(table, equal))

    def _correct(
        self, table: AnimalsTable, event: Correct
    ) -> tuple[AnimalsTable, tuple[Ruling, ...]]:
        """The last card was another one: what rested on it is taken back."""
        exposure, misread = table.exposure, table.last_card
        if exposure is None or misread is None:
            return table, (Refused(event.at, None, "no-card"),)
        name = name_of(table, exposure.seat)
        if event.card != misread and any(event.card in pile for pile in table.piles):
            return table, (Refused(event.at, name, "no-card"),)
        undone: list[Ruling] = []
        if event.card.rank == misread.rank or exposure.seat in table.gone:
            equal = _equal_tops(table, exposure.seat, event.card)
            piles = _mended(table.piles, misread, event.card)
            table = table.but(last_card=event.card, piles=piles)
            return table, (Dealt(event.at, name, event.card, names_of(table, equal)),)
        while table.history and table.history[-1].match == exposure.number:
            table, ruling = self.undo(table, Undo(event.at))
            undone.append(ruling)
        mended = {"piles": _mended(table.piles, misread, event.card)}
        groups = [group for group in table.groups if group.number != exposure.number]
        table, dealt = self._show(table, event.at, exposure.seat, event.card, groups, mended)
        return table, (*undone, dealt)

    def leave(self, table: AnimalsTable, event: Leave) -> tuple[AnimalsTable, tuple[Ruling, ...]]:
        """The player is dealt no more cards; the pile stays, out of play."""
        seat = seat_of(table.setup, event.by)
        gone = table.gone | {seat}
        table = table.but(gone=gone, groups=tuple(_without(table.groups, seat)))
        if table.next_seat == seat:
            table = table.but(next_seat=next_seat(table, seat))
        return table, ()

    # Calls.

    def judge(self, table: AnimalsTable, heard: Heard) -> Verdict:
        """Why a call is void is the first that fits, in the order of Animals, 14."""
        if self.is_early(table, heard, heard.by):
            return Wrong("before-cue")
        target = table.responses.get(heard.call.says)
        if target is None and not self._is_animal(table, heard.call.says):
            other = self._is_noise(table, heard.call.says) or heard.call.says in NOISES
            return Wrong("wrong-word" if other else "not-the-animal")
        if heard.by is None:
            return self._unnamed(table, heard, target)
        caller = seat_of(table.setup, heard.by)
        if caller == target:
            return Wrong("own-animal")
        return self._named(table, caller, target)

    def _is_animal(self, table: AnimalsTable, word: str) -> bool:
        """Whether the word is a response of the system in play, of whatever animal."""
        names = table.options.responses == "names"
        return word in NOISES if names else word in NOISES.values()

    def _is_noise(self, table: AnimalsTable, word: str) -> bool:
        return word in NOISES.values() or any(
            word in (player.noise, player.animal) for player in table.setup.players
        )

    def _named(self, table: AnimalsTable, caller: int, target: int | None) -> Verdict:
        """A call whose caller is known, for the player at `target` (None: nobody's animal)."""
        why = None
        for group in reversed(table.groups):
            found = None if target is None else group.why_over(caller, target)
            if found == "":
                return self._in_group(table, group, caller)
            why = why or found
        if why is not None:
            return Wrong(why)
        living = [group for group in table.groups if group.lives]
        if not living:
            return Wrong("no-match")
        inside = any(caller in group.members for group in living)
        return Wrong("not-in-match" if inside else "bystander")

    def _in_group(self, table: AnimalsTable, group: Group, caller: int) -> Verdict:
        if not table.options.race and caller != group.exposed:
            return Wrong("bystander")
        if table.options.one_try and caller in group.tried:
            return Wrong("bystander")
        return Right(group.number, name_of(table, caller))

    def _unnamed(self, table: AnimalsTable, heard: Heard, target: int | None) -> Verdict:
        """A call by nobody knows whom: two in a group tell by the word, more are asked."""
        why = None
        for group in reversed(table.groups):
            found = None if target is None else group.why_over(target)
            if found == "" and group.lives:
                return self._by_word(table, heard, group, cast(int, target))
            if found == "" and group.out:
                found = group.out[-1][1]
            why = why or found
        if why:
            return Wrong(why)
        return Wrong("not-in-match" if self.competitors(table) else "no-match")

    def _by_word(self, table: AnimalsTable, heard: Heard, group: Group, target: int) -> Verdict:
        able = tuple(
            seat
            for seat in group.members
            if seat != target and isinstance(self._in_group(table, group, seat), Right)
        )
        if not able:
            return Wrong("bystander")
        clear = len(group.members) == 2 or not table.options.race
        if not (clear and heard.call.presume):
            return Ask(group.number, names_of(table, able))
        name = name_of(table, able[0])
        if self.is_early(table, heard, name):
            return Wrong("before-cue")
        return Right(group.number, name)

    def misses(
        self, table: AnimalsTable, heard: Heard, wrong: Wrong
    ) -> tuple[AnimalsTable, tuple[Ruling, ...]]:
        """Void, and with `one_try` the end of the caller's chances."""
        confidence = heard.call.confidence
        sure = confidence is None or confidence >= SURE_ENOUGH
        if table.options.one_try and heard.by and sure and wrong.why in _WRONG_WORDS:
            seat = seat_of(table.setup, heard.by)
            groups = tuple(
                replace(group, tried=group.tried | {seat}) if seat in group.members else group
                for group in table.groups
            )
            table = table.but(groups=groups)
        return super().misses(table, heard, wrong)

    # What calls lead to.

    def award(
        self, table: AnimalsTable, heard: Heard, right: Right
    ) -> tuple[AnimalsTable, tuple[Ruling, ...]]:
        """The caller puts the other's whole pile under the own one."""
        winner = seat_of(table.setup, right.by)
        loser = table.responses[heard.call.says]
        moved = table.piles[loser]
        piles = {winner: moved + table.piles[winner], loser: ()}
        group = next(group for group in table.groups if group.number == right.match)
        if table.options.chain:
            members = tuple(seat for seat in group.members if seat != loser)
            settled = replace(group, members=members, out=(*group.out, (loser, "beaten")))
            if not settled.lives:
                settled = replace(group, ended="beaten")
        else:
            settled = replace(group, ended="beaten")
        presumed = True if heard.by is None else None
        ruling = Won(heard.at, right.by, names_of(table, (loser,)), len(moved), presumed)
        taken = Taken(ruling, group.number, _Move(winner, loser, len(moved)))
        table = table.but(
            piles=changed(table.piles, piles),
            groups=_exchanged(table.groups, settled),
            history=(*table.history, taken),
        )
        return table, (ruling,)

    def tie(
        self, table: AnimalsTable, at: int, match: int, claims: Sequence[Claim]
    ) -> tuple[AnimalsTable, tuple[Ruling, ...]]:
        """All piles stay; the group is settled."""
        callers = {claim.by for claim in claims}
        group = next(group for group in table.groups if group.number == match)
        together = [seat for seat in group.members if name_of(table, seat) in callers]
        ruling = Tied(at, names_of(table, together))
        table = table.but(
            groups=_exchanged(table.groups, replace(group, ended="beaten")),
            history=(*table.history, Taken(ruling, match)),
        )
        return table, (ruling,)

    def competitors(self, table: AnimalsTable) -> Mapping[int, tuple[str, ...]]:
        """The members of the groups that live, who may call."""
        able = {}
        for group in table.groups:
            if group.lives:
                seats = [
                    seat
                    for seat in group.members
                    if isinstance(self._in_group(table, group, seat), Right)
                ]
                able[group.number] = names_of(table, seats)
        return able

    def take_back(self, table: AnimalsTable, taken: Taken) -> AnimalsTable:
        """Won cards go back under what their owner was dealt since."""
        groups = tuple(
            replace(group, ended="called-off") if group.number == taken.match else group
            for group in table.groups
        )
        table = table.but(groups=groups)
        if not isinstance(taken.moved, _Move):
            return table
        move = taken.moved
        pile = table.piles[move.winner]
        back = {
            move.winner: pile[move.cards :],
            move.loser: pile[: move.cards] + table.piles[move.loser],
        }
        return table.but(piles=changed(table.piles, back))

    def close(self, table: AnimalsTable) -> AnimalsTable:
        """No living group can be won any more."""
        groups = tuple(
            replace(group, ended="called-off") if group.lives else group for group in table.groups
        )
        return table.but(groups=groups)

    # What is to be seen and told.

    def words(self, table: AnimalsTable) -> frozenset[str]:
        """The responses of the members of living groups."""
        named = {seat: word for word, seat in table.responses.items()}
        return frozenset(
            named[seat]
            for group in table.groups
            if group.lives
            for seat in group.members
            if table.options.race or seat != group.exposed
        )

    def counts(self, table: AnimalsTable) -> dict[str, int]:
        """Name to cards in the pile."""
        return {name: len(pile) for name, pile in zip(table.setup.names, table.piles, strict=True)}

    def winners(self, table: AnimalsTable) -> tuple[str, ...]:
        """Who has most cards, all who have as many; nobody who has left."""
        here = [seat for seat in range(len(table.piles)) if seat not in table.gone]
        most = max((len(table.piles[seat]) for seat in here), default=0)
        return names_of(table, [seat for seat in here if len(table.piles[seat]) == most])

    def table_view(self, table: AnimalsTable) -> TableView:
        """What the table sees."""
        exposure = table.exposure
        named = {seat: word for word, seat in table.responses.items()}
        whole = full_pack() if table.deck is None else table.deck
        return TableView(
            game=self.name,
            players=tuple(
                PlayerView(
                    player.name,
                    player.animal,
                    named[seat],
                    str(table.piles[seat][-1]) if table.piles[seat] else None,
                    len(table.piles[seat]),
                    seat not in table.gone,
                )
                for seat, player in enumerate(table.setup.players)
            ),
            dealer=name_of(table, table.dealer),
            next_player=None if table.next_seat is None else name_of(table, table.next_seat),
            cards_left=len(whole) - table.dealt,
            last_card=None if table.last_card is None else str(table.last_card),
            last_player=None if exposure is None else name_of(table, exposure.seat),
            waits_for_cue=exposure is not None and exposure.open_from is None,
            groups=tuple(
                GroupView(
                    group.rank,
                    names_of(table, group.members),
                    tuple(named[seat] for seat in group.members),
                )
                for group in table.groups
                if group.lives
            ),
            question=None,
            undecided=False,
            can_undo=False,
            finished=table.ended_at is not None,
            round=table.round,
        )


_WRONG_WORDS = ("not-the-animal", "wrong-word", "own-animal", "not-in-match")
"""Void for what was said, and not for when or by whom."""


def noise_of(player: Player) -> str | None:
    """Phrase key of the player's noise; None when there is no telling."""
    return player.noise or NOISES.get(player.animal or "")


def _all_different(what: str, players: Iterable[Player], values: Iterable[str]) -> None:
    owners: dict[str, str] = {}
    for player, value in zip(players, values, strict=True):
        if value in owners:
            raise SetupError(
                f'{owners[value]} and {player.name} cannot both have the {what} "{value}":'
                " let one of them choose another"
            )
        owners[value] = player.name


def _responses_of(setup: Setup) -> str:
    return cast(AnimalsOptions, setup.options).responses


# Piles and groups.


def _equal_tops(table: AnimalsTable, seat: int, card: Card) -> tuple[int, ...]:
    """The other players, clockwise from `seat`, whose tops have the card's rank."""
    return tuple(
        other
        for other in clockwise(table, seat)[1:]
        if other not in table.gone
        and table.piles[other]
        and table.piles[other][-1].rank == card.rank
    )


def _mended(
    piles: tuple[tuple[Card, ...], ...], misread: Card, card: Card
) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        tuple(card if each == misread else each for each in pile) if misread in pile else pile
        for pile in piles
    )


def _exchanged(groups: tuple[Group, ...], new: Group) -> tuple[Group, ...]:
    return tuple(new if group.number == new.number else group for group in groups)


def _covered(table: AnimalsTable, seat: int) -> Iterable[Group]:
    """The groups of which something remains once a new card lies on the pile at `seat`.

    Who drops out now is remembered until the next card, so that a call that comes too late is
    told from one that never had a match.
    """
    for group in table.groups:
        out = tuple((who, why) for who, why in group.out if why != TOO_LATE and who != seat)
        members = group.members
        if group.lives and table.options.expire == "next-card":
            dropped = members
        else:
            dropped = (seat,) if seat in members else ()
        members = tuple(who for who in members if who not in dropped)
        out = (*out, *((who, TOO_LATE) for who in dropped))
        if len(members) + len(out) > 1:
            yield replace(group, members=members, out=out)


def _without(groups: tuple[Group, ...], seat: int) -> Iterable[Group]:
    """The groups once the player at `seat` has left."""
    for group in groups:
        members = tuple(who for who in group.members if who != seat)
        out = tuple((who, why) for who, why in group.out if who != seat)
        if len(members) + len(out) > 1:
            yield replace(group, members=members, out=out)


GAME = Animals()
