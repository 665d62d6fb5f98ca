"""Tables that are remembered by a name: who sits there and as which animal. Typed names only; how
anybody sounds is never kept."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from voicegm.errors import BadInput
from voicegm.languages.pack import Pack
from voicegm.table.seats import MOST_PLAYERS, Seat, check_animals, check_names

_VERSION = 1
_NAME = re.compile(r"[\w-]{1,40}")


def folder() -> Path:
    """Where tables lie: in the folder that the system has for settings."""
    return platformdirs.user_config_path("voicegm", appauthor=False) / "tables"


def path_of(name: str) -> Path:
    """The file of a table; raises `BadInput` for a name that cannot be one."""
    if not _NAME.fullmatch(name):
        raise BadInput(f"a table cannot be called '{name}': use letters, digits, - and _")
    return folder() / f"{name}.json"


def saved_tables() -> tuple[str, ...]:
    """The names of the tables that there are."""
    return tuple(sorted(path.stem for path in folder().glob("*.json")))


def save(name: str, seats: Sequence[Seat]) -> Path:
    """Remember who sits at a table, and give the file; `BadInput` when it cannot be written."""
    path = path_of(name)
    players = [
        {"name": seat.name, **({"animal": seat.animal} if seat.animal else {})} for seat in seats
    ]
    text = json.dumps({"version": _VERSION, "players": players}, ensure_ascii=False, indent=2)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"the table '{name}' cannot be kept in {path} ({error.strerror}); see that you may "
            "write there"
        ) from error
    return path


def load(name: str, pack: Pack) -> tuple[Seat, ...]:
    """The seats of a table, clockwise. Raises `BadInput` where there is no such table, or its file
    does not hold one."""
    path = path_of(name)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != _VERSION:
            raise ValueError(f"version {data['version']}")
        seats = tuple(_seat(entry, pack) for entry in data["players"])
    except FileNotFoundError:
        known = ", ".join(saved_tables())
        raise BadInput(
            f"there is no table '{name}'; "
            + (f"there are {known}" if known else f"keep one first with --save-table {name}")
        ) from None
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(
            f"{path} does not hold a table ({error}); make it anew with --save-table {name}"
        ) from error
    check_names([seat.name for seat in seats])
    return seats


def for_game(seats: Sequence[Seat], game: str, pack: Pack, responses: str) -> tuple[Seat, ...]:
    """A table's seats as a game needs them; raises `BadInput` where somebody has no animal."""
    if game != "animals":
        return tuple(Seat(seat.name) for seat in seats)
    without = [seat.name for seat in seats if seat.animal is None]
    if without:
        raise BadInput(
            f"{without[0]} has no animal at this table: give the players and their animals with "
            "--players, or let 'voicegm set-up --table' ask for them"
        )
    if not 2 <= len(seats) <= MOST_PLAYERS:
        raise BadInput(f"{len(seats)} sit at this table; Animals takes 2 to {MOST_PLAYERS}")
    check_animals(seats, pack, responses)
    return tuple(seats)


def _seat(entry: dict[str, str], pack: Pack) -> Seat:
    name, animal = entry["name"], entry.get("animal")
    if not isinstance(name, str) or not name.strip():
        raise ValueError("a player without a name")
    return Seat(name.strip(), pack.animal(animal) if animal else None)
