"""`voicegm bench cards`: real cards, read out."""

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
from voicegm.table.bench_cards import CardsHeard, measure_cards

GOAL = "goal: 95 % of the cards at the first reading, all after at most one correction"


@click.command()
@options.language
@options.engine
@options.json_lines
def cards(language: str, engine: str, as_json: bool) -> None:
    """Cards read out by several voices, all 52 and each rank alone: heard at the first reading,
    and after one correction ("no, nine of clubs")."""
    caller = open_caller(language)
    with (
        Worker(engine, language, find_model(language)) as worker,
        Progress(console=Console(stderr=True), transient=True) as bars,
    ):
        task = bars.add_task("listening")
        found = list(
            measure_cards(
                load(language),
                caller,
                worker,
                worker.decoys,
                lambda done, total: bars.update(task, completed=done, total=total),
            )
        )
    caller.close()
    if as_json:
        for heard in found:
            click.echo(json.dumps(heard.to_json(), ensure_ascii=False))
        return
    table = Table(title=f"Cards read out, heard by {worker.name}")
    for column in ("voice", "cards", "at first", "after one", "ranks", "at first", "after one"):
        table.add_column(column, justify="left" if column == "voice" else "right")
    for heard in found:
        table.add_row(*_row(heard))
    Console().print(table)
    click.echo(GOAL)


def _row(heard: CardsHeard) -> tuple[str, ...]:
    return (
        heard.voice,
        str(heard.cards),
        _share(heard.at_first, heard.cards),
        _share(heard.after_one, heard.cards),
        str(heard.ranks),
        _share(heard.ranks_at_first, heard.ranks),
        _share(heard.ranks_after_one, heard.ranks),
    )


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %" if of else ""
