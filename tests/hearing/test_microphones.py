"""Several microphones: a call is heard once, on the microphone of the one who made it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from voicegm.caller import Cache, Caller, Variant
from voicegm.hearing.engines.recogniser import Recognition, Word
from voicegm.hearing.listener import Decided, Event, Listener
from voicegm.hearing.phrases import Grammar, Grammars, InPlay
from voicegm.languages.pack import load
from voicegm.people.room import Room
from voicegm.sound.frames import Samples, Sound


class Parrot:
    """Stands in for a recogniser: whatever it is given, it hears a fox, and it counts."""

    hang_ms = 96

    def __init__(self) -> None:
        self.decoded = 0

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition:
        self.decoded += 1
        assert grammar.words
        return Recognition((Word("fox", 0, len(samples) // 16, 0.9),))


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sound]:
    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    caller = Caller("en", cache=Cache(tmp_path_factory.mktemp("fox"), warn=warn), warn=warn)
    yield caller.sound("fox", Variant("en-us+f2", rate_wpm=165))
    caller.close()


def listened(room: Room, parrot: Parrot, words: tuple[str, ...]) -> list[Decided]:
    grammars = Grammars(load("en"), 0)
    listener = Listener(room.channels, parrot, grammars, lambda _: InPlay(words), 40)
    events: list[Event] = []
    for _ in range(50):
        events += listener.feed(room.read())
    return [event for event in events if isinstance(event, Decided)]


def test_a_neighbours_voice_makes_no_call_of_its_own(fox: Sound) -> None:
    room = Room(4, seed=1, microphone_each=True)
    room.speak(2, fox, 300)
    heard = listened(room, Parrot(), ("fox", "owl"))
    assert [event.channel for event in heard if event.words] == [2]
    assert all(event.understood and not event.doubtful for event in heard)


def test_two_who_call_at_once_are_two_calls(fox: Sound) -> None:
    room = Room(4, seed=1, microphone_each=True)
    room.speak(0, fox, 300)
    room.speak(2, fox, 360)
    heard = listened(room, Parrot(), ("fox", "owl"))
    assert {event.channel for event in heard if event.words} >= {0, 2}


def test_where_nothing_counts_nothing_is_decoded(fox: Sound) -> None:
    room = Room(1, seed=1)
    room.speak(0, fox, 300)
    parrot = Parrot()
    heard = listened(room, parrot, ())
    assert parrot.decoded == 0
    assert [event.words for event in heard] == [()]
    assert heard[0].understood
