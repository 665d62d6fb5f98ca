"""The little game at the end of a practice: real rules, a real referee, and patient friends.

The friends are simulated. They call through the loudspeaker, each in a voice of their own, once
the time that they take to react has gone by and nobody else is speaking. What they say is known and
need not be heard: it counts from the moment at which it began to sound.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from voicegm.caller import Variant
from voicegm.games.game import Call, Cue, Event, GroupView, Ruling, Tied, Won
from voicegm.people.crowd import Person
from voicegm.people.snip import SnipCrowd, SnipHabits
from voicegm.sound.frames import Playing
from voicegm.table.race import RaceReferee
from voicegm.table.referee import Referee, Watcher

MANNERS = ("f2", "m3", "f4", "m7")
"""Manners of the synthetic voice, one for each friend."""
MOST_CARDS = {"animals": 10, "snap": 14}
"""Cards in the little game: hardly more than a minute."""
SPREAD = 0.2
"""The friends' reactions differ by so much, up or down."""


@dataclass
class Planned:
    """What a friend is going to say."""

    name: str
    says: str
    at_ms: int
    asked: bool = False
    """To call once more; nobody calls into that question."""


@dataclass
class Speaking:
    """What a friend is saying."""

    planned: Planned
    playing: Playing


class Friends(Watcher):
    """Plays the parts of the friends at the referee's table."""

    def __init__(
        self, referee: Referee, friends: tuple[str, ...], *, reaction_ms: int, seed: int
    ) -> None:
        self._referee = referee
        self._friends = friends
        self._reaction_ms = reaction_ms
        self._random = random.Random(seed)
        self._planned: Planned | None = None
        self._speaking: Speaking | None = None
        accent = "en-us" if referee.pack.code == "en" else referee.pack.code
        self._voices = {
            name: Variant(f"{accent}+{manner}", rate_wpm=165)
            for name, manner in zip(friends, MANNERS, strict=False)
        }
        people = [
            Person(name, "", seat, self._voices[name].name) for seat, name in enumerate(friends)
        ]
        habits = SnipHabits(
            (reaction_ms, reaction_ms + 1), (reaction_ms, reaction_ms + 1), 0, 0, 0, 0, 0
        )
        self._snip = SnipCrowd(people, seed=seed, talk=("",), habits=habits)
        referee.floor.each_block.append(self._go_on)

    # What they follow.

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        """A card lies out: one of those who may call will, in time."""
        if isinstance(event, Cue):
            self._planned = self._for_match(event.at)

    def ruled(self, ruling: Ruling, now_ms: int) -> None:  # noqa: ARG002
        """What has been won need not be called any more."""
        if isinstance(ruling, (Won, Tied)):
            self._planned = None

    def asked(self, question: str, said_ms: int) -> None:
        """Once more, or whose turn it is."""
        if isinstance(self._referee, RaceReferee):
            if question == "again" and (planned := self._for_match(said_ms)):
                self._planned = replace(planned, asked=True)
        else:
            self._planned = self._for_turn(said_ms)

    # What they do.

    def _for_match(self, cue_ms: int) -> Planned | None:
        view = self._referee.view
        newest = [g for g in view.groups if g.players[0] == view.last_player]
        call = self._call(newest[0]) if newest else None
        return Planned(*call, cue_ms + self._reaction()) if call else None

    def _call(self, group: GroupView) -> tuple[str, str] | None:
        """Which friend calls, and what."""
        anyone = len(group.responses) != len(group.players)
        able = [name for name in self._friends if anyone or name in group.players]
        if not able:
            return None
        name = self._random.choice(able)
        if anyone:
            return name, group.responses[0]
        words = dict(zip(group.players, group.responses, strict=True))
        return name, next(word for owner, word in words.items() if owner != name)

    def _for_turn(self, asked_ms: int) -> Planned | None:
        """At Snip Snap Snorum: whoever's turn it is, if it is a friend's."""
        referee, view = self._referee, self._referee.view
        name, run = view.next_player, view.run
        if name not in self._friends or run is None:
            return None
        hand = referee.keeper.game.hand(referee.keeper.state, name) or ()
        if not run.cards:
            (line,) = self._snip.lead(name, hand, asked_ms, 0)
        elif run.cry:
            (line,) = self._snip.cry(name, run.cry, asked_ms, 1)
        else:
            line = self._snip.pass_by(name, asked_ms)[0]
        return Planned(name, line.says, line.at_ms)

    def _reaction(self) -> int:
        return round(self._reaction_ms * self._random.uniform(1 - SPREAD, 1 + SPREAD))

    def _go_on(self, now_ms: int) -> None:
        """Speak when it is time, unless somebody else does; what has begun to sound counts."""
        referee, floor = self._referee, self._referee.floor
        if self._speaking is not None:
            started_ms = self._speaking.playing.started_ms
            if started_ms is not None:
                said, self._speaking = self._speaking.planned, None
                text = referee.pack[said.says].say[0]
                referee.transcript.said(started_ms, f"({said.name}) “{text}”")
                referee.take_call(Call(started_ms, said.name, said.says, None, "voice"))
            return
        planned = self._planned
        busy = floor.sounding or floor.earliest_open_ms is not None or referee.keeper.pending
        if planned is None or planned.at_ms > now_ms or busy:
            return
        if planned.asked or referee.view.question is None:
            self._planned = None
            text = referee.pack[planned.says].say[0]
            sound = referee.announcer.caller.sound(text, self._voices[planned.name])
            self._speaking = Speaking(planned, floor.play(sound, text))
