"""`voicegm play`: a game at a real table."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

import click

from voicegm.caller import NoVoice, open_caller
from voicegm.cli import experimental, options, tables
from voicegm.errors import BadInput
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.sound import measured_echo
from voicegm.sound.binding import default_path
from voicegm.sound.binding import load as load_binding
from voicegm.sound.speaker import Speaker
from voicegm.sound.stillness import Stillness
from voicegm.sound.watched import WatchedEars
from voicegm.table.announcer import Verbosity
from voicegm.table.floor import Floor
from voicegm.table.full_duplex import full_duplex
from voicegm.table.journal import JournalFile, default_journal
from voicegm.table.microphone_watch import MicrophoneWatch
from voicegm.table.microphones import TableSound, open_live, open_recording, plan_microphones
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.private import PrivateScreen
from voicegm.table.referee import Referee
from voicegm.table.roll_call import roll_call_wanted
from voicegm.table.seats import USUAL_TABLE
from voicegm.table.transcript import JsonTranscript, PlainTranscript
from voicegm.table.typed import Keyboard


@click.command()
@options.game
@options.players
@tables.table
@tables.save_table
@options.language
@options.engine
@options.microphones
@click.option(
    "--microphone-each/--microphone-shared",
    "each",
    default=None,
    help="The devices' channels belong to the players, in order; or to all of them. Otherwise "
    "what 'voicegm doctor microphones' found is used, where it knows all players.",
)
@options.listen_to
@options.no_speaker
@options.deck
@options.seed
@options.option
@options.preset
@options.pause
@options.voice
@options.rate
@options.volume
@options.verbosity
@options.roll_call
@options.rounds
@options.journal
@options.json_lines
def play(
    game: str,
    players: str | None,
    table: str | None,
    save_table: str | None,
    language: str,
    engine: str,
    microphones: tuple[str, ...],
    each: bool | None,
    listen_to: Path | None,
    no_speaker: bool,
    deck: str,
    seed: int | None,
    settings: dict[str, str],
    preset: str | None,
    pause: str | None,
    voice: str | None,
    rate: int,
    volume: int,
    verbosity: str,
    roll_call: bool | None,
    rounds: int,
    journal: Path | None,
    as_json: bool,
) -> None:
    """A game at your table: the referee deals aloud, listens, and rules on who called first.

    Calls may also be typed: "owl", "Anna owl", or a name when it asks who called. So may the cards
    of snip-snap-snorum ("7H", "Anna 7H"); "hand Anna" shows Anna's cards while the others look
    away, and "clear" wipes them off the screen. In the roll call "skip" lets a player go without,
    and "skip all" ends it."""
    options.check_rounds(game, rounds)
    settings = options.chosen(game, settings, preset, pause)
    pack = load(language)
    asks = players is None and table is None
    if asks and sys.stdin.isatty() and game == "animals" and language == "en":
        players = click.prompt("Who plays, and as which animal?", default=USUAL_TABLE, err=True)
    seats = tables.seated(game, players, table, pack, settings.get("responses", "names"))
    with ExitStack() as closing:
        transcript = JsonTranscript(sys.stdout) if as_json else PlainTranscript(sys.stdout, pack)
        tables.keep(save_table, seats, transcript)
        names = [seat.name for seat in seats]
        sound = table_sound(engine, microphones, each, listen_to, no_speaker, names)
        closing.callback(sound.ears.close)
        if sound.mouth is not None:
            closing.callback(sound.mouth.close)
        duplex = full_duplex(sound, measured_echo.default_path())
        setup = make_setup(
            Wishes(
                game=game,
                seats=seats,
                seed=time.time_ns() % 1_000_000 if seed is None else seed,
                language=language,
                options=settings,
                microphone_each=bool(sound.owners),
                at_once=duplex.at_once,
                real_cards=deck == "table",
            )
        )
        channels = {str(channel): name for channel, name in sorted(sound.owners.items())}
        setup = replace(setup, channels=channels)
        heard = engine != "keys"
        # A program that reads along has nobody at hand to answer a roll call.
        live = heard and listen_to is None and not as_json
        roll_call = roll_call_wanted(roll_call, setup, heard=heard, live=live)
        worker = None
        if engine != "keys":
            worker = closing.enter_context(Worker(engine, language, find_model(language)))
            experimental.tell(pack, worker.name)
        caller = (
            open_caller(language, rate_wpm=rate, voice=voice)
            if listen_to or not no_speaker
            else NoVoice()
        )
        closing.callback(caller.close)
        file = JournalFile(journal or default_journal(game, datetime.now()), setup)
        closing.callback(file.close)
        keyboard = Keyboard(sys.stdin, setup.names, pack)
        referee = open_table(
            setup,
            ears=sound.ears,
            mouth=sound.mouth,
            worker=worker,
            caller=caller,
            transcript=transcript,
            write=file.write,
            typed=keyboard.take,
            private=PrivateScreen(sys.stderr),
            verbosity=Verbosity(verbosity),
            volume=volume / 100,
            echo=duplex.echo,
            roll_call=roll_call,
        )
        referee.rounds = rounds
        play_out(referee, sound, (sound.note, duplex.note), file.path)


def play_out(
    referee: Referee, sound: TableSound, notes: tuple[str | None, ...], journal: Path
) -> None:
    """Play a game at a live table to its end, its microphones watched and signals obeyed."""
    watch = MicrophoneWatch(referee, sound.ears, sound.owners, sound.sources)
    referee.floor.each_block.append(watch)
    referee.prepare()
    for note in filter(None, notes):
        referee.transcript.note(note)
    with stopped_by_signals(referee):
        referee.run()
    referee.transcript.note(f"The journal is {journal}; 'voicegm replay' tells each ruling again.")


def table_sound(
    engine: str,
    microphones: tuple[str, ...],
    each: bool | None,
    listen_to: Path | None,
    no_speaker: bool,
    players: list[str],
) -> TableSound:
    """What the table listens and speaks with."""
    if listen_to is not None:
        if microphones:
            raise BadInput("--listen-to takes the microphone's place: leave --microphone out")
        return open_recording(listen_to, each, players)
    if engine == "keys":
        stillness = Stillness()
        mouth = None if no_speaker else Speaker(stillness.now_ms)
        return TableSound(WatchedEars(stillness), mouth, {})
    remembered = load_binding(default_path()) if each is not False and not microphones else {}
    plan = plan_microphones(microphones, each, players, remembered)
    return open_live(plan, speaker=not no_speaker)


class Stoppable(Protocol):
    """Something that goes on at a table until it is stopped."""

    floor: Floor

    def ask_to_stop(self) -> None:
        """It is over with the next block."""
        ...


@contextmanager
def stopped_by_signals(referee: Stoppable) -> Iterator[None]:
    """Control-C, or being told to terminate, ends the game as if the players had stopped it:
    counted, and written down. A second time, or with the microphone gone, it ends at once."""
    asked = False

    def stop(*_: object) -> None:
        nonlocal asked
        if asked or referee.floor.waiting:
            raise KeyboardInterrupt
        asked = True
        referee.ask_to_stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
