"""Each player's own voice on each player's own microphone.

With a microphone each, a neighbour's voice is heard on one's own too, 8 to 12 dB softer and with
the room's ringing. Two who call at nearly the same time would run into one another on both
channels: one long utterance that begins with the neighbour's word. Here every channel is cut into
short frames and narrow bands, and what is no louder in one of them than a neighbour's voice would
be there is taken away. Speech leaves most bands empty most of the time, so even of two who speak
at once most of each is left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
_FULLER_LEAK = 10 ** (-7 / 10)
"""For what is decoded half as much is taken for a neighbour's, and leftovers stay: of 262 words
under another's the ear is then less than half sure of 7 instead of 10 %, and of no word that was
not said."""
_HISS = 6e-4
"""Faint noise where something was taken away: the detector of voices takes scraps in perfect
silence for a voice. As loud as a quiet room, -64 dB."""
_SAME = 0.9
"""Two channels as alike as this carry the same sound: neither is the other's neighbour."""
_MEMORY = 0.98
"""What is left a block later of how alike two channels were: 1.6 s."""

Spectra = NDArray[np.complex128]
Powers = NDArray[np.float64]


@dataclass(frozen=True)
class Apart:
    """One block with its voices apart."""

    own: Block
    """Each channel's own voice and nothing else: shows who speaks when."""
    fuller: Block
    """The same with more of the voice, and some of the neighbours': shows what is said."""


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
        self._ahead = np.zeros((2, channels, _FRAME))
        self._ringing = np.zeros((channels, _FRAME // 2 + 1))
        self._together = np.zeros((channels, channels))
        self._random = np.random.default_rng(0)

    def feed(self, block: Block) -> Apart:
        """The next block of own voices: of the same length, and as much earlier on the clock as
        they are late."""
        if self._channels == 1:
            return Apart(block, block)
        self._compare(block.samples)
        halves = np.split(block.samples, BLOCK_SAMPLES // DELAY_SAMPLES, axis=1)
        both = np.concatenate([self._step(half) for half in halves], axis=2)
        both += self._random.normal(0, _HISS, BLOCK_SAMPLES)
        start = block.start - DELAY_SAMPLES
        own, fuller = (replace(block, start=start, samples=one) for one in both.astype(np.float32))
        return Apart(own, fuller)

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
        """Half a frame in, half a frame of own voices out, both ways."""
        self._heard = np.concatenate([self._heard[:, DELAY_SAMPLES:], half], axis=1)
        spectra = np.fft.rfft(self._heard * self._window)
        powers = np.square(np.abs(spectra))
        elsewhere = self._elsewhere(powers)
        shares = np.clip(1 - _LEAK * elsewhere, 0, 1)
        _drop_leftovers(shares, powers)
        fuller = np.clip(1 - _FULLER_LEAK * elsewhere, 0, 1)
        kept = spectra * np.sqrt([shares, fuller])
        self._ahead = np.pad(self._ahead[..., DELAY_SAMPLES:], ((0, 0), (0, 0), (0, DELAY_SAMPLES)))
        self._ahead += np.fft.irfft(kept) * self._window
        return self._ahead[..., :DELAY_SAMPLES].astype(np.float32)

    def _elsewhere(self, powers: Powers) -> Powers:
        """How loud the loudest neighbour is, or was and still rings, against each channel's power
        in each band."""
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
        return np.asarray(loudest / np.maximum(powers, 1e-12))


def _drop_leftovers(shares: Powers, powers: Powers) -> None:
    """Keep nothing of a group of bands of which hardly anything is one's own."""
    for low, high in _GROUPS:
        own = np.sum(shares[:, low:high] * powers[:, low:high], axis=1)
        all_of_it = np.sum(powers[:, low:high], axis=1)
        shares[own < _LEAST_KEPT * all_of_it, low:high] = 0.0
