"""`voicegm voices`, as a user calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import soundfile
from pulse import Room

from voicegm.cli import run


def test_the_voices_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["voices", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == {
        "name": "en",
        "kind": "pyttsx3",
        "language": "en-gb",
        "usual": True,
        "note": "",
    }
    assert "piper-joe" in {row["name"] for row in rows}


def test_what_is_said_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lengths = {}
    for rate in (120, 240):
        file = tmp_path / f"{rate}.wav"
        command = ["voices", "--say", "Seven of hearts", "--rate", str(rate), "--save", str(file)]
        assert run([*command, "--json"]) == 0
        row = json.loads(capsys.readouterr().out)
        assert row["said"] == "Seven of hearts"
        lengths[rate] = soundfile.info(str(file)).duration
        assert abs(lengths[rate] * 1000 - row["duration_ms"]) < 2
    assert lengths[120] > 1.5 * lengths[240]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--language", "tlh"], "no voice here speaks 'tlh'"),
        (["--voice", "zz"], "no voice 'zz'"),
        (["--save", "x.wav"], "add --say TEXT"),
        (["--say", "hello", "--save", "/nowhere/x.wav"], "cannot be written"),
        (["--say", "hello", "--rate", "1"], "80<=x<=400"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["voices", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error


def test_a_voice_is_heard_through_the_speaker(pulse: Room) -> None:
    command = [sys.executable, "-m", "voicegm", "voices", "--say", "Seven of hearts"]
    done = subprocess.run(
        command, env=pulse.env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Seven of hearts" in done.stdout
