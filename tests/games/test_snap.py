"""The lines of "Snap" in docs/rulings.md; each test bears its line's number.

Further down, the lines of "Every game" where Snap makes something of its own of them.
"""

from __future__ import annotations

import pytest
from journals import after, call, event, journal, lines, rulings, snap, told, turn, turns

from voicegm.games import by_name, read_setup
from voicegm.games.events import event_from_json
from voicegm.games.game import SetupError
from voicegm.games.replay import read_journal

GAME = by_name("snap")
SNAP, POT = "snap", "snap-pot"


def match_of_two(**options):
    """Ben's seven equals Anna's from 2000 on; Cara is next."""
    hands = {"Anna": "7H 2C 3D", "Ben": "7S 9D 4H", "Cara": "KD 9C 5H"}
    return [snap(hands, options=options), *turns(1000, 2000)]


def no_match(**options):
    """Ben has just turned a three, Anna shows a seven; Cara is next."""
    hands = {"Anna": "7H 2C 2D", "Ben": "3S 9D 4H", "Cara": "KD 9C 5H"}
    return [snap(hands, options=options), *turns(1000, 2000)]


def match_of_three(**options):
    """Cara's seven equals Anna's and Ben's from 6000 on; Anna's pile is the older one of two."""
    hands = {"Anna": "2C 7H 8C 3H", "Ben": "3C 7S 8D 2H", "Cara": "4C 7D KD 5S"}
    return [snap(hands, options=options), *turns(*range(1000, 7000, 1000))]


def with_pot(**options):
    """A pot of two sevens since 2000, and from 4000 on Anna's seven equals it; Ben is next."""
    hands = {"Anna": "7H 7C 8C", "Ben": "7S 8D 7D", "Cara": "4C KD 5S"}
    calls = [call(2500, "Anna", SNAP), call(2510, "Ben", SNAP)]
    return [snap(hands, options=options), *turns(1000, 2000), *calls, *turns(3000, 4000)]


def pot_and_pile(**options):
    """From 6000 on Cara's seven equals Anna's and a pot of two sevens; Anna is next."""
    hands = {"Anna": "7H 7C 8C", "Ben": "7S 8D 2D", "Cara": "4C 7D 5S"}
    calls = [call(2500, "Anna", SNAP), call(2510, "Ben", SNAP)]
    more = turns(*range(3000, 7000, 1000))
    return [snap(hands, options=options), *turns(1000, 2000), *calls, *more]


def state_of(*parts):
    """The game after these events."""
    read = journal(*parts)
    assert read.fault is None, read.fault
    state = GAME.start(read.setup).state
    for each in read.events:
        state = GAME.step(state, each).state
    return GAME.finish(state).state


def piles(*parts):
    """Each player's face-down cards, the next first, and the face-up pile, the top last."""
    table = state_of(*parts).table
    return {
        name: (" ".join(map(str, table.down[seat])), " ".join(map(str, table.up[seat])))
        for seat, name in enumerate(table.setup.names)
    }


def pots(*parts):
    return [" ".join(map(str, pot)) for pot in state_of(*parts).table.pots]


def over(*parts):
    return rulings(*parts)[-1]


def kinds(*parts):
    return [line["ruling"] for line in rulings(*parts)]


# 1. Dealing and turning.


def test_snap_01_the_deck_is_dealt_out_and_the_first_card_lies_at_the_bottom():
    deck = ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    parts = snap(names=["Anna", "Ben", "Cara"], deck=deck, dealer="Anna")
    assert piles(parts) == {"Anna": ("7C 4C", ""), "Ben": ("8C 5C 2C", ""), "Cara": ("6C 3C", "")}


def test_snap_01_the_whole_deck_is_dealt_as_evenly_as_possible():
    for count in range(2, 13):
        names = [f"Player {number}" for number in range(count)]
        sizes = [len(down.split()) for down, _ in piles(snap(names=names, seed=4)).values()]
        assert sum(sizes) == 52 and max(sizes) - min(sizes) <= 1


def test_snap_01_dealers_left_starts_and_play_goes_clockwise():
    parts = [{**no_match()[0], "dealer": "Anna"}, *turns(1000, 2000, 3000, 4000)]
    assert [line["player"] for line in rulings(*parts)[:4]] == ["Ben", "Cara", "Anna", "Ben"]


def test_snap_01_the_top_face_down_card_goes_onto_the_face_up_pile():
    assert piles(*no_match(), *turns(3000, 4000))["Anna"] == ("2D", "7H 2C")


def test_snap_01_written_hands_are_in_turning_order():
    lines = rulings(*no_match(), *turns(3000, 4000))
    assert [line["card"] for line in lines[:4]] == ["7H", "3S", "KD", "2C"]


@pytest.mark.parametrize("count", [1, 13])
def test_snap_01_two_to_twelve_play(count):
    with pytest.raises(SetupError, match="2 to 12 players"):
        read_setup(snap(names=[f"Player {number}" for number in range(count)], seed=1))


# 2. Winning.


@pytest.mark.parametrize("by", ["Anna", "Ben", "Cara"])
def test_snap_02_the_first_to_call_wins_both_piles_whoever_it_is(by):
    assert after(match_of_two(), call(2500, by, SNAP)) == [
        f"2500 won player={by} from=Ben,Anna cards=2"
    ]


def test_snap_02_won_piles_go_to_the_bottom_flipped_the_turned_one_first():
    won = piles(*match_of_three(), call(6500, "Ben", SNAP))
    assert won["Ben"] == ("8D 2H 4C 7D 2C 7H 3C 7S", "")
    assert won["Anna"] == ("8C 3H", "") and won["Cara"] == ("KD 5S", "")


def test_snap_02_of_several_equal_piles_all_go():
    assert after(match_of_three(), call(6500, "Ben", SNAP)) == [
        "6500 won player=Ben from=Cara,Anna,Ben cards=6"
    ]


def test_snap_02_or_only_the_nearest_clockwise():
    parts = match_of_three(several="nearest")
    assert told(*parts, deals=True)[-1].endswith("matches=Anna,Ben pots=-")
    assert after(parts, call(6500, "Ben", SNAP)) == ["6500 won player=Ben from=Cara,Anna cards=4"]
    assert piles(*parts, call(6500, "Ben", SNAP))["Ben"] == ("8D 2H 4C 7D 2C 7H", "3C 7S")


def test_snap_02_the_turners_left_is_next_whoever_won():
    lines = rulings(*match_of_two(), call(2500, "Anna", SNAP), *turns(3000))
    assert lines[3]["player"] == "Cara"


def test_snap_02_a_card_on_its_owners_equal_card_is_no_match():
    hands = {"Anna": "7H 7S 2C", "Ben": "3C 4C 5C"}
    parts = [snap(hands), *turns(1000, 2000, 3000)]
    assert rulings(*parts)[2]["matches"] == []
    assert after(parts, call(3500, "Ben", SNAP)) == ["3500 mistake player=Ben to=Anna given=1"]


# 3. How long a match lasts.


def test_snap_03_a_match_can_be_won_until_the_next_card():
    assert after(match_of_two(), call(60_000, "Cara", SNAP), turn(60_000)) == [
        "60000 won player=Cara from=Ben,Anna cards=2"
    ]


@pytest.mark.parametrize("says", [SNAP, POT])
def test_snap_03_later_calls_are_too_late_and_free(says):
    more = [turn(3000), call(3001, "Ben", says), call(3500, "Anna", says)]
    assert after(match_of_two(), *more) == [
        f"3001 void player=Ben says={says} why=too-late",
        f"3500 void player=Anna says={says} why=too-late",
    ]


def test_snap_03_once_a_top_is_covered_a_call_is_a_mistake():
    more = [*turns(3000, 4000), call(4500, "Ben", SNAP)]
    assert after(match_of_two(), *more) == ["4500 mistake player=Ben to=Anna given=1"]


def test_snap_03_a_pot_that_was_not_called_is_too_late_as_well():
    more = [turn(5000), call(5500, "Cara", POT)]
    assert after(with_pot(), *more)[1:] == ["5500 void player=Cara says=snap-pot why=too-late"]


# 4. Ties.


def test_snap_04_a_tie_puts_the_equal_piles_in_the_middle():
    more = [call(2500, "Cara", SNAP), call(2560, "Anna", SNAP)]
    assert after(match_of_two(), *more) == ["2500 tied players=Cara,Anna pot=7"]
    assert pots(*match_of_two(), *more) == ["7S 7H"]
    assert piles(*match_of_two(), *more) == {
        "Anna": ("2C 3D", ""),
        "Ben": ("9D 4H", ""),
        "Cara": ("KD 9C 5H", ""),
    }


def test_snap_04_one_of_the_equal_cards_is_on_top_and_the_rest_in_the_order_of_winning():
    more = [call(6500, "Cara", SNAP), call(6510, "Anna", SNAP)]
    assert pots(*match_of_three(), *more) == ["4C 7D 2C 7H 3C 7S"]


def test_snap_04_play_goes_on_where_it_left_off():
    more = [call(2500, "Cara", SNAP), call(2560, "Anna", SNAP), *turns(3000, 4000)]
    lines = rulings(*match_of_two(), *more)
    assert [line["player"] for line in lines[3:5]] == ["Cara", "Anna"]


def test_snap_04_three_callers_the_same():
    more = [call(6500 + 30 * nth, by, SNAP) for nth, by in enumerate(("Ben", "Cara", "Anna"))]
    assert after(match_of_three(), *more) == ["6500 tied players=Cara,Anna,Ben pot=7"]


@pytest.mark.parametrize("says", [(SNAP, POT), (POT, SNAP), (SNAP, SNAP)])
def test_snap_04_both_calls_together_are_a_tie_of_all_equal_piles(says):
    calls = [call(6500, "Anna", says[0]), call(6530, "Ben", says[1])]
    assert after(pot_and_pile(), *calls)[1] == "6500 tied players=Anna,Ben pot=7"
    assert pots(*pot_and_pile(), *calls) == ["7S 7H 4C 7D 7C"]


def second_tie(**options):
    """A tie of twos after one of sevens."""
    hands = {"Anna": "7H 2C 8C", "Ben": "7S 2D 9C", "Cara": "4C 2H 9D"}
    return [
        snap(hands, options=options),
        *turns(1000, 2000),
        *(call(2500 + nth, by, SNAP) for nth, by in enumerate(("Anna", "Ben"))),
        *turns(3000, 4000, 5000),
        *(call(5500 + nth, by, SNAP) for nth, by in enumerate(("Anna", "Ben"))),
    ]


def test_snap_04_a_tie_at_another_rank_makes_a_second_pot():
    assert after(second_tie()) == [
        "2500 tied players=Ben,Anna pot=7",
        "5500 tied players=Ben,Anna pot=2",
    ]
    assert pots(*second_tie()) == ["7S 7H", "2D 2C"]
    assert over(*second_tie())["pots"] == {"7": 2, "2": 2}


def test_snap_04_or_goes_onto_the_one_pot():
    assert pots(*second_tie(pots="merge")) == ["7S 7H 2D 2C"]
    assert over(*second_tie(pots="merge"))["pots"] == {"2": 4}
    more = [turn(6000), call(6500, "Ben", POT)]
    assert after(second_tie(pots="merge"), *more)[-1] == "6500 won player=Ben from=Cara,pot cards=6"


def test_snap_04_one_player_alone_is_no_tie():
    more = [call(2500, "Cara", SNAP), call(2510, "Cara", SNAP)]
    assert after(match_of_two(), *more) == [
        "2500 won player=Cara from=Ben,Anna cards=2",
        "2510 void player=Cara says=snap why=beaten",
    ]


# 5. The pot.


def test_snap_05_the_turned_card_tells_the_pots_that_it_matches():
    line = rulings(*with_pot())[-2]
    assert (line["matches"], line["pots"]) == ([], ["7"])


def test_snap_05_the_first_to_call_snap_pot_wins_the_pot_and_the_turned_pile():
    won = call(4500, "Cara", POT)
    assert after(with_pot(), won)[1:] == ["4500 won player=Cara from=Anna,pot cards=3"]
    assert piles(*with_pot(), won)["Cara"] == ("KD 5S 7C 7S 7H", "4C")
    assert pots(*with_pot(), won) == []


def test_snap_05_a_tie_there_adds_the_pile_to_the_pot():
    tie = [call(4500, "Cara", POT), call(4560, "Ben", POT)]
    assert after(with_pot(), *tie)[1:] == ["4500 tied players=Ben,Cara pot=7"]
    assert pots(*with_pot(), *tie) == ["7S 7H 7C"]
    assert piles(*with_pot(), *tie)["Anna"] == ("8C", "")


def test_snap_05_a_pot_and_a_pile_are_decided_by_the_first_call():
    line = rulings(*pot_and_pile())[-2]
    assert (line["matches"], line["pots"]) == (["Anna"], ["7"])
    snapped = [call(6500, "Ben", SNAP), call(6700, "Anna", POT)]
    assert after(pot_and_pile(), *snapped)[1:] == [
        "6500 won player=Ben from=Cara,Anna cards=3",
        "6700 void player=Anna says=snap-pot why=beaten",
    ]
    assert pots(*pot_and_pile(), *snapped) == ["7S 7H"]
    potted = [call(6500, "Ben", POT), call(6700, "Anna", SNAP)]
    assert after(pot_and_pile(), *potted)[1] == "6500 won player=Ben from=Cara,pot cards=4"
    assert piles(*pot_and_pile(), *potted)["Anna"] == ("8C", "7C")


def test_snap_05_the_wrong_one_of_the_calls_is_prompted_and_free():
    assert after(with_pot(), call(4500, "Cara", SNAP), call(4700, "Cara", POT))[1:] == [
        "4500 void player=Cara says=snap why=wrong-word",
        "4700 won player=Cara from=Anna,pot cards=3",
    ]
    assert after(match_of_two(), call(2500, "Cara", POT), call(2600, "Cara", SNAP)) == [
        "2500 void player=Cara says=snap-pot why=wrong-word",
        "2600 won player=Cara from=Ben,Anna cards=2",
    ]


def test_snap_05_or_a_mistake_when_it_is_strict():
    more = [call(4500, "Cara", SNAP), call(4600, "Cara", SNAP), call(4700, "Cara", POT)]
    assert after(with_pot(strict=True), *more)[1:] == [
        "4500 mistake player=Cara to=Anna given=1",
        "4600 void player=Cara says=snap why=wrong-word",
        "4700 won player=Cara from=Anna,pot cards=3",
    ]
    assert after(match_of_two(strict=True), call(2500, "Ben", POT)) == [
        "2500 mistake player=Ben to=Anna given=1"
    ]


def test_snap_05_strict_or_not_a_wrong_call_in_the_window_of_a_right_one_is_free():
    more = [call(2500, "Anna", SNAP), call(2530, "Cara", POT), call(2700, "Ben", POT)]
    assert [line.split("why=")[1] for line in after(match_of_two(strict=True), *more)[1:]] == [
        "beaten",
        "beaten",
    ]
    assert [line.split("why=")[1] for line in after(match_of_two(), *more)[1:]] == [
        "wrong-word",
        "beaten",
    ]


# 6. Mistakes.


def test_snap_06_the_top_face_down_card_goes_to_the_bottom_of_who_just_played():
    more = call(2500, "Cara", SNAP)
    assert after(no_match(), more) == ["2500 mistake player=Cara to=Ben given=1"]
    assert piles(*no_match(), more) == {
        "Anna": ("2C 2D", "7H"),
        "Ben": ("9D 4H KD", "3S"),
        "Cara": ("9C 5H", ""),
    }


def test_snap_06_the_card_is_not_shown():
    line = rulings(*no_match(), call(2500, "Cara", SNAP))[2]
    assert line == {"at": 2500, "ruling": "mistake", "player": "Cara", "to": "Ben", "given": 1}


def test_snap_06_made_by_who_just_played_it_goes_to_the_right():
    assert after(no_match(), call(2500, "Ben", POT)) == ["2500 mistake player=Ben to=Anna given=1"]
    more = [turn(3000), turn(4000), call(4500, "Anna", SNAP)]
    assert after(no_match(), *more) == ["4500 mistake player=Anna to=Cara given=1"]


def test_snap_06_before_the_first_card_it_goes_to_the_right():
    parts = [no_match()[0], call(500, "Ben", SNAP), call(600, "Anna", SNAP)]
    assert after(parts) == [
        "500 mistake player=Ben to=Anna given=1",
        "600 mistake player=Anna to=Cara given=1",
    ]


def ben_goes_out():
    """Ben has just turned his last card, which Anna has won."""
    hands = {"Anna": "7H 2C 3D", "Ben": "7S", "Cara": "KD 9C", "Dan": "2S 5D"}
    return [snap(hands), *turns(1000, 2000), call(2500, "Anna", SNAP)]


def test_snap_06_when_the_receiver_is_out_it_goes_to_the_next_in_on_the_callers_right():
    for by, to in (("Cara", "Anna"), ("Dan", "Cara"), ("Anna", "Dan")):
        mistake = call(9000, by, SNAP)
        assert after(ben_goes_out(), mistake)[-1] == f"9000 mistake player={by} to={to} given=1"


def test_snap_06_a_caller_without_face_down_cards_gives_nothing():
    hands = {"Anna": "7H", "Ben": "3S 4S", "Cara": "KD 5D"}
    parts = [snap(hands), turn(1000), call(1500, "Anna", SNAP)]
    assert after(parts) == ["1500 mistake player=Anna to=Cara given=0"]
    assert piles(*parts)["Anna"] == ("", "7H")


def test_snap_06_no_penalty():
    parts = [*no_match(penalty="none"), call(2500, "Cara", SNAP)]
    assert after(parts) == ["2500 mistake player=Cara to=Ben given=0"]
    assert piles(*parts) == piles(*no_match())


def test_snap_06_whoever_gives_the_last_card_is_out():
    hands = {"Anna": "7H 4H", "Ben": "3S 4S", "Cara": "KD"}
    parts = [snap(hands), turn(1000), call(1500, "Cara", SNAP), *turns(2000, 3000)]
    assert told(*parts, deals=True)[1:] == [
        "1500 mistake player=Cara to=Anna given=1",
        "1500 out player=Cara",
        "2000 turned player=Ben card=3S matches=- pots=-",
        "3000 turned player=Anna card=4H matches=- pots=-",
    ]


# 7. Beaten and early.


@pytest.mark.parametrize("by", ["Anna", "Ben", "Cara"])
def test_snap_07_a_call_soon_after_the_winning_one_is_beaten_the_winners_own_included(by):
    more = [call(2500, "Cara", SNAP), call(4000, by, SNAP)]
    assert after(match_of_two(), *more)[1:] == [f"4000 void player={by} says=snap why=beaten"]


def test_snap_07_later_it_is_a_mistake():
    more = [call(2500, "Cara", SNAP), call(4001, "Anna", SNAP)]
    assert after(match_of_two(), *more)[1:] == ["4001 mistake player=Anna to=Ben given=1"]
    more = [call(2500, "Cara", SNAP), call(3001, "Anna", SNAP)]
    assert after(match_of_two(beaten_ms=500), *more)[1:] == [
        "3001 mistake player=Anna to=Ben given=1"
    ]


def test_snap_07_also_when_another_card_has_come():
    more = [call(2500, "Cara", SNAP), turn(2700), call(3900, "Anna", SNAP)]
    assert after(match_of_two(), *more)[1:] == ["3900 void player=Anna says=snap why=beaten"]


def test_snap_07_a_new_match_within_that_time_is_won_all_the_same():
    hands = {"Anna": "7H 2C 3D", "Ben": "7S 9D 4H", "Cara": "KD 9C 5H", "Dan": "KS 2D"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Anna", SNAP), *turns(2600, 2900)]
    assert after(parts, call(3100, "Anna", SNAP))[1:] == [
        "3100 won player=Anna from=Dan,Cara cards=2"
    ]


def test_snap_07_a_call_before_the_card_is_early_and_a_mistake():
    parts = [match_of_two()[0], turn(1000), call(1990, "Cara", SNAP), turn(2000)]
    assert after(parts) == ["1990 mistake player=Cara to=Anna given=1"]


REAL = [snap(names=["Anna", "Ben", "Cara"], deck=None), turn(1000, "7H")]


def test_snap_07_with_real_cards_a_call_before_the_card_is_read_is_held_for_it():
    more = [call(1900, "Cara", SNAP), turn(2000, "7S"), call(2300, "Anna", SNAP)]
    assert after(REAL, *more) == [
        "2000 won player=Cara from=Ben,Anna cards=2",
        "2300 void player=Anna says=snap why=beaten",
    ]
    tie = [call(1900, "Cara", SNAP), call(1950, "Anna", SNAP), turn(2000, "7S")]
    assert after(REAL, *tie) == ["2000 tied players=Cara,Anna pot=7"]


def test_snap_18_and_is_a_mistake_when_it_does_not_match():
    more = [call(1900, "Cara", SNAP), turn(2000, "8S")]
    assert after(REAL, *more) == ["2000 mistake player=Cara to=Ben given=1"]


# 8. Piles that are used up.


def test_snap_08_the_face_up_pile_is_turned_over_and_its_top_shows_no_longer():
    hands = {"Anna": "7H 8H", "Ben": "3S 4S 8D 7D"}
    parts = [snap(hands), *turns(*range(1000, 6000, 1000))]
    assert piles(*parts)["Anna"] == ("8H", "7H")
    line = rulings(*parts)[4]
    assert (line["card"], line["matches"]) == ("7H", [])
    assert rulings(*parts, turn(6000))[5]["matches"] == []


def test_snap_08_turning_it_again_is_a_new_exposure():
    hands = {"Anna": "7H", "Ben": "3S 7D"}
    parts = [snap(hands), *turns(1000, 2000, 3000, 4000, 5000)]
    assert [line.get("matches") for line in rulings(*parts)[:5]] == [[], [], [], ["Anna"], ["Ben"]]
    more = [call(5500, "Ben", SNAP)]
    assert after(parts, *more)[0] == "5500 won player=Ben from=Anna,Ben cards=3"


def test_snap_08_who_has_no_cards_is_out_and_skipped():
    parts = [*ben_goes_out(), *turns(3000, 4000, 5000, 6000)]
    lines = rulings(*parts)
    assert lines[3] == {"at": 2500, "ruling": "out", "player": "Ben"}
    assert [line["player"] for line in lines[4:8]] == ["Cara", "Dan", "Anna", "Cara"]
    assert (
        after(parts, call(9000, "Ben", SNAP))[-1] == "9000 void player=Ben says=snap why=bystander"
    )


def test_snap_08_call_back_in():
    parts = ben_goes_out()
    parts[0]["options"] = {"call_back_in": True}
    more = [turn(4500), call(4600, "Ben", SNAP), *turns(5000, 6000), call(6500, "Ben", SNAP)]
    assert after(parts, *more)[2:] == [
        "4600 mistake player=Ben to=Cara given=0",
        "6500 won player=Ben from=Anna,Dan cards=2",
    ]
    lines = rulings(*parts, *more, *turns(7000, 8000))
    assert [line["player"] for line in lines[-3:-1]] == ["Ben", "Cara"]


def test_snap_08_who_came_back_in_may_go_out_again():
    hands = {"Anna": "7H 4C", "Ben": "7S", "Cara": "2D 8C", "Dan": "2S 9C", "Eve": "KD TC"}
    parts = [snap(hands, options={"call_back_in": True}), *turns(1000, 2000)]
    back_in = [call(2500, "Anna", SNAP), *turns(3000, 4000), call(4500, "Ben", SNAP)]
    more = [turn(5000), call(6100, "Ben", SNAP), turn(6500), call(6600, "Ben", SNAP)]
    assert after(parts, *back_in, *more)[1:] == [
        "2500 out player=Ben",
        "4500 won player=Ben from=Dan,Cara cards=2",
        "6100 mistake player=Ben to=Eve given=1",
        "6600 mistake player=Ben to=Anna given=1",
        "6600 out player=Ben",
    ]


# 9. Winning.


def test_snap_09_all_cards_win():
    hands = {"Anna": "7H", "Ben": "7S"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Ben", SNAP), turn(4000)]
    assert rulings(*parts)[2:] == [
        {"at": 2500, "ruling": "won", "player": "Ben", "from": ["Ben", "Anna"], "cards": 2},
        {"at": 2500, "ruling": "out", "player": "Anna"},
        {"at": 4000, "ruling": "refused", "why": "finished"},
        {
            "at": 2500,
            "ruling": "over",
            "winners": ["Ben"],
            "counts": {"Anna": 0, "Ben": 2},
            "pots": {},
            "finished": True,
        },
    ]


def test_snap_09_all_that_are_not_in_a_pot_win_too():
    hands = {"Anna": "TH 7H", "Ben": "TS 7S"}
    tie = [call(2500, "Anna", SNAP), call(2500, "Ben", SNAP)]
    parts = [snap(hands), *turns(1000, 2000), *tie, *turns(3000, 4000), call(4500, "Anna", SNAP)]
    line = over(*parts)
    assert (line["winners"], line["pots"], line["finished"]) == (["Anna"], {"T": 2}, True)
    assert line["counts"] == {"Anna": 2, "Ben": 0}


def test_snap_09_when_every_card_lies_in_pots_all_share():
    hands = {"Anna": "TH", "Ben": "TS"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Anna", SNAP), call(2500, "Ben", SNAP)]
    line = over(*parts)
    assert (line["at"], line["winners"], line["finished"]) == (2500, ["Anna", "Ben"], True)
    assert kinds(*parts) == ["turned", "turned", "tied", "out", "out", "over"]


def test_snap_09_no_rank_can_match_again_and_the_most_cards_win():
    hands = {"Anna": "TH 7H", "Ben": "TS 8S 9S"}
    tie = [call(2500, "Anna", SNAP), call(2500, "Ben", SNAP)]
    parts = [snap(hands), *turns(1000, 2000), *tie, turn(4000)]
    line = over(*parts)
    assert (line["at"], line["winners"], line["finished"]) == (2500, ["Ben"], True)
    assert state_of(*parts).table.decided == "no-rank"


def test_snap_09_a_pot_that_can_still_be_matched_is_no_end():
    hands = {"Anna": "TH 7H", "Ben": "TS 8S TC"}
    tie = [call(2500, "Anna", SNAP), call(2500, "Ben", SNAP)]
    assert not over(snap(hands), *turns(1000, 2000), *tie)["finished"]


def test_snap_09_a_position_comes_back_and_the_most_cards_win():
    hands = {"Anna": "TH 7H", "Ben": "2S 3S 8S"}
    parts = [snap(hands), *turns(*range(1000, 15_000, 1000))]
    lines = rulings(*parts, turn(15_000))
    assert [line["ruling"] for line in lines] == [*["turned"] * 14, "refused", "over"]
    assert (lines[-1]["at"], lines[-1]["winners"]) == (14_000, ["Ben"])
    assert state_of(*parts).table.decided == "came-back"
    assert not over(*parts[:-1])["finished"]


def test_snap_15_a_match_that_nobody_called_keeps_the_game_going():
    hands = {"Anna": "7H", "Ben": "7S"}
    line = over(snap(hands), *turns(*range(1000, 30_000, 1000)))
    assert not line["finished"]


def test_snap_09_players_may_stop_and_the_most_cards_win():
    line = over(*match_of_two(), call(2500, "Cara", SNAP), event(2510, "end"))
    assert (line["winners"], line["finished"]) == (["Cara"], True)
    assert line["counts"] == {"Anna": 2, "Ben": 2, "Cara": 5}
    assert over(*no_match(), event(3000, "end"))["winners"] == ["Anna", "Ben", "Cara"]


# 10 and 19. The card in the middle.


def test_snap_10_the_first_touch_takes_the_place_of_both_calls():
    taps = [call(6500, "Ben", SNAP, via="tap"), call(6501, "Anna", POT, via="key")]
    assert after(pot_by_taps(), *taps)[1:] == [
        "6500 won player=Ben from=Cara,Anna,pot cards=5",
        "6501 void player=Anna says=snap-pot why=beaten",
    ]
    assert piles(*pot_by_taps(), *taps)["Ben"] == ("2D 4C 7D 7C 7S 7H", "8D")


def pot_by_taps():
    return [
        {**part, "via": "tap"} if part.get("event") == "call" else part for part in taps_together()
    ]


def taps_together():
    parts = pot_and_pile(tap_card=True)
    return [{**part, "at": 2500} if part.get("event") == "call" else part for part in parts]


def test_snap_10_a_touch_at_the_wrong_moment_is_a_mistake():
    tap = call(2500, "Cara", SNAP, via="tap")
    assert after(no_match(tap_card=True), tap) == ["2500 mistake player=Cara to=Ben given=1"]


def test_snap_10_talking_is_free():
    for more in ({}, {"via": "voice"}):
        words = [call(2500, "Cara", SNAP, **more), call(2600, "Ben", POT, **more)]
        assert [line.split("why=")[1] for line in after(no_match(tap_card=True), *words)] == [
            "wrong-word",
            "wrong-word",
        ]


def test_snap_10_without_the_card_a_tap_is_a_call_like_any_other():
    assert after(match_of_two(), call(2500, "Cara", SNAP, via="tap"))[0].startswith("2500 won")
    assert after(match_of_two(), call(2500, "Cara", POT, via="key"))[0].endswith("wrong-word")


def test_snap_19_taps_tie_only_within_the_same_millisecond():
    for gap, ruling in ((0, "tied players=Ben,Cara"), (1, "won player=Cara")):
        taps = [call(2500, "Cara", SNAP, via="tap"), call(2500 + gap, "Ben", SNAP, via="tap")]
        assert after(match_of_two(tap_card=True), *taps)[0].startswith(f"2500 {ruling}")


# 11. The order of reasons.


@pytest.mark.parametrize("word", ["fox", "7", "snip", "pass", "snorum"])
def test_snap_11_any_other_word_is_free(word):
    for parts in (no_match(strict=True), match_of_two(strict=True)):
        assert after(parts, call(2500, "Cara", word)) == [
            f"2500 void player=Cara says={word} why=wrong-word"
        ]


def test_snap_11_right_goes_before_beaten_and_beaten_before_the_rest():
    out = [*ben_goes_out(), call(3900, "Ben", SNAP), call(4001, "Ben", SNAP)]
    assert [line.split("why=")[1] for line in after(out)[2:]] == ["beaten", "bystander"]
    off = [call(2500, "Cara", SNAP), event(2600, "undo")]
    more = [call(2700, "Anna", SNAP), call(4100, "Anna", SNAP)]
    assert [line.split("why=")[1] for line in after(match_of_two(), *off, *more)[2:]] == [
        "beaten",
        "called-off",
    ]


# 12. One mistake in an exposure.


def test_snap_12_nobody_pays_twice_for_the_same_card():
    more = [call(2500, "Cara", SNAP), call(2900, "Cara", POT), call(3200, "Anna", SNAP)]
    assert after(no_match(), *more, turn(4000), call(4500, "Anna", SNAP)) == [
        "2500 mistake player=Cara to=Ben given=1",
        "2900 void player=Cara says=snap-pot why=no-match",
        "3200 mistake player=Anna to=Ben given=1",
        "4500 mistake player=Anna to=Cara given=1",
    ]


def test_snap_12_the_time_before_the_first_card_is_an_exposure():
    parts = [no_match()[0], call(500, "Ben", SNAP), call(600, "Ben", SNAP), turn(1000)]
    assert after(parts, call(1500, "Ben", SNAP)) == [
        "500 mistake player=Ben to=Anna given=1",
        "600 void player=Ben says=snap why=no-match",
        "1500 mistake player=Ben to=Anna given=1",
    ]


def test_snap_12_who_was_asked_to_call_does_not_pay_for_it():
    more = [event(2500, "unclear"), call(4000, "Cara", SNAP), call(4500, "Cara", SNAP)]
    assert after(no_match(), *more) == [
        "2500 again",
        "4000 void player=Cara says=snap why=no-match",
        "4500 mistake player=Cara to=Ben given=1",
    ]


# 13. Evidence.


def test_snap_13_the_referee_asks_who_made_a_mistake():
    more = [call(2500, None, SNAP), event(4000, "caller", by="Anna")]
    assert after(no_match(), *more) == [
        "2500 who-called says=snap candidates=Ben,Cara,Anna",
        "2500 mistake player=Anna to=Ben given=1",
    ]


@pytest.mark.parametrize(
    ("answer", "ruling"),
    [
        ("Cara", "mistake player=Cara to=Ben given=1"),
        ("Anna", "mistake player=Anna to=Ben given=1"),
        (None, "void player=Cara says=snap why=unanswered"),
    ],
)
def test_snap_13_a_doubtful_call_is_asked_about_before_it_costs(answer, ruling):
    more = [call(2500, "Cara", SNAP, confidence=0.79), event(4000, "caller", by=answer)]
    assert after(no_match(), *more) == [
        "2500 who-called says=snap candidates=Ben,Cara,Anna",
        f"2500 {ruling}",
    ]


def test_snap_13_enough_evidence_is_not_asked_about():
    more = [call(2500, "Cara", SNAP, confidence=0.8)]
    assert after(no_match(), *more) == ["2500 mistake player=Cara to=Ben given=1"]


def test_snap_13_the_next_card_withdraws_what_was_not_answered():
    more = [call(2500, "Cara", SNAP, confidence=0.5), turn(4000)]
    assert after(no_match(), *more)[1:] == ["2500 void player=Cara says=snap why=unanswered"]


def test_snap_13_nothing_is_asked_where_nothing_would_be_paid():
    parts = no_match(penalty="none")
    assert after(parts, call(2500, None, SNAP)) == ["2500 void player=null says=snap why=no-match"]
    assert after(parts, call(2500, "Cara", SNAP, confidence=0.5)) == [
        "2500 mistake player=Cara to=Ben given=0"
    ]
    free = [call(2500, "Cara", SNAP), call(3900, None, SNAP), call(3950, "Anna", POT, confidence=0)]
    assert [line.split("why=")[1] for line in after(match_of_two(), *free)[1:]] == ["beaten"] * 2


def test_snap_13_winning_needs_little_evidence():
    more = [call(2500, "Cara", SNAP, confidence=0.1)]
    assert after(match_of_two(), *more) == ["2500 won player=Cara from=Ben,Anna cards=2"]


# 14. What goes into a pot.


def test_snap_14_when_all_call_snap_pot_only_the_turned_pile_goes_onto_it():
    tie = [call(6500, "Anna", POT), call(6530, "Ben", POT)]
    assert pots(*pot_and_pile(), *tie) == ["7S 7H 4C 7D"]
    assert piles(*pot_and_pile(), *tie)["Anna"] == ("8C", "7C")


def test_snap_14_when_nobody_was_understood_all_equal_piles_do():
    doubts = [event(6500, "unclear"), event(7500, "unclear")]
    assert after(pot_and_pile(), *doubts)[1:] == [
        "6500 again",
        "7500 tied players=Cara,Anna,Ben pot=7",
    ]
    assert pots(*pot_and_pile(), *doubts) == ["7S 7H 4C 7D 7C"]


def test_snap_14_only_the_nearest_pile_is_tied_for_where_only_that_can_be_won():
    tie = [call(6500, "Anna", SNAP), call(6530, "Ben", SNAP)]
    assert pots(*match_of_three(several="nearest"), *tie) == ["4C 7D 2C 7H"]


def test_snap_14_calls_after_a_tie_are_beaten():
    more = [call(2500, "Cara", SNAP), call(2530, "Anna", SNAP), call(4000, "Ben", SNAP)]
    assert after(match_of_two(), *more)[1:] == ["4000 void player=Ben says=snap why=beaten"]


def test_snap_14_a_merged_pot_takes_in_all_that_there_are():
    merge = event(6000, "option", name="pots", value="merge")
    more = [merge, turn(6500), call(7000, "Anna", POT), call(7000, "Ben", POT)]
    assert pots(*second_tie(), *more) == ["7S 7H 2D 2C 4C 2H"]


# 15. The end.


def test_snap_15_the_cards_of_who_has_left_are_out_of_play():
    more = [event(2600, "leave", by="Anna"), turn(3000), event(3500, "leave", by="Cara")]
    line = over(*no_match(), *more)
    assert (line["at"], line["winners"], line["finished"]) == (3500, ["Ben"], True)
    assert line["counts"] == {"Anna": 3, "Ben": 3, "Cara": 3}


def test_snap_15_a_leaver_may_take_the_last_match_along():
    hands = {"Anna": "7H 2C", "Ben": "3S 4D", "Cara": "7D 5H"}
    parts = [snap(hands), turn(1000), event(1500, "leave", by="Cara")]
    line = over(*parts)
    assert (line["winners"], line["finished"]) == (["Anna", "Ben"], True)
    assert state_of(*parts).table.decided == "no-rank"


def test_snap_15_two_cards_of_a_rank_in_one_hand_may_still_meet():
    hands = {"Anna": "TH 7H 7D", "Ben": "TS 8S 9S"}
    tie = [call(2500, "Anna", SNAP), call(2500, "Ben", SNAP)]
    assert not over(snap(hands), *turns(1000, 2000), *tie)["finished"]


# 16. Undo, and rounds.


def test_snap_16_a_game_that_ended_by_itself_goes_on_when_that_is_undone():
    hands = {"Anna": "7H 2C", "Ben": "7S"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Anna", SNAP)]
    assert over(*parts)["winners"] == ["Anna"]
    more = [event(5000, "undo"), call(5500, "Anna", SNAP), turn(6000)]
    assert told(*parts, *more, deals=True)[4:] == [
        "5000 undone taken_back=won",
        "5500 void player=Anna says=snap why=called-off",
        "6000 turned player=Anna card=2C matches=- pots=-",
    ]
    assert not over(*parts, *more)["finished"]


def test_snap_16_a_game_that_the_players_stopped_does_not_go_on():
    parts = [*match_of_two(), call(2500, "Cara", SNAP), event(4000, "end"), event(5000, "undo")]
    line = over(*parts, turn(6000))
    assert (line["finished"], line["counts"]) == (True, {"Anna": 3, "Ben": 3, "Cara": 3})


def test_snap_16_piles_go_back_under_what_was_turned_since():
    more = [call(2500, "Cara", SNAP), *turns(3000, 4000, 5000), event(6000, "undo")]
    assert piles(*match_of_two(), *more) == {
        "Anna": ("3D", "7H 2C"),
        "Ben": ("4H", "7S 9D"),
        "Cara": ("9C 5H", "KD"),
    }


def test_snap_16_won_cards_that_show_by_now_stay():
    hands = {"Anna": "7H 2C 3D", "Ben": "7S 9D 4H", "Cara": "KD"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Cara", SNAP)]
    more = [*turns(*range(3000, 9000, 1000)), event(9000, "undo")]
    assert piles(*parts, *more)["Cara"] == ("", "KD 7S")
    assert piles(*parts, *more)["Anna"] == ("", "7H 2C 3D")
    assert piles(*parts, *more)["Ben"] == ("", "9D 4H")


def test_snap_16_a_tie_is_undone():
    more = [call(2500, "Cara", SNAP), call(2500, "Ben", SNAP), turn(3000), event(4000, "undo")]
    assert pots(*match_of_two(), *more) == []
    assert piles(*match_of_two(), *more)["Anna"] == ("2C 3D", "7H")
    merged = [*second_tie(pots="merge"), event(6000, "undo")]
    assert pots(*merged) == ["7S 7H"]


def test_snap_16_a_won_pot_is_a_pot_again():
    more = [call(4500, "Cara", POT), turn(5000), event(6000, "undo")]
    assert pots(*with_pot(), *more) == ["7S 7H"]
    assert piles(*with_pot(), *more)["Anna"] == ("8C", "7C")
    assert piles(*with_pot(), *more)["Cara"] == ("KD 5S", "4C")


def test_snap_16_a_paid_card_comes_back_on_top():
    more = [call(2500, "Cara", SNAP), event(3000, "undo"), call(3500, "Anna", SNAP)]
    assert piles(*no_match(), *more) == piles(*no_match())
    assert after(no_match(), *more)[1:] == [
        "3000 undone taken_back=mistake",
        "3500 void player=Anna says=snap why=called-off",
    ]


def test_snap_16_a_paid_card_that_shows_by_now_stays():
    hands = {"Anna": "7H 2C", "Ben": "3S", "Cara": "KD 9C"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Cara", SNAP)]
    more = [*turns(3000, 4000, 5000), event(6000, "undo")]
    assert piles(*parts, *more)["Ben"] == ("", "3S KD")


def test_snap_16_the_next_round_is_dealt_among_those_who_are_here():
    leave = event(2500, "leave", by="Ben")
    more = [leave, event(3000, "round", seed=3), turn(4000)]
    parts = [*no_match(), *more]
    lines = rulings(*parts)
    assert lines[2]["ruling"] == "round-over" and lines[2]["winners"] == ["Anna", "Cara"]
    assert lines[3]["player"] == "Cara"
    assert over(*parts)["counts"] == {"Anna": 26, "Ben": 0, "Cara": 26}


def test_snap_16_a_round_after_the_end_begins_the_next_but_not_after_the_players_stopped():
    hands = {"Anna": "7H", "Ben": "7S"}
    more = {"Anna": ["2H"], "Ben": ["2S", "3S"]}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Ben", SNAP)]
    again = [event(5000, "round", hands=more), turn(6000)]
    assert kinds(*parts, *again) == [
        "turned",
        "turned",
        "won",
        "out",
        "round-over",
        "turned",
        "over",
    ]
    stopped = [*parts[:3], event(3000, "end"), *again]
    assert kinds(*stopped) == ["turned", "turned", "refused", "refused", "over"]


# 17. Whose turn.


def test_snap_17_another_players_turn_is_refused():
    more = [turn(3000, by="Anna"), turn(3100, by="Cara"), turn(3200, by="Ben")]
    assert told(*no_match(), *more, deals=True)[2:] == [
        "3000 refused player=Anna why=out-of-turn",
        "3100 turned player=Cara card=KD matches=- pots=-",
        "3200 refused player=Ben why=out-of-turn",
    ]


def test_snap_17_nobody_has_a_card():
    parts = [snap({"Anna": "", "Ben": ""}), turn(1000)]
    assert after(parts) == ["1000 refused why=no-card"]


# 18. Real cards.


def test_snap_18_fifty_two_cards_are_dealt():
    assert over(*REAL)["counts"] == {"Anna": 18, "Ben": 17, "Cara": 17}


@pytest.mark.parametrize("closing", [event(1950, "end"), event(1950, "round")])
def test_snap_18_the_end_judges_what_was_held(closing):
    assert after(REAL, call(1900, "Cara", SNAP), closing)[0] == (
        "1900 mistake player=Cara to=Anna given=1"
    )


def test_snap_18_a_fault_voids_and_the_end_of_the_file_leaves_it():
    held = call(1900, "Cara", SNAP)
    assert after(REAL, held, event(1950, "call-off")) == [
        "1900 void player=Cara says=snap why=called-off"
    ]
    assert after(REAL, held) == []
    assert state_of(*REAL, held).held


def test_snap_18_a_call_that_would_be_too_late_waits_as_well():
    late = [*REAL, turn(2000, "7S"), turn(3000, "KD"), call(3900, "Cara", SNAP)]
    assert after(late, turn(4000, "KC")) == ["4000 won player=Cara from=Anna,Cara cards=3"]
    assert after(late[:-2], turn(3000, "KD"), call(3500, "Cara", SNAP), turn(4000, "2C")) == [
        "4000 mistake player=Cara to=Anna given=1"
    ]


def test_snap_18_a_refused_card_releases_nothing():
    more = [call(1900, "Cara", SNAP), turn(2000, "7H"), turn(2100, "7S")]
    assert after(REAL, *more) == [
        "2000 refused player=Ben why=no-card",
        "2100 won player=Cara from=Ben,Anna cards=2",
    ]


def test_snap_18_a_card_that_shows_in_a_pile_or_a_pot_is_refused():
    tie = [turn(2000, "7S"), call(2100, "Anna", SNAP), call(2100, "Ben", SNAP)]
    assert after(REAL, *tie, turn(3000, "7S"))[-1] == "3000 refused player=Cara why=no-card"


def test_snap_18_a_card_may_come_again_once_it_was_won():
    hands = [turn(2000, "7S"), call(2100, "Anna", SNAP)]
    assert rulings(*REAL, *hands, turn(3000, "7S"))[3]["card"] == "7S"
    assert over(*REAL, *hands, turn(3000, "7S"))["counts"] == {"Anna": 19, "Ben": 16, "Cara": 17}


def test_snap_18_a_card_read_wrongly_is_turned_anew():
    more = [turn(2000, "8S"), event(2500, "correct", card="7S"), call(2600, "Cara", SNAP)]
    assert told(*REAL, *more, deals=True)[2:] == [
        "2500 turned player=Ben card=7S matches=Anna pots=-",
        "2600 won player=Cara from=Ben,Anna cards=2",
    ]


def test_snap_18_what_rested_on_a_misread_card_is_taken_back():
    won = [turn(2000, "7S"), call(2100, "Cara", SNAP), event(2500, "correct", card="8S")]
    assert after(REAL, *won) == [
        "2100 won player=Cara from=Ben,Anna cards=2",
        "2500 undone taken_back=won",
    ]
    paid = [turn(2000, "8S"), call(2100, "Cara", SNAP), event(2500, "correct", card="7S")]
    assert after(REAL, *paid) == ["2500 won player=Cara from=Ben,Anna cards=2"]


def test_snap_18_another_suit_changes_nothing_else():
    more = [
        turn(2000, "7S"),
        call(2100, "Anna", SNAP),
        call(2100, "Ben", SNAP),
        event(2500, "correct", card="7C"),
    ]
    assert told(*REAL, *more, deals=True)[1:] == [
        "2000 turned player=Ben card=7S matches=Anna pots=-",
        "2100 tied players=Ben,Anna pot=7",
        "2500 turned player=Ben card=7C matches=- pots=-",
    ]
    assert pots(*REAL, *more) == ["7C 7H"]
    assert piles(*REAL, *more, event(3000, "undo"))["Ben"][1] == "7C"


def test_snap_18_nothing_to_mend_and_a_card_that_shows_already():
    mend = event(1500, "correct", card="7H")
    assert after([REAL[0]], mend) == ["1500 refused why=no-card"]
    more = [turn(2000, "8S"), event(2500, "correct", card="7H")]
    assert after(REAL, *more) == ["2500 refused player=Ben why=no-card"]


def test_snap_18_no_end_is_told_while_a_card_is_unknown():
    tie = [turn(2000, "7S"), call(2100, "Anna", SNAP), call(2100, "Ben", SNAP)]
    assert not over(*REAL, *tie)["finished"]


# 20. Without a race.


def test_snap_20_without_a_race_the_caller_is_the_one_who_turned():
    parts = match_of_two(race=False)
    more = [call(2100, "Anna", SNAP), call(30_000, None, SNAP), event(31_000, "caller", by=None)]
    assert after(parts, *more) == [
        "2100 void player=Anna says=snap why=bystander",
        "30000 won player=Ben from=Ben,Anna cards=2 presumed=true",
        "31000 undone taken_back=won",
        "31000 void player=null says=snap why=unanswered",
    ]


def test_snap_20_without_a_race_the_turner_still_pays():
    parts = no_match(race=False)
    assert after(parts, call(2500, "Ben", SNAP)) == ["2500 mistake player=Ben to=Anna given=1"]
    assert after(parts, call(2500, None, SNAP)) == ["2500 who-called says=snap candidates=Ben"]
    assert after([parts[0]], call(500, None, SNAP)) == [
        "500 void player=null says=snap why=bystander"
    ]


def test_snap_20_without_a_race_who_is_out_may_answer_to_come_back_in():
    hands = {"Anna": "3H 2C", "Ben": "7S", "Cara": "KD 9C", "Dan": "7D 2S"}
    options = {"call_back_in": True, "race": False}
    parts = [snap(hands, options=options), *turns(1000, 2000, 3000, 4000)]
    parts += [call(4500, "Dan", SNAP), *turns(6000, 7000, 8000)]
    assert after(parts, call(8500, "Ben", SNAP))[-2:] == [
        "8500 won player=Ben from=Dan,Anna cards=3",
        "8500 out player=Anna",
    ]
    assert after(parts, call(8200, "Cara", SNAP))[-1] == (
        "8200 void player=Cara says=snap why=bystander"
    )
    assert after(parts, call(8500, None, SNAP))[-1] == (
        "8500 who-called says=snap candidates=Dan,Ben"
    )


# "Every game", on Snap.


def test_every_game_03_anybody_in_the_game_may_have_called():
    more = [call(2500, None, SNAP), call(2800, "Cara", SNAP), event(4000, "caller", by="Anna")]
    assert after(match_of_two(), *more) == [
        "2500 who-called says=snap candidates=Ben,Cara,Anna",
        "2500 won player=Anna from=Ben,Anna cards=2",
        "2800 void player=Cara says=snap why=beaten",
    ]
    assert after(ben_goes_out(), turn(6000), call(6500, None, SNAP))[-1] == (
        "6500 who-called says=snap candidates=Cara,Dan,Anna"
    )


def test_every_game_03_the_right_answer_is_held_behind_the_question():
    more = [call(2500, None, SNAP), call(2550, "Cara", SNAP), event(4000, "caller", by="Anna")]
    assert after(match_of_two(), *more)[1:] == ["2500 tied players=Cara,Anna pot=7"]
    nobody = [*more[:2], event(4000, "caller", by=None)]
    assert after(match_of_two(), *nobody)[1:] == [
        "2500 void player=null says=snap why=unanswered",
        "2550 won player=Cara from=Ben,Anna cards=2",
    ]


def test_every_game_03_who_is_out_cannot_be_meant():
    more = [turn(6000), call(6500, None, SNAP), event(7000, "caller", by="Ben")]
    assert after(ben_goes_out(), *more)[-1] == "6500 void player=Ben says=snap why=bystander"


def test_every_game_04_not_me_gives_a_win_to_another():
    more = [
        call(2500, None, SNAP),
        event(4000, "caller", by="Anna"),
        event(5000, "caller", by="Cara"),
    ]
    assert after(match_of_two(), *more)[1:] == [
        "2500 won player=Anna from=Ben,Anna cards=2",
        "5000 undone taken_back=won",
        "5000 won player=Cara from=Ben,Anna cards=2",
    ]
    assert piles(*match_of_two(), *more)["Cara"] == ("KD 9C 5H 7S 7H", "")


def test_every_game_04_not_me_gives_a_mistake_to_another():
    more = [
        call(2500, None, SNAP),
        event(4000, "caller", by="Anna"),
        event(5000, "caller", by="Cara"),
    ]
    assert after(no_match(), *more)[1:] == [
        "2500 mistake player=Anna to=Ben given=1",
        "5000 undone taken_back=mistake",
        "5000 mistake player=Cara to=Ben given=1",
    ]
    assert piles(*no_match(), *more) == piles(*no_match(), call(2500, "Cara", SNAP))


def test_every_game_04_also_before_the_first_card():
    more = [
        call(500, None, SNAP),
        event(600, "caller", by="Anna"),
        event(700, "caller", by=None),
    ]
    assert after([no_match()[0]], *more)[1:] == [
        "500 mistake player=Anna to=Cara given=1",
        "700 undone taken_back=mistake",
        "700 void player=null says=snap why=unanswered",
    ]


def test_every_game_04_who_was_said_to_be_out_is_not_said_so_twice():
    hands = {"Anna": "7H 2C 3D", "Ben": "7S", "Cara": "KD 9C", "Dan": "2S 5D"}
    more = [
        call(2500, None, SNAP),
        event(3000, "caller", by="Anna"),
        event(4000, "caller", by="Cara"),
    ]
    assert after([snap(hands), *turns(1000, 2000)], *more)[1:] == [
        "2500 won player=Anna from=Ben,Anna cards=2",
        "2500 out player=Ben",
        "4000 undone taken_back=won",
        "4000 won player=Cara from=Ben,Anna cards=2",
    ]


def test_every_game_05_a_fault_costs_nobody_anything():
    more = [call(2500, None, SNAP), call(2600, "Cara", SNAP), event(2700, "call-off")]
    assert after(no_match(), *more) == [
        "2500 who-called says=snap candidates=Ben,Cara,Anna",
        "2500 void player=null says=snap why=called-off",
        "2600 void player=Cara says=snap why=called-off",
    ]
    assert after(no_match(), event(2500, "call-off"), call(2600, "Cara", SNAP)) == [
        "2600 void player=Cara says=snap why=called-off"
    ]


def test_every_game_05_named_ones_call_as_of_the_unclear_onset():
    more = [
        event(2500, "unclear"),
        call(2700, "Cara", SNAP),
        event(3500, "caller", by="Anna"),
        call(4000, None, SNAP),
    ]
    assert after(match_of_two(), *more) == [
        "2500 again",
        "2500 won player=Anna from=Ben,Anna cards=2",
        "2700 void player=Cara says=snap why=beaten",
    ]


def test_every_game_15_a_mistake_settles_nothing():
    more = [call(2500, "Cara", SNAP), event(2600, "unclear")]
    assert after(no_match(), *more)[1:] == ["2600 again"]


def test_every_game_06_calls_under_the_announcement_are_no_mistakes():
    parts = no_match(start="after-cue")
    parts = [parts[0], turn(1000), call(1300, "Cara", SNAP), event(1600, "cue")]
    assert after(parts, call(1700, "Cara", SNAP)) == [
        "1300 void player=Cara says=snap why=before-cue",
        "1700 mistake player=Cara to=Anna given=1",
    ]


def test_every_game_06_nor_are_calls_within_a_head_start():
    parts = match_of_two(head_start_ms={"Cara": 1000})
    more = [call(2999, "Anna", SNAP), call(3000, "Anna", SNAP)]
    assert after(parts, *more) == [
        "2999 void player=Anna says=snap why=before-cue",
        "3000 won player=Anna from=Ben,Anna cards=2",
    ]


def test_every_game_06_with_real_cards_and_a_cue_a_call_before_the_card_is_void():
    first = snap(names=["Anna", "Ben"], deck=None, options={"start": "after-cue"})
    parts = [first, turn(1000, "7H"), event(1100, "cue"), call(1900, "Ben", SNAP)]
    assert after(parts, turn(2000, "7S")) == ["2000 void player=Ben says=snap why=before-cue"]


def test_every_game_10_after_the_end_all_but_undo_is_refused():
    more = [call(3000, "Ben", SNAP), turn(3100), event(3200, "end"), event(3300, "undo")]
    hands = {"Anna": "7H", "Ben": "7S"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Anna", SNAP), *more]
    assert after(parts)[2:] == [
        "3000 refused player=Ben why=finished",
        "3100 refused why=finished",
        "3200 refused why=finished",
        "3300 undone taken_back=won",
    ]


def test_every_game_10_calls_in_the_window_of_the_last_win_are_refused():
    hands = {"Anna": "7H", "Ben": "7S"}
    parts = [snap(hands), *turns(1000, 2000), call(2500, "Anna", SNAP), call(2520, "Anna", SNAP)]
    assert after(parts)[2:] == ["2520 refused player=Anna why=finished"]


def test_every_game_11_both_calls_are_listened_for_whether_or_not_they_win():
    for parts in (no_match(), match_of_two(), with_pot(), [no_match()[0]]):
        state = state_of(*parts)
        assert GAME.expected(state, state.now + 1) == {SNAP, POT}
    assert GAME.expected(state_of(*no_match(tap_card=True)), 9000) == set()
    assert GAME.expected(state_of(*no_match(), event(3000, "end")), 9000) == set()
    waiting = state_of(*no_match(start="after-cue"))
    assert GAME.expected(waiting, 9000) == set()


def test_every_game_18_who_has_left_neither_calls_nor_matches():
    more = [event(2500, "leave", by="Anna"), call(2600, "Cara", SNAP), call(2700, "Anna", SNAP)]
    assert after(match_of_two(), *more) == [
        "2600 mistake player=Cara to=Ben given=1",
        "2700 void player=Anna says=snap why=bystander",
    ]


def test_every_game_23_cards_are_told_just_where_they_are_real():
    fault = journal(no_match()[0], turn(1000, "7H")).fault
    assert fault is not None and "the cards are known here" in fault.reason
    fault = journal(REAL[0], turn(1000)).fault
    assert fault is not None and 'needs its "card"' in fault.reason
    fault = journal(no_match()[0], event(1000, "correct", card="7H")).fault
    assert fault is not None and "nothing to" in fault.reason


# Set-ups and views.


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hands": {"Anna": ["7H"]}}, "gives nothing to Ben"),
        ({"hands": {"Anna": ["7H"], "Ben": [], "Zoe": []}}, 'names "Zoe"'),
        ({"hands": {"Anna": ["7H"], "Ben": ["7H"]}}, "7H twice"),
        ({"hands": {"Anna": ["7X"], "Ben": []}}, "no card"),
        ({"hands": "7H"}, "must be written"),
        ({"hands": [["7H"]]}, "must be written"),
        ({"deck": ["7H"]}, "one of them is enough"),
        ({"options": {"several": "some"}}, "all, nearest"),
        ({"options": {"beaten_ms": -1}}, "beaten_ms"),
        ({"options": {"chain": True}}, 'no option "chain"'),
    ],
)
def test_a_bad_set_up_is_named_with_its_reason(changes, reason):
    with pytest.raises(SetupError, match=reason):
        read_setup({**snap({"Anna": "7H 2C", "Ben": "7S"}), **changes})


def test_hands_may_be_a_list_in_the_order_of_the_players():
    named = read_setup(snap({"Anna": "7H 2C", "Ben": "7S"}))
    listed = read_setup({**snap({"Anna": "", "Ben": ""}), "hands": [["7H", "2C"], ["7S"]]})
    assert listed == named
    assert read_setup(named.to_json()) == named


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"hands": {"Zoe": []}}, 'names "Zoe"'),
        ({"hands": {"Anna": ["7H"], "Ben": ["7H"]}}, "7H twice"),
        ({"hands": {"Anna": ["7H"]}, "deck": ["2C"]}, "one of them is enough"),
        ({}, 'needs a "deck"'),
    ],
)
def test_a_bad_round_ends_the_reading(more, reason):
    fault = journal(snap({"Anna": "7H 2C", "Ben": "7S"}), event(1000, "round", **more)).fault
    assert fault is not None and reason in fault.reason


def test_animals_is_not_played_with_hands():
    line = {**snap({"Anna": "7H", "Ben": "7S"}), "game": "animals"}
    with pytest.raises(SetupError, match='not with "hands"'):
        read_setup(line)


def test_what_the_table_sees():
    view = GAME.view(state_of(*pot_and_pile()))
    assert [(player.top, player.cards, player.face_down) for player in view.players] == [
        ("7C", 2, 1),
        ("8D", 2, 1),
        ("7D", 3, 1),
    ]
    assert [(pot.top, pot.cards) for pot in view.pots] == [("7H", 2)]
    group = view.groups[0]
    assert (group.rank, group.players, group.responses) == ("7", ("Cara", "Anna"), (SNAP, POT))
    assert (view.next_player, view.last_player, view.last_card) == ("Anna", "Cara", "7D")


def test_a_call_is_held_over_a_torn_line():
    held = lines(*REAL, call(1900, "Cara", SNAP))
    assert read_journal([*held, '{"at": 2000, "ev']).note is not None


def test_reading_one_event():
    line = event_from_json(turn(5, "7H", by="Anna"), GAME.events, ("Anna",))
    assert line.to_json() == turn(5, "7H", by="Anna")
