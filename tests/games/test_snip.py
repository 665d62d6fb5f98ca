"""The lines of "Snip Snap Snorum" in docs/rulings.md; each test bears its line's number."""

from __future__ import annotations

import pytest
from journals import call, event, journal, lines, rulings, short

from voicegm.games import by_name, read_setup
from voicegm.games.events import event_from_json
from voicegm.games.game import SetupError
from voicegm.games.replay import BadLine, read_journal

GAME = by_name("snip-snap-snorum")
PEOPLE = ("Anna", "Ben", "Vera", "Greg", "Mia", "Leo", "Tom", "Ida")
TOKENS = {"scoring": "tokens"}


def table(*hands, **more):
    """A set-up in which Anna leads and the last of the players is the dealer."""
    people = PEOPLE[: len(hands)]
    return {
        "voicegm": 1,
        "game": "snip-snap-snorum",
        "players": [{"name": name} for name in people],
        "dealer": people[-1],
        "hands": {name: cards.split() for name, cards in zip(people, hands, strict=True)},
        **more,
    }


def real_cards(players=3, **more):
    line = table(*[""] * players, deck=None, deck_mode="table", **more)
    del line["hands"]
    return line


def acts(*texts, start=1000):
    """`Anna 7H snip`, `Ben - snip` (no card named), `Ben pass`, at whole seconds."""
    found = []
    for at, text in enumerate(texts, start=start // 1000):
        by, what, *says = text.split()
        if what == "pass":
            found.append(event(at * 1000, "pass", by=by))
        else:
            card = None if what == "-" else what
            found.append(event(at * 1000, "play", by=by, card=card, says=says[0] if says else None))
    return found


def told(*parts):
    """The rulings as short texts without their times, and without `over`."""
    found = [short(line).split(" ", 1)[1] for line in rulings(*parts)]
    return [text for text in found if not text.startswith("over")]


def last(*parts):
    return rulings(*parts)[-1]


def state_after(line, *events):
    setup = read_setup(line)
    state = GAME.start(setup).state
    for each in events:
        state = GAME.step(state, event_from_json(each, GAME.events, setup.names)).state
    return state


def turn(line, *events):
    return GAME.view(state_after(line, *events)).next_player


FOUR = table("7H 2C", "7D 3C", "7S 4C", "7C 5C 6C")
"""A seven in every hand."""

ROUND_OF_SEVENS = acts("Anna 7H", "Ben 7D snip", "Vera 7S snap", "Greg 7C snorum")


# 1. The deal.


def test_snip_01_all_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    line = table("", "", "", "", seed=3)
    del line["hands"]
    counts = last(line)["counts"]
    assert counts == {"Anna": 13, "Ben": 13, "Vera": 13, "Greg": 13}
    line = {**line, "deck": ["2C", "3C", "4C", "5C", "6C", "7C"], "dealer": "Ben"}
    state = state_after(line)
    hands = [[str(card) for card in GAME.hand(state, name)] for name in PEOPLE[:4]]
    assert hands == [["4C"], ["5C"], ["2C", "6C"], ["3C", "7C"]]
    assert GAME.view(state).next_player == "Vera"


@pytest.mark.parametrize("players", [3, 5, 6, 7, 8])
def test_snip_01_uneven_is_fine(players):
    line = table(*[""] * players, seed=1)
    del line["hands"]
    counts = list(last(line)["counts"].values())
    assert sum(counts) == 52 and max(counts) - min(counts) <= 1
    assert counts == sorted(counts, reverse=True)


def test_snip_01_the_deal_rotates():
    more = [event(9000, "round", seed=1), event(9500, "round", seed=2, dealer="Vera")]
    assert turn(FOUR) == "Anna"
    assert turn(FOUR, more[0]) == "Ben"
    assert turn(FOUR, *more) == "Greg"


# 2. The ordinary course.


def test_snip_02_lead_snip_snap_snorum():
    assert rulings(FOUR, *ROUND_OF_SEVENS)[:-1] == [
        {"at": 1000, "ruling": "played", "player": "Anna", "card": "7H"},
        {"at": 2000, "ruling": "played", "player": "Ben", "card": "7D"},
        cry(2000, "Ben", "snip", "snip", "right"),
        {"at": 3000, "ruling": "played", "player": "Vera", "card": "7S"},
        cry(3000, "Vera", "snap", "snap", "right"),
        {"at": 4000, "ruling": "played", "player": "Greg", "card": "7C"},
        cry(4000, "Greg", "snorum", "snorum", "right"),
        {"at": 4000, "ruling": "rank-complete", "rank": "7", "leader": "Greg"},
    ]


def cry(at, player, expected, said, result, **more):
    return {
        "at": at,
        "ruling": "cry",
        "player": player,
        "expected": expected,
        "said": said,
        "result": result,
        **more,
    }


def test_snip_02_snorem_is_the_same():
    line = rulings(FOUR, *ROUND_OF_SEVENS[:3], *acts("Greg 7C snorem", start=4000))[-3]
    assert line == cry(4000, "Greg", "snorum", "snorem", "right")


def test_snip_02_others_pass_without_penalty():
    line = table("7H 2C", "3C 3D", "7S 4C", "5C 5D")
    assert told(line, *acts("Anna 7H")) == [
        "played player=Anna card=7H",
        "passed player=Ben",
    ]
    assert turn(line, *acts("Anna 7H")) == "Vera"


def test_snip_02_the_fourth_player_leads():
    assert turn(FOUR, *ROUND_OF_SEVENS) == "Greg"
    assert told(FOUR, *ROUND_OF_SEVENS, *acts("Greg 5C", start=5000))[-2] == (
        "played player=Greg card=5C"
    )


# 3. Several cards of a rank in one hand.


def test_snip_03_all_four_in_one_hand_are_played_in_turn_the_others_passing_between():
    line = table("7C 7D 7H 7S 2C", "3C", "4C")
    four = acts("Anna 7C", "Anna 7D snip", "Anna 7H snap", "Anna 7S snorum")
    passes = ["passed player=Ben", "passed player=Vera"]
    assert told(line, *four) == [
        "played player=Anna card=7C",
        *passes,
        "played player=Anna card=7D",
        "cry player=Anna expected=snip said=snip result=right",
        *passes,
        "played player=Anna card=7H",
        "cry player=Anna expected=snap said=snap result=right",
        *passes,
        "played player=Anna card=7S",
        "cry player=Anna expected=snorum said=snorum result=right",
        "rank-complete rank=7 leader=Anna",
    ]


def test_snip_03_the_next_holder_goes_before_the_same_player_again():
    line = table("7C 7D 2C", "7H 3C", "4C")
    assert turn(line, *acts("Anna 7C")) == "Ben"
    assert told(line, *acts("Anna 7C", "Anna 7D snip"))[-1] == (
        "refused player=Anna why=out-of-turn"
    )


def test_snip_03_several_at_once():
    line = table("7C 7D 2C", "3C 3D", "7H 4C", options={"several_at_once": True})
    begun = acts("Anna 7C", "Anna 7D snip", "Vera 7H snap")
    assert told(line, *begun) == [
        "played player=Anna card=7C",
        "passed player=Ben",
        "played player=Anna card=7D",
        "cry player=Anna expected=snip said=snip result=right",
        "played player=Vera card=7H",
        "cry player=Vera expected=snap said=snap result=right",
        "rank-complete rank=7 leader=Vera",
    ]
    assert told(line, *begun[:1], *acts("Anna 2C", start=2000))[-1] == (
        "refused player=Anna why=out-of-turn"
    )
    assert told(line, *begun[:1], *acts("Ben 3C", start=2000))[-1] == (
        "refused player=Ben why=out-of-turn"
    )


# 4. The lead.


def test_snip_04_a_cry_on_the_lead_costs_nothing():
    for costs in ("ignore", "take_back", "penalty_card", "token"):
        line = {**FOUR, "options": {"missed_cry": costs, **TOKENS}}
        assert rulings(line, *acts("Anna 7H snip"))[1] == cry(1000, "Anna", None, "snip", "ignored")
        assert turn(line, *acts("Anna 7H snip")) == "Ben"


# 5. The end of a round.


def test_snip_05_the_round_ends_at_the_instant_a_hand_is_empty():
    line = table("7H 2C", "7D", "7S 4C")
    assert rulings(line, *acts("Anna 7H", "Ben 7D snip"))[-2] == {
        "at": 2000,
        "ruling": "round-over",
        "winners": ["Ben"],
        "counts": {"Anna": 1, "Ben": 0, "Vera": 2},
    }
    assert told(line, *acts("Anna 7H", "Ben 7D snip", "Vera 7S snap"))[-1] == (
        "refused player=Vera why=finished"
    )


def test_snip_05_take_back_on_the_winning_card():
    line = table("7H 2C", "7D", "7S 4C", options={"missed_cry": "take_back"})
    assert told(line, *acts("Anna 7H", "Ben 7D snap"))[1:] == [
        "played player=Ben card=7D",
        "cry player=Ben expected=snip said=snap result=missed cost=card:7D",
    ]
    assert last(line, *acts("Anna 7H", "Ben 7D"))["counts"]["Ben"] == 1


def test_snip_05_penalty_card_on_the_winning_card():
    line = table("7H 9C 2C", "7D 9D", "4S 4C", options={"missed_cry": "penalty_card"})
    parts = acts("Ben 7D", "Anna 7H snip", "Anna 9C", "Ben 9D snap")
    line["dealer"] = "Anna"
    assert told(line, *parts)[-3:] == [
        "played player=Ben card=9D",
        "cry player=Ben expected=snip said=snap result=missed cost=card:7D",
        "rank-complete rank=9 leader=Ben",
    ]
    assert last(line, *parts)["counts"]["Ben"] == 1


def test_snip_05_token_pays_first_and_wins_all_the_same():
    line = table("7H 2C", "7D", "7S 4C", options={"missed_cry": "token", **TOKENS})
    found = rulings(line, *acts("Anna 7H", "Ben 7D"))
    assert found[2] == cry(2000, "Ben", "snip", None, "missed", cost={"tokens": 1})
    assert found[3]["tokens"] == {"Anna": 19, "Ben": 23, "Vera": 18}
    assert found[3]["token_pot"] == 0


# 6. What is refused.


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("Vera 7S snip", "out-of-turn"),
        ("Vera 9C snip", "out-of-turn"),
        ("Ben 7S snip", "not-held"),
        ("Ben 4C snip", "not-held"),
        ("Ben 3C snip", "wrong-rank"),
        ("Ben pass", "must-play"),
        ("Vera pass", "out-of-turn"),
    ],
)
def test_snip_06_the_first_reason_that_fits_and_the_right_player_resumes(act, why):
    line = table("7H 2C", "7D 3C", "7S 4C 9C")
    begun = acts("Anna 7H", act)
    assert told(line, *begun)[-1] == f"refused player={act.split()[0]} why={why}"
    assert turn(line, *begun) == "Ben"
    assert last(line, *begun)["counts"] == {"Anna": 1, "Ben": 2, "Vera": 3}


def test_snip_06_after_the_end_and_after_the_round_everything_is_finished():
    line = table("7H", "7D 3C", "7S 4C")
    more = ["Anna 7H", "Ben 7S", "Ben pass"]
    assert told(line, *acts(*more))[-2:] == ["refused player=Ben why=finished"] * 2
    parts = [event(500, "end"), *acts("Vera 7D")]
    assert told(line, *parts)[-1] == "refused player=Vera why=finished"


def test_snip_06_the_leader_must_play():
    assert told(FOUR, *acts("Anna pass")) == ["refused player=Anna why=must-play"]


def test_snip_06_a_card_that_was_played_already_is_not_held():
    assert told(FOUR, *ROUND_OF_SEVENS, *acts("Greg 7C", start=5000))[-1] == (
        "refused player=Greg why=not-held"
    )


# 7. Missed and wrong cries.

MISS = table("7H 2C 2D", "7D 3C 3D", "7S 4C 4D", "7C 5C 5D")


def missing(costs, *texts, line=MISS, **more):
    return told({**line, "options": {"missed_cry": costs, **more}}, *acts(*texts))


@pytest.mark.parametrize("says", ["", " snap", " snorum", " fox", " coventry-2"])
def test_snip_07_ignore(says):
    said = says.strip() or "null"
    assert missing("ignore", "Anna 7H", f"Ben 7D{says}", "Vera 7S snap")[2:4] == [
        f"cry player=Ben expected=snip said={said} result=ignored",
        "played player=Vera card=7S",
    ]


@pytest.mark.parametrize("says", ["", " snap"])
def test_snip_07_take_back_loses_that_turn(says):
    said = says.strip() or "null"
    assert missing("take_back", "Anna 7H", f"Ben 7D{says}", "Vera 7S snip", "Greg 7C snap")[1:] == [
        "played player=Ben card=7D",
        f"cry player=Ben expected=snip said={said} result=missed cost=card:7D",
        "played player=Vera card=7S",
        "cry player=Vera expected=snip said=snip result=right",
        "played player=Greg card=7C",
        "cry player=Greg expected=snap said=snap result=right",
        "passed player=Anna",
    ]


def test_snip_07_penalty_card_is_the_own_last_one_from_a_finished_rank():
    line = table("7H 9C 2D", "7D 9D 3D", "7S 9H 4D")
    first = ["Anna 7H", "Ben 7D snip", "Vera 7S snap", "Vera 9H"]
    found = missing("penalty_card", *first, "Anna 9C", line=line)
    assert found[-1] == "cry player=Anna expected=snip said=null result=missed cost=card:7H"
    state = state_after({**line, "options": {"missed_cry": "penalty_card"}}, *acts(*first))
    assert [str(card) for card in GAME.hand(state, "Anna")] == ["2D", "9C"]
    state = state_after(
        {**line, "options": {"missed_cry": "penalty_card"}}, *acts(*first, "Anna 9C")
    )
    assert [str(card) for card in GAME.hand(state, "Anna")] == ["2D", "7H"]


def test_snip_07_no_penalty_card_when_no_rank_is_finished():
    assert missing("penalty_card", "Anna 7H", "Ben 7D")[-1] == (
        "cry player=Ben expected=snip said=null result=missed"
    )


def test_snip_07_token_to_the_pot():
    line = {**MISS, "options": {"missed_cry": "token", **TOKENS}}
    parts = acts("Anna 7H", "Ben 7D", "Vera 7S snip")
    assert [found.get("cost") for found in rulings(line, *parts) if found["ruling"] == "cry"] == [
        {"tokens": 1},
        {"tokens": 1},
    ]
    over = last(line, *parts)
    assert over["tokens"] == {"Anna": 20, "Ben": 19, "Vera": 19, "Greg": 20}
    assert over["token_pot"] == 2


# 8. Scoring.


def test_snip_08_simple_scoring_knows_no_tokens():
    line = table("7H", "7D 3C", "7S 4C")
    found = rulings(line, *acts("Anna 7H"), event(9000, "end"))
    assert all("tokens" not in ruling and "token_pot" not in ruling for ruling in found)
    assert found[-1]["winners"] == ["Anna"]


def test_snip_08_the_winner_gets_a_token_for_each_card_left():
    line = table("7H", "7D 3C", "7S 4C 5C 6C", options=TOKENS)
    found = rulings(line, *acts("Anna 7H"))
    assert found[1] == {
        "at": 1000,
        "ruling": "round-over",
        "winners": ["Anna"],
        "counts": {"Anna": 0, "Ben": 2, "Vera": 4},
        "tokens": {"Anna": 26, "Ben": 18, "Vera": 16},
        "token_pot": 0,
    }


def test_snip_08_pass_penalty():
    line = table("7H 2C", "3C 3D", "7S", options={"pass_penalty": True, **TOKENS})
    assert last(line, *acts("Anna 7H"))["tokens"] == {"Anna": 20, "Ben": 19, "Vera": 20}
    found = rulings(line, *acts("Anna 7H", "Vera 7S snip"))
    assert found[-2]["tokens"] == {"Anna": 19, "Ben": 17, "Vera": 24}


def test_snip_08_ante_in_each_round():
    line = table("7H", "7D 3C", "7S 4C", options={"ante": True, **TOKENS})
    assert last(line)["tokens"] == {"Anna": 19, "Ben": 19, "Vera": 19}
    assert last(line)["token_pot"] == 3
    parts = [*acts("Anna 7H"), event(2000, "round", seed=1)]
    assert rulings(line, *parts)[1]["tokens"] == {"Anna": 26, "Ben": 17, "Vera": 17}
    assert last(line, *parts)["tokens"] == {"Anna": 25, "Ben": 16, "Vera": 16}


def test_snip_08_who_cannot_pay_gives_what_is_left():
    line = table(
        "7H",
        "7D 3C",
        "7S 4C 5C 6C",
        tokens={"Ben": 1, "Vera": 0},
        options={"ante": True, **TOKENS},
    )
    assert last(line)["tokens"] == {"Anna": 19, "Ben": 0, "Vera": 0}
    assert rulings(line, *acts("Anna 7H"))[1]["tokens"] == {"Anna": 21, "Ben": 0, "Vera": 0}


def test_snip_08_most_tokens_when_the_group_stops():
    line = table("7H 2C", "7D 3C", "7S 4C", tokens={"Ben": 25}, options=TOKENS)
    over = last(line, *acts("Anna 7H"), event(9000, "end"))
    assert (over["winners"], over["finished"]) == (["Ben"], True)


def test_snip_08_elimination():
    line = table(
        "7H",
        "7D 3C",
        "7S 4C",
        tokens={"Anna": 1, "Ben": 2, "Vera": 5},
        options={"finish": "elimination", **TOKENS},
    )
    won = acts("Anna 7H")
    assert told(line, *won)[-1] == "out player=Ben"
    two = event(2000, "round", hands={"Anna": ["2C"], "Ben": ["2D"], "Vera": ["9C", "9D", "9H"]})
    assert turn(line, *won, two) == "Vera"
    more = acts("Vera 9C", "Vera 9D snip", "Vera 9H snap", start=3000)
    assert last(line, *won, two, *more)["winners"] == []
    one = event(2000, "round", dealer="Vera", hands={"Anna": ["2C"], "Vera": ["4C", "5C", "6C"]})
    found = rulings(line, *won, one, *acts("Anna 2C", start=3000))
    assert found[-2] == {"at": 3000, "ruling": "out", "player": "Vera"}
    assert (found[-1]["winners"], found[-1]["finished"]) == (["Anna"], True)
    assert found[-1]["tokens"] == {"Anna": 8, "Ben": 0, "Vera": 0}


LEVEL = table("7H 2C", "7D 3C", "7S 4C", tokens={"Vera": 10}, options=TOKENS)
"""Anna and Ben lead with 20 tokens each."""


def test_snip_08_those_who_are_level_play_one_more_round():
    stop = event(2000, "end")
    more = event(3000, "round", dealer="Vera", hands={"Anna": ["2C", "3C"], "Ben": ["2D"]})
    plays = acts("Anna 2C", "Ben 2D snip", start=4000)
    over = last(LEVEL, stop, more, *plays)
    assert (over["winners"], over["finished"], over["at"]) == (["Ben"], True, 5000)
    assert over["tokens"] == {"Anna": 19, "Ben": 21, "Vera": 10}
    assert told(LEVEL, stop, more, *plays, event(9000, "round", seed=1))[-1] == (
        "refused why=finished"
    )


def test_snip_08_all_who_are_level_do_and_nobody_else():
    line = table("7H 2C", "7D 3C", "7S 4C", "8C", tokens={"Greg": 3}, options=TOKENS)
    parts = [event(1000, "end"), event(2000, "round", seed=1)]
    assert last(line, *parts)["counts"] == {"Anna": 17, "Ben": 18, "Vera": 17, "Greg": 0}
    clear = {**line, "tokens": {"Greg": 21}}
    assert told(clear, *parts) == ["refused why=finished"]


@pytest.mark.parametrize(
    "options",
    [
        {"missed_cry": "token"},
        {"pass_penalty": True},
        {"ante": True},
        {"finish": "elimination"},
    ],
)
def test_snip_08_options_that_move_tokens_need_tokens(options):
    (name,) = options
    with pytest.raises(SetupError, match=f'"{name}" moves tokens'):
        read_setup({**FOUR, "options": options})
    read_setup({**FOUR, "options": {**options, **TOKENS}})
    change = event(1000, "option", name=name, value=options[name])
    assert name in str(journal(FOUR, change).fault)
    assert journal({**FOUR, "options": TOKENS}, change).fault is None


# 9. When a rank closes, and who passes.


def test_snip_09_a_rank_closes_when_no_hand_holds_another():
    line = table("7H 2C", "7D 3C", "4S 4C")
    assert told(line, *acts("Anna 7H", "Ben 7D snip"))[-1] == "rank-complete rank=7 leader=Ben"
    assert told(line, *acts("Anna 2C"))[-1] == "rank-complete rank=2 leader=Anna"


def test_snip_09_with_hands_known_those_who_must_pass_are_passed():
    assert told(table("7H 2C", "3C 4C", "7S 4D"), *acts("Anna 7H"))[-1] == "passed player=Ben"


def test_snip_09_or_say_it_themselves():
    line = table("7H 2C", "3C 4C", "7S 4D", options={"auto_pass": False})
    assert told(line, *acts("Anna 7H")) == ["played player=Anna card=7H"]
    assert turn(line, *acts("Anna 7H")) == "Ben"
    assert told(line, *acts("Anna 7H", "Ben pass"))[-1] == "passed player=Ben"
    assert told(line, *acts("Anna 7H", "Ben pass", "Vera pass"))[-1] == (
        "refused player=Vera why=must-play"
    )


def test_snip_09_with_real_cards_a_full_circle_of_passes_closes_the_rank():
    line = real_cards()
    circle = acts("Anna 7H", "Ben pass", "Vera 7D snip", "Anna pass", "Ben pass", "Vera pass")
    assert told(line, *circle[:-1])[-1] == "passed player=Ben"
    assert told(line, *circle)[-2:] == ["passed player=Vera", "rank-complete rank=7 leader=Vera"]


def test_snip_09_with_real_cards_the_fourth_card_closes_it_too():
    four = acts("Anna 7H", "Ben 7D snip", "Vera 7S snap", "Anna 7C snorum")
    assert told(real_cards(), *four)[-1] == "rank-complete rank=7 leader=Anna"


# 10. A cry alone.


def test_snip_10_a_cry_alone_plays_the_lowest_suit():
    line = table("7H 2C", "7S 7D 7C 3C", "4C")
    found = told(line, *acts("Anna 7H", "Ben - snip", "Ben - snap", "Ben - snorum"))
    assert [text for text in found if text.startswith("played")][1:] == [
        "played player=Ben card=7C",
        "played player=Ben card=7D",
        "played player=Ben card=7S",
    ]


def test_snip_10_a_cry_alone_leads_nothing():
    assert told(FOUR, *acts("Anna - snip")) == ["refused player=Anna why=not-held"]
    line = table("7H 2C", "3C 4C", "7S 4D", options={"auto_pass": False})
    assert told(line, *acts("Anna 7H", "Ben - snip"))[-1] == "refused player=Ben why=not-held"


# 11. Variants.


def test_snip_11_earl_of_coventry():
    line = {**FOUR, "options": {"cries": "coventry"}}
    said = acts("Anna 7H", "Ben 7D coventry-2", "Vera 7S coventry-3", "Greg 7C coventry-4")
    found = [ruling for ruling in rulings(line, *said) if ruling["ruling"] == "cry"]
    assert [(ruling["expected"], ruling["result"]) for ruling in found] == [
        ("coventry-2", "right"),
        ("coventry-3", "right"),
        ("coventry-4", "right"),
    ]
    with_lead = told(line, *acts("Anna 7H coventry-1"))[1]
    assert with_lead == "cry player=Anna expected=coventry-1 said=coventry-1 result=right"


def test_snip_11_silent():
    line = {**FOUR, "options": {"cries": "silent", "missed_cry": "take_back"}}
    quiet = acts("Anna 7H", "Ben 7D", "Vera 7S", "Greg 7C")
    assert not [text for text in told(line, *quiet) if text.startswith("cry")]


JIG = table("AC 2C KD", "3C QD 9S", "4C 5C 7C", options={"match": "suit"})


def test_snip_11_jig_plays_the_next_card_of_the_suit_ace_low_and_silent_after_the_fourth():
    run = acts("Anna AC", "Anna 2C snip", "Ben 3C snap", "Vera 4C snorum", "Vera 5C")
    found = told(JIG, *run)
    assert [text for text in found if "cry" in text] == [
        "cry player=Anna expected=snip said=snip result=right",
        "cry player=Ben expected=snap said=snap result=right",
        "cry player=Vera expected=snorum said=snorum result=right",
    ]
    assert found[-1] == "rank-complete rank=5 leader=Vera"
    assert told(JIG, *acts("Anna AC", "Ben 3C snip"))[-1] == "refused player=Ben why=out-of-turn"


def test_snip_11_jig_a_run_ends_at_the_king():
    line = {**JIG, "dealer": "Anna"}
    assert told(line, *acts("Ben QD", "Anna KD snip"))[-1] == "rank-complete rank=K leader=Anna"
    ace_of_diamonds = table("KD 2C", "AD 3C", "4C", options={"match": "suit"})
    assert told(ace_of_diamonds, *acts("Anna KD"))[-1] == "rank-complete rank=K leader=Anna"


def test_snip_11_jig_wrong_suit_is_refused_as_the_wrong_rank():
    line = table("7C 2C", "8C 8D 3C", "4C", options={"match": "suit"})
    assert told(line, *acts("Anna 7C", "Ben 8D snip"))[-1] == "refused player=Ben why=wrong-rank"


@pytest.mark.parametrize(("size", "lowest"), [(52, "2"), (32, "7"), (24, "9")])
def test_snip_11_small_decks(size, lowest):
    line = table("", "", "", seed=4, options={"deck_size": size})
    del line["hands"]
    state = state_after(line)
    ranks = {card.rank for name in PEOPLE[:3] for card in GAME.hand(state, name)}
    assert min(ranks, key="23456789TJQKA".index) == lowest and "A" in ranks
    assert sum(last(line)["counts"].values()) == size


# 12. Tips.


def test_snip_12_tips_for_the_leader_alone():
    line = table("7C 7D 7H 7S 2C 2D", "3C 2H", "3D 2S")
    state = state_after(line)
    assert [(tip.kind, tip.rank) for tip in GAME.tips(state, "Anna")] == [
        ("most", "7"),
        ("free-run", "7"),
    ]
    assert GAME.tips(state, "Ben") == ()
    assert GAME.tips(state_after(line, *acts("Anna 7C")), "Anna") == ()
    assert GAME.tips(state_after(real_cards()), "Anna") == ()


def test_snip_12_a_rank_with_three_cards_gone_is_a_dead_lead():
    line = table("7H 2C", "7D 3C", "7S 4C 4D", options={"missed_cry": "penalty_card"})
    before = acts("Anna 7H", "Ben 7D snip", "Vera 7S snap", "Vera 4C")
    missed = acts("Vera 4D", start=5000)
    state = state_after(line, *before, *missed)
    assert ("dead-lead", "7") in [(tip.kind, tip.rank) for tip in GAME.tips(state, "Vera")]


# House rulings on what the texts leave open.


def test_snip_13_from_three_players_on():
    with pytest.raises(SetupError, match="for 3 to 52 players, not for 2"):
        read_setup(table("7H", "7D"))
    read_setup(table("7H", "7D", "7S"))
    nine = [{"name": f"Player {number}"} for number in range(1, 10)]
    read_setup({**table("", "", "", seed=1), "players": nine, "dealer": "Player 1", "hands": None})


def test_snip_13_who_is_dealt_nothing_sits_the_round_out():
    line = table("", "7D 3C", "7S 4C", options={"pass_penalty": True, "ante": True, **TOKENS})
    assert turn(line) == "Ben"
    over = last(line, *acts("Ben 7D", "Vera 7S snip", "Vera 4C"))
    assert over["tokens"] == {"Anna": 20, "Ben": 18, "Vera": 22}


def test_snip_14_a_round_that_is_won_waits_for_the_next_or_the_end():
    line = table("7H", "7D 3C", "7S 4C")
    assert last(line, *acts("Anna 7H"))["finished"] is False
    assert last(line, *acts("Anna 7H"))["winners"] == []
    over = last(line, *acts("Anna 7H"), event(9000, "end"))
    assert (over["winners"], over["finished"], over["at"]) == (["Anna"], True, 9000)


def test_snip_14_a_round_before_anybody_has_won_pays_nothing_and_leaves_the_pot():
    line = table("7H 2C", "7D 3C", "7S 4C", options={"ante": True, **TOKENS})
    parts = [*acts("Anna 7H"), event(2000, "round", hands={"Ben": ["2C"], "Vera": ["3C"]})]
    found = rulings(line, *parts)
    assert found[-2] == {
        "at": 2000,
        "ruling": "round-over",
        "winners": [],
        "counts": {"Anna": 1, "Ben": 2, "Vera": 2},
        "tokens": {"Anna": 19, "Ben": 19, "Vera": 19},
        "token_pot": 3,
    }
    assert found[-1]["token_pot"] == 5


def test_snip_14_a_round_that_was_won_is_not_told_twice():
    line = table("7H", "7D 3C", "7S 4C")
    parts = [*acts("Anna 7H"), event(2000, "round", seed=1), event(3000, "undo")]
    assert told(line, *parts) == [
        "played player=Anna card=7H",
        "round-over winners=Anna counts=Anna:0,Ben:2,Vera:2",
        "refused why=nothing-to-undo",
    ]


def test_snip_15_simple_scoring_keeps_no_score_over_rounds():
    line = table("7H", "7D 3C", "7S 4C")
    second = event(2000, "round", dealer="Anna", hands={"Anna": ["2C"], "Ben": ["3C"]})
    assert last(line, *acts("Anna 7H"), second, event(9000, "end"))["winners"] == []
    won = acts("Ben 3C", start=3000)
    assert last(line, *acts("Anna 7H"), second, *won, event(9000, "end"))["winners"] == ["Ben"]


def test_snip_15_with_tokens_the_pot_stays_in_the_middle():
    line = table("7H 2C", "7D 3C", "7S 4C", tokens={"Ben": 25}, options={"ante": True, **TOKENS})
    over = last(line, event(1000, "end"))
    assert (over["winners"], over["token_pot"]) == (["Ben"], 3)


def test_snip_16_level_at_the_end_shares_the_lead_until_they_have_played_on():
    over = last(LEVEL, event(2000, "end"))
    assert (over["winners"], over["finished"]) == (["Anna", "Ben"], True)
    assert GAME.view(state_after(LEVEL, event(2000, "end"))).level == ("Anna", "Ben")
    assert told(LEVEL, event(2000, "end"), *acts("Anna 7H", start=3000)) == [
        "refused player=Anna why=finished"
    ]


def test_snip_16_the_winner_of_that_round_has_won_whatever_the_tokens_say():
    line = {**LEVEL, "options": {**TOKENS, "pass_penalty": True}}
    hands = {"Anna": ["2C"], "Ben": ["3C"], "Vera": ["2D"]}
    parts = [event(2000, "end"), event(3000, "round", dealer="Vera", hands=hands)]
    over = last(line, *parts, *acts("Anna 2C", start=4000))
    assert over["winners"] == ["Anna"] and over["tokens"]["Vera"] == 10


def test_snip_17_elimination_needs_two_with_tokens():
    options = {"finish": "elimination", **TOKENS}
    with pytest.raises(SetupError, match="two players with tokens"):
        read_setup({**FOUR, "options": {**options, "tokens": 0}})
    read_setup({**FOUR, "options": {**options, "tokens": 0}, "tokens": {"Anna": 1, "Ben": 1}})


def test_snip_17_undo_of_the_play_that_decided_the_match_reopens_it():
    line = table(
        "7H",
        "7D 3C",
        "7S 4C",
        tokens={"Anna": 1, "Ben": 2, "Vera": 2},
        options={"finish": "elimination", **TOKENS},
    )
    won = acts("Anna 7H")
    assert last(line, *won)["winners"] == ["Anna"]
    assert told(line, *won)[-2:] == ["out player=Ben", "out player=Vera"]
    again = [*won, event(2000, "undo")]
    assert last(line, *again)["finished"] is False
    assert last(line, *again)["tokens"] == {"Anna": 1, "Ben": 2, "Vera": 2}
    assert turn(line, *again) == "Anna"


def test_snip_17_who_has_no_tokens_is_not_dealt_in_and_is_no_dealer():
    line = table("", "", "", seed=1, tokens={"Anna": 0}, options={"finish": "elimination"})
    line["options"].update(TOKENS)
    del line["hands"]
    assert last(line)["counts"] == {"Anna": 0, "Ben": 26, "Vera": 26}
    assert GAME.view(state_after(line, event(1000, "round", seed=2))).dealer == "Ben"


def test_snip_18_a_missed_cry_costs_no_more_than_there_is():
    line = {**MISS, "tokens": {"Ben": 0}, "options": {"missed_cry": "token", **TOKENS}}
    assert told(line, *acts("Anna 7H", "Ben 7D"))[-1] == (
        "cry player=Ben expected=snip said=null result=missed"
    )


def test_snip_18_a_card_taken_back_is_played_when_the_turn_comes_round_again():
    line = table("7H 2C", "7D 3C", "4S 4C", options={"missed_cry": "take_back"})
    parts = acts("Anna 7H", "Ben 7D")
    assert told(line, *parts)[-2:] == ["passed player=Vera", "passed player=Anna"]
    assert turn(line, *parts) == "Ben"
    assert told(line, *parts, *acts("Ben 7D snip", start=3000))[-1] == (
        "rank-complete rank=7 leader=Ben"
    )


def test_snip_18_a_penalty_card_may_be_of_the_rank_that_is_played():
    options = {"missed_cry": "penalty_card"}
    line = table("7H 9C 2C", "7D 9D 3C", "9S 5D 5H", "7S 8C 8D", options=options)
    parts = acts("Anna 7H", "Ben 7D snip", "Greg 7S snap", "Greg 8C", "Greg 8D")
    found = told(line, *parts)
    assert found[-2:] == [
        "cry player=Greg expected=snip said=null result=missed cost=card:7S",
        "rank-complete rank=8 leader=Greg",
    ]
    assert told(line, *parts, *acts("Greg 7S", start=6000))[-1].startswith("round-over")


def test_snip_19_undo_takes_back_one_play_and_all_that_followed_from_it():
    line = table("7H 2C", "3C 3D", "7S", options={"pass_penalty": True, **TOKENS})
    parts = acts("Anna 7H", "Vera 7S snip")
    undo = event(3000, "undo")
    assert rulings(line, *parts, undo)[-2] == {
        "at": 3000,
        "ruling": "undone",
        "taken_back": "played",
    }
    assert state_after(line, *parts, undo).board == state_after(line, *parts[:1]).board
    twice = [*parts, undo, event(4000, "undo")]
    assert state_after(line, *twice).board == state_after(line).board
    assert told(line, *twice, event(5000, "undo"))[-1] == "refused why=nothing-to-undo"


def test_snip_19_undo_keeps_options_and_leavers():
    parts = [
        *acts("Anna 7H"),
        event(1500, "option", name="cries", value="silent"),
        event(1600, "leave", by="Anna"),
        event(2000, "undo"),
    ]
    state = state_after(FOUR, *parts)
    assert state.sitting.options.cries == "silent"
    assert GAME.view(state).next_player == "Ben"


def test_snip_19_undo_after_the_end_counts_anew():
    line = table("7H", "7D 3C", "7S 4C")
    parts = [*acts("Anna 7H"), event(2000, "end"), event(3000, "undo")]
    over = last(line, *parts)
    assert (over["winners"], over["finished"], over["at"]) == ([], True, 2000)
    assert over["counts"]["Anna"] == 1


def test_snip_20_who_leaves_takes_the_hand_out_of_play():
    parts = [*acts("Anna 7H"), event(2000, "leave", by="Ben")]
    assert turn(FOUR, *parts) == "Vera"
    more = acts("Vera 7S snip", "Greg 7C snap", start=3000)
    assert told(FOUR, *parts, *more)[-1] == "rank-complete rank=7 leader=Greg"
    assert last(FOUR, *parts, *more)["counts"] == {"Anna": 1, "Ben": 2, "Vera": 1, "Greg": 2}
    assert told(FOUR, *parts, *acts("Ben 7D", start=3000))[-1] == (
        "refused player=Ben why=out-of-turn"
    )


def test_snip_20_the_lead_of_a_leaver_goes_to_the_next():
    assert turn(FOUR, event(1000, "leave", by="Anna")) == "Ben"
    line = table("7H 2C", "7D 3C", "4S 4C", options={"auto_pass": False})
    parts = [*acts("Anna 7H"), event(1500, "leave", by="Anna"), event(1600, "leave", by="Ben")]
    assert told(line, *parts)[-1] == "rank-complete rank=7 leader=Vera"


def test_snip_20_who_has_left_neither_pays_nor_wins():
    line = table("7H 2C", "7D 3C", "7S", tokens={"Anna": 90}, options=TOKENS)
    parts = [*acts("Anna 7H"), event(1500, "leave", by="Anna"), *acts("Ben 7D snip", start=2000)]
    more = [*acts("Vera 7S snap", start=3000), event(4000, "end")]
    over = last(line, *parts, *more)
    assert over["tokens"] == {"Anna": 90, "Ben": 19, "Vera": 21}
    assert over["winners"] == ["Vera"]


def test_snip_20_everybody_may_leave():
    leavers = [event(1000 + at, "leave", by=name) for at, name in enumerate(PEOPLE[:4])]
    assert turn(FOUR, *leavers) is None
    assert last(FOUR, *leavers, event(3000, "round", seed=1))["counts"]["Anna"] == 0
    assert told(FOUR, *leavers, *acts("Anna 7H", start=4000))[-1] == (
        "refused player=Anna why=out-of-turn"
    )


@pytest.mark.parametrize("says", ["coventry-2", "snip"])
def test_snip_21_a_wrong_line_on_the_lead_is_ignored(says):
    line = {**FOUR, "options": {"cries": "coventry", "missed_cry": "take_back"}}
    assert told(line, *acts(f"Anna 7H {says}"))[1] == (
        f"cry player=Anna expected=coventry-1 said={says} result=ignored"
    )


def test_snip_21_a_word_where_silence_is_due_is_ignored():
    line = {**FOUR, "options": {"cries": "silent", "missed_cry": "take_back"}}
    assert told(line, *acts("Anna 7H", "Ben 7D snip"))[-1] == (
        "cry player=Ben expected=null said=snip result=ignored"
    )
    five = table("AC 2C 3C 4C 5C 9C", "9S", "4D", options={"match": "suit"})
    run = acts("Anna AC", "Anna 2C snip", "Anna 3C snap", "Anna 4C snorum", "Anna 5C snip")
    assert "cry player=Anna expected=null said=snip result=ignored" in told(five, *run)


def test_snip_22_the_right_cry_called_on_its_own_plays_the_card():
    begun = acts("Anna 7H")
    for by in ("Ben", None):
        assert told(FOUR, *begun, call(2000, by, "snip"))[1:] == [
            "played player=Ben card=7D",
            "cry player=Ben expected=snip said=snip result=right",
        ]
    line = table("7H 2C", "3C 4C", "7S 4D", options={"auto_pass": False})
    assert told(line, *begun, call(2000, None, "pass"))[-1] == "passed player=Ben"


@pytest.mark.parametrize(
    ("by", "says", "why"),
    [
        ("Ben", "snap", "wrong-word"),
        (None, "snorum", "wrong-word"),
        ("Ben", "fox", "wrong-word"),
        ("Vera", "snip", "bystander"),
        ("Anna", "pass", "bystander"),
    ],
)
def test_snip_22_any_other_call_is_void_and_free(by, says, why):
    line = {**FOUR, "options": {"missed_cry": "take_back"}}
    found = rulings(line, *acts("Anna 7H"), call(2000, by, says))
    assert found[1] == {"at": 2000, "ruling": "void", "player": by, "says": says, "why": why}
    assert turn(line, *acts("Anna 7H"), call(2000, by, says)) == "Ben"


def test_snip_22_there_is_nothing_to_cry_before_the_lead_or_with_real_cards():
    assert told(FOUR, call(1000, "Anna", "snip")) == ["void player=Anna says=snip why=no-match"]
    parts = [*acts("Anna 7H"), call(2000, "Ben", "snip"), call(3000, "Ben", "pass")]
    assert told(real_cards(), *parts)[1:] == [
        "void player=Ben says=snip why=no-match",
        "passed player=Ben",
    ]


def test_snip_22_what_was_not_understood_is_asked_again_while_a_round_goes_on():
    line = table("7H", "7D 3C", "7S 4C")
    again = [event(500, "unclear"), *acts("Anna 7H"), event(2000, "unclear")]
    assert told(line, *again)[0] == "again"
    assert told(line, *again)[-1].startswith("round-over")


def test_snip_22_what_is_for_races_changes_nothing():
    parts = [
        *acts("Anna 7H"),
        event(1100, "cue"),
        event(1200, "caller", by="Vera"),
        event(1300, "call-off"),
    ]
    assert told(FOUR, *parts) == ["played player=Anna card=7H"]
    assert state_after(FOUR, *parts).board == state_after(FOUR, *parts[:1]).board


def test_snip_23_auto_pass_set_in_play_counts_at_once():
    line = table("7H 2C", "3C 4C", "7S 4D", options={"auto_pass": False})
    parts = [*acts("Anna 7H"), event(1500, "option", name="auto_pass", value=True)]
    assert told(line, *parts)[-1] == "passed player=Ben"
    assert turn(line, *parts) == "Vera"


def test_snip_24_who_goes_on_leaves_the_turn_where_it_was():
    options = {"several_at_once": True, "missed_cry": "take_back"}
    line = table("7H 7D 2C", "3C 4C", "7S 7C 4D", options=options)
    assert turn(line, *acts("Anna 7H", "Anna 7D snip")) == "Vera"
    missed = acts("Anna 7H", "Anna 7D")
    assert turn(line, *missed) == "Vera"
    assert told(line, *missed, *acts("Anna 7D snip", start=3000))[-1] == (
        "refused player=Anna why=out-of-turn"
    )


def test_snip_24_in_jig_the_turn_goes_on_from_the_player():
    options = {"several_at_once": True, "auto_pass": False, "match": "suit"}
    line = table("7C 8C 2C", "3C 9C", "4C", options=options)
    parts = acts("Anna 7C", "Ben pass", "Anna 8C snip")
    assert turn(line, *parts) == "Ben"


def test_snip_25_real_cards_are_counted_from_the_deal():
    line = real_cards(4, options={"deck_size": 24})
    assert last(line)["counts"] == {"Anna": 6, "Ben": 6, "Vera": 6, "Greg": 6}
    assert last(line, *acts("Anna 9C"))["counts"]["Anna"] == 5
    assert last(real_cards(5))["counts"]["Mia"] == 10
    three = real_cards(options={"deck_size": 24})
    parts = []
    for rank in "9TJQ":
        parts += [f"Anna {rank}C", f"Ben {rank}D snip"]
        parts += [f"Vera {rank}H snap", f"Anna {rank}S snorum"]
    assert told(three, *acts(*parts))[-1] == "round-over winners=Anna counts=Anna:0,Ben:4,Vera:4"


def test_snip_25_a_real_card_that_was_played_is_not_held():
    assert told(real_cards(), *acts("Anna 7H", "Ben 7H snip"))[-1] == (
        "refused player=Ben why=not-held"
    )


def test_snip_25_a_real_card_has_to_be_named():
    fault = journal(real_cards(), *acts("Anna -")).fault
    assert fault is not None and '"play" needs its "card"' in fault.reason


def test_snip_25_a_card_that_came_back_is_known_to_be_there():
    line = real_cards(options={"missed_cry": "take_back"})
    parts = acts("Anna 7H", "Ben 7D", "Vera 7D snip", "Vera pass", "Anna pass", "Ben pass")
    assert told(line, *parts)[-4:] == [
        "refused player=Vera why=not-held",
        "passed player=Vera",
        "passed player=Anna",
        "refused player=Ben why=must-play",
    ]


def test_snip_26_in_jig_the_next_card_counts_even_in_a_small_deck():
    line = table("AC 9C", "7C 3D", "4C", options={"match": "suit", "deck_size": 32})
    assert told(line, *acts("Anna AC"))[-1] == "rank-complete rank=A leader=Anna"


def test_snip_27_a_winning_card_completes_no_rank():
    line = table("7H", "3C 3D", "4C 4D")
    assert told(line, *acts("Anna 7H")) == [
        "played player=Anna card=7H",
        "round-over winners=Anna counts=Anna:0,Ben:2,Vera:2",
    ]


def test_snip_28_a_card_that_nobody_holds_is_a_bad_line():
    fault = journal(FOUR, *acts("Anna 9H")).fault
    assert fault is not None and fault.number == 2
    assert "nobody holds the card 9H" in fault.reason
    small = table("", "", "", seed=1, options={"deck_size": 32})
    del small["hands"]
    assert journal(small, *acts("Anna 6H")).fault is not None
    assert journal(small, *acts("Anna 7H")).fault is None


def test_snip_28_the_next_round_has_its_own_cards():
    parts = [event(1000, "round", hands={"Anna": ["9H"], "Ben": ["2D"], "Vera": []})]
    assert journal(FOUR, *parts, *acts("Ben 2D", start=2000)).fault is None
    assert told(FOUR, *parts, *acts("Ben 7D", start=2000))[-1] == "refused player=Ben why=not-held"
    assert journal(FOUR, *parts, *acts("Ben 3D", start=2000)).fault is not None


def test_snip_28_written_cards_need_not_be_of_the_pack():
    read_setup(table("2H 7C", "7D", "7S", options={"deck_size": 24}))


BAD = {
    "a hand with a card twice": table("7H 7H", "7D", "7S"),
    "a card in two hands": table("7H", "7H", "7S"),
    "hands and a deck": table("7H", "7D", "7S", deck=["7C"]),
    "an option of Snap": table("7H", "7D", "7S", options={"strict": True}),
    "a deck of 40": table("7H", "7D", "7S", options={"deck_size": 40}),
    "cries there are not": table("7H", "7D", "7S", options={"cries": "shout"}),
    "less than no tokens": table("7H", "7D", "7S", options={"tokens": -1, **TOKENS}),
    "tokens that are a truth": table("7H", "7D", "7S", options={"tokens": True, **TOKENS}),
}


@pytest.mark.parametrize("what", BAD)
def test_snip_28_a_bad_set_up_ends_the_reading_at_line_1(what):
    with pytest.raises(BadLine) as caught:
        read_journal(lines(BAD[what]))
    assert caught.value.number == 1


@pytest.mark.parametrize(
    "line",
    [
        event(1000, "deal"),
        event(1000, "turn"),
        event(1000, "play"),
        event(1000, "play", by="Zoe", card="7H"),
        event(1000, "play", by=None, card="7H"),
        event(1000, "play", by="Anna", card="7"),
        event(1000, "play", by="Anna", card="7H", says=7),
        event(1000, "play", by="Anna", card="7H", says=""),
        event(1000, "pass"),
        event(1000, "pass", by=None),
        event(1000, "option", name="match", value="suit"),
        event(1000, "option", name="scoring", value="tokens"),
        event(1000, "option", name="deck_size", value=24),
        event(1000, "option", name="tokens", value=5),
        event(1000, "round"),
        event(1000, "round", deck=["7H"], hands={"Anna": ["7H"]}),
        event(1000, "round", hands={"Zoe": ["7H"]}),
        event(1000, "round", hands={"Anna": ["7H"], "Ben": ["7H"]}),
    ],
    ids=str,
)
def test_snip_29_a_bad_line_ends_the_reading(line):
    fault = journal(FOUR, line, *acts("Anna 7H", start=2000)).fault
    assert fault is not None and fault.number == 2


def test_snip_29_options_set_in_play_count_from_then_on():
    parts = [*acts("Anna 7H"), event(1500, "option", name="cries", value="coventry")]
    assert told(FOUR, *parts, *acts("Ben 7D coventry-2", start=2000))[-1] == (
        "cry player=Ben expected=coventry-2 said=coventry-2 result=right"
    )
    with_tokens = {**FOUR, "options": TOKENS}
    ante = event(1500, "option", name="ante", value=True)
    assert last(with_tokens, ante)["tokens"]["Anna"] == 20
    assert last(with_tokens, ante, event(2000, "round", seed=1))["tokens"]["Anna"] == 19


# What counts now, and what is seen.


def test_what_is_expected_is_the_cry_and_a_pass():
    states = [state_after(FOUR, *ROUND_OF_SEVENS[:count]) for count in range(5)]
    assert [GAME.expected(state, 9000) for state in states] == [
        frozenset(),
        {"snip", "pass"},
        {"snap", "pass"},
        {"snorum", "pass"},
        frozenset(),
    ]
    coventry = {**FOUR, "options": {"cries": "coventry"}}
    assert GAME.expected(state_after(coventry), 0) == {"coventry-1"}
    silent = {**FOUR, "options": {"cries": "silent"}}
    assert GAME.expected(state_after(silent, *ROUND_OF_SEVENS[:1]), 0) == {"pass"}
    over = state_after(FOUR, event(1000, "end"))
    assert GAME.expected(over, 2000) == frozenset()


def test_the_view_shows_the_run_and_never_a_hand():
    line = {**FOUR, "options": TOKENS}
    view = GAME.view(state_after(line, *ROUND_OF_SEVENS[:2])).to_json()
    assert view["next_player"] == "Vera"
    assert view["run"] == {"cards": ("7H", "7D"), "rank": "7", "suit": None, "cry": "snap"}
    assert [player["cards"] for player in view["players"]] == [1, 1, 2, 3]
    assert [player["tokens"] for player in view["players"]] == [20] * 4
    assert view["token_pot"] == 0
    assert not any(card in str(view) for card in ("2C", "3C", "7S", "4C", "7C", "5C", "6C"))


def test_the_view_tells_the_next_card_of_a_suit():
    run = GAME.view(state_after(JIG, *acts("Anna AC"))).run
    assert (run.rank, run.suit, run.cry) == ("2", "C", "snip")
    lead = GAME.view(state_after(JIG)).run
    assert (lead.cards, lead.rank, lead.suit, lead.cry) == ((), None, None, None)


def test_a_hand_is_read_to_its_owner_sorted():
    line = table("KC 2D 2C AS", "3C", "4C")
    assert [str(card) for card in GAME.hand(state_after(line), "Anna")] == ["2C", "2D", "KC", "AS"]
    jig = {**line, "options": {"match": "suit"}}
    assert [str(card) for card in GAME.hand(state_after(jig), "Anna")] == ["2C", "KC", "2D", "AS"]
    assert GAME.hand(state_after(real_cards()), "Anna") is None


def test_the_view_tells_who_has_won_the_round():
    line = table("7H", "7D 3C", "7S 4C")
    view = GAME.view(state_after(line, *acts("Anna 7H")))
    assert (view.round_winner, view.next_player, view.finished) == ("Anna", None, False)
    assert view.can_undo
