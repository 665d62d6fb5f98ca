"""A live microphone: blocks at 16 kHz on a clock that counts samples."""

from __future__ import annotations

import contextlib
import queue
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from voicegm.sound.blocks import BlockCutter
from voicegm.sound.clock import SampleClock
from voicegm.sound.devices import Device, NoDevice, choose, portaudio, without_chatter
from voicegm.sound.frames import SAMPLE_RATE, Block, Samples, to_ms

FIRST_SOUND_S = 5.0
"""How long a device may take to begin: PulseAudio's idle sinks take 2 s, Bluetooth up to 4."""
SILENCE_S = 1.5
"""A device that has not called for this long is gone; the longest buffers hold 0.5 s."""
_GRACE_S = 0.5
"""A second chance: a machine that wakes up finds its timers run out before any sound has come."""
_LATENCY_S = 0.05
"""What is asked of the device: short, as a decision waits for it, but no strain on the machine."""
_PORTIONS_KEPT = 4096
"""Portions that wait to be read before input counts as lost: about half a minute."""


class MicrophoneLost(Exception):
    """The microphone has stopped delivering: unplugged, or taken away by the system."""


@dataclass(frozen=True)
class _Portion:
    """What one callback brought."""

    samples: Samples
    lost: bool


class Microphone:
    """Listens to a device at its own rate and with its own channels.

    `device` is a `Device`, a name, a number, or None for the system's default. `channels` asks
    for so many instead of the device's own; with `mix` they are heard as one, their mean. Its
    clock starts at `first_sample` (at 16 kHz), so that a game goes on where a lost one stopped.

    Raises `NoDevice` or `BadInput` when it cannot be opened.
    """

    def __init__(
        self,
        device: Device | str | None = None,
        *,
        channels: int | None = None,
        mix: bool = False,
        first_sample: int = 0,
    ) -> None:
        self.device = device if isinstance(device, Device) else choose("microphone", device)
        self.name = self.device.name
        opened = channels or self.device.own_channels
        self.channels = 1 if mix else opened
        self._mix = mix
        self._portions: queue.SimpleQueue[_Portion | None] = queue.SimpleQueue()
        self._delivered = 0
        self._dropping = False
        self._clock = SampleClock(self.device.rate)
        self._first_sample = first_sample
        self._cutter = BlockCutter(self.device.rate, self.channels, first_sample)
        self._patience_s = FIRST_SOUND_S
        self._silent_since: int | None = None
        self.overflows = 0
        """How many times input was lost."""
        self._stream = self._open(opened)

    @property
    def silent_since_ms(self) -> int | None:
        """Since when only zeros have come, or None when the last block held any sound.

        A microphone that may not be used delivers zeros and no error on macOS and Windows; a
        real one that is not muted never does for as much as a second.
        """
        return None if self._silent_since is None else to_ms(self._silent_since)

    @property
    def has_sound(self) -> bool:
        """Something has come that was not read yet (or the device has gone away)."""
        return not self._portions.empty()

    def now_ms(self) -> int:
        """This moment on the table's clock: later than the last block, which is past already."""
        return to_ms(self._first_sample + int(self.position_at(time.monotonic())))

    def position_at(self, time_s: float) -> float:
        """Which sample at 16 kHz, counted from 0, was due at a moment (monotonic)."""
        return max(0.0, self._clock.count_at(time_s)) * SAMPLE_RATE / self.device.rate

    def time_of(self, position: int) -> float | None:
        """When a sample at 16 kHz, counted from 0, was due; None before anything was heard."""
        return self._clock.time_of(position * self.device.rate // SAMPLE_RATE)

    def read(self) -> Block | None:
        """Wait for the next block.

        Raises `MicrophoneLost` when the device has stopped delivering; a new `Microphone` may be
        opened then.
        """
        while (block := self._cutter.take()) is None:
            portion = self._next_portion()
            self._cutter.add(portion.samples, lost=portion.lost)
        self._note_silence(block)
        return block

    def close(self) -> None:
        """Let go of the device; a `read` that still waits is told that it is lost."""
        with contextlib.suppress(portaudio().PortAudioError):
            self._stream.abort()
        with contextlib.suppress(portaudio().PortAudioError):
            self._stream.close()
        self._portions.put(None)

    def _open(self, channels: int) -> Any:
        module = portaudio()
        try:
            with without_chatter():
                stream = module.InputStream(
                    device=self.device.index,
                    samplerate=self.device.rate,
                    channels=channels,
                    dtype="float32",
                    latency=_LATENCY_S,
                    callback=self._on_sound,
                    finished_callback=lambda: self._portions.put(None),
                )
                stream.start()
        except module.PortAudioError as error:
            raise NoDevice(
                f"The microphone {self.device.name} cannot be opened with {channels} channel(s) "
                f"({error.args[0]}); see that no other program has it, or choose another with "
                "`--microphone NAME`."
            ) from error
        return stream

    def _on_sound(self, samples: Samples, frames: int, _time: Any, status: Any) -> None:
        """Called by PortAudio in a thread that must not wait: it only passes the samples on."""
        now_s = time.monotonic()
        lost = bool(status.input_overflow) or self._dropping
        self._dropping = self._portions.qsize() >= _PORTIONS_KEPT
        if self._dropping:
            return
        self._delivered += frames
        if lost or self._clock.observe(self._delivered, now_s):
            lost = True
            self._clock = SampleClock(self.device.rate)
            self._clock.observe(self._delivered, now_s)
        self._portions.put(_Portion(samples.copy(), lost))

    def _next_portion(self) -> _Portion:
        portion = self._wait(self._patience_s) or self._wait(_GRACE_S)
        if portion is None:
            raise MicrophoneLost(
                f"The microphone {self.device.name} has stopped delivering sound; plug it in again."
            )
        self._patience_s = SILENCE_S
        self.overflows += portion.lost
        if self._mix:
            mean = portion.samples.mean(axis=1, keepdims=True, dtype=np.float32)
            return _Portion(mean, portion.lost)
        return portion

    def _wait(self, limit_s: float) -> _Portion | None:
        with contextlib.suppress(queue.Empty):
            return self._portions.get(timeout=limit_s)
        return None

    def _note_silence(self, block: Block) -> None:
        if block.samples.any():
            self._silent_since = None
        elif self._silent_since is None:
            self._silent_since = block.start
