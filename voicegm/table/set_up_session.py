"""A table set up by voice, from its sound to all that a game needs; by real people or simulated
ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from voicegm.caller import Speaks, Variant
from voicegm.caller.names import SpokenNames
from voicegm.hearing.listener import Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import lines
from voicegm.languages.pack import load
from voicegm.people.family import Family
from voicegm.people.room import Room
from voicegm.sound.frames import Ears, Mouth
from voicegm.table.announcer import Announcer, Verbosity
from voicegm.table.asking import Asker, Respondent, Stopped
from voicegm.table.floor import Floor, WordsInPlay
from voicegm.table.seats import Seat
from voicegm.table.set_up import Arranged, SetUp
from voicegm.table.transcript import Transcript
from voicegm.table.typed import Typed

DECOYS = {"sphinx": 60}
"""By engine, none otherwise. Here a wrong word is noticed, and asked for again: fewer ordinary
words stand beside the answers than in play, where each that is mistaken for a call does harm."""


class SettingUp:
    """One set-up from beginning to end.

    `budget_ms` is the processing time that a simulated room assumes for each decision; None is
    the time that it takes. `caller` is given the names.
    """

    def __init__(
        self,
        language: str,
        *,
        ears: Ears,
        mouth: Mouth | None,
        worker: Worker | None,
        caller: SpokenNames,
        transcript: Transcript,
        typed: Callable[[], Sequence[Typed]] = tuple,
        budget_ms: int | None = None,
        volume: float = 1.0,
        verbosity: Verbosity = Verbosity.FULL,
        game: str | None = None,
        seats: Sequence[Seat] = (),
        rules: bool = True,
    ) -> None:
        pack, words = load(language), WordsInPlay()
        decoys = DECOYS.get(worker.name, 0) if worker else 0
        listener = None
        unheard: frozenset[str] = frozenset()
        if worker is not None:
            unheard = frozenset(worker.unusable(pack.phrases.values()))
            listener = Listener(
                ears.channels,
                worker,
                Grammars(pack, decoys),
                lambda onset_ms: InPlay(words.at(onset_ms), two=False),
                budget_ms,
            )
            listener.tells_voices = True
        self.floor = Floor(ears, mouth, listener)
        self.floor.volume = volume
        self.floor.when_lost.append(lambda: self._tell("microphone-lost"))
        self.floor.when_back.append(lambda: self._tell("microphone-back"))
        asker = Asker(
            floor=self.floor,
            words=words,
            announcer=Announcer(self.floor, caller, lines(language), transcript, verbosity),
            pack=pack,
            transcript=transcript,
            typed=typed,
            unheard=unheard,
            rejects=worker is None or decoys > 0,
        )
        self.asker = asker
        self.course = SetUp(asker, caller, game=game, seats=seats, rules=rules)
        self._transcript = transcript
        self._stop_asked = False

    def run(self) -> Arranged | None:
        """Ask all there is to ask; None when it was stopped before."""
        course = self.course.course()
        try:
            while not self._stop_asked:
                next(course)
                self.floor.step()
        except StopIteration as end:
            arranged: Arranged = end.value
            return arranged
        except Stopped:
            pass
        return None

    def _tell(self, line: str) -> None:
        """Time may stand still, and captions with it: it is printed now."""
        announcer = self.asker.announcer
        text = announcer.lines.say(line)
        self._transcript.said(self.floor.now_ms, text)
        self.floor.play(announcer.caller.sound(text))

    def ask_to_stop(self) -> None:
        """Somebody wants to leave it at that: it is over with the next block."""
        self._stop_asked = True


class SimulatedFamily(Respondent):
    """Simulated people in a simulated room, who answer."""

    def __init__(
        self,
        setting_up: SettingUp,
        family: Family,
        room: Room,
        caller: Speaks,
        voices: Sequence[str],
        *,
        spoken: Callable[[int, int, str], None] | None = None,
    ) -> None:
        """`voices` are variants of the synthetic voice, a place each; `spoken` is told when who
        says what."""
        self._course = setting_up.course
        self._family = family
        self._room = room
        self._caller = caller
        self._voices = voices
        self._pack = setting_up.asker.pack
        self._told = spoken
        self.lines: list[str] = []
        """The lines that wanted an answer, by key."""
        setting_up.asker.respondents.append(self)

    def asked(self, line: str, values: Mapping[str, str], said_ms: int) -> None:
        """Whoever is asked answers, or what happens happens."""
        self.lines.append(line)
        phrases = {key: phrase.say[0] for key, phrase in self._pack.phrases.items()}
        for said in self._family.answer(line, self._course.place, phrases, values):
            text = self._pack.in_words(said.text)
            variant = Variant(self._voices[said.place], rate_wpm=PEOPLE_WPM)
            at = self._room.speak(
                said.place, self._caller.sound(text, variant), said_ms + said.after_ms
            )
            if self._told:
                self._told(at.onset_ms, said.place, text)


PEOPLE_WPM = 165
"""As in a demo."""
