"""Snip Snap Snorum with real hands: who leads says the card, the others cry or pass in turn.

Nobody but its player sees a hand, so the referee asks one after another; it knows which cards
nobody has shown yet, and how many each player still holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from voicegm.cards import Card
from voicegm.games.game import Call, Options, Pass, Played
from voicegm.games.snip_snap_snorum import SnipSnapSnorum
from voicegm.hearing.phrases import NO
from voicegm.table.referee import Furniture
from voicegm.table.snip import SnipReferee, Turn, follows

_MOST_REPEATS = 2
"""How often a player is asked once more in words, before being let type it."""


class RealSnip(SnipReferee):
    """Asks for leads, cries and passes."""

    passes_are_known = False

    def __init__(self, furniture: Furniture) -> None:
        super().__init__(furniture)
        self._guessed: set[Card] = set()
        """Cards whose suit was not said: any other of that rank would do."""

    @classmethod
    def needs(cls, options: Options) -> tuple[str, ...]:
        """The cries, the ranks, and the pass."""
        return tuple(dict.fromkeys((*super().needs(options), "pass")))

    def introduce(self) -> None:
        """Who deals and who keeps what to themselves, beside the rules."""
        super().introduce()
        self.say("how-to-hands")

    def _hand(self, name: str) -> Sequence[Card]:
        return cast(SnipSnapSnorum, self.keeper.game).may_hold(self.keeper.state, name)

    def hand_in_words(self, name: str) -> str:  # noqa: ARG002
        """Nobody knows it but the player."""
        return self.lines.say("no-hand")

    def _line(self, turn: Turn) -> str:
        if self._run.cards and turn.why == "unclear" and turn.asked:
            return "cry-unclear" if turn.asked <= _MOST_REPEATS else "type-card"
        return super()._line(turn)

    def phrases_in_play(self) -> tuple[str, ...]:
        """Whoever is asked for a card may also say no."""
        words = super().phrases_in_play()
        return (*words, NO) if words and self._run.cards else words

    def take_call(self, call: Call) -> None:
        """To say no is to pass."""
        super().take_call(replace(call, says="pass") if call.says == NO else call)

    def _patient(self, turn: Turn) -> bool:
        return super()._patient(turn) or turn.asked > _MOST_REPEATS

    def _not_made_out(self, turn: Turn) -> None:
        """It may have been the cry or the pass: nobody is believed to have said either."""
        self._ask_again(turn, "unclear")

    def _nothing_said(self, turn: Turn) -> None:
        """Who says nothing when asked once more has no card; one who laid it has cried it."""
        if turn.card is not None and turn.asked:
            self._lay(self.floor.now_ms, self._player, turn.card, None)
        elif not self._run.cards or not turn.asked:
            self._ask_again(turn, "missing")
        elif turn.why != "unclear":
            self._pass(self.floor.now_ms, self._player)

    def _pass(self, at_ms: int, by: str) -> None:
        """A pass counts; the one that would close the circle, only when asked once more."""
        if by == self._player and self._closes(by) and not self._turn.asked:
            self._turn.asked, self._turn.why = 1, "closing"
        else:
            self.happen(Pass(at_ms, by))

    def _closes(self, by: str) -> bool:
        """Whether all the others have passed since the last card."""
        return bool(self._run.cards) and self.view.last_player == by

    def _text_of(self, line: str, turn: Turn) -> str:
        if turn.why == "closing" and turn.asked:
            rank = self.lines.rank(self._run.rank or "")
            return self.lines.say("nobody-more", rank=rank)
        return super()._text_of(line, turn)

    def _card(self, by: str, says: str) -> Card:
        """The card that is meant; a suit that nobody has said gives way to one that was said."""
        card = super()._card(by, says)
        if card in self._guessed:
            others = [one for one in self._hand(by) if one.rank == card.rank]
            card = others[0] if others else card
        if str(card) != says:
            self._guessed.add(card)
        return card

    def _lay(self, at_ms: int, by: str, card: Card | None, says: str | None) -> None:
        """A cry alone lays one of the cards that follow and that nobody has shown."""
        if card is None:
            fitting = [one for one in self._hand(by) if follows(one, self._run)]
            card = fitting[0] if fitting else None
            self._guessed |= {*fitting[:1]}
        super()._lay(at_ms, by, card, says)

    def _name_card(self, played: Played) -> None:
        """A suit that was not said is not shown."""
        if played.card not in self._guessed or self._options.match == "suit":
            super()._name_card(played)
            return
        rank = self.lines.rank(played.card.rank).capitalize()
        said = self.lines.say("laid", card=rank)
        self.speak(said, shown=f"{said} ({played.player})")

    def _deal_again(self) -> None:
        self._guessed.clear()
        super()._deal_again()

    def _round(self) -> Iterator[None]:
        self._guessed.clear()
        return super()._round()
