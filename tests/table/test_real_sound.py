"""A game on real sound: `voicegm play` speaks into PulseAudio's null sink and listens to its
monitor, and the players' calls are played into the same sink when the cards ask for them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import soundfile
from pulse import LIMIT_S, Room

from voicegm.caller import Cache, Caller, Variant
from voicegm.games.game import Setup
from voicegm.table.journal import read_journal_file

PLAYERS = {"Anna": "fox", "Ben": "owl", "Vera": "elephant", "Greg": "monkey"}
SEED = 103
"""Its third and fourth cards each match one card that lies out."""
MATCHES = 2


def spoken(folder: Path) -> dict[str, Path]:
    """Each animal, spoken by a synthetic voice, as a file."""

    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    caller = Caller("en", cache=Cache(folder / "cache", warn=warn), warn=warn)
    files = {}
    for animal in PLAYERS.values():
        sound = caller.sound(animal, Variant("en-us+f2", rate_wpm=160))
        files[animal] = folder / f"{animal}.wav"
        soundfile.write(str(files[animal]), sound.samples, sound.rate)
    caller.close()
    return files


def call_out(room: Room, file: Path) -> None:
    """Play a file into the room, as a player's voice."""
    subprocess.run(["paplay", str(file)], env=room.env, check=True, timeout=20)


def test_a_spoken_game_is_ruled_on_as_it_was_played(pulse: Room, tmp_path: Path) -> None:
    files = spoken(tmp_path)
    journal = tmp_path / "evening.jsonl"
    table = ", ".join(f"{name}={animal}" for name, animal in PLAYERS.items())
    command = [sys.executable, "-m", "voicegm", "play", "animals", "--json", "--players", table]
    command += ["--seed", str(SEED), "--journal", str(journal), "--engine", "sphinx"]
    game = subprocess.Popen(
        command,
        env=pulse.env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert game.stdout is not None
    expected: list[tuple[str, str]] = []
    won: list[tuple[str, str]] = []
    match: tuple[str, str] | None = None
    rows: list[dict[str, Any]] = []
    for line in game.stdout:
        row = json.loads(line)
        rows.append(row)
        if row.get("ruling") == "dealt":
            match = (row["player"], row["matches"][0]) if len(row["matches"]) == 1 else None
            if match:
                # The one who has just been dealt the card is first.
                expected.append(match)
                call_out(pulse, files[PLAYERS[match[1]]])
        elif row.get("ruling") == "won":
            won.append((row["player"], row["from"][0]))
            if len(won) == MATCHES:
                game.send_signal(signal.SIGINT)
    error = game.stderr.read() if game.stderr else ""
    assert game.wait(LIMIT_S) == 0, error
    assert won == expected, rows
    assert rows[-2]["ruling"] == "over"
    replayed = read_journal_file(journal)
    assert replayed.fault is None
    assert isinstance(replayed.setup, Setup)
