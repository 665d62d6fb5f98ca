"""What PocketSphinx is given and how its evidence is weighed."""

from __future__ import annotations

import numpy as np
import pytest

from voicegm.hearing.engines.evidence import (
    ACCEPT_NATS,
    ACCEPT_TWO_NATS,
    TWO_NATS,
    UNCLEAR_NATS,
    Alternatives,
    Decode,
    confidence,
    weigh,
)
from voicegm.hearing.engines.recogniser import Word
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import load, name_key
from voicegm.sound.frames import Samples

LOUD_MS = (100, 600)


def decode(scores: Alternatives, start_ms: int = 100, end_ms: int = 600) -> Decode:
    """A decode whose best path, if it has one word, lies there."""
    best = max(scores, key=lambda reading: scores[reading])
    path = (Word(best[0], start_ms, end_ms, 0.0),) if len(best) == 1 else ()
    return Decode(scores, path)


@pytest.mark.parametrize(
    ("lead", "word", "unclear"),
    [
        (80.0, "fox", False),
        (ACCEPT_NATS, "fox", False),
        (ACCEPT_NATS - 1, None, True),
        (UNCLEAR_NATS, None, True),
        (UNCLEAR_NATS - 1, None, False),
    ],
)
def test_the_lead_over_ordinary_words_decides(lead: float, word: str | None, unclear: bool) -> None:
    heard = weigh(decode({("fox",): -300 + lead, (None,): -300}), None, LOUD_MS)
    assert [found.key for found in heard.words] == [word]
    assert heard.unclear is unclear


def test_a_word_that_nothing_else_came_near_is_sure() -> None:
    (word,) = weigh(decode({("fox",): -200}), None, LOUD_MS).words
    assert word.key == "fox"
    assert word.confidence > 0.95


def test_nothing_kept_by_the_search_is_nothing_made_out() -> None:
    assert weigh(Decode({}, ()), None, LOUD_MS).words == ()


def test_only_ordinary_words_kept_is_no_call_and_not_unclear() -> None:
    heard = weigh(decode({(None,): -200}), None, LOUD_MS)
    assert [word.key for word in heard.words] == [None]
    assert not heard.unclear


def test_confidence_grows_with_the_lead() -> None:
    leads = [confidence(lead) for lead in (-100, -45, 0, 50, 200)]
    assert leads == sorted(leads)
    assert all(0 < sure < 1 for sure in leads)


@pytest.mark.parametrize(
    ("over_one", "over_other", "words", "doubtful"),
    [
        (TWO_NATS + 1, ACCEPT_TWO_NATS, ["fox", "owl"], False),
        (TWO_NATS + 1, ACCEPT_TWO_NATS - 1, ["fox"], True),
        (TWO_NATS - 1, 200, ["fox"], False),
    ],
)
def test_two_words_must_lead_one_word_and_all_others(
    over_one: float, over_other: float, words: list[str], doubtful: bool
) -> None:
    single = decode({("fox",): -300, (None,): -340})
    two = -250.0
    double = decode({("fox", "owl"): two, ("fox",): two - over_one, (None,): two - over_other})
    heard = weigh(single, double, LOUD_MS)
    assert [word.key for word in heard.words] == words
    assert heard.doubtful is doubtful


def test_two_words_without_places_share_the_sound() -> None:
    double = decode({("fox", "owl"): -200, (None,): -400})
    heard = weigh(decode({(None,): -300}), double, LOUD_MS)
    assert [(word.start_ms, word.end_ms) for word in heard.words] == [(100, 350), (350, 600)]


@pytest.mark.parametrize(
    ("start_ms", "end_ms", "doubtful"),
    [(100, 600, False), (230, 600, False), (300, 600, True), (100, 300, True)],
)
def test_a_word_that_covers_only_part_of_the_sound_is_doubtful(
    start_ms: int, end_ms: int, doubtful: bool
) -> None:
    single = decode({("fox",): -200, (None,): -400}, start_ms, end_ms)
    assert weigh(single, None, LOUD_MS).doubtful is doubtful


@pytest.mark.parametrize("scale", [0.02, 0.3, 1.0])
def test_loudness_does_not_matter(sphinx: Sphinx, say: object, scale: float) -> None:
    pack = load("en")
    grammar = Grammar((pack["wolf"], pack["frog"]), pack.decoys_for(("wolf", "frog"), 100))
    samples: Samples = np.pad(say("en", "wolf"), 1600)  # type: ignore[operator]
    heard = sphinx.recognise(samples * scale, grammar)
    assert [word.key for word in heard.words] == ["wolf"]


def test_silence_is_no_word(sphinx: Sphinx) -> None:
    pack = load("en")
    grammar = Grammar((pack["wolf"], pack["owl"]), pack.decoys_for(("wolf", "owl"), 200))
    for samples in (np.zeros(8000, np.float32), np.zeros(0, np.float32)):
        assert not any(word.key for word in sphinx.recognise(samples, grammar).words)


def test_names_are_looked_up_and_unknown_ones_told(sphinx: Sphinx) -> None:
    pack = load("en").with_names(["Anna", "Wolfgang", "Zyxwv"])
    names = [pack[name_key(name)] for name in ("Anna", "Wolfgang", "Zyxwv")]
    assert sphinx.unusable(names) == (name_key("Zyxwv"),)


def test_every_english_phrase_can_be_listened_for(sphinx: Sphinx) -> None:
    assert sphinx.unusable(load("en").phrases.values()) == ()
