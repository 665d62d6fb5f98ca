"""A simulated room: the ears and the mouth of a table on a machine without sound hardware.

Everything that sounds in it is convolved with the room's impulse response from where it sounds to
each microphone, mixed with the room's noise, and read back in blocks. The room's clock is the
count of samples read, so that what happens in it does not depend on how fast the machine is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicegm.people.disturbances import Disturbance
from voicegm.sound.frames import (
    BLOCK_SAMPLES,
    DUCKED,
    DUCKING_MS,
    SAMPLE_RATE,
    Block,
    Samples,
    Sound,
    to_ms,
)

Wave = NDArray[np.float64]

SIZE_M = (5.0, 4.2, 2.6)
"""A living room, in metres."""
REVERBERATION_S = 0.35
"""Time for an echo to fall by 60 dB: a furnished living room has 0.3 to 0.5 s."""
IMAGE_ORDER = 8
"""Reflections that the image-source method follows; later ones lie below the noise."""
NOISE_RMS = 10 ** (-62 / 20)
"""The room at rest, against full scale."""
VOICE_RMS = 10 ** (-26 / 20)
"""A voice at the table's microphone, against full scale."""
OUTPUT_LATENCY_SAMPLES = 320
"""From the mouth being given a sound to its sounding: 20 ms, as a good sound card has."""
PLAYED_BLOCKS = 32
"""A second of what the loudspeaker played is kept."""
GAP_BETWEEN_SOUNDS_SAMPLES = 800
"""Silence between two queued sounds of the referee: 50 ms."""


@dataclass(frozen=True)
class Spoken:
    """Where something said in the room lies on the clock of its microphones, in truth."""

    onset_ms: int
    """First 10 ms frame within 30 dB of the peak."""
    end_ms: int
    """End of the last such frame."""


class RoomPlaying:
    """A sound of the referee in the room; its times are known as soon as it is handed over."""

    def __init__(self, room: Room, start: int, length: int) -> None:
        self._room = room
        self.start = start
        self.end = start + length
        self._never_sounded = False

    @property
    def started_ms(self) -> int | None:
        """When its first sample sounded, once it has; None if it was dropped before that."""
        if self._never_sounded or self._room.now < self.start:
            return None
        return to_ms(self.start)

    @property
    def ended_ms(self) -> int | None:
        """When its last sample had sounded, once it has."""
        return to_ms(self.end) if self._room.now >= self.end else None

    def cut(self) -> None:
        """End it now, whether it has begun or not."""
        now = self._room.now
        self._never_sounded = self._never_sounded or now < self.start
        self.end = min(self.end, now)


class Room:
    """Seats round a table, the referee's loudspeaker on it, and one microphone or one a seat."""

    def __init__(
        self,
        seats: int,
        *,
        seed: int,
        microphone_each: bool = False,
        noise_rms: float = NOISE_RMS,
        reverberation_s: float = REVERBERATION_S,
        disturbance: Disturbance | None = None,
    ) -> None:
        self.channels = seats if microphone_each else 1
        self.now = 0
        """Samples read so far."""
        self._random = np.random.default_rng(seed)
        self._noise_rms = noise_rms
        self._disturbance = disturbance
        self._responses = _impulse_responses(seats, microphone_each, reverberation_s)
        self._voices = _Track(self.channels)
        self._referee = _Track(1)
        self._echo = _Track(self.channels)
        self._loudness = self._ducked = 1.0
        self._played: deque[tuple[int, Wave]] = deque(maxlen=PLAYED_BLOCKS)
        self._playing: deque[RoomPlaying] = deque()

    def read(self) -> Block:
        """Let 32 ms go by, and hear what sounded in them."""
        self._sound_referee()
        self._disturb()
        noise = self._random.standard_normal((self.channels, BLOCK_SAMPLES)) * self._noise_rms
        mixed = noise + self._voices.take(BLOCK_SAMPLES) + self._echo.take(BLOCK_SAMPLES)
        samples = np.clip(mixed, -1, 1).astype(np.float32)
        block = Block(start=self.now, samples=samples)
        self.now += BLOCK_SAMPLES
        return block

    def speak(self, seat: int, sound: Sound, at_ms: int, loudness: float = 1.0) -> Spoken:
        """Someone in a seat says something: its word starts (its onset) at `at_ms` or, at the
        earliest, now. Seats count from 0; the seat after the last stands by the wall."""
        dry = loudness * _dry(sound)
        onset, end = _edges(dry)
        start = max(self.now, at_ms * SAMPLE_RATE // 1000 - onset)
        self._voices.add(start - self.now, self._wet(dry, self._responses[seat]))
        return Spoken(to_ms(start + onset), to_ms(start + end))

    def play(self, sound: Sound) -> RoomPlaying:
        """The referee's loudspeaker plays a sound, behind those that still play."""
        dry = _dry(sound)
        start = self.now + OUTPUT_LATENCY_SAMPLES
        if self._playing and self._playing[-1].end > self.now:
            start = self._playing[-1].end + GAP_BETWEEN_SOUNDS_SAMPLES
        self._referee.add(start - self.now, dry[np.newaxis])
        playing = RoomPlaying(self, start, len(dry))
        self._playing = deque(p for p in self._playing if p.end > self.now)
        self._playing.append(playing)
        return playing

    def stop(self) -> None:
        """Cut the referee off."""
        self._referee = _Track(1)
        for playing in self._playing:
            playing.cut()

    def duck(self, softly: bool) -> None:
        """Let the referee's loudspeaker play softly, or as before."""
        self._ducked = DUCKED if softly else 1.0

    def played(self, start: int) -> Samples:
        """What the loudspeaker was given to sound during a block that was read, before the room
        made of it what the microphones heard."""
        for at, dry in self._played:
            if at == start:
                return dry.astype(np.float32)
        return np.zeros(BLOCK_SAMPLES, np.float32)

    def close(self) -> None:
        """Nothing to let go of."""

    def _sound_referee(self) -> None:
        """Let the loudspeaker play one block into the room."""
        dry = self._referee.take(BLOCK_SAMPLES)[0] * self._faded()
        self._played.append((self.now, dry))
        if dry.any():
            self._echo.add(0, self._wet(dry, self._responses[-1]))

    def _disturb(self) -> None:
        """Let music play by the wall, or cards clatter on the table, for a block."""
        if self._disturbance is not None:
            place = self._responses[-1 if self._disturbance.at_table else -2]
            self._voices.add(0, self._wet(self._disturbance.take(BLOCK_SAMPLES), place))

    def _faded(self) -> Wave:
        """Loudness over the next block, on its way to what it is to be."""
        most = BLOCK_SAMPLES * 1000 / (DUCKING_MS * SAMPLE_RATE)
        change = float(np.clip(self._ducked - self._loudness, -most, most))
        loudness = np.linspace(self._loudness, self._loudness + change, BLOCK_SAMPLES)
        self._loudness += change
        return loudness

    def _wet(self, dry: Wave, responses: list[Wave]) -> Wave:
        from scipy.signal import fftconvolve  # noqa: PLC0415  (slow)

        longest = max(len(response) for response in responses)
        wet = np.zeros((self.channels, len(dry) + longest - 1))
        for channel, response in enumerate(responses):
            wet[channel, : len(dry) + len(response) - 1] = fftconvolve(dry, response)
        return wet


class _Track:
    """What is still to sound, channel by channel, from now on."""

    def __init__(self, channels: int) -> None:
        self._ahead = np.zeros((channels, 0))

    def add(self, delay: int, samples: Wave) -> None:
        end = delay + samples.shape[1]
        self._reach(end)
        self._ahead[:, delay:end] += samples

    def take(self, count: int) -> Wave:
        self._reach(count)
        taken, self._ahead = self._ahead[:, :count], self._ahead[:, count:]
        return taken

    def _reach(self, length: int) -> None:
        missing = length - self._ahead.shape[1]
        if missing > 0:
            self._ahead = np.pad(self._ahead, ((0, 0), (0, missing)))


def _dry(sound: Sound) -> Wave:
    """The sound at 16 kHz, at one loudness for everybody: its loud parts at VOICE_RMS."""
    import soxr  # noqa: PLC0415  (native library)

    dry: Wave = soxr.resample(sound.samples.astype(np.float64), sound.rate, SAMPLE_RATE)
    loud = dry[np.abs(dry) > np.max(np.abs(dry)) / 20]
    return dry * (VOICE_RMS / np.sqrt(np.mean(np.square(loud)))) if len(loud) else dry


def _edges(samples: Wave) -> tuple[int, int]:
    """Start and end, in samples, of the 10 ms frames within 30 dB of the loudest one."""
    frame = SAMPLE_RATE // 100
    whole = samples[: len(samples) // frame * frame].reshape(-1, frame)
    energy = np.square(whole).sum(axis=1)
    loud = np.flatnonzero(energy >= energy.max() / 1000)
    return int(loud[0]) * frame, int(loud[-1] + 1) * frame


def _impulse_responses(
    seats: int, microphone_each: bool, reverberation_s: float
) -> list[list[Wave]]:
    """For each seat, a bystander's place by the wall, and the loudspeaker (last): the response at
    each microphone, without the time that sound takes and scaled so that each seat is as loud
    at its microphone as the next (people lean in and speak up)."""
    import pyroomacoustics  # noqa: PLC0415  (slow)

    absorption, _ = pyroomacoustics.inverse_sabine(reverberation_s, SIZE_M)
    shoebox = pyroomacoustics.ShoeBox(
        SIZE_M,
        fs=SAMPLE_RATE,
        materials=pyroomacoustics.Material(absorption),
        max_order=IMAGE_ORDER,
    )
    middle = np.array([2.4, 2.0, 0.8])
    angles = [2 * np.pi * (seat + 0.3) / seats for seat in range(seats)]
    mouths = [middle + np.array([0.95 * np.cos(a), 0.85 * np.sin(a), 0.35]) for a in angles]
    for place in [*mouths, np.array([4.6, 0.6, 1.5]), middle + np.array([0.35, 0.2, 0.0])]:
        shoebox.add_source(place)
    lapels = [middle + np.array([0.75 * np.cos(a), 0.65 * np.sin(a), 0.2]) for a in angles]
    for place in lapels if microphone_each else [middle]:
        shoebox.add_microphone(place)
    shoebox.compute_rir()
    responses = []
    for source in range(seats + 2):
        at_each = [np.asarray(shoebox.rir[m][source]) for m in range(len(shoebox.rir))]
        arrival = min(int(np.argmax(np.abs(response))) for response in at_each)
        loudest = max(float(np.sqrt(np.sum(np.square(response)))) for response in at_each)
        responses.append([response[max(0, arrival - 16) :] / loudest for response in at_each])
    return responses
