"""`voicegm bench`: how good and how fast the parts are on this machine."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from voicegm.cli import options
from voicegm.cli.bench_all import hearing, measure_all, plot_option
from voicegm.cli.bench_cards import cards
from voicegm.cli.bench_commands import commands
from voicegm.cli.bench_echo import echo
from voicegm.cli.bench_evening import evening
from voicegm.cli.bench_memory import memory
from voicegm.cli.bench_microphones import microphones
from voicegm.cli.bench_naming import voices
from voicegm.cli.bench_order import order
from voicegm.cli.bench_record import mine, record
from voicegm.games import names
from voicegm.games.replay import read_journal
from voicegm.games.replay import replay as rulings_of
from voicegm.models import find_model
from voicegm.table.bench_hearing import measure_endpointing
from voicegm.table.bench_rules import sample_journals
from voicegm.table.bench_start import measure_start

GOAL = 50_000
"""Events a second on one core, at least."""
REPEATS = 3
"""The quickest counts: what else the machine does is no fault of the rules."""


@click.group(invoke_without_command=True)
@click.pass_context
@options.language
@click.option(
    "--pairs",
    type=click.IntRange(1, 1_000),
    default=4,
    show_default=True,
    metavar="N",
    help="Pairs of calls for each gap.",
)
@plot_option
@options.json_lines
def bench(
    context: click.Context, language: str, pairs: int, picture: Path | None, as_json: bool
) -> None:
    """How good and how fast the parts are on this machine. Without a command: hearing with every
    engine, the order of calls, endpointing and rules, with people's recordings where
    VOICEGM_CORPUS names their folder, with synthetic voices otherwise."""
    if context.invoked_subcommand is None:
        measure_all(language, pairs, picture, as_json)
        if find_model("ko"):
            context.invoke(endpointing, as_json=as_json)
        context.invoke(rules, events=10_000, as_json=as_json)


bench.add_command(microphones)
bench.add_command(commands)
bench.add_command(hearing)
bench.add_command(order)
bench.add_command(record)
bench.add_command(mine)
bench.add_command(echo)
bench.add_command(evening)
bench.add_command(memory)
bench.add_command(voices)
bench.add_command(cards)


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


@bench.command()
@options.json_lines
def endpointing(as_json: bool) -> None:
    """How soon calls are decided: ours beside Vosk's own endpointing, on the same Korean words
    in synthetic voices."""
    found = measure_endpointing()
    if as_json:
        row = {"ours": asdict(found.ours), "vosk": asdict(found.engines_own)}
        click.echo(json.dumps({**row, "ratio": round(found.ratio, 1)}))
        return
    table = Table("true end of a word to its decision", "right", "median ms", "95 % ms")
    for name, delays in (("ours", found.ours), ("Vosk's own", found.engines_own)):
        right = f"{delays.right} of {delays.clips}"
        table.add_row(name, right, str(delays.median_ms), str(delays.p95_ms))
    Console().print(table)
    click.echo(f"Vosk's own endpointing takes {found.ratio:.1f} times as long.")


@bench.command()
@options.json_lines
def start(as_json: bool) -> None:
    """How long it takes from starting a game to its first sound, phrases cached."""
    seconds = [measure_start() for _ in range(REPEATS + 1)][1:]
    if as_json:
        click.echo(json.dumps({"first_sound_s": [round(s, 2) for s in seconds]}))
    else:
        click.echo(
            f"From start to the first sound: {min(seconds):.1f} to {max(seconds):.1f} s "
            f"in {len(seconds)} starts, phrases cached (goal: at most 3 s)"
        )
