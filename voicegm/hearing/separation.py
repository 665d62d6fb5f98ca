"""Each player's own voice on each player's own microphone.

With a microphone each, a neighbour's voice is heard on one's own too, 8 to 12 dB softer and with
the room's ringing. Two who call at nearly the same time would run into one another on both
channels: one long utterance that begins with the neighbour's word. Here every channel is cut into
short frames and narrow bands, and what is no louder in one of them than a neighbour's voice would
be there is taken away. Speech leaves most bands empty most of the time, so even of two who speak
at once most of each is left.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples

DELAY_SAMPLES = 256
"""Own voices come 16 ms after what the microphones heard: half a frame."""
_FRAME = 2 * DELAY_SAMPLES
_LEAK = 10 ** (-4 / 10)
"""A neighbour's voice is softer on one's own microphone than this in nearly every frame and band:
8 to 12 dB on average, but a room lifts single bands by several."""
_RING = 10 ** (-60 / 10 / (0.35 * SAMPLE_RATE / DELAY_SAMPLES))
"""How much of it is left a step later, in a living room that rings for 0.35 s."""
_BESIDE = 0.5
"""How much a band tells of its two neighbours: a frame's window is not sharper than that."""
_GROUPS = ((0, 16), (16, 32), (32, 64), (64, 128), (128, _FRAME // 2 + 1))
"""Bands (of 31 Hz) that stand or fall together: up to 0.5, 1, 2, 4 and 8 kHz. A soft s is heard
beside a neighbour's vowel."""
_LEAST_KEPT = 0.25
"""Where less than this of a group is one's own, the rest is a leftover and goes as well."""
_HISS = 6e-4
"""Faint noise where something was taken away: the detector of voices takes scraps in perfect
silence for a voice. As loud as a quiet room, -64 dB."""
_SAME = 0.9
"""Two channels as alike as this carry the same sound: neither is the other's neighbour."""
_MEMORY = 0.98
"""What is left a block later of how alike two channels were: 1.6 s."""

Spectra = NDArray[np.complex128]
Powers = NDArray[np.float64]


class Separation:
    """Takes the neighbours' voices out of each channel, block by block.

    With one channel blocks go through as they are, without any delay.
    """

    def __init__(self, channels: int) -> None:
        self.delay_samples = DELAY_SAMPLES if channels > 1 else 0
        """How much later than heard a sample comes out."""
        self._channels = channels
        angles = np.pi * (np.arange(_FRAME) + 0.5) / _FRAME
        self._window = np.sin(angles)
        self._heard = np.zeros((channels, _FRAME))
        self._own = np.zeros((channels, _FRAME))
        self._ringing = np.zeros((channels, _FRAME // 2 + 1))
        self._together = np.zeros((channels, channels))
        self._random = np.random.default_rng(0)

    def feed(self, block: Block) -> Block:
        """The next block of own voices: of the same length, and as much earlier on the clock as
        they are late."""
        if self._channels == 1:
            return block
        self._compare(block.samples)
        halves = np.split(block.samples, BLOCK_SAMPLES // DELAY_SAMPLES, axis=1)
        own = np.concatenate([self._step(half) for half in halves], axis=1)
        own += self._random.normal(0, _HISS, BLOCK_SAMPLES)
        start = block.start - DELAY_SAMPLES
        return replace(block, start=start, samples=own.astype(np.float32))

    def _compare(self, samples: Samples) -> None:
        """Keep in mind how alike the channels are."""
        self._together = _MEMORY * self._together + samples @ samples.T

    @property
    def _neighbours(self) -> NDArray[np.bool_]:
        """Which channels are another one's neighbours: all but those that carry the same."""
        power = np.sqrt(np.diag(self._together))
        alike = self._together / np.maximum(np.outer(power, power), 1e-12)
        np.fill_diagonal(alike, 1.0)
        return np.asarray(alike < _SAME)

    def _step(self, half: Samples) -> Samples:
        """Half a frame in, half a frame of own voices out."""
        self._heard = np.concatenate([self._heard[:, DELAY_SAMPLES:], half], axis=1)
        spectra = np.fft.rfft(self._heard * self._window)
        kept = spectra * np.sqrt(self._shares(np.square(np.abs(spectra))))
        self._own = np.pad(self._own[:, DELAY_SAMPLES:], ((0, 0), (0, DELAY_SAMPLES)))
        self._own += np.fft.irfft(kept) * self._window
        return self._own[:, :DELAY_SAMPLES].astype(np.float32)

    def _shares(self, powers: Powers) -> Powers:
        """How much of each channel's power in each band is its own voice, 0 to 1."""
        wide = powers.copy()
        wide[:, 1:] = np.maximum(wide[:, 1:], _BESIDE * powers[:, :-1])
        wide[:, :-1] = np.maximum(wide[:, :-1], _BESIDE * powers[:, 1:])
        self._ringing = np.maximum(wide, self._ringing * _RING)
        loudest = np.array(
            [
                np.max(self._ringing, axis=0, where=others[:, None], initial=0.0)
                for others in self._neighbours
            ]
        )
        shares = np.clip(1 - _LEAK * loudest / np.maximum(powers, 1e-12), 0, 1)
        for low, high in _GROUPS:
            own = np.sum(shares[:, low:high] * powers[:, low:high], axis=1)
            all_of_it = np.sum(powers[:, low:high], axis=1)
            shares[own < _LEAST_KEPT * all_of_it, low:high] = 0.0
        return shares
