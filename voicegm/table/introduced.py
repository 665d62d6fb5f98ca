"""What is known of players who introduced themselves by voice: how their names sound, and how
they do themselves. In memory only."""

from __future__ import annotations

from dataclasses import dataclass

from voicegm.hearing.listener import Decided
from voicegm.hearing.names import KnownNames
from voicegm.hearing.voices import KnownVoices
from voicegm.sound.frames import Samples
from voicegm.sound.kept import LastSeconds
from voicegm.table.floor import Floor
from voicegm.table.referee import Referee
from voicegm.table.whose import Whose

MARGIN_MS = 30
"""Kept before and after what was said: soft first and last sounds are in it."""


class Overheard:
    """Takes what was said at a table out of the last seconds of its sound."""

    def __init__(self, floor: Floor) -> None:
        self._last = LastSeconds()
        floor.each_sound.append(self._last.keep)

    def samples(self, utterance: Decided) -> Samples:
        """The sound of an utterance that has just been decided: mono, 16 kHz."""
        return self._last.between(
            utterance.channel, utterance.onset_ms - MARGIN_MS, utterance.end_ms + MARGIN_MS
        )


class NamesBySound:
    """Tells which player's name an utterance is, by how the names sounded before."""

    def __init__(self, names: KnownNames, overheard: Overheard) -> None:
        self._names = names
        self._overheard = overheard

    def who(self, utterance: Decided) -> str | None:
        """The player who is named, if that is clear."""
        return self._names.which(self._overheard.samples(utterance))


@dataclass(frozen=True)
class Introduced:
    """The players of a table, as they introduced themselves."""

    names: KnownNames
    voices: KnownVoices

    @property
    def by_voice(self) -> bool:
        """Whether everybody's voice is known well enough to be told from the others'."""
        return set(self.voices.known) == set(self.voices.players)


def with_introduced(referee: Referee, introduced: Introduced, *, voices: bool) -> None:
    """Have a referee go on with what is known; its greeting has been said. With `voices` calls are
    told apart by voice from the first card on."""
    referee.greets = False
    if introduced.names.known:
        overheard = Overheard(referee.floor)
        referee.knows_names = NamesBySound(introduced.names, overheard)
    if voices:
        listener = referee.floor.listener
        assert listener is not None, "nobody is heard"
        listener.tells_voices = True
        whose = Whose(introduced.voices)
        referee.whose = whose
        referee.watchers.append(whose)
