"""Setting up a table by voice: the game, the players, their names and animals, and the rules.

Nothing needs to be touched or seen. Each player says a name, which is kept as it was spoken, and
an animal, which is said once more so that it is certain that it is heard: that is the roll call
as well, and nobody is asked for it again. "No" goes back to the question before. Who was set up
already (a saved table, a game that was named) is not asked.

As in `referee.py`, the course is a generator that yields once for each block of sound.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from voicegm.caller.names import SpokenNames
from voicegm.games import by_name
from voicegm.games.options import preset
from voicegm.hearing.names import KnownNames
from voicegm.hearing.voices import KnownVoices, voiceprint
from voicegm.languages.pack import ALIKE_BELOW, normal
from voicegm.sound.frames import SAMPLE_RATE, Sound
from voicegm.table.asking import BACK, SURE, Answer, Asker, Came, Question
from voicegm.table.introduced import Introduced, Overheard
from voicegm.table.seats import Seat

GAMES = {"animals": "animals", "snap": "snap", "snip-snap-snorum": "snip-snap-snorum"}
"""Phrase key to game."""
MOST_PLAYERS = 12
"""As many numbers are listened for."""
SURE_WORD = 0.85
"""A name is whatever is said; it takes as much to hear "no", or an animal, in its place."""


@dataclass(frozen=True)
class Arranged:
    """A table as it was set up."""

    game: str
    seats: tuple[Seat, ...]
    """Clockwise; the last one deals."""
    settings: Mapping[str, str]
    """Options of the game, as typed with `--option`."""
    real_cards: bool
    """Whether people turn cards of their own and read them out, as with `--deck table`."""
    introduced: Introduced


@dataclass
class _Guest:
    """A player who is being set up."""

    name: str
    """As it is shown: typed, or "Player 2"."""
    animal: str | None = None
    typed: bool = False
    warned: set[str] = field(default_factory=set)
    """What this player has been asked to think about, once."""


class SetUp:
    """Asks all that has to be known before cards are dealt."""

    def __init__(
        self,
        asker: Asker,
        spoken: SpokenNames,
        *,
        game: str | None = None,
        seats: Sequence[Seat] = (),
        rules: bool = True,
    ) -> None:
        """`game` and `seats` are not asked for where they are known, nor with `rules` off the
        rules; `spoken` is given the sounds of the names."""
        self.place = 0
        """The player who is being asked, counted from 0."""
        self._asker = asker
        self._pack = asker.pack
        self._spoken = spoken
        self._overheard = Overheard(asker.floor)
        self._names = KnownNames()
        self._voices = KnownVoices(())
        self._known_game = game
        self._game = game or ""
        self._known_seats = tuple(seats)
        self._guests: list[_Guest] = []
        self._asks_rules = rules
        self._settings: dict[str, str] = {}
        self._real_cards = False

    def course(self) -> Generator[None, None, Arranged]:
        """All questions, in order; "no" goes one back."""
        self._asker.announcer.earcon("ready")
        self._asker.say("hello")
        steps: list[Callable[[], Generator[None, None, bool]]] = []
        if self._known_game is None:
            steps.append(self._which_game)
        if self._known_seats:
            self._seat([_Guest(seat.name, seat.animal, typed=True) for seat in self._known_seats])
        else:
            steps.append(self._how_many)
        steps.append(self._players)
        if self._asks_rules:
            steps.append(self._rules)
        step = 0
        while step < len(steps):
            done = yield from steps[step]()
            if not done:
                self._asker.say("set-up-back")
            step = step + 1 if done else max(0, step - 1)
        yield from self._asker.until_said()
        seats = tuple(Seat(guest.name, guest.animal) for guest in self._guests)
        introduced = Introduced(self._names, self._voices)
        return Arranged(self._game, seats, self._settings, self._real_cards, introduced)

    # The game, and how many play it.

    def _which_game(self) -> Generator[None, None, bool]:
        self.place = 0
        key = yield from self._asker.ask(Question("set-up-game", tuple(GAMES), back=False))
        self._game = GAMES[key]
        return True

    def _how_many(self) -> Generator[None, None, bool]:
        self.place = 0
        fewest, most = self._range()
        numbers = tuple(f"players-{number}" for number in range(fewest, most + 1))
        game = next(key for key, game in GAMES.items() if game == self._game)
        question = Question("set-up-players", numbers, {"game": self._asker.spoken(game)})
        key = yield from self._asker.ask(question)
        if key == BACK:
            return self._known_game is not None
        count = int(key.removeprefix("players-"))
        self._seat([_Guest(f"Player {place + 1}") for place in range(count)])
        return True

    def _range(self) -> tuple[int, int]:
        players = by_name(self._game).players
        return players[0], min(players[-1], MOST_PLAYERS)

    def _seat(self, guests: list[_Guest]) -> None:
        self._guests = guests
        self._names = KnownNames()
        self._voices = KnownVoices([guest.name for guest in guests])

    # One player after another.

    def _players(self) -> Generator[None, None, bool]:
        self.place = 0
        while self.place < len(self._guests):
            if (yield from self._player(self._guests[self.place])):
                self.place += 1
            elif self.place == 0:
                return False
            else:
                if not self._known_seats:
                    self._guests[self.place].animal = None
                self.place -= 1
                self._asker.say("set-up-back")
        return True

    def _player(self, guest: _Guest) -> Generator[None, None, bool]:
        """A name and, in Animals, an animal; false when the player before is to say it anew."""
        known = bool(self._known_seats)
        while known or (yield from self._name(guest)):
            if self._game != "animals" or (known and guest.animal):
                return True
            if (yield from self._animal(guest)):
                return True
            if known:
                return False
        return False

    # A name.

    def _name(self, guest: _Guest) -> Generator[None, None, bool]:
        """Whatever is said is the name. Asked for twice, then a number is offered in its place."""
        number = str(self.place + 1)
        self._forget(guest)
        line = "set-up-name-next" if self.place else "set-up-name-first"
        for wording in (line, "set-up-name-again"):
            came = yield from self._asker.asked(
                wording, self._no_names(), {"number": number}, free=True
            )
            if self._goes_back(came):
                return False
            remark = self._taken_for_name(guest, came)
            if not remark:
                return True
            if came is not Came.SILENCE:
                self._asker.say(remark, other=self._like(came))
        return (yield from self._number(guest, number))

    def _number(self, guest: _Guest, number: str) -> Generator[None, None, bool]:
        """Offer a number in place of a name; who says nothing at all is waited for."""
        keys = ("yes", *self._no_names())
        while True:
            came = yield from self._asker.asked("set-up-name-number", keys, {"number": number})
            other = isinstance(came, Answer) and came.key != "yes"
            if other and not self._taken_for_name(guest, came):
                return True
            if came is not Came.SILENCE or (yield from self._asker.wait_until_ready(("yes",))):
                break
        self._asker.say("set-up-numbered", number=number)
        self._spoken.give(f"Player {number}", self._pack[f"player-{number}"].say[0])
        return True

    def _no_names(self) -> tuple[str, ...]:
        """What is listened for where a name is asked for: it is not one."""
        if not self._asker.rejects:
            return ()  # every name would be one of these
        return (BACK, *self._pack.animals) if self._game == "animals" else (BACK,)

    def _goes_back(self, came: Answer | Came) -> bool:
        return isinstance(came, Answer) and came.key == BACK and came.sure >= SURE_WORD

    def _taken_for_name(self, guest: _Guest, came: Answer | Came) -> str:
        """Take what came as the player's name; or give the line that says why not."""
        if isinstance(came, Came):
            return {Came.SEVERAL: "ask-several", Came.TALK: "set-up-name-short"}.get(
                came, "ask-unclear"
            )
        if came.utterance is None:
            return self._typed_name(guest, came)
        animal = came.key in self._pack.animals and came.sure >= SURE_WORD
        if animal and self._first_time(guest, "animal"):
            return "set-up-name-animal"
        samples = self._overheard.samples(came.utterance)
        if came.utterance.clipped or voiceprint(samples, 0, len(samples)) is None:
            return "ask-unclear"
        if self._names.alike(samples) and self._first_time(guest, "alike"):
            return "set-up-name-alike"
        self._spoken.give(guest.name, Sound(samples, SAMPLE_RATE))
        self._names.learn(guest.name, samples)
        self._know_voice(guest, came)
        return ""

    def _typed_name(self, guest: _Guest, came: Answer) -> str:
        """A name that was typed is shown, and said by the voice."""
        text = came.text
        others = {normal(one.name) for one in self._guests if one is not guest}
        forms = {form for key in self._pack.animals for form in self._pack[key].say}
        if not text or normal(text) in others | forms:
            return "ask-unclear"
        guest.name, guest.typed = text, True
        self._voices.players = [one.name for one in self._guests]
        return ""

    def _first_time(self, guest: _Guest, about: str) -> bool:
        """Whether a player is told something for the first time: who insists has it so."""
        new = about not in guest.warned
        guest.warned.add(about)
        return new

    def _like(self, came: Answer | Came) -> str:
        """The player whose name sounds like what was said."""
        if not isinstance(came, Answer) or came.utterance is None:
            return ""
        return self._names.alike(self._overheard.samples(came.utterance)) or ""

    def _forget(self, guest: _Guest) -> None:
        guest.name, guest.typed = f"Player {self.place + 1}", False
        self._voices.players = [one.name for one in self._guests]
        self._names.forget(guest.name)
        self._voices.forget(guest.name)
        self._spoken.take_back(guest.name)

    def _know_voice(self, guest: _Guest, came: Answer | Came) -> None:
        """What a player has just said tells the voice, whatever was understood."""
        if not isinstance(came, Answer) or came.utterance is None:
            return
        samples = self._overheard.samples(came.utterance)
        voice = came.utterance.voice or voiceprint(samples, 0, len(samples))
        if voice is not None:
            self._voices.enrol(guest.name, voice)

    # An animal.

    def _animal(self, guest: _Guest) -> Generator[None, None, bool]:
        """An animal that nobody else has and that is heard well; false after "no"."""
        guest.animal = None
        line, values = "set-up-animal", dict[str, str]()
        while True:
            offer = self._offer(guest)
            one, two = map(self._asker.spoken, offer[:2])
            question = Question(
                line,
                self._animals(),
                {**values, "name": guest.name, "one": one, "two": two},
                again="set-up-animal-again",
                offer=offer,
            )
            key = yield from self._asker.ask(question)
            if key != BACK:
                line, values = self._objection(guest, key)
                if not line:
                    line, values = yield from self._tried(guest, key)
                if not line:
                    guest.animal = key
                    return True
            elif line == "set-up-animal":
                return False
            else:  # none of those that were suggested
                line, values = "set-up-animal", {}

    def _animals(self) -> tuple[str, ...]:
        """All that can be heard, those that are taken included: else they would be mistaken."""
        return tuple(key for key in self._pack.animals if key not in self._asker.unheard)

    def _taken(self) -> list[str]:
        return [guest.animal for guest in self._guests if guest.animal]

    def _objection(self, guest: _Guest, key: str) -> tuple[str, dict[str, str]]:
        """Why a player had better take another animal: a line and its values, or no line."""
        animal = self._asker.spoken(key)
        if key in self._taken():
            return "set-up-taken", {"animal": animal}
        alike = [other for other in self._taken() if self._pack.distance(key, other) < ALIKE_BELOW]
        if not alike:
            return "", {}
        if not self._first_time(guest, key):
            self._asker.say("set-up-insists", animal=animal)
            return "", {}
        return "set-up-alike", {"animal": animal, "other": self._asker.spoken(alike[0])}

    def _tried(self, guest: _Guest, key: str) -> Generator[None, None, tuple[str, dict[str, str]]]:
        """Have the animal said once more; gives the line by which to ask for another one where it
        is hard to hear, or no line. Who says nothing more is left in peace."""
        heard, values = False, {"animal": self._asker.spoken(key)}
        in_play = tuple(dict.fromkeys((*self._taken(), key, *self._sounding_like(key), BACK)))
        for line in ("set-up-try", "set-up-try-again"):
            came = yield from self._asker.asked(line, in_play, values)
            if isinstance(came, Answer) and came.key == BACK:
                return "set-up-animal", {}
            if isinstance(came, Answer) and came.key == key and came.sure >= SURE:
                self._know_voice(guest, came)
                self._asker.announcer.earcon("won")
                return "", {}
            heard = heard or came is not Came.SILENCE
        if heard and self._first_time(guest, key):
            return "set-up-hard", values
        if heard:
            self._asker.say("set-up-insists", **values)
        return "", {}

    def _sounding_like(self, key: str) -> list[str]:
        return [
            other
            for other in self._animals()
            if other != key and self._pack.distance(key, other) < ALIKE_BELOW
        ]

    def _offer(self, guest: _Guest) -> tuple[str, ...]:
        """Animals that are heard well and that sound unlike those that are taken."""
        away = (*self._taken(), *guest.warned, *self._asker.unheard)
        well_heard = [
            key
            for key in self._pack.first
            if key not in away
            and all(self._pack.distance(key, other) >= ALIKE_BELOW for other in self._taken())
        ]
        more = self._pack.suggest(self._taken(), 6)
        offer = [*well_heard, *(key for key in more if key not in away)]
        start = self.place % max(1, len(well_heard))
        return tuple(dict.fromkeys([*offer[start:], *offer]))[:6]

    # The rules.

    def _rules(self) -> Generator[None, None, bool]:
        """The usual ones, unless somebody wants to choose."""
        self.place = 0
        self._settings, self._real_cards = {}, False
        if (yield from self._yes("set-up-rules", "yes")):
            return True
        if (yield from self._yes("set-up-children", "no")):
            known = preset(by_name(self._game).options, "small-children")
            self._settings = {name: json.dumps(value) for name, value in known.items()}
        elif self._game != "snip-snap-snorum" and (yield from self._yes("set-up-slow", "no")):
            self._settings["pause_ms"] = "slow"
        may_be_noises = self._game == "animals" and self._noises_differ()
        if may_be_noises and (yield from self._yes("set-up-noises", "no")):
            self._settings["responses"] = "noises"
        self._real_cards = yield from self._yes("set-up-real-cards", "no")
        return True

    def _yes(self, line: str, otherwise: str) -> Generator[None, None, bool]:
        question = Question(line, ("yes", "no"), otherwise=otherwise, back=False)
        return (yield from self._asker.ask(question)) == "yes"

    def _noises_differ(self) -> bool:
        noises = [self._pack.noise(animal) for animal in self._taken()]
        return len(set(noises)) == len(noises) and not self._asker.unheard.intersection(noises)
