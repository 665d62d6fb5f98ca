"""A live speaker: one stream kept open, which knows when a sound has really begun and ended."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from voicegm.sound.blocks import BlockCutter
from voicegm.sound.clock import SampleClock
from voicegm.sound.devices import Device, NoDevice, choose, portaudio, without_chatter
from voicegm.sound.frames import (
    BLOCK_SAMPLES,
    DUCKED,
    DUCKING_MS,
    SAMPLE_RATE,
    Samples,
    Sound,
)

_LATENCY_S = 0.1
"""What is asked of the device: enough that a busy machine does not tear holes into a word."""
_LOST_S = 1.5
"""A device that has asked for no samples for this long is gone."""
_KEPT_S = 4.0
"""What was given to the device is kept for so long, for the cancellation of its echo: longer than
a Bluetooth loop takes."""
_AHEAD_S = 0.01
"""More than two clocks waver."""
_APART_S = 0.004
"""Two clocks may differ by so much before the reference is laid anew: less than the cancellers'
room for it, more than the clocks waver. At 20 parts in a million that is once in three minutes."""
_FADE_MS = 5
"""A sound that is cut off fades this long, because a sudden end is heard as a click."""


@dataclass(frozen=True)
class _Place:
    """A place in the run of samples that a device took, and the clock that held there."""

    clock: SampleClock
    count: int


class SpeakerPlaying:
    """A sound handed to the speaker."""

    def __init__(self, speaker: Speaker, samples: Samples) -> None:
        self._speaker = speaker
        self.samples = samples
        """At the device's rate."""
        self.position = 0
        """Samples handed to the device so far."""
        self.first: _Place | None = None
        """Where its first sample lies among all the device took, once it was handed over."""
        self.end: _Place | None = None
        """Where its last sample ends, once that was handed over."""
        self.dropped_ms: int | None = None
        """When it was dropped before it had begun."""
        self.broken = False
        """The device ran out of samples while it played: it was not heard whole."""
        self._times_ms: dict[str, int] = {}

    @property
    def started_ms(self) -> int | None:
        """When its first sample sounded, or None while it waits."""
        self._speaker.check()
        return None if self.first is None else self._passed("start", self.first)

    @property
    def ended_ms(self) -> int | None:
        """When its last sample had sounded or it was cut off, or None until then."""
        if self.dropped_ms is not None:
            return self.dropped_ms
        self._speaker.check()
        return None if self.end is None else self._passed("end", self.end)

    def _passed(self, name: str, place: _Place) -> int | None:
        """When a sample left the speaker, on the table's clock; None when it has not yet."""
        if name not in self._times_ms:
            time_ms = self._speaker.sounded_ms(place)
            if time_ms is None:
                return None
            self._times_ms[name] = time_ms
        return self._times_ms[name]


class Speaker:
    """Plays sounds one after another through a device.

    `now_ms` is the clock of the ears, by which sounds begin and end. `device` is a `Device`, a
    name, a number, or None for the system's default.

    A device that goes away stops nothing: sounds then take their time in silence, and `lost` is
    true. Raises `NoDevice` or `BadInput` when it cannot be opened.
    """

    def __init__(self, now_ms: Callable[[], int], device: Device | str | None = None) -> None:
        self.device = device if isinstance(device, Device) else choose("speaker", device)
        self._now_ms = now_ms
        self._rate = self.device.rate
        self._lock = threading.Lock()
        self._queue: deque[SpeakerPlaying] = deque()
        self._handed_over = 0
        self._clock = SampleClock(self._rate)
        self._called_s = time.monotonic()
        self.lost = False
        """The device has stopped taking sound."""
        self.underflows = 0
        """How many times the device ran out of samples."""
        self._loudness = self._ducked = 1.0
        self._given: deque[tuple[int, Samples]] = deque()
        self._reference: _Reference | None = None
        self._stream = self._open()
        self._latency_s = float(self._stream.latency)

    @property
    def latency_ms(self) -> int:
        """From handing over a sample to hearing it, as the device reports."""
        return round(self._latency_s * 1000)

    def play(self, sound: Sound) -> SpeakerPlaying:
        """Queue a sound behind those still playing and return at once."""
        playing = SpeakerPlaying(self, _at_rate(sound, self._rate))
        with self._lock:
            self._queue.append(playing)
        self.check()
        return playing

    def stop(self) -> None:
        """Cut off what is playing and drop what waits.

        What the device has already taken, some tens of milliseconds, is still heard.
        """
        with self._lock:
            for playing in self._queue:
                if playing.first is None:
                    playing.dropped_ms = self._now_ms()
                else:
                    _fade_out(playing, self._rate)
            self._queue = deque(one for one in self._queue if one.dropped_ms is None)

    def duck(self, softly: bool) -> None:
        """Play softly from now on, or as loud as before."""
        self._ducked = DUCKED if softly else 1.0

    def played(self, start: int) -> Samples:
        """What sounded, by the device's own word, while the ears heard the block at `start`, and
        _AHEAD_S later: an echo must never be earlier than its reference.

        Blocks that follow one another give samples that follow one another, however the clocks
        of the two devices waver; only when they have come apart by more than _APART_S are they set
        against one another anew.
        """
        count = self._count_at(start)
        reference = self._reference
        if reference is None or not reference.goes_on(start, count, int(_APART_S * self._rate)):
            reference = self._reference = _Reference(self._rate, start, count)
        return reference.next_block(self._between)

    def _count_at(self, start: int) -> int:
        """Which sample of the device sounded at a place on the table's clock."""
        now_s = time.monotonic()
        heard_s = now_s - (self._now_ms() - start * 1000 / SAMPLE_RATE) / 1000
        with self._lock:
            return int(self._clock.count_at(heard_s - self._latency_s + _AHEAD_S))

    def _between(self, count: int, length: int) -> Samples:
        """What the device was given, from its sample number `count` on; zeros for what was not
        given (yet) or is not kept any more."""
        given = np.zeros(length, np.float32)
        with self._lock:
            for at, samples in self._given:
                low, high = max(at, count), min(at + len(samples), count + length)
                if low < high:
                    given[low - count : high - count] = samples[low - at : high - at]
        return given

    def close(self) -> None:
        """Let go of the device."""
        error = portaudio().PortAudioError
        with contextlib.suppress(error):
            self._stream.abort()
        with contextlib.suppress(error):
            self._stream.close()
        self.lost = True

    def check(self) -> None:
        """Notice a device that has gone away, and let time pass in its place."""
        now_s = time.monotonic()
        with self._lock:
            self.lost = self.lost or now_s - self._called_s > _LOST_S
            if not self.lost:
                return
            if self._clock.time_of(0) is None:  # it has never asked for anything
                self._clock.observe(self._handed_over, now_s)
            due = int(self._clock.count_at(now_s)) - self._handed_over
            if due > 0:
                self._fill(np.zeros((due, 1), dtype=np.float32))

    def sounded_ms(self, place: _Place) -> int | None:
        """When a sample was heard, on the table's clock, or None when it is still to come."""
        due_s = place.clock.time_of(place.count)
        now_s = time.monotonic()
        if due_s is None or due_s + self._latency_s > now_s:
            return None
        return self._now_ms() - round((now_s - due_s - self._latency_s) * 1000)

    def _open(self) -> Any:
        module = portaudio()
        try:
            with without_chatter():
                stream = module.OutputStream(
                    device=self.device.index,
                    samplerate=self._rate,
                    channels=min(self.device.channels, 2),
                    dtype="float32",
                    latency=_LATENCY_S,
                    callback=self._on_need,
                )
                stream.start()
        except module.PortAudioError as error:
            raise NoDevice(
                f"The speaker {self.device.name} cannot be opened ({error.args[0]}); see that no "
                "other program has it, or play with `--no-speaker`."
            ) from error
        return stream

    def _on_need(self, out: Samples, _frames: int, _time: Any, status: Any) -> None:
        """Called by PortAudio in a thread of its own whenever the device wants samples."""
        now_s = time.monotonic()
        with self._lock:
            broken = bool(status.output_underflow) or self.lost  # as after the machine has slept
            if broken or self._clock.observe(self._handed_over, now_s):
                self._clock = SampleClock(self._rate)
                self._clock.observe(self._handed_over, now_s)
                self._note_broken()
            self._fill(out)
            self._called_s = now_s
            self.lost = False

    def _note_broken(self) -> None:
        self.underflows += 1
        if self._queue and self._queue[0].first is not None:
            self._queue[0].broken = True

    def _fill(self, out: Samples) -> None:
        """Write what is queued into the buffer, and silence after it. The lock is held."""
        done = 0
        while done < len(out) and self._queue:
            playing = self._queue[0]
            if playing.first is None:
                playing.first = _Place(self._clock, self._handed_over + done)
            part = playing.samples[playing.position : playing.position + len(out) - done]
            out[done : done + len(part)] = part[:, np.newaxis]
            done += len(part)
            playing.position += len(part)
            if playing.position >= len(playing.samples):
                playing.end = _Place(self._clock, self._handed_over + done)
                self._queue.popleft()
        out[done:] = 0
        self._fade(out)
        self._keep(out)
        self._handed_over += len(out)

    def _fade(self, out: Samples) -> None:
        """Make what is handed over as loud as it is to be. The lock is held."""
        if self._loudness == self._ducked == 1.0:
            return
        most = len(out) * 1000 / (DUCKING_MS * self._rate)
        change = min(max(self._ducked - self._loudness, -most), most)
        ramp = np.linspace(self._loudness, self._loudness + change, len(out), dtype=np.float32)
        out *= ramp[:, np.newaxis]
        self._loudness += change

    def _keep(self, out: Samples) -> None:
        """Remember what is handed over. The lock is held."""
        self._given.append((self._handed_over, out[:, 0].copy()))
        oldest = self._handed_over - int(_KEPT_S * self._rate)
        while self._given and self._given[0][0] < oldest:
            self._given.popleft()


class _Reference:
    """A run of blocks at 16 kHz of what a device was given."""

    def __init__(self, rate: int, start: int, count: int) -> None:
        self._rate = rate
        self._start, self._first = start, count
        self._next_start, self._next_count = start, count
        self._cutter = BlockCutter(rate, 1)

    def goes_on(self, start: int, count: int, apart: int) -> bool:
        """Whether the next block is the one wanted, and still lies where the clocks have it."""
        expected = self._first + (start - self._start) * self._rate // SAMPLE_RATE
        return start == self._next_start and abs(expected - count) <= apart

    def next_block(self, given: Callable[[int, int], Samples]) -> Samples:
        """The next BLOCK_SAMPLES samples."""
        portion = BLOCK_SAMPLES * self._rate // SAMPLE_RATE
        while (block := self._cutter.take()) is None:
            self._cutter.add(given(self._next_count, portion)[:, np.newaxis])
            self._next_count += portion
        self._next_start += BLOCK_SAMPLES
        samples: Samples = block.samples[0]
        return samples


def _at_rate(sound: Sound, rate: int) -> Samples:
    if sound.rate == rate:
        return sound.samples
    import soxr  # noqa: PLC0415  (native library)

    resampled: Samples = np.clip(soxr.resample(sound.samples, sound.rate, rate), -1.0, 1.0)
    return resampled.astype(np.float32)


def _fade_out(playing: SpeakerPlaying, rate: int) -> None:
    """Let a sound end within the next few milliseconds."""
    tail = playing.samples[playing.position : playing.position + rate * _FADE_MS // 1000]
    faded = tail * np.linspace(1, 0, len(tail), dtype=np.float32)
    playing.samples = np.concatenate([playing.samples[: playing.position], faded])
