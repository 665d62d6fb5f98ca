"""Names as their players said them, played back inside what the referee says.

No voice can say every name in the world, and none has to. A player whose name was never typed
stands in texts as "Player 2"; where that is to be spoken, the kept sound of the name takes its
place, as loud as the words around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from voicegm.caller.speech import Speaks
from voicegm.caller.voice import Variant
from voicegm.sound.frames import Samples, Sound

_LOUD_SHARE = 0.1
"""Samples above a tenth of the peak make up how loud a voice is; pauses do not."""
_GAP_MS = 40
"""Between a name and the words beside it."""
_FADE_MS = 8
_SILENT = re.compile(r"^[\W_]*$")
_LEAST_TEXT_MS = 250
"""A time limit is kept by speaking the text faster, but leaves it at least so much."""


class SpokenNames(Speaks):
    """A caller that plays back the names it was given; all else is said as before."""

    def __init__(self, caller: Speaks) -> None:
        self._caller = caller
        self._names: dict[str, Sound | str] = {}
        self._levelled: dict[str, Sound] = {}

    def give(self, name: str, spoken: Sound | str) -> None:
        """From now on `name`, in texts, sounds like this: a sound, or another text."""
        self._names[name] = spoken
        self._levelled.pop(name, None)

    def take_back(self, name: str) -> None:
        """Say a name as it is written, as before."""
        self._names.pop(name, None)
        self._levelled.pop(name, None)

    @property
    def rate_wpm(self) -> int:
        """Words a minute; may be changed in play. Names keep their own pace."""
        return self._caller.rate_wpm

    @rate_wpm.setter
    def rate_wpm(self, rate_wpm: int) -> None:
        self._caller.rate_wpm = rate_wpm

    def sound(
        self, text: str, variant: Variant | None = None, *, within_ms: int | None = None
    ) -> Sound:
        """The sound of a text with its names; in another voice (`variant`) all is spoken."""
        if variant is not None:
            return self._caller.sound(text, variant, within_ms=within_ms)
        parts = self._parts(text)
        if not any(isinstance(part, Sound) for part in parts):
            return self._caller.sound("".join(map(str, parts)), within_ms=within_ms)
        left_ms = None
        if within_ms is not None:
            names_ms = sum(part.duration_ms for part in parts if isinstance(part, Sound))
            texts = sum(isinstance(part, str) for part in parts)
            left_ms = max(_LEAST_TEXT_MS, (within_ms - names_ms) // max(1, texts))
        return _joined(
            [
                part if isinstance(part, Sound) else self._caller.sound(part, within_ms=left_ms)
                for part in parts
            ]
        )

    def close(self) -> None:
        """Let go of what speaks."""
        self._caller.close()

    def _parts(self, text: str) -> list[str | Sound]:
        """A text cut at its names; punctuation alone between two of them is dropped."""
        if not self._names:
            return [text]
        longest_first = sorted(self._names, key=len, reverse=True)
        cut = re.split(f"({'|'.join(map(re.escape, longest_first))})(?!\\d)", text)
        parts: list[str | Sound] = []
        for piece in cut:
            spoken = self._names.get(piece, piece)
            if isinstance(spoken, Sound):
                parts.append(self._level(piece, spoken))
            elif parts and isinstance(parts[-1], str):
                parts[-1] += spoken
            else:
                parts.append(spoken)
        return [part for part in parts if isinstance(part, Sound) or not _SILENT.match(part)]

    def _level(self, name: str, spoken: Sound) -> Sound:
        """A name as loud as the voice says it as written, or louder names would stand out."""
        if name not in self._levelled:
            usual = _loudness(self._caller.sound(name))
            loudness = _loudness(spoken)
            gain = usual / loudness if usual and loudness else 1.0
            samples = np.clip(spoken.samples * np.float32(gain), -1, 1)
            self._levelled[name] = Sound(samples.astype(np.float32), spoken.rate)
        return self._levelled[name]


def _joined(sounds: Sequence[Sound]) -> Sound:
    """One sound after another, at the rate of the fastest one, softly joined."""
    rate = max(sound.rate for sound in sounds)
    gap = np.zeros(rate * _GAP_MS // 1000, np.float32)
    pieces: list[Samples] = []
    for sound in sounds:
        pieces += [gap, _faded(_at_rate(sound, rate), rate)]
    return Sound(np.concatenate(pieces[1:]), rate)


def _at_rate(sound: Sound, rate: int) -> Samples:
    if sound.rate == rate:
        return sound.samples
    import soxr  # noqa: PLC0415  (native library)

    resampled: Samples = soxr.resample(sound.samples, sound.rate, rate)
    return resampled


def _faded(samples: Samples, rate: int) -> Samples:
    length = min(len(samples) // 2, rate * _FADE_MS // 1000)
    if not length:
        return samples
    ramp = np.linspace(0, 1, length, dtype=np.float32)
    faded: Samples = samples.copy()
    faded[:length] *= ramp
    faded[-length:] *= ramp[::-1]
    return faded


def _loudness(sound: Sound) -> float:
    """Root mean square of the loud samples; 0 for silence."""
    levels = np.abs(sound.samples)
    loud = sound.samples[levels > _LOUD_SHARE * levels.max(initial=0.0)]
    return float(np.sqrt(np.mean(np.square(loud)))) if len(loud) else 0.0
