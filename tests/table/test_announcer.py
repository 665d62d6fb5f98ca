"""How much is said aloud: nothing that is spared anybody is missing on paper."""

from __future__ import annotations

import io
import json

import pytest

from voicegm.caller import NoVoice, Variant
from voicegm.languages.lines import FOLDER, Lines
from voicegm.sound.frames import Sound
from voicegm.sound.stillness import Stillness
from voicegm.table.announcer import UNSAID, Announcer, Verbosity
from voicegm.table.floor import Floor
from voicegm.table.transcript import JsonTranscript

LANGUAGES = sorted(path.parent.name for path in FOLDER.glob("*/lines.ftl"))


class Recorded(NoVoice):
    """Keeps the texts that were to be spoken."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def sound(
        self, text: str, variant: Variant | None = None, *, within_ms: int | None = None
    ) -> Sound:
        self.texts.append(text)
        return super().sound(text, variant, within_ms=within_ms)


class Table:
    def __init__(self, verbosity: Verbosity, language: str = "en") -> None:
        self.out = io.StringIO()
        self.voice = Recorded()
        self.floor = Floor(Stillness(), None, None)
        self.announcer = Announcer(
            self.floor, self.voice, Lines(language), JsonTranscript(self.out), verbosity
        )

    def printed(self) -> list[str]:
        for _ in range(400):
            self.floor.step()
        rows = map(json.loads, self.out.getvalue().splitlines())
        return [row.get("said", row.get("earcon")) for row in rows]


@pytest.mark.parametrize(
    ("verbosity", "spoken"),
    [
        (Verbosity.FULL, ["Hello. I'm the game master.", "Both at once! The piles stay."]),
        (Verbosity.BRIEF, ["Both at once!"]),
        (Verbosity.EARCONS, []),
    ],
)
def test_less_is_said_and_all_is_printed_in_order(verbosity: Verbosity, spoken: list[str]) -> None:
    table = Table(verbosity)
    table.announcer.say("hello")
    table.announcer.earcon("tied")
    table.announcer.say("tied")
    table.announcer.say("won", name="Mia", cards="3 cards")
    assert table.printed() == [
        "Hello. I'm the game master.",
        "tied",
        "Both at once! The piles stay.",
        "Mia! 3 cards.",
    ]
    winner = "Mia! 3 cards." if verbosity is Verbosity.FULL else "Mia!"
    assert table.voice.texts == [*spoken, winner]  # who has won is always said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rank_comes_first(language: str) -> None:
    lines = Lines(language)
    for rank in "23456789TJQKA":
        for suit in "CDHS":
            card, told = lines.card(rank, suit), lines.rank(rank)
            assert told in card
            assert card.index(told) <= len("the "), card
    table = Table(Verbosity.BRIEF, language)
    assert table.announcer.exposed("7", "H") == lines.rank("7")


@pytest.mark.parametrize("language", LANGUAGES)
def test_brief_forms_are_shorter_and_belong_to_a_line(language: str) -> None:
    keys = Lines(language).keys
    brief = [key for key in keys if key.endswith("-brief")]
    assert brief
    for key in brief:
        assert key.removesuffix("-brief") in keys


def test_what_is_left_unsaid_are_lines_that_there_are() -> None:
    assert set().union(*UNSAID.values()) <= set(Lines("en").keys)


def test_questions_and_faults_are_said_at_every_verbosity() -> None:
    asked = {"who-called", "again", "called-off", "microphone-lost", "lead-first", "your-turn"}
    assert not asked & set().union(*UNSAID.values())


def test_a_louder_table_is_louder() -> None:
    table = Table(Verbosity.FULL)
    table.floor.volume = 0.5
    heard: list[Sound] = []
    table.floor.mouth.play = heard.append  # type: ignore[method-assign,assignment]
    table.announcer.earcon("won")
    table.floor.volume = 2.0
    table.announcer.earcon("won")
    quiet, loud = (abs(sound.samples).max() for sound in heard)
    assert 3.5 < loud / quiet <= 4.1
    assert loud < 1
