"""What `voicegm bench` measures when it is asked for nothing in particular, and `bench hearing`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from voicegm.cli import options
from voicegm.cli.bench_order import Measured, run_order, show_order
from voicegm.errors import BadInput
from voicegm.table.bench_hearing import Figures, engines, measure
from voicegm.table.bench_order import Plan
from voicegm.table.bench_plot import check_plot, plot

SHOWN = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9)
"""Thresholds that are printed of the whole curve."""
GAPS_MS = (0, 50, 100, 200, 300, 500, 700, 1000)
"""Fewer gaps than `bench order` has of itself."""

plot_option = click.option(
    "--plot",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE.png|.svg",
    help="Draw the curves as well.",
)


@click.command()
@click.option(
    "--engine",
    type=click.Choice(["all", "auto", "vosk", "sphinx", "pocketsphinx"]),
    default="all",
    show_default=True,
    help="The recogniser: sphinx has its ear, pocketsphinx is without.",
)
@options.language
@plot_option
@options.json_lines
def hearing(engine: str, language: str, picture: Path | None, as_json: bool) -> None:
    """How well calls are heard with eight animals in play: of people whose recordings lie in
    the folder VOICEGM_CORPUS, of synthetic voices otherwise. Every engine has a curve: calls heard
    rightly against other words let through, by the confidence that is asked for."""
    check_plot(picture)
    figures = measured_hearing(language, engines(language) if engine == "all" else (engine,))
    show_hearing(figures, as_json)
    if picture:
        plot(picture, (), figures)


def measured_hearing(
    language: str, names: Sequence[str], folder: Path | None = None
) -> list[Figures]:
    """Every engine in turn, with a progress bar on standard error; on the recordings in a folder,
    or on what there is."""
    if not names:
        raise BadInput(
            f"no engine can hear '{language}' here: 'voicegm models list' tells what can be had"
        )
    figures = []
    with Progress(console=Console(stderr=True), transient=True) as bars:
        for name in names:
            told = bars.add_task(f"hearing with {name}")
            figures.append(
                measure(
                    language,
                    name,
                    lambda done, total, told=told: bars.update(told, completed=done, total=total),  # type: ignore[misc]
                    folder=folder,
                )
            )
    return figures


def show_hearing(figures: Sequence[Figures], as_json: bool) -> None:
    """Print what was heard."""
    for one in figures:
        if as_json:
            click.echo(json.dumps({"bench": "hearing", **one.to_json()}, ensure_ascii=False))
        else:
            Console().print(_table(one))
    if not as_json:
        Console().print(_curves(figures))


def _table(figures: Figures) -> Table:
    table = Table(title=f"{figures.engine}, {figures.source}")
    table.add_column("eight animals in play")
    table.add_column("", justify="right")
    table.add_column("%", justify="right")
    table.add_row("calls heard rightly", *_share(figures.right, figures.calls))
    table.add_row("calls taken for another", *_share(figures.wrong, figures.calls))
    table.add_row("other words let through", *_share(figures.let_through, figures.others))
    if figures.talk_minutes:
        rate = f"{figures.invented / figures.talk_minutes:.2f}"
        table.add_row(f"invented in {figures.talk_minutes} minutes of talk", rate, "a minute")
    table.add_row("true end of a call to its decision, 95 %", str(figures.decided_p95_ms), "ms")
    table.add_row("error of the onset, 95 %", str(figures.onset_p95_ms), "ms")
    return table


def _curves(figures: Sequence[Figures]) -> Table:
    table = Table(title="calls heard rightly / other words let through, %")
    table.add_column("confidence asked for")
    for one in figures:
        table.add_column(one.engine, justify="right")
    for threshold in SHOWN:
        points = [
            next(point for point in one.curve if abs(point.threshold - threshold) < 1e-6)
            for one in figures
        ]
        shares = [f"{point.right:.0f} / {point.let_through:.0f}" for point in points]
        table.add_row(f"{threshold:.1f}", *shares)
    return table


def _share(count: int, of: int) -> tuple[str, str]:
    return f"{count} of {of}", f"{100 * count / max(1, of):.0f}"


def measure_all(language: str, pairs: int, picture: Path | None, as_json: bool) -> None:
    """Hearing with every engine, and order, as tables or lines of JSON, and as a picture."""
    check_plot(picture)
    figures = measured_hearing(language, engines(language))
    show_hearing(figures, as_json)
    ordered: list[Measured] = run_order(
        Plan(GAPS_MS, pairs),
        microphones=(False, True),
        voices="all",
        half=None,
        engine="auto",
        language=language,
    )
    show_order(ordered, as_json)
    if picture:
        plot(picture, [(one.name, one.rows) for one in ordered], figures)
        if not as_json:
            click.echo(f"The curves: {picture}")
