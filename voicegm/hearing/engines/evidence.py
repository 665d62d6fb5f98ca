"""From the scores of all readings of an utterance to a decision and its confidence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from voicegm.hearing.engines.recogniser import Recognition, Word

Reading = tuple[str | None, ...]
"""One or two phrases; None for a word that is not in play."""
Alternatives = dict[Reading, float]
"""The natural logarithm of each reading's score."""

ACCEPT_NATS = -45.0
"""How far a word in play may trail the best ordinary word and still be taken for said: two hundred
ordinary words find something a little nearer to most sounds. Found on random tables of words other
than animals: 88 % of calls pass, and 12 % of words that are neither in play nor a decoy."""
UNCLEAR_NATS = -100.0
"""One that trails by no more than this may well have been said: worth asking, not ruling. 5 % of
calls and 8 % of other words lie between this and `ACCEPT_NATS`."""
TWO_NATS = 40.0
"""How far two words must lead one word: by so much hardly a single call seems to be two."""
ACCEPT_TWO_NATS = 30.0
"""How far two words must lead the best ordinary word: they fit more sounds by chance than one."""
_DROPPED_NATS = 100.0
"""A reading that the search dropped trails the last one that it kept by about this at least."""
_SLOPE, _MIDDLE = 0.024, 1.18
"""Logistic regression of being right on the lead in nats, on the same tables, calls and other
words weighing the same."""
_LEAD_MS = 140
_TRAIL_MS = 250
"""A recognised word covers its sound but for this much (92 % of single calls)."""


@dataclass(frozen=True)
class Decode:
    """What one decode of an utterance found."""

    scores: Alternatives
    path: tuple[Word, ...]
    """The words of the best reading and where they lie; times are unset for all others."""

    def without(self, readings: Iterable[Reading]) -> Decode:
        """The same, with these readings left out."""
        out = {*readings}
        if out.isdisjoint(self.scores):
            return self
        left = {reading: score for reading, score in self.scores.items() if reading not in out}
        return replace(self, scores=left)

    def best(self, length: int) -> tuple[Reading, float]:
        """The best reading of that many words in play, and its lead in nats over ordinary words.

        An empty reading when the search kept none.
        """
        in_play = {
            reading: score
            for reading, score in self.scores.items()
            if len(reading) == length and None not in reading
        }
        reading = max(in_play, key=lambda reading: in_play[reading], default=())
        return reading, self.lead_nats(reading)

    def lead_nats(self, reading: Reading) -> float:
        """The lead of a reading over ordinary words, negative when it trails them."""
        return self.scores.get(reading, self._floor) - self.scores.get((None,), self._floor)

    @property
    def _floor(self) -> float:
        """At most this is the score of a reading that the search dropped."""
        return min(self.scores.values(), default=0.0) - _DROPPED_NATS


def confidence(lead_nats: float) -> float:
    """The chance that a word is right which leads every ordinary word by this."""
    return 1 / (1 + math.exp(-(_SLOPE * lead_nats + _MIDDLE)))


def weigh(single: Decode, double: Decode | None, loud_ms: tuple[int, int]) -> Recognition:
    """Decide what was said, if it was anything in play.

    `single` let one word compete, `double` one or two; `loud_ms` is where the utterance's sound
    starts and ends.
    """
    if not single.scores:
        return Recognition(())
    word, lead_nats = single.best(1)
    two_likelier = False
    if double is not None:
        pair, pair_lead_nats = double.best(2)
        two_likelier = bool(pair) and pair_lead_nats - TWO_NATS > double.best(1)[1]
        if two_likelier and pair_lead_nats >= ACCEPT_TWO_NATS:
            return Recognition(placed(pair, confidence(pair_lead_nats), double.path, loud_ms))
    if not word or lead_nats < ACCEPT_NATS:
        nothing = Word(None, *loud_ms, 1 - confidence(lead_nats))
        if not word or lead_nats < UNCLEAR_NATS:
            return Recognition((nothing,))
        perhaps = Word(word[0], *loud_ms, confidence(lead_nats))
        return Recognition((nothing,), unclear=True, perhaps=(perhaps,))
    words = placed(word, confidence(lead_nats), single.path, loud_ms)
    return Recognition(words, doubtful=two_likelier or not covers(words[0], loud_ms))


def placed(
    reading: Reading, sure: float, path: tuple[Word, ...], loud_ms: tuple[int, int]
) -> tuple[Word, ...]:
    """The words where the best path has them, or evenly spread if it has others."""
    if reading == tuple(word.key for word in path):
        return tuple(replace(word, confidence=sure) for word in path)
    start_ms, end_ms = loud_ms
    share_ms = (end_ms - start_ms) // len(reading)
    starts_ms = range(start_ms, end_ms - share_ms + 1, max(1, share_ms))
    return tuple(
        Word(key, at_ms, at_ms + share_ms, sure)
        for key, at_ms in zip(reading, starts_ms, strict=False)
    )


def covers(word: Word, loud_ms: tuple[int, int]) -> bool:
    """Whether a word explains the whole sound of an utterance."""
    start_ms, end_ms = loud_ms
    return word.start_ms - start_ms <= _LEAD_MS and end_ms - word.end_ms <= _TRAIL_MS
