"""How long a game takes from being started to its first sound."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from voicegm.errors import BadInput

_STILL_S = 5
"""Length of the silent recording that stands in for the microphone."""


def measure_start() -> float:
    """Seconds from starting `voicegm play` to its first sound; `BadInput` when it fails."""
    import soundfile  # noqa: PLC0415  (native library)

    with tempfile.TemporaryDirectory(prefix="voicegm-") as folder:
        still = Path(folder) / "still.wav"
        soundfile.write(str(still), np.zeros(16_000 * _STILL_S, dtype=np.float32), 16_000)
        command = [sys.executable, "-m", "voicegm", "play", "animals", "--json", "--seed", "1"]
        command += ["--listen-to", str(still), "--journal", str(Path(folder) / "journal.jsonl")]
        began_s = time.monotonic()
        game = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        took_s = None
        assert game.stdout is not None
        for line in game.stdout:
            if took_s is None and "earcon" in json.loads(line):
                took_s = time.monotonic() - began_s
        if game.wait() != 0 or took_s is None:
            raise BadInput("the game did not start: 'voicegm doctor' tells what does not work")
    return took_s
