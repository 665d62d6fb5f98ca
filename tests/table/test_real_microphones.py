"""A game with a microphone each on two devices, one of which is unplugged for a while."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
from pulse import LIMIT_S, opened_rooms


def hiss(env: dict[str, str], folder: Path) -> subprocess.Popen[bytes]:
    """A microphone hears at least its own noise."""
    file = folder / "hiss.raw"
    noise = np.random.default_rng().normal(0, 30, 8_000 * 2 * LIMIT_S)  # each has its own
    file.write_bytes(noise.astype("<i2").tobytes())
    command = ["pacat", "--rate=8000", "--channels=1", "--format=s16le", str(file)]
    return subprocess.Popen(command, env=env)


def test_the_game_goes_on_without_a_microphone_and_with_it_again(tmp_path: Path) -> None:
    with opened_rooms("left", "right") as rooms:
        sounds = [hiss(room.env, room.folder) for room in rooms.values()]
        journal = tmp_path / "evening.jsonl"
        command = [sys.executable, "-m", "voicegm", "play", "snap", "--players", "Anna, Ben"]
        command += ["--microphone", "left", "--microphone", "right", "--microphone-each"]
        command += ["--no-speaker", "--engine", "sphinx", "--journal", str(journal)]
        game = subprocess.Popen(
            command,
            env=rooms["left"].env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert game.stdin is not None and game.stdout is not None
        guard = threading.Timer(LIMIT_S, game.kill)
        guard.start()
        printed = []
        for line in game.stdout:
            printed.append(line)
            if "Here we go." in line:
                rooms["right"].shut()
            elif "Ben's microphone has gone away" in line and "(right)" in line:
                rooms["right"].open()
                sounds.append(hiss(rooms["right"].env, rooms["right"].folder))
            elif "Ben's microphone works again" in line and "(right)" in line:
                break
        out, _ = game.communicate("stop\n", timeout=LIMIT_S)
        guard.cancel()
        for sound in sounds:
            sound.kill()
            sound.wait()
    text = "".join(printed) + out
    assert game.returncode == 0, text
    assert "Microphones: Anna: left; Ben: right." in text
    events = [json.loads(line) for line in journal.read_text().splitlines()]
    own_ms = events[0]["options"].get("tie_ms", 60)
    windows = [event["value"] for event in events if event.get("event") == "option"]
    assert len(windows) == 2
    assert windows[0] > own_ms == windows[1]


SURVEY = """
import sys
from voicegm.sound.microphones import Wanted
from voicegm.table import live

live.SURVEY_EVERY_MS = 0
sound = live.LiveSound([Wanted("left"), Wanted("right")], speaker=False, late_guests=True)
before = sorted(sound.gone)
starts = [sound.read().start for _ in range(10)]
print("plug it in", flush=True)
sys.stdin.readline()
surveyed = sound.survey()
starts += [sound.read().start for _ in range(10)]
print(before, surveyed, sorted(sound.gone), sound.survey(), starts == list(range(0, 20 * 512, 512)))
sound.close()
"""


def test_a_device_that_was_not_there_at_the_start_is_found_between_two_cards() -> None:
    """PortAudio looks for devices once; this one it has never heard of."""
    with opened_rooms("left", "right") as rooms:
        rooms["right"].shut()
        process = rooms["left"].start(SURVEY)
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "plug it in\n"
            rooms["right"].open()
            out, err = process.communicate("\n", timeout=LIMIT_S)
        finally:
            process.kill()
            process.wait()
    assert out == "[1] True [] False True\n", err
