"""Real cards at the table: read out, repeated, mended; and hands that nobody else sees."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicegm.caller import Caller, NoVoice
from voicegm.games.game import Setup
from voicegm.games.replay import replay
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.phrases import Grammar
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import Lines
from voicegm.languages.pack import WAKE, Phrase, load
from voicegm.people.crowd import Habits
from voicegm.sound.frames import BLOCK_SAMPLES, Block, Samples
from voicegm.table import demo
from voicegm.table.demo import Company, Outcome, play_demo
from voicegm.table.journal import JournalFile, read_journal_file
from voicegm.table.opening import Wishes, make_setup, open_table
from voicegm.table.real_deck import LAST_CARD
from voicegm.table.referee import Referee, Watcher
from voicegm.table.report import RACES, report
from voicegm.table.seats import animal_seats, plain_seats
from voicegm.table.transcript import JsonTranscript, NoTranscript
from voicegm.table.typed import Typed, understand

ANIMALS = "Mia=fox, Leo=owl, Tom=duck, Ida=wolf"


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


class Hands(Watcher):
    """Types the next lines whenever something is asked, and then stops."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked_for: list[str] = []
        self.lines: list[str] = []
        self.referee: Referee | None = None

    def asked(self, question: str, said_ms: int) -> None:  # noqa: ARG002
        self.asked_for.append(question)
        answer = self.answers.pop(0) if self.answers else "stop"
        self.lines += [line for line in answer.split("; ") if line]

    def typed(self) -> list[Typed]:
        lines, self.lines = self.lines, []
        assert self.referee is not None
        return [understand(line, self.referee.names, load("en")) for line in lines]


class Table:
    """A game with real cards that was typed, and what it left."""

    def __init__(self, folder: Path, game: str, *answers: str, **options: str) -> None:
        pack = load("en")
        animals = game == "animals"
        seats = animal_seats(ANIMALS, pack) if animals else plain_seats("Mia, Leo, Tom", 8)
        setup = make_setup(Wishes(game=game, seats=seats, seed=1, options=options, real_cards=True))
        out, journal = io.StringIO(), folder / "real.jsonl"
        hands = Hands(answers)
        file = JournalFile(journal, setup)
        referee = open_table(
            setup,
            ears=Quiet(),
            mouth=None,
            worker=None,
            caller=NoVoice(),
            transcript=JsonTranscript(out),
            write=file.write,
            typed=hands.typed,
        )
        hands.referee = referee
        referee.watchers.append(hands)
        referee.run()
        file.close()
        rows = list(map(json.loads, out.getvalue().splitlines()))
        self.said = [row["said"] for row in rows if "said" in row and "ruling" not in row]
        self.said = self.said[self.said.index("Here we go.") + 1 :]
        self.rulings: list[dict[str, Any]] = [row for row in rows if "ruling" in row]
        self.events = [json.loads(line) for line in journal.read_text("utf-8").splitlines()[1:]]
        self.view = referee.view
        self.first_line = json.loads(journal.read_text("utf-8").splitlines()[0])
        again = [dict(ruling.to_json()) for ruling in replay(read_journal_file(journal))]
        told = [ruling["ruling"] for ruling in self.rulings]
        assert told == [ruling["ruling"] for ruling in again]

    def shown(self) -> dict[str, str | None]:
        """The top card of each player."""
        return {player.name: player.top for player in self.view.players}

    def of(self, event: str) -> list[str]:
        """The cards of one kind of events."""
        return [one["card"] for one in self.events if one["event"] == event]


def test_cards_are_repeated_with_their_player_and_written_down(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "seven of hearts", "9C")
    assert table.first_line["deck"] is None
    assert table.first_line["deck_mode"] == "table"
    assert table.of("deal") == ["7H", "9C"]
    assert table.said[:2] == ["Seven of hearts, Mia.", "Nine of clubs, Leo."]


def test_a_rank_alone_is_enough(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "seven", "seven", "Mia owl")
    assert [card[0] for card in table.of("deal")] == ["7", "7"]
    assert len(set(table.of("deal"))) == 2
    assert table.said[:2] == ["Seven, Mia.", "Seven, Leo."]


def test_cards_may_be_typed_ahead(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "7H; 2C; KD")
    assert table.of("deal") == ["7H", "2C", "KD"]


def test_a_suit_that_was_not_said_gives_way_to_one_that_is(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "seven", "7C", "7D", "7H", "7S")
    assert sorted(table.of("deal")) == ["7C", "7D", "7H", "7S"]


@pytest.mark.parametrize(("how", "card"), [("no; 9", "9H"), ("no; nine of clubs", "9C")])
def test_a_card_is_mended_until_the_next_one(tmp_path: Path, how: str, card: str) -> None:
    table = Table(tmp_path, "animals", "5H", how, "KD")
    assert table.of("deal") == ["5H", "KD"]
    assert table.of("correct") == [card]
    assert table.shown()["Mia"] == card
    assert table.said[1].startswith("Nine of ")
    assert table.said[1].endswith("Mia.")


def test_a_suit_is_kept_by_what_mends_a_rank_unless_that_card_is_out(tmp_path: Path) -> None:
    assert Table(tmp_path, "animals", "9H", "5H", "no; 9").of("correct")[0] != "9H"
    table = Table(tmp_path, "animals", "five", "no; 9")
    assert [card[0] for card in table.of("correct")] == ["9"]
    assert table.said[1] == "Nine, Mia."


def test_a_mended_card_makes_its_match_and_takes_back_what_rested_on_the_other(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, "animals", "5H", "5S", "Mia owl", "no; 9S")
    ruled = [row["ruling"] for row in table.rulings]
    assert ruled.index("won") < ruled.index("undone")
    assert table.shown()["Leo"] == "9S"
    assert {player.name: player.cards for player in table.view.players}["Mia"] == 1


def test_a_no_alone_is_asked_about_and_then_forgotten(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "5H", "no", "9C")
    assert "Which card?" in table.said
    assert table.of("correct") == ["9C"]
    forgotten = Table(tmp_path, "animals", "5H", "no", "", "", "KD")
    assert forgotten.of("deal") == ["5H", "KD"]


def test_a_card_that_is_out_already_is_asked_about(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "7H", "7H; ", "8C")
    assert "Seven of hearts, Mia." in table.said
    table = Table(tmp_path, "animals", "7H", "2C", "7H", "8C")
    assert table.said[2] == "The Seven of hearts is out already: which card?"
    assert table.of("deal") == ["7H", "2C", "8C"]


def test_whoever_insists_on_a_card_that_is_out_is_believed(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "7H", "2C", "7H", "7H", "7H", "KD")
    dealt = table.of("deal")
    assert dealt[0] == "7H"
    assert dealt[2][0] == "7"
    assert dealt[2] != "7H"
    fifth = Table(tmp_path, "animals", *["7"] * 7, "KD")
    assert len(fifth.of("deal")) == 6
    assert fifth.of("deal")[4][0] != "7"


def test_the_deck_ends_when_somebody_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "7H", "that was the last card")
    assert table.said[1] == "That was the last card."
    assert table.view.finished


def test_the_deck_ends_after_52_cards(tmp_path: Path) -> None:
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    table = Table(tmp_path, "animals", *cards)
    assert table.of("deal") == cards
    assert "That was the last card." in table.said


def test_whoever_reads_nothing_is_asked_once_and_left_in_peace(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "", "", "", "7H")
    assert table.said[0] == "Mia, your card?"
    assert table.said.count("Mia, your card?") == 1
    assert table.of("deal") == ["7H"]


def test_not_me_and_undo_are_as_usual(tmp_path: Path) -> None:
    table = Table(tmp_path, "animals", "7H", "7C", "Mia owl", "undo")
    assert "won" in [row["ruling"] for row in table.rulings]
    assert "undone" in [row["ruling"] for row in table.rulings]


def test_snap_is_called_for_the_card_that_is_read(tmp_path: Path) -> None:
    table = Table(tmp_path, "snap", "7H", "7C", "Mia snap", "9C")
    assert table.of("turn")[:2] == ["7H", "7C"]
    won = [row for row in table.rulings if row["ruling"] == "won"]
    assert [(row["player"], row["cards"]) for row in won] == [("Mia", 2)]


def test_snip_is_driven_by_the_lead_the_cries_and_the_passes(tmp_path: Path) -> None:
    table = Table(
        tmp_path, "snip-snap-snorum", "seven", "snip", "pass", "snap", "pass", "pass", "snorum"
    )
    plays = [(e["by"], e["card"][0], e.get("says")) for e in table.events if e["event"] == "play"]
    assert plays == [
        ("Mia", "7", None),
        ("Leo", "7", "snip"),
        ("Mia", "7", "snap"),
        ("Mia", "7", "snorum"),
    ]
    assert len({e["card"] for e in table.events if e["event"] == "play"}) == 4
    assert "Seven. (Mia)" in table.said


def test_a_full_circle_of_passes_is_asked_about_once_more(tmp_path: Path) -> None:
    table = Table(tmp_path, "snip-snap-snorum", "7H", "pass", "no", "pass", "pass", "KD")
    assert "Nobody has another seven?" in table.said
    leads = [(e["by"], e["card"]) for e in table.events if e["event"] == "play"]
    assert leads == [("Mia", "7H"), ("Mia", "KD")]


def test_silence_passes_after_it_was_asked_about(tmp_path: Path) -> None:
    table = Table(tmp_path, "snip-snap-snorum", "7H", "", "", "snip")
    assert [e["by"] for e in table.events if e["event"] == "pass"] == ["Leo"]
    assert [e["by"] for e in table.events if e["event"] == "play"] == ["Mia", "Tom"]


# With people who read, and the real recogniser.


def played(setup: Setup, worker: Worker, caller: Caller) -> Outcome:
    """A game of people who do not chat."""
    with worker:
        return play_demo(
            setup,
            seed=3,
            worker=worker,
            caller=caller,
            transcript=NoTranscript(),
            company=Company(habits=Habits(talk=0)),
        )


def four_animals() -> Setup:
    seats = animal_seats(ANIMALS, load("en"))
    return make_setup(Wishes(game="animals", seats=seats, seed=3, real_cards=True))


@pytest.mark.parametrize("game", ["animals", "snap"])
def test_people_read_cards_and_put_right_what_was_misheard(
    game: str, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(demo.MOST_REAL_CARDS, game, 12)
    monkeypatch.setattr("voicegm.table.real_guests.MISREADS", 0.3)
    pack = load("en")
    animals = game == "animals"
    seats = animal_seats(ANIMALS, pack) if animals else plain_seats("Mia, Leo, Tom", 8)
    setup = make_setup(Wishes(game=game, seats=seats, seed=3, real_cards=True))
    outcome = played(setup, Worker("sphinx", "en"), caller)
    counts = outcome.cards
    assert counts is not None
    assert counts.cards == 12
    assert counts.at_first >= 7
    assert counts.mended >= 1
    assert counts.left_wrong <= 1
    told = report([outcome], RACES).to_json()["cards"]
    assert isinstance(told, dict)
    assert told["cards"] == 12


class DeafToCards(Worker):
    """A recogniser that makes out no card at all."""

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition | None:
        words = tuple(phrase for phrase in grammar.words if phrase.kind != "card")
        return super().recognise(samples, replace(grammar, words=words))


def test_people_whose_card_is_never_made_out_do_not_read_it_for_ever(caller: Caller) -> None:
    outcome = played(four_animals(), DeafToCards("sphinx", "en"), caller)
    assert outcome.cards is not None
    assert outcome.cards.cards == 0


class DeafToAll(DeafToCards):
    """It makes out nothing of what people read, and not that they give up either."""

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition | None:
        words = tuple(phrase for phrase in grammar.words if phrase.key != LAST_CARD)
        return super().recognise(samples, replace(grammar, words=words))


def test_a_game_that_stands_still_is_ended_and_counted(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "STANDS_STILL_MS", 60_000)
    outcome = played(four_animals(), DeafToAll("sphinx", "en"), caller)
    assert outcome.given_up
    assert report([outcome], RACES).to_json()["given_up"] == 1


class HearsPause(Worker):
    """Once it takes something for a command that nobody has given."""

    def __init__(self) -> None:
        super().__init__("sphinx", "en")
        self.misled = False

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition | None:
        if grammar.wake is not None and not self.misled:
            self.misled = True
            length_ms = len(samples) // 16
            words = (
                Word(WAKE, 0, length_ms // 2, 0.9),
                Word("pause", length_ms // 2, length_ms, 1),
            )
            return Recognition(words)
        return super().recognise(samples, grammar)


def test_people_let_a_game_go_on_that_nobody_has_paused(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(demo.MOST_REAL_CARDS, "animals", 3)
    outcome = played(four_animals(), HearsPause(), caller)
    assert outcome.cards is not None
    assert outcome.cards.cards == 3
    assert not outcome.given_up
    told = report([outcome], RACES).to_json()
    assert told["commands_unasked"] == 1


def test_a_seed_gives_the_same_game_with_real_cards(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(demo.MOST_REAL_CARDS, "animals", 3)
    once, again = (played(four_animals(), Worker("sphinx", "en"), caller) for _ in range(2))
    assert once == again
    assert len({said.line.person.voice for said in once.said}) > 1


class HardOfCards(Worker):
    """A recogniser that listens for cards and hardly ever hears one."""

    def misheard(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        return tuple(phrase.key for phrase in phrases if phrase.kind == "card")


@pytest.mark.parametrize(("kind", "told"), [(Worker, 0), (HardOfCards, 1)])
def test_where_cards_are_not_heard_the_table_is_told_once_to_type_them(
    kind: type[Worker], told: int
) -> None:
    pack, out = load("fr"), io.StringIO()
    seats = animal_seats("Mia=chat, Leo=cheval, Tom=lapin, Ida=escargot", pack)
    with kind("sphinx", "fr") as worker:
        referee = open_table(
            make_setup(Wishes("animals", seats, 1, "fr", real_cards=True)),
            ears=Quiet(),
            mouth=None,
            worker=worker,
            caller=NoVoice(),
            transcript=JsonTranscript(out),
        )
        referee.most_exposures = 0
        referee.run()
    said = [row["said"] for row in map(json.loads, out.getvalue().splitlines()) if "said" in row]
    assert said.count(Lines("fr").say("cards-typed")) == told
