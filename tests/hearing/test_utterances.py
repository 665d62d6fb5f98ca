"""Where utterances begin and end, and what becomes of talk and of the referee's own voice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from soundscape import ROOM, blocks, room

from voicegm.hearing.activity import VoiceActivity
from voicegm.hearing.edges import frame_energies, word_frames
from voicegm.hearing.utterances import (
    TALK_MS,
    Began,
    Cut,
    Ended,
    Paused,
    TooLong,
    Utterances,
)
from voicegm.sound.frames import SAMPLE_RATE, Samples, to_ms

HANG_MS = 96


def cuts(sound: Samples, deaf: Callable[[float], bool] = lambda _: False) -> list[Cut]:
    """What one channel's sound is cut into; `deaf` tells by the second."""
    utterances = Utterances(HANG_MS)
    found: list[Cut] = []
    for block in blocks(sound):
        found += utterances.feed(block.samples[0], block.start, deaf(block.start / SAMPLE_RATE))
    return found + utterances.finish()


def kinds(found: list[Cut]) -> list[str]:
    return [type(cut).__name__ for cut in found if not isinstance(cut, Paused)]


def ended(found: list[Cut]) -> list[Ended]:
    return [cut for cut in found if isinstance(cut, Ended)]


@pytest.fixture(scope="module")
def wolf(say: Any) -> Samples:
    samples: Samples = say("en", "wolf")
    return samples


@pytest.fixture(scope="module")
def babble(say: Any) -> Samples:
    samples: Samples = say("en", "whose turn is it now because I was looking at my other cards")
    return samples


def test_a_word_is_one_utterance_with_exact_edges(wolf: Samples) -> None:
    found = cuts(room(3, (1.0, wolf)))
    assert kinds(found) == ["Began", "Ended"]
    (end,) = ended(found)
    first, behind = word_frames(frame_energies(wolf))
    assert to_ms(end.utterance.onset) == pytest.approx(1000 + first * 10, abs=10)
    assert to_ms(end.utterance.end) == pytest.approx(1000 + behind * 10, abs=20)
    assert not end.clipped


@pytest.mark.parametrize("phase_ms", [0, 8, 16, 24])
def test_edges_do_not_depend_on_where_chunks_fall(wolf: Samples, phase_ms: int) -> None:
    (end,) = ended(cuts(room(3, (1.0 + phase_ms / 1000, wolf))))
    first, _ = word_frames(frame_energies(wolf))
    assert to_ms(end.utterance.onset) == pytest.approx(1000 + phase_ms + first * 10, abs=12)


def test_a_soft_first_sound_is_part_of_the_word(say: Any) -> None:
    snake = say("en", "snake")
    (end,) = ended(cuts(room(3, (1.0, snake))))
    first, _ = word_frames(frame_energies(snake))
    assert to_ms(end.utterance.onset) == pytest.approx(1000 + first * 10, abs=20)
    heard = end.utterance.samples[end.utterance.onset - end.utterance.start :][: SAMPLE_RATE // 20]
    assert np.abs(heard).max() > 10 * ROOM


def test_a_loud_room_does_not_move_the_onset(wolf: Samples) -> None:
    (end,) = ended(cuts(room(4, (2.0, wolf), level=0.01)))
    assert to_ms(end.utterance.onset) == pytest.approx(2000, abs=80)


def test_an_utterance_is_told_while_its_end_is_still_uncertain(wolf: Samples) -> None:
    found = cuts(room(3, (1.0, wolf)))
    paused = [cut for cut in found if isinstance(cut, Paused)]
    (end,) = ended(found)
    assert paused[-1].utterance is end.utterance
    assert paused[-1].at < end.closed


def test_a_pause_within_an_utterance_ends_nothing(wolf: Samples) -> None:
    together = np.concatenate([wolf, np.zeros(SAMPLE_RATE // 50, np.float32), wolf])
    found = cuts(room(3, (1.0, together)))
    assert kinds(found) == ["Began", "Ended"]


def test_words_apart_are_utterances_apart(wolf: Samples) -> None:
    found = cuts(room(4, (1.0, wolf), (2.2, wolf)))
    assert kinds(found) == ["Began", "Ended"] * 2
    assert ended(found)[1].utterance.start > ended(found)[0].utterance.end


def test_silence_and_noise_are_no_utterances() -> None:
    assert cuts(room(5)) == []
    assert cuts(np.zeros(5 * SAMPLE_RATE, np.float32)) == []
    assert cuts(room(5, level=0.02)) == []


def test_talk_is_told_as_soon_as_it_is_too_long_for_a_call(babble: Samples) -> None:
    found = cuts(room(6, (1.0, babble)))
    (long,) = [cut for cut in found if isinstance(cut, TooLong)]
    assert TALK_MS < to_ms(long.at - long.onset) <= TALK_MS + 32
    assert kinds(found)[:3] == ["Began", "Lasts", "TooLong"]
    spoken = [cut for cut in found if not isinstance(cut, Paused)]
    assert not isinstance(spoken[3] if len(spoken) > 3 else spoken[0], Ended)


def test_a_call_after_talk_is_heard(babble: Samples, wolf: Samples) -> None:
    after_s = 1.0 + len(babble) / SAMPLE_RATE + 0.5
    found = cuts(room(7, (1.0, babble), (after_s, wolf)))
    assert to_ms(ended(found)[-1].utterance.onset) == pytest.approx(after_s * 1000, abs=40)


def test_a_recording_that_stops_in_a_word_still_ends_it(wolf: Samples) -> None:
    found = cuts(room(1.3, (1.0, wolf)))
    assert kinds(found) == ["Began", "Ended"]


def test_nothing_begins_while_the_referee_speaks(babble: Samples) -> None:
    until = 1.0 + len(babble) / SAMPLE_RATE + 0.2
    assert cuts(room(6, (1.0, babble)), deaf=lambda at: 0.9 <= at < until) == []


def test_a_call_right_after_the_referee_is_heard_whole(babble: Samples, wolf: Samples) -> None:
    until = 1.0 + len(babble) / SAMPLE_RATE + 0.25
    found = cuts(room(7, (1.0, babble), (until + 0.05, wolf)), deaf=lambda at: 0.9 <= at < until)
    assert kinds(found) == ["Began", "Ended"]
    (end,) = ended(found)
    assert not end.clipped
    assert end.utterance.start >= until * SAMPLE_RATE - 512


def test_speech_that_runs_on_after_the_referee_is_told_so(wolf: Samples) -> None:
    found = cuts(room(3, (1.0, wolf)), deaf=lambda at: at < 1.15)
    began = next(cut for cut in found if isinstance(cut, Began))
    assert began.running_on
    assert [end.clipped for end in ended(found)] == [True]


def test_the_tail_of_the_referees_voice_is_nobodys_speech(wolf: Samples) -> None:
    end_s = 1.0 + len(wolf) / SAMPLE_RATE
    assert cuts(room(3, (1.0, wolf)), deaf=lambda at: at < end_s - 0.02) == []


def test_speech_that_the_referee_cuts_off_is_clipped(wolf: Samples) -> None:
    found = cuts(room(3, (1.0, wolf)), deaf=lambda at: at >= 1.2)
    assert kinds(found) == ["Began", "Ended"]
    assert ended(found)[0].clipped


def test_talk_under_the_referee_is_forgotten(babble: Samples, wolf: Samples) -> None:
    found = cuts(room(8, (1.0, babble), (6.0, wolf)), deaf=lambda at: 3.0 <= at < 5.5)
    assert kinds(found)[-2:] == ["Began", "Ended"]
    assert not ended(found)[-1].clipped


def test_the_last_chunk_counts(wolf: Samples) -> None:
    """The detector's own loop over chunks leaves out the last one; ours must not."""
    activity = VoiceActivity()
    chunks = [block.samples[0] for block in blocks(room(1.25, (1.0, wolf)))]
    probabilities = [activity.probability(chunk) for chunk in chunks]
    assert len(probabilities) == len(chunks)
    assert probabilities[-1] > 0.5


def test_hearing_stays_sharp_after_long_quiet(wolf: Samples) -> None:
    found = cuts(room(40, (1.0, wolf), (38.0, wolf)))
    onsets = [to_ms(end.utterance.onset) for end in ended(found)]
    assert onsets[1] - onsets[0] == pytest.approx(37_000, abs=10)


def test_what_is_left_of_the_referees_voice_is_nobodys(wolf: Samples) -> None:
    utterances = Utterances(HANG_MS)
    sound = room(6, (1.0, 0.1 * wolf), (3.0, wolf))
    found: list[Cut] = []
    for block in blocks(sound):
        own = block.start < 2 * SAMPLE_RATE
        found += utterances.feed(block.samples[0], block.start, False, own=own)
    (began,) = (cut for cut in found if isinstance(cut, Began))
    assert 2900 <= to_ms(began.onset) <= 3200


def test_a_word_begins_where_it_stands_out_of_what_is_left(wolf: Samples) -> None:
    left = np.random.default_rng(2).normal(0, 0.02 * np.abs(wolf).max(), len(room(4)))
    sound = room(4, (2.0, wolf))
    alone = ended(cuts(sound))[0].utterance.onset
    utterances = Utterances(HANG_MS)
    found: list[Cut] = []
    for block in blocks((sound + left).astype(np.float32)):
        own = block.start + 512 < alone
        found += utterances.feed(block.samples[0], block.start, False, own=own)
    (end,) = ended(found + utterances.finish())
    assert abs(to_ms(end.utterance.onset) - to_ms(alone)) <= 40
