""" "Who called?" is answered by a name as it was spoken before, or by a number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from voicegm.caller import Caller, Variant
from voicegm.caller.names import SpokenNames
from voicegm.cards import Card
from voicegm.games.game import Cue, Event, Ruling, Won
from voicegm.hearing.names import KnownNames
from voicegm.hearing.voices import KnownVoices
from voicegm.hearing.worker import Worker
from voicegm.people.room import Room
from voicegm.sound.frames import SAMPLE_RATE, Sound
from voicegm.sound.kept import LastSeconds
from voicegm.table.demo import BUDGET_MS
from voicegm.table.introduced import Introduced
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.referee import Watcher
from voicegm.table.seats import Seat
from voicegm.table.transcript import NoTranscript

NAMES = ("Mia", "Leo", "Grandma")
VOICES = ("en-us+f2", "en-us+m3", "en-gb+f4")
DECK = tuple(map(Card.parse, ["7H", "2S", "7C"]))
"""Of three players the first and the third may call."""


class Family(Watcher):
    """One of them calls, and answers the question as the test wants it."""

    def __init__(self, room: Room, caller: Caller, answers: list[tuple[int, str]]) -> None:
        self.asked_for: list[str] = []
        self.won: list[Won] = []
        self._room, self._caller = room, caller
        self._answers = answers
        self._cards = 0

    def say(self, seat: int, text: str, at_ms: int) -> None:
        sound = self._caller.sound(text, Variant(VOICES[seat], rate_wpm=165))
        self._room.speak(seat, sound, at_ms)

    def happened(self, event: Event, state: Any) -> None:  # noqa: ARG002
        self._cards += isinstance(event, Cue)
        if isinstance(event, Cue) and self._cards == len(DECK):
            self.say(0, "snap", event.at + 500)

    def asked(self, question: str, said_ms: int) -> None:
        if question == "again":
            self.say(0, "snap", said_ms + 500)
            return
        self.asked_for.append(question)
        if self._answers:
            seat, text = self._answers.pop(0)
            self.say(seat, text, said_ms + 600)

    def ruled(self, ruling: Ruling, now_ms: int) -> None:  # noqa: ARG002
        if isinstance(ruling, Won):
            self.won.append(ruling)


def played(caller: Caller, worker: Worker, answers: list[tuple[int, str]]) -> Family:
    """Three cards of Snap at one microphone, with nobody's voice known."""
    room, spoken, names = Room(3, seed=4), SpokenNames(caller), KnownNames()
    last = LastSeconds()
    for seat, (name, voice) in enumerate(zip(NAMES, VOICES, strict=True)):
        sound = caller.sound(name, Variant(voice, rate_wpm=150))
        at = room.speak(seat, sound, room.now * 1000 // SAMPLE_RATE + 300)
        while room.now < (at.end_ms + 300) * SAMPLE_RATE // 1000:
            last.keep(room.read())
        samples = last.between(0, at.onset_ms - 30, at.end_ms + 30)
        names.learn(f"Player {seat + 1}", samples)
        spoken.give(f"Player {seat + 1}", Sound(samples, SAMPLE_RATE))
    seats = tuple(Seat(f"Player {number}") for number in (1, 2, 3))
    setup = make_setup(Wishes(game="snap", seats=seats, seed=1))
    referee = open_table(
        replace(setup, deck=DECK),
        ears=room,
        mouth=room,
        worker=worker,
        caller=spoken,
        transcript=NoTranscript(),
        budget_ms=BUDGET_MS,
        introduced=Introduced(names, KnownVoices(setup.names)),
    )
    family = Family(room, caller, answers)
    referee.watchers.append(family)
    referee.most_exposures = len(DECK)  # type: ignore[attr-defined]
    referee.run()
    return family


@pytest.mark.parametrize(
    ("answer", "winner"),
    [
        ((2, "Grandma"), "Player 3"),
        ((0, "Mia"), "Player 1"),
        ((2, "player three"), "Player 3"),
        ((1, "player one"), "Player 1"),
    ],
)
def test_a_spoken_name_or_a_number_answers_who_called(
    caller: Caller, worker: Worker, answer: tuple[int, str], winner: str
) -> None:
    family = played(caller, worker, [answer])
    assert family.asked_for == ["who-called"]
    assert [won.player for won in family.won] == [winner]


def test_a_name_of_nobody_here_is_asked_again(caller: Caller, worker: Worker) -> None:
    family = played(caller, worker, [(2, "Elizabeth"), (2, "player three")])
    assert family.asked_for == ["who-called", "who-called"]
    assert [won.player for won in family.won] == ["Player 3"]
