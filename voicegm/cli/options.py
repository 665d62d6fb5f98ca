"""Options that several commands share."""

from __future__ import annotations

import click

json_lines = click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
language = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="The language spoken."
)
engine = click.option(
    "--engine",
    type=click.Choice(["auto", "vosk", "sphinx", "keys"]),
    default="auto",
    show_default=True,
    help="The recogniser; auto is vosk where a model for the language is installed.",
)
