"""Whose voice it was: how many single words are given their right speaker, how many a wrong one,
and how many the referee would ask about.

A table of four: three words of each are enrolled, other words of theirs are the test, and so is
a word of each one who does not sit there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np

from voicegm.caller import Speaks
from voicegm.errors import BadInput
from voicegm.hearing.ear.embedding import word_in
from voicegm.hearing.voices import CLEAR, KnownVoices, Voiceprint, voiceprint
from voicegm.languages.pack import Pack
from voicegm.people.room import Room
from voicegm.sound.frames import SAMPLE_RATE, Samples
from voicegm.sound.recording import first_channel
from voicegm.table.bench_voices import HALVES, SyntheticVoices, recorded

TABLE = 4
ENROLLED_WORDS = 3
"""What the roll call asks of each player."""
FEWEST_WORDS = ENROLLED_WORDS + 2
"""A speaker is measured from so many words on."""
_MOST_TABLES = 35
_DRAWS = 3
"""Enrolments of each table, with other words each."""
_SYNTHETIC_WORDS = 10
_SYNTHETIC_TABLES = 10
_PAUSE_MS = 450
_MARGIN = SAMPLE_RATE // 5

Spoken = Mapping[str, Sequence[Voiceprint]]
"""Speaker to what was said, a word each."""


@dataclass(frozen=True)
class Naming:
    """What came of the words of one kind of voices."""

    source: str
    tables: int
    words: int
    """Said by the enrolled."""
    right: int
    wrong: int
    asked: int
    strangers: int
    """Words of people who do not sit there."""
    strangers_named: int

    def to_json(self) -> dict[str, object]:
        """The counts as plain JSON, and the shares that the goals are set in."""
        shares = {
            "attributed_share": round((self.right + self.wrong) / max(1, self.words), 4),
            "wrong_share": round(self.wrong / max(1, self.words), 4),
        }
        return asdict(self) | shares


Progress = Callable[[int, int], None]


def measure_naming(
    pack: Pack, caller: Speaks, wanted: str | None, progress: Progress = lambda *_: None
) -> list[Naming]:
    """Measure recorded `people`, `synthetic` voices or `all`; without a wish, people where there
    are recordings of enough of them and synthetic voices otherwise.

    Raises `BadInput` for people of whom there are too few.
    """
    found: list[Naming] = []
    if wanted != "synthetic":
        found = [_measured(*one, progress) for one in _people(pack)]
    if wanted == "people" and not found:
        raise BadInput(
            f"fewer than {TABLE} people saying {FEWEST_WORDS} words in {pack.name} are recorded "
            "here: let VOICEGM_CORPUS name a folder that has them, or choose --voices synthetic"
        )
    if wanted in ("synthetic", "all") or not found:
        found.append(_synthetic(pack, caller, progress))
    return found


def _people(pack: Pack) -> list[tuple[str, Spoken]]:
    """The recorded people who said enough, each half with its name."""
    spoken: dict[str, dict[str, list[Voiceprint]]] = {half: {} for half in HALVES}
    for clip in recorded(pack.code):
        if clip.kind == "human" and clip.speaker.startswith("sc"):
            one = _print(first_channel(clip.path))
            if one is not None:
                spoken[clip.half].setdefault(clip.speaker, []).append(one)
    roles = dict(zip(HALVES, ("set the thresholds", "the result"), strict=True))
    people: list[tuple[str, Spoken]] = []
    for half, speakers in spoken.items():
        enough = {name: said for name, said in speakers.items() if len(said) >= FEWEST_WORDS}
        if len(enough) >= TABLE:
            people.append((f"{len(enough)} people, {half} half ({roles[half]})", enough))
    return people


def _print(samples: Samples) -> Voiceprint | None:
    return voiceprint(samples, *word_in(samples))


def _measured(source: str, spoken: Spoken, progress: Progress) -> Naming:
    """Every table of four among these speakers, or many of them."""
    draw = random.Random(0)
    tables = list(combinations(spoken, TABLE))
    draw.shuffle(tables)
    tally = _Tally()
    for number, table in enumerate(tables[:_MOST_TABLES], start=1):
        strangers = {name: said for name, said in spoken.items() if name not in table}
        for _ in range(_DRAWS):
            tally.sit_down({name: spoken[name] for name in table}, strangers, draw)
        progress(number, min(len(tables), _MOST_TABLES))
    return tally.naming(source)


def _synthetic(pack: Pack, caller: Speaks, progress: Progress) -> Naming:
    """Synthetic voices round a simulated table with one microphone."""
    draw = random.Random(0)
    voices = SyntheticVoices(caller, pack, pack.animals)
    tally = _Tally()
    for number in range(_SYNTHETIC_TABLES):
        speakers = _different_people(voices, draw)
        seated = _said_in_a_room(voices, speakers, draw, number)
        for _ in range(_DRAWS):
            tally.sit_down(seated, {}, draw)
        progress(number + 1, _SYNTHETIC_TABLES)
    return tally.naming(f"{voices.source} in a simulated room")


def _different_people(voices: SyntheticVoices, draw: random.Random) -> list[str]:
    """One manner of speaking in two accents is the same throat, and never sits there twice."""
    manners: dict[str, str] = {}
    speakers = voices.speakers(voices.words[0])
    for variant in draw.sample(list(speakers), len(speakers)):
        manners.setdefault(variant.rpartition("+")[2], variant)
    return list(manners.values())[:TABLE]


def _said_in_a_room(
    voices: SyntheticVoices, speakers: Sequence[str], draw: random.Random, seed: int
) -> Spoken:
    """Each says a few words, one after another, from a seat of their own."""
    room = Room(TABLE, seed=seed)
    spoken: dict[str, list[Voiceprint]] = {speaker: [] for speaker in speakers}
    heard: list[Samples] = []
    for seat, speaker in enumerate(speakers):
        for word in draw.sample(voices.words, min(_SYNTHETIC_WORDS, len(voices.words))):
            at_ms = room.now * 1000 // SAMPLE_RATE + _PAUSE_MS
            said = room.speak(seat, voices.say(word, speaker), at_ms)
            start, end = (ms * SAMPLE_RATE // 1000 for ms in (said.onset_ms, said.end_ms))
            while room.now < end + 2 * _MARGIN:
                heard.append(room.read().samples[0])
            sound = _between(heard, start - _MARGIN, end + _MARGIN)
            one = voiceprint(sound, _MARGIN, len(sound) - _MARGIN)
            if one is not None:
                spoken[speaker].append(one)
    return spoken


def _between(blocks: Sequence[Samples], start: int, end: int) -> Samples:
    """Samples of a sound that was read in blocks."""
    size = len(blocks[0])
    first = start // size
    joined: Samples = np.concatenate(blocks[first : end // size + 1])
    return joined[start - first * size : end - first * size]


class _Tally:
    def __init__(self) -> None:
        self.tables = self.right = self.wrong = self.asked = 0
        self.strangers = self.named = 0

    def sit_down(self, seated: Spoken, strangers: Spoken, draw: random.Random) -> None:
        """One roll call, and all the other words."""
        self.tables += 1
        voices = KnownVoices(tuple(seated))
        rest = {}
        for name, said in seated.items():
            shuffled = draw.sample(said, len(said))
            for one in shuffled[:ENROLLED_WORDS]:
                voices.enrol(name, one)
            rest[name] = shuffled[ENROLLED_WORDS:]
        for name, said in rest.items():
            for one in said:
                heard = voices.attribute(one).clearly(CLEAR)
                self.right += heard == name
                self.asked += heard is None
                self.wrong += heard not in (name, None)
        for said in strangers.values():
            self.strangers += 1
            self.named += voices.attribute(draw.choice(said)).clearly(CLEAR) is not None

    def naming(self, source: str) -> Naming:
        words = self.right + self.wrong + self.asked
        return Naming(
            source,
            self.tables,
            words,
            self.right,
            self.wrong,
            self.asked,
            self.strangers,
            self.named,
        )
