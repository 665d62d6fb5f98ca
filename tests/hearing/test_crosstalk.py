"""One voice on several microphones is one voice; two are two."""

from dataclasses import replace

import numpy as np
import pytest

from voicegm.hearing.crosstalk import Crosstalk
from voicegm.hearing.separation import Separation
from voicegm.people.room import Room
from voicegm.sound.frames import SAMPLE_RATE, Block, Sound, to_ms


def voice(seed: int, pitch_hz: float) -> Sound:
    """Something like a vowel: a buzz with noise, shaped over half a second."""
    random = np.random.default_rng(seed)
    time_s = np.arange(SAMPLE_RATE // 2) / SAMPLE_RATE
    buzz = sum(np.sin(2 * np.pi * pitch_hz * n * time_s) / n for n in range(1, 25))
    wave = (buzz + random.normal(0, 0.7, len(time_s))) * np.hanning(len(time_s))
    return Sound((0.1 * wave).astype(np.float32), SAMPLE_RATE)


def after(room: Room, blocks: int = 40) -> Crosstalk:
    return crosstalk_of([room.read() for _ in range(blocks)])


def crosstalk_of(blocks: list[Block]) -> Crosstalk:
    channels = len(blocks[0].samples)
    crosstalk, separation = Crosstalk(channels), Separation(channels)
    for block in blocks:
        crosstalk.feed(block, separation.feed(block))
    return crosstalk


@pytest.mark.parametrize("seat", range(4))
def test_a_voice_belongs_to_the_microphone_of_its_speaker(seat: int) -> None:
    room = Room(4, seed=seat, microphone_each=True)
    said = room.speak(seat, voice(seat, 110 + 30 * seat), 200)
    crosstalk = after(room)
    elsewhere = [
        crosstalk.belongs_elsewhere(channel, said.onset_ms * 16, said.end_ms * 16)
        for channel in range(4)
    ]
    assert elsewhere == [channel != seat for channel in range(4)]


def test_two_who_speak_at_once_each_keep_their_own() -> None:
    room = Room(4, seed=1, microphone_each=True)
    said = room.speak(0, voice(1, 110), 200)
    room.speak(2, voice(2, 190), 200)
    crosstalk = after(room)
    for channel in (0, 2):
        assert not crosstalk.belongs_elsewhere(channel, said.onset_ms * 16, said.end_ms * 16)


def test_of_two_channels_that_are_the_same_the_first_keeps_it() -> None:
    room = Room(1, seed=1)
    said = room.speak(0, voice(3, 140), 200)
    heard = [room.read() for _ in range(40)]
    crosstalk = crosstalk_of([replace(b, samples=np.repeat(b.samples, 2, axis=0)) for b in heard])
    span = (said.onset_ms * 16, said.end_ms * 16)
    assert [crosstalk.belongs_elsewhere(channel, *span) for channel in (0, 1)] == [False, True]


def test_with_one_microphone_everything_is_its_own() -> None:
    room = Room(2, seed=1)
    said = room.speak(0, voice(1, 110), 200)
    assert not after(room).belongs_elsewhere(0, said.onset_ms * 16, said.end_ms * 16)


def speaking_since(seat: int, began_ms: int, referee: Sound) -> int:
    """Since when the voice in a seat, half a second long, is found to have been speaking, of which
    only what comes after the referee's voice was heard."""
    room = Room(4, seed=seat, microphone_each=True)
    crosstalk, separation = Crosstalk(4), Separation(4)
    for _ in range(10):
        room.play(referee)
    said = room.speak(seat, voice(seat, 120 + 25 * seat), began_ms)
    playing = room.play(Sound(referee.samples[:1_000], SAMPLE_RATE))
    for _ in range(began_ms // 32 + 12):
        block = room.read()
        crosstalk.feed(block, separation.feed(block), referee=playing.ended_ms is None)
    return to_ms(crosstalk.speaks_since(seat, (said.onset_ms + 350) * 16)) - said.onset_ms


@pytest.mark.parametrize("seat", range(4))
def test_who_speaks_on_after_the_referee_had_begun_before(seat: int) -> None:
    """To a tenth of a second or so, although the referee has been speaking for seconds, and a tick
    of its lies within the word."""
    short = Sound(voice(9, 150).samples[:4_000], SAMPLE_RATE)
    assert -110 <= speaking_since(seat, 3_150, short) <= 150


def test_on_one_microphone_it_cannot_be_told() -> None:
    assert Crosstalk(1).speaks_since(0, 5_000) == 5_000
