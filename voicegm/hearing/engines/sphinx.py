"""PocketSphinx, the embedded recogniser: its wheel carries an English model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from voicegm.errors import BadInput
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import Phrase
from voicegm.sound.frames import Samples

LANGUAGE = "en"
_FRAME_MS = 10


class Sphinx:
    """Decodes whole utterances with a finite-state grammar of the words in play and decoys."""

    name = "sphinx"
    decoys = 60
    hang_ms = 96

    def __init__(self) -> None:
        self._decoder = _decoder()
        self._phones: dict[str, str] = {}
        self._known: dict[str, int] = {}
        self._grammars: dict[Grammar, str] = {}

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """Phrases that have no pronunciation here nor in the model's dictionary."""
        return tuple(phrase.key for phrase in phrases if not self._pronunciations(phrase))

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        """One fresh recognition; nothing that was heard before has a say in it."""
        self._decoder.activate_search(self._search(grammar))
        self._decoder.reinit_feat()  # else the running cepstral mean remembers
        self._decoder.start_utt()
        pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
        self._decoder.process_raw(pcm, no_search=False, full_utt=True)
        self._decoder.end_utt()
        if self._decoder.hyp() is None:
            return Recognition(())
        return Recognition(tuple(self._words()))

    def _words(self) -> Iterable[Word]:
        for segment in self._decoder.seg():
            kind, _, key = segment.word.partition("_")
            if kind in ("w", "d"):
                key = key.partition("~")[0]
                yield Word(
                    key if kind == "w" else None,
                    segment.start_frame * _FRAME_MS,
                    (segment.end_frame + 1) * _FRAME_MS,
                    0.9,
                )

    def _pronunciations(self, phrase: Phrase) -> tuple[str, ...]:
        if phrase.phones:
            return phrase.phones
        spelled = (self._look_up(form) for form in phrase.say)
        return tuple(phones for phones in spelled if phones)

    def _look_up(self, text: str) -> str:
        """Phones of a spoken form from the model's dictionary, or nothing if a word lacks."""
        phones = [self._decoder.lookup_word(word) for word in text.split()]
        return " ".join(phones) if all(phones) else ""

    def _search(self, grammar: Grammar) -> str:
        """The name of the search for a grammar, built at its first use."""
        if grammar not in self._grammars:
            lacking = self.unusable(grammar.words)
            if lacking:
                raise BadInput(
                    f"'{lacking[0]}' has no pronunciation: choose another word, or add its "
                    "phones to the language pack"
                )
            words = [
                *self._entries("w", grammar.words),
                *self._entries("d", grammar.decoys),
            ]
            name = f"grammar-{len(self._grammars)}"
            transitions: list[tuple[Any, ...]] = [(0, 1, 1 / len(words), word) for word in words]
            if grammar.two:
                transitions += [(1, 2, 1 / len(words), word) for word in words]
                transitions += [(1, 2, 1.0)]
            last = 2 if grammar.two else 1
            fsg = self._decoder.create_fsg(name, 0, last, transitions)
            self._decoder.add_fsg(name, fsg)
            self._grammars[grammar] = name
        return self._grammars[grammar]

    def _entries(self, kind: str, phrases: Iterable[Phrase]) -> Iterable[str]:
        """Dictionary words for the phrases, added where they are new."""
        for phrase in phrases:
            for number, phones in enumerate(self._pronunciations(phrase)):
                word = f"{kind}_{phrase.key}~{number}"
                if word not in self._known:
                    self._known[word] = self._decoder.add_word(word, phones, False)
                yield word


def _decoder() -> Any:
    try:
        from pocketsphinx import Decoder  # noqa: PLC0415  (native library)
    except ImportError as error:
        raise BadInput(f"PocketSphinx cannot be loaded ({error}): install pocketsphinx") from error
    return Decoder(lm=None, loglevel="FATAL")
