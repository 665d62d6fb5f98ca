"""Opens a table: from what was wished for to a referee with all its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from voicegm.caller import Speaks
from voicegm.errors import BadInput
from voicegm.games import by_name
from voicegm.games import options as options_of
from voicegm.games.game import Event, Player, Setup
from voicegm.hearing.listener import Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import Lines
from voicegm.languages.pack import WAKE, Pack, load, normal
from voicegm.sound.echo import EchoCancelling
from voicegm.sound.frames import Ears, Mouth
from voicegm.table.animals import AnimalsReferee
from voicegm.table.announcer import Verbosity
from voicegm.table.floor import Floor, WordsInPlay
from voicegm.table.introduced import Introduced, with_introduced
from voicegm.table.private import NobodysScreen, Private
from voicegm.table.real_deck import RealAnimals, RealSnap
from voicegm.table.real_hands import RealSnip
from voicegm.table.referee import Furniture, Referee
from voicegm.table.roll_call import with_roll_call
from voicegm.table.scorekeeper import VOICE_KNOWN_MS, Scorekeeper
from voicegm.table.seats import (
    USUAL_PLAYERS,
    USUAL_TABLE,
    Seat,
    animal_seats,
    plain_seats,
)
from voicegm.table.snap import SnapReferee
from voicegm.table.snip import SnipReferee
from voicegm.table.transcript import Transcript
from voicegm.table.typed import Typed

ONE_MICROPHONE_TIE_MS = 250
"""On one microphone: the 99.5th percentile of the order error is 214 ms for synthetic voices and
more for people, as `voicegm bench order --microphones one` prints it."""
EACH_MICROPHONE_TIE_MS = 100
"""With a microphone each: the 99.5th percentile of the order error of 542 pairs of synthetic voices
(101 ms; 95 %: 46 ms), as `voicegm bench order --microphones each` prints it."""


WORD = r"[\w']+"

REFEREES: dict[str, type[Referee]] = {
    "animals": AnimalsReferee,
    "snap": SnapReferee,
    "snip-snap-snorum": SnipReferee,
}


REAL_REFEREES: dict[str, type[Referee]] = {
    "animals": RealAnimals,
    "snap": RealSnap,
    "snip-snap-snorum": RealSnip,
}
"""For cards that people turn, or hold, themselves."""


@dataclass(frozen=True)
class Wishes:
    """A game as it was asked for."""

    game: str
    seats: tuple[Seat, ...]
    """Clockwise; the last one deals."""
    seed: int
    language: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    """As typed with `--option`."""
    microphone_each: bool = False
    """Channel n belongs to seat n."""
    at_once: bool = False
    """Calls count as soon as a card begins to be announced: the table hears while it speaks."""
    real_cards: bool = False
    """People turn their own cards and read them out."""


def seats_for(game: str, players: str | None, pack: Pack, responses: str) -> tuple[Seat, ...]:
    """The seats that were typed, or the usual ones; `BadInput` says what cannot be."""
    if game == "animals":
        return animal_seats(players or USUAL_TABLE, pack, responses=responses)
    return plain_seats(players or USUAL_PLAYERS, by_name(game).players[-1])


def make_setup(wishes: Wishes) -> Setup:
    """The set-up of a game; raises `BadInput` for an option that cannot be."""
    game = by_name(wishes.game)
    tie_ms = EACH_MICROPHONE_TIE_MS if wishes.microphone_each else ONE_MICROPHONE_TIE_MS
    start = "at-once" if wishes.at_once else "after-cue"
    options = replace(game.options(), tie_ms=tie_ms, start=start)
    for name, text in wishes.options.items():
        value = options_of.from_text(game.options, name, text)
        options = options_of.set_option(options, name, value)
    names = [seat.name for seat in wishes.seats]
    channels = dict(enumerate(names)) if wishes.microphone_each else {}
    setup = Setup(
        game=game.name,
        players=tuple(Player(seat.name, seat.animal) for seat in wishes.seats),
        dealer=names[-1],
        seed=None if wishes.real_cards else wishes.seed,
        options=options,
        language=wishes.language,
        deck_mode="table" if wishes.real_cards else "dealt",
        channels={str(channel): name for channel, name in channels.items()},
    )
    game.check_setup(setup)
    return setup


def open_table(
    setup: Setup,
    *,
    ears: Ears,
    mouth: Mouth | None,
    worker: Worker | None,
    caller: Speaks,
    transcript: Transcript,
    write: Callable[[Event], None] | None = None,
    typed: Callable[[], Sequence[Typed]] = tuple,
    budget_ms: int | None = None,
    private: Private | None = None,
    verbosity: Verbosity = Verbosity.FULL,
    volume: float = 1.0,
    echo: EchoCancelling | None = None,
    roll_call: bool = False,
    introduced: Introduced | None = None,
) -> Referee:
    """A referee for a game at a table with these parts.

    Without a `mouth` what is said only takes its time; without `echo` cancellation nothing is heard
    while it speaks. `budget_ms` is the processing time that a simulated table assumes for each
    decision; `private` shows a player what the others may not
    see; `volume` is against the usual one; with a `roll_call` voices are learned before the cards
    are out, unless they are known from players who `introduced` themselves. Raises `BadInput` when
    the recogniser cannot listen for something that this table needs.
    """
    kind = (REAL_REFEREES if setup.real_cards else REFEREES)[setup.game]
    language = setup.language or "en"
    pack = load(language).with_names(setup.names)
    keeper = Scorekeeper(
        by_name(setup.game),
        setup,
        write or _forget,
        known_after_ms=VOICE_KNOWN_MS if worker else 0,
    )
    words = WordsInPlay()
    channels = {int(channel): name for channel, name in setup.channels.items()}
    listener = None
    unheard: frozenset[str] = frozenset()
    misheard: frozenset[str] = frozenset()
    if worker is not None:
        unheard = _unheard(pack, worker, keeper, kind.needs(setup.options))
        if setup.real_cards:
            misheard = frozenset(worker.misheard([*pack.sayings.values()]))
        listener = Listener(
            ears.channels,
            worker,
            Grammars(pack, worker.decoys),
            lambda onset_ms: InPlay(
                keys := words.at(onset_ms),
                two=kind.rivals and not channels and referee.attentive is None,
                winning=words.winning_at(onset_ms),
                tie_ms=keeper.tie_ms,
                own=spoken_keys(pack, keys, floor.texts_at(onset_ms)),
                commands=heard_commands(
                    referee, () if floor.full_duplex else floor.texts_at(onset_ms)
                ),
                woken=referee.commands.woken_at(onset_ms),
                denied=words.denied,
                mending=words.mending,
            ),
            budget_ms,
        )
    floor = Floor(ears, mouth, listener, echo)
    floor.volume = volume
    referee = kind(
        Furniture(
            floor=floor,
            keeper=keeper,
            caller=caller,
            lines=Lines(language),
            pack=pack,
            words=words,
            transcript=transcript,
            typed=typed,
            engine=worker.name if worker else "keys",
            unheard=unheard,
            misheard=misheard,
            channels=channels,
            private=private or NobodysScreen(),
            verbosity=verbosity,
            commands=tuple(key for key in pack.commands if not {key, WAKE} & unheard),
        )
    )
    known = introduced is not None and introduced.by_voice
    if introduced is not None:
        with_introduced(referee, introduced, voices=roll_call and known)
    if roll_call and not known:
        with_roll_call(referee)
    return referee


def heard_commands(referee: Referee, texts: Sequence[str]) -> tuple[str, ...]:
    """The commands that may be said now: none while the referee says the wake phrase itself, nor
    one that it is saying, as far as its voice is heard (none of it, where its echo is taken away:
    168 such phrases in 28 voices gave no command)."""
    if spoken_keys(referee.pack, (WAKE,), texts):
        return ()
    keys = referee.commands.listened_for()
    own = spoken_keys(referee.pack, keys, texts)
    return tuple(key for key in keys if key not in own)


def spoken_keys(pack: Pack, keys: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    """Which of these phrases the referee says in texts of its own."""
    heard = [f" {normal(' '.join(re.findall(WORD, text)))} " for text in texts]
    return tuple(
        key for key in keys if any(f" {form} " in text for form in pack[key].say for text in heard)
    )


def _unheard(
    pack: Pack, worker: Worker, keeper: Scorekeeper, needed: Sequence[str]
) -> frozenset[str]:
    """What this recogniser cannot listen for; `BadInput` when the game cannot do without."""
    unusable = frozenset(worker.unusable([*pack.phrases.values(), *pack.sayings.values()]))
    for player in keeper.game.view(keeper.state).players:
        if player.response in unusable:
            raise BadInput(
                f"the recogniser {worker.name} cannot listen for '{player.response}' in "
                f"{pack.name}, and {player.name} needs it: give {player.name} another animal"
            )
    for key in needed:
        if key in unusable:
            raise BadInput(
                f"the recogniser {worker.name} cannot listen for '{pack[key].say[0]}' in "
                f"{pack.name}, and the game needs it: choose another --engine, or keys to type it"
            )
    return unusable


def _forget(_: Event) -> None:
    """For a game that keeps no journal."""
