"""What is typed at the table."""

import io
import time

import pytest

from voicegm.languages.pack import load
from voicegm.table.typed import Keyboard, Typed, understand

NAMES = ("Anna", "Ben", "Greg", "Greta")


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("owl", Typed("call", None, "owl")),
        ("Owl!", Typed("call", None, "owl")),
        ("anna owl", Typed("call", "Anna", "owl")),
        ("Anna: owl", Typed("call", "Anna", "owl")),
        ("b owl", Typed("call", "Ben", "owl")),
        ("anna snap pot", Typed("call", "Anna", "snap-pot")),
        ("ANNA", Typed("name", "Anna")),
        ("greg", Typed("name", "Greg")),
        ("gre", Typed("unknown", None, "gre")),
        ("7H", Typed("call", None, "7H")),
        ("10h", Typed("call", None, "TH")),
        ("7", Typed("call", None, "7")),
        ("seven", Typed("call", None, "7")),
        ("Seven of hearts!", Typed("call", None, "7H")),
        ("anna 7h", Typed("call", "Anna", "7H")),
        ("anna seven", Typed("call", "Anna", "7")),
        ("b a", Typed("call", "Ben", "A")),
        ("a", Typed("name", "Anna")),
        ("q", Typed("call", None, "Q")),
        ("snip", Typed("call", None, "snip")),
        ("ben snorem", Typed("call", "Ben", "snorum")),
        ("the earl of coventry", Typed("call", None, "coventry-4")),
        ("pass", Typed("call", None, "pass")),
        ("hand anna", Typed("hand", "Anna")),
        ("hand", Typed("unknown", None, "hand")),
        ("hand zoe", Typed("unknown", None, "hand zoe")),
        ("clear", Typed("clear")),
        ("nobody", Typed("nobody")),
        ("Not me!", Typed("not-me")),
        ("undo", Typed("undo")),
        ("quit", Typed("stop")),
        ("what?", Typed("unknown", None, "what?")),
        ("anna blah", Typed("unknown", None, "anna blah")),
    ],
)
def test_a_line_is_understood(line: str, typed: Typed) -> None:
    assert understand(line, NAMES, load("en")) == typed


def test_a_name_that_is_a_card_is_the_name() -> None:
    assert understand("jack", ("Jack", "Mia", "Tom"), load("en")) == Typed("name", "Jack")
    assert understand("jack jh", ("Jack", "Mia", "Tom"), load("en")) == Typed("call", "Jack", "JH")


def test_lines_are_taken_once_and_empty_ones_passed_over() -> None:
    keyboard = Keyboard(io.StringIO("owl\n\n  \nBen\n"), NAMES, load("en"))
    taken: list[Typed] = []
    for _ in range(100):
        taken += keyboard.take()
        if len(taken) == 2:
            break
        time.sleep(0.01)
    assert taken == [Typed("call", None, "owl"), Typed("name", "Ben")]
    assert keyboard.take() == []
