"""Recorded people and meetings: how much is heard, and how much is invented, as a floor.

The figures themselves are printed by the scripts that docs/hearing.md names.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import soundfile
from soundscape import blocks, room

from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.listener import Decided, Listener
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.languages.pack import load

TABLES = [
    ("fox", "owl", "cat", "dog", "cow", "duck", "frog", "goat"),
    ("snake", "bee", "rat", "giraffe", "dragon", "chicken", "bird", "dog"),
]
OTHERS = 30
"""Other words tried with each table; the scripts try 150."""


@pytest.fixture(scope="module")
def clips(corpus: Path) -> list[dict[str, Any]]:
    lines = (corpus / "manifest.jsonl").read_text("utf-8").splitlines()
    return [clip for clip in map(json.loads, lines) if clip["lang"] == "en"]


def heard(sphinx: Sphinx, path: Path, words: tuple[str, ...]) -> list[Decided]:
    samples, _ = soundfile.read(path, dtype="float32")
    sound = room(len(samples) / 16000 + 1.5, (0.75, samples))
    ears = Listener(1, sphinx, Grammars(load("en"), sphinx.decoys), lambda _: InPlay(words), 20)
    events = [event for block in blocks(sound) for event in ears.feed(block)] + ears.finish()
    return [event for event in events if isinstance(event, Decided)]


def keys(sphinx: Sphinx, path: Path, words: tuple[str, ...]) -> list[str]:
    return [word.key for call in heard(sphinx, path, words) for word in call.words]


def human(clips: list[dict[str, Any]], words: tuple[str, ...], among: bool) -> Iterator[Any]:
    for clip in clips:
        if clip["kind"] == "human" and (clip["word"] in words) is among:
            yield clip


def test_people_are_heard(sphinx: Sphinx, corpus: Path, clips: list[dict[str, Any]]) -> None:
    right = [
        keys(sphinx, corpus / clip["file"], words) == [clip["word"]]
        for words in TABLES
        for clip in human(clips, words, among=True)
    ]
    assert sum(right) >= 0.75 * len(right)


def test_other_words_are_let_be(sphinx: Sphinx, corpus: Path, clips: list[dict[str, Any]]) -> None:
    invented = [
        bool(keys(sphinx, corpus / clip["file"], words))
        for words in TABLES
        for clip in random.Random(7).sample(list(human(clips, words, among=False)), OTHERS)
    ]
    assert sum(invented) <= 0.15 * len(invented)


def test_meetings_hold_few_calls(sphinx: Sphinx, corpus: Path, clips: list[dict[str, Any]]) -> None:
    words = (*TABLES[0][:7], "pig")
    files = [corpus / clip["file"] for clip in clips if clip["kind"] == "talk"]
    minutes = sum(soundfile.info(file).duration for file in files) / 60
    invented = sum(len(keys(sphinx, file, words)) for file in files)
    assert invented <= 1.5 * minutes
