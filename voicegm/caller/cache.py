"""Phrases that were spoken before, as files in the user's cache folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import platformdirs


class Cache:
    """Small files under keys, kept in memory too.

    `folder` is where they lie; None means the folder named by VOICEGM_CACHE or, without it, the
    user's cache folder. A folder that cannot be written to is said once, through `warn`; phrases
    then live in memory only.
    """

    def __init__(self, folder: Path | None = None, *, warn: Callable[[str], None]) -> None:
        self.folder = default_folder() if folder is None else folder
        self._warn = warn
        self._writable = True
        self._memory: dict[str, bytes] = {}

    @staticmethod
    def key(*parts: object) -> str:
        """A file name for whatever a phrase depends on (anything that JSON can hold)."""
        text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:40]

    def get(self, key: str) -> bytes | None:
        """What was put under the key, or None."""
        if key not in self._memory:
            try:
                self._memory[key] = self._file(key).read_bytes()
            except OSError:
                return None
        return self._memory[key]

    def put(self, key: str, data: bytes) -> None:
        """Keep the data; a reader sees the whole file or none."""
        self._memory[key] = data
        if not self._writable:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write_atomically(self._file(key), data)
        except OSError as error:
            self._writable = False
            self._warn(
                f"The cache folder {self.folder} cannot be written to ({error.strerror}), so "
                "phrases are spoken anew each time; set VOICEGM_CACHE to a folder that can."
            )

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.wav"


def default_folder() -> Path:
    """Where phrases are kept when nothing else is asked for."""
    if folder := os.environ.get("VOICEGM_CACHE"):
        return Path(folder) / "phrases"
    return Path(platformdirs.user_cache_dir("voicegm", appauthor=False)) / "phrases"


def _write_atomically(file: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as part:
            part.write(data)
        Path(name).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
