"""What an installation tells about itself while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Stage = Literal["download", "check", "unpack", "trial"]


@dataclass(frozen=True)
class Progress:
    """How far one stage has come; stages follow one another, `download` may be left out."""

    stage: Stage
    done_bytes: int
    total_bytes: int | None
    """None where it cannot be told, as for a trial decode."""


OnProgress = Callable[[Progress], None]


def ignore(_: Progress) -> None:
    """For a caller that wants to hear nothing."""
