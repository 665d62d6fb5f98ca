"""Presets, pauses and the voice on the command line of `play` and `demo`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from voicegm.cli import run


def played(folder: Path, *arguments: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The set-up that a game writes down, and what it prints, when it is stopped at once."""
    journal = folder / "evening.jsonl"
    command = [sys.executable, "-m", "voicegm", "play", *arguments, "--engine", "keys", "--json"]
    done = subprocess.run(
        [*command, "--no-speaker", "--journal", str(journal)],
        input="stop\n",
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return json.loads(journal.read_text("utf-8").splitlines()[0]), rows


def test_the_preset_is_written_down_and_options_win_over_it(tmp_path: Path) -> None:
    setup, _ = played(
        tmp_path,
        "snap",
        "--preset",
        "small-children",
        "--pause",
        "quick",
        "--option",
        "hints=false",
    )
    options = setup["options"]
    assert options["race"] is False
    assert options["penalty"] == "none"
    assert options["call_back_in"] is True
    assert options["pause_ms"] == 1_200
    assert "hints" not in options  # the default, asked for over the preset


def test_head_starts_can_be_written_plainly(tmp_path: Path) -> None:
    setup, _ = played(tmp_path, "animals", "--option", "head_start_ms=Anna=500, Ben=200")
    assert setup["options"]["head_start_ms"] == {"Anna": 500, "Ben": 200}


@pytest.mark.parametrize("verbosity", ["full", "earcons"])
def test_whatever_is_said_all_is_printed(verbosity: str, tmp_path: Path) -> None:
    _, rows = played(tmp_path, "animals", "--verbosity", verbosity)
    assert rows[1]["said"] == "Hello. I'm the game master."


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "--preset", "grown-ups"], "small-children"),
        (["play", "--pause", "forever"], "slow"),
        (["play", "--volume", "301"], "0<=x<=300"),
        (["play", "--rate", "10"], "80<=x<=400"),
        (["play", "--verbosity", "chatty"], "earcons"),
        (["demo", "--voice", "zz"], "no voice 'zz'"),
        (["demo", "--option", "head_start_ms=Zoe=500"], "Zoe"),
        (["demo", "--option", "pause_ms=later"], "slow, usual, quick"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error


@pytest.mark.parametrize("command", ["play", "demo", "practise"])
def test_help_tells_of_voices(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert "--voice" in text
    assert "--rate" in text
