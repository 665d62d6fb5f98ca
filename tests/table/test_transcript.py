"""What people read along."""

from __future__ import annotations

import io

import pytest

from voicegm.languages.pack import load
from voicegm.table.transcript import PlainTranscript


@pytest.mark.parametrize(
    ("language", "key", "words"),
    [
        ("en", "fox", "fox"),
        ("fr", "fox", "renard"),
        ("ko", "fox", "여우"),
        ("en", "7H", "seven of hearts"),
    ],
)
def test_what_was_heard_is_printed_in_the_language_of_the_table(
    language: str, key: str, words: str
) -> None:
    out = io.StringIO()
    PlainTranscript(out, load(language)).heard({"word": key, "start_ms": 61_040})
    assert out.getvalue() == f"   61.0  heard     “{words}”\n"


def test_names_and_talk_are_printed_as_they_are() -> None:
    assert load("fr").in_words("Anna") == "Anna"
    assert load("ro").in_words("hai odată") == "hai odată"
