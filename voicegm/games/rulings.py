"""Rulings: what the referee decides, as frozen values.

Each carries `at`, the time in milliseconds of the event that it judges, and `to_json()` gives
the line of `replay --json`: `{"at": ..., "ruling": name, ...}`. Fields that do not apply are
left out; lists are given even when they are empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar

from voicegm.cards import Card


@dataclass(frozen=True)
class Ruling:
    """One decision of the referee."""

    kind: ClassVar[str]

    at: int
    """Milliseconds on the table's clock: the time of the event that is judged."""

    def to_json(self) -> dict[str, object]:
        """The ruling as a line of `replay --json`."""
        line: dict[str, object] = {"at": self.at, "ruling": self.kind}
        for part in fields(self)[1:]:
            value = getattr(self, part.name)
            if (value is None and "null" not in part.metadata) or value == "":
                continue
            if "unwritten" in part.metadata:
                continue
            line[part.metadata.get("key", part.name)] = _plain(value)
        return line


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Ruling):
        return value.kind
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True)
class Dealt(Ruling):
    """A card from the shared deck lies face up on a player's pile."""

    kind: ClassVar[str] = "dealt"
    player: str
    card: Card
    matches: tuple[str, ...]
    """The other players whose tops are equal, clockwise."""


@dataclass(frozen=True)
class Turned(Ruling):
    """A player has turned a card of the own pile face up."""

    kind: ClassVar[str] = "turned"
    player: str
    card: Card
    matches: tuple[str, ...]
    """The other players whose tops are equal, clockwise."""
    pots: tuple[str, ...]
    """Ranks of the pots that it matches."""


@dataclass(frozen=True)
class Played(Ruling):
    """A player has laid a card of the own hand on the table."""

    kind: ClassVar[str] = "played"
    player: str
    card: Card


@dataclass(frozen=True)
class Passed(Ruling):
    """A player lays no card this time."""

    kind: ClassVar[str] = "passed"
    player: str


@dataclass(frozen=True)
class Cry(Ruling):
    """What was said with a card, held against what was to be said."""

    kind: ClassVar[str] = "cry"
    player: str
    expected: str | None = field(metadata={"null": True})
    """Phrase key; None when the card is laid in silence."""
    said: str | None = field(metadata={"null": True})
    result: str
    """`right`, `missed`, or `ignored` where a wrong cry costs nothing."""
    cost: Mapping[str, int | str] | None = None
    """`{"tokens": 1}` or `{"card": "7H"}`; None when it cost nothing."""


@dataclass(frozen=True)
class RankComplete(Ruling):
    """No card of the rank can follow any more: it is put aside."""

    kind: ClassVar[str] = "rank-complete"
    rank: str
    leader: str
    """Who leads next."""


@dataclass(frozen=True)
class Won(Ruling):
    """The first correct caller takes piles."""

    kind: ClassVar[str] = "won"
    player: str
    taken_from: tuple[str, ...] = field(metadata={"key": "from"})
    """The players, and "pot", whose piles were won."""
    cards: int
    """How many came over."""
    presumed: bool | None = None
    """True when the word alone told who called."""


@dataclass(frozen=True)
class Tied(Ruling):
    """Correct calls that cannot be told apart."""

    kind: ClassVar[str] = "tied"
    players: tuple[str, ...]
    pot: str | None = None
    """The rank that lies on the pot now, where there is one."""


@dataclass(frozen=True)
class Mistake(Ruling):
    """A call at the wrong moment, which costs its caller a card."""

    kind: ClassVar[str] = "mistake"
    player: str
    to: str | None
    """Who gets the card; None when nobody is there to get it."""
    given: int
    """1, or 0 when there was none to give. The card itself is not shown."""


@dataclass(frozen=True)
class Out(Ruling):
    """A player is out of the game."""

    kind: ClassVar[str] = "out"
    player: str


@dataclass(frozen=True)
class Again(Ruling):
    """Something was not understood: everybody is asked to call once more."""

    kind: ClassVar[str] = "again"


@dataclass(frozen=True)
class Void(Ruling):
    """A call that counts for nothing."""

    kind: ClassVar[str] = "void"
    player: str | None = field(metadata={"null": True})
    says: str
    """The phrase key; empty (and not printed) for an utterance that was never understood."""
    why: str
    """One of the reasons in WHY_VOID."""


WHY_VOID = (
    "not-the-animal",
    "wrong-word",
    "own-animal",
    "beaten",
    "too-late",
    "no-match",
    "bystander",
    "not-in-match",
    "before-cue",
    "unanswered",
    "called-off",
)


@dataclass(frozen=True)
class WhoCalled(Ruling):
    """The referee asks whose call it was."""

    kind: ClassVar[str] = "who-called"
    says: str
    candidates: tuple[str, ...]


@dataclass(frozen=True)
class Refused(Ruling):
    """Something that the rules do not let happen; nothing has changed."""

    kind: ClassVar[str] = "refused"
    player: str | None
    why: str
    """One of the reasons in WHY_REFUSED."""


WHY_REFUSED = (
    "finished",
    "out-of-turn",
    "not-held",
    "wrong-rank",
    "must-play",
    "no-card",
    "nothing-to-undo",
)


@dataclass(frozen=True)
class Undone(Ruling):
    """A ruling was taken back."""

    kind: ClassVar[str] = "undone"
    taken_back: Ruling
    """What was taken back; printed by its name."""


@dataclass(frozen=True)
class RoundOver(Ruling):
    """A round has been counted and the next one begins."""

    kind: ClassVar[str] = "round-over"
    winners: tuple[str, ...]
    counts: Mapping[str, int]
    tokens: Mapping[str, int] | None = None
    """Name to tokens once all is paid, in games that are played for them."""
    token_pot: int | None = None
    """Tokens that are left in the middle."""


@dataclass(frozen=True)
class Over(Ruling):
    """The last line: how the game stands."""

    kind: ClassVar[str] = "over"
    winners: tuple[str, ...]
    counts: Mapping[str, int]
    """Name to cards, in piles or in hand."""
    tokens: Mapping[str, int] | None = None
    """Name to tokens, in games that are played for them."""
    token_pot: int | None = None
    """Tokens that are left in the middle; None when there are none."""
    pots: Mapping[str, int] | None = None
    """In games that have pots: rank to cards."""
    finished: bool = True
    decided: str | None = field(default=None, metadata={"unwritten": True})
    """How a game ended that ended by itself, one of HOW_DECIDED; for those who tell it."""


HOW_DECIDED = ("all-cards", "in-pots", "no-rank", "came-back")
"""One has all cards that are in play; all lie in pots; no rank can match; all came round again."""
