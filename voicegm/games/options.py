"""Options of a game: frozen dataclasses whose fields know what they accept.

`Options` holds what every game has; a game adds its own by inheriting from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from voicegm.errors import BadInput

Check = Callable[[object], object]
"""Takes a value as JSON gives it, returns what the option holds; ValueError says what is wanted."""


def flag(default: bool, fixed: bool = False) -> Any:
    """An option that is on or off."""
    return _option(default, _flag, "true or false", fixed, (False, True))


def whole(
    default: int, most: int, fixed: bool = False, words: Mapping[str, int] | None = None
) -> Any:
    """An option that is a whole number from 0 to `most`; `words` stand for some of them."""

    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise ValueError
        return value

    wanted = ", ".join(["", *words]) if words else ""
    return _option(
        default,
        check,
        f"a whole number from 0 to {most}{wanted}",
        fixed,
        read=(words or {}).get,
    )


def choice(*values: str | int, fixed: bool = False) -> Any:
    """An option that is one of `values`, the first by default."""

    def check(value: object) -> object:
        for known in values:
            if value == known and type(value) is type(known):
                return known
        raise ValueError

    return _option(values[0], check, "one of " + ", ".join(map(str, values)), fixed, values)


def milliseconds_by_name(most: int) -> Any:
    """An option that maps names of players to milliseconds from 0 to `most`; none by default."""

    def check(value: object) -> tuple[tuple[str, int], ...]:
        if not isinstance(value, Mapping):
            raise ValueError
        for name, time in value.items():
            if not isinstance(name, str) or isinstance(time, bool) or not isinstance(time, int):
                raise ValueError
            if not 0 <= time <= most:
                raise ValueError
        return tuple(value.items())

    return _option(
        (), check, f"names with 0 to {most} milliseconds each", False, read=_numbers_by_name
    )


def _numbers_by_name(text: str) -> Mapping[str, int] | None:
    """What `Anna=500, Ben=300` stands for; None for any other text."""
    pairs = [pair.rpartition("=") for pair in text.split(",")]
    if not all(name.strip() and number.strip().isdecimal() for name, _, number in pairs):
        return None
    return {name.strip(): int(number) for name, _, number in pairs}


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _option(
    default: object,
    check: Check,
    wanted: str,
    fixed: bool,
    values: tuple[object, ...] = (),
    read: Callable[[str], object] | None = None,
) -> Any:
    """`read` tells the JSON value that a typed text means, None where it means none."""
    about = {"check": check, "wanted": wanted, "fixed": fixed, "values": values, "read": read}
    return field(default=default, metadata=about)


PAUSES_MS = {"slow": 4_000, "usual": 2_000, "quick": 1_200}
"""Lengths of the pause after each card in words: five-year-olds take twice as long to react as
fifteen-year-olds, and 1.2 s is the least in which grown-ups still call without haste."""


@dataclass(frozen=True)
class Options:
    """What every game lets its players choose."""

    tie_ms: int = whole(60, 10_000)
    """Onsets no further apart than this cannot be told apart."""
    pause_ms: int = whole(2_000, 60_000, words=PAUSES_MS)
    """Least time after each card; a text may say it in the words of `PAUSES_MS`."""
    start: str = choice("at-once", "after-cue")
    """Whether calls count from the exposure on, or from the cue that ends its announcement."""
    head_start_ms: tuple[tuple[str, int], ...] = milliseconds_by_name(60_000)
    """Players who may call so much earlier than the others, as (name, milliseconds)."""
    race: bool = flag(True)
    """Off: only the owner of the exposed card may answer, untimed."""
    hints: bool = flag(False)
    """For the very young: the referee may point out a match."""


AnyOptions = TypeVar("AnyOptions", bound=Options)


def set_option(options: AnyOptions, name: str, value: object) -> AnyOptions:
    """`options` with one of them set to a value as JSON gives it; BadInput says what is wrong."""
    setting: dict[str, Any] = {name: checked(type(options), name, value)}
    return replace(options, **setting)


def checked(kind: type[Options], name: str, value: object) -> object:
    """The value that the option `name` of a game holds for a JSON value; BadInput if none."""
    known = _known(kind)
    if name not in known:
        raise BadInput(f'there is no option "{name}" here; there are {", ".join(sorted(known))}')
    try:
        check: Check = known[name]["check"]
        return check(value)
    except ValueError:
        wanted = known[name]["wanted"]
        shown = json.dumps(value, ensure_ascii=False, default=str)
        raise BadInput(f'option "{name}" cannot be {shown}: it takes {wanted}') from None


def is_fixed(kind: type[Options], name: str) -> bool:
    """Whether an option is chosen before the game and stays."""
    return bool(_known(kind)[name]["fixed"])


def check_change(kind: type[Options], name: str, value: object, players: Collection[str]) -> None:
    """BadInput unless the option may be set so while these players are at it."""
    checked(kind, name, value)
    if is_fixed(kind, name):
        raise BadInput(f'option "{name}" is chosen before the game and stays')
    if name == "head_start_ms" and isinstance(value, Mapping):
        for player in value:
            if player not in players:
                raise BadInput(f'"head_start_ms" names "{player}", who does not play')


def from_text(kind: type[Options], name: str, text: str) -> object:
    """The JSON value that a text such as `false`, `250`, `after-cue`, `{"Mia": 500}`, `Mia=500`
    or `slow` stands for.

    BadInput when the option does not exist or does not take it.
    """
    read = _known(kind).get(name, {}).get("read")
    value = read(text) if read else None
    if value is not None:
        checked(kind, name, value)
        return value
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    try:
        checked(kind, name, value)
    except BadInput:
        checked(kind, name, text)
        return text
    return value


PRESETS: Mapping[str, Mapping[str, object]] = {
    "small-children": {
        "start": "after-cue",
        "pause_ms": PAUSES_MS["slow"],
        "race": False,
        "hints": True,
        "penalty": "none",
        "call_back_in": True,
        "missed_cry": "ignore",
        "scoring": "simple",
    },
}
"""Settings under one name. With small children calls count after the tick, every pause is long,
nobody races, the referee gives hints, nothing is lost for a wrong or a missing word, and nobody is
out: at Snap who has no card left may still win some, at Snip Snap Snorum nothing is paid for."""


def preset(kind: type[Options], name: str) -> dict[str, object]:
    """The settings of a preset that a game knows, as JSON gives them; BadInput for no preset."""
    if name not in PRESETS:
        raise BadInput(f"there is no preset '{name}'; there are: {', '.join(PRESETS)}")
    known = _known(kind)
    return {option: value for option, value in PRESETS[name].items() if option in known}


def to_json(options: Options) -> dict[str, object]:
    """The options that differ from their defaults, as JSON values."""
    shown: dict[str, object] = {}
    for known in fields(options):
        value = getattr(options, known.name)
        if value != known.default:
            shown[known.name] = dict(value) if isinstance(value, tuple) else value
    return shown


def _known(kind: type[Any]) -> dict[str, Mapping[str, Any]]:
    return {known.name: known.metadata for known in fields(kind)}
