"""How late the beginning of each phrase is heard where its first sounds are too soft to be heard:
from `onsets.toml` beside a pack's words.

A word begins with its first 10 ms frame within 30 dB of its peak. In noise, or while somebody else
is speaking, less of it can be heard, and "fox" seems to begin with its vowel. How much later that
is differs from word to word, and can be taken off again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_ROOT = Path(__file__).parent
FLOORS_DB = (-30, -25, -20, -15, -10, -5)
"""How far below its peak a word can just be heard: the columns of `onsets.toml`."""


@dataclass(frozen=True)
class Onsets:
    """The biases of a language's phrases."""

    in_noise_ms: Mapping[str, Sequence[int]]
    """By phrase key: how late it is heard at each of `FLOORS_DB`."""
    behind_voice_ms: Mapping[str, int]
    """By phrase key: how late it is heard on its microphone while a neighbour speaks."""

    def bias_ms(self, key: str, floor_db: float, *, behind_voice: bool) -> int:
        """How late a phrase is heard: where nothing more than `floor_db` below its peak is, or
        while a neighbour speaks; 0 for one that was not measured."""
        if behind_voice:
            return self.behind_voice_ms.get(key, 0)
        late_ms = self.in_noise_ms.get(key)
        if late_ms is None:
            return 0
        place = (floor_db - FLOORS_DB[0]) / (FLOORS_DB[1] - FLOORS_DB[0])
        place = min(max(place, 0.0), len(FLOORS_DB) - 1.0)
        low = min(int(place), len(FLOORS_DB) - 2)
        return round(late_ms[low] + (place - low) * (late_ms[low + 1] - late_ms[low]))


def path_of(code: str) -> Path:
    """Where the biases of a language's phrases lie, if they were measured."""
    return _ROOT / code / "onsets.toml"


@cache
def load_onsets(code: str) -> Onsets:
    """The biases of a language's phrases; none where they were not measured."""
    path = path_of(code)
    rows = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    return Onsets(
        {key: row["in_noise"] for key, row in rows.items()},
        {key: row["behind_voice"] for key, row in rows.items()},
    )
