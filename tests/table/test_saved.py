"""Tables that are kept by a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicegm.errors import BadInput
from voicegm.languages.pack import load as load_pack
from voicegm.table import saved
from voicegm.table.seats import Seat

EN = load_pack("en")
FAMILY = (Seat("Mia", "fox"), Seat("Leo", "cat"), Seat("Grandma"))


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "voicegm" / "tables"


def test_a_table_is_kept_and_found_again(folder: Path) -> None:
    assert saved.save("family", FAMILY) == folder / "family.json"
    assert saved.load("family", EN) == FAMILY
    assert saved.saved_tables() == ("family",)


def test_names_of_any_script_are_kept() -> None:
    saved.save("우리집", (Seat("민수", "fox"),))
    assert saved.load("우리집", load_pack("ko")) == (Seat("민수", "fox"),)


def test_a_table_serves_every_game() -> None:
    assert saved.for_game(FAMILY, "snap", EN, "names") == tuple(Seat(one.name) for one in FAMILY)
    assert saved.for_game(FAMILY[:2], "animals", EN, "names") == FAMILY[:2]
    with pytest.raises(BadInput, match="Grandma has no animal"):
        saved.for_game(FAMILY, "animals", EN, "names")


@pytest.mark.parametrize("name", ["", "../family", "a/b", "x" * 50, "two words"])
def test_a_name_that_cannot_be_a_file_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="cannot be called"):
        saved.path_of(name)


def test_a_table_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(BadInput, match="keep one first with --save-table club"):
        saved.load("club", EN)
    saved.save("family", FAMILY)
    with pytest.raises(BadInput, match="there are family"):
        saved.load("club", EN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"version": 2, "players": []}',
        '{"version": 1}',
        '{"version": 1, "players": [{"name": 3}]}',
        '{"version": 1, "players": [{"animal": "fox"}]}',
        '{"version": 1, "players": ["Mia"]}',
    ],
)
def test_a_file_that_holds_no_table_is_said_so(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "family.json").write_text(text)
    with pytest.raises(BadInput, match=r"does not hold a table .* --save-table family"):
        saved.load("family", EN)


def test_a_folder_that_cannot_be_written_to_is_said_so(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("a file in its place")
    with pytest.raises(BadInput, match="cannot be kept"):
        saved.save("family", FAMILY)
