"""A small ear of our own: a speech embedding and a head trained on synthetic voices only."""

from voicegm.hearing.ear.ear import Ear, Judgement
from voicegm.hearing.ear.embedding import sounding_ms, word_in

__all__ = ["Ear", "Judgement", "sounding_ms", "word_in"]
