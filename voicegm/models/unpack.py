"""A zip from anywhere, unpacked without letting it out of its folder or over its bounds."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from voicegm.errors import BadInput
from voicegm.models.progress import OnProgress, Progress, ignore

_MOST_FILES = 10_000
_MOST_BYTES = 1 << 33
_MOST_RATIO = 100
"""Unpacked size over zip size; models reach about 3, zip bombs 1,000."""
_CHUNK_BYTES = 1 << 20
_JUNK = "__MACOSX"
"""A shadow of the whole tree that one system's zip tool adds."""


def unpack(zip_path: Path, into: Path, on_progress: OnProgress = ignore) -> None:
    """Unpacks every file of the zip below the folder `into`.

    Raises:
        BadInput: no zip, a damaged one, or one that could do harm.
        OSError: the files cannot be written, or there is no room for them (`ENOSPC`).
    """
    try:
        with zipfile.ZipFile(zip_path) as archive:
            members = [member for member in archive.infolist() if not _is_junk(member)]
            _refuse_harm(zip_path, members)
            _refuse_lack_of_room(into, sum(member.file_size for member in members))
            _extract(archive, members, into, on_progress)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BadInput(f"{zip_path} is not a whole zip file ({error}): fetch it again") from error
    except (NotImplementedError, RuntimeError) as error:
        # An unknown compression, or a password.
        raise BadInput(f"{zip_path} cannot be unpacked ({error})") from error


def _refuse_harm(zip_path: Path, members: list[zipfile.ZipInfo]) -> None:
    for member in members:
        path = PurePosixPath(member.filename)
        escapes = path.is_absolute() or ".." in path.parts
        if escapes or "\\" in member.filename or ":" in member.filename:
            raise BadInput(f"{zip_path} is refused: {member.filename!r} would leave its folder")
        if stat.S_ISLNK(member.external_attr >> 16):
            raise BadInput(f"{zip_path} is refused: {member.filename!r} is a link")
    total_bytes = sum(member.file_size for member in members)
    most_bytes = min(_MOST_BYTES, _MOST_RATIO * zip_path.stat().st_size)
    if total_bytes > most_bytes or len(members) > _MOST_FILES:
        raise BadInput(
            f"{zip_path} is refused: it would unpack to {total_bytes:,} bytes in "
            f"{len(members):,} files, more than any speech model of its size"
        )


def _refuse_lack_of_room(into: Path, need_bytes: int) -> None:
    if shutil.disk_usage(into).free < need_bytes:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(into))


def _extract(
    archive: zipfile.ZipFile,
    members: list[zipfile.ZipInfo],
    into: Path,
    on_progress: OnProgress,
) -> None:
    total_bytes = sum(member.file_size for member in members)
    done_bytes = 0
    for member in members:
        target = into / member.filename
        if member.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(member) as packed, target.open("wb") as file:
            shutil.copyfileobj(packed, file, _CHUNK_BYTES)
        done_bytes += member.file_size
        on_progress(Progress("unpack", done_bytes, total_bytes))


def _is_junk(member: zipfile.ZipInfo) -> bool:
    return PurePosixPath(member.filename).parts[:1] == (_JUNK,)
