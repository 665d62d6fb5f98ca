"""Snip Snap Snorum: follow the rank, cry your word, be the first to empty your hand.

Rules and the referee's rulings: `docs/rulings.md`, "Every game" and "Snip Snap Snorum".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from voicegm.cards import Card
from voicegm.errors import BadInput
from voicegm.games import options as options_of
from voicegm.games.events import (
    COMMON,
    Call,
    End,
    Event,
    Leave,
    OptionSet,
    Pass,
    Play,
    Round,
    Unclear,
    Undo,
)
from voicegm.games.game import PlayerView, RunView, Step, TableView
from voicegm.games.rulings import Again, Over, Refused, Ruling, Undone
from voicegm.games.setup import Setup, SetupError
from voicegm.games.snip_deed import Deed
from voicegm.games.snip_table import (
    FOLLOWS,
    PACKS,
    PLACES,
    Board,
    Sitting,
    SnipOptions,
    SnipState,
    deal,
)

OPTIONS_OF_TOKENS = {
    "missed_cry": ("token",),
    "pass_penalty": (True,),
    "ante": (True,),
    "finish": ("elimination",),
}
"""The values of options that move tokens or count them."""


@dataclass(frozen=True)
class Tip:
    """Advice for a player who leads; for that player's ears alone."""

    kind: str
    """`most`: the rank that most of the hand is of; `free-run`: all of a rank is in the hand;
    `dead-lead`: nobody else can follow any more."""
    rank: str


class SnipSnapSnorum:
    """The rules of Snip Snap Snorum."""

    name = "snip-snap-snorum"
    options = SnipOptions
    events: Mapping[str, type[Event]] = {kind.kind: kind for kind in (*COMMON, Play, Pass)}
    players = range(3, 53)
    usual_players = range(3, 9)

    # The set-up.

    def check_setup(self, setup: Setup) -> None:
        """SetupError with the reason when the game cannot be played so."""
        setup.check(self.players[0], self.players[-1], hands=True)
        options = _options(setup)
        for name in OPTIONS_OF_TOKENS:
            if _needs_tokens(options, name, getattr(options, name)):
                raise SetupError(_WITHOUT_TOKENS.format(name=name))
        having = [name for name in setup.names if setup.tokens.get(name, options.tokens)]
        if options.finish == "elimination" and len(having) < 2:
            raise SetupError('"elimination" needs two players with tokens to begin with')

    def check_event(self, setup: Setup, event: Event) -> Event:
        """See Game.check_event: cards are those of the round, and real cards are named."""
        if isinstance(event, Play):
            _check_card(setup, event.card)
        elif isinstance(event, OptionSet):
            options_of.check_change(self.options, event.name, event.value, setup.names)
            if _needs_tokens(_options(setup), event.name, event.value):
                raise BadInput(_WITHOUT_TOKENS.format(name=event.name))
        elif isinstance(event, Round):
            setup.check_round(event, hands=True)
        return event

    def start(self, setup: Setup) -> Step[SnipState]:
        """See Game.start."""
        self.check_setup(setup)
        options = _options(setup)
        seat_of = {name: seat for seat, name in enumerate(setup.names)}
        sitting = Sitting(setup, options, seat_of, seat_of[setup.dealer])
        tokens = [0] * len(setup.players)
        if sitting.for_tokens:
            tokens = [setup.tokens.get(name, options.tokens) for name in setup.names]
        return Step(deal(sitting, setup, tokens, 0, sitting.may_play_on(tokens), 0))

    # What happens.

    def step(self, state: SnipState, event: Event) -> Step[SnipState]:
        """See Game.step."""
        if isinstance(event, Undo):
            return _undo(state, event.at)
        if state.ended_at is not None and not (isinstance(event, Round) and state.level):
            return _refuse(state, event, "finished")
        if isinstance(event, Round):
            return _next_round(state, event)
        if isinstance(event, End):
            state = replace(state, sitting=replace(state.sitting, stopped_at=event.at))
            return Step(replace(state, now=event.at), (self.outcome(state),))
        deed = Deed(state, event.at)
        if isinstance(event, Play):
            deed.play(event.by, event.card, event.says)
        elif isinstance(event, Pass):
            deed.pass_by(event.by)
        elif isinstance(event, Call):
            deed.call(event)
        elif isinstance(event, Leave):
            deed.leave(event.by)
        elif isinstance(event, OptionSet):
            deed.set_option(event.name, event.value)
        elif isinstance(event, Unclear) and state.board.winner is None:
            deed.say(Again(event.at))
        return deed.result()

    def settle(self, state: SnipState, at: int) -> Step[SnipState]:  # noqa: ARG002
        """See Game.settle: nothing here waits for time."""
        return Step(state)

    def finish(self, state: SnipState) -> Step[SnipState]:
        """See Game.finish: nothing here waits for time."""
        return Step(state)

    # What is to be seen and told.

    def expected(self, state: SnipState, at: int) -> frozenset[str]:  # noqa: ARG002
        """See Game.expected: the cry that counts, and a pass but for the lead."""
        board = state.board
        if state.ended_at is not None or board.turn is None:
            return frozenset()
        cry = state.sitting.options.cry(len(board.run) + 1)
        words = {cry} if cry else set()
        return frozenset(words | {"pass"} if board.run else words)

    def outcome(self, state: SnipState) -> Over:
        """See Game.outcome."""
        return state.outcome()

    def view(self, state: SnipState) -> TableView:
        """See Game.view: what lies open. No hand is in it."""
        sitting, board = state.sitting, state.board
        ended = state.ended_at is not None
        last = board.run[-1] if board.run else None
        return TableView(
            game=self.name,
            players=tuple(
                PlayerView(
                    name,
                    animal=None,
                    response=None,
                    top=None,
                    cards=board.held(seat),
                    here=seat not in sitting.gone,
                    tokens=board.tokens[seat] if sitting.for_tokens else None,
                )
                for seat, name in enumerate(sitting.setup.names)
            ),
            dealer=sitting.name(sitting.dealer),
            next_player=None if ended or board.turn is None else sitting.name(board.turn),
            cards_left=None,
            last_card=str(last[1]) if last else None,
            last_player=sitting.name(last[0]) if last else None,
            waits_for_cue=False,
            groups=(),
            question=None,
            undecided=False,
            can_undo=board.before is not None,
            finished=ended,
            round=sitting.round,
            run=_run_view(sitting, board),
            token_pot=board.pot if sitting.for_tokens else None,
            round_winner=state.round_winner,
            level=state.level,
        )

    def hand(self, state: SnipState, name: str) -> tuple[Card, ...] | None:
        """See Game.hand: sorted; None with real cards."""
        seat = state.sitting.seat_of[name]
        if state.board.hidden[seat]:
            return None
        places = PLACES[state.sitting.options.match]
        return tuple(sorted(state.board.hands[seat], key=places.__getitem__))

    def may_hold(self, state: SnipState, name: str) -> tuple[Card, ...]:
        """The cards that may be in a player's hand, lowest first: those that are known to be there
        and, with real cards, all that nobody has seen."""
        seat = state.sitting.seat_of[name]
        hidden = state.board.unseen if state.board.hidden[seat] else frozenset[Card]()
        places = PLACES[state.sitting.options.match]
        return tuple(sorted(state.board.hands[seat] | hidden, key=places.__getitem__))

    def tips(self, state: SnipState, name: str) -> tuple[Tip, ...]:
        """What could be whispered to the player who leads, best first; nothing to others.

        Only what the player can see goes into it: the own hand, and the cards put aside.
        """
        sitting, board = state.sitting, state.board
        hand = self.hand(state, name) or ()
        leads = not board.run and board.turn == sitting.seat_of[name]
        if not (leads and hand and sitting.options.match == "rank"):
            return ()
        aside = [card.rank for cards in board.aside for card in cards]
        own = [card.rank for card in hand]
        pack = [card.rank for card in sitting.pack]
        most = max(own, key=own.count)
        tips = [Tip("most", most)] if own.count(most) > 1 else []
        for rank in dict.fromkeys(own):
            if own.count(rank) == pack.count(rank) > 1:
                tips.append(Tip("free-run", rank))
            elif aside.count(rank) == pack.count(rank) - 1:
                tips.append(Tip("dead-lead", rank))
        return tuple(tips)


def _next_round(state: SnipState, event: Round) -> Step[SnipState]:
    """The next round; after the end, the one that those play who were level for the lead."""
    sitting, board = state.sitting, state.board
    rulings: list[Ruling] = []
    if board.winner is None and sitting.stopped_at is None:
        rulings.append(state.round_over(event.at))
    level = [sitting.seat_of[name] for name in state.level]
    able = level or sitting.may_play_on(board.tokens)
    if event.dealer is not None:
        dealer = sitting.seat_of[event.dealer]
    else:
        moved = (seat for seat in sitting.clockwise(sitting.dealer) if seat in able)
        dealer = next(moved, sitting.dealer)
    sitting = replace(
        sitting,
        dealer=dealer,
        round=sitting.round + 1,
        is_tie_break=bool(level),
        stopped_at=None,
    )
    return Step(deal(sitting, event, board.tokens, board.pot, able, event.at), tuple(rulings))


def _undo(state: SnipState, at: int) -> Step[SnipState]:
    """Takes back one play of this round, with all that followed from it."""
    past = state.board.before
    if past is None:
        return Step(replace(state, now=at), (Refused(at, None, "nothing-to-undo"),))
    deed = Deed(SnipState(state.sitting, past.board, at), at)
    deed.say(Undone(at, past.ruling))
    deed.look_again()
    if state.sitting.stopped_at is not None:
        deed.say(deed.result().state.outcome())
    return deed.result()


def _refuse(state: SnipState, event: Event, why: str) -> Step[SnipState]:
    ruling = Refused(event.at, getattr(event, "by", None), why)
    return Step(replace(state, now=event.at), (ruling,))


# Cards and options.


def _run_view(sitting: Sitting, board: Board) -> RunView:
    wanted = FOLLOWS[sitting.options.match][board.run[-1][1]] if board.run else ()
    card = next(iter(wanted), None)
    in_suit = card is not None and sitting.options.match == "suit"
    return RunView(
        cards=tuple(str(each) for _, each in board.run),
        rank=card.rank if card else None,
        suit=card.suit if card and in_suit else None,
        cry=None if board.turn is None else sitting.options.cry(len(board.run) + 1),
    )


def _check_card(setup: Setup, card: Card | None) -> None:
    """BadInput unless the card can be one of this round's."""
    if card is None:
        if setup.real_cards:
            raise BadInput('real cards are laid here: "play" needs its "card"')
        return
    written = setup.written_cards
    pack = PACKS[_options(setup).deck_size] if written is None else written
    if card not in pack and card not in setup.earlier_cards:
        raise BadInput(f"nobody holds the card {card}")


_WITHOUT_TOKENS = 'option "{name}" moves tokens: set "scoring" to "tokens" as well'


def _needs_tokens(options: SnipOptions, name: str, value: object) -> bool:
    """Whether the value of an option is one for tokens, and none are played for."""
    return options.scoring != "tokens" and value in OPTIONS_OF_TOKENS.get(name, ())


def _options(setup: Setup) -> SnipOptions:
    return cast(SnipOptions, setup.options)


GAME = SnipSnapSnorum()
