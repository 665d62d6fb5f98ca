"""Simulated people at Snip Snap Snorum lead from their own hands, cry, and forget."""

import pytest

from voicegm.cards import Card
from voicegm.people.crowd import Part, Person
from voicegm.people.snip import SnipCrowd, SnipHabits

PEOPLE = [Person(name, "", seat, "en") for seat, name in enumerate(("Mia", "Leo", "Tom"))]
HAND = tuple(map(Card.parse, ("7C", "7H", "KD")))
PROMPT = SnipHabits(names_suit=0, forgets=0, forgets_again=0, wrong_cry=0, talk=0)


def crowd(seed: int = 1, habits: SnipHabits = PROMPT) -> SnipCrowd:
    return SnipCrowd(PEOPLE, seed=seed, talk=["oh no"], habits=habits)


def test_the_rank_that_is_held_most_is_led_by_its_name_alone() -> None:
    for seed in range(20):
        [line] = crowd(seed).lead("Mia", HAND, 1_000, 0)
        assert (line.person.name, line.says, line.part) == ("Mia", "7", Part.CALL)
        assert 1_700 <= line.at_ms <= 4_000


def test_asked_once_more_the_same_card_is_named_in_full_and_then_another_is_tried() -> None:
    tried = set()
    for seed in range(20):
        table = crowd(seed)
        table.lead("Mia", HAND, 1_000, 0)
        [again] = table.lead("Mia", HAND, 9_000, 1)
        assert again.says in ("7C", "7H")
        tried |= {line.says for line in table.lead("Mia", HAND, 18_000, 2)}
    assert tried == {"7C", "7H", "KD"}


@pytest.mark.parametrize("cry", ["snip", "snorum", "coventry-3"])
def test_the_cry_comes_within_human_reaction_times(cry: str) -> None:
    for seed in range(20):
        [line] = crowd(seed).cry("Leo", cry, 1_000, 0)
        assert (line.person.name, line.says) == ("Leo", cry)
        assert 1_250 <= line.at_ms <= 1_900


def test_each_weakness_happens() -> None:
    lines = [crowd(seed, SnipHabits()).cry("Leo", "snip", 0, 0) for seed in range(300)]
    assert [] in lines
    spoken = [line for some in lines for line in some]
    assert {line.part for line in spoken} == {Part.CALL, Part.WRONG_CRY, Part.TALK}
    assert {line.says for line in spoken if line.part is Part.WRONG_CRY} == {"snap", "snorum"}


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = crowd(5, SnipHabits()), crowd(5, SnipHabits())
    for asked_ms in range(0, 50_000, 5_000):
        assert one.lead("Mia", HAND, asked_ms, 0) == other.lead("Mia", HAND, asked_ms, 0)
        assert one.cry("Leo", "snap", asked_ms, 1) == other.cry("Leo", "snap", asked_ms, 1)
