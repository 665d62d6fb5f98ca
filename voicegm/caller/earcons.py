"""Short sounds that mean something before any word does.

Each has its own contour, so that they are told apart by pitch, direction and length, also by
somebody who hears high notes badly: all notes lie between 390 and 1,320 Hz.

| earcon        | contour                       | length    |
| ---           | ---                           | ---       |
| `tick`        | one knock: calls count now    | 0.03 s    |
| `won`         | three notes up, quick         | 0.3 s     |
| `tied`        | the same note twice           | 0.35 s    |
| `not_counted` | one low, soft note, falling   | 0.2 s     |
| `question`    | low, then high and held       | 0.4 s     |
| `ready`       | a chime of a falling third    | 0.7 s     |
| `fanfare`     | up the chord, last note held  | 1.1 s     |

All are as loud as speech is here, rise and fall softly (no clicks), and are made anew from
sines, so that there is no file to lose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voicegm.sound.frames import Sound

RATE = 24_000
"""Samples a second of the earcons: more than enough for their overtones."""
LOUDNESS_RMS = 0.1
"""Level of the loudest 30 ms, the level that speech is brought to as well (-20 dB)."""
EDGE_MS = 4
"""Shortest rise and fall: below that, a click is heard."""

_G4, _C5, _E5, _G5, _C6, _E6 = 392.0, 523.25, 659.26, 783.99, 1046.5, 1318.51
"""Equal temperament at A = 440 Hz."""

_Wave = NDArray[np.float64]


@dataclass(frozen=True)
class _Note:
    start_ms: int
    length_ms: int
    pitch_hz: float
    end_hz: float | None = None
    """Where the pitch glides to, or None where it stays."""
    ringing: bool = True
    """Fades like a struck bar; otherwise it is held."""


@cache
def tick() -> Sound:
    """The cue at the end of an announcement: from now on, calls count."""
    return _play(_Note(0, 30, _C6))


@cache
def won() -> Sound:
    """Somebody has won a pile."""
    return _play(_Note(0, 100, _C5), _Note(80, 100, _E5), _Note(160, 160, _G5))


@cache
def tied() -> Sound:
    """Two called at once."""
    note = _Note(0, 120, _G5, ringing=False)
    return _play(note, _Note(220, 130, note.pitch_hz, ringing=False))


@cache
def not_counted() -> Sound:
    """A call that does not count, and costs nothing: no scolding."""
    return _play(_Note(0, 200, 494.0, end_hz=_G4, ringing=False))


@cache
def question() -> Sound:
    """Something is asked, or has to be said once more."""
    return _play(_Note(0, 120, _G4), _Note(130, 280, _C6, ringing=False))


@cache
def ready() -> Sound:
    """The referee is listening: at the start, and after a break."""
    return _play(_Note(0, 400, _E6), _Note(180, 520, _C6))


@cache
def fanfare() -> Sound:
    """The end of a game or round."""
    return _play(
        _Note(0, 150, _G4),
        _Note(130, 150, _C5),
        _Note(260, 150, _E5),
        _Note(390, 170, _C5),
        _Note(530, 570, _G5, ringing=False),
    )


ALL = {
    earcon.__name__: earcon for earcon in (tick, won, tied, not_counted, question, ready, fanfare)
}
"""Every earcon by its name."""


def _play(*notes: _Note) -> Sound:
    end_ms = max(note.start_ms + note.length_ms for note in notes)
    samples = np.zeros(end_ms * RATE // 1000, dtype=np.float64)
    for note in notes:
        start = note.start_ms * RATE // 1000
        sound = _sine(note)
        samples[start : start + len(sound)] += sound
    levelled = samples * (LOUDNESS_RMS / _loudest_rms(samples))
    return Sound(levelled.astype(np.float32), RATE)


def _sine(note: _Note) -> _Wave:
    """A note with two overtones, which make it audible on small loudspeakers."""
    n = note.length_ms * RATE // 1000
    pitch_hz = np.linspace(note.pitch_hz, note.end_hz or note.pitch_hz, n)
    phase = 2 * np.pi * np.cumsum(pitch_hz) / RATE
    wave = np.sin(phase) + 0.3 * np.sin(2 * phase) + 0.1 * np.sin(3 * phase)
    body = np.exp(-3 * np.arange(n) / n) if note.ringing else np.ones(n)
    edge = max(EDGE_MS, note.length_ms // 8) * RATE // 1000
    ramp = np.sin(np.linspace(0, np.pi / 2, edge)) ** 2
    body[:edge] *= ramp
    body[n - edge :] *= ramp[::-1]
    shaped: _Wave = wave * body
    return shaped


def _loudest_rms(samples: _Wave) -> float:
    """Level of the loudest 30 ms: as the ear judges loudness, near enough."""
    window = 30 * RATE // 1000
    power = np.convolve(np.square(samples), np.ones(window) / window, mode="valid")
    return float(np.sqrt(power.max()))
