"""How PocketSphinx and the ear decide together."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from voicegm.hearing.engines.evidence import ACCEPT_TWO_NATS, TWO_NATS, Alternatives, Decode
from voicegm.hearing.engines.recogniser import Word
from voicegm.hearing.engines.witnesses import (
    ACCEPT,
    UNCLEAR,
    Chances,
    Mending,
    sureness,
    weigh_both,
)

LOUD_MS = (100, 700)
PHONES = {"fox": 4, "owl": 2, "cat": 3}


def decode(scores: Alternatives, *path: Word) -> Decode:
    return Decode(scores, path or (Word("fox", *LOUD_MS, 0.0),))


def always(**chances: float) -> Chances:
    return lambda _start_ms, _end_ms: chances


def halves(first: Mapping[str, float], second: Mapping[str, float]) -> Chances:
    """The ear hears the one before the middle, the other behind it, and little in the whole."""

    def chances(start_ms: int, end_ms: int) -> Mapping[str, float]:
        if (start_ms, end_ms) == LOUD_MS:
            return dict.fromkeys(first, 0.01)
        return first if start_ms == LOUD_MS[0] else second

    return chances


def test_both_for_it_is_sure() -> None:
    heard = weigh_both(
        decode({("fox",): 50, (None,): 0}), None, LOUD_MS, always(fox=0.6, owl=0.01), PHONES
    )
    assert [word.key for word in heard.words] == ["fox"]
    assert heard.words[0].confidence > 0.9


def test_the_ear_outweighs_a_small_lead() -> None:
    scores: Alternatives = {("fox",): 20, ("owl",): 0, (None,): 0}
    heard = weigh_both(decode(scores), None, LOUD_MS, always(fox=0.001, owl=0.5), PHONES)
    assert [word.key for word in heard.words] == ["owl"]


def test_a_long_lead_outweighs_the_ear() -> None:
    scores: Alternatives = {("fox",): 80, ("owl",): -60, (None,): 0}
    heard = weigh_both(decode(scores), None, LOUD_MS, always(fox=0.3, owl=0.4), PHONES)
    assert [word.key for word in heard.words] == ["fox"]


@pytest.mark.parametrize(
    ("chance", "words", "unclear"),
    [(0.1, ["fox"], False), (0.015, [None], True), (0.0003, [None], False), (0.0, [None], False)],
)
def test_the_ears_doubt_asks_and_its_disbelief_rejects(
    chance: float, words: list[str | None], unclear: bool
) -> None:
    heard = weigh_both(decode({("fox",): 0, (None,): 0}), None, LOUD_MS, always(fox=chance), PHONES)
    assert [word.key for word in heard.words] == words
    assert heard.unclear is unclear


@pytest.mark.parametrize(("chance", "enough"), [(0.025, True), (0.005, False)])
def test_what_may_have_been_said_is_told_and_whether_it_is_enough(
    chance: float, enough: bool
) -> None:
    heard = weigh_both(
        decode({("fox",): -40, ("owl",): -60, (None,): 0}),
        None,
        LOUD_MS,
        always(fox=chance, owl=0.0, cat=0.004),
        PHONES,
    )
    assert heard.unclear
    assert heard.perhaps[0].key == "fox"
    assert "owl" not in [word.key for word in heard.perhaps]
    assert (heard.perhaps[0].confidence >= heard.enough) is enough


def test_surer_with_each_witness() -> None:
    assert sureness(0.5, 20) > sureness(0.5, -20) > sureness(0.05, -20)
    assert UNCLEAR < sureness(0.01, -40) < ACCEPT < sureness(0.5, 0)
    assert 0 < sureness(0.0, -1e9) < sureness(1.0, 1e9) < 1


def test_a_phrase_that_the_ear_does_not_know_is_left_to_pocketsphinx() -> None:
    scores: Alternatives = {("name:anna",): 60, ("fox",): -60, (None,): 0}
    heard = weigh_both(decode(scores), None, LOUD_MS, always(fox=0.001), PHONES)
    assert [word.key for word in heard.words] == ["name:anna"]


def test_nothing_kept_by_the_search_is_nothing_made_out() -> None:
    assert weigh_both(Decode({}, ()), None, LOUD_MS, always(fox=0.9), PHONES).words == ()


TWO: Alternatives = {
    ("fox", "owl"): 0,
    ("fox", "cat"): -5,
    ("fox",): -TWO_NATS - 20,
    (None,): -ACCEPT_TWO_NATS - 20,
}
ONE = decode({("fox",): 0, (None,): 0})


def test_two_words_are_heard_when_the_ear_hears_each_half() -> None:
    ear = halves({"fox": 0.5, "owl": 0.0, "cat": 0.0}, {"fox": 0.0, "owl": 0.4, "cat": 0.01})
    heard = weigh_both(ONE, decode(TWO), LOUD_MS, ear, PHONES)
    assert [word.key for word in heard.words] == ["fox", "owl"]
    first, second = heard.words
    assert first.start_ms < second.start_ms
    assert first.end_ms <= second.end_ms


def test_the_ear_chooses_among_pairs_that_score_alike() -> None:
    ear = halves({"fox": 0.5, "owl": 0.0, "cat": 0.0}, {"fox": 0.0, "owl": 0.01, "cat": 0.4})
    heard = weigh_both(ONE, decode(TWO), LOUD_MS, ear, PHONES)
    assert [word.key for word in heard.words] == ["fox", "cat"]


def test_two_words_without_the_ear_are_no_two_words() -> None:
    ear = halves({"fox": 0.5, "owl": 0.0, "cat": 0.0}, {"fox": 0.5, "owl": 0.001, "cat": 0.001})
    heard = weigh_both(ONE, decode(TWO), LOUD_MS, ear, PHONES)
    assert len(heard.words) == 1


def test_one_word_where_two_were_likelier_is_doubtful() -> None:
    heard = weigh_both(ONE, decode(TWO), LOUD_MS, always(fox=0.5, owl=0.0, cat=0.0), PHONES)
    assert [word.key for word in heard.words] == ["fox"]
    assert heard.doubtful


def test_two_words_that_hardly_lead_are_one() -> None:
    near: Alternatives = {("fox", "owl"): 0, ("fox",): 10 - TWO_NATS, (None,): -100}
    ear = halves({"fox": 0.5, "owl": 0.0}, {"fox": 0.0, "owl": 0.5})
    heard = weigh_both(ONE, decode(near), LOUD_MS, ear, PHONES)
    assert len(heard.words) == 1


@pytest.mark.parametrize(
    ("chance", "end_ms", "doubtful"), [(0.1, 1000, True), (0.9, 1000, False), (0.1, 700, False)]
)
def test_a_word_that_is_not_sure_and_too_long_is_doubtful(
    chance: float, end_ms: int, doubtful: bool
) -> None:
    loud_ms = (100, end_ms)
    one = decode({("fox",): 0, (None,): 0}, Word("fox", *loud_ms, 0.0))
    heard = weigh_both(one, None, loud_ms, always(fox=chance), PHONES)
    assert [word.key for word in heard.words] == ["fox"]
    assert heard.doubtful is doubtful


@pytest.mark.parametrize("rivals", [False, True])
def test_where_two_may_call_a_word_that_is_hardly_sure_is_doubtful(rivals: bool) -> None:
    """It may be the louder of two that were called at once."""
    heard = weigh_both(ONE, None, LOUD_MS, always(fox=0.1), PHONES, rivals=rivals)
    assert [word.key for word in heard.words] == ["fox"]
    assert heard.doubtful == rivals


NO_ACE: Alternatives = {
    ("no", "8S"): 0,
    ("8S",): -TWO_NATS - 20,
    (None,): -ACCEPT_TWO_NATS - 20,
}
NO_LONG_MS = (100, 1_500)


def saying_no(no: float) -> Chances:
    """The ear hears a "no" at the beginning, and an eight in all of it."""

    def chances(_start_ms: int, end_ms: int) -> Mapping[str, float]:
        return {"no": no if end_ms < NO_LONG_MS[1] else 0.0, "8S": 0.001, "AS": 0.001}

    return chances


def mending(no: float, **cards: float) -> Mending:
    """It hears the "no" that loudly, and one of these cards behind it."""
    return Mending(lambda start_ms, end_ms: saying_no(no)(start_ms, end_ms)["no"], always(**cards))


def test_what_pocketsphinx_takes_for_the_denied_card_is_the_next_one_that_the_ear_hears() -> None:
    heard = weigh_both(
        decode({(None,): 0}),
        decode(NO_ACE),
        NO_LONG_MS,
        saying_no(0.1),
        {},
        denied=("8", "8S"),
        mending=mending(0.1, AS=0.4, KS=0.01),
    )
    assert [word.key for word in heard.words] == ["no", "AS"]
    no, card = heard.words
    assert no.end_ms == card.start_ms


@pytest.mark.parametrize(("no", "keys"), [(0.5, ["no", "AS"]), (0.1, [None])])
def test_the_ear_alone_needs_a_sure_no(no: float, keys: list[str | None]) -> None:
    heard = weigh_both(
        decode({(None,): 0}),
        decode({(None,): 0}),
        NO_LONG_MS,
        saying_no(no),
        {},
        mending=mending(no, AS=0.4),
    )
    assert [word.key for word in heard.words] == keys


def test_a_card_that_is_sure_by_itself_has_no_no_before_it() -> None:
    heard = weigh_both(
        decode({("8S",): 60, (None,): 0}),
        decode({(None,): 0}),
        NO_LONG_MS,
        always(**{"8S": 0.9, "no": 0.3}),
        {},
        mending=mending(0.3, AS=0.9),
    )
    assert [word.key for word in heard.words] == ["8S"]


@pytest.mark.parametrize(("no", "keys"), [(0.02, ["AS"]), (0.6, ["no", "8S"])])
def test_where_the_whole_is_surely_a_card_the_ear_has_to_hear_the_no(
    no: float, keys: list[str]
) -> None:
    """Else the next card, an ace, mended the last one for ever: "no, eight" to PocketSphinx."""
    heard = weigh_both(
        decode({("AS",): 10, (None,): 0}),
        decode({("no", "8S"): 90, ("AS",): 10, (None,): 0}),
        NO_LONG_MS,
        always(AS=0.9, no=no),
        {},
        mending=mending(no, **{"8S": 0.6}),
    )
    assert [word.key for word in heard.words] == keys


def test_a_no_and_nothing_that_may_be_a_card_is_no_correction() -> None:
    heard = weigh_both(
        decode({(None,): 0}),
        decode(NO_ACE),
        NO_LONG_MS,
        saying_no(0.9),
        {},
        denied=("8", "8S"),
        mending=mending(0.9, AS=0.001),
    )
    assert "AS" not in [word.key for word in heard.words]
    assert "8S" not in [word.key for word in heard.words]


def test_a_lead_tells_less_of_a_card_than_of_a_word() -> None:
    scores: Alternatives = {("8S",): 60, (None,): 0}
    ear = always(**{"8S": 0.1, "AS": 0.4})
    of_words = weigh_both(decode(scores), None, LOUD_MS, ear, {})
    of_cards = weigh_both(decode(scores), None, LOUD_MS, ear, {}, cards={"8S", "AS"})
    assert [word.key for word in of_words.words] == ["8S"]
    assert [word.key for word in of_cards.words] == ["AS"]
