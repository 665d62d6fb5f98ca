"""What is typed at the table: calls, names, and the few things that anyone may say by key.

owl            somebody calls "owl"
Anna owl       Anna calls "owl"
Anna           the answer to "Who called?"
nobody         likewise
not me         the last call was not by whom it was given to
undo           takes the last ruling back
stop           ends the game; so does Control-C
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from voicegm.languages.pack import Pack, normal


@dataclass(frozen=True)
class Typed:
    """One line, understood."""

    kind: str
    """`call`, `name`, `nobody`, `not-me`, `undo`, `stop` or `unknown`."""
    name: str | None = None
    """A player."""
    says: str = ""
    """Phrase key of a call; of an unknown line, the line."""


COMMANDS = {"nobody": "nobody", "not me": "not-me", "undo": "undo", "stop": "stop", "quit": "stop"}


def understand(line: str, names: Sequence[str], pack: Pack) -> Typed:
    """What a typed line means. Players may be shortened as long as only one fits."""
    text = normal(line.replace(":", " ").replace("!", " "))
    if text in COMMANDS:
        return Typed(COMMANDS[text])
    if key := _phrase(text, pack):
        return Typed("call", None, key)
    first, _, rest = text.partition(" ")
    name = _player(first, names) or _player(text, names)
    if name and (key := _phrase(rest, pack)):
        return Typed("call", name, key)
    if name and (not rest or normal(name) == text):
        return Typed("name", name)
    return Typed("unknown", None, line.strip())


def _phrase(text: str, pack: Pack) -> str | None:
    kinds = ("animal", "noise", "chant")
    for kind in kinds:
        for key in pack.keys(kind):
            if text == key.replace("-", " ") or text == key or text in pack[key].say:
                return key
    return None


def _player(text: str, names: Sequence[str]) -> str | None:
    exact = [name for name in names if normal(name) == text]
    fitting = exact or [name for name in names if text and normal(name).startswith(text)]
    return fitting[0] if len(fitting) == 1 else None


class Keyboard:
    """Reads lines in the background, so that nobody waits for them."""

    def __init__(self, source: TextIO, names: Sequence[str], pack: Pack) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._names = names
        self._pack = pack
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def take(self) -> list[Typed]:
        """What was typed since this was last asked; empty lines are passed over."""
        lines = []
        while not self._lines.empty():
            lines.append(self._lines.get())
        return [understand(line, self._names, self._pack) for line in lines if line.strip()]

    def _read(self, source: TextIO) -> None:
        for line in source:
            self._lines.put(line)
