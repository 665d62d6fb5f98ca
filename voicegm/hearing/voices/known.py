"""The voices of the people at one table, and whose of them an utterance is.

Evidence by consequence: how sure one must be depends on what hangs on it, so `attribute` gives
chances, and those who ask compare them with one of the thresholds here. Not to know is always
possible, and better than a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from voicegm.hearing.voices.model import VoiceModel, shipped
from voicegm.hearing.voices.prints import Voiceprint, Wave

CLEAR = 0.8
"""A chance from which a pile may be given on the voice alone. Of four enrolled, about three
quarters of single words by people lie above it, and one in a hundred is a wrong name
(docs/hearing.md)."""
COSTLY = 0.97
"""The same where the one who is named would pay for it: better ask."""
CONTRADICTS = 0.8
"""A chance from which a voice speaks against the caller whom the word tells. The word is right
nineteen times in twenty, and `attribute` is told so."""

FEWEST_WORDS = 2
"""A voice is known from so many words on; one alone tells the word more than the voice."""
MOST_WORDS = 12
"""Words kept of one voice; the last ones count."""
_TRUST = 0.4
"""How much of the model's evidence is believed: its numbers are not independent of one another,
and people differ from one another less than synthetic voices do. Set on half of the speakers."""
_STRANGER = 0.05
"""Chance beforehand that somebody speaks who is not of the table."""


@dataclass(frozen=True)
class Attribution:
    """Whose an utterance may be."""

    chances: Mapping[str, float]
    """Name to chance, of the players whose voice is known. What is missing to 1 is the chance of
    somebody else."""

    @property
    def best(self) -> str | None:
        """The likeliest player; None when no voice is known."""
        return max(self.chances, key=lambda name: self.chances[name], default=None)

    @property
    def confidence(self) -> float:
        """The chance of the likeliest player."""
        return max(self.chances.values(), default=0.0)

    def clearly(self, needed: float) -> str | None:
        """The likeliest player, if the chance is at least what is needed; None: cannot tell."""
        return self.best if self.confidence >= needed else None

    def against(self, name: str) -> float:
        """Chance that it was not this player; 0 when the voice of that player is not known."""
        return 1 - self.chances[name] if name in self.chances else 0.0


@dataclass
class KnownVoices:
    """The voices of a table, in memory only.

    `players` are all who sit there: one whose voice is not known may be the one who speaks.
    """

    players: Sequence[str]
    model: VoiceModel = field(default_factory=shipped)
    _words: dict[str, list[Wave]] = field(default_factory=dict)

    def enrol(self, name: str, one: Voiceprint) -> None:
        """Somebody is known to have said this."""
        words = self._words.setdefault(name, [])
        words.append(self.model.projected(one))
        del words[:-MOST_WORDS]

    def forget(self, name: str) -> None:
        """Start afresh with a voice."""
        self._words.pop(name, None)

    @property
    def known(self) -> tuple[str, ...]:
        """The players whose voice is known well enough, in their order."""
        return tuple(
            name for name in self.players if len(self._words.get(name, ())) >= FEWEST_WORDS
        )

    def attribute(self, one: Voiceprint, likely: Mapping[str, float] | None = None) -> Attribution:
        """Whose this is. `likely` gives what is believed beforehand, name to chance; without it
        everybody at the table is as likely as the next."""
        known = self.known
        if not known:
            return Attribution({})
        beforehand = likely or {name: 1 / len(self.players) for name in self.players}
        word = self.model.projected(one)
        evidence = np.array([self.model.evidence(word, self._words[name]) for name in known])
        mine = np.array([beforehand.get(name, 0.0) for name in known]) * (1 - _STRANGER)
        # Whoever is not known fits as well as just anybody: the evidence for them is nought.
        weights = np.append(mine * np.exp(np.clip(_TRUST * evidence, -50, 50)), 1 - mine.sum())
        chances = weights / weights.sum()
        return Attribution(
            {name: float(chance) for name, chance in zip(known, chances[:-1], strict=True)}
        )
