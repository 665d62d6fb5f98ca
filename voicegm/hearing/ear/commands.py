"""What the ear knows of commands: the wake phrase, and what is said after it.

An utterance of both is listened to in two parts, with the border between them in several places:
the first part must be the wake phrase, and the second one a command.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from voicegm.hearing.ear.embedding import Embedding
from voicegm.hearing.ear.head import Head
from voicegm.languages.pack import WAKE, Pack, Phrase
from voicegm.sound.frames import SAMPLE_RATE, Samples

_BORDERS_MS = range(350, 1101, 75)
"""How long the wake phrase may take, from fast to slow speech, a pause behind it included."""
_SHORTEST_MS = 150
"""No command is shorter."""
_BEST_BORDERS = 4
"""So many of the likeliest borders are looked behind."""
_WORTH_IT = 0.05
"""A chance of the wake phrase below which nothing is looked for behind it."""


def commands_path_of(language: str) -> Path:
    """Where the head for a language's commands lies, if there is one."""
    return Path(__file__).with_name(f"{language}-commands.npz")


def spoken_commands(pack: Pack) -> dict[str, list[str]]:
    """What a head for commands is taught to know: the wake phrase and each command."""
    return {key: list(pack[key].say) for key in sorted((WAKE, *pack.commands))}


@dataclass(frozen=True)
class Behind:
    """The wake phrase, and what is said behind it."""

    wake: float
    """Chance that the utterance begins with the wake phrase."""
    key: str | None
    """The likeliest command; None where nothing may be one."""
    chance: float
    """Of the command."""
    border_ms: int
    """Where the one ends and the other begins."""


class CommandEar:
    """Listens for the wake phrase and commands of one language."""

    def __init__(self, language: str, embedding: Embedding) -> None:
        self._head = Head.load(commands_path_of(language))
        self._embedding = embedding
        self._places = {key: place for place, key in enumerate(self._head.classes)}

    def knows(self, *phrases: Phrase) -> bool:
        """Whether it was taught all of these in just the forms in which they are said now."""
        return all(self._head.forms.get(one.key) == list(one.say) for one in phrases)

    def _chance(self, samples: Samples, key: str, within_ms: tuple[int, int]) -> float:
        """The chance that all that sounds is this phrase."""
        return self.chances(samples, (key,), within_ms)[key]

    def chances(
        self, samples: Samples, keys: Sequence[str], within_ms: tuple[int, int]
    ) -> dict[str, float]:
        """The chance of each of these phrases, against all that it knows."""
        start, end = (at_ms * SAMPLE_RATE // 1000 for at_ms in within_ms)
        row = self._head.chances(self._embedding.of(samples, start, end)[None])[0]
        return {key: float(row[self._places[key]]) for key in keys}

    def behind_wake(
        self, samples: Samples, keys: Sequence[str], within_ms: tuple[int, int]
    ) -> Behind:
        """The likeliest way in which an utterance is the wake phrase and then a command."""
        start_ms, end_ms = within_ms
        borders_ms = [
            start_ms + long_ms
            for long_ms in _BORDERS_MS
            if start_ms + long_ms <= end_ms - _SHORTEST_MS
        ]
        wakes = {
            border_ms: self._chance(samples, WAKE, (start_ms, border_ms))
            for border_ms in borders_ms
        }
        likeliest = sorted(wakes, key=lambda at_ms: wakes[at_ms], reverse=True)[:_BEST_BORDERS]
        best = Behind(max(wakes.values(), default=0.0), None, 0.0, end_ms)
        if best.wake < _WORTH_IT:
            return best
        for border_ms in likeliest:
            chances = self.chances(samples, keys, (border_ms, end_ms))
            key = max(chances, key=lambda one: chances[one])
            if wakes[border_ms] * chances[key] > best.wake * best.chance or best.key is None:
                best = Behind(wakes[border_ms], key, chances[key], border_ms)
        return best
