"""`voicegm doctor microphones`: whose microphone is which, from recordings of a simulated table."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner
from pulse import LIMIT_S, POSITIONS, Room, opened_room

from voicegm.caller import Cache, Caller, Variant
from voicegm.cli import voicegm
from voicegm.people.room import Room as SimulatedRoom
from voicegm.sound.binding import Bound, load
from voicegm.sound.frames import SAMPLE_RATE, Samples, Sound

PLAYERS = ("Anna", "Ben", "Vera", "Greg")
VOICES = {"Anna": "f2", "Ben": "m3", "Vera": "f4", "Greg": "m7"}


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Sound]]:
    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    caller = Caller("en", cache=Cache(tmp_path_factory.mktemp("words"), warn=warn), warn=warn)
    texts = dict(zip(PLAYERS, ("fox", "owl", "elephant", "monkey"), strict=True))
    yield {
        name: caller.sound(text, Variant(f"en-us+{VOICES[name]}", rate_wpm=160))
        for name, text in texts.items()
    }
    caller.close()


def spoken_in_turn(words: dict[str, Sound], seats: list[int]) -> Samples:
    """What four lapel microphones hear of the players, who sit in these seats, one by one."""
    room = SimulatedRoom(4, seed=2, microphone_each=True)
    blocks = []
    for seat, sound in zip(seats, words.values(), strict=True):
        room.speak(seat, sound, room.now // 16 + 600)
        blocks += [room.read().samples for _ in range(70)]
    heard: Samples = np.concatenate(blocks, axis=1)
    return heard


def walked(tmp_path: Path, heard: Samples, *more: str) -> list[dict[str, Any]]:
    file = tmp_path / "turn.wav"
    soundfile.write(str(file), heard.T, SAMPLE_RATE, subtype="FLOAT")
    table = ", ".join(PLAYERS)
    command = ["doctor", "microphones", "--players", table, "--listen-to", str(file), "--json"]
    done = CliRunner().invoke(voicegm, [*command, *more])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def placed(rows: list[dict[str, Any]]) -> dict[str, int | None]:
    return {row["player"]: row["channel"] for row in rows if "player" in row and row["clear"]}


def test_each_player_is_found_at_the_own_microphone(
    tmp_path: Path, words: dict[str, Sound]
) -> None:
    path = tmp_path / "settings" / "microphones.json"
    rows = walked(tmp_path, spoken_in_turn(words, [2, 0, 3, 1]), "--save", str(path))
    assert placed(rows) == {"Anna": 2, "Ben": 0, "Vera": 3, "Greg": 1}
    assert rows[-1] == {"saved": str(path)}
    assert load(path)["Vera"] == Bound("turn.wav", 3)
    assert "Anna, say: fox." in [row.get("said") for row in rows]


def test_a_microphone_that_is_turned_up_far_takes_nobody_else_s_place(
    tmp_path: Path, words: dict[str, Sound]
) -> None:
    heard = spoken_in_turn(words, [0, 1, 2, 3]) * np.float32([[0.3], [3.0], [0.1], [1.0]])
    assert placed(walked(tmp_path, heard)) == {"Anna": 0, "Ben": 1, "Vera": 2, "Greg": 3}


def test_two_players_at_one_microphone_are_named(tmp_path: Path, words: dict[str, Sound]) -> None:
    rows = walked(tmp_path, spoken_in_turn(words, [0, 0, 2, 3]))
    assert placed(rows) == {"Vera": 2, "Greg": 3}
    whys = [row["why"] for row in rows if "player" in row]
    assert whys[0].startswith("Anna and Ben were heard on the same microphone (1)")
    assert not any("saved" in row for row in rows)  # of a recording nothing is remembered


def test_a_dead_channel_and_a_copy_are_named(tmp_path: Path, words: dict[str, Sound]) -> None:
    heard = spoken_in_turn(words, [0, 1, 2, 3])
    heard[1] = 0
    heard[3] = np.roll(heard[2], 40)
    rows = walked(tmp_path, heard)
    faults = {row["channel"]: row["fault"] for row in rows if "fault" in row}
    assert faults[1] == "Microphone 2 gives me nothing but silence. Is it muted?"
    assert faults[3].startswith("Microphone 4 gives me the same sound as Microphone 3.")
    assert "Ben" not in placed(rows)


def test_who_says_nothing_is_asked_again_and_named(tmp_path: Path, words: dict[str, Sound]) -> None:
    heard = spoken_in_turn({"Anna": words["Anna"]}, [0])
    noise = np.random.default_rng(0).standard_normal((4, 20 * SAMPLE_RATE)) * 1e-3
    rows = walked(tmp_path, np.concatenate([heard, noise.astype(np.float32)], axis=1))
    assert "I did not hear Ben. Once more, please." in [row.get("said") for row in rows]
    whys = {row["player"]: row["why"] for row in rows if "player" in row}
    assert whys["Ben"] == "Ben was not heard: speak up, and nearer to the microphone."


def test_names_that_cannot_be_are_refused() -> None:
    done = CliRunner().invoke(voicegm, ["doctor", "microphones", "--players", "Anna, anna"])
    assert done.exit_code != 0


@pytest.fixture
def table() -> Iterator[Room]:
    """A sound card with a channel for each of four players."""
    with opened_room(channels=4) as room:
        yield room


def test_a_live_walk_is_remembered_and_used_by_play(
    table: Room, tmp_path: Path, words: dict[str, Sound]
) -> None:
    """The prompts are printed; whoever is asked speaks into the sound card's own channel."""
    seats = dict(zip(PLAYERS, (1, 3, 0, 2), strict=True))
    command = [sys.executable, "-m", "voicegm", "doctor", "microphones", "--json"]
    command += ["--players", ", ".join(PLAYERS), "--no-speaker"]
    walk = subprocess.Popen(command, env=table.env, stdout=subprocess.PIPE, text=True)
    assert walk.stdout is not None
    rows = []
    for line in walk.stdout:
        rows.append(json.loads(line))
        name = rows[-1].get("said", "").split(",")[0]
        if name in words:
            speak_into(table, seats[name], words[name], tmp_path / "word.wav")
    assert walk.wait(LIMIT_S) == 0
    assert placed(rows) == seats
    saved = Path(rows[-1]["saved"])
    assert saved.is_relative_to(table.folder)
    journal = tmp_path / "evening.jsonl"
    command = [sys.executable, "-m", "voicegm", "play", "snap", "--players", ", ".join(PLAYERS)]
    command += ["--engine", "sphinx", "--no-speaker", "--journal", str(journal)]
    game = subprocess.Popen(
        command, env=table.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    out, _ = game.communicate("stop\n", timeout=LIMIT_S)
    assert game.returncode == 0, out
    setup = json.loads(journal.read_text().splitlines()[0])
    channels = {name: int(channel) for channel, name in setup["channels"].items()}
    assert channels == seats


def speak_into(room: Room, channel: int, sound: Sound, file: Path) -> None:
    """Play a word into one channel of the card."""
    soundfile.write(str(file), sound.samples, sound.rate)
    place = ["--no-remix", f"--channel-map={POSITIONS[channel]}"]  # else two of four have it
    subprocess.run(["paplay", "--volume=50000", *place, str(file)], env=room.env, check=True)
