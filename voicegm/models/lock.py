"""One installation at a time in a folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from voicegm.errors import BadInput

if sys.platform == "win32":
    import msvcrt

    def _seize(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _seize(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Holds the folder's lock, which the system gives up should the process die.

    Raises:
        BadInput: another process holds it.
    """
    with (folder / ".install.lock").open("ab") as file:
        try:
            _seize(file)
        except OSError as error:
            raise BadInput(
                f"another installation is at work in {folder}: wait until it has ended"
            ) from error
        yield
