"""The games that are made up to measure the rules: always the same, and real games."""

from __future__ import annotations

from collections import Counter

import pytest

from voicegm.errors import BadInput
from voicegm.games import names
from voicegm.games.replay import read_journal, replay
from voicegm.table.bench_rules import sample_journal, sample_journals

TELLING = {"animals": "won", "snap": "won", "snip-snap-snorum": "rank-complete"}


@pytest.mark.parametrize("game", names())
def test_the_same_seed_gives_the_same_journal(game):
    assert sample_journal(game, 7, 2) == sample_journal(game, 7, 2)
    assert sample_journal(game, 7, 2) != sample_journal(game, 8, 2)


@pytest.mark.parametrize("game", names())
def test_a_sample_is_a_whole_game_in_which_something_happens(game):
    journal = read_journal(sample_journal(game, 1, 3))
    assert journal.fault is None
    rulings = list(replay(journal))
    kinds = Counter(ruling.kind for ruling in rulings)
    assert kinds[TELLING[game]] > 3
    assert kinds["refused"] == 0
    assert rulings[-1].finished


def test_samples_hold_as_many_events_as_asked():
    journals = sample_journals("animals", 1000)
    assert sum(len(lines) - 1 for lines in journals) >= 1000
    assert len({tuple(lines) for lines in journals}) == len(journals)


def test_there_is_no_sample_of_an_unknown_game():
    with pytest.raises(BadInput, match="chess"):
        sample_journal("chess", 1, 1)
