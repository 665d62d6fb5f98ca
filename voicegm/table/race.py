"""The course of a game of exposures and calls: Animals and Snap are two of a kind.

One card after another is shown aloud, the first to call rightly wins, and between two cards lies
the same pause every time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from voicegm.caller import CARD_MS
from voicegm.cards import full_pack
from voicegm.games.game import (
    Again,
    Cue,
    Dealt,
    Event,
    Out,
    Refused,
    Ruling,
    Tied,
    Turned,
    Undone,
    Void,
    WhoCalled,
    Won,
)
from voicegm.sound.frames import Playing
from voicegm.table.referee import Furniture, Referee, Stopped

OBJECTION_MS = 1_200
"""After a ruling, before the next card: time to say "Not me"."""


class RaceReferee(Referee):
    """Shows cards, gives the cue, and rules on who was first."""

    def __init__(self, furniture: Furniture) -> None:
        super().__init__(furniture)
        self.most_exposures: int | None = None
        """After so many cards the players agree to stop; None: they play to the end."""
        self._uncounted = False
        self._kept_back: list[Ruling] = []

    # What a game's own referee fills in.

    def exposure(self, at_ms: int) -> Event:
        """The event by which the next card is shown."""
        raise NotImplementedError

    def announce_win(self, won: Won) -> None:
        """Say who has won what."""
        raise NotImplementedError

    def announce_tie(self, tied: Tied) -> None:
        """Say what becomes of piles that two people called for at once."""
        raise NotImplementedError

    def announce_void(self, void: Void) -> bool:  # noqa: ARG002
        """Say why a call counts for nothing, where a game says that at once; whether it did."""
        return False

    def announce_other(self, ruling: Ruling) -> None:
        """Say what only this game knows."""

    # The course.

    def course(self) -> Generator[None, None, str]:
        """Show card after card."""
        shown = 0
        while not self.view.finished and (card := self._next_card()):
            if shown == self.most_exposures:
                raise Stopped("stopped")
            yield from self._expose(card)
            shown += 1
        return "last-card"

    def prepare(self) -> None:
        """Have every card's announcement ready to be played at once."""
        texts = [self.announcer.exposed(card.rank, card.suit) for card in full_pack()]
        self.announcer.caller.prepare(list(dict.fromkeys(texts)), within_ms=CARD_MS)

    def _next_card(self) -> Dealt | Turned | None:
        """The card that the rules would show next; None when there is none."""
        at_ms = max(self.floor.now_ms, self.keeper.last_ms)
        step = self.keeper.game.step(self.keeper.state, self.exposure(at_ms))
        shown = [ruling for ruling in step.rulings if isinstance(ruling, (Dealt, Turned))]
        return shown[-1] if shown else None

    def _expose(self, next_card: Dealt | Turned) -> Iterator[None]:
        """Announce a card, give the cue, and let the players have their time."""
        rank, suit = next_card.card.rank, next_card.card.suit
        text = self.announcer.exposed(rank, suit)
        shown = f"{self.lines.card(rank, suit)} ({next_card.player})"
        announcement = self.speak(text, shown=shown, within_ms=CARD_MS)
        tick = announcement if self._at_once else self.earcon("tick")
        while announcement.started_ms is None:
            yield from self.a_block()
        self.may_object = False
        self.happen(self.exposure(announcement.started_ms))
        if self._at_once:
            cue_ms = yield from self._hear_out(announcement, announcement.started_ms)
        else:
            while tick.started_ms is None:
                yield from self.a_block()
            cue_ms = self.counts_from_ms = tick.started_ms
        self.happen(Cue(cue_ms))
        self.listen_for_calls()
        yield from self.until_said()
        yield from self._pause(cue_ms)

    @property
    def _at_once(self) -> bool:
        """Calls count as soon as a card begins to be announced."""
        options = self.keeper.setup.options
        return options.start == "at-once" and options.race

    def _hear_out(self, announcement: Playing, exposed_ms: int) -> Generator[None, None, int]:
        """Take calls while a card is still being announced, and break the announcement off as soon
        as one is to be ruled on aloud. Gives the time at which it ended."""
        self.counts_from_ms = exposed_ms
        self.listen_for_calls()
        while announcement.ended_ms is None and not any(map(_is_spoken, self._kept_back)):
            yield from self.a_block()
            self._kept_back += self.take_rulings()
        self.floor.hush()
        return announcement.ended_ms or self.floor.now_ms

    def _rulings(self) -> list[Ruling]:
        """The rulings that were not announced yet."""
        rulings, self._kept_back = self._kept_back, []
        return rulings + self.take_rulings()

    def _pause(self, cue_ms: int) -> Iterator[None]:
        """The same time after every card; longer only for what was begun within it."""
        pause_ms = self.keeper.setup.options.pause_ms
        due_ms = cue_ms + pause_ms
        while self.floor.now_ms < due_ms or self.held(due_ms):
            yield from self.a_block()
            rulings = self._rulings()
            if rulings:
                yield from self.announce(rulings)
            if any(isinstance(ruling, (Won, Tied)) for ruling in rulings):
                due_ms = max(due_ms, self.floor.now_ms + OBJECTION_MS)
            elif any(isinstance(ruling, Again) for ruling in rulings):
                due_ms = self.floor.now_ms + pause_ms
        yield from self._tell_uncounted()

    # Rulings.

    def announce(self, rulings: list[Ruling]) -> Iterator[None]:
        """Make rulings known, and ask what has to be asked."""
        for ruling in rulings:
            match ruling:
                case Won():
                    self.may_object = True
                    self.earcon("won")
                    self.announce_win(ruling)
                case Tied():
                    self.earcon("tied")
                    self.announce_tie(ruling)
                case Again():
                    yield from self.once_more()
                case WhoCalled():
                    yield from self._ask_who_called()
                case Undone():
                    self.say("taken-back")
                case Refused(why="nothing-to-undo"):
                    self.say("nothing-to-take-back")
                case Out():
                    self.say("out", name=ruling.player)
                case Void(why="before-cue"):
                    self.say("early")
                case Void() if not self.announce_void(ruling):
                    # Its sound would make the ears deaf to the right call: it comes at the end.
                    self._uncounted = True
                case _:
                    self.announce_other(ruling)
        yield from self.until_said()
        self.listen_for_calls()

    def _ask_who_called(self) -> Iterator[None]:
        yield from self.ask("who-called", self.names_as_answers())
        rulings = self.take_rulings()
        if not any(isinstance(ruling, Won) for ruling in rulings):
            self.say("nobody-called")
        yield from self.announce(rulings)

    def _tell_uncounted(self) -> Iterator[None]:
        """A soft sound for calls that counted for nothing; no word, since they cost nothing."""
        if self._uncounted:
            self._uncounted = False
            self.earcon("not_counted")
            yield from self.until_said()


def _is_spoken(ruling: Ruling) -> bool:
    """Whether something is said to a ruling while the cards lie out."""
    return not isinstance(ruling, (Dealt, Turned, Void))
