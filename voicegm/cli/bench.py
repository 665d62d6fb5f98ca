"""`voicegm bench`: how good and how fast the parts are on this machine."""

from __future__ import annotations

import json
import time

import click
from rich.console import Console
from rich.table import Table

from voicegm.cli import options
from voicegm.games import names
from voicegm.games.replay import read_journal
from voicegm.games.replay import replay as rulings_of
from voicegm.table.bench_rules import sample_journals

GOAL = 50_000
"""Events a second on one core, at least."""
REPEATS = 3
"""The quickest counts: what else the machine does is no fault of the rules."""


@click.group()
def bench() -> None:
    """How good and how fast the parts are on this machine."""


@bench.command()
@click.option(
    "--events",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
    show_default=True,
    metavar="N",
    help="How many events of each game, at least.",
)
@options.json_lines
def rules(events: int, as_json: bool) -> None:
    """How many events a second the rules replay on one core, reading included."""
    rows = [_measured(game, events) for game in names()]
    if as_json:
        for row in rows:
            click.echo(json.dumps(row))
        return
    table = Table("game", "events", "rulings", "events a second", "goal")
    for row in rows:
        rate = row["events_per_second"]
        shown = [row["game"], *(f"{row[key]:,}" for key in ("events", "rulings"))]
        met = "met" if int(rate) >= GOAL else "missed"
        table.add_row(*map(str, shown), f"{rate:,}", f"{GOAL:,} {met}")
    Console().print(table)


def _measured(game: str, events: int) -> dict[str, str | int]:
    """The quickest of a few replays of the same journals, in time of this process."""
    journals = sample_journals(game, events)
    best, rulings = float("inf"), 0
    for _ in range(REPEATS):
        start = time.process_time()
        rulings = sum(1 for lines in journals for _ in rulings_of(read_journal(lines)))
        best = min(best, time.process_time() - start)
    count = sum(len(lines) - 1 for lines in journals)
    rate = round(count / max(best, 1e-9))
    return {"game": game, "events": count, "rulings": rulings, "events_per_second": rate}
