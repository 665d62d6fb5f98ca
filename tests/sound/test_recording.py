"""Any WAV or FLAC may stand in for the microphone; what may not is refused in one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicegm.errors import BadInput
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block
from voicegm.sound.recorder import RecordedEars, Recorder
from voicegm.sound.recording import Recording

FORMS = [
    (8_000, 1, "WAV", "PCM_U8"),
    (8_000, 1, "WAV", "ULAW"),
    (16_000, 1, "WAV", "PCM_16"),
    (44_100, 2, "WAV", "PCM_24"),
    (48_000, 4, "WAV", "FLOAT"),
    (48_000, 2, "WAV", "DOUBLE"),
    (44_100, 1, "FLAC", "PCM_16"),
    (96_000, 2, "FLAC", "PCM_24"),
]


def tones(rate: int, channels: int, seconds: float = 1.0) -> np.ndarray:
    """A burst of 100 ms in each channel, of another pitch and at another time in each."""
    t = np.arange(int(rate * seconds)) / rate
    sound = np.zeros((len(t), channels))
    for channel in range(channels):
        start_s = 0.3 + 0.1 * channel
        burst = (t >= start_s) & (t < start_s + 0.1)
        sound[burst, channel] = 0.5 * np.sin(2 * np.pi * (500 + 200 * channel) * t[burst])
    return sound


def read_all(ears: Recording | RecordedEars) -> list[Block]:
    blocks = []
    while (block := ears.read()) is not None:
        blocks.append(block)
    return blocks


@pytest.mark.parametrize(("rate", "channels", "form", "kind"), FORMS)
def test_every_form_comes_as_blocks_at_16_khz(
    tmp_path: Path, rate: int, channels: int, form: str, kind: str
) -> None:
    file = tmp_path / f"table.{form.lower()}"
    soundfile.write(file, tones(rate, channels), rate, format=form, subtype=kind)
    recording = Recording(file)
    blocks = read_all(recording)
    assert recording.channels == channels
    assert recording.duration_ms == 1000
    assert all(block.samples.shape == (channels, BLOCK_SAMPLES) for block in blocks)
    assert all(block.samples.dtype == np.float32 and not block.lost for block in blocks)
    assert [block.start for block in blocks] == [i * BLOCK_SAMPLES for i in range(len(blocks))]
    heard = np.concatenate([block.samples for block in blocks], axis=1)
    assert heard.shape[1] == pytest.approx(SAMPLE_RATE, abs=BLOCK_SAMPLES)
    for channel in range(channels):
        loud = np.flatnonzero(np.abs(heard[channel]) > 0.25) / SAMPLE_RATE
        assert loud[0] == pytest.approx(0.3 + 0.1 * channel, abs=0.003)
        assert loud[-1] == pytest.approx(0.4 + 0.1 * channel, abs=0.003)


def test_the_last_block_is_filled_up_with_silence(tmp_path: Path) -> None:
    file = tmp_path / "short.wav"
    soundfile.write(file, np.full(700, 0.5), SAMPLE_RATE)
    first, last = read_all(Recording(file))
    assert first.samples.min() > 0.4
    assert np.flatnonzero(last.samples[0])[-1] == 700 - BLOCK_SAMPLES - 1


def test_a_single_sample_is_a_block(tmp_path: Path) -> None:
    file = tmp_path / "one.wav"
    soundfile.write(file, [0.5], SAMPLE_RATE)
    assert len(read_all(Recording(file))) == 1


def test_long_files_are_read_in_portions_without_a_seam(tmp_path: Path) -> None:
    file = tmp_path / "long.wav"
    t = np.arange(48_000 * 5) / 48_000
    soundfile.write(file, 0.5 * np.sin(2 * np.pi * 440 * t), 48_000, subtype="FLOAT")
    heard = np.concatenate([block.samples[0] for block in read_all(Recording(file))])
    expected = 0.5 * np.sin(2 * np.pi * 440 * np.arange(len(heard)) / SAMPLE_RATE)
    middle = slice(1000, 5 * SAMPLE_RATE - 1000)
    assert np.abs(heard[middle] - expected[middle]).max() < 0.01


def test_what_is_not_a_number_is_silence_and_nothing_exceeds_one(tmp_path: Path) -> None:
    file = tmp_path / "wild.wav"
    samples = np.array([np.nan, np.inf, -np.inf, 7.0, -7.0] * 200, dtype=np.float32)
    soundfile.write(file, samples, SAMPLE_RATE, subtype="FLOAT")
    heard = np.concatenate([block.samples[0] for block in read_all(Recording(file))])
    assert np.isfinite(heard).all()
    assert np.abs(heard).max() == 1


def test_its_clock_is_what_has_been_read(tmp_path: Path) -> None:
    file = tmp_path / "clock.wav"
    soundfile.write(file, np.zeros(SAMPLE_RATE), SAMPLE_RATE)
    recording = Recording(file)
    assert recording.now_ms() == 0
    recording.read()
    recording.read()
    assert recording.now_ms() == 64
    recording.close()
    assert recording.read() is None


def test_in_real_time_a_block_comes_no_sooner_than_it_sounded(tmp_path: Path) -> None:
    file = tmp_path / "slow.wav"
    soundfile.write(file, np.zeros(BLOCK_SAMPLES * 4), SAMPLE_RATE)
    waits_s: list[float] = []
    read_all(Recording(file, real_time=True, sleep=waits_s.append))
    assert len(waits_s) == 4
    assert 0.09 < waits_s[-1] <= 0.128  # nothing waited in this test: the last is the longest


def bad_files(folder: Path) -> dict[str, tuple[Path, str]]:
    """Name -> a file that is no recording, and what must be said about it."""
    (folder / "text.wav").write_text("these are not the samples you are looking for")
    (folder / "nothing.wav").write_bytes(b"")
    (folder / "samples.raw").write_bytes(b"\0" * 1000)
    soundfile.write(folder / "empty.wav", np.zeros(0), SAMPLE_RATE)
    return {
        "missing": (folder / "nowhere.wav", "There is no file"),
        "folder": (folder, "is a folder"),
        "text": (folder / "text.wav", "is no audio"),
        "nothing": (folder / "nothing.wav", "is no audio"),
        "raw": (folder / "samples.raw", "is no audio"),
        "empty": (folder / "empty.wav", "holds no sound"),
    }


@pytest.mark.parametrize("name", ["missing", "folder", "text", "nothing", "raw", "empty"])
def test_what_is_no_recording_is_refused_by_name(tmp_path: Path, name: str) -> None:
    file, complaint = bad_files(tmp_path)[name]
    with pytest.raises(BadInput) as refusal:
        Recording(file)
    sentence = str(refusal.value)
    assert str(file) in sentence
    assert complaint in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the file is one of Linux")
def test_a_file_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^/proc/self/mem cannot be read \("):
        Recording("/proc/self/mem")  # opens for everybody, root included, and fails to read


def test_damage_in_the_middle_is_named_when_it_is_reached(tmp_path: Path) -> None:
    file = tmp_path / "damaged.flac"
    noise = np.random.default_rng(1).normal(0, 0.1, SAMPLE_RATE * 4)
    soundfile.write(file, noise, SAMPLE_RATE)
    data = bytearray(file.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 20_000] = b"\0" * 20_000
    file.write_bytes(data)
    try:
        blocks = read_all(Recording(file))
    except BadInput as refusal:
        assert "is damaged about" in str(refusal)
    else:  # a libsndfile that passes over it fills the gap with silence
        heard = np.concatenate([block.samples[0] for block in blocks])
        assert np.isfinite(heard).all()


def test_a_recording_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "cut.wav"
    soundfile.write(file, np.full(SAMPLE_RATE, 0.5), SAMPLE_RATE)
    file.write_bytes(file.read_bytes()[: SAMPLE_RATE + 44])
    heard = np.concatenate([block.samples[0] for block in read_all(Recording(file))])
    assert np.count_nonzero(heard) == SAMPLE_RATE // 2


def test_what_is_heard_can_be_kept(tmp_path: Path) -> None:
    file = tmp_path / "table.wav"
    soundfile.write(file, tones(SAMPLE_RATE, 2), SAMPLE_RATE, subtype="PCM_16")
    kept = tmp_path / "kept.wav"
    ears = RecordedEars(Recording(file), Recorder(kept, channels=2))
    blocks = read_all(ears)
    ears.close()
    again = read_all(Recording(kept))
    assert len(again) == len(blocks)
    for one, other in zip(blocks, again, strict=True):
        assert np.abs(one.samples - other.samples).max() < 1e-4


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        Recorder(tmp_path / "nowhere" / "kept.wav", channels=1)
