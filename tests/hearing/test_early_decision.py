"""A decision on trial in a first short pause: stood by, or withdrawn when speech goes on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from soundscape import blocks, room

from voicegm.hearing.engines.recogniser import Recognition
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.listener import Decided, Event, Listener
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE, Samples

WORDS = ("snap", "snap-pot")


class Counting:
    """The real engine, and how often it was asked."""

    hang_ms = Sphinx.hang_ms

    def __init__(self, engine: Sphinx) -> None:
        self._engine = engine
        self.tried: list[list[str | None]] = []

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        recognition = self._engine.recognise(samples, grammar)
        self.tried.append([word.key for word in recognition.words])
        return recognition


def listened(sphinx: Sphinx, sound: Samples) -> tuple[list[Event], Counting]:
    engine = Counting(sphinx)
    grammars = Grammars(load("en"), Sphinx.decoys)
    ears = Listener(1, engine, grammars, lambda _: InPlay(WORDS, two=False), 40)
    events = [event for block in blocks(sound) for event in ears.feed(block)]
    return events + ears.finish(), engine


def parts(say: Any, pause_ms: int) -> Samples:
    """ "Snap", so much quiet, "pot"."""
    quiet = np.zeros(pause_ms * SAMPLE_RATE // 1000, np.float32)
    return np.concatenate([say("en", "snap", "en-us+m3"), quiet, say("en", "pot", "en-us+m3")])


@pytest.mark.parametrize("pause_ms", [0, 20, 40])
def test_snap_pot_is_no_snap_however_long_its_p_is_held(
    sphinx: Sphinx, say: Any, pause_ms: int
) -> None:
    events, engine = listened(sphinx, room(3, (1.0, parts(say, pause_ms))))
    decided = [event for event in events if isinstance(event, Decided)]
    assert len(decided) == 1
    assert "snap" not in [word.key for word in decided[0].words]
    assert len(engine.tried) >= 1


def test_a_pause_long_enough_to_try_is_withdrawn_unseen(sphinx: Sphinx, say: Any) -> None:
    """Somewhere between "snappot" and two utterances there is a pause in which "snap" is decoded on
    trial, and then dropped: of one utterance only the last decision is told."""
    tried = []
    for pause_ms in range(60, 200, 10):
        events, engine = listened(sphinx, room(3, (1.0, parts(say, pause_ms))))
        decided = [event for event in events if isinstance(event, Decided)]
        if len(decided) == 1:
            tried.append(len(engine.tried))
            assert "snap" not in [word.key for word in decided[0].words]
    assert 2 in tried


def test_one_word_is_decoded_once_and_in_its_pause(sphinx: Sphinx, say: Any) -> None:
    events, engine = listened(sphinx, room(3, (1.0, say("en", "snap", "en-us+m3"))))
    (decided,) = (event for event in events if isinstance(event, Decided))
    assert engine.tried == [["snap"]]
    assert decided.decided_ms <= decided.closed_ms + 8  # 40 ms, of which 32 lay in the pause


def test_with_a_microphone_each_a_snap_waits_for_its_pot(sphinx: Sphinx, say: Any) -> None:
    """Taking a neighbour's voice out may leave a gap in the middle of "snap pot"."""
    engine = Counting(sphinx)
    ears = Listener(
        2, engine, Grammars(load("en"), Sphinx.decoys), lambda _: InPlay(WORDS, two=False), 40
    )
    sound = room(3, (1.0, parts(say, 160)))
    events = [event for block in blocks(sound, room(3)) for event in ears.feed(block)]
    events += ears.finish()
    heard = [word.key for e in events if isinstance(e, Decided) for word in e.words]
    assert heard == ["snap-pot"]
    assert ["snap"] in engine.tried
