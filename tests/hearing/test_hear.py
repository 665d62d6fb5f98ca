"""Recordings through `hear`: rows as `voicegm hear --json` prints them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from soundscape import room

from voicegm.errors import BadInput
from voicegm.hearing.hear import Row, hear
from voicegm.hearing.measure import Clip, compare
from voicegm.sound.frames import SAMPLE_RATE, Samples

FIELDS = ["word", "start_ms", "end_ms", "decided_ms", "channel", "confidence", "engine"]


def record(path: Path, *channels: Samples, rate: int = SAMPLE_RATE) -> Path:
    soundfile.write(path, np.stack(channels, axis=1), rate)
    return path


def heard(rows: list[Row]) -> list[str]:
    return [row["word"] for row in rows if row["word"]]


def test_rows_are_as_promised(tmp_path: Path, say: Any) -> None:
    path = record(tmp_path / "a.wav", room(3, (1.0, say("en", "wolf"))))
    (row,) = hear(path, "en", ["wolf", "frog"], "sphinx", budget_ms=20)
    assert list(row) == FIELDS
    assert row["word"] == "wolf"
    assert row["engine"] == "sphinx"
    assert row["channel"] == 0
    assert 0 < row["confidence"] <= 1
    assert abs(row["start_ms"] - 1000) <= 30
    assert row["start_ms"] < row["end_ms"] < row["decided_ms"] <= row["end_ms"] + 300


def test_what_is_no_call_has_a_row_without_word(tmp_path: Path, say: Any) -> None:
    path = record(tmp_path / "a.wav", room(3, (1.0, say("en", "nineteen"))))
    (row,) = hear(path, "en", ["wolf", "frog"], "sphinx")
    assert row["word"] is None


def test_all_animals_are_listened_for_unless_words_are_given(tmp_path: Path, say: Any) -> None:
    path = record(tmp_path / "a.wav", room(5, (1.0, say("en", "monkey")), (3.0, say("en", "wolf"))))
    assert heard(list(hear(path))) == ["monkey", "wolf"]


def test_rows_come_in_the_order_of_onsets_over_all_channels(tmp_path: Path, say: Any) -> None:
    wolf, goat, monkey = (say("en", word) for word in ("wolf", "goat", "monkey"))
    path = record(
        tmp_path / "a.flac",
        room(6, (1.0, goat), (4.0, monkey)),
        room(6, (1.1, wolf), (2.5, monkey)),
    )
    rows = list(hear(path, "en", ["wolf", "monkey", "goat"], "sphinx"))
    assert [(row["channel"], row["word"]) for row in rows] == [
        (0, "goat"),
        (1, "wolf"),
        (1, "monkey"),
        (0, "monkey"),
    ]


@pytest.mark.parametrize(
    ("words", "language", "engine", "sentence"),
    [
        (["foxx"], "en", "sphinx", "did you mean fox"),
        (["wolf"], "xx", "sphinx", "no language 'xx'"),
        (["wolf"], "en", "keys", "hears no sound"),
    ],
)
def test_what_cannot_be_heard_is_refused(
    tmp_path: Path, words: list[str], language: str, engine: str, sentence: str
) -> None:
    path = record(tmp_path / "a.wav", room(1))
    with pytest.raises(BadInput, match=sentence):
        list(hear(path, language, words, engine))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.wav"):
        list(hear(tmp_path / "none.wav"))


def test_korean_words_may_be_given_as_they_are_said(
    tmp_path: Path, say: Any, korean_model: Path
) -> None:
    sound = room(3, (1.0, say("ko", "원숭이", "ko+f2")))
    path = record(tmp_path / "a.wav", sound)
    rows = list(hear(path, "ko", ["사자", "원숭이", "fox"], "auto", model=korean_model))
    assert [(row["word"], row["engine"]) for row in rows] == [("monkey", "vosk")]


def test_our_endpointing_is_sooner_than_the_engines_own(say: Any, korean_model: Path) -> None:
    words = {"fox": "여우", "goat": "염소", "monkey": "원숭이", "turtle": "거북이"}
    clips = [Clip(key, say("ko", spoken, "ko+f2")) for key, spoken in words.items()]
    found = compare("ko", korean_model, clips)
    assert found.ours.right >= 3
    assert found.engines_own.right >= 3
    assert found.ratio > 1
