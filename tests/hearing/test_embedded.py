"""The embedded engine in languages that PocketSphinx has no model for: on recordings of people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from voicegm.hearing.ear.head import Head, path_of
from voicegm.hearing.engines.embedded import Embedded, can_hear, hang_ms
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.languages.pack import load

TABLES = {"french": ("fr",), "romanian": ("ro",)}
MEASURED = {
    "fr": "fox,owl,cow,horse/cat,duck,goat,rabbit/pig,hen,bear,mouse",
    "ro": "fox,owl,cat,snake/cow,duck,pig,bee/hen,goat,bird,cat",
}
LARGEST_BYTES = 610_000


@pytest.mark.parametrize("language", ["fr", "ro"])
def test_a_head_is_small_and_knows_what_is_called(language: str) -> None:
    pack = load(language)
    assert path_of(language).stat().st_size <= LARGEST_BYTES
    called = {key for kind in ("animal", "noise", "chant") for key in pack.keys(kind)}
    assert called.isdisjoint(Head.load(path_of(language)).unknown(pack))


def test_it_can_hear_what_it_was_taught_or_has_english_sounds_for() -> None:
    assert [can_hear(code) for code in ("en", "fr", "ro", "ko")] == [True, True, True, False]


def test_the_voice_may_rest_longer_where_an_article_comes_before_the_noun() -> None:
    assert hang_ms("fr") > hang_ms("ro")


@pytest.mark.parametrize("engine", ["french", "romanian"])
def test_cards_are_left_to_pocketsphinx(engine: str, request: pytest.FixtureRequest) -> None:
    heard: Embedded = request.getfixturevalue(engine)
    (language,) = TABLES[engine]
    pack = load(language)
    assert heard.unusable([pack["7H"], pack["Q"], pack["coventry-4"]]) == ()


@pytest.mark.parametrize("engine", ["french", "romanian"])
def test_a_mixed_grammar_hears_what_the_ear_knows(
    engine: str, request: pytest.FixtureRequest, say: Any
) -> None:
    recogniser: Embedded = request.getfixturevalue(engine)
    (language,) = TABLES[engine]
    pack = load(language)
    grammar = Grammars(pack, recogniser.decoys).of(InPlay(("elephant", "fox", "7"), two=False))
    for key in ("elephant", "fox"):
        said = say(language, pack[key].say[0], f"{language}+f2")
        words = recogniser.recognise(np.pad(said, 1600), grammar).words
        assert [word.key for word in words] == [key]


@pytest.mark.parametrize("engine", ["french", "romanian"])
def test_people_are_heard_as_well_as_the_pack_says(
    engine: str, request: pytest.FixtureRequest, corpus: Path
) -> None:
    """The tables of docs/languages.md, cut as recorded; `voicegm hear` on the same clips in one
    recording gave the figures in the pack."""
    recogniser: Embedded = request.getfixturevalue(engine)
    (language,) = TABLES[engine]
    pack = load(language)
    lines = (corpus / "manifest.jsonl").read_text("utf-8").splitlines()
    clips = [clip for clip in map(json.loads, lines) if clip["lang"] == language]
    clips = [clip for clip in clips if clip["kind"] == "human"]
    right = of = 0
    for keys in MEASURED[language].split("/"):
        table = tuple(keys.split(","))
        grammar = Grammars(pack, recogniser.decoys).of(InPlay(table, two=False))
        for clip in clips:
            if clip["word"] in table:
                samples, _ = soundfile.read(corpus / clip["file"], dtype="float32")
                words = recogniser.recognise(samples, grammar).words
                right += [word.key for word in words] == [clip["word"]]
                of += 1
    assert pack.heard
    assert of == pack.heard.of
    assert right / of >= pack.heard.right / pack.heard.of - 0.2
