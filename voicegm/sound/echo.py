"""The referee's own voice taken out of what the microphones hear: it listens as it speaks.

Two cancellers work side by side on each microphone, because each is good at what the other is not:

- A linear one of our own models the way from loudspeaker to microphone and subtracts what came
  that way. It leaves the players' voices whole, so its output is what is listened to.
- WebRTC's AEC3 (`pywebrtc-audio`) also suppresses what no linear model explains (a small
  loudspeaker's distortion), and takes a part of the players' voices with it. Its output is only
  weighed: where hardly anything is left of the sound, there was nobody but the referee.

Docs: docs/hearing.md, "Hearing over its own voice", tells what each gives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples
from voicegm.sound.loop import LONGEST_MS, measure

Played = Callable[[int], Samples]
"""The BLOCK_SAMPLES samples that the loudspeaker was given to sound while the block that starts at
a position was heard: mono, at 16 kHz, zeros where there was nothing."""

PART_SAMPLES = 256
"""The linear canceller learns from so many new samples at a time (16 ms)."""
PARTS = 16
"""So many parts of the room's response are modelled: 256 ms."""
_FORGETTING = 0.9995
"""What is known of the room fades by this with each part, so that a loudspeaker that is moved is
followed: after a change of place 20 dB are won back in eight seconds."""
_FORGETTING_SLOWLY = 0.9999
"""The same once little is left: 3 dB more are cancelled in a room that does not change. With this
alone it takes 20 s to follow a change."""
_FIRST_DOUBT = 1.0
"""Variance of the room's response before anything is known of it."""
_MEMORY = 0.5
"""Weight of the past in the spectrum of what the linear canceller leaves."""
_WEBRTC_FRAME = 160
_RINGS_BLOCKS = 12
"""A room rings for so long (0.4 s) after the loudspeaker has fallen silent."""
_WEIGHED_BLOCKS = 3
"""Stretch over which the two outputs are held against one another: 96 ms, shorter than a word."""
_SUPPRESSED = 10 ** (-11 / 10)
"""AEC3 leaves less than this of what the linear canceller leaves: it takes the rest for echo. In
the simulated room with a loudspeaker that distorts, echo lies at -14 to -21 dB, a player who calls
over it at 0 to -8."""
_EXPLAINED = 10 ** (-8 / 10)
"""Then this much of the sound, or more, may have been left by the linear canceller for it to be
nobody but the referee. Where somebody calls at equal loudness, -3 dB are left."""
_WELL_EXPLAINED = 10 ** (-20 / 10)
"""So little is the room's noise rather than somebody, whatever AEC3 makes of it."""
_STEADY = 10 ** (-16 / 10)
"""Less than this is left: the response is well known."""
_SETTLED = 10 ** (-10 / 10)
"""Less than this is left of the referee's voice when nobody speaks: the canceller works."""
_UNSETTLED = 10 ** (-3 / 10)
"""More than this is left: the loudspeaker or its delay has changed, and it works no more."""
_SETTLING_BLOCKS = 31
"""A second of the referee's voice, over which it is measured what is left of it."""
_LOST_BLOCKS = 125
"""Four seconds of the referee's voice in which it was never alone: nobody talks over it for so
long, so its echo is not recognised any more."""
_LOOP_BLOCKS = 156
"""Five seconds in which a delay is looked for, half of them filled with the referee's voice."""
_AHEAD_SAMPLES = SAMPLE_RATE // 100
"""The reference is laid 10 ms before the echo: measured delays are no more exact than that."""
_NEAR_SAMPLES = SAMPLE_RATE // 25
"""40 ms, which the modelled part of the response has room for."""
_LEAST_ENERGY = 1e-9
"""-90 dB: quieter than this is silence."""


def missing() -> str:
    """Why AEC3 cannot be had here, as a sentence without its full stop; empty where it can."""
    try:
        import pywebrtc_audio  # noqa: F401, PLC0415  (native library)
    except (ImportError, OSError) as error:
        return f"WebRTC's echo cancellation cannot be loaded ({error})"
    return ""


class LinearCanceller:
    """A frequency-domain Kalman filter in parts, after Kuech, Mabande and Enzner (ICASSP 2014).

    Its step is the smaller the more of the sound is somebody else's, so that it need not be told
    when a player speaks. For one microphone.
    """

    def __init__(self) -> None:
        bins = PART_SAMPLES + 1
        self._spectra = np.zeros((PARTS, bins), np.complex128)
        self._response = np.zeros((PARTS, bins), np.complex128)
        self._doubt = np.full((PARTS, bins), _FIRST_DOUBT)
        self._left = np.full(bins, 1e-6 * PART_SAMPLES)
        self._played = np.zeros(2 * PART_SAMPLES)
        self.steady = False
        """The response is well known, and forgotten more slowly."""

    def cancel(self, heard: Samples, played: Samples) -> Samples:
        """What is left of a block when the echo of what was played is taken away."""
        parts = range(0, len(heard), PART_SAMPLES)
        left = [
            self._part(heard[at : at + PART_SAMPLES], played[at : at + PART_SAMPLES])
            for at in parts
        ]
        return np.concatenate(left).astype(np.float32)

    def _part(self, heard: Samples, played: Samples) -> NDArray[np.float64]:
        self._played = np.concatenate([self._played[PART_SAMPLES:], played])
        self._spectra = np.roll(self._spectra, 1, axis=0)
        self._spectra[0] = np.fft.rfft(self._played)
        self._forget()
        echo = np.fft.irfft((self._spectra * self._response).sum(axis=0))[PART_SAMPLES:]
        left = heard - echo
        self._learn(left)
        return np.asarray(left, np.float64)

    def _forget(self) -> None:
        forgetting = _FORGETTING_SLOWLY if self.steady else _FORGETTING
        self._response *= forgetting
        kept = forgetting**2
        self._doubt = self._doubt * kept + (1 - kept) * _power(self._response)

    def _learn(self, left: NDArray[np.float64]) -> None:
        error = np.fft.rfft(np.concatenate([np.zeros(PART_SAMPLES), left]))
        self._left = _MEMORY * self._left + (1 - _MEMORY) * _power(error)
        power = _power(self._spectra)
        expected = 0.5 * (power * self._doubt).sum(axis=0) + self._left + 1e-10
        step = self._doubt / expected
        change = np.fft.irfft(step * np.conj(self._spectra) * error, axis=1)
        change[:, PART_SAMPLES:] = 0  # a response is no longer than its part
        self._response += np.fft.rfft(change, axis=1)
        self._doubt = np.maximum(self._doubt * (1 - 0.5 * step * power), 1e-12)


class WebrtcCanceller:
    """WebRTC's AEC3 for one microphone. It takes frames of 10 ms; what is left over of a block
    waits for the next one, so that its output lags by up to 8 ms."""

    def __init__(self) -> None:
        from pywebrtc_audio import EchoCanceller  # noqa: PLC0415  (native library)

        self._canceller: Any = EchoCanceller(SAMPLE_RATE, 1)
        self._waiting = np.zeros((2, 0), np.float32)

    def cancel(self, heard: Samples, played: Samples) -> Samples:
        """What is left; about as many samples as were given."""
        both = np.concatenate([self._waiting, np.stack([heard, played])], axis=1)
        whole = both.shape[1] // _WEBRTC_FRAME * _WEBRTC_FRAME
        self._waiting = both[:, whole:]
        near, far = np.ascontiguousarray(both[:, :whole], np.float32)
        return np.asarray(self._canceller.process(near, far), np.float32)


class _Channel:
    """One microphone: its cancellers, and what they made of the last blocks."""

    def __init__(self) -> None:
        self._linear = LinearCanceller()
        self._webrtc = None if missing() else WebrtcCanceller()
        self._energies: deque[tuple[float, float, float]] = deque(maxlen=_WEIGHED_BLOCKS)
        self._alone: deque[tuple[float, float]] = deque(maxlen=_SETTLING_BLOCKS)
        self._not_alone = 0
        self.settled = False

    def clean(self, heard: Samples, played: Samples) -> tuple[Samples, bool]:
        """What is left of a block, and whether that is nobody but the referee."""
        left = self._linear.cancel(heard, played)
        suppressed = None if self._webrtc is None else self._webrtc.cancel(heard, played)
        least = 0.0 if suppressed is None else _energy(suppressed)
        self._energies.append((_energy(heard), _energy(left), least))
        if _energy(played) > _LEAST_ENERGY:
            self._watch()
        return left, self._is_nobody()

    def rest(self) -> None:
        """The referee is silent."""
        self._energies.clear()

    def _is_nobody(self) -> bool:
        heard, left, _ = np.sum(self._energies, axis=0)
        explained = _EXPLAINED if self._is_suppressed() else _WELL_EXPLAINED
        return bool(left <= explained * heard)

    def _is_suppressed(self) -> bool:
        """AEC3 takes what is left for echo, too."""
        heard, left, least = np.sum(self._energies, axis=0)
        if self._webrtc is None:
            return bool(left <= _EXPLAINED * heard)
        return bool(least <= _SUPPRESSED * left)

    def _watch(self) -> None:
        """See whether cancelling works, while the referee speaks."""
        alone = self._is_suppressed() or self._is_nobody()
        self._not_alone = 0 if alone else self._not_alone + 1
        self.settled = self.settled and self._not_alone < _LOST_BLOCKS
        if alone:
            self._settle()

    def _settle(self) -> None:
        """Note how much is left of the referee's voice when it speaks alone."""
        heard, left, _ = self._energies[-1]
        self._alone.append((heard, left))
        if len(self._alone) < _SETTLING_BLOCKS:
            return
        heard, left = np.sum(self._alone, axis=0)
        self.settled = bool(left <= (_UNSETTLED if self.settled else _SETTLED) * heard)
        self._linear.steady = bool(left <= _STEADY * heard)


class EchoCancelling:
    """Takes the echo of what is `played` out of the blocks of one or several microphones.

    `delay_ms` is how much later than the mouth says its sounds are heard, as `voicegm doctor echo`
    measures it. Where cancelling does not work with it, the delay is looked for in what the
    referee says.
    """

    def __init__(self, channels: int, played: Played, *, delay_ms: float = 0.0) -> None:
        self._played = played
        self._channels = [_Channel() for _ in range(channels)]
        self._rings = 0
        self._delay = _ahead(delay_ms)
        self._given = np.zeros(_LOOP_BLOCKS * BLOCK_SAMPLES, np.float32)
        self._heard: deque[Samples] = deque(maxlen=_LOOP_BLOCKS)
        self._heard_of = 0

    @property
    def settled(self) -> bool:
        """Whether it has been seen to work on every microphone, in what the referee has said so
        far. Until then the ears had better be deaf while it speaks."""
        return all(channel.settled for channel in self._channels)

    @property
    def delay_ms(self) -> float:
        """How much later than the mouth says its sounds are taken to be heard."""
        return self._delay * 1000 / SAMPLE_RATE

    def begin_again(self) -> None:
        """Other devices, or the same after a while: nothing is known of the room any more."""
        self._channels = [_Channel() for _ in self._channels]
        self._heard.clear()
        self._given[:] = 0
        self._heard_of = 0

    def clean(self, block: Block) -> Block:
        """The block without the echo, on the same clock; `own` tells on which channels nobody but
        the referee was to be heard."""
        played = self._reference(block.start)
        self._look_for_delay(block, played)
        self._rings = _RINGS_BLOCKS if _energy(played) > _LEAST_ENERGY else self._rings - 1
        if self._rings <= 0:
            for channel in self._channels:
                channel.rest()
            return block
        cleaned = [
            channel.clean(heard, played)
            for channel, heard in zip(self._channels, block.samples, strict=True)
        ]
        return replace(
            block,
            samples=np.stack([left for left, _ in cleaned]),
            own=tuple(nobody for _, nobody in cleaned),
        )

    def _reference(self, start: int) -> Samples:
        """What was played, as much later as it is heard. The mouth is asked once for each block,
        in order."""
        given = self._played(start)
        self._given = np.concatenate([self._given[BLOCK_SAMPLES:], given])
        end = len(self._given) - self._delay
        return self._given[end - BLOCK_SAMPLES : end]

    def _look_for_delay(self, block: Block, played: Samples) -> None:
        """After each few seconds of the referee's voice with which cancelling has not come to
        work, see how late it is heard, and begin again if it is later than can be modelled."""
        if self.settled:
            self._heard_of = 0
            self._heard.clear()
            return
        self._heard.append(block.samples.mean(axis=0))
        self._heard_of += _energy(played) > _LEAST_ENERGY
        if self._heard_of < _LOOP_BLOCKS // 2:
            return
        self._heard_of = 0
        given = self._given[-len(self._heard) * BLOCK_SAMPLES :]
        found = measure(np.concatenate(self._heard), given)
        delay = _ahead(found.delay_ms)
        if found.heard and abs(delay - self._delay) > _NEAR_SAMPLES:
            self._delay = delay
            self._channels = [_Channel() for _ in self._channels]


def _ahead(delay_ms: float) -> int:
    """Where the reference is laid for a delay, in samples: a little before the echo, because what
    comes before it cannot be modelled."""
    late = round(min(delay_ms, LONGEST_MS) * SAMPLE_RATE / 1000)
    return max(0, late - _AHEAD_SAMPLES)


def _power(spectrum: NDArray[np.complex128]) -> NDArray[np.float64]:
    return np.square(spectrum.real) + np.square(spectrum.imag)


def _energy(samples: Samples) -> float:
    return float(np.mean(np.square(samples))) if len(samples) else 0.0


assert BLOCK_SAMPLES % PART_SAMPLES == 0
