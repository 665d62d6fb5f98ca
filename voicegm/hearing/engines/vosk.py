"""Vosk: the preferred recogniser wherever a model for the language is installed."""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from voicegm.errors import BadInput
from voicegm.hearing.ear import Ear
from voicegm.hearing.engines import beside
from voicegm.hearing.engines.commands import by_words
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import Phrase
from voicegm.models import check_parts
from voicegm.sound.frames import SAMPLE_RATE, Samples

UNKNOWN = "[unk]"
Keys = dict[tuple[str, ...], "str | None"]
"""Phrase keys by the words of their spellings; None for decoys."""
_SYLLABLE_MS = 250
"""A shorter ordinary word among those of a command is a rest or a breath."""
_MOST_WORDS = 2
"""More words than two calls are talk."""


class Vosk:
    """Decodes whole utterances with a word list, a fresh recogniser for each.

    `model` is the folder of a model with a dynamic graph; raises `BadInput` for any other. With a
    `language` whose commands or cards the ear was taught, that listens for them as well.
    """

    name = "vosk"
    decoys = 80
    hang_ms = 96

    def __init__(self, model: Path, language: str | None = None) -> None:
        check_parts(model)
        self._ear = Ear(language) if language else None
        vosk = _vosk()
        self._model = vosk.Model(str(model))
        self._recogniser = vosk.KaldiRecognizer
        self._has_unknown = self._knows(UNKNOWN)
        self._srand = _c_srand()

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """Phrases none of whose spellings, sound-alikes included, the model's vocabulary holds."""
        return tuple(phrase.key for phrase in phrases if not self.spellings(phrase))

    def misheard(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """What only the ear hears, and was not taught."""
        return self._ear.lacking(phrases) if self._ear else ()

    def spellings(self, phrase: Phrase) -> tuple[str, ...]:
        """The spoken forms in the model's vocabulary, or else the sound-alike ones in it."""
        spoken = tuple(form for form in phrase.say if self._knows(form))
        return spoken or tuple(form for form in phrase.alike if self._knows(form))

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        """One fresh recognition with only the grammar's words."""
        left = beside.without_cards(self._ear, grammar) if self._ear else grammar
        recogniser, keys = self.open(left)
        self._srand(0)  # the features are dithered by C's random numbers: the same ones each time
        # Its own endpointing may find a pause within: then there is a result before the final one.
        results = [recogniser.Result()] if recogniser.AcceptWaveform(pcm(samples)) else []
        results.append(recogniser.FinalResult())
        words = tuple(word for result in results for word in phrases(result, keys))
        if grammar.wake is not None:
            longer = [w for w in words if w.key or w.end_ms - w.start_ms >= _SYLLABLE_MS]
            told = by_words(longer, grammar, (0, len(samples) * 1000 // SAMPLE_RATE))
            return beside.command(self._ear, samples, grammar, told) if self._ear else told
        calls = _as_calls(words, grammar.two)
        return beside.card(self._ear, samples, grammar, calls, words) if self._ear else calls

    def open(self, grammar: Grammar) -> tuple[Any, Keys]:
        """A fresh recogniser for a grammar, and what its words mean."""
        keys = self._keys(grammar)
        recogniser = self._recogniser(self._model, SAMPLE_RATE, self._word_list(keys))
        recogniser.SetWords(True)
        return recogniser, keys

    def _knows(self, form: str) -> bool:
        """The model drops words outside its vocabulary with no more than a line in a log."""
        return all(self._model.vosk_model_find_word(word) >= 0 for word in form.split())

    def _keys(self, grammar: Grammar) -> Keys:
        keys: Keys = {}
        for decoy in grammar.decoys:
            keys |= dict.fromkeys((tuple(form.split()) for form in self.spellings(decoy)), None)
        silenced = grammar.denied if grammar.mending else ()
        for phrase in (*grammar.words, *filter(None, [grammar.wake])):
            if phrase.key in silenced:
                continue
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


def pcm(samples: Samples) -> bytes:
    """The 16-bit samples that Vosk reads."""
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def phrases(result: str, keys: Keys) -> Iterator[Word]:
    """The words of one of Vosk's results put together to phrases, the longest first."""
    heard = json.loads(result).get("result", [])
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


def _as_calls(words: tuple[Word, ...], two: bool) -> Recognition:
    """Vosk strings words together freely; a call stands alone, and two may run into one another."""
    if len(words) > _MOST_WORDS:
        sure = min(word.confidence for word in words)
        return Recognition((Word(None, words[0].start_ms, words[-1].end_ms, sure),))
    in_play = sum(word.key is not None for word in words)
    return Recognition(words, doubtful=bool(in_play) and len(words) > (in_play if two else 1))


def _c_srand() -> Callable[[int], object]:
    library = "msvcrt" if sys.platform == "win32" else None
    srand: Callable[[int], object] = ctypes.CDLL(library).srand
    return srand


def _vosk() -> Any:
    try:
        import vosk  # noqa: PLC0415  (native library)
    except (ImportError, OSError) as error:
        raise BadInput(f"Vosk cannot be loaded ({error}): install vosk") from error
    vosk.SetLogLevel(-1)
    return vosk
