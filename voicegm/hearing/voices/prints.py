"""An utterance as a voiceprint: what its sound tells about the throat that made it.

Mean and spread of cepstral coefficients, the spread of their slopes, the long-term spectrum and
the pitch, over the louder frames of the word. One word holds little more than half a second of
voice, and all of this can be had from that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voicegm.sound.frames import SAMPLE_RATE, Samples

Wave = NDArray[np.float64]

BANDS = 40
COEFFICIENTS = 24
SIZE = 3 * COEFFICIENTS + BANDS + 1
"""How many numbers a voiceprint has."""

_HOP = SAMPLE_RATE // 100
_FRAME = SAMPLE_RATE // 40
_FFT = 512
_LOWEST_HZ, _HIGHEST_HZ = 60.0, 7600.0
_PREEMPHASIS = 0.97
_LOUD = 10 ** (-25 / 10)
"""Only frames within 25 dB of the loudest one count: the rest is the room."""
_MARGIN = 2 * _HOP
_COURSE_FLOOR = 1e-4
"""What lies 40 dB below the loudest band is the room's, not the word's."""
_FEWEST_FRAMES = 8
"""A tenth of a second of voice is too little to know anybody by."""

_PITCH_FRAME = SAMPLE_RATE // 25
_PITCH_FFT = 2048
_LONGEST_LAG = 400
_LOWEST_PITCH_HZ, _HIGHEST_PITCH_HZ = 70, 450
"""Of men's lowest voices and children's highest."""
_PITCH_BAND_HZ = 900
_VOICED = 0.55
"""Correlation of a frame with itself, one period later, from which it counts as voiced."""
_USUAL_LOG_PITCH = 5.0
"""Of an utterance without a voiced frame: 150 Hz, between men and children."""


@dataclass(frozen=True)
class Voiceprint:
    """What is known of a voice from one utterance."""

    numbers: Wave
    """`SIZE` of them, in the order of `voiceprint`."""


def voiceprint(samples: Samples, start: int, end: int) -> Voiceprint | None:
    """The voiceprint of a word between two places in `samples` (mono, 16 kHz, -1 to 1); None when
    there is too little of it."""
    word = samples[max(0, start - _MARGIN) : end + _MARGIN].astype(np.float64)
    if len(word) < _FRAME + _FEWEST_FRAMES * _HOP or not np.any(word):
        return None
    powers = _powers(word)
    energies = powers.sum(axis=1)
    loud = energies > energies.max() * _LOUD
    if int(loud.sum()) < _FEWEST_FRAMES:
        return None
    bands = powers @ _mel_bands().T
    floor = 1e-9 * float(energies.max()) + 1e-14
    logs = np.log(bands + floor)
    cepstra = logs @ _cosines().T
    average = np.log(bands[loud].mean(axis=0) + floor)
    numbers = np.concatenate(
        [
            cepstra[loud].mean(axis=0),
            cepstra[loud].std(axis=0),
            _slopes(cepstra)[loud].std(axis=0),
            average - average.mean(),
            [_log_pitch(word) - _USUAL_LOG_PITCH],
        ]
    )
    return Voiceprint(numbers)


def cepstra_of(samples: Samples, count: int) -> Wave | None:
    """The course of a word (mono, 16 kHz, -1 to 1): its first `count` cepstral coefficients, a row
    every 10 ms, from its first loud frame to its last; None when there is too little of it."""
    word = samples.astype(np.float64)
    if len(word) < _FRAME + _FEWEST_FRAMES * _HOP or not np.any(word):
        return None
    powers = _powers(word)
    energies = powers.sum(axis=1)
    loud = np.flatnonzero(energies > energies.max() * _LOUD)
    if len(loud) < _FEWEST_FRAMES:
        return None
    bands = (powers @ _mel_bands().T)[loud[0] : loud[-1] + 1]
    floor = _COURSE_FLOOR * float(bands.max())
    return np.asarray(np.log(bands + floor) @ _cosines()[:count].T)


def _powers(word: Wave) -> Wave:
    """Power spectrum of each frame of 25 ms, a row every 10 ms."""
    bright = np.append(word[0], word[1:] - _PREEMPHASIS * word[:-1])
    spectra = np.fft.rfft(_framed(bright, _FRAME) * np.hanning(_FRAME), _FFT)
    return np.asarray(np.abs(spectra) ** 2)


def _framed(sound: Wave, length: int) -> Wave:
    windows = np.lib.stride_tricks.sliding_window_view(sound, length)
    return windows[::_HOP]


def _slopes(cepstra: Wave) -> Wave:
    """How fast each coefficient changes, by regression over five frames."""
    slopes = np.zeros_like(cepstra)
    slopes[2:-2] = (2 * (cepstra[4:] - cepstra[:-4]) + cepstra[3:-1] - cepstra[1:-3]) / 10
    return slopes


def _log_pitch(word: Wave) -> float:
    """Logarithm of the median pitch in Hz, louder and surer frames counting more."""
    if len(word) < _PITCH_FRAME:
        return _USUAL_LOG_PITCH
    frames = _framed(word, _PITCH_FRAME)
    window = np.hanning(_PITCH_FRAME)
    powers = np.abs(np.fft.rfft((frames - frames.mean(axis=1, keepdims=True)) * window, _PITCH_FFT))
    powers = powers**2
    powers[:, _PITCH_BAND_HZ * _PITCH_FFT // SAMPLE_RATE :] = 0
    correlations = np.fft.irfft(powers)[:, :_LONGEST_LAG]
    own = np.fft.irfft(np.abs(np.fft.rfft(window, _PITCH_FFT)) ** 2)[:_LONGEST_LAG]
    energies = correlations[:, 0].copy()
    shares = correlations / (correlations[:, :1] + 1e-12) / (own / own[0] + 1e-2)
    peaks = np.zeros(shares.shape, dtype=bool)
    inner = shares[:, 1:-1]
    peaks[:, 1:-1] = (inner > shares[:, :-2]) & (inner >= shares[:, 2:])
    lags = np.arange(_LONGEST_LAG)
    shortest, longest = SAMPLE_RATE // _HIGHEST_PITCH_HZ, SAMPLE_RATE // _LOWEST_PITCH_HZ
    # Twice the period fits as well as the period: the shorter one is a little preferred.
    preference = 1 - 0.1 * np.log2(np.maximum(lags, 1) / shortest)
    preference[(lags < shortest) | (lags > longest)] = 0
    best = np.argmax(np.where(peaks, shares, -1) * preference, axis=1)
    sure = shares[np.arange(len(best)), best]
    weights = np.where((best >= shortest) & (sure > _VOICED), np.sqrt(energies.clip(0) * sure), 0)
    if np.count_nonzero(weights) < 3:
        return _USUAL_LOG_PITCH
    order = np.argsort(best)
    heavier = np.cumsum(weights[order]) / weights.sum()
    return float(np.log(SAMPLE_RATE / best[order][np.searchsorted(heavier, 0.5)]))


@cache
def _mel_bands() -> Wave:
    """Triangular bands, evenly apart on the mel scale."""
    lowest, highest = (2595 * np.log10(1 + hz / 700) for hz in (_LOWEST_HZ, _HIGHEST_HZ))
    corners_hz = 700 * (10 ** (np.linspace(lowest, highest, BANDS + 2) / 2595) - 1)
    low, middle, high = (corners_hz[n : n + BANDS, None] * _FFT / SAMPLE_RATE for n in range(3))
    bins = np.arange(_FFT // 2 + 1)
    rising, falling = (bins - low) / (middle - low), (high - bins) / (high - middle)
    return np.asarray(np.maximum(0, np.minimum(rising, falling)))


@cache
def _cosines() -> Wave:
    """The discrete cosine transform of the bands, without the loudness in front."""
    orders = np.arange(1, COEFFICIENTS + 1)[:, None]
    places = np.arange(BANDS) + 0.5
    return np.asarray(np.cos(np.pi * orders * places / BANDS) * np.sqrt(2 / BANDS))
