"""Text to speech by pyttsx3, one phrase at a time, in a child process.

What experience with pyttsx3 asks for, all of it handled here: it queues, so that only the last
of several phrases comes out (one run per phrase); with eSpeak NG a run returns after 10 ms,
written or not, so that one file in a hundred is empty and a long text's is missing (the end is
waited for); errors are swallowed (they are listened to); it may hang or take the process with it
(child process, time limit); and no file is believed before it has been checked.

On Linux eSpeak NG comes from the package `espeakng-loader`, so that nothing need be installed by
the system; it is preferred to the system's own, since the voices are then the same everywhere.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import io
import os
import sys
import tempfile
import textwrap
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voicegm.child import Child, ChildError, ServedError
from voicegm.errors import BadInput
from voicegm.sound.frames import Samples, Sound

ATTEMPTS = 3
"""Renderings of a phrase before it is given up."""
RENDER_S = 10.0
"""Time limit for a phrase. eSpeak NG takes some 10 ms, SAPI and NSSpeech write in real time."""

FASTEST_WPM = 450
"""eSpeak NG's own limit."""
_LEAST_MS_PER_LETTER = 10
"""Speech shorter than this was cut off; at 450 words a minute a letter takes about 25 ms."""
_AFTERMATH_S = 0.005
_NOISE_SEED = 1
_SILENCE = 1e-3
"""A peak below this (-60 dB) is silence."""
_TRIM_DB = 45
"""Frames this far below the loudest are taken for silence at either end."""
_LOUDNESS_RMS = 0.1
"""Level that every phrase is brought to, so that voices are equally loud (-20 dB)."""
_PEAK = 0.95
_FRAME_MS = 5
_FADE_MS = 3


class VoiceMissing(Exception):
    """No speech synthesis can be had on this machine; the text is one sentence."""


class VoiceFailed(Exception):
    """A phrase could not be rendered, although it was tried several times."""


@dataclass(frozen=True)
class Variant:
    """Another voice than the referee's own, such as those of simulated people."""

    name: str
    """As eSpeak NG names it: a language or accent, and a manner, such as `en-us+f3`.

    Where the system's own voices speak, it picks one of those of the language.
    """
    pitch: int = 50
    """0 to 100, where the engine knows pitch; 50 is the voice's own."""
    rate_wpm: int | None = None
    """Words a minute, or None for the caller's rate."""


class Engine:
    """pyttsx3 as it is served in the child process. Needs no numpy, so that it starts quickly."""

    def __init__(self) -> None:
        self._variants = _load_espeak()
        import pyttsx3  # noqa: PLC0415  (native library)

        self._engine = pyttsx3.init()
        self._is_espeak = self._engine.driver_name == "espeak"
        self._errors: list[Exception] = []
        # Without this a voice that cannot be set is passed over, and the last one speaks on.
        self._engine.connect("error", lambda name, exception: self._errors.append(exception))  # noqa: ARG005
        self._finished = threading.Event()
        self._engine.connect("finished-utterance", lambda name, completed: self._finished.set())  # noqa: ARG005
        self._settle = _espeak_settling() if self._is_espeak else lambda: None
        if self._is_espeak:
            self._let_settings_through()

    def _let_settings_through(self) -> None:
        """From here on pyttsx3 hands a setting to eSpeak NG at once, so that it can be waited for.

        Before its first run it holds settings back, to hand them over in that run; and where
        eSpeak NG has not taken them over by the run's next step, it cancels them.
        """
        self._settle()
        self._engine.runAndWait()

    def voices(self) -> list[tuple[str, list[str]]]:
        """Every voice: its id, and the languages it speaks (`en-gb`)."""
        return [
            (voice.id, [normalised(language) for language in voice.languages or []])
            for voice in self._engine.getProperty("voices")
        ]

    def manners(self) -> list[str]:
        """Names that may follow a `+` in a voice; empty when that is not known."""
        return self._variants

    def render(self, text: str, voice: str, rate_wpm: int, pitch: int) -> bytes:
        """The file that pyttsx3 writes for a text (WAV; AIFF on macOS), whole and unchecked."""
        # A folder of its own: no file of an earlier phrase can be taken for this one, and nothing
        # is left behind when this process is told to end.
        with tempfile.TemporaryDirectory(prefix="voicegm-") as folder:
            return self._rendered(text, voice, rate_wpm, pitch, Path(folder, "phrase.wav"))

    def _rendered(self, text: str, voice: str, rate_wpm: int, pitch: int, file: Path) -> bytes:
        self._errors.clear()
        self._engine.setProperty("voice", voice)
        self._engine.setProperty("rate", rate_wpm)
        if self._is_espeak:
            self._engine.setProperty("pitch", pitch)
        self._settle()
        self._engine.save_to_file(text, str(file))
        self._finished.clear()
        self._engine.runAndWait()
        if self._is_espeak and not self._errors:
            # A thread of its own writes the file, and has a few steps left when it tells us.
            self._finished.wait()
            time.sleep(_AFTERMATH_S)
        if self._errors:
            raise self._errors[0]
        return file.read_bytes()


def _espeak_settling() -> Callable[[], None]:
    """Waits until eSpeak NG has taken over what was set, and sets its noise generator back.

    It takes settings over in a thread of its own: without waiting, one phrase in fifteen came
    out in the rate of the one before. Does nothing where the packaged library does not speak.
    """
    try:
        import espeakng_loader  # noqa: PLC0415  (native library)

        library = ctypes.CDLL(espeakng_loader.get_library_path())
        synchronise = library.espeak_Synchronize
        set_seed = library.espeak_ng_SetRandSeed  # since eSpeak NG 1.52
    except (ImportError, OSError, AttributeError):
        return lambda: None
    set_seed.argtypes = [ctypes.c_long]

    def settle() -> None:
        synchronise()
        set_seed(_NOISE_SEED)

    return settle


def _load_espeak() -> list[str]:
    """Load the packaged eSpeak NG where pyttsx3 will look for it; returns the variants it has."""
    if not sys.platform.startswith("linux"):
        return []
    try:
        import espeakng_loader  # noqa: PLC0415  (native library)

        # With its symbols global and its soname loaded, the loader's search ends right here.
        ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)
        data = Path(espeakng_loader.get_data_path())
    except (ImportError, OSError, RuntimeError):
        return []  # the system's own, if it has one: pyttsx3 looks for it itself
    os.environ["ESPEAK_DATA_PATH"] = str(data)
    return sorted(entry.name for entry in (data / "voices" / "!v").iterdir())


def normalised(language: str | bytes) -> str:
    """A language tag as drivers give it, in one form: `b"\\x05en_GB"` becomes `en-gb`."""
    text = language.decode(errors="replace") if isinstance(language, bytes) else str(language)
    return "".join(c for c in text if c.isprintable()).strip().lower().replace("_", "-")


class Voice:
    """A language's voice: texts in, checked and trimmed sounds out.

    `speaker` is another voice of the language than the plainest one, by its id or the last part
    of it, with a manner where eSpeak NG speaks: `en-gb`, `en-us+f3`.
    """

    def __init__(
        self, language: str, *, speaker: str | None = None, timeout_s: float = RENDER_S
    ) -> None:
        self.language = normalised(language)
        self._speaker = speaker
        self._child = Child(Engine, timeout_s=timeout_s)
        self._voices: list[tuple[str, list[str]]] = []
        self._manners: list[str] = []

    @property
    def pid(self) -> int | None:
        """The process that renders, or None while there is none."""
        return self._child.pid

    @property
    def version(self) -> str:
        """What renders, with versions: a cached phrase of another version is rendered anew."""
        return version() if self._speaker is None else f"{version()}, {self._speaker}"

    def check(self) -> str:
        """The id of the voice that speaks the language.

        Raises `VoiceMissing` when there is no synthesis here at all, and `BadInput` when it does
        not speak the language, or the speaker does not.
        """
        if self._speaker is None:
            return self._find(self.language)
        self._learn()
        name = self._speaker.partition("+")[0]
        known = {normalised(known) for speaker in self.speakers() for known in speaker}
        if normalised(name) not in known:
            raise BadInput(
                f"There is no voice {self._speaker!r} for '{self.language}' here; 'voicegm voices "
                f"--language {self.language}' lists them."
            )
        return self._find(self._speaker)

    def speakers(self) -> list[tuple[str, str]]:
        """The voices of the language, the plainest first: name and language tag."""
        self._learn()
        tags = dict(self._voices)
        return [
            (_short(ident), next(iter(tags[ident]), self.language))
            for ident in _speakers(self._voices, self.language)
        ]

    def manners(self) -> list[str]:
        """Names that may follow a `+` in a voice; empty when that is not known."""
        self._learn()
        return self._manners

    def render(self, text: str, rate_wpm: int, variant: Variant | None = None) -> Sound:
        """The sound of a text, without silence at either end.

        Raises `VoiceFailed` when it cannot be had, `BadInput` for a voice that is not there, and
        `VoiceMissing`.
        """
        text = " ".join(text.replace("\0", " ").split())
        if not any(c.isalnum() for c in text):
            raise VoiceFailed(f"There is nothing to say in “{shortened(text)}”.")
        voice, pitch = self._find(variant.name if variant else self._speaker or self.language), 50
        if variant:
            pitch, rate_wpm = variant.pitch, variant.rate_wpm or rate_wpm
        request = (text, voice, min(rate_wpm, FASTEST_WPM), pitch)
        for _ in range(ATTEMPTS):
            if variant:
                # What eSpeak NG rendered before colours what it renders next. Simulated people
                # must sound the same each time, or a seed would not give the same game.
                self._child.close()
            result = self._try(*request)
            if isinstance(result, Sound):
                return result
        raise VoiceFailed(f"“{shortened(text)}” could not be spoken: {result}.")

    def close(self) -> None:
        """End the rendering process."""
        self._child.close()

    def _try(self, text: str, voice: str, rate_wpm: int, pitch: int) -> Sound | str:
        """One attempt: the sound, or why there is none."""
        try:
            data = self._child.call("render", text, voice, rate_wpm, pitch)
            return trimmed(checked(data, text))
        except (ChildError, ServedError, UnusableSound) as error:
            return str(error)

    def _find(self, wanted: str) -> str:
        """The engine's id for a language, an accent, or either with a manner (`en-us+f3`)."""
        self._learn()
        name, _, manner = wanted.partition("+")
        if manner and self._manners and manner not in self._manners:
            raise BadInput(
                f"There is no voice {wanted!r}: after the + may stand {', '.join(self._manners)}."
            )
        ids = _speakers(self._voices, normalised(name))
        if not ids:
            known = sorted({tag for _, tags in self._voices for tag in tags})
            raise BadInput(f"There is no voice for {name!r} here; there is {', '.join(known)}.")
        if not manner:
            return ids[0]
        if self._manners or all("/" in one for one in ids):  # an eSpeak NG
            return f"{ids[0]}+{manner}"
        return ids[zlib.crc32(wanted.encode()) % len(ids)]

    def _learn(self) -> None:
        if self._voices:
            return
        try:
            self._manners = self._child.call("manners")
            self._voices = self._child.call("voices")
        except (ChildError, ServedError) as error:
            raise VoiceMissing(
                f"No speech synthesis can be used here ({error}); {_remedy()}."
            ) from error


def shortened(text: str) -> str:
    """The beginning of a text, for a message about it."""
    return textwrap.shorten(text, 60, placeholder="…")


def _remedy() -> str:
    if sys.platform.startswith("linux"):
        return (
            "install eSpeak NG with `pip install espeakng-loader` or, on Debian and Ubuntu, "
            "`apt install libespeak-ng1`"
        )
    return "install pyttsx3 again with `pip install --force-reinstall pyttsx3`"


def _speakers(voices: list[tuple[str, list[str]]], name: str) -> list[str]:
    """Ids of the voices for a language or accent, the plainest first."""

    def closeness(voice: tuple[str, list[str]]) -> int | None:
        ident, tags = voice
        if name in (normalised(ident), normalised(_short(ident))):
            return 0
        if name in tags:
            return 1
        return 2 if any(tag.startswith(f"{name}-") for tag in tags) else None

    ranked = [(rank, voice[0]) for voice in voices if (rank := closeness(voice)) is not None]
    return [ident for _, ident in sorted(ranked, key=lambda pair: pair[0])]


def _short(ident: str) -> str:
    """A voice's id without the folder that eSpeak NG gives with it."""
    return ident.rsplit("/", 1)[-1]


class UnusableSound(Exception):
    """A file of speech that is empty, silent, cut short or no sound at all."""


def checked(data: bytes, text: str) -> Sound:
    """Read a file of speech and refuse what cannot be the text spoken.

    Raises `UnusableSound`.
    """
    import soundfile  # noqa: PLC0415  (native library)

    if data[:4] == b"RIFF" and int.from_bytes(data[4:8], "little") + 8 != len(data):
        raise UnusableSound(f"a WAV file cut off after {len(data)} bytes")
    try:
        samples, rate = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except (soundfile.LibsndfileError, RuntimeError) as error:
        raise UnusableSound(f"no sound file of {len(data)} bytes: {error}") from error
    mono: Samples = np.ascontiguousarray(samples.mean(axis=1))
    sound = Sound(mono, int(rate))
    letters = sum(c.isalnum() for c in text)
    if sound.duration_ms < letters * _LEAST_MS_PER_LETTER:
        raise UnusableSound(f"only {sound.duration_ms} ms of sound")
    if not np.abs(mono).max(initial=0) > _SILENCE:  # also when it is not a number
        raise UnusableSound("only silence")
    return sound


def trimmed(sound: Sound) -> Sound:
    """Cut silence from both ends, and bring the rest to the loudness of all speech here."""
    frame = sound.rate * _FRAME_MS // 1000
    count = len(sound.samples) // frame
    power = np.square(sound.samples[: count * frame]).reshape(count, frame).mean(axis=1)
    loud = np.flatnonzero(power >= power.max() * 10 ** (-_TRIM_DB / 10))
    samples = sound.samples[loud[0] * frame : (loud[-1] + 1) * frame].copy()
    rms = float(np.sqrt(power[loud].mean()))
    samples *= min(_LOUDNESS_RMS / rms, _PEAK / float(np.abs(samples).max()))
    fade = min(sound.rate * _FADE_MS // 1000, len(samples) // 2)
    ramp = np.linspace(0, 1, fade, dtype=np.float32)
    samples[:fade] *= ramp
    samples[len(samples) - fade :] *= ramp[::-1]
    return Sound(samples, sound.rate)


def version() -> str:
    """What renders, with versions: a cached phrase of another version is rendered anew."""
    installed = [_installed(package) for package in ("pyttsx3", "espeakng-loader")]
    return ", ".join([sys.platform, *installed])


def _installed(package: str) -> str:
    try:
        return f"{package} {importlib.metadata.version(package)}"
    except importlib.metadata.PackageNotFoundError:
        return f"no {package}"


def wav(sound: Sound) -> bytes:
    """A sound as a 16-bit WAV file."""
    import soundfile  # noqa: PLC0415  (native library)

    file = io.BytesIO()
    soundfile.write(file, sound.samples, sound.rate, format="WAV", subtype="PCM_16")
    return file.getvalue()
