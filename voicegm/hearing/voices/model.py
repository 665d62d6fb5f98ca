"""How voices differ, and how much one voice differs from itself: two covariances, learned from
synthetic voices (`train.py`) and used as in probabilistic linear discriminant analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from voicegm.hearing.voices.prints import Voiceprint, Wave

SHIPPED = Path(__file__).with_name("model.npz")
_SHRINKAGE = 0.1
"""Share of the within-voice covariance that is taken from its diagonal alone: there are not
enough voices to know all of its corners."""


@dataclass(frozen=True)
class VoiceModel:
    """In the space that `projected` leads to, one voice varies by 1 in every direction, and
    voices among one another by `between`."""

    mean: Wave
    projection: Wave
    between: Wave
    origin: str
    """What it was learned from."""

    def projected(self, one: Voiceprint) -> Wave:
        """Where a voiceprint lies among voices."""
        return np.asarray(self.projection @ (one.numbers - self.mean))

    def evidence(self, one: Wave, *voices: Sequence[Wave]) -> float:
        """Logarithm of how much likelier `one` is by the voice that said all of a list than by
        just anybody; with two lists, by both voices at once.

        Two voices of one loudness sound like neither: what is measured lies between the two.
        """
        expected, spread = np.zeros(len(one)), np.zeros(len(one))
        for enrolled in voices:
            posterior = self.between / (len(enrolled) * self.between + 1)
            expected += posterior * np.sum(enrolled, axis=0) / len(voices)
            spread += posterior / len(voices)
        same, anybody = spread + 1, self.between + 1
        as_same = (one - expected) ** 2 / same + np.log(same)
        as_anybody = one**2 / anybody + np.log(anybody)
        return float((as_anybody - as_same).sum() / 2)

    def save(self, path: Path) -> None:
        """Write it, in a few dozen kilobytes."""
        np.savez_compressed(
            path,
            mean=self.mean.astype(np.float32),
            projection=self.projection.astype(np.float32),
            between=self.between.astype(np.float32),
            origin=np.array(self.origin),
        )

    @classmethod
    def load(cls, path: Path = SHIPPED) -> VoiceModel:
        """Read what `save` wrote."""
        with np.load(path) as file:
            mean, projection, between = (
                file[name].astype(np.float64) for name in ("mean", "projection", "between")
            )
            return cls(mean, projection, between, str(file["origin"]))


@cache
def shipped() -> VoiceModel:
    """The model that comes with the package, read once."""
    return VoiceModel.load()


def learned(prints: Wave, voices: Sequence[int], origin: str) -> VoiceModel:
    """A model of voiceprints, a row each, and the number of the voice of each row."""
    _, voice_of = np.unique(np.asarray(voices), return_inverse=True)
    counts = np.bincount(voice_of)
    mean = prints.mean(axis=0)
    centred = prints - mean
    means = np.zeros((len(counts), prints.shape[1]))
    np.add.at(means, voice_of, centred)
    means /= counts[:, None]
    rest = centred - means[voice_of]
    within = rest.T @ rest / (len(prints) - len(counts))
    between = np.cov(means.T) - within / counts.mean()
    within = (1 - _SHRINKAGE) * within + _SHRINKAGE * np.diag(np.diag(within))
    whitening = np.linalg.inv(np.linalg.cholesky(within))
    spread, directions = np.linalg.eigh(whitening @ between @ whitening.T)
    projection = directions.T @ whitening
    return VoiceModel(mean, projection, np.maximum(spread, 1e-6), origin)
