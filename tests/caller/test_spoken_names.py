"""Names as they were spoken, inside what the referee says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from voicegm.caller import Cache, Caller, Variant
from voicegm.caller.names import SpokenNames
from voicegm.sound.frames import Sound

RATE = 16_000


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    folder: Path = tmp_path_factory.mktemp("sounds")
    caller = Caller("en", cache=Cache(folder, warn=pytest.fail), warn=pytest.fail)
    yield caller
    caller.close()


@pytest.fixture
def caller(plain: Caller) -> SpokenNames:
    return SpokenNames(plain)


def tone(ms: int = 300, level: float = 0.02, hz: float = 440) -> Sound:
    """A name that can be found again in a sound."""
    times = np.arange(ms * RATE // 1000) / RATE
    return Sound((level * np.sin(2 * np.pi * hz * times)).astype(np.float32), RATE)


def share(sound: Sound, hz: float, from_ms: int, to_ms: int) -> float:
    """How much of the energy of a stretch lies at a pitch."""
    samples = sound.samples[from_ms * sound.rate // 1000 : to_ms * sound.rate // 1000]
    power = np.abs(np.fft.rfft(samples)) ** 2
    pitches = np.fft.rfftfreq(len(samples), 1 / sound.rate)
    return float(power[np.abs(pitches - hz) < 20].sum() / power.sum())


def test_a_text_without_names_is_said_as_before(caller: SpokenNames, plain: Caller) -> None:
    caller.give("Player 1", tone())
    said, usual = caller.sound("Here we go."), plain.sound("Here we go.")
    assert np.array_equal(said.samples, usual.samples)


def test_the_name_sounds_in_its_place(caller: SpokenNames, plain: Caller) -> None:
    caller.give("Player 1", tone())
    said = caller.sound("Player 1 wins!")
    wins = plain.sound(" wins!")
    assert abs(said.duration_ms - (300 + 40 + wins.duration_ms)) <= 3
    assert share(said, 440, 20, 280) > 0.95
    assert share(said, 440, 360, said.duration_ms) < 0.3


def test_a_faint_name_is_as_loud_as_the_words(caller: SpokenNames, plain: Caller) -> None:
    caller.give("Player 1", tone(level=0.002))
    said = caller.sound("Player 1 wins!")
    name = said.samples[: 280 * said.rate // 1000]
    usual = plain.sound("Player 1").samples
    loud = usual[np.abs(usual) > 0.1 * np.abs(usual).max()]
    ratio = np.sqrt(np.mean(name**2)) / np.sqrt(np.mean(loud**2))
    assert 0.7 < ratio < 1.3


def test_player_1_is_not_the_beginning_of_player_12(caller: SpokenNames, plain: Caller) -> None:
    caller.give("Player 1", tone(hz=440))
    caller.give("Player 12", tone(hz=880))
    assert share(caller.sound("Player 12."), 880, 20, 280) > 0.95
    eleven = caller.sound("Player 11 wins!")
    assert np.array_equal(eleven.samples, plain.sound("Player 11 wins!").samples)


def test_two_names_in_one_text(caller: SpokenNames) -> None:
    caller.give("Player 1", tone(hz=440))
    caller.give("Player 2", tone(hz=880))
    said = caller.sound("Player 1, Player 2.")
    assert abs(said.duration_ms - 640) <= 3
    assert share(said, 440, 20, 280) > 0.95
    assert share(said, 880, 360, 620) > 0.95


def test_a_number_may_stand_for_a_name(caller: SpokenNames, plain: Caller) -> None:
    caller.give("Player 2", "player two")
    said = caller.sound("Player 2 wins!")
    assert np.array_equal(said.samples, plain.sound("player two wins!").samples)
    caller.take_back("Player 2")
    assert np.array_equal(caller.sound("Player 2!").samples, plain.sound("Player 2!").samples)


def test_people_say_what_is_written(caller: SpokenNames, plain: Caller) -> None:
    """In another voice nothing is played back."""
    caller.give("Player 2", tone())
    voice = Variant("en-us+f2", rate_wpm=165)
    said = caller.sound("Player 2", voice)
    assert np.array_equal(said.samples, plain.sound("Player 2", voice).samples)


def test_a_time_limit_holds_for_the_whole(caller: SpokenNames) -> None:
    caller.give("Player 2", tone())
    text = "Queen of diamonds, Player 2"
    assert caller.sound(text, within_ms=1_100).duration_ms <= 1_150


def test_the_rate_is_the_callers(caller: SpokenNames, plain: Caller) -> None:
    before = plain.rate_wpm
    caller.rate_wpm = 150
    assert plain.rate_wpm == 150
    caller.rate_wpm = before
