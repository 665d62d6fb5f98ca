"""The referee's speech: texts to sounds that are ready when they are needed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from voicegm.caller.cache import Cache
from voicegm.caller.piper import Piper
from voicegm.caller.voice import (
    FASTEST_WPM,
    UnusableSound,
    Variant,
    Voice,
    VoiceFailed,
    VoiceMissing,
    checked,
    wav,
)
from voicegm.caller.voices import voice_named
from voicegm.sound.frames import Sound

DEFAULT_RATE_WPM = 200
"""eSpeak NG's rate for sentences: brisk, and easily understood."""

CARD_MS = 800
"""Longest announcement of a card, "rank of suit": players should not wait for its end.

At 200 words a minute "seven of diamonds" takes 0.94 s in English, so the longer ones are spoken
up to 250 words a minute.
"""

_FORM = 2
"""Changes when sounds are trimmed or levelled in another way: older cached ones are then stale."""
_QUICKER = 1.03
"""A little faster than the sum says, because pauses do not shrink with the rate."""
_READING_MS_PER_LETTER = 60
"""How long captions stand in place of speech, a letter (200 words a minute)."""


class Speaks(Protocol):
    """What all callers have in common."""

    rate_wpm: int
    """Words a minute; may be changed in play."""

    def sound(
        self, text: str, variant: Variant | None = None, *, within_ms: int | None = None
    ) -> Sound:
        """The sound of a text."""
        ...

    def prepare(
        self,
        texts: Sequence[str],
        variant: Variant | None = None,
        *,
        within_ms: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Have these texts ready; `progress` is told how many of how many are done."""
        for done, text in enumerate(texts, start=1):
            self.sound(text, variant, within_ms=within_ms)
            if progress:
                progress(done, len(texts))

    def close(self) -> None:
        """Let go of what speaks."""
        ...


def print_warning(sentence: str) -> None:
    """Where warnings go unless the caller is told otherwise: standard error."""
    print(sentence, file=sys.stderr)


class Caller(Speaks):
    """Speaks one language. Each phrase is rendered once and then kept, in memory and on disk.

    `rate_wpm` may be changed in play ("slower"). `warn` gets a sentence when something is not as
    it should be and the game goes on nevertheless.
    """

    def __init__(
        self,
        language: str,
        *,
        rate_wpm: int = DEFAULT_RATE_WPM,
        cache: Cache | None = None,
        warn: Callable[[str], None] = print_warning,
        voice: Voice | Piper | None = None,
    ) -> None:
        self.rate_wpm = rate_wpm
        self._voice = voice or Voice(language)
        self._cache = cache or Cache(warn=warn)
        self._warn = warn
        self._version = self._voice.version
        self._failed: set[str] = set()

    def check(self) -> str:
        """The id of the voice that will speak.

        Raises `BadInput` when none speaks the language (it lists those there are), and
        `voicegm.caller.voice.VoiceMissing` when there is no speech synthesis at all.
        """
        return self._voice.check()

    def sound(
        self, text: str, variant: Variant | None = None, *, within_ms: int | None = None
    ) -> Sound:
        """The sound of a text, in the referee's voice or in another, without silence around it.

        With `within_ms` it is spoken as much faster as it takes to last no longer. A text that
        cannot be spoken is said so once, through `warn`, and is a silence of about its length;
        nothing that happens while speaking ends a game.

        Raises `BadInput` for a variant that is not there, `VoiceMissing` without any synthesis.
        """
        asked = variant and [variant.name, variant.pitch, variant.rate_wpm]
        key = Cache.key(
            _FORM, self._version, self._voice.language, asked, self.rate_wpm, within_ms, text
        )
        if (data := self._cache.get(key)) is not None:
            try:
                return checked(data, "")
            except UnusableSound:
                pass  # damaged on disk: rendered anew
        try:
            data = wav(self._render(text, variant, within_ms))
        except VoiceFailed as error:
            if text not in self._failed:
                self._failed.add(text)
                self._warn(str(error))
            return silence_for(text)
        self._cache.put(key, data)
        return checked(data, "")  # the same samples as the next time, when they come from disk

    def close(self) -> None:
        """End the process that renders. A later new phrase would start it again."""
        self._voice.close()

    def _render(self, text: str, variant: Variant | None, within_ms: int | None) -> Sound:
        rate_wpm = (variant and variant.rate_wpm) or self.rate_wpm
        while True:
            faster = variant and Variant(variant.name, variant.pitch, rate_wpm)
            sound = self._voice.render(text, rate_wpm, faster)
            if within_ms is None or sound.duration_ms <= within_ms or rate_wpm >= FASTEST_WPM:
                return sound
            needed = int(rate_wpm * sound.duration_ms / within_ms * _QUICKER)
            rate_wpm = min(max(needed, rate_wpm + 1), FASTEST_WPM)


class NoVoice(Speaks):
    """Stands in where nothing can speak: silences as long as the words, for captions to be read."""

    rate_wpm = DEFAULT_RATE_WPM

    def sound(
        self,
        text: str,
        variant: Variant | None = None,  # noqa: ARG002
        *,
        within_ms: int | None = None,
    ) -> Sound:
        """A silence of about the text's length."""
        return silence_for(text, within_ms)

    def close(self) -> None:
        """Nothing is held."""


def silence_for(text: str, within_ms: int | None = None) -> Sound:
    """A silence that lasts about as long as the text would."""
    length_ms = len(text) * _READING_MS_PER_LETTER
    length_ms = length_ms if within_ms is None else min(length_ms, within_ms)
    rate = 16_000
    return Sound(np.zeros(length_ms * rate // 1000, dtype=np.float32), rate)


def open_caller(
    language: str,
    *,
    rate_wpm: int = DEFAULT_RATE_WPM,
    cache: Cache | None = None,
    warn: Callable[[str], None] = print_warning,
    voice: str | None = None,
) -> Caller | NoVoice:
    """A caller for the language or, where nothing can speak, a sentence and a `NoVoice`.

    `voice` is a name as `voicegm voices` lists it, or None for the language's usual voice.
    Raises `BadInput` when there are voices but none for the language, or not the one named.
    """
    speaks = voice_named(language, voice)
    caller = Caller(language, rate_wpm=rate_wpm, cache=cache, warn=warn, voice=speaks)
    try:
        caller.check()
    except VoiceMissing as missing:
        caller.close()
        warn(f"{str(missing).removesuffix('.')}. Until then, what I say is only shown.")
        return NoVoice()
    return caller
