"""What is practised: the words of a game, when each is called, and the little game at the end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from voicegm.cards import Card
from voicegm.games import by_name
from voicegm.games.game import Setup
from voicegm.languages.pack import Pack, normal
from voicegm.table.opening import Wishes, make_setup, seats_for

CHILD = "Anna"
"""Who practises, unless a name is given."""
FRIENDS = ("Ben", "Vera", "Greg", "Mia")
"""Simulated players: the first three whose name is not the player's own."""
ANIMALS = ("fox", "owl", "cat", "wolf")
"""Of the player and the friends, in this order: the table of the rules' own example."""
RANKS = "23456789TJQKA"
SUITS = "CDHS"
GAME_RANKS = 4
"""Ranks in the little game: so few that something matches on every third card or so."""
KIND = {"start": "after-cue", "hints": "true", "penalty": "none", "call_back_in": "true"}
"""Nothing is lost, and nobody is out."""
AFTER_REACTION_MS = 2_000
"""The pause is longer than the friends' reaction by so much, lest they be cut off."""


@dataclass(frozen=True)
class Item:
    """A word, and when it is called."""

    key: str
    cue: str
    """Key of the line that tells when, without the word itself."""
    values: Mapping[str, str] = field(default_factory=dict)
    """For that line."""


@dataclass(frozen=True)
class Plan:
    """One practice."""

    game: str
    player: str
    items: tuple[Item, ...]
    """In the order in which they are called."""
    setup: Setup
    """Of the little game."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words to be learned, by phrase key."""
        return tuple(dict.fromkeys(item.key for item in self.items))

    @property
    def friends(self) -> tuple[str, ...]:
        """The simulated players."""
        return tuple(name for name in self.setup.names if name != self.player)

    def hand(self) -> tuple[Card, ...]:
        """The player's cards in the little game, in games that are played from the hand."""
        game = by_name(self.game)
        return game.hand(game.start(self.setup).state, self.player) or ()


def plan_practice(
    game: str, player: str, pack: Pack, *, seed: int, reaction_ms: int, noises: bool = False
) -> Plan:
    """What somebody practises for a game; raises `BadInput` for a name that cannot be."""
    friends = [name for name in FRIENDS if normal(name) != normal(player)][:3]
    settings = dict(KIND)
    seats = [player, *friends]
    if game == "animals":
        settings = {name: KIND[name] for name in ("start", "hints")}
        settings["responses"] = "noises" if noises else "names"
        animals = zip(seats, ANIMALS, strict=True)
        text = ", ".join(f"{name}={animal}" for name, animal in animals)
    else:
        if game == "snip-snap-snorum":
            settings = {"hints": "true"}
        text = ", ".join(seats[:3])
    settings["pause_ms"] = str(max(4_000, reaction_ms + AFTER_REACTION_MS))
    wishes = Wishes(
        game=game,
        seats=seats_for(game, text, pack, settings.get("responses", "names")),
        seed=seed,
        language=pack.code,
        options=settings,
    )
    setup = replace(make_setup(wishes), deck=_few_ranks(seed), channels={"0": player})
    return Plan(game, player, _items(game, setup, pack, noises), setup)


def _few_ranks(seed: int) -> tuple[Card, ...]:
    """A small pack, shuffled."""
    source = random.Random(seed)
    ranks = source.sample(RANKS, GAME_RANKS)
    cards = [Card.parse(rank + suit) for rank in ranks for suit in SUITS]
    source.shuffle(cards)
    return tuple(cards)


def _items(game: str, setup: Setup, pack: Pack, noises: bool) -> tuple[Item, ...]:
    if game == "snap":
        return (Item("snap", "practice-when-pair"), Item("snap-pot", "practice-when-pot"))
    if game == "snip-snap-snorum":
        return (
            Item("snip", "practice-when-second"),
            Item("snap", "practice-when-third"),
            Item("snorum", "practice-when-fourth"),
        )
    others = [player for player in setup.players[1:] if player.animal]
    if noises:
        return tuple(
            Item(
                pack.noise(player.animal or ""),
                "practice-when-noise",
                {"name": player.name, "animal": pack[player.animal or ""].named},
            )
            for player in others
        )
    return tuple(
        Item(player.animal or "", "practice-when-animal", {"name": player.name})
        for player in others
    )
