"""A game on real sound, from the first announcement to the journal."""

from __future__ import annotations

from pathlib import Path

from pulse import Room
from real_game import Table

from voicegm.games.game import Setup
from voicegm.table.journal import read_journal_file


def test_a_spoken_game_is_ruled_on_as_it_was_played(pulse: Room, tmp_path: Path) -> None:
    table, journal = Table(pulse, tmp_path), tmp_path / "evening.jsonl"
    played = table.play(journal)
    table.close()
    assert played.won == played.expected, played.rows
    assert played.rows[-2]["ruling"] == "over"
    replayed = read_journal_file(journal)
    assert replayed.fault is None
    assert isinstance(replayed.setup, Setup)
