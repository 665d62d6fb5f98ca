"""The roll call, and what the table makes of the voices that it knows."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from voicegm.caller import Caller, NoVoice, Variant
from voicegm.cards import Card
from voicegm.errors import BadInput
from voicegm.games.events import read_hands
from voicegm.games.game import (
    Call,
    Deal,
    Event,
    Mistake,
    Setup,
    Turn,
    Undone,
    WhoCalled,
    Won,
)
from voicegm.games.game import Caller as Named
from voicegm.hearing.ear.embedding import word_in
from voicegm.hearing.listener import Decided, HeardWord
from voicegm.hearing.voices import KnownVoices, Voiceprint, voiceprint
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples
from voicegm.table import demo
from voicegm.table.demo import play_demo
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.referee import Referee
from voicegm.table.roll_call import ANSWER_WITHIN_MS, RollCall, roll_call_wanted
from voicegm.table.seats import USUAL_PLAYERS, USUAL_TABLE, animal_seats, plain_seats
from voicegm.table.transcript import JsonTranscript
from voicegm.table.typed import Typed, understand
from voicegm.table.whose import Whose

NAMES = ("Anna", "Ben", "Vera", "Greg")
VOICES = dict(zip(NAMES, ("en-us+f2", "en-gb+m3", "en-us+f5", "en-gb+m7"), strict=True))
"""Men and women, each in a manner of their own."""


def animals(**changes: Any) -> Setup:
    setup = make_setup(Wishes("animals", animal_seats(USUAL_TABLE, load("en")), seed=7))
    return replace(setup, **changes)


def snap(**changes: Any) -> Setup:
    setup = make_setup(Wishes("snap", plain_seats(USUAL_PLAYERS, 12), seed=7))
    return replace(setup, **changes)


def said(caller: Caller, text: str, name: str) -> Voiceprint:
    """A word in the voice of a player."""
    import soxr  # noqa: PLC0415  (native library)

    sound = caller.sound(text, Variant(VOICES[name], rate_wpm=165))
    samples: Samples = soxr.resample(sound.samples, sound.rate, SAMPLE_RATE).astype(np.float32)
    noise = np.random.default_rng(len(samples)).standard_normal(len(samples)) * 1e-3
    samples = (samples + noise).astype(np.float32)
    one = voiceprint(samples, *word_in(samples))
    assert one is not None
    return one


class Quiet:
    """Ears that hear nothing, as fast as they are asked."""

    channels = 1

    def __init__(self) -> None:
        self.position = 0

    def read(self) -> Block:
        block = Block(self.position, np.zeros((1, BLOCK_SAMPLES), dtype=np.float32))
        self.position += BLOCK_SAMPLES
        return block

    def close(self) -> None:
        pass


class Typist:
    """Types a line when the roll call has asked for so many words."""

    referee: Referee

    def __init__(self, lines: dict[int, Typed]) -> None:
        self.lines = lines
        self.asked: list[tuple[str, str, int]] = []
        self._ready: list[Typed] = []

    def roll_called(self, name: str, key: str, said_ms: int) -> None:
        self.asked.append((name, key, said_ms))
        if (line := self.lines.pop(len(self.asked), None)) is not None:
            self._ready.append(line)

    def take(self) -> Sequence[Typed]:
        ready, self._ready = self._ready, []
        return ready

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None  # the rest of what a watcher is told


def called(
    worker: Worker,
    lines: dict[int, Typed],
    setup: Setup | None = None,
    typist: Typist | None = None,
) -> tuple[Typist, list[str], Referee]:
    """A roll call in a silent room, what was typed and what was said."""
    out = io.StringIO()
    typist = typist or Typist(lines)
    referee = open_table(
        setup or animals(),
        ears=Quiet(),
        mouth=None,
        worker=worker,
        caller=NoVoice(),
        transcript=JsonTranscript(out),
        typed=typist.take,
        roll_call=True,
    )
    referee.watchers.append(typist)
    typist.referee = referee
    assert referee.roll_call is not None
    for _ in referee.roll_call.course():
        referee.floor.step()
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    return typist, [row["said"] for row in rows if "said" in row], referee


class TestNobodyAnswers:
    def test_two_silent_players_and_it_is_over(self, worker: Worker) -> None:
        typist, lines, referee = called(worker, {})
        assert [(name, key) for name, key, _ in typist.asked] == [
            ("Anna", "fox"),
            ("Anna", "fox"),
            ("Ben", "owl"),
            ("Ben", "owl"),
        ]
        assert lines[-1] == "Then we play without. I will ask who called."
        assert "Never mind, Anna. I will ask when I do not know." in lines
        assert referee.words.at(referee.floor.now_ms) == ()

    def test_each_question_has_its_time(self, worker: Worker) -> None:
        typist, _, _ = called(worker, {})
        times = [at_ms for _, _, at_ms in typist.asked]
        assert all(later - at_ms >= ANSWER_WITHIN_MS for at_ms, later in pairwise(times))

    def test_skip_lets_one_player_go_without(self, worker: Worker) -> None:
        skip = understand("skip", NAMES, load("en"))
        typist, _, _ = called(worker, {1: skip, 2: skip, 3: skip})
        assert [name for name, _, _ in typist.asked] == ["Anna", "Ben", "Vera", "Greg", "Greg"]

    def test_skip_all_ends_it(self, worker: Worker) -> None:
        typist, lines, _ = called(worker, {1: understand("Skip all!", NAMES, load("en"))})
        assert [name for name, _, _ in typist.asked] == ["Anna"]
        assert lines[-1].startswith("Then we play without")

    def test_skip_means_nothing_later(self, worker: Worker) -> None:
        out = io.StringIO()
        referee = open_table(
            animals(),
            ears=Quiet(),
            mouth=None,
            worker=worker,
            caller=NoVoice(),
            transcript=JsonTranscript(out),
        )
        referee._take_typed(Typed("skip"))
        assert "skip" not in [json.loads(row).get("event") for row in out.getvalue().splitlines()]


class TestVoicesOfTheRollCall:
    @pytest.mark.parametrize(("again", "known"), [(False, ()), (True, ("Anna",))])
    def test_a_word_not_understood_shows_the_voice_when_asked_for_again(
        self, caller: Caller, worker: Worker, again: bool, known: tuple[str, ...]
    ) -> None:
        """The first time it may have been a remark of somebody else's."""
        referee = called(worker, {1: Typed("skip-all")})[2]
        whose, roll = referee.whose, referee.roll_call
        assert isinstance(whose, Whose)
        assert isinstance(roll, RollCall)
        roll._name, roll._key, roll._again = "Anna", "fox", again
        for word in ("fox", "owl"):
            voice = said(caller, word, "Anna")
            roll.heard(Decided(0, 0, 0, 300, 400, 400, (), False, False, False, voice=voice))
        assert whose.voices.known == known


class Mumbler(Typist):
    """Says something each time that is not understood."""

    def roll_called(self, name: str, key: str, said_ms: int) -> None:
        super().roll_called(name, key, said_ms)
        assert self.referee.attentive is None, "still listening to the one before"
        self.referee.floor.each_block.append(self._mumble)

    def _mumble(self, now_ms: int) -> None:
        if (listens := self.referee.attentive) is not None:
            self.referee.floor.each_block.remove(self._mumble)
            at_ms = now_ms
            listens(Decided(0, 0, at_ms, at_ms, at_ms, at_ms, (), False, False, False))


def test_a_word_that_was_hard_to_hear_is_not_asked_for_twice_again(worker: Worker) -> None:
    mumbler = Mumbler({})
    _, lines, _ = called(worker, {}, setup=snap(), typist=mumbler)
    assert [key for name, key, _ in mumbler.asked if name == "Anna"] == [
        "snap",
        "snap",
        "snap-pot",
        "snap-pot",
        "snap",
    ]
    assert lines.count("I may miss snap, Anna. You can also type it.") == 1


def test_one_voice_is_listened_for_while_the_roll_is_called(
    caller: Caller, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a voice that might be two people's calls in a race."""
    monkeypatch.setitem(demo.MOST_CARDS, "snap", 1)
    out = io.StringIO()
    play_demo(
        snap(),
        seed=31,
        worker=worker,
        caller=caller,
        transcript=JsonTranscript(out),
        roll_call=True,
    )
    assert "Once more" not in out.getvalue()


class TestWords:
    def test_own_animal_and_two_that_will_be_called(self, worker: Worker) -> None:
        referee = called(worker, {1: Typed("skip-all")})[2]
        roll = referee.roll_call
        assert [roll.words_of(name) for name in NAMES] == [  # type: ignore[union-attr]
            ("fox", "owl", "cat"),
            ("owl", "cat", "wolf"),
            ("cat", "wolf", "fox"),
            ("wolf", "fox", "owl"),
        ]


class TestWanted:
    @pytest.mark.parametrize(
        ("wish", "live", "wanted"),
        [(None, True, True), (None, False, False), (True, False, True), (False, True, False)],
    )
    def test_at_one_microphone(self, wish: bool | None, live: bool, wanted: bool) -> None:
        assert roll_call_wanted(wish, animals(), heard=True, live=live) is wanted

    @pytest.mark.parametrize(
        "setup",
        [
            animals(channels={"0": "Anna", "1": "Ben", "2": "Vera", "3": "Greg"}),
            animals(options=replace(animals().options, race=False)),
            make_setup(Wishes("snip-snap-snorum", plain_seats(USUAL_PLAYERS, 8), seed=7)),
        ],
        ids=["a microphone each", "no race", "one after another"],
    )
    def test_where_it_tells_nothing(self, setup: Setup) -> None:
        assert not roll_call_wanted(None, setup, heard=True, live=True)
        with pytest.raises(BadInput, match="leave --roll-call out"):
            roll_call_wanted(True, setup, heard=True, live=True)

    def test_with_keys_alone(self) -> None:
        assert not roll_call_wanted(None, animals(), heard=False, live=False)
        with pytest.raises(BadInput):
            roll_call_wanted(True, animals(), heard=False, live=False)


HANDS = {"Anna": ["7H", "2C", "3C"], "Ben": ["7D", "4C", "5C"], "Vera": ["9S"], "Greg": ["8S"]}
"""The first two cards that are turned are equal."""


class Table:
    """A table of four whose voices are known, and what is heard there, to the letter."""

    def __init__(self, caller: Caller, worker: Worker, setup: Setup) -> None:
        self.written: list[Event] = []
        self.rulings: list[Any] = []
        self.caller = caller
        self.referee = open_table(
            setup,
            ears=Quiet(),
            mouth=None,
            worker=worker,
            caller=NoVoice(),
            transcript=JsonTranscript(io.StringIO()),
            write=self.written.append,
            roll_call=True,
        )
        whose = self.referee.whose
        assert isinstance(whose, Whose)
        self.whose = whose
        for name in NAMES:
            for word in ("snap", "owl", "wolf", "fox"):
                whose.voices.enrol(name, said(caller, word, name))

    def turn(self, *events: Event) -> None:
        for event in events:
            self.referee.happen(event)

    def hear(self, word: str, at_ms: int, by: str, confidence: float = 0.95) -> None:
        """Somebody calls; then as much time goes by as a ruling needs."""
        self.until(at_ms + 400)
        heard = HeardWord(word, at_ms, at_ms + 300, confidence)
        times = (at_ms, at_ms + 300, at_ms + 400, at_ms + 400)
        voice = said(self.caller, word, by)
        self.referee._take_utterance(
            Decided(0, 0, *times, (heard,), True, False, False, voice=voice)
        )
        self.until(at_ms + 1_000)
        self.rulings += self.referee.take_rulings()

    def until(self, ms: int) -> None:
        while self.referee.floor.now_ms < ms:
            self.referee.floor.step()

    def said_by(self, kind: type) -> list[Any]:
        return [ruling for ruling in self.rulings if isinstance(ruling, kind)]


@pytest.fixture
def snap_table(caller: Caller, worker: Worker) -> Table:
    hands = read_hands(HANDS, NAMES)
    options = replace(snap().options, start="at-once")
    return Table(caller, worker, snap(seed=None, hands=hands, dealer="Greg", options=options))


@pytest.fixture
def animals_table(caller: Caller, worker: Worker) -> Table:
    deck = tuple(map(Card.parse, ("7H", "7C", "2S", "3D", "9H", "TC", "JS", "QD")))
    options = replace(animals().options, start="at-once")
    return Table(caller, worker, animals(seed=None, deck=deck, options=options))


class TestSnap:
    def test_a_clear_voice_answers_before_anybody_asks(self, snap_table: Table) -> None:
        snap_table.turn(Turn(1_000), Turn(4_000))
        snap_table.hear("snap", 4_500, "Vera")
        assert [won.player for won in snap_table.said_by(Won)] == ["Vera"]
        assert not snap_table.said_by(WhoCalled)

    def test_the_answer_is_in_the_journal(self, snap_table: Table) -> None:
        snap_table.turn(Turn(1_000), Turn(4_000))
        snap_table.hear("snap", 4_500, "Vera")
        assert snap_table.written[2:] == [
            Call(4_500, None, "snap", 0.95, "voice"),
            Named(4_500, "Vera"),
        ]

    def test_not_me_takes_it_back(self, snap_table: Table) -> None:
        snap_table.turn(Turn(1_000), Turn(4_000))
        snap_table.hear("snap", 4_500, "Vera")
        snap_table.turn(Named(6_000, None))
        assert isinstance(snap_table.referee.take_rulings()[0], Undone)

    def test_no_penalty_on_a_word_hardly_heard(self, snap_table: Table) -> None:
        snap_table.turn(Turn(1_000))
        snap_table.hear("snap", 1_500, "Vera", confidence=0.7)
        assert snap_table.said_by(WhoCalled)
        assert not snap_table.said_by(Mistake)

    def test_unknown_voices_are_asked(self, snap_table: Table) -> None:
        for name in NAMES:
            snap_table.whose.voices.forget(name)
        snap_table.turn(Turn(1_000), Turn(4_000))
        snap_table.hear("snap", 4_500, "Vera")
        assert snap_table.said_by(WhoCalled)
        assert not snap_table.said_by(Won)


class TestAnimals:
    def test_the_word_tells_in_a_match_of_two(self, animals_table: Table) -> None:
        animals_table.turn(Deal(1_000), Deal(4_000))
        animals_table.hear("owl", 4_500, "Anna")
        won = animals_table.said_by(Won)
        assert [(ruling.player, ruling.presumed) for ruling in won] == [("Anna", True)]

    @pytest.mark.parametrize("by", ["Ben", "Greg"])
    def test_a_voice_that_speaks_against_it_is_asked_about(
        self, animals_table: Table, by: str
    ) -> None:
        """Ben is the owl, and Greg has nothing to do with it."""
        animals_table.turn(Deal(1_000), Deal(4_000))
        animals_table.hear("owl", 4_500, by)
        assert [asked.says for asked in animals_table.said_by(WhoCalled)] == ["owl"]
        assert not animals_table.said_by(Won)
        assert animals_table.written[-1] == Call(4_500, None, "owl", 0.95, "voice", presume=False)

    def test_a_winner_is_known_better_with_the_next_card(self, animals_table: Table) -> None:
        animals_table.turn(Deal(1_000), Deal(4_000))
        animals_table.hear("owl", 4_500, "Anna")
        before = len(animals_table.whose.voices._words["Anna"])
        animals_table.turn(Deal(7_000))
        assert len(animals_table.whose.voices._words["Anna"]) == before + 1

    def test_not_after_not_me(self, animals_table: Table) -> None:
        animals_table.turn(Deal(1_000), Deal(4_000))
        animals_table.hear("owl", 4_500, "Anna")
        before = len(animals_table.whose.voices._words["Anna"])
        animals_table.turn(Named(6_000, None))
        animals_table.referee.take_rulings()
        animals_table.turn(Deal(7_000))
        assert len(animals_table.whose.voices._words["Anna"]) == before


class TestAnswers:
    def test_a_name_hardly_heard_counts_in_the_own_voice(self, caller: Caller) -> None:
        whose = Whose(KnownVoices(NAMES))
        for word in ("snap", "owl", "wolf", "fox"):
            for name in NAMES:
                whose.voices.enrol(name, said(caller, word, name))
        assert whose.agrees(said(caller, "vera", "Vera"), "Vera")
        assert not whose.agrees(said(caller, "vera", "Ben"), "Vera")
        assert not whose.agrees(None, "Vera")
        assert not whose.agrees(said(caller, "nobody", "Vera"), None)


def test_a_whole_game_with_a_roll_call(caller: Caller, worker: Worker) -> None:
    """Simulated people say their words, and the game is played on, journalled and replayed."""
    out = io.StringIO()
    written: list[Event] = []
    cards = ("7H", "7C", "2S", "2D", "9H", "9C", "JS", "JD", "KH", "KC", "4S", "4D")
    deck = tuple(map(Card.parse, cards))
    play_demo(
        animals(deck=deck),
        seed=7,
        worker=worker,
        caller=caller,
        transcript=JsonTranscript(out),
        write=written.append,
        roll_call=True,
    )
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    lines = [row["said"] for row in rows if "said" in row]
    done = lines.index("Thank you. Now I know your voices, and forget them after the game.")
    assert lines[done + 1] == "Here we go."
    tried = [row["word"] for row in rows if "word" in row]
    assert len(tried) >= 8, "what was understood in the roll call is shown"
    assert written[0].kind == "deal", "nothing of the roll call is in the journal"
    assert any(isinstance(event, Call) for event in written)
