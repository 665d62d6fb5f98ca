"""What is found wrong with a microphone, and what is not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from voicegm.caller import Cache, Caller, Variant
from voicegm.people.room import Room
from voicegm.sound.frames import BLOCK_SAMPLES, Block, Samples, Sound
from voicegm.sound.health import Change, Health

SECONDS = 31
"""Blocks in one."""


def voice(seconds: int, seed: int, level: float = 0.05) -> Samples:
    """Half-second bursts of noise without much treble, with pauses: alike to nobody else's."""
    random = np.random.default_rng(seed)
    length = seconds * SECONDS * BLOCK_SAMPLES
    noise = np.convolve(random.standard_normal(length), np.ones(4) / 2, "same")
    speaking = np.repeat(random.integers(0, 2, length // 8000 + 1), 8000)[:length]
    return (noise * speaking * level + random.standard_normal(length) * 1e-3).astype(np.float32)


def judged(*channels: Samples, live: bool = True, health: Health | None = None) -> list[Change]:
    health = health or Health(len(channels), live=live)
    sound = np.stack(channels)
    changes = []
    for start in range(0, sound.shape[1], BLOCK_SAMPLES):
        changes += health.feed(Block(start, sound[:, start : start + BLOCK_SAMPLES]))
    return changes


def faults(changes: list[Change]) -> list[tuple[int, str]]:
    return [(change.fault.channel, change.fault.trouble) for change in changes if change.found]


def test_good_microphones_are_left_alone() -> None:
    assert judged(*(voice(30, seed) for seed in range(4))) == []


def test_a_channel_of_zeros_is_found_and_is_back_with_its_first_sound() -> None:
    dead = np.concatenate([np.zeros(5 * SECONDS * BLOCK_SAMPLES, np.float32), voice(1, 3)])
    found, back = judged(voice(6, 1), dead, voice(6, 2))
    assert (found.fault.channel, found.fault.trouble, found.found) == (1, "silent", True)
    assert (back.fault.channel, back.found) == (1, False)


def test_a_pause_in_a_recording_is_none_and_with_live_microphones_it_is() -> None:
    nothing = np.zeros(5 * SECONDS * BLOCK_SAMPLES, np.float32)
    assert judged(nothing, nothing, live=False) == []
    assert faults(judged(nothing, nothing)) == [(0, "silent"), (1, "silent")]


def test_a_driver_that_takes_out_noise_between_words_is_given_time() -> None:
    gated = np.concatenate([voice(2, 3), np.zeros(10 * SECONDS * BLOCK_SAMPLES, np.float32)])
    assert judged(voice(12, 1), gated) == []


def test_an_overloaded_channel_is_found_and_forgiven() -> None:
    loud = np.clip(voice(10, 3, level=2.0), -1, 1)
    changes = judged(voice(45, 1), np.concatenate([loud, voice(35, 4)]))
    assert [(c.fault.channel, c.fault.trouble, c.found) for c in changes] == [
        (1, "clipped", True),
        (1, "clipped", False),
    ]


def test_one_click_at_full_scale_is_not_overload() -> None:
    click = voice(5, 1)
    click[20_000:20_040] = 1
    assert judged(click, voice(5, 2)) == []


def test_a_channel_much_louder_than_the_rest_is_found() -> None:
    quiet = [voice(14, seed, level=0.01) for seed in range(4)]
    changes = judged(quiet[0], quiet[1] * 10, quiet[2], quiet[3])
    assert faults(changes) == [(1, "loud")]
    assert changes[0].fault.excess_db == pytest.approx(20, abs=2)


@pytest.mark.parametrize("what", ["voice", "fan"])
def test_a_loud_player_or_a_fan_is_no_loud_microphone(what: str) -> None:
    loud = voice(14, 2, level=0.2)
    if what == "fan":
        hiss = np.random.default_rng(9).standard_normal(loud.shape).astype(np.float32)
        loud = voice(14, 2) + hiss * np.float32(0.02)
    assert judged(voice(14, 1), loud, voice(14, 3)) == []


@pytest.mark.parametrize(("delay", "gain"), [(0, 1.0), (480, 0.4), (-900, -2.0)])
def test_a_copy_is_found_at_any_delay_and_level(delay: int, gain: float) -> None:
    original = voice(12, 2)
    copy = np.roll(original, delay) * np.float32(gain)
    changes = judged(voice(12, 1), original, copy)
    assert [(c.fault.trouble, c.found) for c in changes] == [("same", True)]
    pair = (changes[0].fault.other, changes[0].fault.channel)
    assert pair == ((1, 2) if delay >= 0 else (2, 1))  # the later one is the copy


def test_a_copy_that_ends_is_a_microphone_again() -> None:
    original = voice(20, 2)
    later = np.concatenate([original[: len(original) // 2], voice(10, 5)])
    changes = judged(original, later)
    assert [(c.fault.channel, c.fault.trouble, c.found) for c in changes] == [
        (1, "same", True),
        (1, "same", False),
    ]


def test_a_device_that_goes_away_is_told_and_so_is_its_return() -> None:
    health = Health(2, live=True)
    sound = np.stack([voice(4, 1), voice(4, 2)])
    told = []
    for number in range(4 * SECONDS):
        start = number * BLOCK_SAMPLES
        gone = frozenset({1}) if SECONDS <= number < 2 * SECONDS else frozenset()
        changes = health.feed(Block(start, sound[:, start : start + BLOCK_SAMPLES]), gone)
        told += [(number, change.fault.channel, change.found) for change in changes]
    assert told == [(SECONDS, 1, True), (3 * SECONDS - 1, 1, False)]  # once it has stayed


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Sound]]:
    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    caller = Caller("en", cache=Cache(tmp_path_factory.mktemp("words"), warn=warn), warn=warn)
    yield [caller.sound(word, Variant("en-us+f2", rate_wpm=165)) for word in ("fox", "owl", "hen")]
    caller.close()


def test_voices_across_a_table_make_no_microphone_another_s_copy(words: list[Sound]) -> None:
    """Everybody is heard on every lapel, and the referee's own loudspeaker, too."""
    room = Room(4, seed=1, microphone_each=True)
    health = Health(4, live=True)
    changes = []
    for number in range(20 * SECONDS):
        if number % 20 == 0:
            room.speak(number // 20 % 4, words[number % 3], room.now // 16)
        if number % 50 == 0:
            room.play(words[number % 3])
        changes += health.feed(room.read())
    assert changes == []
