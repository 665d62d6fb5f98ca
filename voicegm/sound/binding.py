"""Which microphone belongs to which player, remembered from 'voicegm doctor microphones'."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from voicegm.errors import BadInput
from voicegm.sound.microphones import Wanted

_VERSION = 1


@dataclass(frozen=True)
class Bound:
    """A player's own microphone."""

    device: str
    """Its name, as PortAudio lists it."""
    channel: int | None = None
    """Counted from 0; None: all channels of the device, heard as one."""
    late_ms: int = 0
    """How much later than the first device its sound arrives."""


def default_path() -> Path:
    """Where 'play' looks for it: in the folder that the system has for settings."""
    return platformdirs.user_config_path("voicegm", appauthor=False) / "microphones.json"


def save(bound: Mapping[str, Bound], path: Path) -> None:
    """Remember the players' microphones; `BadInput` when the file cannot be written."""
    players = {name: asdict(microphone) for name, microphone in bound.items()}
    text = json.dumps({"version": _VERSION, "players": players}, ensure_ascii=False, indent=2)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"The players' microphones cannot be remembered in {path} ({error.strerror}); see "
            "that you may write there."
        ) from error


def load(path: Path) -> dict[str, Bound]:
    """The players' microphones; empty when none were remembered. Raises `BadInput` for a file
    that does not hold that."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from error
    try:
        data = json.loads(text)
        if data["version"] != _VERSION:
            raise ValueError(f"version {data['version']}")
        return {name: _bound(entry) for name, entry in data["players"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(path, error) from error


def devices_of(bound: Iterable[Bound]) -> tuple[Wanted, ...]:
    """The devices that are needed for some players' microphones, each with its channels."""
    channels: dict[tuple[str, int], set[int | None]] = {}
    for one in bound:
        channels.setdefault((one.device, one.late_ms), set()).add(one.channel)
    return tuple(
        Wanted(device, tuple(sorted(c for c in chosen if c is not None)), late_ms)
        for (device, late_ms), chosen in channels.items()
    )


def _bound(entry: Mapping[str, object]) -> Bound:
    device, channel, late_ms = entry["device"], entry["channel"], entry["late_ms"]
    whole = isinstance(late_ms, int) and (channel is None or isinstance(channel, int))
    if not (isinstance(device, str) and whole) or (isinstance(channel, int) and channel < 0):
        raise ValueError(f"no microphone: {entry}")
    return Bound(device, channel, late_ms)  # type: ignore[arg-type]


def _unreadable(path: Path, error: Exception) -> BadInput:
    return BadInput(
        f"{path} does not tell whose microphone is which ({error}); make it anew with 'voicegm "
        "doctor microphones', or play with --microphone-shared."
    )
