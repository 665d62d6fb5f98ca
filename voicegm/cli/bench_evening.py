"""`voicegm bench evening`: what talk at the table does to the games."""

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
from voicegm.table.bench_evening import Evening, spend_evening
from voicegm.table.demo import NOISES

GOAL = "goal: at most one false award in two hours, no penalty, no card held more than 3 s"


@click.command()
@click.option(
    "--minutes",
    type=click.FloatRange(0.1, 10_000),
    default=60,
    show_default=True,
    metavar="N",
    help="How long people play, on the clock of their simulated room.",
)
@click.option(
    "--noise",
    type=click.Choice(NOISES),
    default="none",
    show_default=True,
    help="What else is to be heard: others who talk by the wall, music, things on the table.",
)
@click.option(
    "--microphone-each", is_flag=True, help="Give every player a microphone of their own."
)
@options.engine
@options.language
@options.seed
@options.json_lines
def evening(
    minutes: float,
    noise: str,
    microphone_each: bool,
    engine: str,
    language: str,
    seed: int | None,
    as_json: bool,
) -> None:
    """Games of Animals and Snap with talk after most cards: piles and fines given for nothing,
    and how long talk held a card up."""
    caller = open_caller(language)
    with (
        Worker(engine, language, find_model(language)) as worker,
        Progress(console=Console(stderr=True), transient=True) as bars,
    ):
        task = bars.add_task("playing", total=minutes)
        found = spend_evening(
            minutes,
            worker,
            caller,
            language=language,
            seed=seed or 0,
            noise=noise,
            microphone_each=microphone_each,
            progress=lambda played: bars.update(task, completed=played),
        )
    caller.close()
    if as_json:
        click.echo(json.dumps(found.to_json()))
        return
    Console().print(_table(found))
    click.echo(GOAL)


def _table(found: Evening) -> Table:
    title = f"{found.games} games, {found.minutes} minutes, {found.sentences} sentences said"
    table = Table("talk at the table", "", title=title)
    for what, count in {
        "piles given for nothing": found.false_awards,
        "fines for nothing": found.penalties,
        "longest that talk held a card (ms)": found.longest_hold_ms,
        "words heard that nobody had called": found.words_invented,
        "matches in which somebody called rightly": found.matches,
        "… right or truly tied": found.right,
        "… asked": found.asked,
    }.items():
        table.add_row(what, str(count))
    return table
