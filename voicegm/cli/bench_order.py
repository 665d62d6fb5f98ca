"""`voicegm bench order`: who was first, by the gap between two calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.table.bench_order import (
    GAPS_MS,
    Fate,
    Pair,
    Plan,
    Row,
    Spread,
    measure_order,
    rows,
    spreads,
)
from voicegm.table.bench_voices import HALVES, voices_for

MICROPHONES = {"one": (False,), "each": (True,), "both": (False, True)}
MOST_GAP_MS = 3_000


def _gaps(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, ...]:
    if text is None:
        return GAPS_MS
    try:
        gaps = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        gaps = (-1,)
    if not all(0 <= gap <= MOST_GAP_MS for gap in gaps):
        raise click.BadParameter(
            f"'{text}' is no list of gaps: write milliseconds from 0 to {MOST_GAP_MS}, like "
            "0,100,500",
            ctx,
            param,
        )
    return gaps


@click.command()
@click.option(
    "--microphones",
    type=click.Choice(list(MICROPHONES)),
    default="both",
    show_default=True,
    help="One for all, or a microphone each.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 10_000),
    default=12,
    show_default=True,
    metavar="N",
    help="How many pairs of calls for each gap.",
)
@click.option(
    "--gaps",
    "gaps_ms",
    callback=_gaps,
    metavar="0,100,...",
    help=f"Milliseconds from one onset to the other [default: {','.join(map(str, GAPS_MS))}].",
)
@click.option(
    "--voices",
    type=click.Choice(["all", "people", "synthetic"]),
    default="all",
    show_default=True,
    help="Whose calls.",
)
@click.option(
    "--half",
    type=click.Choice(HALVES),
    help="Only people of this half: even sets thresholds, odd is the result.",
)
@click.option(
    "--tie-ms",
    type=click.IntRange(0, 10_000),
    metavar="N",
    help="Onsets no further apart are a tie [default: as at play].",
)
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, show_default=True, metavar="N")
@options.engine
@options.language
@options.json_lines
def order(
    microphones: str,
    pairs: int,
    gaps_ms: tuple[int, ...],
    voices: str,
    half: str | None,
    tie_ms: int | None,
    seed: int,
    engine: str,
    language: str,
    as_json: bool,
) -> None:
    """How two calls are ruled on, by the gap between them: in real games of Animals, in a
    simulated room, with people's recordings where VOICEGM_CORPUS names their folder and with
    synthetic voices."""
    if engine == "keys":
        raise BadInput("bench order is about hearing: choose --engine auto, vosk or sphinx")
    found = run_order(
        Plan(gaps_ms, pairs, seed, tie_ms),
        microphones=MICROPHONES[microphones],
        voices=voices,
        half=half,
        engine=engine,
        language=language,
    )
    show_order(found, as_json)


def run_order(
    plan: Plan,
    *,
    microphones: Sequence[bool],
    voices: str,
    half: str | None,
    engine: str,
    language: str,
) -> list[Pair]:
    """Measure, with progress bars on standard error."""
    pack = load(language)
    caller = open_caller(language)
    found: list[Pair] = []
    speaking = voices_for(pack, caller, voices, lambda clip: half is None or clip.half == half)
    with (
        Worker(engine, language, find_model(language)) as worker,
        Progress(console=Console(stderr=True), transient=True) as bars,
    ):
        for each in microphones:
            for them in speaking:
                where = "a microphone each" if each else "one microphone"
                task = bars.add_task(f"{where}: {them.source}", total=plan.total)
                found += measure_order(
                    pack,
                    worker,
                    caller,
                    them,
                    plan,
                    microphone_each=each,
                    progress=lambda done, task=task: bars.update(task, completed=done),  # type: ignore[misc]
                )
    caller.close()
    return found


def show_order(pairs: Sequence[Pair], as_json: bool) -> None:
    """Print what came of the pairs."""
    if as_json:
        for row in rows(pairs):
            click.echo(json.dumps({"bench": "order", **asdict(row)}))
        for spread in spreads(pairs):
            click.echo(json.dumps({"bench": "order-error", **asdict(spread)}))
        return
    for source, each in dict.fromkeys((pair.source, pair.microphone_each) for pair in pairs):
        those = [pair for pair in pairs if (pair.source, pair.microphone_each) == (source, each)]
        Console().print(_table(rows(those), f"{_microphones(each)}, {source}"))
    if found := spreads(pairs):
        Console().print(_errors(found))


def _table(found: Sequence[Row], title: str) -> Table:
    table = Table(title=title)
    table.add_column("ms apart", justify="right")
    table.add_column("pairs", justify="right")
    for fate in Fate:
        table.add_column(f"{fate.value} %", justify="right")
    for row in found:
        shares = [f"{row.share(fate):.0f}" if row.share(fate) else "" for fate in Fate]
        table.add_row(str(row.gap_ms), str(row.pairs), *shares)
    return table


def _errors(found: Sequence[Spread]) -> Table:
    table = Table(title="error of the order (heard gap less true gap), both words heard")
    for name in ("", "pairs", "median ms", "95 % ms", "tie_ms: 99.5 %"):
        table.add_column(name, justify="right" if name else "left")
    for spread in found:
        figures = (spread.pairs, spread.median_ms, spread.p95_ms, spread.tie_ms)
        name = f"{_microphones(spread.microphone_each)}, {spread.source}"
        table.add_row(name, *map(str, figures))
    return table


def _microphones(each: bool) -> str:
    return "a microphone each" if each else "one microphone"
