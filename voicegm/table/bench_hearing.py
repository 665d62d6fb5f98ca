"""How well and how soon calls are heard: on recordings of people where there are any
(`VOICEGM_CORPUS` names their folder), on synthetic voices otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from voicegm.caller import Caller, Variant, open_caller
from voicegm.errors import BadInput
from voicegm.hearing.edges import FRAME_SAMPLES, frame_energies, word_frames
from voicegm.hearing.engines.embedded import can_hear
from voicegm.hearing.engines.sphinx import LANGUAGE as SPHINX_LANGUAGE
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.listener import Decided, Listener, Recognises
from voicegm.hearing.measure import Clip, Comparison, compare
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model, require_model
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples, Sound, to_ms
from voicegm.sound.recording import first_channel
from voicegm.table.bench_voices import corpus, recorded

TABLES = {
    "en": (
        ("fox", "owl", "cat", "dog", "cow", "duck", "frog", "goat"),
        ("snake", "bee", "rat", "giraffe", "dragon", "chicken", "bird", "dog"),
    ),
    "ko": (("fox", "owl", "cat", "dog", "frog", "tiger", "lion", "pig"),),
}
"""Eight animals in play at a time."""
TALK_TABLE = ("fox", "owl", "cat", "dog", "cow", "pig", "duck", "frog")
OTHERS = 150
"""Other words that each table is tried with, at the most."""
PAUSE_MS = 1_200
"""Between two clips."""
ROOM_RMS = 2e-4
"""A quiet room, -74 dB."""
MANNERS = ("f2", "f3", "f5", "m1", "m3", "m7")
"""Synthetic voices, where there are no people."""


class Hears(Recognises, Protocol):
    """A worker, or an engine in this process."""

    name: str
    decoys: int


@dataclass(frozen=True)
class Said:
    """A word as somebody said it; talk has no word."""

    word: str | None
    speaker: str
    samples: Samples


@dataclass(frozen=True)
class Point:
    """What a threshold of confidence would let through, in percent."""

    threshold: float
    right: float
    """Calls of which the right word, and no other, is as sure as that."""
    let_through: float
    """Other words of which some word in play is."""


@dataclass(frozen=True)
class Figures:
    """What came of it."""

    source: str
    """Whose voices these are."""
    engine: str
    calls: int
    right: int
    """The right word, and nothing else, was heard."""
    wrong: int
    """Some other word in play was heard."""
    others: int
    let_through: int
    """Other words that were taken for a word in play."""
    talk_minutes: float
    invented: int
    """Calls heard in talk."""
    decided_p95_ms: int | None
    """From the true end of a call to its decision."""
    onset_p95_ms: int | None
    """Error of the onset."""
    curve: tuple[Point, ...] = ()
    """Right against let through, over the threshold; of talk nothing is in it."""

    def to_json(self) -> dict[str, object]:
        """The figures as plain JSON."""
        return asdict(self)


def measure(
    language: str,
    engine: str,
    progress: Callable[[int, int], None] = lambda *_: None,
    *,
    folder: Path | None = None,
) -> Figures:
    """Hear everything there is in this language, table by table; `progress` is told how many
    sounds of how many have been heard. Raises `BadInput` where nothing can be had."""
    clips, source = _clips(language, folder)
    talk = [clip for clip in clips if clip.word is None]
    words = [clip for clip in clips if clip.word is not None]
    tables = _tables(language, words) if folder else TABLES.get(language, ())
    if not tables:
        raise BadInput(f"there are no tables of words to measure '{language}' with")
    total = len(tables) + len(talk)
    tally = _Tally()
    with _opened(engine, language) as worker:
        for number, table in enumerate(tables, start=1):
            tally.add(table, words, _ear(worker, language, table))
            progress(number, total)
        for number, piece in enumerate(talk, start=1):
            heard = _ear(worker, language, TALK_TABLE)(piece.samples)
            tally.invented += sum(len(decided.words) for decided in heard)
            progress(len(tables) + number, total)
        return tally.figures(source, worker.name, talk)


ALONE = "pocketsphinx"
"""Stands for the embedded engine without its ear."""


class _Alone(Sphinx):
    """PocketSphinx without a second witness: an ear for no language knows no phrase."""

    name = ALONE

    def __init__(self) -> None:
        super().__init__("no language")


def engines(language: str) -> tuple[str, ...]:
    """Every engine that can hear a language here: with its ear, without, and Vosk's."""
    found = {
        ALONE: language == SPHINX_LANGUAGE,
        "sphinx": can_hear(language),
        "vosk": find_model(language) is not None,
    }
    return tuple(engine for engine, here in found.items() if here)


def _opened(engine: str, language: str) -> AbstractContextManager[Hears]:
    if engine == ALONE:
        return nullcontext(_Alone())
    return Worker(engine, language, find_model(language))


@dataclass(frozen=True)
class Trial:
    """A word that was said, and how sure of each phrase in play the engine was."""

    said: str | None
    """A phrase in play; None for another word."""
    sure: dict[str, float]


THRESHOLDS = tuple(step / 50 for step in range(1, 50))


def curve(trials: Sequence[Trial]) -> tuple[Point, ...]:
    """What each threshold would have let through."""
    calls = [trial for trial in trials if trial.said is not None]
    others = [trial for trial in trials if trial.said is None]
    points = []
    for threshold in THRESHOLDS:
        right = sum(_passing(trial, threshold) == {trial.said} for trial in calls)
        through = sum(bool(_passing(trial, threshold)) for trial in others)
        points.append(Point(threshold, _percent(right, len(calls)), _percent(through, len(others))))
    return tuple(points)


def _passing(trial: Trial, threshold: float) -> set[str]:
    return {key for key, sure in trial.sure.items() if sure >= threshold}


def _percent(count: int, of: int) -> float:
    return round(100 * count / max(1, of), 1)


def _surest(heard: Sequence[Decided], from_ms: int, to_ms: int) -> dict[str, float]:
    """How sure of each phrase the engine was, in what it took for a call and what it doubted; of
    what may have been one or the other, only the likeliest is a call."""
    sure: dict[str, float] = {}
    for decided in heard:
        likeliest = sorted(decided.perhaps, key=lambda word: -word.confidence)[:1]
        for word in decided.words or likeliest:
            if from_ms <= word.start_ms < to_ms:
                sure[word.key] = max(word.confidence, sure.get(word.key, 0.0))
    return sure


class _Tally:
    def __init__(self) -> None:
        self.calls = self.right = self.wrong = self.others = self.let_through = self.invented = 0
        self.delays_ms: list[int] = []
        self.onset_errors_ms: list[int] = []
        self.trials: list[Trial] = []

    def add(
        self, table: Sequence[str], clips: Sequence[Said], ear: Callable[[Samples], list[Decided]]
    ) -> None:
        """Hear the table's own words, then others."""
        own = [clip for clip in clips if clip.word in table]
        others = [clip for clip in clips if clip.word not in table][:: max(1, len(clips) // OTHERS)]
        tried = [*own, *others[:OTHERS]]
        sound, spans = _strung(tried)
        decided = ear(sound)
        heard = [(word, one) for one in decided for word in one.words]
        for clip, (start_ms, onset_ms, end_ms, next_ms) in zip(tried, spans, strict=True):
            inside = [pair for pair in heard if start_ms - 200 <= pair[0].start_ms < next_ms - 200]
            said = clip.word if clip.word in table else None
            self.trials.append(Trial(said, _surest(decided, start_ms - 200, next_ms - 200)))
            if clip.word not in table:
                self.others += 1
                self.let_through += bool(inside)
                continue
            self.calls += 1
            self.right += [word.key for word, _ in inside] == [clip.word]
            self.wrong += any(word.key != clip.word for word, _ in inside)
            self.delays_ms += [one.decided_ms - end_ms for _, one in inside]
            self.onset_errors_ms += [abs(word.start_ms - onset_ms) for word, _ in inside]

    def figures(self, source: str, engine: str, talk: Sequence[Said]) -> Figures:
        return Figures(
            source,
            engine,
            self.calls,
            self.right,
            self.wrong,
            self.others,
            self.let_through,
            round(sum(len(piece.samples) for piece in talk) / SAMPLE_RATE / 60, 1),
            self.invented,
            _p95(self.delays_ms),
            _p95(self.onset_errors_ms),
            curve(self.trials),
        )


def measure_endpointing() -> Comparison:
    """Our endpointing and Vosk's own on the same synthetic Korean voices."""
    caller = open_caller("ko")
    pack = load("ko")
    clips = []
    for key in TABLES["ko"][0]:
        for manner in MANNERS:
            if isinstance(caller, Caller):
                sound = caller.sound(pack[key].say[0], Variant(f"ko+{manner}", rate_wpm=165))
                clips.append(Clip(key, _at_16_khz(sound)))
    caller.close()
    if not clips:
        raise BadInput("no voice speaks Korean here, so there is nothing to measure with")
    return compare("ko", require_model("ko"), clips)


def _ear(worker: Hears, language: str, table: Sequence[str]) -> Callable[[Samples], list[Decided]]:
    """Hears a whole sound with these words in play."""
    grammars = Grammars(load(language), worker.decoys)

    def hear(sound: Samples) -> list[Decided]:
        listener = Listener(1, worker, grammars, lambda _: InPlay(tuple(table)))
        events = []
        for start in range(0, len(sound) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES):
            block = Block(start, sound[np.newaxis, start : start + BLOCK_SAMPLES])
            events += listener.feed(block)
        return [event for event in events + listener.finish() if isinstance(event, Decided)]

    return hear


def _strung(clips: Sequence[Said]) -> tuple[Samples, list[tuple[int, int, int, int]]]:
    """The clips in one sound, and where (ms) each starts, its word begins and ends, and the next
    one starts."""
    quiet = np.zeros(PAUSE_MS * SAMPLE_RATE // 1000, np.float32)
    parts, spans, position = [quiet], [], len(quiet)
    for clip in clips:
        first, behind = word_frames(frame_energies(clip.samples))
        following = position + len(clip.samples) + len(quiet)
        edges = (0, first * FRAME_SAMPLES, behind * FRAME_SAMPLES)
        spans.append((*(to_ms(position + edge) for edge in edges), to_ms(following)))
        parts += [clip.samples, quiet]
        position = following
    sound = np.concatenate(parts)
    noise = np.random.default_rng(0).normal(0, ROOM_RMS, len(sound))
    return (sound + noise).astype(np.float32), spans  # type: ignore[return-value]


def _tables(language: str, words: Sequence[Said]) -> tuple[tuple[str, ...], ...]:
    """Tables of eight animals that hold all those that were recorded."""
    animals = load(language).animals
    said = [key for key in animals if any(clip.word == key for clip in words)]
    others = [key for key in animals if key not in said]
    tables = [said[start : start + 8] for start in range(0, len(said), 8)]
    return tuple(tuple([*table, *others][:8]) for table in tables)


def _clips(language: str, folder: Path | None) -> tuple[list[Said], str]:
    """People where they were recorded, synthetic voices otherwise, and which they are."""
    clips = [
        Said(clip.word, clip.speaker, first_channel(clip.path))
        for clip in recorded(language, folder)
        if clip.kind in ("human", "talk")
    ]
    if clips:
        return clips, f"people, recorded in {(folder or corpus() or Path()).name}"
    if folder:
        raise BadInput(f"{folder} holds nothing in the language '{language}'")
    return list(_synthetic(language)), "synthetic voices (VOICEGM_CORPUS names no recordings)"


def _synthetic(language: str) -> Iterator[Said]:
    """Every animal of the language in several voices."""
    caller = open_caller(language)
    pack = load(language)
    for manner in MANNERS:
        for key in pack.animals:
            sound = caller.sound(pack[key].say[0], Variant(f"{language}+{manner}", rate_wpm=165))
            yield Said(key, manner, _at_16_khz(sound))
    caller.close()


def _at_16_khz(sound: Sound) -> Samples:
    import soxr  # noqa: PLC0415  (native library)

    samples: Samples = soxr.resample(sound.samples, sound.rate, SAMPLE_RATE).astype(np.float32)
    return samples


def _p95(values: Sequence[int]) -> int | None:
    return sorted(values)[int(0.95 * len(values))] if values else None
