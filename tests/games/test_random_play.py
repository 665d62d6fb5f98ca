"""Whatever happens at the table: no card is lost, replay equals play, nothing raises."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import playing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import ANIMALS, setup

from voicegm.cards import full_pack
from voicegm.games import by_name, read_setup
from voicegm.games.game import Call, Caller, Deal, End, Round, SetupError, Undo
from voicegm.games.noises import NOISES

GAME = by_name("animals")
PEOPLE = list(ANIMALS)[:5]
WORDS = [*list(ANIMALS.values())[:6], "meow", "hoot", "yip", "snap", "7"]

HAPPENINGS = {
    "deal": 30,
    "call": 40,
    "caller": 10,
    "cue": 3,
    "unclear": 5,
    "undo": 3,
    "call-off": 2,
    "option": 2,
    "leave": 1,
    "round": 1,
}
"""How often each comes."""

GAPS = [0, 0, 20, 60, 61, 300, 1000, 2000]

CHOICES = {
    "tie_ms": [0, 60, 250],
    "start": ["at-once", "at-once", "at-once", "after-cue"],
    "race": [True, True, True, False],
    "head_start_ms": [{}, {}, {"Anna": 100}, {"Anna": 100, "Ben": 500}],
    "chain": [False, True],
    "expire": ["covered", "covered", "next-card"],
    "one_try": [False, False, True],
    "responses": ["names", "names", "noises"],
}


def happening(luck: Random, name: str, people: list[str], words: list[str]) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if name == "call":
        more = {"by": luck.choice([*people, *[None] * len(people)]), "says": luck.choice(words)}
        if luck.random() < 0.3:
            more["confidence"] = luck.choice([0.3, 0.9])
        if luck.random() < 0.1:
            more["presume"] = False
    elif name in ("caller", "leave"):
        more = {"by": luck.choice(people if name == "leave" else [*people, None])}
    elif name == "option":
        option = luck.choice([option for option in CHOICES if option != "responses"])
        more = {"name": option, "value": luck.choice(CHOICES[option])}
    elif name == "round":
        more = {"dealer": luck.choice(people), "deck": few_cards(luck)}
    return {"event": name, **more}


def few_cards(luck: Random) -> list[str]:
    """A pack of few ranks, so that there is a lot to win."""
    cards = [str(card) for card in full_pack() if card.rank in "789"]
    luck.shuffle(cards)
    return cards


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A set-up line and event lines in order of time.

    Drawn from a seed and not piece by piece: games have to be long to be interesting.
    """
    luck = Random(draw(st.integers(0, 1 << 32)))
    people = PEOPLE[: luck.randint(2, 5)]
    chosen = {name: luck.choice(values) for name, values in CHOICES.items()}
    chosen["head_start_ms"] = {
        name: time for name, time in chosen["head_start_ms"].items() if name in people
    }
    line = setup(" ".join(few_cards(luck)), len(people), options=chosen)
    animals = [ANIMALS[name] for name in people]
    right = animals if chosen["responses"] == "names" else [NOISES[animal] for animal in animals]
    words = [*right * 5, *WORDS]
    at = 0
    events = []
    for name in luck.choices(
        list(HAPPENINGS), list(HAPPENINGS.values()), k=draw(st.integers(0, 80))
    ):
        at += luck.choice(GAPS)
        events.append({"at": at, **happening(luck, name, people, words)})
        if name == "deal" and luck.random() < 0.7:
            events.append({"at": at, "event": "cue"})
    if luck.random() < 0.5:
        events += [{"at": at + 30, "event": "end"}, {"at": at + 90, "event": "undo"}]
    return line, events


def read(line, events):
    return playing.read(GAME, line, events)


def play(known, events, moments=()):
    return playing.play(GAME, known, events, moments)


@given(games())
@settings(max_examples=300, deadline=None)
def test_no_card_is_lost_or_doubled(game):
    known, events = read(*game)
    states, _ = play(known, events)
    for state in states:
        table = state.table
        cards = [card for pile in table.piles for card in pile]
        assert table.deck is not None
        assert sorted(map(str, cards)) == sorted(map(str, table.deck[: table.dealt]))
        assert sum(GAME.counts(table).values()) == table.dealt


@given(games())
@settings(max_examples=300, deadline=None)
def test_replay_equals_play(game):
    line, events = game
    known, read_events = read(line, events)
    playing.check_replay_equals_play(GAME, known, read_events)


@given(games(), st.lists(st.integers(0, 60_000), max_size=20))
@settings(max_examples=300, deadline=None)
def test_settling_between_events_changes_nothing(game, moments):
    known, events = read(*game)
    inside = [moment for moment in moments if not events or moment <= events[-1].at]
    assert play(known, events, inside)[1] == play(known, events)[1]


@given(games())
@settings(max_examples=300, deadline=None)
def test_rulings_come_in_the_order_of_their_times_and_are_known_ones(game):
    known, events = read(*game)
    playing.check_rulings(play(known, events)[1])


@given(games())
@settings(max_examples=200, deadline=None)
def test_every_call_is_ruled_on_once_the_game_is_over(game):
    """A call wins, ties or is void, or was one of those whom a tie for all has taken in."""
    line, events = game
    last = events[-1]["at"] if events else 0
    known, read_events = read(line, [*events, {"at": last + 1, "event": "end"}])
    states, _ = play(known, read_events)
    assert not states[-1].queue and states[-1].doubt is None


@given(games())
@settings(max_examples=200, deadline=None)
def test_undoing_everything_gives_every_card_back_to_whom_it_was_dealt(game):
    known, events = read(*game)
    quiet = [event for event in events if not isinstance(event, (Round, End))]
    last = quiet[-1].at if quiet else 0
    undoing = [Undo(last + 10_000 + at) for at in range(len(quiet) + 1)]
    close = [Caller(last + 5000, None)] * 20
    states, _ = play(known, [*quiet, *close, *undoing])
    dealt = [event for event in quiet if isinstance(event, Deal)]
    quiet_states, _ = play(known, [event for event in quiet if not isinstance(event, (Call,))])
    assert states[-1].table.history == ()
    assert GAME.counts(states[-1].table) == GAME.counts(quiet_states[-1].table), dealt


@given(games())
@settings(max_examples=100, deadline=None)
def test_a_view_is_plain_json_and_agrees_with_what_counts(game):
    known, events = read(*game)
    for state in play(known, events)[0]:
        view = GAME.view(state)
        line = view.to_json()
        assert json.loads(json.dumps(line)).keys() == line.keys()
        words = {word for group in view.groups for word in group.responses}
        assert GAME.expected(state, state.now) <= words
        assert {player.name: player.cards for player in view.players} == GAME.counts(state.table)


@given(games())
@settings(max_examples=100, deadline=None)
def test_what_is_expected_wins_and_nothing_else_does(game):
    """Each word that counts can win or is asked about, by somebody; no other word can."""
    known, events = read(*game)
    for state in play(known, [event for event in events if not isinstance(event, End)])[0]:
        if state.queue or state.doubt or not state.table.options.race:
            continue
        if state.table.options.head_start_ms or state.table.options.one_try:
            continue
        at = state.now + 1
        expected = GAME.expected(state, at)
        counting = {word for word in WORDS if _counts(state, at, word)}
        assert counting == expected & set(WORDS)


def _counts(state, at, word):
    callers = [*state.table.setup.names, None]
    for by in callers:
        step = GAME.finish(GAME.step(state, Call(at, by, word)).state)
        first = GAME.step(state, Call(at, by, word)).rulings
        if any(ruling.kind in ("won", "who-called") for ruling in (*first, *step.rulings)):
            return True
    return False


def test_the_order_of_the_file_decides_at_equal_times():
    known = read_setup(setup("7H 7S", 2))
    win = [Deal(0), Deal(0), Call(0, "Anna", "owl"), End(0)]
    early = [Call(0, "Anna", "owl"), Deal(0), Deal(0), End(0)]
    assert [ruling.kind for ruling in play(known, win)[1]] == ["dealt", "dealt", "won", "over"]
    assert [ruling.kind for ruling in play(known, early)[1]] == ["void", "dealt", "dealt", "over"]


# Counting all there is.


def outcomes(deck, players, says, depth_calls):
    """How many different ends a deck has when after each card one of some calls comes, or none.

    The perft of this game: every path is played, so a rule that changes changes the count.
    """
    known = read_setup(setup(deck, players))
    paths = [GAME.start(known).state]
    at = 0
    for _ in deck.split():
        at += 1000
        paths = [GAME.step(state, Deal(at)).state for state in paths]
        for nth in range(depth_calls):
            moment = at + 100 * (nth + 1)
            paths += [
                GAME.step(state, Call(moment, by, word)).state
                for state in paths
                for by, word in says
            ]
    ends = [GAME.step(state, End(at + 900)).state for state in paths]
    return len(ends), len({tuple(GAME.outcome(state).counts.items()) for state in ends})


@pytest.mark.parametrize(
    ("deck", "players", "expected"),
    [
        ("7H 7S", 2, (9, 3)),
        ("7H 7S 7C", 3, (343, 10)),
        ("7H 2S 7C 2D", 2, (81, 1)),
        ("7H 7S 7C 7D", 2, (81, 5)),
    ],
)
def test_all_ends_of_a_tiny_deck(deck, players, expected):
    animals = list(ANIMALS.items())[:players]
    says = [(by, animal) for by, _ in animals for name, animal in animals if name != by]
    assert outcomes(deck, players, says, 1) == expected


def test_a_set_up_that_was_changed_is_checked_again():
    with pytest.raises(SetupError, match="none of"):
        GAME.start(replace(read_setup(setup("7H", 2)), dealer="Zoe"))
