"""The ear beside a recogniser that hears calls: commands and cards, which it was taught as well.

A speech model made for people hears synthetic voices badly, and short words of people now and then.
Where the ear is sure it has its way, and where it is not the other recogniser has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voicegm.hearing.ear import Ear, sounding_ms
from voicegm.hearing.engines.commands import against_cards, by_ear, nothing
from voicegm.hearing.engines.embedded import ACCEPT, UNCLEAR, sureness
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import CARD, NO, Grammar
from voicegm.languages.pack import WAKE
from voicegm.sound.frames import Samples

SURE_ALONE = 0.5
"""The ear's chance of a command that comes without the wake phrase: it has no second witness."""


def command(ear: Ear, samples: Samples, grammar: Grammar, otherwise: Recognition) -> Recognition:
    """The wake phrase, a command, or both; `otherwise` is what the other recogniser makes of it."""
    taught, wake = ear.commands, grammar.wake
    if taught is None or wake is None or not taught.knows(wake, *grammar.words):
        return otherwise
    loud_ms = sounding_ms(samples)
    keys = tuple(phrase.key for phrase in grammar.words)
    card_likelier = against_cards(ear, samples, grammar, loud_ms)
    heard = by_ear(taught, samples, keys, loud_ms, card_likelier)
    if heard is not None and len(heard.words) == 2:
        return heard
    if heard is None:
        chances = taught.chances(samples, keys, loud_ms) if grammar.woken else {}
        key, chance = max(chances.items(), key=lambda one: one[1], default=("", 0.0))
        if card_likelier(chance):
            return nothing(loud_ms)
        if chance >= SURE_ALONE:
            return Recognition((Word(key, *loud_ms, chance),))
    found = any(word.key not in (None, WAKE) for word in otherwise.words)
    return otherwise if found or heard is None else heard


def without_cards(ear: Ear, grammar: Grammar) -> Grammar:
    """What is left for the other recogniser: dozens of cards would hide the calls from it."""
    left = (phrase for phrase in grammar.words if phrase.kind != CARD or not ear.knows(phrase))
    return replace(grammar, words=tuple(left))


def card(
    ear: Ear,
    samples: Samples,
    grammar: Grammar,
    otherwise: Recognition,
    words: Sequence[Word],
) -> Recognition:
    """A card, alone or behind a "no", if the ear hears one; else `otherwise`. `words` are all that
    the other recogniser made out, calls or not."""
    loud_ms = sounding_ms(samples)
    silenced = grammar.denied if grammar.mending else ()
    keys = tuple(
        phrase.key
        for phrase in grammar.words
        if phrase.kind == CARD and phrase.key not in silenced and ear.knows(phrase)
    )
    if not keys:
        return otherwise
    read = _best(ear, samples, keys, loud_ms)
    if grammar.mends and len(words) > 1 and words[0].key == NO:
        others = tuple(key for key in keys if key not in grammar.denied)
        behind = _best(ear, samples, others, (words[0].end_ms, loud_ms[1]))
        if behind.confidence >= max(ACCEPT, read.confidence):
            return Recognition((words[0], behind))
    if read.confidence >= ACCEPT:
        return Recognition((read,))
    if read.confidence >= UNCLEAR and not any(word.key for word in otherwise.words):
        return Recognition(otherwise.words, unclear=True, perhaps=(read,))
    return otherwise


def _best(ear: Ear, samples: Samples, keys: tuple[str, ...], within_ms: tuple[int, int]) -> Word:
    key, chance = ear.judge(samples, keys, within_ms).best
    return Word(key, *within_ms, sureness(chance))
