"""Snip Snap Snorum at the table: asked, typed, spoken, and never a hand that others could see."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicegm.caller import Caller, NoVoice
from voicegm.games.events import Hands, read_cards
from voicegm.games.game import Call, Event, Setup, Unclear
from voicegm.games.replay import replay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.sound.frames import BLOCK_SAMPLES, Block
from voicegm.table.demo import play_demo
from voicegm.table.journal import JournalFile, read_journal_file
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.plays import PlayVerdict
from voicegm.table.private import PrivateScreen
from voicegm.table.referee import Referee, Watcher
from voicegm.table.report import TURNS, report
from voicegm.table.seats import plain_seats
from voicegm.table.snip import SnipReferee
from voicegm.table.transcript import JsonTranscript
from voicegm.table.typed import Typed, understand

SEVENS = {"Mia": "7H 2C", "Leo": "7D 3C", "Tom": "7S 7C 4C"}
"""Mia leads; Leo and Tom hold what follows."""

Answer = str | Event | None
"""To a question: what is typed, what happens instead, or nothing at all."""

AUTO = "auto"
"""To a question: the first card that the player may lay."""


class Quiet:
    """Ears that hear nothing, as fast as they are asked."""

    channels = 1

    def __init__(self) -> None:
        self.position = 0

    def read(self) -> Block:
        block = Block(self.position, np.zeros((1, BLOCK_SAMPLES), dtype=np.float32))
        self.position += BLOCK_SAMPLES
        return block

    def close(self) -> None:
        pass


class Script(Watcher):
    """Answers each question of the referee with the next line of a script, and then stops."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = list(answers)
        self.lines: list[str] = []
        self.referee: Referee | None = None

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        assert self.referee is not None
        answer = self.answers.pop(0) if self.answers else "stop"
        if answer == AUTO:
            answer = a_card_that_follows(self.referee)
        if isinstance(answer, Call):
            self.referee.take_call(replace(answer, at=said_ms))
        elif isinstance(answer, Event):
            self.referee.happen(replace(answer, at=said_ms))
        elif answer is not None:
            self.lines += answer.split("; ")

    def typed(self) -> list[Typed]:
        lines, self.lines = self.lines, []
        assert self.referee is not None
        return [understand(line, self.referee.names, load("en")) for line in lines]


def a_card_that_follows(referee: Referee) -> str:
    view, keeper = referee.view, referee.keeper
    assert view.next_player and view.run
    hand = keeper.game.hand(keeper.state, view.next_player) or ()
    return next(str(card) for card in hand if view.run.rank in (None, card.rank))


class Evening:
    """A game that was typed, with all that it left."""

    def __init__(
        self, folder: Path, setup: Setup, answers: Sequence[Answer], rounds: int = 1
    ) -> None:
        out, screen = io.StringIO(), io.StringIO()
        script = Script(answers)
        journal = folder / "evening.jsonl"
        file = JournalFile(journal, setup)
        referee = open_table(
            setup,
            ears=Quiet(),
            mouth=None,
            worker=None,
            caller=NoVoice(),
            transcript=JsonTranscript(out),
            write=file.write,
            typed=script.typed,
            private=PrivateScreen(screen),
        )
        script.referee = referee
        referee.rounds = rounds
        referee.watchers.append(script)
        referee.run()
        file.close()
        self.printed = out.getvalue()
        self.private = screen.getvalue()
        self.rows: list[dict[str, Any]] = list(map(json.loads, self.printed.splitlines()))
        self.events = [json.loads(line) for line in journal.read_text("utf-8").splitlines()[1:]]
        self.left = script.answers
        assert rulings(self.rows) == replayed(journal)

    @property
    def said(self) -> list[str]:
        """What the referee said from the first question on."""
        lines = [row["said"] for row in self.rows if "said" in row and "ruling" not in row]
        return lines[lines.index("Here we go.") + 1 :]

    @property
    def plays(self) -> list[tuple[str, str | None]]:
        """Who laid a card with which cry."""
        return [(e["by"], e.get("says")) for e in self.events if e["event"] == "play"]

    def ruled(self, kind: str) -> list[dict[str, Any]]:
        return [row for row in rulings(self.rows) if row["ruling"] == kind]


def rulings(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was ruled, as `replay --json` prints it."""
    return [
        {key: value for key, value in row.items() if key != "ruled_ms"}
        for row in rows
        if "ruling" in row
    ]


def replayed(journal: Path) -> list[dict[str, Any]]:
    found = [ruling.to_json() for ruling in replay(read_journal_file(journal))]
    return [json.loads(json.dumps(line)) for line in found]


def table(hands: dict[str, str] | None = None, seed: int = 1, **options: str) -> Setup:
    hands = hands or SEVENS
    seats = plain_seats(", ".join(hands), 8)
    wishes = Wishes(game="snip-snap-snorum", seats=seats, seed=seed, options=options)
    held = Hands(tuple((name, read_cards(cards.split())) for name, cards in hands.items()))
    return replace(make_setup(wishes), seed=None, hands=held)


def dealt(seed: int, **options: str) -> Setup:
    seats = plain_seats("Mia, Leo, Tom", 8)
    return make_setup(Wishes(game="snip-snap-snorum", seats=seats, seed=seed, options=options))


# Typed.


def test_a_round_is_played_to_its_end(tmp_path: Path) -> None:
    hands = {**SEVENS, "Tom": "7S 7C"}
    evening = Evening(tmp_path, table(hands), ["7h", "snip", "snap", "snorum"])
    assert evening.left == []
    assert evening.said == [
        "Mia, you start. Any card.",
        "Seven of hearts. (Mia)",
        "Leo.",
        "Snip!",
        "Tom.",
        "Snap!",
        "Tom. (nothing from Mia and Leo)",
        "Snorum!",
        "Tom has no card left and wins the round!",
        "That is the end.",
        "Mia: one card.",
        "Leo: one card.",
        "Tom: 0 cards.",
        "Tom wins!",
    ]
    assert evening.plays == [("Mia", None), ("Leo", "snip"), ("Tom", "snap"), ("Tom", "snorum")]
    assert rulings(evening.rows)[-1]["winners"] == ["Tom"]


def test_who_lays_the_last_of_a_rank_leads_the_next(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), ["seven", "snip", "snap", "snorum", "4c"])
    assert evening.said[7:11] == [
        "Snorum!",
        "Tom starts the next.",
        "Four of clubs. (Tom)",
        "Tom has no card left and wins the round!",
    ]


def test_a_rank_alone_leads_its_lowest_suit(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table({**SEVENS, "Mia": "7S 7C 2C", "Tom": "7H 4C"}), ["seven"])
    assert evening.ruled("played")[0]["card"] == "7C"


def test_a_cry_is_asked_for_once_before_it_is_missed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(missed_cry="ignore"), ["7h", None, None, "snap"])
    assert evening.plays[1] == ("Leo", None)
    assert evening.said[2:6] == ["Leo.", "Leo, what do we say?", "Snip it is, Leo.", "Tom."]
    assert evening.ruled("cry")[0]["result"] == "ignored"


def test_nobody_is_hurried(tmp_path: Path) -> None:
    """Eight seconds, and as many once more."""
    evening = Evening(tmp_path, table(), ["7h", None, None])
    asked = next(row["at"] for row in evening.rows if row.get("said") == "Leo.")
    again = next(row["at"] for row in evening.rows if row.get("earcon") == "question")
    missed = evening.events[1]["at"]
    assert again - asked >= 8_000
    assert missed - again >= 8_000


def test_a_cry_that_was_asked_for_is_right(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), ["7h", None, "snip"])
    assert evening.plays[1] == ("Leo", "snip")


def test_a_wrong_cry_is_asked_for_once_and_then_written_as_it_was_heard(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), ["7h", "snap", "snorum"])
    assert evening.plays[1] == ("Leo", "snorum")
    assert "Leo, what do we say?" in evening.said
    assert "Nearly, Leo: Snip it is." in evening.said


def test_a_wrong_cry_put_right_costs_nothing(tmp_path: Path) -> None:
    setup = table(scoring="tokens", missed_cry="token")
    evening = Evening(tmp_path, setup, ["7h", "snap", "snip"])
    assert evening.ruled("cry")[0]["result"] == "right"


def test_what_cannot_be_made_out_is_asked_for_once_more(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), ["7h", Unclear(0), "snip"])
    assert "Once more, Leo?" in evening.said
    assert evening.plays[1] == ("Leo", "snip")


@pytest.mark.parametrize(
    "answers",
    [[Unclear(0), Unclear(0)], [None, Unclear(0)], [Unclear(0), None]],
    ids=["unclear twice", "unclear at last", "unclear, then silent"],
)
def test_whoever_could_not_be_made_out_is_believed(tmp_path: Path, answers: list[Answer]) -> None:
    setup = table(scoring="tokens", missed_cry="token")
    evening = Evening(tmp_path, setup, ["7h", *answers])
    assert evening.plays[1] == ("Leo", "snip")


@pytest.mark.parametrize(
    ("option", "line"),
    [("token", "That is a token for the pot."), ("take_back", "A card goes back to Leo.")],
)
def test_what_a_missed_cry_costs_is_said(tmp_path: Path, option: str, line: str) -> None:
    setup = table(scoring="tokens", missed_cry=option)
    evening = Evening(tmp_path, setup, ["7h", None, None])
    assert evening.ruled("cry")[0]["result"] == "missed"
    assert line in evening.said


def test_after_a_card_goes_back_the_player_is_asked_anew(tmp_path: Path) -> None:
    """The turn came round to the same player: by name first, and not as asked once more."""
    hands = {"Mia": "7H 2C", "Leo": "7D 3C", "Tom": "4C 5C"}
    setup = table(hands, scoring="tokens", missed_cry="take_back")
    evening = Evening(tmp_path, setup, ["7h", None, None, "snip"])
    assert evening.said.count("Leo.") + evening.said.count("Leo. (nothing from Tom and Mia)") == 2
    assert evening.plays[2] == ("Leo", "snip")


def test_a_lead_is_waited_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), [None, None, None, Unclear(0), "2c"])
    assert evening.said[:6] == [
        "Mia, you start. Any card.",
        "Mia, which card do you lead?",
        "Take your time, Mia.",
        "Take your time, Mia.",
        "Once more, Mia: which card?",
        "Two of clubs. (Mia)",
    ]


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        (["9c"], "You do not hold that card, Mia."),
        (["3c"], "You do not hold that card, Mia."),
        (["leo 7d"], "Not yet, Leo: first Mia."),
        (["snip"], "The first card needs no word, only its name."),
        (["pass"], "Look again, Mia."),
        (["7h", "3c"], "That card does not follow, Leo. It goes back."),
        (["7h", "tom snip"], "Not yet, Tom: first Leo."),
        (["7h", "pass"], "Look again, Leo."),
        (["undo"], "There is nothing to take back."),
    ],
)
def test_what_may_not_be_is_told_kindly(tmp_path: Path, answers: list[str], line: str) -> None:
    evening = Evening(tmp_path, table(), answers)
    assert line in evening.said
    again = evening.said[evening.said.index(line) + 1]
    assert again.startswith(("Mia, you start", "Leo."))


def test_a_play_is_taken_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), ["7h", "snip", "undo", "snip"])
    assert evening.said[4:9] == ["Tom.", "Taken back.", "Leo.", "Snip!", "Tom."]


def test_a_card_typed_without_its_cry_waits_for_it(tmp_path: Path) -> None:
    hands = {"Mia": "7H 2C", "Leo": "7D 7S 3C", "Tom": "4C"}
    evening = Evening(tmp_path, table(hands), ["7h", "7s", "snip"])
    assert "Leo, what do we say?" in evening.said
    assert evening.ruled("played")[1]["card"] == "7S"
    assert evening.plays[1] == ("Leo", "snip")


def test_what_is_typed_ahead_waits_for_its_turn(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), ["7h; snip; snap", None, None])
    assert evening.plays == [("Mia", None), ("Leo", "snip"), ("Tom", "snap")]


def test_a_voice_on_another_players_microphone_is_not_the_players(tmp_path: Path) -> None:
    answers = ["7h", Call(0, "Tom", "snip", 0.9, "voice"), "snip"]
    evening = Evening(tmp_path, table(), answers)
    assert "Leo, what do we say?" in evening.said
    assert evening.plays[1] == ("Leo", "snip")


# Options.


def test_who_has_to_pass_says_so_where_that_is_wanted(tmp_path: Path) -> None:
    hands = {"Mia": "7H 2C", "Leo": "3C 5C", "Tom": "7S 4C"}
    evening = Evening(tmp_path, table(hands, auto_pass="false"), ["7h", "pass", "snip", "pass"])
    assert [event["event"] for event in evening.events[:4]] == ["play", "pass", "play", "pass"]


def test_who_says_nothing_and_holds_nothing_has_passed(tmp_path: Path) -> None:
    """Asked in words that do not tell whether a card would follow."""
    hands = {"Mia": "7H 2C", "Leo": "3C 5C", "Tom": "7S 4C"}
    evening = Evening(tmp_path, table(hands, auto_pass="false"), ["7h", None, None, None, None])
    assert [event["event"] for event in evening.events[:3]] == ["play", "pass", "play"]
    assert "Leo, do you lay a card?" in evening.said
    assert "Tom, do you lay a card?" in evening.said


def test_without_cries_a_card_is_named(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(cries="silent"), ["seven", "seven", "7s"])
    assert evening.said[1:6] == [
        "Seven of hearts. (Mia)",
        "Leo.",
        "Seven of diamonds. (Leo)",
        "Tom.",
        "Seven of spades. (Tom)",
    ]


def test_without_cries_a_card_that_must_be_laid_is_laid(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(cries="silent"), ["seven", None, None])
    assert "Leo, your card?" in evening.said
    assert evening.ruled("played")[1]["card"] == "7D"


def test_jig_goes_up_in_suit_and_is_silent_after_the_fourth(tmp_path: Path) -> None:
    hands = {"Mia": "2C 6C 9D", "Leo": "3C 5C 9H", "Tom": "4C 9S"}
    answers = ["2c", "snip", "snap", "snorum", "6c"]
    evening = Evening(tmp_path, table(hands, match="suit"), answers)
    assert [row["card"] for row in evening.ruled("played")] == ["2C", "3C", "4C", "5C", "6C"]
    assert "Six of clubs. (Mia)" in evening.said


def test_the_earl_of_coventry(tmp_path: Path) -> None:
    answers = ["7h", "one as good as he", "the best of all the three", "the earl of coventry"]
    evening = Evening(tmp_path, table(cries="coventry"), answers)
    assert [says for _, says in evening.plays[1:]] == ["coventry-2", "coventry-3", "coventry-4"]
    assert "The earl of coventry!" in evening.said


def test_a_pass_that_costs_a_token_is_said(tmp_path: Path) -> None:
    hands = {"Mia": "7H 2C", "Leo": "3C 5C", "Tom": "7S 4C"}
    setup = table(hands, scoring="tokens", pass_penalty="true")
    assert "Nothing from Leo: a token for the pot." in Evening(tmp_path, setup, ["7h"]).said


def test_rounds_follow_one_another_and_the_deal_goes_round(tmp_path: Path) -> None:
    setup = dealt(5, cries="silent", deck_size="24", scoring="tokens", ante="true")
    evening = Evening(tmp_path, setup, [AUTO] * 100, rounds=3)
    assert [line for line in evening.said if line.startswith("Next round.")][:2] == [
        "Next round. Mia deals.",
        "Next round. Leo deals.",
    ]
    assert evening.said.count("Leo, you start. Any card.") == 1  # to the left of Mia, who deals
    over = evening.ruled("over")
    assert len(over) == 1
    assert sum(over[0]["tokens"].values()) == 60
    assert len(evening.ruled("round-over")) >= 3


def test_the_same_seed_deals_the_same_rounds(tmp_path: Path) -> None:
    setup = dealt(5, cries="silent", deck_size="24")
    one, other = (Evening(tmp_path, setup, [AUTO] * 100, rounds=2) for _ in range(2))
    assert one.printed == other.printed


def test_those_who_are_level_play_one_more_round(tmp_path: Path) -> None:
    """Mia wins three tokens and has fewer than the others, who are left with four each."""
    hands = {"Mia": "7H", "Leo": "7D 3C", "Tom": "4C"}
    setup = table(hands, scoring="tokens", cries="silent")
    setup = replace(setup, tokens={"Mia": 0, "Leo": 6, "Tom": 5})
    evening = Evening(tmp_path, setup, [AUTO] * 100)
    assert "Leo and Tom are level: one more round between them." in evening.said
    assert "Mia." not in evening.said
    [over] = evening.ruled("over")
    assert over["winners"] in (["Leo"], ["Tom"])


def test_a_card_that_is_not_in_the_pack_leaves_no_line_in_the_journal(tmp_path: Path) -> None:
    evening = Evening(tmp_path, dealt(5, deck_size="24"), ["2c"])
    assert "You do not hold that card, Mia." in evening.said
    assert evening.plays == []


# Private hands.


def test_a_hand_is_shown_to_its_player_alone(tmp_path: Path) -> None:
    evening = Evening(tmp_path, table(), ["hand mia; clear", "hand tom"])
    first, cleared = evening.private.split("\n", 1)
    assert first == "Only for Mia: 2C 7H   (type “clear” to wipe the screen)"
    assert cleared.startswith("\n" * 40)
    assert "Only for Tom: 4C 7C 7S" in cleared
    assert "2C" not in evening.printed and "4C" not in evening.printed
    assert "Only for" not in evening.printed
    assert any("hand" in row.get("note", "") for row in evening.rows)


def test_tips_are_for_the_leader_where_hints_are_wanted(tmp_path: Path) -> None:
    hands = {"Mia": "7H 7C 2C", "Leo": "7D 3C", "Tom": "4C"}
    answers = ["hand mia"]
    assert "Lead the seven" in Evening(tmp_path, table(hands, hints="true"), answers).private
    assert "Lead" not in Evening(tmp_path, table(hands), answers).private


def test_nothing_of_a_hand_is_said_or_printed_before_it_is_laid(tmp_path: Path) -> None:
    answers = ["hand mia; seven", "snip", "snap", "snorum"]
    evening = Evening(tmp_path, table(), answers)
    unseen = {"2C", "3C", "4C"}
    ranks = {"two", "three", "four"}
    for row in evening.rows:
        text = json.dumps(row).lower()
        assert not any(card in json.dumps(row) for card in unseen), row
        assert not any(f"{rank} of" in text for rank in ranks), row


# By ear.


SPOKEN = {"Mia": "7H 7C KD", "Leo": "7D KH QS QC", "Tom": "7S KS QH QD"}


@pytest.mark.parametrize("options", [{}, {"cries": "silent"}], ids=["cries", "silent"])
def test_a_spoken_round_is_ruled_on_as_its_journal_is(
    caller: Caller, worker: Worker, tmp_path: Path, options: dict[str, str]
) -> None:
    setup, out, journal = table(SPOKEN, **options), io.StringIO(), tmp_path / "evening.jsonl"
    outcome = play_demo(
        setup,
        seed=3,
        worker=worker,
        caller=caller,
        transcript=JsonTranscript(out),
        write=JournalFile(journal, setup).write,
    )
    rows = list(map(json.loads, out.getvalue().splitlines()))
    assert rulings(rows) == replayed(journal)
    ruled = [row["ruling"] for row in rulings(rows)]
    assert "round-over" in ruled and ruled[-1] == "over"
    assert any(row.get("heard") for row in rows)
    summary = report([outcome], TURNS)
    assert summary.matches >= 5
    assert summary.counts[PlayVerdict.RIGHT] + summary.counts[PlayVerdict.ASKED] >= 4
    no_card_before_it_is_laid(rows)


def no_card_before_it_is_laid(rows: list[dict[str, Any]]) -> None:
    """The referee's own words name no card that does not lie open."""
    lines = {f"{rank} of {suit}" for rank in ("seven", "queen", "king") for suit in SUITS}
    laid: set[str] = set()
    for row in rows:
        if row.get("ruling") == "played":
            laid.add(load("en")[row["card"]].say[0])
        named = {card for card in lines if card in row.get("said", "").lower()}
        assert named <= laid, row


SUITS = ("clubs", "diamonds", "hearts", "spades")


@pytest.mark.parametrize("cries", ["snip", "coventry", "silent"])
def test_all_that_the_game_needs_can_be_heard_in_english(worker: Worker, cries: str) -> None:
    needed = SnipReferee.needs(table(cries=cries, auto_pass="false").options)
    assert worker.unusable([load("en")[key] for key in needed]) == ()


def test_all_that_the_game_needs_can_be_heard_in_korean() -> None:
    options = [table(cries=cries, auto_pass="false").options for cries in ("snip", "coventry")]
    needed = {key for one in options for key in SnipReferee.needs(one)}
    with Worker("vosk", "ko", find_model("ko")) as vosk:
        assert vosk.unusable([load("ko")[key] for key in sorted(needed)]) == ()
