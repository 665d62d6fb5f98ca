"""`voicegm` alone at real sound devices: people answer aloud, and no key is pressed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import soundfile
from pulse import Room

from voicegm.caller import Cache, Caller, Variant

ANSWERS = {
    "Which game": ("animals", "en-us+m3"),
    "Say the name of a game": ("animals", "en-us+m3"),
    "Animals. How many": ("two", "en-us+m3"),
    "How many people": ("two", "en-us+m3"),
    "First player": ("Mia", "en-us+f2"),
    "Player 1, what shall": ("Mia", "en-us+f2"),
    "And your animal, Player 1": ("fox", "en-us+f2"),
    "Player 1, which animal": ("fox", "en-us+f2"),
    "Fox. Once more": ("fox", "en-us+f2"),
    "Once more, please: Fox": ("fox", "en-us+f2"),
    "Next": ("Leo", "en-us+m3"),
    "Player 2, what shall": ("Leo", "en-us+m3"),
    "And your animal, Player 2": ("owl", "en-us+m3"),
    "Player 2, which animal": ("owl", "en-us+m3"),
    "Owl. Once more": ("owl", "en-us+m3"),
    "Once more, please: Owl": ("owl", "en-us+m3"),
    "Usual rules": ("yes", "en-us+m3"),
    "Shall we play by": ("yes", "en-us+m3"),
}
"""By how a question begins: what is said, and in whose voice."""
FIRST_CARD = " (Player 1)"
WPM = 280
"""The referee speaks fast, for the test to be short."""


def test_two_people_set_up_a_game_aloud(pulse: Room, tmp_path: Path) -> None:
    warned: list[str] = []
    caller = Caller(
        "en", cache=Cache(tmp_path, warn=warned.append), warn=warned.append, rate_wpm=WPM
    )
    for beginning, (text, voice) in ANSWERS.items():
        sound = caller.sound(text, Variant(voice, rate_wpm=150))
        soundfile.write(tmp_path / f"{beginning}.wav", sound.samples, sound.rate)
    table = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "voicegm",
            "set-up",
            "--language",
            "en",
            "--json",
            "--rate",
            str(WPM),
        ],
        env=pulse.env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert table.stdout is not None
    said: list[str] = []
    try:
        for line in table.stdout:
            text = str(json.loads(line).get("said", ""))
            said.append(text)
            starts = [start for start in ANSWERS if text.startswith(start)]
            if starts:
                after_s = caller.sound(text).duration_ms / 1000 + 1.2
                answer = (pulse, tmp_path / f"{starts[0]}.wav", after_s)
                threading.Thread(target=speak, args=answer, daemon=True).start()
            if text.endswith(FIRST_CARD):
                table.send_signal(signal.SIGINT)
                break
        rest, error = table.communicate(timeout=60)
    finally:
        table.kill()
        table.wait()
        caller.close()
    assert table.returncode == 0, error
    assert "Player 1 is the fox." in said
    assert "Player 2 is the owl." in said
    assert said.count("Hello. I'm the game master.") == 1
    assert "Then we stop here." in rest
    assert warned == []


def speak(room: Room, file: Path, after_s: float) -> None:
    """Say something into the room when the question has been put."""
    time.sleep(after_s)
    subprocess.run(["paplay", str(file)], env=room.env, check=True, timeout=20)
