"""`voicegm voices`: which voices there are, and what one sounds like."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from voicegm.caller import NoVoice, VoiceMissing, at_volume, open_caller
from voicegm.caller.voices import VoiceRow
from voicegm.caller.voices import voices as all_voices
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.sound.frames import Sound
from voicegm.sound.speaker import Speaker

TRIAL = {"en": "Seven of hearts. Once more, please."}
"""What a voice says when no text is given; elsewhere the name of its language will do."""


@click.command()
@options.language
@options.voice
@options.rate
@options.volume
@click.option("--say", "text", metavar="TEXT", help="Say this, in the voice named by --voice.")
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE.wav",
    help="Keep what is said in a file, instead of playing it.",
)
@options.json_lines
def voices(
    language: str,
    voice: str | None,
    rate: int,
    volume: int,
    text: str | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """The voices that can speak a language here; with --say TEXT or --voice NAME, one is heard.

    Any of them is a --voice of play, demo and practise. Natural voices are an extra."""
    if text is None and save is not None and voice is None:
        raise BadInput("--save keeps what is said: add --say TEXT")
    if text is not None or voice is not None:
        _say(language, voice, text or TRIAL.get(language, language), rate, volume, save, as_json)
        return
    try:
        rows = list(all_voices(language))
    except VoiceMissing as missing:
        raise BadInput(str(missing).removesuffix(".")) from missing
    if not rows:
        raise BadInput(f"no voice here speaks '{language}'; 'voicegm doctor' tells what works")
    if as_json:
        for row in rows:
            click.echo(json.dumps(row.to_json(), ensure_ascii=False))
    else:
        Console().print(_table(rows))


def _table(rows: list[VoiceRow]) -> Table:
    table = Table("voice", "by", "language", "")
    for row in rows:
        table.add_row(row.name, row.kind, row.language, "the usual one" if row.usual else row.note)
    return table


def _say(
    language: str,
    voice: str | None,
    text: str,
    rate: int,
    volume: int,
    save: Path | None,
    as_json: bool,
) -> None:
    caller = open_caller(language, rate_wpm=rate, voice=voice)
    try:
        if isinstance(caller, NoVoice):
            raise BadInput("nothing can speak here; 'voicegm doctor' tells what to do")
        name = caller.check()
        sound = at_volume(caller.sound(text), volume / 100)
    finally:
        caller.close()
    if save is None:
        _play(sound)
    else:
        _keep(sound, save)
    if as_json:
        row = {"voice": name, "said": text, "duration_ms": sound.duration_ms}
        click.echo(json.dumps(row, ensure_ascii=False))
    else:
        click.echo(f"{name}: “{text}” ({sound.duration_ms / 1000:.1f} s)")


def _keep(sound: Sound, file: Path) -> None:
    import soundfile  # noqa: PLC0415  (native library)

    try:
        soundfile.write(str(file), sound.samples, sound.rate, subtype="PCM_16")
    except (OSError, RuntimeError, ValueError, TypeError) as error:
        raise BadInput(f"{file} cannot be written ({error}): name another .wav file") from error


def _play(sound: Sound) -> None:
    """Play to the end; a speaker that goes away meanwhile takes no longer than the sound."""
    began_s = time.monotonic()
    speaker = Speaker(lambda: round((time.monotonic() - began_s) * 1000))
    try:
        playing = speaker.play(sound)
        while playing.ended_ms is None:
            time.sleep(0.02)
    finally:
        speaker.close()
