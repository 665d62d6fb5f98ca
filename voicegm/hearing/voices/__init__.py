"""Whose voice: players' voices, enrolled from a few words each and kept in memory only.

    voices = KnownVoices(["Anna", "Ben"])
    voices.enrol("Anna", voiceprint(samples, start, end))
    attribution = voices.attribute(voiceprint(samples, start, end))
    attribution.clearly(CLEAR)   # a name, or None: ask

A voiceprint is a few dozen statistics of one utterance (`prints.py`); how voices differ, and how
much one voice varies from word to word, was learned from synthetic voices (`model.py`,
`train.py`). Nothing here is ever written anywhere.
"""

from voicegm.hearing.voices.known import CLEAR, CONTRADICTS, COSTLY, Attribution, KnownVoices
from voicegm.hearing.voices.prints import Voiceprint, voiceprint

__all__ = [
    "CLEAR",
    "CONTRADICTS",
    "COSTLY",
    "Attribution",
    "KnownVoices",
    "Voiceprint",
    "voiceprint",
]
