"""`voicegm bench microphones`: what hearing costs with many microphones."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.table.bench_microphones import measure_microphones

GOAL = 0.5
"""In all, on two cores."""
NAMES = {
    "channels": "watching the channels",
    "echo": "taking out the referee's voice",
    "listening": "finding, parting and comparing voices",
    "decoding": "decoding",
}


@click.command()
@click.option(
    "--microphones",
    type=click.IntRange(1, 8),
    default=8,
    show_default=True,
    metavar="N",
    help="So many players with a microphone each.",
)
@click.option(
    "--seconds",
    type=click.IntRange(3, 3600),
    default=60,
    show_default=True,
    metavar="N",
    help="How long an evening is heard.",
)
@options.engine
@options.language
@options.json_lines
def microphones(microphones: int, seconds: int, engine: str, language: str, as_json: bool) -> None:
    """Processor time of the whole hearing, with a microphone for every player, against the time
    that sounds: synthetic voices at a simulated table, one or two calls every three seconds, talk
    in half of them, over the referee's own announcements."""
    caller = open_caller(language)
    with (
        Worker(engine, language, find_model(language)) as worker,
        Progress(console=Console(stderr=True), transient=True) as bars,
    ):
        task = bars.add_task("listening")
        cost = measure_microphones(
            load(language),
            worker,
            caller,
            microphones=microphones,
            seconds=seconds,
            progress=lambda done, total: bars.update(task, completed=done, total=total),
        )
    caller.close()
    if as_json:
        click.echo(json.dumps(cost.to_json()))
        return
    table = Table(title=f"{cost.microphones} microphones, {cost.seconds:.0f} s of an evening")
    table.add_column("processor time for each second of sound")
    table.add_column("", justify="right")
    for part, factor in cost.parts.items():
        table.add_row(NAMES[part], f"{factor:.3f}")
    met = "met" if cost.total <= GOAL else "missed"
    table.add_row("in all", f"{cost.total:.3f}")
    table.add_row(f"goal: {GOAL}", met)
    table.add_row("99 % of blocks (32 ms each) took at most", f"{cost.latest_ms:.0f} ms")
    table.add_row("calls, and words heard", f"{cost.calls}, {cost.heard}")
    Console().print(table)
