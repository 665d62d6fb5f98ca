"""Cards read out: every rank and suit, what mends them, and what must not be taken for one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from voicegm.cards import RANKS, full_pack
from voicegm.hearing.ear.head import Head, cards_path_of, spoken_cards
from voicegm.hearing.engines.recogniser import Recognition
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.languages.lines import other_talk
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE
from voicegm.table.real_deck import CARDS

IN_PLAY = ("fox", "owl", "wolf", "tiger", *CARDS, "no", "last-card")
VOICES = ("en-us+f2", "en-us+m2")
SURE = 0.6
"""From here on a card is taken for read."""


def heard(engine: Any, samples: Any, **beside: Any) -> Recognition:
    grammar = Grammars(load("en"), engine.decoys).of(InPlay(IN_PLAY, **beside))
    found: Recognition = engine.recognise(np.pad(samples, SAMPLE_RATE // 10), grammar)
    return found


def keys(recognition: Recognition) -> list[str]:
    return [word.key for word in recognition.words if word.key and word.confidence >= SURE]


@pytest.mark.parametrize("voice", VOICES)
def test_every_card_is_heard(voice: str, sphinx: Sphinx, say: Any) -> None:
    pack = load("en")
    wrong = {
        card: found
        for card in map(str, full_pack())
        if (found := keys(heard(sphinx, say("en", pack[card].say[0], voice)))) != [card]
    }
    assert len(wrong) <= 3, wrong


@pytest.mark.parametrize("voice", ["en+f2", "en-gb-x-rp+m2"])
def test_an_ace_is_no_eight(voice: str, sphinx: Sphinx, say: Any) -> None:
    """Only what lies above 3.8 kHz tells one from the other in these voices."""
    pack = load("en")
    cards = [rank + suit for rank in "A8" for suit in "CDHS"]
    found = {card: keys(heard(sphinx, say("en", pack[card].say[0], voice))) for card in cards}
    assert sum(found[card] == [card] for card in cards) >= 6, found


@pytest.mark.parametrize("voice", ["en+f2", "en-gb-x-rp+m2"])
def test_a_card_mends_the_one_that_it_sounds_like(voice: str, sphinx: Sphinx, say: Any) -> None:
    pairs = {"AC": "8C", "8S": "AS", "KD": "TD", "3H": "QH", "TH": "2H", "5C": "9C"}
    found = {
        card: keys(
            heard(
                sphinx,
                say("en", f"no, {load('en')[card].say[0]}", voice),
                denied=(denied[0], denied),
            )
        )
        for card, denied in pairs.items()
    }
    assert sum(found[card] == ["no", card] for card in pairs) >= 5, found


@pytest.mark.parametrize("voice", VOICES)
def test_most_ranks_alone_are_heard_and_none_as_another(
    voice: str, sphinx: Sphinx, say: Any
) -> None:
    pack = load("en")
    found = {rank: keys(heard(sphinx, say("en", pack[rank].say[0], voice))) for rank in RANKS}
    assert sum(found[rank] == [rank] for rank in RANKS) >= 10
    assert sum(found[rank] not in ([rank], []) for rank in RANKS) <= 1, found


def test_a_no_and_a_card_are_both_heard(sphinx: Sphinx, say: Any) -> None:
    said = say("en", "no, nine of clubs", "en-us+f2")
    assert keys(heard(sphinx, said)) == ["no", "9C"]
    assert keys(heard(sphinx, say("en", "no", "en-us+f2"))) == ["no"]


def test_what_a_no_denies_is_not_heard_behind_it(sphinx: Sphinx, say: Any) -> None:
    said = say("en", "no, nine of clubs", "en-us+f2")
    assert keys(heard(sphinx, said, denied=("9", "9C"))) != ["no", "9C"]
    alone = say("en", "nine of clubs", "en-us+f2")
    assert keys(heard(sphinx, alone, denied=("9", "9C"))) == ["9C"]
    assert "9C" not in keys(heard(sphinx, alone, denied=("9", "9C"), mending=True))


def test_that_there_are_no_more_cards_is_heard(sphinx: Sphinx, say: Any) -> None:
    assert keys(heard(sphinx, say("en", "that was the last card", "en-us+m2"))) == ["last-card"]


def test_a_call_is_no_card(sphinx: Sphinx, say: Any) -> None:
    for animal in ("fox", "owl", "wolf", "tiger"):
        found = heard(sphinx, say("en", animal, "en-us+f2"))
        assert keys(found) in ([animal], [])


def test_talk_is_seldom_taken_for_a_card(sphinx: Sphinx, say: Any) -> None:
    short = [text for text in other_talk("en") if len(text.split()) <= 4][:30]
    taken = {text: keys(heard(sphinx, say("en", text, "en-us+m2"))) for text in short}
    cards = {text: found for text, found in taken.items() if set(found) & set(CARDS)}
    assert len(short) >= 10
    assert len(cards) <= len(short) // 10, cards


def test_cards_of_the_corpus_are_heard(sphinx: Sphinx, corpus: Any) -> None:
    from voicegm.table.bench_cards import clips_of_cards  # noqa: PLC0415  (needs the corpus)

    clips = [(key, sound) for key, sound in clips_of_cards(load("en"), corpus) if len(key) > 1]
    right = sum(keys(heard(sphinx, sound.samples)) == [key] for key, sound in clips)
    assert len(clips) >= 20
    assert right / len(clips) >= 0.95


def test_the_head_knows_the_cards_as_they_are_said() -> None:
    assert Head.load(cards_path_of("en")).forms == spoken_cards(load("en"))
