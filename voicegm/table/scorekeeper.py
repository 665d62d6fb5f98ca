"""What happened at the table, folded through the rules by its time, and written down."""

from __future__ import annotations

import bisect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from voicegm.games.game import (
    Call,
    Caller,
    Event,
    Game,
    OptionSet,
    Ruling,
    Setup,
    TableView,
    Unclear,
)

VOICE_KNOWN_MS = 160
"""So long may a voice sound, or seem to begin too late, before its onset is known: it is known
43 ms after it (95 %: 103 ms), soft first sounds later."""
SECOND_WITHIN_MS = 600
"""Of two who race on one microphone the second is waited for so long after a word that may have
been theirs together: calls that are a second apart are heard as two, and half a second more of
silence before "Once more, please" is no harm."""


@dataclass(frozen=True)
class Either:
    """A word that may win, called by one alone or by two at once. If the other of the two calls
    when it is over, it was one alone."""

    at: int
    """Its onset, in ms."""
    call: Call
    """What it is, if it was one alone."""
    other: str
    """The word that the second of the two would call."""
    end_ms: int

    def told_by(self, call: Call) -> bool:
        """Whether a call tells that it was one alone."""
        return call.says == self.other and call.at >= self.end_ms

    def waits(self, known_ms: int) -> bool:
        """Whether such a call may still come, when all that began before `known_ms` is known."""
        return known_ms < self.end_ms + SECOND_WITHIN_MS


Waiting = Call | Unclear | Either


class Scorekeeper:
    """Keeps the state of a game and its journal.

    Calls and doubts wait in `pending` until nothing can come before them any more: the tie window
    after their onset is over and no utterance that began within it is still open. Then they are
    journalled in the order of their onsets. A word that may have been two at once waits longer, and
    what came after it with it.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        write: Callable[[Event], None],
        *,
        known_after_ms: int = 0,
    ) -> None:
        """`known_after_ms`: what began so lately need not be known yet (`VOICE_KNOWN_MS` where
        calls are heard, 0 where they are typed)."""
        self._known_after_ms = known_after_ms
        self.game = game
        self.setup = setup
        self._write = write
        self._tie_ms = setup.options.tie_ms
        self._events: list[Event] = []
        self.pending: list[Waiting] = []
        step = game.start(setup)
        self.state = step.state
        self.rulings: list[Ruling] = list(step.rulings)
        self._at_once: set[int] = set()
        self.asked_again_ms: int | None = None
        """When everybody was last asked to call once more; a call after that is an answer."""

    def happen(self, event: Event) -> list[Ruling]:
        """Something happened; calls that came before it come first. Gives the new rulings."""
        rulings = self._take([call for call in self.pending if call.at <= event.at])
        return rulings + self._fold(event)

    def call(self, call: Call) -> None:
        """A call was heard; it counts from its onset, once `settle` finds nothing before it."""
        self._told_by(call)
        self._wait(call)

    def doubt(self, unclear: Unclear) -> None:
        """Something was not understood; it counts from its onset like a call, and only if nobody
        turns out to have called well before it."""
        self._wait(unclear)

    def either(self, either: Either) -> None:
        """A word was heard that may have been two at once. If it tells that an earlier one was one
        voice alone, it is one as well."""
        self._wait(either.call if self._told_by(either.call) else either)

    def settle(self, now_ms: int, earliest_open_ms: int | None) -> list[Ruling]:
        """Time has come to `now_ms`, and the earliest utterance that is still open began at
        `earliest_open_ms`: take the calls that are due, and rule on what is settled."""
        known_ms = now_ms if earliest_open_ms is None else min(now_ms, earliest_open_ms)
        known_ms -= self._known_after_ms
        waiting = (one for one in self.pending if isinstance(one, Either))
        held = [one.at for one in waiting if one.waits(known_ms)]
        due_ms = min([known_ms - self.tie_ms, *held])
        rulings = self._take([call for call in self.pending if call.at < due_ms])
        if not self.pending:
            step = self.game.settle(self.state, known_ms)
            self.state = step.state
            rulings += step.rulings
            self.rulings += step.rulings
        return rulings

    @property
    def last_ms(self) -> int:
        """Time of the last event that was folded."""
        return self._events[-1].at if self._events else 0

    def was_unclear(self, at_ms: int) -> bool:
        """Whether something was not understood at that time: a tie then is for want of hearing,
        not because two called at once."""
        unclear = [event.at for event in self._events if isinstance(event, Unclear)]
        return at_ms in unclear and at_ms not in self._at_once

    @property
    def tie_ms(self) -> int:
        """Onsets no further apart than this cannot be told apart."""
        return self._tie_ms

    def _wait(self, waiting: Waiting) -> None:
        bisect.insort(self.pending, waiting, key=lambda one: one.at)

    def _told_by(self, call: Call) -> bool:
        """Whether a call tells of a word before it that it was one voice alone."""
        told = [one for one in self.pending if isinstance(one, Either) and one.told_by(call)]
        self.pending = [one.call if one in told else one for one in self.pending]
        return bool(told)

    def _take(self, waiting: list[Waiting]) -> list[Ruling]:
        self.pending = [one for one in self.pending if one not in waiting]
        due = [Unclear(one.at) if isinstance(one, Either) else one for one in waiting]
        rulings: list[Ruling] = []
        for call in due:
            for event in self._as_answer(call, due):
                rulings += self._fold(event)
        if len(due) < 2:
            return rulings
        # Where they come late, each is folded among what happened since: the next may undo what
        # was ruled without it.
        standing = set(map(repr, self.rulings))
        return [ruling for ruling in rulings if repr(ruling) in standing]

    def _as_answer(self, call: Call | Unclear, due: list[Call | Unclear]) -> list[Event]:
        """A call or doubt as it is to be folded. What is not understood before "Once more, please"
        has been said is covered by that question. After it the first call tells whose the one was
        that was not understood; two at once are once more not to be told apart."""
        question = self.game.view(self.state).question
        if question is None or question.asks != "again":
            return [call]
        asked_ms = self.asked_again_ms
        asked = asked_ms is not None and question.at < asked_ms <= call.at
        if isinstance(call, Unclear):
            return [call] if asked else []
        if not asked:
            return [call]
        rivals = [
            waiting
            for waiting in due
            if isinstance(waiting, Call) and 0 <= waiting.at - call.at <= self.tie_ms
        ]
        if any(rival.says != call.says for rival in rivals):
            self._at_once.add(call.at)
            return [Unclear(call.at)]
        name = call.by or implied_caller(self.game.view(self.state), call.says)
        return [Caller(call.at, name), call]

    def _fold(self, event: Event) -> list[Ruling]:
        self._write(event)
        if isinstance(event, OptionSet) and event.name == "tie_ms" and isinstance(event.value, int):
            self._tie_ms = event.value
        in_order = not self._events or event.at >= self._events[-1].at
        bisect.insort(self._events, event, key=lambda past: past.at)
        if in_order:
            step = self.game.step(self.state, event)
            self.state = step.state
            self.rulings += step.rulings
            return list(step.rulings)
        return self._refold()

    def _refold(self) -> list[Ruling]:
        """An event came late: fold all of them again, and give the rulings that are new."""
        step = self.game.start(self.setup)
        rulings = list(step.rulings)
        for event in self._events:
            step = self.game.step(step.state, event)
            rulings += step.rulings
        known = {repr(ruling) for ruling in self.rulings}  # some hold what cannot be hashed
        new = [ruling for ruling in rulings if repr(ruling) not in known]
        self.state, self.rulings = step.state, rulings
        return new


def may_win(view: TableView, name: str, says: str | None = None) -> bool:
    """Whether a player may win something that can be won right now, by this word or by any."""
    own_words = all(player.response for player in view.players)
    for group in view.groups:
        words = {*group.responses} if says is None else {says} & {*group.responses}
        if own_words:
            if name not in group.players:
                continue
            words.discard(group.responses[group.players.index(name)])
        if words:
            return True
    return False


def two_that_may_win(view: TableView) -> tuple[str, ...]:
    """The two words of the newest match, if two compete in it, each with a word of their own; none
    otherwise."""
    newest = [group for group in view.groups if group.players[0] == view.last_player]
    for group in newest or view.groups:
        if len(group.players) == 2 and len(set(group.responses)) == 2:
            return tuple(group.responses)
    return ()


def implied_caller(view: TableView, says: str) -> str | None:
    """Whom a word tells by itself: in an open match of two, the player whose word it is not. A word
    that is the same for all tells nobody."""
    own = [player.response for player in view.players]
    for group in view.groups:
        if len(group.players) == 2 and says in group.responses and says in own:
            return group.players[1 - group.responses.index(says)]
    return None
