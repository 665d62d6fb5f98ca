"""`voicegm` alone, or `voicegm set-up`: everything by voice, then the game."""

from __future__ import annotations

import locale
import sys
import time
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import click

from voicegm.caller import NoVoice, open_caller
from voicegm.caller.names import SpokenNames
from voicegm.cli import experimental, options, tables
from voicegm.cli.play import play_out, stopped_by_signals, table_sound
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import available, load
from voicegm.models import find_model
from voicegm.sound import measured_echo
from voicegm.table import saved
from voicegm.table.announcer import Verbosity
from voicegm.table.full_duplex import full_duplex
from voicegm.table.journal import JournalFile, default_journal
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.private import PrivateScreen
from voicegm.table.roll_call import roll_call_wanted
from voicegm.table.set_up_session import SettingUp
from voicegm.table.transcript import JsonTranscript, PlainTranscript
from voicegm.table.typed import Keyboard


def usual_language() -> str:
    """That of the system, where there is a pack for it; English otherwise."""
    code = (locale.getlocale()[0] or "en")[:2]
    return code if code in available() else "en"


@click.command()
@click.option(
    "--language", metavar="CODE", help="The language spoken; that of the system, or else en."
)
@options.engine
@options.microphones
@options.listen_to
@options.no_speaker
@tables.table
@tables.save_table
@options.seed
@options.voice
@options.rate
@options.volume
@options.verbosity
@options.journal
@options.json_lines
def set_up(
    language: str | None,
    engine: str,
    microphones: tuple[str, ...],
    listen_to: Path | None,
    no_speaker: bool,
    table: str | None,
    save_table: str | None,
    seed: int | None,
    voice: str | None,
    rate: int,
    volume: int,
    verbosity: str,
    journal: Path | None,
    as_json: bool,
) -> None:
    """Set up a game by voice and play it: nothing needs to be touched or seen. The referee asks
    for the game, the players, their names and animals; names are kept as they are spoken, in
    memory only. "No" goes back to the question before. All of it may be typed as well, and "stop"
    ends it. 'voicegm' alone does the same."""
    language = language or usual_language()
    pack = load(language)
    seats = saved.load(table, pack) if table else ()
    if save_table:
        saved.path_of(save_table)
    with ExitStack() as closing:
        transcript = JsonTranscript(sys.stdout) if as_json else PlainTranscript(sys.stdout, pack)
        sound = table_sound(engine, microphones, False, listen_to, no_speaker, [])
        closing.callback(sound.ears.close)
        if sound.mouth is not None:
            closing.callback(sound.mouth.close)
        worker = None
        if engine != "keys":
            worker = closing.enter_context(Worker(engine, language, find_model(language)))
            experimental.tell(pack, worker.name)
        speaks = listen_to or not no_speaker
        caller = open_caller(language, rate_wpm=rate, voice=voice) if speaks else NoVoice()
        names = SpokenNames(caller)
        closing.callback(names.close)
        keyboard = Keyboard(sys.stdin, (), pack)
        setting_up = SettingUp(
            language,
            ears=sound.ears,
            mouth=sound.mouth,
            worker=worker,
            caller=names,
            transcript=transcript,
            typed=keyboard.take,
            volume=volume / 100,
            verbosity=Verbosity(verbosity),
            seats=seats,
        )
        with stopped_by_signals(setting_up):
            arranged = setting_up.run()
        if arranged is None:
            transcript.note("Nothing was set up.")
            return
        tables.keep(save_table, arranged.seats, transcript)
        duplex = full_duplex(sound, measured_echo.default_path())
        setup = make_setup(
            Wishes(
                game=arranged.game,
                seats=arranged.seats,
                seed=time.time_ns() % 1_000_000 if seed is None else seed,
                language=language,
                options=arranged.settings,
                real_cards=arranged.real_cards,
                at_once=duplex.at_once,
            )
        )
        heard = worker is not None
        roll_call = roll_call_wanted(None, setup, heard=heard, live=heard and listen_to is None)
        file = JournalFile(journal or default_journal(setup.game, datetime.now()), setup)
        closing.callback(file.close)
        keyboard.names = setup.names
        referee = open_table(
            setup,
            ears=sound.ears,
            mouth=sound.mouth,
            worker=worker,
            caller=names,
            transcript=transcript,
            write=file.write,
            typed=keyboard.take,
            private=PrivateScreen(sys.stderr),
            verbosity=Verbosity(verbosity),
            volume=volume / 100,
            echo=duplex.echo,
            roll_call=roll_call,
            introduced=arranged.introduced,
        )
        play_out(referee, sound, (sound.note, duplex.note), file.path)
