"""`voicegm bench voices`: the goal for people where they are recorded, and what it prints."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from voicegm.caller import NoVoice
from voicegm.cli import run
from voicegm.errors import BadInput
from voicegm.languages.pack import load
from voicegm.table.bench_naming import measure_naming
from voicegm.table.bench_voices import CORPUS

MOST_WRONG = 0.02
LEAST_ATTRIBUTED = 0.7


@pytest.mark.skipif(CORPUS not in os.environ, reason="VOICEGM_CORPUS names no recorded people")
def test_people_are_named_or_asked() -> None:
    """The half of the people that set the thresholds comes first, the result second."""
    _, result = (naming.to_json() for naming in measure_naming(load("en"), NoVoice(), "people"))
    assert "the result" in str(result["source"])
    assert float(str(result["attributed_share"])) >= LEAST_ATTRIBUTED
    assert float(str(result["wrong_share"])) <= MOST_WRONG


def test_synthetic_voices_in_a_room(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "voices", "--voices", "synthetic", "--json"]) == 0
    (row,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert row["source"].endswith("synthetic voices in a simulated room")
    assert row["right"] + row["wrong"] + row["asked"] == row["words"] > 500
    assert row["attributed_share"] >= LEAST_ATTRIBUTED
    assert row["wrong_share"] <= MOST_WRONG


def test_too_few_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "manifest.jsonl").write_text("")
    monkeypatch.setenv(CORPUS, str(tmp_path))
    with pytest.raises(BadInput, match="choose --voices synthetic"):
        measure_naming(load("en"), NoVoice(), "people")


def test_a_folder_without_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(CORPUS, str(tmp_path / "nowhere"))
    assert run(["bench", "voices"]) == 2
    assert CORPUS in capsys.readouterr().err
