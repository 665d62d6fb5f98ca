"""The real pyttsx3 with the real eSpeak NG: what comes out, and what is made of its failures."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from voicegm.caller import CARD_MS, Cache, Caller, NoVoice, Variant, VoiceMissing, open_caller
from voicegm.caller.voice import UnusableSound, Voice, VoiceFailed, checked, normalised, wav
from voicegm.errors import BadInput
from voicegm.sound.frames import Sound

NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
RANKS = [*NUMBERS, "jack", "queen", "king", "ace"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
CARDS = [f"{rank} of {suit}" for rank in RANKS for suit in SUITS]
POSIX_ONLY = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")


def fail(sentence: str) -> None:
    raise AssertionError(f"nothing was to be warned of, but: {sentence}")


@pytest.fixture(scope="module")
def voice() -> Iterator[Voice]:
    voice = Voice("en")
    yield voice
    voice.close()


@pytest.fixture
def caller(tmp_path: Path, voice: Voice) -> Caller:
    return Caller("en", cache=Cache(tmp_path, warn=fail), warn=fail, voice=voice)


def test_phrases_in_a_row_each_yield_their_own_whole_sound(caller: Caller) -> None:
    texts = ["Fox.", "Seven of hearts.", "Both at once! The piles stay.", "Say that again?", "Owl."]
    sounds = [caller.sound(text) for text in texts]
    assert len({sound.samples.tobytes() for sound in sounds}) == len(texts)
    for text, sound in zip(texts, sounds, strict=True):
        assert 30 * len(text) < sound.duration_ms < 130 * len(text)


def test_every_card_is_announced_within_its_time(caller: Caller) -> None:
    caller.prepare(CARDS, within_ms=CARD_MS)
    lengths_ms = {card: caller.sound(card, within_ms=CARD_MS).duration_ms for card in CARDS}
    assert len(lengths_ms) == 52
    assert {card: ms for card, ms in lengths_ms.items() if not 400 < ms <= 800} == {}


def test_silence_is_trimmed_from_both_ends(caller: Caller) -> None:
    sound = caller.sound("Seven of hearts")
    edge = sound.rate // 50
    for part in (sound.samples[:edge], sound.samples[-edge:]):
        assert np.abs(part).max() > 0.003  # something sounds within 20 ms of either end
    assert np.abs(sound.samples[[0, -1]]).max() < 0.001  # and neither end clicks


def test_all_voices_are_equally_loud(caller: Caller) -> None:
    names = (None, "en-us+f3", "ro+f2", "fr+m4", "ko")
    sounds = [caller.sound("Ready?", name and Variant(name)) for name in names]
    levels = [np.sqrt(np.square(sound.samples).mean()) for sound in sounds]
    assert max(levels) / min(levels) < 1.5


def test_a_slower_rate_is_slower(caller: Caller) -> None:
    usual_ms = caller.sound("Who takes the pile?").duration_ms
    caller.rate_wpm = 120
    assert caller.sound("Who takes the pile?").duration_ms > 1.3 * usual_ms


def test_a_long_text_comes_out_whole_from_a_new_renderer() -> None:
    voice = Voice("en")
    sound = voice.render("the owl and the pussycat went to sea " * 100, 120)
    assert sound.duration_ms > 200_000
    voice.close()


@pytest.mark.parametrize("language", ["en", "fr", "ro", "ko"])
def test_every_language_of_the_game_has_a_voice(language: str, tmp_path: Path) -> None:
    text = {"en": "fox", "fr": "le renard", "ro": "vulpe", "ko": "여우"}[language]
    caller = Caller(language, cache=Cache(tmp_path, warn=fail), warn=fail)
    assert caller.check().split("/")[-1] == language
    assert caller.sound(text).duration_ms > 200
    caller.close()


def test_a_language_without_a_voice_is_refused_with_a_list() -> None:
    with pytest.raises(BadInput, match=r"no voice for 'tlh'.*en-us.*fr-fr"):
        open_caller("tlh", warn=fail)


def test_a_voice_that_is_not_there_is_refused_and_never_replaced(caller: Caller) -> None:
    with pytest.raises(BadInput, match=r"'en-us\+nobody'.*f3"):
        caller.sound("fox", Variant("en-us+nobody"))


def test_voices_of_people_differ_clearly(caller: Caller, voice: Voice) -> None:
    variants = [
        None,
        Variant("en-us+f3"),
        Variant("en-gb+m4"),
        Variant("en-us+m2", pitch=20),
        Variant("en-gb-scotland+f5", pitch=80),
    ]
    colours = [colour_db(caller.sound("the owl is first", variant)) for variant in variants]
    between = [distance_db(one, other) for one, other in itertools.combinations(colours, 2)]
    within = distance_db(colours[0], colour_db(voice.render("the owl is first", 200)))
    assert within < 1
    assert min(between) > 3


def test_pitch_is_heard(caller: Caller) -> None:
    low, high = (pitch_hz(caller.sound("owl", Variant("en-us", pitch=p))) for p in (10, 90))
    assert high > 1.5 * low


def test_the_packaged_library_speaks_not_one_of_the_system(voice: Voice) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("the package is used on Linux")
    voice.check()
    loaded = {line.split()[-1] for line in Path(f"/proc/{voice.pid}/maps").read_text().splitlines()}
    libraries = [name for name in loaded if "espeak" in name and ".so" in name]
    assert libraries
    assert all("espeakng_loader" in name for name in libraries)


def test_language_tags_with_control_bytes_are_normalised() -> None:
    assert normalised(b"\x05en_GB") == normalised("\x02en-gb\x00") == normalised("en-GB") == "en-gb"


@POSIX_ONLY
def test_a_renderer_killed_between_and_in_phrases_is_replaced(voice: Voice) -> None:
    voice.check()
    assert voice.pid is not None
    first = voice.pid
    killer = threading.Timer(0.05, os.kill, (voice.pid, signal.SIGKILL))
    killer.start()
    sound = voice.render("the owl and the pussycat went to sea " * 100, 120)
    killer.join()
    assert sound.duration_ms > 60_000
    assert voice.render("fox", 200).duration_ms > 200
    assert voice.pid != first


@POSIX_ONLY
def test_a_renderer_that_hangs_is_replaced() -> None:
    voice = Voice("en", timeout_s=2)
    voice.check()
    assert voice.pid is not None
    os.kill(voice.pid, signal.SIGSTOP)
    assert voice.render("fox", 200).duration_ms > 200
    voice.close()


@pytest.mark.parametrize("text", ["", "...", "!?", "\0"])
def test_what_cannot_be_spoken_is_said_once_and_is_silent(
    text: str, tmp_path: Path, voice: Voice
) -> None:
    warnings: list[str] = []
    caller = Caller("en", cache=Cache(tmp_path, warn=fail), warn=warnings.append, voice=voice)
    assert not caller.sound(text).samples.any()
    caller.sound(text)
    assert len(warnings) == 1
    assert not list(tmp_path.iterdir())


def test_a_renderer_that_writes_nothing_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pyttsx3 that sometimes writes an empty file, as the real one does: 1 in 100."""
    sulky(tmp_path, monkeypatch, every=2)
    voice = Voice("en")
    assert [voice.render(text, 200).duration_ms for text in ("one", "two", "three")] == [1000] * 3
    voice.close()


def test_a_renderer_that_never_writes_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sulky(tmp_path, monkeypatch, every=1)
    voice = Voice("en")
    with pytest.raises(VoiceFailed, match="“one” could not be spoken: only 0 ms of sound"):
        voice.render("one", 200)
    voice.close()


def test_without_any_synthesis_there_are_captions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyttsx3.py").write_text("raise OSError('no eSpeak here')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(VoiceMissing):
        Caller("en", cache=Cache(tmp_path, warn=fail), warn=fail).check()
    warnings: list[str] = []
    caller = open_caller("en", warn=warnings.append)
    assert isinstance(caller, NoVoice)
    assert len(warnings) == 1
    assert "no eSpeak here" in warnings[0]
    sound = caller.sound("Both at once! The piles stay.")
    assert sound.duration_ms > 1000
    assert not sound.samples.any()
    assert caller.sound("Seven of hearts", within_ms=CARD_MS).duration_ms <= 800


BAD_FILES = {
    "nothing": b"",
    "no sound": b"RIFF but not really",
    "no samples": wav(Sound(np.zeros(0, np.float32), 22_050)),
    "silence": wav(Sound(np.zeros(22_050, np.float32), 22_050)),
    "cut short": wav(Sound(np.full(1000, 0.5, np.float32), 22_050)),
}


@pytest.mark.parametrize("data", BAD_FILES.values(), ids=BAD_FILES)
def test_files_that_are_no_speech_are_refused(data: bytes) -> None:
    with pytest.raises(UnusableSound):
        checked(data, "seven of hearts")


def colour_db(sound: Sound) -> np.ndarray:
    """Mean power in 24 bands of 200 Hz, in decibels: what tells one voice from another."""
    spectrum = np.square(np.abs(np.fft.rfft(sound.samples)))
    band = int(200 * len(sound.samples) / sound.rate)
    powers = spectrum[: 24 * band].reshape(24, band).mean(axis=1) / spectrum.sum()
    return 10 * np.log10(powers)


def distance_db(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.sqrt(np.square(one - other).mean()))


def pitch_hz(sound: Sound) -> float:
    """The fundamental of a sound's middle, by the highest peak of its autocorrelation."""
    middle = len(sound.samples) // 2
    part = sound.samples[middle - sound.rate // 20 : middle + sound.rate // 20]
    correlation = np.correlate(part, part, "full")[len(part) - 1 :]
    first, last = sound.rate // 400, sound.rate // 50
    return sound.rate / (first + int(np.argmax(correlation[first:last])))


def sulky(folder: Path, monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    """Put a pyttsx3 in the way that writes an empty file every so many times, else one second."""
    (folder / "pyttsx3.py").write_text(
        f"""
import wave
from types import SimpleNamespace

class Sulky:
    driver_name = "sulky"
    files = []
    def connect(self, topic, callback): pass
    def setProperty(self, name, value): pass
    def getProperty(self, name): return [SimpleNamespace(id="en", languages=["en"])]
    def save_to_file(self, text, file): self.files.append(file)
    def runAndWait(self):
        with wave.open(self.files[-1], "wb") as file:
            file.setparams((1, 2, 8000, 0, "NONE", ""))
            if len(self.files) % {every}:
                file.writeframes(b"\\x00\\x10\\x00\\xf0" * 4000)

def init(): return Sulky()
""",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(folder)


def test_people_sound_the_same_whatever_was_said_before(tmp_path: Path) -> None:
    """Else a seed would not give the same game on a machine with another cache."""
    words, voice = ["fox", "owl", "oh no"], Variant("en-us+f3", rate_wpm=165)
    sounds = []
    for number, order in enumerate((words, words[::-1])):
        caller = Caller("en", cache=Cache(tmp_path / str(number), warn=fail))
        sounds.append({word: caller.sound(word, voice).samples.tobytes() for word in order})
        caller.close()
    assert sounds[0] == sounds[1]


def test_every_phrase_comes_at_its_own_rate(voice: Voice) -> None:
    """eSpeak NG takes settings over in its own time: one in fifteen came at the rate before."""
    rates = {200: set(), 300: set()}
    for _ in range(40):
        for rate_wpm, lengths_ms in rates.items():
            lengths_ms.add(round(voice.render("three of hearts", rate_wpm).duration_ms, -2))
    assert all(len(lengths_ms) == 1 for lengths_ms in rates.values())
    assert rates[200] != rates[300]


def test_nothing_is_left_behind_in_the_folder_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each simulated phrase, rendered by a process of its own, left a folder there."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    voice = Voice("en")
    for variant in (None, Variant("en-us+f3")):
        voice.render("fox", 200, variant)
    voice.close()
    assert list(tmp_path.iterdir()) == []


def test_a_new_process_speaks_at_the_rate_asked_for_on_a_busy_machine() -> None:
    """pyttsx3 cancelled settings that eSpeak NG had not got round to: one phrase in ten came at
    another rate."""
    burn = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(burn) for _ in range(1 + (os.cpu_count() or 1))]
    try:
        voice, variant = Voice("en"), Variant("en-us+f3", rate_wpm=165)
        lengths_ms = {voice.render("fox", 200, variant).duration_ms for _ in range(30)}
        voice.close()
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert len(lengths_ms) == 1
