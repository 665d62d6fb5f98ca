"""Measure how late each phrase of a language is heard: `python -m voicegm.hearing.onsets en`.

Each phrase is said by synthetic voices of every kind, in rooms of every kind, and its beginning is
looked for as the listener does: in more and more noise, and behind a neighbour's voice on the
microphone next to it. The medians are written to the language's `onsets.toml`. The same seed and
voices give the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.random import Generator
from rich.console import Console
from rich.progress import Progress

from voicegm.hearing.crosstalk import Crosstalk
from voicegm.hearing.ear.training.voices import ESpeak
from voicegm.hearing.edges import ABOVE_NOISE, FRAME_SAMPLES, frame_energies, word_frames
from voicegm.hearing.separation import Separation
from voicegm.hearing.utterances import Utterance
from voicegm.languages.onsets import FLOORS_DB, path_of
from voicegm.languages.pack import Pack, load
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples

FRAME_MS = 10
TAKES = 12
"""Voices for each phrase."""
MOST_BEHIND_MS = 60
"""How much of a beginning a neighbour covers differs too much for more to be taken off."""
_QUIET = 30 * FRAME_SAMPLES
_LEAD_IN = 60 * FRAME_SAMPLES
_BEFORE = (2, 30)
"""Frames by which the neighbour is earlier."""
_MOST_OFF = 30
"""Frames: what is further off is not the word's beginning."""
_LEAST_MS = 10
"""A bias below one frame is no bias."""
_DECAY_S = (0.1, 0.5)
"""Reverberation: time in which an echo falls by 60 dB."""
_ECHO_DB = (-14.0, 0.0)
"""All echoes together against the direct sound: a lapel, and a microphone in the middle."""
_LEAK_DB = (-13.0, -7.0)
"""A voice on the neighbour's microphone, where it comes as echo as much as straight."""
_VOICE_RMS = 0.05
_NOISE = 0.0008
"""A room at rest, 36 dB below a voice."""


@dataclass(frozen=True)
class Said:
    """A word in silence, and the same in a room."""

    dry: Samples
    wet: Samples


@dataclass(frozen=True)
class Lateness:
    """How late one phrase is heard, in ms."""

    in_noise: list[int]
    """At each of `FLOORS_DB`."""
    behind_voice: int
    """While a neighbour's voice leaks into its microphone."""


def measured(
    pack: Pack,
    voices: ESpeak,
    random: Generator,
    takes: int,
    progress: Callable[[], None] = lambda: None,
) -> dict[str, Lateness]:
    """The median lateness of each phrase, by key."""
    found = {}
    forms = [form for phrase in pack.phrases.values() for form in phrase.say]
    for key, phrase in sorted(pack.phrases.items()):
        quiet, behind = [], []
        for take in range(takes):
            said = _said(phrase.say[take % len(phrase.say)], voices, random)
            other = _said(str(random.choice(forms)), voices, random)
            quiet.append(lateness_ms(said))
            late_ms = lateness_behind_ms(said, other, random)
            behind += [] if late_ms is None else [[late_ms]]
        late_ms = min(_medians(behind or [[0]])[0], MOST_BEHIND_MS)
        found[key] = Lateness(_medians(quiet), late_ms)
        progress()
    return found


def lateness_ms(said: Said) -> list[int]:
    """How late a word is heard in its room at each of `FLOORS_DB`."""
    true, _ = word_frames(frame_energies(said.dry))
    energies = frame_energies(said.wet)
    late = []
    for floor in FLOORS_DB:
        noise = float(energies.max()) * 10 ** (floor / 10) / ABOVE_NOISE
        late.append(FRAME_MS * (word_frames(energies, noise)[0] - true))
    return late


def lateness_behind_ms(said: Said, other: Said, random: Generator) -> int | None:
    """How late a word is heard that begins while a neighbour says another; None where the other
    does not cover its beginning, or covers all of it."""
    at = (_LEAD_IN, _LEAD_IN + int(random.integers(*_BEFORE)) * FRAME_SAMPLES)
    length = at[1] + len(said.wet) + len(other.wet)
    heard = random.normal(0, _NOISE, (2, length)).astype(np.float32)
    for channel, (start, word) in enumerate(zip(at, (other, said), strict=True)):
        leak = _convolved(word.wet, _room(random, 0.0)) * 10 ** (random.uniform(*_LEAK_DB) / 20)
        heard[channel, start : start + len(word.wet)] += word.wet
        heard[1 - channel, start : start + len(leak)] += leak
    true = at[1] + word_frames(frame_energies(said.dry))[0] * FRAME_SAMPLES
    separation, crosstalk = Separation(2), Crosstalk(2)
    own = []
    for start in range(0, length - BLOCK_SAMPLES + 1, BLOCK_SAMPLES):
        block = Block(start, heard[:, start : start + BLOCK_SAMPLES])
        apart = separation.feed(block)
        crosstalk.feed(block, apart)
        own.append(apart.own.samples[1])
    mine = np.concatenate(own)[separation.delay_samples :]
    first, behind = word_frames(frame_energies(mine), _NOISE**2)
    onset, end = first * FRAME_SAMPLES, behind * FRAME_SAMPLES
    begun = crosstalk.begun(1, Utterance(onset, end, onset, mine[onset:end]))
    late = (begun.onset - true) // FRAME_SAMPLES
    return FRAME_MS * late if begun.behind_voice and abs(late) <= _MOST_OFF else None


def _said(form: str, voices: ESpeak, random: Generator) -> Said:
    dry = np.pad(voices.say(form, random), (_QUIET, _QUIET))
    loud = np.abs(dry) > np.abs(dry).max() / 20
    dry *= _VOICE_RMS / np.sqrt(np.mean(np.square(dry[loud])))
    return Said(dry, _convolved(dry, _room(random, random.uniform(*_ECHO_DB))))


def _room(random: Generator, echo_db: float) -> Samples:
    """How a room answers to a click; all its echoes together have so many dB."""
    decay_s = random.uniform(*_DECAY_S)
    times_s = np.arange(int(decay_s * SAMPLE_RATE)) / SAMPLE_RATE
    echo = random.standard_normal(len(times_s)) * np.exp(-np.log(1000) * times_s / decay_s)
    echo *= 10 ** (echo_db / 20) / np.sqrt(np.square(echo).sum())
    echo[0] = 1
    return np.asarray(echo, np.float32)


def _convolved(sound: Samples, answer: Samples) -> Samples:
    from scipy.signal import fftconvolve  # noqa: PLC0415  (slow)

    return np.asarray(fftconvolve(sound, answer)[: len(sound)], np.float32)


def _medians(takes: Sequence[Sequence[int]]) -> list[int]:
    medians = np.median(np.asarray(takes), axis=0)
    return [int(ms) if abs(ms) >= _LEAST_MS else 0 for ms in medians]


def as_toml(lateness: dict[str, Lateness], seed: int) -> str:
    """The file."""
    floors = ", ".join(map(str, FLOORS_DB))
    head = (
        "# How late (ms) each phrase is heard: in noise that covers what is so many dB below its\n"
        f"# peak ({floors}), and while a neighbour speaks.\n"
        f"# Written by `python -m voicegm.hearing.onsets LANGUAGE --seed {seed}`.\n\n"
    )
    rows = (
        f"{key} = {{ in_noise = {late.in_noise}, behind_voice = {late.behind_voice} }}\n"
        for key, late in lateness.items()
    )
    return head + "".join(rows)


@click.command()
@click.argument("language")
@click.option("--seed", default=1, show_default=True)
@click.option("--takes", type=click.IntRange(1), default=TAKES, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Instead of the language's own file.")
def main(language: str, seed: int, takes: int, out: Path | None) -> None:
    """Measure how late each phrase of LANGUAGE is heard, and write it down."""
    pack = load(language)
    with Progress(console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("measuring", total=len(pack.phrases))
        lateness = measured(
            pack,
            ESpeak(language),
            np.random.default_rng(seed),
            takes,
            lambda: bars.advance(task),
        )
    path = out or path_of(language)
    path.write_text(as_toml(lateness, seed), encoding="utf-8")
    click.echo(f"{len(lateness)} phrases: {path}")


if __name__ == "__main__":
    main()
