"""The referee's lines, language by language, as Fluent messages (`languages/<code>/lines.ftl`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from voicegm.errors import BadInput

FOLDER = Path(__file__).parent


class Lines:
    """What the referee can say in one language.

    >>> Lines("en").card("7", "H")
    'seven of hearts'
    """

    def __init__(self, language: str) -> None:
        path = FOLDER / language / "lines.ftl"
        if not path.is_file():
            have = ", ".join(sorted(folder.parent.name for folder in FOLDER.glob("*/lines.ftl")))
            raise BadInput(f"there are no lines for the language '{language}'; there are: {have}")
        self.language = language
        # Fluent's isolation marks keep a name's script apart on a page; a voice would stumble.
        self._bundle = FluentBundle([language], use_isolating=False)
        self._resource = FluentResource(path.read_text(encoding="utf-8"))
        self._bundle.add_resource(self._resource)

    @property
    def keys(self) -> tuple[str, ...]:
        """Every line there is, by key."""
        return tuple(entry.id.name for entry in self._resource.body if hasattr(entry, "id"))

    def say(self, key: str, **values: str | int) -> str:
        """The line `key` with its values put in. A line or value that is missing is a bug."""
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, values)
        if errors:
            raise errors[0]
        return str(text)

    def card(self, rank: str, suit: str) -> str:
        """A card as it is announced: `("7", "H")` is "seven of hearts"."""
        return self.say("card", rank=self.rank(rank), suit=self.say("suit", suit=suit))

    def rank(self, rank: str) -> str:
        """A rank as it is announced: "7" is "seven"."""
        return self.say("rank", rank=int(rank) if rank.isdigit() else rank)  # Fluent: 7 is no "7"

    def cards_won(self, count: int) -> str:
        """A number of cards: "one card", "11 cards"."""
        return self.say("cards-won", cards=count)

    def all_of(self, names: Iterable[str]) -> str:
        """Names in a row, the last one with "and"."""
        *others, last = names
        return self.say("and", first=", ".join(others), last=last) if others else last


@cache
def lines(language: str) -> Lines:
    """The lines of a language, read once."""
    return Lines(language)


@cache
def talk(language: str) -> tuple[str, ...]:
    """What people say to one another round a table, for simulated people; a line each."""
    return _sentences(FOLDER / language / "talk.txt")


@cache
def other_talk(language: str) -> tuple[str, ...]:
    """Other things that people say round a table, which no threshold was set on: to measure with.
    Empty where a language has none."""
    path = FOLDER / language / "other-talk.txt"
    return _sentences(path) if path.is_file() else ()


def _sentences(path: Path) -> tuple[str, ...]:
    return tuple(line for line in path.read_text(encoding="utf-8").splitlines() if line)
