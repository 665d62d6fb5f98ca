"""How soon a call is decided: our own endpointing against that of the engine, on the same sound.

    python -m voicegm.hearing.measure ko FOLDER

FOLDER holds recordings of single words, named by their keys: `fox-anna.wav`, `owl-1.flac`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voicegm.child import Child
from voicegm.errors import BadInput
from voicegm.hearing.edges import FRAME_SAMPLES, frame_energies, word_frames
from voicegm.hearing.engines.own_endpointing import Answer, OwnEndpointing
from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import require_model
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples, to_ms
from voicegm.sound.recording import first_channel

_PAUSE_SAMPLES = 3 * SAMPLE_RATE // 2
"""Quiet between clips: enough for an engine's own endpointing."""
_ROOM = 3e-4
"""A quiet room's noise (-70 dB)."""
_LISTEN_S = 600.0
"""Time limit for listening to all clips."""


@dataclass(frozen=True)
class Clip:
    """A recorded word and what it is, by key."""

    word: str
    samples: Samples


@dataclass(frozen=True)
class Delays:
    """How long after the true end of a word it was decided, processing included."""

    clips: int
    right: int
    """Clips in which just the right word was heard."""
    median_ms: int
    p95_ms: int


@dataclass(frozen=True)
class Comparison:
    """Our endpointing beside the engine's own."""

    ours: Delays
    engines_own: Delays

    @property
    def ratio(self) -> float:
        """How many times as long the engine's own endpointing takes (p95)."""
        return self.engines_own.p95_ms / max(1, self.ours.p95_ms)


def compare(language: str, model: Path, clips: Sequence[Clip]) -> Comparison:
    """Decide the same clips, strung together with pauses, both ways.

    The words in play are those of the clips. `model` is the folder of a Vosk model.
    """
    pack = load(language)
    in_play = InPlay(tuple(dict.fromkeys(clip.word for clip in clips)))
    sound, spans = _strung(clips)
    with Worker("vosk", language, model) as worker:
        grammars = Grammars(pack, worker.decoys)
        listener = Listener(1, worker, grammars, lambda _: in_play)
        ours = list(_ours(sound, listener))
    with Child(OwnEndpointing, model, timeout_s=_LISTEN_S) as child:
        own: list[Answer] = child.call("listen", sound, grammars.of(in_play))
    return Comparison(_delays(clips, spans, ours), _delays(clips, spans, own))


def _ours(sound: Samples, listener: Listener) -> Iterator[Answer]:
    for start in range(0, len(sound) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES):
        block = Block(start, sound[np.newaxis, start : start + BLOCK_SAMPLES])
        for event in listener.feed(block):
            if isinstance(event, Decided):
                keys: list[str | None] = [word.key for word in event.words]
                yield from (Answer(key, event.decided_ms) for key in keys or [None])


def _strung(clips: Sequence[Clip]) -> tuple[Samples, list[tuple[int, int, int]]]:
    """The clips in one sound, and where (ms) each starts, really ends, and has its pause end."""
    quiet = np.zeros(_PAUSE_SAMPLES, np.float32)
    parts, spans, position = [quiet], [], _PAUSE_SAMPLES
    for clip in clips:
        _, behind = word_frames(frame_energies(clip.samples))
        following = position + len(clip.samples) + _PAUSE_SAMPLES
        spans.append((to_ms(position), to_ms(position + behind * FRAME_SAMPLES), to_ms(following)))
        parts += [clip.samples, quiet]
        position = following
    sound = np.concatenate(parts)
    noise = np.random.default_rng(0).normal(0, _ROOM, len(sound))
    return (sound + noise).astype(np.float32), spans


def _delays(
    clips: Sequence[Clip], spans: Sequence[tuple[int, int, int]], answers: Sequence[Answer]
) -> Delays:
    right = 0
    delays_ms = []
    for clip, (start_ms, end_ms, following_ms) in zip(clips, spans, strict=True):
        heard = [answer for answer in answers if start_ms < answer.decided_ms <= following_ms]
        right += [answer.word for answer in heard] == [clip.word]
        delays_ms += [answer.decided_ms - end_ms for answer in heard if answer.word == clip.word]
    if not delays_ms:
        return Delays(len(clips), 0, 0, 0)
    median_ms, p95_ms = np.percentile(delays_ms, [50, 95], method="higher")
    return Delays(len(clips), right, int(median_ms), int(p95_ms))


def _clips(folder: Path) -> Iterator[Clip]:
    for path in sorted((*folder.glob("*.wav"), *folder.glob("*.flac"))):
        yield Clip(path.stem.split("-")[0], first_channel(path))


def main(language: str, folder: str) -> None:
    """Print the comparison for a folder of recordings."""
    clips = list(_clips(Path(folder)))
    if not clips:
        raise BadInput(f"{folder} holds no WAV or FLAC files: give a folder of single words")
    found = compare(language, require_model(language), clips)
    print("ours        ", found.ours)
    print("engine's own", found.engines_own)
    print(f"the engine's own endpointing takes {found.ratio:.1f} times as long (p95)")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (BadInput, TypeError) as error:
        sys.exit(f"{error}\n{__doc__}")
