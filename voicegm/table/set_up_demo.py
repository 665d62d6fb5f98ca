"""A table that simulated people set up by voice and then play at, with no key pressed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from voicegm.caller import Speaks
from voicegm.caller.names import SpokenNames
from voicegm.cards import Card
from voicegm.games.game import Event, Setup
from voicegm.hearing.worker import Worker
from voicegm.people.family import Family, Relative, Said
from voicegm.people.room import Room
from voicegm.table.announcer import Verbosity
from voicegm.table.demo import BUDGET_MS, Arrived, Outcome, play_demo, voices_for
from voicegm.table.opening import Wishes, make_setup
from voicegm.table.roll_call import roll_call_wanted
from voicegm.table.seats import Seat
from voicegm.table.set_up import GAMES, Arranged
from voicegm.table.set_up_session import SettingUp, SimulatedFamily
from voicegm.table.transcript import Transcript
from voicegm.table.truth import Said as SaidInGame


@dataclass(frozen=True)
class Arrivals:
    """Who comes to set up a table."""

    game: str
    seats: Sequence[Seat]
    """Their names, as they are spoken, and the animals that they mean to be."""
    rules: Mapping[str, str]
    """What they answer about the rules, by the key of the line; empty: the usual ones."""
    mishaps: Mapping[str, Sequence[Sequence[Said]]]
    """See `Family`."""


@dataclass(frozen=True)
class Evening:
    """What came of it."""

    arranged: Arranged
    questions: tuple[str, ...]
    """The lines that wanted an answer, by key."""
    set_up_ms: int
    """How long setting up took."""
    setup: Setup
    outcome: Outcome


def play_set_up(
    company: Arrivals,
    language: str,
    *,
    seed: int,
    worker: Worker,
    caller: Speaks,
    transcript: Transcript,
    verbosity: Verbosity = Verbosity.FULL,
    write: Callable[[Setup], Callable[[Event], None]] | None = None,
    answered: Callable[[int, int, str], None] | None = None,
    spoken: Callable[[SaidInGame], None] | None = None,
    pace: Callable[[int], None] | None = None,
    deck: tuple[Card, ...] | None = None,
) -> Evening:
    """Have a company set up a table by voice, and play.

    `write` is given the set-up and makes what writes the journal; `answered` is told when who says
    what while setting up (ms, place, words), `spoken` what is said in the game, `pace` the time
    after every block. A short `deck` makes a short game.
    """
    room = Room(len(company.seats), seed=seed)
    names = SpokenNames(caller)
    setting_up = SettingUp(
        language,
        ears=room,
        mouth=room,
        worker=worker,
        caller=names,
        transcript=transcript,
        budget_ms=BUDGET_MS,
        verbosity=verbosity,
    )
    relatives = [Relative(seat.name, seat.animal or "") for seat in company.seats]
    game = next(key for key, game in GAMES.items() if game == company.game)
    family = SimulatedFamily(
        setting_up,
        Family(game, relatives, company.rules, company.mishaps),
        room,
        caller,
        voices_for(language, seed),
        spoken=answered,
    )
    if pace:
        setting_up.floor.each_block.append(pace)
    arranged = setting_up.run()
    assert arranged is not None, "nobody stops it here"
    set_up_ms = setting_up.floor.now_ms
    setup = make_setup(
        Wishes(
            game=arranged.game,
            seats=arranged.seats,
            seed=seed,
            language=language,
            options=arranged.settings,
            real_cards=arranged.real_cards,
        )
    )
    if deck is not None:
        setup = replace(setup, deck=deck)
    spoken_as = {
        seat.name: relative.name for seat, relative in zip(arranged.seats, relatives, strict=False)
    }
    outcome = play_demo(
        setup,
        seed=seed,
        worker=worker,
        caller=names,
        transcript=transcript,
        write=write(setup) if write else None,
        spoken=spoken,
        pace=pace,
        verbosity=verbosity,
        roll_call=roll_call_wanted(None, setup, heard=True, live=True),
        arrived=Arrived(room, arranged.introduced, spoken_as),
    )
    return Evening(arranged, tuple(family.lines), set_up_ms, setup, outcome)
