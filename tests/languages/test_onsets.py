"""How late phrases are heard, as the language packs tell it."""

import pytest

from voicegm.languages.onsets import FLOORS_DB, Onsets, load_onsets, path_of
from voicegm.languages.pack import available, load

ONSETS = Onsets({"fox": (0, 20, 80, 80, 100, 110)}, {"fox": 40})


@pytest.mark.parametrize(
    ("key", "floor_db", "behind_voice", "bias_ms"),
    [
        ("fox", -30, False, 0),
        ("fox", -60, False, 0),
        ("fox", -25, False, 20),
        ("fox", -22.5, False, 50),
        ("fox", -5, False, 110),
        ("fox", 0, False, 110),
        ("fox", -30, True, 40),
        ("owl", -5, False, 0),
        ("owl", -5, True, 0),
    ],
)
def test_the_bias_grows_with_what_covers_the_beginning(
    key: str, floor_db: float, behind_voice: bool, bias_ms: int
) -> None:
    assert ONSETS.bias_ms(key, floor_db, behind_voice=behind_voice) == bias_ms


@pytest.mark.parametrize("code", [code for code in available() if path_of(code).exists()])
def test_packs_tell_of_phrases_that_they_have(code: str) -> None:
    onsets = load_onsets(code)
    assert set(onsets.in_noise_ms) <= set(load(code).phrases)
    assert all(len(late) == len(FLOORS_DB) for late in onsets.in_noise_ms.values())


def test_a_language_without_measurements_has_no_bias() -> None:
    assert load_onsets("xx").bias_ms("fox", -5, behind_voice=False) == 0


def test_english_tells_soft_beginnings_from_hard_ones() -> None:
    onsets = load_onsets("en")
    fox, owl = (onsets.bias_ms(key, -20, behind_voice=False) for key in ("fox", "owl"))
    assert fox >= 40
    assert owl <= 10
