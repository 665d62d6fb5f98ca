"""Calls are journalled in the order of their onsets, whatever order they were decided in."""

import pytest

from voicegm.cards import Card
from voicegm.games import by_name
from voicegm.games.events import Hands
from voicegm.games.game import (
    Again,
    Call,
    Cue,
    Deal,
    End,
    Event,
    Player,
    Setup,
    Tied,
    Turn,
    Unclear,
    Won,
)
from voicegm.table.scorekeeper import (
    SECOND_WITHIN_MS,
    Either,
    Scorekeeper,
    may_win,
    two_that_may_win,
)

ANIMALS = by_name("animals")
DEALT = ("7H", "7C", "2S")


def table(known_after_ms: int = 0) -> tuple[Scorekeeper, list[Event]]:
    written: list[Event] = []
    setup = Setup(
        game="animals",
        players=(Player("Anna", "fox"), Player("Ben", "owl"), Player("Vera", "cat")),
        dealer="Vera",
        deck=tuple(map(Card.parse, DEALT)),
        options=ANIMALS.options(tie_ms=100),
    )
    keeper = Scorekeeper(ANIMALS, setup, written.append, known_after_ms=known_after_ms)
    keeper.happen(Deal(1_000))
    keeper.happen(Deal(4_000))
    return keeper, written


def test_a_call_waits_until_nothing_can_come_before_it() -> None:
    keeper, written = table()
    keeper.call(Call(5_000, None, "owl"))
    assert keeper.settle(5_090, None) == [] and len(written) == 2
    assert keeper.settle(5_600, 5_050) == []  # an utterance that began within the tie window
    rulings = keeper.settle(5_700, None)
    assert [type(ruling) for ruling in rulings] == [Won]
    assert written[-1] == Call(5_000, None, "owl")


def test_calls_are_written_in_the_order_of_their_onsets() -> None:
    keeper, written = table()
    keeper.call(Call(5_300, None, "fox"))
    keeper.call(Call(5_000, None, "owl"))
    keeper.settle(6_000, None)
    assert [event.at for event in written] == [1_000, 4_000, 5_000, 5_300]


def test_two_within_the_tie_window_are_a_tie() -> None:
    keeper, _ = table()
    keeper.call(Call(5_090, None, "fox"))
    keeper.call(Call(5_000, None, "owl"))
    assert [type(ruling) for ruling in keeper.settle(6_000, None)] == [Tied]


def test_voices_that_began_before_they_were_known_are_still_a_tie() -> None:
    """Time goes on until a voice is known; both words then turn out to have begun before that."""
    keeper, _ = table(known_after_ms=160)
    for now_ms in range(4_900, 5_120, 32):
        assert keeper.settle(now_ms, None) == []
    for now_ms in range(5_120, 5_600, 32):
        assert keeper.settle(now_ms, 5_110) == []
    keeper.call(Call(5_000, None, "owl"))
    keeper.call(Call(5_005, None, "fox"))
    assert [type(ruling) for ruling in keeper.settle(5_600, None)] == [Tied]


def test_what_happens_next_settles_what_was_called_before_it() -> None:
    keeper, written = table()
    keeper.call(Call(5_000, None, "owl"))
    rulings = keeper.happen(End(5_050))
    assert any(isinstance(ruling, Won) for ruling in rulings)
    assert [type(event) for event in written] == [Deal, Deal, Call, End]


def test_an_event_that_comes_late_is_folded_in_its_place() -> None:
    keeper, _ = table()
    keeper.happen(Deal(7_000))
    rulings = keeper.happen(Call(6_500, None, "owl"))
    rulings += keeper.settle(8_000, None)
    assert any(isinstance(r, Won) and r.at == 6_500 for r in rulings)
    assert [r.at for r in keeper.rulings] == sorted(r.at for r in keeper.rulings)


def test_two_that_come_late_together_are_a_tie_and_nobody_wins_between() -> None:
    """Over an announcement both are known only after its end: the first was told as won, and in
    the next breath both as a tie."""
    keeper, _ = table()
    keeper.happen(Cue(6_000))
    keeper.call(Call(5_000, None, "owl"))
    keeper.call(Call(5_080, None, "fox"))
    assert [type(ruling) for ruling in keeper.settle(6_500, None)] == [Tied]


def test_asked_once_more_the_first_to_answer_wins_over_one_who_came_later_before() -> None:
    """Somebody was not understood, Ben came later and was: after the question Anna is first."""
    keeper, _ = table()
    keeper.happen(Unclear(5_000))
    keeper.call(Call(5_400, None, "fox"))
    keeper.settle(6_000, None)
    keeper.asked_again_ms = 7_000
    keeper.call(Call(7_500, None, "owl"))
    rulings = keeper.settle(8_500, None)
    assert [ruling.player for ruling in rulings if isinstance(ruling, Won)] == ["Anna"]


def test_a_word_heard_in_two_pieces_is_asked_about_once() -> None:
    keeper, written = table()
    keeper.doubt(Unclear(5_000))
    keeper.doubt(Unclear(5_150))
    assert [type(ruling) for ruling in keeper.settle(6_000, None)] == [Again]
    assert [event for event in written if isinstance(event, Unclear)] == [Unclear(5_000)]


def test_a_question_asked_long_ago_makes_no_answer_of_a_call() -> None:
    """Ben's call comes after one that was not understood, and before anybody is asked: it waits."""
    keeper, _ = table()
    keeper.asked_again_ms = 3_000
    keeper.doubt(Unclear(5_000))
    keeper.call(Call(5_300, None, "fox"))
    assert [type(ruling) for ruling in keeper.settle(6_000, None)] == [Again]


@pytest.mark.parametrize("later_ms", [0, 90])
def test_two_who_answer_at_once_are_a_tie(later_ms: int) -> None:
    keeper, _ = table()
    keeper.doubt(Unclear(5_000))
    keeper.settle(6_000, None)
    keeper.asked_again_ms = 7_000
    keeper.call(Call(7_500, None, "owl"))
    keeper.call(Call(7_500 + later_ms, None, "fox"))
    kinds = {type(ruling) for ruling in keeper.settle(8_500, None)}
    assert Tied in kinds and Won not in kinds


def test_with_nothing_held_the_answer_is_ruled_on_at_once() -> None:
    keeper, _ = table()
    keeper.happen(Unclear(5_000))
    keeper.asked_again_ms = 6_500
    keeper.call(Call(7_000, None, "fox"))
    rulings = keeper.settle(7_500, None)
    assert [ruling.player for ruling in rulings if isinstance(ruling, Won)] == ["Ben"]


def test_two_at_once_again_are_a_tie() -> None:
    keeper, _ = table()
    keeper.happen(Unclear(5_000))
    keeper.asked_again_ms = 6_500
    keeper.call(Call(7_000, None, "fox"))
    keeper.call(Call(7_080, None, "owl"))
    rulings = keeper.settle(8_500, None)
    assert any(isinstance(ruling, Tied) for ruling in rulings)
    assert not any(isinstance(ruling, Won) for ruling in rulings)


def test_only_those_in_a_match_may_win_it_and_not_with_their_own_word() -> None:
    keeper, _ = table()
    view = ANIMALS.view(keeper.state)  # Anna and Ben have been dealt sevens
    may = {
        (name, says): may_win(view, name, says)
        for name in ("Anna", "Ben", "Vera")
        for says in ("fox", "owl", "cat", None)
    }
    assert {pair for pair, can in may.items() if can} == {
        ("Anna", "owl"),
        ("Anna", None),
        ("Ben", "fox"),
        ("Ben", None),
    }


def test_two_who_compete_have_a_word_each_that_may_win() -> None:
    keeper, _ = table()
    assert set(two_that_may_win(ANIMALS.view(keeper.state))) == {"fox", "owl"}
    keeper.happen(Deal(7_000))
    assert set(two_that_may_win(ANIMALS.view(keeper.state))) == {"fox", "owl"}


def test_at_snap_anyone_may_win() -> None:
    snap = by_name("snap")
    names = ("Anna", "Ben", "Vera")
    hands = Hands(
        tuple((name, (Card.parse(card),)) for name, card in zip(names, DEALT, strict=True))
    )
    players = tuple(map(Player, names))
    step = snap.start(
        Setup(game="snap", players=players, dealer="Vera", hands=hands, options=snap.options())
    )
    for at_ms in (1_000, 3_000):
        step = snap.step(step.state, Turn(at_ms))
    view = snap.view(step.state)
    assert [may_win(view, name, "snap") for name in names] == [True] * 3
    assert two_that_may_win(view) == ()
    assert not may_win(view, "Ben", "snap-pot")


def test_who_called_well_before_a_doubt_wins_although_the_doubt_was_known_first() -> None:
    keeper, _ = table()
    keeper.doubt(Unclear(5_200))
    assert keeper.settle(5_700, 5_000) == []  # an earlier utterance is still open
    keeper.call(Call(5_000, "Anna", "owl"))
    assert [type(ruling) for ruling in keeper.settle(5_800, None)] == [Won]


def test_a_doubt_that_came_first_asks() -> None:
    keeper, _ = table()
    keeper.call(Call(5_200, "Anna", "owl"))
    keeper.doubt(Unclear(5_000))
    assert [type(ruling) for ruling in keeper.settle(5_800, None)] == [Again]


FOX = Either(5_000, Call(5_000, None, "fox", 0.6, "voice"), "owl", 5_400)
"""Called by Ben alone, or by Ben and Anna at once."""


def test_who_calls_after_a_word_was_not_in_it() -> None:
    keeper, written = table()
    keeper.either(FOX)
    assert keeper.settle(5_900, None) == []
    keeper.call(Call(5_700, None, "owl", 0.9, "voice"))
    (won,) = [one for one in keeper.settle(6_000, None) if isinstance(one, Won)]
    assert won.player == "Ben"
    assert [event.at for event in written[-2:]] == [5_000, 5_700]


def test_two_words_in_doubt_one_after_the_other_tell_of_one_another() -> None:
    keeper, _ = table()
    keeper.either(FOX)
    keeper.either(Either(5_700, Call(5_700, None, "owl", 0.6, "voice"), "fox", 6_100))
    (won,) = [one for one in keeper.settle(6_500, None) if isinstance(one, Won)]
    assert won.player == "Ben"


@pytest.mark.parametrize(
    "call",
    [
        None,
        Call(5_700, None, "fox", 0.9, "voice"),
        Call(5_200, None, "owl", 0.9, "voice"),
        Call(5_700, None, "cat", 0.9, "voice"),
    ],
    ids=["nobody", "the same word", "over it", "another word"],
)
def test_nothing_else_tells_of_it(call: Call | None) -> None:
    keeper, _ = table()
    keeper.either(FOX)
    if call is not None:
        keeper.call(call)
    rulings = keeper.settle(5_400 + SECOND_WITHIN_MS + 1, None)
    assert Again in map(type, rulings)
    assert Won not in map(type, rulings)


def test_a_voice_that_began_in_time_is_waited_for() -> None:
    keeper, _ = table()
    keeper.either(FOX)
    assert keeper.settle(6_400, 5_900) == []
    keeper.call(Call(5_900, None, "owl", 0.9, "voice"))
    assert [one.player for one in keeper.settle(6_500, None) if isinstance(one, Won)] == ["Ben"]


def test_what_came_after_a_word_in_doubt_waits_with_it() -> None:
    keeper, written = table()
    keeper.either(FOX)
    keeper.call(Call(5_500, None, "cat", 0.9, "voice"))
    keeper.settle(5_900, None)
    assert len(written) == 2
