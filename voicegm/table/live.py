"""The sound of a real table: its microphone and its speaker, lost and found together."""

from __future__ import annotations

import time

from voicegm.errors import BadInput
from voicegm.sound.devices import rescan
from voicegm.sound.frames import Block, Mouth, Playing, Sound
from voicegm.sound.microphone import Microphone
from voicegm.sound.silence import SilentMouth
from voicegm.sound.speaker import Speaker

LOOK_AGAIN_S = 1.0
"""How often a lost microphone is looked for."""


class LiveSound:
    """Ears and mouth of a live table.

    Raises `NoDevice` or `BadInput` when the microphone, or a speaker that was asked for, cannot
    be had.
    """

    def __init__(self, microphone: str | None, *, speaker: bool) -> None:
        self._wanted = microphone
        self._with_speaker = speaker
        self._microphone, self._mouth = self._open(0)
        self.channels = self._microphone.channels

    @property
    def silent_since_ms(self) -> int | None:
        """Since when nothing but zeros has come; None when there is sound."""
        return self._microphone.silent_since_ms

    def read(self) -> Block | None:
        """The next block of the microphone; raises `MicrophoneLost` when it has gone."""
        return self._microphone.read()

    def play(self, sound: Sound) -> Playing:
        """Queue a sound behind those still playing."""
        return self._mouth.play(sound)

    def stop(self) -> None:
        """Cut off what is playing."""
        self._mouth.stop()

    def close(self) -> None:
        """Let go of both devices."""
        self._mouth.close()
        self._microphone.close()

    def recover(self, first_sample: int) -> None:
        """Wait until the microphone is there again; the clock goes on at `first_sample`."""
        self.close()
        while True:
            time.sleep(LOOK_AGAIN_S)
            try:
                rescan()
                self._microphone, self._mouth = self._open(first_sample)
            except BadInput:
                continue
            return

    def _open(self, first_sample: int) -> tuple[Microphone, Mouth]:
        microphone = Microphone(self._wanted, mix=True, first_sample=first_sample)
        try:
            if self._with_speaker:
                return microphone, Speaker(microphone.now_ms)
            return microphone, SilentMouth(microphone.now_ms)
        except BadInput:
            microphone.close()
            raise
