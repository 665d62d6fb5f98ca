"""From blocks to decided calls, with real engines."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from soundscape import blocks, room

from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.listener import (
    Decided,
    Event,
    Listener,
    SpeechBegan,
    SpeechTooLong,
)
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.languages.pack import load
from voicegm.sound.frames import Samples

WORDS = ("wolf", "frog", "goat", "tiger", "monkey")
BUDGET_MS = 20


@dataclass
class Scripted:
    """An engine that does as it is told, for what a real one does only on a bad day."""

    decode: Callable[[Samples], Recognition | None]
    hang_ms: int = 96

    def recognise(self, samples: Samples, _: Grammar) -> Recognition | None:
        return self.decode(samples)


def listener(engine: Any, channels: int = 1, **options: Any) -> Listener:
    grammars = Grammars(load("en"), Sphinx.decoys)
    options = {"in_play": lambda _: InPlay(WORDS), "budget_ms": BUDGET_MS, **options}
    return Listener(channels, engine, grammars, **options)


def heard(ears: Listener, *channels: Samples) -> list[Event]:
    events = [event for block in blocks(*channels) for event in ears.feed(block)]
    return events + ears.finish()


def decided(events: list[Event]) -> list[Decided]:
    return [event for event in events if isinstance(event, Decided)]


def calls(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.channel, word.key) for event in decided(events) for word in event.words]


def test_a_call_is_heard_with_its_place(sphinx: Sphinx, say: Any) -> None:
    events = heard(listener(sphinx), room(3, (1.0, say("en", "wolf"))))
    assert [type(event) for event in events] == [SpeechBegan, Decided]
    (call,) = decided(events)
    (word,) = call.words
    assert word.key == "wolf"
    assert call.understood and not call.doubtful and not call.clipped
    assert 990 <= word.start_ms <= 1030
    assert (word.start_ms, word.end_ms) == (call.onset_ms, call.end_ms)
    assert call.end_ms <= call.closed_ms <= call.decided_ms


def test_words_over_one_another_keep_the_distance_that_the_engine_gave(say: Any) -> None:
    both = Recognition((Word("wolf", 200, 600, 0.7), Word("frog", 305, 600, 0.7)))
    events = heard(listener(Scripted(lambda _: both)), room(3, (1.0, say("en", "wolf"))))
    (call,) = decided(events)
    assert [word.key for word in call.words] == ["wolf", "frog"]
    first, second = (word.start_ms for word in call.words)
    assert first == call.onset_ms
    assert second == first + 105


def test_began_and_decided_belong_together(sphinx: Sphinx, say: Any) -> None:
    sound = room(5, (1.0, say("en", "wolf")), (3.0, say("en", "tiger")))
    events = heard(listener(sphinx), sound)
    numbers = [event.utterance for event in events]
    assert numbers == [0, 0, 1, 1]


def test_other_words_are_understood_to_be_no_call(sphinx: Sphinx, say: Any) -> None:
    events = heard(listener(sphinx), room(3, (1.0, say("en", "nineteen"))))
    (other,) = decided(events)
    assert other.words == ()
    assert other.understood


def test_the_same_samples_give_the_same_events(sphinx: Sphinx, say: Any) -> None:
    sound = room(6, (1.0, say("en", "wolf")), (2.5, say("en", "water")), (4.0, say("en", "tiger")))
    assert heard(listener(sphinx), sound) == heard(listener(sphinx), sound)


def test_decoding_in_the_pause_is_free_until_it_takes_longer(sphinx: Sphinx, say: Any) -> None:
    sound = room(3, (1.0, say("en", "wolf")))
    (quick,) = decided(heard(listener(sphinx, budget_ms=10), sound))
    (slow,) = decided(heard(listener(sphinx, budget_ms=90), sound))
    assert quick.decided_ms == quick.closed_ms
    assert slow.closed_ms < slow.decided_ms < slow.closed_ms + 90


def test_measured_time_is_added_where_there_is_no_budget(say: Any) -> None:
    def slow(_: Samples) -> None:
        time.sleep(0.1)

    sound = room(3, (1.0, say("en", "wolf")))
    (call,) = decided(heard(listener(Scripted(slow), budget_ms=None), sound))
    assert call.decided_ms > call.closed_ms + 30


def test_channels_are_heard_apart(sphinx: Sphinx, say: Any) -> None:
    events = heard(
        listener(sphinx, channels=2),
        room(4, (1.0, say("en", "wolf"))),
        room(4, (1.3, say("en", "tiger"))),
    )
    assert sorted(calls(events)) == [(0, "wolf"), (1, "tiger")]


def test_what_counted_is_asked_for_the_onset(sphinx: Sphinx, say: Any) -> None:
    asked: list[int] = []

    def in_play(onset_ms: int) -> InPlay:
        asked.append(onset_ms)
        return InPlay(WORDS if onset_ms > 2000 else ("horse", "penguin"))

    sound = room(5, (1.0, say("en", "wolf")), (3.0, say("en", "wolf")))
    events = heard(listener(sphinx, in_play=in_play), sound)
    assert calls(events) == [(0, "wolf")]
    assert {event.onset_ms for event in decided(events)} == set(asked)


def test_what_the_referee_is_saying_is_no_call(sphinx: Sphinx, say: Any) -> None:
    def in_play(onset_ms: int) -> InPlay:
        return InPlay(WORDS, own=("wolf", "7") if onset_ms < 2000 else ())

    ears = listener(sphinx, in_play=in_play)
    ears_events = heard(ears, room(5, (1.0, say("en", "wolf")), (3.0, say("en", "wolf"))))
    assert [word.start_ms > 2000 for one in decided(ears_events) for word in one.words] == [True]


def test_nothing_is_decoded_where_only_the_referees_own_word_is_in_play(say: Any) -> None:
    def fail(_: Samples) -> Recognition:
        raise AssertionError("decoded")

    ears = listener(Scripted(fail), in_play=lambda _: InPlay(("wolf",), own=("wolf",)))
    assert calls(heard(ears, room(3, (1.0, say("en", "wolf"))))) == []


def test_two_calls_run_together_are_told_apart(sphinx: Sphinx, say: Any) -> None:
    tiger, monkey = say("en", "tiger"), say("en", "monkey")
    gap_s = len(tiger) / 16000 + 0.03
    events = heard(listener(sphinx), room(4, (1.0, tiger), (1.0 + gap_s, monkey)))
    assert calls(events) == [(0, "tiger"), (0, "monkey")]
    first, second = decided(events)[0].words
    assert first.start_ms == pytest.approx(1000, abs=40)
    assert second.start_ms == pytest.approx(1000 + gap_s * 1000, abs=80)
    assert first.end_ms <= second.start_ms


def test_talk_is_reported_and_never_decoded(say: Any) -> None:
    def never(samples: Samples) -> None:
        raise AssertionError(f"{len(samples)} samples of talk were decoded")

    babble = np.concatenate([say("en", "lalala memory")] * 4)  # without a pause
    events = heard(listener(Scripted(never)), room(6, (1.0, babble)))
    assert [type(event) for event in events][:2] == [SpeechBegan, SpeechTooLong]
    assert events[1].at_ms - events[1].onset_ms <= 1532  # type: ignore[union-attr]


@pytest.mark.parametrize("failure", [None, Recognition(())])
def test_what_the_engine_could_not_decode_is_not_understood(
    failure: Recognition | None, say: Any
) -> None:
    engine = Scripted(lambda _: failure)
    (call,) = decided(heard(listener(engine), room(3, (1.0, say("en", "wolf")))))
    assert not call.understood
    assert call.words == ()


def test_while_deaf_nothing_is_heard(sphinx: Sphinx, say: Any) -> None:
    ears = listener(sphinx)
    ears.deaf = True
    assert heard(ears, room(3, (1.0, say("en", "wolf")))) == []


def test_a_call_under_the_end_of_the_referees_voice_is_clipped(sphinx: Sphinx, say: Any) -> None:
    ears = listener(sphinx)
    events: list[Event] = []
    for block in blocks(room(3, (1.0, say("en", "wolf")))):
        ears.deaf = block.start < 1.15 * 16000
        events += ears.feed(block)
    began, call = events
    assert isinstance(began, SpeechBegan) and began.running_on
    assert isinstance(call, Decided) and call.clipped
    assert call.words == () and not call.understood
