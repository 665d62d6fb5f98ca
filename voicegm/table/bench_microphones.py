"""What hearing costs with many microphones: processor time against the time that sounded."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from voicegm.caller import Speaks, Variant
from voicegm.hearing.engines.recogniser import Recognition
from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import talk
from voicegm.languages.pack import Pack
from voicegm.people.room import Room
from voicegm.sound.echo import EchoCancelling
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples
from voicegm.sound.watched import WatchedEars

CARD_MS = 3_000
"""Somebody calls in every card's time, which is more than in a game, ..."""
SECOND_CALL = 0.3
"""... somebody else as well so often, at about the same time, ..."""
TALK = 0.5
"""... and somebody talks: meetings have a voice in 46 % of their time."""
SEED = 5
MANNERS = ("f2", "m3", "m2", "f4", "f5", "m7", "m5", "f1")
PARTS = ("channels", "echo", "listening", "decoding")


@dataclass(frozen=True)
class Cost:
    """Processor seconds for each second that sounded."""

    microphones: int
    seconds: float
    """How much sounded."""
    parts: dict[str, float]
    """Watching the channels; taking out the referee's voice; finding, parting and comparing
    voices; decoding (in the recogniser's process)."""
    total: float
    latest_ms: float
    """Time that 99 % of the blocks took at most; a block lasts 32 ms."""
    calls: int
    heard: int

    def to_json(self) -> dict[str, object]:
        """The figures as plain JSON."""
        return asdict(self)


@dataclass
class _Recorded:
    """What all microphones heard of an evening, and what the loudspeaker played."""

    samples: Samples
    played: Samples
    calls: int
    place: int = 0

    def __post_init__(self) -> None:
        self.channels = int(self.samples.shape[0])

    def read(self) -> Block | None:
        start = self.place
        self.place += BLOCK_SAMPLES
        if self.place > self.samples.shape[1]:
            return None
        return Block(start, self.samples[:, start : self.place])

    def reference(self, start: int) -> Samples:
        return self.played[start : start + BLOCK_SAMPLES]

    def close(self) -> None:
        """Nothing to let go of."""


def measure_microphones(
    pack: Pack,
    worker: Worker,
    caller: Speaks,
    *,
    microphones: int,
    seconds: int,
    progress: Callable[[int, int], None],
) -> Cost:
    """Play an evening to the whole hearing of a table, as fast as it goes, and time its parts."""
    animals = pack.animals[:microphones]
    evening = _evening(pack, caller, animals, seconds)
    ears = WatchedEars(evening)
    echo = EchoCancelling(microphones, evening.reference)
    decoding = _Timed(worker)
    words = InPlay(animals)
    listener = Listener(microphones, decoding, Grammars(pack, worker.decoys), lambda _: words)
    spent = dict.fromkeys(PARTS, 0.0)
    blocks_s: list[float] = []
    heard = 0
    total = evening.samples.shape[1] // BLOCK_SAMPLES
    for number in range(total):
        began_s = time.perf_counter()
        marks = [time.process_time()]
        block = ears.read()
        assert block is not None
        marks.append(time.process_time())
        block = echo.clean(block)
        marks.append(time.process_time())
        events = listener.feed(block)
        marks.append(time.process_time())
        for part, took in zip(PARTS, np.diff(marks), strict=False):
            spent[part] += float(took)
        blocks_s.append(time.perf_counter() - began_s)
        heard += sum(len(event.words) for event in events if isinstance(event, Decided))
        progress(number, total)
    spent["decoding"] = decoding.took_s
    sounded_s = total * BLOCK_SAMPLES / SAMPLE_RATE
    parts = {part: round(took / sounded_s, 3) for part, took in spent.items()}
    return Cost(
        microphones,
        round(sounded_s, 1),
        parts,
        round(sum(spent.values()) / sounded_s, 3),
        round(1000 * float(np.quantile(blocks_s, 0.99)), 1),
        evening.calls,
        heard,
    )


class _Timed:
    """A recogniser, and how long it was waited for: its process does nothing else then."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.hang_ms = worker.hang_ms
        self.took_s = 0.0

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition | None:
        began_s = time.perf_counter()
        recognition = self._worker.recognise(samples, grammar)
        self.took_s += time.perf_counter() - began_s
        return recognition


def _evening(pack: Pack, caller: Speaks, animals: tuple[str, ...], seconds: int) -> _Recorded:
    """Cards are announced, calls are called, two at once now and then, and people talk."""
    dice = random.Random(SEED)
    seats = len(animals)
    room = Room(seats, seed=SEED, microphone_each=True)
    accent = pack.voices.accents[0]
    blocks: list[Samples] = []
    played: list[Samples] = []
    calls = 0

    def speak(seat: int, text: str, at_ms: int) -> None:
        voice = Variant(f"{accent}+{MANNERS[seat % len(MANNERS)]}", rate_wpm=165)
        room.speak(seat, caller.sound(text, voice), room.now * 1000 // SAMPLE_RATE + at_ms)

    for _ in range(-(-seconds * 1000 // CARD_MS)):
        room.play(caller.sound(pack[dice.choice(pack.keys("card"))].say[0]))
        at_ms = 900 + dice.randrange(600)
        callers = dice.sample(range(seats), 2 if dice.random() < SECOND_CALL and seats > 1 else 1)
        for seat in callers:
            speak(seat, pack[dice.choice(animals)].say[0], at_ms)
            at_ms += dice.randrange(200)
        calls += len(callers)
        if dice.random() < TALK:
            speak(dice.randrange(seats), dice.choice(talk(pack.code)), 1_800)
        for _ in range(CARD_MS * SAMPLE_RATE // 1000 // BLOCK_SAMPLES):
            start = room.now
            blocks.append(room.read().samples)
            played.append(room.played(start))
    return _Recorded(np.concatenate(blocks, axis=1), np.concatenate(played), calls)
