"""The sound of a real table: its microphones and its speaker, lost and found together."""

from __future__ import annotations

import time
from collections.abc import Sequence

from voicegm.errors import BadInput
from voicegm.sound.devices import rescan
from voicegm.sound.frames import Block, Mouth, Playing, Samples, Sound
from voicegm.sound.microphones import Microphones, Source, Wanted
from voicegm.sound.silence import SilentMouth
from voicegm.sound.speaker import Speaker

LOOK_AGAIN_S = 1.0
"""How often lost microphones are looked for when none is left."""
SURVEY_EVERY_MS = 15_000
"""How often one that is missing among others is looked for thoroughly: that stops all for a
moment."""


class LiveSound:
    """Ears and mouth of a live table.

    `late_guests` lets it begin while some of the microphones (not all) cannot be had.

    Raises `NoDevice` or `BadInput` when the microphones, or a speaker that was asked for, cannot
    be had.
    """

    def __init__(
        self,
        wanted: Sequence[Wanted] = (Wanted(),),
        *,
        speaker: bool,
        late_guests: bool = False,
    ) -> None:
        self._wanted = tuple(wanted)
        self._with_speaker = speaker
        self._microphones, self._mouth = self._open(0, late_guests)
        self._next_sample = 0
        self._surveyed_ms = 0
        self.channels = self._microphones.channels

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where each channel comes from."""
        return self._microphones.sources

    @property
    def loudspeaker(self) -> str | None:
        """The device that plays; None where nothing does."""
        return self._mouth.device.name if isinstance(self._mouth, Speaker) else None

    @property
    def underflows(self) -> int:
        """How many times the loudspeaker has run out of samples."""
        return self._mouth.underflows if isinstance(self._mouth, Speaker) else 0

    @property
    def gone(self) -> frozenset[int]:
        """Channels whose device has gone away (and is looked for)."""
        return self._microphones.gone

    def read(self) -> Block | None:
        """The next block of all microphones; raises `MicrophoneLost` when none is left."""
        block = self._microphones.read()
        self._next_sample = block.start + block.samples.shape[1]
        return block

    def play(self, sound: Sound) -> Playing:
        """Queue a sound behind those still playing."""
        return self._mouth.play(sound)

    def stop(self) -> None:
        """Cut off what is playing."""
        self._mouth.stop()

    def duck(self, softly: bool) -> None:
        """Speak softly while somebody else does."""
        self._mouth.duck(softly)

    def played(self, start: int) -> Samples:
        """What sounded while the block at `start` was heard."""
        return self._mouth.played(start)

    def close(self) -> None:
        """Let go of all devices."""
        self._mouth.close()
        self._microphones.close()

    def recover(self, first_sample: int) -> None:
        """Wait until a microphone is there again; the clock goes on at `first_sample`."""
        self.close()
        while True:
            time.sleep(LOOK_AGAIN_S)
            if self._reopened(first_sample):
                return

    def survey(self) -> bool:
        """Look thoroughly for what is missing, if it is time to; True when that was done.

        All devices are let go of for that and what sounds meanwhile is not heard: only to be
        called while nothing counts and nothing is said. A device that has another number since it
        was plugged in again is found in no other way.
        """
        now_ms = self._microphones.now_ms()
        if not self.gone or now_ms - self._surveyed_ms < SURVEY_EVERY_MS:
            return False
        self._surveyed_ms = now_ms
        self.close()
        if not self._reopened(self._next_sample):
            self.recover(self._next_sample)
        return True

    def _reopened(self, first_sample: int) -> bool:
        try:
            rescan()
            self._microphones, self._mouth = self._open(first_sample, late_guests=True)
        except BadInput:
            return False
        return True

    def _open(self, first_sample: int, late_guests: bool) -> tuple[Microphones, Mouth]:
        microphones = Microphones(self._wanted, first_sample=first_sample, late_guests=late_guests)
        try:
            mouth: Mouth = SilentMouth(microphones.now_ms)
            if self._with_speaker:
                mouth = Speaker(microphones.now_ms)
        except BadInput:
            microphones.close()
            raise
        return microphones, mouth
