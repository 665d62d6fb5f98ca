"""What the ear sees of an utterance's beginning, above all what the embedding is deaf to."""

from __future__ import annotations

import numpy as np
import pytest

from voicegm.cards import RANKS
from voicegm.hearing.ear import Ear
from voicegm.hearing.ear.bands import BANDS_SIZE, SEEN_SAMPLES, bands
from voicegm.hearing.ear.embedding import CLOSE_SIZE, SIZE, Embedding
from voicegm.sound.frames import SAMPLE_RATE, Samples


def tone(hz: float) -> Samples:
    time_s = np.arange(SEEN_SAMPLES) / SAMPLE_RATE
    return np.asarray(0.1 * np.sin(2 * np.pi * hz * time_s), dtype=np.float32)


@pytest.mark.parametrize(("hz", "band"), [(150, 0), (2300, 5), (5300, 10), (7600, 13)])
def test_a_tone_is_loudest_in_its_band(hz: float, band: int) -> None:
    seen = bands(tone(hz)).reshape(-1, 14)
    assert seen.size == BANDS_SIZE
    assert (seen.argmax(axis=1) == band).all()


def test_silence_has_finite_bands() -> None:
    assert np.isfinite(bands(np.zeros(SEEN_SAMPLES, np.float32))).all()


def test_looking_closely_shows_what_the_embedding_is_deaf_to() -> None:
    embedding = Embedding()
    random = np.random.default_rng(1)
    dull = np.convolve(random.normal(0, 0.1, 12_000), np.ones(8) / 8, "same").astype(np.float32)
    bright = dull.copy()
    bright[4_000:5_600] += 0.05 * tone(6_000)[:1_600]
    seen = [embedding.closely(sound, 800, 11_200) for sound in (dull, bright)]
    assert seen[0].shape == (CLOSE_SIZE,)
    assert np.array_equal(seen[0][:SIZE], embedding.of(dull, 800, 11_200))
    apart = np.abs(seen[1] - seen[0])
    assert apart[-BANDS_SIZE:].max() > 1
    assert apart[:SIZE].max() < apart[-BANDS_SIZE:].max()


@pytest.mark.parametrize(("start", "end"), [(0, 100), (0, 300), (15_000, 16_000)])
def test_a_word_at_the_edge_of_its_utterance_is_seen(start: int, end: int) -> None:
    sound = np.random.default_rng(2).normal(0, 0.1, 16_000).astype(np.float32)
    assert np.isfinite(Embedding().closely(sound, start, end)).all()


def test_what_an_utterance_is_known_not_to_be_makes_the_rest_likelier() -> None:
    ear = Ear("en")
    sound = np.random.default_rng(3).normal(0, 0.1, 12_000).astype(np.float32)
    keys = tuple(f"{rank}S" for rank in RANKS)
    before = ear.judge(sound, keys).chances
    likeliest = max(before, key=lambda key: before[key])
    after = ear.judge(sound, keys, without=(likeliest,)).chances
    assert all(after[key] > before[key] for key in keys if key != likeliest)
    assert sum(after.values()) - after[likeliest] <= 1 + 1e-6
