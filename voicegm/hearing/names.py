"""Which of the table's names was said, by comparing it with how each player said it before.

No recogniser knows every name, so the sounds themselves are compared: cepstra of both, stretched
in time to fit one another (dynamic time warping). Sounds are kept in memory only.
docs/hearing.md tells what was measured.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from voicegm.hearing.voices.prints import Wave, cepstra_of
from voicegm.sound.frames import Samples

COEFFICIENTS = 12
"""The coarse shape of the spectrum tells sounds; the finer shape tells voices."""
CLEAR_LEAD = 1.15
"""The next name must be at least so many times as far off."""
FARTHEST = 0.8
"""Beyond this it is no name of this table. Distances are per frame and per coefficient, in parts
of the spread that the coefficient has in speech."""
ALIKE = 0.75
"""Two names nearer than this sound alike to a listener."""
_LONGEST_FRAMES = 200
"""Two seconds: no name is longer."""
_MOST_STRETCH = 2.0
"""People do not say their own name more than twice as slowly as before."""


@dataclass
class KnownNames:
    """The names of a table, each as a sound or a few."""

    _said: dict[str, list[Wave]] = field(default_factory=dict)

    def learn(self, name: str, samples: Samples) -> None:
        """This is how a player said the name: mono, 16 kHz, without silence around it."""
        if (shape := _shape(samples)) is not None:
            self._said.setdefault(name, []).append(shape)

    def forget(self, name: str) -> None:
        """Start afresh with a name."""
        self._said.pop(name, None)

    @property
    def known(self) -> tuple[str, ...]:
        """The names of which there is a sound."""
        return tuple(self._said)

    def distances(self, samples: Samples) -> dict[str, float]:
        """How far each name is from what was said, the nearest first."""
        shape = _shape(samples)
        if shape is None:
            return {}
        far = {
            name: min(warped(shape, known) for known in shapes)
            for name, shapes in self._said.items()
        }
        return dict(sorted(far.items(), key=lambda one: one[1]))

    def which(self, samples: Samples) -> str | None:
        """The name that was said, if that is clear."""
        ranked = list(self.distances(samples).items())
        if not ranked or ranked[0][1] > FARTHEST:
            return None
        if len(ranked) > 1 and ranked[1][1] < CLEAR_LEAD * ranked[0][1]:
            return None
        return ranked[0][0]

    def alike(self, samples: Samples) -> str | None:
        """A name that could be mixed up with this one; None when it sounds unlike all."""
        ranked = list(self.distances(samples).items())
        return ranked[0][0] if ranked and ranked[0][1] < ALIKE else None


def warped(one: Wave, other: Wave) -> float:
    """Mean distance of two shapes along the best way through both; infinite when one is more
    than `_MOST_STRETCH` times as long as the other."""
    rows, columns = len(one), len(other)
    if max(rows, columns) > _MOST_STRETCH * min(rows, columns):
        return float("inf")
    apart = np.sqrt(np.square(one[:, None, :] - other[None, :, :]).mean(axis=2))
    # Each cell holds the cost and the length of the best way to it; a diagonal step counts twice,
    # so that a detour is never cheaper for being longer.
    cost = np.full((rows + 1, columns + 1), np.inf)
    cost[0, 0] = 0.0
    for row in range(1, rows + 1):
        before, here = cost[row - 1], apart[row - 1]
        above = np.minimum(before[1:] + here, before[:-1] + 2 * here)
        left = np.inf
        for column in range(columns):
            left = min(float(above[column]), left + float(here[column]))
            cost[row, column + 1] = left
    return float(cost[rows, columns] / (rows + columns))


def _shape(samples: Samples) -> Wave | None:
    """Cepstra and their slopes, a row every 10 ms, free of what the microphone and the room add;
    None when there is too little voice."""
    cepstra = cepstra_of(samples, COEFFICIENTS)
    if cepstra is None:
        return None
    cepstra = cepstra[:_LONGEST_FRAMES]
    slopes = np.gradient(cepstra, axis=0)
    shape = np.hstack([cepstra, slopes])
    spread = shape.std(axis=0)
    return np.asarray((shape - shape.mean(axis=0)) / np.where(spread > 0, spread, 1.0))
