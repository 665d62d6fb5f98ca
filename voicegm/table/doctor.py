"""What works on this machine, what does not, and what to do about it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from voicegm.caller import VoiceMissing
from voicegm.caller.cache import default_folder
from voicegm.caller.voice import Voice
from voicegm.errors import BadInput
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker, chosen
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.sound import measured_echo
from voicegm.sound.devices import choose, microphones, speakers
from voicegm.sound.frames import SAMPLE_RATE
from voicegm.sound.microphone import Microphone, MicrophoneLost
from voicegm.table.doctor_echo import echo_in_words

LISTEN_MS = 1_000
"""How long the microphone is listened to."""


@dataclass(frozen=True)
class Row:
    """One part under examination."""

    part: str
    works: bool
    detail: str
    advice: str = ""
    """What to do, where something does not work or could be better."""

    def to_json(self) -> dict[str, object]:
        """The row as plain JSON."""
        return asdict(self)


def examine(language: str) -> Iterator[Row]:
    """Look at each part in turn, the quick ones first."""
    yield Row("python", True, f"{platform.python_version()} on {platform.platform()}")
    yield _examined("cache", _cache, "name a folder that can be written with VOICEGM_CACHE")
    yield _model(language)
    yield _examined("recogniser", lambda: _recogniser(language), "play with --engine keys")
    yield _examined("voice", lambda: _voice(language), "what is said is printed as well")
    yield _examined("speaker", _speaker, "play with --no-speaker")
    yield Row("echo", *echo_in_words(measured_echo.default_path()))
    yield _examined("microphone", _microphone, "play with --engine keys, or see 'voicegm demo'")


def _examined(part: str, examine_it: Callable[[], str], way_round: str) -> Row:
    try:
        return Row(part, True, examine_it())
    except (BadInput, VoiceMissing, MicrophoneLost, OSError) as error:
        return Row(part, False, str(error), way_round)


def _cache() -> str:
    folder = Path(default_folder())
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / ".probe"
    probe.write_bytes(b"")
    probe.unlink()
    return f"phrases are kept in {folder}"


def _model(language: str) -> Row:
    model = find_model(language)
    if model is not None:
        return Row("model", True, f"Vosk for '{language}' in {model}")
    detail = f"no Vosk model for '{language}' is installed"
    return Row("model", False, detail, f"voicegm models install {language}")


def _recogniser(language: str) -> str:
    """Decodes half a second of faint noise with the recogniser that `auto` means."""
    model = find_model(language)
    name = chosen("auto", language, model).name
    pack = load(language)
    noise = np.random.default_rng(0).normal(0, 1e-3, SAMPLE_RATE // 2).astype(np.float32)
    with Worker("auto", language, model) as worker:
        grammar = Grammars(pack, worker.decoys).of(InPlay(pack.animals[:8]))
        if worker.recognise(noise, grammar) is None:
            raise BadInput(f"the recogniser {name} fails over a trial recording")
    warned = f"; {pack.warning}" if name == "sphinx" and pack.warning else ""
    return f"{name}, for '{language}'{warned}"


def _voice(language: str) -> str:
    voice = Voice(language)
    try:
        name = voice.check()
        length_ms = voice.render("seven of hearts", 200).duration_ms
    finally:
        voice.close()
    return f"{name} (a trial phrase took {length_ms} ms to say)"


def _speaker() -> str:
    device = choose("speaker")
    return f"{device.name} ({len(speakers())} in all)"


def _microphone() -> str:
    """Listens to the default microphone for a second."""
    microphone = Microphone(mix=True)
    peak = 0.0
    try:
        while (block := microphone.read()) and block.start < LISTEN_MS * SAMPLE_RATE // 1000:
            peak = max(peak, float(np.abs(block.samples).max()))
        silent = microphone.silent_since_ms is not None
    finally:
        microphone.close()
    if silent:
        raise BadInput(f"{microphone.device.name} gives nothing but zeros; {_allow()}")
    level_db = 20 * np.log10(max(peak, 1e-6))
    count = len(microphones())
    return f"{microphone.device.name} ({count} in all), loudest sound in a second {level_db:.0f} dB"


def _allow() -> str:
    if sys.platform == "darwin":
        return "allow it in System Settings, Privacy & Security, Microphone"
    if sys.platform == "win32":
        return "allow it in Settings, Privacy & security, Microphone"
    return "see that it is not muted"
