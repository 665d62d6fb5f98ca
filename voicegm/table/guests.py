"""Brings simulated people to a table: they see what lies open, hear the referee, and speak."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from voicegm.cards import Card
from voicegm.games.game import Cue, Deal, Event, Game, Play, Ruling, TableView, Tied, Turn, Won
from voicegm.people.crowd import Crowd, Line, Match, Part, Person, RaceCrowd
from voicegm.people.room import Room
from voicegm.people.snip import SnipCrowd
from voicegm.sound.frames import Sound
from voicegm.table.referee import Watcher
from voicegm.table.truth import Said

RANK_MS = 280
"""From the beginning of an announcement until the rank has been heard."""
AHEAD_MS = 64
"""How long before its onset a line is put into the room, which takes sound in blocks."""
PATIENT_MS = 300
"""What has waited for a command comes so long after its answer."""
BREATH_MS = 300
"""Between two things that one person says, at the least: nobody has two mouths."""

AnyCrowd = TypeVar("AnyCrowd", bound=Crowd)


@dataclass(frozen=True)
class Place:
    """Where people sit, and what they have there."""

    room: Room
    game: Game[Any]
    state: Callable[[], Any]
    """Of the rules, as it is now."""
    say: Callable[[Person, str], Sound]
    nobody: str
    """How "nobody" is said."""
    said: list[Said]
    """What was really said, in order."""
    spoken: Callable[[Said], None] | None = None
    """Told of it as it is said."""
    at_once: bool = False
    """Calls count while a card is still being announced; otherwise people wait for the cue."""
    races: bool = True
    """Off: only the owner of the card that was exposed answers."""


class Guests(Watcher, Generic[AnyCrowd]):
    """The people of one game; what makes them speak is for each kind of game to say."""

    patient: ClassVar[frozenset[Part]] = frozenset({Part.READS, Part.MENDS, Part.ANSWER})
    """What nobody says into a command: all that is no race."""

    def __init__(self, place: Place, crowd: AnyCrowd) -> None:
        self._place = place
        self._crowd = crowd
        self._planned: list[Line] = []
        self._free_ms: dict[int, int] = {}
        self.waits: Callable[[int], bool] = lambda _: False
        """Whether somebody gives a command at a time, or has it answered."""

    @property
    def _view(self) -> TableView:
        return self._place.game.view(self._place.state())

    def let_speak(self, now_ms: int) -> None:
        """Whose time has come speaks."""
        place = self._place
        for line in list(self._planned):
            seat = line.person.seat
            if line.part in self.patient and self.waits(now_ms):
                self._put_off(line, now_ms + PATIENT_MS)
                continue
            at_ms = max(line.at_ms, self._free_ms.get(seat, 0))
            if at_ms > now_ms + AHEAD_MS:
                continue
            self._planned.remove(line)
            said = Said(line, place.room.speak(seat, place.say(line.person, line.says), at_ms))
            self._free_ms[seat] = said.at.end_ms + BREATH_MS
            place.said.append(said)
            if place.spoken:
                place.spoken(said)

    def _put_off(self, line: Line, at_ms: int) -> None:
        later = replace(line, at_ms=max(line.at_ms, at_ms))
        self._planned[self._planned.index(line)] = later

    def will_say(self, line: Line) -> None:
        """Somebody means to say something beside the game."""
        self._planned.append(line)

    def _only_talk(self) -> None:
        """What was on somebody's lips need not be said any more."""
        self._planned = [line for line in self._planned if line.part is Part.TALK]


class RaceGuests(Guests[RaceCrowd]):
    """They call when a card lies out."""

    def __init__(self, place: Place, crowd: RaceCrowd) -> None:
        super().__init__(place, crowd)
        self._asked = 0
        self._calls: list[Line] = []

    def happened(self, event: Event, state: object) -> None:
        """A card lies out and its cue has sounded: now people may call."""
        at_once = self._place.at_once
        if isinstance(event, (Deal, Turn)):
            self._calls = []
            self._asked = 0
        if isinstance(event, (Deal, Turn) if at_once else Cue):
            known_ms = event.at + (RANK_MS if at_once else 0)
            if self._place.races:
                self._planned += self._crowd.after_card(self._match(state), known_ms)
            else:
                self._answer(known_ms, again=False)
            self._calls = [line for line in self._planned if line.part is Part.CALL]

    def _match(self, state: object) -> Match | None:
        """What the card that lies out last makes winnable."""
        view = self._place.game.view(state)
        newest = [g for g in view.groups if g.players[0] == view.last_player]
        return Match(newest[0].players, newest[0].responses) if newest else None

    def _answer(self, asked_ms: int, *, again: bool) -> None:
        """Where nobody races, the owner of the card answers."""
        owner = self._view.last_player
        assert owner is not None
        match = self._match(self._place.state())
        self._planned += self._crowd.answer_for_card(owner, match, "no", asked_ms, again=again)

    def ruled(self, ruling: Ruling, now_ms: int) -> None:  # noqa: ARG002
        """Who has not called yet need not any more."""
        if isinstance(ruling, (Won, Tied)):
            self._only_talk()

    def asked(self, question: str, said_ms: int) -> None:
        """People answer what they are asked."""
        if question in ("again", "prompted"):
            self._planned = self._crowd.once_more(self._calls, said_ms)
            self._calls = self._calls + self._planned
        elif question == "owner":
            self._only_talk()
            self._answer(said_ms, again=True)
        elif question == "who-called":
            self._asked += 1
            answer = self._crowd.answer(
                self._first_caller(), self._place.nobody, said_ms, by_number=self._asked > 1
            )
            self._planned = [answer]

    def roll_called(self, name: str, key: str, said_ms: int) -> None:
        """Whoever is asked to say a word says it."""
        self._planned.append(self._crowd.repeat(name, key, said_ms))

    def _first_caller(self) -> str | None:
        calls = [said for said in self._place.said if said.line in self._calls]
        return min(calls, key=lambda said: said.at.onset_ms).line.person.name if calls else None


class SnipGuests(Guests[SnipCrowd]):
    """Each speaks when asked; they know their own hands only."""

    patient = Guests.patient | {Part.CALL, Part.WRONG_CRY}

    def __init__(self, place: Place, crowd: SnipCrowd) -> None:
        super().__init__(place, crowd)
        self._asked = 0

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        """A card was laid: it is somebody else's turn."""
        if isinstance(event, Play):
            self._only_talk()
            self._asked = 0

    def _hand(self, name: str) -> Sequence[Card]:
        return self._place.game.hand(self._place.state(), name) or ()

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        """Whoever's turn it is leads, or cries, or says what was asked for once more."""
        view, crowd = self._view, self._crowd
        name, run = view.next_player, view.run
        if name is None or run is None:
            return
        self._only_talk()
        hand = self._hand(name)
        fitting = [c for c in hand if c.rank == run.rank and run.suit in (None, c.suit)]
        if not run.cards:
            self._planned += crowd.lead(name, hand, said_ms, self._asked)
        elif not fitting:
            self._planned += crowd.pass_by(name, said_ms)
        elif run.cry:
            self._planned += crowd.cry(name, run.cry, said_ms, self._asked)
        else:
            self._planned += crowd.name_card(name, fitting[0], said_ms)
        self._asked += 1


def guests_for(place: Place, crowd: Crowd) -> Guests[Any]:
    """The people of a crowd, seated."""
    if isinstance(crowd, SnipCrowd):
        return SnipGuests(place, crowd)
    assert isinstance(crowd, RaceCrowd)
    return RaceGuests(place, crowd)
