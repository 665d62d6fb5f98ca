"""Snap at random: no card is lost, games end, replay equals play, nothing raises."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import playing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import snap

from voicegm.cards import full_pack
from voicegm.games import by_name, read_setup
from voicegm.games.game import Call, Caller, Correct, End, Round, Turn, Undo
from voicegm.games.rulings import HOW_DECIDED, Over

GAME = by_name("snap")
PEOPLE = ["Anna", "Ben", "Cara", "Dan", "Eve"]
WORDS = ["snap", "snap", "snap", "snap-pot", "snap-pot", "fox"]
PACK = [str(card) for card in full_pack() if card.rank in "789T"]

HAPPENINGS = {
    "turn": 40,
    "call": 40,
    "caller": 10,
    "cue": 3,
    "unclear": 4,
    "undo": 4,
    "call-off": 2,
    "option": 2,
    "leave": 1,
    "round": 1,
    "correct": 3,
    "end": 0.2,
}
"""How often each comes."""

GAPS = [0, 0, 20, 60, 61, 300, 1000, 2000]

CHOICES: dict[str, list[Any]] = {
    "tie_ms": [0, 60, 250],
    "start": ["at-once", "at-once", "at-once", "after-cue"],
    "race": [True, True, True, False],
    "head_start_ms": [{}, {}, {"Anna": 100}, {"Anna": 100, "Ben": 500}],
    "several": ["all", "nearest"],
    "pots": ["separate", "merge"],
    "strict": [False, True],
    "penalty": ["card", "card", "none"],
    "beaten_ms": [0, 500, 1500],
    "call_back_in": [False, True],
    "tap_card": [False, False, False, True],
}


def cards(luck: Random, people: list[str], kinds: list[str]) -> dict[str, Any]:
    """A deck, hands or a seed of few ranks, so that there is a lot to win; or real cards."""
    pack = luck.sample(PACK, luck.randint(2, len(PACK)))
    kind = luck.choice(kinds)
    if kind == "seed":
        return {"seed": luck.randrange(1000)}
    if kind == "deck":
        return {"deck": pack}
    if kind == "real":
        return {"deck": None}
    return {"hands": {name: pack[place :: len(people)] for place, name in enumerate(people)}}


def happening(luck: Random, name: str, people: list[str], real: bool) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if name == "turn":
        more = {"by": luck.choice(people)} if luck.random() < 0.05 else {}
        more |= {"card": luck.choice(PACK)} if real else {}
    elif name == "correct":
        more = {"card": luck.choice(PACK)}
    elif name == "call":
        more = {"by": luck.choice([*people, *people, None]), "says": luck.choice(WORDS)}
        if luck.random() < 0.3:
            more["confidence"] = luck.choice([0.3, 0.9])
        if luck.random() < 0.4:
            more["via"] = luck.choice(["voice", "tap", "key"])
    elif name in ("caller", "leave"):
        more = {"by": luck.choice(people if name == "leave" else [*people, None])}
    elif name == "option":
        option = luck.choice(list(CHOICES))
        more = {"name": option, "value": luck.choice(CHOICES[option])}
        if option == "head_start_ms":
            more["value"] = {who: time for who, time in more["value"].items() if who in people}
    elif name == "round":
        more = {} if real else cards(luck, people, ["deck", "hands", "seed"])
        more |= {"dealer": luck.choice(people)} if luck.random() < 0.5 else {}
    return {"event": name, **more}


@st.composite
def games(draw: st.DrawFn, real: bool | None = None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A set-up line and event lines in order of time.

    Drawn from a seed and not piece by piece: games have to be long to be interesting.
    """
    luck = Random(draw(st.integers(0, 1 << 32)))
    people = PEOPLE[: luck.randint(2, 5)]
    chosen = {name: luck.choice(values) for name, values in CHOICES.items()}
    chosen["head_start_ms"] = {
        name: time for name, time in chosen["head_start_ms"].items() if name in people
    }
    real = luck.random() < 0.3 if real is None else real
    dealt = cards(luck, people, ["real"] if real else ["deck", "hands", "hands", "seed"])
    line = {**snap(names=people, options=chosen), **dealt}
    at = 0
    events = []
    names = [name for name in HAPPENINGS if real or name != "correct"]
    weights = [HAPPENINGS[name] for name in names]
    for name in luck.choices(names, weights, k=draw(st.integers(0, 120))):
        at += luck.choice(GAPS)
        events.append({"at": at, **happening(luck, name, people, real)})
        if name == "turn" and luck.random() < 0.7:
            events.append({"at": at, "event": "cue"})
    return line, events


def read(game):
    return playing.read(GAME, *game)


def play(known, events, moments=()):
    return playing.play(GAME, known, events, moments)


def lying(table):
    """All cards of a table, None for each that is unknown."""
    return [card for pile in (*table.down, *table.up, *table.pots) for card in pile]


def pile_of(table):
    return table.down, table.up, table.pots


def holders(table):
    """Seats of those who are here and have cards."""
    return [
        seat
        for seat in range(len(table.up))
        if seat not in table.gone and (table.up[seat] or table.down[seat])
    ]


@given(games())
@settings(max_examples=400, deadline=None)
def test_no_card_is_lost_or_doubled(game):
    states, _ = play(*read(game))
    first = states[0].table
    for state in states:
        table = state.table
        if table.round != first.round:
            first = table
        seen = [card for card in lying(table) if card is not None]
        assert len(seen) == len(set(seen))
        assert len(lying(table)) == len(lying(first))
        if not table.real:
            assert set(lying(table)) == set(lying(first))
        assert all(table.pots)
        over = GAME.outcome(state)
        assert sum(over.counts.values()) + sum(over.pots.values()) == len(lying(first))


@given(games())
@settings(max_examples=300, deadline=None)
def test_replay_equals_play(game):
    playing.check_replay_equals_play(GAME, *read(game))


@given(games(), st.lists(st.integers(0, 60_000), max_size=20))
@settings(max_examples=300, deadline=None)
def test_settling_between_events_changes_nothing(game, moments):
    known, events = read(game)
    inside = [moment for moment in moments if not events or moment <= events[-1].at]
    assert play(known, events, inside)[1] == play(known, events)[1]


@given(games())
@settings(max_examples=300, deadline=None)
def test_rulings_come_in_the_order_of_their_times_and_are_known_ones(game):
    playing.check_rulings(play(*read(game))[1])


@given(games())
@settings(max_examples=200, deadline=None)
def test_nothing_waits_once_the_game_is_over(game):
    line, events = game
    last = events[-1]["at"] if events else 0
    states, _ = play(*read((line, [*events, {"at": last + 1, "event": "end"}])))
    assert not states[-1].queue and not states[-1].held and states[-1].doubt is None


@given(games())
@settings(max_examples=200, deadline=None)
def test_a_mistake_never_costs_twice_for_one_card(game):
    states, _ = play(*read(game))
    for state in states:
        history = [(taken.match, taken.ruling) for taken in state.table.history]
        mistakes = [(match, told.player) for match, told in history if told.kind == "mistake"]
        assert len(mistakes) == len(set(mistakes))


@given(games())
@settings(max_examples=300, deadline=None)
def test_undo_at_once_puts_everything_back(game):
    known, events = read(game)
    states, _ = play(known, events)
    for event, (before, state) in zip(events, pairwise(states), strict=False):
        old, table = before.table, state.table
        same_card = (old.exposures, old.round, old.gone) == (
            table.exposures,
            table.round,
            table.gone,
        )
        mended = any(isinstance(each, Correct) for each in (event, *before.queue))
        if same_card and not mended and table.history[:-1] == old.history != table.history:
            undone, ruling = GAME.undo(table, Undo(state.now))
            assert ruling.kind == "undone"
            assert pile_of(undone) == pile_of(old)
            stopped = table.decided is None or len(holders(old)) < 2
            assert stopped or undone.ended_at == old.ended_at


@given(games())
@settings(max_examples=200, deadline=None)
def test_everything_can_be_undone(game):
    known, events = read(game)
    quiet = [event for event in events if not isinstance(event, (Round, End))]
    last = (quiet[-1].at if quiet else 0) + 5000
    close = [Caller(last, None)] * 40
    undoing = [Undo(last + 5000 + at) for at in range(len(quiet) + 1)]
    states, _ = play(known, [*quiet, *close, *undoing])
    assert states[-1].table.history == ()
    assert states[-1].table.pots == ()


@given(games())
@settings(max_examples=200, deadline=None)
def test_a_refusal_changes_nothing(game):
    known, events = read(game)
    state = GAME.start(known).state
    for event in events:
        step = GAME.step(state, event)
        alone = not state.queue and state.doubt is None
        if alone and [ruling.kind for ruling in step.rulings] == ["refused"]:
            assert step.state.table == state.table
        state = step.state


@given(games())
@settings(max_examples=200, deadline=None)
def test_an_end_is_one_of_those_there_are(game):
    known, events = read(game)
    states, rulings = play(known, [event for event in events if not isinstance(event, End)])
    for ruling in rulings:
        if isinstance(ruling, Over):
            assert ruling.decided in HOW_DECIDED
            assert ruling.winners or len(states[-1].table.gone) == len(known.players)
    for state in states:
        table = state.table
        assert (table.ended_at is None) == (table.decided is None)


@given(st.integers(0, 1 << 32))
@settings(max_examples=100, deadline=None)
def test_a_game_ends_when_the_richest_calls_every_match(seed):
    """Or turning alone comes back to where it was, and the referee says so."""
    luck = Random(seed)
    people = PEOPLE[: luck.randint(2, 4)]
    pack = luck.sample(PACK, luck.randint(2, 10))
    options = {name: luck.choice(CHOICES[name]) for name in ("several", "pots")}
    step = GAME.start(read_setup({**snap(names=people, options=options), "deck": pack}))
    for at in range(0, 10_000_000, 1000):
        step = GAME.step(step.state, Turn(at, None, None))
        match = GAME.view(step.state).groups
        if match:
            counts = GAME.counts(step.state.table)
            richest = max(counts, key=counts.__getitem__)
            call = Call(at + 1, richest, match[0].responses[0])
            step = GAME.settle(GAME.step(step.state, call).state, at + 500)
        if step.state.table.ended_at is not None:
            return
    raise AssertionError("this game never ends")


@given(games())
@settings(max_examples=100, deadline=None)
def test_a_view_is_plain_json_and_shows_no_card_that_lies_face_down(game):
    for state in play(*read(game))[0]:
        view = GAME.view(state)
        line = view.to_json()
        assert json.loads(json.dumps(line)).keys() == line.keys()
        down = {str(card) for pile in state.table.down for card in pile if card is not None}
        shown = {player.top for player in view.players} | {pot.top for pot in view.pots}
        assert not down & shown
        assert {player.name: player.cards for player in view.players} == GAME.counts(state.table)
        words = {word for group in view.groups for word in group.responses}
        open_now = GAME.expected(state, 1 << 40)
        assert words <= open_now or view.waits_for_cue or not open_now


# Counting all there is.


def outcomes(hands, turns, calls):
    """How many ways there are through some turns with one of `calls`, or none, after each.

    And how many different ends they have: piles, pots, and whether the game is over. The perft
    of this game: a rule that changes changes the counts.
    """
    known = read_setup(snap(hands))
    paths = [GAME.start(known).state]
    at = 0
    for _ in range(turns):
        at += 5000
        paths = [GAME.step(state, Turn(at, None, None)).state for state in paths]
        after = list(paths)
        for together in calls:
            made = paths
            for by, says in together:
                made = [GAME.step(state, Call(at + 500, by, says)).state for state in made]
            after += made
        paths = [GAME.settle(state, at + 2000).state for state in after]
    return len(paths), len({(pile_of(state.table), state.table.decided) for state in paths})


ONE = [[(by, says)] for by in ("Anna", "Ben") for says in ("snap", "snap-pot")]
TIE = [[("Anna", "snap"), ("Ben", "snap")], [("Anna", "snap-pot"), ("Ben", "snap-pot")]]


@pytest.mark.parametrize(
    ("hands", "turns", "calls", "expected"),
    [
        ({"Anna": "7H", "Ben": "7S"}, 2, ONE, (25, 4)),
        ({"Anna": "7H 2C", "Ben": "7S 3D"}, 3, ONE, (125, 18)),
        ({"Anna": "7H 7C", "Ben": "7S 3D"}, 3, [*ONE, *TIE], (343, 29)),
        ({"Anna": "7H 2C 7C", "Ben": "7S 2D 7D"}, 5, [*ONE[:1], *ONE[3:], *TIE], (3125, 258)),
        ({"Anna": "7H 2C", "Ben": "2S 7S", "Cara": "7D 9C"}, 4, [*ONE[:3:2], TIE[0]], (256, 111)),
    ],
)
def test_all_ends_of_a_few_cards(hands, turns, calls, expected):
    assert outcomes(hands, turns, calls) == expected
