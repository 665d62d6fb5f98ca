"""The set-up of a game: the first line of its journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from voicegm.cards import Card, full_pack, shuffled
from voicegm.errors import BadInput
from voicegm.games import options as options_of
from voicegm.games.events import Hands, Round, read_cards, read_hands, read_seed
from voicegm.games.options import Options

JOURNAL_VERSION = 1
"""What the key `voicegm` of a set-up says."""

DECK_MODES = ("dealt", "table")


class SetupError(BadInput):
    """A game cannot be played as it is set up; the text says why."""


@dataclass(frozen=True)
class Player:
    """One who plays."""

    name: str
    animal: str | None = None
    """Phrase key of the player's animal, in games that have them."""
    noise: str | None = None
    """Phrase key of the player's noise, where it is not the animal's own."""

    def to_json(self) -> dict[str, str]:
        """The player as in a set-up line."""
        told = {"name": self.name, "animal": self.animal, "noise": self.noise}
        return {key: value for key, value in told.items() if value is not None}


@dataclass(frozen=True)
class Setup:
    """Everything that is fixed before the first event.

    With `deck` the cards come in that order, with `seed` alone in the order that belongs to it,
    with `hands` they are dealt already, with none of these real cards are read aloud and each
    comes with its event.
    """

    game: str
    players: tuple[Player, ...]
    """Clockwise."""
    dealer: str
    """Play starts with the next player in the list."""
    options: Options
    """Of the game's own kind."""
    deck: tuple[Card, ...] | None = None
    seed: int | None = None
    language: str | None = None
    deck_mode: str | None = None
    """`dealt` by the referee, or `table`: real cards."""
    channels: Mapping[str, str] = field(default_factory=dict)
    """Microphone channel to name."""
    tokens: Mapping[str, int] = field(default_factory=dict)
    """Name to number."""
    hands: Hands | None = None
    """In place of a deck, in games of hands or own piles."""
    earlier_cards: frozenset[Card] = frozenset()
    """The cards of the rounds before; not written out."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return tuple(player.name for player in self.players)

    @property
    def real_cards(self) -> bool:
        """Whether the cards are turned by people and come with their events."""
        return self.deck is None and self.seed is None and self.hands is None

    @cached_property
    def written_cards(self) -> frozenset[Card] | None:
        """All cards of a deck or of hands that are written out; None if neither is."""
        if self.hands is not None:
            return frozenset(card for _, cards in self.hands.held for card in cards)
        return None if self.deck is None else frozenset(self.deck)

    def in_round(self, event: Round) -> Setup:
        """The set-up with the cards of another round; those from before may still be named."""
        cards = self.written_cards
        earlier = self.earlier_cards | frozenset(full_pack() if cards is None else cards)
        deck, seed, hands = event.deck, event.seed, event.hands
        return replace(self, deck=deck, seed=seed, hands=hands, earlier_cards=earlier)

    def cards(self) -> tuple[Card, ...] | None:
        """The deck in dealing order, None with real cards."""
        if self.deck is None and self.seed is not None:
            return shuffled(self.seed)
        return self.deck

    def to_json(self) -> dict[str, object]:
        """The set-up as the first line of a journal."""
        line: dict[str, object] = {
            "voicegm": JOURNAL_VERSION,
            "game": self.game,
            "players": [player.to_json() for player in self.players],
            "dealer": self.dealer,
        }
        if self.hands is not None:
            line["hands"] = self.hands.to_json()
        elif self.deck is not None or self.seed is None:
            line["deck"] = None if self.deck is None else [str(card) for card in self.deck]
        rest = {
            "seed": self.seed,
            "options": options_of.to_json(self.options),
            "language": self.language,
            "deck_mode": self.deck_mode,
            "channels": dict(self.channels),
            "tokens": dict(self.tokens),
        }
        line.update({key: value for key, value in rest.items() if value not in (None, {})})
        return line

    @classmethod
    def from_json(cls, line: Mapping[str, Any], kind: type[Options]) -> Setup:
        """The set-up that a journal's first line tells; `kind` is the game's kind of options.

        SetupError says what is missing or wrong in the line itself; whether the game can be
        played so is for the game to say (`check_setup`).
        """
        if line.get("voicegm") != JOURNAL_VERSION or line.get("voicegm") is True:
            raise SetupError(
                f'a journal starts with a line {{"voicegm": {JOURNAL_VERSION}, ...}};'
                f" this one has {line.get('voicegm')!r} there"
            )
        players = _players(line.get("players"))
        hands = _hands(line, players)
        deck, seed = (None, None) if hands is not None else _deck(line)
        return cls(
            game=_text(line, "game") or "",
            players=players,
            dealer=_dealer(line),
            deck=deck,
            seed=seed,
            options=_options(line.get("options", {}), kind),
            language=_text(line, "language"),
            deck_mode=_text(line, "deck_mode"),
            channels=_table(line, "channels", lambda value: isinstance(value, str)),
            tokens=_table(line, "tokens", lambda value: type(value) is int and value >= 0),
            hands=hands,
        )

    def check(self, fewest: int, most: int, hands: bool = False) -> None:
        """SetupError unless these players can sit down to a game for `fewest` to `most`.

        `hands` tells whether it is one of hands or own piles, that may be written out.
        """
        if self.hands is not None and not hands:
            raise SetupError(f'{self.game} is played with a "deck", not with "hands"')
        self._check_names(fewest, most)
        double = _first_double(tuple(map(str, self.deck or ())))
        if double is not None:
            raise SetupError(f"the deck holds the card {double} twice")
        if self.deck_mode not in (None, *DECK_MODES):
            raise SetupError(f'"deck_mode" is dealt or table, not {self.deck_mode!r}')
        for key, named in (("channels", self.channels.values()), ("tokens", self.tokens)):
            for name in named:
                if name not in self.names:
                    raise SetupError(f'"{key}" names "{name}", who does not play')
        for name, _ in self.options.head_start_ms:
            if name not in self.names:
                raise SetupError(f'option "head_start_ms" names "{name}", who does not play')

    def check_round(self, event: Round, hands: bool = False) -> None:
        """BadInput unless the next round can begin so; `hands` as for `check`."""
        if event.hands is not None and not hands:
            raise BadInput(f'{self.game} is played with a "deck", not with "hands"')
        if event.hands is not None and event.deck is not None:
            raise BadInput('the next round has a "deck" and "hands": one of them is enough')
        given = (event.deck, event.seed, event.hands)
        if not self.real_cards and given == (None, None, None):
            raise BadInput('the next round needs a "deck" or a "seed"')

    def _check_names(self, fewest: int, most: int) -> None:
        count = len(self.players)
        if not fewest <= count <= most:
            raise SetupError(f"{self.game} is for {fewest} to {most} players, not for {count}")
        for name in (*self.names, self.dealer):
            if not isinstance(name, str) or not name.strip():
                raise SetupError(f"a player's name cannot be {name!r}")
        twice = _first_double(self.names)
        if twice is not None:
            raise SetupError(f'two players are called "{twice}": give one of them another name')
        if self.dealer not in self.names:
            raise SetupError(f'the dealer "{self.dealer}" is none of {", ".join(self.names)}')


def dealt(
    given: Setup | Round,
    names: Sequence[str],
    order: Sequence[int],
    pack: Sequence[Card] = full_pack(),
) -> tuple[tuple[Card, ...], ...] | None:
    """What each player starts with, by seat; None with real cards.

    A deck is dealt out one card at a time to the seats of `order`, so that each hand is in the
    order in which it was dealt. Written hands stay as they are. `names` are all the players';
    a seed shuffles `pack`.
    """
    if given.hands is not None:
        return tuple(given.hands.of(name) for name in names)
    deck = given.deck
    if deck is None and given.seed is not None:
        deck = shuffled(given.seed, pack)
    if deck is None:
        return None
    hands: list[tuple[Card, ...]] = [()] * len(names)
    for place, seat in enumerate(order):
        hands[seat] = deck[place :: len(order)]
    return tuple(hands)


def _first_double(items: tuple[str, ...]) -> str | None:
    seen: set[str] = set()
    for item in items:
        if item in seen:
            return item
        seen.add(item)
    return None


def _players(value: object) -> tuple[Player, ...]:
    if not isinstance(value, list):
        raise SetupError('the set-up needs "players", a list like [{"name": "Anna"}, ...]')
    players = []
    for item in value:
        if not isinstance(item, dict) or "name" not in item:
            raise SetupError(f'a player is written {{"name": "Anna"}}, not {item!r}')
        parts: dict[str, Any] = {key: item.get(key) for key in ("name", "animal", "noise")}
        for key, part in parts.items():
            if (part is None and key == "name") or not isinstance(part, (str, type(None))):
                raise SetupError(f'"{key}" of a player must be a text, not {part!r}')
        players.append(Player(**parts))
    return tuple(players)


def _dealer(line: Mapping[str, Any]) -> str:
    dealer = _text(line, "dealer")
    if dealer is None:
        raise SetupError('the set-up needs a "dealer", who is one of the players')
    return dealer


def _deck(line: Mapping[str, Any]) -> tuple[tuple[Card, ...] | None, int | None]:
    try:
        if "deck" in line:
            cards = None if line["deck"] is None else read_cards(line["deck"])
            given = cards is not None and line.get("seed") is not None
            return cards, read_seed(line["seed"]) if given else None
        if line.get("seed") is not None:
            return None, read_seed(line["seed"])
    except BadInput as bad:
        raise SetupError(f'"{"deck" if "deck" in line else "seed"}": {bad}') from None
    if line.get("deck_mode") == "table":
        return None, None
    raise SetupError('the set-up needs a "deck" (null for real cards) or a "seed"')


def _hands(line: Mapping[str, Any], players: Sequence[Player]) -> Hands | None:
    if line.get("hands") is None:
        return None
    if line.get("deck") is not None:
        raise SetupError('the set-up has a "deck" and "hands": one of them is enough')
    names = tuple(player.name for player in players)
    try:
        hands = read_hands(line["hands"], names)
    except BadInput as bad:
        raise SetupError(f'"hands": {bad}') from None
    written = [name for name, _ in hands.held]
    for name in names:
        if name not in written:
            raise SetupError(f'"hands" gives nothing to {name}: add [] for no cards')
    return hands


def _options(value: object, kind: type[Options]) -> Options:
    if not isinstance(value, dict):
        raise SetupError(f'"options" must be an object, not {value!r}')
    options = kind()
    try:
        for name, setting in value.items():
            options = options_of.set_option(options, name, setting)
    except BadInput as bad:
        raise SetupError(str(bad)) from None
    return options


def _text(line: Mapping[str, Any], key: str) -> str | None:
    value = line.get(key)
    if value is not None and not isinstance(value, str):
        raise SetupError(f'"{key}" must be a text, not {value!r}')
    return value


def _table(line: Mapping[str, Any], key: str, fits: Callable[[object], bool]) -> Mapping[str, Any]:
    value = line.get(key, {})
    if not isinstance(value, dict) or not all(map(fits, value.values())):
        raise SetupError(f'"{key}" cannot be {value!r}')
    return value
