"""The embedded recogniser for a language that PocketSphinx has no model for.

Where English sounds come near enough to the language, PocketSphinx hears it in those, with the
ear as a second witness, just as in English. Where they do not, the ear judges alone what it was
taught, and leaves to PocketSphinx what it was not: cards, rhymes, players' names; everything where
there is no head for the language. docs/languages.md tells what either gains.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from voicegm.hearing.ear import Ear
from voicegm.hearing.ear.head import path_of
from voicegm.hearing.edges import FRAME_SAMPLES, floor_db, frame_energies
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.phrases import CARD, NO, Grammar
from voicegm.languages.pack import Phrase, load
from voicegm.sound.frames import SAMPLE_RATE, Samples

ACCEPT = 0.5
"""A word as sure as this is taken for said."""
UNCLEAR = 0.25
"""One as sure as this may well have been said: worth asking, not ruling."""
SURE_AMONG_RIVALS = 0.6
"""A word needs this much where two may call on one microphone, or else it may be the louder of
two."""
_MIDDLE = 1.9
"""Makes a chance of 0.15 as sure as `ACCEPT`: by this half of the strangers' best chances that
were above a tenth are rejected, and no right call was lost."""
_TWO_MS = 550
"""Two calls that ran into one another last at least this long."""
_SHORTEST_MS = 200
"""A word of two is no shorter."""
_QUIETEST = 0.2
"""The quietest fifth of an utterance tells how loud the room is."""
_BORDERS, _SMOOTH_FRAMES = 3, 5
"""So many of the quietest places are tried as a border between two words."""
_LEAST_CHANCE_OF_TWO, _LEAST_CHANCE_BESIDE_ONE = 0.1, 0.3
"""The ear's chance of each of two words, where no single word explains the sound and where one
does: the first of two is then taken for the second one's article."""
_LEAST_CHANCE_OF_NO, _LEAST_CHANCE_BEHIND_NO = 0.002, 0.5
"""The ear's chances of a "no" and of a card behind it. Of 66 French cards with a "non" before them,
in two voices, 55 have them; none of 66 alone, nor of 156 behind an article, "oui" or "alors"."""
_ARTICLES_MS = (0, 120, 180, 240, 300, 360, 420, 480)
"""How long an article may last that people say before the word, none included: those who name
things slowly take up to half a second for "une"."""
_AGREE = 3
"""The chance of a word is the mean of so many of its best: one start alone gives strangers a good
chance now and then (of 109 words that nobody called 15 against 10 at a chance of a tenth)."""
_LEAST_LEFT_MS = 180
"""So much of the word must be left behind its article."""
_HANG_MS, _HANG_WITH_ARTICLES_MS = 96, 256
"""How long the voice must rest. Between "une" and "vache" it rests longer than within a word: at
96 ms 25 % of French words were cut in two, at 192 ms 7 %; "vache" now and then even there."""


class Embedded:
    """Hears one language; loads in a second, takes some 10 ms an utterance."""

    name = "sphinx"
    decoys = 200
    hang_ms = _HANG_MS

    def __init__(self, language: str) -> None:
        pack = load(language)
        self.hang_ms = hang_ms(language)
        self._both = pack.sounds_english
        self._articles_ms = _ARTICLES_MS if pack.voices.articles else _ARTICLES_MS[:1]
        self._ear = Ear(language)
        self._sphinx = Sphinx(language)

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """Phrases that the ear was not taught and that have no pronunciation."""
        return self._sphinx.unusable(phrase for phrase in phrases if not self._ear.knows(phrase))

    def misheard(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """What only the ear hears, and was not taught."""
        return self._ear.lacking(phrases)

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        """One fresh recognition: by both; or by the ear, and where it hears nothing of what it was
        taught, by PocketSphinx for the rest."""
        if self._both or grammar.wake is not None:
            return self._sphinx.recognise(samples, grammar)
        silenced = grammar.denied if grammar.mending else ()
        words = tuple(phrase for phrase in grammar.words if phrase.key not in silenced)
        known = tuple(phrase for phrase in words if self._ear.knows(phrase))
        rest = tuple(phrase for phrase in words if phrase not in known)
        cards = tuple(phrase.key for phrase in known if phrase.kind == CARD)
        calls = tuple(phrase.key for phrase in known if phrase.kind != CARD)
        read = self._read(samples, cards, calls, grammar) if cards else Recognition(())
        if any(word.key for word in read.words):
            return read
        heard = self._by_ear(samples, calls, two=grammar.two) if calls else Recognition(())
        if read.unclear and not any(word.key for word in heard.words):
            heard = replace(heard, unclear=True, perhaps=(*read.perhaps, *heard.perhaps))
        if not rest or any(word.key for word in heard.words):
            return heard
        otherwise = self._sphinx.recognise(samples, replace(grammar, words=rest))
        if any(word.key for word in otherwise.words) or otherwise.unclear:
            return otherwise
        return replace(otherwise, unclear=heard.unclear, perhaps=heard.perhaps)

    def _read(
        self,
        samples: Samples,
        cards: tuple[str, ...],
        calls: tuple[str, ...],
        grammar: Grammar,
    ) -> Recognition:
        """A card, or a "no" and the card that is meant; nothing where one of the calls is likelier.
        The ear was taught cards with the articles before them: all that sounds is looked at at
        once, since without its beginning a "trois" would be a "roi"."""
        start_ms, end_ms = _sound_ms(samples)
        chances = self._ear.judge(samples, (*cards, *calls), (start_ms, end_ms)).chances
        key = max(cards, key=lambda card: chances[card])
        call = max((chances[call] for call in calls), default=0.0)
        sure = sureness(chances[key]) if chances[key] > call else 0.0
        if grammar.mends and end_ms - start_ms >= _TWO_MS:
            others = tuple(card for card in cards if card not in grammar.denied)
            mended = self._mended(samples, others, (start_ms, end_ms))
            if mended:
                return Recognition(mended)
        word = Word(key, start_ms, end_ms, sure)
        if sure >= ACCEPT:
            return Recognition((word,))
        return Recognition((), unclear=sure >= UNCLEAR, perhaps=(word,))

    def _mended(
        self, samples: Samples, cards: tuple[str, ...], loud_ms: tuple[int, int]
    ) -> tuple[Word, ...]:
        """A "no" and the card behind it; nothing where there is none. That a card is left behind a
        border tells more than the short word before it."""
        start_ms, end_ms = loud_ms
        best: tuple[Word, ...] = ()
        least = _LEAST_CHANCE_BEHIND_NO
        for border_ms in _quietest_ms(samples, start_ms + _SHORTEST_MS, end_ms - _SHORTEST_MS):
            no = self._ear.judge(samples, (NO,), (start_ms, border_ms)).chances.get(NO, 0.0)
            key, chance = self._ear.judge(samples, cards, (border_ms, end_ms)).best
            if no >= _LEAST_CHANCE_OF_NO and chance >= least:
                least, sure = chance, sureness(chance)
                best = (
                    Word(NO, start_ms, border_ms, sure),
                    Word(key, border_ms, end_ms, sure),
                )
        return best

    def _by_ear(self, samples: Samples, keys: tuple[str, ...], *, two: bool) -> Recognition:
        start_ms, end_ms = _sound_ms(samples)
        key, chance = self._best(samples, keys, (start_ms, end_ms))
        sure = sureness(chance)
        if two and end_ms - start_ms >= _TWO_MS:
            least = _LEAST_CHANCE_OF_TWO if sure < ACCEPT else _LEAST_CHANCE_BESIDE_ONE
            pair = self._pair(samples, keys, (start_ms, end_ms), least)
            if pair:
                return Recognition(pair)
        if sure < ACCEPT:
            nothing = Word(None, start_ms, end_ms, 1 - sure)
            if sure < UNCLEAR:
                return Recognition((nothing,))
            perhaps = Word(key, start_ms, end_ms, sure)
            return Recognition((nothing,), unclear=True, perhaps=(perhaps,))
        word = Word(key, start_ms, end_ms, sure)
        return Recognition((word,), doubtful=two and sure < SURE_AMONG_RIVALS)

    def _best(
        self, samples: Samples, keys: tuple[str, ...], within_ms: tuple[int, int]
    ) -> tuple[str, float]:
        """The likeliest word and its chance, wherever an article before it may end."""
        start_ms, end_ms = within_ms
        last_ms = max(end_ms - _LEAST_LEFT_MS, start_ms)
        starts_ms = [start_ms + article_ms for article_ms in self._articles_ms]
        heard = [
            self._ear.judge(samples, keys, (from_ms, end_ms)).chances
            for from_ms in starts_ms
            if from_ms <= last_ms
        ]
        means = {
            key: sum(sorted((chances[key] for chances in heard), reverse=True)[:_AGREE]) / _AGREE
            for key in heard[0]
        }
        if len(heard) < _AGREE:
            means = {key: mean * _AGREE / len(heard) for key, mean in means.items()}
        return max(means.items(), key=lambda one: one[1], default=("", 0.0))

    def _pair(
        self, samples: Samples, keys: tuple[str, ...], loud_ms: tuple[int, int], least: float
    ) -> tuple[Word, ...]:
        """Two words that the ear hears on either side of a border with at least this chance; none
        when there are none."""
        start_ms, end_ms = loud_ms
        best: tuple[Word, ...] = ()
        for border_ms in _quietest_ms(samples, start_ms + _SHORTEST_MS, end_ms - _SHORTEST_MS):
            halves_ms = ((start_ms, border_ms), (border_ms, end_ms))
            heard = [self._best(samples, keys, half_ms) for half_ms in halves_ms]
            weaker = min(chance for _, chance in heard)
            if weaker >= least:
                least = weaker
                best = tuple(
                    Word(key, *half_ms, sureness(chance))
                    for (key, chance), half_ms in zip(heard, halves_ms, strict=True)
                )
        return best


def _sound_ms(samples: Samples) -> tuple[int, int]:
    """Where the sound in an utterance starts and ends, pauses included: behind an article, and
    between two calls."""
    energies = frame_energies(samples)
    if not len(energies) or not energies.max() > 0:
        return 0, len(samples) * 1000 // SAMPLE_RATE
    floor = 10 ** (floor_db(energies, float(np.quantile(energies, _QUIETEST))) / 10)
    loud = np.flatnonzero(energies >= energies.max() * floor)
    frame_ms = FRAME_SAMPLES * 1000 // SAMPLE_RATE
    return int(loud[0]) * frame_ms, (int(loud[-1]) + 1) * frame_ms


def _quietest_ms(samples: Samples, first_ms: int, last_ms: int) -> list[int]:
    """The quietest places between two moments, one for each dip in loudness."""
    frame_ms = FRAME_SAMPLES * 1000 // SAMPLE_RATE
    energies = frame_energies(samples)[first_ms // frame_ms : max(first_ms, last_ms) // frame_ms]
    if len(energies) < 2 * _SMOOTH_FRAMES:
        return []
    smooth = np.convolve(energies, np.ones(_SMOOTH_FRAMES), "same")
    dips = [
        place
        for place in range(1, len(smooth) - 1)
        if smooth[place - 1] > smooth[place] <= smooth[place + 1]
    ]
    quietest = sorted(dips, key=lambda place: float(smooth[place]))[:_BORDERS]
    return [first_ms + place * frame_ms for place in sorted(quietest)]


def can_hear(language: str) -> bool:
    """Whether a language has a head for the ear, or English sounds for PocketSphinx."""
    pack = load(language)
    return path_of(language).exists() or any(pack[key].phones for key in pack.animals)


def hang_ms(language: str) -> int:
    """How long the voice must rest before an utterance in a language is over."""
    return _HANG_WITH_ARTICLES_MS if load(language).voices.articles else _HANG_MS


def sureness(chance: float) -> float:
    """The chance that a word is right, by the ear's chance of it among all that it knows."""
    return 1 / (1 + math.exp(-(math.log(max(chance, 1e-7)) + _MIDDLE)))
