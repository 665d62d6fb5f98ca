"""Simulated people who set up a table by voice, with the mishaps that people have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Relative:
    """One who sits down at the table."""

    name: str
    """As it is spoken."""
    animal: str = ""
    """Phrase key; empty in games without animals."""


@dataclass(frozen=True)
class Said:
    """Something that somebody says in answer."""

    place: int
    """Who, counted from 0."""
    text: str
    """A phrase key, or other text."""
    after_ms: int = 600
    """How long after the question has ended."""


SILENCE: tuple[Said, ...] = ()


@dataclass
class Family:
    """What is answered when a table is set up.

    `mishaps` gives, by the key of a line, what is said in place of the right answer the first
    times that the line is heard, one entry after another; each is all that is said then.
    """

    game: str
    """Phrase key."""
    relatives: Sequence[Relative]
    rules: Mapping[str, str] = field(default_factory=dict)
    """Answers to questions about rules by the key of the line; the usual rules without it."""
    mishaps: Mapping[str, Sequence[Sequence[Said]]] = field(default_factory=dict)
    _heard: dict[str, int] = field(default_factory=dict)
    _wanted: str = ""
    _corrected: set[int] = field(default_factory=set)
    """Who has said once that it was another animal: the second time it is taken as it is."""

    def answer(
        self, line: str, place: int, spoken: Mapping[str, str], values: Mapping[str, str]
    ) -> Sequence[Said]:
        """What is said to a line that was put to the player at `place`. `spoken` gives the words of
        phrase keys, to know them in the `values` of the line."""
        times = self._heard.get(line, 0)
        self._heard[line] = times + 1
        right = self._right(line, place, spoken, values)
        mishaps = self.mishaps.get(line, ())
        if times < len(mishaps):
            return mishaps[times]
        return (Said(place, right),) if right else SILENCE

    def _right(
        self, line: str, place: int, spoken: Mapping[str, str], values: Mapping[str, str]
    ) -> str:
        """A phrase key, or a name."""
        if line in ("ask-confirm", "ask-one"):
            named = values["word"].lower() == spoken.get(self._wanted, self._wanted).lower()
            return "yes" if named else ("no" if line == "ask-confirm" else "")
        if line == "ask-ready":
            return "game-master"
        self._wanted = self._answer_to(line, place, spoken, values)
        return self._wanted

    def _answer_to(
        self, line: str, place: int, spoken: Mapping[str, str], values: Mapping[str, str]
    ) -> str:
        relative = self.relatives[place]
        if line.startswith("set-up-name"):
            return relative.name
        if line in ("set-up-taken", "set-up-alike", "set-up-hard"):
            return _key_of(values["one"], spoken)
        if line.startswith("set-up-try"):
            return self._once_more(place, _key_of(values["animal"], spoken))
        if line.startswith("set-up-animal"):
            return relative.animal
        return self._about_the_table(line.removesuffix("-again"))

    def _about_the_table(self, line: str) -> str:
        known = {
            "set-up-game": self.game,
            "set-up-players": f"players-{len(self.relatives)}",
            "set-up-rules": "yes",
        }
        return self.rules.get(line, known.get(line, "no"))

    def _once_more(self, place: int, animal: str) -> str:
        """The animal, once more; who had said another one says so once."""
        meant = animal in (self._wanted, self.relatives[place].animal)
        if meant or place in self._corrected:
            return animal
        self._corrected.add(place)
        return "no"


def _key_of(text: str, spoken: Mapping[str, str]) -> str:
    """The phrase that is spoken so, at the beginning of a sentence."""
    return next(key for key, words in spoken.items() if words == text.lower())
