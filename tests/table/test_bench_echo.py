"""The bench that measures hearing over the referee's own voice, with all its real parts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from voicegm.caller import Caller, open_caller
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import FOLDER, Lines
from voicegm.languages.pack import load
from voicegm.table.bench_echo import EchoBench, Mode, Plan, all_phrases, referee_voices
from voicegm.table.bench_voices import SyntheticVoices

LANGUAGES = sorted(path.parent.name for path in FOLDER.glob("*/lines.ftl"))


@pytest.fixture(scope="module")
def bench() -> Iterator[EchoBench]:
    caller, pack = open_caller("en"), load("en")
    assert isinstance(caller, Caller)
    with Worker("sphinx", "en", None) as worker:
        yield EchoBench(pack, worker, caller, SyntheticVoices(caller, pack, pack.animals))
    caller.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_among_the_phrases(language: str) -> None:
    phrases = all_phrases(Lines(language), load(language))
    assert len(phrases) == len(set(phrases)) > 150
    assert Lines(language).card("7", "H") in phrases
    assert Lines(language).say("again") in phrases


def test_the_referee_is_tried_in_many_voices() -> None:
    assert len(referee_voices("en")) > 80
    assert len(referee_voices("ko")) > 3


def test_with_echo_cancellation_it_hears_others_and_not_itself(bench: EchoBench) -> None:
    told = []
    figures = bench.measure(
        Mode.CANCELLED, Plan(phrases=4, calls=6), lambda done, of: told.append((done, of))
    )
    assert told[-1] == (10, 10)
    assert (figures.phrases, figures.calls) == (4, 6)
    assert figures.answered_itself == figures.commanded_itself == 0
    assert figures.right >= 4


def test_deaf_it_hears_nobody(bench: EchoBench) -> None:
    figures = bench.measure(Mode.DEAF, Plan(phrases=1, calls=3))
    assert figures.answered_itself == figures.right == 0


def test_with_nothing_done_it_does_not_hear_who_calls(bench: EchoBench) -> None:
    figures = bench.measure(Mode.OPEN, Plan(phrases=1, calls=4))
    assert figures.right <= 2
