"""PocketSphinx and the ear as two witnesses to one utterance.

The ear rejects other words well, PocketSphinx keeps similar words apart; they err on different
sounds. docs/ear.md tells how the weights and thresholds were found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from voicegm.hearing.ear.together import Account
from voicegm.hearing.engines.evidence import (
    ACCEPT_TWO_NATS,
    TWO_NATS,
    Decode,
    Reading,
    confidence,
    covers,
    placed,
)
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.engines.together import by_account
from voicegm.hearing.phrases import NO

Chances = Callable[[int, int], Mapping[str, float]]
"""The ear's chances of the phrases in play that it knows, for a stretch of the utterance (ms)."""

ACCEPT = 0.5
"""A word as sure as this is taken for said."""
ACCEPT_EXPECTED = 0.2
"""One as sure as this is taken for said where the one who speaks was expected to say it, alone on a
microphone, and can only win by it. Of 262 calls under another's on microphones of their own, the
voices apart, 7 % lie below `ACCEPT` and 2 % below this; of 30 other short words none lies above."""
UNCLEAR = 0.015
"""One as sure as this may well have been said: worth asking, not ruling. So low because two calls
on top of one another are sure of neither: of 60 such pairs in the simulated room 52 come out above
it, of 88 other words in the same voices 12 (wow, what, thanks)."""
SURE_OF_LONG = 0.9
"""A word needs this much where the sound is longer than it takes to say: somebody else may have
called with it. Of 60 pairs on top of one another six gave one word, wrongly, at 0.5 to 0.7."""
SURE_AMONG_RIVALS = 0.8
"""A word needs this much where two may call on one microphone. Of 166 pairs on top of one another
42 gave one word at `ACCEPT`, 19 at this; of 81 calls by one voice alone 64 reach it, and the others
are asked for once more."""
_LONG_MS, _LONG_MS_PER_PHONE = 350, 90
"""No voice of ours takes longer for a word of so many phones, reverberation included."""
_LEAD, _MIDDLE = 0.01, 3.4
"""Weight of a nat of PocketSphinx's lead beside a nat of the ear's chance, by logistic regression
of being right; and what makes 5 % of other words as sure as `ACCEPT`."""
_LEAD_OF_CARD = 0.005
"""The same for a whole card: beside "eight of clubs" the search drops "ace of clubs" from its
alternatives, whichever was said. Of 416 cards in voices other than those of `voicegm bench cards`
407 are then right, with 0.01 401; of 575 other words 4 are taken for a card either way."""
_LEAST_CHANCE = 1e-7
_LEAST_LEAD_NATS, _MOST_LEAD_NATS = -120.0, 80.0
"""Beyond these the lead tells no more."""
_LEAST_CHANCE_OF_TWO = 0.007
"""The ear's chance of each of two words that ran into one another; the halves are cut roughly, so
it is far below that of a word alone."""
_LEAD_OF_TWO = 0.01
_LEAST_CHANCE_OF_NO = 0.2
"""The ear's chance of a "no" that PocketSphinx does not hear before a card."""
_LEAST_CHANCE_OF_NO_BESIDE = 0.05
"""And of one that PocketSphinx does hear, where the whole is surely one card. In a dozen readings
that it took for "no" and a card the ear had 0.01 to 0.03."""
_WORTH_LOOKING_BEHIND = 0.3
"""A border is looked behind where a "no" before it is this likely beside the likeliest."""
_NO_MS, _CARD_MS = range(160, 801, 80), 300
"""How long that may last, a rest behind it included, and the card at least."""
_TRIED_MS = (-40, 0, 40)
"""How far from where PocketSphinx has the border between two words the ear listens for it."""


@dataclass(frozen=True)
class Mending:
    """What the ear tells of a "no" and a card behind it, for stretches of the utterance (ms)."""

    no: Callable[[int, int], float]
    """The chance of a "no"; 1 where it was not taught."""
    card: Chances
    """Those of all cards that may mend the last one."""


def sureness(chance: float, lead_nats: float, weight: float = _LEAD) -> float:
    """The chance that a word is right, by the ear's chance of it and its lead in PocketSphinx."""
    lead = min(max(lead_nats, _LEAST_LEAD_NATS), _MOST_LEAD_NATS)
    score = math.log(max(chance, _LEAST_CHANCE)) + weight * lead + _MIDDLE
    return 1 / (1 + math.exp(-score))


def weigh_both(
    single: Decode,
    double: Decode | None,
    loud_ms: tuple[int, int],
    chances: Chances,
    phones: Mapping[str, int],
    *,
    rivals: bool = False,
    account: Account | None = None,
    tie_ms: int = 0,
    cards: Collection[str] = (),
    denied: tuple[str, ...] = (),
    mending: Mending | None = None,
) -> Recognition:
    """Decide what was said, if it was anything in play, as `evidence.weigh` does with one witness.

    Phrases that the ear does not know are judged by PocketSphinx alone. `phones` counts those of
    each phrase in play; with `rivals` two people may have called at once. Where just two words may
    win, `account` is what the ear has of those; calls within `tie_ms` of one another are a tie.
    `cards` are those of the phrases that are a rank and a suit; what is `denied` mends none.
    """
    if not single.scores:
        return Recognition(())
    sureness_of = _sureness_of(single, chances(*loud_ms), cards)
    if account is not None and (told := by_account(account, sureness_of, loud_ms, tie_ms)):
        return told
    pairs = _pairs(double)
    if double is not None and mending is not None:
        least = max(sureness_of.values(), default=0.0)
        if mended := _mended(double, pairs, loud_ms, mending, least):
            return Recognition(mended)
        pairs = {
            reading: lead
            for reading, lead in pairs.items()
            if reading[0] != NO and reading[1] not in denied
        }
    if double is not None and (pair := _confirmed(double, pairs, loud_ms, chances)):
        return Recognition(pair)
    key, sure = next(iter(sureness_of.items()), ("", 0.0))
    if sure < ACCEPT:
        return _perhaps(sureness_of, loud_ms)
    words = placed((key,), sure, single.path, loud_ms)
    long_ms = _LONG_MS + _LONG_MS_PER_PHONE * phones.get(key, 0)
    too_long = sure < SURE_OF_LONG and loud_ms[1] - loud_ms[0] > long_ms
    hardly = rivals and sure < SURE_AMONG_RIVALS
    doubtful = bool(pairs) or too_long or hardly or not covers(words[0], loud_ms)
    return Recognition(words, doubtful=doubtful)


def _perhaps(sureness_of: Mapping[str, float], loud_ms: tuple[int, int]) -> Recognition:
    """Words of which none is sure enough to be taken for said."""
    nothing = Word(None, *loud_ms, 1 - max(sureness_of.values(), default=0.0))
    perhaps = tuple(
        Word(key, *loud_ms, sure) for key, sure in sureness_of.items() if sure >= UNCLEAR
    )
    return Recognition((nothing,), unclear=bool(perhaps), perhaps=perhaps, enough=ACCEPT_EXPECTED)


def _sureness_of(
    decode: Decode, chances: Mapping[str, float], cards: Collection[str]
) -> dict[str, float]:
    """How sure each word in play is to have been said, the likeliest first."""
    heard = {reading[0] for reading in decode.scores if len(reading) == 1} - {None}
    sure = {
        key: sureness(
            chances[key], decode.lead_nats((key,)), _LEAD_OF_CARD if key in cards else _LEAD
        )
        if key in chances
        else confidence(decode.lead_nats((key,)))
        for key in {*heard, *chances}
        if key is not None
    }
    return dict(sorted(sure.items(), key=lambda one: (one[1], one[0]), reverse=True))


def _pairs(double: Decode | None) -> dict[Reading, float]:
    """The readings of two words that lead one word and all other words by enough, and their lead
    in nats over one word."""
    if double is None:
        return {}
    one_word, one_word_nats = double.best(1)
    leads = {
        reading: double.lead_nats(reading)
        for reading in double.scores
        if len(reading) == 2 and None not in reading
    }
    return {
        reading: lead - one_word_nats
        for reading, lead in leads.items()
        if lead >= ACCEPT_TWO_NATS and (lead - one_word_nats > TWO_NATS or not one_word)
    }


def _confirmed(
    double: Decode, pairs: dict[Reading, float], loud_ms: tuple[int, int], chances: Chances
) -> tuple[Word, ...]:
    """The two words that the ear hears, one in each half; none when it does not."""
    if not pairs:
        return ()
    start_ms, end_ms = loud_ms
    border_ms = _border_ms(double, loud_ms)
    halves = [
        (chances(start_ms, border_ms + off_ms), chances(border_ms + off_ms, end_ms))
        for off_ms in _TRIED_MS
    ]
    heard = {reading: max(_weaker(reading, *both) for both in halves) for reading in pairs}
    pair = max(
        pairs,
        key=lambda reading: (
            math.log(max(heard[reading], _LEAST_CHANCE))
            + _LEAD_OF_TWO * min(pairs[reading], _MOST_LEAD_NATS)
        ),
    )
    if heard[pair] < _LEAST_CHANCE_OF_TWO:
        return ()
    words = placed(pair, confidence(double.lead_nats(pair)), double.path, loud_ms)
    return tuple(
        replace(word, start_ms=at_ms, end_ms=to_ms)
        for word, at_ms, to_ms in zip(
            words, (start_ms, border_ms), (border_ms, end_ms), strict=True
        )
    )


def _mended(
    double: Decode,
    pairs: dict[Reading, float],
    loud_ms: tuple[int, int],
    mending: Mending,
    otherwise: float,
) -> tuple[Word, ...]:
    """A "no" and the card behind it; none where there is no "no". PocketSphinx tells that there are
    both, be it with the card that is denied, or else the ear where nothing is as sure as that
    `otherwise`; where the whole is surely one card, the ear has to hear the "no" as well ("ace of
    diamonds" is "no, eight of diamonds" to PocketSphinx). Which card it is the ear tells.
    """
    leads = {reading[1]: lead for reading, lead in pairs.items() if reading[0] == NO}
    if not leads and otherwise >= SURE_OF_LONG:
        return ()
    start_ms, end_ms = loud_ms
    borders_ms = [start_ms + no_ms for no_ms in _NO_MS]
    if leads:
        borders_ms += [_border_ms(double, loud_ms) + off_ms for off_ms in _TRIED_MS]
    within_ms = [border_ms for border_ms in borders_ms if border_ms < end_ms - _CARD_MS]
    denies = {border_ms: mending.no(start_ms, border_ms) for border_ms in within_ms}
    no = max(denies.values(), default=0.0)
    beside = otherwise >= SURE_OF_LONG
    least = _LEAST_CHANCE_OF_NO_BESIDE if beside else _LEAST_CHANCE_OF_TWO
    if no < (least if leads else _LEAST_CHANCE_OF_NO):
        return ()
    heard = _behind(denies, lambda border_ms: mending.card(border_ms, end_ms))
    sure = {key: sureness(chance, leads.get(key, 0.0)) for key, chance in heard.items()}
    card = max(sure, key=lambda key: sure[key], default="")
    if sure.get(card, 0.0) < (ACCEPT if leads else max(ACCEPT, otherwise)):
        return ()
    border_ms = max(denies, key=lambda at_ms: denies[at_ms])
    first = Word(NO, start_ms, border_ms, sureness(no, 0.0))
    return first, Word(card, border_ms, end_ms, sure[card])


def _behind(
    first: Mapping[int, float], chances_from: Callable[[int], Mapping[str, float]]
) -> dict[str, float]:
    """The chances of what lies behind the border, wherever that may be: by the chance of the first
    word before each."""
    least = max(first.values()) * _WORTH_LOOKING_BEHIND
    likely = {border_ms: chance for border_ms, chance in first.items() if chance >= least}
    heard: dict[str, float] = {}
    for border_ms, of_first in likely.items():
        for key, chance in chances_from(border_ms).items():
            heard[key] = heard.get(key, 0.0) + chance * of_first / sum(likely.values())
    return heard


def _weaker(reading: Reading, first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """The ear's chance of the less likely of two words; 1 for what it does not know."""
    one, other = reading
    return min(first.get(one or "", 1.0), second.get(other or "", 1.0))


def _border_ms(double: Decode, loud_ms: tuple[int, int]) -> int:
    """Where the best path has the border between two words, or else the middle."""
    start_ms, end_ms = loud_ms
    if len(double.path) != 2:
        return (start_ms + end_ms) // 2
    border_ms = (double.path[0].end_ms + double.path[1].start_ms) // 2
    return min(max(border_ms, start_ms + 100), end_ms - 100)
