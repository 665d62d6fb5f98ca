"""A game of Animals on real sound: `voicegm play` speaks into PulseAudio's null sink and listens to
its monitor, and players call into the same sink when the cards ask for it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import soundfile
from pulse import LIMIT_S, Room

from voicegm.caller import Cache, Caller, Variant

PLAYERS = {"Anna": "fox", "Ben": "tiger", "Vera": "elephant", "Greg": "monkey"}
SEED = 103
"""Its third and fourth cards each match one card that lies out."""
MATCHES = 2
COMMAND = "whose-turn"
"""What somebody asks, if commands are given, while a card is announced that matches nothing."""
_REACTION_S = 0.3
"""Nobody knows a card before its rank was heard."""
_BREATH_S = 0.5
"""How long after a question somebody answers it."""


@dataclass
class Played:
    """What became of a game."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    """What was printed."""
    expected: list[tuple[str, str]] = field(default_factory=list)
    """Who called, and whose cards they won by it."""
    won: list[tuple[str, str]] = field(default_factory=list)
    """The same as it was ruled."""
    error: str = ""

    @property
    def answered(self) -> bool:
        """Whether the command was heard, and answered."""
        said = [row["said"] for row in self.rows if "said" in row]
        heard = any(row.get("word") == COMMAND for row in self.rows)
        return heard and any(text.startswith("It is ") for text in said)


class Table:
    """Players who call out in a synthetic voice and, when asked, say it once more."""

    def __init__(self, room: Room, folder: Path) -> None:
        self._room = room
        self._folder = folder
        self._caller = Caller("en", cache=Cache(folder / "cache", warn=fail), warn=fail)
        self._files = {name: self._spoken(animal) for name, animal in PLAYERS.items()}
        self._files[COMMAND] = self._spoken("game master, whose turn is it")

    def play(self, journal: Path, *, commands: bool = False) -> Played:
        """Play until two matches are won, and stop then as Ctrl-C does."""
        table = ", ".join(f"{name}={animal}" for name, animal in PLAYERS.items())
        command = [sys.executable, "-m", "voicegm", "play", "animals", "--json"]
        command += ["--players", table, "--seed", str(SEED), "--journal", str(journal)]
        game = subprocess.Popen(
            [*command, "--engine", "sphinx"],
            env=self._room.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert game.stdout is not None and game.stderr is not None
        played, asked = Played(), False
        for line in game.stdout:
            row = json.loads(line)
            played.rows.append(row)
            if row.get("ruling") == "dealt" and len(row["matches"]) == 1:
                # The one who has just been dealt the card is first.
                played.expected.append((row["player"], row["matches"][0]))
                time.sleep(_REACTION_S)
                self._call(played.expected[-1][1])
            elif row.get("ruling") == "dealt" and commands and not played.answered:
                self._call(COMMAND)
            elif asked and "said" in row:
                time.sleep(self._caller.sound(row["said"]).duration_ms / 1000 + _BREATH_S)
                self._call(played.expected[-1][1])
            elif row.get("ruling") == "won":
                played.won.append((row["player"], row["from"][0]))
                if len(played.won) == MATCHES:
                    game.send_signal(signal.SIGINT)
            asked = row.get("ruling") == "again" or (asked and "earcon" in row)
        played.error = game.stderr.read()
        assert game.wait(LIMIT_S) == 0, played.error
        return played

    def close(self) -> None:
        """End the voice."""
        self._caller.close()

    def _call(self, name: str) -> None:
        """Play the animal of a player, or the command, into the room."""
        subprocess.run(
            ["paplay", str(self._files[name])], env=self._room.env, check=True, timeout=20
        )

    def _spoken(self, text: str) -> Path:
        sound = self._caller.sound(text, Variant("en-us+f2", rate_wpm=160))
        file = self._folder / f"{text}.wav"
        soundfile.write(str(file), sound.samples, sound.rate)
        return file


def fail(sentence: str) -> None:
    """The voice has nothing to complain of."""
    raise AssertionError(sentence)
