"""What the recogniser hears in a recording, call by call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from voicegm.errors import BadInput
from voicegm.hearing.listener import Decided, Event, Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import Phrase, load
from voicegm.sound.frames import Ears, to_ms
from voicegm.sound.recording import Recording


class Row(TypedDict):
    """A line of `voicegm hear --json`; times are in ms on the recording."""

    word: str | None
    """The phrase key; None for what is not in play."""
    start_ms: int
    end_ms: int
    decided_ms: int
    channel: int
    confidence: float
    engine: str


_SETTLED_MS = 3000
"""No call that began this long ago is still undecided: a longer one would be talk."""


def hear(
    path: Path,
    language: str = "en",
    words: Sequence[str] = (),
    engine: str = "auto",
    *,
    model: Path | None = None,
    budget_ms: int | None = None,
) -> Iterator[Row]:
    """Yield a row per call heard in a recording, in the order of onsets, utterances that are no
    call included (as `word` None).

    `words` are phrase keys or spoken forms; empty: all the language's animals that the engine
    can hear. `model` is the folder of a Vosk model. Raises `BadInput` for a file, word, language
    or engine that cannot be used.
    """
    pack = load(language)
    keys = tuple(dict.fromkeys(pack.key(word) for word in words)) or pack.animals
    ears = Recording(path)
    with Worker(engine, language, model) as worker:
        in_play = InPlay(_usable(worker, [pack[key] for key in keys], refuse=bool(words)))
        grammars = Grammars(pack, worker.decoys)
        listener = Listener(ears.channels, worker, grammars, lambda _: in_play, budget_ms)
        yield from _in_order(ears, listener, worker.name)


def _usable(worker: Worker, phrases: Sequence[Phrase], refuse: bool) -> tuple[str, ...]:
    """The keys that the engine can listen for; with `refuse` an unusable one is an error."""
    unusable = worker.unusable(phrases)
    if unusable and refuse:
        raise BadInput(
            f"{worker.name} cannot listen for {', '.join(unusable)}: leave it out, or use "
            "another word or engine"
        )
    return tuple(phrase.key for phrase in phrases if phrase.key not in unusable)


def _in_order(ears: Ears, listener: Listener, engine: str) -> Iterator[Row]:
    waiting: list[Row] = []
    while (block := ears.read()) is not None:
        waiting += _rows(listener.feed(block), engine)
        settled_ms = to_ms(block.start) - _SETTLED_MS
        waiting.sort(key=_onset)
        while waiting and waiting[0]["start_ms"] < settled_ms:
            yield waiting.pop(0)
    waiting += _rows(listener.finish(), engine)
    yield from sorted(waiting, key=_onset)


def _onset(row: Row) -> tuple[int, int]:
    return row["start_ms"], row["channel"]


def _rows(events: Sequence[Event], engine: str) -> Iterator[Row]:
    for event in events:
        if isinstance(event, Decided):
            parts: list[tuple[str | None, int, int, float]] = [
                (word.key, word.start_ms, word.end_ms, word.confidence) for word in event.words
            ]
            for key, start_ms, end_ms, confidence in parts or [
                (None, event.onset_ms, event.end_ms, 0.0)
            ]:
                yield Row(
                    word=key,
                    start_ms=start_ms,
                    end_ms=end_ms,
                    decided_ms=event.decided_ms,
                    channel=event.channel,
                    confidence=round(confidence, 2),
                    engine=engine,
                )
