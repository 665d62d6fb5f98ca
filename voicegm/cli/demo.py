"""`voicegm demo`: a whole game with simulated people."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import Pack, load
from voicegm.models import find_model
from voicegm.people.crowd import Part
from voicegm.sound.echo import missing
from voicegm.table.announcer import Verbosity
from voicegm.table.demo import NOISES, Company, Outcome, play_demo
from voicegm.table.demo_commands import EVERY_CARDS, commands_given
from voicegm.table.journal import JournalFile
from voicegm.table.opening import REFEREES, Wishes, make_setup, seats_for
from voicegm.table.report import RACES, TURNS, report
from voicegm.table.roll_call import roll_call_wanted
from voicegm.table.set_up_demo import Arrivals, play_set_up
from voicegm.table.transcript import JsonTranscript, NoTranscript, PlainTranscript, Transcript
from voicegm.table.truth import Said


@click.command()
@options.game
@options.players
@options.language
@options.engine
@options.deck
@options.seed
@options.option
@options.preset
@options.pause
@options.voice
@options.rate
@options.verbosity
@options.roll_call
@options.rounds
@options.journal
@click.option("--games", type=click.IntRange(1, 10_000), default=1, help="Play so many games.")
@click.option("--fast", is_flag=True, help="As fast as the machine can; the game is the same.")
@click.option(
    "--microphone-each", is_flag=True, help="Give every player a microphone of their own."
)
@click.option(
    "--full-duplex",
    is_flag=True,
    help="Let it hear while it speaks, as where 'voicegm doctor echo' has found that this works.",
)
@click.option(
    "--noise",
    type=click.Choice(NOISES),
    default="none",
    show_default=True,
    help="What else is to be heard: others who talk by the wall, music, things on the table.",
)
@click.option(
    "--set-up",
    is_flag=True,
    help="Let the people set up the table by voice before they play: names, animals, rules.",
)
@click.option(
    "--commands",
    is_flag=True,
    help="Let somebody give a command every few cards or questions: “Game master, …”.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE.wav",
    help="Keep what the microphones heard.",
)
@options.json_lines
def demo(
    game: str,
    players: str | None,
    language: str,
    engine: str,
    deck: str,
    seed: int | None,
    settings: dict[str, str],
    preset: str | None,
    pause: str | None,
    voice: str | None,
    rate: int,
    verbosity: str,
    roll_call: bool | None,
    rounds: int,
    journal: Path | None,
    games: int,
    fast: bool,
    microphone_each: bool,
    full_duplex: bool,
    noise: str,
    commands: bool,
    set_up: bool,
    record: Path | None,
    as_json: bool,
) -> None:
    """A whole game on a machine without sound: simulated people call out in a simulated room,
    the real recogniser hears them, and each ruling is held against what was really said.

    With `--option start=at-once` they call as soon as they know a card's rank, while it is still
    being announced, and are heard over it; otherwise they wait for the tick."""
    if engine == "keys":
        raise BadInput("demo is about hearing: choose --engine auto, vosk or sphinx")
    if games > 1 and (journal or record):
        raise BadInput("--journal and --record keep one game: leave --games out")
    else_asked = (rounds > 1, noise != "none", record, microphone_each, full_duplex, commands)
    if set_up and any(else_asked):
        raise BadInput("--set-up sets up one round at one microphone: leave the other options out")
    options.check_rounds(game, rounds)
    settings = options.chosen(game, settings, preset, pause)
    responses = settings.get("responses", "names")
    seats = seats_for(game, players, load(language), responses)
    first_seed = seed if seed is not None else time.time_ns() % 1_000_000
    wishes = Wishes(
        game=game,
        seats=seats,
        seed=first_seed,
        language=language,
        options=settings,
        microphone_each=microphone_each,
        real_cards=deck == "table",
    )
    full_duplex = full_duplex or settings.get("start") == "at-once"
    if full_duplex and missing():
        raise BadInput(f"To hear while it speaks it needs echo cancellation: {missing()}")
    transcript, spoken = _transcript(games, as_json, load(language))
    caller = open_caller(language, rate_wpm=rate, voice=voice)
    outcomes: list[Outcome] = []
    with Worker(engine, language, find_model(language)) as worker:
        for number in track(
            range(games), "playing", console=Console(stderr=True), disable=games == 1
        ):
            if set_up:
                evening = play_set_up(
                    Arrivals(game, seats, {}, {}),
                    language,
                    seed=first_seed + number,
                    worker=worker,
                    caller=caller,
                    transcript=transcript,
                    verbosity=Verbosity(verbosity),
                    write=(lambda setup: JournalFile(journal, setup).write) if journal else None,
                    answered=_answers(transcript),
                    spoken=spoken,
                    pace=None if fast or games > 1 else _in_real_time(),
                )
                outcomes.append(evening.outcome)
                continue
            setup = make_setup(replace(wishes, seed=first_seed + number))
            called = roll_call_wanted(roll_call, setup, heard=True, live=False)
            file = JournalFile(journal, setup) if journal else None
            outcomes.append(
                play_demo(
                    setup,
                    seed=first_seed + number,
                    worker=worker,
                    caller=caller,
                    transcript=transcript,
                    write=file.write if file else None,
                    record=record,
                    spoken=spoken,
                    rounds=rounds,
                    full_duplex=full_duplex,
                    roll_call=called,
                    verbosity=Verbosity(verbosity),
                    company=Company(noise=noise, commands=EVERY_CARDS if commands else 0),
                    pace=None if fast or games > 1 else _in_real_time(),
                )
            )
    caller.close()
    given = commands_given(outcomes)
    summary = report(outcomes, RACES if REFEREES[game].rivals else TURNS)
    if as_json:
        told = {"report": summary.to_json(), "seed": first_seed}
        click.echo(json.dumps({**told, **({"commands": given.to_json()} if given.said else {})}))
    else:
        Console().print(summary.table())
        if given.said:
            click.echo(given.in_words())
        click.echo(f"Engine {worker.name}; the same again: --seed {first_seed}")


def _transcript(
    games: int, as_json: bool, pack: Pack
) -> tuple[Transcript, Callable[[Said], None] | None]:
    """Where the lines of the games go, and who is told what was really said."""
    if games > 1:
        return NoTranscript(), None
    if as_json:
        rows = JsonTranscript(sys.stdout)
        return rows, lambda said: rows.write(
            {
                "at": said.at.onset_ms,
                "spoken": said.line.says,
                "by": said.line.person.name,
                "as": said.line.part.value,
            }
        )
    plain = PlainTranscript(sys.stdout, pack)
    return plain, lambda said: plain.line(
        said.at.onset_ms,
        said.line.person.name,
        f"“{pack.in_words(said.line.says)}”{_aside(said)}",
    )


def _answers(transcript: Transcript) -> Callable[[int, int, str], None]:
    """Shows who answers what while a table is set up."""

    def show(at_ms: int, place: int, words: str) -> None:
        who = f"Player {place + 1}"
        if isinstance(transcript, JsonTranscript):
            transcript.write({"at": at_ms, "spoken": words, "by": who, "as": Part.ANSWER.value})
        elif isinstance(transcript, PlainTranscript):
            transcript.line(at_ms, who, f"“{words}”")

    return show


def _aside(said: Said) -> str:
    return "" if said.line.part in (Part.CALL, Part.ANSWER) else f"   ({said.line.part.value})"


def _in_real_time() -> Callable[[int], None]:
    """Waits until as much time has passed as on the room's clock."""
    began_s = time.monotonic()

    def wait(now_ms: int) -> None:
        time.sleep(max(0.0, began_s + now_ms / 1000 - time.monotonic()))

    return wait
