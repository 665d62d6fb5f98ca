"""Where a player is shown what the others at the table may not see.

It is never spoken, and no line of it is in the transcript, which everybody can read.
"""

from __future__ import annotations

from typing import Protocol, TextIO

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""To the top left, wipe the screen, and what was scrolled off it (xterm control sequences)."""
LINES_OUT_OF_SIGHT = 60
"""Where a screen cannot be wiped, what was on it is moved up by so many lines."""


class Private(Protocol):
    """A place that only one player looks at for a moment."""

    there: bool
    """Whether there is one at all."""

    def show(self, name: str, text: str) -> None:
        """Show `text` to the player `name`."""

    def clear(self) -> None:
        """Take away what was shown."""


class PrivateScreen:
    """The terminal while only one player looks at it."""

    there = True

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def show(self, name: str, text: str) -> None:
        """One line, which says how to be rid of it."""
        self._out.write(f"Only for {name}: {text}   (type “clear” to wipe the screen)\n")
        self._out.flush()

    def clear(self) -> None:
        """Wipe the screen."""
        self._out.write(WIPE if self._out.isatty() else "\n" * LINES_OUT_OF_SIGHT)
        self._out.flush()


class NobodysScreen:
    """For a table where nobody can look at anything alone."""

    there = False

    def show(self, name: str, text: str) -> None:
        """Nothing."""

    def clear(self) -> None:
        """Nothing."""
