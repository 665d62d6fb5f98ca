"""'Anna, say fox': the walk through all microphones, spoken and printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from voicegm.caller import Speaks
from voicegm.languages.lines import Lines
from voicegm.languages.pack import Pack
from voicegm.sound.binding import Bound
from voicegm.sound.frames import Block, Ears, Mouth
from voicegm.sound.health import Health
from voicegm.sound.microphones import Source
from voicegm.sound.watched import Live
from voicegm.table.microphone_lines import line_for
from voicegm.table.microphone_walk import (
    Heard,
    Level,
    Place,
    Walk,
    bound_of,
    delays_of,
    places_of,
)
from voicegm.table.seats import animal_seats, plain_seats

TAIL_MS = 400
"""After a prompt has ended, so that its echo is no answer."""
MOST_PLAYERS = 8


@dataclass(frozen=True)
class Found:
    """What the walk showed."""

    places: list[Place] = field(default_factory=list)
    """Each player's microphone."""
    bound: dict[str, Bound] = field(default_factory=dict)
    """What is to be remembered: those that are clear."""
    faults: dict[int, list[str]] = field(default_factory=dict)
    """By channel, what is wrong with it and what to do."""


def words_for(players: str | None, pack: Pack) -> dict[str, str]:
    """A word for each player to say: the own animal where one is given, any other otherwise.
    Raises `BadInput` for names that cannot be."""
    if players is None:
        return {}
    seats = animal_seats(players, pack) if "=" in players else plain_seats(players, MOST_PLAYERS)
    taken = {seat.animal for seat in seats}
    free = (key for key in pack.animals if key not in taken)
    return {seat.name: pack[seat.animal or next(free)].say[0] for seat in seats}


def check_microphones(
    ears: Ears,
    mouth: Mouth | None,
    words: Mapping[str, str],
    lines: Lines,
    caller: Speaks,
    *,
    sources: Sequence[Source],
    metered: Callable[[list[Level]], None],
    said: Callable[[str], None],
    seconds: int,
) -> Found:
    """Listen to each player in turn, or, without any, to all microphones for a while.

    Without a `mouth` nobody is prompted aloud: in a recording the players speak in turn.
    """
    examined = _Examined(ears)
    walk = Walk(examined, metered)

    def say(text: str) -> None:
        said(text)
        if mouth is not None:
            playing = mouth.play(caller.sound(text))
            walk.pass_while(lambda: playing.ended_ms is None)
            walk.pass_by(TAIL_MS)

    if not words:
        walk.pass_by(seconds * 1000)
        return Found(faults=examined.faults(lines))
    say(lines.say("walk-hello"))
    heard: dict[str, Heard | None] = {}
    for name, word in words.items():
        say(lines.say("walk-word", name=name, animal=word))
        heard[name] = walk.listen()
        if heard[name] is None and not walk.over:
            say(lines.say("walk-again", name=name))
            heard[name] = walk.listen()
    places = places_of(heard)
    clear = all(not place.why for place in places)
    say(lines.say("walk-done" if clear else "walk-unclear"))
    late = delays_of([word for word in heard.values() if word is not None], sources)
    return Found(places, bound_of(places, sources, late), examined.faults(lines))


class _Examined:
    """Ears that are watched, and heard as they are."""

    def __init__(self, ears: Ears) -> None:
        self.channels = ears.channels
        self._ears = ears
        self._health = Health(ears.channels, live=isinstance(ears, Live))

    def read(self) -> Block | None:
        block = self._ears.read()
        if block is not None:
            gone = self._ears.gone if isinstance(self._ears, Live) else frozenset()
            self._health.feed(block, gone)
        return block

    def close(self) -> None:
        self._ears.close()

    def faults(self, lines: Lines) -> dict[int, list[str]]:
        """What is wrong now, in a sentence each."""
        found: dict[int, list[str]] = {}
        for fault in self._health.faults.values():
            found.setdefault(fault.channel, []).append(line_for(fault, lines, {}))
        return found
