"""Short journals for tests: events as small tuples, rulings as short texts.

Every test goes the whole way, as `replay --json` does: JSON lines are read, folded, and the
rulings' JSON is looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from voicegm.games.replay import Journal, read_journal, replay

ANIMALS = {
    "Anna": "fox",
    "Ben": "owl",
    "Vera": "cat",
    "Greg": "wolf",
    "Mia": "duck",
    "Leo": "cow",
    "Tom": "pig",
    "Ida": "frog",
}


def setup(
    deck: str | None = "", players: int | list[dict[str, str]] = 4, **more: Any
) -> dict[str, Any]:
    """A set-up line. Anna is dealt the first card, the last player is the dealer."""
    if isinstance(players, int):
        known = list(ANIMALS.items())[:players]
        players = [{"name": name, "animal": animal} for name, animal in known]
    line = {
        "voicegm": 1,
        "game": "animals",
        "players": players,
        "dealer": players[-1]["name"],
        "deck": None if deck is None else deck.split(),
    }
    return {**line, **more}


def snap(hands: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """A set-up line of Snap with written hands. The first is the first to turn a card."""
    known = hands or {}
    names = more.pop("names", list(known))
    line: dict[str, Any] = {
        "voicegm": 1,
        "game": "snap",
        "players": [{"name": name} for name in names],
        "dealer": names[-1],
    }
    if hands is not None:
        line["hands"] = {name: cards.split() for name, cards in known.items()}
    return {**line, **more}


def turn(at: int, card: str | None = None, **more: Any) -> dict[str, Any]:
    return event(at, "turn", **more) if card is None else event(at, "turn", card=card, **more)


def turns(*times: int) -> list[dict[str, Any]]:
    return [turn(at) for at in times]


def deal(at: int, card: str | None = None) -> dict[str, Any]:
    return event(at, "deal") if card is None else event(at, "deal", card=card)


def call(at: int, by: str | None, says: str, **more: Any) -> dict[str, Any]:
    return event(at, "call", by=by, says=says, **more)


def event(at: int, kind: str, /, **more: Any) -> dict[str, Any]:
    return {"at": at, "event": kind, **more}


def lines(*parts: dict[str, Any]) -> list[str]:
    return [json.dumps(part) + "\n" for part in parts]


def journal(*parts: dict[str, Any]) -> Journal:
    return read_journal(lines(*parts))


def rulings(*parts: dict[str, Any]) -> list[dict[str, Any]]:
    """All that `replay --json` prints for a journal of a set-up and events without fault."""
    read = journal(*parts)
    assert read.fault is None, read.fault
    return [json.loads(json.dumps(ruling.to_json())) for ruling in replay(read)]


def told(*parts: dict[str, Any], deals: bool = False) -> list[str]:
    """The rulings as short texts, without `over`, and without the cards unless `deals`."""
    return [
        short(ruling)
        for ruling in rulings(*parts)
        if ruling["ruling"] != "over" and (deals or ruling["ruling"] not in ("dealt", "turned"))
    ]


def short(ruling: dict[str, Any]) -> str:
    """`7620 won player=Anna from=Vera cards=1`."""
    rest = " ".join(
        f"{key}={_text(value)}" for key, value in ruling.items() if key not in ("at", "ruling")
    )
    return f"{ruling['at']} {ruling['ruling']} {rest}".strip()


def _text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "-"
    if isinstance(value, dict):
        return ",".join(f"{key}:{count}" for key, count in value.items())
    return value if isinstance(value, str) else json.dumps(value)


def match_of_two() -> list[dict[str, Any]]:
    """Anna and Vera show sevens from 3000 on; Greg would be dealt the next card."""
    return [setup("7H 2S 7C KD 9C 9D"), deal(1000), deal(2000), deal(3000)]


def match_of_three(**more: Any) -> list[dict[str, Any]]:
    """Anna, Ben and Vera show sevens from 4000 on, Vera's last; Anna is next but for Greg."""
    cards = "KD 7H 7S 7C"
    first = setup(f"{cards} 2C 3C 4C 5C", **more)
    first["dealer"] = "Vera"
    return [first, deal(1000), deal(2000), deal(3000), deal(4000)]


def after(parts: Iterable[dict[str, Any]], *more: dict[str, Any]) -> list[str]:
    """The rulings of a journal, as short texts without the cards."""
    return told(*parts, *more)
