"""Pronunciations for a language pack: `python -m voicegm.hearing.ear.pronounce fr renard hibou`.

Prints the phones of each text as `words.toml` takes them: eSpeak NG's pronunciation in the nearest
phones that PocketSphinx has.
"""

from __future__ import annotations

import json

import click

from voicegm.errors import BadInput
from voicegm.hearing.ear.training.voices import ESpeak
from voicegm.languages.phones import ipa_phones


@click.command(help=__doc__)
@click.argument("accent")
@click.argument("texts", nargs=-1, required=True)
def main(accent: str, texts: tuple[str, ...]) -> None:
    """One line for each text."""
    try:
        espeak = ESpeak("en")
        for text in texts:
            phones = ipa_phones(espeak.phonemes(text, accent))
            click.echo(f"{json.dumps(text, ensure_ascii=False)} = {json.dumps([phones])}")
    except BadInput as error:
        raise click.UsageError(str(error)) from error


if __name__ == "__main__":
    main()
