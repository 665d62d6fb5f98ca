"""What a number of simulated games came to, for people and for programs.

Games of calls and games of turns are counted by verdicts of their own; all else is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from functools import reduce
from operator import add

from rich.table import Table

from voicegm.table.demo import Outcome
from voicegm.table.plays import COUNTED_PLAYS, PlayVerdict
from voicegm.table.real_guests import CardCounts
from voicegm.table.truth import COUNTED, Verdict


@dataclass(frozen=True)
class Kind:
    """What is counted in one kind of games."""

    what: str
    title: str
    verdicts: type[Enum]
    counted: tuple[Enum, ...]
    """The verdicts that make up the whole; shares are of these."""


RACES = Kind("matches", "matches in which somebody called rightly", Verdict, COUNTED)
TURNS = Kind("plays", "cards with which somebody spoke", PlayVerdict, COUNTED_PLAYS)


@dataclass(frozen=True)
class Report:
    """Counts and delays over all games."""

    games: int
    minutes: float
    """Of simulated play."""
    counts: dict[Enum, int]
    decided_ms: tuple[int | None, int | None]
    """Median and 95th percentile from the true end of a call to its decision."""
    ruled_ms: tuple[int | None, int | None]
    """The same, to the ruling."""
    heard_without_call: int
    kind: Kind = RACES
    cards: CardCounts | None = None
    """Where people read real cards out."""
    commands_unasked: int = 0
    """Commands that were answered though nobody had given them."""
    given_up: int = 0
    """Games that stood still, and were ended."""

    @property
    def matches(self) -> int:
        """Matches in which somebody called rightly, or cards with which somebody spoke."""
        return sum(self.counts[verdict] for verdict in self.kind.counted)

    def share(self, verdict: Enum) -> float:
        """Percent of the matches."""
        return 100 * self.counts[verdict] / self.matches if self.matches else 0.0

    def to_json(self) -> dict[str, object]:
        """The whole report as plain JSON."""
        return {
            "games": self.games,
            "minutes": round(self.minutes, 1),
            self.kind.what: self.matches,
            "counts": {verdict.value: count for verdict, count in self.counts.items()},
            "percent": {
                verdict.value: round(self.share(verdict), 1) for verdict in self.kind.counted
            },
            "decided_ms": {"median": self.decided_ms[0], "p95": self.decided_ms[1]},
            "ruled_ms": {"median": self.ruled_ms[0], "p95": self.ruled_ms[1]},
            "heard_without_call": self.heard_without_call,
            "commands_unasked": self.commands_unasked,
            "given_up": self.given_up,
            **({"cards": asdict(self.cards)} if self.cards else {}),
        }

    def table(self) -> Table:
        """The report as a table."""
        table = Table(title=self._title())
        table.add_column(self.kind.title)
        table.add_column(str(self.matches), justify="right")
        table.add_column("%", justify="right")
        for verdict in self.kind.counted:
            count = self.counts[verdict]
            table.add_row(verdict.value, str(count), f"{self.share(verdict):.1f}")
        table.add_section()
        for verdict in self.kind.verdicts:
            if verdict not in self.kind.counted:
                table.add_row(verdict.value, str(self.counts[verdict]), "")
        table.add_row("words heard that nobody had said", str(self.heard_without_call), "")
        table.add_row("commands taken that nobody had given", str(self.commands_unasked), "")
        if self.given_up:
            table.add_row("games that stood still, and were ended", str(self.given_up), "")
        if self.cards is not None:
            table.add_section()
            for what, count in self.cards.told().items():
                table.add_row(what, str(count), "")
        table.add_section()
        for what, (median, p95) in {
            "true end of a call to its decision": self.decided_ms,
            "true end of a call to the ruling": self.ruled_ms,
        }.items():
            table.add_row(f"{what}: median, 95 % (ms)", str(median), str(p95))
        return table

    def _title(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"{games}, {self.minutes:.0f} minutes of play"


def report(outcomes: Sequence[Outcome], kind: Kind = RACES) -> Report:
    """Sums outcomes of one kind of games up."""
    counted = Counter(verdict for outcome in outcomes for verdict in outcome.verdicts)
    return Report(
        games=len(outcomes),
        minutes=sum(outcome.duration_ms for outcome in outcomes) / 60_000,
        counts={verdict: counted[verdict] for verdict in kind.verdicts},
        decided_ms=_median_and_p95([ms for o in outcomes for ms in o.delays.decided]),
        ruled_ms=_median_and_p95([ms for o in outcomes for ms in o.delays.ruled]),
        heard_without_call=sum(outcome.heard_without_call for outcome in outcomes),
        kind=kind,
        cards=_all_cards([outcome.cards for outcome in outcomes if outcome.cards]),
        commands_unasked=sum(outcome.commands.unasked for outcome in outcomes),
        given_up=sum(outcome.given_up for outcome in outcomes),
    )


def _all_cards(counts: Sequence[CardCounts]) -> CardCounts | None:
    return reduce(add, counts) if counts else None


def _median_and_p95(values: Sequence[int]) -> tuple[int | None, int | None]:
    if not values:
        return None, None
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
