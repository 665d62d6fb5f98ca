"""The lines of "Every game" in docs/rulings.md, on Animals; each test bears its line's number."""

from __future__ import annotations

import pytest
from journals import (
    after,
    call,
    deal,
    event,
    journal,
    match_of_three,
    match_of_two,
    rulings,
    setup,
)

from voicegm.games import by_name

ANNA_WINS = "won player=Anna from=Vera cards=1"


def with_options(parts, **options):
    return [{**parts[0], "options": options}, *parts[1:]]


# 1. Order.


def test_every_game_01_events_fold_in_the_order_of_their_times():
    late = [*match_of_two(), deal(9000), call(7620, "Anna", "cat")]
    assert after(late) == [f"7620 {ANNA_WINS}"]


def test_every_game_01_equal_times_fold_in_the_order_of_the_file():
    called_first = [*match_of_two(), call(9000, "Anna", "cat"), deal(9000), deal(9000)]
    covered_first = [*match_of_two(), deal(9000), deal(9000), call(9000, "Anna", "cat")]
    assert after(called_first) == [f"9000 {ANNA_WINS}"]
    assert after(covered_first) == ["9000 void player=Anna says=cat why=too-late"]


def test_every_game_01_a_step_back_of_3000_ms_is_good_and_one_more_is_bad():
    assert journal(*match_of_two(), deal(9000), call(6000, "Anna", "cat")).fault is None
    fault = journal(*match_of_two(), deal(9000), call(5999, "Anna", "cat")).fault
    assert fault is not None and fault.number == 6
    assert "back from 9000 to 5999" in fault.reason


# 2. Ties.


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        (0, ["5000 tied players=Vera,Anna"]),
        (60, ["5000 tied players=Vera,Anna"]),
        (61, [f"5000 {ANNA_WINS}", "5061 void player=Vera says=fox why=beaten"]),
    ],
)
def test_every_game_02_the_tie_window_is_inclusive(gap, expected):
    calls = [call(5000, "Anna", "cat"), call(5000 + gap, "Vera", "fox")]
    assert after(match_of_two(), *calls) == expected


def test_every_game_02_a_wrong_call_first_opens_no_window():
    calls = [call(5000, "Ben", "fox"), call(5040, "Anna", "cat"), call(5090, "Vera", "fox")]
    assert after(match_of_two(), *calls) == [
        "5000 void player=Ben says=fox why=bystander",
        "5040 tied players=Vera,Anna",
    ]


def test_every_game_02_rulings_come_in_the_order_of_the_times_they_judge():
    calls = [call(5000, "Anna", "cat"), call(5030, "Ben", "cat"), deal(5050)]
    assert told_with_cards(calls) == ["5000 won", "5030 void", "5050 dealt"]


def told_with_cards(calls):
    lines = rulings(*match_of_two(), *calls)
    return [f"{line['at']} {line['ruling']}" for line in lines if line["at"] >= 5000][:3]


def test_every_game_02_the_same_player_twice_is_no_tie():
    calls = [call(5000, "Anna", "cat"), call(5030, "Anna", "cat")]
    assert after(match_of_two(), *calls) == [
        f"5000 {ANNA_WINS}",
        "5030 void player=Anna says=cat why=beaten",
    ]


def test_every_game_22_the_window_is_the_one_that_is_set_when_the_call_comes():
    wide = event(4500, "option", name="tie_ms", value=250)
    calls = [call(5000, "Anna", "cat"), call(5250, "Vera", "fox")]
    assert after(match_of_two(), wide, *calls) == ["5000 tied players=Vera,Anna"]


# 3. "Who called?"


def test_every_game_03_calls_are_held_while_the_question_is_open():
    more = [
        call(5000, None, "owl"),
        call(5500, "Greg", "owl"),
        call(5800, "Vera", "fox"),
        event(7000, "caller", by="Anna"),
    ]
    assert after(match_of_three(), *more) == [
        "5000 who-called says=owl candidates=Vera,Anna",
        "5000 won player=Anna from=Ben cards=1",
        "5500 void player=Greg says=owl why=no-match",
        "5800 void player=Vera says=fox why=beaten",
    ]


def test_every_game_03_an_answered_call_and_a_held_one_may_tie():
    more = [
        call(5000, None, "owl"),
        call(5060, "Vera", "fox"),
        event(7000, "caller", by="Anna"),
    ]
    assert after(match_of_three(), *more)[1:] == ["5000 tied players=Vera,Anna"]


def test_every_game_03_nobody_called_and_the_held_call_wins():
    more = [call(5000, None, "owl"), call(5500, "Vera", "fox"), event(7000, "caller", by=None)]
    assert after(match_of_three(), *more)[1:] == [
        "5000 void player=null says=owl why=unanswered",
        "5500 won player=Vera from=Anna cards=1",
    ]


@pytest.mark.parametrize("name", ["Greg", "Ben"])
def test_every_game_03_a_name_that_cannot_be_meant_is_a_bystander(name):
    more = [call(5000, None, "owl"), event(7000, "caller", by=name)]
    assert after(match_of_three(), *more)[1:] == [f"5000 void player={name} says=owl why=bystander"]


@pytest.mark.parametrize("closing", [deal(7000), event(7000, "end")])
def test_every_game_03_a_deal_or_the_end_closes_the_question(closing):
    more = [call(5000, None, "owl"), call(5500, "Vera", "fox"), closing]
    assert after(match_of_three(), *more)[1:] == [
        "5000 void player=null says=owl why=unanswered",
        "5500 won player=Vera from=Anna cards=1",
    ]


def test_every_game_03_the_oldest_question_is_answered_first():
    more = [
        call(5000, None, "owl"),
        call(5500, None, "fox"),
        event(7000, "caller", by=None),
        event(8000, "caller", by="Ben"),
    ]
    assert after(match_of_three(), *more) == [
        "5000 who-called says=owl candidates=Vera,Anna",
        "5000 void player=null says=owl why=unanswered",
        "5500 who-called says=fox candidates=Vera,Ben",
        "5500 won player=Ben from=Anna cards=1",
    ]


# 4. "Not me".


def test_every_game_04_not_me_takes_a_presumed_win_back():
    more = [call(5000, None, "cat"), event(7000, "caller", by="Ben")]
    assert after(match_of_two(), *more) == [
        f"5000 {ANNA_WINS} presumed=true",
        "7000 undone taken_back=won",
        "7000 void player=Ben says=cat why=bystander",
    ]


def test_every_game_04_not_me_without_a_name():
    more = [call(5000, None, "cat"), event(7000, "caller", by=None), event(9000, "end")]
    lines = rulings(*match_of_two(), *more)
    assert [line["ruling"] for line in lines[3:]] == ["won", "undone", "void", "over"]
    assert lines[5] == {
        "at": 7000,
        "ruling": "void",
        "player": None,
        "says": "cat",
        "why": "unanswered",
    }
    assert lines[-1]["counts"] == {"Anna": 1, "Ben": 1, "Vera": 1, "Greg": 0}


def test_every_game_04_not_me_gives_an_answered_call_to_another():
    more = [
        call(5000, None, "owl"),
        event(6000, "caller", by="Anna"),
        event(7000, "caller", by="Vera"),
    ]
    assert after(match_of_three(), *more)[1:] == [
        "5000 won player=Anna from=Ben cards=1",
        "7000 undone taken_back=won",
        "7000 won player=Vera from=Ben cards=1",
    ]


def test_every_game_20_the_call_that_was_beaten_gets_its_due():
    more = [
        call(5000, None, "cat"),
        call(5500, "Vera", "fox"),
        event(7000, "caller", by="Greg"),
    ]
    assert after(match_of_two(), *more) == [
        f"5000 {ANNA_WINS} presumed=true",
        "5500 void player=Vera says=fox why=beaten",
        "7000 undone taken_back=won",
        "7000 void player=Greg says=cat why=bystander",
        "7000 won player=Vera from=Anna cards=1",
    ]


def test_every_game_04_one_of_a_tie_was_somebody_else():
    more = [
        call(5000, None, "cat"),
        call(5030, None, "fox"),
        event(7000, "caller", by="Greg"),
    ]
    assert after(match_of_two(), *more) == [
        "5000 tied players=Vera,Anna",
        "7000 undone taken_back=tied",
        "7000 won player=Anna from=Vera cards=1 presumed=true",
        "7000 void player=Greg says=fox why=bystander",
    ]


def test_every_game_04_the_match_is_open_again():
    more = [
        call(5000, None, "cat"),
        event(7000, "caller", by=None),
        call(8000, "Vera", "fox"),
    ]
    assert after(match_of_two(), *more)[-1] == "8000 won player=Vera from=Anna cards=1"


def test_every_game_04_only_before_the_next_exposure():
    more = [call(5000, None, "cat"), deal(6000), event(7000, "caller", by="Ben")]
    assert after(match_of_two(), *more) == [f"5000 {ANNA_WINS} presumed=true"]


@pytest.mark.parametrize("by", ["Vera", None])
def test_every_game_04_a_call_whose_caller_was_known_stands(by):
    more = [call(5000, "Anna", "cat"), event(7000, "caller", by=by)]
    assert after(match_of_two(), *more) == [f"5000 {ANNA_WINS}"]


def test_every_game_20_a_name_that_confirms_changes_nothing():
    more = [call(5000, None, "cat"), event(7000, "caller", by="Anna")]
    assert after(match_of_two(), *more) == [f"5000 {ANNA_WINS} presumed=true"]


# 5. Doubts.


def test_every_game_05_the_referee_asks_and_the_next_correct_call_wins():
    more = [event(5000, "unclear"), call(8000, "Vera", "fox"), deal(9000)]
    assert after(match_of_two(), *more) == [
        "5000 again",
        "8000 won player=Vera from=Anna cards=1",
    ]


@pytest.mark.parametrize(
    "due",
    [
        event(7000, "caller", by=None),
        call(7000, "Ben", "duck"),
        deal(7000),
        event(7000, "end"),
    ],
)
def test_every_game_05_a_held_call_gets_its_due(due):
    more = [event(5000, "unclear"), call(5400, "Anna", "cat"), due]
    assert after(match_of_two(), *more)[:2] == ["5000 again", f"5400 {ANNA_WINS}"]


def test_every_game_05_the_one_who_is_named_calls_as_of_the_unclear_onset():
    more = [
        event(5000, "unclear"),
        call(5400, "Anna", "cat"),
        event(7000, "caller", by="Vera"),
        call(8000, None, "fox"),
    ]
    assert after(match_of_two(), *more) == [
        "5000 again",
        "5000 won player=Vera from=Anna cards=1",
        "5400 void player=Anna says=cat why=beaten",
    ]


def test_every_game_05_the_named_one_and_the_held_one_may_tie():
    more = [
        event(5000, "unclear"),
        call(5060, "Anna", "cat"),
        event(7000, "caller", by="Vera"),
        call(8000, "Vera", "fox"),
    ]
    assert after(match_of_two(), *more) == ["5000 again", "5000 tied players=Vera,Anna"]


def test_every_game_05_the_named_one_says_a_wrong_word():
    more = [
        event(5000, "unclear"),
        call(5400, "Anna", "cat"),
        event(7000, "caller", by="Vera"),
        call(8000, "Vera", "owl"),
    ]
    assert after(match_of_two(), *more) == [
        "5000 again",
        f"5400 {ANNA_WINS}",
        "8000 void player=Vera says=owl why=no-match",
    ]


def test_every_game_05_a_bystander_cannot_have_mumbled_first():
    more = [event(5000, "unclear"), call(5400, "Anna", "cat"), event(7000, "caller", by="Ben")]
    assert after(match_of_two(), *more) == [
        "5000 again",
        "5000 void player=Ben why=bystander",
        f"5400 {ANNA_WINS}",
    ]


@pytest.mark.parametrize("between", [[], [call(5400, "Anna", "cat")], [call(5400, "Ben", "cat")]])
def test_every_game_05_a_second_unclear_ties_all_who_could_compete(between):
    more = [event(5000, "unclear"), *between, event(7000, "unclear"), call(8000, "Anna", "cat")]
    lines = [line for line in after(match_of_two(), *more) if "bystander" not in line]
    assert lines == [
        "5000 again",
        "7000 tied players=Vera,Anna",
        "8000 void player=Anna says=cat why=beaten",
    ]


def test_every_game_05_a_new_card_begins_a_new_count():
    more = [event(5000, "unclear"), deal(6000), event(7000, "unclear")]
    assert after(match_of_two(), *more) == ["5000 again", "7000 again"]


def test_every_game_05_called_off_settles_without_effect():
    more = [
        call(5000, "Anna", "cat"),
        event(5020, "call-off"),
        call(6000, "Vera", "fox"),
        event(9000, "end"),
    ]
    lines = rulings(*match_of_two(), *more)
    assert [line.get("why") for line in lines[3:]] == ["called-off", "called-off", None]
    assert lines[-1]["counts"] == {"Anna": 1, "Ben": 1, "Vera": 1, "Greg": 0}


def test_every_game_05_what_was_settled_before_the_fault_stands():
    more = [call(5000, "Anna", "cat"), event(5061, "call-off")]
    assert after(match_of_two(), *more) == [f"5000 {ANNA_WINS}"]


def test_every_game_05_a_fault_closes_a_question_and_a_doubt():
    asked = [call(5000, None, "owl"), event(6000, "call-off"), event(7000, "caller", by="Anna")]
    assert after(match_of_three(), *asked)[1:] == ["5000 void player=null says=owl why=called-off"]
    doubt = [event(5000, "unclear"), call(5400, "Anna", "cat"), event(6000, "call-off")]
    assert after(match_of_two(), *doubt) == [
        "5000 again",
        "5400 void player=Anna says=cat why=called-off",
    ]


# 6. After the cue, head starts.


def test_every_game_06_calls_before_the_cue_are_void():
    parts = with_options(match_of_two(), start="after-cue")
    more = [
        call(3500, "Vera", "fox"),
        call(3600, None, "cat"),
        event(3800, "cue"),
        call(3800, "Anna", "cat"),
    ]
    assert after(parts, *more) == [
        "3500 void player=Vera says=fox why=before-cue",
        "3600 void player=null says=cat why=before-cue",
        f"3800 {ANNA_WINS}",
    ]


def test_every_game_06_at_once_there_is_no_cue_to_wait_for():
    assert after(match_of_two(), call(3100, "Anna", "cat")) == [f"3100 {ANNA_WINS}"]


def test_every_game_22_the_start_set_in_play_counts_from_the_next_card_on():
    change = event(3100, "option", name="start", value="after-cue")
    more = [change, call(3500, "Anna", "cat"), deal(5000), call(5200, "Anna", "cat")]
    assert after(match_of_two(), *more) == [
        f"3500 {ANNA_WINS}",
        "5200 void player=Anna says=cat why=before-cue",
    ]


@pytest.mark.parametrize(
    ("at", "expected"), [(3999, "void player=Anna says=cat why=before-cue"), (4000, ANNA_WINS)]
)
def test_every_game_06_the_others_wait_for_a_head_start(at, expected):
    parts = with_options(match_of_two(), head_start_ms={"Vera": 1000})
    assert after(parts, call(at, "Anna", "cat")) == [f"{at} {expected}"]


def test_every_game_06_a_head_start_counts_from_the_cue():
    parts = with_options(match_of_two(), head_start_ms={"Vera": 1000}, start="after-cue")
    more = [event(3500, "cue"), call(3600, "Vera", "fox"), call(4400, None, "cat")]
    assert after(parts, *more) == [
        "3600 won player=Vera from=Anna cards=1",
        "4400 void player=null says=cat why=beaten",
    ]


def test_every_game_21_two_with_the_same_head_start_do_not_wait_for_each_other():
    parts = with_options(match_of_two(), head_start_ms={"Vera": 1000, "Anna": 1000})
    assert after(parts, call(3300, "Anna", "cat")) == [f"3300 {ANNA_WINS}"]


# 7. Evidence. (Snap's mistakes are the real case.)


def test_every_game_07_a_doubtful_wrong_word_costs_no_try():
    parts = with_options(match_of_two(), one_try=True)
    more = [call(5000, "Anna", "owl", confidence=0.79), call(6000, "Anna", "cat")]
    assert after(parts, *more)[1:] == [f"6000 {ANNA_WINS}"]


def test_every_game_07_winning_needs_little_evidence():
    more = [call(5000, "Anna", "cat", confidence=0.2)]
    assert after(match_of_two(), *more) == [f"5000 {ANNA_WINS}"]


# 8. Undo.


def test_every_game_08_undo_takes_a_win_back_and_later_cards_stay():
    more = [
        call(5000, "Anna", "cat"),
        deal(6000),
        deal(7000),
        event(8000, "undo"),
        call(8500, "Vera", "fox"),
        event(9000, "end"),
    ]
    lines = rulings(*match_of_two(), *more)
    assert lines[-1]["counts"] == {"Anna": 2, "Ben": 1, "Vera": 1, "Greg": 1}
    undone = next(line for line in lines if line["ruling"] == "undone")
    assert undone == {"at": 8000, "ruling": "undone", "taken_back": "won"}


def test_every_game_08_the_undone_exposure_is_closed():
    more = [call(5000, "Anna", "cat"), event(6000, "undo"), call(7000, "Vera", "fox")]
    assert after(match_of_two(), *more)[1:] == [
        "6000 undone taken_back=won",
        "7000 void player=Vera says=fox why=called-off",
    ]


def test_every_game_08_undo_takes_a_tie_back():
    more = [call(5000, "Anna", "cat"), call(5010, "Vera", "fox"), event(6000, "undo")]
    assert after(match_of_two(), *more)[1:] == ["6000 undone taken_back=tied"]


def test_every_game_08_undo_goes_back_one_by_one_until_nothing_is_left():
    parts = [setup("7H 7S 9C 9D"), *(deal(at) for at in (1000, 2000))]
    more = [
        call(2500, "Anna", "owl"),
        deal(3000),
        deal(4000),
        call(4500, "Greg", "cat"),
        *(event(at, "undo") for at in (6000, 7000, 8000)),
        event(9000, "end"),
    ]
    lines = rulings(*parts, *more)
    assert [line["ruling"] for line in lines[-4:]] == ["undone", "undone", "refused", "over"]
    assert lines[-2] == {"at": 8000, "ruling": "refused", "why": "nothing-to-undo"}
    assert set(lines[-1]["counts"].values()) == {1}


def test_every_game_08_undo_inside_the_tie_window_takes_that_win_back():
    more = [call(5000, "Anna", "cat"), event(5030, "undo")]
    assert after(match_of_two(), *more) == [f"5000 {ANNA_WINS}", "5030 undone taken_back=won"]


# 9. The pause is the table's; rulings do not depend on it. 10. The end.


def test_every_game_09_no_ruling_depends_on_the_pause():
    more = [call(5000, "Anna", "cat"), deal(5100), event(9000, "end")]
    slow = with_options(match_of_two(), pause_ms=60_000)
    assert rulings(*slow, *more) == rulings(*match_of_two(), *more)


def test_every_game_10_after_the_end_all_but_undo_is_refused():
    more = [
        call(5000, "Anna", "cat"),
        event(6000, "end"),
        deal(7000),
        call(7100, "Vera", "fox"),
        event(7200, "unclear"),
        event(7300, "end"),
        event(7400, "undo"),
    ]
    lines = rulings(*match_of_two(), *more)
    assert lines[4:] == [
        {"at": 7000, "ruling": "refused", "why": "finished"},
        {"at": 7100, "ruling": "refused", "player": "Vera", "why": "finished"},
        {"at": 7200, "ruling": "refused", "why": "finished"},
        {"at": 7300, "ruling": "refused", "why": "finished"},
        {"at": 7400, "ruling": "undone", "taken_back": "won"},
        {
            "at": 6000,
            "ruling": "over",
            "winners": ["Anna", "Ben", "Vera"],
            "counts": {"Anna": 1, "Ben": 1, "Vera": 1, "Greg": 0},
            "finished": True,
        },
    ]


def test_every_game_10_the_end_settles_an_open_window_first():
    more = [call(5000, "Anna", "cat"), event(5010, "end"), call(5020, "Vera", "fox")]
    assert after(match_of_two(), *more) == [
        f"5000 {ANNA_WINS}",
        "5020 refused player=Vera why=finished",
    ]


def test_every_game_10_a_file_that_stops_settles_but_has_no_winners():
    lines = rulings(*match_of_two(), call(5000, "Anna", "cat"))
    assert lines[-2:] == [
        {"at": 5000, "ruling": "won", "player": "Anna", "from": ["Vera"], "cards": 1},
        {
            "at": 5000,
            "ruling": "over",
            "winners": [],
            "counts": {"Anna": 2, "Ben": 1, "Vera": 0, "Greg": 0},
            "finished": False,
        },
    ]


# 11. Nothing gives a match away.


def test_every_game_11_the_referee_asks_again_with_or_without_a_match():
    without = [setup("7H 2S"), deal(1000), deal(2000), event(2500, "unclear")]
    assert after(without) == ["2500 again"]
    assert after(without, event(2800, "unclear")) == ["2500 again"]


# 12. No race.


def test_every_game_12_without_a_race_only_the_owner_of_the_card_answers():
    parts = with_options(match_of_two(), race=False)
    more = [call(3100, "Anna", "cat"), call(20_000, "Vera", "fox"), deal(30_000)]
    assert after(parts, *more) == [
        "3100 void player=Anna says=cat why=bystander",
        "20000 won player=Vera from=Anna cards=1",
    ]


def test_every_game_12_without_a_race_the_word_alone_tells_the_owner():
    parts = with_options(match_of_three(), race=False)
    assert after(parts, call(5000, None, "owl")) == [
        "5000 won player=Vera from=Ben cards=1 presumed=true"
    ]
    assert after(parts, call(5000, None, "cat")) == ["5000 void player=null says=cat why=bystander"]


# House lines that settle what the above leave open.


def test_every_game_13_what_is_said_behind_a_question_waits_for_the_answer():
    more = [
        call(5000, None, "owl"),
        event(5500, "undo"),
        event(7000, "caller", by="Anna"),
    ]
    assert after(match_of_three(), *more)[1:] == [
        "5000 won player=Anna from=Ben cards=1",
        "5500 undone taken_back=won",
    ]


def test_every_game_14_a_call_in_the_window_is_asked_about_before_it_can_tie():
    more = [
        call(5000, "Anna", "owl"),
        call(5030, None, "fox"),
        event(7000, "caller", by="Vera"),
    ]
    assert after(match_of_three(), *more) == [
        "5000 who-called says=fox candidates=Vera,Ben",
        "5000 tied players=Vera,Anna",
    ]


def test_every_game_15_nothing_is_asked_again_once_all_is_settled():
    more = [call(5000, "Anna", "cat"), event(5500, "unclear")]
    assert after(match_of_two(), *more) == [f"5000 {ANNA_WINS}"]


def test_every_game_15_nor_before_the_cue_or_the_first_card():
    parts = with_options(match_of_two(), start="after-cue")
    assert after(parts, event(500, "unclear") | {"at": 3100}) == []
    assert after([setup("7H")], event(500, "unclear")) == []


def test_every_game_16_a_fault_calls_every_open_match_off():
    cards = "7H 9S 7C 9D 2C"
    parts = [setup(cards), *(deal(at) for at in (1000, 2000, 3000, 4000))]
    more = [event(4500, "call-off"), call(5000, "Anna", "cat"), call(5500, "Ben", "wolf")]
    assert [line.split("why=")[1] for line in after(parts, *more)] == ["called-off"] * 2


def test_every_game_17_an_open_question_outlives_the_file():
    more = [call(5000, None, "owl"), call(5500, "Vera", "fox")]
    assert after(match_of_three(), *more) == ["5000 who-called says=owl candidates=Vera,Anna"]


def test_every_game_17_a_doubt_does_not():
    more = [event(5000, "unclear"), call(5400, "Anna", "cat")]
    assert after(match_of_two(), *more) == ["5000 again", f"5400 {ANNA_WINS}"]


def test_every_game_18_a_player_leaves():
    more = [
        event(5000, "leave", by="Vera"),
        call(5500, "Anna", "cat"),
        call(5600, "Vera", "fox"),
        deal(6000),
        deal(7000),
        deal(8000),
        deal(9000),
        event(9500, "leave", by="Vera"),
        event(10_000, "end"),
    ]
    lines = rulings(*match_of_two(), *more)
    assert [line.get("why") for line in lines[3:5]] == ["no-match"] * 2
    dealt = [line["player"] for line in lines if line["ruling"] == "dealt"]
    assert dealt == ["Anna", "Ben", "Vera", "Greg", "Anna", "Ben"]
    assert lines[-2] == {"at": 9000, "ruling": "refused", "player": "Greg", "why": "no-card"}
    assert lines[-1]["counts"] == {"Anna": 2, "Ben": 2, "Vera": 1, "Greg": 1}
    assert lines[-1]["winners"] == ["Anna", "Ben"]


def test_every_game_18_who_has_left_does_not_win():
    more = [event(5000, "leave", by="Anna"), event(9000, "end")]
    parts = [setup("7H 2S 7C KD 9C"), *(deal(at * 500) for at in range(1, 6))]
    over = rulings(*parts, *more)[-1]
    assert over["counts"]["Anna"] == 2
    assert over["winners"] == ["Ben", "Vera", "Greg"]


def test_every_game_18_nobody_is_left_to_be_dealt_a_card():
    parts = [setup("7H 2S", players=2), event(100, "leave", by="Anna")]
    more = [event(200, "leave", by="Ben"), deal(1000), event(2000, "end")]
    lines = rulings(*parts, *more)
    assert lines[0] == {"at": 1000, "ruling": "refused", "why": "no-card"}
    assert lines[1]["winners"] == []


def test_every_game_19_a_round_is_counted_before_the_next():
    more = [
        call(5000, "Anna", "cat"),
        event(5030, "round", dealer="Anna", deck=["2C", "3C"]),
        deal(6000),
        event(6500, "undo"),
        event(7000, "end"),
    ]
    lines = rulings(*match_of_two(), *more)[3:]
    assert lines == [
        {"at": 5000, "ruling": "won", "player": "Anna", "from": ["Vera"], "cards": 1},
        {
            "at": 5030,
            "ruling": "round-over",
            "winners": ["Anna"],
            "counts": {"Anna": 2, "Ben": 1, "Vera": 0, "Greg": 0},
        },
        {"at": 6000, "ruling": "dealt", "player": "Ben", "card": "2C", "matches": []},
        {"at": 6500, "ruling": "refused", "why": "nothing-to-undo"},
        {
            "at": 7000,
            "ruling": "over",
            "winners": ["Ben"],
            "counts": {"Anna": 0, "Ben": 1, "Vera": 0, "Greg": 0},
            "finished": True,
        },
    ]


@pytest.mark.parametrize("by", ["Anna", "Vera"])
def test_every_game_21_everyone_waits_for_the_greatest_head_start(by):
    parts = with_options(match_of_two(), head_start_ms={"Greg": 1000, "Ben": 300, by: 100})
    says = {"Anna": "cat", "Vera": "fox"}[by]
    early, due = after(parts, call(3999, by, says), call(4000, by, says))
    assert "before-cue" in early and "won" in due


def test_every_game_21_without_a_race_a_head_start_does_not_count():
    parts = with_options(match_of_two(), race=False, head_start_ms={"Anna": 5000})
    assert after(parts, call(3100, "Vera", "fox")) == ["3100 won player=Vera from=Anna cards=1"]


def test_every_game_22_what_is_fixed_cannot_be_set_in_play():
    change = event(500, "option", name="responses", value="noises")
    fault = journal(setup("7H"), change).fault
    assert fault is not None and "chosen before the game" in fault.reason


def test_every_game_23_a_refusal_names_the_player_of_the_event():
    more = [event(100, "end"), event(200, "leave", by="Ben"), event(300, "cue")]
    assert after([setup("7H")], *more) == [
        "200 refused player=Ben why=finished",
        "300 refused why=finished",
    ]


def test_every_game_23_what_the_set_up_cannot_mean_is_a_bad_line():
    for parts in ([setup(None), deal(1, "7H"), deal(2, "7H")], [setup("2C"), deal(1, "7H")]):
        assert journal(*parts).fault is not None


def test_every_game_18_the_top_of_who_has_left_matches_nothing():
    more = [event(5000, "leave", by="Anna"), deal(6000), deal(7000)]
    parts = [setup("7H 2S 3C 7D 9C"), *(deal(at) for at in (1000, 2000, 3000))]
    assert [line["matches"] for line in rulings(*parts, *more)[:5]] == [[], [], [], [], []]


def test_every_game_21_a_presumed_caller_waits_as_well():
    parts = with_options(match_of_two(), head_start_ms={"Vera": 1000})
    more = [call(3500, None, "cat"), call(3600, None, "fox")]
    assert after(parts, *more) == [
        "3500 void player=null says=cat why=before-cue",
        "3600 won player=Vera from=Anna cards=1 presumed=true",
    ]


def test_every_game_08_cards_dealt_since_lie_on_top_of_what_comes_back():
    parts = [setup("7H 7S 9C 2C", 2), deal(1000), deal(2000)]
    more = [call(2500, "Anna", "owl"), deal(3000), deal(4000), event(5000, "undo")]
    read = journal(*parts, *more)
    game = by_name("animals")
    state = game.start(read.setup).state
    for each in read.events:
        state = game.step(state, each).state
    assert [(player.top, player.cards) for player in game.view(state).players] == [
        ("9C", 2),
        ("2C", 2),
    ]


@pytest.mark.parametrize(
    ("tie_ms", "expected"),
    [
        (None, "4000 won player=Anna from=Vera cards=1 presumed=true"),
        (250, "4000 tied players=Vera,Anna"),
    ],
)
def test_every_game_24_without_a_microphone_each_nobody_is_told_apart_so_well(tie_ms, expected):
    shared = [event(3500, "option", name="tie_ms", value=tie_ms)] if tie_ms else []
    more = [call(4000, None, "cat"), call(4200, None, "fox")]
    assert after(match_of_two(), *shared, *more)[0] == expected
