"""What the referee says aloud, and how much of it: full, brief, or earcons with few words.

Whatever is not said is printed all the same, in full: nothing is by ear only, and nobody who
reads along misses what others asked to be spared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from voicegm.caller import Speaks, earcons
from voicegm.languages.lines import Lines
from voicegm.sound.frames import Playing
from voicegm.table.floor import Floor
from voicegm.table.transcript import Transcript


class Verbosity(Enum):
    """How much is said aloud."""

    FULL = "full"
    BRIEF = "brief"
    """Cards by their rank where suits do not matter, short forms, and no rules explained."""
    EARCONS = "earcons"
    """As brief, and what an earcon has just told is not said."""


_KNOWN_RULES = frozenset(
    {
        "hello",
        "house-rule-few",
        "how-to-call",
        "how-to-snap",
        "how-to-snip-rank",
        "how-to-snip-suit",
        "how-to-cry-snip",
        "how-to-cry-coventry",
        "how-to-cry-silent",
    }
)
"""Lines for those who do not know the game yet."""
_TOLD_BY_EARCON = frozenset({"tied", "tied-many", "tied-pot", "here-we-go", "nobody-called"})
"""Lines right behind an earcon, or a silence, that means the same."""
UNSAID = {
    Verbosity.FULL: frozenset[str](),
    Verbosity.BRIEF: _KNOWN_RULES,
    Verbosity.EARCONS: _KNOWN_RULES | _TOLD_BY_EARCON,
}
"""The lines that are only printed."""


@dataclass(frozen=True)
class Unsaid:
    """In place of a sound that was not played: it is over at once."""

    started_ms: int | None
    ended_ms: int | None


class Announcer:
    """Speaks, and prints each thing as it begins to sound."""

    def __init__(
        self,
        floor: Floor,
        caller: Speaks,
        lines: Lines,
        transcript: Transcript,
        verbosity: Verbosity = Verbosity.FULL,
    ) -> None:
        self.caller = caller
        self.lines = lines
        self.verbosity = verbosity
        """May be changed in play."""
        self.last_said = ""
        """What was said last, as it is to be repeated."""
        self._floor = floor
        self._transcript = transcript
        self._captions: list[tuple[Playing, Callable[[int, str], None], str]] = []
        floor.each_block.append(self._print_captions)

    def say(self, line: str, **values: str | int) -> Playing:
        """Say a line, as fully as is wished for, and print it in full."""
        shown = self.lines.say(line, **values)
        if line in UNSAID[self.verbosity]:
            return self._only_print(shown)
        brief = f"{line}-brief"
        if self.verbosity is Verbosity.FULL or brief not in self.lines.keys:
            return self.speak(shown)
        return self.speak(self.lines.say(brief, **values), shown=shown)

    def speak(
        self, text: str, *, shown: str | None = None, within_ms: int | None = None
    ) -> Playing:
        """Say a text, and print it (or what is to be `shown` for it) as it begins to sound; with
        `within_ms` it is said as fast as it takes to last no longer."""
        self.last_said = text
        playing = self._floor.play(self.caller.sound(text, within_ms=within_ms), text)
        self._captions.append((playing, self._transcript.said, shown or text))
        return playing

    def earcon(self, name: str) -> Playing:
        """Play one of the short sounds."""
        playing = self._floor.play(earcons.ALL[name]())
        self._captions.append((playing, self._transcript.earcon, name))
        return playing

    def exposed(self, rank: str, suit: str) -> str:
        """A card as it is announced where only its rank counts: the rank first, the suit behind it
        for those who like to hear it."""
        if self.verbosity is Verbosity.FULL:
            return self.lines.card(rank, suit)
        return self.lines.rank(rank)

    def _only_print(self, text: str) -> Playing:
        """Print a text in its place among those that are said."""
        if self._captions:
            playing, _, _ = self._captions[-1]
            self._captions.append((playing, self._transcript.said, text))
            return playing
        now_ms = self._floor.now_ms
        self._transcript.said(now_ms, text)
        return Unsaid(now_ms, now_ms)

    def _print_captions(self, _: int) -> None:
        """Print what has begun to sound; what was cut off before that was not said."""
        waiting = []
        for playing, show, text in self._captions:
            if playing.started_ms is not None:
                show(playing.started_ms, text)
            elif playing.ended_ms is None:
                waiting.append((playing, show, text))
        self._captions = waiting
