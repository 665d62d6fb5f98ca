"""Whether one voice or two are in an utterance: two words that may win, weighed as a whole.

A head of its own beside the one for single words. It follows an utterance from its start, finds
phrases although somebody else speaks at the same time, and tells for two words that may win right
now whether one of them was called, or both, and then how far apart.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from voicegm.errors import BadInput
from voicegm.sound.frames import Samples

BORDERS_MS = (-350, -250, -150, -60, 60, 150, 250, 350)
"""What divides distances from the first word's onset to that of the second."""
APART_MS = (-500, -300, -200, -105, 0, 105, 200, 300, 500)
"""About the middle of what lies between two borders."""
NEITHER, ONE, OTHER, ONE_AND_MORE, OTHER_AND_MORE, BOTH = range(6)
"""What can be: none of the two; one of them alone; one, and somebody says something else; and from
`BOTH` on both, one case for each distance."""
CASES = BOTH + len(APART_MS)
_MIRRORED = [NEITHER, OTHER, ONE, OTHER_AND_MORE, ONE_AND_MORE, *range(CASES - 1, BOTH - 1, -1)]
"""The same cases with the two words changed over."""
_FORM = 2
"""The first heard nothing above 3.8 kHz."""
_LEAST = 1e-12
_NOBODY = -12.0
"""The log odds of a rival where there is none."""

Dense = tuple[tuple[Samples, Samples], tuple[Samples, Samples]]
"""The weights and the biases of two dense layers."""


def path_of(language: str) -> Path:
    """Where the head for a language lies, if there is one."""
    return Path(__file__).with_name(f"{language}-together.npz")


@dataclass(frozen=True)
class Account:
    """What an utterance may have been, by two words that may win."""

    one: str
    other: str
    cases: tuple[float, ...]
    """The chance of each case; together they make one."""

    @property
    def neither(self) -> float:
        """That none of the two was called."""
        return self.cases[NEITHER]

    def tied(self, tie_ms: int) -> float:
        """That both were called, surely no further apart than this."""
        return sum(self.cases[at] for at, near, far in _BOTH if max(-near, far) <= tie_ms)

    def won(self, word: str, tie_ms: int) -> float:
        """That of the two only this one was called, whatever else was said, or surely earlier than
        the other by more than this."""
        if word == self.one:
            first = sum(self.cases[at] for at, near, _ in _BOTH if near >= tie_ms)
            return self.cases[ONE] + self.cases[ONE_AND_MORE] + first
        first = sum(self.cases[at] for at, _, far in _BOTH if far <= -tie_ms)
        return self.cases[OTHER] + self.cases[OTHER_AND_MORE] + first

    @property
    def apart_ms(self) -> int:
        """If both were called: the likeliest distance from the onset of `one` to that of
        `other`."""
        return APART_MS[int(np.argmax(self.cases[BOTH:]))]

    def tied_apart_ms(self, tie_ms: int) -> int:
        """If it was a tie: the likeliest distance."""
        near = [(self.cases[at], at) for at, low, far in _BOTH if max(-low, far) <= tie_ms]
        return APART_MS[max(near)[1] - BOTH] if near else 0


_FAR_MS = 100_000
_BOTH = list(zip(range(BOTH, CASES), (-_FAR_MS, *BORDERS_MS), (*BORDERS_MS, _FAR_MS), strict=True))
"""Each case of both with the borders of its distances."""


@dataclass(frozen=True)
class TogetherHead:
    """Two layers that find phrases at each of the ear's centres, whoever else speaks, and two that
    make of their courses over the centres what was called."""

    keys: tuple[str, ...]
    forms: dict[str, list[str]]
    """The spoken forms that each phrase was taught with."""
    origin: str
    """What it was made of, for people."""
    finders: Dense
    readers: Dense

    def found(self, vectors: Samples) -> Samples:
        """For each row of embedding numbers, how far (log odds) it is for each key being there and,
        last, for more than one voice."""
        return dense(vectors, self.finders)

    def account(
        self, found: Samples, pair: tuple[str, str], in_play: Sequence[str], long_ms: int
    ) -> Account:
        """What two words that may win came to, in an utterance of this length; all words were
        taught, `found` has a row for each centre."""
        columns = {key: self.keys.index(key) for key in (*pair, *in_play)}
        others = [column for key, column in columns.items() if key not in pair]
        one, other = columns[pair[0]], columns[pair[1]]
        rows = [
            clues(found, (first, second), others, long_ms)
            for first, second in ((one, other), (other, one))
        ]
        scores = dense(np.array(rows), self.readers)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances = powers / powers.sum(axis=1, keepdims=True)
        return Account(*pair, tuple(((chances[0] + chances[1][_MIRRORED]) / 2).tolist()))

    def save(self, path: Path) -> None:
        """Write it small: bytes, with a scale for each unit, for what is large."""
        about = {"form": _FORM, "origin": self.origin, "forms": self.forms}
        layers, biases = self.finders
        scales = [np.abs(layer).max(axis=0) / 127 + _LEAST for layer in layers]
        np.savez_compressed(
            path,
            about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
            keys=np.frombuffer("\n".join(self.keys).encode(), np.uint8),
            first=np.round(layers[0] / scales[0]).astype(np.int8),
            second=np.round(layers[1] / scales[1]).astype(np.int8),
            first_scale=scales[0].astype(np.float32),
            second_scale=scales[1].astype(np.float32),
            first_bias=biases[0],
            second_bias=biases[1],
            third=self.readers[0][0],
            fourth=self.readers[0][1],
            third_bias=self.readers[1][0],
            fourth_bias=self.readers[1][1],
        )

    @classmethod
    def load(cls, path: Path) -> TogetherHead:
        """Read a head; raises `BadInput` for a file that is missing, broken or of another form."""
        try:
            with np.load(path) as file:
                about = json.loads(file["about"].tobytes())
                if about["form"] != _FORM:
                    raise ValueError(f"it has form {about['form']}, not {_FORM}")
                first, second = (
                    file[name].astype(np.float32) * file[f"{name}_scale"]
                    for name in ("first", "second")
                )
                return cls(
                    tuple(file["keys"].tobytes().decode().split("\n")),
                    about["forms"],
                    about["origin"],
                    ((first, second), (file["first_bias"], file["second_bias"])),
                    (
                        (file["third"], file["fourth"]),
                        (file["third_bias"], file["fourth_bias"]),
                    ),
                )
        except (OSError, EOFError, BadZipFile, KeyError, ValueError) as error:
            raise BadInput(
                f"the head for two voices in {path} cannot be read ({error}): "
                "make it anew with 'python -m voicegm.hearing.ear.train_together'"
            ) from error


def dense(rows: Samples, layers: Dense) -> Samples:
    """What two dense layers make of each row."""
    weights, biases = layers
    hidden = np.maximum(rows @ weights[0] + biases[0], 0)
    return np.asarray(hidden @ weights[1] + biases[1], dtype=np.float32)


def clues(found: Samples, pair: tuple[int, int], others: Sequence[int], long_ms: int) -> Samples:
    """What there is to tell by, for two columns of what was found: their courses over the centres,
    those of the strongest other word in play and of the two strongest that are not in play, that
    of more than one voice, and the length of the utterance."""
    phrases, voices = found[:, :-1], found[:, -1]
    rest = np.sort(np.delete(phrases, [*pair, *others], axis=1), axis=1)
    rival = phrases[:, others].max(axis=1) if others else np.full(len(found), _NOBODY, np.float32)
    courses = (phrases[:, pair[0]], phrases[:, pair[1]], rival, rest[:, -1], rest[:, -2], voices)
    return np.concatenate([*courses, [long_ms / 1000]]).astype(np.float32)
