"""What there is of speech models, and whether it works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from voicegm.models.catalogue import CATALOGUE, Listed, listed
from voicegm.models.parts import problem_with, size_of
from voicegm.models.places import find_all, find_model, install_command, require_folder
from voicegm.models.trial import trial_problem


@dataclass(frozen=True)
class ModelStatus:
    """A line of the list of models."""

    language: str
    name: str
    state: Literal["installed", "broken", "available"]
    path: Path | None
    """Where it lies; None when it is only available."""
    size_bytes: int | None
    """On disk, or of the zip that would be fetched; None where it is not known."""
    detail: str
    """What is wrong, how it is installed, or how well it can be verified; may be empty."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: Literal["parts", "trial decode"]
    works: bool
    detail: str


@dataclass(frozen=True)
class Report:
    """An installed model under examination."""

    language: str
    path: Path
    size_bytes: int
    checks: tuple[Check, ...]

    @property
    def works(self) -> bool:
        return all(check.works for check in self.checks)


def list_models(places: Sequence[Path] | None = None) -> tuple[ModelStatus, ...]:
    """Every model found, usable or not, then those of the catalogue that are not installed."""
    found = tuple(
        ModelStatus(
            model.language,
            _name_of(model.path),
            "installed" if model.problem is None else "broken",
            model.path,
            size_of(model.path),
            model.problem or "",
        )
        for model in find_all(places=places)
    )
    usable = {model.language for model in found if model.state == "installed"}
    available = tuple(
        ModelStatus(
            entry.language, entry.name, "available", None, entry.zip_bytes, _how_to_get(entry)
        )
        for entry in CATALOGUE
        if entry.language not in usable
    )
    return found + available


def verify(language: str, places: Sequence[Path] | None = None) -> Report:
    """Examines the installed model of a language: its parts, then a trial decode.

    The one that `find_model` would choose; where there is none, the first broken one.

    Raises:
        BadInput: nothing is installed for that language.
    """
    folder = find_model(language, places) or require_folder(language, places)
    entry = listed(language)
    problem = problem_with(folder)
    checks = [Check("parts", problem is None, problem or "all there")]
    if problem is None:
        failure = trial_problem(folder, None if entry is None else entry.trial_word)
        checks.append(Check("trial decode", failure is None, failure or "passed"))
    return Report(language, folder, size_of(folder), tuple(checks))


def _name_of(folder: Path) -> str:
    """The folder's name; the package's where that tells nothing."""
    return folder.parent.name if folder.name == "model" else folder.name


def _how_to_get(entry: Listed) -> str:
    how = f"`{install_command(entry.language)}`"
    if entry.package is None and entry.sha256 is None:
        return f"{how}; checksum not known: verified by trial decode only"
    return how
