"""Each card laid in turn is held against what its player really said."""

import pytest

from voicegm.cards import Card
from voicegm.games.game import Play, Played, Refused
from voicegm.people.crowd import Line, Part, Person
from voicegm.people.room import Spoken
from voicegm.table.plays import PlayJudge, PlayVerdict
from voicegm.table.truth import Said

SEVEN = Card.parse("7H")
LEO, TOM = (Person(name, "", seat, "en") for seat, name in enumerate(("Leo", "Tom")))


def said(says: str, person: Person = LEO, part: Part = Part.CALL, at_ms: int = 1_000) -> Said:
    return Said(Line(person, says, part, at_ms), Spoken(at_ms, at_ms + 400))


def judged(play: Play, *spoken: Said) -> PlayVerdict:
    judge = PlayJudge()
    judge.said += spoken
    judge.happened(play, None)
    judge.ruled(Played(play.at, play.by, play.card or SEVEN), play.at)
    [(_, verdict)] = judge.verdicts
    return verdict


CRIED = Play(2_000, "Leo", None, "snip")
SILENT = Play(2_000, "Leo", None, None)
LED = Play(2_000, "Leo", SEVEN, None)


@pytest.mark.parametrize(
    ("play", "spoken", "verdict"),
    [
        (CRIED, [said("snip")], PlayVerdict.RIGHT),
        (CRIED, [said("snap", part=Part.WRONG_CRY), said("snip")], PlayVerdict.RIGHT),
        (CRIED, [said("snip"), said("snip")], PlayVerdict.ASKED),
        (CRIED, [said("snap")], PlayVerdict.MISHEARD),
        (CRIED, [], PlayVerdict.INVENTED),
        (CRIED, [said("snip", TOM)], PlayVerdict.INVENTED),
        (CRIED, [said("snip", part=Part.TALK)], PlayVerdict.INVENTED),
        (SILENT, [said("snip")], PlayVerdict.MISSED),
        (SILENT, [], PlayVerdict.FORGOTTEN),
        (LED, [said("7")], PlayVerdict.RIGHT),
        (LED, [said("7H")], PlayVerdict.RIGHT),
        (LED, [said("7"), said("7H")], PlayVerdict.ASKED),
        (LED, [said("7D")], PlayVerdict.MISHEARD),
        (LED, [said("9")], PlayVerdict.MISHEARD),
    ],
)
def test_a_card_is_held_against_what_was_said(
    play: Play, spoken: list[Said], verdict: PlayVerdict
) -> None:
    assert judged(play, *spoken) is verdict


def test_what_was_said_with_one_card_says_nothing_about_the_next() -> None:
    judge = PlayJudge()
    judge.said.append(said("7"))
    for play in (LED, CRIED):
        judge.happened(play, None)
        judge.ruled(Played(play.at, play.by, SEVEN), play.at)
    assert [verdict for _, verdict in judge.verdicts] == [PlayVerdict.RIGHT, PlayVerdict.INVENTED]


def test_a_card_that_was_refused_is_not_judged() -> None:
    judge = PlayJudge()
    judge.happened(LED, None)
    judge.ruled(Refused(2_000, "Leo", "not-held"), 2_000)
    assert judge.verdicts == []
