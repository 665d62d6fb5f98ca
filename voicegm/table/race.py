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
    Call,
    Cue,
    Dealt,
    Event,
    GroupView,
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
from voicegm.hearing.listener import Decided
from voicegm.sound.frames import Playing
from voicegm.table.referee import ANSWER_WITHIN_MS, Furniture, Referee, Stopped

OBJECTION_MS = 1_200
"""After a ruling, before the next card: time to say "Not me"."""
DECLINES = ("pass", "no")
"""What the owner of a card may say where nobody races, and sees nothing to call."""
MOST_REPEATS = 2
"""How often an owner is asked once more in words, before being left in peace."""
PATIENCE_MS = 30_000
"""Who is left in peace is reminded by an earcon alone, and no oftener than this."""


class RaceReferee(Referee):
    """Shows cards, gives the cue, and rules on who was first."""

    def __init__(self, furniture: Furniture) -> None:
        super().__init__(furniture)
        self.most_exposures: int | None = None
        """After so many cards the players agree to stop; None: they play to the end."""
        self._uncounted = False
        self._kept_back: list[Ruling] = []
        """Made while a card was being announced, and still to be told."""
        self._awaited: str | None = None
        """Whose answer is waited for, where nobody races."""
        self._declined = False
        self._not_made_out = False

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

    def prompt_for(self, void: Void) -> str | None:  # noqa: ARG002
        """The line that says why a call counts for nothing, where a game says that at once."""
        return None

    def announce_other(self, ruling: Ruling) -> None:
        """Say what only this game knows."""

    # The course.

    @property
    def _races(self) -> bool:
        races: bool = self.keeper.setup.options.race
        return races

    @property
    def _hints(self) -> bool:
        hints: bool = self.keeper.setup.options.hints
        return hints

    def tell_terms(self) -> None:
        """Head starts, and that nobody races."""
        options = self.keeper.setup.options
        if not self._races:
            self.say("no-race")
            return
        for name, ahead_ms in options.head_start_ms:
            if ahead_ms:
                self.say("head-start", name=name, tenths=round(ahead_ms / 100))

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
        self.announcer.last_said = f"{text}, {next_card.player}."
        if not self._races:
            self.say("your-turn", name=next_card.player)
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
        self._awaited = None if self._races else next_card.player
        yield from self._until(cue_ms)
        self.listen_for_calls()
        yield from self.until_said()
        if self._races:
            yield from self._pause(cue_ms)
        else:
            yield from self._await_owner(next_card.player)

    def _until(self, at_ms: int) -> Iterator[None]:
        """A live speaker knows of a moment before the microphone has brought it: let that pass,
        for the rules expect no call before it."""
        while self.floor.now_ms < at_ms:
            yield from self.a_block()

    @property
    def _at_once(self) -> bool:
        """Calls count as soon as a card begins to be announced."""
        options = self.keeper.setup.options
        return options.start == "at-once" and options.race

    def _hear_out(self, announcement: Playing, exposed_ms: int) -> Generator[None, None, int]:
        """Take calls while a card is still being announced, and break the announcement off as soon
        as one is to be ruled on aloud. Gives the time at which it ended."""
        self.counts_from_ms = exposed_ms
        yield from self._until(exposed_ms)
        self.listen_for_calls()
        while announcement.ended_ms is None and not any(map(_is_spoken, self._kept_back)):
            yield from self.a_block()
            self._kept_back += self.take_rulings()
        self.hush()
        return announcement.ended_ms or self.floor.now_ms

    def _rulings(self) -> list[Ruling]:
        """The rulings that were not announced yet."""
        rulings, self._kept_back = self._kept_back, []
        return rulings + self.take_rulings()

    def gives_time(self, ruling: Ruling) -> bool:
        """Whether the table has all its time again: it was asked once more, or told that it was the
        wrong word, and whoever had called rightly may not have been heard."""
        return isinstance(ruling, Again) or (
            isinstance(ruling, Void) and self.prompt_for(ruling) is not None
        )

    def _prompt(self, void: Void) -> Iterator[None]:
        """Say why a call does not count, where a game says that at once. Elsewhere its sound comes
        at the end, for it would make the ears deaf to the right call."""
        line = self.prompt_for(void)
        if line is None:
            self._uncounted = True
            return
        self.say(line)
        yield from self.until_said()
        if self.view.groups:
            self._tell_asked("prompted")

    def _pause(self, cue_ms: int) -> Iterator[None]:
        """The same time after every card; longer only for what was begun within it."""
        pause_ms = self.pause_ms
        due_ms = cue_ms + pause_ms
        hinted = not self._hints
        while True:
            if self.floor.now_ms >= due_ms and not self.held(due_ms):
                if hinted or not (yield from self._hint()):
                    break
                hinted = True
                due_ms = self.floor.now_ms + pause_ms
            yield from self.a_block()
            rulings = self._rulings()
            if rulings:
                yield from self.announce(rulings)
            if any(isinstance(ruling, (Won, Tied)) for ruling in rulings):
                due_ms = max(due_ms, self.floor.now_ms + OBJECTION_MS)
            elif any(map(self.gives_time, rulings)):
                due_ms = self.floor.now_ms + pause_ms
        yield from self.tell_uncounted()

    def _hint(self) -> Generator[None, None, bool]:
        """Point to a match of the card that lies out last, which nobody has seen; whether there
        is one."""
        newest = self._newest_match()
        if newest is None:
            return False
        line = "hint-pot" if len(newest.players) == 1 else "hint"
        self.say(line, rank=self.lines.rank(newest.rank))
        yield from self.until_said()
        self.listen_for_calls()
        return True

    # Without a race: the owner of the card answers, in any time.

    def _await_owner(self, owner: str) -> Iterator[None]:
        """Wait until something is won, or the owner has said that there is nothing. The owner is
        asked once more, and once more with another way to answer, and then left in peace."""
        asked, due_ms = 0, self.floor.now_ms + ANSWER_WITHIN_MS
        while not self._declined or self.keeper.pending:
            yield from self.a_block()
            rulings = self.take_rulings()
            yield from self.announce(rulings)
            if any(isinstance(ruling, (Won, Tied)) for ruling in rulings):
                yield from self._let_object()
                break
            yield from self.tell_uncounted()
            due_ms = self.after_commands(due_ms, ANSWER_WITHIN_MS)
            late = self.floor.now_ms >= due_ms and not self.held(due_ms)
            if self._not_made_out and asked >= MOST_REPEATS:
                self._believe(owner)
            elif late or self._not_made_out:
                yield from self._ask_owner(owner, asked)
                asked += 1
            if rulings or late or self._not_made_out:
                patience_ms = ANSWER_WITHIN_MS if asked < MOST_REPEATS else PATIENCE_MS
                due_ms = self.floor.now_ms + patience_ms
            self._not_made_out = False
        self._awaited, self._declined = None, False

    def _let_object(self) -> Iterator[None]:
        """Time to say "Not me"."""
        yield from self.let_pass(OBJECTION_MS)
        yield from self.announce(self.take_rulings())

    def _believe(self, owner: str) -> None:
        """Who has said something three times that could not be made out is believed to have said
        the right thing: nobody loses a race by it."""
        newest = self._newest_match()
        if newest is None:
            self._declined = True
            return
        word = newest.responses[1 if len(newest.responses) == len(newest.players) > 1 else 0]
        self.keeper.call(Call(self.floor.now_ms, owner, word, None, "voice"))

    def _newest_match(self) -> GroupView | None:
        """What the card that lies out last makes winnable."""
        view = self.view
        return next((g for g in view.groups if g.players[0] == view.last_player), None)

    def _ask_owner(self, owner: str, asked: int) -> Iterator[None]:
        self.earcon("question")
        if not asked:
            self.say("cry-unclear" if self._not_made_out else "owner-again", name=owner)
            if self._hints:
                yield from self._hint()
        elif asked < MOST_REPEATS:
            self.say("owner-waiting", name=owner)
        yield from self.until_said()
        self._tell_asked("owner")
        self.listen_for_calls()

    def listen_for_calls(self) -> None:
        """Where nobody races, all responses count for as long as the owner is waited for, match or
        no match: listening for none would be no answer to a wrong one."""
        if self._awaited is None:
            super().listen_for_calls()
            return
        words = [player.response for player in self.view.players if player.response]
        words += [*self.phrases_in_play(), *DECLINES]
        self.words.change(
            self.floor.now_ms,
            tuple(key for key in dict.fromkeys(words) if key not in self._unheard),
        )

    def take_call(self, call: Call) -> None:
        """A call, or the owner's word that there is nothing to call."""
        if call.says not in DECLINES:
            super().take_call(call)
        elif self._awaited is not None:
            self._declined = call.by in (None, self._awaited)

    def _not_understood(self, utterance: Decided) -> None:
        """Where nobody races nobody can have been first: the owner is asked once more."""
        if self._awaited is None:
            super()._not_understood(utterance)
        else:
            self._not_made_out |= bool(self.words.at(utterance.end_ms)) and not self._answers

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
                    back_in = getattr(self.keeper.setup.options, "call_back_in", False)
                    self.say("out-for-now" if back_in else "out", name=ruling.player)
                case Void(why="before-cue"):
                    self.say("early")
                case Void(why="beaten") if any(isinstance(one, Tied) for one in rulings):
                    pass  # the other of two answers at once: that they tied has been said
                case Void():
                    yield from self._prompt(ruling)
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

    def tell_uncounted(self) -> Iterator[None]:
        """A soft sound for calls that counted for nothing; no word, since they cost nothing."""
        if self._uncounted:
            self._uncounted = False
            self.earcon("not_counted")
            yield from self.until_said()
            self.listen_for_calls()


def _is_spoken(ruling: Ruling) -> bool:
    """Whether something is said to a ruling while the cards lie out."""
    return not isinstance(ruling, (Dealt, Turned, Void))
