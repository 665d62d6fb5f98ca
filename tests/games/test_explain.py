"""Every ruling has its sentence, and every sentence a rule that there is."""

from __future__ import annotations

import re

import goldens
import playing
import pytest
import test_random_play
import test_rulings_page
import test_snap_play
import test_snip_play
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import call, deal, event, journal, match_of_two, snap, turns

from voicegm.cards import Card
from voicegm.games import names, rulings
from voicegm.games.explain import DECIDED, REFUSED, SECTIONS, VOID, card_name, explain, tell, word
from voicegm.games.replay import replay
from voicegm.games.rulings import Ruling

EXPLAINED = re.compile(r"([A-Z“\"].*) \((Every game|Animals|Snap|Snip Snap Snorum), (\d+)\)\.")


def explained(*parts):
    read = journal(*parts)
    return [explain(ruling, read.setup) for ruling in replay(read)]


def check(ruling, setup):
    """The explanation is one line that names a line of the page, and tells the same without it."""
    whole = EXPLAINED.fullmatch(explain(ruling, setup))
    assert whole, explain(ruling, setup)
    sentence, section, number = whole.groups()
    assert tell(ruling, setup) == f"{sentence}."
    assert section in ("Every game", SECTIONS[setup.game])
    assert int(number) in test_rulings_page.numbers(section)
    assert "None" not in sentence and "_" not in sentence


@pytest.mark.parametrize("path", goldens.paths(), ids=lambda path: path.stem)
def test_every_ruling_of_the_transcripts_is_explained(path):
    read = goldens.journal_of(path)[1]
    for ruling in replay(read):
        check(ruling, read.setup)


def test_every_kind_of_ruling_comes_in_a_transcript_and_so_is_explained():
    kinds = {kind.kind for kind in Ruling.__subclasses__()}
    seen = {
        ruling.kind for path in goldens.paths() for ruling in replay(goldens.journal_of(path)[1])
    }
    assert kinds <= seen


def test_every_reason_has_its_words_and_its_rule():
    assert set(VOID) == set(rulings.WHY_VOID)
    assert set(REFUSED) == set(rulings.WHY_REFUSED)
    assert set(DECIDED) == set(rulings.HOW_DECIDED)
    for _, lines in (*VOID.values(), *REFUSED.values()):
        for game, number in lines.items():
            assert game == "Every game" or game in names()
            assert number in test_rulings_page.numbers(SECTIONS.get(game, game))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_happens_is_explained(data):
    made = data.draw(st.sampled_from([test_random_play, test_snap_play, test_snip_play]))
    line, events = data.draw(made.games())
    known, read = playing.read(made.GAME, line, events)
    for ruling in playing.play(made.GAME, known, read)[1]:
        check(ruling, known)


def test_a_match_of_animals():
    more = [call(5000, "Ben", "cat"), call(5200, None, "cat"), event(9000, "end")]
    assert explained(*match_of_two(), *more) == [
        "Anna is dealt the seven of hearts (Animals, 1).",
        "Ben is dealt the two of spades (Animals, 1).",
        "Vera is dealt the seven of clubs, equal to Anna's top (Animals, 3).",
        'Ben called "Cat", which was not this player\'s to call: it does not count (Animals, 4).',
        "Anna wins Vera's pile: 1 card, as the only one whose call it can have been (Animals, 12).",
        "The game is over, and Anna wins; Anna has 2 cards, Ben 1, Vera 0, Greg 0 (Animals, 10).",
    ]


def test_a_match_of_snap():
    hands = {"Anna": "7H 2C", "Ben": "7S 9D", "Cara": "KD 9C"}
    more = [call(500, "Cara", "snap"), *turns(1000, 2000), call(2500, "Cara", "snap")]
    assert explained(snap(hands), *more) == [
        "Cara called at the wrong moment and gives a card to Ben (Snap, 6).",
        "Anna turns the seven of hearts (Snap, 1).",
        "Ben turns the seven of spades, equal to Anna's top (Snap, 2).",
        "Cara wins the piles of Ben and Anna: 2 cards (Snap, 2).",
        "The game is not over; Anna has 1 card, Ben 2, Cara 3 (Every game, 17).",
    ]


def test_what_was_taken_back_is_told():
    more = [call(5000, "Anna", "cat"), event(6000, "undo"), event(7000, "undo"), deal(8000)]
    assert explained(*match_of_two(), *more)[4:6] == [
        "Taken back: Anna wins Vera's pile: 1 card (Every game, 8).",
        "Not done: there is nothing left to take back (Every game, 8).",
    ]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("snap-pot", '"Snap pot"'),
        ("7H", '"Seven of hearts"'),
        ("T", '"Ten"'),
        ("fox", '"Fox"'),
        ("coventry-1", '"Coventry 1"'),
        ("ox", '"Ox"'),
    ],
)
def test_words_are_told_as_they_are_said(key, said):
    assert word(key) == said


def test_cards_have_names():
    assert card_name(Card.parse("7H")) == "seven of hearts"
    assert card_name(Card.parse("TC")) == "ten of clubs"
