"""`voicegm` alone, `voicegm set-up` and tables that are kept, as a user calls them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from voicegm.cli import run

TYPED = ["animals", "2", "Mia", "fox", "fox", "Leo", "owl", "owl", "yes"]


def voicegm(*arguments: str, typed: str = "", home: Path) -> subprocess.CompletedProcess[str]:
    environment = {"XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home), "PATH": "/usr/bin"}
    return subprocess.run(
        [sys.executable, "-m", "voicegm", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment,
    )


def test_alone_it_asks_for_a_microphone_in_a_sentence(tmp_path: Path) -> None:
    """Where there is none, as here: nothing can be said."""
    done = voicegm(home=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("voicegm: ")
    assert "microphone" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_tells_what_it_does_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert "Without a command, a game" in " ".join(capsys.readouterr().out.split())


def test_people_set_up_a_table_and_play_in_a_demo(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["demo", "snip-snap-snorum", "--set-up", "--fast", "--seed", "5", "--json"]
    assert run([*command, "--players", "Mia, Leo, Tom"]) == 0
    rows = list(map(json.loads, capsys.readouterr().out.splitlines()))
    said = [row["said"] for row in rows if "said" in row]
    assert said[0] == "Hello. I'm the game master."
    assert "First player: say your name." in said
    assert not any("Mia" in text for text in said)
    assert any(row.get("spoken") == "Mia" for row in rows)
    assert "report" in rows[-1]


def test_set_up_in_a_demo_is_for_one_usual_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--set-up", "--microphone-each"]) == 2
    assert "--set-up" in capsys.readouterr().err


def test_a_table_is_kept_and_said_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", (tmp_path / "typed").open("w+"))
    recording = silence(tmp_path)
    play = ["play", "--listen-to", str(recording), "--no-speaker", "--engine", "keys"]
    journal = ["--journal", str(tmp_path / "game.jsonl")]
    kept = ["--players", "Mia=cat, Leo=rat", "--save-table", "family"]
    assert run([*play, "animals", *kept, *journal]) == 0
    shown = capsys.readouterr()
    assert f"{tmp_path}/voicegm/tables/family.json" in shown.out
    assert "cat and rat sound alike" in shown.err
    again = ["--table", "family", "--journal", str(tmp_path / "again.jsonl")]
    assert run([*play, "snap", *again]) == 0
    setup = json.loads((tmp_path / "again.jsonl").read_text().splitlines()[0])
    assert [player["name"] for player in setup["players"]] == ["Mia", "Leo"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--table", "nowhere"], "there is no table 'nowhere'"),
        (["--table", "../x"], "cannot be called"),
        (["--table", "family", "--players", "Mia=fox, Leo=owl"], "leave --players out"),
    ],
)
def test_a_table_that_cannot_be_is_said_in_a_sentence(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run(["play", "animals", "--engine", "keys", "--no-speaker", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_table_is_set_up_by_typing_ahead(tmp_path: Path) -> None:
    recording = silence(tmp_path, seconds=100)
    command = ["set-up", "--listen-to", str(recording), "--engine", "keys", "--no-speaker"]
    kept = ["--save-table", "family", "--journal", str(tmp_path / "game.jsonl")]
    done = voicegm(*command, *kept, typed="\n".join(TYPED) + "\n", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "And your animal, Leo?" in done.stdout
    assert done.stdout.count("Hello. I'm the game master.") == 1
    players = json.loads((tmp_path / "voicegm" / "tables" / "family.json").read_text())["players"]
    assert players == [{"name": "Mia", "animal": "fox"}, {"name": "Leo", "animal": "owl"}]
    setup = json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])
    assert setup["players"] == players


def test_a_recording_that_ends_before_is_no_set_up(tmp_path: Path) -> None:
    command = ["set-up", "--listen-to", str(silence(tmp_path)), "--no-speaker"]
    done = voicegm(*command, home=tmp_path)
    assert done.returncode == 0
    assert "Nothing was set up." in done.stdout


def silence(folder: Path, seconds: int = 1) -> Path:
    """Nothing to be heard."""
    import numpy as np  # noqa: PLC0415
    import soundfile  # noqa: PLC0415

    path = folder / "silence.wav"
    soundfile.write(path, np.zeros(seconds * 16_000), 16_000)
    return path
