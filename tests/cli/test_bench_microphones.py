"""`voicegm bench microphones`: it runs, and hears what it says it hears."""

from __future__ import annotations

import json

from click.testing import CliRunner

from voicegm.cli import voicegm


def test_two_microphones_are_timed() -> None:
    command = ["bench", "microphones", "--microphones", "2", "--seconds", "9", "--json"]
    done = CliRunner().invoke(voicegm, [*command, "--engine", "sphinx"])
    assert done.exit_code == 0, done.output
    cost = json.loads(done.stdout)
    assert cost["microphones"] == 2
    assert set(cost["parts"]) == {"channels", "echo", "listening", "decoding"}
    assert cost["total"] > 0
    assert cost["calls"] >= 3
    assert 1 <= cost["heard"] <= 2 * cost["calls"]
