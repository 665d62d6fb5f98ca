"""The voices that hearing is measured with: people whose recordings lie in the folder that
`VOICEGM_CORPUS` names, and synthetic ones."""

from __future__ import annotations

import json
import os
import random
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from voicegm.caller import Speaks, Variant
from voicegm.errors import BadInput
from voicegm.hearing.edges import frame_energies, word_frames
from voicegm.languages.pack import Pack
from voicegm.sound.frames import SAMPLE_RATE, Sound
from voicegm.sound.recording import first_channel

CORPUS = "VOICEGM_CORPUS"
"""Names the folder of recorded people."""
MANNERS = ("f2", "m3", "m2", "f4", "f5", "m7", "m5", "f1")
"""Manners of the synthetic voice: four women's and four men's."""
ACCENTS = {"en": ("en-us", "en-gb")}
"""Accents of the synthetic voice, where a language has several."""
RATE_WPM = 165
"""Words are called out more slowly than the referee reads."""
PEOPLE = 4
"""At a table, two of whom race at a time."""
_TRIES = 10_000
CLEAR_FRAMES = 3
"""Quiet frames (10 ms) before a word that show where it begins."""
HALVES = ("even", "odd")
"""Half of the recorded people set thresholds and weights; the other half is the result."""


@dataclass(frozen=True)
class Clip:
    """A recording of somebody saying one word, or talking."""

    word: str | None
    """A phrase key where the pack has it; None for talk."""
    speaker: str
    kind: str
    """`human`, `synthetic` or `talk`."""
    path: Path

    @property
    def half(self) -> str:
        """`even` or `odd`, by the CRC-32 of who spoke. What one speaker said of every word is
        divided by words instead."""
        spoken = self.speaker if self.speaker.startswith("sc") else self.word or self.path.name
        return HALVES[zlib.crc32(spoken.encode()) % 2]

    @property
    def clear(self) -> bool:
        """Whether it is known where the word begins: the recording's own noise lies more than
        30 dB below its peak."""
        first, _ = word_frames(frame_energies(first_channel(self.path)))
        return first >= CLEAR_FRAMES


def corpus() -> Path | None:
    """The folder of recorded people, where one is named."""
    named = os.environ.get(CORPUS)
    return Path(named) if named else None


def recorded(language: str, folder: Path | None = None) -> list[Clip]:
    """All clips of a language in a folder or in the corpus; none where there is none. Raises
    `BadInput` for a folder without a readable `manifest.jsonl`."""
    folder = folder or corpus()
    return list(clips_in(folder, language)) if folder else []


def clips_in(folder: Path, language: str) -> Iterator[Clip]:
    """The clips that a folder's `manifest.jsonl` lists; raises `BadInput` when it cannot."""
    manifest = folder / "manifest.jsonl"
    try:
        rows = [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            if row["lang"] == language:
                yield Clip(_key(row["word"]), row["speaker"], row["kind"], folder / row["file"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f"{manifest} cannot be read as a list of clips ({error}); see that {CORPUS} names the "
            "right folder"
        ) from error


def _key(word: str | None) -> str | None:
    return None if word is None else word.replace(" ", "-")


class Voices(Protocol):
    """Those who can be asked to say a word."""

    source: str
    """Whose voices these are, in words."""
    words: tuple[str, ...]
    """Phrase keys that somebody can say."""

    def speakers(self, word: str) -> Sequence[str]:
        """Who can say a word."""
        ...

    def say(self, word: str, speaker: str) -> Sound:
        """One of them says it."""
        ...


class RecordedVoices:
    """Clips, each as it was recorded."""

    def __init__(self, clips: Sequence[Clip], words: Sequence[str], source: str) -> None:
        self._clips: Mapping[tuple[str, str], Clip] = {
            (clip.word, clip.speaker): clip
            for clip in clips
            if clip.word is not None and clip.word in words
        }
        self.words = tuple(dict.fromkeys(word for word, _ in self._clips))
        self.source = source

    def speakers(self, word: str) -> Sequence[str]:
        """Who was recorded saying it."""
        return [speaker for known, speaker in self._clips if known == word]

    def say(self, word: str, speaker: str) -> Sound:
        """The recording."""
        return Sound(first_channel(self._clips[word, speaker].path), SAMPLE_RATE)


class SyntheticVoices:
    """A speech synthesis in several manners and accents."""

    def __init__(self, caller: Speaks, pack: Pack, words: Sequence[str]) -> None:
        self._caller = caller
        self._pack = pack
        self.words = tuple(words)
        accents = ACCENTS.get(pack.code, (pack.code,))
        self._variants = tuple(f"{accent}+{manner}" for manner in MANNERS for accent in accents)
        self.source = f"{len(self._variants)} synthetic voices"

    def speakers(self, word: str) -> Sequence[str]:  # noqa: ARG002
        """All of them can say everything."""
        return self._variants

    def say(self, word: str, speaker: str) -> Sound:
        """The word's first spoken form."""
        return self._caller.sound(self._pack[word].say[0], Variant(speaker, rate_wpm=RATE_WPM))


def voices_for(
    pack: Pack,
    caller: Speaks,
    wanted: str,
    keep: Callable[[Clip], bool] = lambda _: True,
    folder: Path | None = None,
) -> list[Voices]:
    """Those who can call a language's animals: `people` (where they were recorded), `synthetic`,
    or `all`. Raises `BadInput` for people of whom there is no recording."""
    found: list[Voices] = []
    clips = [
        clip
        for clip in recorded(pack.code, folder)
        if clip.kind == "human" and keep(clip) and clip.word in pack.animals and clip.clear
    ]
    if wanted in ("people", "all") and clips:
        where = (folder or corpus() or Path()).name
        found.append(RecordedVoices(clips, pack.animals, f"people, recorded in {where}"))
    if wanted == "people" and not found:
        raise BadInput(
            f"no people saying words in {pack.name} are recorded here: let {CORPUS} name a folder "
            "that has them, or choose --voices synthetic"
        )
    if wanted in ("synthetic", "all"):
        found.append(SyntheticVoices(caller, pack, pack.animals))
    return found


def animals_apart(pack: Pack, voices: Voices, draw: random.Random) -> tuple[str, ...]:
    """Four animals that sound apart; the first two, and the last two, can be said by two voices."""
    for _ in range(_TRIES if len(voices.words) >= PEOPLE else 0):
        animals = tuple(draw.sample(voices.words, PEOPLE))
        races = (animals[:2], animals[2:])
        if not pack.confusable(animals) and all(different(voices, *race) for race in races):
            return animals
    raise BadInput(f"{voices.source}: too few voices and animals for a race between two of them")


def different(voices: Voices, one: str, other: str) -> list[tuple[str, str]]:
    """Who may say the one word and who the other: two different voices."""
    return [
        (first, second)
        for first in voices.speakers(one)
        for second in voices.speakers(other)
        if first != second
    ]
