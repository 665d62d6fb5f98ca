"""A whole game with simulated people in a simulated room, through the real recogniser.

The loop is closed on the room's clock: what is dealt when depends on what was heard, and what
the people do depends on what is dealt and asked. Decisions take a fixed time on that clock
(`BUDGET_MS`), so a seed gives the same game on every machine, slow or fast.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

from voicegm.caller import Speaks, Variant
from voicegm.games.game import Deal, Event, Play, Played, Ruling, Setup, Tied, Turn, Won
from voicegm.hearing.listener import Decided
from voicegm.hearing.phrases import NO
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import talk
from voicegm.languages.pack import Pack
from voicegm.people.crowd import AnimalsCrowd, Crowd, Habits, Part, Person, RaceCrowd, SnapCrowd
from voicegm.people.disturbances import Clatter, Disturbance, Music
from voicegm.people.room import Room
from voicegm.people.snip import SnipCrowd
from voicegm.sound.echo import EchoCancelling
from voicegm.sound.frames import Ears
from voicegm.sound.recorder import RecordedEars, Recorder
from voicegm.table.announcer import Verbosity
from voicegm.table.demo_commands import CommandCounts, Commanding, Manners
from voicegm.table.guests import Guests, Place, guests_for
from voicegm.table.introduced import Introduced
from voicegm.table.opening import open_table
from voicegm.table.plays import PlayJudge
from voicegm.table.race import RaceReferee
from voicegm.table.real_deck import CARDS, LAST_CARD
from voicegm.table.real_guests import CardCounts, RealRaceGuests, RealSnipGuests
from voicegm.table.referee import Referee, Watcher
from voicegm.table.transcript import Transcript
from voicegm.table.truth import SAME_WORD_MS, Judge, Said

BUDGET_MS = 40
"""Assumed time from the last sample of an utterance to its decision: twice what decoding takes
on two cores."""
ACCENTS = {"en": ("en-us", "en-gb")}
"""Accents of the synthetic voice, where a language has several."""
MANNERS = ("f2", "m3", "m2", "f4", "f5", "m7", "m5", "f1")
"""Manners of the synthetic voice, a seat each: four women's and four men's."""
CROWDS: dict[str, type[AnimalsCrowd] | type[SnapCrowd] | type[SnipCrowd]] = {
    "animals": AnimalsCrowd,
    "snap": SnapCrowd,
    "snip-snap-snorum": SnipCrowd,
}
MOST_CARDS = {"snap": 150}
"""Games that could go on for long are stopped by agreement after so many cards."""
MOST_REAL_CARDS = {"snap": 60}
"""With real cards: once through all piles. What the people hold and what the referee knows of it
drift apart when a ruling was wrong, and then neither is worth counting."""
STANDS_STILL_MS = 300_000
"""A game in which no card comes for so long will not go on by itself: the people have run out of
things to say. Nobody waits longer, with every question asked and every pause taken."""
SPOKEN_WPM = 165
"""People call out more slowly than the referee reads."""


@dataclass
class Delays:
    """From the true end of calls until something followed, in ms on the room's clock."""

    decided: list[int] = field(default_factory=list)
    """Until it was known which word it was, for each call that was understood."""
    ruled: list[int] = field(default_factory=list)
    """Until the ruling began to sound, for each call that won."""


@dataclass
class Outcome:
    """One game, held against the truth."""

    seed: int
    verdicts: Sequence[Enum]
    """Of the game's own kind: `Verdict` or, where there is no race, `PlayVerdict`."""
    delays: Delays
    duration_ms: int
    heard_without_call: int
    """Words heard where nobody had said them."""
    longest_hold_ms: int = 0
    """The longest that a card was held back by what was being said."""
    said: Sequence[Said] = ()
    """What was really said, in order."""
    commands: CommandCounts = field(default_factory=CommandCounts)
    """How commands were heard, if people gave any."""
    cards: CardCounts | None = None
    """How cards were heard, where people read them out."""
    given_up: bool = False
    """It stood still, and was ended."""


@dataclass(frozen=True)
class Arrived:
    """People who have sat down and introduced themselves before the game."""

    room: Room
    introduced: Introduced
    spoken_as: Mapping[str, str]
    """How people say the names that stand in the game."""


NOISES = ("none", "talk", "music", "clatter")
"""What else may be heard: people who do not play, music by the wall, things on the table."""
ASIDE_MANNER = "m4"
"""A manner of the synthetic voice that no player has."""
ASIDE_LOUDNESS = 10 ** (-10 / 20)
"""Whoever talks by the wall is further away from the microphones."""


@dataclass(frozen=True)
class Company:
    """What goes on round a table beside the game."""

    noise: str = "none"
    """One of NOISES."""
    talk: tuple[str, ...] = ()
    """What is said to one another; empty: what the language has."""
    habits: Habits | None = None
    """None: as usual."""
    commands: int = 0
    """After so many cards (or questions, at Snip) somebody gives a command; 0: never."""


class Aside:
    """Somebody by the wall who talks all the time, to nobody at the table."""

    def __init__(
        self, room: Room, seats: int, talked: Sequence[str], caller: Speaks, voice: str, seed: int
    ) -> None:
        self._room = room
        self._place = seats
        self._talk = tuple(talked)
        self._caller = caller
        self._voice = Variant(voice, rate_wpm=SPOKEN_WPM)
        self._random = random.Random(seed)
        self._free_ms = 0

    def let_speak(self, now_ms: int) -> None:
        """Goes on to the next sentence after a pause."""
        if now_ms < self._free_ms:
            return
        at_ms = now_ms + self._random.randint(500, 3_000)
        sound = self._caller.sound(self._random.choice(self._talk), self._voice)
        self._free_ms = self._room.speak(self._place, sound, at_ms, ASIDE_LOUDNESS).end_ms


class Stopwatch(Watcher):
    """Measures delays, and counts words that nobody said."""

    def __init__(self, judge: Judge | PlayJudge) -> None:
        self._judge = judge
        self.delays = Delays()
        self.heard_without_call = 0
        self._asked = False

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        """With the next card all is new."""
        if isinstance(event, (Deal, Turn)):
            self._asked = False

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        """A ruling that waited for an answer is no measure of haste."""
        self._asked = True

    def heard(self, utterance: Decided) -> None:
        """A decision against the true end of what was said."""
        for word in utterance.words:
            if _is_read(word.key):
                continue
            said = self._said(word.start_ms, word.key)
            if said is None:
                self.heard_without_call += 1
            else:
                self.delays.decided.append(utterance.decided_ms - said.at.end_ms)

    def ruled(self, ruling: Ruling, now_ms: int) -> None:
        """A win, or a card laid, against the true end of the call that did it."""
        at_once = isinstance(ruling, (Won, Played)) and not self._asked
        if at_once and (said := self._said(ruling.at)):
            self.delays.ruled.append(now_ms - said.at.end_ms)
        if isinstance(ruling, (Won, Tied, Played)):
            self._asked = False

    def _said(self, onset_ms: int, key: str | None = None) -> Said | None:
        near = [
            said
            for said in self._judge.said
            if abs(said.at.onset_ms - onset_ms) <= SAME_WORD_MS
            and said.line.part is not Part.TALK
            and (key is None or said.line.says == key)
        ]
        return min(near, key=lambda said: abs(said.at.onset_ms - onset_ms), default=None)


class Standstill(Watcher):
    """Ends a game in which no card comes any more, so that it is counted as what it is."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._moved_ms: int | None = None
        self.found = False

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        """A card came."""
        if isinstance(event, (Deal, Turn, Play)):
            self._moved_ms = event.at

    def look(self, now_ms: int) -> None:
        """Told of the time after every block."""
        self._moved_ms = now_ms if self._moved_ms is None else self._moved_ms
        if not self.found and now_ms > self._moved_ms + STANDS_STILL_MS:
            self.found = True
            self._stop()


def _is_read(key: str) -> bool:
    """Whether a word is a card, or said of one: those are counted by whoever reads them."""
    return key in CARDS or key in (NO, LAST_CARD)


def play_demo(
    setup: Setup,
    *,
    seed: int,
    worker: Worker,
    caller: Speaks,
    transcript: Transcript,
    write: Callable[[Event], None] | None = None,
    record: Path | None = None,
    spoken: Callable[[Said], None] | None = None,
    pace: Callable[[int], None] | None = None,
    rounds: int = 1,
    full_duplex: bool = False,
    verbosity: Verbosity = Verbosity.FULL,
    roll_call: bool = False,
    company: Company | None = None,
    watchers: Sequence[Watcher] = (),
    arrived: Arrived | None = None,
) -> Outcome:
    """Play one game with simulated people and hold each ruling against the truth.

    `record` keeps what the microphones hear, `spoken` is told what was really said, `pace` the
    time after every block (to play it in real time). `rounds` are played where a game has several.
    With `full_duplex` the referee hears while it speaks. `company` is who else makes a noise, and
    what is talked about; `watchers` follow the game; who has `arrived` before is not introduced.
    """
    seats = len(setup.players)
    company = company or Company()
    room = (arrived and arrived.room) or Room(
        seats,
        seed=seed,
        microphone_each=bool(setup.channels),
        disturbance=_disturbance(company.noise, seed),
    )
    ears: Ears = RecordedEars(room, Recorder(record, room.channels)) if record else room
    referee = open_table(
        setup,
        ears=ears,
        mouth=room,
        worker=worker,
        caller=caller,
        transcript=transcript,
        write=write,
        budget_ms=BUDGET_MS,
        echo=EchoCancelling(room.channels, room.played) if full_duplex else None,
        verbosity=verbosity,
        roll_call=roll_call,
        introduced=arrived.introduced if arrived else None,
    )
    if isinstance(referee, RaceReferee):
        referee.most_exposures = (MOST_REAL_CARDS if setup.real_cards else MOST_CARDS).get(
            setup.game
        )
    referee.rounds = rounds
    game, pack = referee.keeper.game, referee.pack
    at_once = setup.options.start == "at-once"
    judge = Judge(game, at_once=at_once) if referee.rivals else PlayJudge()
    stopwatch = Stopwatch(judge)
    place = Place(
        room,
        game,
        lambda: referee.keeper.state,
        say=lambda person, says: caller.sound(
            pack.in_words(arrived.spoken_as.get(says, says) if arrived else says),
            Variant(person.voice, rate_wpm=SPOKEN_WPM),
        ),
        nobody=pack["nobody"].say[0],
        said=judge.said,
        spoken=spoken,
        at_once=at_once,
        races=setup.options.race,
    )
    talked = company.talk or talk(pack.code)
    crowd = CROWDS[setup.game](_people(setup, referee, seed), seed=seed, talk=talked)
    if company.habits and isinstance(crowd, RaceCrowd):
        crowd.habits = company.habits
    people = _seated(place, crowd, setup, pack, seed)
    manners = Manners(
        company.commands,
        in_turn=not referee.rivals,
        over_voice=full_duplex,
        each=bool(setup.channels),
    )
    commanding = Commanding(crowd.people, pack, game, seed, manners, referee.floor, people.will_say)
    people.waits = lambda at_ms: commanding.in_hand(at_ms) or referee.commands.holds
    standstill = Standstill(referee.ask_to_stop)
    referee.watchers += [people, judge, stopwatch, commanding, standstill, *watchers]
    referee.floor.each_block += [people.let_speak, standstill.look]
    if company.noise == "talk":
        aside = Aside(room, seats, talked, caller, f"{pack.code}+{ASIDE_MANNER}", seed)
        referee.floor.each_block.append(aside.let_speak)
    if pace:
        referee.floor.each_block.append(pace)
    rate_wpm = caller.rate_wpm
    referee.run()
    ears.close()
    caller.rate_wpm = rate_wpm  # "slower" was said in this game, not in the next
    judge.finish(referee.floor.now_ms)
    return Outcome(
        seed=seed,
        verdicts=[verdict for _, verdict in judge.verdicts],
        delays=stopwatch.delays,
        duration_ms=referee.floor.now_ms,
        heard_without_call=stopwatch.heard_without_call,
        longest_hold_ms=referee.longest_hold_ms,
        commands=commanding.counts(judge.said),
        said=judge.said,
        cards=people.counts if isinstance(people, RealRaceGuests) else None,
        given_up=standstill.found,
    )


def _seated(place: Place, crowd: Crowd, setup: Setup, pack: Pack, seed: int) -> Guests[Any]:
    """The people at the table, with a deck of their own where they turn real cards."""
    if not setup.real_cards:
        return guests_for(place, crowd)
    true = replace(setup, seed=seed, deck_mode="dealt")
    if isinstance(crowd, SnipCrowd):
        return RealSnipGuests(place, crowd, true)
    assert isinstance(crowd, RaceCrowd)
    return RealRaceGuests(place, crowd, true, pack, seed)


def _disturbance(noise: str, seed: int) -> Disturbance | None:
    kinds: dict[str, type[Disturbance]] = {"music": Music, "clatter": Clatter}
    return kinds[noise](seed) if noise in kinds else None


def voices_for(language: str, seed: int | None) -> list[str]:
    """Voices for eight people, as variants of the synthetic voice, a seat each."""
    accents = ACCENTS.get(language, (language,))
    voices = [f"{accents[n % len(accents)]}+{manner}" for n, manner in enumerate(MANNERS)]
    random.Random(seed).shuffle(voices)
    return voices


def _people(setup: Setup, referee: Referee, seed: int) -> list[Person]:
    """The players as people, each with a voice of their own."""
    voices = voices_for(setup.language or "en", seed)
    return [
        Person(player.name, player.response or "", seat, voices[seat % len(voices)])
        for seat, player in enumerate(referee.view.players)
    ]
