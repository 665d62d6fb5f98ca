"""What everybody at the table can read: every line spoken, every call heard, every ruling.

Nothing is by ear only. With `--json` each is a line of JSON instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol, TextIO

from voicegm.games.game import Ruling
from voicegm.languages.pack import Pack


class Transcript(Protocol):
    """Where the table's lines go."""

    def said(self, at_ms: int, text: str) -> None:
        """The referee says something from `at_ms` on."""

    def earcon(self, at_ms: int, name: str) -> None:
        """The referee plays one of its short sounds."""

    def heard(self, row: Mapping[str, Any]) -> None:
        """A call was heard: the fields of `hear --json`."""

    def ruled(self, ruling: Ruling, at_ms: int) -> None:
        """A ruling was made; the table's clock stood at `at_ms`."""

    def note(self, text: str) -> None:
        """Something about the table itself (a fault, a file)."""


class PlainTranscript:
    """For people, in the words of a language: seconds, who, what."""

    def __init__(self, out: TextIO, pack: Pack) -> None:
        self._pack = pack
        self._out = out

    def line(self, at_ms: int, who: str, what: str) -> None:
        """A line of the transcript."""
        self._out.write(f"{at_ms / 1000:7.1f}  {who:<9} {what}\n")
        self._out.flush()

    def said(self, at_ms: int, text: str) -> None:
        """The referee's line."""
        self.line(at_ms, "referee", text)

    def earcon(self, at_ms: int, name: str) -> None:
        """The tick after each card would only fill the page."""
        if name != "tick":
            self.line(at_ms, "referee", f"({name})")

    def heard(self, row: Mapping[str, Any]) -> None:
        """What was heard, and where a channel tells it, from whom."""
        if row["word"] is not None:
            self.line(row["start_ms"], "heard", f"“{self._pack.in_words(row['word'])}”")

    def ruled(self, ruling: Ruling, at_ms: int) -> None:
        """Rulings are spoken; the spoken line stands for them."""

    def note(self, text: str) -> None:
        """A line without a time."""
        self._out.write(f"{'':7}  {text}\n")
        self._out.flush()


class JsonTranscript:
    """For programs: a JSON object a line."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, row: Mapping[str, Any]) -> None:
        """Any row."""
        self._out.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._out.flush()

    def said(self, at_ms: int, text: str) -> None:
        """`{"at": …, "said": …}`"""
        self.write({"at": at_ms, "said": text})

    def earcon(self, at_ms: int, name: str) -> None:
        """`{"at": …, "earcon": …}`"""
        self.write({"at": at_ms, "earcon": name})

    def heard(self, row: Mapping[str, Any]) -> None:
        """`{"heard": true, "word": …}` and the other fields of `hear --json`"""
        self.write({"heard": True, **row})

    def ruled(self, ruling: Ruling, at_ms: int) -> None:
        """The ruling as `replay --json` prints it, with `ruled_ms`."""
        self.write({**ruling.to_json(), "ruled_ms": at_ms})

    def note(self, text: str) -> None:
        """`{"note": …}`"""
        self.write({"note": text})


class NoTranscript:
    """For many games in a row."""

    def said(self, at_ms: int, text: str) -> None:
        """Nothing."""

    def earcon(self, at_ms: int, name: str) -> None:
        """Nothing."""

    def heard(self, row: Mapping[str, Any]) -> None:
        """Nothing."""

    def ruled(self, ruling: Ruling, at_ms: int) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""
