"""Pairs of calls at a table: what is counted as what, and a whole small measurement."""

from __future__ import annotations

import pytest

from voicegm.caller import Caller
from voicegm.errors import BadInput
from voicegm.games.game import Tied, Won
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.sound.frames import Sound
from voicegm.table.bench_onsets import HeardPair, Said, measure_onsets, spread
from voicegm.table.bench_order import (
    MATCHES,
    RANKS,
    Fate,
    Pair,
    Plan,
    _Call,
    _deck,
    _Race,
    measure_order,
    rows,
)
from voicegm.table.bench_voices import SyntheticVoices


def pair(gap_ms: int, fate: Fate) -> Pair:
    return Pair("voices", False, gap_ms, ("fox", "owl"), ("one", "other"), fate)


def heard(first_ms: int | None, second_ms: int | None) -> HeardPair:
    first, second = Said("fox", "one", 0, first_ms), Said("owl", "other", 1, second_ms)
    return HeardPair("voices", True, 50, 0, first, second)


class Mute:
    source = "nobody"
    words = ("fox", "owl", "cat", "dog")

    def speakers(self, word: str) -> list[str]:  # noqa: ARG002
        return ["only one"]

    def say(self, word: str, speaker: str) -> Sound:  # noqa: ARG002
        raise AssertionError("nobody is asked to speak")


def race(gap_ms: int) -> _Race:
    calls = [_Call(0, "Anna", "owl", "f2"), _Call(1, "Ben", "fox", "m3")]
    return _Race(gap_ms, 500, calls, Mute())


def won(player: str) -> Won:
    return Won(1000, player, ("Ben" if player == "Anna" else "Anna",), 1)


@pytest.mark.parametrize(
    ("gap_ms", "ruling", "asked", "fate"),
    [
        (100, won("Anna"), False, Fate.RIGHT),
        (100, won("Ben"), False, Fate.WRONG),
        (0, won("Anna"), False, Fate.WRONG),
        (100, Tied(1000, ("Anna", "Ben")), False, Fate.TIED),
        (100, None, False, Fate.MISSED),
        (100, None, True, Fate.ASKED),
        (100, won("Ben"), True, Fate.ASKED),
    ],
)
def test_fates(gap_ms: int, ruling: Won | Tied | None, asked: bool, fate: Fate) -> None:
    one = race(gap_ms)
    one.ruling, one.asked = ruling, asked
    assert one.fate() is fate


def test_pairs_are_counted_by_gap() -> None:
    pairs = [pair(100, Fate.RIGHT), pair(0, Fate.TIED), pair(100, Fate.WRONG)]
    assert [(row.gap_ms, row.pairs, row.share(Fate.RIGHT)) for row in rows(pairs)] == [
        (0, 1, 0),
        (100, 2, 50),
    ]


def test_the_order_error_is_the_heard_gap_less_the_true_one() -> None:
    found = spread([heard(5, -10), heard(None, 300)])
    assert found
    assert (found.pairs, found.heard, found.median_ms, found.tie_ms) == (2, 1, -15, 15)
    assert spread([heard(None, 0)]) is None


def test_the_tie_window_holds_all_but_one_in_two_hundred_errors() -> None:
    pairs = [*[heard(0, 10)] * 199, heard(0, 90)]
    assert [found.tie_ms for found in map(spread, (pairs, [*pairs, heard(80, 0)])) if found] == [
        10,
        80,
    ]


def test_every_second_card_makes_a_match_and_no_other_does() -> None:
    deck = _deck(MATCHES)
    assert len(set(deck)) == 2 * MATCHES
    tops: list[str] = []
    for number, card in enumerate(deck):
        tops = [card.rank, *tops][:4]
        assert (card.rank in tops[1:]) is (number % 2 == 1)
    assert {card.rank for card in deck} == set(RANKS)


def test_one_voice_alone_is_no_race() -> None:
    with pytest.raises(BadInput, match="too few voices"):
        measure_order(load("en"), None, None, Mute(), Plan((0,), 1), microphone_each=False)  # type: ignore[arg-type]


def test_calls_far_apart_are_ruled_on_by_who_was_first(caller: Caller) -> None:
    voices = SyntheticVoices(caller, load("en"), ("fox", "dog", "dragon", "chicken"))
    with Worker("sphinx", "en") as worker:
        measured = [
            measure_order(
                load("en"), worker, caller, voices, Plan((900,), 4, seed=3), microphone_each=True
            )
            for _ in range(2)
        ]
    assert measured[0] == measured[1]  # the same plan, the same pairs
    fates = [pair.fate for pair in measured[0]]
    assert len(fates) == 4
    assert fates.count(Fate.RIGHT) >= 3
    assert Fate.WRONG not in fates


def test_onsets_are_heard_where_they_are(caller: Caller) -> None:
    voices = SyntheticVoices(caller, load("en"), ("fox", "dog", "dragon", "chicken"))
    with Worker("sphinx", "en") as worker:
        pairs = measure_onsets(load("en"), worker, voices, 6, 1, microphone_each=True)
    apart = [pair.error_ms for pair in pairs if pair.gap_ms > 500 and pair.error_ms is not None]
    assert apart
    assert max(map(abs, apart)) <= 60
