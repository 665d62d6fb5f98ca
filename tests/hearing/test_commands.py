"""The wake phrase and commands, with the real engine; and what must not be taken for them."""

from __future__ import annotations

import numpy as np
import pytest
from soundscape import blocks

from voicegm.caller import Caller, Variant
from voicegm.hearing.listener import (
    Addressed,
    Commanded,
    Decided,
    Event,
    Listener,
    SpeechTooLong,
)
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE, Samples
from voicegm.table.real_deck import CARDS

PACK = load("en")
TABLE = ("fox", "owl", "wolf", "tiger")
VOICES = ("en-us+m3", "en-gb+f2")
TALK = (
    "what shall we have for dinner tonight",
    "I had the game last year and my master lost it",
    "pass me the biscuits please before the dog gets them",
    "my sister is going to be eight in the summer",
)


def spoken(caller: Caller, text: str, voice: str = VOICES[0]) -> Samples:
    import soxr  # noqa: PLC0415  (native library)

    sound = caller.sound(text, Variant(voice, rate_wpm=165))
    quiet = np.zeros(SAMPLE_RATE // 2, np.float32)
    samples = soxr.resample(sound.samples, sound.rate, SAMPLE_RATE).astype(np.float32)
    noise = np.random.default_rng(0).normal(0, 2e-4, len(samples) + 2 * len(quiet))
    return (np.concatenate([quiet, samples, quiet]) + noise).astype(np.float32)


def heard(
    worker: Worker,
    *sounds: Samples,
    woken: bool = False,
    over_voice: bool = False,
    words: tuple[str, ...] = TABLE,
) -> list[Event]:
    """The wake phrase opens a window, as it does at a table."""
    awake = [woken]
    listener = Listener(
        1,
        worker,
        Grammars(PACK, worker.decoys),
        lambda _: InPlay(words, commands=PACK.commands, woken=awake[0]),
        budget_ms=40,
    )
    listener.over_voice = over_voice
    events: list[Event] = []
    for block in blocks(np.concatenate(sounds)):
        for event in listener.feed(block):
            awake[0] |= isinstance(event, Commanded) and event.woken
            events.append(event)
    return events


def commands(events: list[Event]) -> list[str]:
    return [event.key for event in events if isinstance(event, Commanded) and event.key]


def calls(events: list[Event]) -> list[str]:
    return [word.key for event in events if isinstance(event, Decided) for word in event.words]


@pytest.mark.parametrize("words", [TABLE, (*TABLE, *CARDS)], ids=["calls", "calls and cards"])
@pytest.mark.parametrize("voice", VOICES)
def test_commands_in_one_breath(
    worker: Worker, caller: Caller, voice: str, words: tuple[str, ...]
) -> None:
    wrong = {}
    for key in PACK.commands:
        said = spoken(caller, f"game master {PACK[key].say[0]}", voice)
        events = heard(worker, said, words=words)
        assert calls(events) == []
        if commands(events) != [key]:
            wrong[key] = commands(events)
    assert len(wrong) <= len(PACK.commands) // 20, wrong


@pytest.mark.parametrize("voice", VOICES)
def test_commands_after_the_wake_phrase(worker: Worker, caller: Caller, voice: str) -> None:
    wrong = {}
    for key in PACK.commands:
        events = heard(worker, spoken(caller, PACK[key].say[0], voice), woken=True)
        if commands(events) != [key]:
            wrong[key] = commands(events)
    assert len(wrong) <= len(PACK.commands) // 20, wrong


def test_the_wake_phrase_alone(worker: Worker, caller: Caller) -> None:
    events = heard(worker, spoken(caller, "game master"), spoken(caller, "whose top is what"))
    assert [event.key for event in events if isinstance(event, Commanded)] == [None, "whose-top"]
    assert calls(events) == []


@pytest.mark.parametrize("animal", TABLE)
def test_a_call_after_the_wake_phrase_is_a_call(
    worker: Worker, caller: Caller, animal: str
) -> None:
    events = heard(worker, spoken(caller, animal), woken=True)
    assert commands(events) == []
    assert calls(events) == [animal]


@pytest.mark.parametrize("text", TALK)
def test_talk_is_no_command(worker: Worker, caller: Caller, text: str) -> None:
    events = heard(worker, spoken(caller, text))
    assert commands(events) == []
    assert calls(events) == []
    assert any(isinstance(event, SpeechTooLong) for event in events)


@pytest.mark.parametrize(
    ("text", "voice"),
    [
        ("two of hearts", "en-gb+f2"),
        ("two of hearts", "en-gb+m2"),
        ("two of hearts", "en-gb+f5"),
        ("king of hearts", "en-us+f4"),
    ],
)
@pytest.mark.parametrize("woken", [False, True])
def test_a_card_that_is_read_is_no_command(
    worker: Worker, caller: Caller, text: str, voice: str, woken: bool
) -> None:
    """A little it sounds like "Game master, pause"."""
    events = heard(worker, spoken(caller, text, voice), woken=woken, words=(*TABLE, *CARDS))
    assert commands(events) == []
    (card,) = calls(events)
    assert PACK[card].say[0] == text


@pytest.mark.parametrize(
    ("first", "second", "later_ms", "louder"),
    [
        (("donkey", "en-us+m7"), ("mouse", "en-us+f2"), 441, 1.45),
        (("hippo", "en-gb+f1"), ("turtle", "en-us+m7"), 550, 0.72),
    ],
)
def test_two_calls_on_top_of_one_another_are_not_the_wake_phrase(
    worker: Worker,
    caller: Caller,
    first: tuple[str, str],
    second: tuple[str, str],
    later_ms: int,
    louder: float,
) -> None:
    one, other = spoken(caller, *first), louder * spoken(caller, *second)
    later = later_ms * SAMPLE_RATE // 1000
    both = np.zeros(max(len(one), later + len(other)), np.float32)
    both[: len(one)] += one
    both[later : later + len(other)] += other
    events = heard(worker, both, words=(first[0], second[0], "fox", "owl"))
    assert not [event for event in events if isinstance(event, (Commanded, Addressed))]


@pytest.mark.parametrize("key", ["pause", "score", "help", "undo", "repeat"])
def test_a_command_without_the_wake_phrase_is_none(
    worker: Worker, caller: Caller, key: str
) -> None:
    assert commands(heard(worker, spoken(caller, PACK[key].say[0]))) == []


def test_a_long_command_is_waited_for(worker: Worker, caller: Caller) -> None:
    """While it lasts it is no talk that holds nothing back."""
    events = heard(worker, spoken(caller, "game master what are the top cards"))
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["SpeechBegan", "Addressed", "SpeechTooLong", "Commanded"]
    long, command = events[2:]
    assert isinstance(long, SpeechTooLong)
    assert isinstance(command, Commanded)
    assert long.at_ms >= command.end_ms


def test_a_command_that_falls_in_two_is_one(worker: Worker, caller: Caller) -> None:
    """Slow speech rests for a while before "card", which alone sounds like an animal."""
    rest = np.random.default_rng(1).normal(0, 2e-4, SAMPLE_RATE * 15 // 100).astype(np.float32)
    my_top, card = (trimmed(spoken(caller, text)) for text in ("my top", "card"))
    events = heard(worker, *(quiet(400), my_top, rest, card, quiet(600)), woken=True)
    assert commands(events) == ["my-top-card"]
    assert calls(events) == []


def test_a_call_after_the_wake_phrase_is_decided_at_its_first_rest(
    worker: Worker, caller: Caller
) -> None:
    sound = spoken(caller, "tiger")
    late_ms = [
        event.closed_ms - event.end_ms
        for woken in (False, True)
        for event in heard(worker, sound, woken=woken)
        if isinstance(event, Decided)
    ]
    assert len(late_ms) == 2
    assert late_ms[0] == late_ms[1]


def test_what_was_a_command_is_told_so(worker: Worker, caller: Caller) -> None:
    events = heard(worker, spoken(caller, "game master, help"))
    (decided,) = [event for event in events if isinstance(event, Decided)]
    assert decided.command
    assert commands(events) == ["help"]
    (called,) = [e for e in heard(worker, spoken(caller, "owl")) if isinstance(e, Decided)]
    assert not called.command


def quiet(ms: int) -> Samples:
    noise = np.random.default_rng(2).normal(0, 2e-4, SAMPLE_RATE * ms // 1000)
    return noise.astype(np.float32)


def trimmed(sound: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(sound) > np.abs(sound).max() / 30)
    return sound[loud[0] : loud[-1]]


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("key", ["whose-top", "how-many-left", "louder"])
def test_the_wake_phrase_is_known_before_the_command_is_over(
    worker: Worker, caller: Caller, voice: str, key: str
) -> None:
    events = heard(
        worker, spoken(caller, f"game master {PACK[key].say[0]}", voice), over_voice=True
    )
    (addressed,) = [event for event in events if isinstance(event, Addressed)]
    assert addressed.known_ms < addressed.onset_ms + 1_100
    assert commands(events) == [key]


@pytest.mark.parametrize("text", TALK)
def test_talk_breaks_nobody_off(worker: Worker, caller: Caller, text: str) -> None:
    events = heard(worker, spoken(caller, text), over_voice=True)
    assert not [event for event in events if isinstance(event, Addressed)]
