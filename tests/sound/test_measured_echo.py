"""What was found out about a loudspeaker and microphones is kept for play, and not for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicegm.errors import BadInput
from voicegm.sound.measured_echo import MeasuredEcho, load, save

FOUND = MeasuredEcho("Lautsprecher", ("Mikrofon é",), 31.5, -12.0, 22.0)


def test_it_goes_round(tmp_path: Path) -> None:
    save(FOUND, tmp_path / "new" / "echo.json")
    assert load(tmp_path / "new" / "echo.json") == FOUND


def test_nothing_was_measured(tmp_path: Path) -> None:
    assert load(tmp_path / "echo.json") is None


def test_it_is_for_the_devices_it_was_measured_with() -> None:
    assert FOUND.fits("Lautsprecher", ["Mikrofon é"])
    assert not FOUND.fits("Lautsprecher", ["another"])
    assert not FOUND.fits(None, ["Mikrofon é"])


@pytest.mark.parametrize(("cancelled_db", "works"), [(22, True), (10, True), (9.9, False)])
def test_it_works_where_enough_is_taken_away(cancelled_db: float, works: bool) -> None:
    assert MeasuredEcho("a", ("b",), 1, 2, cancelled_db).works is works


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"version": 2}', '{"version": 1, "speaker": "a"}', "\\xff"]
)
def test_a_file_that_holds_something_else_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "echo.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="voicegm doctor echo"):
        load(file)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be remembered"):
        save(FOUND, tmp_path / "file" / "echo.json")
