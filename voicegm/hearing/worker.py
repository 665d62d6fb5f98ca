"""The recogniser in a process of its own: it may crash or hang without harm to the game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from voicegm.child import Child, ChildError, ServedError
from voicegm.errors import BadInput
from voicegm.hearing.engines.embedded import Embedded, can_hear, hang_ms
from voicegm.hearing.engines.recogniser import Recognition
from voicegm.hearing.engines.sphinx import LANGUAGE as SPHINX_LANGUAGE
from voicegm.hearing.engines.sphinx import Sphinx
from voicegm.hearing.engines.vosk import Vosk
from voicegm.hearing.phrases import Grammar
from voicegm.languages.pack import Phrase
from voicegm.sound.frames import Samples

_UTTERANCE_S = 2.0
"""Time limit for one utterance: hundreds of times what it takes; beyond it the engine hangs."""
_START_S = 60.0
"""Time limit for loading a model (3 s for 87 MB on two cores)."""


class Worker:
    """A recogniser served from a child process, started afresh when it dies or hangs.

    `model` is the folder of a Vosk model for the language, if one is installed. `auto` means
    Vosk where there is a model, otherwise the embedded engine (`sphinx`): PocketSphinx with the
    ear in English, the ear of its own in other languages. Raises `BadInput` when the
    engine cannot be had. Close it, or use it as a context manager.
    """

    def __init__(self, engine: str, language: str, model: Path | None = None) -> None:
        kind = chosen(engine, language, model)
        self.name = kind.name
        self.decoys = kind.decoys
        self.hang_ms = hang_ms(language) if kind is Embedded else kind.hang_ms
        args = {Vosk: (model, language), Embedded: (language,)}.get(kind, ())
        self._child = Child(kind, *args, timeout_s=_UTTERANCE_S, start_s=_START_S)
        try:
            self._child.start()
        except (ChildError, ServedError) as error:
            raise BadInput(f"the recogniser {kind.name} does not start: {error}") from error

    @property
    def restarts(self) -> int:
        """How many times the engine had to be started again."""
        return self._child.starts - 1

    @property
    def pid(self) -> int | None:
        """The engine's process; None while there is none."""
        return self._child.pid

    def unusable(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """The keys among these that the engine cannot listen for."""
        keys: tuple[str, ...] = self._child.call("unusable", tuple(phrases))
        return keys

    def misheard(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """The keys among these that the engine listens for and hardly ever hears."""
        keys: tuple[str, ...] = self._child.call("misheard", tuple(phrases))
        return keys

    def recognise(self, samples: Samples, grammar: Grammar) -> Recognition | None:
        """Decode one utterance; None when the engine died or hung over it."""
        try:
            recognition: Recognition = self._child.call("recognise", samples, grammar)
        except ChildError:
            return None
        return recognition

    def close(self) -> None:
        """End the child process."""
        self._child.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


Kind = type[Vosk] | type[Sphinx] | type[Embedded]
"""A recogniser, to be made in the child process."""


def chosen(engine: str, language: str, model: Path | None) -> Kind:
    """The recogniser for a choice made on the command line.

    Raises `BadInput` when it cannot hear this language, or hears nothing at all (`keys`).
    """
    embedded = Sphinx if language == SPHINX_LANGUAGE else Embedded
    if engine == "auto":
        engine = "sphinx" if model is None and can_hear(language) else "vosk"
    if engine == "vosk" and model is None:
        raise BadInput(
            f"there is no speech model for '{language}': install one with "
            f"'voicegm models install {language}'"
        )
    if engine == "sphinx" and not can_hear(language):
        raise BadInput(
            f"the engine sphinx has not been taught '{language}' (docs/languages.md tells how): "
            f"install a model with 'voicegm models install {language}' and use vosk"
        )
    kinds: dict[str, Kind] = {"vosk": Vosk, "sphinx": embedded}
    if engine not in kinds:
        raise BadInput(f"the engine '{engine}' hears no sound: choose auto, vosk or sphinx")
    return kinds[engine]
