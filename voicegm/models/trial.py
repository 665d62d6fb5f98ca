"""A trial decode: the only proof that a model's files fit one another and are what they seem.

(A graph that lacks no more than its last hundredth still decodes: the checksum of the zip, and the
sizes in the installer's receipt, are there for that.)

It runs in a process of its own, since a damaged model can end the process that loads it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_PROGRAM = "voicegm.models.trial_process"
_TIMEOUT_S = 180.0
"""Loading takes some 3 s on a laptop; a slow board reading from a card may need a minute."""


def trial_problem(folder: Path, word: str | None = None) -> str | None:
    """Loads the model in `folder` and decodes a second of sound, freely and with a grammar.

    `word` is one of the model's words, for the grammar. Returns why the model does not work, as
    the end of a sentence, or None when it does.
    """
    command = [sys.executable, "-m", _PROGRAM, str(folder), *([word] if word else [])]
    try:
        child = subprocess.run(
            command,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"does not finish a trial decode within {_TIMEOUT_S:g} s"
    log = child.stderr.decode("utf-8", "replace").splitlines()
    # Vosk goes on after some read errors, with a graph that is not all there.
    errors = [line for line in log if line.startswith("ERROR")]
    if child.returncode == 0 and not errors:
        return None
    reason = (errors or log or [f"the process ended with {child.returncode}"])[0 if errors else -1]
    return f"does not pass a trial decode ({reason.strip()})"


def _environment() -> dict[str, str]:
    """Lets the child find this package however the parent was started."""
    root = str(Path(__file__).resolve().parents[2])
    earlier = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([root, *([earlier] if earlier else [])])}
