"""Commands at any moment: "Game master, whose top is what?"

The wake phrase keeps them from being taken for calls. After it the referee breaks off what it is
saying, the dealing stops, and every command is answered, while calls go on counting: silence would
give a match away. What was broken off is said again after the answer, unless it was itself the
answer to a command; the dealing goes on a pause later. A paused game waits for "go on", or for
anything that is typed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voicegm.cards import Card
from voicegm.games.game import (
    Caller,
    Cry,
    Mistake,
    OptionSet,
    Ruling,
    Tied,
    Undo,
    Undone,
    Void,
    Won,
)
from voicegm.hearing.listener import Commanded, Decided
from voicegm.hearing.voices import Voiceprint
from voicegm.languages.pack import WAKE, name_key
from voicegm.table.floor import Saying
from voicegm.table.typed import Typed

if TYPE_CHECKING:
    from voicegm.table.referee import Referee

BREATH_MS = 500
"""Between an answer and what it had broken off."""
LONGEST_WAIT_MS = 3_000
"""That waits for people to stop speaking no longer than a card does (rulings.md, every game, 9)."""
CHIME_AFTER_MS = 700
"""Who draws breath between the wake phrase and the command is not talked over."""
WINDOW_MS = 6_000
"""How long a command is waited for after the chime, and once more after a question."""
ANSWER_WITHIN_MS = 8_000
"""As for every other question."""
SLOWER, FASTER = 0.85, 1.18
SLOWEST_WPM, FASTEST_WPM = 110, 300
SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS = 800, 12_000
LOUDER, QUIETER = 1.4, 0.7
"""Three decibels."""
SOFTEST, LOUDEST = 0.15, 2.0
MOST_REMARKS = 2
"""So many times it is said what might be said; then the game goes on."""


@dataclass(frozen=True)
class Order:
    """A command, and as far as that is known, whose it is."""

    key: str
    channel: int | None = None
    voice: Voiceprint | None = None
    by: str | None = None
    """Known where it was typed with a name."""


@dataclass
class _Window:
    """The wake phrase was said, and a command may follow without it."""

    from_ms: int
    until_ms: int
    chimed: bool = False
    remarks: int = 0


class Commands:
    """Takes commands for one referee, and answers them between two blocks of sound."""

    def __init__(self, referee: Referee, keys: tuple[str, ...] = ()) -> None:
        self._referee = referee
        self._keys = keys
        self.paused = False
        self.question: Mapping[str, str | None] = {}
        """What may answer the question that is open, and what it means."""
        self._answer: str | None = None
        self._answered = False
        self._waiting: deque[Order] = deque()
        self._window: _Window | None = None
        self._closed_windows: deque[tuple[int, int]] = deque(maxlen=4)
        self._serving = False
        self._said_before = ""
        self._resumed_ms = 0
        self._broken_off: list[Saying] = []
        self._say_again_ms = 0
        self._told_deaf = False
        self._answers: dict[str, Callable[[Order], Iterator[None]]] = {
            "pause": self._pause,
            "go-on": self._go_on,
            "repeat": self._repeat,
            "slower": lambda _: self._change_pace(SLOWER, "slower"),
            "faster": lambda _: self._change_pace(FASTER, "faster"),
            "louder": lambda _: self._change_volume(LOUDER, "louder"),
            "quieter": lambda _: self._change_volume(QUIETER, "quieter"),
            "score": self._tell_score,
            "my-top-card": self._tell_own_top,
            "my-hand": self._show_hand,
            "whose-top": self._tell_tops,
            "who-is-who": self._tell_players,
            "how-many-left": self._tell_left,
            "whose-turn": self._tell_turn,
            "what-happened": self._tell_last,
            "not-me": self._object,
            "undo": self._undo,
            "we-are-done": self._stop,
            "help": self._help,
        }

    # What the listener asks.

    def listened_for(self) -> tuple[str, ...]:
        """The commands that may be said behind the wake phrase; none where it cannot be heard."""
        return self._keys

    def woken_at(self, onset_ms: int) -> bool:
        """Whether a command that began then needs no wake phrase."""
        if self._window is not None and onset_ms >= self._window.from_ms:
            return True
        return any(since <= onset_ms <= until for since, until in self._closed_windows)

    # What the referee tells.

    def addressed(self) -> None:
        """Somebody has begun with the wake phrase, and goes on: what is being said can wait."""
        floor = self._referee.floor
        for saying in floor.break_off():
            if self._serving and not saying.said_again:
                saying.drop(floor.now_ms)
            else:
                self._broken_off.append(saying)
        self._say_again_ms = floor.now_ms + BREATH_MS

    def heard(self, commanded: Commanded) -> None:
        """The wake phrase, or a command, was heard."""
        self.addressed()
        if commanded.key is not None:
            self._waiting.append(Order(commanded.key, commanded.channel, commanded.voice))
        elif self._window is None:
            until_ms = commanded.decided_ms + CHIME_AFTER_MS + WINDOW_MS
            self._window = _Window(commanded.end_ms, until_ms)

    def typed(self, key: str, name: str | None = None) -> None:
        """A command was typed."""
        self.addressed()
        self._waiting.append(Order(key, by=name))

    def takes_typed(self, typed: Typed) -> bool:
        """Whether something that was typed is a command, or answers a question of these. A paused
        game goes on with whatever else is typed."""
        if self.question:
            meanings = {"yes": "yes", "name": typed.name}
            if typed.kind in meanings and meanings[typed.kind] in self.question.values():
                self.answer(meanings[typed.kind])
                return True
            if typed.says == "no" or typed.kind == "nobody":
                self.answer(None)
                return True
        if typed.kind == "command" and typed.says != WAKE:
            self.typed(typed.says, typed.name)
            return True
        if self.paused:
            self.typed("go-on")
            return typed.kind in ("empty", "yes") or typed.says == WAKE
        return typed.kind == "empty" or typed.says == WAKE

    def takes(self, utterance: Decided) -> bool:
        """Whether something that was said is a command, the answer to a question of these, or a
        command that could not be made out."""
        if utterance.command:
            return True
        for word in utterance.words:
            if word.key in self.question and not utterance.clipped:
                self.answer(self.question[word.key])
                return True
        window = self._window
        if window is None or utterance.onset_ms < window.from_ms or utterance.words:
            return False
        return not (utterance.clipped or utterance.understood or utterance.perhaps)

    def answer(self, meaning: str | None) -> None:
        """The question that is open has been answered."""
        self._answer, self._answered = meaning, True

    @property
    def holds(self) -> bool:
        """Nothing new is dealt, asked or given up while this is so."""
        busy = self.paused or self._serving or self._window is not None or self.owes_speech
        return busy or self._referee.floor.now_ms < self._resumed_ms

    @property
    def owes_speech(self) -> bool:
        """Something was broken off for a command, and is to be said again after its answer."""
        return bool(self._broken_off) and not self._serving

    def forget_speech(self) -> None:
        """What was broken off need not be said any more."""
        for saying in self._broken_off:
            saying.drop(self._referee.floor.now_ms)
        self._broken_off = []

    # The course.

    def serve(self) -> Iterator[None]:
        """Answer what was asked for since this was last called."""
        if self._serving or not (self._waiting or self._window or self._broken_off):
            return
        self._serving = True
        if not (self._window and self._window.remarks):
            self._said_before = self._referee.announcer.last_said
        try:
            while self._waiting:
                self._close_window()
                order = self._waiting.popleft()
                for watcher in self._referee.watchers:
                    watcher.commanded(order.key, self._referee.floor.now_ms)
                yield from self._answers[order.key](order)
                yield from self._referee.until_said()
                self._resumed_ms = self._referee.floor.now_ms + self._referee.pause_ms
                self._say_again_ms = self._referee.floor.now_ms + BREATH_MS
            yield from self._attend()
        finally:
            self._serving = False
        self._say_what_was_broken_off()

    def _say_what_was_broken_off(self) -> None:
        """Once nobody speaks any more, and the game goes on."""
        floor, due_ms = self._referee.floor, self._say_again_ms
        spoken = floor.earliest_open_ms is not None and floor.now_ms < due_ms + LONGEST_WAIT_MS
        waits = self.paused or self._window is not None or spoken
        if self._broken_off and not waits and floor.now_ms >= due_ms:
            self._say_again()

    def _say_again(self) -> None:
        self._referee.floor.say_again(self._broken_off)
        self._broken_off = []

    def _attend(self) -> Iterator[None]:
        """After the wake phrase alone: a chime, and patience."""
        window, referee = self._window, self._referee
        if window is None or referee.floor.earliest_open_ms is not None:
            return
        now_ms = referee.floor.now_ms
        if not window.chimed and now_ms >= window.until_ms - WINDOW_MS:
            window.chimed = True
            referee.earcon("ready")
            yield from referee.until_said()
            window.until_ms = referee.floor.now_ms + WINDOW_MS
        elif now_ms >= window.until_ms:
            yield from self._remark(window)

    def _remark(self, window: _Window) -> Iterator[None]:
        """Say what might be said; at last, that the game goes on."""
        window.remarks += 1
        last = window.remarks == MOST_REMARKS
        self._referee.say("command-again" if last else "command-which")
        yield from self._referee.until_said()
        if last and self._window is window:
            self._close_window()
        else:
            window.until_ms = self._referee.floor.now_ms + WINDOW_MS

    def _close_window(self) -> None:
        if self._window is not None:
            now_ms = self._referee.floor.now_ms
            self._closed_windows.append((self._window.from_ms, now_ms))
            self._window = None
            self._resumed_ms = now_ms + self._referee.pause_ms

    # Pausing, and how it sounds.

    def _pause(self, _: Order) -> Iterator[None]:
        self.paused = True
        self._referee.say("paused")
        yield from ()

    def _go_on(self, _: Order) -> Iterator[None]:
        self.paused = False
        self._referee.say("gone-on")
        yield from ()

    def _repeat(self, _: Order) -> Iterator[None]:
        """What was said last; if that was broken off, it is said again as it is."""
        if self._broken_off:
            self._say_again()
        else:
            self._referee.speak(self._said_before)
        yield from ()

    def _change_pace(self, by: float, line: str) -> Iterator[None]:
        referee = self._referee
        caller = referee.announcer.caller
        caller.rate_wpm = round(min(FASTEST_WPM, max(SLOWEST_WPM, caller.rate_wpm * by)))
        pause_ms = round(min(LONGEST_PAUSE_MS, max(SHORTEST_PAUSE_MS, referee.pause_ms / by)))
        referee.pause_ms = pause_ms
        referee.happen(OptionSet(self._now_ms, "pause_ms", pause_ms))
        referee.say(line)
        yield from ()

    def _change_volume(self, by: float, line: str) -> Iterator[None]:
        floor = self._referee.floor
        floor.volume = min(LOUDEST, max(SOFTEST, floor.volume * by))
        self._referee.say(line)
        yield from ()

    # How the game stands.

    def _tell_score(self, _: Order) -> Iterator[None]:
        referee = self._referee
        over = referee.keeper.game.outcome(referee.keeper.state)
        referee.tell_counts(over)
        score = over.tokens or over.counts
        best = max(score.values()) if over.tokens or referee.rivals else min(score.values())
        leading = [name for name, count in score.items() if count == best]
        if len(leading) == 1:
            referee.say("in-the-lead", name=leading[0])
        yield from ()

    def _tell_own_top(self, order: Order) -> Iterator[None]:
        name = yield from self._asker(order)
        if name is not None:
            self._tell_top(name)

    def _tell_tops(self, _: Order) -> Iterator[None]:
        run = self._referee.view.run
        if run is not None:
            self._tell_card_on_the_table(run.cards)
        else:
            for player in self._referee.view.players:
                self._tell_top(player.name)
        yield from ()

    def _tell_top(self, name: str) -> None:
        player = next(one for one in self._referee.view.players if one.name == name)
        if player.top is None:
            self._referee.say("top-none", name=name)
        else:
            card = Card.parse(player.top)
            said = self._referee.lines.card(card.rank, card.suit)
            self._referee.say("top-is", name=name, card=said)

    def _tell_card_on_the_table(self, cards: tuple[str, ...]) -> None:
        if cards:
            card = Card.parse(cards[-1])
            said = self._referee.lines.card(card.rank, card.suit)
            self._referee.say("table-top", card=said)
        else:
            self._referee.say("table-empty")

    def _show_hand(self, order: Order) -> Iterator[None]:
        """For one player's eyes alone."""
        referee = self._referee
        if referee.keeper.game.hand(referee.keeper.state, referee.names[0]) is None:
            referee.say("no-hands-here")
            return
        name = yield from self._asker(order)
        if name is None:
            return
        referee.say("hand-shown" if referee.show_hand(name) else "hand-nowhere", name=name)

    def _tell_players(self, _: Order) -> Iterator[None]:
        """Who is which animal: said while nothing is dealt, and only when somebody asks."""
        referee = self._referee
        if any(player.animal for player in referee.view.players):
            referee.tell_who_is_who()
        else:
            referee.say("players", names=referee.lines.all_of(referee.names))
        yield from ()

    def _tell_left(self, _: Order) -> Iterator[None]:
        referee, view = self._referee, self._referee.view
        if view.cards_left is not None:
            referee.say("cards-to-come", cards=referee.lines.cards_won(view.cards_left))
        else:
            counts = referee.keeper.game.outcome(referee.keeper.state).counts
            face_down = {player.name: player.face_down for player in view.players}
            for name in referee.names:
                left = face_down.get(name)
                cards = counts.get(name, 0) if left is None else left
                referee.say("count", name=name, cards=referee.lines.cards_won(cards))
        yield from ()

    def _tell_turn(self, _: Order) -> Iterator[None]:
        name = self._referee.view.next_player
        if name is None:
            self._referee.say("turn-of-nobody")
        else:
            self._referee.say("turn-of", name=name)
        yield from ()

    def _tell_last(self, _: Order) -> Iterator[None]:
        """The last ruling, with its reason; no word in it is one that counts."""
        rulings = self._referee.keeper.rulings
        last = next((one for one in reversed(rulings) if isinstance(one, _TOLD)), None)
        if last is None:
            self._referee.say("told-nothing")
        else:
            self._tell_ruling(last)
        yield from ()

    def _tell_ruling(self, ruling: Ruling) -> None:
        referee = self._referee
        somebody = referee.lines.say("somebody")
        match ruling:
            case Won():
                cards = referee.lines.cards_won(ruling.cards)
                if tenths := self._tenths_ahead(ruling):
                    referee.say("told-won-by", name=ruling.player, tenths=tenths, cards=cards)
                else:
                    referee.say("told-won", name=ruling.player, cards=cards)
            case Tied():
                referee.say("told-tied", names=referee.lines.all_of(ruling.players))
            case Void():
                referee.say("told-void", name=ruling.player or somebody, why=ruling.why)
            case Mistake():
                referee.say("told-mistake", name=ruling.player)
            case Cry():
                referee.say("told-cry", name=ruling.player, result=ruling.result)
            case Undone():
                referee.say("told-undone")

    def _tenths_ahead(self, won: Won) -> int:
        """By how much the winner was before the next one, in tenths of a second; 0 if nobody else
        called."""
        beaten = [
            one.at - won.at
            for one in self._referee.keeper.rulings
            if isinstance(one, Void) and one.why == "beaten" and one.at >= won.at
        ]
        return max(1, round(min(beaten) / 100)) if beaten else 0

    # What changes the game.

    def _object(self, _: Order) -> Iterator[None]:
        self._referee.happen(Caller(self._now_ms, None))
        yield from ()

    def _undo(self, _: Order) -> Iterator[None]:
        """Take the last ruling back, once that is confirmed."""
        referee = self._referee
        undo = Undo(self._now_ms)
        rulings = referee.keeper.game.step(referee.keeper.state, undo).rulings
        undone = next((one for one in rulings if isinstance(one, Undone)), None)
        if undone is None:
            referee.say("nothing-to-take-back")
            return
        taken = undone.taken_back
        if isinstance(taken, Won):
            cards = referee.lines.cards_won(taken.cards)
            yes = yield from self._confirmed("undo-cards", name=taken.player, cards=cards)
        else:
            yes = yield from self._confirmed("undo-last")
        if yes:
            referee.happen(Undo(self._now_ms))
        else:
            referee.say("left-as-it-is")

    def _stop(self, _: Order) -> Iterator[None]:
        """Count, and end: asked once."""
        if (yield from self._confirmed("stop-sure")):
            self._referee.ask_to_stop()
        else:
            self._referee.say("gone-on")

    def _help(self, _: Order) -> Iterator[None]:
        self._referee.say("command-help")
        self._referee.say("command-help-more")
        floor = self._referee.floor
        if floor.listener is not None and not (floor.full_duplex or self._told_deaf):
            self._told_deaf = True
            self._referee.say("command-help-deaf")
        yield from ()

    # Questions.

    def _confirmed(self, line: str, **values: str) -> Generator[None, None, bool]:
        """Ask once; whatever is not yes is no."""
        answer = yield from self._ask(line, {"yes": "yes", "no": None}, **values)
        return answer == "yes"

    def _asker(self, order: Order) -> Generator[None, None, str | None]:
        """Whose command it is: by the microphone, by the voice, or by asking."""
        referee = self._referee
        if order.by is not None:
            return order.by
        if order.channel in referee.channels:
            return referee.channels[order.channel]
        known = [
            name
            for name in referee.names
            if referee.whose is not None and referee.whose.agrees(order.voice, name)
        ]
        if len(known) == 1:
            return known[0]
        answers: dict[str, str | None] = {}
        for number, name in enumerate(referee.names, start=1):
            answers |= {name_key(name): name, f"player-{number}": name}
        return (yield from self._ask("who-asks", answers))

    def _ask(
        self, line: str, answers: Mapping[str, str | None], **values: str
    ) -> Generator[None, None, str | None]:
        """Ask once, and wait; calls count meanwhile."""
        referee, floor, words = self._referee, self._referee.floor, self._referee.words
        before = words.at(floor.now_ms), words.winning_at(floor.now_ms)
        self._answer, self._answered = None, False
        referee.earcon("question")
        referee.say(line, **values)
        yield from referee.until_said()
        self.question = answers
        heard_by = referee.can_hear(answers)
        words.change(floor.now_ms, (*heard_by, *before[0]))
        for watcher in referee.watchers:
            watcher.asked(line, floor.now_ms)
        until_ms = floor.now_ms + ANSWER_WITHIN_MS
        while not (self._answered or self._waiting) and floor.now_ms < until_ms:
            yield from referee.a_block()
        self.question = {}
        words.change(floor.now_ms, *before)
        return self._answer

    @property
    def _now_ms(self) -> int:
        return max(self._referee.floor.now_ms, self._referee.keeper.last_ms)


_TOLD = (Won, Tied, Void, Mistake, Cry, Undone)
"""The rulings that somebody may wonder about."""
