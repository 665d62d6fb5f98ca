"""Options in words, and presets: several settings under one name."""

from __future__ import annotations

import pytest

from voicegm.errors import BadInput
from voicegm.games import by_name, names
from voicegm.games.options import PAUSES_MS, PRESETS, from_text, preset, set_option


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("head_start_ms", "Anna=500", {"Anna": 500}),
        ("head_start_ms", "Anna = 500, Mary Lou=1200", {"Anna": 500, "Mary Lou": 1200}),
        ("head_start_ms", '{"Anna": 500}', {"Anna": 500}),
        ("head_start_ms", "{}", {}),
        ("pause_ms", "slow", 4_000),
        ("pause_ms", "usual", 2_000),
        ("pause_ms", "quick", 1_200),
        ("pause_ms", "3000", 3_000),
        ("race", "false", False),
    ],
)
def test_what_a_typed_text_stands_for(name: str, text: str, value: object) -> None:
    assert from_text(by_name("animals").options, name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("head_start_ms", "Anna", "names with 0 to 60000 milliseconds"),
        ("head_start_ms", "Anna=fast", "names with 0 to 60000 milliseconds"),
        ("head_start_ms", "=500", "names with 0 to 60000 milliseconds"),
        ("head_start_ms", "Anna=99999999", "names with 0 to 60000 milliseconds"),
        ("pause_ms", "fast", "slow, usual, quick"),
        ("hurry", "1", 'no option "hurry"'),
    ],
)
def test_a_text_that_stands_for_nothing_is_refused(name: str, text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        from_text(by_name("animals").options, name, text)


def test_the_usual_pause_is_the_default() -> None:
    assert by_name("animals").options().pause_ms == PAUSES_MS["usual"]
    assert PAUSES_MS["quick"] < PAUSES_MS["usual"] < PAUSES_MS["slow"]


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("name", PRESETS)
def test_every_game_takes_every_preset(game: str, name: str) -> None:
    options = by_name(game).options()
    for option, value in preset(type(options), name).items():
        options = set_option(options, option, value)
    assert options != by_name(game).options()


def test_every_setting_of_a_preset_belongs_to_a_game() -> None:
    for name, settings in PRESETS.items():
        known = {option for game in names() for option in preset(by_name(game).options, name)}
        assert known == set(settings)


def test_small_children_are_not_hurried_or_punished_and_nobody_is_out() -> None:
    snap = preset(by_name("snap").options, "small-children")
    assert snap == {
        "start": "after-cue",
        "pause_ms": 4_000,
        "race": False,
        "hints": True,
        "penalty": "none",
        "call_back_in": True,
    }
    snip = preset(by_name("snip-snap-snorum").options, "small-children")
    assert snip["missed_cry"] == "ignore"


def test_a_preset_that_is_not_there_is_told() -> None:
    with pytest.raises(BadInput, match="there are: small-children"):
        preset(by_name("snap").options, "grown-ups")
