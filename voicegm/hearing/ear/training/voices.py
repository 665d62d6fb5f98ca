"""Synthetic voices that the ear is taught with.

eSpeak NG comes with `espeakng-loader`: about a hundred manners of speaking in eight accents of
English, a few milliseconds a word. Kokoro, a neural voice, is used when a folder with it is given
(docs/ear.md tells how to get one); it sounds far more like people, and takes a third of a second.
"""

from __future__ import annotations

import ctypes
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.random import Generator

from voicegm.errors import BadInput
from voicegm.languages.pack import Voices as Speakers
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE, Samples


class Voices(Protocol):
    """Many people who can be asked to say something."""

    name: str

    def say(self, text: str, random: Generator) -> Samples:
        """The text in the voice of one of them, at 16 kHz, without silence around it."""
        ...


_OFTEN, _PLAINLY = 0.6, 0.5
"""Shares of words in the accents that are spoken often, and in eSpeak NG's plain men and women
(`m1`, `f3`); the others are more like caricatures."""
_NOT_PEOPLE = {"whisper", "whisperf", "croak", "demonic", "fast"}
"""Manners that nobody calls an animal in."""

_SYNCHRONOUS, _CHARS_UTF8, _IPA = 2, 1, 2
_RATE, _PITCH, _RANGE = 1, 3, 4
_ESPEAK_RATE = 22_050
_Sink = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


class ESpeak:
    """eSpeak NG in this process: every manner of speaking, in all accents of a language."""

    name = "eSpeak NG"

    def __init__(self, language: str) -> None:
        import espeakng_loader  # noqa: PLC0415  (native library)

        data = Path(espeakng_loader.get_data_path())
        self._speakers = load(language).voices
        self._manners = sorted(
            manner.name
            for manner in (data / "voices" / "!v").iterdir()
            if manner.name.lower() not in _NOT_PEOPLE | set(self._speakers.judges)
        )
        self._plain = [manner for manner in self._manners if re.fullmatch("[fm][0-9]", manner)]
        self._library: Any = ctypes.CDLL(espeakng_loader.get_library_path())
        if self._library.espeak_Initialize(_SYNCHRONOUS, 0, str(data).encode(), 0) < 0:
            raise BadInput(f"eSpeak NG does not start with the data in {data}")
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self._heard: list[Samples] = []
        self._sink = _Sink(self._take)  # kept: the library calls it for as long as it lives
        self._library.espeak_SetSynthCallback(self._sink)

    def say(self, text: str, random: Generator) -> Samples:
        """The text in a manner, accent, pitch and rate of its own."""
        often = random.random() < _OFTEN or not self._speakers.rare
        accents = self._speakers.accents if often else self._speakers.rare
        manners = self._plain if random.random() < _PLAINLY else self._manners
        voice = f"{_one(accents, random)}+{_one(manners, random)}"
        rate_wpm, pitch, spread = (
            int(random.uniform(low, high)) for low, high in ((110, 230), (20, 85), (20, 90))
        )
        self._become(voice)
        self._library.espeak_SetParameter(_RATE, rate_wpm, 0)
        self._library.espeak_SetParameter(_PITCH, pitch, 0)
        self._library.espeak_SetParameter(_RANGE, spread, 0)
        self._library.espeak_Synchronize()  # settings are taken over in a thread of its own
        self._library.espeak_ng_SetRandSeed(ctypes.c_long(int(random.integers(1 << 30))))
        spoken = text.encode()
        self._heard.clear()
        self._library.espeak_Synth(spoken, len(spoken) + 1, 0, 0, 0, _CHARS_UTF8, None, None)
        self._library.espeak_Synchronize()
        return trimmed(np.concatenate([np.zeros(1, np.float32), *self._heard]), _ESPEAK_RATE)

    def phonemes(self, text: str, accent: str) -> str:
        """How a text is pronounced, in the letters of the International Phonetic Alphabet."""
        self._become(accent)
        rest = ctypes.c_char_p(text.encode())
        parts = []
        while rest.value:
            part = self._library.espeak_TextToPhonemes(ctypes.byref(rest), _CHARS_UTF8, _IPA)
            parts.append(part.decode())
        return " ".join(parts)

    def _become(self, voice: str) -> None:
        if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise BadInput(f"eSpeak NG has no voice {voice}")

    def _take(self, wave: Any, count: int, _events: Any) -> int:
        if wave and count > 0:
            pcm = np.ctypeslib.as_array(wave, (count,))
            self._heard.append(pcm.astype(np.float32) / np.float32(32768))
        return 0


_KOKORO_RATE = 24_000
_KOKORO_LETTERS = {"ʲ": "j", "r": "ɹ", "x": "k", "ɬ": "l"}
"""Letters of eSpeak's that Kokoro was not taught, and the nearest that it was."""
_NATIVE, _FEW_NATIVE, _BLENDED, _ACROSS = 0.8, 0.3, 0.35, 0.15
"""Shares: of a language's own voices, where it has more than a few and where it has not; of blends
of two voices; and of voices that speak the second accent although it is not theirs."""
_FEW = 5
_SILENT = 0.02
"""Share of the peak below which nothing is heard."""


class Kokoro:
    """Kokoro-82M: a language's own voices, its other voices speaking that, and blends of two.

    `folder` holds `model.onnx`, `vocab.json` (a table "vocab" of phoneme letters to numbers) and
    `voices/*.bin`. Raises `BadInput` when something is missing. With `only`, just those voices
    speak; without, all but the judges.
    """

    name = "Kokoro"

    def __init__(
        self,
        folder: Path,
        phonemes: Callable[[str, str], str],
        speakers: Speakers,
        only: tuple[str, ...] = (),
    ) -> None:
        import onnxruntime  # noqa: PLC0415  (native library)

        self._phonemes = phonemes
        try:
            self._vocabulary: dict[str, int] = json.loads(
                (folder / "vocab.json").read_text("utf-8")
            )["vocab"]
            self._styles = {
                file.stem: np.fromfile(file, np.float32).reshape(-1, 256)
                for file in sorted((folder / "voices").glob("*.bin"))
                if (file.stem in only if only else file.stem not in speakers.judges)
            }
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            self._network: Any = onnxruntime.InferenceSession(
                (folder / "model.onnx").read_bytes(), options, providers=["CPUExecutionProvider"]
            )
        except (OSError, KeyError, ValueError) as error:
            raise BadInput(f"{folder} holds no Kokoro voice ({error}): see docs/ear.md") from error
        self._speakers = speakers
        native = [name for name in self._styles if name[0] in speakers.neural]
        self._native = native or list(self._styles)
        self._foreign = [name for name in self._styles if name not in native]
        self._of_native = _NATIVE if len(self._native) > _FEW or not self._foreign else _FEW_NATIVE

    def say(self, text: str, random: Generator) -> Samples:
        """The text in one of the voices, or between two of them."""
        names = self._native if random.random() < self._of_native else self._foreign
        name = _one(names, random)
        style = self._styles[name]
        if random.random() < _BLENDED:
            share = random.uniform(0.3, 0.7)
            style = share * style + (1 - share) * self._styles[_one(self._native, random)]
        letters = self._phonemes(text, self._accent(name, random))
        for theirs, ours in _KOKORO_LETTERS.items():
            letters = letters.replace(theirs, ours)
        letters += _one(["", ".", "!"], random)
        tokens = [self._vocabulary[letter] for letter in letters if letter in self._vocabulary]
        wave = self._network.run(
            None,
            {
                "tokens": np.array([[0, *tokens, 0]], np.int64),
                "style": style[len(tokens)][None].astype(np.float32),
                "speed": np.array([random.uniform(0.8, 1.3)], np.float32),
            },
        )[0]
        return trimmed(wave.ravel(), _KOKORO_RATE)

    def _accent(self, name: str, random: Generator) -> str:
        """The accent that belongs to a voice; now and then the second one all the same."""
        accents = self._speakers.accents
        place = max(0, self._speakers.neural.find(name[0]))
        if place == 0 and len(accents) > 1 and random.random() < _ACROSS:
            place = 1
        return accents[place % len(accents)]


def trimmed(wave: Samples, rate: int) -> Samples:
    """At 16 kHz, without the silence before and after; empty when there was nothing else."""
    import soxr  # noqa: PLC0415  (native library)

    sound = np.asarray(soxr.resample(wave, rate, SAMPLE_RATE), dtype=np.float32)
    loud = np.flatnonzero(np.abs(sound) > _SILENT * np.abs(sound).max(initial=0))
    return sound[loud[0] : loud[-1] + 1] if len(loud) else sound[:0]


def _one(of: Any, random: Generator) -> Any:
    return of[int(random.integers(len(of)))]
