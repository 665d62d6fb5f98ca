"""Several microphones heard as one table: the channels of all devices, on one clock.

Every device counts samples by a quartz of its own. The table's clock is the count of the first
device that works; what the others deliver is laid on it:

* Each device's `SampleClock` tells when each of its samples was due, so that a place in one
  device's count corresponds to a place in another's. Where they were set against one another when
  both began is kept as a shift.
* Two quartzes differ by up to 100 parts in a million: 1.6 samples a second. Once a device has run
  DRIFT_SAMPLES away, one sample a block is left out or doubled, where two neighbours are most
  alike, until it is back. A resampler would do no better and would have to be told the same.
* Beyond JUMP_SAMPLES sound was lost, and the device is set anew; what is missing is silence, and
  the block says so.

Clocks tell when samples arrived, not how long they were on their way: a Bluetooth microphone is
a fifth of a second behind a wired one. `Wanted.late_ms` makes up for it; 'voicegm doctor
microphones' measures it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from voicegm.errors import BadInput
from voicegm.sound.devices import choose
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples
from voicegm.sound.microphone import Microphone, MicrophoneLost

DRIFT_SAMPLES = SAMPLE_RATE // 500
"""2 ms: less than a foot of air, and more than the clocks' own uncertainty."""
JUMP_SAMPLES = SAMPLE_RATE // 20
"""50 ms: no quartz drifts so far between two looks."""
SETTLING_BLOCKS = 62
"""Two seconds, in which the clocks' first guesses become good, are corrected in bigger steps."""
SETTLING_SAMPLES = SAMPLE_RATE // 200
LOOK_EVERY_BLOCKS = 62
"""A device that has gone away is looked for every two seconds."""


@dataclass(frozen=True)
class Wanted:
    """A device, and which of its channels are microphones."""

    name: str | None = None
    """Part of its name, or its number; None: the system's default."""
    channels: tuple[int, ...] = ()
    """Counted from 0; none: all of them, heard as one."""
    late_ms: int = 0
    """How much later than the first device its sound arrives."""


@dataclass(frozen=True)
class Source:
    """Where a channel of the table comes from."""

    device: str
    channel: int | None
    """Counted from 0; None: all channels of the device, heard as one."""

    def __str__(self) -> str:
        return self.device if self.channel is None else f"{self.device}, channel {self.channel + 1}"


class Device(Protocol):
    """What a `Microphone` is, as far as it matters here. Places count from its first sample, at
    16 kHz; moments are those of the monotonic clock."""

    name: str

    @property
    def has_sound(self) -> bool:
        """Something has come that was not read yet."""
        ...

    def read(self) -> Block | None:
        """Wait for the next block; raises `MicrophoneLost`."""
        ...

    def position_at(self, time_s: float) -> float:
        """Which sample was due at a moment."""
        ...

    def time_of(self, position: int) -> float | None:
        """When a sample was due, as far as that is known."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


def open_device(wanted: Wanted) -> Device:
    """A real microphone; raises `NoDevice` or `BadInput` when it cannot be had."""
    device = choose("microphone", wanted.name)
    channels = wanted.channels
    if channels and max(channels) >= device.channels:
        raise BadInput(
            f"The microphone {device.name} has {device.channels} channel(s), so that there is no "
            f"channel {max(channels) + 1}; choose another, or fewer."
        )
    count = max(channels) + 1 if channels else None
    return Microphone(device, channels=count, mix=not channels)


class Microphones:
    """Ears that hear several devices; with one, just that.

    `late_guests` lets it begin while some of the devices (not all) cannot be had; they are looked
    for while it listens, as is one that goes away. Their channels are silence meanwhile.

    Raises `NoDevice` or `BadInput` when a device cannot be had.
    """

    def __init__(
        self,
        wanted: Sequence[Wanted],
        *,
        first_sample: int = 0,
        late_guests: bool = False,
        opens: Callable[[Wanted], Device] = open_device,
    ) -> None:
        self._position = first_sample
        self._lanes = [_Lane(one, opens) for one in wanted]
        self._until_look = LOOK_EVERY_BLOCKS
        refusals = [refusal for lane in self._lanes if (refusal := lane.refused(first_sample))]
        if refusals and (not late_guests or len(refusals) == len(self._lanes)):
            self.close()
            raise refusals[0]
        self.channels = sum(lane.width for lane in self._lanes)
        for lane in self._lanes:
            if lane.arriving:
                lane.join(self._leading() or lane, patiently=True)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where each channel comes from."""
        return tuple(source for lane in self._lanes for source in lane.sources)

    @property
    def gone(self) -> frozenset[int]:
        """Channels whose device is not there."""
        gone: set[int] = set()
        first = 0
        for lane in self._lanes:
            if not lane.here:
                gone.update(range(first, first + lane.width))
            first += lane.width
        return frozenset(gone)

    def now_ms(self) -> int:
        """This moment on the table's clock."""
        leader = self._leading()
        samples = self._position if leader is None else leader.now()
        return samples * 1000 // SAMPLE_RATE

    def read(self) -> Block:
        """The next block of all channels; raises `MicrophoneLost` when no device is left."""
        self._look_for_the_lost()
        leader = self._leader()
        while (heard := leader.take(self._position)) is None:
            leader = self._leader()
        parts = [
            heard if lane is leader else lane.follow(leader, self._position) for lane in self._lanes
        ]
        lost = sum(lane.take_loss() for lane in self._lanes) > 0
        block = Block(self._position, np.concatenate(parts), lost)
        self._position += BLOCK_SAMPLES
        return block

    def close(self) -> None:
        """Let go of all devices."""
        for lane in self._lanes:
            lane.close()

    def _leading(self) -> _Lane | None:
        return next((lane for lane in self._lanes if lane.here), None)

    def _leader(self) -> _Lane:
        """The device whose count is the table's clock."""
        leader = self._leading()
        if leader is None:
            names = ", ".join(str(source) for source in self.sources)
            raise MicrophoneLost(f"No microphone is left ({names}); plug one in again.")
        return leader

    def _look_for_the_lost(self) -> None:
        """Now and then, try to have back what has gone away; it joins as a follower."""
        self._until_look -= 1
        for lane in self._lanes:
            if lane.here:
                continue
            if lane.arriving:
                lane.join(self._leader())
            elif self._until_look <= 0:
                lane.refused(self._position)
        if self._until_look <= 0:
            self._until_look = LOOK_EVERY_BLOCKS


class _Lane:
    """One device's way onto the table's clock."""

    def __init__(self, wanted: Wanted, opens: Callable[[Wanted], Device]) -> None:
        self._wanted = wanted
        self._opens = opens
        self.width = len(wanted.channels) or 1
        self.microphone: Device | None = None
        """None while the device is not there."""
        self.arriving: Device | None = None
        """Opened, but nothing has come yet."""
        self._name = wanted.name or "default"
        self._kept: deque[Samples] = deque()
        self._kept_from = 0
        self._shift = 0
        self._settling = 0
        self._lost = False

    @property
    def here(self) -> bool:
        """The device delivers, as far as is known."""
        return self.microphone is not None

    @property
    def sources(self) -> list[Source]:
        """Where each of its channels comes from."""
        return [Source(self._name, channel) for channel in self._wanted.channels or (None,)]

    def refused(self, position: int) -> BadInput | None:
        """Begin to listen, if the device can be had; otherwise what there is to say about that.
        Its first sample is taken to have sounded at `position`."""
        try:
            self._open(position)
        except BadInput as refusal:
            return refusal
        return None

    def _open(self, position: int) -> None:
        self.arriving = self._opens(self._wanted)
        self._name = self.arriving.name
        self._kept.clear()
        self._kept_from = 0
        self._shift = position
        self._settling = SETTLING_BLOCKS

    def join(self, leader: _Lane, *, patiently: bool = False) -> None:
        """Deliver from now on, if there is any sound yet; `leader` may be this one itself."""
        assert self.arriving is not None
        if not (patiently or self.arriving.has_sound):
            return
        self.microphone, self.arriving = self.arriving, None
        if self._read_on() and leader is not self:
            self._shift -= self._behind(leader, leader._shift + leader._kept_from)

    def close(self) -> None:
        """Let go of the device."""
        for microphone in (self.microphone, self.arriving):
            if microphone is not None:
                microphone.close()
        self.microphone = self.arriving = None

    def now(self) -> int:
        """This moment in samples on the table's clock."""
        assert self.microphone is not None
        return self._shift + int(self.microphone.position_at(time.monotonic()))

    def take_loss(self) -> bool:
        """Whether sound was lost since this was last asked."""
        lost, self._lost = self._lost, False
        return lost

    def take(self, position: int) -> Samples | None:
        """The block at a place on the table's clock; None when the device has gone away."""
        start = position - self._shift
        return self._between(start, start + BLOCK_SAMPLES)

    def follow(self, leader: _Lane, position: int) -> Samples:
        """As `take`, for one whose count runs beside the leader's; silence when it is gone."""
        samples = self._in_step_with(leader, position) if self.here else None
        return np.zeros((self.width, BLOCK_SAMPLES), np.float32) if samples is None else samples

    def _in_step_with(self, leader: _Lane, position: int) -> Samples | None:
        behind = self._behind(leader, position)
        self._settling -= self._settling > 0
        if abs(behind) > (SETTLING_SAMPLES if self._settling else JUMP_SAMPLES):
            self._lost |= not self._settling
            self._shift -= behind
            behind = 0
        step = int(np.sign(behind)) if abs(behind) > DRIFT_SAMPLES else 0
        start = position - self._shift
        samples = self._between(start, start + BLOCK_SAMPLES + step)
        self._shift -= step
        return samples if samples is None or not step else _in_step(samples, step)

    def _behind(self, leader: _Lane, position: int) -> int:
        """By how many samples what is laid at `position` was due before what lies there."""
        if leader.microphone is None or self.microphone is None:
            return 0
        due_s = leader.microphone.time_of(position - leader._shift)
        if due_s is None:
            return 0
        lag = (self._wanted.late_ms - leader._wanted.late_ms) * SAMPLE_RATE // 1000
        return round(self.microphone.position_at(due_s)) + lag - (position - self._shift)

    def _between(self, start: int, end: int) -> Samples | None:
        while self._kept_from + sum(part.shape[1] for part in self._kept) < end:
            if not self._read_on():
                return None
        heard = np.concatenate(self._kept, axis=1)
        first = max(0, start - self._kept_from)
        samples = heard[:, first : max(0, end - self._kept_from)]
        self._forget(start)
        return np.pad(samples, ((0, 0), (end - start - samples.shape[1], 0)))

    def _forget(self, until: int) -> None:
        """Let go of what lies well before a place: a jump may lead a little way back."""
        while self._kept and self._kept_from + self._kept[0].shape[1] < until - JUMP_SAMPLES:
            self._kept_from += self._kept.popleft().shape[1]

    def _read_on(self) -> bool:
        """Take one more block from the device; False when it has gone away."""
        if self.microphone is None:
            return False
        try:
            block = self.microphone.read()
        except MicrophoneLost:
            block = None
        if block is None:
            self.close()
            self._lost = True
            return False
        self._lost |= block.lost
        self._kept.append(block.samples[list(self._wanted.channels) or [0]])
        return True


def _in_step(samples: Samples, step: int) -> Samples:
    """One sample more or fewer, where two neighbours are most alike on all channels."""
    rough = np.abs(np.diff(samples, axis=1)).max(axis=0)
    place = int(rough.argmin())
    if step > 0:
        return np.delete(samples, place, axis=1)
    return np.insert(samples, place + 1, samples[:, place], axis=1)
