"""Vosk with its own endpointing, for comparison: nobody plays with it."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from voicegm.hearing.engines.vosk import Vosk, pcm, phrases
from voicegm.hearing.phrases import Grammar
from voicegm.sound.frames import BLOCK_SAMPLES, Samples, to_ms


@dataclass(frozen=True)
class Answer:
    """A phrase that was decided on; None for one that is not in play."""

    word: str | None
    decided_ms: int
    """Position in the sound, processing time included."""


class OwnEndpointing(Vosk):
    """Vosk as it comes: fed block by block, it decides itself when an utterance is over."""

    def listen(self, samples: Samples, grammar: Grammar) -> list[Answer]:
        """Each phrase heard in a long sound, with the time of its decision."""
        recogniser, keys = self.open(grammar)
        answers: list[Answer] = []
        for start in range(0, len(samples), BLOCK_SAMPLES):
            began_s = time.perf_counter()
            over = recogniser.AcceptWaveform(pcm(samples[start : start + BLOCK_SAMPLES]))
            words = list(phrases(recogniser.Result(), keys)) if over else []
            took_ms = math.ceil((time.perf_counter() - began_s) * 1000)
            decided_ms = to_ms(start + BLOCK_SAMPLES) + took_ms
            answers += [Answer(word.key, decided_ms) for word in words]
        return answers
