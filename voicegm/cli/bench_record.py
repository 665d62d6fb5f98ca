"""`voicegm bench record` and `voicegm bench mine`: a family's own voices."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.cli.bench_all import measured_hearing, plot_option, show_hearing
from voicegm.cli.bench_order import run_order, show_order
from voicegm.errors import BadInput
from voicegm.languages.pack import load
from voicegm.sound.frames import Ears
from voicegm.sound.microphone import Microphone, MicrophoneLost
from voicegm.sound.recording import Recording
from voicegm.sound.speaker import Speaker
from voicegm.table.bench_hearing import engines
from voicegm.table.bench_order import Plan
from voicegm.table.bench_plot import check_plot, plot
from voicegm.table.bench_record import MANIFEST, Album, Session

USUAL = "fox,owl,cat,dog,cow,duck,frog,goat"

folder_argument = click.argument("folder", type=click.Path(path_type=Path))


@click.command()
@folder_argument
@click.option("--players", default="Anna, Ben", show_default=True, help="Who speaks, in turn.")
@click.option("--words", default=USUAL, show_default=True, help="What everybody says.")
@click.option("--microphone", metavar="NAME", help="Which one; 'voicegm doctor' names them.")
@click.option("--no-speaker", is_flag=True, help="Only show what is to be said.")
@click.option(
    "--listen-to",
    type=click.Path(path_type=Path),
    metavar="FILE.wav",
    help="A recording of the words, in order, in the microphone's place.",
)
@options.language
def record(
    folder: Path,
    players: str,
    words: str,
    microphone: str | None,
    no_speaker: bool,
    listen_to: Path | None,
    language: str,
) -> None:
    """Record a family's own words into FOLDER, for 'voicegm bench mine': each player says each
    word once, when it is shown and spoken."""
    pack = load(language)
    keys = tuple(dict.fromkeys(pack.key(word) for word in words.split(",")))
    names = [name.strip() for name in players.split(",")]
    if "" in names:
        raise BadInput('--players holds an empty place; write it like "Anna, Ben"')
    album = Album(folder, language)
    caller = open_caller(language)
    kept = 0
    with contextlib.ExitStack() as open_things:
        open_things.callback(caller.close)
        ears: Ears
        mouth = None
        if listen_to:
            ears = Recording(listen_to)
        else:
            ears = live = Microphone(microphone, mix=True)
            mouth = None if no_speaker else Speaker(live.now_ms)
        open_things.callback(ears.close)
        if mouth:
            open_things.callback(mouth.close)
        session = Session(pack, caller, ears, mouth, click.echo)
        try:
            for name in names:
                for take in session.takes(name, keys):
                    click.echo(f"  kept {album.keep(take)}")
                    kept += 1
        except MicrophoneLost as lost:
            raise BadInput(f"{lost} What was recorded until then is kept.") from lost
    click.echo(
        f"{kept} of {len(names) * len(keys)} words are in {folder}; "
        f"'voicegm bench mine {folder}' measures with them"
    )


@click.command()
@folder_argument
@options.language
@click.option(
    "--pairs",
    type=click.IntRange(1, 1_000),
    default=4,
    show_default=True,
    metavar="N",
    help="Pairs of calls for each gap.",
)
@plot_option
@options.json_lines
def mine(folder: Path, language: str, pairs: int, picture: Path | None, as_json: bool) -> None:
    """The same measurements on your own recordings in FOLDER (see 'voicegm bench record')."""
    if not (folder / MANIFEST).is_file():
        raise BadInput(f"{folder} holds no recordings: make some with 'voicegm bench record'")
    check_plot(picture)
    figures = measured_hearing(language, engines(language), folder)
    show_hearing(figures, as_json)
    try:
        ordered = run_order(
            Plan((0, 100, 300, 500, 1000), pairs),
            microphones=(False, True),
            voices="people",
            half=None,
            engine="auto",
            language=language,
            folder=folder,
        )
    except BadInput as reason:
        click.echo(f"Order was not measured: {reason}", err=True)
        ordered = []
    show_order(ordered, as_json)
    if picture:
        plot(picture, [(one.name, one.rows) for one in ordered], figures)
