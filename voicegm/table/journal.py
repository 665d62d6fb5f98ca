"""Journal files: written line by line as a game goes on, and read again."""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TextIO

import platformdirs

from voicegm.errors import BadInput
from voicegm.games.game import Event, Setup
from voicegm.games.replay import Journal, read_journal


def default_journal(game: str, now: datetime) -> Path:
    """Where a game's journal goes when the user names no file: a new one for each game."""
    folder = Path(platformdirs.user_data_dir("voicegm")) / "journals"
    return folder / f"{now:%Y-%m-%d-%H%M%S}-{game}.jsonl"


def read_journal_file(path: Path) -> Journal:
    """The journal in a file; `BadInput` when it cannot be read or holds no game."""
    try:
        content = path.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(f"the journal {path} cannot be read: {why}; check its name") from None
    lines = content.removeprefix(codecs.BOM_UTF8).splitlines(keepends=True)
    return read_journal(lines, str(path))


class JournalFile:
    """Writes the set-up at once and then events, each on its way to the disk before the game
    goes on. Raises `BadInput` when the file cannot be written."""

    def __init__(self, path: Path, setup: Setup) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: TextIO = path.open("w", encoding="utf-8")
        except OSError as error:
            raise BadInput(
                f"cannot write the journal {path}: {error.strerror}; "
                "name another file with --journal"
            ) from error

        self._line(setup.to_json())

    def write(self, event: Event) -> None:
        """One event more."""
        self._line(event.to_json())

    def close(self) -> None:
        """No more lines."""
        self._file.close()

    def _line(self, line: Mapping[str, object]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()
