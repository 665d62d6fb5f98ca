"""What the ear is taught about two voices at once: calls laid over one another in one room.

Who says what, in which takes and how far apart comes from a seed; so does all that spoils it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import islice
from multiprocessing import get_context

import numpy as np
from numpy.random import Generator

from voicegm.hearing.ear.embedding import Embedding, energy_middle
from voicegm.hearing.ear.training.lessons import ESPEAK, KOKORO, Lesson, Studio
from voicegm.hearing.ear.training.spoiling import (
    as_cut,
    in_noise,
    room,
    spoken_otherwise,
    through_a_microphone,
)
from voicegm.hearing.edges import FRAME_SAMPLES, frame_energies, word_frames
from voicegm.languages.pack import Pack
from voicegm.sound.frames import SAMPLE_RATE, Samples

RACED = ("snap", "snap-pot")
"""Chants that several may call at once; all others are cried in turn."""
_ESPEAK_TAKES, _KOKORO_TAKES = 100, 12
_ESPEAK_OTHERS, _KOKORO_OTHERS = 6, 2
_KOKORO_TIMES = 5
"""Each of the neural voice's takes of a phrase counts as often: people are nearer to it, and it has
fewer of them."""
_FIRST_TAKE = 1000
"""Takes of eSpeak NG's that the head for single words was not taught with."""
_AT_ONCE, _CHUNK = 500, 25
_KINDS = {"animal": 0.72, "noise": 0.22, "chant": 0.06}
"""What is called: people at one table all call things of one kind."""
_MOST_APART_MS, _NEAR_MS, _NEAR = 700, 250, 0.45
"""Onsets lie anywhere up to the first; this share of them within the second."""
_LEVEL_DB = 4
"""Each voice is louder or softer by up to this."""
_HEARD_AS_ONE_MS = 100
"""A pause longer than this ends an utterance."""
_REVERBERANT = 0.7
_BEFORE_MS = (50, 150)
_CAST, _SOUND = 1, 2
"""Uses of the seed."""
_SHORTEST = SAMPLE_RATE // 20
_LOST_MS = 200
"""Where noise hides the first call this far, the ear would be taught what it cannot hear."""

Takes = Mapping[str, Sequence[Samples]]
"""Clean sounds of each text."""


@dataclass(frozen=True)
class Part:
    """One of those who speak in a scene."""

    key: str
    """The phrase called; empty for something else."""
    text: str
    take: int


def phrases(pack: Pack) -> dict[str, list[tuple[str, str]]]:
    """What can be called in a race, by kind: keys with their spoken forms."""
    raced = [
        phrase
        for phrase in pack.phrases.values()
        if phrase.kind in ("animal", "noise") or phrase.key in RACED
    ]
    return {
        kind: [(p.key, form) for p in raced if p.kind == kind for form in p.say] for kind in _KINDS
    }


def takes(studio: Studio, pack: Pack, words: Sequence[str], *, neural: bool) -> Takes:
    """Everything once more in many voices; a new process says what eSpeak NG says, in order, since
    its noise and flutter go on from word to word."""
    counts = dict.fromkeys(words, (_ESPEAK_OTHERS, _KOKORO_OTHERS))
    said = [form for some in phrases(pack).values() for _, form in some]
    counts.update(dict.fromkeys(said, (_ESPEAK_TAKES, _KOKORO_TAKES)))
    lessons = [
        Lesson("", text, ESPEAK, _FIRST_TAKE + take, 1)
        for text, (espeak, _) in counts.items()
        for take in range(espeak)
    ]
    pool: dict[str, list[Samples]] = {text: [] for text in counts}
    with ProcessPoolExecutor(1, get_context("spawn")) as booth:
        for lesson, sound in zip(
            lessons, booth.map(studio.said, lessons, chunksize=_CHUNK), strict=True
        ):
            pool[lesson.text].append(sound)
    for text, (_, kokoro) in counts.items() if neural else ():
        sounds = [studio.said(Lesson("", text, KOKORO, take, 1)) for take in range(kokoro)]
        pool[text] += sounds * (_KOKORO_TIMES if text in said else 1)
    pool = {text: [s for s in some if len(s) > _SHORTEST] for text, some in pool.items()}
    return {text: sounds for text, sounds in pool.items() if sounds}


def scene(
    said: Mapping[str, list[tuple[str, str]]],
    words: Sequence[str],
    pool: Takes,
    random: Generator,
) -> list[Part]:
    """Who speaks: one voice or two mostly, now and then three, or one who says other things."""
    kinds = list(_KINDS)
    of_kind = said[kinds[int(random.choice(len(kinds), p=list(_KINDS.values())))]]

    def take(key: str, text: str) -> Part:
        return Part(key, text, int(random.integers(len(pool[text]))))

    def call() -> Part:
        return take(*of_kind[int(random.integers(len(of_kind)))])

    def other() -> Part:
        return take("", words[int(random.integers(len(words)))])

    makers: list[tuple[float, Callable[[], list[Part]]]] = [
        (0.26, lambda: [call()]),
        (0.46, lambda: [call(), call()]),
        (0.04, lambda: _same(call(), take)),
        (0.04, lambda: [call(), call(), call()]),
        (0.05, lambda: [call(), other()]),
        (0.04, lambda: [other(), call()]),
        (0.06, lambda: [other()]),
        (0.05, lambda: [other(), other()]),
    ]
    shares = [share for share, _ in makers]
    return makers[int(random.choice(len(makers), p=shares))][1]()


def _same(call: Part, take: Callable[[str, str], Part]) -> list[Part]:
    """Two who call the same."""
    return [call, take(call.key, call.text)]


@dataclass(frozen=True)
class Called:
    """A phrase in a mixture; times are counted from where its sound starts."""

    key: str
    onset_ms: int
    centre_ms: int
    """The middle of its energy."""


@dataclass(frozen=True)
class _Placed:
    """A voice that is to be laid over others, in samples from the first voice's onset."""

    key: str
    at: int
    onset: int
    """Where in its sound the word starts."""
    centre: int
    """From its onset to the middle of its energy."""
    sound: Samples


@dataclass(frozen=True)
class Mixture:
    """Voices over one another, as the listener cuts them out."""

    samples: Samples
    start: int
    end: int
    calls: tuple[Called, ...]
    """The phrases called, in the order of their onsets."""


def mixture(spoken: Sequence[tuple[str, Samples]], random: Generator) -> Mixture | None:
    """Clean words by different voices (with their keys) in one room; None when it came out as no
    utterance."""
    decay_s = random.uniform(0.08, 0.6) if random.random() < _REVERBERANT else 0.0
    placed: list[_Placed] = []
    behind = 0
    for key, word in spoken:
        sound = spoken_otherwise(word, random)
        if len(sound) < _SHORTEST:
            return None
        onset, end = (frame * FRAME_SAMPLES for frame in word_frames(frame_energies(sound)))
        at = min(_gap(random), behind + _samples(random.uniform(0, _HEARD_AS_ONE_MS)))
        at = at if placed else 0
        behind = max(behind, at + end - onset)
        centre = energy_middle(sound[onset:end])
        placed.append(_Placed(key, at, onset, centre, _in_its_place(sound, decay_s, random)))
    return _heard(placed, random)


def _gap(random: Generator) -> int:
    """From the first onset to another one, in samples."""
    near = random.random() < _NEAR
    return _samples(random.uniform(0, _NEAR_MS if near else _MOST_APART_MS))


def _in_its_place(sound: Samples, decay_s: float, random: Generator) -> Samples:
    """At a loudness of its own, from where this voice sits in the room."""
    from scipy.signal import fftconvolve  # noqa: PLC0415  (slow)

    loud = np.abs(sound) > np.abs(sound).max(initial=1e-9) / 20
    level = float(np.sqrt(np.mean(np.square(sound[loud])))) if loud.any() else 1.0
    sound = sound * (10 ** (random.uniform(-_LEVEL_DB, _LEVEL_DB) / 20) / level)
    if not decay_s:
        return np.asarray(sound, dtype=np.float32)
    wet = fftconvolve(np.pad(sound, (0, _samples(1000 * decay_s))), room(decay_s, random))
    return np.asarray(wet[: len(sound) + _samples(1000 * decay_s)], dtype=np.float32)


def _heard(placed: list[_Placed], random: Generator) -> Mixture | None:
    """All voices in one sound, through the microphone, cut out again."""
    before = _samples(random.uniform(*_BEFORE_MS)) + max(one.onset - one.at for one in placed)
    starts = [before + one.at - one.onset for one in placed]
    behind = max(start + len(one.sound) for start, one in zip(starts, placed, strict=True))
    mixed = np.zeros(behind + SAMPLE_RATE // 2, np.float32)
    for start, one in zip(starts, placed, strict=True):
        mixed[start : start + len(one.sound)] += one.sound
    cut = as_cut(in_noise(through_a_microphone(mixed, random), random), random)
    if cut is None or abs(cut.start - before) > _samples(_LOST_MS):
        return None
    late = before - cut.start
    calls = [
        Called(one.key, _ms(late + one.at), _ms(late + one.at + one.centre))
        for one in sorted(placed, key=lambda one: one.at)
        if one.key
    ]
    return Mixture(cut.samples, cut.start, cut.end, tuple(calls))


def _ms(samples: int) -> int:
    return samples * 1000 // SAMPLE_RATE


def _samples(ms: float) -> int:
    return int(ms * SAMPLE_RATE / 1000)


@dataclass(frozen=True)
class Job:
    """A scene that is to be heard, in whatever process."""

    seed: int
    number: int
    spoken: tuple[tuple[str, Samples], ...]


@dataclass(frozen=True)
class Heard:
    """A scene as the ear hears it."""

    vectors: Samples
    """A row for each of the ear's centres."""
    calls: tuple[Called, ...]
    voices: int
    """How many people speak, those included who call nothing."""
    long_ms: int


def heard(job: Job) -> Heard | None:
    """What the ear has of a scene; None when it came out as no utterance."""
    random = np.random.default_rng([job.seed, _SOUND, job.number])
    made = mixture(job.spoken, random)
    if made is None:
        return None
    vectors = _embedding().along(made.samples, made.start, made.end)
    return Heard(vectors, made.calls, len(job.spoken), _ms(made.end - made.start))


@cache
def _embedding() -> Embedding:
    return Embedding()


def studied(
    said: Mapping[str, list[tuple[str, str]]],
    words: Sequence[str],
    pool: Takes,
    *,
    count: int,
    seed: int,
    processes: int,
    progress: Callable[[int], None] = lambda _done: None,
) -> list[Heard]:
    """So many scenes, without those that came out as no utterance."""
    usable = [word for word in words if word in pool]
    jobs = _jobs(said, usable, pool, count, seed)
    scenes: list[Heard] = []
    done = 0
    with ProcessPoolExecutor(processes, get_context("spawn")) as booths:
        while some := list(islice(jobs, _AT_ONCE)):
            scenes += [one for one in booths.map(heard, some, chunksize=_CHUNK) if one]
            done += len(some)
            progress(done)
    return scenes


def keys_of(said: Mapping[str, list[tuple[str, str]]]) -> tuple[str, ...]:
    """All phrases that can be called, once each."""
    return tuple(dict.fromkeys(key for some in said.values() for key, _ in some))


def _jobs(
    said: Mapping[str, list[tuple[str, str]]],
    words: Sequence[str],
    pool: Takes,
    count: int,
    seed: int,
) -> Iterator[Job]:
    for number in range(count):
        parts = scene(said, words, pool, np.random.default_rng([seed, _CAST, number]))
        spoken = tuple((part.key, pool[part.text][part.take]) for part in parts)
        yield Job(seed, number, spoken)
