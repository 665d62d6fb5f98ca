"""Whose voice: voiceprints, and what is believed of them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from voicegm.hearing.ear.embedding import word_in
from voicegm.hearing.ear.training.voices import ESpeak
from voicegm.hearing.voices import CLEAR, COSTLY, KnownVoices, Voiceprint, voiceprint
from voicegm.hearing.voices.known import MOST_WORDS
from voicegm.hearing.voices.model import SHIPPED, VoiceModel
from voicegm.hearing.voices.prints import SIZE
from voicegm.hearing.voices.train import trained
from voicegm.sound.frames import SAMPLE_RATE, Samples

WORDS = ("fox", "owl", "wolf", "snap", "seven", "table", "goat", "ready")
NAMES = ("Anna", "Ben", "Vera", "Greg")
SEEDS = dict(zip(NAMES, (2, 5, 9, 12), strict=True))
"""Each a manner, accent, pitch and pace of its own."""
STRANGER = 30


@pytest.fixture(scope="module")
def espeak() -> ESpeak:
    return ESpeak("en")


def said(espeak: ESpeak, word: str, seed: int) -> Samples:
    """A word in the voice of a seed, in a quiet room."""
    sound = np.pad(espeak.say(word, np.random.default_rng(seed)), SAMPLE_RATE // 5)
    noise = np.random.default_rng([seed, len(sound)]).standard_normal(len(sound)) * 1e-3
    return np.asarray(sound * 0.2 + noise, dtype=np.float32)


def printed(sound: Samples) -> Voiceprint:
    one = voiceprint(sound, *word_in(sound))
    assert one is not None
    return one


@pytest.fixture(scope="module")
def prints(espeak: ESpeak) -> dict[str, list[Voiceprint]]:
    people = SEEDS | {"somebody else": STRANGER}
    return {
        name: [printed(said(espeak, word, seed)) for word in WORDS] for name, seed in people.items()
    }


@pytest.fixture
def voices(prints: dict[str, list[Voiceprint]]) -> KnownVoices:
    """All four, after the roll call."""
    known = KnownVoices(NAMES)
    for name in NAMES:
        for one in prints[name][:3]:
            known.enrol(name, one)
    return known


def humming(hz: float) -> Samples:
    """A second of a throat-like buzz."""
    time_s = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    partials = (np.sin(2 * np.pi * hz * n * time_s) / n for n in range(1, 20))
    return np.asarray(sum(partials) * 0.1, dtype=np.float32)


class TestPrints:
    def test_size(self, espeak: ESpeak) -> None:
        assert printed(said(espeak, "fox", 2)).numbers.shape == (SIZE,)

    @pytest.mark.parametrize(
        ("sound", "why"),
        [
            (np.zeros(SAMPLE_RATE, np.float32), "silence"),
            (humming(120)[: SAMPLE_RATE // 20], "fifty milliseconds"),
            (np.zeros(0, np.float32), "nothing"),
            (np.eye(1, SAMPLE_RATE, 8000, dtype=np.float32)[0], "a click"),
        ],
    )
    def test_too_little(self, sound: Samples, why: str) -> None:
        assert voiceprint(sound, 0, len(sound)) is None, why

    def test_loudness_tells_nobody_apart(self, espeak: ESpeak) -> None:
        sound = said(espeak, "owl", 5)
        loud, soft = printed(sound).numbers, printed(sound * np.float32(0.05)).numbers
        assert np.allclose(loud, soft, atol=1e-3)

    @pytest.mark.parametrize("hz", [90.0, 150.0, 260.0, 400.0])
    def test_pitch(self, hz: float) -> None:
        one = voiceprint(humming(hz), 0, SAMPLE_RATE)
        assert one is not None
        assert np.exp(one.numbers[-1] + 5.0) == pytest.approx(hz, rel=0.06)

    def test_a_whisper_has_none(self) -> None:
        noise = np.random.default_rng(1).standard_normal(SAMPLE_RATE).astype(np.float32)
        one = voiceprint(noise * np.float32(0.1), 0, SAMPLE_RATE)
        assert one is not None
        assert one.numbers[-1] == 0.0


class TestAttribution:
    def test_other_words_of_the_enrolled(
        self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]
    ) -> None:
        named = [
            (name, voices.attribute(one).clearly(CLEAR))
            for name in NAMES
            for one in prints[name][3:]
        ]
        assert sum(name == heard for name, heard in named) >= 0.7 * len(named)
        assert not [pair for pair in named if pair[1] not in (pair[0], None)]

    def test_somebody_else_is_hardly_named(
        self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]
    ) -> None:
        heard = [voices.attribute(one).clearly(COSTLY) for one in prints["somebody else"]]
        assert heard.count(None) >= len(heard) - 2

    def test_nobody_is_known_at_first(self, prints: dict[str, list[Voiceprint]]) -> None:
        attribution = KnownVoices(NAMES).attribute(prints["Anna"][0])
        assert attribution.best is None
        assert attribution.confidence == 0
        assert attribution.clearly(0.0) is None
        assert attribution.against("Anna") == 0

    def test_one_word_does_not_make_a_voice(self, prints: dict[str, list[Voiceprint]]) -> None:
        voices = KnownVoices(NAMES)
        voices.enrol("Anna", prints["Anna"][0])
        assert voices.known == ()
        voices.enrol("Anna", prints["Anna"][1])
        assert voices.known == ("Anna",)
        voices.forget("Anna")
        assert voices.known == ()

    def test_those_who_are_not_known_may_have_spoken(
        self, prints: dict[str, list[Voiceprint]]
    ) -> None:
        """Only Anna is enrolled: what sounds unlike her is nobody's, and not hers for want of
        others."""
        voices = KnownVoices(NAMES)
        for one in prints["Anna"][:3]:
            voices.enrol("Anna", one)
        others = [one for name in NAMES[1:] for one in prints[name]]
        named = [voices.attribute(one).clearly(CLEAR) for one in others]
        assert named.count("Anna") <= len(named) // 10

    def test_chances_add_up(self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]) -> None:
        chances = voices.attribute(prints["Ben"][4]).chances
        assert set(chances) == set(NAMES)
        assert 0 < sum(chances.values()) < 1

    def test_what_is_believed_beforehand_counts(
        self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]
    ) -> None:
        one = prints["Vera"][5]
        hardly = dict.fromkeys(NAMES, 1 / 3) | {"Vera": 0.001}
        assert voices.attribute(one, hardly).chances["Vera"] < voices.attribute(one).chances["Vera"]
        never = dict.fromkeys(NAMES, 1 / 3) | {"Vera": 0.0}
        assert voices.attribute(one, never).chances["Vera"] == 0

    def test_speaking_against(
        self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]
    ) -> None:
        attribution = voices.attribute(prints["Greg"][3])
        assert attribution.against("Anna") > 0.9
        assert attribution.against("Greg") < 0.5

    def test_two_at_once_are_neither(self, espeak: ESpeak) -> None:
        """Both have said this very word before: each alone is known, both at once are not."""
        voices = KnownVoices(NAMES)
        sounds = {name: [said(espeak, "snap", seed)] for name, seed in SEEDS.items()}
        for name, (sound,) in sounds.items():
            for _ in range(3):
                voices.enrol(name, printed(sound))
        for one, other in combinations(NAMES, 2):
            first, second = sounds[one][0], sounds[other][0]
            longest = max(len(first), len(second)) + SAMPLE_RATE // 10
            both = np.zeros(longest, np.float32)
            both[: len(first)] += first
            both[longest - len(second) :] += second
            assert voices.attribute(printed(both), together=0.5).clearly(CLEAR) is None

        alone = [voices.attribute(printed(sounds[name][0]), together=0.5) for name in NAMES]
        assert tuple(attribution.best for attribution in alone) == NAMES
        assert sum(attribution.clearly(CLEAR) is not None for attribution in alone) >= 3

    def test_one_of_two_speaks_not_against_either(
        self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]
    ) -> None:
        attribution = voices.attribute(prints["Greg"][3], together=0.5)
        assert attribution.shared["Greg"] > 0
        assert attribution.against("Greg") < 1 - attribution.chances["Greg"]

    def test_memory_is_bounded(
        self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]
    ) -> None:
        for _ in range(50):
            voices.enrol("Anna", prints["Anna"][0])
        assert len(voices._words["Anna"]) == MOST_WORDS

    def test_the_order_of_questions_makes_no_difference(
        self, voices: KnownVoices, prints: dict[str, list[Voiceprint]]
    ) -> None:
        first = [voices.attribute(one).chances for one in prints["Ben"]]
        again = [voices.attribute(one).chances for one in reversed(prints["Ben"])]
        assert first == again[::-1]


@pytest.fixture(scope="module")
def small() -> VoiceModel:
    return trained(3, voices=12, words_each=6)


class TestModel:
    def test_ships_small(self) -> None:
        assert SHIPPED.stat().st_size < 100_000
        assert "seed" in VoiceModel.load().origin

    def test_the_same_seed_gives_the_same_model(self, small: VoiceModel) -> None:
        again, other = trained(3, voices=12, words_each=6), trained(4, voices=12, words_each=6)
        assert np.array_equal(small.mean, again.mean)
        assert np.array_equal(small.projection, again.projection)
        assert not np.array_equal(small.mean, other.mean)

    def test_is_read_as_it_was_written(self, small: VoiceModel, tmp_path: Path) -> None:
        small.save(tmp_path / "model.npz")
        read = VoiceModel.load(tmp_path / "model.npz")
        assert np.allclose(read.projection, small.projection, rtol=1e-5)
        assert read.origin == small.origin == "72 words by 12 voices of eSpeak NG, seed 3"
