"""The taught part of the ear: from an utterance's vector to the chances of phrases and words.

A head is a file `LANGUAGE.npz` beside this module, made by `python -m voicegm.hearing.ear.train`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from voicegm.errors import BadInput
from voicegm.languages.pack import Pack
from voicegm.sound.frames import Samples

OTHER = "#"
"""Marks a class that is no phrase: an ordinary word, or (alone) a scrap of talk."""
_FORM = 1


def path_of(language: str) -> Path:
    """Where the head for a language lies, if there is one."""
    return Path(__file__).with_name(f"{language}.npz")


def spoken_forms(pack: Pack) -> dict[str, list[str]]:
    """What a head is taught to know: the spoken forms of each phrase in a language pack."""
    return {key: list(phrase.say) for key, phrase in sorted(pack.phrases.items())}


def cards_path_of(language: str) -> Path:
    """Where the head for a language's cards lies, if there is one."""
    return Path(__file__).with_name(f"{language}-cards.npz")


def spoken_cards(pack: Pack) -> dict[str, list[str]]:
    """What a head for cards is taught to know: each rank alone, and with each suit."""
    return {key: list(pack[key].say) for key in sorted(pack.keys("card"))}


@dataclass(frozen=True)
class Head:
    """Two dense layers and the names of what they tell apart."""

    classes: tuple[str, ...]
    """Phrase keys, and other words behind `OTHER`."""
    forms: dict[str, list[str]]
    """The spoken forms that each phrase was taught with."""
    origin: str
    """What it was made of, for people."""
    weights: tuple[Samples, Samples]
    biases: tuple[Samples, Samples]

    @property
    def size(self) -> int:
        """How many numbers of an utterance it looks at."""
        return len(self.weights[0])

    def chances(self, vectors: Samples) -> Samples:
        """A row of chances, in the order of `classes`, for each row of embedding numbers."""
        hidden = np.maximum(vectors @ self.weights[0] + self.biases[0], 0)
        scores = hidden @ self.weights[1] + self.biases[1]
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float32)

    def with_words(self, pack: Pack) -> Head:
        """The same head, which also knows phrases that it was taught as ordinary words: "four" is
        no call, but it may be an answer."""
        classes, forms = list(self.classes), dict(self.forms)
        for key, said in spoken_forms(pack).items():
            if key not in forms and len(said) == 1 and OTHER + said[0] in classes:
                classes[classes.index(OTHER + said[0])] = key
                forms[key] = said
        return replace(self, classes=tuple(classes), forms=forms)

    def unknown(self, pack: Pack) -> tuple[str, ...]:
        """Phrases of a pack that are new since the head was made, or are said in another way."""
        return tuple(
            key for key, forms in spoken_forms(pack).items() if self.forms.get(key) != forms
        )

    def save(self, path: Path) -> None:
        """Write it small: the first layer as half floats, the second as bytes with a scale for
        each class (both changed no decision on the recorded clips)."""
        scale = np.abs(self.weights[1]).max(axis=0) / 127
        about = {"form": _FORM, "origin": self.origin, "forms": self.forms}
        np.savez_compressed(
            path,
            about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
            classes=np.frombuffer("\n".join(self.classes).encode(), np.uint8),
            first=self.weights[0].astype(np.float16),
            second=np.round(self.weights[1] / scale).astype(np.int8),
            scale=scale.astype(np.float32),
            first_bias=self.biases[0],
            second_bias=self.biases[1],
        )

    @classmethod
    def load(cls, path: Path) -> Head:
        """Read a head; raises `BadInput` for a file that is missing, broken or of another form."""
        try:
            with np.load(path) as file:
                about = json.loads(file["about"].tobytes())
                if about["form"] != _FORM:
                    raise ValueError(f"it has form {about['form']}, not {_FORM}")
                second = file["second"].astype(np.float32) * file["scale"]
                return cls(
                    tuple(file["classes"].tobytes().decode().split("\n")),
                    about["forms"],
                    about["origin"],
                    (file["first"].astype(np.float32), second.astype(np.float32)),
                    (file["first_bias"], file["second_bias"]),
                )
        except (OSError, EOFError, BadZipFile, KeyError, ValueError) as error:
            raise BadInput(
                f"the head of the ear in {path} cannot be read ({error}): "
                "make it anew with 'python -m voicegm.hearing.ear.train'"
            ) from error
