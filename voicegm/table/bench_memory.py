"""Whether memory stays flat: utterance after utterance through the real listener and recogniser."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voicegm.caller import Speaks, Variant
from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import Pack, load
from voicegm.people.room import Room
from voicegm.table.demo import MANNERS, SPOKEN_WPM
from voicegm.table.seats import USUAL_TABLE, animal_seats

STEP = 100
"""Memory is looked at after so many utterances."""
WARM_UP = 300
"""Until then caches fill: each grammar is built once, and allocators reach their working size."""
_BETWEEN_MS = 900
"""From one onset to the next."""


@dataclass(frozen=True)
class Memory:
    """Resident memory in the course of it, in MB, at every STEP utterances from 0 on."""

    utterances: int
    listener_mb: tuple[float, ...]
    recogniser_mb: tuple[float, ...]

    @property
    def slopes_kb(self) -> tuple[float, float]:
        """Growth for each utterance after WARM_UP, of the listener's process and the recogniser's,
        in kB, by least squares."""
        return _slope_kb(self.listener_mb), _slope_kb(self.recogniser_mb)

    def to_json(self) -> dict[str, object]:
        """The same as plain JSON."""
        slopes = [round(kb, 2) for kb in self.slopes_kb]
        return {
            "utterances": self.utterances,
            "every": STEP,
            "listener_mb": self.listener_mb,
            "recogniser_mb": self.recogniser_mb,
            "warm_up": WARM_UP,
            "kb_an_utterance": dict(zip(("listener", "recogniser"), slopes, strict=True)),
        }


def measure_memory(
    utterances: int,
    worker: Worker,
    caller: Speaks,
    *,
    language: str = "en",
    channels: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Memory:
    """Have so many words decoded, on one microphone or several; `progress` is told how many have
    been."""
    pack = load(language)
    room = Room(max(4, channels), seed=0, microphone_each=channels > 1)
    tables = _tables(pack)
    heard = 0
    listener = Listener(
        room.channels,
        worker,
        Grammars(pack, worker.decoys),
        lambda _: InPlay(tables[heard // 10 % len(tables)]),
    )
    words = _Words(room, caller, pack, tables[0])
    listener_mb, recogniser_mb = [resident_mb()], [resident_mb(worker.pid)]
    while heard < utterances:
        words.speak_on()
        for event in listener.feed(room.read()):
            if not isinstance(event, Decided) or heard == utterances:
                continue
            heard += 1
            progress(heard)
            if heard % STEP == 0:
                listener_mb.append(resident_mb())
                recogniser_mb.append(resident_mb(worker.pid))
    return Memory(heard, tuple(listener_mb), tuple(recogniser_mb))


class _Words:
    """Somebody says a word every second or so."""

    def __init__(self, room: Room, caller: Speaks, pack: Pack, keys: Sequence[str]) -> None:
        self._room = room
        self._random = random.Random(0)
        self._next_ms = 500
        voices = [Variant(f"{pack.code}+{manner}", rate_wpm=SPOKEN_WPM) for manner in MANNERS]
        self._sounds = [caller.sound(pack[key].say[0], voice) for key in keys for voice in voices]

    def speak_on(self) -> None:
        """Say the next word when its time has come."""
        if self._room.now >= self._next_ms * 16:
            sound = self._random.choice(self._sounds)
            self._room.speak(self._random.randrange(4), sound, self._next_ms + 40)
            self._next_ms += _BETWEEN_MS


def _tables(pack: Pack) -> tuple[tuple[str, ...], ...]:
    """Words in play that take turns, as they do in a game: the usual table's, and twos of them."""
    keys = tuple(seat.animal or "" for seat in animal_seats(USUAL_TABLE, pack))
    return (keys, *((one, other) for one in keys for other in keys if one < other))


def resident_mb(pid: int | None = None) -> float:
    """Resident memory of a process in MB; of this one without a `pid`. Read where the system tells
    it (Linux), 0 elsewhere."""
    if not sys.platform.startswith("linux"):
        return 0.0
    status = Path(f"/proc/{pid or 'self'}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def _slope_kb(megabytes: Sequence[float]) -> float:
    warm = megabytes[WARM_UP // STEP :]
    if len(warm) < 2:
        return 0.0
    return float(np.polyfit(np.arange(len(warm)) * STEP, np.array(warm) * 1024, 1)[0])
