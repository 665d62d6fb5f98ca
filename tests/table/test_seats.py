"""From what was typed to who sits where; every mistake gets a sentence that tells what to do."""

import pytest

from voicegm.errors import BadInput
from voicegm.languages.pack import load
from voicegm.table.seats import USUAL_TABLE, Seat, animal_seats

ENGLISH = load("en")


def test_seats_come_in_the_order_typed() -> None:
    assert animal_seats("Anna=fox, Ben = Owl", ENGLISH) == (Seat("Anna", "fox"), Seat("Ben", "owl"))


def test_the_usual_table_is_playable() -> None:
    assert len(animal_seats(USUAL_TABLE, ENGLISH)) == 4


def test_an_animal_may_be_given_as_it_is_said() -> None:
    assert animal_seats("민수=여우, 지영=강아지", load("ko"))[0].animal == "fox"


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ("", "empty"),
        ("Anna=fox,,Ben=owl", "empty"),
        ("Anna", "Anna=fox"),
        ("Anna=", "Anna=fox"),
        ("=fox", "Anna=fox"),
        ("Anna=foxx, Ben=owl", "did you mean fox"),
        ("Anna=fox, Ben=fox", "both the fox"),
        ("Anna=fox, anna=owl", "twice"),
        ("Anna=fox", "two or more"),
        ("Wolf=fox, Ben=wolf", "give answers away"),
        (", ".join(f"P{n}={a}" for n, a in enumerate(ENGLISH.animals[:9])), "8 at the most"),
    ],
)
def test_a_mistake_is_named(players: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        animal_seats(players, ENGLISH)


def test_two_animals_with_one_noise_cannot_both_be_played_with_noises() -> None:
    assert animal_seats("Anna=dog, Ben=wolf", ENGLISH, responses="names")
    with pytest.raises(BadInput, match="both say 'baa'"):
        animal_seats("Anna=sheep, Ben=lamb", ENGLISH, responses="noises")
