"""The way from a loudspeaker to a microphone, measured: how long it takes, how loud it comes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from voicegm.sound.frames import SAMPLE_RATE, Samples, Sound

LONGEST_MS = 1_500
"""Bluetooth takes up to this long (bluez-alsa#267 tells of 1 to 2 s)."""
LEAST_CLEARNESS = 8.0
"""The peak of the correlation against its root mean square; by chance it reaches 5 to 6."""
_LOW_HZ, _HIGH_HZ = 200.0, 7_000.0
"""What small loudspeakers and microphones can both do."""


@dataclass(frozen=True)
class Loop:
    """What came back of what was played."""

    delay_ms: float
    """From a sample in the reference to its (loudest) arrival in what was heard."""
    level_db: float
    """Loudness of what was heard against what was played."""
    clearness: float
    """How far the arrival stands out: below LEAST_CLEARNESS nothing came back."""

    @property
    def heard(self) -> bool:
        """Something of it came back."""
        return self.clearness >= LEAST_CLEARNESS


def chirps(rate: int, count: int = 4) -> Sound:
    """A run of rising chirps, half a second apart: each time known to a fraction of a
    millisecond, and no worse to listen to than a bird."""
    length = rate * 120 // 1000
    at_s = np.arange(length) / rate
    bend = np.log(_HIGH_HZ / _LOW_HZ) / (length / rate)
    phase = 2 * np.pi * _LOW_HZ * (np.exp(bend * at_s) - 1) / bend
    chirp = 0.4 * np.sin(phase) * np.hanning(length)
    gap = np.zeros(rate // 2 - length)
    return Sound(np.tile(np.concatenate([chirp, gap]), count).astype(np.float32), rate)


def measure(heard: Samples, played: Samples) -> Loop:
    """Correlate two recordings of the same time at 16 kHz, shape (n,) each.

    Spectra are whitened, so that the colour of a voice or a loudspeaker does not blur the peak.
    """
    size = 1 << (len(heard) + len(played)).bit_length()
    spectra = np.fft.rfft([heard, played], size)
    cross = spectra[0] * np.conj(spectra[1])
    hertz = np.arange(len(cross)) * SAMPLE_RATE / size
    cross = cross / (np.abs(cross) + 1e-3 * np.abs(cross).max() + 1e-20)
    cross[(hertz < _LOW_HZ) | (hertz > _HIGH_HZ)] = 0
    near = np.abs(np.fft.irfft(cross, size)[: LONGEST_MS * SAMPLE_RATE // 1000])
    peak = int(near.argmax())
    clearness = float(near[peak]) / max(float(np.sqrt(np.mean(np.square(near)))), 1e-20)
    loudness = [float(np.sqrt(np.mean(np.square(one)))) + 1e-9 for one in (heard, played)]
    return Loop(
        peak * 1000 / SAMPLE_RATE,
        float(20 * np.log10(loudness[0] / loudness[1])),
        clearness,
    )
