"""Snap at the table."""

from __future__ import annotations

from voicegm.games.game import Event, Mistake, Ruling, Tied, Turn, Void, Won
from voicegm.games.snap import SnapOptions
from voicegm.table.race import RaceReferee


class SnapReferee(RaceReferee):
    """Turns the players' cards one after another, and rules on who called first."""

    def introduce(self) -> None:
        """Who plays, and what is called."""
        self.say("players", names=self.lines.all_of(self.names))
        options = self.keeper.setup.options
        costs = not isinstance(options, SnapOptions) or options.penalty == "card"
        self.say("how-to-snap", penalty="card" if costs else "none", start=options.start)

    def phrases_in_play(self) -> tuple[str, ...]:
        """Both calls at any time: one at the wrong moment is a mistake."""
        return tuple(self.keeper.game.expected(self.keeper.state, self.floor.now_ms))

    def exposure(self, at_ms: int) -> Event:
        """The player whose turn it is turns a card."""
        return Turn(at_ms)

    def announce_win(self, won: Won) -> None:
        """The winner, how many piles, and how many cards."""
        self.say(
            "won-piles",
            name=won.player,
            piles=len(won.taken_from),
            cards=self.lines.cards_won(won.cards),
        )

    def announce_tie(self, tied: Tied) -> None:
        """The piles go to the middle."""
        unclear = self.keeper.was_unclear(tied.at)
        self.say("unclear-twice-pot" if unclear else "tied-pot")

    def prompt_for(self, void: Void) -> str | None:
        """The wrong one of the two calls is prompted; it costs nothing."""
        if void.why != "wrong-word":
            return None
        return "wrong-phrase" if void.says == "snap" else "no-pot"

    def announce_other(self, ruling: Ruling) -> None:
        """A mistake, and whom it pays."""
        if isinstance(ruling, Mistake):
            line = "mistake" if ruling.given else "mistake-free"
            self.say(line, name=ruling.player, to=ruling.to or "")
