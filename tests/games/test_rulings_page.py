"""Every numbered line of docs/rulings.md has a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "rulings.md"

SECTIONS = {
    "Every game": "every_game",
    "Animals": "animals",
    "Snap": "snap",
    "Snip Snap Snorum": "snip",
}
"""Heading to the word in the tests' names."""


def numbers(heading: str) -> list[int]:
    for section in PAGE.read_text("utf-8").split("\n## ")[1:]:
        if section.startswith(heading):
            return [int(found) for found in re.findall(r"^(\d+)\. ", section, re.MULTILINE)]
    raise AssertionError(f"docs/rulings.md has no section {heading}")


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_line_has_a_test(heading):
    word = SECTIONS[heading]
    tests = (HERE / f"test_{word}.py").read_text("utf-8")
    tested = {int(found) for found in re.findall(rf"def test_{word}_(\d\d)_", tests)}
    lines = numbers(heading)
    assert lines == list(range(1, len(lines) + 1))
    assert set(lines) == tested
