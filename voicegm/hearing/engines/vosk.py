"""Vosk: the preferred recogniser wherever a model for the language is installed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from voicegm.errors import BadInput
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import Phrase
from voicegm.sound.frames import SAMPLE_RATE, Samples

UNKNOWN = "[unk]"


class Vosk:
    """Decodes whole utterances with a word list, a fresh recogniser for each.

    `model` is the folder of a model with a dynamic graph; raises `BadInput` for any other.
    """

    name = "vosk"
    decoys = 80
    hang_ms = 96

    def __init__(self, model: Path) -> None:
        _check(model)
        vosk = _vosk()
        self._model = vosk.Model(str(model))
        self._recogniser = vosk.KaldiRecognizer
        self._has_unknown = self._knows(UNKNOWN)

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """Phrases none of whose spellings, sound-alikes included, the model's vocabulary holds."""
        return tuple(phrase.key for phrase in phrases if not self.spellings(phrase))

    def spellings(self, phrase: Phrase) -> tuple[str, ...]:
        """The spoken forms in the model's vocabulary, or else the sound-alike ones in it."""
        spoken = tuple(form for form in phrase.say if self._knows(form))
        return spoken or tuple(form for form in phrase.alike if self._knows(form))

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        """One fresh recognition with only the grammar's words."""
        keys = self._keys(grammar)
        recogniser = self._recogniser(self._model, SAMPLE_RATE, self._word_list(keys))
        recogniser.SetWords(True)
        heard: list[dict[str, Any]] = []
        pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
        if recogniser.AcceptWaveform(pcm):  # its own endpointing found a pause within
            heard += json.loads(recogniser.Result()).get("result", [])
        heard += json.loads(recogniser.FinalResult()).get("result", [])
        return Recognition(tuple(_phrases(heard, keys)))

    def _knows(self, form: str) -> bool:
        """The model drops words outside its vocabulary with no more than a line in a log."""
        return all(self._model.vosk_model_find_word(word) >= 0 for word in form.split())

    def _keys(self, grammar: Grammar) -> dict[tuple[str, ...], str | None]:
        """Phrase keys by their words; None for decoys."""
        keys: dict[tuple[str, ...], str | None] = {}
        for decoy in grammar.decoys:
            keys |= dict.fromkeys((tuple(form.split()) for form in self.spellings(decoy)), None)
        for phrase in grammar.words:
            spellings = self.spellings(phrase)
            if not spellings:
                raise BadInput(
                    f"the speech model does not know '{phrase.say[0]}' ({phrase.key}), nor a "
                    "spelling that sounds like it: choose another word"
                )
            keys |= dict.fromkeys((tuple(form.split()) for form in spellings), phrase.key)
        return keys

    def _word_list(self, keys: Iterable[tuple[str, ...]]) -> str:
        """The grammar as Vosk reads it. It must be JSON, unescaped: anything else would end the
        process or lose the accents."""
        forms = [" ".join(words) for words in keys]
        return json.dumps(forms + [UNKNOWN] * self._has_unknown, ensure_ascii=False)


def _phrases(
    heard: list[dict[str, Any]], keys: dict[tuple[str, ...], str | None]
) -> Iterator[Word]:
    """Vosk's words put together to phrases, the longest first."""
    longest = max(map(len, keys))
    place = 0
    while place < len(heard):
        for length in range(min(longest, len(heard) - place), 0, -1):
            part = heard[place : place + length]
            words = tuple(word["word"] for word in part)
            if words in keys or length == 1:
                yield Word(
                    keys.get(words),
                    round(part[0]["start"] * 1000),
                    round(part[-1]["end"] * 1000),
                    min(word["conf"] for word in part),
                )
                place += length
                break


def _check(model: Path) -> None:
    if not (model / "am" / "final.mdl").is_file() and not (model / "final.mdl").is_file():
        raise BadInput(f"{model} holds no Vosk model: 'voicegm models install' gets one")
    if not any((model / at / "Gr.fst").is_file() for at in ("graph", ".")):
        raise BadInput(
            f"the Vosk model in {model} has a static graph and cannot be given a word list: "
            "install one with Gr.fst and HCLr.fst ('small' models have them)"
        )


def _vosk() -> Any:
    try:
        import vosk  # noqa: PLC0415  (native library)
    except (ImportError, OSError) as error:
        raise BadInput(f"Vosk cannot be loaded ({error}): install vosk") from error
    vosk.SetLogLevel(-1)
    return vosk
