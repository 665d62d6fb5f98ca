"""Typed words in place of spoken ones: the way in when nothing can be heard."""

from __future__ import annotations

from collections.abc import Iterable

from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import Phrase, normal


class Keys:
    """Reads a typed line as the engines read an utterance: phrases in play, one or two."""

    name = "keys"

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """Everything can be typed."""
        return tuple(phrase.key for phrase in phrases if not phrase.say)

    def misheard(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:  # noqa: ARG002
        """What is typed is not misheard."""
        return ()

    def recognise(self, text: str, grammar: Grammar) -> Recognition:
        """What a typed line means; its "times" are the places of its letters."""
        forms = _forms(grammar)
        words = normal(text).split()
        found: list[Word] = []
        while words and len(found) < 1 + grammar.two:
            length = next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in forms), 1)
            spoken = " ".join(words[:length])
            start = found[-1].end_ms + 1 if found else 0
            found.append(Word(forms.get(spoken), start, start + len(spoken), 1.0))
            words = words[length:]
        return Recognition(tuple(found))


def _forms(grammar: Grammar) -> dict[str, str]:
    return {
        form: phrase.key
        for phrase in grammar.words
        for form in (phrase.key, *phrase.say, *phrase.alike)
    }
