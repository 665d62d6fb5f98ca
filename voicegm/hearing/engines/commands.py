"""From what was found in an utterance to a command: the wake phrase, a command, or both.

docs/hearing.md tells how the thresholds were found and what they gain.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from voicegm.hearing.ear import Ear
from voicegm.hearing.ear.commands import CommandEar
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import WAKE
from voicegm.sound.frames import Samples

SURE_OF_BOTH = 0.1
"""The ear's chance of the wake phrase times that of the command behind it. Of 80 commands in one
breath by voices of eSpeak NG's 78 come out above it and right; of 42 utterances in recorded
conversation none does."""
SURE_OF_WAKE = 0.7
"""The chance that makes the wake phrase alone one. Said 253 times, 80 of them in a reverberant
room, it has 0.72 at the least; two calls on top of one another had up to 0.68 (four of 628 pairs
more than 0.5); of 334 single words of all kinds none has a tenth."""
LEAST_ALONE = -2.65
"""A command without the wake phrase needs this much: the logarithm of the ear's chance of it and
its lead in PocketSphinx, weighed. Of 42 recorded commands 40 have it."""
SURE_CARD = 0.5
"""A card has to be as likely as this, and likelier than the command, to be taken for one. Read in
25 manners of eSpeak NG, 7 of 1,650 cards in four languages came out as the wake phrase, all of them
above 0.9 as cards; of 954 commands one is likelier to be a card, at 0.2."""
LEAD = 0.02
_LEAST_LEAD_NATS, _MOST_LEAD_NATS = -100.0, 80.0
_LEAST_CHANCE = 1e-7

Likelier = Callable[[float], bool]
"""Whether a card is likelier than something of this chance."""


def nothing(loud_ms: tuple[int, int]) -> Recognition:
    """No command."""
    return Recognition((Word(None, *loud_ms, 0.0),))


def by_ear(
    ear: CommandEar,
    samples: Samples,
    keys: Sequence[str],
    loud_ms: tuple[int, int],
    card_likelier: Likelier,
) -> Recognition | None:
    """The wake phrase with one of these commands behind it, or alone; None where it is not
    there, or a card is likelier: "king of hearts" is a little like "Game master, pause"."""
    start_ms, end_ms = loud_ms
    wake = ear.chances(samples, (WAKE,), loud_ms)[WAKE]
    behind = ear.behind_wake(samples, keys, loud_ms)
    both = behind.wake * behind.chance
    if behind.key is not None and both >= max(SURE_OF_BOTH, wake):
        if card_likelier(both):
            return None
        return Recognition(
            (
                Word(WAKE, start_ms, behind.border_ms, behind.wake),
                Word(behind.key, behind.border_ms, end_ms, behind.chance),
            )
        )
    woken = max(wake, behind.wake)
    if woken < SURE_OF_WAKE or card_likelier(woken):
        return None
    return Recognition((Word(WAKE, start_ms, end_ms, woken),))


def against_cards(
    ear: Ear, samples: Samples, grammar: Grammar, loud_ms: tuple[int, int]
) -> Likelier:
    """Holds chances against that of all that sounds being one of a grammar's cards; the ear looks
    when it is asked."""
    return lambda chance: (
        ear.judge(samples, grammar.cards, loud_ms).best[1] >= max(SURE_CARD, chance)
    )


def alone(
    chances: Mapping[str, float],
    lead_nats: Mapping[str, float],
    of_calls: float,
    card_likelier: Likelier,
    loud_ms: tuple[int, int],
) -> Recognition:
    """A command without the wake phrase, by the ear's chances and PocketSphinx's leads, unless both
    find something else likelier: the ear a call (its chance is `of_calls`), and PocketSphinx a call
    or an ordinary word. Against cards the ear alone holds it."""
    scores = {
        key: math.log(max(chance, _LEAST_CHANCE))
        + LEAD * min(max(lead_nats[key], _LEAST_LEAD_NATS), _MOST_LEAD_NATS)
        for key, chance in chances.items()
    }
    key = max(scores, key=lambda one: scores[one], default=None)
    if key is None or scores[key] < LEAST_ALONE:
        return nothing(loud_ms)
    if card_likelier(chances[key]) or (of_calls >= chances[key] and lead_nats[key] <= 0):
        return nothing(loud_ms)
    return Recognition((Word(key, *loud_ms, chances[key]),))


def by_words(words: Sequence[Word], grammar: Grammar, loud_ms: tuple[int, int]) -> Recognition:
    """What a row of words is: the wake phrase, with the one command behind it if there is just
    that, or, where it needs no wake phrase, a command alone."""
    keys = [word.key for word in words]
    if keys[:1] == [WAKE]:
        both = len(words) == 2 and keys[1] not in (None, WAKE)
        return Recognition(tuple(words[: 2 if both else 1]))
    if grammar.woken and len(words) == 1 and keys[0] is not None:
        return Recognition(tuple(words))
    return nothing(loud_ms)
