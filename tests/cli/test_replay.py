"""`replay`: lines that a person can read, and the rule that each follows."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from voicegm.cli.replay import replay

LINES: list[dict[str, object]] = [
    {
        "voicegm": 1,
        "game": "snap",
        "players": [{"name": "Zoë"}, {"name": "Ben"}, {"name": "Cara"}],
        "dealer": "Cara",
        "hands": {"Zoë": ["7H", "2C"], "Ben": ["7S", "9D"], "Cara": ["KD", "9C"]},
    },
    {"at": 1000, "event": "turn"},
    {"at": 4000, "event": "turn"},
    {"at": 4620, "event": "call", "by": "Cara", "says": "snap"},
    {"at": 7000, "event": "end"},
]


def replayed(tmp_path: Path, *options: str) -> list[str]:
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    done = CliRunner().invoke(replay, [str(path), *options])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_each_ruling_is_a_line_with_its_time_in_seconds(tmp_path: Path) -> None:
    assert replayed(tmp_path) == [
        "    1.000  Zoë turns the seven of hearts.",
        "    4.000  Ben turns the seven of spades, equal to Zoë's top.",
        "    4.620  Cara wins the piles of Ben and Zoë: 2 cards.",
        "    7.000  The game is over, and Cara wins; Zoë has 1 card, Ben 1, Cara 4.",
    ]


def test_explain_names_the_rule(tmp_path: Path) -> None:
    lines = replayed(tmp_path, "--explain")
    assert lines[2] == "    4.620  Cara wins the piles of Ben and Zoë: 2 cards (Snap, 2)."


def test_explain_adds_to_the_json_and_changes_nothing_else(tmp_path: Path) -> None:
    plain = [json.loads(line) for line in replayed(tmp_path, "--json")]
    explained = [json.loads(line) for line in replayed(tmp_path, "--json", "--explain")]
    assert plain[2] == {
        "at": 4620,
        "ruling": "won",
        "player": "Cara",
        "from": ["Ben", "Zoë"],
        "cards": 2,
    }
    assert explained[2].pop("explanation").endswith("2 cards (Snap, 2).")
    assert explained[2] == plain[2]
