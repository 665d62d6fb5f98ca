"""The referee's own voice is taken out of what the microphones hear, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from voicegm.sound import echo
from voicegm.sound.echo import EchoCancelling, Played
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples
from voicegm.sound.loop import chirps, measure

Pairs = list[tuple[Samples, Samples]]


def voice(seconds: float, seed: int) -> Samples:
    """Something like speech: noise of many colours, in syllables."""
    random = np.random.default_rng(seed)
    syllable = SAMPLE_RATE // 5
    parts = []
    for _ in range(int(seconds * 5)):
        colour = np.convolve(random.standard_normal(syllable + 31), random.standard_normal(32))
        parts.append(colour[31 : 31 + syllable] * np.hanning(syllable) * random.uniform(0.2, 1))
    sound = np.concatenate(parts)
    return np.asarray(0.05 * sound / sound.std(), np.float32)


def room(sound: Samples, seed: int = 5, *, delay_ms: int = 20, channels: int = 1) -> Samples:
    """The sound as microphones in a reverberant room hear it, with the room's noise."""
    random = np.random.default_rng(seed)
    tail = np.exp(-np.arange(3200) / 500)
    heard = []
    for _ in range(channels):
        response = random.standard_normal(3200) * tail * 0.1
        response[0] = 1
        late = np.concatenate([np.zeros(delay_ms * SAMPLE_RATE // 1000), sound])[: len(sound)]
        heard.append(np.convolve(late, response)[: len(sound)])
    noise = random.normal(0, 8e-4, (channels, len(sound)))
    return np.asarray(np.stack(heard) + noise, np.float32)


def reference(sound: Samples) -> Played:
    """What the loudspeaker was given, block by block."""

    def played(start: int) -> Samples:
        block = np.zeros(BLOCK_SAMPLES, np.float32)
        if start >= 0:
            part = sound[start : start + BLOCK_SAMPLES]
            block[: len(part)] = part
        return block

    return played


def cleaned(cancelling: EchoCancelling, heard: Samples) -> list[Block]:
    return [
        cancelling.clean(Block(start, heard[:, start : start + BLOCK_SAMPLES]))
        for start in range(0, heard.shape[1] - BLOCK_SAMPLES + 1, BLOCK_SAMPLES)
    ]


def level_db(sound: Samples) -> float:
    return float(10 * np.log10(np.mean(np.square(sound)) + 1e-12))


def share_own(blocks: list[Block], channel: int = 0) -> float:
    return sum(bool(block.own) and block.own[channel] for block in blocks) / len(blocks)


def test_its_own_voice_is_taken_out() -> None:
    said = voice(6, 1)
    heard = room(said)
    cancelling = EchoCancelling(1, reference(said))
    blocks = cleaned(cancelling, heard)
    last = np.concatenate([block.samples[0] for block in blocks[125:]])
    assert level_db(heard[0, 4 * SAMPLE_RATE :]) - level_db(last) > 20
    assert cancelling.settled
    assert share_own(blocks[62:]) > 0.95


def test_a_player_who_speaks_over_it_is_left_whole() -> None:
    said, other = voice(8, 1), np.zeros(8 * SAMPLE_RATE, np.float32)
    other[6 * SAMPLE_RATE : 7 * SAMPLE_RATE] = voice(1, 2)
    cancelling = EchoCancelling(1, reference(said))
    blocks = cleaned(cancelling, room(said) + other)
    during = blocks[6 * 125 // 4 + 4 : 7 * 125 // 4 - 4]
    start = during[0].start
    kept = np.concatenate([block.samples[0] for block in during])
    wanted = other[start : start + len(kept)]
    assert level_db(kept - wanted) < level_db(wanted) - 12
    assert share_own(during) < 0.35  # it pauses between syllables
    assert share_own(blocks[4 * 125 // 4 : 6 * 125 // 4 - 3]) > 0.95


def test_each_microphone_has_a_canceller_of_its_own() -> None:
    said = voice(6, 1)
    heard = room(said, channels=2)
    heard[1, 5 * SAMPLE_RATE : 6 * SAMPLE_RATE] += voice(1, 3)
    blocks = cleaned(EchoCancelling(2, reference(said)), heard)[5 * 125 // 4 + 4 : -4]
    assert share_own(blocks, 0) > 0.9
    assert share_own(blocks, 1) < 0.35


def test_positions_stay_as_they_are_and_silence_is_left_alone() -> None:
    heard = room(voice(2, 7))
    blocks = cleaned(EchoCancelling(1, reference(np.zeros(10, np.float32))), heard)
    assert [block.start for block in blocks] == list(range(0, 62 * BLOCK_SAMPLES, BLOCK_SAMPLES))
    assert all(not block.own for block in blocks)
    assert np.array_equal(
        np.concatenate([b.samples for b in blocks], axis=1), heard[:, : 62 * BLOCK_SAMPLES]
    )


def test_it_does_not_claim_to_work_where_it_hears_no_echo_it_knows() -> None:
    cancelling = EchoCancelling(1, reference(voice(6, 1)))
    cleaned(cancelling, room(voice(6, 9)))
    assert not cancelling.settled


def test_a_loudspeaker_that_moves_away_is_noticed_and_followed() -> None:
    said = voice(24, 1)
    middle = 8 * SAMPLE_RATE
    heard = np.concatenate([room(said, 5)[:, :middle], room(said, 6)[:, middle:]], axis=1)
    cancelling = EchoCancelling(1, reference(said))
    before, after = heard[:, :middle], heard[:, middle:]
    cleaned(cancelling, before)
    assert cancelling.settled
    blocks = [
        cancelling.clean(Block(middle + at, after[:, at : at + BLOCK_SAMPLES]))
        for at in range(0, after.shape[1], BLOCK_SAMPLES)
    ]
    last = np.concatenate([block.samples[0] for block in blocks[-62:]])
    assert level_db(after[0, -2 * SAMPLE_RATE :]) - level_db(last) > 12
    assert cancelling.settled


@pytest.mark.parametrize("late_ms", [400, 900])
def test_a_delay_that_nobody_told_is_found(late_ms: int) -> None:
    said = voice(14, 1)
    cancelling = EchoCancelling(1, reference(said))
    cleaned(cancelling, room(said, delay_ms=late_ms))
    assert cancelling.settled
    assert abs(cancelling.delay_ms - late_ms) < 30


def test_a_delay_that_was_measured_is_used_from_the_start() -> None:
    said = voice(4, 1)
    cancelling = EchoCancelling(1, reference(said), delay_ms=700)
    cleaned(cancelling, room(said, delay_ms=700))
    assert cancelling.settled


def test_it_can_be_begun_again() -> None:
    said = voice(4, 1)
    cancelling = EchoCancelling(1, reference(said))
    cleaned(cancelling, room(said))
    assert cancelling.settled
    cancelling.begin_again()
    assert not cancelling.settled


def test_without_webrtc_the_linear_canceller_is_weighed_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(echo, "missing", lambda: "not installed")
    said = voice(6, 1)
    cancelling = EchoCancelling(1, reference(said))
    assert share_own(cleaned(cancelling, room(said))[62:]) > 0.95


def test_webrtc_is_there() -> None:
    """It has wheels for every system and version that voicegm supports."""
    assert echo.missing() == ""


@pytest.mark.parametrize(("delay_ms", "gain"), [(0, 1.0), (37, 0.1), (250, 0.5), (1_200, 0.03)])
def test_chirps_measure_a_loop(delay_ms: int, gain: float) -> None:
    sound = chirps(SAMPLE_RATE)
    played = np.concatenate([np.zeros(SAMPLE_RATE, np.float32), sound.samples])
    played = np.pad(played, (0, 2 * SAMPLE_RATE))
    heard = gain * room(played, delay_ms=delay_ms)[0]
    loop = measure(heard, played)
    assert loop.heard
    assert abs(loop.delay_ms - delay_ms) < 1


NOTHING: dict[str, Callable[[int], Samples]] = {
    "noise": lambda n: np.random.default_rng(3).normal(0, 1e-3, n).astype(np.float32),
    "silence": lambda n: np.zeros(n, np.float32),
    "somebody else": lambda n: voice(n / SAMPLE_RATE + 1, 8)[:n],
}


@pytest.mark.parametrize("what", NOTHING)
def test_where_nothing_came_back_nothing_is_measured(what: str) -> None:
    played = np.pad(chirps(SAMPLE_RATE).samples, (SAMPLE_RATE, SAMPLE_RATE))
    assert not measure(NOTHING[what](len(played)), played).heard
