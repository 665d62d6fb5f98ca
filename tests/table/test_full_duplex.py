"""The referee listens while it speaks: at a table in the simulated room, with real parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from voicegm.caller import Caller, open_caller
from voicegm.cards import Card
from voicegm.games.game import Call, Cue, Deal, Event, Unclear
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.people.room import Room
from voicegm.sound import echo
from voicegm.sound.echo import EchoCancelling
from voicegm.sound.frames import Samples
from voicegm.sound.silence import SilentMouth
from voicegm.sound.watched import WatchedEars
from voicegm.table.demo import play_demo
from voicegm.table.floor import Floor
from voicegm.table.full_duplex import full_duplex
from voicegm.table.microphones import TableSound
from voicegm.table.opening import Wishes, make_setup, seats_for, spoken_keys
from voicegm.table.transcript import NoTranscript
from voicegm.table.truth import Verdict

LONG = "I heard somebody and did not understand. Once more, please. That was the last card."


class Parrot:
    """Takes everything for an owl."""

    hang_ms = 96

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        length_ms = len(samples) // 16
        key = "owl" if any(phrase.key == "owl" for phrase in grammar.words) else None
        return Recognition((Word(key, 0, length_ms, 1.0),))


class Table:
    """A floor in the room, and what is decided on it."""

    def __init__(self, caller: Caller, *, cancelling: bool = True) -> None:
        pack = load("en")
        self.caller = caller
        self.room = Room(3, seed=4)
        in_play = InPlay(("fox", "owl"))
        listener = Listener(1, Parrot(), Grammars(pack, 20), lambda _: in_play, 20)
        echo = EchoCancelling(1, self.room.played) if cancelling else None
        self.floor = Floor(self.room, self.room, listener, echo)
        self.levels: list[float] = []

    def say(self, text: str = LONG) -> None:
        self.floor.play(self.caller.sound(text), text)

    def shout(self, after_ms: int) -> int:
        sound = self.caller.sound("owl")
        return self.room.speak(0, sound, self.floor.now_ms + after_ms).onset_ms

    def go_on(self, ms: int) -> list[Decided]:
        until_ms, decided = self.floor.now_ms + ms, []
        while self.floor.now_ms < until_ms:
            self.floor.step()
            self.levels.append(float(np.std(self.room.played(self.room.now - 512))))
            decided += [one for one in self.floor.take_heard() if isinstance(one, Decided)]
        return decided


@pytest.fixture(scope="module")
def caller() -> Iterator[Caller]:
    caller = open_caller("en")
    assert isinstance(caller, Caller)
    yield caller
    caller.close()


@pytest.fixture
def table(caller: Caller) -> Table:
    """One at which cancelling has come to work."""
    table = Table(caller)
    table.say()
    table.go_on(7_000)
    assert table.floor.full_duplex
    return table


def test_it_is_deaf_until_cancelling_is_seen_to_work(caller: Caller) -> None:
    table = Table(caller)
    table.say()
    table.go_on(500)
    assert table.floor.deaf
    table.go_on(5_000)
    table.say()
    table.go_on(500)
    assert table.floor.sounding and not table.floor.deaf


def test_who_calls_over_its_voice_is_heard(table: Table) -> None:
    table.say()
    onset_ms = table.shout(1_000)
    (heard,) = table.go_on(3_000)
    assert [word.key for word in heard.words] == ["owl"]
    assert abs(heard.onset_ms - onset_ms) < 60
    assert not heard.clipped


def test_it_does_not_hear_itself(table: Table) -> None:
    for _ in range(3):
        table.say()
    assert table.go_on(18_000) == []


def test_without_cancelling_who_calls_over_its_voice_is_not_heard(caller: Caller) -> None:
    table = Table(caller, cancelling=False)
    table.say()
    table.shout(1_000)
    assert table.go_on(3_000) == []
    assert table.floor.deaf


def test_it_speaks_softly_while_somebody_else_speaks(caller: Caller) -> None:
    alone, over = Table(caller), Table(caller)
    for one in (alone, over):
        one.say()
        one.go_on(7_000)
        one.say()
        if one is over:
            one.shout(1_500)
        one.levels.clear()
        one.go_on(4_000)
    pairs = zip(over.levels, alone.levels, strict=True)
    share = [soft / loud if loud > 1e-3 else np.nan for soft, loud in pairs]
    assert np.nanmin(share[:45]) > 0.99
    assert np.nanmedian(share[54:66]) < 0.3
    assert np.nanmin(share[85:]) > 0.99


def test_it_can_be_hushed(table: Table) -> None:
    table.say()
    table.go_on(600)
    table.floor.hush()
    table.go_on(64)
    assert not table.floor.speaking
    assert not table.room.played(table.room.now - 512).any()


def test_it_knows_what_it_has_just_said(table: Table) -> None:
    table.say("And the fox was it.")
    table.go_on(1_000)
    assert table.floor.texts_at(table.floor.now_ms) == ("And the fox was it.",)
    table.go_on(3_000)
    assert table.floor.texts_at(table.floor.now_ms) == ()


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Anna is the fox.", ("fox",)),
        ("FOX, owl!", ("fox", "owl")),
        ("seven of hearts", ()),
        ("An ox, a box, foxes.", ()),
    ],
)
def test_words_in_what_it_says_are_found(text: str, keys: tuple[str, ...]) -> None:
    assert spoken_keys(load("en"), ("fox", "owl"), [text]) == keys


def test_without_a_loudspeaker_there_is_nothing_to_cancel(tmp_path: Path) -> None:
    room = Room(2, seed=1)
    for mouth in (None, SilentMouth(lambda: 0)):
        found = full_duplex(TableSound(WatchedEars(room), mouth, {}), tmp_path / "echo.json")
        assert found.echo is None and not found.at_once and not found.note


def test_at_once_calls_over_the_announcement_are_heard(caller: Caller) -> None:
    """Ranks alternate, so that every card but the first few makes a match."""
    deck = tuple(Card(rank, suit) for suit in "CDHS" for rank in "7Q")
    wishes = Wishes("animals", seats_for("animals", None, load("en"), "names"), 3, at_once=True)
    setup = replace(make_setup(wishes), deck=deck, seed=None)
    events: list[Event] = []
    with Worker("sphinx", "en", None) as worker:
        outcome = play_demo(
            setup,
            seed=3,
            worker=worker,
            caller=caller,
            transcript=NoTranscript(),
            write=events.append,
            full_duplex=True,
        )
    assert setup.options.start == "at-once"
    exposed, cues = ([e.at for e in events if isinstance(e, kind)] for kind in (Deal, Cue))
    assert len(exposed) == len(cues) == len(deck)
    over = [
        event.at
        for event in events
        if isinstance(event, (Call, Unclear))
        and any(deal < event.at < cue for deal, cue in zip(exposed, cues, strict=True))
    ]
    assert over
    assert Verdict.INVENTED not in outcome.verdicts


def test_cancelling_needs_its_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from voicegm.cli import run  # noqa: PLC0415

    monkeypatch.setattr(echo, "missing", lambda: "it is not installed")
    monkeypatch.setattr("voicegm.cli.bench_echo.missing", lambda: "it is not installed")
    assert run(["bench", "echo"]) == 2
    assert "pip install pywebrtc-audio" in capsys.readouterr().err
