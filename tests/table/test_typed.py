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
