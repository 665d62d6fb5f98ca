"""Whether an utterance is one of the phrases in play, judged by the ear.

ear = Ear("en")
if not ear.missing:
    judgement = ear.judge(samples, ("fox", "owl"))
    judgement.best                       ("fox", 0.83)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from voicegm.errors import BadInput
from voicegm.hearing.ear.commands import CommandEar, commands_path_of
from voicegm.hearing.ear.embedding import CLOSE_SIZE, Embedding, word_in
from voicegm.hearing.ear.head import Head, cards_path_of, path_of
from voicegm.hearing.ear.together import Account, TogetherHead
from voicegm.hearing.ear.together import path_of as together_path
from voicegm.hearing.phrases import CARD
from voicegm.languages.pack import Phrase, load
from voicegm.sound.frames import SAMPLE_RATE, Samples

_LEAST_LEFT = 0.05
"""No chance grows to more than twenty times itself by what an utterance is known not to be."""


@dataclass(frozen=True)
class Judgement:
    """What the ear makes of one utterance."""

    chances: Mapping[str, float]
    """Of each phrase asked about that the ear knows, against all phrases and words it knows; cards
    have a head of their own, which knows the calls as other words."""
    nothing: float
    """That it was none of these."""

    @property
    def best(self) -> tuple[str, float]:
        """The likeliest phrase and its chance; an empty one when none is known."""
        return max(self.chances.items(), key=lambda one: one[1], default=("", 0.0))


class Ear:
    """Hears phrases of one language; loads in a third of a second, takes 6 ms an utterance.

    Where its packages or a head for the language are missing, `missing` says so in a sentence,
    and it knows no phrase.
    """

    def __init__(self, language: str) -> None:
        self.missing = ""
        self._alone_with_cards = False
        self._forms: dict[str, list[str]] = {}
        self.commands: CommandEar | None = None
        """What it knows of commands, where it was taught any."""
        try:
            self._alone_with_cards = load(language).cards_by_ear
            self._heads = _heads(language)
            self._embedding = Embedding()
        except BadInput as error:
            self.missing = str(error)
        except (ImportError, OSError) as error:
            self.missing = (
                f"the ear cannot be used ({error}): install livekit-wakeword, which needs "
                "Python 3.11 or later"
            )
        else:
            self._forms = {key: said for head in self._heads for key, said in head.forms.items()}
            self._together = _together(language)
            if commands_path_of(language).exists():
                self.commands = CommandEar(language, self._embedding)

    def knows(self, phrase: Phrase) -> bool:
        """Whether it was taught a phrase in just the forms in which it is said now."""
        return self._forms.get(phrase.key) == list(phrase.say)

    def lacking(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """The keys of the cards among these that it does not know, in a language whose cards nobody
        else hears."""
        if not self._alone_with_cards:
            return ()
        return tuple(one.key for one in phrases if one.kind == CARD and not self.knows(one))

    def judge(
        self,
        samples: Samples,
        keys: tuple[str, ...],
        within_ms: tuple[int, int] | None = None,
        without: tuple[str, ...] = (),
    ) -> Judgement:
        """The chances that an utterance (mono, 16 kHz, -1 to 1) is one of these phrases; those
        that it was not taught are left out.

        `within_ms` is where the word lies in the utterance; by default it is looked for. It is
        known to be none of those that it is heard `without`: all else is so much likelier.
        """
        known = [key for key in keys if key in self._forms]
        if not known or not len(samples):
            return Judgement({}, 1.0)
        start, end = word_in(samples)
        if within_ms:
            start, end = (at_ms * SAMPLE_RATE // 1000 for at_ms in within_ms)
        word = self._embedding.of(samples, start, end)
        chances: dict[str, float] = {}
        nothing = 1.0
        for head in self._heads:
            by_this = [key for key in known if key in head.forms]
            if by_this:
                close = head.size == CLOSE_SIZE
                seen = self._embedding.closely(samples, start, end, word) if close else word
                row = head.chances(seen[None])[0]
                no_more = [head.classes.index(key) for key in without if key in head.forms]
                left = max(_LEAST_LEFT, 1 - float(row[no_more].sum()))
                these = {key: float(row[head.classes.index(key)]) / left for key in by_this}
                nothing = min(nothing, 1 - sum(these.values()))
                chances |= these
        return Judgement(chances, max(0.0, nothing))

    def account(
        self,
        samples: Samples,
        winning: tuple[Phrase, ...],
        words: tuple[Phrase, ...],
        within_ms: tuple[int, int],
    ) -> Account | None:
        """Whether one or both of two phrases that may win were called, among these words in play;
        None when it was not taught to tell. `within_ms` is where the utterance sounds."""
        head = self._together if self._forms else None
        if head is None or len(winning) != 2 or not all(_taught(head, word) for word in winning):
            return None
        start, end = (at_ms * SAMPLE_RATE // 1000 for at_ms in within_ms)
        found = head.found(self._embedding.along(samples, start, end))
        known = [word.key for word in words if _taught(head, word)]
        pair = winning[0].key, winning[1].key
        return head.account(found, pair, known, within_ms[1] - within_ms[0])


def _heads(language: str) -> list[Head]:
    """The heads for calls and for cards. Calls may be left to another recogniser, where cards or
    commands were taught; raises `BadInput` where nothing was."""
    cards = cards_path_of(language)
    heads = [Head.load(cards)] if cards.exists() else []
    if path_of(language).exists() or not (heads or commands_path_of(language).exists()):
        heads.insert(0, Head.load(path_of(language)).with_words(load(language)))
    return heads


def _together(language: str) -> TogetherHead | None:
    """The head for two voices at once, where a language has one."""
    path = together_path(language)
    return TogetherHead.load(path) if path.exists() else None


def _taught(head: TogetherHead, phrase: Phrase) -> bool:
    return head.forms.get(phrase.key) == list(phrase.say)
