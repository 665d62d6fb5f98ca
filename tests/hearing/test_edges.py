"""Where a word starts and ends, on energies made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from voicegm.hearing.edges import word_frames

WORD, QUIET = [1e-2] * 30, [1e-8] * 25
CLATTER, LATE_CLATTER = [2e-3] * 4, [5e-2] * 4


@pytest.mark.parametrize(
    ("energies", "edges"),
    [
        pytest.param(QUIET + WORD + QUIET, (25, 55), id="a word alone"),
        pytest.param(CLATTER + QUIET + WORD, (29, 59), id="a card put down before it"),
        pytest.param(WORD + QUIET + LATE_CLATTER, (0, 30), id="a louder one put down after it"),
        pytest.param(WORD + QUIET + [1e-3] * 30, (0, 85), id="a softer second word"),
        pytest.param(WORD + [1e-8] * 15 + CLATTER, (0, 49), id="a stop within a word"),
        pytest.param(QUIET + CLATTER + QUIET, (25, 29), id="clatter alone"),
    ],
)
def test_clicks_far_away_are_none_of_the_word_but_second_words_are(
    energies: list[float], edges: tuple[int, int]
) -> None:
    assert word_frames(np.array(energies, np.float32)) == edges
