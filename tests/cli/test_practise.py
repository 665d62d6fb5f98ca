"""`voicegm practise`, as a user calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile
from pulse import Room

from voicegm.cli import run


def rows(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_simulated_child_practises_noises_without_sound(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    command = ["practise", "animals", "--responses", "noises", "--simulated", "--no-game"]
    assert run([*command, "--seed", "1", "--player", "Mia", "--remember", "--json"]) == 0
    told = rows(capsys.readouterr().out)
    said = [str(row["said"]) for row in told if "said" in row]
    assert said[0].startswith("Hello, Mia.")
    assert "Ben is the owl, and goes…" in said
    assert said[-1].startswith("That was very good.")
    (kept,) = [str(row["note"]) for row in told if "is kept in" in str(row.get("note"))]
    words = json.loads((tmp_path / "voicegm" / "practice" / "mia.json").read_text())["words"]
    assert str(tmp_path) in kept
    assert {"hoot", "meow", "howl"} >= set(words)


def test_korean_is_practised_with_the_real_vosk(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["practise", "--language", "ko", "--simulated", "--no-game", "--json"]) == 0
    told = rows(capsys.readouterr().out)
    assert any(row.get("heard") for row in told)
    assert any(row.get("earcon") == "fanfare" for row in told)


def test_a_recording_that_ends_ends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: PTH123, SIM115
    file = tmp_path / "nobody.wav"
    soundfile.write(str(file), np.zeros(16_000 * 20), 16_000)
    assert run(["practise", "snap", "--listen-to", str(file), "--json"]) == 0
    assert "can't hear you yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["snap", "--responses", "noises"], "is for animals"),
        (["--simulated", "--engine", "keys"], "leave the rest out"),
        (["--player", " ", "--simulated"], "needs a name"),
        (["--reaction", "1"], "300<=x<=20000"),
        (["--language", "tlh"], "no language 'tlh'"),
        (["--listen-to", "/nowhere.wav"], "nowhere.wav"),
        (["whist"], "whist"),
        (["--player", "a,b", "--simulated"], "a"),
        (["--player", "owl", "--simulated"], "owl"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["practise", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error


def test_it_runs_on_real_sound_devices(pulse: Room) -> None:
    """Through a real speaker and microphone: silence is helped along, and `stop` ends it."""
    command = [sys.executable, "-m", "voicegm", "practise", "snap", "--json", "--engine", "sphinx"]
    practice = subprocess.Popen(
        command,
        env=pulse.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert practice.stdout is not None
    assert practice.stdin is not None
    seen = []
    for line in practice.stdout:
        row = json.loads(line)
        seen.append(row)
        if str(row.get("said")).startswith("I say"):
            practice.stdin.write("yes\n")
            practice.stdin.flush()
        elif str(row.get("said")).startswith("Now this"):
            practice.stdin.write("stop\n")
            practice.stdin.flush()
    error = practice.stderr.read() if practice.stderr else ""
    assert practice.wait(30) == 0, error
    assert {"That's it!"} <= {row.get("said") for row in seen}
