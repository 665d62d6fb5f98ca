"""Simulated people behave like people, and the same seed like the same people."""

from voicegm.people.crowd import (
    HEARD_FIRST_MS,
    AnimalsCrowd,
    Habits,
    Match,
    Part,
    Person,
    RaceCrowd,
    SnapCrowd,
)

PEOPLE = [
    Person(name, animal, seat, "en")
    for seat, (name, animal) in enumerate(
        [("Anna", "fox"), ("Ben", "owl"), ("Vera", "cat"), ("Greg", "wolf")]
    )
]
FOX_AND_OWL = Match(("Anna", "Ben"), ("fox", "owl"))
PROMPT = Habits(
    misses=0, wrong_name=0, own_animal=0, bystander=0, late=0, at_once=0, talk=0, false_call=0
)


def crowd(seed: int = 1, habits: Habits = PROMPT) -> RaceCrowd:
    return AnimalsCrowd(PEOPLE, seed=seed, talk=["oh no"], habits=habits)


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = crowd(5, Habits()), crowd(5, Habits())
    for cue_ms in range(0, 50_000, 3_000):
        assert one.after_card(FOX_AND_OWL, cue_ms) == other.after_card(FOX_AND_OWL, cue_ms)


def test_members_call_one_another_within_human_reaction_times() -> None:
    for seed in range(50):
        for line in crowd(seed).after_card(FOX_AND_OWL, 1_000):
            assert (line.person.name, line.says) in {("Anna", "owl"), ("Ben", "fox")}
            assert 1_250 <= line.at_ms <= 1_900
            assert line.part is Part.CALL


def test_without_a_match_nobody_calls() -> None:
    assert crowd().after_card(None, 1_000) == []


def test_one_who_hears_another_first_mostly_holds_back() -> None:
    always = Habits(**{**vars(PROMPT), "holds_back": 1.0})
    for seed in range(50):
        first, *others = crowd(seed, always).after_card(FOX_AND_OWL, 0)
        assert all(line.at_ms - first.at_ms <= HEARD_FIRST_MS for line in others)


def test_each_weakness_happens() -> None:
    seen = set()
    for seed in range(200):
        seen |= {line.part for line in crowd(seed, Habits()).after_card(FOX_AND_OWL, 0)}
    assert seen == {
        Part.CALL,
        Part.WRONG_NAME,
        Part.OWN_ANIMAL,
        Part.BYSTANDER,
        Part.TALK,
    }


def test_asked_to_call_once_more_the_same_people_call_the_same() -> None:
    table = crowd()
    calls = table.after_card(FOX_AND_OWL, 0)
    again = table.once_more(calls, 5_000)
    assert {(line.person, line.says) for line in again} <= {(c.person, c.says) for c in calls}
    assert again and all(line.at_ms >= 5_250 for line in again)


def test_who_called_is_answered_by_the_own_name_or_nobody() -> None:
    assert crowd().answer("Ben", "nobody", 0).says == "Ben"
    assert crowd().answer("Ben", "nobody", 0).person.name == "Ben"
    assert crowd().answer(None, "nobody", 0).says == "nobody"


def test_in_snap_anyone_may_call_and_somebody_calls_for_nothing() -> None:
    match = Match(("Anna", "Ben"), ("snap",))
    callers, parts = set(), set()
    for seed in range(300):
        table = SnapCrowd(PEOPLE, seed=seed, talk=["oh no"])
        callers |= {line.person.name for line in table.after_card(match, 0)}
        parts |= {line.part for line in table.after_card(None, 3_000)}
    assert callers == {"Anna", "Ben", "Vera", "Greg"}
    assert parts == {Part.FALSE_CALL, Part.TALK}


def test_a_pot_is_called_by_its_own_words() -> None:
    match = Match(("Anna",), ("snap-pot",))
    said = {
        line.says
        for seed in range(50)
        for line in SnapCrowd(PEOPLE, seed=seed, talk=[], habits=PROMPT).after_card(match, 0)
    }
    assert said == {"snap-pot"}


def test_asked_again_the_number_at_the_table_is_said() -> None:
    assert crowd().answer("Vera", "nobody", 0, by_number=True).says == "player-3"
    assert crowd().answer(None, "nobody", 0, by_number=True).says == "nobody"
