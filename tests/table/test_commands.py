"""Commands at the table: each is answered at any moment, and calls count meanwhile."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicegm.caller import NoVoice
from voicegm.cards import Card
from voicegm.games.events import Hands, read_cards
from voicegm.games.game import Cue, Deal, Event, Ruling, Setup, Won
from voicegm.hearing.listener import Addressed, Commanded
from voicegm.languages.pack import load
from voicegm.sound.frames import Block
from voicegm.sound.stillness import Stillness
from voicegm.table.commands import LOUDEST
from voicegm.table.floor import Saying
from voicegm.table.journal import JournalFile
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.private import PrivateScreen
from voicegm.table.referee import Referee, Watcher
from voicegm.table.seats import USUAL_PLAYERS, USUAL_TABLE, animal_seats, plain_seats
from voicegm.table.transcript import JsonTranscript
from voicegm.table.typed import Typed, understand

DECK = ("7H", "2C", "7S", "3D")
"""The third card matches the first."""
LONGEST_MS = 400_000
LATE_MS = 600
"""After a cue somebody types."""


class Typist(Watcher):
    """Types what a script says after each cue, and answers what is asked."""

    def __init__(
        self,
        script: Sequence[Sequence[str]],
        answers: Mapping[str, str],
        later: Mapping[str, tuple[int, str]],
        wakes: Mapping[int, str | None],
    ) -> None:
        self.script = [list(lines) for lines in script]
        self.answers, self.later = answers, later
        self.after_a_win: str | None = None
        """A command that is heard then."""
        self.wakes = dict(wakes)
        """What is heard after the first cue: a command, or None for the wake phrase alone."""
        self.over: dict[int, str] = {}
        """What is heard after a card has begun to be announced."""
        self.after_deal: Callable[[int], None] | None = None
        self.cards = 1
        """Which one that is."""
        self.orders: list[Addressed | Commanded] = []
        """What is heard, each once its time has come."""
        self.due: list[tuple[int, str]] = []
        self.commands: list[str] = []
        self.referee: Referee | None = None

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        if isinstance(event, Cue) and self.script:
            lines = self.script.pop(0)
            self.due += [(event.at + LATE_MS * (1 + n), line) for n, line in enumerate(lines)]
        if isinstance(event, Cue) and self.wakes:
            self.hear(event.at + LATE_MS, self.wakes)
            self.wakes = {}
        self.cards -= isinstance(event, Deal)
        if isinstance(event, Deal) and not self.cards:
            self.hear(event.at, self.over)
            if self.after_deal is not None:
                self.after_deal(event.at + LATE_MS // 4)

    def hear(self, from_ms: int, keys: Mapping[int, str | None] | Mapping[int, str]) -> None:
        assert self.referee is not None
        self.orders += [
            commanded(key, from_ms + after_ms, woken=key is None) for after_ms, key in keys.items()
        ]

    def asked(self, question: str, said_ms: int) -> None:
        if question in self.answers:
            self.due.append((said_ms + LATE_MS, self.answers[question]))

    def ruled(self, ruling: Ruling, now_ms: int) -> None:
        if isinstance(ruling, Won) and self.after_a_win is not None:
            assert self.referee is not None
            self.orders.append(commanded(self.after_a_win, now_ms + LATE_MS, woken=True))
            self.after_a_win = None

    def commanded(self, key: str, now_ms: int) -> None:
        self.commands.append(key)
        if key in self.later:
            after_ms, line = self.later[key]
            self.due.append((now_ms + after_ms, line))

    def take(self) -> list[Typed]:
        assert self.referee is not None
        now_ms = self.referee.floor.now_ms
        self.referee.floor._waiting += [one for one in self.orders if known_ms(one) <= now_ms]
        self.orders = [one for one in self.orders if known_ms(one) > now_ms]
        lines = [line for at_ms, line in self.due if at_ms <= now_ms]
        self.due = [(at_ms, line) for at_ms, line in self.due if at_ms > now_ms]
        return [understand(line, self.referee.names, load("en")) for line in lines]


class Evening:
    def __init__(
        self,
        folder: Path,
        setup: Setup,
        script: Sequence[Sequence[str]],
        answers: Mapping[str, str] | None = None,
        *,
        screen: bool = False,
        later: Mapping[str, tuple[int, str]] | None = None,
        after_a_win: str | None = None,
        wakes: Mapping[int, str | None] | None = None,
        over: Mapping[int, str] | None = None,
        cards: int = 1,
        after_deal: Callable[[Evening, int], None] | None = None,
        typed: Sequence[tuple[int, str]] = (),
    ) -> None:
        out, self.shown = io.StringIO(), io.StringIO()
        self.typist = Typist(script, answers or {}, later or {}, wakes or {})
        self.typist.after_a_win = after_a_win
        self.typist.over, self.typist.cards = dict(over or {}), cards
        self.typist.due += typed
        if after_deal is not None:
            self.typist.after_deal = lambda at_ms: after_deal(self, at_ms)
        self.said_again: list[str] = []
        file = JournalFile(folder / "evening.jsonl", setup)
        self.referee = referee = open_table(
            setup,
            ears=Stillness(),
            mouth=None,
            worker=None,
            caller=NoVoice(),
            transcript=JsonTranscript(out),
            write=file.write,
            typed=self.typist.take,
            private=PrivateScreen(self.shown) if screen else None,
        )
        start = [0]

        def read() -> Block:
            start[0] += 512
            return Block(start[0] - 512, np.zeros((1, 512), np.float32))

        referee.floor.ears.read = read  # type: ignore[method-assign]
        say_again = referee.floor.say_again

        def note(broken: Sequence[Saying]) -> None:
            self.said_again += [saying.text for saying in broken if saying.text]
            say_again(broken)

        referee.floor.say_again = note  # type: ignore[method-assign]
        self.typist.referee = referee
        referee.watchers.append(self.typist)
        for _ in referee.evening():
            referee.floor.step()
            assert referee.floor.now_ms < LONGEST_MS, "the evening does not end"
        file.close()
        self.rows: list[dict[str, Any]] = list(map(json.loads, out.getvalue().splitlines()))
        text = (folder / "evening.jsonl").read_text("utf-8")
        self.events = [json.loads(line) for line in text.splitlines()[1:]]

    @property
    def said(self) -> list[str]:
        return [row["said"] for row in self.rows if "said" in row]

    def at_ms(self, said: str) -> int:
        return next(int(row["at"]) for row in self.rows if row.get("said", "").startswith(said))

    def ruled(self, kind: str) -> list[dict[str, Any]]:
        return [row for row in self.rows if row.get("ruling") == kind]


def animals(settings: Mapping[str, str] | None = None) -> Setup:
    wishes = Wishes(
        game="animals", seats=animal_seats(USUAL_TABLE, load("en")), seed=1, options=settings or {}
    )
    return replace(make_setup(wishes), deck=tuple(map(Card.parse, DECK)))


def snip() -> Setup:
    seats = plain_seats(USUAL_PLAYERS, 12)
    setup = make_setup(Wishes(game="snip-snap-snorum", seats=seats, seed=1))
    cards = ("7H 2C", "7S 3C", "7D 4C", "7C 5C")
    held = tuple(
        (player.name, tuple(read_cards(hand.split())))
        for player, hand in zip(setup.players, cards, strict=True)
    )
    return replace(setup, seed=None, hands=Hands(held))


NAMES = [seat.name for seat in animal_seats(USUAL_TABLE, load("en"))]
ANIMALS = [seat.animal or "" for seat in animal_seats(USUAL_TABLE, load("en"))]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("score", f"{NAMES[0]}: one card."),
        ("what's the score?", f"{NAMES[0]}: one card."),
        ("game master, whose top is what", f"{NAMES[0]}: seven of hearts."),
        ("whose top", f"{NAMES[1]}: nothing."),
        ("how many left", "3 cards to come."),
        ("whose turn", f"It is {NAMES[1]}'s turn."),
        ("what happened", "Nothing has been decided yet."),
        ("who is who", f"{NAMES[0]} is the fox."),
        (f"{NAMES[0]} my top card", f"{NAMES[0]}: seven of hearts."),
        ("my hand", "Nobody holds cards in this game."),
        ("repeat", f"Seven of hearts, {NAMES[0]}."),
        ("help", "Say “Game master”, and then"),
    ],
)
def test_every_question_is_answered(tmp_path: Path, typed: str, answer: str) -> None:
    evening = Evening(tmp_path, animals(), [[typed]])
    told = [text for text in evening.said if text.casefold().startswith(answer.casefold())]
    assert told, evening.said
    assert len(evening.ruled("dealt")) == len(DECK)


def test_the_dealing_waits_for_the_answer_and_then_a_whole_pause(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("without", "asked")]
    for folder in folders:
        folder.mkdir()
    without, asked = Evening(folders[0], animals(), []), Evening(folders[1], animals(), [["score"]])
    gaps_ms = [
        one.ruled("dealt")[1]["at"] - one.ruled("dealt")[0]["at"] for one in (without, asked)
    ]
    assert gaps_ms[1] > gaps_ms[0]
    answered_ms = asked.at_ms(f"{NAMES[3]}: ")
    assert asked.ruled("dealt")[1]["at"] - answered_ms >= 2_000


def test_a_call_counts_while_a_command_is_answered(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [[], [], ["score", f"{NAMES[0]} {ANIMALS[2]}"]])
    (won,) = evening.ruled("won")
    assert won["player"] == NAMES[0]
    assert evening.typist.commands == ["score"]


def test_a_paused_game_takes_calls_and_waits_until_it_is_to_go_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [["pause"]], later={"pause": (20_000, "go on")})
    dealt = evening.ruled("dealt")
    assert evening.typist.commands == ["pause", "go-on"]
    assert dealt[1]["at"] - dealt[0]["at"] > 20_000
    assert len(dealt) == len(DECK)


@pytest.mark.parametrize("key", ["", "yes", "game master", "owl"])
def test_any_key_lets_a_paused_game_go_on(tmp_path: Path, key: str) -> None:
    evening = Evening(tmp_path, animals(), [["pause"]], later={"pause": (9_000, key)})
    assert evening.typist.commands[0] == "pause"
    assert len(evening.ruled("dealt")) == len(DECK)


@pytest.mark.parametrize(("answer", "left"), [("yes", False), ("no", True), ("", True)])
def test_undo_is_asked_once(tmp_path: Path, answer: str, left: bool) -> None:
    script = [[], [], [f"{NAMES[0]} {ANIMALS[2]}"]]
    answers = {"undo-cards": answer} if answer else {}
    evening = Evening(tmp_path, animals(), script, answers, after_a_win="undo")
    question = f"Take back one card from {NAMES[0]}? Say yes."
    assert evening.said.count(question) == 1
    assert ("Then it stays as it is." in evening.said) == left
    assert bool(evening.ruled("undone")) != left


def test_undo_with_nothing_to_undo(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [], wakes={0: "undo"})
    assert "There is nothing to take back." in evening.said


@pytest.mark.parametrize(("answer", "cards"), [("yes", 1), ("no", len(DECK))])
def test_the_end_is_asked_for_once(tmp_path: Path, answer: str, cards: int) -> None:
    evening = Evening(tmp_path, animals(), [["we are done"]], {"stop-sure": answer})
    assert len(evening.ruled("dealt")) == cards
    assert evening.said.count("Shall we stop here and count? Say yes.") == 1


def test_who_asks_for_a_top_card_is_asked_when_nobody_knows(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [["my top card"]], {"who-asks": NAMES[1]})
    assert f"{NAMES[1]}: nothing." in evening.said


def test_a_hand_is_shown_to_its_player_and_never_said(tmp_path: Path) -> None:
    evening = Evening(
        tmp_path,
        snip(),
        [],
        {"lead-first": "my hand", "who-asks": "Ben", "lead-again": "stop"},
        screen=True,
    )
    assert "Only for Ben: 3C 7S" in evening.shown.getvalue()
    assert not [row for row in evening.rows if "7S" in json.dumps(row.get("said", ""))]
    assert any("your cards are on the screen" in text for text in evening.said)


def test_a_hand_without_a_screen(tmp_path: Path) -> None:
    evening = Evening(
        tmp_path, snip(), [], {"lead-first": "my hand", "who-asks": "Ben", "lead-again": "stop"}
    )
    assert any("there is no screen here" in text for text in evening.said)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (f"{NAMES[0]} {ANIMALS[2]}", f"{NAMES[0]} called first; one card."),
        (f"{NAMES[1]} {ANIMALS[2]}", f"{NAMES[1]} called, but it was for others to call."),
    ],
)
def test_what_happened_is_told_with_its_reason_and_names_no_animal(
    tmp_path: Path, call: str, told: str
) -> None:
    evening = Evening(tmp_path, animals(), [[], [], [call, "what happened"]])
    assert told in evening.said
    assert not [animal for animal in ANIMALS if f" {animal}" in told]


def test_slower_and_faster_change_the_voice_and_the_pause(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [["slower"]])
    (option,) = [event for event in evening.events if event["event"] == "option"]
    assert (option["name"], option["value"]) == ("pause_ms", 2_353)
    assert evening.referee.announcer.caller.rate_wpm < 200
    dealt = evening.ruled("dealt")
    assert dealt[3]["at"] - dealt[2]["at"] > dealt[1]["at"] - dealt[1]["at"]


def test_louder_and_quieter_have_an_end(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [["louder"] * 9])
    assert evening.referee.floor.volume == LOUDEST


def known_ms(event: Addressed | Commanded) -> int:
    return event.known_ms if isinstance(event, Addressed) else event.decided_ms


def commanded(key: str | None, at_ms: int, *, woken: bool) -> Commanded:
    return Commanded(0, 1, at_ms - 500, at_ms - 100, at_ms, key, woken, 0.9)


def test_after_the_wake_phrase_alone_there_is_a_chime_and_patience(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [], wakes={0: None})
    earcons = [row["earcon"] for row in evening.rows if "earcon" in row]
    assert earcons.count("ready") == 2  # the first one greets
    remarks = [text for text in evening.said if "for example" in text or "On we go" in text]
    assert len(remarks) == 2
    assert len(evening.ruled("dealt")) == len(DECK)


def test_a_command_right_behind_the_wake_phrase_is_not_talked_over(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [], wakes={0: None, 400: "score"})
    earcons = [row["earcon"] for row in evening.rows if "earcon" in row]
    assert earcons.count("ready") == 1
    assert evening.typist.commands == ["score"]


def test_a_command_that_needs_no_wake_phrase_any_more(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [], wakes={0: None, 2_500: "whose-turn"})
    assert evening.typist.commands == ["whose-turn"]
    assert f"It is {NAMES[1]}'s turn." in evening.said


@pytest.mark.parametrize("start", ["after-cue", "at-once"])
def test_a_command_breaks_off_what_is_said_and_nothing_is_lost(tmp_path: Path, start: str) -> None:
    evening = Evening(tmp_path, animals({"start": start}), [], over={100: "whose-turn"})
    first, answer = evening.ruled("dealt")[0], f"It is {NAMES[1]}'s turn."
    assert evening.typist.commands == ["whose-turn"]
    assert evening.at_ms(answer) < first["at"] + 250
    assert evening.said_again == ["seven of hearts"]
    assert evening.said.count(f"seven of hearts ({NAMES[0]})") == 1  # printed already
    (cue, *_) = [event["at"] for event in evening.events if event["event"] == "cue"]
    assert cue > evening.at_ms(answer)
    assert len(evening.ruled("dealt")) == len(DECK)


def test_repeat_over_an_announcement_says_it_again_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [], over={100: "repeat"})
    assert evening.said_again == ["seven of hearts"]
    assert not [text for text in evening.said if text.startswith("seven of hearts,")]


def test_a_paused_announcement_comes_when_the_game_goes_on(tmp_path: Path) -> None:
    evening = Evening(
        tmp_path, animals(), [], over={100: "pause"}, later={"pause": (20_000, "go on")}
    )
    dealt = evening.ruled("dealt")
    assert evening.said_again == ["seven of hearts"]
    assert dealt[1]["at"] > evening.at_ms("On we go.") + 2_000
    assert len(dealt) == len(DECK)


def test_an_answer_that_is_broken_off_is_not_said_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [], over={100: "help", 900: "whose-turn"})
    assert evening.typist.commands == ["help", "whose-turn"]
    assert evening.said_again == ["seven of hearts"]
    assert not [text for text in evening.said if text.startswith("Or ask")]
    asked_ms, answered_ms = evening.at_ms("Say “Game master”"), evening.at_ms("It is ")
    assert answered_ms < asked_ms + 1_000


def test_a_new_command_takes_the_place_of_a_question(tmp_path: Path) -> None:
    evening = Evening(tmp_path, animals(), [], wakes={0: "we-are-done", 6_000: "whose-turn"})
    assert evening.typist.commands == ["we-are-done", "whose-turn"]
    assert len(evening.ruled("dealt")) == len(DECK)


def test_a_call_over_a_broken_off_announcement_is_ruled_on_after_the_answer(
    tmp_path: Path,
) -> None:
    """The card need not be said again: somebody has won by it."""
    deck = ("7H", "7S", "2C", "3D")
    setup = replace(animals({"start": "at-once"}), deck=tuple(map(Card.parse, deck)))
    call = f"{NAMES[0]} {ANIMALS[1]}"
    evening = Evening(
        tmp_path, setup, [], later={"whose-turn": (100, call)}, over={150: "whose-turn"}, cards=2
    )
    (won,) = evening.ruled("won")
    assert won["player"] == NAMES[0]
    assert evening.at_ms(f"{NAMES[0]}!") > evening.at_ms("It is ")


def test_the_wake_phrase_alone_stops_the_voice_and_a_false_alarm_loses_nothing(
    tmp_path: Path,
) -> None:
    def address(evening: Evening, from_ms: int) -> None:
        evening.typist.orders.append(Addressed(0, 1, from_ms - 900, from_ms))

    evening = Evening(tmp_path, animals(), [], after_deal=address)
    dealt = evening.ruled("dealt")
    assert evening.said_again == ["seven of hearts"]
    assert evening.typist.commands == []
    assert dealt[1]["at"] - dealt[0]["at"] < dealt[2]["at"] - dealt[1]["at"] + 1_500
    assert len(dealt) == len(DECK)


def test_nobody_is_asked_for_a_card_in_a_paused_game(tmp_path: Path) -> None:
    """Real cards: whoever is to turn the next one had been told so before the pause."""
    seats = animal_seats(USUAL_TABLE, load("en"))
    setup = make_setup(Wishes("animals", seats, 1, real_cards=True))
    paused_ms = 35_000
    evening = Evening(
        tmp_path,
        setup,
        [],
        typed=((25_000, "seven of hearts"), (paused_ms, "pause"), (paused_ms + 40_000, "stop")),
    )
    (dealt,) = evening.ruled("dealt")
    assert dealt["at"] < paused_ms - 5_000
    assert evening.typist.commands[0] == "pause"
    asked = [row for row in evening.rows if row.get("earcon") == "question"]
    assert not [row for row in asked if row["at"] > paused_ms], evening.said


def test_a_command_in_place_of_a_lead_costs_no_time(tmp_path: Path) -> None:
    """Whoever was asked has as long as before, counted from the end of the answer."""
    evening = Evening(tmp_path, snip(), [], {"lead-first": "whose turn", "lead-again": "stop"})
    answered_ms = evening.at_ms("It is ")
    again_ms = next(row["at"] for row in evening.rows if row.get("earcon") == "question")
    assert again_ms > answered_ms + 8_000
