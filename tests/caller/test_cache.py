"""Phrases are rendered once; a cache that is damaged or cannot be written to stops nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from voicegm.caller import Cache, Caller, Variant
from voicegm.caller.cache import default_folder
from voicegm.caller.voice import Voice
from voicegm.sound.frames import Sound


class CountingVoice(Voice):
    """Stands in for rendering, so that it can be counted."""

    def __init__(self) -> None:
        super().__init__("en")
        self.rendered: list[tuple[str, int, str | None]] = []

    def render(self, text: str, rate_wpm: int, variant: Variant | None = None) -> Sound:
        self.rendered.append((text, rate_wpm, variant.name if variant else None))
        samples = np.sin(np.arange(8000) / 20).astype(np.float32) / 2
        return Sound(samples, 16_000)


def fail(sentence: str) -> None:
    raise AssertionError(sentence)


def caller_in(folder: Path, **options: int) -> tuple[Caller, CountingVoice]:
    voice = CountingVoice()
    cache = Cache(folder, warn=fail)
    return Caller("en", cache=cache, warn=fail, voice=voice, **options), voice


def test_a_phrase_is_rendered_once_in_this_and_in_later_runs(tmp_path: Path) -> None:
    caller, voice = caller_in(tmp_path / "not" / "yet" / "there")
    first, second = caller.sound("fox"), caller.sound("fox")
    later, later_voice = caller_in(tmp_path / "not" / "yet" / "there")
    third = later.sound("fox")
    assert len(voice.rendered) == 1
    assert later_voice.rendered == []
    assert np.array_equal(first.samples, second.samples)
    assert np.array_equal(first.samples, third.samples)  # the first was as the cached ones are


def test_what_sounds_different_is_kept_apart(tmp_path: Path) -> None:
    caller, voice = caller_in(tmp_path)
    caller.sound("fox")
    caller.sound("fox", Variant("en-us+f3"))
    caller.sound("fox", Variant("en-us+f3", pitch=70))
    caller.sound("fox", within_ms=800)
    caller.rate_wpm = 150
    caller.sound("fox")
    assert len(voice.rendered) == 5


def test_another_version_renders_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caller_in(tmp_path)[0].sound("fox")
    monkeypatch.setattr("voicegm.caller.voice.version", lambda: "pyttsx3 99")
    caller, voice = caller_in(tmp_path)
    caller.sound("fox")
    assert len(voice.rendered) == 1


@pytest.mark.parametrize("damage", [b"", b"RIFF", b"\0" * 5000])
def test_a_damaged_file_is_rendered_anew_and_mended(tmp_path: Path, damage: bytes) -> None:
    caller_in(tmp_path)[0].sound("fox")
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage)
    caller, voice = caller_in(tmp_path)
    assert caller.sound("fox").duration_ms == 500
    assert len(voice.rendered) == 1
    assert file.read_bytes() == whole


def test_half_a_file_is_rendered_anew(tmp_path: Path) -> None:
    caller_in(tmp_path)[0].sound("fox")
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:3000])
    caller, voice = caller_in(tmp_path)
    assert caller.sound("fox").duration_ms == 500
    assert len(voice.rendered) == 1


def test_a_folder_that_cannot_be_written_is_said_once_and_memory_serves(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where the folder should be", encoding="utf-8")
    warnings: list[str] = []
    voice = CountingVoice()
    cache = Cache(in_the_way / "phrases", warn=warnings.append)
    caller = Caller("en", cache=cache, warn=fail, voice=voice)
    for text in ("fox", "owl", "fox", "owl"):
        assert caller.sound(text).duration_ms == 500
    assert len(voice.rendered) == 2
    assert len(warnings) == 1
    assert str(in_the_way) in warnings[0]
    assert "VOICEGM_CACHE" in warnings[0]


def test_no_half_written_file_stays_behind(tmp_path: Path) -> None:
    caller_in(tmp_path)[0].prepare(["fox", "owl"])
    assert [file.suffix for file in tmp_path.iterdir()] == [".wav", ".wav"]


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    caller_in(tmp_path)[0].prepare(
        ["fox", "owl"], progress=lambda done, all_: told.append((done, all_))
    )
    assert told == [(1, 2), (2, 2)]


def test_the_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICEGM_CACHE", str(tmp_path))
    assert default_folder().is_relative_to(tmp_path)
    monkeypatch.delenv("VOICEGM_CACHE")
    assert not default_folder().is_relative_to(tmp_path)
