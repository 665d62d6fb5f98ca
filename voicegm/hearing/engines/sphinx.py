"""PocketSphinx, the embedded recogniser: its wheel carries an English model.

A decode lets the words in play compete with some two hundred ordinary words. All alternatives of
one decode are scored on the same scale, so what the best word in play leads or trails the best
other word by is evidence that can be weighed. Scores of two decodes with different grammars cannot
be compared: PocketSphinx scales each frame by the sounds that are active. docs/hearing.md tells
how the settings were found and what they gain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from voicegm.errors import BadInput
from voicegm.hearing.ear import Ear, sounding_ms
from voicegm.hearing.engines.commands import against_cards, alone, by_ear, by_words, nothing
from voicegm.hearing.engines.evidence import Alternatives, Decode, weigh
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.engines.witnesses import Mending, weigh_both
from voicegm.hearing.phrases import CARD, NO, Grammar
from voicegm.languages.pack import Phrase
from voicegm.sound.frames import SAMPLE_RATE, Samples

LANGUAGE = "en"
_SETTINGS = {"lm": None, "lw": 1.0, "bestpath": False, "loglevel": "FATAL"}
"""The grammar's weights count once (not 6.5 times) and the best path is that of the search, not
one found again in its lattice: 248 to 281 of 370 clips right among 244 words."""
_PEAK = 0.5
_NOISE = 1e-3
_PAD_SAMPLES = SAMPLE_RATE // 10
"""A tenth of a second of faint noise before and after, and at an even level: the cepstral mean is
taken over the utterance, and digital silence misleads it (another 10 to 15 of the 370)."""
_ALTERNATIVES = 200
"""How many of the decoder's paths are looked at, most of them the same words in other places."""
_PATH_SCALE = 1024
"""PocketSphinx gives a path's score divided by this (its senone scores lose ten bits)."""
_TWO_MS = 550
"""Two calls that ran into one another, 200 ms apart or more, last at least this long. Listening
for two words crowds ordinary words out of the search, so it takes a decode of its own."""
_FRAME_MS = 10
_START, _BETWEEN, _END, _AFTER_NO, _TALK = 0, 1, 2, 3, 4
"""The grammar's states."""
_CHANCE_OF_OTHERS = 1e-7
"""Weight of ordinary words one behind another against commands: at this PocketSphinx alone hears 41
of 80 commands in one breath, at a hundredth 23; talk is taken for none either way."""
_IN_PLAY, _DECOY, _SEPARATOR = "+", "-", "|"
"""A dictionary word is a mark, the phrase's key and its phones: `+fox|F_AA_K_S`."""
_SILENCES = {"<s>", "</s>", "<sil>", "[NOISE]", "[SPEECH]", "(NULL)"}


class Sphinx:
    """Decodes whole utterances with a finite-state grammar of the words in play and decoys.

    Of another language than English it hears the nearest English sounds, beside that language's
    ear.
    """

    name = "sphinx"
    decoys = 200
    hang_ms = 96

    def __init__(self, language: str = LANGUAGE) -> None:
        self._decoder = _decoder()
        self._ear = Ear(language)
        self._known: set[str] = set()
        self._searches: dict[Grammar, str] = {}
        self._noise = np.random.default_rng(0).normal(0, _NOISE, 4 * SAMPLE_RATE)

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """Phrases that have no pronunciation in the pack nor in the model's dictionary."""
        return tuple(phrase.key for phrase in phrases if not self._pronunciations(phrase))

    def misheard(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """In English none; in English sounds whatever only the ear hears, and was not taught."""
        return self._ear.lacking(phrases)

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        """One fresh recognition; nothing that was heard before has a say in it."""
        if grammar.wake is not None:
            return self._command(samples, grammar, grammar.wake)
        start_ms, end_ms = sounding_ms(samples)
        account = None
        if grammar.two and grammar.winning:
            loud_ms = (start_ms, end_ms)
            account = self._ear.account(samples, grammar.winning, grammar.words, loud_ms)
        tie_ms, denied = grammar.tie_ms, grammar.denied
        silenced = denied if grammar.mending else ()
        grammar = replace(grammar, winning=(), tie_ms=0, denied=(), mending=False)
        pcm = self._prepared(samples)
        single = self._decode(pcm, replace(grammar, two=False, mends=False))
        single = single.without((key,) for key in silenced)
        long_enough = end_ms - start_ms >= _TWO_MS and (grammar.two or grammar.mends)
        double = self._decode(pcm, grammar) if long_enough else None
        known = [phrase for phrase in grammar.words if self._ear.knows(phrase)]
        keys = tuple(phrase.key for phrase in known if phrase.key not in silenced)
        cards = tuple(one.key for one in known if one.kind == CARD and one.key not in denied)
        if not keys:
            double = double and double.without((NO, key) for key in denied)
            return weigh(single, double, (start_ms, end_ms))

        def chances(from_ms: int, to_ms: int) -> Mapping[str, float]:
            return self._ear.judge(samples, keys, (from_ms, to_ms), silenced).chances

        def says_no(from_ms: int, to_ms: int) -> float:
            only = (NO,) if NO in keys else ()
            return self._ear.judge(samples, only, (from_ms, to_ms)).chances.get(NO, 1.0)

        def behind_no(from_ms: int, to_ms: int) -> Mapping[str, float]:
            return self._ear.judge(samples, cards, (from_ms, to_ms), denied).chances

        return weigh_both(
            single,
            double,
            (start_ms, end_ms),
            chances,
            {phrase.key: self._phone_count(phrase) for phrase in grammar.words},
            rivals=grammar.two,
            account=account,
            tie_ms=tie_ms,
            cards={one.key for one in known if one.kind == CARD and len(one.key) > 1},
            denied=denied,
            mending=Mending(says_no, behind_no) if grammar.mends and cards else None,
        )

    def _command(self, samples: Samples, grammar: Grammar, wake: Phrase) -> Recognition:
        """The wake phrase, a command, or both. By the ear, if it was taught them; a command that
        comes alone by both witnesses. PocketSphinx by itself is held against talk: ordinary words
        one behind another."""
        loud_ms = sounding_ms(samples)
        ear, searched = self._ear.commands, replace(grammar, two=False, cards=())
        if ear is None or not ear.knows(wake, *grammar.words):
            sentence = self._decode(self._prepared(samples), searched)
            return by_words(sentence.path, grammar, loud_ms)
        keys = tuple(phrase.key for phrase in grammar.words)
        card_likelier = against_cards(self._ear, samples, grammar, loud_ms)
        heard = by_ear(ear, samples, keys, loud_ms, card_likelier)
        if heard is not None or not grammar.woken:
            return heard or nothing(loud_ms)
        words = replace(searched, wake=None, woken=False)
        decode = self._decode(self._prepared(samples), words)
        calls = tuple(phrase.key for phrase in grammar.decoys if self._ear.knows(phrase))
        of_calls = self._ear.judge(samples, calls, loud_ms).chances
        leads = {key: decode.lead_nats((key,)) for key in keys}
        chances = ear.chances(samples, keys, loud_ms)
        return alone(chances, leads, max(of_calls.values(), default=0.0), card_likelier, loud_ms)

    def _phone_count(self, phrase: Phrase) -> int:
        """Phones of the longest way to say a phrase."""
        return max((len(phones.split()) for phones in self._pronunciations(phrase)), default=0)

    def _decode(self, pcm: bytes, grammar: Grammar) -> Decode:
        self._decoder.activate_search(self._search(grammar))
        self._decoder.reinit_feat()  # else the running cepstral mean remembers
        self._decoder.start_utt()
        self._decoder.process_raw(pcm, no_search=False, full_utt=True)
        self._decoder.end_utt()
        if self._decoder.hyp() is None:
            return Decode({}, ())
        return Decode(self._alternatives(), tuple(self._segments()))

    def _prepared(self, samples: Samples) -> bytes:
        """16-bit samples at an even level, with some room around them and never quite silent."""
        peak = float(np.abs(samples).max(initial=0.0)) or 1.0
        padded = np.pad(samples * (_PEAK / peak), _PAD_SAMPLES)
        padded += np.resize(self._noise, len(padded))
        return (np.clip(padded, -1, 1) * 32767).astype("<i2").tobytes()

    def _alternatives(self) -> Alternatives:
        """The score of each reading that the search kept, as natural logarithms."""
        scores: Alternatives = {}
        for path in islice(self._decoder.nbest(), _ALTERNATIVES):
            if path is None:
                break
            words = (word for word in path.hypstr.split() if word not in _SILENCES)
            reading = tuple(_key(word) for word in words)
            score = math.log(path.score) * _PATH_SCALE
            scores[reading] = max(score, scores.get(reading, -math.inf))
        scores.pop((), None)
        return scores

    def _segments(self) -> Iterator[Word]:
        """The words of the best path and where they lie in the utterance."""
        pad_ms = _PAD_SAMPLES * 1000 // SAMPLE_RATE
        for segment in self._decoder.seg():
            if segment.word not in _SILENCES:
                start_ms = segment.start_frame * _FRAME_MS - pad_ms
                end_ms = (segment.end_frame + 1) * _FRAME_MS - pad_ms
                yield Word(_key(segment.word), max(0, start_ms), max(0, end_ms), 0.0)

    def _pronunciations(self, phrase: Phrase) -> tuple[str, ...]:
        if phrase.phones:
            return phrase.phones
        return tuple(filter(None, map(self._look_up, phrase.say)))

    def _look_up(self, text: str) -> str:
        """Phones of a spoken form from the model's dictionary, or nothing if a word lacks."""
        phones = [self._decoder.lookup_word(word) for word in text.split()]
        return " ".join(phones) if all(phones) else ""

    def _search(self, grammar: Grammar) -> str:
        """The name of the search for a grammar, built at its first use."""
        if grammar not in self._searches:
            lacking = self.unusable(grammar.words)
            if lacking:
                raise BadInput(
                    f"'{lacking[0]}' has no pronunciation: choose another word, or add its "
                    "phones to the language pack"
                )
            name = f"grammar-{len(self._searches)}"
            transitions = self._transitions(grammar)
            fsg = self._decoder.create_fsg(name, _START, _END, transitions)
            self._decoder.add_fsg(name, fsg)
            self._searches[grammar] = name
        return self._searches[grammar]

    def _transitions(self, grammar: Grammar) -> list[tuple[Any, ...]]:
        if grammar.wake is not None:
            return self._sentences(grammar, grammar.wake)
        words = [*self._entries(grammar.words)]
        others = [*self._entries(grammar.decoys)]
        chance = 1 / (len(words) + len(others))
        transitions: list[tuple[Any, ...]] = [
            (_START, _END, chance, word) for word in words + others
        ]
        if grammar.two:
            calls = [*self._entries(word for word in grammar.words if word.kind != CARD)]
            transitions += [(_START, _BETWEEN, chance, word) for word in calls]
            transitions += [(_BETWEEN, _END, chance, word) for word in calls]
        if grammar.mends:
            no = [*self._entries(word for word in grammar.words if word.key == NO)]
            cards = [*self._entries(word for word in grammar.words if word.kind == CARD)]
            transitions += [(_START, _AFTER_NO, chance, word) for word in no]
            transitions += [(_AFTER_NO, _END, chance, word) for word in cards]
        return transitions

    def _sentences(self, grammar: Grammar, wake: Phrase) -> list[tuple[Any, ...]]:
        """The wake phrase with a word behind it or alone, or any number of other words."""
        wakes = [*self._entries([wake])]
        words = [*self._entries(grammar.words)]
        others = [*self._entries(grammar.decoys)]
        chance, of_others = 1 / len(words), _CHANCE_OF_OTHERS / max(1, len(others))
        transitions: list[tuple[Any, ...]] = [(_START, _BETWEEN, 1 / len(wakes), w) for w in wakes]
        transitions += [(_BETWEEN, _END, chance, word) for word in words]
        transitions += [(_BETWEEN, _END, chance), (_TALK, _END, 1.0)]
        if grammar.woken:
            transitions += [(_START, _END, chance, word) for word in words]
        for before in (_START, _BETWEEN, _TALK):
            transitions += [(before, _TALK, of_others, word) for word in others]
        return transitions

    def _entries(self, phrases: Iterable[Phrase]) -> Iterator[str]:
        """Dictionary words for the phrases, added where they are new."""
        for phrase in phrases:
            mark = _DECOY if phrase.kind == "decoy" else _IN_PLAY
            for phones in self._pronunciations(phrase):
                word = f"{mark}{phrase.key}{_SEPARATOR}{phones}".replace(" ", "_")
                if word not in self._known:
                    self._decoder.add_word(word, phones, False)
                    self._known.add(word)
                yield word


def _key(word: str) -> str | None:
    """The phrase key in a dictionary word, None for a decoy."""
    mark, key = word[0], word[1:].partition(_SEPARATOR)[0]
    return key if mark == _IN_PLAY else None


def _decoder() -> Any:
    try:
        from pocketsphinx import Decoder  # noqa: PLC0415  (native library)
    except ImportError as error:
        raise BadInput(f"PocketSphinx cannot be loaded ({error}): install pocketsphinx") from error
    return Decoder(**_SETTINGS)
