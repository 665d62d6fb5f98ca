"""What is typed at the table: calls, cards, names, and the few things that anyone may say by key.

owl            somebody calls "owl"
Anna owl       Anna calls "owl"
7H, seven      the player whose turn it is lays the seven of hearts, or a seven
Anna 7H        Anna lays it
no             the owner of a card that matches nothing, where nobody races
snip, pass     the player whose turn it is cries "Snip!", or passes
hand Anna      shows Anna's cards, which are in no transcript: the others look away
clear          wipes them off the screen
Anna           the answer to "Who called?"
nobody         likewise
not me         the last call was not by whom it was given to
undo           takes the last ruling back
stop           ends the game; so does Control-C
pause, go on   and every other command, with or without "game master" before it
Anna my top card  a command of Anna's
               (an empty line, like anything else, lets a paused game go on)
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from voicegm.languages.pack import WAKE, Pack, normal


@dataclass(frozen=True)
class Typed:
    """One line, understood."""

    kind: str
    """`call`, `name`, `nobody`, `not-me`, `hand`, `clear`, `skip`, `skip-all`, `undo`, `stop`,
    `command`, `yes`, `empty` or `unknown`."""
    name: str | None = None
    """A player."""
    says: str = ""
    """Phrase key of a call, card or command; of an unknown line, the line."""


COMMANDS = {
    "nobody": "nobody",
    "not me": "not-me",
    "clear": "clear",
    "skip": "skip",
    "skip all": "skip-all",
    "undo": "undo",
    "stop": "stop",
    "quit": "stop",
}


def understand(line: str, names: Sequence[str], pack: Pack) -> Typed:
    """What a typed line means. Players may be shortened as long as only one fits."""
    text = _without_wake(normal(line.replace(":", " ").replace("!", " ")), pack)
    if not text:
        return Typed("command", None, WAKE) if line.strip() else Typed("empty")
    if text in COMMANDS:
        return Typed(COMMANDS[text])
    if text in pack["yes"].say:
        return Typed("yes", None, text)
    return (
        _call(None, _phrase(text, pack))
        or _command(None, text, pack)
        or _said_to(text, names, pack)
        or _call(None, _card(text, pack))
        or Typed("unknown", None, line.strip())
    )


def _said_to(text: str, names: Sequence[str], pack: Pack) -> Typed | None:
    """What is said of, or to, a player; a name may be what a card is called."""
    first, _, rest = text.partition(" ")
    name = _player(first, names) or _player(text, names)
    if first == "hand" and (owner := _player(rest, names)):
        return Typed("hand", owner)
    if name and (not rest or normal(name) == text):
        return Typed("name", name)
    if name and (command := _command(name, rest, pack)):
        return command
    return _call(name, _phrase(rest, pack) or _card(rest, pack)) if name else None


def _without_wake(text: str, pack: Pack) -> str:
    """A command may be typed as it is said."""
    for form in pack[WAKE].say:
        if text.startswith(form):
            return text.removeprefix(form).strip(" ,")
    return text


def _command(name: str | None, text: str, pack: Pack) -> Typed | None:
    asked = text.rstrip("?").strip()
    for key in pack.keys("command"):
        if asked in (key, key.replace("-", " "), *pack[key].say):
            return Typed("command", name, key)
    return None


def _call(name: str | None, key: str | None) -> Typed | None:
    return Typed("call", name, key) if key else None


def _phrase(text: str, pack: Pack) -> str | None:
    for kind in ("animal", "noise", "chant", "rhyme", "deck"):
        for key in pack.keys(kind):
            if text == key.replace("-", " ") or text == key or text in pack[key].say:
                return key
    return "no" if text in pack["no"].say else None


def _card(text: str, pack: Pack) -> str | None:
    """A card as in journals, with 10 for T as well, or as it is said."""
    text = text.replace("10", "t")
    for key in pack.keys("card"):
        if text == key.lower() or text in pack[key].say:
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
        self.names = names
        """The players; may be changed when others sit down."""
        self._pack = pack
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def take(self) -> list[Typed]:
        """What was typed since this was last asked; empty lines are passed over."""
        lines = []
        while not self._lines.empty():
            lines.append(self._lines.get())
        return [understand(line, self.names, self._pack) for line in lines if line.strip()]

    def _read(self, source: TextIO) -> None:
        for line in source:
            self._lines.put(line)
