"""Rulings held against the truth: each kind of error is told from the others."""

from collections.abc import Sequence

import pytest

from voicegm.cards import Card
from voicegm.games import by_name
from voicegm.games.game import Call, Cue, Deal, Event, Player, Setup, Unclear
from voicegm.people.crowd import Line, Part, Person
from voicegm.people.room import Spoken
from voicegm.table.referee import Watcher
from voicegm.table.scorekeeper import Scorekeeper
from voicegm.table.truth import Judge, Said, Verdict

ANIMALS = by_name("animals")
PLAYERS = (
    Player("Anna", "fox"),
    Player("Ben", "owl"),
    Player("Vera", "cat"),
    Player("Greg", "wolf"),
)


def setup() -> Setup:
    return Setup(
        game="animals",
        players=PLAYERS,
        dealer="Greg",
        deck=tuple(Card.parse(card) for card in ("7H", "7C", "2S", "3D", "4D", "5D")),
        options=ANIMALS.options(tie_ms=100, start="after-cue"),
    )


def said(by: str, says: str, onset_ms: int, part: Part = Part.CALL) -> Said:
    seat = [player.name for player in PLAYERS].index(by)
    person = Person(by, PLAYERS[seat].animal or "", seat, "en")
    return Said(Line(person, says, part, onset_ms), Spoken(onset_ms, onset_ms + 400))


def judged(heard: Sequence[Event], spoken: Sequence[Said]) -> list[Verdict]:
    """The verdicts on a match of Anna and Ben that opens at 4,500 and is covered at 12,000."""
    judge = Judge(ANIMALS)
    watchers: list[Watcher] = [judge]
    keeper = Scorekeeper(ANIMALS, setup(), lambda _: None)
    judge.said += spoken
    course: list[Event] = [Deal(1_000), Cue(1_500), Deal(4_000), Cue(4_500), *heard]
    course += [Deal(7_500), Cue(8_000), Deal(10_000), Cue(10_500), Deal(12_000), Cue(12_500)]
    for event in sorted(course, key=lambda one: one.at):
        rulings = keeper.happen(event)
        for watcher in watchers:
            watcher.happened(event, keeper.state)
            for ruling in rulings:
                watcher.ruled(ruling, event.at)
    judge.finish(13_000)
    return [verdict for _, verdict in judge.verdicts]


ANNA_FIRST = [said("Anna", "owl", 5_000), said("Ben", "fox", 5_400)]


@pytest.mark.parametrize(
    ("heard", "spoken", "verdict"),
    [
        ([Call(5_010, None, "owl")], ANNA_FIRST, Verdict.RIGHT),
        ([Call(5_410, None, "fox")], ANNA_FIRST, Verdict.WRONG),
        ([Call(5_010, None, "owl"), Call(5_090, None, "fox")], ANNA_FIRST, Verdict.SHY),
        ([], ANNA_FIRST, Verdict.MISSED),
        ([], [], Verdict.SILENT),
        ([Call(5_010, None, "owl")], [], Verdict.INVENTED),
        (
            [Call(5_010, None, "owl"), Call(5_050, None, "fox")],
            [said("Anna", "owl", 5_000), said("Ben", "fox", 5_060)],
            Verdict.TIED,
        ),
        (
            [Call(5_010, None, "fox")],
            [said("Anna", "fox", 5_000, Part.OWN_ANIMAL), said("Anna", "owl", 5_700)],
            Verdict.PERSUADED,
        ),
        ([Unclear(5_010), Call(6_500, None, "owl")], ANNA_FIRST, Verdict.ASKED),
        ([Unclear(5_010)], ANNA_FIRST, Verdict.ASKED),
    ],
)
def test_a_ruling_is_held_against_what_was_said(
    heard: list[Event], spoken: list[Said], verdict: Verdict
) -> None:
    assert judged(heard, spoken) == [verdict]


def test_asked_to_call_again_people_race_again() -> None:
    """Whoever is first after "Once more" is right, whoever was first before it."""
    spoken = [*ANNA_FIRST, said("Ben", "fox", 6_500), said("Anna", "owl", 6_900)]
    assert judged([Unclear(5_010), Call(6_510, None, "fox")], spoken) == [Verdict.ASKED]


def test_an_error_does_not_taint_the_next_match() -> None:
    """The second match is judged from the table as it then stood."""
    judge = Judge(ANIMALS)
    deck = tuple(Card.parse(c) for c in ("7H", "7C", "2S", "3D", "8H", "8C", "9D", "9H", "TD"))
    keeper = Scorekeeper(
        ANIMALS,
        Setup(
            game="animals",
            players=PLAYERS,
            dealer="Greg",
            deck=deck,
            options=ANIMALS.options(),
        ),
        lambda _: None,
    )
    judge.said += [*ANNA_FIRST, said("Anna", "owl", 21_000)]
    course: list[Event] = [Deal(n * 3_000 + 1_000) for n in range(9)]
    cues: list[Event] = [Cue(n * 3_000 + 1_500) for n in range(9)]
    calls: list[Event] = [Call(5_410, None, "fox"), Call(21_010, None, "owl")]
    for event in sorted([*course, *cues, *calls], key=lambda one: one.at):
        rulings = keeper.happen(event)
        judge.happened(event, keeper.state)
        for ruling in rulings:
            judge.ruled(ruling, event.at)
    judge.finish(30_000)
    assert judge.verdicts[0][1] is Verdict.WRONG
    assert Verdict.WRONG not in [verdict for _, verdict in judge.verdicts][1:]
