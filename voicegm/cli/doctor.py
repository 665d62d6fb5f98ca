"""`voicegm doctor`: what works on this machine."""

from __future__ import annotations

import json

import click

from voicegm.cli import options
from voicegm.table.doctor import examine


@click.command()
@options.language
@options.json_lines
def doctor(language: str, as_json: bool) -> None:
    """What works on this machine, what does not, and what to do."""
    for row in examine(language):
        if as_json:
            click.echo(json.dumps(row.to_json(), ensure_ascii=False))
        else:
            click.echo(f"{'good' if row.works else 'no':5} {row.part:11} {row.detail}")
            if row.advice:
                click.echo(f"{'':17} -> {row.advice}")
