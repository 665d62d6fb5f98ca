"""Music and clatter: the same from a seed, as loud as they are meant to be."""

import numpy as np
import pytest

from voicegm.people.disturbances import MUSIC_RMS, Clatter, Music
from voicegm.people.room import VOICE_RMS, Room
from voicegm.sound.frames import Sound


@pytest.mark.parametrize("kind", [Music, Clatter])
def test_the_same_seed_sounds_the_same_however_it_is_taken(kind: type[Music | Clatter]) -> None:
    one, other = kind(3), kind(3)
    whole = [one.take(512) for _ in range(60)]
    assert np.array_equal(whole, [other.take(512) for _ in range(60)])
    assert np.abs(whole).max() > 0


def test_music_is_in_the_background() -> None:
    music = Music(1)
    sound = np.concatenate([music.take(512) for _ in range(300)])
    level_db = 20 * np.log10(np.sqrt(np.mean(sound**2)) / MUSIC_RMS)
    assert abs(level_db) < 6
    assert np.sqrt(np.mean(sound**2)) < VOICE_RMS / 2


def test_clatter_comes_and_goes() -> None:
    clatter = Clatter(1)
    blocks = [np.abs(clatter.take(512)).max() for _ in range(600)]
    assert max(blocks) > 0.02
    assert np.median(blocks) < 0.001


def test_a_room_is_louder_for_its_disturbance_and_the_truth_is_the_same() -> None:
    tone = Sound(np.sin(np.arange(4_000) / 5).astype(np.float32), 16_000)
    quiet, loud = Room(2, seed=1), Room(2, seed=1, disturbance=Music(1))
    assert quiet.speak(0, tone, 900) == loud.speak(0, tone, 900)
    levels = [
        np.mean([np.mean(room.read().samples ** 2) for _ in range(20)]) for room in (quiet, loud)
    ]
    assert levels[1] > 3 * levels[0]
