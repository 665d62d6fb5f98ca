"""What is in play at a moment, and the grammar that a recogniser listens with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voicegm.languages.onsets import load_onsets
from voicegm.languages.pack import WAKE, Pack, Phrase

NO, CARD = "no", "card"
"""The key of the word that mends a card, and the kind of phrase that a card is."""

COMMAND_DECOYS = 60
"""How many ordinary words a sentence is put together from that is no command."""


@dataclass(frozen=True)
class InPlay:
    """What counts at a moment, by phrase key."""

    words: tuple[str, ...]
    two: bool = True
    """Two people may call at once on this microphone: listen for two phrases in a row as well."""
    winning: tuple[str, ...] = ()
    """The two words that may win at this moment, where there are just two: an utterance is then
    weighed as one of them, and as both."""
    tie_ms: int = 0
    """Two calls no further apart than this are a tie."""
    own: tuple[str, ...] = ()
    """What the referee itself was just saying, by phrase key: it is a decoy, and no call."""
    commands: tuple[str, ...] = ()
    """What may be said behind the wake phrase; empty: nobody listens for that."""
    woken: bool = False
    """The wake phrase was said just before: a command needs it no more."""
    denied: tuple[str, ...] = ()
    """The card that was read last, by phrase key, and its rank: not what a "no" is followed by."""
    mending: bool = False
    """A "no" has been said: what it denies is not heard alone either."""

    @property
    def counting(self) -> tuple[str, ...]:
        """The words of which one may be a call."""
        return tuple(key for key in self.words if key not in self.own)


@dataclass(frozen=True)
class Grammar:
    """What one utterance may be: one of the words or decoys, or (with `two`) two of them."""

    words: tuple[Phrase, ...]
    decoys: tuple[Phrase, ...]
    two: bool = True
    winning: tuple[Phrase, ...] = ()
    """Two of the words, if just those may win."""
    tie_ms: int = 0
    mends: bool = False
    """A card may follow a "no", which mends the one before it."""
    denied: tuple[str, ...] = ()
    """Keys of cards that do not follow a "no"."""
    mending: bool = False
    """Those are not heard alone either."""
    wake: Phrase | None = None
    """Where it is set, the utterance may be a sentence: this phrase, alone or with one of the words
    behind it, or any number of decoys."""
    woken: bool = False
    """One of the words may come without the wake phrase."""
    cards: tuple[str, ...] = ()
    """With `wake`: keys of the cards that may be read in place of a sentence."""


_KEPT = 500
"""Grammars that are kept: a real deck's are other ones after each card."""


class Grammars:
    """Makes grammars for what is in play, with the decoys of a language pack."""

    def __init__(self, pack: Pack, decoys: int) -> None:
        self._pack = pack
        self._decoys = decoys
        self._made: dict[InPlay, Grammar] = {}
        self._commands: dict[tuple[InPlay, tuple[Phrase, ...]], Grammar] = {}
        self.onsets = load_onsets(pack.code)
        """How late each phrase is heard in noise."""

    def of(self, in_play: InPlay) -> Grammar:
        """The grammar for these words; raises `BadInput` for a key that the pack lacks."""
        if in_play not in self._made:
            if len(self._made) >= _KEPT:
                self._made.clear()
            words = tuple(self._pack[key] for key in in_play.counting)
            own = tuple(replace(self._pack[key], kind="decoy") for key in in_play.own)
            decoys = (*own, *self._pack.decoys_for(in_play.words, self._decoys))
            winning = tuple(word for word in words if word.key in in_play.winning)
            mends = NO in in_play.counting and any(word.kind == CARD for word in words)
            self._made[in_play] = Grammar(
                words,
                decoys,
                in_play.two,
                winning,
                in_play.tie_ms,
                mends,
                in_play.denied,
                in_play.mending,
            )
        return self._made[in_play]

    def commands(self, in_play: InPlay) -> Grammar | None:
        """The grammar for the wake phrase and commands, in which the calls and cards in play are
        none of them; None where nobody listens for them."""
        if not in_play.commands:
            return None
        keys = (WAKE, *in_play.commands)
        counting = [self._pack[key] for key in in_play.words if key not in keys]
        calls = tuple(replace(one, kind="decoy") for one in counting if one.kind != CARD)
        cards = tuple(one.key for one in counting if one.kind == CARD)
        made_of = (InPlay(cards, commands=in_play.commands, woken=in_play.woken), calls)
        if made_of not in self._commands:
            decoys = (*calls, *self._pack.decoys_for(keys, COMMAND_DECOYS))
            words = tuple(self._pack[key] for key in in_play.commands)
            wake, woken = self._pack[WAKE], in_play.woken
            self._commands[made_of] = Grammar(
                words, decoys, two=False, wake=wake, woken=woken, cards=cards
            )
        return self._commands[made_of]
