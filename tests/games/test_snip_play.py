"""Snip Snap Snorum at random: nothing is lost, every round can end, replay equals play."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicegm.cards import full_pack
from voicegm.games import by_name, read_setup
from voicegm.games.events import event_from_json
from voicegm.games.game import Play, Undo
from voicegm.games.replay import read_journal, replay
from voicegm.games.rulings import WHY_REFUSED, WHY_VOID, Over
from voicegm.games.snip_table import FOLLOWS

GAME = by_name("snip-snap-snorum")
PEOPLE = ["Anna", "Ben", "Vera", "Greg", "Mia"]
WORDS = ["snip", "snap", "snorum", "snorem", "coventry-1", "coventry-2", "pass", "fox"]

HAPPENINGS = {
    "play": 8,
    "good play": 60,
    "pass": 8,
    "call": 6,
    "undo": 3,
    "round": 2,
    "leave": 1,
    "option": 2,
    "unclear": 1,
    "cue": 1,
    "end": 0.3,
}
"""How often each comes; a good play is one that the rules let happen."""

CHOICES: dict[str, list[Any]] = {
    "cries": ["snip", "snip", "coventry", "silent"],
    "match": ["rank", "rank", "suit"],
    "deck_size": [52, 32, 24],
    "missed_cry": ["ignore", "take_back", "penalty_card", "token"],
    "scoring": ["tokens", "tokens", "simple"],
    "tokens": [1, 3, 20],
    "pass_penalty": [False, True],
    "ante": [False, True],
    "finish": ["agreed", "elimination"],
    "several_at_once": [False, True],
    "auto_pass": [True, True, False],
}
FIXED = ("match", "deck_size", "scoring", "tokens")
SAFE = {"missed_cry": "take_back", "pass_penalty": False, "ante": False, "finish": "agreed"}
"""What the options that move tokens are where none are played for."""


class Dealer:
    """Makes up a game, event by event, looking at the table as a player would."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.people = PEOPLE[: luck.randint(3, 5)]
        chosen = {name: luck.choice(values) for name, values in CHOICES.items()}
        if chosen["scoring"] == "simple":
            chosen.update(SAFE)
        self.line: dict[str, Any] = {
            "voicegm": 1,
            "game": "snip-snap-snorum",
            "players": [{"name": name} for name in self.people],
            "dealer": luck.choice(self.people),
            **self.cards(),
            "options": chosen,
        }
        self.setup = read_setup(self.line)
        self.at = 0
        self.state = GAME.start(self.setup).state
        self.lines: list[dict[str, Any]] = []

    def cards(self, real: bool = True) -> dict[str, Any]:
        """A few cards of few ranks, so that rounds end; or hands, a seed, or real cards."""
        pack = [str(card) for card in full_pack() if card.rank in "789T"]
        self.luck.shuffle(pack)
        kind = self.luck.choice(["deck", "hands", "seed", "real" if real else "deck"])
        if kind == "real":
            return {"deck": None, "deck_mode": "table"}
        if kind == "seed":
            return {"seed": self.luck.randrange(1000)}
        if kind == "deck":
            return {"deck": pack[: self.luck.randint(3, 16)]}
        cut = sorted(self.luck.randint(0, 10) for _ in self.people)
        starts = [0, *cut[:-1]]
        return {
            "hands": {
                name: pack[start:end]
                for name, start, end in zip(self.people, starts, cut, strict=True)
            }
        }

    def happen(self, name: str) -> None:
        line = {"event": name, **self.more(name)}
        if name == "good play":
            line = self.good_play()
        self.at += self.luck.choice([0, 500, 2000])
        line = {"at": self.at, **line}
        event = event_from_json(line, GAME.events, self.setup.names)
        event = GAME.check_event(self.setup, event)
        self.state = GAME.step(self.state, event).state
        self.lines.append(line)
        if name == "round":
            self.setup = self.setup.in_round(event)

    def more(self, name: str) -> dict[str, Any]:
        """What an event of that name says besides."""
        luck = self.luck
        someone = luck.choice(self.people)
        pack = sorted(map(str, self.state.sitting.pack))
        if name == "play" and pack:
            says = luck.choice([*WORDS, None])
            return {"by": someone, "card": luck.choice(pack), "says": says}
        if name == "call":
            return {"by": luck.choice([someone, None]), "says": luck.choice(WORDS)}
        if name == "option":
            for_tokens = self.line["options"]["scoring"] == "tokens"
            free = [option for option in CHOICES if option not in FIXED]
            option = luck.choice([each for each in free if for_tokens or each not in SAFE])
            return {"name": option, "value": luck.choice(CHOICES[option])}
        if name == "round":
            return {**self.cards(real=False), **luck.choice([{}, {"dealer": someone}])}
        return {"event": "pass" if name == "play" else name, "by": someone}

    def good_play(self) -> dict[str, Any]:
        """What the player in turn may do, mostly with the right word."""
        sitting, board = self.state.sitting, self.state.board
        if board.turn is None:
            return {"event": "unclear"}
        by = sitting.setup.names[board.turn]
        cards = legal(self.state)
        if not cards or (board.hidden[board.turn] and board.run and self.luck.random() < 0.5):
            return {"event": "pass", "by": by}
        cry = sitting.options.cry(len(board.run) + 1)
        says = self.luck.choice([cry, cry, cry, None, "fox"])
        return {"event": "play", "by": by, "card": str(self.luck.choice(cards)), "says": says}


def legal(state):
    """The cards that the player in turn may play, known ones and others with real cards."""
    board = state.board
    held = set(board.hands[board.turn])
    if board.hidden[board.turn]:
        held |= board.unseen
    if board.run:
        held &= FOLLOWS[state.sitting.options.match][board.run[-1][1]]
    return sorted(held, key=str)


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A set-up line and event lines; from a seed, for games have to be long to be interesting."""
    luck = Random(draw(st.integers(0, 1 << 32)))
    dealer = Dealer(luck)
    count = draw(st.integers(0, 90))
    for name in luck.choices(list(HAPPENINGS), list(HAPPENINGS.values()), k=count):
        dealer.happen(name)
    return dealer.line, dealer.lines


def read(line, events):
    known = read_setup(line)
    return known, [event_from_json(event, GAME.events, known.names) for event in events]


def play(known, events):
    """Every state and ruling of a game."""
    step = GAME.start(known)
    states, rulings = [step.state], list(step.rulings)
    for event in events:
        step = GAME.step(step.state, event)
        states.append(step.state)
        rulings += step.rulings
    return states, rulings


def without_over(rulings):
    return [ruling for ruling in rulings if not isinstance(ruling, Over)]


def cards_on(state):
    board = state.board
    known = [card for hand in board.hands for card in hand]
    known += [card for cards in board.aside for card in cards]
    return [*known, *(card for _, card in board.run), *board.unseen]


@given(games())
@settings(max_examples=200, deadline=None)
def test_no_card_is_lost_or_doubled(game):
    for state in play(*read(*game))[0]:
        cards = cards_on(state)
        assert len(cards) == len(set(cards))
        assert set(cards) == state.sitting.pack
        assert sum(state.board.hidden) == len(state.board.unseen)


@given(games())
@settings(max_examples=200, deadline=None)
def test_no_token_is_lost_or_made(game):
    states, rulings = play(*read(*game))
    total = sum(states[0].board.tokens) + states[0].board.pot
    for state in states:
        assert min(state.board.tokens) >= 0 and state.board.pot >= 0
        assert sum(state.board.tokens) + state.board.pot == total
    for ruling in rulings:
        line = ruling.to_json()
        if "tokens" in line:
            assert sum(line["tokens"].values()) + line.get("token_pot", 0) == total


@given(games())
@settings(max_examples=200, deadline=None)
def test_replay_equals_play(game):
    known, events = read(*game)
    states, rulings = play(known, events)
    written = [json.dumps(known.to_json()) + "\n"]
    written += [json.dumps(event.to_json()) + "\n" for event in events]
    journal = read_journal(written)
    assert journal.fault is None
    assert journal.events == tuple(events)
    replayed = list(replay(journal))
    assert replayed[:-1] == without_over(rulings)
    assert replayed[-1] == GAME.outcome(states[-1])


@given(games())
@settings(max_examples=200, deadline=None)
def test_rulings_come_in_the_order_of_their_times_and_are_known_ones(game):
    rulings = without_over(play(*read(*game))[1])
    assert [ruling.at for ruling in rulings] == sorted(ruling.at for ruling in rulings)
    for ruling in rulings:
        line = ruling.to_json()
        assert json.loads(json.dumps(line)) == line
        if line["ruling"] == "void":
            assert line["why"] in WHY_VOID
        if line["ruling"] == "refused":
            assert line["why"] in WHY_REFUSED
        if line["ruling"] == "cry":
            assert line["result"] in ("right", "missed", "ignored")


@given(games())
@settings(max_examples=200, deadline=None)
def test_a_round_can_always_be_played_to_its_end(game):
    """Whoever is in turn plays what they may, rightly said, or passes: somebody wins."""
    state = play(*read(*game))[0][-1]
    if state.ended_at is not None or not state.sitting.seats:
        return
    names = state.sitting.setup.names
    left = 4 * sum(map(state.board.held, state.sitting.seats)) * len(names) + 100
    while state.board.winner is None:
        left -= 1
        assert left > 0, "this round never ends"
        cards = legal(state)
        by = names[state.board.turn]
        line = {"at": state.now, "event": "pass", "by": by}
        if cards:
            says = state.sitting.options.cry(len(state.board.run) + 1)
            line |= {"event": "play", "card": str(cards[0]), "says": says}
        step = GAME.step(state, event_from_json(line, GAME.events, names))
        assert step.rulings[0].kind in ("played", "passed"), step.rulings
        state = step.state


@given(games())
@settings(max_examples=200, deadline=None)
def test_what_the_rules_let_happen_is_what_the_player_in_turn_may_play(game):
    """No other card is let on the table, and each refusal leaves the board as it was."""
    state = play(*read(*game))[0][-1]
    if state.board.turn is None or state.ended_at is not None:
        return
    by = state.sitting.setup.names[state.board.turn]
    accepted = []
    for card in state.sitting.pack:
        step = GAME.step(state, Play(state.now, by, card, None))
        if step.rulings[0].kind == "played":
            accepted.append(card)
        else:
            assert step.state.board == state.board
    assert sorted(accepted, key=str) == legal(state)


@given(games())
@settings(max_examples=200, deadline=None)
def test_undoing_everything_goes_back_to_the_deal(game):
    """Apart from those who have left meanwhile, and from settings."""
    known, events = read(*game)
    quiet = [event for event in events if event.kind not in ("leave", "option", "round", "end")]
    state = play(known, quiet)[0][-1]
    for _ in quiet:
        state = GAME.step(state, Undo(state.now)).state
    assert state.board == GAME.start(known).state.board


@given(games())
@settings(max_examples=100, deadline=None)
def test_a_view_is_plain_json_and_shows_no_hand(game):
    for state in play(*read(*game))[0]:
        view = GAME.view(state)
        line = view.to_json()
        assert json.loads(json.dumps(line)).keys() == line.keys()
        hidden = {str(card) for hand in state.board.hands for card in hand}
        assert not any(f"'{card}'" in str(line) for card in hidden)
        expected = GAME.expected(state, state.now)
        assert view.run.cry is None or view.run.cry in expected or view.finished


# Counting all there is.


def ends(state, at=0):
    """How every line of legal plays ends, who won and what is left: the perft of this game."""
    if state.board.winner is not None:
        return [tuple(GAME.outcome(state).counts.items())]
    says = state.sitting.options.cry(len(state.board.run) + 1)
    found = []
    for name, hand in zip(state.sitting.setup.names, state.board.hands, strict=True):
        for card in sorted(hand, key=str):
            step = GAME.step(state, Play(at, name, card, says))
            if step.rulings[0].kind == "played":
                found += ends(step.state, at + 1)
    return found


@pytest.mark.parametrize(
    ("hands", "options", "expected"),
    [
        ("7C 8C / 7D 8D / 7H 8H", {}, (2, 1)),
        ("7C 8C / 7D 9D / 7H 9H", {}, (2, 2)),
        ("7C 7D 8C / 7H 8D 9D / 7S 8H 9H", {}, (5, 3)),
        ("7C 7D 8C 8D / 7H 7S 9D / 8H 8S 9H", {}, (8, 2)),
        ("7C 7D 8C 8D / 7H 7S 9D / 8H 8S 9H", {"several_at_once": True}, (96, 7)),
        ("7C 8D 9H / 8C 9D 7H / 9C 7D 8H", {"match": "suit"}, (11, 7)),
        ("AC 3D KH / 2C AD QH / 3C 2D JH", {"match": "suit"}, (8, 5)),
    ],
)
def test_all_ends_of_a_few_cards(hands, options, expected):
    people = PEOPLE[:3]
    held = dict(zip(people, (hand.split() for hand in hands.split("/")), strict=True))
    line = {
        "voicegm": 1,
        "game": "snip-snap-snorum",
        "players": [{"name": name} for name in people],
        "dealer": people[-1],
        "hands": held,
        "options": options,
    }
    found = ends(GAME.start(read_setup(line)).state)
    assert (len(found), len(set(found))) == expected
