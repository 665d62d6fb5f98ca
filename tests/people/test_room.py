"""The simulated room tells the truth about when something sounded."""

import numpy as np
import pytest

from voicegm.people.room import VOICE_RMS, Room
from voicegm.sound.frames import BLOCK_SAMPLES, Sound, to_ms

NOISE = Sound(np.random.default_rng(1).normal(0, 0.2, 8_000).astype(np.float32), 16_000)
"""As broad as speech: a single tone meets the room's standing waves."""
TONE = Sound((0.5 * np.sin(2 * np.pi * 440 * np.arange(8_000) / 16_000)).astype(np.float32), 16_000)


def heard(room: Room, blocks: int) -> np.ndarray:
    return np.concatenate([room.read().samples for _ in range(blocks)], axis=1)


def test_the_clock_counts_samples() -> None:
    room = Room(2, seed=1)
    assert [room.read().start for _ in range(3)] == [0, BLOCK_SAMPLES, 2 * BLOCK_SAMPLES]


def test_what_is_said_sounds_when_the_truth_says() -> None:
    room = Room(4, seed=1)
    said = room.speak(2, TONE, 300)
    samples = heard(room, 40)[0]
    loud = np.flatnonzero(np.abs(samples) > VOICE_RMS / 2)
    assert said.onset_ms == 300 and said.end_ms == 800
    assert abs(to_ms(int(loud[0])) - 300) <= 5
    assert 800 <= to_ms(int(loud[-1])) <= 1_000  # it rings on


def test_everybody_is_as_loud_as_the_next() -> None:
    levels = []
    for seat in range(4):
        room = Room(4, seed=1)
        room.speak(seat, NOISE, 0)
        levels.append(float(np.sqrt(np.mean(heard(room, 16) ** 2))))
    assert max(levels) < 1.5 * min(levels)


def test_a_referee_cut_off_is_silent_and_its_end_is_known() -> None:
    room = Room(2, seed=1)
    first, second = room.play(TONE), room.play(TONE)
    heard(room, 5)
    assert first.started_ms is not None and first.ended_ms is None
    assert second.started_ms is None
    room.stop()
    assert first.ended_ms == to_ms(room.now)
    heard(room, 8)  # it rings on
    assert np.max(np.abs(heard(room, 10))) < VOICE_RMS / 4
    assert second.ended_ms is not None and second.started_ms is None  # it was never heard


def test_a_ducked_referee_is_softer_and_comes_back() -> None:
    room = Room(2, seed=1)
    for _ in range(4):
        room.play(TONE)
    loud = np.std(heard(room, 20)[:, -5 * 512 :])
    room.duck(softly=True)
    soft = np.std(heard(room, 15)[:, -3 * 512 :])
    room.duck(softly=False)
    again = np.std(heard(room, 15)[:, -3 * 512 :])
    assert soft < loud / 3
    assert again > loud / 2


def test_what_the_loudspeaker_played_is_known_sample_by_sample() -> None:
    room = Room(2, seed=1)
    room.play(TONE)
    blocks = [room.read() for _ in range(12)]
    played = np.concatenate([room.played(block.start) for block in blocks])
    microphone = np.concatenate([block.samples[0] for block in blocks])
    first = [int(np.argmax(np.abs(sound) > VOICE_RMS / 8)) for sound in (played, microphone)]
    assert to_ms(abs(first[1] - first[0])) <= 3
    room.stop()
    later = [room.read() for _ in range(2)]
    assert not room.played(later[-1].start).any()


def test_sounds_of_the_referee_queue() -> None:
    room = Room(2, seed=1)
    first, second = room.play(TONE), room.play(TONE)
    heard(room, 60)
    assert first.ended_ms and second.started_ms and second.started_ms >= first.ended_ms


def test_with_a_microphone_each_the_speaker_is_loudest_on_the_own_one() -> None:
    room = Room(4, seed=1, microphone_each=True)
    room.speak(1, NOISE, 0)
    levels = np.sqrt(np.mean(heard(room, 16) ** 2, axis=1))
    assert int(np.argmax(levels)) == 1
    assert levels[1] > 2 * np.delete(levels, 1).max()


@pytest.mark.parametrize("seat", [0, 3, 4])
def test_the_same_seed_sounds_the_same(seat: int) -> None:
    one, other = Room(4, seed=9), Room(4, seed=9)
    one.speak(seat, TONE, 50)
    other.speak(seat, TONE, 50)
    assert np.array_equal(heard(one, 20), heard(other, 20))
