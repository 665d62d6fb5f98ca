"""Commands in a real game: simulated people, the real recogniser, one microphone."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

from voicegm.caller import Cache, Caller
from voicegm.cards import Card
from voicegm.cli import run
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.table.demo import Company, play_demo
from voicegm.table.opening import Wishes, make_setup
from voicegm.table.seats import USUAL_TABLE, animal_seats
from voicegm.table.transcript import JsonTranscript
from voicegm.table.truth import Verdict

DECK = ("7H", "8C", "2S", "3D", "9H", "TC", "JS", "KD", "4H", "5C", "6S", "9D", "QH", "AC")
"""One match, the fourth card from the end."""


def test_commands_are_heard_and_no_calls(tmp_path: Path) -> None:
    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    wishes = Wishes(game="animals", seats=animal_seats(USUAL_TABLE, load("en")), seed=7)
    setup = replace(make_setup(wishes), deck=tuple(map(Card.parse, DECK)))
    caller, out = Caller("en", cache=Cache(tmp_path, warn=warn), warn=warn), io.StringIO()
    with Worker("sphinx", "en") as worker:
        outcome = play_demo(
            setup,
            seed=7,
            worker=worker,
            caller=caller,
            transcript=JsonTranscript(out),
            company=Company(commands=1),
        )
    caller.close()
    counts = outcome.commands
    assert counts is not None
    assert counts.said >= 10
    assert counts.right >= counts.said - 1
    assert counts.wrong == counts.unasked == 0
    assert counts.slow_ms is not None
    assert counts.slow_ms < 1_000
    assert outcome.heard_without_call == 0
    assert not {Verdict.WRONG, Verdict.INVENTED} & set(outcome.verdicts)
    said = [row["said"] for row in map(json.loads, out.getvalue().splitlines()) if "said" in row]
    assert any(text.startswith("The game is paused") for text in said)
    assert "On we go." in said


def test_commands_are_simulated_between_cards_only() -> None:
    assert run(["demo", "snip-snap-snorum", "--fast", "--commands"]) == 2
