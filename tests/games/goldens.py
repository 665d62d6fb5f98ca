"""Golden transcripts: a journal on the left, what each of its lines led to on the right.

The files in `golden/` are read by people when a rule changes. Run this file to write them anew
from their journals, and read the difference before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path

from journals import short

from voicegm.games import by_name
from voicegm.games.replay import Journal, read_journal

FOLDER = Path(__file__).parent / "golden"
COLUMN = 76
BAR = " | "


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def heading(path: Path) -> list[str]:
    """The comment lines at the top."""
    return [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]


def journal_of(path: Path) -> tuple[list[str], Journal]:
    """The journal's lines in the left column, and the same read."""
    rows = path.read_text("utf-8").splitlines()
    left = [row.split(BAR)[0].strip() for row in rows if row.startswith("{")]
    read = read_journal([line + "\n" for line in left])
    assert read.fault is None, f"{path.name}: {read.fault}"
    return left, read


def transcript(path: Path) -> str:
    """The file as it should be: every line of the journal with the rulings of its step."""
    left, journal = journal_of(path)
    game = by_name(journal.setup.game)
    step = game.start(journal.setup)
    rows = [*heading(path), left[0]]
    for line, event in zip(left[1:], journal.events, strict=True):
        assert json.loads(line)["at"] == event.at, f"{path.name}: write the lines in order of time"
        step = game.step(step.state, event)
        rows += _beside(line, [short(ruling.to_json()) for ruling in step.rulings])
    end = game.finish(step.state)
    last = [*end.rulings]
    if not game.view(end.state).finished:
        last.append(game.outcome(end.state))
    rows += _beside("", [short(ruling.to_json()) for ruling in last])[: len(last)]
    return "\n".join(rows) + "\n"


def _beside(line: str, rulings: list[str]) -> list[str]:
    rights = rulings or [""]
    lefts = [line, *[""] * (len(rights) - 1)]
    return [
        (left.ljust(COLUMN) + BAR + right).rstrip(" |") if right else left
        for left, right in zip(lefts, rights, strict=True)
    ]


if __name__ == "__main__":
    for each in paths():
        each.write_text(transcript(each), encoding="utf-8")
