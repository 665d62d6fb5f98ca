"""Whether a table can hear while the referee speaks, by what it plays and listens with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from voicegm.sound.echo import EchoCancelling, missing
from voicegm.table.doctor_echo import TOO_LATE_MS, remembered_echo
from voicegm.table.live import LiveSound
from voicegm.table.microphones import TableSound


@dataclass(frozen=True)
class FullDuplex:
    """What a table has for it."""

    echo: EchoCancelling | None = None
    """None: it is deaf while it speaks, or nothing of what it says is heard."""
    at_once: bool = False
    """It is known to work with these devices, so that calls may count at once."""
    note: str = ""
    """What would make it better, in a sentence."""


def full_duplex(sound: TableSound, path: Path) -> FullDuplex:
    """What there is for a table with this sound; `path` is where 'voicegm doctor echo' keeps what
    it found. Raises `BadInput` when the file there is damaged."""
    live = sound.mouth
    if not isinstance(live, LiveSound) or live.loudspeaker is None:
        return FullDuplex()
    if why := missing():
        return FullDuplex(note=f"While I speak I hear nobody: {why}.")
    measured = remembered_echo(live.loudspeaker, sound.sources, path)
    if measured is None:
        return FullDuplex(
            EchoCancelling(sound.ears.channels, live.played),
            note="Calls count from the tick on; 'voicegm doctor echo' finds out whether I can hear "
            "them while I speak.",
        )
    echo = EchoCancelling(sound.ears.channels, live.played, delay_ms=measured.delay_ms)
    return FullDuplex(echo, at_once=measured.works and measured.delay_ms <= TOO_LATE_MS)
