"""Asking without hurrying anybody: what is typed answers, and silence is waited out."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from voicegm.caller import NoVoice
from voicegm.caller.names import SpokenNames
from voicegm.languages.pack import load
from voicegm.sound.frames import BLOCK_SAMPLES, Block
from voicegm.table.asking import SILENCE_MS, Respondent
from voicegm.table.seats import Seat
from voicegm.table.set_up import Arranged
from voicegm.table.set_up_session import SettingUp
from voicegm.table.transcript import JsonTranscript
from voicegm.table.typed import Typed, understand


class Stillness:
    """Ears that hear nothing, as fast as they are asked, for so many blocks."""

    channels = 1

    def __init__(self, blocks: int = 60_000) -> None:
        self.left = blocks
        self.position = 0

    def read(self) -> Block | None:
        if self.left == 0:
            return None
        self.left -= 1
        block = Block(self.position, np.zeros((1, BLOCK_SAMPLES), dtype=np.float32))
        self.position += BLOCK_SAMPLES
        return block

    def close(self) -> None:
        pass


@dataclass
class Typist(Respondent):
    """Types what is answered to each line, one answer after another; nothing for the others."""

    answers: Mapping[str, Sequence[str]]
    lines: list[str] = field(default_factory=list)
    times_ms: list[int] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)

    def asked(self, line: str, values: Mapping[str, str], said_ms: int) -> None:  # noqa: ARG002
        times = self.lines.count(line)
        self.lines.append(line)
        self.times_ms.append(said_ms)
        answers = self.answers.get(line, ())
        if times < len(answers) and answers[times]:
            self.waiting.append(answers[times])

    def take(self) -> list[Typed]:
        lines, self.waiting = self.waiting, []
        return [understand(line, (), load("en")) for line in lines]


class Table:
    def __init__(
        self, answers: Mapping[str, Sequence[str]], *, blocks: int = 60_000, **known: Any
    ) -> None:
        self.typist = Typist(answers)
        self.out = io.StringIO()
        setting_up = SettingUp(
            "en",
            ears=Stillness(blocks),
            mouth=None,
            worker=None,
            caller=SpokenNames(NoVoice()),
            transcript=JsonTranscript(self.out),
            typed=self.typist.take,
            **known,
        )
        setting_up.asker.respondents.append(self.typist)
        self.arranged: Arranged | None = setting_up.run()

    @property
    def lines(self) -> list[str]:
        return self.typist.lines

    @property
    def said(self) -> list[str]:
        rows = map(json.loads, self.out.getvalue().splitlines())
        return [row["said"] for row in rows if "said" in row]


NAMED = {"set-up-name-first": ["Mia"], "set-up-name-next": ["Leo"]}
PAIR = {
    "set-up-game": ["animals"],
    "set-up-players": ["2"],
    **NAMED,
    "set-up-animal": ["fox", "owl"],
    "set-up-try": ["fox", "owl"],
    "set-up-rules": ["yes"],
}


def test_all_of_it_may_be_typed() -> None:
    table = Table(PAIR)
    assert table.arranged is not None
    assert table.arranged.game == "animals"
    assert table.arranged.seats == (Seat("Mia", "fox"), Seat("Leo", "owl"))
    assert table.arranged.settings == {}
    assert "And your animal, Mia?" in table.said


def test_silence_is_asked_once_more_then_offered_then_waited_out() -> None:
    table = Table(PAIR | {"set-up-game": ["", "snap"], "ask-ready": ["game master"]})
    assert table.lines[:7] == [
        "set-up-game",
        "set-up-game-again",
        "ask-one",
        "ask-one",
        "ask-one",
        "ask-ready",
        "set-up-game",
    ]
    first, again = table.typist.times_ms[:2]
    assert again - first >= SILENCE_MS
    assert table.arranged is not None
    assert table.arranged.game == "snap"


def test_a_quarter_of_an_hour_of_silence_is_no_dead_end() -> None:
    table = Table({}, blocks=28_000)
    assert table.arranged is None  # the recording was over
    assert table.lines == ["set-up-game", "set-up-game-again", *["ask-one"] * 3, "ask-ready"]
    assert table.said[-1] == "Say “Game master” when you are ready."


def test_yes_takes_what_was_just_named() -> None:
    table = Table(PAIR | {"set-up-game": [], "ask-one": ["no", "yes"]})
    assert table.arranged is not None
    assert table.arranged.game == "snap"


def test_no_goes_back_as_far_as_anybody_likes() -> None:
    answers = PAIR | {
        "set-up-game": ["snap", "animals"],
        "set-up-players": ["no", "3", "2"],
        "set-up-name-first": ["no", "Anna", "Mia"],
        "set-up-name-next": ["no", "Leo"],
        "set-up-animal": ["wolf", "fox", "owl"],
        "set-up-try": ["wolf", "fox", "owl"],
    }
    table = Table(answers)
    assert table.arranged is not None
    assert table.arranged.seats == (Seat("Mia", "fox"), Seat("Leo", "owl"))


def test_a_name_that_is_taken_or_an_animal_is_no_name() -> None:
    answers = PAIR | {"set-up-name-next": ["mia"], "set-up-name-again": ["Leo"]}
    table = Table(answers)
    assert table.arranged is not None
    assert [seat.name for seat in table.arranged.seats] == ["Mia", "Leo"]
    assert "I did not get that." in table.said


def test_who_has_no_name_goes_by_a_number_that_is_said_as_a_word() -> None:
    answers = PAIR | {"set-up-name-next": [""], "set-up-name-number": ["yes"]}
    table = Table(answers)
    assert table.arranged is not None
    assert [seat.name for seat in table.arranged.seats] == ["Mia", "Player 2"]


def test_a_game_has_no_fewer_players_than_it_takes() -> None:
    answers = {
        "set-up-game": ["snip snap snorum"],
        "set-up-players": ["2"],
        "set-up-players-again": ["three"],
        "set-up-name-first": ["Mia"],
        "set-up-name-next": ["Leo", "Tom"],
    }
    table = Table(answers)
    assert table.arranged is not None
    assert len(table.arranged.seats) == 3
    assert "Then as usual." in table.said  # nobody answered about the rules


def test_who_is_known_is_not_asked() -> None:
    seats = (Seat("Mia", "fox"), Seat("Leo"))
    table = Table(
        {"set-up-game": ["animals"], "set-up-animal": ["owl"], "set-up-try": ["owl"]}, seats=seats
    )
    assert table.arranged is not None
    assert table.arranged.seats == (Seat("Mia", "fox"), Seat("Leo", "owl"))
    assert not [line for line in table.lines if "name" in line or "players" in line]


def test_stop_ends_it() -> None:
    assert Table(PAIR | {"set-up-animal": ["stop"]}).arranged is None


@pytest.mark.parametrize("line", ["set-up-game", "set-up-players", "set-up-animal", "set-up-rules"])
def test_nonsense_is_asked_again_and_never_more_than_twice(line: str) -> None:
    table = Table(PAIR | {line: ["xyzzy"], f"{line}-again": ["xyzzy"]}, blocks=20_000)
    place = table.lines.index(line)
    assert table.lines[place : place + 2] == [line, f"{line}-again"]
    other_way = table.lines[place + 2] if place + 2 < len(table.lines) else "as usual"
    assert other_way in ("ask-one", "as usual")
    assert "I did not get that." in table.said
