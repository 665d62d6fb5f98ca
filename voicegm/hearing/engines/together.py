"""One call or two: the decision, where just two words may win and two people may call at once.

The ear's head for two voices gives an account of both words as a whole; what is decided here is
how sure it has to be. docs/ear.md tells how the thresholds were found.
"""

from __future__ import annotations

from collections.abc import Mapping

from voicegm.hearing.ear.together import Account
from voicegm.hearing.engines.recogniser import Recognition, Word

SURE_OF_TIE = 0.35
"""Both words as sure as this, surely within the tie window, are both written down: nobody gets a
card by it. Of 103 calls by one voice five come out as ties, of 191 ties 165."""
SURE_ALONE = 0.95
"""A word as sure as this was called alone, or clearly first, whatever other witnesses say."""
SURE_AGREED = 0.88
"""The same, where the witnesses for single words find the same word likeliest: 81 of those 103
calls are as sure, and six of the ties."""
LEAST_AGREED = 0.5
"""How sure those have to be of it."""
NEITHER = 0.8
"""Neither word was called if that is as sure as this; if not, it is worth asking."""


def by_account(
    account: Account, sureness_of: Mapping[str, float], loud_ms: tuple[int, int], tie_ms: int
) -> Recognition | None:
    """What was said of two words that may win: one of them, both at once, or one clearly before
    the other; unclear when it is not sure which; None when neither was called.

    `sureness_of` tells how sure each word is by the witnesses for single words, the likeliest
    first; `loud_ms` is where the utterance's sound starts and ends.
    """
    tied = account.tied(tie_ms)
    if tied >= SURE_OF_TIE:
        return Recognition(_both(account, account.tied_apart_ms(tie_ms), tied, loud_ms))
    likeliest, sure = next(iter(sureness_of.items()), ("", 0.0))
    for word in (account.one, account.other):
        won = account.won(word, tie_ms)
        agreed = word == likeliest and sure >= LEAST_AGREED
        if won >= (SURE_AGREED if agreed else SURE_ALONE):
            return Recognition((Word(word, *loud_ms, won),))
    if account.neither >= NEITHER:
        return None
    nothing = Word(None, *loud_ms, account.neither)
    perhaps = tuple(
        Word(word, *loud_ms, sureness_of.get(word, 0.0)) for word in (account.one, account.other)
    )
    return Recognition((nothing,), unclear=True, perhaps=perhaps)


def _both(
    account: Account, apart_ms: int, sure: float, loud_ms: tuple[int, int]
) -> tuple[Word, ...]:
    """Two words over one another, in the order of their onsets."""
    first, second = account.one, account.other
    if apart_ms < 0:
        first, second = second, first
    start_ms, end_ms = loud_ms
    later_ms = min(start_ms + abs(apart_ms), end_ms)
    return Word(first, start_ms, end_ms, sure), Word(second, later_ms, end_ms, sure)
