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

from voicegm.sound.clock import SampleClock
from voicegm.sound.devices import Device, NoDevice, choose, portaudio, without_chatter
from voicegm.sound.frames import Samples, Sound

_LATENCY_S = 0.1
"""What is asked of the device: enough that a busy machine does not tear holes into a word."""
_LOST_S = 1.5
"""A device that has asked for no samples for this long is gone."""
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
        self._handed_over += len(out)


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
