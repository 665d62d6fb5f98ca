"""`voicegm bench commands`: the wake phrase and what is said after it."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from voicegm.cli import options
from voicegm.table.bench_commands import Row, measure_commands

GOAL = "goal: 95 % right, none taken for a call"


@click.command()
@options.language
@options.engine
@options.json_lines
def commands(language: str, engine: str, as_json: bool) -> None:
    """Commands in one breath with the wake phrase, and after it, with eight animals in play; and
    other words, calls and talk that are none. Recordings from VOICEGM_CORPUS where there are any,
    and the voices of this machine."""
    console = Console(stderr=True)
    with console.status("listening") as status:
        rows = measure_commands(language, engine, lambda what: status.update(f"heard: {what}"))
    if as_json:
        for row in rows:
            click.echo(json.dumps(row.to_json(), ensure_ascii=False))
        return
    table = Table("what was said", "how often", "right", "wrong", "as a call", "as a command")
    for row in rows:
        table.add_row(*_cells(row))
    Console().print(table)
    click.echo(GOAL)


def _cells(row: Row) -> tuple[str, ...]:
    of_commands = bool(row.right or row.wrong)
    right = f"{row.right} ({100 * row.right / max(1, row.said):.1f} %)" if of_commands else ""
    wrong, calls = (str(row.wrong), str(row.taken_for_call)) if of_commands else ("", "")
    others = "" if of_commands else str(row.taken_for_command)
    return row.what, str(row.said), right, wrong, calls, others
