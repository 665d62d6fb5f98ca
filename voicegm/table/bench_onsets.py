"""How well onsets are heard: two people say a word each, and the order of the two words is held
against the truth. No game is played, so that both words count however far apart they are."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import Pack
from voicegm.people.room import Room, Spoken
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE
from voicegm.table.bench_voices import Voices, animals_apart, different

SEATS = 4
PAIRS_IN_A_ROOM = 12
MOST_GAP_MS = 1_000
PAUSE_MS = 2_000
"""From the second onset to the next pair: longer than any word, and the room's noise is heard."""
BUDGET_MS = 40
"""Assumed time for a decision, as in `demo`."""
SAME_WORD_MS = 300
"""A word heard this near to where it was said is that one."""
TIE_PERCENT = 99.5
"""Order errors within `tie_ms`: what is further apart is told apart."""
ROOMS = ((0.35, -62.0), (0.25, -62.0), (0.5, -56.0), (0.35, -50.0))
"""Reverberation (s) and noise (dB against full scale) of the rooms that are measured in, in turn:
a living room at rest, a furnished one, a bare one with a fan, one with a loud fan. A voice has
-26 dB."""


@dataclass(frozen=True)
class Said:
    """One word of a pair, and when it was heard."""

    word: str
    speaker: str
    seat: int
    off_ms: int | None
    """Heard onset minus true onset; None where the word was not heard."""


@dataclass(frozen=True)
class HeardPair:
    """Two words, in the order in which they were said."""

    source: str
    microphone_each: bool
    gap_ms: int
    room: int
    """Place in `ROOMS`."""
    first: Said
    second: Said

    @property
    def error_ms(self) -> int | None:
        """The gap as it was heard minus the true one, where both words were heard."""
        if self.first.off_ms is None or self.second.off_ms is None:
            return None
        return self.second.off_ms - self.first.off_ms


@dataclass(frozen=True)
class Spread:
    """The errors of the order of two words."""

    source: str
    microphone_each: bool
    pairs: int
    heard: int
    """Pairs in which both words were heard."""
    median_ms: int
    """With its sign: how much too late the second one seems."""
    p95_ms: int
    tie_ms: int
    """The 99.5th percentile of the error's size."""


def room_number(number: int, seats: int, *, seed: int, microphone_each: bool) -> Room:
    """A room of those that are measured in."""
    reverberation_s, noise_db = ROOMS[number % len(ROOMS)]
    return Room(
        seats,
        seed=seed,
        microphone_each=microphone_each,
        noise_rms=10 ** (noise_db / 20),
        reverberation_s=reverberation_s,
    )


def measure_onsets(
    pack: Pack,
    worker: Worker,
    voices: Voices,
    pairs: int,
    seed: int,
    *,
    microphone_each: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> list[HeardPair]:
    """Have so many pairs of words heard; `progress` is told how many have been."""
    draw = random.Random(seed)
    found: list[HeardPair] = []
    for number in range(math.ceil(pairs / PAIRS_IN_A_ROOM)):
        scene = _Scene(pack, worker, voices, draw, seed * 1000 + number, microphone_each)
        for _ in range(min(PAIRS_IN_A_ROOM, pairs - len(found))):
            scene.call_out()
        found += scene.heard()
        progress(len(found))
    return found


def spread(pairs: Sequence[HeardPair]) -> Spread | None:
    """How far off the order was in pairs of one kind; None where no pair was heard."""
    errors = sorted(pair.error_ms for pair in pairs if pair.error_ms is not None)
    if not errors:
        return None
    sizes = [abs(error) for error in errors]
    return Spread(
        pairs[0].source,
        pairs[0].microphone_each,
        pairs=len(pairs),
        heard=len(errors),
        median_ms=errors[len(errors) // 2],
        p95_ms=_percentile(sizes, 95),
        tie_ms=_percentile(sizes, TIE_PERCENT),
    )


def _percentile(values: Sequence[int], percent: float) -> int:
    return sorted(values)[math.ceil(percent / 100 * len(values)) - 1]


@dataclass
class _Word:
    """A word on its way to the ears."""

    word: str
    speaker: str
    seat: int
    said: Spoken
    off_ms: int | None = None

    def told(self) -> Said:
        return Said(self.word, self.speaker, self.seat, self.off_ms)


@dataclass
class _Scene:
    """A room, four people in it, and a listener."""

    pack: Pack
    worker: Worker
    voices: Voices
    draw: random.Random
    number: int
    microphone_each: bool
    _pairs: list[tuple[int, _Word, _Word]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._room = room_number(
            self.number, SEATS, seed=self.number, microphone_each=self.microphone_each
        )
        self._animals = animals_apart(self.pack, self.voices, self.draw)
        in_play = InPlay(self._animals, two=not self.microphone_each)
        self._listener = Listener(
            self._room.channels,
            self.worker,
            Grammars(self.pack, self.worker.decoys),
            lambda _: in_play,
            BUDGET_MS,
        )
        self._pass_by(PAUSE_MS)

    def call_out(self) -> None:
        """Two who sit somewhere say two of the animals, one after the other."""
        words = self.draw.choice((self._animals[:2], self._animals[2:]))
        if self.draw.random() < 0.5:
            words = words[::-1]
        speakers = self.draw.choice(different(self.voices, *words))
        seats = self.draw.sample(range(SEATS), 2)
        gap_ms = self.draw.randint(0, MOST_GAP_MS)
        at_ms = self._room.now * 1000 // SAMPLE_RATE + self.draw.randint(800, 1_200)
        both = [
            _Word(
                word,
                speaker,
                seat,
                self._room.speak(seat, self.voices.say(word, speaker), at_ms + later_ms),
            )
            for word, speaker, seat, later_ms in zip(
                words, speakers, seats, (0, gap_ms), strict=True
            )
        ]
        self._pairs.append((gap_ms, both[0], both[1]))
        self._pass_by(1_200 + gap_ms + PAUSE_MS)

    def heard(self) -> Iterator[HeardPair]:
        """All pairs so far."""
        for gap_ms, first, second in self._pairs:
            yield HeardPair(
                self.voices.source,
                self.microphone_each,
                gap_ms,
                self.number % len(ROOMS),
                first.told(),
                second.told(),
            )

    def _pass_by(self, ms: int) -> None:
        for _ in range(ms * SAMPLE_RATE // 1000 // BLOCK_SAMPLES):
            for event in self._listener.feed(self._room.read()):
                if isinstance(event, Decided):
                    self._note(event)

    def _note(self, utterance: Decided) -> None:
        for heard in utterance.words:
            for _, *both in self._pairs[-1:]:
                for one in both:
                    mine = not self.microphone_each or utterance.channel == one.seat
                    off_ms = heard.start_ms - one.said.onset_ms
                    if mine and heard.key == one.word and abs(off_ms) <= SAME_WORD_MS:
                        one.off_ms = off_ms if one.off_ms is None else one.off_ms
