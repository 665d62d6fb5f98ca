"""What 'voicegm doctor echo' has found out about a loudspeaker and microphones, kept for play."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from voicegm.errors import BadInput

_VERSION = 1
WORKS_DB = 10.0
"""Cancelling that takes this much of the referee's voice away is worth relying on."""


@dataclass(frozen=True)
class MeasuredEcho:
    """How the loudspeaker is heard by the microphones."""

    speaker: str
    """Names as PortAudio lists them."""
    microphones: tuple[str, ...]
    delay_ms: float
    """How much later than the speaker says its sounds are heard."""
    level_db: float
    """How loud it is heard, against what was played."""
    cancelled_db: float
    """How much softer its voice is once it was cancelled."""

    @property
    def works(self) -> bool:
        """The referee can hear while it speaks."""
        return self.cancelled_db >= WORKS_DB

    def fits(self, speaker: str | None, microphones: Sequence[str]) -> bool:
        """Whether it was measured with these devices."""
        return speaker == self.speaker and set(microphones) == set(self.microphones)


def default_path() -> Path:
    """Where 'play' looks for it: in the folder that the system has for settings."""
    return platformdirs.user_config_path("voicegm", appauthor=False) / "echo.json"


def save(measured: MeasuredEcho, path: Path) -> None:
    """Remember what was measured; `BadInput` when the file cannot be written."""
    text = json.dumps({"version": _VERSION, **asdict(measured)}, ensure_ascii=False, indent=2)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"The echo that was measured cannot be remembered in {path} ({error.strerror}); see "
            "that you may write there."
        ) from error


def load(path: Path) -> MeasuredEcho | None:
    """What was measured last; None when nothing was. Raises `BadInput` for a file that does not
    hold that."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("version") != _VERSION:
            raise ValueError("another version")
        names = data.pop("microphones")
        numbers = {key: float(data[key]) for key in ("delay_ms", "level_db", "cancelled_db")}
        return MeasuredEcho(str(data["speaker"]), tuple(map(str, names)), **numbers)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(
            f"{path} does not tell how the loudspeaker is heard ({error}); measure it anew with "
            "'voicegm doctor echo'."
        ) from error
