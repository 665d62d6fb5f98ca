"""Hearing over the referee's own voice: whether it answers itself, and whether it hears who calls
over it, in the simulated room with the referee as loud as a player."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from itertools import product

from voicegm.caller import Speaks, Variant
from voicegm.cards import RANKS, SUITS, full_pack
from voicegm.hearing.listener import Commanded, Decided, Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import FOLDER, Lines
from voicegm.languages.pack import WAKE, Pack
from voicegm.people.room import Room, Spoken
from voicegm.sound.echo import EchoCancelling
from voicegm.sound.frames import Block
from voicegm.table.bench_voices import ACCENTS, Voices
from voicegm.table.floor import Floor
from voicegm.table.opening import spoken_keys

REFEREES = {
    "en": (
        ("en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp", "en-gb-x-gbclan", "en-029"),
        ("", "f1", "f2", "f3", "f4", "f5", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"),
    )
}
"""Accents and manners in which the referee is made to speak; 84 voices in English."""
MANNERS = ("", "f1", "f2", "f3", "m1", "m3")
ANIMALS = 8
"""In play at a time."""
SEATS = 4
CHANTS = ("snap", "snap-pot")
BUDGET_MS = 40
"""Assumed time of a decision on the room's clock, as in the demo."""
WARMING_UP = ("hello", "here-we-go", "last-card", "microphone-lost", "again", "who-called-again")
"""What is said before anything counts, so that cancelling has come to work."""
BETWEEN_CALLS_MS = (1_600, 2_600)
CALLS_A_TABLE = 20
QUIET_MS = 1_000
NEAR_MS = 250
"""A word heard this near to a call's onset is that call."""
VARIABLE = r"\$(\w+)"
"""What may be put into a line, as Fluent writes it; a name where it is not in SAMPLES."""
NAMES = ("Anna", "Ben")
PARTS = {"rank", "suit", "card", "cards-won", "tokens", "and"}
"""Lines that are only said within others."""
SAMPLES: dict[str, Sequence[str | int]] = {
    "suit": SUITS,
    "name": NAMES,
    "to": ("Vera",),
    "turn": ("Vera",),
    "names": ("Anna and Ben",),
    "piles": (1, 2),
    "players": (2, 3),
    "tokens": (1, 4),
    "count": (1, 3),
    "tenths": (3, 8),
    "penalty": ("card", "none"),
    "responses": ("names", "noises"),
    "start": ("at-once", "after-cue"),
}
"""What is put into the lines, one after another."""


class Mode(Enum):
    """How the table deals with its own voice."""

    CANCELLED = "echo cancelled"
    DEAF = "deaf while it speaks"
    OPEN = "nothing done"


class _Nothing(EchoCancelling):
    """Lets everything through, and says that this is fine."""

    @property
    def settled(self) -> bool:
        return True

    def clean(self, block: Block) -> Block:
        return block


@dataclass
class Figures:
    """What came of it, for one mode."""

    mode: str
    voices: str
    """Who called over the referee."""
    phrases: int = 0
    """How many the referee said with nobody else speaking."""
    referees: int = 0
    """In how many voices."""
    answered_itself: int = 0
    """Calls that were heard in them."""
    asked_itself: int = 0
    """Utterances in them that may have been calls: the referee would ask."""
    commanded_itself: int = 0
    """Commands, or the wake phrase, that were heard in them."""
    in_what: list[str] = field(default_factory=list)
    """The phrases in which calls were heard."""
    calls: int = 0
    """Made over the referee's voice."""
    right: int = 0
    """The word that was said, and no other."""
    asked: int = 0
    """Of these, so doubtful that the referee asks once more on one microphone."""
    wrong: int = 0
    unclear: int = 0
    """Something was heard and not understood: the referee asks."""
    missed: int = 0
    invented: int = 0
    """Words heard where nobody had called."""

    def to_json(self) -> dict[str, object]:
        """The figures as plain JSON."""
        return asdict(self)


def referee_voices(language: str) -> tuple[str, ...]:
    """All voices that the referee is tried in."""
    accents, manners = REFEREES.get(language, (ACCENTS.get(language, (language,)), MANNERS))
    return tuple(
        f"{accent}+{manner}" if manner else accent for manner, accent in product(manners, accents)
    )


def all_phrases(lines: Lines, pack: Pack) -> tuple[str, ...]:
    """Every line that the referee says, with everything that may stand in it: each card, numbers
    of cards of both forms, animals and noises."""
    texts = [lines.card(card.rank, card.suit) for card in full_pack()]
    texts += [lines.rank(rank) for rank in RANKS]
    samples: dict[str, Sequence[str | int]] = {
        **SAMPLES,
        "cards": [lines.cards_won(count) for count in (1, 2, 11, 52)],
        "rank": [lines.rank("7"), lines.rank("A")],
        "card": [lines.card("7", "H"), lines.card("Q", "S")],
        "cry": [pack[key].say[0] for key in pack.keys("chant")],
        "animal": [pack[key].say[0] for key in pack.animals[:ANIMALS]],
        "noise": [pack[key].say[0] for key in pack.keys("noise")[:3]],
        "first": [pack[pack.animals[0]].say[0]],
        "last": [pack[pack.animals[1]].say[0]],
        "second": [pack[pack.animals[1]].say[0]],
        "word": [pack[pack.animals[2]].say[0]],
    }
    written = (FOLDER / lines.language / "lines.ftl").read_text(encoding="utf-8")
    samples = {**dict.fromkeys(re.findall(VARIABLE, written), NAMES), **samples}
    for key in [key for key in lines.keys if key not in PARTS]:
        texts += _filled_in(lines, key, samples)
    return tuple(dict.fromkeys(filter(str.strip, texts)))


def _filled_in(lines: Lines, key: str, samples: dict[str, Sequence[str | int]]) -> Iterator[str]:
    """A line with each value in turn; those that vary together are not combined."""
    for turn in range(max(len(values) for values in samples.values())):
        values = {name: some[turn % len(some)] for name, some in samples.items()}
        yield lines.say(key, **values)


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    phrases: int | None = 300
    """So many of the referee's own, spread over its voices; None: every phrase in every voice."""
    calls: int = 200
    seed: int = 1


class EchoBench:
    """Measures one language with one recogniser."""

    def __init__(self, pack: Pack, worker: Worker, caller: Speaks, voices: Voices) -> None:
        self._pack = pack
        self._worker = worker
        self._caller = caller
        self._voices = voices
        self._lines = Lines(pack.code)

    def measure(
        self, mode: Mode, plan: Plan, progress: Callable[[int, int], None] = lambda *_: None
    ) -> Figures:
        """Have the referee speak alone, then have people call over it; `progress` is told how many
        phrases and calls of how many are done."""
        figures = Figures(mode.value, self._voices.source)
        said = self._to_be_said(plan)
        total = len(said) + plan.calls
        self._listen_to_itself(figures, mode, plan, said, lambda done: progress(done, total))
        self._call_over(figures, mode, plan, lambda done: progress(len(said) + done, total))
        return figures

    def _to_be_said(self, plan: Plan) -> list[tuple[str, str]]:
        """Phrases and the voices that say them: all of all, or so many that every voice and as
        many phrases as can be have a turn."""
        voices = referee_voices(self._pack.code)
        texts = list(all_phrases(self._lines, self._pack))
        if plan.phrases is None:
            return [(text, voice) for voice in voices for text in texts]
        draw = random.Random(plan.seed)
        draw.shuffle(texts)
        return [(texts[n % len(texts)], voices[n % len(voices)]) for n in range(plan.phrases)]

    def _listen_to_itself(
        self,
        figures: Figures,
        mode: Mode,
        plan: Plan,
        said: Sequence[tuple[str, str]],
        progress: Callable[[int], None],
    ) -> None:
        """Nobody but the referee speaks, with eight animals or the words of Snap in play."""
        draw = random.Random(plan.seed)
        scene = _Scene(self._pack, self._worker, self._caller, mode, plan.seed)
        scene.warm_up(self._lines)
        for done, (text, voice) in enumerate(said, start=1):
            if done % 2:
                scene.words = tuple(draw.sample(self._pack.animals, ANIMALS))
            else:
                scene.words = CHANTS
            scene.say(text, Variant(voice))
            scene.until_quiet()
            heard = scene.take()
            called = sum(len(one.words) for one in heard if one.understood)
            figures.answered_itself += called
            figures.commanded_itself += scene.take_commands()
            figures.asked_itself += sum(not one.understood for one in heard)
            if called:
                figures.in_what.append(f"{text} ({voice})")
            progress(done)
        figures.phrases = len(said)
        figures.referees = len({voice for _, voice in said})

    def _call_over(
        self, figures: Figures, mode: Mode, plan: Plan, progress: Callable[[int], None]
    ) -> None:
        """The referee reads cards without a rest, and people call animals all the while."""
        draw = random.Random(plan.seed)
        cards = [self._lines.card(card.rank, card.suit) for card in full_pack()]
        scene = _Scene(self._pack, self._worker, self._caller, mode, plan.seed)
        scene.warm_up(self._lines)
        while figures.calls < plan.calls:
            scene.words = self._table_of_eight(draw)
            made: list[tuple[str, Spoken]] = []
            for _ in range(min(CALLS_A_TABLE, plan.calls - figures.calls)):
                made.append(self._call(scene, draw))
                until_ms = scene.floor.now_ms + draw.randint(*BETWEEN_CALLS_MS)
                while scene.floor.now_ms < until_ms:
                    scene.keep_talking(lambda: draw.choice(cards))
                figures.calls += 1
                progress(figures.calls)
            scene.until_quiet()
            _grade(figures, made, scene.take())

    def _call(self, scene: _Scene, draw: random.Random) -> tuple[str, Spoken]:
        """Somebody says one of the words in play, at a moment when the referee is speaking."""
        word = draw.choice([one for one in scene.words if self._voices.speakers(one)])
        sound = self._voices.say(word, draw.choice(list(self._voices.speakers(word))))
        at_ms = scene.floor.now_ms + 100
        return word, scene.room.speak(draw.randrange(SEATS), sound, at_ms)

    def _table_of_eight(self, draw: random.Random) -> tuple[str, ...]:
        """Eight animals that do not sound alike, as many as can be among those that somebody
        says."""
        sayable = list(self._voices.words)
        others = [key for key in self._pack.animals if key not in sayable]
        draw.shuffle(sayable)
        draw.shuffle(others)
        table: list[str] = []
        for animal in [*sayable, *others]:
            if len(table) < ANIMALS and not self._pack.confusable([*table, animal]):
                table.append(animal)
        return tuple(table)


class _Scene:
    """A table in the simulated room, with what is said there and what is heard of it."""

    def __init__(self, pack: Pack, worker: Worker, caller: Speaks, mode: Mode, seed: int) -> None:
        self.room = Room(SEATS, seed=seed)
        self.words: tuple[str, ...] = ()
        self._caller = caller
        self._heard: list[Decided] = []
        self._commands = 0
        lacking = worker.unusable([pack[key] for key in (WAKE, *pack.commands)])
        commands = () if WAKE in lacking else tuple(k for k in pack.commands if k not in lacking)

        def in_play(onset_ms: int) -> InPlay:
            own = spoken_keys(pack, self.words, self.floor.texts_at(onset_ms))
            return InPlay(self.words, own=() if mode is Mode.OPEN else own, commands=commands)

        listener = Listener(1, worker, Grammars(pack, worker.decoys), in_play, BUDGET_MS)
        self.floor = Floor(self.room, self.room, listener, self._cancelling(mode))

    def _cancelling(self, mode: Mode) -> EchoCancelling | None:
        if mode is Mode.DEAF:
            return None
        kind = EchoCancelling if mode is Mode.CANCELLED else _Nothing
        return kind(1, self.room.played)

    def warm_up(self, lines: Lines) -> None:
        """Let the referee speak before anything counts."""
        for key in WARMING_UP:
            self.say(lines.say(key))
        self.until_quiet()
        self.take()

    def say(self, text: str, variant: Variant | None = None) -> None:
        """The referee says something behind what it is saying."""
        self.floor.play(self._caller.sound(text, variant), text)

    def keep_talking(self, text: Callable[[], str]) -> None:
        """Let a block go by in which the referee does not fall silent."""
        if not self.floor.speaking:
            self.say(text())
        self.step()

    def until_quiet(self) -> None:
        """Let the referee finish, and everything be decided."""
        while self.floor.speaking:
            self.step()
        until_ms = self.floor.now_ms + QUIET_MS
        while self.floor.now_ms < until_ms:
            self.step()

    def step(self) -> None:
        """Let a block go by."""
        self.floor.step()
        for one in self.floor.take_heard():
            self._commands += isinstance(one, Commanded)
            if isinstance(one, Decided) and not one.command:
                self._heard.append(one)

    def take_commands(self) -> int:
        """How many commands were heard since this was last asked."""
        heard, self._commands = self._commands, 0
        return heard

    def take(self) -> list[Decided]:
        """What was decided since this was last asked."""
        heard, self._heard = self._heard, []
        return heard


def _grade(figures: Figures, made: Sequence[tuple[str, Spoken]], heard: Sequence[Decided]) -> None:
    """Hold what was heard against what was called."""
    words = [(word, one) for one in heard for word in one.words]
    claimed: set[int] = set()
    for said, at in made:
        near = range(at.onset_ms - NEAR_MS, at.end_ms)
        mine = [place for place, (word, _) in enumerate(words) if word.start_ms in near]
        claimed.update(mine)
        keys = [words[place][0].key for place in mine]
        if keys == [said]:
            utterance = words[mine[0]][1]
            figures.right += 1
            figures.asked += utterance.doubtful or utterance.clipped
        elif keys:
            figures.wrong += 1
        elif any(
            not one.understood and one.onset_ms < at.end_ms and one.end_ms > at.onset_ms
            for one in heard
        ):
            figures.unclear += 1
        else:
            figures.missed += 1
    figures.invented += len(words) - len(claimed)
