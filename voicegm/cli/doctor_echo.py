"""`voicegm doctor echo`: how the loudspeaker is heard by the microphones."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from voicegm.caller import NoVoice, open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.languages.lines import Lines
from voicegm.sound.echo import missing
from voicegm.sound.measured_echo import MeasuredEcho, default_path, save
from voicegm.sound.microphone import MicrophoneLost
from voicegm.table.doctor_echo import SPOKEN, measure_echo, verdict
from voicegm.table.live import LiveSound
from voicegm.table.microphones import plan_microphones


@click.command()
@click.option(
    "--microphone",
    "names",
    multiple=True,
    metavar="NAME",
    help="Part of a device's name, or its number; may be given several times, as with play.",
)
@options.language
@options.json_lines
def echo(names: tuple[str, ...], language: str, as_json: bool) -> None:
    """How late and how loud the loudspeaker is heard by the microphone, and how much of the
    referee's voice can be taken away. 'voicegm play' uses what is found: where it is enough, the
    referee listens while it speaks, and calls count at once."""
    if missing():
        raise BadInput(f"{missing()}: I am deaf while I speak; 'pip install pywebrtc-audio' helps")
    caller, lines = open_caller(language), Lines(language)
    if isinstance(caller, NoVoice):
        raise BadInput("Without a voice there is nothing to cancel; see 'voicegm doctor'.")
    plan = plan_microphones(names, False, (), {})
    phrases = [caller.sound(lines.say(key)) for key in SPOKEN]
    caller.close()
    table = LiveSound(plan.wanted, speaker=True)
    try:
        measured = measure_echo(table, phrases, lambda line: click.echo(line, err=True))
    except MicrophoneLost as lost:
        raise BadInput(str(lost)) from lost
    finally:
        table.close()
    save(measured, default_path())
    _print(measured, as_json)


def _print(measured: MeasuredEcho, as_json: bool) -> None:
    if as_json:
        row = {**asdict(measured), "works": measured.works, "kept_in": str(default_path())}
        click.echo(json.dumps(row, ensure_ascii=False))
        return
    click.echo(f"loudspeaker   {measured.speaker}")
    click.echo(f"microphone    {', '.join(measured.microphones)}")
    click.echo(f"delay         {measured.delay_ms:.0f} ms beyond what the devices say")
    click.echo(f"loudness      {measured.level_db:.0f} dB against what was played")
    click.echo(f"taken away    {measured.cancelled_db:.0f} dB of my voice")
    click.echo(verdict(measured))
