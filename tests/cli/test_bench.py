"""`voicegm bench rules` prints what it has measured, for people and for programs."""

from __future__ import annotations

import json

from voicegm.cli import run
from voicegm.games import names


def test_bench_rules_as_json(capsys):
    assert run(["bench", "rules", "--events", "50", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["game"] for row in rows] == list(names())
    for row in rows:
        assert row["events"] >= 50
        assert row["rulings"] > 0
        assert row["events_per_second"] > 0


def test_bench_rules_as_a_table(capsys):
    assert run(["bench", "rules", "--events", "50"]) == 0
    out = capsys.readouterr().out
    assert all(game in out for game in names())
    assert "50,000" in out


def test_bench_refuses_what_is_no_number(capsys):
    assert run(["bench", "rules", "--events", "0"]) == 2
    assert "events" in capsys.readouterr().err
