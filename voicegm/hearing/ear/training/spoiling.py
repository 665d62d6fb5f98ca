"""A clean synthetic word made to sound as it does to a microphone on a table, and cut out again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from voicegm.hearing.ear.embedding import word_in
from voicegm.sound.frames import SAMPLE_RATE, Samples

SHORTEST_MS = 80
LONGEST_MS = 1500
"""What is longer is talk to the listener, and never comes to the ear."""

_LEVEL = 0.1
_JITTER = SAMPLE_RATE * 20 // 1000
"""Edges found in noise are off by this much now and then."""


@dataclass(frozen=True)
class Utterance:
    """A word with what is around it, as the listener cuts it."""

    samples: Samples
    start: int
    end: int


def spoiled(word: Samples, random: Generator) -> Utterance | None:
    """The word by another speaker, in a room, through a microphone, with noise; None when it came
    out shorter or longer than an utterance can be."""
    sound = _in_silence(spoken_otherwise(word, random), random)
    for spoil in (_in_a_room, through_a_microphone, in_noise):
        sound = spoil(sound, random)
    return as_cut(sound, random)


def spoken_otherwise(word: Samples, random: Generator) -> Samples:
    """Played slower or faster: pitch, pace and the length of the throat change together."""
    import soxr  # noqa: PLC0415  (native library)

    if random.random() > 0.7:
        return word
    rate = SAMPLE_RATE * random.uniform(0.84, 1.2)
    return np.asarray(soxr.resample(word, SAMPLE_RATE, rate), dtype=np.float32)


def _in_silence(word: Samples, random: Generator) -> Samples:
    before = np.zeros(int(random.uniform(0.1, 0.3) * SAMPLE_RATE), np.float32)
    return np.concatenate([before, word, np.zeros(SAMPLE_RATE // 2, np.float32)])


def _in_a_room(sound: Samples, random: Generator) -> Samples:
    """Reverberation of 0.08 to 0.6 s, from far weaker to stronger than the direct sound."""
    from scipy.signal import fftconvolve  # noqa: PLC0415  (slow)

    if random.random() > 0.65:
        return sound
    echo = room(random.uniform(0.08, 0.6), random)
    return np.asarray(fftconvolve(sound, echo)[: len(sound)], dtype=np.float32)


def room(decay_s: float, random: Generator) -> NDArray[np.float64]:
    """How a room answers to a click: its sound falls by 60 dB in `decay_s`, and is from far weaker
    to stronger than the direct sound."""
    from scipy.signal import lfilter  # noqa: PLC0415  (slow)

    time_s = np.arange(int(decay_s * SAMPLE_RATE)) / SAMPLE_RATE
    echo = random.standard_normal(len(time_s)) * np.exp(-6.9 * time_s / decay_s)
    echo[: int(random.uniform(0, 0.012) * SAMPLE_RATE)] *= 0.2
    echo /= np.sqrt(np.square(echo).sum()) * 10 ** (random.uniform(-4, 14) / 20)
    echo[0] += 1
    if random.random() < 0.5:
        echo = lfilter([1], [1, -random.uniform(0, 0.5)], echo)  # soft furniture
    return np.asarray(echo, dtype=np.float64)


def through_a_microphone(sound: Samples, random: Generator) -> Samples:
    """Bright or dull, and at times no wider than a telephone."""
    from scipy.signal import butter, lfilter  # noqa: PLC0415  (slow)

    if random.random() < 0.5:
        sound = lfilter([1, random.uniform(-0.6, 0.6)], [1], sound)
    if random.random() < 0.25:
        band_hz = [random.uniform(80, 300), random.uniform(3400, 7600)]
        sound = lfilter(*butter(2, band_hz, "band", fs=SAMPLE_RATE), sound)
    return np.asarray(sound, dtype=np.float32)


def in_noise(sound: Samples, random: Generator) -> Samples:
    """White, reddish or low noise, 5 to 60 dB below the word, all at one of many levels."""
    from scipy.signal import lfilter  # noqa: PLC0415  (slow)

    loud = np.abs(sound) > np.abs(sound).max(initial=0) / 20
    level = float(np.sqrt(np.mean(np.square(sound[loud])))) if loud.any() else 1.0
    noise = random.standard_normal(len(sound))
    colour = random.random()
    if colour < 0.55:
        noise = lfilter([1], [1, -random.uniform(0.5, 0.98 if colour < 0.4 else 0.999)], noise)
    below_db = random.uniform(5, 50) if random.random() < 0.8 else 60
    noise *= 10 ** (-below_db / 20) / np.sqrt(np.mean(np.square(noise)))
    gain = _LEVEL * 10 ** (random.uniform(-20, 10) / 20)
    return np.asarray((sound / level + noise) * gain, dtype=np.float32)


def as_cut(sound: Samples, random: Generator) -> Utterance | None:
    """What the listener keeps of a sound, and its edges as the ear finds them."""
    sound = np.clip(sound, -1, 1).astype(np.float32)
    _, behind = word_in(sound)
    sound = sound[: behind + int(random.uniform(0.05, 0.2) * SAMPLE_RATE)]
    early, late = random.integers(-_JITTER, _JITTER + 1, 2)
    start, end = word_in(sound)
    start, end = max(0, start + int(early)), min(len(sound), end + int(late))
    if not SHORTEST_MS <= (end - start) * 1000 // SAMPLE_RATE <= LONGEST_MS:
        return None
    return Utterance(sound, start, end)
