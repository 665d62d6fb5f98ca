"""Learn how voices differ: `python -m voicegm.hearing.voices.train`.

Only synthetic voices (eSpeak NG) are learned from: no recording of anybody goes into the model.
The same seed gives the same model. It takes a few minutes on one core.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import click
import numpy as np
from numpy.random import Generator
from rich.progress import track

from voicegm.hearing.ear.embedding import word_in
from voicegm.hearing.ear.training.voices import ESpeak
from voicegm.hearing.voices.model import SHIPPED, VoiceModel, learned
from voicegm.hearing.voices.prints import Wave, voiceprint
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE

VOICES = 1500
WORDS_EACH = 10
AT_A_TABLE = 4
"""Voices that share a room and, mostly, a microphone: that must not tell them apart."""
_LONGEST_WORD = 7
_QUIET = SAMPLE_RATE * 15 // 100


def trained(seed: int, voices: int = VOICES, words_each: int = WORDS_EACH) -> VoiceModel:
    """A model of so many voices, each saying so many words.

    One new process says it all, in order: what eSpeak NG says depends a little on what it said
    before, and the same seed is to give the same model.
    """
    prints: list[Wave] = []
    numbers: list[int] = []
    with ProcessPoolExecutor(1, get_context("spawn")) as booth:
        heard = booth.map(partial(_said_by, seed, words_each), range(voices), chunksize=4)
        for number, said in enumerate(track(heard, "listening", voices)):
            prints += said
            numbers += [number] * len(said)
    origin = f"{len(prints)} words by {voices} voices of {ESpeak.name}, seed {seed}"
    return learned(np.array(prints), numbers, origin)


def _said_by(seed: int, words_each: int, number: int) -> list[Wave]:
    """What one voice says, as a microphone at its table hears it."""
    random = np.random.default_rng([seed, 0, number])
    setting = _Setting(np.random.default_rng([seed, 1, number // AT_A_TABLE]), random)
    prints = []
    for word in random.choice(_words(), words_each, replace=False):
        # The same draws each time: one manner, accent, pitch and pace for all words.
        said = _espeak().say(str(word), np.random.default_rng([seed, 2, number]))
        if len(said):
            sound = setting.heard(said.astype(np.float64), random).astype(np.float32)
            one = voiceprint(sound, *word_in(sound))
            if one is not None:
                prints.append(one.numbers)
    return prints


@cache
def _espeak() -> ESpeak:
    return ESpeak("en")


@cache
def _words() -> list[str]:
    """Ordinary words and phrases, short enough to be called."""
    pack = load("en")
    phrases = [form for phrase in pack.phrases.values() for form in phrase.say]
    words = [*phrases, *(decoy.key for decoy in pack.decoys)]
    return sorted({word for word in words if len(word) <= _LONGEST_WORD})


class _Setting:
    """A room, a microphone, and one who sits there."""

    def __init__(self, table: Generator, seat: Generator) -> None:
        self._tilt = table.uniform(-0.5, 0.5)
        self._noise_below_db = table.uniform(15, 45)
        self._noise_colour = table.uniform(0, 0.95)
        self._echo = _echo(seat) if table.random() < 0.7 else np.ones(1)
        self._size = seat.uniform(0.85, 1.25)
        """Of the throat: grown men to small children."""
        turned = seat.uniform(-0.15, 0.15)
        headset = seat.random() < 0.3
        self._tilt = seat.uniform(-0.5, 0.5) if headset else self._tilt + turned

    def heard(self, said: Wave, random: Generator) -> Wave:
        """The word as the microphone has it; a voice is a little different each time."""
        import soxr  # noqa: PLC0415  (native library)
        from scipy.signal import fftconvolve, lfilter  # noqa: PLC0415  (slow)

        size = self._size * random.uniform(0.98, 1.02)
        word = soxr.resample(said, SAMPLE_RATE, SAMPLE_RATE / size)
        sound = np.pad(word, _QUIET)
        sound = fftconvolve(sound, self._echo)[: len(sound) + _QUIET]
        sound = lfilter([1, self._tilt], [1], sound)
        noise = lfilter([1], [1, -self._noise_colour], random.standard_normal(len(sound)))
        below_db = self._noise_below_db + random.uniform(-6, 6)
        noise *= 10 ** (-below_db / 20) / noise.std()
        return np.asarray((sound / _level(sound) + noise) * 0.05)


def _echo(random: Generator) -> Wave:
    """Reverberation of 0.15 to 0.5 s, its colour and strength that of a seat."""
    from scipy.signal import lfilter  # noqa: PLC0415  (slow)

    decay_s = random.uniform(0.15, 0.5)
    time_s = np.arange(int(decay_s * SAMPLE_RATE)) / SAMPLE_RATE
    echo = random.standard_normal(len(time_s)) * np.exp(-6.9 * time_s / decay_s)
    echo[: int(random.uniform(0, 0.006) * SAMPLE_RATE)] *= 0.2
    echo /= np.sqrt(np.square(echo).sum()) * 10 ** (random.uniform(-3, 12) / 20)
    echo[0] += 1
    return np.asarray(lfilter([1], [1, -random.uniform(0, 0.5)], echo))


def _level(sound: Wave) -> float:
    loud = sound[np.abs(sound) > np.abs(sound).max() / 20]
    return float(np.sqrt(np.mean(np.square(loud))))


@click.command(help=__doc__)
@click.option("--seed", default=1, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), help="Instead of the shipped model.")
def main(seed: int, output: Path | None) -> None:
    """Say everything, listen, learn, and write the model."""
    model = trained(seed)
    path = output or SHIPPED
    model.save(path)
    click.echo(f"{path}: {model.origin}; {path.stat().st_size} bytes.")


if __name__ == "__main__":
    main()
