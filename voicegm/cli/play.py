"""`voicegm play`: a game at a real table."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import click

from voicegm.caller import NoVoice, open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.sound.frames import Ears, Mouth
from voicegm.sound.mixdown import MixedDown
from voicegm.sound.recording import Recording
from voicegm.sound.speaker import Speaker
from voicegm.sound.stillness import Stillness
from voicegm.table.announcer import Verbosity
from voicegm.table.journal import JournalFile, default_journal
from voicegm.table.live import LiveSound
from voicegm.table.opening import Wishes, make_setup, open_table, seats_for
from voicegm.table.private import PrivateScreen
from voicegm.table.referee import Referee
from voicegm.table.seats import USUAL_TABLE
from voicegm.table.transcript import JsonTranscript, PlainTranscript
from voicegm.table.typed import Keyboard

SILENT_FOR_MS = 3_000
"""A working microphone is never so quiet that only zeros come for so long."""
NO_SOUND = "See that the microphone is not muted and its level is up ('voicegm doctor')."
NO_PERMISSION = {
    "darwin": "Allow it: System Settings, Privacy & Security, Microphone, your terminal.",
    "win32": "Allow it: Settings, Privacy & security, Microphone, let desktop apps access it.",
}
"""On these systems a microphone without permission gives zeros and no error."""


@click.command()
@options.game
@options.players
@options.language
@options.engine
@click.option("--microphone", metavar="NAME", help="Part of a device's name, or its number.")
@click.option(
    "--listen-to",
    type=click.Path(path_type=Path),
    metavar="FILE.wav",
    help="A recording in place of the microphone, its channels as microphones.",
)
@click.option("--no-speaker", is_flag=True, help="Print what is said, and say nothing.")
@options.seed
@options.option
@options.preset
@options.pause
@options.voice
@options.rate
@options.volume
@options.verbosity
@options.rounds
@options.journal
@options.json_lines
def play(
    game: str,
    players: str | None,
    language: str,
    engine: str,
    microphone: str | None,
    listen_to: Path | None,
    no_speaker: bool,
    seed: int | None,
    settings: dict[str, str],
    preset: str | None,
    pause: str | None,
    voice: str | None,
    rate: int,
    volume: int,
    verbosity: str,
    rounds: int,
    journal: Path | None,
    as_json: bool,
) -> None:
    """A game at your table: the referee deals aloud, listens, and rules on who called first.

    Calls may also be typed: "owl", "Anna owl", or a name when it asks who called. So may the cards
    of snip-snap-snorum ("7H", "Anna 7H"); "hand Anna" shows Anna's cards while the others look
    away, and "clear" wipes them off the screen."""
    options.check_rounds(game, rounds)
    settings = options.chosen(game, settings, preset, pause)
    pack = load(language)
    if players is None and sys.stdin.isatty() and game == "animals" and language == "en":
        players = click.prompt("Who plays, and as which animal?", default=USUAL_TABLE, err=True)
    seats = seats_for(game, players, pack, settings.get("responses", "names"))
    with ExitStack() as closing:
        transcript = JsonTranscript(sys.stdout) if as_json else PlainTranscript(sys.stdout)
        ears, mouth, each = _sound(engine, microphone, listen_to, no_speaker, len(seats))
        closing.callback(ears.close)
        if mouth is not None:
            closing.callback(mouth.close)
        setup = make_setup(
            Wishes(
                game=game,
                seats=seats,
                seed=time.time_ns() % 1_000_000 if seed is None else seed,
                language=language,
                options=settings,
                microphone_each=each,
            )
        )
        worker = None
        if engine != "keys":
            worker = closing.enter_context(Worker(engine, language, find_model(language)))
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
            ears=ears,
            mouth=mouth,
            worker=worker,
            caller=caller,
            transcript=transcript,
            write=file.write,
            typed=keyboard.take,
            private=PrivateScreen(sys.stderr),
            verbosity=Verbosity(verbosity),
            volume=volume / 100,
        )
        referee.rounds = rounds
        if isinstance(ears, LiveSound):
            referee.floor.each_block.append(_SilenceNote(ears, referee))
        referee.prepare()
        with _stopped_by_signals(referee):
            referee.run()
        transcript.note(f"The journal is {file.path}; 'voicegm replay' tells each ruling again.")


def _sound(
    engine: str, microphone: str | None, listen_to: Path | None, no_speaker: bool, seats: int
) -> tuple[Ears, Mouth | None, bool]:
    """Ears and mouth (if any) of the table, and whether every player has a microphone."""
    if listen_to is not None:
        if microphone is not None:
            raise BadInput("--listen-to takes the microphone's place: leave --microphone out")
        recording = Recording(listen_to)
        each = recording.channels == seats
        one = each or recording.channels == 1
        return recording if one else MixedDown(recording), None, each
    if engine == "keys":
        stillness = Stillness()
        return stillness, None if no_speaker else Speaker(stillness.now_ms), False
    live = LiveSound(microphone, speaker=not no_speaker)
    return live, live, False


@contextmanager
def _stopped_by_signals(referee: Referee) -> Iterator[None]:
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


class _SilenceNote:
    """Says once when a microphone gives nothing but zeros, as a muted or forbidden one does."""

    def __init__(self, ears: LiveSound, referee: Referee) -> None:
        self._ears = ears
        self._referee = referee
        self._said = False

    def __call__(self, now_ms: int) -> None:
        since_ms = self._ears.silent_since_ms
        if not self._said and since_ms is not None and now_ms - since_ms > SILENT_FOR_MS:
            self._said = True
            self._referee.say("microphone-silent")
            self._referee.transcript.note(NO_PERMISSION.get(sys.platform, NO_SOUND))
