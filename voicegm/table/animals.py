"""The course of a game of Animals."""

from __future__ import annotations

from collections.abc import Iterator

from voicegm.caller import CARD_MS
from voicegm.games.game import (
    Again,
    Cue,
    Deal,
    End,
    Refused,
    Ruling,
    Tied,
    Undone,
    Void,
    WhoCalled,
    Won,
)
from voicegm.table.referee import BREATH_MS, Furniture, Referee, Stopped

USUAL_PLAYERS = 4
"""Fewer are let in as a house rule, and told so once (rulings.md, Animals, 13)."""


class AnimalsReferee(Referee):
    """Deals one card to each player in turn, and rules on who named the other animal first."""

    def __init__(self, furniture: Furniture) -> None:
        super().__init__(furniture)
        self._cards = list(self.keeper.setup.cards() or ())
        self._uncounted = False

    def evening(self) -> Iterator[None]:
        """Introduce the players, deal the deck out, count the piles."""
        ending = "last-card"
        try:
            yield from self._introduce()
            while self._cards:
                yield from self._deal_one()
        except Stopped as stop:
            ending = str(stop)
        self.closing = True
        self.happen(End(self.floor.now_ms))
        yield from self._announce(self.take_rulings())
        yield from self._count(ending)

    def phrases_in_play(self) -> tuple[str, ...]:
        """While a match is open, every response at this table: a wrong one is then known as such
        and not mistaken for a right one. With no match open nothing counts."""
        if not self.keeper.game.expected(self.keeper.state, self.floor.now_ms):
            return ()
        return self._responses

    @property
    def _responses(self) -> tuple[str, ...]:
        return tuple(player.response for player in self.view.players if player.response)

    def prepare(self) -> None:
        """Have every card's announcement and the lines of a game ready to be played at once."""
        texts = [self.lines.card(card.rank, card.suit) for card in self._cards]
        self._caller.prepare(texts, within_ms=CARD_MS)

    # The course.

    def _introduce(self) -> Iterator[None]:
        players = self.view.players
        self.earcon("ready")
        self.say("hello")
        if len(players) < USUAL_PLAYERS:
            self.say("house-rule-few", players=len(players))
        for player in players:
            animal = self.pack[player.animal or ""].say[0]
            if player.response == player.animal:
                self.say("who-is-who", name=player.name, animal=animal)
            else:
                noise = self.pack[player.response or ""].say[0]
                self.say("who-is-who-noise", name=player.name, animal=animal, noise=noise)
        self._warn_of_sounds_alike()
        names = all(player.response == player.animal for player in players)
        self.say("how-to-call", responses="names" if names else "noises")
        self.say("here-we-go")
        yield from self.until_said()
        yield from self._let_pass(BREATH_MS)

    def _warn_of_sounds_alike(self) -> None:
        for first, second in self.pack.confusable(self._responses):
            one, other = self.pack[first].say[0], self.pack[second].say[0]
            self.say("sounds-alike", first=one, second=other)

    def _deal_one(self) -> Iterator[None]:
        """Announce a card, give the cue, and let the players have their time."""
        card = self._cards.pop(0)
        text = self.lines.card(card.rank, card.suit)
        shown = f"{text} ({self.view.next_player})"
        announcement = self.speak(text, shown=shown, within_ms=CARD_MS)
        tick = self.earcon("tick")
        while announcement.started_ms is None:
            yield from self.a_block()
        self.happen(Deal(announcement.started_ms))
        while tick.started_ms is None:
            yield from self.a_block()
        cue_ms = self.counts_from_ms = tick.started_ms
        self.happen(Cue(cue_ms))
        self.listen_for_calls()
        yield from self.until_said()
        yield from self._pause(cue_ms)

    def _pause(self, cue_ms: int) -> Iterator[None]:
        """The same time after every card; longer only for what was begun within it."""
        pause_ms = self.keeper.setup.options.pause_ms
        due_ms = cue_ms + pause_ms
        while self.floor.now_ms < due_ms or self.held(due_ms):
            yield from self.a_block()
            rulings = self.take_rulings()
            if rulings:
                yield from self._announce(rulings)
            if any(isinstance(ruling, (Won, Tied)) for ruling in rulings):
                due_ms = max(due_ms, self.floor.now_ms + BREATH_MS)
            elif any(isinstance(ruling, Again) for ruling in rulings):
                due_ms = self.floor.now_ms + pause_ms
        yield from self._tell_uncounted()

    def _let_pass(self, ms: int) -> Iterator[None]:
        until_ms = self.floor.now_ms + ms
        while self.floor.now_ms < until_ms:
            yield from self.a_block()

    # Rulings.

    def _announce(self, rulings: list[Ruling]) -> Iterator[None]:
        """Make rulings known, and ask what has to be asked."""
        for ruling in rulings:
            match ruling:
                case Won():
                    self.earcon("won")
                    cards = self.lines.cards_won(ruling.cards)
                    self.say("won", name=ruling.player, cards=cards)
                case Tied():
                    self.earcon("tied")
                    self.say("tied" if len(ruling.players) == 2 else "tied-many")
                case Again():
                    yield from self.once_more()
                case WhoCalled():
                    yield from self._ask_who_called()
                case Undone():
                    self.say("taken-back")
                case Refused(why="nothing-to-undo"):
                    self.say("nothing-to-take-back")
                case Void(why="before-cue"):
                    self.say("early")
                case Void():
                    # Its sound would make the ears deaf to the right call: it comes at the end.
                    self._uncounted = True
        yield from self.until_said()
        self.listen_for_calls()

    def _ask_who_called(self) -> Iterator[None]:
        yield from self.ask("who-called", self.names_as_answers())
        rulings = self.take_rulings()
        if not any(isinstance(ruling, Won) for ruling in rulings):
            self.say("nobody-called")
        yield from self._announce(rulings)

    def _tell_uncounted(self) -> Iterator[None]:
        """A soft sound for calls that counted for nothing; no word, since they cost nothing."""
        if self._uncounted:
            self._uncounted = False
            self.earcon("not_counted")
            yield from self.until_said()

    # The end.

    def _count(self, ending: str) -> Iterator[None]:
        """Count the piles and name the winners; no longer to be stopped by anything."""
        over = self.keeper.game.outcome(self.keeper.state)
        self.say(ending)
        for name, cards in over.counts.items():
            self.say("count", name=name, cards=self.lines.cards_won(cards))
        self.earcon("fanfare")
        if len(over.winners) == 1:
            self.say("winner", name=over.winners[0])
        elif over.winners:
            self.say("winners", names=self.lines.all_of(over.winners))
        self.transcript.ruled(over, self.floor.now_ms)
        yield from self.until_said()
