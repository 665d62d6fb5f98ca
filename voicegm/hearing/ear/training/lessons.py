"""What the ear is taught: which words, how often, in which voices, and each as a vector."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.random import Generator

from voicegm.errors import BadInput
from voicegm.hearing.ear.embedding import CLOSE_SIZE, SIZE, Embedding
from voicegm.hearing.ear.head import OTHER, spoken_forms
from voicegm.hearing.ear.training.spoiling import spoiled
from voicegm.hearing.ear.training.voices import ESpeak, Kokoro
from voicegm.languages.pack import Pack, load
from voicegm.sound.frames import Samples

ESPEAK, KOKORO = "espeak", "kokoro"
_AT_ONCE, _CHUNK = 256, 16


@dataclass(frozen=True)
class Lesson:
    """One text in one voice, and how many copies of it are spoiled in different ways."""

    label: str
    """The class it belongs to."""
    text: str
    voices: str
    take: int
    copies: int


@dataclass(frozen=True)
class Plan:
    """How often each text is said: takes by each kind of voices, copies of each take."""

    espeak_phrases: int = 60
    espeak_others: int = 6
    kokoro_phrases: int = 12
    kokoro_others: int = 2
    kokoro_copies: tuple[int, int] = (3, 3)
    """Of phrases, and of other words."""
    scraps: int = 1500
    """Two or three ordinary words run together: talk that is as short as a call."""


def others(pack: Pack, more: Iterable[str], phonemes: Callable[[str], str]) -> tuple[str, ...]:
    """Ordinary words, names and `more`, without those that sound the same as a phrase."""
    forms = {form for phrase in pack.phrases.values() for form in phrase.say}
    sounds = {phonemes(form) for form in forms}
    words = dict.fromkeys([*more, *(decoy.key for decoy in pack.decoys), *pack.names])
    return tuple(word for word in words if word not in forms and phonemes(word) not in sounds)


def lessons(pack: Pack, words: tuple[str, ...], plan: Plan, seed: int) -> list[Lesson]:
    """All that is to be said, the slow voices' takes in rounds."""
    said = [(key, form) for key, forms in spoken_forms(pack).items() for form in forms]
    scraps = [(OTHER, text) for text in _scraps(pack, plan.scraps, seed)]
    of_phrases, of_others = plan.kokoro_copies
    made = [Lesson(*one, ESPEAK, t, 1) for t in range(plan.espeak_phrases) for one in said]
    for take in range(plan.espeak_others):
        made += [Lesson(*one, ESPEAK, take, 1) for one in _ordinary(pack, words, take)]
    made += [Lesson(*one, ESPEAK, 0, 1) for one in scraps]
    for take in range(plan.kokoro_phrases):
        made += [Lesson(*one, KOKORO, take, of_phrases) for one in said]
        if take < plan.kokoro_others:
            ordinary = _ordinary(pack, words, take)
            made += [Lesson(*one, KOKORO, take, of_others) for one in ordinary]
    return made


def _ordinary(pack: Pack, words: tuple[str, ...], take: int) -> Iterator[tuple[str, str]]:
    """The class and the text of each ordinary word; every other take has an article before it
    where people say one, or else whatever has an article would be taken for a phrase."""
    articles = pack.voices.articles if take % 2 else ()
    for word in words:
        place = zlib.crc32(word.encode()) + take // 2
        yield OTHER + word, " ".join([*articles[place % max(1, len(articles)) :][:1], word])


def _scraps(pack: Pack, count: int, seed: int) -> Iterator[str]:
    """Frequent words more often than others, as they come in talk."""
    random = np.random.default_rng(seed)
    words = [decoy.key for decoy in pack.decoys]
    for _ in range(count):
        places = np.minimum(random.exponential(60, random.integers(2, 4)), len(words) - 1)
        yield " ".join(words[int(place)] for place in places)


@dataclass(frozen=True)
class Studio:
    """Says lessons and turns them into vectors; it can be sent to another process."""

    language: str
    seed: int
    kokoro: Path | None
    """Folder of the neural voice; None: lessons in it are left out."""
    sounds: Path
    """Folder where what the slow voice said is kept."""
    closely: bool = False
    """Look closely at the beginning of each utterance (`Embedding.closely`)."""

    def vectors(self, lesson: Lesson, word: Samples) -> Samples:
        """A row for each copy that came out as an utterance; the same for the same seed."""
        rows = []
        look = _embedding().closely if self.closely else _embedding().of
        for copy in range(lesson.copies):
            random = self._random(1 + copy, lesson)
            utterance = spoiled(word, random) if len(word) else None
            if utterance:
                rows.append(look(utterance.samples, utterance.start, utterance.end))
        return np.array(rows, np.float32).reshape(-1, CLOSE_SIZE if self.closely else SIZE)

    def said(self, lesson: Lesson) -> Samples:
        """The lesson's text in its voice; what Kokoro says is kept on disk."""
        if lesson.voices == ESPEAK:
            return _espeak(self.language).say(lesson.text, self._random(0, lesson))
        name = hashlib.sha256(f"{self.seed} {lesson.text} {lesson.take}".encode()).hexdigest()
        file = self.sounds / f"{self.language}-{name[:20]}.npy"
        if not file.exists():
            if self.kokoro is None:
                raise BadInput("lessons in the neural voice need its folder: see docs/ear.md")
            voices = _kokoro(self.kokoro, self.language)
            sound = voices.say(lesson.text, self._random(0, lesson))
            peak = float(np.abs(sound).max(initial=1e-6))
            np.save(file, np.round(sound / peak * 30000).astype(np.int16))
        return np.asarray(np.load(file) / 32768, dtype=np.float32)

    def _random(self, use: int, lesson: Lesson) -> Generator:
        texts = zlib.crc32(lesson.voices.encode()), zlib.crc32(lesson.text.encode())
        return np.random.default_rng([self.seed, use, *texts, lesson.take])


@cache
def _embedding() -> Embedding:
    return Embedding()


@cache
def _espeak(language: str) -> ESpeak:
    return ESpeak(language)


@cache
def _kokoro(folder: Path, language: str) -> Kokoro:
    return Kokoro(folder, _espeak(language).phonemes, load(language).voices)


def studied(
    studio: Studio,
    made: list[Lesson],
    processes: int,
    progress: Callable[[int], None] = lambda _done: None,
) -> tuple[Samples, list[str]]:
    """The vectors of all lessons, a row each, and the class of each row.

    One new process says all that eSpeak NG says, in order: its noise and flutter go on from word
    to word, so that anything else would never sound the same again.
    """
    rows: list[Samples] = []
    labels: list[str] = []
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as booth, ProcessPoolExecutor(processes, spawn) as pool:
        for some in _batches(made):
            sayers = booth if some[0].voices == ESPEAK else pool
            words = list(sayers.map(studio.said, some, chunksize=_CHUNK))
            spoken = pool.map(studio.vectors, some, words, chunksize=_CHUNK)
            for lesson, vectors in zip(some, spoken, strict=True):
                rows.append(vectors)
                labels += [lesson.label] * len(vectors)
            progress(len(rows))
    return np.concatenate(rows), labels


def _batches(made: list[Lesson]) -> Iterator[list[Lesson]]:
    """Lessons in their order, a few hundred at a time and all in one kind of voices."""
    for _, of_one_kind in groupby(made, key=lambda lesson: lesson.voices):
        while some := list(islice(of_one_kind, _AT_ONCE)):
            yield some
