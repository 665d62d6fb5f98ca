"""The golden transcripts hold, and every game and option has one."""

from __future__ import annotations

from dataclasses import fields

import goldens
import pytest

from voicegm.games import by_name, names


@pytest.mark.parametrize("path", goldens.paths(), ids=lambda path: path.stem)
def test_a_golden_transcript_holds(path):
    assert path.read_text("utf-8") == goldens.transcript(path)
    assert goldens.heading(path), "say in a comment what the transcript shows"


@pytest.mark.parametrize("game", names())
def test_every_game_has_one(game):
    assert any(path.stem.startswith(game) for path in goldens.paths())


@pytest.mark.parametrize("game", names())
def test_every_value_of_every_option_that_rules_depend_on_has_one(game):
    """`pause_ms` and `hints` are for the table and the voice: no ruling depends on them."""
    setups = [
        goldens.journal_of(path)[1].setup
        for path in goldens.paths()
        if goldens.journal_of(path)[1].setup.game == game
    ]
    for option in fields(by_name(game).options):
        if option.name in ("pause_ms", "hints"):
            continue
        shown = {getattr(setup.options, option.name) for setup in setups}
        wanted = option.metadata["values"] or {option.default}
        assert set(wanted) <= shown, f"no {game} transcript shows all values of {option.name}"
        assert wanted != {option.default} or len(shown) > 1, f"{option.name} is never changed"
