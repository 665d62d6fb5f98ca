"""`voicegm doctor`: what works on this machine."""

from __future__ import annotations

import json

import click

from voicegm.cli import options
from voicegm.cli.doctor_echo import echo
from voicegm.cli.doctor_microphones import microphones
from voicegm.table.doctor import examine


@click.group(invoke_without_command=True)
@options.language
@options.json_lines
@click.pass_context
def doctor(ctx: click.Context, language: str, as_json: bool) -> None:
    """What works on this machine, what does not, and what to do."""
    if ctx.invoked_subcommand is not None:
        return
    for row in examine(language):
        if as_json:
            click.echo(json.dumps(row.to_json(), ensure_ascii=False))
        else:
            click.echo(f"{'good' if row.works else 'no':5} {row.part:11} {row.detail}")
            if row.advice:
                click.echo(f"{'':17} -> {row.advice}")


doctor.add_command(echo)
doctor.add_command(microphones)
