"""A whole practice: the words, the little game, one more word; with a real player or a simulated
one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from voicegm.caller import Speaks, Variant
from voicegm.errors import BadInput
from voicegm.games.game import Cue, Event
from voicegm.hearing.listener import Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import lines
from voicegm.languages.pack import load
from voicegm.people.child import NOTHING, Child
from voicegm.people.room import Room
from voicegm.sound.frames import Ears, Mouth
from voicegm.table.announcer import Announcer, Verbosity
from voicegm.table.floor import Floor, WordsInPlay
from voicegm.table.opening import open_table
from voicegm.table.practice import Answer, Pupil, Stopped, Teacher
from voicegm.table.practice_game import MOST_CARDS, Friends
from voicegm.table.practice_memory import Memory
from voicegm.table.practice_plan import Item, Plan
from voicegm.table.race import RaceReferee
from voicegm.table.referee import Referee, Watcher
from voicegm.table.transcript import Transcript
from voicegm.table.typed import Typed


class Practice:
    """One practice from beginning to end.

    `budget_ms` is the processing time that a simulated room assumes for each decision; None is
    the time that it takes.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        ears: Ears,
        mouth: Mouth | None,
        worker: Worker | None,
        caller: Speaks,
        transcript: Transcript,
        memory: Memory,
        reaction_ms: int,
        seed: int,
        typed: Callable[[], Sequence[Typed]] = tuple,
        budget_ms: int | None = None,
        volume: float = 1.0,
    ) -> None:
        self.plan = plan
        self.memory = memory
        self.pupils: list[Pupil] = []
        self.each_block: list[Callable[[int], None]] = []
        self.game: Referee | None = None
        """The referee of the little game, once it has begun."""
        self.watchers: list[Watcher] = []
        """Of the little game."""
        self.stayed_hard: list[str] = []
        self._ears, self._mouth = ears, mouth
        self._worker, self._caller = worker, caller
        self._transcript, self._typed = transcript, typed
        self._reaction_ms, self._seed = reaction_ms, seed
        self._budget_ms, self._volume = budget_ms, volume

    def run(self, *, game: bool = True) -> bool:
        """Practise; with a `game` at the end or without. False when it was stopped before."""
        try:
            teacher = self._teacher()
            self._step_through(teacher.floor, teacher.lesson())
            self.stayed_hard = teacher.stayed_hard
            if game:
                self._announce_game(teacher)
                self._play()
            again = self._teacher(teacher)
            self._step_through(again.floor, again.farewell(played=game))
        except Stopped:
            return False
        return True

    def _step_through(self, floor: Floor, course: Iterator[None]) -> None:
        for _ in course:
            floor.step()

    def _teacher(self, before: Teacher | None = None) -> Teacher:
        """The teacher, who listens anew after the game."""
        pack, words = load(self.plan.setup.language or "en"), WordsInPlay()
        listener = None
        if self._worker is not None:
            self._check(self._worker)
            listener = Listener(
                self._ears.channels,
                self._worker,
                Grammars(pack, self._worker.decoys),
                lambda onset_ms: InPlay(words.at(onset_ms), two=False),
                self._budget_ms,
            )
        floor = Floor(self._ears, self._mouth, listener)
        floor.volume = self._volume
        floor.each_block += self.each_block
        floor.when_lost.append(lambda: self._tell(floor, "microphone-lost"))
        floor.when_back.append(lambda: self._tell(floor, "microphone-back"))
        teacher = Teacher(
            self.plan,
            floor=floor,
            words=words,
            announcer=Announcer(floor, self._caller, lines(pack.code), self._transcript),
            pack=pack,
            transcript=self._transcript,
            memory=self.memory,
            typed=self._typed,
        )
        teacher.pupils = self.pupils
        if before is not None:
            teacher.go_on_from(before)
        return teacher

    def _tell(self, floor: Floor, line: str) -> None:
        """Said and printed now: the clock may stand still."""
        text = lines(self.plan.setup.language or "en").say(line)
        self._transcript.said(floor.now_ms, text)
        floor.play(self._caller.sound(text))

    def _check(self, worker: Worker) -> None:
        pack = load(self.plan.setup.language or "en")
        for key in worker.unusable([pack[key] for key in self.plan.words]):
            raise BadInput(
                f"the recogniser {worker.name} cannot listen for '{pack[key].say[0]}' in "
                f"{pack.name}: choose another --engine"
            )

    def _announce_game(self, teacher: Teacher) -> None:
        self._step_through(teacher.floor, teacher.tell_of_game())

    def _play(self) -> None:
        """The little game: refereed as any other."""
        referee = self.game = open_table(
            self.plan.setup,
            ears=self._ears,
            mouth=self._mouth,
            worker=self._worker,
            caller=self._caller,
            transcript=self._transcript,
            typed=self._typed,
            budget_ms=self._budget_ms,
            verbosity=Verbosity.BRIEF,
            volume=self._volume,
        )
        if isinstance(referee, RaceReferee):
            referee.most_exposures = MOST_CARDS[self.plan.game]
        friends = Friends(
            referee, self.plan.friends, reaction_ms=self._reaction_ms, seed=self._seed
        )
        referee.watchers += [friends, *self.watchers]
        referee.floor.each_block += self.each_block
        referee.run()


class SimulatedPupil(Pupil, Watcher):
    """A simulated child in a simulated room, who practises and then plays."""

    def __init__(self, practice: Practice, room: Room, child: Child, caller: Speaks) -> None:
        self.answers: list[tuple[str, Answer]] = []
        """What was made of each answer, in order."""
        self._practice = practice
        self._room = room
        self._child = child
        self._caller = caller
        self._pack = load(practice.plan.setup.language or "en")
        practice.pupils.append(self)
        practice.watchers.append(self)

    def prompted(self, item: Item, said_ms: int) -> None:
        """The child says the word, or what it takes for it."""
        self._say(item.key, said_ms)

    def answered(self, item: Item, answer: Answer) -> None:
        """Keeps what was made of it."""
        self.answers.append((item.key, answer))

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        """In the game: a card that the child can win something with."""
        referee, player = self._practice.game, self._practice.plan.player
        if not isinstance(event, Cue) or referee is None:
            return
        view = referee.view
        for group in view.groups:
            if group.players[0] != view.last_player:
                continue
            if len(group.responses) != len(group.players):
                self._say(group.responses[0], event.at)
            elif player in group.players:
                owners = zip(group.players, group.responses, strict=True)
                self._say(next(word for owner, word in owners if owner != player), event.at)

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        """In the game: it is the child's turn."""
        referee = self._practice.game
        if referee is None or isinstance(referee, RaceReferee):
            return
        view, player = referee.view, self._practice.plan.player
        if view.next_player != player or view.run is None:
            return
        hand = referee.keeper.game.hand(referee.keeper.state, player) or ()
        if not view.run.cards:
            self._say(str(hand[0]), said_ms)
        elif view.run.cry:
            self._say(view.run.cry, said_ms)

    def _say(self, key: str, after_ms: int) -> None:
        wrong = self._child.answer(key)
        text = self._pack[key].say[0] if wrong is None else wrong
        if text != NOTHING:
            sound = self._caller.sound(text, Variant(self._child.voice, rate_wpm=150))
            self._room.speak(0, sound, after_ms + self._child.reaction_ms)
