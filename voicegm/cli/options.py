"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from voicegm.errors import BadInput

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


journal = click.option(
    "--journal",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the game's journal there.",
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
