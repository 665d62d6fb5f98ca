"""Whatever a user gets wrong: one clear sentence on stderr, exit status 2, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

SETUP = {
    "voicegm": 1,
    "game": "animals",
    "players": [
        {"name": "Anna", "animal": "fox"},
        {"name": "Ben", "animal": "owl"},
        {"name": "Vera", "animal": "cat"},
        {"name": "Greg", "animal": "wolf"},
    ],
    "dealer": "Greg",
    "deck": ["7H", "2S", "7C", "KD"],
    "options": {"tie_ms": 60},
}


def voicegm(
    *arguments: str, env: dict[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "voicegm", *arguments],
        capture_output=True,
        text=True,
        input=stdin,
        env={**os.environ, **(env or {})},
        timeout=120,
        check=False,
    )


def refused(*arguments: str, env: dict[str, str] | None = None) -> str:
    """The one sentence that a command refuses its input with."""
    done = voicegm(*arguments, env=env)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["shout"], "No such command 'shout'"),
        (["hear"], "Missing argument"),
        (["play", "poker"], "poker"),
        (["play", "--players", "Anna=foxx, Ben=owl"], "did you mean fox"),
        (["play", "--players", "Anna=fox, Ben=fox"], "both the fox"),
        (["demo", "--players", "A=fox,B=owl,C=cat,D=dog,E=wolf,F=cow,G=pig,H=duck,I=frog"], "8"),
        (["demo", "--option", "tie_ms"], "name=value"),
        (["demo", "--option", "tie=5"], 'no option "tie"'),
        (["demo", "--option", "tie_ms=soon"], "tie_ms"),
        (["demo", "--option", "race=maybe"], "race"),
        (["demo", "--language", "xx"], "no language 'xx'"),
        (["demo", "--engine", "keys"], "about hearing"),
        (["demo", "--games", "2", "--journal", "j.jsonl"], "one game"),
        (["demo", "animals", "--rounds", "2"], "one round"),
        (["play", "snap", "--rounds", "2"], "one round"),
        (["demo", "snip-snap-snorum", "--players", "Anna, Ben"], "3 to 52 players, not for 2"),
        (["demo", "snip-snap-snorum", "--option", "missed_cry=token"], 'set "scoring"'),
        (["hear", "nowhere.wav"], "nowhere.wav"),
        (["hear", "nowhere.wav", "--words", "foxx"], "foxx"),
        (["play", "--listen-to", "nowhere.wav"], "nowhere.wav"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl"),
        (["models", "install", "xx"], "xx"),
        (["models", "install", "en", "--from", "nowhere.zip"], "nowhere.zip"),
    ],
)
def test_it_is_said_what_is_wrong(arguments: list[str], says: str) -> None:
    assert says in refused(*arguments)


def test_a_file_that_is_no_audio_and_one_without_sound(tmp_path: Path) -> None:
    text = tmp_path / "letter.wav"
    text.write_text("Dear Anna")
    assert "letter.wav" in refused("hear", str(text))
    empty = tmp_path / "empty.wav"
    soundfile.write(str(empty), np.zeros(0, dtype=np.float32), 16_000)
    assert "holds no sound" in refused("hear", str(empty))
    assert "empty.wav" in refused("play", "--listen-to", str(empty))
    assert "folder" in refused("hear", str(tmp_path)) or str(tmp_path)


def test_a_journal_that_cannot_be_written(tmp_path: Path) -> None:
    sound = tmp_path / "still.wav"
    soundfile.write(str(sound), np.zeros(16_000, dtype=np.float32), 16_000)
    journal = tmp_path / "letter" / "j.jsonl"
    (tmp_path / "letter").write_text("in the way")
    said = refused("play", "--listen-to", str(sound), "--no-speaker", "--journal", str(journal))
    assert "cannot write the journal" in said


@pytest.mark.skipif(sys.platform != "linux", reason="hides the library as Linux loads it")
def test_without_a_microphone_the_way_round_is_told(tmp_path: Path) -> None:
    env = {"PULSE_SERVER": "unix:/nowhere", "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    done = voicegm("play", "--seed", "1", env=env)
    if done.returncode == 0:
        pytest.skip("this machine has a sound card")
    assert done.returncode == 2
    assert "--engine keys" in done.stderr and "Traceback" not in done.stderr


def journal(tmp_path: Path, *lines: object, tail: str = "") -> Path:
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (SETUP, *lines)) + tail)
    return path


DEALS = [{"at": 1000 + 3000 * n, "event": "deal"} for n in range(3)]
CALL = {"at": 7620, "event": "call", "by": "Anna", "says": "cat"}


def test_the_worked_example(tmp_path: Path) -> None:
    rest = [{"at": 9000, "event": "deal"}, {"at": 12000, "event": "end"}]
    done = voicegm("replay", str(journal(tmp_path, *DEALS, CALL, *rest)), "--json")
    assert done.returncode == 0 and done.stderr == ""
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["ruling"] for row in rows] == ["dealt", "dealt", "dealt", "won", "dealt", "over"]
    assert rows[2]["matches"] == ["Anna"]
    assert rows[3] == {"at": 7620, "ruling": "won", "player": "Anna", "from": ["Vera"], "cards": 1}
    assert rows[5]["counts"] == {"Anna": 2, "Ben": 1, "Vera": 0, "Greg": 1}
    assert rows[5]["winners"] == ["Anna"] and rows[5]["finished"] is True


def test_a_bad_line_ends_the_reading_and_loses_nothing_before_it(tmp_path: Path) -> None:
    path = journal(tmp_path, *DEALS, {"at": 8000, "event": "sneeze"}, CALL)
    done = voicegm("replay", str(path), "--json")
    assert done.returncode == 2
    assert "line 5" in done.stderr and "sneeze" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    kinds = [json.loads(line)["ruling"] for line in done.stdout.splitlines()]
    assert kinds == ["dealt", "dealt", "dealt", "over"]


def test_a_torn_last_line_is_dropped_and_said(tmp_path: Path) -> None:
    done = voicegm("replay", str(journal(tmp_path, *DEALS, tail='{"at": 9000, "ev')), "--json")
    assert done.returncode == 0
    assert "line 5" in done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["finished"] is False


def test_who_reads_no_further_is_no_error(tmp_path: Path) -> None:
    path = journal(tmp_path, *DEALS)
    command = f"'{sys.executable}' -m voicegm replay '{path}' --json | true"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in done.stderr
