"""Measuring cards that are read out: at the first reading, and after one correction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from voicegm.caller import Cache, Caller, Variant
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.sound.frames import Sound
from voicegm.table.bench_cards import CardsHeard, Reader


def test_a_card_is_heard_at_once_or_mended(tmp_path: Any) -> None:
    caller = Caller("en", cache=Cache(tmp_path, warn=pytest.fail), warn=pytest.fail)
    pack = load("en")

    def clear(text: str) -> Sound:
        return caller.sound(text, Variant("en-us+f2", rate_wpm=165))

    def misread_at_first(text: str) -> Sound:
        return clear("five of hearts" if text == "nine of clubs" else text)

    with Worker("sphinx", "en") as worker:
        reader = Reader(pack, worker, worker.decoys, seed=1)
        assert reader.read("7H", clear) == (True, True)
        assert reader.read("9C", misread_at_first) == (False, True)
        silence = Sound(np.full(8_000, 1e-4, np.float32), 16_000)
        assert reader.read("KS", lambda _: silence) == (False, False)
    caller.close()


def test_shares_are_of_the_whole_cards() -> None:
    row = CardsHeard("somebody", 52, 50, 52, 13, 12, 13).to_json()
    assert row["at_first_share"] == 0.9615
    assert row["after_one_share"] == 1.0
