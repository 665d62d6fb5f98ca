"""Vosk's own traps: words it drops, graphs it cannot use, JSON it must not be given."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from voicegm.errors import BadInput
from voicegm.hearing.engines.vosk import UNKNOWN, Vosk, phrases
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import Phrase, load


class Spy:
    """Stands before the real recogniser class and keeps the grammar it was given."""

    def __init__(self, vosk: Vosk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given = ""
        self._real = vosk._recogniser
        monkeypatch.setattr(vosk, "_recogniser", self)

    def __call__(self, model: object, rate: int, grammar: str) -> object:
        self.given = grammar
        return self._real(model, rate, grammar)


def test_a_word_missing_from_the_model_is_replaced_by_its_sound_alike(vosk: Vosk) -> None:
    pack = load("ko")
    assert vosk.spellings(pack["snorum"]) == ("스노 럼",)
    assert vosk.spellings(pack["fox"]) == ("여우",)


def test_a_word_without_any_spelling_is_refused_by_name(vosk: Vosk) -> None:
    missing = Phrase("gruffalo", "animal", ("쀏쀏",), alike=("gruff alo",))
    assert vosk.unusable([missing, load("ko")["fox"]]) == ("gruffalo",)
    with pytest.raises(BadInput, match="gruffalo"):
        vosk.recognise(np.zeros(1600, np.float32), Grammar((missing,), ()))


def test_every_korean_phrase_can_be_listened_for(vosk: Vosk) -> None:
    assert vosk.unusable(load("ko").phrases.values()) == ()


def test_decoys_that_the_model_lacks_are_left_out(vosk: Vosk) -> None:
    odd = Phrase("zzz", "decoy", ("zzz",))
    grammar = Grammar((load("ko")["fox"],), (odd,))
    vosk.recognise(np.zeros(1600, np.float32), grammar)


def test_the_grammar_is_composed_unescaped_json(
    vosk: Vosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy(vosk, monkeypatch)
    pack = load("ko")
    vosk.recognise(np.zeros(1600, np.float32), Grammar((pack["fox"],), pack.decoys[:3]))
    assert "여우" in spy.given
    assert "\\u" not in spy.given
    assert spy.given == unicodedata.normalize("NFC", spy.given)
    assert json.loads(spy.given)[-1] == "여우"


def test_unknown_is_asked_for_only_where_the_model_has_it(
    vosk: Vosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy(vosk, monkeypatch)
    grammar = Grammar((load("ko")["fox"],), ())
    vosk.recognise(np.zeros(1600, np.float32), grammar)
    assert UNKNOWN not in spy.given  # the Korean model has none
    monkeypatch.setattr(vosk, "_has_unknown", True)
    vosk.recognise(np.zeros(1600, np.float32), grammar)
    assert UNKNOWN in json.loads(spy.given)


@pytest.mark.parametrize(
    ("heard", "keys"),
    [
        ("스노 럼", ["snorum"]),
        ("스냅", ["snap"]),
        ("스냅 폿", ["snap-pot"]),
        ("스냅 스냅 폿", ["snap", "snap-pot"]),
        ("폿", [None]),
        ("", []),
    ],
)
def test_words_are_put_together_to_phrases(heard: str, keys: list[str | None]) -> None:
    meanings = {("스노", "럼"): "snorum", ("스냅",): "snap", ("스냅", "폿"): "snap-pot"}
    words = [
        {"word": word, "start": place * 0.3, "end": place * 0.3 + 0.2, "conf": 1.0}
        for place, word in enumerate(heard.split())
    ]
    assert [word.key for word in phrases(json.dumps({"result": words}), meanings)] == keys


def test_a_folder_without_the_parts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=str(tmp_path)):
        Vosk(tmp_path)


def test_a_model_with_a_static_graph_is_refused(tmp_path: Path, korean_model: Path) -> None:
    model = tmp_path / "static"
    model.mkdir()
    for part in korean_model.iterdir():
        if part.name != "graph":
            (model / part.name).symlink_to(part)
    (model / "graph").mkdir()
    for part in (korean_model / "graph").iterdir():
        if part.suffix != ".fst":
            (model / "graph" / part.name).symlink_to(part)
    (model / "graph" / "HCLG.fst").touch()
    with pytest.raises(BadInput, match="graph"):
        Vosk(model)


def test_table_talk_is_no_call(vosk: Vosk, say: object) -> None:
    pack = load("ko")
    in_play = ("fox", "goat", "lion")
    grammar = Grammar(tuple(pack[key] for key in in_play), pack.decoys_for(in_play, vosk.decoys))
    samples = np.pad(say("ko", "할머니 커피 감사합니다", "ko+f2"), 1600)  # type: ignore[operator]
    assert not any(word.key for word in vosk.recognise(samples, grammar).words)
