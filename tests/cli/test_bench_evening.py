"""`voicegm bench evening` and `voicegm bench memory`, briefly."""

from __future__ import annotations

import json

from voicegm.cli import run
from voicegm.people.crowd import Line, Part, Person
from voicegm.people.room import Spoken
from voicegm.table.bench_evening import _for_nothing
from voicegm.table.bench_memory import Memory
from voicegm.table.truth import Said

ANNA = Person("Anna", "fox", 0, "en-us+f2")


def said(part: Part, onset_ms: int) -> Said:
    return Said(Line(ANNA, "owl", part, onset_ms), Spoken(onset_ms, onset_ms + 300))


def test_what_nobody_called_is_for_nothing() -> None:
    lines = [said(Part.TALK, 1_000), said(Part.CALL, 5_000), said(Part.FALSE_CALL, 9_000)]
    assert _for_nothing([(1_000, 1_600)], lines) == 1
    assert _for_nothing([(5_100, 5_600), (9_000, 9_500)], lines) == 0


def test_an_answer_to_once_more_is_a_call() -> None:
    lines = [said(Part.TALK, 1_000), said(Part.CALL, 3_000)]
    assert _for_nothing([(1_000, 3_600)], lines) == 0


def test_an_evening_is_played_and_told_as_json(capsys) -> None:
    assert run(["bench", "evening", "--minutes", "0.1", "--noise", "clatter", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["games"] == 1
    assert row["minutes"] > 1
    assert row["sentences"] > 10
    assert row["penalties"] == 0
    assert row["longest_hold_ms"] <= 3_000


def test_memory_is_looked_at_in_both_processes(capsys) -> None:
    assert run(["bench", "memory", "--utterances", "100", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["utterances"] == 100
    assert len(row["listener_mb"]) == len(row["recogniser_mb"]) == 2
    assert min(row["listener_mb"] + row["recogniser_mb"]) > 20


def test_growth_after_the_caches_are_full_is_told() -> None:
    filling = (100.0, 120.0, 130.0)
    flat = Memory(600, (*filling, *[140.0] * 4), (*filling, *[90.0, 90.1, 90.2, 90.3]))
    listener_kb, recogniser_kb = flat.slopes_kb
    assert abs(listener_kb) < 1e-6
    assert abs(recogniser_kb - 1.024) < 1e-3
