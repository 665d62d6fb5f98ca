"""Simulated people who give commands now and then, and whether each was answered."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from voicegm.games.game import Cue, Deal, Event, Game, Played, Ruling, Turn
from voicegm.languages.pack import WAKE, Pack
from voicegm.people.crowd import Line, Part, Person
from voicegm.sound.frames import BLOCK_SAMPLES, to_ms
from voicegm.table.floor import Floor
from voicegm.table.referee import Watcher
from voicegm.table.truth import Said

if TYPE_CHECKING:
    from voicegm.table.demo import Outcome

GIVEN = (
    "pause",
    "repeat",
    "score",
    "slower",
    "whose-top",
    "how-many-left",
    "louder",
    "whose-turn",
    "what-happened",
    "faster",
    "who-is-who",
    "quieter",
    "help",
)
"""What is asked for, in turn: nothing that would change who wins."""
OF_ONES_OWN = "my-top-card"
"""Asked for as well where it is known who speaks."""
LONG_ANSWERS = ("score", "whose-top", "who-is-who", "how-many-left", "help")
"""Where the referee hears while it speaks, somebody breaks into every other one of these."""
AFTER_MS = (400, 1_400)
"""From a cue to a command."""
OVER_MS = (50, 600)
"""From the beginning of an announcement to a command over it."""
INTO_MS = (900, 2_000)
"""From a command to one that breaks into its answer."""
ASKED_MS = (100, 500)
"""From a question to a command in place of its answer."""
EVERY_CARDS = 4
"""After so many cards somebody gives a command, unless told otherwise."""
PAUSE_MS = (1_500, 3_000)
"""How long a paused game is left alone."""
ANSWERED_WITHIN_MS = 2_500
"""A command that has not been taken up by then was missed."""
LONGEST_COMMAND_MS = 2_500
"""Others wait for as long with what is not urgent, or until it was answered."""


@dataclass
class CommandCounts:
    """How commands were heard."""

    said: int = 0
    right: int = 0
    wrong: int = 0
    """Another command was answered."""
    unasked: int = 0
    """Answered though nobody had said any."""
    over: int = 0
    """Of those said, begun while the referee spoke."""
    over_right: int = 0
    covered: int = 0
    """Beside those said: the referee spoke, could not hear, and did not answer."""
    delays_ms: list[int] = field(default_factory=list)
    """From the true end of a command until it was taken up."""

    def to_json(self) -> dict[str, int | None]:
        """Counts, and the 95th percentile of the delays."""
        return {
            "said": self.said,
            "right": self.right,
            "wrong": self.wrong,
            "unasked": self.unasked,
            "over": self.over,
            "over_right": self.over_right,
            "covered": self.covered,
            "delay_p95_ms": self.slow_ms,
        }

    def in_words(self) -> str:
        """One line for people."""
        over = f" ({self.over_right} of {self.over} begun over the voice)" if self.over else ""
        deaf = f", {self.covered} more covered by the voice" if self.covered else ""
        return (
            f"Commands: {self.right} of {self.said} right{over}, {self.wrong} wrong{deaf}, "
            f"{self.unasked} answered though nobody had given any; 95 % within {self.slow_ms} ms."
        )

    @property
    def slow_ms(self) -> int | None:
        """The 95th percentile of the delays; None without any."""
        ordered = sorted(self.delays_ms)
        return ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)] if ordered else None

    def __add__(self, other: CommandCounts) -> CommandCounts:
        mine, more = vars(self), vars(other)
        return CommandCounts(**{name: mine[name] + more[name] for name in mine})


@dataclass(frozen=True)
class Manners:
    """When people give commands."""

    every: int = EVERY_CARDS
    """After so many cards, or questions where players speak in turn; 0: never, but to let a game go
    on that nobody has paused."""
    in_turn: bool = False
    """Players speak in turn, and a command takes the place of an answer."""
    over_voice: bool = False
    """Every other one while the referee speaks."""
    each: bool = False
    """On microphones of their own: while others call as well."""


class Commanding(Watcher):
    """Has one of the people give a command every few cards."""

    def __init__(
        self,
        people: Sequence[Person],
        pack: Pack,
        game: Game[Any],
        seed: int,
        manners: Manners,
        floor: Floor,
        will_say: Callable[[Line], None],
    ) -> None:
        self._people = tuple(people)
        self._pack = pack
        self._game = game
        self._random = random.Random(seed)
        self._manners = manners
        self._floor = floor
        self._will_say = will_say
        self._keys = (*GIVEN, OF_ONES_OWN) if manners.each else GIVEN
        self._cards = self._given = self._long = 0
        self._meant: dict[str, str] = {}
        self._answered: list[tuple[str, int]] = []
        self._open: tuple[str, int] | None = None
        """What was planned last, for when, until it is answered."""
        self._speaks: list[bool] = []
        self._deaf: list[bool] = []
        floor.each_block.append(self._look)

    def in_hand(self, now_ms: int) -> bool:
        """Whether somebody is about to give a command, or gives it."""
        return self._open is not None and now_ms <= self._open[1] + LONGEST_COMMAND_MS

    def happened(self, event: Event, state: Any) -> None:
        """After every few cards somebody gives the next command: unless there is a microphone each,
        while nothing is to be won."""
        if self._manners.in_turn or not isinstance(event, (Deal, Turn, Cue)):
            return
        self._cards += isinstance(event, (Deal, Turn))
        over = self._manners.over_voice and self._given % 2 == 0
        racing = [name for group in self._game.view(state).groups for name in group.players]
        if self._due and over != isinstance(event, Cue) and (self._manners.each or not racing):
            self._give(event.at, OVER_MS if over else AFTER_MS, busy=racing)

    def ruled(self, ruling: Ruling, now_ms: int) -> None:
        """A card laid in turn is about to be announced."""
        if isinstance(ruling, Played) and self._manners.over_voice and self._due:
            self._give(now_ms, OVER_MS)

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        """Every few questions are answered with a command at first."""
        if self._manners.in_turn:
            self._cards += 1
            if self._due and not (self._manners.over_voice and self._given % 2 == 0):
                self._give(said_ms, ASKED_MS)

    def commanded(self, key: str, now_ms: int) -> None:
        """Somebody lets a paused game go on, or breaks into a long answer."""
        self._answered.append((key, now_ms))
        self._open = None
        if key == "pause":
            self._plan("go-on", now_ms + 2_000 + self._random.randint(*PAUSE_MS))
        elif key in LONG_ANSWERS and self._manners.over_voice:
            self._long += 1
            if self._long % 2:
                self._give(now_ms, INTO_MS)

    def counts(self, said: Sequence[Said]) -> CommandCounts:
        """What became of the commands among all that was `said`."""
        counts, left = CommandCounts(), list(self._answered)
        for one in said:
            key = self._meant.get(one.line.says)
            if key is None:
                continue
            after = [taken for taken in left if 0 <= taken[1] - one.at.end_ms <= ANSWERED_WITHIN_MS]
            covered = _any(self._deaf, one.at.onset_ms, one.at.end_ms)
            if not after and covered:
                counts.covered += 1
                continue
            counts.said += 1
            over = _any(self._speaks, one.at.onset_ms, one.at.onset_ms) and not covered
            counts.over += over
            if not after:
                continue
            left.remove(after[0])
            if after[0][0] == key:
                counts.right += 1
                counts.over_right += over
                counts.delays_ms.append(after[0][1] - one.at.end_ms)
            else:
                counts.wrong += 1
        counts.unasked = len(left)
        return counts

    @property
    def _due(self) -> bool:
        due = 0 < self._manners.every <= self._cards
        return due and not self.in_hand(self._floor.now_ms)

    def _look(self, now_ms: int) -> None:
        """Note who can be heard; and nobody leaves a game paused because of a word misheard."""
        self._speaks.append(self._floor.speaking)
        self._deaf.append(self._floor.deaf)
        if self._open and self._open[0] == "go-on" and not self.in_hand(now_ms):
            self._plan("go-on", now_ms + self._random.randint(*AFTER_MS))

    def _give(self, at_ms: int, after_ms: tuple[int, int], busy: Sequence[str] = ()) -> None:
        self._cards = 0
        key = self._keys[self._given % len(self._keys)]
        self._given += 1
        self._plan(key, at_ms + self._random.randint(*after_ms), busy)

    def _plan(self, key: str, at_ms: int, busy: Sequence[str] = ()) -> None:
        wake = self._random.choice(self._pack[WAKE].say)
        text = f"{wake}, {self._random.choice(self._pack[key].say)}"
        self._meant[text] = key
        self._open = (key, at_ms)
        idle = [person for person in self._people if person.name not in busy] or self._people
        self._will_say(Line(self._random.choice(idle), text, Part.TALK, at_ms))


def _any(blocks: Sequence[bool], from_ms: int, to_ms_: int) -> bool:
    """Whether it was so at some time."""
    block_ms = to_ms(BLOCK_SAMPLES)
    return any(blocks[from_ms // block_ms : to_ms_ // block_ms + 1])


def commands_given(outcomes: Iterable[Outcome]) -> CommandCounts:
    """The counts of several games together."""
    return sum((one.commands for one in outcomes), CommandCounts())
