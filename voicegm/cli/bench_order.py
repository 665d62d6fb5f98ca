"""`voicegm bench order`: who was first, by the gap between two calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.table.bench_onsets import Spread, measure_onsets, spread
from voicegm.table.bench_order import GAPS_MS, Fate, Plan, Row, measure_order, rows
from voicegm.table.bench_plot import check_plot, plot
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
@click.option(
    "--plot",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE.png|.svg",
    help="Draw the curves as well.",
)
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
    picture: Path | None,
    as_json: bool,
) -> None:
    """How two calls are ruled on, by the gap between them: in real games of Animals, in a
    simulated room, with people's recordings where VOICEGM_CORPUS names their folder and with
    synthetic voices."""
    if engine == "keys":
        raise BadInput("bench order is about hearing: choose --engine auto, vosk or sphinx")
    check_plot(picture)
    measured = run_order(
        Plan(gaps_ms, pairs, seed, tie_ms),
        microphones=MICROPHONES[microphones],
        voices=voices,
        half=half,
        engine=engine,
        language=language,
    )
    show_order(measured, as_json)
    if picture:
        plot(picture, [(one.name, one.rows) for one in measured], ())


@dataclass(frozen=True)
class Measured:
    """What was measured with one kind of voices and microphones."""

    voices: str
    microphone_each: bool
    rows: list[Row]
    error: Spread | None
    """Of the order of two words; None where no two words were both heard."""

    @property
    def name(self) -> str:
        """Which microphones and whose voices."""
        microphones = "a microphone each" if self.microphone_each else "one microphone"
        return f"{microphones}, {self.voices}"


def run_order(
    plan: Plan,
    *,
    microphones: Sequence[bool],
    voices: str,
    half: str | None,
    engine: str,
    language: str,
    folder: Path | None = None,
) -> list[Measured]:
    """Measure, with progress bars on standard error; with the people recorded in a folder, or with
    those whom VOICEGM_CORPUS names."""
    pack = load(language)
    caller = open_caller(language)
    speaking = voices_for(
        pack, caller, voices, lambda clip: half is None or clip.half == half, folder
    )
    measured: list[Measured] = []
    with (
        Worker(engine, language, find_model(language)) as worker,
        Progress(console=Console(stderr=True), transient=True) as bars,
    ):
        for each, them in product(microphones, speaking):
            which = "a microphone each" if each else "one microphone"
            told = bars.add_task(f"{which}, {them.source}", total=2 * plan.total)

            def so_far(done: int, told: TaskID = told, before: int = 0) -> None:
                bars.update(told, completed=before + done)

            pairs = measure_order(
                pack, worker, caller, them, plan, microphone_each=each, progress=so_far
            )
            onsets = measure_onsets(
                pack,
                worker,
                them,
                plan.total,
                plan.seed,
                microphone_each=each,
                progress=partial(so_far, before=plan.total),
            )
            measured.append(Measured(them.source, each, rows(pairs), spread(onsets)))
    caller.close()
    return measured


def show_order(measured: Sequence[Measured], as_json: bool) -> None:
    """Print what came of the pairs."""
    for one in measured:
        if not as_json:
            Console().print(_table(one.rows, one.name))
            continue
        for row in one.rows:
            click.echo(json.dumps({"bench": "order", **asdict(row)}))
        if one.error:
            click.echo(json.dumps({"bench": "order-error", **asdict(one.error)}))
    if not as_json:
        Console().print(_errors(measured))


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


def _errors(measured: Sequence[Measured]) -> Table:
    table = Table(title="error of the order of two words (heard gap less true gap)")
    for name in ("", "both heard", "median ms", "95 % ms", "tie_ms: 99.5 %"):
        table.add_column(name, justify="right" if name else "left")
    for one in measured:
        if one.error:
            heard = f"{one.error.heard} of {one.error.pairs}"
            figures = (one.error.median_ms, one.error.p95_ms, one.error.tie_ms)
            table.add_row(one.name, heard, *map(str, figures))
    return table
