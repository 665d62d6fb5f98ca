"""How loud the referee is, in parts of its usual loudness."""

from __future__ import annotations

import numpy as np

from voicegm.sound.frames import Sound

LOUDEST = 3.0
"""Three times the usual level is 10 dB more: twice as loud to the ear."""
_PEAK = 0.98


def at_volume(sound: Sound, volume: float) -> Sound:
    """The sound at `volume` (1 is the usual one, 0 silence, `LOUDEST` the most).

    What would be clipped is bent instead, so that a louder voice stays a clear one.
    """
    if volume == 1:
        return sound
    samples = sound.samples * np.float32(min(volume, LOUDEST))
    if np.abs(samples).max(initial=0) > _PEAK:
        samples = np.tanh(samples).astype(np.float32)
    return Sound(samples, sound.rate)
