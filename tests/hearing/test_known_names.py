"""Names that are known by their sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soxr

from voicegm.caller import Cache, Caller, Variant
from voicegm.hearing.names import KnownNames
from voicegm.people.room import Room
from voicegm.sound.frames import SAMPLE_RATE, Samples
from voicegm.sound.kept import LastSeconds

Says = Callable[..., Samples]
TABLE = (("Mia", "en-us+f2"), ("Leo", "en-us+m3"), ("Grandma", "en-gb+f4"), ("Tom", "en-gb+m7"))


@pytest.fixture(scope="module")
def says(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Says]:
    """A word by a voice in the simulated room, as the microphone has it."""
    folder: Path = tmp_path_factory.mktemp("sounds")
    caller = Caller("en", cache=Cache(folder, warn=pytest.fail), warn=pytest.fail)

    def said(text: str, voice: str, *, wpm: int = 165, seat: int = 0, seed: int = 1) -> Samples:
        room, last = Room(4, seed=seed), LastSeconds()
        at = room.speak(seat, caller.sound(text, Variant(voice, rate_wpm=wpm)), 200)
        while room.now < (at.end_ms + 200) * SAMPLE_RATE // 1000:
            last.keep(room.read())
        return last.between(0, at.onset_ms - 30, at.end_ms + 30)

    yield said
    caller.close()


@pytest.fixture(scope="module")
def names(says: Says) -> KnownNames:
    known = KnownNames()
    for seat, (name, voice) in enumerate(TABLE):
        known.learn(name, says(name, voice, seat=seat))
    return known


@pytest.mark.parametrize("wpm", [140, 165, 190])
@pytest.mark.parametrize(("seat", "name", "voice"), [(n, *one) for n, one in enumerate(TABLE)])
def test_a_name_is_known_again(
    names: KnownNames, says: Says, seat: int, name: str, voice: str, wpm: int
) -> None:
    assert names.which(says(name, voice, wpm=wpm, seat=seat, seed=7)) == name


@pytest.mark.parametrize("text", ["nobody", "player two", "Elizabeth", "Zoe", "I think so"])
@pytest.mark.parametrize("voice", ["en-us+f2", "en-gb+m7"])
def test_another_word_is_no_name(names: KnownNames, says: Says, text: str, voice: str) -> None:
    assert names.which(says(text, voice, seed=9)) is None


def test_somebody_else_says_a_name_rightly_or_not_at_all(names: KnownNames, says: Says) -> None:
    told = [
        (name, names.which(says(name, voice, seed=11)))
        for name, own in TABLE
        for _, voice in TABLE
        if voice != own
    ]
    assert {heard for name, heard in told if heard != name} <= {None}


def test_the_same_name_twice_is_noticed(names: KnownNames, says: Says) -> None:
    assert names.alike(says("Mia", "en-us+f2", seed=3)) == "Mia"
    assert names.alike(says("Elizabeth", "en-us+f2", seed=3)) is None


def test_silence_is_no_name(names: KnownNames) -> None:
    assert names.which(np.zeros(8_000, np.float32)) is None
    assert names.which(np.zeros(0, np.float32)) is None


def test_one_name_alone_needs_no_other(says: Says) -> None:
    known = KnownNames()
    known.learn("Mia", says("Mia", "en-us+f2"))
    assert known.which(says("Mia", "en-us+f2", seed=5)) == "Mia"
    known.forget("Mia")
    assert known.known == ()


def test_a_name_at_another_loudness_is_the_same(names: KnownNames, says: Says) -> None:
    assert names.which(0.1 * says("Leo", "en-us+m3", seat=1, seed=2)) == "Leo"


def test_a_name_through_another_microphone_is_the_same(names: KnownNames, says: Says) -> None:
    """One that is dull above 3 kHz."""
    dull = soxr.resample(soxr.resample(says("Mia", "en-us+f2"), SAMPLE_RATE, 6_000), 6_000, 16_000)
    assert names.which(dull.astype(np.float32)) in ("Mia", None)
