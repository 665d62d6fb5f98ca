"""A family's own words, recorded at their microphone, to be measured like any other recordings."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voicegm.caller import Speaks
from voicegm.errors import BadInput
from voicegm.hearing.engines.recogniser import Recognition
from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.languages.pack import Pack, normal
from voicegm.sound.frames import SAMPLE_RATE, Block, Ears, Mouth, Samples
from voicegm.table.floor import Floor

MANIFEST = "manifest.jsonl"
ROOM_MS = 250
"""Kept before and behind each word, so that its edges can be found again."""
WAIT_MS = 6_000
"""For a word, before it is asked for once more."""
TRIES = 2
_KEPT_BLOCKS = 150


@dataclass(frozen=True)
class Take:
    """One word as somebody said it."""

    word: str
    speaker: str
    samples: Samples


class _Cutter:
    """In a recogniser's place: words are cut out, whatever they are."""

    hang_ms = 96

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:  # noqa: ARG002
        """Nothing is recognised."""
        return Recognition(())


class _Tape:
    """Ears that remember the last seconds."""

    channels = 1

    def __init__(self, ears: Ears) -> None:
        self._ears = ears
        self._blocks: deque[Block] = deque(maxlen=_KEPT_BLOCKS)

    def read(self) -> Block | None:
        block = self._ears.read()
        if block is not None:
            block = Block(block.start, block.samples[:1], block.lost)
            self._blocks.append(block)
        return block

    def between(self, from_ms: int, until_ms: int) -> Samples:
        """What was heard then, as far as it is remembered."""
        start = self._blocks[0].start
        heard = np.concatenate([block.samples[0] for block in self._blocks])
        low, high = (ms * SAMPLE_RATE // 1000 - start for ms in (from_ms, until_ms))
        return heard[max(0, low) : max(0, high)]

    def close(self) -> None:
        self._ears.close()


class Session:
    """Asks for words one by one, and keeps what is said. Without a `mouth` nothing is said aloud:
    then the words are in a recording, in the order in which they are asked for."""

    def __init__(
        self,
        pack: Pack,
        caller: Speaks,
        ears: Ears,
        mouth: Mouth | None,
        show: Callable[[str], None],
    ) -> None:
        self._pack = pack
        self._caller = caller
        self._show = show
        self._tape = _Tape(ears)
        self._aloud = mouth is not None
        any_word = InPlay(pack.animals[:1], two=False)
        listener = Listener(1, _Cutter(), Grammars(pack, 0), lambda _: any_word, 0)
        self._floor = Floor(self._tape, mouth, listener)

    def takes(self, speaker: str, words: Sequence[str]) -> Iterator[Take]:
        """What was said of these words; one that was asked for twice in vain is left out."""
        for word in words:
            for _ in range(TRIES):
                samples = self._ask(speaker, self._pack[word].say[0])
                if samples is not None:
                    yield Take(word, speaker, samples)
                    break

    def _ask(self, speaker: str, text: str) -> Samples | None:
        self._show(f"{speaker}, say: {text}")
        if self._aloud:
            self._floor.play(self._caller.sound(text))
        while self._floor.deaf:
            self._floor.step()
        until_ms = self._floor.now_ms + WAIT_MS
        while self._floor.now_ms < until_ms and not self._floor.over:
            self._floor.step()
            for event in self._floor.take_heard():
                if isinstance(event, Decided) and not event.clipped:
                    return self._cut(event)
        return None

    def _cut(self, said: Decided) -> Samples:
        until_ms = said.end_ms + ROOM_MS
        while self._floor.now_ms < until_ms and not self._floor.over:
            self._floor.step()
        return self._tape.between(said.onset_ms - ROOM_MS, until_ms)


class Album:
    """A folder of recordings with a list of them; what is there already stays.

    Raises `BadInput` when the folder cannot be written to.
    """

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self._language = language
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / MANIFEST).touch()
        except OSError as error:
            raise BadInput(f"{folder} cannot be written to ({error.strerror})") from error

    def keep(self, take: Take) -> Path:
        """Write a word as FLAC, and a line about it."""
        import soundfile  # noqa: PLC0415  (native library)

        speaker = "-".join(filter(None, map(_letters, normal(take.speaker).split()))) or "player"
        number = 1
        while (path := self.folder / f"{take.word}-{speaker}-{number}.flac").exists():
            number += 1
        soundfile.write(str(path), take.samples, SAMPLE_RATE, format="FLAC")
        row = {
            "file": path.name,
            "lang": self._language,
            "word": take.word,
            "speaker": f"{speaker}-{number}" if number > 1 else speaker,
            "kind": "human",
        }
        with (self.folder / MANIFEST).open("a", encoding="utf-8") as manifest:
            manifest.write(json.dumps(row, ensure_ascii=False) + "\n")
        return path


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())
