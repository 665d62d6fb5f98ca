"""Options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import click

from voicegm.caller import DEFAULT_RATE_WPM
from voicegm.errors import BadInput
from voicegm.games import by_name
from voicegm.games.options import PAUSES_MS, PRESETS
from voicegm.games.options import preset as preset_of
from voicegm.table.announcer import Verbosity

game = click.argument(
    "game", type=click.Choice(["animals", "snap", "snip-snap-snorum"]), default="animals"
)
json_lines = click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
language = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="The language spoken."
)
engine = click.option(
    "--engine",
    type=click.Choice(["auto", "vosk", "sphinx", "keys"]),
    default="auto",
    show_default=True,
    help="The recogniser; auto is vosk where a model for the language is installed.",
)
microphones = click.option(
    "--microphone",
    "microphones",
    multiple=True,
    metavar="NAME",
    help="Part of a device's name, or its number; may be given several times.",
)
listen_to = click.option(
    "--listen-to",
    type=click.Path(path_type=Path),
    metavar="FILE.wav",
    help="A recording in place of the microphone, its channels as microphones.",
)
no_speaker = click.option("--no-speaker", is_flag=True, help="Print what is said, and say nothing.")
players = click.option(
    "--players", metavar='"Anna=fox, Ben=owl"', help="Who plays, clockwise; the last one deals."
)
seed = click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), metavar="N", help="Shuffle from this number."
)
rounds = click.option(
    "--rounds",
    type=click.IntRange(1, 1_000),
    default=1,
    show_default=True,
    help="Play so many rounds of snip-snap-snorum; the deal goes round.",
)


def check_rounds(game: str, rounds: int) -> None:
    """`BadInput` for several rounds of a game that has one."""
    if rounds > 1 and game != "snip-snap-snorum":
        raise BadInput(f"--rounds {rounds}: {game} is one round long; leave --rounds out")


deck = click.option(
    "--deck",
    type=click.Choice(["dealt", "table"]),
    default="dealt",
    show_default=True,
    help="The referee deals; or you play with real cards on your table, and read out what you "
    "turn or lead.",
)
journal = click.option(
    "--journal",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the game's journal there.",
)

voice = click.option("--voice", metavar="NAME", help="Who speaks: a name from 'voicegm voices'.")
rate = click.option(
    "--rate",
    type=click.IntRange(80, 400),
    default=DEFAULT_RATE_WPM,
    show_default=True,
    metavar="WPM",
    help="How fast the voice speaks, in words a minute.",
)
volume = click.option(
    "--volume",
    type=click.IntRange(0, 300),
    default=100,
    show_default=True,
    metavar="PERCENT",
    help="How loud it is, against the usual.",
)
verbosity = click.option(
    "--verbosity",
    type=click.Choice([one.value for one in Verbosity]),
    default=Verbosity.FULL.value,
    show_default=True,
    help="How much is said aloud; all of it is printed.",
)

roll_call = click.option(
    "--roll-call/--no-roll-call",
    "roll_call",
    default=None,
    help="Each player says three words first, so that voices are told apart on one microphone; "
    "they are kept in memory only. Without either: where people race at one live microphone.",
)


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for value in values:
        name, equals, setting = value.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(
                f"'{value}' is no option: write name=value, like pause_ms=3000", ctx, param
            )
        pairs[name.strip()] = setting.strip()
    return pairs


option = click.option(
    "--option",
    "settings",
    multiple=True,
    callback=_pairs,
    metavar="name=value",
    help="A rule or setting of the game; may be given several times.",
)

preset = click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    help=(
        "Several settings under one name. small-children: calls count after the tick, long pauses, "
        "no races, hints, no penalties, and nobody is ever out."
    ),
)
pause = click.option(
    "--pause",
    type=click.Choice(list(PAUSES_MS)),
    help="How long the pause after each card is, in a word.",
)


def chosen(
    game_name: str, settings: Mapping[str, str], preset_name: str | None, pause_name: str | None
) -> dict[str, str]:
    """All that was chosen, as typed with --option: a preset, then the pause, then each option."""
    known = preset_of(by_name(game_name).options, preset_name) if preset_name else {}
    choice = {name: json.dumps(value) for name, value in known.items()}
    if pause_name:
        choice["pause_ms"] = pause_name
    return {**choice, **settings}
