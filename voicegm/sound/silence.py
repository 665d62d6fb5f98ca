"""A mouth without a device: its sounds last as long as they would, and nothing is heard."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from voicegm.sound.frames import BLOCK_SAMPLES, Samples, Sound


class SilentPlaying:
    """A sound that nobody hears, with its times on the clock of the ears."""

    def __init__(self, now_ms: Callable[[], int], start_ms: int, length_ms: int) -> None:
        self._now_ms = now_ms
        self._start_ms = start_ms
        self._end_ms = start_ms + length_ms
        self._never_sounded = False

    @property
    def started_ms(self) -> int | None:
        """When it began, or None while it waits (or was dropped before it had begun)."""
        if self._never_sounded or self._now_ms() < self._start_ms:
            return None
        return self._start_ms

    @property
    def ended_ms(self) -> int | None:
        """When it ended, or None until then."""
        return self._end_ms if self._now_ms() >= self._end_ms else None

    @property
    def due_ms(self) -> int:
        """When it will have ended."""
        return self._end_ms

    def cut(self) -> None:
        """End it now, whether it has begun or not."""
        now_ms = self._now_ms()
        if now_ms < self._end_ms:
            self._never_sounded = now_ms < self._start_ms
            self._end_ms = now_ms


class SilentMouth:
    """For a table without a speaker: it knows how long everything takes.

    `now_ms` is the clock of the ears.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._queue: list[SilentPlaying] = []

    def play(self, sound: Sound) -> SilentPlaying:
        """Queue a sound behind those still playing and return at once."""
        start_ms = max(self._now_ms(), self._queue[-1].due_ms if self._queue else 0)
        playing = SilentPlaying(self._now_ms, start_ms, sound.duration_ms)
        self._queue = [*(one for one in self._queue if one.ended_ms is None), playing]
        return playing

    def stop(self) -> None:
        """Cut off what is playing and drop what waits."""
        for playing in self._queue:
            playing.cut()
        self._queue = []

    def duck(self, softly: bool) -> None:
        """Nothing is heard, loud or soft."""

    def played(self, start: int) -> Samples:  # noqa: ARG002
        """Nothing sounded."""
        return np.zeros(BLOCK_SAMPLES, np.float32)

    def close(self) -> None:
        """There is no device to let go of."""
