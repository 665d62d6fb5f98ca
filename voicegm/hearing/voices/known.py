"""The voices of the people at one table, and whose of them an utterance is.

Evidence by consequence: how sure one must be depends on what hangs on it, so `attribute` gives
chances, and those who ask compare them with one of the thresholds here. Not to know is always
possible, and better than a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

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
    """Name to chance, of the players whose voice is known, each speaking alone. What is missing
    to 1 is the chance of two at once, and of somebody else."""
    shared: Mapping[str, float] = field(default_factory=dict)
    """Name to chance that this player and another one spoke at once."""

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
        """Chance that it was not this player, alone or with another; 0 when the voice of that
        player is not known."""
        if name not in self.chances:
            return 0.0
        return 1 - self.chances[name] - self.shared.get(name, 0.0)


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

    def attribute(
        self, one: Voiceprint, likely: Mapping[str, float] | None = None, *, together: float = 0.0
    ) -> Attribution:
        """Whose this is. `likely` gives what is believed beforehand, name to chance; without it
        everybody at the table is as likely as the next. `together` is the chance that two spoke
        at once, as in a race for the same word."""
        known = self.known
        if not known:
            return Attribution({})
        everybody = 1 / len(self.players)
        beforehand = likely or dict.fromkeys(self.players, everybody)
        word = self.model.projected(one)
        spoke: list[tuple[str, ...]] = [(name,) for name in known]
        priors = [beforehand.get(name, 0.0) * (1 - _STRANGER) * (1 - together) for name in known]
        if together:
            pairs = list(combinations(known, 2))
            spoke += pairs
            priors += [together * (1 - _STRANGER) / max(1, len(pairs))] * len(pairs)
        evidence = [
            self.model.evidence(word, *(self._words[name] for name in who)) for who in spoke
        ]
        weights = np.array(priors) * np.exp(np.clip(_TRUST * np.array(evidence), -50, 50))
        # Whoever is not known fits as well as just anybody: the evidence for them is nought.
        chances = weights / (weights.sum() + max(_STRANGER, 1 - sum(priors)))
        shared = {
            name: float(
                sum(c for who, c in zip(spoke, chances, strict=True) if who[1:] and name in who)
            )
            for name in known
        }
        alone = zip(known, chances[: len(known)], strict=True)
        return Attribution({name: float(chance) for name, chance in alone}, shared)
