"""Events: what happens at the table, as frozen values that read and write journal lines.

`event_from_json` and `Event.to_json` are each other's inverse. Times are whole milliseconds on
the table's clock; calls carry their onset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar

from voicegm.cards import Card
from voicegm.errors import BadInput

VIAS = ("voice", "tap", "key")


@dataclass(frozen=True)
class Hands:
    """Who holds which cards at the start, written out in place of a deck."""

    held: tuple[tuple[str, tuple[Card, ...]], ...]
    """Names with cards, in turning order where the game has one."""

    def of(self, name: str) -> tuple[Card, ...]:
        """What a player holds; nothing if none is written for that name."""
        return dict(self.held).get(name, ())

    def to_json(self) -> dict[str, list[str]]:
        """The hands as JSON: name to cards."""
        return {name: [str(card) for card in cards] for name, cards in self.held}


@dataclass(frozen=True)
class Event:
    """Something that happened at `at`."""

    kind: ClassVar[str]

    at: int
    """Milliseconds on the table's clock."""

    def to_json(self) -> dict[str, object]:
        """The event as a journal line."""
        line: dict[str, object] = {"at": self.at, "event": self.kind}
        for part in fields(self)[1:]:
            value = getattr(self, part.name)
            if value != part.default:
                line[part.name] = _plain(value)
        return line


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [str(card) for card in value]
    if isinstance(value, Hands):
        return value.to_json()
    return value


# What a field accepts: each reader takes the JSON value and the names of the players.

Reader = Callable[[object, Collection[str]], object]


def _name(value: object, names: Collection[str]) -> str:
    if not isinstance(value, str):
        raise BadInput(f"must name a player, not {value!r}")
    if value not in names:
        raise BadInput(f'names "{value}", who does not play; there are {", ".join(names)}')
    return value


def _name_or_null(value: object, names: Collection[str]) -> str | None:
    return None if value is None else _name(value, names)


def _key(value: object, _: Collection[str]) -> str:
    if not isinstance(value, str) or not value:
        raise BadInput(f"must be a word, not {value!r}")
    return value


def _key_or_null(value: object, names: Collection[str]) -> str | None:
    return None if value is None else _key(value, names)


def _flag(value: object, _: Collection[str]) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"must be true or false, not {value!r}")
    return value


def _share(value: object, _: Collection[str]) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise BadInput(f"must be a number from 0 to 1, not {value!r}")
    return value


def _via(value: object, _: Collection[str]) -> str:
    if value not in VIAS:
        raise BadInput(f"must be one of {', '.join(VIAS)}, not {value!r}")
    return str(value)


def _card(value: object, _: Collection[str]) -> Card:
    return Card.parse(value)


def _card_or_null(value: object, _: Collection[str]) -> Card | None:
    return None if value is None else Card.parse(value)


def _deck(value: object, _: Collection[str]) -> tuple[Card, ...]:
    return read_cards(value)


def _hands(value: object, names: Collection[str]) -> Hands:
    return read_hands(value, names)


def _seed(value: object, _: Collection[str]) -> int:
    return read_seed(value)


def _anything(value: object, _: Collection[str]) -> object:
    return value


def read_cards(value: object) -> tuple[Card, ...]:
    """Different cards, as a JSON list gives them; BadInput otherwise."""
    if not isinstance(value, list):
        raise BadInput(f"must be a list of cards, not {value!r}")
    cards = tuple(Card.parse(item) for item in value)
    _no_card_twice(cards)
    return cards


def read_hands(value: object, names: Collection[str]) -> Hands:
    """Hands of different cards for players among `names`; BadInput otherwise.

    JSON gives them as an object from name to cards, or as a list in the order of `names`.
    """
    if isinstance(value, list) and len(value) == len(names):
        value = dict(zip(names, value, strict=True))
    if not isinstance(value, dict):
        raise BadInput(f'must be written {{"Anna": ["7H", ...], ...}}, not {value!r}')
    for name in value:
        _name(name, names)
    hands = Hands(tuple((name, read_cards(cards)) for name, cards in value.items()))
    _no_card_twice(card for _, cards in hands.held for card in cards)
    return hands


def _no_card_twice(cards: Iterable[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadInput(f"holds the card {card} twice")
        seen.add(card)


def read_seed(value: object) -> int:
    """A seed for a shuffle: a whole number of at most 64 bits; BadInput otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 64:
        raise BadInput(f"must be a whole number from 0 to 2**64 - 1, not {value!r}")
    return value


# The events of every game, and those that more than one game may know.


@dataclass(frozen=True)
class Call(Event):
    """Somebody called; `at` is the onset of the voice."""

    kind: ClassVar[str] = "call"
    by: str | None = field(metadata={"read": _name_or_null})
    """The caller, None when the voice cannot be told."""
    says: str = field(metadata={"read": _key})
    """A phrase key."""
    confidence: float | None = field(default=None, metadata={"read": _share})
    via: str | None = field(default=None, metadata={"read": _via})
    presume: bool = field(default=True, metadata={"read": _flag})
    """False when a known voice speaks against the caller whom the word alone would tell."""


@dataclass(frozen=True)
class Caller(Event):
    """The answer to "Who called?", or "Not me"."""

    kind: ClassVar[str] = "caller"
    by: str | None = field(metadata={"read": _name_or_null})


@dataclass(frozen=True)
class Unclear(Event):
    """A short utterance that may well have been a call was not understood; `at` is its onset."""

    kind: ClassVar[str] = "unclear"


@dataclass(frozen=True)
class CallOff(Event):
    """A fault hit the exposure (input was lost): it settles without effect."""

    kind: ClassVar[str] = "call-off"


@dataclass(frozen=True)
class Cue(Event):
    """The announcement of the card has ended."""

    kind: ClassVar[str] = "cue"


@dataclass(frozen=True)
class OptionSet(Event):
    """A setting was changed in play."""

    kind: ClassVar[str] = "option"
    name: str = field(metadata={"read": _key})
    value: object = field(metadata={"read": _anything})


@dataclass(frozen=True)
class Leave(Event):
    """A player has left the table."""

    kind: ClassVar[str] = "leave"
    by: str = field(metadata={"read": _name})


@dataclass(frozen=True)
class Round(Event):
    """The next round begins."""

    kind: ClassVar[str] = "round"
    dealer: str | None = field(default=None, metadata={"read": _name})
    """None: the role moves one seat clockwise."""
    deck: tuple[Card, ...] | None = field(default=None, metadata={"read": _deck})
    seed: int | None = field(default=None, metadata={"read": _seed})
    hands: Hands | None = field(default=None, metadata={"read": _hands})
    """In games of hands or own piles: what each player starts with, in place of a deck."""


@dataclass(frozen=True)
class Undo(Event):
    """The latest ruling is taken back."""

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True)
class End(Event):
    """The players stop, or the last card has had its time."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True)
class Deal(Event):
    """The next card of the shared deck goes to the next player."""

    kind: ClassVar[str] = "deal"
    card: Card | None = field(default=None, metadata={"read": _card})
    """The card, where real cards are read aloud; None where the deck is known."""


@dataclass(frozen=True)
class Turn(Event):
    """The player whose turn it is turns a card of the own pile."""

    kind: ClassVar[str] = "turn"
    by: str | None = field(default=None, metadata={"read": _name})
    """Who turned it; None: the player whose turn it is."""
    card: Card | None = field(default=None, metadata={"read": _card})
    """The card, where real cards are read aloud; None where the piles are known."""


@dataclass(frozen=True)
class Correct(Event):
    """The last card was misread: this is what it is."""

    kind: ClassVar[str] = "correct"
    card: Card = field(metadata={"read": _card})


@dataclass(frozen=True)
class Play(Event):
    """A player lays a card of the own hand on the table; the referee has asked what was unclear."""

    kind: ClassVar[str] = "play"
    by: str = field(metadata={"read": _name})
    card: Card | None = field(default=None, metadata={"read": _card_or_null})
    """None: a cry alone, which plays the card that fits."""
    says: str | None = field(default=None, metadata={"read": _key_or_null})
    """Phrase key of the cry; None when nothing was said."""


@dataclass(frozen=True)
class Pass(Event):
    """A player lays no card this time."""

    kind: ClassVar[str] = "pass"
    by: str = field(metadata={"read": _name})


COMMON = (Call, Caller, Unclear, CallOff, Cue, OptionSet, Leave, Round, Undo, End)
"""What may happen in every game."""


def event_from_json(
    line: object, kinds: Mapping[str, type[Event]], names: Collection[str]
) -> Event:
    """The event that a journal line tells; `kinds` are the game's events by their name.

    BadInput says what is wrong with the line. Keys that no field knows are left alone, so that
    later versions may add some.
    """
    if not isinstance(line, dict):
        raise BadInput('an event must be an object, like {"at": 1000, "event": "deal"}')
    name = line.get("event")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        what = (
            f'there is no event "{name}" in this game' if "event" in line else "no event is named"
        )
        raise BadInput(f"{what}; there are {', '.join(kinds)}")
    if "at" not in line:
        raise BadInput(f'"{name}" has no time: add "at" in milliseconds')
    at = line["at"]
    if type(at) is not int or at < 0:
        raise BadInput(f'"at" must be whole milliseconds from 0 on, not {at!r}')
    values: list[Any] = [at]
    for key, read, default in _spec(kind):
        if key in line:
            try:
                values.append(read(line[key], names))
            except BadInput as bad:
                raise BadInput(f'"{key}" of "{name}": {bad}') from None
        elif default is MISSING:
            raise BadInput(f'"{name}" needs "{key}"')
        else:
            values.append(default)
    return kind(*values)


_SPECS: dict[type[Event], tuple[tuple[str, Reader, object], ...]] = {}
"""What is known about the fields of each kind of event, gathered at first use."""


def _spec(kind: type[Event]) -> tuple[tuple[str, Reader, object], ...]:
    spec = _SPECS.get(kind)
    if spec is None:
        parts = fields(kind)[1:]
        spec = tuple((part.name, part.metadata["read"], part.default) for part in parts)
        _SPECS[kind] = spec
    return spec
