"""Races: who called first, who may have, and what happens while nobody can say yet.

A game in which the first caller wins (Animals, Snap) tells a `Race` how to judge one call on
its table; the race does the rest in one place: the tie window, "Who called?", "Not me", calls
that were not understood, exposures called off, undo, and the refusal of all else at the end.

Events wait in a queue, in order of time, for as long as something before them is open; each is
then judged on the table as it stood for it. So a late answer gives the same rulings as an early
one, and a ruling carries the time of what it judges.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from voicegm.cards import Card
from voicegm.errors import BadInput
from voicegm.games import options as options_of
from voicegm.games.events import (
    Call,
    Caller,
    CallOff,
    Correct,
    Cue,
    Deal,
    End,
    Event,
    Leave,
    OptionSet,
    Round,
    Turn,
    Unclear,
    Undo,
)
from voicegm.games.game import QuestionView, Step, TableView
from voicegm.games.options import Options
from voicegm.games.rulings import (
    Again,
    Mistake,
    Over,
    Refused,
    RoundOver,
    Ruling,
    Tied,
    Undone,
    Void,
    WhoCalled,
    Won,
)
from voicegm.games.setup import Setup

SURE_ENOUGH = 0.8
"""A call of less confidence never costs its caller anything (every game, 7)."""

SETTLED = (Won, Tied, Mistake)
"""Rulings that move cards or end a match: what can be undone."""

END_OF_TIME = 1 << 62
"""Later than any event, in milliseconds."""


@dataclass(frozen=True)
class Heard:
    """A call that waits for its ruling, with what answers have told about it."""

    call: Call
    at: int
    """The onset from which it counts."""
    by: str | None
    asked: bool = False
    """The referee asked who it was."""
    answered: bool = False
    """Somebody has said whose it was."""
    taken_for: str | None = None
    """Whose it was presumed to be when it was ruled on."""
    void: str | None = None
    """Why it is void whatever lies on the table."""
    waited: bool = False
    """It came before a card was read, and has waited for it."""


@dataclass(frozen=True)
class Right:
    """Verdict: a correct call."""

    match: int
    """What is competed for: equal for calls that can tie."""
    by: str


@dataclass(frozen=True)
class Wrong:
    """Verdict: a call that counts for nothing."""

    why: str
    costs: bool = False
    """It is a mistake, for which its caller pays."""


@dataclass(frozen=True)
class Ask:
    """Verdict: it counts, or costs, if one of `candidates` called."""

    match: int
    candidates: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """One of several calls that cannot be told apart."""

    by: str
    says: str | None
    """A phrase key; None where nothing was understood."""


@dataclass(frozen=True)
class Hold:
    """Verdict: it may have been meant for the next card, which is not read yet."""


NO_MATCH = -1
"""The match of a question about a call that can win nothing."""

Verdict: TypeAlias = Right | Wrong | Ask | Hold
Item: TypeAlias = Event | Heard


@dataclass(frozen=True)
class Doubt:
    """An utterance that may have been the first call and was not understood."""

    at: int
    named: str | None = None
    """Who said that it was theirs: their next word counts from `at`."""


@dataclass(frozen=True)
class Taken:
    """A ruling that can be undone."""

    ruling: Ruling
    match: int
    moved: Any = None
    """What the game needs to put things back."""


@dataclass(frozen=True)
class Exposure:
    """The card that was turned face up last."""

    number: int
    at: int
    seat: int
    open_from: int | None
    """When calls began to count; None while the cue is awaited."""


T = TypeVar("T", bound="Table")


@dataclass(frozen=True)
class Table:
    """What every race has on its table; a game adds its own."""

    setup: Setup
    options: Any
    """The game's options as they are now."""
    dealer: int
    """Seat, as every other number of a player here: the place in `setup.players`."""
    round: int = 1
    gone: frozenset[int] = frozenset()
    """Seats of those who have left."""
    exposure: Exposure | None = None
    exposures: int = 0
    history: tuple[Taken, ...] = ()
    ended_at: int | None = None
    decided: str | None = None
    """How the game has ended by itself; None while it goes on, or when the players stopped."""

    def but(self: T, **changes: Any) -> T:
        """A copy with some fields changed: `dataclasses.replace`, in a tenth of its time."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, **changes)
        return copy


@dataclass(frozen=True)
class State(Generic[T]):
    """A table and what waits to be ruled on."""

    table: T
    now: int = 0
    told: int = 0
    """Time of the latest ruling: none comes out before it."""
    queue: tuple[Item, ...] = ()
    doubt: Doubt | None = None
    unclears: int = 0
    """How many utterances were not understood in this exposure."""
    before: T | None = None
    """The table when the last card had just been exposed."""
    since: tuple[Item, ...] = ()
    """What has been ruled on since then: all that "Not me" judges anew."""
    held: tuple[Heard, ...] = ()
    """Calls that wait for the next card to be read."""


class Race(ABC, Generic[T]):
    """A game in which the first correct caller wins something."""

    name: str
    options: type[Options]
    events: Mapping[str, type[Event]]
    players: range
    usual_players: range
    exposures: ClassVar[tuple[type[Event], ...]]
    """The events that expose a card."""
    own_piles: ClassVar[bool]
    """Whether each player starts with cards of their own, that may be written out."""

    # What each game tells.

    @abstractmethod
    def check_setup(self, setup: Setup) -> None:
        """SetupError with the reason when the game cannot be played so."""

    @abstractmethod
    def judge(self, table: T, heard: Heard) -> Verdict:
        """One call on the table as it stands. Changes nothing."""

    @abstractmethod
    def award(self, table: T, heard: Heard, right: Right) -> tuple[T, tuple[Ruling, ...]]:
        """The call wins, and what follows at once; all with the call's time.

        Adds to the history.
        """

    @abstractmethod
    def tie(
        self, table: T, at: int, match: int, claims: Sequence[Claim]
    ) -> tuple[T, tuple[Ruling, ...]]:
        """`claims` cannot be told apart, and what follows at once. Adds to the history."""

    @abstractmethod
    def competitors(self, table: T) -> Mapping[int, tuple[str, ...]]:
        """Who could win something right now, by match."""

    @abstractmethod
    def take_back(self, table: T, taken: Taken) -> T:
        """The table as if `taken` had not been ruled, its match closed without effect."""

    @abstractmethod
    def close(self, table: T) -> T:
        """The table with every open match closed without effect."""

    @abstractmethod
    def expose(self, table: T, event: Event) -> tuple[T, tuple[Ruling, ...]]:
        """A card is exposed, or mended."""

    @abstractmethod
    def leave(self, table: T, event: Leave) -> tuple[T, tuple[Ruling, ...]]:
        """A player who was there until now has left, and what follows at once."""

    @abstractmethod
    def new_round(self, table: T, event: Round) -> T:
        """The table of the next round."""

    @abstractmethod
    def counts(self, table: T) -> dict[str, int]:
        """Name to cards."""

    @abstractmethod
    def winners(self, table: T) -> tuple[str, ...]:
        """Who has won if the game ends now."""

    @abstractmethod
    def begin(self, setup: Setup) -> T:
        """The table before the first event; the set-up has been checked."""

    @abstractmethod
    def table_view(self, table: T) -> TableView:
        """What the table sees, questions aside."""

    @abstractmethod
    def words(self, table: T) -> frozenset[str]:
        """The phrase keys that can win something right now."""

    def misses(self, table: T, heard: Heard, wrong: Wrong) -> tuple[T, tuple[Ruling, ...]]:
        """A wrong call's effect on the table, and what is ruled."""
        return table, (Void(heard.at, heard.by, heard.call.says, wrong.why),)

    def window_ms(self, table: T) -> int:
        """How long after a correct call another makes a tie with it."""
        window: int = table.options.tie_ms
        return window

    # What `Game` asks for.

    def start(self, setup: Setup) -> Step[State[T]]:
        """See Game.start."""
        self.check_setup(setup)
        table = self.begin(setup)
        return Step(State(table, before=table))

    def check_event(self, setup: Setup, event: Event) -> Event:
        """See Game.check_event."""
        if isinstance(event, OptionSet):
            options_of.check_change(self.options, event.name, event.value, setup.names)
        if isinstance(event, Round):
            setup.check_round(event, hands=self.own_piles)
        if isinstance(event, (Deal, Turn)) and setup.real_cards and event.card is None:
            raise BadInput(f'real cards are turned here: "{event.kind}" needs its "card"')
        if isinstance(event, (Deal, Turn)) and not setup.real_cards and event.card is not None:
            raise BadInput(f'the cards are known here: "{event.kind}" takes no "card"')
        if isinstance(event, Correct) and not setup.real_cards:
            raise BadInput('the cards are known here: there is nothing to "correct"')
        return event

    def step(self, state: State[T], event: Event) -> Step[State[T]]:
        """See Game.step."""
        run = _Run(self, state, max(state.now, event.at))
        run.take(_heard(event) if isinstance(event, Call) else event)
        return run.result()

    def settle(self, state: State[T], at: int) -> Step[State[T]]:
        """See Game.settle."""
        if at <= state.now:
            return Step(state)
        run = _Run(self, state, at)
        run.drain()
        return run.result()

    def finish(self, state: State[T]) -> Step[State[T]]:
        """See Game.finish."""
        run = _Run(self, replace(state, doubt=None), END_OF_TIME)
        run.drain()
        run.now = state.now
        return run.result()

    def expected(self, state: State[T], at: int) -> frozenset[str]:
        """See Game.expected."""
        table = state.table
        exposure = table.exposure
        if table.ended_at is not None or exposure is None or exposure.open_from is None:
            return frozenset()
        return frozenset() if at < exposure.open_from else self.words(table)

    def hand(self, state: State[T], name: str) -> tuple[Card, ...] | None:  # noqa: ARG002
        """See Game.hand: nobody holds cards that are known to them alone."""
        return None

    def outcome(self, state: State[T]) -> Over:
        """See Game.outcome."""
        if state.table.ended_at is None:
            return replace(self.over(state.table, state.now), winners=(), finished=False)
        return self.over(state.table, state.table.ended_at)

    def over(self, table: T, at: int) -> Over:
        """The count of a game that ends at `at`."""
        return Over(at, self.winners(table), self.counts(table))

    def view(self, state: State[T]) -> TableView:
        """See Game.view."""
        table = state.table
        return replace(
            self.table_view(table),
            question=self._question(state),
            undecided=bool(state.queue),
            can_undo=bool(table.history),
        )

    def _question(self, state: State[T]) -> QuestionView | None:
        if state.doubt is not None:
            able = sum(self.competitors(state.table).values(), ())
            return QuestionView("again", state.doubt.at, None, able)
        for item in state.queue:
            if isinstance(item, Heard) and item.asked and not (item.answered or item.void):
                verdict = self.judge(state.table, item)
                candidates = verdict.candidates if isinstance(verdict, Ask) else ()
                return QuestionView("who-called", item.at, item.call.says, candidates)
        return None

    # Events that mean the same in every race.

    def undo(self, table: T, event: Undo) -> tuple[T, Ruling]:
        """Takes the latest ruling of the history back."""
        if not table.history:
            return table, Refused(event.at, None, "nothing-to-undo")
        taken = table.history[-1]
        table = replace(self.take_back(table, taken), history=table.history[:-1])
        return table, Undone(event.at, taken.ruling)

    def apply(self, table: T, event: Event) -> tuple[T, tuple[Ruling, ...]]:
        """Everything that is no call, no answer and no doubt."""
        if isinstance(event, self.exposures):
            return self.expose(table, event)
        if isinstance(event, Undo):
            table, ruling = self.undo(table, event)
            return table, (ruling,)
        if isinstance(event, (Round, End)):
            return self._count(table, event)
        if isinstance(event, Leave):
            gone = seat_of(table.setup, event.by) in table.gone
            return (table, ()) if gone else self.leave(table, event)
        return self._arrange(table, event), ()

    def _count(self, table: T, event: Round | End) -> tuple[T, tuple[Ruling, ...]]:
        over = self.over(table, event.at)
        if isinstance(event, Round):
            return self.new_round(table, event), (RoundOver(event.at, over.winners, over.counts),)
        return table.but(ended_at=event.at), (over,)

    def _arrange(self, table: T, event: Event) -> T:
        """Events that are not ruled on."""
        if isinstance(event, Cue):
            exposure = table.exposure
            if exposure is not None and exposure.open_from is None:
                return table.but(exposure=replace(exposure, open_from=event.at))
        elif isinstance(event, OptionSet):
            changed = options_of.set_option(table.options, event.name, event.value)
            return table.but(options=changed)
        elif isinstance(event, CallOff):
            return self.close(table)
        return table

    def exposed(self, table: T, at: int, seat: int) -> Exposure:
        """The exposure of a card at `seat`; calls count at once, or from its cue on."""
        waits = table.options.start == "after-cue"
        return Exposure(table.exposures + 1, at, seat, None if waits else at)

    def is_early(self, table: T, heard: Heard, by: str | None) -> bool:
        """Whether a call came before it could count: under the announcement, or a head start.

        A player with a head start waits only for those whose head start is greater.
        """
        exposure = table.exposure
        if exposure is None:
            return False
        if exposure.open_from is None:
            return True
        if by is None or not table.options.head_start_ms or not table.options.race:
            return False
        starts = dict(table.options.head_start_ms)
        own = starts.pop(by, 0)
        waits = max((start for start in starts.values() if start > own), default=0)
        return heard.at < exposure.open_from + waits


def _heard(call: Call) -> Heard:
    return Heard(call, call.at, call.by)


def seat_of(setup: Setup, name: str) -> int:
    """The place of a player in the set-up."""
    return setup.names.index(name)


def name_of(table: Table, seat: int) -> str:
    """Who sits there."""
    return table.setup.players[seat].name


def names_of(table: Table, seats: Iterable[int]) -> tuple[str, ...]:
    """Who sits there, in the order of `seats`."""
    players = table.setup.players
    return tuple(players[seat].name for seat in seats)


def clockwise(table: Table, first: int) -> tuple[int, ...]:
    """All seats, from `first` on."""
    return _clockwise(len(table.setup.players), first)


@cache
def _clockwise(players: int, first: int) -> tuple[int, ...]:
    seats = range(players)
    return (*seats[first:], *seats[:first])


def next_seat(table: Table, after: int) -> int | None:
    """The next player clockwise who is still here, the same one if nobody else is."""
    order = (*clockwise(table, after)[1:], after)
    return next((seat for seat in order if seat not in table.gone), None)


Piles = TypeVar("Piles")


def changed(piles: tuple[Piles, ...], new: Mapping[int, Piles]) -> tuple[Piles, ...]:
    """What lies before each seat once some of it has changed."""
    out = list(piles)
    for seat, pile in new.items():
        out[seat] = pile
    return tuple(out)


class _Run(Generic[T]):
    """One step of a race: a state on its way, and the rulings that come out."""

    def __init__(self, race: Race[T], state: State[T], now: int) -> None:
        self.race = race
        self.table = state.table
        self.now = now
        self.told = state.told
        self.queue = list(state.queue)
        self.doubt = state.doubt
        self.unclears = state.unclears
        self.before = state.before
        self.since = state.since
        self.held = state.held
        self.rulings: list[Ruling] = []

    def result(self) -> Step[State[T]]:
        state = State(
            self.table,
            self.now,
            self.told,
            tuple(self.queue),
            self.doubt,
            self.unclears,
            self.before,
            self.since,
            self.held,
        )
        return Step(state, tuple(self.rulings))

    def take(self, item: Item) -> None:
        """One more event, in its place in time."""
        place = len(self.queue)
        while place and self.queue[place - 1].at > item.at:
            place -= 1
        self.queue.insert(place, item)
        self.drain()

    def drain(self) -> None:
        """Rules on everything that does not have to wait."""
        while self.queue and self._advance():
            pass
        if self.held and self.table.ended_at is not None:
            self._release(None)
            self.drain()

    def _advance(self) -> bool:
        """Rules on the first in the queue, or sets one thing straight; False: it has to wait."""
        if self.table.ended_at is not None:
            self._after_the_end(self.queue.pop(0))
            return True
        if self.doubt is not None:
            return self._resolve_doubt(self.doubt)
        head = self.queue[0]
        if isinstance(head, Heard):
            return self._judge(head)
        if self.held and isinstance(head, (CallOff, End, Round)):
            self._release("called-off" if isinstance(head, CallOff) else None)
            return True
        del self.queue[0]
        if isinstance(head, Unclear):
            self._unclear(head)
        elif isinstance(head, Caller):
            self._not_me(head)
        else:
            self._apply(head)
        return True

    def _after_the_end(self, item: Item) -> None:
        event = item.call if isinstance(item, Heard) else item
        self.doubt = None
        next_round = isinstance(event, Round) and self.table.decided is not None
        if not isinstance(event, Undo) and not next_round:
            self._say(Refused(event.at, getattr(event, "by", None), "finished"))
            return
        self._apply(event)
        if self.table.ended_at is not None and isinstance(self.rulings[-1], Undone):
            self._say(self.race.over(self.table, self.table.ended_at))

    def _say(self, *rulings: Ruling) -> None:
        for ruling in rulings:
            self.told = max(self.told, ruling.at)
            self.rulings.append(ruling if ruling.at == self.told else replace(ruling, at=self.told))

    def _apply(self, event: Event) -> None:
        shown = self.table.exposures
        self.table, rulings = self.race.apply(self.table, event)
        self._say(*rulings)
        if self.held and self.table.exposures > shown:
            self._release(None)
        if isinstance(event, (*self.race.exposures, Round)):
            self.unclears = 0
            self._start_afresh()
        elif isinstance(event, (Undo, CallOff)):
            self._start_afresh()
        else:
            self.since = (*self.since, event)

    def _start_afresh(self) -> None:
        """What has been ruled so far is no longer judged anew."""
        self.before, self.since = self.table, ()

    # Calls.

    def _judge(self, head: Heard) -> bool:
        verdict = self._verdict(self.table, head)
        if isinstance(verdict, Ask):
            return self._ask(0, verdict, head.at)
        if isinstance(verdict, Right):
            return self._race(head, verdict)
        del self.queue[0]
        if isinstance(verdict, Hold):
            self.held = (*self.held, head)
            return True
        self.table, rulings = self.race.misses(self.table, head, verdict)
        self._say(*rulings)
        self.since = (*self.since, head)
        return True

    def _release(self, void: str | None) -> None:
        """The calls that waited for a card have their turn."""
        self.queue[:0] = [replace(heard, waited=True, void=void) for heard in self.held]
        self.held = ()

    def _verdict(self, table: T, heard: Heard) -> Verdict:
        return Wrong(heard.void) if heard.void else self.race.judge(table, heard)

    def _race(self, head: Heard, right: Right) -> bool:
        """The first correct call: wins, or ties, once its window is over."""
        limit = head.at + self.race.window_ms(self.table)
        over: bool = self.now > limit
        rivals: list[tuple[Heard, str]] = []
        wrong: list[tuple[int, str]] = []
        table = self.table
        for place, item in enumerate(self.queue[1:], 1):
            if item.at > limit:
                break
            if isinstance(item, (End, Round)):
                over = True
                break
            if isinstance(item, CallOff):
                return self._call_off(place)
            if not isinstance(item, Heard):
                table = self._passing(table, item)
                continue
            verdict = self._verdict(table, item)
            if isinstance(verdict, Wrong):
                if not verdict.costs:
                    wrong.append((place, verdict.why))
            elif isinstance(verdict, Hold) or verdict.match != right.match:
                continue
            elif isinstance(verdict, Ask):
                return self._ask(place, verdict, head.at)
            elif verdict.by != right.by:
                rivals.append((item, verdict.by))
        if over:
            self._call_void(wrong)
            self._settle(head, right, rivals)
        return over

    def _call_void(self, wrong: Iterable[tuple[int, str]]) -> None:
        """Calls of the window that were wrong while the match was open: that is why."""
        for place, why in wrong:
            heard = self.queue[place]
            assert isinstance(heard, Heard)
            self.queue[place] = replace(heard, void=why)

    def _passing(self, table: T, item: Item) -> T:
        """The table for the calls behind `item` in the same window."""
        if isinstance(item, (Heard, Caller, Unclear, Undo)):
            return table
        return self.race.apply(table, item)[0]

    def _settle(self, head: Heard, right: Right, rivals: list[tuple[Heard, str]]) -> None:
        if rivals:
            calls = ((head, right.by), *rivals)
            claims = [Claim(name, heard.call.says) for heard, name in calls]
            self.table, rulings = self.race.tie(self.table, head.at, right.match, claims)
        else:
            self.table, rulings = self.race.award(self.table, head, right)
        self._say(*rulings)
        for heard, name in ((head, right.by), *rivals):
            self.queue.remove(heard)
            known = heard if heard.by is not None else replace(heard, taken_for=name)
            self.since = (*self.since, known)

    # Questions.

    def _ask(self, place: int, ask: Ask, at: int) -> bool:
        """Asks who called, or takes the answer that lies in the queue."""
        heard = self.queue[place]
        assert isinstance(heard, Heard)
        if not heard.asked:
            self.queue[place] = replace(heard, asked=True)
            self._say(WhoCalled(at, heard.call.says, ask.candidates))
            return True
        for later, item in enumerate(self.queue[place + 1 :], place + 1):
            if isinstance(item, Caller):
                del self.queue[later]
                self.queue[place] = _answered(heard, item.by, ask.candidates)
                return True
            if isinstance(item, CallOff):
                return self._call_off(later)
            if self._closes(item):
                self.queue[place] = replace(heard, void="unanswered")
                return True
        return False

    def _closes(self, item: Item) -> bool:
        return isinstance(item, (*self.race.exposures, End, Round))

    def _call_off(self, place: int) -> bool:
        """A fault: the calls before it that could have counted are void, questions are closed."""
        for earlier, item in enumerate(self.queue[:place]):
            if isinstance(item, Heard):
                verdict = self._verdict(self.table, item)
                if not isinstance(verdict, Wrong) or verdict.costs:
                    self.queue[earlier] = replace(item, void="called-off")
        self.doubt = None
        return True

    # Doubts.

    def _unclear(self, event: Unclear) -> None:
        table = self.table
        competitors = self.race.competitors(table)
        exposure = table.exposure
        since = table.history[len(self.before.history) :] if self.before else ()
        settled = any(isinstance(taken.ruling, (Won, Tied)) for taken in since)
        if exposure is None or exposure.open_from is None or (settled and not competitors):
            return
        self.unclears += 1
        if self.unclears == 1:
            self._say(Again(event.at))
            self.doubt = Doubt(event.at)
        else:
            self._tie_all(event.at)

    def _tie_all(self, at: int) -> None:
        for match, players in self.race.competitors(self.table).items():
            claims = [Claim(name, None) for name in players]
            self.table, rulings = self.race.tie(self.table, at, match, claims)
            self._say(*rulings)
        self._start_afresh()

    def _resolve_doubt(self, doubt: Doubt) -> bool:
        """Looks in the queue for what ends the doubt; calls before that are held."""
        for place, item in enumerate(self.queue):
            if isinstance(item, Caller):
                del self.queue[place]
                self._name_doubt(doubt, item.by)
                return True
            if isinstance(item, Unclear):
                self.queue[: place + 1] = [
                    held for held in self.queue[:place] if not isinstance(held, Heard)
                ]
                self.doubt = None
                self.unclears += 1
                self._tie_all(item.at)
                return True
            if isinstance(item, CallOff):
                return self._call_off(place)
            if self._closes(item):
                self.doubt = None
                return True
            if isinstance(item, Heard) and self._ends_doubt(doubt, place, item):
                return True
        return False

    def _name_doubt(self, doubt: Doubt, name: str | None) -> None:
        able = {who for players in self.race.competitors(self.table).values() for who in players}
        if name in able:
            self.doubt = replace(doubt, named=name)
            return
        if name is not None:
            self._say(Void(doubt.at, name, "", "bystander"))
        self.doubt = None

    def _ends_doubt(self, doubt: Doubt, place: int, item: Heard) -> bool:
        """Whether a call does: a wrong word, or the next word of the one who was named."""
        if doubt.named is None:
            verdict = self._verdict(self.table, item)
            if not isinstance(verdict, Wrong):
                return False
            if verdict.costs:
                # Everybody has just been asked to call: nobody pays for doing so.
                self.queue[place] = replace(item, void=verdict.why)
        elif item.by not in (None, doubt.named):
            return False
        else:
            self.queue[place] = named = replace(item, by=doubt.named, asked=True, answered=True)
            first = replace(named, at=doubt.at)
            if not isinstance(self._verdict(self.table, first), Wrong):
                del self.queue[place]
                self.queue.insert(0, first)
        self.doubt = None
        return True

    # "Not me".

    def _not_me(self, event: Caller) -> None:
        """Judges everything since the exposure anew, with another caller for one call."""
        place = len(self.since) - 1
        while place >= 0:
            item = self.since[place]
            if isinstance(item, Heard) and (item.asked or item.taken_for):
                break
            place -= 1
        else:
            return
        if event.by == (item.taken_for or item.by) or self.before is None:
            return
        void = "unanswered" if event.by is None else None
        changed = replace(item, by=event.by, asked=True, answered=True, taken_for=None, void=void)
        items = [*self.since[:place], changed, *self.since[place + 1 :]]
        self._rule_anew(event.at, changed, self._judged_anew(self.before, items))

    def _judged_anew(self, before: T, items: Iterable[Item]) -> _Run[T]:
        again = _Run(self.race, State(before), self.now)
        again.queue = [_forget(each) for each in items]
        again.drain()
        return again

    def _rule_anew(self, at: int, changed: Heard, again: _Run[T]) -> None:
        assert self.before is not None
        told = self._judged_anew(self.before, self.since).rulings
        old: list[Ruling] = [ruling for ruling in told if isinstance(ruling, SETTLED)]
        fresh: list[Ruling] = [ruling for ruling in again.rulings if isinstance(ruling, SETTLED)]
        kept = 0
        while kept < min(len(old), len(fresh)) and old[kept] == fresh[kept]:
            kept += 1
        for ruling in reversed(old[kept:]):
            self._say(Undone(at, ruling))
        for ruling in again.rulings:
            if isinstance(ruling, Void):
                is_changed = (ruling.at, ruling.player) == (changed.at, changed.by)
                if is_changed and ruling.says == changed.call.says:
                    self._say(replace(ruling, at=at))
            elif ruling not in (old[:kept] if isinstance(ruling, SETTLED) else told):
                self._say(replace(ruling, at=at))
        self.table = again.table
        self.since = again.since
        self.queue = again.queue + self.queue
        self.held = again.held + self.held


def _answered(heard: Heard, by: str | None, candidates: tuple[str, ...]) -> Heard:
    if by is None:
        return replace(heard, void="unanswered")
    void = None if by in candidates else "bystander"
    return replace(heard, by=by, answered=True, void=void)


def _forget(item: Item) -> Item:
    """A call as it was before it was ruled on, answers kept."""
    return replace(item, taken_for=None) if isinstance(item, Heard) else item
