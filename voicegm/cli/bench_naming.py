"""`voicegm bench voices`: whose voice it was."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.languages.pack import load
from voicegm.table.bench_naming import ENROLLED_WORDS, TABLE, Naming, measure_naming

GOAL = "goal: at least 70 % attributed, at most 2 % of all wrong"


@click.command()
@click.option(
    "--voices",
    type=click.Choice(["people", "synthetic", "all"]),
    help="Whose [default: people whose recordings lie in VOICEGM_CORPUS, or else synthetic].",
)
@options.language
@options.json_lines
def voices(voices: str | None, language: str, as_json: bool) -> None:
    """Whose voice it was: words given their right speaker at a table of four, three words of each
    enrolled; a wrong one; or neither, so that the referee asks."""
    caller = open_caller(language)
    with Progress(console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("listening")
        found = measure_naming(
            load(language),
            caller,
            voices,
            lambda done, total: bars.update(task, completed=done, total=total),
        )
    caller.close()
    if as_json:
        for naming in found:
            click.echo(json.dumps(naming.to_json(), ensure_ascii=False))
        return
    table = Table(title=f"Tables of {TABLE}, {ENROLLED_WORDS} words of each enrolled")
    table.add_column("whose words")
    for title in ("tables", "words", "right", "wrong", "asked", "strangers named"):
        table.add_column(title, justify="right")
    for naming in found:
        table.add_row(*_row(naming))
    Console().print(table)
    click.echo(GOAL)


def _row(naming: Naming) -> tuple[str, ...]:
    shares = (f"{100 * n / max(1, naming.words):.1f} %" for n in _counts(naming))
    named = f"{naming.strangers_named} of {naming.strangers}" if naming.strangers else ""
    return naming.source, str(naming.tables), str(naming.words), *shares, named


def _counts(naming: Naming) -> tuple[int, int, int]:
    return naming.right, naming.wrong, naming.asked
