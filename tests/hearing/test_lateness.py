"""Lateness is measured as it is defined."""

import numpy as np

from voicegm.hearing.onsets import Lateness, Said, as_toml, lateness_ms
from voicegm.languages.onsets import FLOORS_DB


def test_a_soft_beginning_is_heard_late_where_noise_covers_it() -> None:
    random = np.random.default_rng(0)
    word = random.normal(0, 1, 16_000).astype(np.float32)
    word[:3200] = 0
    word[3200:4800] *= 10 ** (-22 / 20)  # 100 ms, 22 dB below the rest
    late_ms = dict(zip(FLOORS_DB, lateness_ms(Said(word, word)), strict=True))
    assert late_ms[-30] == late_ms[-25] == 0
    assert late_ms[-15] == late_ms[-5] == 100


def test_the_file_says_how_it_was_made() -> None:
    text = as_toml({"fox": Lateness([0, 0, 80, 80, 100, 110], 40)}, 7)
    assert "--seed 7" in text
    assert "fox = { in_noise = [0, 0, 80, 80, 100, 110], behind_voice = 40 }" in text
