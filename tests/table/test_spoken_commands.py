"""Commands in real games: simulated people, the real recogniser, the simulated room."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from voicegm.caller import DEFAULT_RATE_WPM, Cache, Caller
from voicegm.cards import Card
from voicegm.games.events import Hands, read_cards
from voicegm.games.game import Setup
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.people.crowd import Habits
from voicegm.table.demo import Company, Outcome, play_demo
from voicegm.table.demo_commands import CommandCounts
from voicegm.table.opening import Wishes, make_setup
from voicegm.table.plays import PlayVerdict
from voicegm.table.seats import USUAL_PLAYERS, USUAL_TABLE, animal_seats, plain_seats
from voicegm.table.transcript import JsonTranscript
from voicegm.table.truth import Verdict

DECK = ("7H", "8C", "2S", "3D", "9H", "TC", "JS", "KD", "4H", "5C", "6S", "9D", "QH", "AC")
"""One match, the fourth card from the end."""
MATCHING = ("7H", "8C", "7S", "8D", "7C", "8S")
"""From the third card on each makes a match."""
DEAF = "While I speak I hear nobody, so let me finish first."
HANDS = ("7H 2C 9D", "7S 3C 9C", "7D 4C 9S", "7C 5C 9H")

Play = Callable[..., tuple[Outcome, CommandCounts, list[str]]]


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    caller = Caller("en", cache=Cache(tmp_path_factory.mktemp("phrases"), warn=warn), warn=warn)
    with Worker("sphinx", "en") as worker:

        def play(
            setup: Setup, *, every: int = 1, **how: Any
        ) -> tuple[Outcome, CommandCounts, list[str]]:
            """One game; gives what came of it, and what the referee said."""
            out = io.StringIO()
            outcome = play_demo(
                setup,
                seed=7,
                worker=worker,
                caller=caller,
                transcript=JsonTranscript(out),
                company=Company(commands=every, habits=Habits(talk=0.0)),
                **how,
            )
            assert caller.rate_wpm == DEFAULT_RATE_WPM, "the next game is spoken as quickly"
            rows = map(json.loads, out.getvalue().splitlines())
            return outcome, outcome.commands, [row["said"] for row in rows if "said" in row]

        yield play
    caller.close()


def animals(deck: tuple[str, ...], **wishes: Any) -> Setup:
    seats = animal_seats(USUAL_TABLE, load("en"))
    setup = make_setup(Wishes(game="animals", seats=seats, seed=7, **wishes))
    return replace(setup, deck=tuple(map(Card.parse, deck)))


def test_commands_are_heard_and_no_calls(play: Play) -> None:
    outcome, counts, said = play(animals(DECK))
    assert counts.said >= 10
    assert counts.right >= counts.said - 1
    assert counts.wrong == counts.unasked == 0
    assert counts.slow_ms is not None
    assert counts.slow_ms < 1_000
    assert outcome.heard_without_call == 0
    assert not {Verdict.WRONG, Verdict.INVENTED} & set(outcome.verdicts)
    assert any(text.startswith("The game is paused") for text in said)
    assert "On we go." in said
    assert said.count(DEAF) == 1  # "help" tells it


def test_commands_over_the_voice_are_heard_where_its_echo_is_taken_away(play: Play) -> None:
    outcome, counts, said = play(animals(DECK[:8], at_once=True), full_duplex=True)
    assert counts.over >= 3
    assert counts.over_right >= counts.over - 1
    assert counts.wrong == counts.covered == counts.unasked == 0
    assert counts.slow_ms is not None
    assert counts.slow_ms < 1_000
    assert outcome.heard_without_call == 0
    assert DEAF not in said
    assert sum(" of " in text and "(" in text for text in said) == len(DECK[:8])


def test_commands_while_others_call_are_heard_on_microphones_of_their_own(play: Play) -> None:
    outcome, counts, _ = play(animals(MATCHING, microphone_each=True))
    assert counts.said >= 4
    assert counts.right >= counts.said - 1
    assert outcome.heard_without_call == 0
    assert Verdict.RIGHT in outcome.verdicts
    assert not {Verdict.WRONG, Verdict.INVENTED, Verdict.MISSED} & set(outcome.verdicts)


def test_a_command_in_place_of_a_cry_is_answered_and_costs_nothing(play: Play) -> None:
    """And the player has as much time as before."""
    setup = make_setup(Wishes("snip-snap-snorum", plain_seats(USUAL_PLAYERS, 12), seed=7))
    held = tuple(
        (player.name, tuple(read_cards(hand.split())))
        for player, hand in zip(setup.players, HANDS, strict=True)
    )
    outcome, counts, said = play(replace(setup, seed=None, hands=Hands(held)), every=2)
    assert counts.said >= 3
    assert counts.right >= counts.said - 1
    assert counts.wrong == counts.unasked == 0
    heard = (PlayVerdict.RIGHT, PlayVerdict.ASKED, PlayVerdict.FORGOTTEN)
    assert set(outcome.verdicts) <= set(heard)
    assert not [text for text in said if text.startswith("I did not")]
