"""What a referee does in every game: listens, keeps the score, speaks, asks.

A game's own referee (see `animals.py`, `snip.py`) tells the course of an evening as a generator
that yields once for each block of sound: "wait until" reads `while not ...: yield`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from voicegm.caller import Speaks
from voicegm.games.game import (
    Call,
    Caller,
    CallOff,
    End,
    Event,
    Options,
    Over,
    Ruling,
    TableView,
    Unclear,
    Undo,
    WhoCalled,
)
from voicegm.hearing.listener import Addressed, Commanded, Decided, HeardWord
from voicegm.hearing.voices import Voiceprint
from voicegm.languages.lines import Lines
from voicegm.languages.pack import WAKE, Pack, name_key
from voicegm.sound.frames import Playing
from voicegm.table.announcer import Announcer, Verbosity
from voicegm.table.commands import Commands
from voicegm.table.floor import Floor, WordsInPlay
from voicegm.table.private import NobodysScreen, Private
from voicegm.table.scorekeeper import (
    Either,
    Scorekeeper,
    implied_caller,
    may_win,
    two_that_may_win,
)
from voicegm.table.transcript import Transcript
from voicegm.table.typed import Typed

HOLD_MS = 3_000
"""A card is held back by speech no longer than this (rulings.md, every game, 9)."""
ANSWER_WITHIN_MS = 8_000
"""A question left unanswered for this long is asked once more (evening.md)."""
SOONEST_END_MS = 400
"""Nobody hears the cue, begins to call (200 ms) and has said a word (another 200) sooner than this:
what was said until then, part of it under the referee's own voice, was no call."""
SURE_ANSWER = 0.85
"""A name heard with less is asked for once more: four in five such names were wrong ones."""
BREATH_MS = 700
"""Between a ruling and the next card."""
SURE_OF_EITHER = 0.5
"""What may have been two at once was one word, by one of them at least, if it is as sure as this by
the witnesses for single words (`hearing/engines/witnesses.py` takes it for said from there on)."""


class Stopped(Exception):
    """The game ends before its time; the text is the key of the line that says so."""


@dataclass
class Furniture:
    """The parts that a referee works with."""

    floor: Floor
    keeper: Scorekeeper
    caller: Speaks
    lines: Lines
    pack: Pack
    """With the players' names."""
    words: WordsInPlay
    transcript: Transcript
    typed: Callable[[], Sequence[Typed]]
    """What was typed since it was last asked."""
    engine: str = "keys"
    """Name of the recogniser, for the transcript."""
    unheard: frozenset[str] = frozenset()
    """Phrase keys that the recogniser cannot listen for."""
    misheard: frozenset[str] = frozenset()
    """Those that it listens for and hardly ever hears."""
    channels: dict[int, str] = field(default_factory=dict)
    """Player by microphone channel; empty with one microphone for all."""
    private: Private = field(default_factory=NobodysScreen)
    """Where a player is shown what the others may not see."""
    verbosity: Verbosity = Verbosity.FULL
    """How much is said aloud."""
    commands: tuple[str, ...] = ()
    """Phrase keys that are listened for behind the wake phrase."""


class Watcher:
    """Somebody who follows the game: told what happens as it happens. Does nothing by itself."""

    def happened(self, event: Event, state: Any) -> None:
        """An event was folded; `state` is the one after it."""

    def ruled(self, ruling: Ruling, now_ms: int) -> None:
        """A ruling was made and is about to be announced."""

    def asked(self, question: str, said_ms: int) -> None:
        """A question (`again`, `who-called`) has been put; it ended at `said_ms`."""

    def heard(self, utterance: Decided) -> None:
        """An utterance was decided."""

    def commanded(self, key: str, now_ms: int) -> None:
        """A command (a phrase key) is about to be answered."""

    def roll_called(self, name: str, key: str, said_ms: int) -> None:
        """In the roll call a player was asked to say a word (a phrase key); it ended at
        `said_ms`."""


class KnowsVoices(Protocol):
    """Tells whose a call was, by the voice (see `whose.py`)."""

    def speaks_against(self, at_ms: int, presumed: str | None) -> bool:
        """Whether the call at `at_ms` clearly is not by the player whom its word tells."""
        ...

    def caller(self, at_ms: int, candidates: Collection[str], *, pays: bool) -> str | None:
        """Who called at `at_ms`, if that is clear; clearer still for one who would pay for it."""
        ...

    def agrees(self, voice: Voiceprint | None, name: str | None) -> bool:
        """Whether a name is said by the one who is called so."""
        ...


class KnowsNames(Protocol):
    """Tells whose name was said, by how the players said it before (see `introduced.py`)."""

    def who(self, utterance: Decided) -> str | None:
        """The player who is named, if that is clear."""
        ...


class CallsTheRoll(Protocol):
    """Has the players say a few words before the cards are out (see `roll_call.py`)."""

    def course(self) -> Iterator[None]:
        """All of it, a block at a time."""
        ...

    def skip(self, kind: str) -> None:
        """One player (`skip`), or all (`skip-all`), go without."""
        ...


class Referee:
    """Listens and speaks for one game; what happens between its two ends is `course`."""

    rivals: ClassVar[bool] = True
    """Whether two players may call at once; otherwise they speak in turn."""

    def __init__(self, furniture: Furniture) -> None:
        self.floor = furniture.floor
        self.keeper = furniture.keeper
        self.lines = furniture.lines
        self.pack = furniture.pack
        self.words = furniture.words
        self.transcript = furniture.transcript
        self.watchers: list[Watcher] = []
        self.counts_from_ms = 0
        """Since when calls count for the card that lies out: its cue."""
        self.channels = furniture.channels
        """Player by microphone channel; empty while it cannot be told by the microphone."""
        self.longest_hold_ms = 0
        """The longest that speech has held back what was due."""
        self.rounds = 1
        """How many are played, in games that have several."""
        self.announcer = Announcer(
            self.floor, furniture.caller, self.lines, self.transcript, furniture.verbosity
        )
        self._typed = furniture.typed
        self._engine = furniture.engine
        self._private = furniture.private
        self._unheard = furniture.unheard
        self.floor.when_lost.append(self._microphone_lost)
        self.floor.when_back.append(self._microphone_back)
        self.may_object = False
        """Somebody has been named as the winner of this exposure, and may say "Not me"."""
        self.whose: KnowsVoices | None = None
        """None where no voice is known."""
        self.knows_names: KnowsNames | None = None
        """None where names were typed."""
        self.greets = True
        """Off where the players have been greeted before."""
        self.roll_call: CallsTheRoll | None = None
        self.attentive: Callable[[Decided], None] | None = None
        """Takes what is said in place of the game, while it is no call and no answer."""
        self._answers: dict[str, str | None] = {}
        self._answered = False
        self._unsure = False
        self.closing = False
        """The game is over and being counted: nothing stops it any more."""
        self._stop_asked = False
        self.pause_ms: int = self.keeper.setup.options.pause_ms
        """After each card; "slower" and "faster" change it."""
        self.commands = Commands(self, furniture.commands)
        self._unruled: list[Ruling] = []

    # What a game's own referee fills in.

    def introduce(self) -> None:
        """Say who plays, and how."""
        raise NotImplementedError

    def tell_terms(self) -> None:
        """Say openly what is not the same for everybody, or not as usual."""

    def course(self) -> Generator[None, None, str]:
        """All that is played; gives the key of the line that says how it ended."""
        raise NotImplementedError

    def announce(self, rulings: list[Ruling]) -> Iterator[None]:
        """Make rulings known, and ask what has to be asked."""
        raise NotImplementedError

    def phrases_in_play(self) -> tuple[str, ...]:
        """What is listened for right now; empty: nothing counts, and nothing is decoded."""
        raise NotImplementedError

    @classmethod
    def needs(cls, options: Options) -> tuple[str, ...]:  # noqa: ARG003
        """The phrases, beside the players' own, without which the game cannot be heard."""
        return ()

    def end(self) -> None:
        """Nothing more is played."""
        self.happen(End(self.floor.now_ms))

    def tell_counts(self, over: Over) -> None:
        """Say what everybody has."""
        for name, cards in over.counts.items():
            self.say("count", name=name, cards=self.lines.cards_won(cards))

    # The course that all games have.

    def evening(self) -> Iterator[None]:
        """Introduce the players, play, count."""
        try:
            if self.greets:
                self.earcon("ready")
                self.say("hello")
            self.introduce()
            self.tell_terms()
            if self.roll_call is not None:
                yield from self.roll_call.course()
            self.say("here-we-go")
            yield from self.until_said()
            yield from self.let_pass(BREATH_MS)
            ending = yield from self.course()
        except Stopped as stop:
            ending = str(stop)
        self.closing = True
        self.end()
        yield from self.announce(self.take_rulings())
        yield from self._count(ending)

    def _count(self, ending: str) -> Iterator[None]:
        """Count, and name the winners; no longer to be stopped by anything."""
        over = self.keeper.game.outcome(self.keeper.state)
        self.say(ending)
        self.tell_counts(over)
        if over.winners:
            self.earcon("fanfare")
            line = "winner" if len(over.winners) == 1 else "winners"
            self.say(line, name=over.winners[0], names=self.lines.all_of(over.winners))
        yield from self.until_said()
        self.transcript.ruled(over, self.floor.now_ms)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.keeper.setup.names

    @property
    def view(self) -> TableView:
        """The game as it stands."""
        return self.keeper.game.view(self.keeper.state)

    def prepare(self) -> None:
        """Have what will be said most ready to be played at once."""

    # Time.

    def run(self) -> None:
        """Play the evening through."""
        for _ in self.evening():
            self.floor.step()

    def ask_to_stop(self) -> None:
        """Somebody wants the game to end: it is counted and over with the next block."""
        self._stop_asked = True

    def a_block(self) -> Iterator[None]:
        """Let one block of sound go by, and take in what was heard and typed."""
        yield
        self._take_in()
        if self.closing:
            return
        if self._stop_asked:
            raise Stopped("stopped")
        if self.floor.over:
            raise Stopped("recording-over")
        yield from self.commands.serve()

    def until_said(self) -> Iterator[None]:
        """Wait until the referee has finished speaking and its echo is gone; what a command has
        broken off is said again first."""
        while self.floor.sounding or self.commands.owes_speech:
            yield from self.a_block()

    def let_pass(self, ms: int) -> Iterator[None]:
        """Let some time go by."""
        until_ms = self.floor.now_ms + ms
        while self.floor.now_ms < until_ms:
            yield from self.a_block()

    def held(self, due_ms: int) -> bool:
        """Whether speech that began before `due_ms`, or a call not yet ruled on, holds back what
        is due then; for HOLD_MS at the most. A command holds it back for as long as it takes."""
        if self.commands.holds:
            return True
        if self.floor.now_ms >= due_ms + HOLD_MS:
            return False
        open_ms = self.floor.earliest_open_ms
        holds = bool(self.keeper.pending) or (open_ms is not None and open_ms < due_ms)
        if holds:
            self.longest_hold_ms = max(self.longest_hold_ms, self.floor.now_ms - due_ms)
        return holds

    def after_commands(self, due_ms: int, anew_ms: int) -> int:
        """When something is due: while a command is given and answered nobody's time runs out, and
        afterwards there is as much of it (`anew_ms`) as at first."""
        return max(due_ms, self.floor.now_ms + anew_ms) if self.commands.holds else due_ms

    # Speaking.

    def hush(self) -> None:
        """Break off what is being said, for good."""
        self.floor.hush()
        self.commands.forget_speech()

    def say(self, line: str, **values: str | int) -> Playing:
        """Say a line and print it."""
        return self.announcer.say(line, **values)

    def speak(
        self, text: str, *, shown: str | None = None, within_ms: int | None = None
    ) -> Playing:
        """Say a text, and print it or what is to be `shown` for it (see `Announcer.speak`)."""
        return self.announcer.speak(text, shown=shown, within_ms=within_ms)

    def earcon(self, name: str) -> Playing:
        """Play one of the short sounds."""
        return self.announcer.earcon(name)

    # Keeping the score.

    def happen(self, event: Event) -> None:
        """Something happened at the table."""
        self._keep(self.keeper.happen(event))
        for watcher in self.watchers:
            watcher.happened(event, self.keeper.state)

    def take_rulings(self) -> list[Ruling]:
        """The rulings made since this was last asked."""
        now_ms = self.floor.now_ms
        self._keep(self.keeper.settle(now_ms, self.floor.earliest_open_ms))
        rulings, self._unruled = self._unruled, []
        for ruling in rulings:
            self.transcript.ruled(ruling, now_ms)
            for watcher in self.watchers:
                watcher.ruled(ruling, now_ms)
        return rulings

    def _keep(self, rulings: list[Ruling]) -> None:
        """How the game stands is no news before its end, and no question whose answer a voice
        has given already."""
        news = [ruling for ruling in rulings if not isinstance(ruling, Over)]
        caller = self._known_caller() if news and isinstance(news[-1], WhoCalled) else None
        self._unruled += news[:-1] if caller else news
        if caller:
            self.happen(caller)

    def _known_caller(self) -> Caller | None:
        """The answer to the question that is open, where the voice gives it."""
        view = self.view
        question = view.question
        if self.whose is None or question is None or question.asks != "who-called":
            return None
        pays = not view.groups  # where nothing can be won, a call can only cost
        name = self.whose.caller(question.at, question.candidates, pays=pays)
        return Caller(max(question.at, self.keeper.last_ms), name) if name else None

    # Listening.

    def listen_for_calls(self) -> None:
        """From now on the phrases in play are what the rules expect, and "Not me" where somebody
        has just won."""
        objection = ("not-me",) if self.may_object and "not-me" not in self._unheard else ()
        winning = two_that_may_win(self.view)
        self.words.change(self.floor.now_ms, self.phrases_in_play() + objection, winning)

    def ask(self, line: str, answers: dict[str, str | None]) -> Iterator[None]:
        """Ask a question, wait for one of the answers (phrase keys), and ask once more if none
        comes; in the end go on without."""
        self._answers, self._answered = answers, False
        for wording in (line, f"{line}-again"):
            self._unsure = False
            self.earcon("question")
            self.say(wording)
            yield from self.until_said()
            self._tell_asked(line)
            self.words.change(self.floor.now_ms, tuple(answers) + self.phrases_in_play())
            until_ms = self.floor.now_ms + ANSWER_WITHIN_MS
            while not (self._answered or self._unsure) and self.floor.now_ms < until_ms:
                yield from self.a_block()
                until_ms = self.after_commands(until_ms, ANSWER_WITHIN_MS)
            if self._answered:
                break
        self._answers = {}
        self.listen_for_calls()

    def names_as_answers(self) -> dict[str, str | None]:
        """What may be said when the referee asks for a player: a name, a number, nobody."""
        answers: dict[str, str | None] = {}
        for number, name in enumerate(self.names, start=1):
            answers[name_key(name)] = name
            answers[f"player-{number}"] = name
        answers["nobody"] = None
        return {key: name for key, name in answers.items() if key not in self._unheard}

    def once_more(self) -> Iterator[None]:
        """Ask everybody to call again."""
        self.earcon("question")
        self.say("again")
        yield from self.until_said()
        self.keeper.asked_again_ms = self.floor.now_ms
        self._tell_asked("again")
        self.listen_for_calls()

    def _tell_asked(self, question: str) -> None:
        for watcher in self.watchers:
            watcher.asked(question, self.floor.now_ms)

    def _take_in(self) -> None:
        for event in self.floor.take_heard():
            if isinstance(event, Decided):
                self._take_utterance(event)
            elif isinstance(event, Commanded) and not self.closing:
                self._take_command(event)
            elif isinstance(event, Addressed) and not self.closing:
                self.commands.addressed()
        for typed in self._typed():
            self._take_typed(typed)
        if self.floor.lost_sound:
            self.floor.lost_sound = False
            self._sound_was_lost()

    def _take_utterance(self, utterance: Decided) -> None:
        for watcher in self.watchers:
            watcher.heard(utterance)
        if self.attentive is not None and not utterance.command:
            for word in utterance.words:
                self.transcript.heard(self._row(utterance, word))
            self.attentive(utterance)
            return
        if self.commands.takes(utterance):
            return
        if named := self._player_named(utterance):
            said = HeardWord(name_key(named), utterance.onset_ms, utterance.end_ms, 1.0)
            self.transcript.heard(self._row(utterance, said))
            self._take_answer(named, utterance.onset_ms)
            return
        if not self.takes(utterance):
            self._not_understood(utterance)
            return
        for word in utterance.words:
            self.transcript.heard(self._row(utterance, word))
            if word.key in self._answers:
                name = self._answers[word.key]
                if word.confidence >= SURE_ANSWER or self._agrees(utterance, name):
                    self._take_answer(name, word.start_ms)
                else:
                    self._unsure = True
            elif word.key == "not-me":
                self.happen(Caller(self.floor.now_ms, None))
            else:
                self.take_call(self._call(utterance, word))

    def _take_command(self, commanded: Commanded) -> None:
        self.transcript.heard(
            {
                "word": commanded.key or WAKE,
                "start_ms": commanded.onset_ms,
                "end_ms": commanded.end_ms,
                "decided_ms": commanded.decided_ms,
                "channel": commanded.channel,
                "confidence": round(commanded.confidence, 2),
                "engine": self._engine,
            }
        )
        self.commands.heard(commanded)

    def _call(self, utterance: Decided, word: HeardWord) -> Call:
        """A word as a call: by the owner of the microphone, or by nobody knows whom, and then
        its caller is presumed unless the voice speaks against that."""
        by = self.channels.get(utterance.channel)
        presume = True
        if by is None and self.whose is not None:
            presumed = implied_caller(self.view, word.key)
            presume = not self.whose.speaks_against(word.start_ms, presumed)
        return Call(word.start_ms, by, word.key, word.confidence, "voice", presume)

    def _agrees(self, utterance: Decided, name: str | None) -> bool:
        return self.whose is not None and self.whose.agrees(utterance.voice, name)

    def _player_named(self, utterance: Decided) -> str | None:
        """The player whose name answers an open question, where names are known by their sound."""
        if self.knows_names is None or not self._answers or utterance.clipped:
            return None
        name = self.knows_names.who(utterance)
        return name if name in self._answers.values() else None

    def takes(self, utterance: Decided) -> bool:
        """Whether an utterance is taken for what was recognised in it: not where somebody may
        have called before that."""
        return utterance.understood and not (utterance.clipped or utterance.doubtful)

    def take_call(self, call: Call) -> None:
        """A word in play was heard or typed."""
        self.keeper.call(call)

    def _not_understood(self, utterance: Decided) -> None:
        """It may have been a call, and nobody who came later is to profit: ask once more. On a
        player's own microphone, only if that player may win with what it may have been; and less
        evidence is enough then, since nobody can lose by it but the race."""
        onset_ms = max(utterance.onset_ms, self.counts_from_ms)
        if not self.words.at(utterance.end_ms) or self._answers:
            return
        if utterance.clipped and (
            utterance.onset_ms < self.counts_from_ms
            or utterance.end_ms < self.counts_from_ms + SOONEST_END_MS
        ):
            return
        by = self.channels.get(utterance.channel) if self.rivals else None
        if by is None:
            if either := self._either(utterance, onset_ms):
                self.keeper.either(either)
            else:
                self._doubt(onset_ms)
        elif not utterance.perhaps:
            if may_win(self.view, by):
                self._doubt(onset_ms)
        elif winning := [one for one in utterance.perhaps if may_win(self.view, by, one.key)]:
            if winning[0].confidence >= utterance.enough:
                self.take_call(self._call(utterance, winning[0]))
            else:
                self._doubt(onset_ms)

    def _either(self, utterance: Decided, onset_ms: int) -> Either | None:
        """What may have been one of the two words that may win, by one voice or two at once."""
        pair = self.words.winning_at(utterance.onset_ms)
        found = utterance.words if utterance.doubtful else utterance.perhaps
        if not self.rivals or utterance.clipped or len(pair) != 2 or not found:
            return None
        word = max(found, key=lambda one: one.confidence)
        if word.key not in pair or word.confidence < SURE_OF_EITHER or len(utterance.words) > 1:
            return None
        other = pair[1 - pair.index(word.key)]
        return Either(onset_ms, self._call(utterance, word), other, utterance.end_ms)

    def _doubt(self, onset_ms: int) -> None:
        """Where people race, an earlier call that is still being decided may settle it."""
        if self.rivals:
            self.keeper.doubt(Unclear(onset_ms))
        else:
            self.happen(Unclear(onset_ms))

    def _take_answer(self, name: str | None, at_ms: int) -> None:
        self._answered = True
        self._answers = {}
        self.happen(Caller(at_ms, name))

    def _take_typed(self, typed: Typed) -> None:
        now_ms = self.floor.now_ms
        if self.commands.takes_typed(typed):
            return
        match typed.kind:
            case "call":
                self.take_call(Call(now_ms, typed.name, typed.says, None, "key"))
            case "name" | "nobody":
                self._take_answer(typed.name, now_ms)
            case "not-me":
                self.happen(Caller(now_ms, None))
            case "undo":
                self.happen(Undo(now_ms))
            case "hand" if typed.name is not None:
                self.show_hand(typed.name)
            case "clear":
                self._private.clear()
            case "skip" | "skip-all" if self.roll_call is not None:
                self.roll_call.skip(typed.kind)
            case "stop":
                raise Stopped("stopped")
            case _:
                self.transcript.note(
                    f"I don't know what “{typed.says}” means; type a call, a name and a call, "
                    "a name, nobody, not me, hand and a name, clear, undo or stop, or a command: "
                    "pause, go on, score, help."
                )

    def show_hand(self, name: str) -> bool:
        """Show a player's cards to that player alone; whether there is anywhere to show them."""
        self._private.show(name, self.hand_in_words(name))
        return self._private.there

    def can_hear(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Those among these phrases that the recogniser can listen for."""
        return tuple(key for key in keys if key not in self._unheard)

    def tell_who_is_who(self) -> None:
        """Each player, and what the others call."""
        self.say("players", names=self.lines.all_of(self.names))

    def hand_in_words(self, name: str) -> str:
        """A player's cards, for that player's eyes alone."""
        hand = self.keeper.game.hand(self.keeper.state, name)
        return " ".join(map(str, hand)) if hand else self.lines.say("no-hand")

    def _microphone_lost(self) -> None:
        """Whatever was called while it went away is not guessed at."""
        if self.phrases_in_play():
            self.happen(CallOff(self.floor.now_ms))
        text = self.lines.say("microphone-lost")
        self.transcript.said(self.floor.now_ms, text)  # now: the clock stands still
        self.floor.play(self.announcer.caller.sound(text))

    def _microphone_back(self) -> None:
        self.say("microphone-back")

    def _sound_was_lost(self) -> None:
        """What was lost may have been the first call: a match that is open is called off."""
        if self.phrases_in_play():
            self.happen(CallOff(self.floor.now_ms))
            self.say("called-off")

    def _row(self, utterance: Decided, word: HeardWord) -> dict[str, object]:
        return {
            "word": word.key.removeprefix("name:"),
            "start_ms": word.start_ms,
            "end_ms": word.end_ms,
            "decided_ms": utterance.decided_ms,
            "channel": utterance.channel,
            "confidence": round(word.confidence, 2),
            "engine": self._engine,
        }
