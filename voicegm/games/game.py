"""What a game is: start, step, what counts right now, what is seen.

A game is pure: it knows no clock, no randomness and no files. Its state is one frozen value;
an event that the rules do not allow gives a ruling, never an exception. Everything that a
program outside of `games` needs is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Generic, Protocol, TypeVar

from voicegm.cards import Card
from voicegm.games.events import (
    Call,
    Caller,
    CallOff,
    Correct,
    Cue,
    Deal,
    End,
    Event,
    Leave,
    OptionSet,
    Pass,
    Play,
    Round,
    Turn,
    Unclear,
    Undo,
)
from voicegm.games.options import Options
from voicegm.games.rulings import (
    Again,
    Cry,
    Dealt,
    Mistake,
    Out,
    Over,
    Passed,
    Played,
    RankComplete,
    Refused,
    RoundOver,
    Ruling,
    Tied,
    Turned,
    Undone,
    Void,
    WhoCalled,
    Won,
)
from voicegm.games.setup import Player, Setup, SetupError

__all__ = [
    "Again",
    "Call",
    "CallOff",
    "Caller",
    "Correct",
    "Cry",
    "Cue",
    "Deal",
    "Dealt",
    "End",
    "Event",
    "Game",
    "GroupView",
    "Leave",
    "Mistake",
    "OptionSet",
    "Options",
    "Out",
    "Over",
    "Pass",
    "Passed",
    "Play",
    "Played",
    "Player",
    "PlayerView",
    "PotView",
    "QuestionView",
    "RankComplete",
    "Refused",
    "Round",
    "RoundOver",
    "Ruling",
    "RunView",
    "Setup",
    "SetupError",
    "Step",
    "TableView",
    "Tied",
    "Turn",
    "Turned",
    "Unclear",
    "Undo",
    "Undone",
    "Void",
    "WhoCalled",
    "Won",
]

S = TypeVar("S")


@dataclass(frozen=True)
class Step(Generic[S]):
    """What an event led to."""

    state: S
    rulings: tuple[Ruling, ...] = ()
    """In the order of their times."""


@dataclass(frozen=True)
class PlayerView:
    """One player as the table sees them."""

    name: str
    animal: str | None
    """Phrase key."""
    response: str | None
    """Phrase key of the word that names this player: the animal or its noise."""
    top: str | None
    """The card that shows, like `7H`."""
    cards: int
    """How many lie in the pile."""
    here: bool = True
    """Off for a player who has left."""
    tokens: int | None = None
    """In games that are played for them."""
    face_down: int | None = None
    """How many of the cards lie face down, in games in which some do."""


@dataclass(frozen=True)
class GroupView:
    """Players whose equal tops can be won right now. Not for eyes or ears before the ruling."""

    rank: str
    players: tuple[str, ...]
    """Clockwise from the player whose card made it."""
    responses: tuple[str, ...]
    """The words that count; where each player has one, in the order of `players`."""


@dataclass(frozen=True)
class PotView:
    """Tied piles in the middle."""

    top: str
    """The card that shows, like `7H`."""
    cards: int


@dataclass(frozen=True)
class RunView:
    """The cards that follow one another on the table, of one rank or of one suit upwards."""

    cards: tuple[str, ...]
    """Oldest first; empty while a lead is awaited."""
    rank: str | None
    """Of the card that may follow; None before the lead, and when none can follow."""
    suit: str | None
    """Of the card that may follow; None before the lead, and where any suit will do."""
    cry: str | None
    """Phrase key of what is to be said with the next card; None for silence."""


@dataclass(frozen=True)
class QuestionView:
    """What the referee has asked and waits for."""

    asks: str
    """`who-called` or `again`."""
    at: int
    """Onset of the call that is asked about, in milliseconds."""
    says: str | None = None
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableView:
    """A game as it stands, ready for a display; `to_json()` is plain JSON."""

    game: str
    players: tuple[PlayerView, ...]
    """Clockwise."""
    dealer: str
    next_player: str | None
    """Who gets, or turns, the next card."""
    cards_left: int | None
    """In the deck."""
    last_card: str | None
    last_player: str | None
    """Whose card was exposed last."""
    waits_for_cue: bool
    """Calls do not count before the cue of the card that lies out."""
    groups: tuple[GroupView, ...]
    question: QuestionView | None
    undecided: bool
    """A call waits for its tie window or for an answer."""
    can_undo: bool
    finished: bool
    round: int
    """Counted from 1."""
    run: RunView | None = None
    """In games in which cards follow one another."""
    token_pot: int | None = None
    """Tokens in the middle, in games that are played for them."""
    round_winner: str | None = None
    """Who has won the round that has just ended, until the next one begins."""
    level: tuple[str, ...] = ()
    """Who shares the lead at the end and may play one more round for it."""
    pots: tuple[PotView, ...] = ()
    """In games that have them, in the order in which they were made."""

    def to_json(self) -> dict[str, object]:
        """The view as plain JSON values."""
        return asdict(self)


class Game(Protocol[S]):
    """One game's rules. `S` is the kind of its states."""

    name: str
    options: type[Options]
    """The kind of the game's options."""
    events: Mapping[str, type[Event]]
    """The events that the game knows, by their name in journals."""
    players: range
    """How many may play."""
    usual_players: range
    """How many the rules have in mind; others are let in and told so once."""

    def check_setup(self, setup: Setup) -> None:
        """SetupError with the reason when the game cannot be played so."""

    def check_event(self, setup: Setup, event: Event) -> Event:
        """The event with its values made the game's own; BadInput when it makes no sense here.

        Whether the rules allow it as things stand is for `step` to rule.
        """

    def start(self, setup: Setup) -> Step[S]:
        """The game before its first event. SetupError as from `check_setup`."""

    def step(self, state: S, event: Event) -> Step[S]:
        """The next state and what was ruled. Events come in the order of their times."""

    def settle(self, state: S, at: int) -> Step[S]:
        """Time has come to `at` with nothing else happening: rules what is settled by that.

        Rulings are the same whether or not a game is settled between its events.
        """

    def finish(self, state: S) -> Step[S]:
        """The journal stops here: rules what waits only for time, leaves questions open."""

    def expected(self, state: S, at: int) -> frozenset[str]:
        """The phrase keys that count for a voice that starts at `at`."""

    def view(self, state: S) -> TableView:
        """What the table sees."""

    def hand(self, state: S, name: str) -> tuple[Card, ...] | None:
        """A player's private hand, for that player alone; None when there is none to be known."""

    def outcome(self, state: S) -> Over:
        """How the game stands; winners only when it has ended."""
