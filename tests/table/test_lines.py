"""The referee's lines: complete in every language, and never giving an answer away."""

import pytest

from voicegm.cards import RANKS
from voicegm.languages.lines import FOLDER, Lines, talk
from voicegm.languages.pack import load

LANGUAGES = sorted(path.parent.name for path in FOLDER.glob("*/lines.ftl"))
BEFORE_THE_CARDS = {
    "who-is-who",
    "who-is-who-noise",
    "sounds-alike",
    "how-to-snap",
    "how-to-hands",
    "how-to-cry-snip",
    "how-to-cry-coventry",
}
"""Lines that name what is called; none of them is said while cards are out."""
SETTING_UP = ("set-up-", "ask-")
"""Lines that begin so are said before the cards are out."""
VALUES: dict[str, str | int] = {
    "name": "Mia",
    "names": "Mia",
    "animal": "~",
    "noise": "~",
    "first": "~",
    "last": "~",
    "cards": "3 cards",
    "piles": 2,
    "to": "Leo",
    "penalty": "card",
    "start": "after-cue",
    "players": 3,
    "rank": "A",
    "suit": "C",
    "responses": "names",
    "card": "~",
    "cry": "~",
    "turn": "Leo",
    "word": "~",
    "tokens": 3,
    "count": 2,
    "tenths": 5,
    "words": "~",
    "why": "beaten",
    "result": "right",
}
NAMES_RANKS = {"rank", "card", "how-to-call"}
"""Lines that are a card, or are said before any lies out."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_line(language: str) -> None:
    assert set(Lines(language).keys) == set(Lines("en").keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_said_while_cards_are_out_holds_a_word_that_counts(language: str) -> None:
    pack, lines = load(language), Lines(language)
    counting = {
        form
        for kind in ("animal", "noise", "chant", "rhyme")
        for key in pack.keys(kind)
        for form in (key, *pack[key].say)
    }
    for key in lines.keys:
        if key in BEFORE_THE_CARDS or key.startswith(SETTING_UP):
            continue
        assert not [word for word in counting if f" {word} " in spoken(lines, key)], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_names_a_card_that_is_not_laid(language: str) -> None:
    """A rank in a question would give one away. (A syllable alone is a word in Korean.)"""
    pack, lines = load(language), Lines(language)
    ranks = {form for key in RANKS for form in pack[key].say if len(form) > 1}
    during = [key for key in lines.keys if not key.startswith(SETTING_UP)]
    for key in set(during) - NAMES_RANKS - BEFORE_THE_CARDS:
        assert not [word for word in ranks if f" {word} " in spoken(lines, key)], key


def spoken(lines: Lines, key: str) -> str:
    """The words of a line between blanks."""
    return f" {lines.say(key, **VALUES).lower()} ".translate(str.maketrans(".,!?:;", " " * 6))


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_announced_by_rank_and_suit(language: str) -> None:
    lines = Lines(language)
    cards = {lines.card(rank, suit) for rank in "23456789TJQKA" for suit in "CDHS"}
    assert len(cards) == 52


def test_english_cards_and_numbers_read_as_people_say_them() -> None:
    lines = Lines("en")
    assert lines.card("7", "H") == "seven of hearts"
    assert lines.cards_won(1) == "one card"
    assert lines.cards_won(11) == "11 cards"
    assert lines.all_of(["Mia"]) == "Mia"
    assert lines.all_of(["Mia", "Leo", "Tom"]) == "Mia, Leo and Tom"


@pytest.mark.parametrize("language", LANGUAGES)
def test_simulated_people_have_something_to_say(language: str) -> None:
    assert len(talk(language)) > 5
