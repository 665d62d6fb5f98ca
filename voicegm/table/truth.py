"""Rulings held against the truth: what was really said, by whom and when.

A match begins when a card makes tops equal and ends when it has been ruled on or can no longer
be. What should have been ruled is found by the rules themselves: the state as it was when the
match began, then what really happened, with every caller known. So one error does not taint the
next match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from voicegm.games.game import (
    Again,
    Call,
    Caller,
    CallOff,
    Correct,
    Cue,
    Deal,
    Event,
    Game,
    Ruling,
    Tied,
    Turn,
    Unclear,
    WhoCalled,
    Won,
)
from voicegm.people.crowd import Line, Part
from voicegm.people.room import Spoken
from voicegm.table.referee import Watcher

SAME_WORD_MS = 250
"""A ruling's word and a true one this near to one another are the same utterance."""


@dataclass(frozen=True)
class Said:
    """Something really said."""

    line: Line
    at: Spoken


NO_CALLS = (Part.TALK, Part.ANSWER, Part.READS, Part.MENDS)
"""What is said for another reason than to win."""
HEARSAY = (Call, Caller, CallOff, Unclear)
"""Events that the table knows by hearing only: the truth has its own."""


class Verdict(Enum):
    """How a match was ruled on, against the truth."""

    RIGHT = "right"
    """The one who was first got the cards."""
    TIED = "truly tied"
    ASKED = "asked"
    """The referee asked, and gave the cards to nobody who should not have them."""
    SHY = "tied, but one was first"
    MISSED = "missed"
    WRONG = "wrong player"
    PERSUADED = "bystander or own animal"
    """Given on the word of one who could not win, which one microphone cannot tell."""
    INVENTED = "won without a call"
    """Somebody got cards though nobody had called rightly."""
    SILENT = "nobody called"
    """Nobody called rightly, and nobody got anything."""


COUNTED = (
    Verdict.RIGHT,
    Verdict.TIED,
    Verdict.ASKED,
    Verdict.SHY,
    Verdict.MISSED,
    Verdict.WRONG,
)
"""Matches in which somebody called rightly: the shares are of these."""


@dataclass
class Match:
    """One match, from when calls count for its card."""

    players: frozenset[str]
    rank: str
    state: Any
    """Of the rules, when its calls began to count."""
    began_ms: int
    events: list[Event] = field(default_factory=list)
    """What happened since, hearsay left out."""
    asked_ms: int | None = None
    """When the referee first asked something about it."""
    ruling: Ruling | None = None
    gone_ms: int | None = None
    """When it ended, in case it was never ruled on."""


class Judge(Watcher):
    """Watches a game, and knows what was really said."""

    def __init__(self, game: Game[Any], *, at_once: bool = False) -> None:
        self._game = game
        self._begins = (Deal, Turn, Correct) if at_once else (Cue,)
        self._open: list[Match] = []
        self.said: list[Said] = []
        self.verdicts: list[tuple[Match, Verdict]] = []

    def happened(self, event: Event, state: Any) -> None:
        """Notes what happened, and the matches that begin and end."""
        self._close_the_gone()
        if not isinstance(event, HEARSAY):
            for match in self._open:
                match.events.append(event)
        if isinstance(event, self._begins):
            self._begin(event.at, state)
        live = [(group.rank, frozenset(group.players)) for group in self._game.view(state).groups]
        for match in self._open:
            if not any(rank == match.rank and who <= match.players for rank, who in live):
                match.gone_ms = event.at

    def ruled(self, ruling: Ruling, now_ms: int) -> None:
        """Notes what was ruled."""
        if isinstance(ruling, (Again, WhoCalled)):
            for match in self._open:
                if match.asked_ms is None:
                    match.asked_ms = now_ms
        elif isinstance(ruling, (Won, Tied)):
            for match in list(self._open):
                if self._concerns(ruling, match):
                    match.ruling = ruling
                    self._close(match, now_ms)

    def finish(self, now_ms: int) -> None:
        """The game is over: what is still open is closed."""
        for match in list(self._open):
            self._close(match, now_ms)

    def _begin(self, at_ms: int, state: Any) -> None:
        view = self._game.view(state)
        for group in view.groups:
            if group.players[0] == view.last_player:
                self._open.append(Match(frozenset(group.players), group.rank, state, at_ms))

    def _close_the_gone(self) -> None:
        """Matches that ended with the last event, whose ruling has been told if there was one."""
        for match in list(self._open):
            if match.gone_ms is not None:
                self._close(match, match.gone_ms)

    def _close(self, match: Match, at_ms: int) -> None:
        self._open.remove(match)
        self.verdicts.append((match, self._verdict(match, at_ms)))

    def _verdict(self, match: Match, at_ms: int) -> Verdict:
        first, tied = self._truth(match, match.began_ms, at_ms)
        if isinstance(match.ruling, Won):
            return self._verdict_on_win(match, match.ruling, at_ms, first)
        if first is None:
            return Verdict.SILENT
        if match.asked_ms is not None:
            return Verdict.ASKED
        if match.ruling is None:
            return Verdict.MISSED
        return Verdict.TIED if tied else Verdict.SHY

    def _verdict_on_win(self, match: Match, won: Won, at_ms: int, first: str | None) -> Verdict:
        if match.asked_ms is not None:
            # Asked to call once more, people race once more.
            anew, _ = self._truth(match, match.asked_ms, at_ms)
            if won.player in (first, anew):
                return Verdict.ASKED
        elif won.player == first:
            return Verdict.RIGHT
        if self._persuaded(won):
            return Verdict.PERSUADED
        return Verdict.INVENTED if first is None else Verdict.WRONG

    def _truth(self, match: Match, from_ms: int, to_ms: int) -> tuple[str | None, bool]:
        """Who was first in this match, had every word and caller been known, and whether the
        rules would have called it a tie all the same."""
        calls = [
            Call(said.at.onset_ms, said.line.person.name, said.line.says)
            for said in self.said
            if said.line.part not in NO_CALLS and from_ms <= said.at.onset_ms <= to_ms
        ]
        happened = sorted([*match.events, *calls], key=lambda event: event.at)
        for rulings in self._steps(match.state, happened, to_ms):
            for ruling in rulings:
                if isinstance(ruling, Won) and self._concerns(ruling, match):
                    return ruling.player, False
                if isinstance(ruling, Tied) and self._concerns(ruling, match):
                    return _caller_at(ruling, calls), True
        return None, False

    def _steps(self, state: Any, events: Sequence[Event], at_ms: int) -> Iterable[Sequence[Ruling]]:
        for event in events:
            step = self._game.step(state, event)
            state = step.state
            yield step.rulings
        yield self._game.settle(state, at_ms + 10_000).rulings

    def _concerns(self, ruling: Won | Tied, match: Match) -> bool:
        """Whether a ruling is about a match: its piles are those of its players. In a game in
        which anyone may call, only one match is open at a time."""
        if not self._game.view(match.state).players[0].animal:
            return True
        if isinstance(ruling, Tied):
            return set(ruling.players) <= match.players
        return {ruling.player, *ruling.taken_from} <= match.players

    def _persuaded(self, ruling: Won) -> bool:
        """Whether the word that won was said by one who could not win with it."""
        return any(
            said.line.part in (Part.BYSTANDER, Part.OWN_ANIMAL, Part.WRONG_NAME, Part.FALSE_CALL)
            and abs(said.at.onset_ms - ruling.at) <= SAME_WORD_MS
            for said in self.said
        )


def _caller_at(tie: Tied, calls: Sequence[Call]) -> str | None:
    """The one whose call opened a tie."""
    return next((c.by for c in calls if c.at == tie.at and c.by in tie.players), None)
