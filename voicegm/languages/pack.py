"""What players say in a language: phrases with their spoken forms and sounds, from words.toml.

    pack = load("en")
    pack.animal("Fox")                   'fox'
    pack.confusable(["cat", "rat"])      (('cat', 'rat'),)
    pack.suggest(["cat"], 2)             animals that sound like none of these

Keys are the same in every language (`fox`, `meow`, `snap-pot`, `7H`); all text is in NFC.
"""

from __future__ import annotations

import difflib
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from voicegm.errors import BadInput
from voicegm.languages.phones import distance, hangul_phones

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_ROOT = Path(__file__).parent
_KINDS = ("animal", "noise", "chant", "answer")
_NOTHING: Mapping[str, Sequence[str]] = {"say": ("",), "phones": ("",)}
"""What stands between rank and suit in a language that says nothing there."""

WAKE = "game-master"
"""Key of the phrase that commands are said after."""

ALIKE_BELOW = 0.34
"""Phrases nearer than this are confused by listeners and recognisers alike. Chosen so that cat and
rat, or goat and goose, are alike, while fox and frog are not."""

DECOY_APART = 0.4
"""A decoy nearer than this to a phrase in play would take its calls away ('box' for fox)."""


@dataclass(frozen=True)
class Phrase:
    """Something a player may say."""

    key: str
    """The same in every language."""
    kind: str
    """`animal`, `noise`, `chant`, `answer`, `name`, `decoy`, `rhyme`, `card`, `deck`,
    `command`."""
    say: tuple[str, ...]
    """Spoken forms as a recogniser's vocabulary spells them, lower case; the first one leads."""
    phones: tuple[str, ...] = ()
    """Pronunciations in CMU phones; empty: look the spoken forms up in a dictionary."""
    alike: tuple[str, ...] = ()
    """Spellings that sound the same, for a model that lacks the spoken forms."""
    noise: str = ""
    """An animal's noise, as a key."""
    the: str = ""
    """An animal as it is named in a sentence, in a language where it changes there: `la vache`,
    `vulpea`."""

    @property
    def named(self) -> str:
        """How the phrase is named in a sentence."""
        return self.the or self.say[0]

    @property
    def sounds(self) -> tuple[str, ...]:
        """Pronunciations to compare by: those given, or Hangul as it is spelled."""
        return self.phones or tuple(filter(None, map(hangul_phones, self.say)))


@dataclass(frozen=True)
class Voices:
    """The synthetic voices that speak a language: for simulated people, and to teach the ear."""

    accents: tuple[str, ...]
    """Of eSpeak NG, those that are spoken most."""
    rare: tuple[str, ...] = ()
    """Its other accents."""
    neural: str = ""
    """First letters of the voices that Kokoro has for the language; empty: it has none."""
    articles: tuple[str, ...] = ()
    """What people say before a noun even when they name a thing alone ("un chat")."""
    judges: tuple[str, ...] = ()
    """eSpeak NG's manners and Kokoro's voices that the ear is not taught with, so that what it
    learned can be tried on them."""


@dataclass(frozen=True)
class Heard:
    """How well the embedded engine hears a language, measured on recordings of people."""

    right: int
    of: int
    """Calls at tables of four well-chosen animals."""
    others: int
    of_others: int
    """Other words that were taken for a call."""
    experimental: bool
    """It falls short, or too few people were heard to promise anything."""


@dataclass(frozen=True)
class Pack:
    """All that is listened for in one language."""

    code: str
    name: str
    """The language's English name."""
    phrases: Mapping[str, Phrase]
    """By key: animals, noises, chants and answers, and the names added by `with_names`."""
    decoys: tuple[Phrase, ...]
    """Ordinary words, the most frequent first."""
    voices: Voices
    first: tuple[str, ...]
    """Animals to begin with, the best first: heard well and sounding unlike one another."""
    sounds_english: bool = False
    """English sounds come near enough to the language for PocketSphinx to tell its words apart, so
    that it is worth asking beside the ear."""
    cards_by_ear: bool = False
    """Only the ear hears its cards: a speech model and English sounds hardly do."""
    heard: Heard | None = None
    """What was measured; None where the engine or the recordings were never to be had."""
    names: Mapping[str, Phrase] = field(default_factory=dict)
    """Common first names by their lower-case spelling."""
    sayings: Mapping[str, Phrase] = field(default_factory=dict)
    """By key: rhymes, cards (`7`, `7H`) put together from ranks and suits, and commands. They are
    not raced for, and mostly longer than a word."""

    def __getitem__(self, key: str) -> Phrase:
        """The phrase of a key; raises `BadInput` for an unknown one, naming close ones."""
        if key in self.phrases:
            return self.phrases[key]
        if key in self.sayings:
            return self.sayings[key]
        raise BadInput(
            f"there is no phrase '{key}' in {self.name}{_did_you_mean(key, self.phrases)}"
        )

    def in_words(self, says: str) -> str:
        """A phrase by its key as it is spoken; names and talk, which have none, as they are."""
        return self[says].say[0] if says in self.phrases or says in self.sayings else says

    def keys(self, kind: str) -> tuple[str, ...]:
        """The keys of one kind, in the order of the pack."""
        everything = (*self.phrases.values(), *self.sayings.values())
        return tuple(phrase.key for phrase in everything if phrase.kind == kind)

    @property
    def animals(self) -> tuple[str, ...]:
        """The keys of all animals."""
        return self.keys("animal")

    @property
    def commands(self) -> tuple[str, ...]:
        """The keys of all that may be said after the wake phrase."""
        return (*self.keys("command"), "not-me")

    def animal(self, text: str) -> str:
        """The key of an animal, given by key or as it is said in this language.

        Raises `BadInput` when there is none, naming close ones.
        """
        wanted = normal(text)
        forms = {key: key for key in self.animals}
        forms |= {form: key for key in self.animals for form in self.phrases[key].say}
        if wanted in forms:
            return forms[wanted]
        raise BadInput(
            f"there is no animal '{text.strip()}' in {self.name}{_did_you_mean(wanted, forms)}"
        )

    def key(self, text: str) -> str:
        """The key of any phrase, given by key or as it is said; raises `BadInput` for none."""
        wanted = normal(text)
        for phrase in (*self.phrases.values(), *self.sayings.values()):
            if wanted in (phrase.key.lower(), *phrase.say):
                return phrase.key
        return self[wanted].key

    @property
    def warning(self) -> str:
        """A sentence about a language that is heard by way of experiment; empty for the others."""
        if not self.heard or not self.heard.experimental:
            return ""
        return (
            f"{self.name} is experimental: the embedded engine heard {self.heard.right} of "
            f"{self.heard.of} recorded calls, and took {self.heard.others} of "
            f"{self.heard.of_others} other words for calls."
        )

    def noise(self, animal: str) -> str:
        """The key of an animal's noise."""
        return self[animal].noise

    def distance(self, one: str, other: str) -> float:
        """How far apart two phrases sound, by key: 0 the same, about 1 nothing in common."""
        return _apart(self[one], self[other])

    def confusable(self, keys: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """The pairs among these phrases that sound alike, the most alike first."""
        keys = tuple(dict.fromkeys(keys))
        pairs = [
            (self.distance(one, other), one, other)
            for place, one in enumerate(keys)
            for other in keys[place + 1 :]
        ]
        return tuple((one, other) for apart, one, other in sorted(pairs) if apart < ALIKE_BELOW)

    def suggest(self, keys: Iterable[str], count: int = 3) -> tuple[str, ...]:
        """Animals that sound unlike all of these, and unlike one another, in the pack's order.

        An animal whose noise is taken is not offered: two of them could not both be played.
        """
        taken = list(keys)
        offered: list[str] = []
        noises = {self[key].noise for key in taken} - {""}
        for animal in self.animals:
            if len(offered) == count:
                break
            others = taken + offered
            if self[animal].noise in noises or animal in others:
                continue
            if all(self.distance(animal, other) >= ALIKE_BELOW for other in others):
                offered.append(animal)
        return tuple(offered)

    def decoys_for(self, keys: Iterable[str], count: int) -> tuple[Phrase, ...]:
        """The most frequent ordinary words that sound unlike every phrase in play."""
        return _decoys_for(self.decoys, tuple(self[key] for key in keys), count)

    def with_names(self, names: Iterable[str]) -> Pack:
        """This pack with players' names as phrases; `name_key` tells their keys.

        A name that is no common one has no pronunciation here: a recogniser looks it up in its
        own dictionary, and tells when it cannot hear it. Then only "player two" remains.
        """
        added = {}
        for name in names:
            spoken = normal(name)
            known = self.names.get(spoken)
            phones = known.phones if known else ()
            added[name_key(name)] = Phrase(name_key(name), "name", (spoken,), phones)
        return replace(self, phrases={**self.phrases, **added})


def name_key(name: str) -> str:
    """The key of a player's name once `Pack.with_names` has added it."""
    return f"name:{normal(name)}"


def normal(text: str) -> str:
    """Text as packs hold it: NFC, lower case, single blanks."""
    return unicodedata.normalize("NFC", " ".join(text.split())).lower()


def available() -> tuple[str, ...]:
    """The codes of the languages that have a pack."""
    return tuple(sorted(path.parent.name for path in _ROOT.glob("*/words.toml")))


@cache
def load(code: str) -> Pack:
    """The pack of a language; raises `BadInput` when there is none."""
    if code not in available():
        raise BadInput(
            f"there is no language '{code}'; there are {', '.join(available())}: choose one"
        )
    path = _ROOT / code / "words.toml"
    data = tomllib.loads(unicodedata.normalize("NFC", path.read_text("utf-8")))
    phrases = {
        key: _phrase(key, kind, entry) for kind in _KINDS for key, entry in data[kind].items()
    }
    decoys = tuple(_phrase(key, "decoy", entry) for key, entry in data["decoy"].items())
    names = {key: _phrase(key, "name", entry) for key, entry in data.get("name_of", {}).items()}
    rhymes = {key: _phrase(key, "rhyme", entry) for key, entry in data["rhyme"].items()}
    commands = {key: _phrase(key, "command", entry) for key, entry in data["command"].items()}
    sayings = {**rhymes, **_cards(data), **commands}
    first = tuple(data.get("first", data["animal"]))
    heard = Heard(**data["heard"]) if "heard" in data else None
    voices = _voices(code, data)
    english = data.get("sounds_english", False)
    by_ear = data["card"].get("by_ear", False)
    return Pack(
        code,
        data["name"],
        phrases,
        decoys,
        voices,
        first,
        sounds_english=english,
        cards_by_ear=by_ear,
        heard=heard,
        names=names,
        sayings=sayings,
    )


def _voices(code: str, data: Mapping[str, Any]) -> Voices:
    """Those that the pack names; else eSpeak NG's voice of the same code."""
    entry = data.get("voices", {})
    return Voices(
        tuple(entry.get("accents", (code,))),
        tuple(entry.get("rare", ())),
        entry.get("neural", ""),
        tuple(entry.get("articles", ())),
        tuple(entry.get("judges", ())),
    )


def _cards(data: Mapping[str, Any]) -> dict[str, Phrase]:
    """Every rank as it is said alone and with every suit, and that there are no more. Where a
    language says the suit first, both orders are understood."""
    ranks, suits = data["rank"], data["suit"]
    between = data["card"].get("between", _NOTHING)
    last = _phrase("last-card", "deck", data["card"]["last"])
    cards = {rank: _phrase(rank, "card", entry) for rank, entry in ranks.items()}
    suit_first = data["card"].get("suit_first", False)
    for rank, suit in product(ranks, suits):
        orders = [[ranks[rank], between, suits[suit]]]
        if suit_first:
            orders.insert(0, [suits[suit], ranks[rank]])
        entry = {
            how: tuple(
                way for parts in orders for way in _in_a_row(part.get(how, ()) for part in parts)
            )
            for how in ("say", "phones")
        }
        cards[rank + suit] = _phrase(rank + suit, "card", entry)
    return cards | {last.key: last}


def _in_a_row(parts: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """All the ways to say, or to sound, one part after another."""
    return tuple(" ".join(filter(None, way)) for way in product(*parts))


def _phrase(key: str, kind: str, entry: Mapping[str, Any] | Sequence[str]) -> Phrase:
    """A table with all fields, or for plain words just the list of pronunciations."""
    if not isinstance(entry, Mapping):
        entry = {"say": [key], "phones": entry}
    return Phrase(
        key,
        kind,
        tuple(entry["say"]),
        tuple(entry.get("phones", ())),
        tuple(entry.get("alike", ())),
        entry.get("noise", ""),
        entry.get("the", ""),
    )


@lru_cache(maxsize=50_000)
def _apart(one: Phrase, other: Phrase) -> float:
    pairs = [distance(mine, theirs) for mine in one.sounds for theirs in other.sounds]
    return min(pairs, default=1.0)


@lru_cache(maxsize=256)
def _decoys_for(
    decoys: tuple[Phrase, ...], in_play: tuple[Phrase, ...], count: int
) -> tuple[Phrase, ...]:
    chosen: list[Phrase] = []
    for decoy in decoys:
        if len(chosen) == count:
            break
        if all(_apart(decoy, phrase) >= DECOY_APART for phrase in in_play):
            chosen.append(decoy)
    return tuple(chosen)


def _did_you_mean(wanted: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(wanted, list(known), n=3, cutoff=0.6)
    if not close:
        return ""
    *rest, last = close
    return f"; did you mean {', '.join(rest) + ' or ' + last if rest else last}?"
