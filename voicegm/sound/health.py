"""Whether each channel is a working microphone of its own.

Judged from samples alone, so that the same sound gives the same judgement.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import combinations, cycle
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples

Trouble = Literal["gone", "silent", "clipped", "loud", "same"]

_A_SECOND = SAMPLE_RATE // BLOCK_SAMPLES
SILENT_BLOCKS = 3 * _A_SECOND
"""A working microphone never gives zeros alone for so long, ..."""
GATED_BLOCKS = 20 * _A_SECOND
"""... unless a driver takes the noise out between words: one that has given sound is given time."""
BACK_BLOCKS = _A_SECOND
"""A device that is there again has to deliver for so long."""
FULL_SCALE = 0.99
"""Resampling moves what was cut off at full scale by less than this."""
CUT_SAMPLES = 4
"""So many in a block are no single click."""
CUT_BLOCKS = 6
CUT_WITHIN_BLOCKS = 10 * _A_SECOND
"""A level that is too high cuts several words in ten seconds: six blocks are 0.2 s of voice."""
CUT_OVER_BLOCKS = 30 * _A_SECOND
"""Words that came through whole for so long: the level has been turned down."""
LEVEL_BLOCKS = 12 * _A_SECOND
"""Levels are compared over 12 s, in which everybody is quiet at some time, ..."""
LOUD_DB = 12.0
"""... and both the quiet and the voices are so much louder than elsewhere: a loud player raises
the voices alone, a fan the quiet alone."""
NO_LONGER_LOUD_DB = 6.0
PAIR_EVERY_BLOCKS = 8
"""One pair of channels is compared four times a second: eight channels (28 pairs) in 7 s."""
_COPY_BLOCKS = _A_SECOND + 1
"""A second of sound is compared at a time."""
COPY_LAG = SAMPLE_RATE // 10
"""A copy that went another way, by Bluetooth say, may be 100 ms late."""
COPY_LIKENESS = 0.9
"""One voice on two lapels reaches 0.75, two copies of a signal 0.97 and more."""
COPY_LOOKS = 3
"""Seconds of sound, one behind another, in which that has to be so (or so no longer)."""
_PERHAPS = 0.45
"""A delay of half a sample takes so much off the peak that finer steps have to be looked at."""
_FINER = 4
_FAINT = 1e-9
"""Mean square below which there is nothing to compare: -90 dB."""


@dataclass(frozen=True)
class Fault:
    """Something is wrong with a channel."""

    channel: int
    trouble: Trouble
    other: int | None = None
    """The channel that it is the same as."""
    excess_db: int = 0
    """By how much it is too loud."""


@dataclass(frozen=True)
class Change:
    """A fault was found, or is over."""

    fault: Fault
    found: bool


class Health:
    """Watches all channels.

    With `live` ears all channels may be silent at once, because nothing is plugged in right; in a
    recording that is a pause.
    """

    def __init__(self, channels: int, *, live: bool) -> None:
        self.faults: dict[tuple[int, Trouble], Fault] = {}
        """Those that hold now."""
        self._live = live
        self._silence = np.zeros(channels, int)
        self._sounded = np.zeros(channels, bool)
        self._there = np.full(channels, BACK_BLOCKS)
        self._cuts: deque[NDArray[np.bool_]] = deque(maxlen=CUT_OVER_BLOCKS)
        self._power: deque[NDArray[np.float64]] = deque(maxlen=LEVEL_BLOCKS)
        self._blocks = 0
        self._copies = _Copies(channels)
        self._changes: list[Change] = []

    def feed(self, block: Block, gone: Set[int] = frozenset()) -> list[Change]:
        """Take the next block, and the channels whose devices are gone; what changed by it."""
        self._changes = []
        self._blocks += 1
        power = np.mean(np.square(block.samples, dtype=np.float64), axis=1)
        self._power.append(power)
        self._watch_presence(gone)
        self._watch_silence(power, gone)
        self._watch_peaks(block.samples)
        if self._blocks % _A_SECOND == 0:
            self._watch_levels()
        self._watch_copies(block.samples)
        return self._changes

    @property
    def unusable(self) -> frozenset[int]:
        """Channels that give nothing of their own."""
        return frozenset(
            channel for channel, trouble in self.faults if trouble in ("gone", "silent", "same")
        )

    def _set(self, fault: Fault, holds: bool) -> None:
        key = (fault.channel, fault.trouble)
        if holds and key not in self.faults:
            self.faults[key] = fault
            self._changes.append(Change(fault, found=True))
        elif not holds and key in self.faults:
            self._changes.append(Change(self.faults.pop(key), found=False))

    def _watch_presence(self, gone: Set[int]) -> None:
        for channel in range(len(self._there)):
            self._there[channel] = 0 if channel in gone else self._there[channel] + 1
            if channel in gone:
                self._set(Fault(channel, "gone"), holds=True)
            elif self._there[channel] >= BACK_BLOCKS:
                self._set(Fault(channel, "gone"), holds=False)

    def _watch_silence(self, power: NDArray[np.float64], gone: Set[int]) -> None:
        sounding = power > 0
        if self._live or sounding.any():
            self._silence += 1
        self._silence[sounding] = 0
        self._silence[list(gone)] = 0
        self._sounded |= sounding
        for channel, blocks in enumerate(self._silence):
            limit = GATED_BLOCKS if self._sounded[channel] else SILENT_BLOCKS
            if blocks >= limit and channel not in gone:
                self._set(Fault(channel, "silent"), holds=True)
            elif blocks == 0:
                self._set(Fault(channel, "silent"), holds=False)

    def _watch_peaks(self, samples: Samples) -> None:
        self._cuts.append(np.count_nonzero(np.abs(samples) >= FULL_SCALE, axis=1) >= CUT_SAMPLES)
        if not (self._cuts[-1].any() or any(t == "clipped" for _, t in self.faults)):
            return
        cuts = np.array(self._cuts)
        recent = cuts[-CUT_WITHIN_BLOCKS:].sum(axis=0)
        for channel in range(cuts.shape[1]):
            if recent[channel] >= CUT_BLOCKS:
                self._set(Fault(channel, "clipped"), holds=True)
            elif not cuts[:, channel].any():
                self._set(Fault(channel, "clipped"), holds=False)

    def _watch_levels(self) -> None:
        if len(self._power) < LEVEL_BLOCKS or len(self._there) == 1:
            return
        levels = 10 * np.log10(np.quantile(np.array(self._power), (0.1, 0.9), axis=0) + 1e-10)
        usable = [c for c in range(len(self._there)) if c not in self.unusable]
        for channel in usable:
            others = [other for other in usable if other != channel]
            if not others:
                continue
            excess = levels[:, channel] - np.median(levels[:, others], axis=1)
            least = float(excess.min())
            if least >= LOUD_DB:
                self._set(Fault(channel, "loud", excess_db=round(least)), holds=True)
            elif least < NO_LONGER_LOUD_DB:
                self._set(Fault(channel, "loud"), holds=False)

    def _watch_copies(self, samples: Samples) -> None:
        for pair, same in self._copies.feed(samples, self.unusable):
            original, copy = pair
            self._set(Fault(copy, "same", other=original), holds=same)


class _Copies:
    """Finds channels that carry the same signal, at once or one behind the other."""

    def __init__(self, channels: int) -> None:
        self._pairs: Iterator[tuple[int, int]] = cycle(combinations(range(channels), 2))
        self._heard: deque[Samples] = deque(maxlen=_COPY_BLOCKS)
        self._pair = next(self._pairs, None)
        self._looks = 0
        self._next_look = _COPY_BLOCKS
        self._found: dict[tuple[int, int], tuple[int, int]] = {}

    def feed(self, samples: Samples, unusable: Set[int]) -> Iterator[tuple[tuple[int, int], bool]]:
        """Take a block; (original, copy) and whether they are the same, where that is certain."""
        if self._pair is None:
            return
        self._heard.append(samples)
        self._next_look -= 1
        if self._next_look > 0:
            return
        pair = self._pair
        known = pair in self._found
        unheard = unusable - {copy for _, copy in self._found.values()}
        likeness = None if unheard & set(pair) else self._likeness(pair)
        if likeness is None or (abs(likeness[0]) >= COPY_LIKENESS) == known:
            self._go_on()
            return
        self._looks += 1
        self._next_look = _COPY_BLOCKS
        if self._looks < COPY_LOOKS:
            return
        self._go_on()
        if known:
            yield self._found.pop(pair), False
        else:
            later = likeness[1] < 0
            self._found[pair] = (pair[1], pair[0]) if later else pair
            yield self._found[pair], True

    def _go_on(self) -> None:
        """To the next pair."""
        self._pair = next(self._pairs)
        self._looks = 0
        self._next_look = PAIR_EVERY_BLOCKS

    def _likeness(self, pair: tuple[int, int]) -> tuple[float, int] | None:
        heard = np.concatenate([block[list(pair)] for block in self._heard], axis=1)
        if np.mean(np.square(heard), axis=1).min() < _FAINT:
            return None
        return likeness(heard[0], heard[1])


def likeness(one: Samples, other: Samples) -> tuple[float, int]:
    """Peak of the normalised correlation of two channels (-1 to 1), and by how many samples the
    second is behind the first. Treble counts as much as bass: hum is everywhere."""
    treble = np.diff(np.stack([one, other]), axis=1)
    size = 1 << (treble.shape[1] + COPY_LAG).bit_length()
    spectra = np.fft.rfft(treble, size)
    cross = np.conj(spectra[0]) * spectra[1]
    energy = float(np.sqrt(np.prod(np.sum(np.square(treble, dtype=np.float64), axis=1))))
    peak, lag = _peak(cross, size, 1)
    if _PERHAPS * energy <= abs(peak) < COPY_LIKENESS * energy:
        peak, lag = _peak(cross, size, _FINER)
    return peak / max(energy, 1e-12), lag


def _peak(cross: NDArray[np.complex128], size: int, finer: int) -> tuple[float, int]:
    correlation = np.fft.irfft(cross, size * finer) * finer
    most = COPY_LAG * finer
    near = np.concatenate([correlation[-most:], correlation[: most + 1]])
    place = int(np.abs(near).argmax())
    return float(near[place]), (place - most) // finer
