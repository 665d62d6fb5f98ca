"""What else is to be heard in a room: music, the clatter of cards and cups, made from a seed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voicegm.sound.frames import SAMPLE_RATE

Wave = NDArray[np.float64]

MUSIC_RMS = 10 ** (-41 / 20)
"""Music in the background, 15 dB below a voice."""
CLATTER_PEAK = 10 ** (-20 / 20)
"""Something put down on the table, against full scale: as loud as the peaks of a voice."""
CLATTERS_A_SECOND = 1.5
_BEAT_S = 0.5
_CHORDS = ((57, 60, 64), (53, 57, 60), (48, 52, 55), (55, 59, 62))
"""Four chords, as MIDI notes, that go round."""


class Music:
    """Four chords over and over, a bass and a soft drum."""

    at_table = False
    """It comes from the wall."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._position = 0

    def take(self, count: int) -> Wave:
        """The next so many samples."""
        time_s = (self._position + np.arange(count)) / SAMPLE_RATE
        self._position += count
        beat = int(time_s[0] / _BEAT_S)
        chord = _CHORDS[beat // 4 % len(_CHORDS)]
        since_s = time_s % _BEAT_S
        sound = sum((_tone(note, time_s) for note in chord), np.zeros(count)) * np.exp(-3 * since_s)
        sound += 2 * _tone(chord[beat % 3] - 12, time_s) * np.exp(-2 * since_s)
        sound += self._random.standard_normal(count) * np.exp(-60 * since_s)
        return np.asarray(MUSIC_RMS * sound)


class Clatter:
    """Cards, cups and elbows on the table."""

    at_table = True

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._ahead = np.zeros(0)

    def take(self, count: int) -> Wave:
        """The next so many samples."""
        longest = SAMPLE_RATE // 5
        self._ahead = np.pad(self._ahead, (0, max(0, count + longest - len(self._ahead))))
        for _ in range(self._random.poisson(CLATTERS_A_SECOND * count / SAMPLE_RATE)):
            knock = self._knock()
            start = self._random.integers(count)
            self._ahead[start : start + len(knock)] += knock
        taken, self._ahead = self._ahead[:count], self._ahead[count:]
        return taken

    def _knock(self) -> Wave:
        """A burst of noise that dies away, on the pitch of whatever was struck."""
        time_s = np.arange(int(SAMPLE_RATE * self._random.uniform(0.02, 0.15))) / SAMPLE_RATE
        decay = np.exp(-time_s / self._random.uniform(0.004, 0.03))
        ring = np.sin(2 * np.pi * self._random.uniform(300, 3_000) * time_s)
        burst = (self._random.standard_normal(len(time_s)) * 0.3 + ring * 0.5) * decay
        return np.asarray(CLATTER_PEAK * self._random.uniform(0.2, 1.0) * burst)


Disturbance = Music | Clatter


def _tone(note: int, time_s: Wave) -> Wave:
    """A note with a few overtones."""
    pitch_hz = 440 * 2 ** ((note - 69) / 12)
    overtones = (np.sin(2 * np.pi * pitch_hz * n * time_s) / n**1.5 for n in range(1, 7))
    return np.asarray(sum(overtones, np.zeros(len(time_s))))
