"""`voicegm doctor microphones`: which there are, how loud they are, and whose they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from voicegm.caller import NoVoice, Speaks, open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.languages.lines import Lines
from voicegm.languages.pack import load
from voicegm.sound import binding
from voicegm.sound.devices import microphones as listed
from voicegm.sound.frames import Mouth
from voicegm.sound.microphones import Source
from voicegm.sound.recording import Recording
from voicegm.table.live import LiveSound
from voicegm.table.microphone_check import check_microphones, words_for
from voicegm.table.microphone_walk import Level, Place
from voicegm.table.microphones import all_channels

METER_DB = -60.0
"""The left end of the meter; its right end is full scale."""
BARS = 30


@click.command()
@click.option(
    "--players",
    metavar='"Anna, Ben"',
    help="Who plays: each is asked for a word, and the own microphone is remembered.",
)
@options.language
@click.option(
    "--microphone",
    "names",
    multiple=True,
    metavar="NAME",
    help="Part of a device's name, or its number; may be given several times.",
)
@click.option(
    "--channels",
    type=click.IntRange(1, 8),
    metavar="N",
    help="Channels to listen to of a device that claims more than it has (a sound server); "
    "as many as there are players otherwise.",
)
@click.option(
    "--listen-to",
    type=click.Path(path_type=Path),
    metavar="FILE.wav",
    help="A recording in the microphones' place, in which the players speak in turn.",
)
@click.option("--no-speaker", is_flag=True, help="Print what is said, and say nothing.")
@click.option(
    "--seconds",
    type=click.IntRange(1, 600),
    default=5,
    show_default=True,
    metavar="N",
    help="Without --players: how long the levels are shown.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE.json",
    help="Where to remember the players' microphones; 'play' looks in the folder of settings, "
    "which is meant otherwise (of a recording nothing is remembered).",
)
@options.json_lines
def microphones(
    players: str | None,
    language: str,
    names: tuple[str, ...],
    channels: int | None,
    listen_to: Path | None,
    no_speaker: bool,
    seconds: int,
    save: Path | None,
    as_json: bool,
) -> None:
    """Microphones and their levels, and whose each of them is."""
    words = words_for(players, load(language))
    lines = Lines(language)
    report = _Report(as_json)
    with ExitStack() as closing:
        mouth: Mouth | None = None
        caller: Speaks = NoVoice()
        if listen_to is not None:
            if names:
                raise BadInput("--listen-to takes the microphone's place: leave --microphone out")
            ears: Recording | LiveSound = Recording(listen_to)
            sources = tuple(Source(listen_to.name, channel) for channel in range(ears.channels))
        else:
            report.devices()
            wanted = all_channels(names, channels or len(words) or 1)
            speaker = bool(words) and not no_speaker
            ears = LiveSound(wanted, speaker=speaker)
            sources = ears.sources
            if speaker:
                mouth = ears
                caller = open_caller(language)
                closing.callback(caller.close)
        closing.callback(ears.close)
        with report.meter(sources) as metered:
            found = check_microphones(
                ears,
                mouth,
                words,
                lines,
                caller,
                sources=sources,
                metered=metered,
                said=report.said,
                seconds=seconds,
            )
    report.faults(found.faults)
    for place in found.places:
        report.place(place, sources)
    path = save or (None if listen_to else binding.default_path())
    if path is not None and found.bound:
        binding.save(found.bound, path)
        report.saved(path)


class _Report:
    """Tells the user, or prints JSON Lines."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._console = Console()
        self._lowest: dict[int, float] = {}
        self._highest: dict[int, float] = {}

    def _json(self, row: dict[str, object]) -> None:
        click.echo(json.dumps(row, ensure_ascii=False))

    def devices(self) -> None:
        for device in listed():
            if self._as_json:
                self._json({"microphone": asdict(device)})
                continue
            default = ", the default" if device.default else ""
            click.echo(
                f"{device.index:3} {device.name} ({device.system}, {device.channels} channel(s)"
                f"{default})"
            )

    def said(self, text: str) -> None:
        if self._as_json:
            self._json({"said": text})
        else:
            self._console.print(text, highlight=False, markup=False)

    @contextmanager
    def meter(self, sources: tuple[Source, ...]) -> Iterator[_Metered]:
        """Levels as they move on a terminal; elsewhere the loudest and the quietest at the end."""
        if self._as_json or not sys.stdout.isatty():
            yield self._note
            for channel, source in enumerate(sources):
                self._level(channel, source)
            return
        with Live(console=self._console, refresh_per_second=10) as live:

            def show(levels: list[Level]) -> None:
                self._note(levels)
                live.update(_meter_of(levels, sources))

            yield show

    def _note(self, levels: list[Level]) -> None:
        for level in levels:
            n = level.channel
            self._lowest[n] = min(level.mean_db, self._lowest.get(n, 0.0))
            self._highest[n] = max(level.peak_db, self._highest.get(n, -100.0))

    def _level(self, channel: int, source: Source) -> None:
        quiet_db, peak_db = self._lowest.get(channel), self._highest.get(channel)
        if quiet_db is None or peak_db is None:
            return
        if self._as_json:
            row = {"channel": channel, "source": str(source)}
            self._json({**row, "quiet_db": round(quiet_db, 1), "peak_db": round(peak_db, 1)})
        else:
            click.echo(
                f"{channel + 1:3} {source}: loudest {peak_db:.0f} dB, at rest {quiet_db:.0f} dB"
            )

    def faults(self, faults: dict[int, list[str]]) -> None:
        for channel, sentences in faults.items():
            for sentence in sentences:
                if self._as_json:
                    self._json({"channel": channel, "fault": sentence})
                else:
                    click.echo(f"no    {sentence}")

    def place(self, place: Place, sources: tuple[Source, ...]) -> None:
        source = None if place.channel is None else str(sources[place.channel])
        if self._as_json:
            self._json({**asdict(place), "source": source, "clear": not place.why})
        elif place.why:
            click.echo(f"no    {place.why}")
        else:
            click.echo(f"good  {place.player}: {source} ({place.margin_db:.0f} dB clearer)")

    def saved(self, path: Path) -> None:
        if self._as_json:
            self._json({"saved": str(path)})
        else:
            click.echo(f"Remembered in {path}; 'voicegm play' uses it when all of them play.")


_Metered = Callable[[list[Level]], None]


def _meter_of(levels: list[Level], sources: tuple[Source, ...]) -> Table:
    table = Table("", "microphone", "level", "dB")
    for level in levels:
        bars = round(BARS * max(0.0, 1 - level.peak_db / METER_DB))
        shown = "█" * bars + "·" * (BARS - bars)
        table.add_row(
            str(level.channel + 1), str(sources[level.channel]), shown, f"{level.peak_db:.0f}"
        )
    return table
