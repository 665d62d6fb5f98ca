"""A simulated child who learns: says what is asked for, now and then as children do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NOTHING = ""
"""Said when a child stays silent."""


@dataclass
class Child:
    """What a child says when a word is asked for."""

    voice: str = "en-us+f4"
    """Variant of the synthetic voice."""
    reaction_ms: int = 900
    """Twice a grown-up's: five-year-olds take 0.47 s where fifteen-year-olds take 0.19."""
    mistakes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By phrase key, what is said the first times that it is asked for: other text, or NOTHING."""
    _asked: dict[str, int] = field(default_factory=dict)

    def answer(self, key: str) -> str | None:
        """What is said for a phrase: other text, NOTHING, or None for the right word."""
        times = self._asked.get(key, 0)
        self._asked[key] = times + 1
        wrong = self.mistakes.get(key, ())
        return wrong[times] if times < len(wrong) else None
