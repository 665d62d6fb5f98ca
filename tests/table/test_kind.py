"""Kind and fair: head starts told openly, no race, hints, and a preset for small children."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from voicegm.caller import Cache, Caller, NoVoice
from voicegm.cards import Card
from voicegm.cli.options import chosen
from voicegm.games.events import Hands, read_cards
from voicegm.games.game import Cue, Event, Setup
from voicegm.games.replay import replay
from voicegm.games.rulings import Ruling, Tied, Void
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.sound.stillness import Stillness
from voicegm.table.demo import play_demo
from voicegm.table.journal import JournalFile, read_journal_file
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.race import RaceReferee
from voicegm.table.referee import Referee, Watcher
from voicegm.table.seats import USUAL_TABLE, animal_seats, plain_seats
from voicegm.table.transcript import JsonTranscript
from voicegm.table.truth import Verdict
from voicegm.table.typed import Typed, understand

DECK = ("7H", "7S", "2C", "3D")
"""Ben's card matches Anna's, and nothing else matches."""


def animals(settings: Mapping[str, str], deck: Sequence[str] = DECK) -> Setup:
    wishes = Wishes(
        game="animals", seats=animal_seats(USUAL_TABLE, load("en")), seed=1, options=settings
    )
    return replace(make_setup(wishes), deck=tuple(map(Card.parse, deck)))


class Keys(Watcher):
    """Types what a script says after each card, and after each time that the owner is asked."""

    def __init__(self, script: Sequence[Sequence[str]]) -> None:
        self.script = [list(answers) for answers in script]
        self.lines: list[str] = []
        self.referee: Referee | None = None

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        if isinstance(event, Cue):
            self.answers = self.script.pop(0) if self.script else ["no"]
            self._type()

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        if question == "owner":
            self._type()

    def _type(self) -> None:
        if self.answers and (line := self.answers.pop(0)):
            self.lines.append(line)

    def take(self) -> list[Typed]:
        lines, self.lines = self.lines, []
        assert self.referee is not None
        return [understand(line, self.referee.names, load("en")) for line in lines]


class Evening:
    def __init__(self, folder: Path, setup: Setup, script: Sequence[Sequence[str]]) -> None:
        out, keys = io.StringIO(), Keys(script)
        journal = folder / "evening.jsonl"
        file = JournalFile(journal, setup)
        referee = open_table(
            setup,
            ears=Stillness(),
            mouth=None,
            worker=None,
            caller=NoVoice(),
            transcript=JsonTranscript(out),
            write=file.write,
            typed=keys.take,
        )
        referee.floor.ears.read = fast(referee)  # type: ignore[method-assign]
        keys.referee = referee
        referee.watchers.append(keys)
        referee.run()
        file.close()
        self.rows: list[dict[str, Any]] = list(map(json.loads, out.getvalue().splitlines()))
        self.events = [json.loads(line) for line in journal.read_text("utf-8").splitlines()[1:]]
        rulings = [
            {key: value for key, value in row.items() if key != "ruled_ms"}
            for row in self.rows
            if "ruling" in row
        ]
        again = [ruling.to_json() for ruling in replay(read_journal_file(journal))]
        assert rulings == [json.loads(json.dumps(line)) for line in again]

    @property
    def said(self) -> list[str]:
        return [row["said"] for row in self.rows if "said" in row]

    def ruled(self, kind: str) -> list[dict[str, Any]]:
        return [row for row in self.rows if row.get("ruling") == kind]


def fast(referee: Referee) -> Any:
    """Blocks of silence, as fast as they are asked for."""
    import numpy as np  # noqa: PLC0415

    from voicegm.sound.frames import BLOCK_SAMPLES, Block  # noqa: PLC0415

    position = 0

    def read() -> Block:
        nonlocal position
        assert referee.floor.now_ms < 300_000, "it never ends"
        block = Block(position, np.zeros((1, BLOCK_SAMPLES), dtype=np.float32))
        position += BLOCK_SAMPLES
        return block

    return read


def test_head_starts_are_told_before_the_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals({"head_start_ms": "Anna=500, Vera=100"}), [])
    told = evening.said.index("Anna has a head start of 5 tenths of a second.")
    assert evening.said[told + 1] == "Vera has a head start of one tenth of a second."
    assert told < evening.said.index("Here we go.")


def test_a_head_start_is_ruled_on(tmp_path: Path) -> None:
    """Ben's card matches Anna's: Ben, who has none, calls at the tick and is too early."""
    evening = Evening(tmp_path, animals({"head_start_ms": "Anna=900"}), [[], ["Ben fox"]])
    assert [void["why"] for void in evening.ruled("void")] == ["before-cue"]
    assert "Wait for the tick." in evening.said
    assert not evening.ruled("won")


def test_without_a_race_the_owner_answers_in_any_time(tmp_path: Path) -> None:
    script = [["no"], ["", "", "fox"], ["no"], ["no"]]
    evening = Evening(tmp_path, animals({"race": "false"}), [*script[:1], ["", "fox"], *script[2:]])
    (won,) = evening.ruled("won")
    cue_ms = [event["at"] for event in evening.events if event["event"] == "cue"][1]
    assert won["player"] == "Ben"
    assert won["at"] - cue_ms > 8_000
    assert "Ben, do you see something?" in evening.said
    assert all(event.get("says") != "no" for event in evening.events)


def test_the_referee_asks_after_every_card_alike(tmp_path: Path) -> None:
    """Waiting after a match alone would give it away."""
    evening = Evening(tmp_path, animals({"race": "false"}), [["", "no"]] * 4)
    asked = [text for text in evening.said if "do you see something" in text]
    assert [text.split(",")[0] for text in asked] == ["Anna", "Ben", "Vera", "Greg"]
    assert not evening.ruled("won")


def test_an_owner_is_asked_twice_and_then_left_in_peace(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals({"race": "false"}), [["", "", "no"]])
    anna = [text for text in evening.said if text.startswith(("Anna, do", "Take your time, Anna"))]
    assert anna == [
        "Anna, do you see something?",
        "Take your time, Anna. Say no, or type it, if there is nothing.",
    ]


def test_a_wrong_word_without_a_race_is_a_soft_sound_and_another_try(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals({"race": "false"}), [["no"], ["wolf", "fox"]])
    assert [void["why"] for void in evening.ruled("void")] == ["not-in-match"]
    assert [won["player"] for won in evening.ruled("won")] == ["Ben"]
    assert "not_counted" in [row.get("earcon") for row in evening.rows]


@pytest.mark.parametrize(("tied", "earcons"), [(True, ["tied"]), (False, ["not_counted"])])
def test_the_second_of_two_who_tied_hears_of_the_tie_alone(tied: bool, earcons: list[str]) -> None:
    """Asked once more, two answered at once: after "Both at once" the soft sound of a call that
    was beaten would tell the second of them something else."""
    out = io.StringIO()
    referee = open_table(
        animals({}),
        ears=Stillness(),
        mouth=None,
        worker=None,
        caller=NoVoice(),
        transcript=JsonTranscript(out),
        write=lambda _: None,
    )
    assert isinstance(referee, RaceReferee)
    referee.floor.ears.read = fast(referee)  # type: ignore[method-assign]
    rulings: list[Ruling] = [Tied(1_000, ("Anna", "Ben"))] if tied else []
    for course in (
        referee.announce([*rulings, Void(1_100, None, "fox", "beaten")]),
        referee.tell_uncounted(),
    ):
        for _ in course:
            referee.floor.step()
    rows = map(json.loads, out.getvalue().splitlines())
    assert [row["earcon"] for row in rows if "earcon" in row] == earcons


def test_somebody_elses_call_without_a_race_wins_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals({"race": "false"}), [["no"], ["Anna owl", "no"]])
    assert [void["why"] for void in evening.ruled("void")] == ["bystander"]
    assert not evening.ruled("won")


@pytest.mark.parametrize("race", ["true", "false"])
def test_a_hint_comes_only_where_there_is_a_match_and_nobody_saw_it(
    race: str, tmp_path: Path
) -> None:
    evening = Evening(
        tmp_path, animals({"race": race, "hints": "true"}), [["", "no"], ["", "fox"], ["", "no"]]
    )
    hints = [text for text in evening.said if text.startswith("Look")]
    assert hints == ["Look once more: seven and seven!"]
    silent = Evening(tmp_path, animals({"race": race}), [["no"], ["", "no"]])
    assert not [text for text in silent.said if text.startswith("Look")]


def test_after_a_hint_there_is_time_once_more(tmp_path: Path) -> None:
    setup = animals({"hints": "true"})
    evening = Evening(tmp_path, setup, [[], [], []])
    hint_ms = next(row["at"] for row in evening.rows if str(row.get("said")).startswith("Look"))
    dealt = [row["at"] for row in evening.rows if row.get("ruling") == "dealt"]
    assert dealt[1] < hint_ms < dealt[2] - setup.options.pause_ms


def test_at_snap_small_children_are_never_out(tmp_path: Path) -> None:
    """Cara loses her last card, is told that she can win some back, and does."""
    wishes = Wishes(
        game="snap",
        seats=plain_seats("Anna, Ben, Cara", 12),
        seed=1,
        options=chosen("snap", {}, "small-children", None),
    )
    hands = {"Anna": "7H 2C", "Ben": "7S 2D 8H", "Cara": "7D 8D"}
    held = tuple((name, read_cards(cards.split())) for name, cards in hands.items())
    setup = replace(make_setup(wishes), hands=Hands(held), seed=None)
    script = [
        ["Anna snap", "no"],
        ["no"],
        ["snap"],
        ["no"],
        ["snap"],
        ["no"],
        ["Anna snap"],
        ["stop"],
    ]
    evening = Evening(tmp_path, setup, script)
    assert [mistake["given"] for mistake in evening.ruled("mistake")] == [0]
    assert "Anna has no cards left, and can win some back." in evening.said
    assert [won["player"] for won in evening.ruled("won")] == ["Cara", "Ben", "Anna"]
    assert "Nobody has to hurry" in " ".join(evening.said)


def test_after_the_wrong_word_the_right_one_has_all_its_time(tmp_path: Path) -> None:
    """Ben says "Snap Pot" where piles are equal; Anna has called as well, and was not heard."""
    wishes = Wishes(game="snap", seats=plain_seats("Anna, Ben", 12), seed=1)
    hands = {"Anna": "7H 2C 4D", "Ben": "7S 3D 8H"}
    held = tuple((name, read_cards(cards.split())) for name, cards in hands.items())
    setup = replace(make_setup(wishes), hands=Hands(held), seed=None)
    evening = Evening(tmp_path, setup, [[], ["Ben snap pot"], ["stop"]])
    (void,) = evening.ruled("void")
    assert void["why"] == "wrong-word"
    prompt_ms = next(
        row["at"] for row in evening.rows if row.get("said") == "There is no pot of that rank."
    )
    turns = [event["at"] for event in evening.events if event["event"] == "turn"]
    assert turns[2] >= prompt_ms + setup.options.pause_ms + 1_000  # the prompt takes more than that


def test_small_children_play_with_real_voices(tmp_path: Path) -> None:
    """The preset with simulated people and the real recogniser: nobody is hurried, nothing is
    invented, and the journal gives the same rulings."""
    deck = ("7H", "7C", "2S", "3D", "9H", "TC", "JS", "9D", "4H", "4C", "5S", "6D")
    setup = animals(chosen("animals", {}, "small-children", None), deck)

    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    caller = Caller("en", cache=Cache(tmp_path / "cache", warn=warn), warn=warn)
    out, journal = io.StringIO(), tmp_path / "evening.jsonl"
    with Worker("sphinx", "en") as worker:
        outcome = play_demo(
            setup,
            seed=5,
            worker=worker,
            caller=caller,
            transcript=JsonTranscript(out),
            write=JournalFile(journal, setup).write,
        )
    caller.close()
    rows = list(map(json.loads, out.getvalue().splitlines()))
    assert sum(row.get("ruling") == "dealt" for row in rows) == len(deck)
    wrong = {Verdict.WRONG, Verdict.INVENTED, Verdict.PERSUADED}
    assert not wrong & set(outcome.verdicts)
    assert Verdict.RIGHT in outcome.verdicts
    read = read_journal_file(journal)
    assert read.fault is None
    again = [json.loads(json.dumps(ruling.to_json())) for ruling in replay(read)]
    ruled = [{k: v for k, v in row.items() if k != "ruled_ms"} for row in rows if "ruling" in row]
    assert ruled == again
