"""`voicegm hear FILE`: what the recogniser hears in a recording."""

from __future__ import annotations

import json
from pathlib import Path

import click

from voicegm.cli import options
from voicegm.hearing.hear import hear as heard_in
from voicegm.models import find_model


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--words",
    metavar="fox,owl",
    default="",
    help="The words in play; without it all animals of the language.",
)
@options.engine
@options.language
@click.option("--all", "everything", is_flag=True, help="Print what is not in play as well.")
@options.json_lines
def hear(
    file: Path, words: str, engine: str, language: str, everything: bool, as_json: bool
) -> None:
    """What the recogniser hears in FILE (WAV or FLAC), call by call, in the order of onsets."""
    wanted = [word.strip() for word in words.split(",") if word.strip()]
    for row in heard_in(file, language, wanted, engine, model=find_model(language)):
        if row["word"] is None and not everything:
            continue
        if as_json:
            click.echo(json.dumps(row, ensure_ascii=False))
        else:
            click.echo(
                f"{row['start_ms'] / 1000:8.2f} to {row['end_ms'] / 1000:.2f} s  "
                f"{row['word'] or '(something else)':<18} channel {row['channel']}, "
                f"confidence {row['confidence']:.2f}, {row['engine']}"
            )
