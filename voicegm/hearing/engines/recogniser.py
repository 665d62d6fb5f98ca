"""The interface of all recognisers: one utterance in, the phrases in it out.

A recogniser holds no state between utterances: the same samples with the same grammar give the
same words, whatever was heard before. `tests/hearing/test_engines.py` holds every engine to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import Phrase
from voicegm.sound.frames import Samples


@dataclass(frozen=True)
class Word:
    """A phrase found in an utterance."""

    key: str | None
    """None: a decoy or nothing known, at any rate nothing in play."""
    start_ms: int
    """From the utterance's first sample, on the engine's own grid (10 to 30 ms)."""
    end_ms: int
    confidence: float
    """0 to 1: how far the evidence for this phrase outweighs that for anything else."""


@dataclass(frozen=True)
class Recognition:
    """What one utterance was heard as."""

    words: tuple[Word, ...]
    """In order; empty when nothing at all was made out."""
    doubtful: bool = False
    """The sound is clearly longer than the one word found in it."""
    unclear: bool = False
    """Nothing in play was made out, but it may well have been: ask."""
    perhaps: tuple[Word, ...] = ()
    """With `unclear`: the phrases in play that it may have been, the likeliest first."""
    enough: float = 1.0
    """With `perhaps`: a confidence from which on a phrase is enough where the one who spoke was to
    be expected to say it, nobody else speaks on this microphone, and only winning hangs on it."""


class Recogniser(Protocol):
    """Recognises one utterance at a time."""

    name: str
    """`sphinx`, `vosk` or `keys`, as on the command line."""
    decoys: int
    """How many decoys it hears best with."""
    hang_ms: int
    """How long the voice must rest before an utterance is over."""

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """The keys among these that it cannot listen for, in order: ask before play."""
        ...

    def misheard(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """The keys among these that it listens for and hardly ever hears: let people type them."""
        ...

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        """Decode one whole utterance: mono, 16 kHz, -1 to 1."""
        ...
