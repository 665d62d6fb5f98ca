"""Snip Snap Snorum at the table.

One player at a time is asked: for a lead, or by name alone for the card that follows and its cry.
A cry that is not heard, or not the right one, is asked for once before it counts as missed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from voicegm.cards import RANKS, Card
from voicegm.errors import BadInput
from voicegm.games.game import (
    Again,
    Call,
    Cry,
    Options,
    Out,
    Over,
    Pass,
    Passed,
    Play,
    Played,
    RankComplete,
    Refused,
    Round,
    RoundOver,
    Ruling,
    RunView,
    Unclear,
    Undone,
    Void,
)
from voicegm.games.snip_snap_snorum import SnipSnapSnorum
from voicegm.games.snip_table import CRIES, SAME, SnipOptions
from voicegm.hearing.listener import Decided
from voicegm.table.referee import ANSWER_WITHIN_MS, BREATH_MS, Furniture, Referee

PATIENCE_MS = 30_000
"""Who has been asked twice for a lead is left in peace for so long each time."""
ROUND_STRIDE = 0x9E3779B97F4A7C15
"""From one round's seed to the next one's, modulo 2**64: the odd number nearest to the golden
section, so that the rounds of neighbouring seeds differ."""
REFUSALS = {
    "out-of-turn": "not-your-turn",
    "not-held": "not-held",
    "wrong-rank": "wrong-rank",
    "must-play": "must-play",
    "nothing-to-undo": "nothing-to-take-back",
}
"""The line that says why something was refused."""


@dataclass
class Turn:
    """One player's turn as far as it has come."""

    of: tuple[str | None, int, tuple[str, ...]] | None = None
    """Whose, in which round, after which cards."""
    asked: int = 0
    """How many times more than once."""
    why: str = "missing"
    """Why it was asked for again: it was `missing`, or `unclear`."""
    card: Card | None = None
    """Laid already, without its cry."""


class SnipReferee(Referee):
    """Asks for leads and cries, and says what the rules make of them."""

    rivals = False
    passes_are_known: ClassVar[bool] = True
    """Hands are known, so that nobody need pass who cannot follow."""

    def __init__(self, furniture: Furniture) -> None:
        super().__init__(furniture)
        self._turn = Turn()
        self._heard: deque[Call] = deque()
        self._listening = False
        self._names_card = True
        self._first_lead = True
        self._passed: list[str] = []

    @classmethod
    def needs(cls, options: Options) -> tuple[str, ...]:
        """The cries, the ranks, and where it has to be said, the pass."""
        assert isinstance(options, SnipOptions)
        passing = () if options.auto_pass else ("pass",)
        return (*_cries(options), *passing, *RANKS)

    @property
    def _options(self) -> SnipOptions:
        return cast(SnipOptions, self.keeper.setup.options)

    @property
    def _run(self) -> RunView:
        return cast(RunView, self.view.run)

    @property
    def _player(self) -> str:
        """Whose turn it is."""
        return cast(str, self.view.next_player)

    # The course.

    def introduce(self) -> None:
        """Who plays, and what is said when."""
        self.say("players", names=self.lines.all_of(self.names))
        self.say(f"how-to-snip-{self._options.match}")
        self.say(f"how-to-cry-{self._options.cries}")
        if self._private.there:
            self.transcript.note(self.lines.say("how-to-hand"))

    def course(self) -> Generator[None, None, str]:
        """Round after round; those who are then level for the lead in tokens play one more."""
        yield from self._round()
        for _ in range(1, self.rounds):
            if self.view.finished:
                break
            self.tell_counts(self.keeper.game.outcome(self.keeper.state))
            self._deal_again()
            yield from self._round()
        self.end()
        if level := self.view.level:
            self.say("tie-break", names=self.lines.all_of(level))
            self._deal_again()
            yield from self._round()
        return "rounds-over"

    def end(self) -> None:
        """Nothing more is played, unless the last play has decided it all."""
        if not self.view.finished:
            super().end()

    def tell_counts(self, over: Over) -> None:
        """The tokens, where they are played for; otherwise the cards left in each hand."""
        if over.tokens is None:
            super().tell_counts(over)
            return
        for name, tokens in over.tokens.items():
            self.say("count-tokens", name=name, tokens=self.lines.say("tokens", tokens=tokens))

    def _deal_again(self) -> None:
        seed = (self.keeper.setup.seed or 0) + self.view.round * ROUND_STRIDE
        dealt = None if self.keeper.setup.real_cards else seed % 2**64
        self.happen(Round(self.floor.now_ms, None, None, dealt))
        self.say("next-round", name=self.view.dealer)
        self._first_lead = True

    def _round(self) -> Iterator[None]:
        """Turn after turn, until a hand is empty."""
        while self.view.round_winner is None and self.view.next_player is not None:
            turn = self._turn_now()
            yield from self._prompt(turn)
            call = yield from self._listen(turn)
            rulings = self.take_rulings()
            if call is not None:
                self._take_up(turn, call)
            elif any(isinstance(ruling, Again) for ruling in rulings):
                self._not_made_out(turn)
            elif not rulings:
                self._nothing_said(turn)
            yield from self.announce(rulings + self.take_rulings())

    def _turn_now(self) -> Turn:
        """The turn that goes on, or a new one when something has changed since."""
        of = (self.view.next_player, self.view.round, self._run.cards)
        if self._turn.of != of:
            self._turn = Turn(of)
        return self._turn

    # Asking.

    def _prompt(self, turn: Turn) -> Iterator[None]:
        """Say whose turn it is, or ask once more."""
        line = self._line(turn)
        if turn.asked:
            self.earcon("question")
        text = self._text_of(line, turn)
        passed = f" ({self._told_passes('passed')})" if self._passed else ""
        self._passed.clear()
        self.speak(text, shown=text + passed)
        yield from self.until_said()
        self._tell_asked(line)

    def _text_of(self, line: str, turn: Turn) -> str:  # noqa: ARG002
        return self.lines.say(line, name=self._player)

    def _line(self, turn: Turn) -> str:
        if not self._run.cards:
            return self._line_of_lead(turn)
        if not turn.asked:
            return "your-turn"
        if self._may_pass:
            return "card-or-pass"  # the same whether or not the player holds a card that follows
        return f"{'cry' if self._run.cry else 'card'}-{turn.why}"

    def _line_of_lead(self, turn: Turn) -> str:
        if turn.why == "unclear":
            return "lead-unclear"
        if turn.asked:
            return "lead-again" if turn.asked == 1 else "lead-waiting"
        return "lead-first" if self._first_lead else "lead-next"

    def _listen(self, turn: Turn) -> Generator[None, None, Call | None]:
        """What was said or typed; None when nothing was, or when something else happened."""
        patient = self._patient(turn)
        self._listening = True
        self.counts_from_ms = self.floor.now_ms
        self.listen_for_calls()
        patience_ms = PATIENCE_MS if patient else ANSWER_WITHIN_MS
        due_ms = self.floor.now_ms + patience_ms
        while not (self._heard or self._unruled):
            if self.floor.now_ms >= due_ms and not self.held(due_ms):
                break
            yield from self.a_block()
            due_ms = self.after_commands(due_ms, patience_ms)
        self._listening = False
        self.listen_for_calls()
        return self._heard.popleft() if self._heard else None

    def _patient(self, turn: Turn) -> bool:
        """Whether whoever is asked is left in peace."""
        return not self._run.cards and turn.asked > 1

    @property
    def _may_pass(self) -> bool:
        """Whether a pass has to be said."""
        return not (self._options.auto_pass and self.passes_are_known)

    def phrases_in_play(self) -> tuple[str, ...]:
        """While a player is asked: the cards that the player may lay now, or all the cries, so
        that a wrong one is known as such. Nobody is told which they are."""
        if not self._listening:
            return ()
        run = self._run
        if run.cards and run.cry:
            words = list(_cries(self._options))
        else:
            cards = [card for card in self._hand(self._player) if follows(card, run)]
            words = [*dict.fromkeys(card.rank for card in cards), *map(str, cards)]
        if run.cards and self._may_pass:
            words.append("pass")
        return tuple(word for word in words if word not in self._unheard)

    def takes(self, utterance: Decided) -> bool:
        """Nobody races here: what was made out is taken, whatever else was said with it. Anything
        else that is as short as a cry is worth asking about while a player is asked."""
        return bool(utterance.words) and not utterance.clipped

    def take_call(self, call: Call) -> None:
        """What is typed waits for its turn; a voice counts while its player is asked."""
        speaks = self._listening and call.by in (None, self._player)
        if call.via == "key" or speaks:
            self._heard.append(call)

    # What was said.

    def _take_up(self, turn: Turn, call: Call) -> None:
        """A word is a pass, a card or a cry."""
        by = call.by or self._player
        at_ms = max(call.at, self.keeper.last_ms)
        if call.says == "pass":
            self._pass(at_ms, by)
        elif self.pack[call.says].kind == "card":
            self._take_card(turn, at_ms, by, self._card(by, call.says))
        elif not self._run.cards:
            self.happen(call)  # for nothing: the lead is laid in silence
        elif turn.asked or by != self._player or self._is_right(call.says):
            self._lay(at_ms, by, turn.card, call.says)
        else:
            self._ask_again(turn, "missing")

    def _take_card(self, turn: Turn, at_ms: int, by: str, card: Card) -> None:
        """A card is laid; one that has a cry to it waits for it."""
        awaits_cry = bool(self._run.cards and self._run.cry) and by == self._player
        if awaits_cry and follows(card, self._run) and card in self._hand(by):
            turn.card = card
            self._nothing_said(turn)
        else:
            self._lay(at_ms, by, card, None)

    def _pass(self, at_ms: int, by: str) -> None:
        self.happen(Pass(at_ms, by))

    def _nothing_said(self, turn: Turn) -> None:
        """Asked for once more; after that a cry is missed, unless something was said before that
        could not be made out. A lead is waited for."""
        if not self._run.cards or not turn.asked:
            self._ask_again(turn, "missing")
        else:
            self._go_on_without(turn, self._run.cry if turn.why == "unclear" else None)

    def _not_made_out(self, turn: Turn) -> None:
        """Asked for once more; after that whoever said something is believed to have said it."""
        if not self._run.cards or not turn.asked:
            self._ask_again(turn, "unclear")
        else:
            self._go_on_without(turn, self._run.cry)

    def _ask_again(self, turn: Turn, why: str) -> None:
        turn.asked += 1
        turn.why = why

    def _go_on_without(self, turn: Turn, says: str | None) -> None:
        """The card that follows is laid, or who has none passes."""
        if any(follows(card, self._run) for card in self._hand(self._player)):
            self._lay(self.floor.now_ms, self._player, turn.card, says)
        else:
            self._pass(self.floor.now_ms, self._player)

    def _lay(self, at_ms: int, by: str, card: Card | None, says: str | None) -> None:
        play = Play(at_ms, by, card, says)
        if card is not None and not self._is_in_the_pack(play):
            self.say("not-held", name=by)
            return
        self._names_card = not self._run.cards or self._run.cry is None
        self._turn = Turn()
        self.happen(play)

    def _is_in_the_pack(self, play: Play) -> bool:
        """No journal holds a card that nobody can have."""
        if play.card in self._hand(play.by):
            return True
        try:
            self.keeper.game.check_event(self.keeper.setup, play)
        except BadInput:
            return False
        return True

    def _is_right(self, says: str) -> bool:
        return SAME.get(says, says) == self._run.cry

    def _card(self, by: str, says: str) -> Card:
        """The card that is meant: by its rank alone, the lowest of the hand that follows."""
        if len(says) > 1:
            return Card.parse(says)
        held = [card for card in self._hand(by) if card.rank == says]
        fitting = [card for card in held if follows(card, self._run)]
        return (fitting or held or [Card.parse(says + "C")])[0]

    def _hand(self, name: str) -> Sequence[Card]:
        return self.keeper.game.hand(self.keeper.state, name) or ()

    def hand_in_words(self, name: str) -> str:
        """A player's cards, and with hints, what the player might lead."""
        told = super().hand_in_words(name)
        if not self._options.hints:
            return told
        tips = cast(SnipSnapSnorum, self.keeper.game).tips(self.keeper.state, name)
        lines = [self.lines.say(f"tip-{tip.kind}", rank=self.lines.rank(tip.rank)) for tip in tips]
        return ". ".join([told, *lines])

    def _sound_was_lost(self) -> None:
        """The cry may have been in it: it is asked for."""
        if self._listening:
            self.happen(Unclear(self.floor.now_ms))

    # Rulings.

    def announce(self, rulings: list[Ruling]) -> Iterator[None]:
        """A lead is named, a card that follows by its cry alone."""
        complete = any(isinstance(ruling, RankComplete) for ruling in rulings)
        for ruling in rulings:
            match ruling:
                case Played() if self._names_card:
                    self._name_card(ruling)
                case Cry():
                    self._tell_cry(ruling, complete)
                case Passed():
                    self._passed.append(ruling.player)
                case RankComplete():
                    self._first_lead = False
                case RoundOver() if ruling.winners:
                    self.earcon("fanfare")
                    self.say("round-won", name=ruling.winners[0])
                case Out():
                    self.say("out-of-tokens", name=ruling.player)
                case Refused() if ruling.why in REFUSALS:
                    self._tell_refusal(ruling)
                case Void():
                    self.say("lead-in-silence")
                case Undone():
                    self.say("taken-back")
        if self._passed and self._options.pass_penalty:
            self.speak(self._told_passes("passed-for-tokens"))
            self._passed.clear()
        yield from self.until_said()
        if any(isinstance(ruling, RoundOver) for ruling in rulings):
            yield from self.let_pass(BREATH_MS)

    def _name_card(self, played: Played) -> None:
        """By its rank; where the suit matters, with that. Whoever reads along sees it whole."""
        whole = self.lines.card(played.card.rank, played.card.suit).capitalize()
        rank = self.lines.rank(played.card.rank).capitalize()
        said = whole if self._options.match == "suit" else rank
        shown = self.lines.say("laid", card=whole)
        self.speak(self.lines.say("laid", card=said), shown=f"{shown} ({played.player})")

    def _tell_cry(self, cry: Cry, complete: bool) -> None:
        """The cry, once more for everybody; what was wrong is put right, and what it costs."""
        if cry.expected is None:
            return
        word = self.pack[cry.expected].say[0].capitalize()
        if cry.result == "right":
            self.earcon("fanfare" if complete else "won")
            self.say("cried", cry=word)
            return
        line = "cry-forgotten" if cry.said is None else "cry-corrected"
        self.say(line, name=cry.player, cry=word)
        if cry.cost:
            costs = "cry-costs-token" if "tokens" in cry.cost else "cry-costs-card"
            self.say(costs, name=cry.player)

    def _told_passes(self, line: str) -> str:
        names = self.lines.all_of(self._passed)
        return self.lines.say(line, names=names, count=len(self._passed))

    def _tell_refusal(self, refused: Refused) -> None:
        turn = self.view.next_player or ""
        self.say(REFUSALS[refused.why], name=refused.player or "", turn=turn)


def _cries(options: SnipOptions) -> tuple[str, ...]:
    return tuple(filter(None, CRIES[options.cries]))


def follows(card: Card, run: RunView) -> bool:
    """Whether a card may be laid now."""
    return not run.cards or (card.rank == run.rank and run.suit in (None, card.suit))
