"""How samples counted by a device and time as it passes belong together."""

from __future__ import annotations

from collections import deque

_SPAN_S = 0.5
"""The earliest callback is remembered for every half second, ..."""
_SPANS = 20
"""... and for so many of them: short enough that the drift of two clocks is followed."""
_BEHIND_S = 0.1
"""Callbacks this late are more than unpunctual, ..."""
_PATIENCE_S = 0.5
"""... and when none in this time made up for it, samples are missing."""


class SampleClock:
    """Relates a device's running sample count to the monotonic clock.

    A callback may come late, when the machine is busy, but never early. So the earliest of many
    callbacks, in relation to what they counted, tells the true relation. What devices say about
    time themselves is not asked: it may be relative, or zero.
    """

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._earliest_s: deque[float] = deque(maxlen=_SPANS)
        self._span_started_s = 0.0
        self._base_s: float | None = None
        self._behind_since_s: float | None = None

    def observe(self, count: int, time_s: float) -> bool:
        """Sample number `count` was due at `time_s` (monotonic), or some time before.

        True when samples were lost without a word: the count has fallen behind and stays there.
        (PulseAudio drops what nobody fetches, and PortAudio is not told.) A new clock is needed
        then; this one goes on telling the time of what came before.
        """
        if self._has_fallen_behind(count, time_s):
            return True
        base_s = time_s - count / self._rate
        if not self._earliest_s or time_s - self._span_started_s >= _SPAN_S:
            self._span_started_s = time_s
            self._earliest_s.append(base_s)
        self._earliest_s[-1] = min(self._earliest_s[-1], base_s)
        self._base_s = min(self._earliest_s)
        return False

    def count_at(self, time_s: float) -> float:
        """Which sample was due at a moment; 0 before anything was observed."""
        return 0.0 if self._base_s is None else (time_s - self._base_s) * self._rate

    def time_of(self, count: int) -> float | None:
        """When a sample was or will be due, or None before anything was observed."""
        return None if self._base_s is None else self._base_s + count / self._rate

    def _has_fallen_behind(self, count: int, time_s: float) -> bool:
        if self._base_s is None or time_s - count / self._rate - self._base_s < _BEHIND_S:
            self._behind_since_s = None
            return False
        if self._behind_since_s is None:
            self._behind_since_s = time_s
        return time_s - self._behind_since_s >= _PATIENCE_S
