"""Who was first: two people call one after the other, and a whole table rules on it.

Each pair of calls is a match of two in a real game of Animals: the simulated room is heard by the
real listener, the real referee rules, and the ruling is held against what was really said. The
one thing simulated beside the room are the people, who call at a given distance of their onsets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from voicegm.caller import Speaks
from voicegm.cards import Card
from voicegm.games.game import Again, Cue, Event, Ruling, Tied, WhoCalled, Won
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import Pack
from voicegm.people.room import Room
from voicegm.table.bench_onsets import BUDGET_MS, room_number
from voicegm.table.bench_voices import Voices, animals_apart, different
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.referee import Referee, Watcher
from voicegm.table.seats import Seat
from voicegm.table.transcript import NoTranscript
from voicegm.table.typed import Typed

GAPS_MS = (0, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1000)
"""From the onset of the first call to that of the second."""
NAMES = ("Anna", "Ben", "Vera", "Greg")
"""Four at a table, two of whom race at a time."""
RANKS = "23456789TJQK"
"""Two matches of each make a deck."""
MATCHES = 2 * len(RANKS)
"""In one game; each is made by two cards."""
FIRST_CALL_MS = (500, 800)
"""From the cue to the first onset: the referee is silent by then."""


class Fate(Enum):
    """What became of a pair of calls."""

    RIGHT = "right"
    """The one who was first won, and nobody was asked."""
    ASKED = "asked"
    TIED = "tied"
    WRONG = "wrong"
    """The one who was second won (at a distance of 0: anybody)."""
    MISSED = "missed"
    """Nothing was ruled: neither was understood."""


@dataclass(frozen=True)
class Pair:
    """Two calls, and what came of them."""

    source: str
    microphone_each: bool
    gap_ms: int
    words: tuple[str, str]
    """In the order in which they were said."""
    voices: tuple[str, str]
    fate: Fate


@dataclass(frozen=True)
class Row:
    """All pairs of one gap."""

    source: str
    microphone_each: bool
    gap_ms: int
    counts: dict[str, int]
    """By fate."""

    @property
    def pairs(self) -> int:
        """How many there were."""
        return sum(self.counts.values())

    def share(self, fate: Fate) -> float:
        """Percent of the pairs."""
        return 100 * self.counts[fate.value] / max(1, self.pairs)


@dataclass(frozen=True)
class Plan:
    """What is to be measured."""

    gaps_ms: Sequence[int] = GAPS_MS
    pairs: int = 12
    """Of each gap."""
    seed: int = 0
    tie_ms: int | None = None
    """None: what the table itself takes."""

    @property
    def total(self) -> int:
        """All pairs."""
        return len(self.gaps_ms) * self.pairs


def measure_order(
    pack: Pack,
    worker: Worker,
    caller: Speaks,
    voices: Voices,
    plan: Plan,
    *,
    microphone_each: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Pair]:
    """Play games of Animals until every gap has had its pairs; `progress` is told how many pairs
    have been ruled on. The same plan gives the same pairs."""
    draw = random.Random(plan.seed)
    gaps = [gap for gap in plan.gaps_ms for _ in range(plan.pairs)]
    draw.shuffle(gaps)
    pairs: list[Pair] = []
    for number, start in enumerate(range(0, len(gaps), MATCHES)):
        table = _Table(pack, voices, draw, plan.seed * 1000 + number, microphone_each)
        for pair in table.play(gaps[start : start + MATCHES], worker, caller, plan.tie_ms):
            pairs.append(pair)
            progress(len(pairs))
    return pairs


def rows(pairs: Sequence[Pair]) -> list[Row]:
    """The pairs counted by gap."""
    counted: dict[tuple[str, bool, int], Counter[str]] = {}
    for pair in pairs:
        key = (pair.source, pair.microphone_each, pair.gap_ms)
        counted.setdefault(key, Counter())[pair.fate.value] += 1
    return [
        Row(*key, {fate.value: counts[fate.value] for fate in Fate})
        for key, counts in sorted(counted.items())
    ]


class _Table:
    """One game, and the people who race in it."""

    def __init__(
        self,
        pack: Pack,
        voices: Voices,
        draw: random.Random,
        seed: int,
        microphone_each: bool,
    ) -> None:
        self._voices = voices
        self._draw = draw
        self._seed = seed
        self._microphone_each = microphone_each
        animals = animals_apart(pack, voices, draw)
        self._seats = tuple(map(Seat, NAMES, animals))
        self._language = pack.code

    def play(
        self, gaps_ms: Sequence[int], worker: Worker, caller: Speaks, tie_ms: int | None
    ) -> Iterator[Pair]:
        """Play a game with a match for each gap."""
        wishes = Wishes(
            game="animals",
            seats=self._seats,
            seed=self._seed,
            language=self._language,
            options={} if tie_ms is None else {"tie_ms": str(tie_ms)},
            microphone_each=self._microphone_each,
        )
        room = room_number(
            self._seed, len(self._seats), seed=self._seed, microphone_each=self._microphone_each
        )
        racers = _Racers(room, [self._calls(gap_ms, n) for n, gap_ms in enumerate(gaps_ms)])
        referee = open_table(
            replace(make_setup(wishes), deck=_deck(len(gaps_ms))),
            ears=room,
            mouth=room,
            worker=worker,
            caller=caller,
            transcript=NoTranscript(),
            typed=racers.answer,
            budget_ms=BUDGET_MS,
        )
        racers.sit_down(referee)
        referee.run()
        for race in racers.over:
            yield self._pair(race)

    def _calls(self, gap_ms: int, number: int) -> _Race:
        """Two neighbours, one after the other, each with the other's animal."""
        seats = [2 * number % len(NAMES), 2 * number % len(NAMES) + 1]
        self._draw.shuffle(seats)
        first, second = seats
        words = [self._seats[second].animal or "", self._seats[first].animal or ""]
        speakers = self._draw.choice(different(self._voices, *words))
        calls = [
            _Call(seat, self._seats[seat].name, word, speaker)
            for seat, word, speaker in zip(seats, words, speakers, strict=True)
        ]
        return _Race(gap_ms, self._draw.randint(*FIRST_CALL_MS), calls, self._voices)

    def _pair(self, race: _Race) -> Pair:
        first, second = race.calls
        return Pair(
            self._voices.source,
            self._microphone_each,
            race.gap_ms,
            (first.word, second.word),
            (first.speaker, second.speaker),
            race.fate(),
        )


@dataclass
class _Call:
    """One call in a race."""

    seat: int
    name: str
    word: str
    speaker: str


@dataclass
class _Race:
    """A match, its two calls, and what the referee made of them."""

    gap_ms: int
    from_cue_ms: int
    calls: list[_Call]
    voices: Voices
    asked: bool = False
    ruling: Won | Tied | None = None

    def call_out(self, room: Room, cue_ms: int) -> None:
        """Both speak up, now or soon."""
        for call, later_ms in zip(self.calls, (0, self.gap_ms), strict=True):
            sound = self.voices.say(call.word, call.speaker)
            room.speak(call.seat, sound, cue_ms + self.from_cue_ms + later_ms)

    def fate(self) -> Fate:
        """The verdict."""
        if self.asked:
            return Fate.ASKED
        if isinstance(self.ruling, Tied):
            return Fate.TIED
        if self.ruling is None:
            return Fate.MISSED
        first = self.gap_ms > 0 and self.ruling.player == self.calls[0].name
        return Fate.RIGHT if first else Fate.WRONG


class _Racers(Watcher):
    """The people: they race for every match, and say nothing else."""

    def __init__(self, room: Room, races: list[_Race]) -> None:
        self._room = room
        self._ahead = races
        self.over: list[_Race] = []
        self._question = False
        self._referee: Referee | None = None

    def sit_down(self, referee: Referee) -> None:
        """Follow a game."""
        self._referee = referee
        referee.watchers.append(self)

    def answer(self) -> Sequence[Typed]:
        """Whoever is asked "Who called?" says nobody: what matters is that it was asked."""
        question, self._question = self._question, False
        return [Typed("nobody")] if question else []

    def happened(self, event: Event, state: Any) -> None:
        """After the cue of a card that makes a match, two call."""
        if not isinstance(event, Cue) or self._referee is None:
            return
        view = self._referee.keeper.game.view(state)
        if any(view.last_player in group.players for group in view.groups):
            race = self._ahead.pop(0)
            race.call_out(self._room, event.at)
            self.over.append(race)

    def ruled(self, ruling: Ruling, now_ms: int) -> None:  # noqa: ARG002
        """Something was ruled in the race that is on."""
        if not self.over:
            return
        if isinstance(ruling, (Again, WhoCalled)):
            self.over[-1].asked = True
        elif isinstance(ruling, (Won, Tied)):
            self.over[-1].ruling = ruling

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        """A question was put."""
        self._question = question == "who-called"


def _deck(matches: int) -> tuple[Card, ...]:
    """Two cards of a rank, and so on, so that every second card makes a match of two."""
    suits = ("HS", "DC")
    return tuple(
        Card.parse(RANKS[number % len(RANKS)] + suit)
        for number in range(matches)
        for suit in suits[number // len(RANKS)]
    )
