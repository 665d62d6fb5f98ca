"""Which voices there are, and the one that is asked for by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from voicegm.caller.piper import INSTALL, PACKAGED, Piper, installed, is_piper, primary
from voicegm.caller.voice import Voice, normalised


@dataclass(frozen=True)
class VoiceRow:
    """One voice."""

    name: str
    """As `--voice` takes it."""
    kind: str
    """`pyttsx3` or `piper`."""
    language: str
    usual: bool
    """It speaks when no voice is asked for."""
    note: str = ""
    """What it takes to use it."""

    def to_json(self) -> dict[str, object]:
        """The row as plain JSON."""
        return asdict(self)


def voice_named(language: str, name: str | None) -> Voice | Piper:
    """The voice of a language: its own, or the one of that name.

    Raises `BadInput` for a Piper voice that is not there; whether pyttsx3 has the voice shows
    with its `check`.
    """
    if name and is_piper(name):
        return Piper(language, name)
    return Voice(language, speaker=name)


def voices(language: str) -> Iterator[VoiceRow]:
    """Every voice that speaks the language here, the usual one first, and the natural ones that
    could be installed.

    Raises `VoiceMissing` when pyttsx3 cannot speak at all.
    """
    language = normalised(language)
    voice = Voice(language)
    try:
        for place, (name, tag) in enumerate(voice.speakers()):
            yield VoiceRow(name, "pyttsx3", tag, place == 0)
    finally:
        voice.close()
    for packaged in PACKAGED:
        if primary(packaged.language) == primary(language):
            note = "natural" if installed(packaged) else f"natural; to have it: {INSTALL}"
            yield VoiceRow(packaged.name, "piper", packaged.language, False, note)
