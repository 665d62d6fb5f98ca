"""The rules of the games: pure, without clock, randomness or files.

A game is a module here that names its rules `GAME`; that makes it known.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from voicegm.errors import BadInput
from voicegm.games.game import Game, Setup, SetupError

__all__ = ["by_name", "names", "read_setup"]


@cache
def _games() -> dict[str, Game[Any]]:
    modules = (
        importlib.import_module(f"{__name__}.{found.name}")
        for found in sorted(pkgutil.iter_modules(__path__), key=lambda found: found.name)
    )
    games: list[Game[Any]] = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.name: game for game in games}


def names() -> tuple[str, ...]:
    """The games that can be played."""
    return tuple(_games())


def by_name(name: object) -> Game[Any]:
    """The rules of the game of that name; BadInput when there is none."""
    game = _games().get(name) if isinstance(name, str) else None
    if game is None:
        raise BadInput(f'there is no game "{name}"; there are {", ".join(names())}')
    return game


def read_setup(line: object) -> Setup:
    """The set-up that the first line of a journal tells, checked by its game.

    SetupError says what is wrong with it.
    """
    if not isinstance(line, dict):
        raise SetupError("a journal starts with its set-up, an object")
    if "game" not in line:
        raise SetupError('the set-up needs a "game"')
    try:
        game = by_name(line["game"])
    except BadInput as bad:
        raise SetupError(str(bad)) from None
    setup = Setup.from_json(line, game.options)
    game.check_setup(setup)
    return setup
