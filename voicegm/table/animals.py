"""Animals at the table."""

from __future__ import annotations

from voicegm.games.game import Deal, Event, Tied, Won
from voicegm.table.race import RaceReferee


class AnimalsReferee(RaceReferee):
    """Deals one card to each player in turn, and rules on who named the other animal first."""

    def introduce(self) -> None:
        """Each player's animal, and what is called."""
        players = self.view.players
        if len(players) not in self.keeper.game.usual_players:
            self.say("house-rule-few", players=len(players))
        self.tell_who_is_who()
        for first, second in self.pack.confusable(self._responses):
            one, other = self.pack[first].say[0], self.pack[second].say[0]
            self.say("sounds-alike", first=one, second=other)
        names = all(player.response == player.animal for player in players)
        start = self.keeper.setup.options.start
        self.say("how-to-call", responses="names" if names else "noises", start=start)

    def tell_who_is_who(self) -> None:
        """Each player's animal, and where it is not that what is called, its noise."""
        for player in self.view.players:
            animal = self.pack[player.animal or ""].named
            if player.response == player.animal:
                self.say("who-is-who", name=player.name, animal=animal)
            else:
                noise = self.pack[player.response or ""].say[0]
                self.say("who-is-who-noise", name=player.name, animal=animal, noise=noise)

    def phrases_in_play(self) -> tuple[str, ...]:
        """While a match is open, every response at this table: a wrong one is then known as such
        and not mistaken for a right one. With no match open nothing counts."""
        if not self.keeper.game.expected(self.keeper.state, self.floor.now_ms):
            return ()
        return self._responses

    @property
    def _responses(self) -> tuple[str, ...]:
        return tuple(player.response for player in self.view.players if player.response)

    def exposure(self, at_ms: int) -> Event:
        """The next card of the shared deck, to the next player."""
        return Deal(at_ms)

    def announce_win(self, won: Won) -> None:
        """The winner is named, so that somebody may say "Not me"."""
        self.say("won", name=won.player, cards=self.lines.cards_won(won.cards))

    def announce_tie(self, tied: Tied) -> None:
        """The piles stay: two called at once, or nobody was understood twice over."""
        if self.keeper.was_unclear(tied.at):
            self.say("unclear-twice")
            return
        self.say("tied" if len(tied.players) == 2 else "tied-many")
