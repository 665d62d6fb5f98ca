"""A game in full duplex on real sound: the echo is measured first, then players call, and ask
whose turn it is, while the cards are still being announced."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pulse import Room
from real_game import Table
from test_doctor_echo import undisturbed

from voicegm.games.game import Call, Cue, Deal, Setup
from voicegm.table.journal import read_journal_file

MISSED = 1
"""At the most, for the game to count as heard."""


def test_calls_over_the_announcement_win_on_real_sound(pulse: Room, tmp_path: Path) -> None:
    assert json.loads(undisturbed(pulse, "--json").stdout)["works"]
    table, journal = Table(pulse, tmp_path), tmp_path / "evening.jsonl"
    played = table.play(journal)
    table.close()
    if played.won != played.expected and "underrun" in played.error:
        pytest.skip("this machine is too busy to play sound without tearing it")
    # One call in ten over the voice is missed (`voicegm bench echo`); none may go to another.
    calls = iter(played.expected)
    assert all(win in calls for win in played.won), played.rows
    assert len(played.expected) <= MISSED + len(played.won), played.rows
    replayed = read_journal_file(journal)
    assert isinstance(replayed.setup, Setup)
    assert replayed.setup.options.start == "at-once"
    cues = [event.at for event in replayed.events if isinstance(event, Cue)]
    deals = [event.at for event in replayed.events if isinstance(event, Deal)]
    calls = [event.at for event in replayed.events if isinstance(event, Call)]
    assert any(deal < call < cue for deal, cue in zip(deals, cues, strict=False) for call in calls)
