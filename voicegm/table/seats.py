"""Who sits at the table: from what the user typed to the set-up of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voicegm.errors import BadInput
from voicegm.languages.pack import Pack, normal

USUAL_TABLE = "Anna=fox, Ben=owl, Vera=cat, Greg=wolf"
"""The table of the rules' own example."""

MOST_PLAYERS = 8
"""Animals is for four to eight (rulings.md, Animals, 13)."""


@dataclass(frozen=True)
class Seat:
    """A player and, in Animals, the animal that the others must call."""

    name: str
    animal: str | None = None
    """Phrase key."""


def animal_seats(text: str, pack: Pack, *, responses: str = "names") -> tuple[Seat, ...]:
    """The seats of a game of Animals from "Anna=fox, Ben=owl", clockwise.

    Raises `BadInput` for a player without an animal, an unknown animal, one animal (or noise) or
    name taken twice, a name that is an animal at this table, and too few or too many players.
    """
    seats = [_animal_seat(part, pack) for part in _parts(text)]
    check_names([seat.name for seat in seats])
    if len(seats) < 2:
        raise BadInput(
            f"--players names {len(seats)} player; Animals needs two or more, "
            f'for example --players "{USUAL_TABLE}"'
        )
    if len(seats) > MOST_PLAYERS:
        raise BadInput(
            f"--players names {len(seats)} players; Animals takes {MOST_PLAYERS} at the most: "
            "leave some out or play in two groups"
        )
    check_animals(seats, pack, responses)
    return tuple(seats)


USUAL_PLAYERS = "Anna, Ben, Vera, Greg"
"""The same people, in games without animals."""


def plain_seats(text: str, most: int) -> tuple[Seat, ...]:
    """The seats of a game without animals from "Anna, Ben", clockwise.

    Raises `BadInput` for an empty place, a name taken twice, and more than `most` players; how
    few may play is for the game to say.
    """
    names = _parts(text)
    for name in names:
        if "=" in name:
            raise BadInput(f"--players: '{name}' gives an animal, and this game has none")
    check_names(names)
    if len(names) > most:
        raise BadInput(f"--players names {len(names)} players; this game takes {most} at the most")
    return tuple(Seat(name) for name in names)


def _parts(text: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if not text.strip() or "" in parts:
        raise BadInput(f"--players '{text}' holds an empty place; write it like \"{USUAL_TABLE}\"")
    return parts


def _animal_seat(part: str, pack: Pack) -> Seat:
    name, equals, animal = (piece.strip() for piece in part.partition("="))
    if not equals or not name or not animal:
        raise BadInput(
            f"--players: '{part}' needs a name and an animal, like Anna=fox; "
            f"animals that sound apart: {', '.join(pack.suggest([], 6))}"
        )
    return Seat(name, pack.animal(animal))


def check_names(names: Sequence[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        if normal(name) in seen:
            raise BadInput(f"--players names {name} twice; give each player a name of their own")
        seen[normal(name)] = name


def check_animals(seats: Sequence[Seat], pack: Pack, responses: str) -> None:
    """`BadInput` where two players' animals (or noises) are the same, or an animal is a name."""
    taken: dict[str, Seat] = {}
    noises: dict[str, Seat] = {}
    for seat in seats:
        assert seat.animal is not None
        if seat.animal in taken:
            raise BadInput(
                f"{taken[seat.animal].name} and {seat.name} are both the {seat.animal}; "
                f"give {seat.name} another animal, for example "
                f"{' or '.join(pack.suggest([s.animal for s in seats if s.animal], 3))}"
            )
        taken[seat.animal] = seat
        noise = pack.noise(seat.animal)
        if responses != "names" and noise in noises:
            other = noises[noise]
            raise BadInput(
                f"{other.name} the {other.animal} and {seat.name} the {seat.animal} both say "
                f"'{noise}'; with noises each needs a noise of their own: change one animal"
            )
        noises[noise] = seat
    forms = {form: seat for seat in seats for form in pack[seat.animal or ""].say}
    for seat in seats:
        if normal(seat.name) in forms:
            raise BadInput(
                f"the name {seat.name} is also {forms[normal(seat.name)].name}'s animal, and the "
                "referee would give answers away by saying it; use another name or animal"
            )


def alike_pairs(seats: Sequence[Seat], pack: Pack) -> tuple[tuple[str, str], ...]:
    """Pairs of animals at this table that sound alike, by key."""
    return pack.confusable([seat.animal for seat in seats if seat.animal])
