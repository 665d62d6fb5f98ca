"""How well and how soon calls are heard: on recordings of people where there are any
(`VOICEGM_CORPUS` names their folder), on synthetic voices otherwise."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from voicegm.caller import Caller, Variant, open_caller
from voicegm.errors import BadInput
from voicegm.hearing.edges import FRAME_SAMPLES, frame_energies, word_frames
from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.measure import Clip, Comparison, compare
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model, require_model
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples, Sound, to_ms
from voicegm.sound.recording import first_channel

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


@dataclass(frozen=True)
class Said:
    """A word as somebody said it; talk has no word."""

    word: str | None
    speaker: str
    samples: Samples


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

    def to_json(self) -> dict[str, object]:
        """The figures as plain JSON."""
        return asdict(self)


def measure(
    language: str, engine: str, progress: Callable[[int, int], None] = lambda *_: None
) -> Figures:
    """Hear everything there is in this language, table by table; `progress` is told how many
    sounds of how many have been heard. Raises `BadInput` where nothing can be had."""
    if language not in TABLES:
        raise BadInput(f"there are no tables of words to measure '{language}' with")
    clips, source = _clips(language)
    talk = [clip for clip in clips if clip.word is None]
    words = [clip for clip in clips if clip.word is not None]
    total = len(TABLES[language]) + len(talk)
    tally = _Tally()
    with Worker(engine, language, find_model(language)) as worker:
        for number, table in enumerate(TABLES[language], start=1):
            tally.add(table, words, _ear(worker, language, table))
            progress(number, total)
        for number, piece in enumerate(talk, start=1):
            heard = _ear(worker, language, TALK_TABLE)(piece.samples)
            tally.invented += sum(len(decided.words) for decided in heard)
            progress(len(TABLES[language]) + number, total)
        return tally.figures(source, worker.name, talk)


class _Tally:
    def __init__(self) -> None:
        self.calls = self.right = self.wrong = self.others = self.let_through = self.invented = 0
        self.delays_ms: list[int] = []
        self.onset_errors_ms: list[int] = []

    def add(
        self, table: Sequence[str], clips: Sequence[Said], ear: Callable[[Samples], list[Decided]]
    ) -> None:
        """Hear the table's own words, then others."""
        own = [clip for clip in clips if clip.word in table]
        others = [clip for clip in clips if clip.word not in table][:: max(1, len(clips) // OTHERS)]
        tried = [*own, *others[:OTHERS]]
        sound, spans = _strung(tried)
        heard = [(word, decided) for decided in ear(sound) for word in decided.words]
        for clip, (start_ms, onset_ms, end_ms, next_ms) in zip(tried, spans, strict=True):
            inside = [pair for pair in heard if start_ms - 200 <= pair[0].start_ms < next_ms - 200]
            if clip.word not in table:
                self.others += 1
                self.let_through += bool(inside)
                continue
            self.calls += 1
            self.right += [word.key for word, _ in inside] == [clip.word]
            self.wrong += any(word.key != clip.word for word, _ in inside)
            self.delays_ms += [decided.decided_ms - end_ms for _, decided in inside]
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


def _ear(worker: Worker, language: str, table: Sequence[str]) -> Callable[[Samples], list[Decided]]:
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


def _clips(language: str) -> tuple[list[Said], str]:
    """People where there is a corpus of them, synthetic voices otherwise, and which they are."""
    folder = os.environ.get("VOICEGM_CORPUS")
    if folder:
        clips = list(_recorded(Path(folder), language))
        if clips:
            return clips, f"people, recorded in {Path(folder).name}"
    return list(_synthetic(language)), "synthetic voices (VOICEGM_CORPUS names no recordings)"


def _recorded(folder: Path, language: str) -> Iterator[Said]:
    manifest = folder / "manifest.jsonl"
    try:
        rows = [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise BadInput(f"VOICEGM_CORPUS: {manifest} cannot be read ({error})") from error
    for row in rows:
        if row["lang"] == language and row["kind"] in ("human", "talk"):
            word = None if row["word"] is None else row["word"].replace(" ", "-")
            yield Said(word, row["speaker"], first_channel(folder / row["file"]))


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
