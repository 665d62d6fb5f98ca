"""The engine in its own process: chosen, started, killed, replaced."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicegm.errors import BadInput
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.hearing.worker import Worker, chosen
from voicegm.languages.pack import load

POSIX_ONLY = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
SOMEWHERE = Path("model")


def grammar(worker: Worker) -> Grammar:
    return Grammars(load("en"), worker.decoys).of(InPlay(("wolf", "frog")))


@pytest.mark.parametrize(
    ("engine", "language", "model", "name"),
    [
        ("auto", "en", None, "sphinx"),
        ("auto", "en", SOMEWHERE, "vosk"),
        ("auto", "ko", SOMEWHERE, "vosk"),
        ("sphinx", "en", SOMEWHERE, "sphinx"),
        ("auto", "fr", None, "sphinx"),
        ("auto", "fr", SOMEWHERE, "vosk"),
        ("auto", "ro", None, "sphinx"),
        ("sphinx", "ro", None, "sphinx"),
        ("vosk", "en", SOMEWHERE, "vosk"),
    ],
)
def test_the_engine_chosen(engine: str, language: str, model: Path | None, name: str) -> None:
    assert chosen(engine, language, model).name == name


@pytest.mark.parametrize(
    ("engine", "language", "sentence"),
    [
        ("auto", "ko", "voicegm models install ko"),
        ("vosk", "en", "voicegm models install en"),
        ("sphinx", "ko", "has not been taught 'ko'"),
        ("keys", "en", "hears no sound"),
        ("ears", "en", "hears no sound"),
    ],
)
def test_an_engine_that_cannot_be_had_is_refused(engine: str, language: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        chosen(engine, language, None)


def test_a_broken_model_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=str(tmp_path)):
        Worker("vosk", "en", tmp_path)


def test_it_recognises(worker: Worker, say: Any) -> None:
    heard = worker.recognise(np.pad(say("en", "wolf"), 1600), grammar(worker))
    assert heard is not None
    assert [word.key for word in heard.words] == ["wolf"]


def test_it_tells_what_is_unusable(worker: Worker) -> None:
    pack = load("en").with_names(["Zyxwv"])
    assert worker.unusable([pack["fox"], pack["name:zyxwv"]]) == ("name:zyxwv",)


@POSIX_ONLY
def test_an_utterance_that_kills_the_engine_is_not_understood(say: Any) -> None:
    with Worker("sphinx", "en") as worker:
        assert worker._child.pid is not None
        os.kill(worker._child.pid, signal.SIGSTOP)  # it hangs over the next utterance
        samples = np.pad(say("en", "wolf"), 1600)
        assert worker.recognise(samples, grammar(worker)) is None
        heard = worker.recognise(samples, grammar(worker))
        assert heard is not None
        assert [word.key for word in heard.words] == ["wolf"]
        assert worker.restarts == 1


@POSIX_ONLY
def test_an_engine_that_died_in_between_is_replaced_unnoticed(say: Any) -> None:
    with Worker("sphinx", "en") as worker:
        assert worker._child.pid is not None
        os.kill(worker._child.pid, signal.SIGKILL)
        samples = np.pad(say("en", "wolf"), 1600)
        heard = [worker.recognise(samples, grammar(worker)) for _ in range(2)]
        assert heard[-1] is not None
        assert worker.restarts == 1
