"""One contract for all recognisers: what must be heard, what must not, and what it depends on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from voicegm.errors import BadInput
from voicegm.hearing.engines.keys import Keys
from voicegm.hearing.engines.recogniser import Recognition
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.languages.pack import Phrase, load
from voicegm.sound.frames import SAMPLE_RATE

NOBODY_KNOWS = Phrase("zzyzx", "name", ("zzyzx",))


@dataclass(frozen=True)
class Case:
    """An engine, a table for it, and how to say something to it."""

    engine: Any
    language: str
    utter: Callable[[str], Any]
    join: Callable[[Any, Any], Any]
    words: tuple[str, ...]
    others: tuple[str, ...]
    decoys: int
    two: tuple[str, str]
    """Two words of the table that are told apart when they run into one another."""
    refuses: tuple[Phrase, ...] = field(default=(NOBODY_KNOWS,))

    def grammar(self, two: bool = True) -> Grammar:
        return Grammars(load(self.language), self.decoys).of(InPlay(self.words, two))

    def hear(self, text: str, two: bool = True) -> Recognition:
        return self.engine.recognise(self.utter(text), self.grammar(two))  # type: ignore[no-any-return]

    def spoken(self, key: str) -> str:
        return load(self.language)[key].say[0]


def padded(samples: Any) -> Any:
    return np.pad(samples, SAMPLE_RATE // 10)


@pytest.fixture(params=["sphinx", "french", "romanian", "vosk", "keys"])
def case(request: pytest.FixtureRequest, say: Any) -> Case:
    if request.param == "keys":
        return Case(
            Keys(),
            "en",
            str,
            lambda one, other: f"{one} {other}",
            ("fox", "owl", "snap-pot"),
            ("table", "fox-trot", "foxes"),
            decoys=0,
            two=("fox", "owl"),
            refuses=(),
        )
    engine = request.getfixturevalue(request.param)
    if request.param == "sphinx":
        return Case(
            engine,
            "en",
            lambda text: padded(say("en", text)),
            lambda one, other: np.concatenate([one, other]),
            ("wolf", "goat", "frog", "tiger", "monkey", "camel"),
            ("water", "nineteen", "yesterday", "music", "whose turn is it", "something else"),
            engine.decoys,
            two=("tiger", "monkey"),
        )
    if request.param == "french":
        return Case(
            engine,
            "fr",
            lambda text: padded(say("fr", text, "fr+m3")),
            lambda one, other: np.concatenate([one, other]),
            ("fox", "elephant", "crocodile", "rabbit", "cow", "butterfly"),
            ("aujourd'hui", "boulangerie", "bonne nuit", "trente", "la musique"),
            engine.decoys,
            two=("crocodile", "elephant"),
        )
    if request.param == "romanian":
        return Case(
            engine,
            "ro",
            lambda text: padded(say("ro", text, "ro+m3")),
            lambda one, other: np.concatenate([one, other]),
            ("fox", "cat", "elephant", "snake", "butterfly", "monkey"),
            ("mulțumesc", "bucătărie", "de ce nu", "treizeci", "muzică"),
            engine.decoys,
            two=("monkey", "elephant"),
        )
    return Case(
        engine,
        "ko",
        lambda text: padded(say("ko", text, "ko+f2")),
        lambda one, other: np.concatenate([one, other]),
        ("fox", "goat", "lion", "monkey", "turtle", "butterfly"),
        ("할머니", "감사합니다", "전화", "카드"),
        engine.decoys,
        two=("lion", "monkey"),
    )


def keys(recognition: Recognition) -> list[str]:
    return [word.key for word in recognition.words if word.key is not None]


def test_words_in_play_are_heard(case: Case) -> None:
    assert {key: keys(case.hear(case.spoken(key))) for key in case.words} == {
        key: [key] for key in case.words
    }


def test_other_words_are_not(case: Case) -> None:
    assert {text: keys(case.hear(text)) for text in case.others} == {
        text: [] for text in case.others
    }


def test_two_words_run_together_are_both_heard_in_order(case: Case) -> None:
    first, second = case.two
    together = case.join(case.utter(case.spoken(first)), case.utter(case.spoken(second)))
    heard = case.engine.recognise(together, case.grammar())
    assert keys(heard) == [first, second]
    starts_ms = [word.start_ms for word in heard.words]
    assert starts_ms == sorted(set(starts_ms))


def test_what_was_heard_before_has_no_say(case: Case) -> None:
    texts = [*map(case.spoken, case.words), *case.others]
    there = {text: case.hear(text) for text in texts}
    back = {text: case.hear(text) for text in reversed(texts)}
    assert there == back


def test_confidence_is_a_share(case: Case) -> None:
    for text in (case.spoken(case.words[0]), case.others[0]):
        for word in case.hear(text).words:
            assert 0 <= word.confidence <= 1


def test_it_tells_what_it_cannot_listen_for(case: Case) -> None:
    pack = load(case.language)
    asked = [*(pack[key] for key in case.words), *case.refuses]
    assert case.engine.unusable(asked) == tuple(phrase.key for phrase in case.refuses)


def test_a_word_it_cannot_listen_for_never_reaches_the_native_side(case: Case) -> None:
    for phrase in case.refuses:
        with pytest.raises(BadInput, match="zzyzx"):
            case.engine.recognise(case.utter(case.others[0]), Grammar((phrase,), ()))
    assert keys(case.hear(case.spoken(case.words[0]))) == [case.words[0]]
