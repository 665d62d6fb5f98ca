"""Rulings in plain words: what was decided, and the line of `docs/rulings.md` that it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from voicegm.cards import RANKS, SUITS, Card
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
from voicegm.games.setup import Setup

SECTIONS = {"animals": "Animals", "snap": "Snap", "snip-snap-snorum": "Snip Snap Snorum"}
"""Game to its section in `docs/rulings.md`."""

EVERY = "Every game"


class Telling(NamedTuple):
    """A ruling in words."""

    sentence: str
    """Without a stop at its end."""
    section: str
    """Of `docs/rulings.md`."""
    line: int
    """The number of the line in that section."""


def tell(ruling: Ruling, setup: Setup) -> str:
    """What was decided, in one plain English sentence."""
    return f"{_telling(ruling, setup).sentence}."


def explain(ruling: Ruling, setup: Setup) -> str:
    """The same with the rule that it follows: `Anna wins Vera's pile: 1 card (Animals, 3).`"""
    telling = _telling(ruling, setup)
    return f"{telling.sentence} ({telling.section}, {telling.line})."


def _telling(ruling: Ruling, setup: Setup) -> Telling:
    return _TELLINGS[type(ruling)](ruling, setup)


# Cards.


def _dealt(ruling: Dealt, _: Setup) -> Telling:
    sentence = f"{ruling.player} is dealt the {card_name(ruling.card)}"
    if not ruling.matches:
        return Telling(sentence, "Animals", 1)
    return Telling(f"{sentence}, equal to {_tops(ruling.matches)}", "Animals", 3)


def _turned(ruling: Turned, _: Setup) -> Telling:
    sentence = f"{ruling.player} turns the {card_name(ruling.card)}"
    equal = [_tops(ruling.matches)] if ruling.matches else []
    equal += [f"the pot of {rank_name(rank)}s" for rank in ruling.pots]
    if not equal:
        return Telling(sentence, "Snap", 1)
    return Telling(f"{sentence}, equal to {_and(equal)}", "Snap", 5 if ruling.pots else 2)


def _played(ruling: Played, _: Setup) -> Telling:
    sentence = f"{ruling.player} plays the {card_name(ruling.card)}"
    return Telling(sentence, "Snip Snap Snorum", 2)


def _passed(ruling: Passed, _: Setup) -> Telling:
    return Telling(f"{ruling.player} passes", "Snip Snap Snorum", 2)


def _rank_complete(ruling: RankComplete, _: Setup) -> Telling:
    sentence = f"Nothing can follow the {rank_name(ruling.rank)} any more: {ruling.leader} leads"
    return Telling(sentence, "Snip Snap Snorum", 9)


def _cry(ruling: Cry, _: Setup) -> Telling:
    said = "nothing" if ruling.said is None else word(ruling.said)
    if ruling.result == "right":
        return Telling(f"{ruling.player} says {said}, as is due", "Snip Snap Snorum", 2)
    if ruling.expected is None:
        sentence = f"{ruling.player} says {said} where silence is due, which costs nothing"
        return Telling(sentence, "Snip Snap Snorum", 4)
    sentence = f"{ruling.player} was to say {word(ruling.expected)} and said {said}"
    return Telling(f"{sentence}: {_cost(ruling.cost)}", "Snip Snap Snorum", 7)


def _cost(cost: Mapping[str, int | str] | None) -> str:
    if not cost:
        return "it costs nothing"
    if "tokens" in cost:
        return f"it costs {_count(int(cost['tokens']), 'token')}"
    return f"the {card_name(Card.parse(cost['card']))} comes back to the hand"


# What calls lead to.


def _won(ruling: Won, setup: Setup) -> Telling:
    owners = [name for name in ruling.taken_from if name != "pot"]
    piles = f"{owners[0]}'s pile" if len(owners) == 1 else f"the piles of {_and(owners)}"
    pot = "pot" in ruling.taken_from
    won = _and([piles, "the pot"]) if pot else piles
    sentence = f"{ruling.player} wins {won}: {_count(ruling.cards, 'card')}"
    if ruling.presumed:
        sentence += ", as the only one whose call it can have been"
        return Telling(sentence, SECTIONS[setup.game], 20 if setup.game == "snap" else 12)
    if setup.game == "snap":
        return Telling(sentence, "Snap", 5 if pot else 2)
    return Telling(sentence, "Animals", 3)


def _tied(ruling: Tied, _: Setup) -> Telling:
    sentence = f"{_and(ruling.players)} cannot be told apart"
    if ruling.pot is None:
        return Telling(f"{sentence}: the piles stay", "Animals", 7)
    pot = f"the equal piles go to the pot, which shows a {rank_name(ruling.pot)}"
    return Telling(f"{sentence}: {pot}", "Snap", 4)


def _mistake(ruling: Mistake, _: Setup) -> Telling:
    to = f" to {ruling.to}" if ruling.to else ""
    given = f"gives a card{to}" if ruling.given else "gives no card"
    return Telling(f"{ruling.player} called at the wrong moment and {given}", "Snap", 6)


def _out(ruling: Out, setup: Setup) -> Telling:
    what = "card" if setup.game == "snap" else "token"
    return Telling(f"{ruling.player} has no {what} left and is out", SECTIONS[setup.game], 8)


def _again(_: Again, __: Setup) -> Telling:
    return Telling("Something was not understood: once more, please", EVERY, 5)


def _who_called(ruling: WhoCalled, _: Setup) -> Telling:
    asked = f"Who called {word(ruling.says)}, {_and(ruling.candidates, 'or')}"
    return Telling(f"The referee asks: {asked}", EVERY, 3)


VOID: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "not-the-animal": (", which names no animal", {"animals": 4}),
    "wrong-word": (
        ", which is not the word that counts here",
        {"animals": 11, "snap": 5, "snip-snap-snorum": 22},
    ),
    "own-animal": (", which is the caller's own animal", {"animals": 4}),
    "beaten": (" when it was won or tied already", {"animals": 15, "snap": 7}),
    "too-late": (" when the next card lay out already", {"animals": 6, "snap": 3}),
    "no-match": (
        " when there was nothing to win",
        {"animals": 14, "snap": 12, "snip-snap-snorum": 22},
    ),
    "bystander": (
        ", which was not this player's to call",
        {"animals": 4, "snap": 11, "snip-snap-snorum": 22},
    ),
    "not-in-match": (", whose card is equal to none", {"animals": 4}),
    "before-cue": (" before calls counted", {EVERY: 6}),
    "unanswered": (", and nobody has said who it was", {EVERY: 3}),
    "called-off": (" for a card that was called off", {EVERY: 16}),
}
"""Why a call is void to how that is told, and the line that it follows by game."""


def _void(ruling: Void, setup: Setup) -> Telling:
    who = ruling.player or "Somebody"
    if not ruling.says:
        return Telling(f"{who} cannot have been the one who was not understood", EVERY, 5)
    why, lines = VOID[ruling.why]
    sentence = f"{who} called {word(ruling.says)}{why}: it does not count"
    if EVERY in lines:
        return Telling(sentence, EVERY, lines[EVERY])
    if ruling.why == "wrong-word" and setup.game == "snap" and not ruling.says.startswith("snap"):
        return Telling(sentence, "Snap", 11)
    return Telling(sentence, SECTIONS[setup.game], lines[setup.game])


REFUSED: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "finished": ("the game, or the round, is over", {EVERY: 10}),
    "out-of-turn": ("it is another player's turn", {"snap": 17, "snip-snap-snorum": 6}),
    "not-held": ("that card is not in the hand", {"snip-snap-snorum": 6}),
    "wrong-rank": ("another card is to follow", {"snip-snap-snorum": 6}),
    "must-play": ("a card that fits is in the hand", {"snip-snap-snorum": 6}),
    "no-card": ("there is no such card to come", {"animals": 18, "snap": 18}),
    "nothing-to-undo": ("there is nothing left to take back", {EVERY: 8}),
}
"""Why something is refused to how that is told, and the line that it follows by game."""


def _refused(ruling: Refused, setup: Setup) -> Telling:
    why, lines = REFUSED[ruling.why]
    sentence = f"Not done{f', {ruling.player}' if ruling.player else ''}: {why}"
    if EVERY in lines:
        return Telling(sentence, EVERY, lines[EVERY])
    return Telling(sentence, SECTIONS[setup.game], lines[setup.game])


def _undone(ruling: Undone, setup: Setup) -> Telling:
    return Telling(f"Taken back: {_telling(ruling.taken_back, setup).sentence}", EVERY, 8)


# The end.

DECIDED = {
    "all-cards": "nobody else has a card in play",
    "in-pots": "every card lies in the pots",
    "no-rank": "no rank can match again",
    "came-back": "the cards have come round to where they were",
}
"""How a game of Snap ended by itself."""


def _round_over(ruling: RoundOver, setup: Setup) -> Telling:
    won = _winners(ruling.winners, "has won", "have won", "nobody has won")
    sentence = f"The round is over, {won}; {_score(ruling.counts, ruling.tokens)}"
    if setup.game == "snip-snap-snorum":
        return Telling(sentence, SECTIONS[setup.game], 5)
    return Telling(sentence, EVERY, 19)


def _over(ruling: Over, setup: Setup) -> Telling:
    score = _score(ruling.counts, ruling.tokens)
    score += "".join(
        f", {_count(cards, 'card')} in the pot of {rank_name(rank)}s"
        for rank, cards in (ruling.pots or {}).items()
    )
    if not ruling.finished:
        return Telling(f"The game is not over; {score}", EVERY, 17)
    why = f", for {DECIDED[ruling.decided]}" if ruling.decided else ""
    won = _winners(ruling.winners, "wins", "share the victory", "nobody wins")
    lines = {"animals": 10, "snap": 9, "snip-snap-snorum": 8}
    sentence = f"The game is over{why}, and {won}; {score}"
    return Telling(sentence, SECTIONS[setup.game], lines[setup.game])


def _winners(winners: tuple[str, ...], one: str, several: str, none: str) -> str:
    if not winners:
        return none
    return f"{_and(winners)} {one if len(winners) == 1 else several}"


def _score(counts: Mapping[str, int], tokens: Mapping[str, int] | None) -> str:
    """`Anna has 2 cards, Ben 1`."""
    what, score = ("card", counts) if tokens is None else ("token", tokens)
    rows = list(score.items())
    (name, first), rest = rows[0], rows[1:]
    told = [f"{name} has {_count(first, what)}", *(f"{who} {count}" for who, count in rest)]
    return ", ".join(told)


# Words.

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_NAMES = dict(zip(RANKS, (*_NUMBERS, "jack", "queen", "king", "ace"), strict=True))
SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


def rank_name(rank: str) -> str:
    """`seven`."""
    return RANK_NAMES[rank]


def card_name(card: Card) -> str:
    """`seven of hearts`."""
    return f"{rank_name(card.rank)} of {SUIT_NAMES[card.suit]}"


def word(key: str) -> str:
    """A phrase key as something said: `"Snap pot"`, `"Seven of hearts"`."""
    if key in RANK_NAMES:
        said = RANK_NAMES[key]
    elif len(key) == 2 and key[0] in RANK_NAMES and key[1] in SUIT_NAMES:
        said = card_name(Card.parse(key))
    else:
        said = key.replace("-", " ")
    return f'"{said[:1].upper()}{said[1:]}"'


def _and(parts: Iterable[str], joint: str = "and") -> str:
    *most, last = parts
    return f"{', '.join(most)} {joint} {last}" if most else last


def _tops(names: tuple[str, ...]) -> str:
    owners = _and(f"{name}'s" for name in names)
    return f"{owners} top{'' if len(names) == 1 else 's'}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


_TELLINGS: Mapping[type[Ruling], Callable[[Any, Setup], Telling]] = {
    Dealt: _dealt,
    Turned: _turned,
    Played: _played,
    Passed: _passed,
    Cry: _cry,
    RankComplete: _rank_complete,
    Won: _won,
    Tied: _tied,
    Mistake: _mistake,
    Out: _out,
    Again: _again,
    Void: _void,
    WhoCalled: _who_called,
    Refused: _refused,
    Undone: _undone,
    RoundOver: _round_over,
    Over: _over,
}
