"""`voicegm practise`: learn the calls of a game by listening and answering."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path

import click

from voicegm.caller import NoVoice, open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load, normal
from voicegm.models import find_model
from voicegm.people.child import Child
from voicegm.people.room import Room
from voicegm.sound.frames import Ears, Mouth
from voicegm.sound.speaker import Speaker
from voicegm.sound.stillness import Stillness
from voicegm.table.demo import BUDGET_MS
from voicegm.table.microphones import open_live, open_recording, plan_microphones
from voicegm.table.practice_memory import Memory, default_file, save
from voicegm.table.practice_memory import load as load_memory
from voicegm.table.practice_plan import CHILD, plan_practice
from voicegm.table.practice_session import Practice, SimulatedPupil
from voicegm.table.transcript import JsonTranscript, PlainTranscript
from voicegm.table.typed import Keyboard

REACTION_MS = 2_500
"""Of the friends in the little game: five times what a five-year-old takes to react."""
VOICES = {"en": "en-us+f4"}
"""Of the simulated child, where a language has accents."""


@click.command()
@options.game
@click.option("--player", default=CHILD, show_default=True, metavar="NAME", help="Who practises.")
@click.option(
    "--reaction",
    type=click.IntRange(300, 20_000),
    default=REACTION_MS,
    show_default=True,
    metavar="MS",
    help="How long the simulated players of the little game take to call.",
)
@click.option(
    "--responses",
    type=click.Choice(["names", "noises"]),
    default="names",
    show_default=True,
    help="For animals: their names, or their noises.",
)
@click.option("--no-game", is_flag=True, help="The words alone, without the little game.")
@click.option(
    "--remember",
    is_flag=True,
    help="Keep for next time which words were hard for this player (the words, no sound).",
)
@options.language
@options.engine
@click.option("--microphone", metavar="NAME", help="Part of a device's name, or its number.")
@click.option(
    "--listen-to",
    type=click.Path(path_type=Path),
    metavar="FILE.wav",
    help="A recording in place of the microphone.",
)
@click.option("--no-speaker", is_flag=True, help="Print what is said, and say nothing.")
@click.option(
    "--simulated",
    is_flag=True,
    help="A simulated child in a simulated room, heard by the real recogniser; needs no sound.",
)
@options.voice
@options.rate
@options.volume
@options.seed
@options.json_lines
def practise(
    game: str,
    player: str,
    reaction: int,
    responses: str,
    no_game: bool,
    remember: bool,
    language: str,
    engine: str,
    microphone: str | None,
    listen_to: Path | None,
    no_speaker: bool,
    simulated: bool,
    voice: str | None,
    rate: int,
    volume: int,
    seed: int | None,
    as_json: bool,
) -> None:
    """Learn the calls of a game: a word is said, you say it, and nobody is ever scolded.

    Then comes a little game with simulated players who take their time. Whoever listens along may
    type anything when a word was right, and "stop" to end it."""
    if responses == "noises" and game != "animals":
        raise BadInput(f"--responses noises is for animals: {game} has no animals")
    if simulated and (listen_to or microphone or engine == "keys"):
        raise BadInput("--simulated brings its own child and room: leave the rest out")
    if not normal(player):
        raise BadInput("--player needs a name")
    pack = load(language)
    seed = time.time_ns() % 1_000_000 if seed is None else seed
    plan = plan_practice(
        game, player, pack, seed=seed, reaction_ms=reaction, noises=responses == "noises"
    )
    file = default_file(player) if remember else None
    memory = load_memory(file) if file else Memory()
    with ExitStack() as closing:
        transcript = JsonTranscript(sys.stdout) if as_json else PlainTranscript(sys.stdout, pack)
        room = Room(1, seed=seed) if simulated else None
        ears, mouth = (room, room) if room else _sound(engine, microphone, listen_to, no_speaker)
        closing.callback(ears.close)
        if mouth is not None:
            closing.callback(mouth.close)
        worker = None
        if engine != "keys":
            worker = closing.enter_context(Worker(engine, language, find_model(language)))
        silent = no_speaker and not listen_to and not simulated
        caller = NoVoice() if silent else open_caller(language, rate_wpm=rate, voice=voice)
        closing.callback(caller.close)
        practice = Practice(
            plan,
            ears=ears,
            mouth=mouth,
            worker=worker,
            caller=caller,
            transcript=transcript,
            memory=memory,
            reaction_ms=reaction,
            seed=seed,
            typed=tuple if simulated else Keyboard(sys.stdin, plan.setup.names, pack).take,
            budget_ms=BUDGET_MS if simulated else None,
            volume=volume / 100,
        )
        if room:
            SimulatedPupil(practice, room, Child(VOICES.get(language, f"{language}+f4")), caller)
        try:
            practice.run(game=not no_game)
        finally:
            if file:
                save(file, memory)
        if file:
            transcript.note(f"Which words were hard is kept in {file}; delete it to forget them.")
        for key in practice.stayed_hard:
            taken = [player.animal for player in plan.setup.players if player.animal]
            if pack[key].kind == "animal" and (easier := pack.suggest(taken, 1)):
                transcript.note(f"'{key}' was hard to make out; '{easier[0]}' may go better.")


def _sound(
    engine: str, microphone: str | None, listen_to: Path | None, no_speaker: bool
) -> tuple[Ears, Mouth | None]:
    """What is listened and spoken with."""
    if listen_to is not None:
        if microphone is not None:
            raise BadInput("--listen-to takes the microphone's place: leave --microphone out")
        sound = open_recording(listen_to, False, [])
        return sound.ears, sound.mouth
    if engine == "keys":
        stillness = Stillness()
        return stillness, None if no_speaker else Speaker(stillness.now_ms)
    plan = plan_microphones((microphone,) if microphone else (), False, [], {})
    live = open_live(plan, speaker=not no_speaker)
    return live.ears, live.mouth
