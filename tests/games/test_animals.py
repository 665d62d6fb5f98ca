"""The lines of "Animals" in docs/rulings.md; each test bears its line's number."""

from __future__ import annotations

import pytest
from journals import (
    ANIMALS,
    after,
    call,
    deal,
    event,
    match_of_three,
    match_of_two,
    rulings,
    setup,
    told,
)

from voicegm.games import by_name, read_setup
from voicegm.games.events import event_from_json
from voicegm.games.game import SetupError

EXAMPLE = [setup("7H 2S 7C KD"), deal(1000), deal(4000), deal(7000)]
"""The worked example of the contracts, as far as the match."""


def players(**animals):
    return [{"name": name, "animal": animal} for name, animal in animals.items()]


def with_options(parts, **options):
    return [{**parts[0], "options": options}, *parts[1:]]


def test_the_worked_example_of_the_contracts():
    more = [call(7620, "Anna", "cat"), deal(9000), event(12_000, "end")]
    assert rulings(*EXAMPLE, *more) == [
        {"at": 1000, "ruling": "dealt", "player": "Anna", "card": "7H", "matches": []},
        {"at": 4000, "ruling": "dealt", "player": "Ben", "card": "2S", "matches": []},
        {"at": 7000, "ruling": "dealt", "player": "Vera", "card": "7C", "matches": ["Anna"]},
        {"at": 7620, "ruling": "won", "player": "Anna", "from": ["Vera"], "cards": 1},
        {"at": 9000, "ruling": "dealt", "player": "Greg", "card": "KD", "matches": []},
        {
            "at": 12_000,
            "ruling": "over",
            "winners": ["Anna"],
            "counts": {"Anna": 2, "Ben": 1, "Vera": 0, "Greg": 1},
            "finished": True,
        },
    ]


# 1. Dealing.


def test_animals_01_one_card_each_clockwise_from_the_dealers_left():
    parts = [{**setup("2C 3C 4C 5C 6C"), "dealer": "Ben"}]
    lines = rulings(*parts, *(deal(at * 1000) for at in range(5)))
    assert [line.get("player") for line in lines[:5]] == ["Vera", "Greg", "Anna", "Ben", "Vera"]


def test_animals_01_the_order_goes_on_after_a_claim_whoever_won():
    lines = rulings(*EXAMPLE, call(7620, "Anna", "cat"), deal(9000), deal(9500))
    assert lines[4]["player"] == "Greg"


def test_animals_01_matches_are_all_equal_tops_clockwise_from_the_one_who_was_dealt():
    lines = rulings(setup("7C 7D 7H 7S"), *(deal(at * 1000) for at in range(4)))
    matches = [line["matches"] for line in lines[:4]]
    assert matches == [[], ["Anna"], ["Anna", "Ben"], ["Anna", "Ben", "Vera"]]
    lines = rulings(*match_of_three())
    assert lines[3]["matches"] == ["Anna", "Ben"]


def test_animals_01_the_dealers_role_moves_one_seat():
    more = [event(8000, "round", deck=["2C"]), deal(9000)]
    lines = rulings(*EXAMPLE, *more)
    assert lines[4]["player"] == "Ben"


def test_animals_01_a_covered_top_no_longer_matches():
    parts = [setup("7H 2S 3S 4S 8H 7C"), *(deal(at * 1000) for at in range(6))]
    assert rulings(*parts)[5]["matches"] == []


# 2. Animals.


def test_animals_02_a_second_cat_is_refused_with_the_reason():
    line = setup("7H", players(Anna="cat", Ben="owl", Vera="cat"))
    with pytest.raises(SetupError, match='Anna and Vera cannot both have the animal "cat"'):
        read_setup(line)


def test_animals_02_two_animals_with_one_noise_cannot_both_be_taken():
    line = setup("7H", players(Anna="sheep", Ben="lamb"))
    read_setup(line)
    for responses in ("noises", "imitations"):
        noisy = {**line, "options": {"responses": responses}}
        with pytest.raises(SetupError, match='cannot both have the noise "baa"'):
            read_setup(noisy)
        noisy["players"][1]["noise"] = "bleat"
        read_setup(noisy)
        del noisy["players"][1]["noise"]


def test_animals_21_an_animal_without_a_known_noise_needs_one():
    line = setup("7H", players(Anna="axolotl", Ben="owl"), options={"responses": "noises"})
    with pytest.raises(SetupError, match=r'axolotl.*give Anna a "noise"'):
        read_setup(line)


def test_animals_02_no_event_swaps_an_animal():
    game = by_name("animals")
    assert not {"swap", "animal", "player"} & set(game.events)


# 3. Winning.


def test_animals_03_the_whole_pile_goes_under_and_the_own_top_still_shows():
    cards = "2C 3C 4C 5C 7H 7S 8C 9C"
    parts = [setup(cards), *(deal(at * 1000) for at in range(6))]
    more = [call(5500, "Anna", "owl"), deal(6000), deal(7000), event(8000, "end")]
    lines = rulings(*parts, *more)
    assert lines[6] == {"at": 5500, "ruling": "won", "player": "Anna", "from": ["Ben"], "cards": 2}
    assert lines[-1]["counts"] == {"Anna": 4, "Ben": 0, "Vera": 2, "Greg": 2}
    game = by_name("animals")
    state = game.start(read_setup(parts[0])).state
    for step in [*parts[1:], call(5500, "Anna", "owl"), deal(6000)]:
        state = game.step(state, _event(step)).state
    anna, ben = game.view(state).players[:2]
    assert (anna.top, anna.cards, ben.top, ben.cards) == ("7H", 4, None, 0)


def _event(line):
    return event_from_json(line, by_name("animals").events, tuple(ANIMALS))


@pytest.mark.parametrize(
    ("by", "says", "loser"), [("Anna", "cat", "Vera"), ("Vera", "fox", "Anna")]
)
def test_animals_03_either_owner_may_win(by, says, loser):
    lines = rulings(*match_of_two(), call(5000, by, says))
    assert (lines[3]["player"], lines[3]["from"]) == (by, [loser])


# 4. Nothing won, nothing lost.


@pytest.mark.parametrize(
    ("by", "says", "why"),
    [
        ("Ben", "cat", "bystander"),
        ("Greg", "fox", "bystander"),
        ("Anna", "fox", "own-animal"),
        ("Anna", "7", "not-the-animal"),
        ("Anna", "7H", "not-the-animal"),
        ("Anna", "snap", "not-the-animal"),
        ("Anna", "pass", "not-the-animal"),
        ("Anna", "owl", "not-in-match"),
        ("Anna", "duck", "not-in-match"),
    ],
)
def test_animals_04_a_wrong_call_costs_nothing_and_the_right_one_still_wins(by, says, why):
    more = [call(5000, by, says), call(6000, "Anna", "cat"), event(9000, "end")]
    lines = rulings(*match_of_two(), *more)
    assert lines[3] == {"at": 5000, "ruling": "void", "player": by, "says": says, "why": why}
    assert lines[4]["ruling"] == "won"
    assert lines[-1]["counts"] == {"Anna": 2, "Ben": 1, "Vera": 0, "Greg": 0}


@pytest.mark.parametrize("wrong", ["owl", "fox", "snap", "meow"])
def test_animals_19_one_try(wrong):
    parts = with_options(match_of_two(), one_try=True)
    more = [call(5000, "Anna", wrong), call(6000, "Anna", "cat"), call(7000, "Vera", "fox")]
    assert after(parts, *more)[1:] == [
        "6000 void player=Anna says=cat why=bystander",
        "7000 won player=Vera from=Anna cards=1",
    ]


def test_animals_19_one_try_is_new_with_the_next_group():
    parts = with_options(match_of_two(), one_try=True)
    more = [call(3500, "Anna", "owl"), *(deal(at) for at in (4000, 5000, 6000))]
    parts[0]["deck"] = ["7H", "2S", "7C", "KD", "9C", "9D"]
    assert after(parts, *more, call(6500, "Anna", "owl"))[-1] == (
        "6500 won player=Anna from=Ben cards=2"
    )


def test_animals_19_one_try_that_is_set_aside_in_play_no_longer_counts():
    parts = with_options(match_of_two(), one_try=True)
    change = event(5500, "option", name="one_try", value=False)
    more = [call(5000, "Anna", "owl"), change, call(6000, "Anna", "cat")]
    assert after(parts, *more)[1:] == ["6000 won player=Anna from=Vera cards=1"]


# 5. Three and four.


def test_animals_05_a_member_names_one_other_and_that_settles_it():
    more = [call(5000, "Anna", "owl"), call(6000, "Vera", "fox"), call(7000, "Ben", "cat")]
    assert after(match_of_three(), *more) == [
        "5000 won player=Anna from=Ben cards=1",
        "6000 void player=Vera says=fox why=beaten",
        "7000 void player=Ben says=cat why=beaten",
    ]


def test_animals_05_chain_goes_on_among_those_who_are_still_equal():
    parts = with_options(match_of_three(), chain=True)
    more = [
        call(5000, "Anna", "owl"),
        call(5500, "Ben", "cat"),
        call(5600, "Vera", "owl"),
        call(6000, "Vera", "fox"),
        call(6500, "Anna", "cat"),
    ]
    assert after(parts, *more) == [
        "5000 won player=Anna from=Ben cards=1",
        "5500 void player=Ben says=cat why=beaten",
        "5600 void player=Vera says=owl why=beaten",
        "6000 won player=Vera from=Anna cards=2",
        "6500 void player=Anna says=cat why=beaten",
    ]


def test_animals_05_chain_counts_calls_already_made():
    parts = with_options(match_of_three(), chain=True)
    more = [
        call(5000, None, "owl"),
        call(5500, "Vera", "fox"),
        event(7000, "caller", by="Anna"),
    ]
    assert after(parts, *more)[1:] == [
        "5000 won player=Anna from=Ben cards=1",
        "5500 won player=Vera from=Anna cards=2",
    ]


def test_animals_05_chain_may_win_two_piles_at_once():
    parts = with_options(match_of_three(), chain=True)
    more = [call(5000, "Anna", "owl"), call(5050, "Anna", "cat")]
    assert after(parts, *more) == [
        "5000 won player=Anna from=Ben cards=1",
        "5050 won player=Anna from=Vera cards=1",
    ]


# 6. How long a group lives.


def test_animals_06_a_group_lives_until_its_tops_are_covered():
    more = [deal(5000), call(6000, "Anna", "cat")]
    assert after(match_of_two(), *more) == ["6000 won player=Anna from=Vera cards=1"]


def test_animals_06_a_call_after_the_covering_card_is_too_late():
    more = [deal(5000), deal(6000), call(6001, "Vera", "fox"), call(6002, None, "cat")]
    assert after(match_of_two(), *more) == [
        "6001 void player=Vera says=fox why=too-late",
        "6002 void player=null says=cat why=too-late",
    ]


def test_animals_06_who_is_covered_drops_out_and_the_others_go_on():
    more = [deal(5000), call(6000, "Vera", "fox"), call(6500, "Vera", "owl")]
    parts = match_of_three()
    assert after(parts, *more) == [
        "6000 won player=Vera from=Anna cards=1",
        "6500 void player=Vera says=owl why=beaten",
    ]
    covered = [deal(5000), deal(5500), call(6000, "Ben", "fox"), call(6500, "Ben", "cat")]
    assert after(parts, *covered) == [
        "6000 void player=Ben says=fox why=too-late",
        "6500 won player=Ben from=Vera cards=1",
    ]


def test_animals_06_two_groups_live_at_once_and_are_won_apart():
    parts = [setup("7H 9S 7C 9D"), *(deal(at * 1000) for at in range(4))]
    more = [call(4000, "Greg", "owl"), call(4030, "Anna", "cat")]
    assert after(parts, *more) == [
        "4000 won player=Greg from=Ben cards=1",
        "4030 won player=Anna from=Vera cards=1",
    ]
    assert after(parts, call(4000, "Greg", "cat")) == [
        "4000 void player=Greg says=cat why=not-in-match"
    ]


def test_animals_06_expire_next_card():
    parts = with_options(match_of_two(), expire="next-card")
    more = [deal(5000), call(6000, "Anna", "cat")]
    assert after(parts, *more) == ["6000 void player=Anna says=cat why=too-late"]


def test_animals_06_after_a_tie_a_new_equal_card_makes_a_new_group_of_all():
    parts = [setup("7H 7S 7C 2C"), deal(1000), deal(2000)]
    more = [
        call(2500, "Anna", "owl"),
        call(2500, "Ben", "fox"),
        deal(3000),
        call(3500, "Anna", "owl"),
    ]
    assert told(*parts, *more, deals=True)[2:] == [
        "2500 tied players=Ben,Anna",
        "3000 dealt player=Vera card=7C matches=Anna,Ben",
        "3500 won player=Anna from=Ben cards=1",
    ]


def test_animals_06_after_a_win_the_emptied_pile_is_no_match():
    parts = [setup("7H 7S 7C 2C"), deal(1000), deal(2000)]
    more = [call(2500, "Anna", "owl"), deal(3000), call(3500, "Vera", "fox")]
    assert told(*parts, *more, deals=True)[2:] == [
        "2500 won player=Anna from=Ben cards=1",
        "3000 dealt player=Vera card=7C matches=Anna",
        "3500 won player=Vera from=Anna cards=2",
    ]


# 7. Ties.


def test_animals_07_a_tie_leaves_all_piles_and_settles_the_exposure():
    more = [
        call(5000, "Anna", "owl"),
        call(5020, "Vera", "owl"),
        call(5060, "Ben", "cat"),
        call(5061, "Anna", "cat"),
        event(9000, "end"),
    ]
    lines = rulings(*match_of_three(), *more)
    assert lines[4] == {"at": 5000, "ruling": "tied", "players": ["Vera", "Anna", "Ben"]}
    assert lines[5]["why"] == "beaten"
    assert set(lines[-1]["counts"].values()) == {1}


# 8. One's own card.


def test_animals_08_no_match_from_a_card_on_its_owners_equal_card():
    parts = [setup("7H 2S 3S 4S 7C"), *(deal(at * 1000) for at in range(5))]
    more = [call(4500, "Anna", "fox"), call(4600, "Anna", "owl")]
    assert told(*parts, *more, deals=True)[4:] == [
        "4000 dealt player=Anna card=7C matches=-",
        "4500 void player=Anna says=fox why=own-animal",
        "4600 void player=Anna says=owl why=no-match",
    ]


# 9. Empty piles.


def test_animals_09_an_empty_pile_is_dealt_a_card_at_its_turn():
    more = [call(7620, "Anna", "cat"), *(deal(at) for at in (9000, 10_000, 11_000, 12_000))]
    parts = [setup("7H 2S 7C KD 3C 4C 5C"), *EXAMPLE[1:]]
    assert rulings(*parts, *more)[7] == {
        "at": 12_000,
        "ruling": "dealt",
        "player": "Vera",
        "card": "5C",
        "matches": [],
    }


# 10. The end.


def test_animals_10_the_last_cards_claim_is_settled_before_the_count():
    parts = [setup("2C 7H 3C 7S"), *(deal(at * 1000) for at in range(4))]
    more = [deal(4000), call(4500, "Greg", "owl"), event(4500, "end")]
    lines = rulings(*parts, *more)
    assert lines[4] == {"at": 4000, "ruling": "refused", "player": "Anna", "why": "no-card"}
    assert lines[5]["ruling"] == "won"
    assert lines[6]["winners"] == ["Greg"]


def test_animals_10_equal_greatest_totals_share_the_victory():
    lines = rulings(setup("2C 3C 4C 5C 6C 7C"), *(deal(at) for at in range(6)), event(9, "end"))
    assert lines[-1]["winners"] == ["Anna", "Ben"]


def test_animals_10_uneven_deals_are_accepted():
    parts = [setup(None, 5, seed=3)]
    del parts[0]["deck"]
    lines = rulings(*parts, *(deal(at * 1000) for at in range(52)), event(60_000, "end"))
    assert sorted(lines[-1]["counts"].values()) == [10, 10, 10, 11, 11]


# 11. Response systems.


@pytest.mark.parametrize("responses", ["noises", "imitations"])
def test_animals_11_under_noises_the_animals_name_is_not_the_response(responses):
    parts = with_options(match_of_two(), responses=responses)
    more = [
        call(5000, "Anna", "cat"),
        call(5500, "Anna", "yip"),
        call(6000, "Anna", "hoot"),
        call(6500, "Anna", "meow"),
    ]
    assert after(parts, *more) == [
        "5000 void player=Anna says=cat why=wrong-word",
        "5500 void player=Anna says=yip why=own-animal",
        "6000 void player=Anna says=hoot why=not-in-match",
        "6500 won player=Anna from=Vera cards=1",
    ]


@pytest.mark.parametrize("noise", ["meow", "moo", "yip"])
def test_animals_11_under_names_a_noise_is_not_the_response(noise):
    assert after(match_of_two(), call(5000, "Anna", noise)) == [
        f"5000 void player=Anna says={noise} why=wrong-word"
    ]


def test_animals_21_a_players_own_noise_counts():
    parts = with_options(match_of_two(), responses="noises")
    parts[0]["players"] = [dict(player) for player in parts[0]["players"]]
    parts[0]["players"][2]["noise"] = "purr"
    more = [call(5000, "Anna", "meow"), call(6000, "Anna", "purr")]
    assert after(parts, *more) == [
        "5000 void player=Anna says=meow why=not-in-match",
        "6000 won player=Anna from=Vera cards=1",
    ]


# 12. One microphone.


def test_animals_12_in_a_group_of_two_the_word_tells_who_called():
    more = [call(5000, None, "fox"), call(5500, None, "cat")]
    assert after(match_of_two(), *more) == [
        "5000 won player=Vera from=Anna cards=1 presumed=true",
        "5500 void player=null says=cat why=beaten",
    ]


def test_animals_12_two_presumed_calls_may_tie():
    more = [call(5000, None, "fox"), call(5050, None, "cat")]
    assert after(match_of_two(), *more) == ["5000 tied players=Vera,Anna"]


def test_animals_12_in_larger_groups_the_referee_asks():
    assert after(match_of_three(), call(5000, None, "owl")) == [
        "5000 who-called says=owl candidates=Vera,Anna"
    ]


def test_animals_12_candidates_run_clockwise_from_the_player_exposed():
    lines = rulings(setup("7C 7D 7H 7S"), *(deal(at) for at in range(4)), call(9, None, "owl"))
    assert lines[4]["candidates"] == ["Greg", "Anna", "Vera"]


def test_animals_20_a_voice_that_speaks_against_the_word_is_asked_about():
    more = [call(5000, None, "cat", presume=False), event(6000, "caller", by="Anna")]
    assert after(match_of_two(), *more) == [
        "5000 who-called says=cat candidates=Anna",
        "5000 won player=Anna from=Vera cards=1",
    ]


def test_animals_12_a_known_voice_is_never_presumed_away():
    assert after(match_of_two(), call(5000, "Greg", "cat")) == [
        "5000 void player=Greg says=cat why=bystander"
    ]


@pytest.mark.parametrize(("says", "why"), [("owl", "not-in-match"), ("snap", "not-the-animal")])
def test_animals_12_a_wrong_word_by_nobody_knows_whom(says, why):
    assert after(match_of_two(), call(5000, None, says)) == [
        f"5000 void player=null says={says} why={why}"
    ]


# 13. How many.


@pytest.mark.parametrize("count", range(2, 9))
def test_animals_13_two_to_eight_may_play(count):
    read_setup(setup("7H", count))


def test_animals_13_two_and_three_are_a_house_rule():
    game = by_name("animals")
    assert [count for count in game.players if count not in game.usual_players] == [2, 3]


@pytest.mark.parametrize("count", [0, 1, 9])
def test_animals_13_others_are_refused(count):
    names = [{"name": f"Player {n}", "animal": f"animal-{n}"} for n in range(1, count + 1)]
    line = {**setup("7H"), "players": names, "dealer": "Player 1"}
    with pytest.raises(SetupError, match=f"2 to 8 players, not for {count}"):
        read_setup(line)


# 14. The first reason that fits.


@pytest.mark.parametrize(
    ("by", "says", "why"),
    [
        ("Ben", "snap", "not-the-animal"),
        ("Ben", "7", "not-the-animal"),
        ("Ben", "hoot", "wrong-word"),
        ("Ben", "owl", "own-animal"),
        ("Ben", "cat", "no-match"),
        ("Vera", "fox", "beaten"),
        ("Anna", "cat", "beaten"),
        ("Anna", "fox", "own-animal"),
        ("Vera", "owl", "no-match"),
    ],
)
def test_animals_14_the_first_reason_that_fits_after_a_win(by, says, why):
    more = [call(5000, "Anna", "cat"), call(5500, by, says)]
    assert after(match_of_two(), *more)[1:] == [f"5500 void player={by} says={says} why={why}"]


def test_animals_14_without_a_match():
    parts = [setup("7H 2S"), deal(1000), deal(2000)]
    assert after(parts, call(2500, "Anna", "owl"), call(2600, None, "owl")) == [
        "2500 void player=Anna says=owl why=no-match",
        "2600 void player=null says=owl why=no-match",
    ]


def test_animals_14_before_the_first_card():
    assert after([setup("7H")], call(500, "Anna", "owl")) == [
        "500 void player=Anna says=owl why=no-match"
    ]


# House lines that settle what the above leave open.


def test_animals_15_too_late_is_told_until_the_next_card():
    parts = [setup("7H 2S 7C KD 9C 9D"), *(deal(at * 1000) for at in range(1, 7))]
    assert after(parts, call(6500, "Anna", "cat")) == [
        "6500 void player=Anna says=cat why=not-in-match"
    ]


def test_animals_15_beaten_is_told_as_long_as_the_tops_are_not_covered():
    more = [call(5000, "Anna", "cat"), deal(6000), call(7000, "Vera", "fox")]
    assert after(match_of_two(), *more)[1:] == ["7000 void player=Vera says=fox why=beaten"]


def test_animals_16_a_bystander_in_the_window_stood_by():
    more = [call(5000, "Anna", "cat"), call(5020, "Ben", "cat"), call(5100, "Ben", "cat")]
    assert after(match_of_two(), *more)[1:] == [
        "5020 void player=Ben says=cat why=bystander",
        "5100 void player=Ben says=cat why=no-match",
    ]


def test_animals_17_a_card_dealt_in_the_window_waits_for_the_ruling():
    parts = [setup("7H 7S 2C 3C"), deal(1000), deal(2000)]
    more = [call(3000, "Ben", "fox"), deal(3020), deal(3030), deal(3040), deal(9000)]
    assert [line.split(" card")[0] for line in told(*parts, *more, deals=True)[2:5]] == [
        ["3000 won player=Ben from=Anna", "s=1"][0],
        "3020 dealt player=Vera",
        "3030 dealt player=Greg",
    ]


def test_animals_17_who_is_covered_in_the_window_cannot_tie_any_more():
    parts = match_of_two()
    parts[0]["dealer"] = "Greg"
    more = [deal(4000), call(5000, "Vera", "fox"), deal(5020), call(5040, "Anna", "cat")]
    assert told(*parts, *more, deals=True)[4:] == [
        "5000 won player=Vera from=Anna cards=1",
        "5020 dealt player=Anna card=9C matches=-",
        "5040 void player=Anna says=cat why=too-late",
    ]


# 18. Real cards.


REAL = [setup(None), deal(1000, "7H"), deal(2000, "2S"), deal(3000, "5C")]


def test_animals_18_real_cards_come_one_by_one():
    more = [deal(4000, "5D"), call(4500, "Greg", "cat")]
    assert told(*REAL, *more, deals=True)[2:] == [
        "3000 dealt player=Vera card=5C matches=-",
        "4000 dealt player=Greg card=5D matches=Vera",
        "4500 won player=Greg from=Vera cards=1",
    ]


def test_animals_18_a_corrected_card_makes_the_match():
    more = [event(3500, "correct", card="7C"), call(4000, "Vera", "fox")]
    assert told(*REAL, *more, deals=True)[3:] == [
        "3500 dealt player=Vera card=7C matches=Anna",
        "4000 won player=Vera from=Anna cards=1",
    ]


def test_animals_18_what_was_won_on_a_misread_card_is_taken_back():
    parts = [setup(None), deal(1000, "7H"), deal(2000, "7S")]
    more = [
        call(2500, "Anna", "owl"),
        event(3000, "correct", card="9S"),
        call(3500, "Anna", "owl"),
        event(9000, "end"),
    ]
    assert told(*parts, *more, deals=True)[2:] == [
        "2500 won player=Anna from=Ben cards=1",
        "3000 undone taken_back=won",
        "3000 dealt player=Ben card=9S matches=-",
        "3500 void player=Anna says=owl why=no-match",
    ]
    assert rulings(*parts, *more)[-1]["counts"] == {"Anna": 1, "Ben": 1, "Vera": 0, "Greg": 0}


def test_animals_18_another_suit_changes_nothing_that_was_won():
    parts = [setup(None), deal(1000, "7H"), deal(2000, "7S")]
    more = [call(2500, "Anna", "owl"), event(3000, "correct", card="7C"), deal(4000, "7S")]
    assert told(*parts, *more, deals=True)[3:] == [
        "3000 dealt player=Ben card=7C matches=Anna",
        "4000 dealt player=Vera card=7S matches=Anna",
    ]


def test_animals_18_there_is_nothing_to_correct_yet():
    assert after([setup(None)], event(500, "correct", card="7C")) == ["500 refused why=no-card"]


def test_animals_18_a_round_with_real_cards():
    more = [event(5000, "round", dealer="Anna"), deal(6000, "7H")]
    assert told(*REAL, *more, deals=True)[-1] == "6000 dealt player=Ben card=7H matches=-"


def test_animals_19_in_a_group_of_three_who_is_left_is_asked_for_and_not_guessed():
    parts = with_options(match_of_three(), one_try=True)
    more = [call(5000, "Vera", "wolf"), call(6000, None, "owl")]
    assert after(parts, *more) == [
        "5000 void player=Vera says=wolf why=not-in-match",
        "6000 who-called says=owl candidates=Anna",
    ]
