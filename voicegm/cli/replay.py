"""`voicegm replay FILE`: the rulings of a journal."""

from __future__ import annotations

import json
from pathlib import Path

import click

from voicegm.cli import options
from voicegm.games.explain import explain, tell
from voicegm.games.replay import replay as rulings_of
from voicegm.table.journal import read_journal_file


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@options.json_lines
@click.option("--explain", "explained", is_flag=True, help="Name the rule that each follows.")
def replay(file: Path, as_json: bool, explained: bool) -> None:
    """Fold the journal FILE through the rules and print each ruling."""
    journal = read_journal_file(file)
    if journal.note:
        click.echo(f"voicegm: {journal.note}", err=True)
    for ruling in rulings_of(journal):
        said = (explain if explained else tell)(ruling, journal.setup)
        if as_json:
            row = ruling.to_json() | ({"explanation": said} if explained else {})
            click.echo(json.dumps(row, ensure_ascii=False))
        else:
            click.echo(f"{ruling.at / 1000:9.3f}  {said}")
