"""`voicegm bench memory`: whether memory stays flat over a long evening."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.hearing.worker import Worker
from voicegm.models import find_model
from voicegm.table.bench_memory import STEP, WARM_UP, measure_memory


@click.command()
@click.option(
    "--utterances",
    type=click.IntRange(1, 1_000_000),
    default=1_000,
    show_default=True,
    metavar="N",
    help="How many words are decoded.",
)
@click.option("--channels", type=click.IntRange(1, 8), default=1, help="How many microphones.")
@options.engine
@options.language
@options.json_lines
def memory(utterances: int, channels: int, engine: str, language: str, as_json: bool) -> None:
    """How much memory listener and recogniser take, and whether it grows with what is heard."""
    caller = open_caller(language)
    with (
        Worker(engine, language, find_model(language)) as worker,
        Progress(console=Console(stderr=True), transient=True) as bars,
    ):
        task = bars.add_task("listening", total=utterances)
        found = measure_memory(
            utterances,
            worker,
            caller,
            language=language,
            channels=channels,
            progress=lambda heard: bars.update(task, completed=heard),
        )
    caller.close()
    if as_json:
        click.echo(json.dumps(found.to_json()))
        return
    table = Table("utterances", "listener (MB)", "recogniser (MB)")
    for step, both in enumerate(zip(found.listener_mb, found.recogniser_mb, strict=True)):
        table.add_row(str(step * STEP), *(f"{megabytes:.1f}" for megabytes in both))
    Console().print(table)
    listener_kb, recogniser_kb = found.slopes_kb
    click.echo(
        f"After the first {WARM_UP}, in which caches fill, an utterance adds {listener_kb:.2f} kB "
        f"to the listener and {recogniser_kb:.2f} kB to the recogniser (goal: flat)."
    )
