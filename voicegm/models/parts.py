"""What a folder must hold to be a Vosk model whose word list can be changed while it runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from voicegm.errors import BadInput

REQUIRED = (
    "am/final.mdl",
    "conf/mfcc.conf",
    "conf/model.conf",
    "graph/Gr.fst",
    "graph/HCLr.fst",
    "graph/disambig_tid.int",
    "graph/phones/word_boundary.int",
)
"""Files that Vosk opens for a dynamic graph; the words themselves are the labels of `Gr.fst`.

`word_boundary.int` is optional to Vosk, but without it no word has a time.
"""
STATIC_GRAPH = "graph/HCLG.fst"
RECEIPT = "voicegm-model.json"
"""Written into a model's folder by the installer: its language, and the size of every file."""


def problem_with(folder: Path) -> str | None:
    """Why this folder cannot serve as a model, as the end of a sentence; None when it can.

    Only names and sizes are looked at, which takes well under a millisecond.
    """
    try:
        return _problem_with(folder)
    except OSError as error:
        return f"cannot be read ({error.strerror})"


def check_parts(folder: Path) -> None:
    """Returns when the folder can serve as a model.

    Raises:
        BadInput: a part is missing or cut short, or the model has a static graph.
    """
    problem = problem_with(folder)
    if problem is not None:
        raise BadInput(
            f"the speech model in {folder} {problem}: "
            "`voicegm models install LANGUAGE` puts a whole one in place"
        )


def looks_like_model(folder: Path) -> bool:
    """Whether someone meant this folder to be a model, complete or not."""
    return any((folder / part).is_dir() for part in ("am", "graph"))


def language_in(name: str) -> str | None:
    """The language that a folder's name tells: `vosk-model-small-en-us-0.15`, `en`, `ko-mine`."""
    stem = name.lower().replace("_", "-").removeprefix("vosk-model-")
    stem = stem.removeprefix("small-").removeprefix("big-")
    found = re.match(r"([a-z]{2})(?=-|$)", stem)
    return found.group(1) if found else None


def language_on_receipt(folder: Path) -> str | None:
    """The language that the installer noted in the folder, or None."""
    language = _receipt(folder).get("language")
    return language if isinstance(language, str) else None


def write_receipt(folder: Path, language: str, sha256: str) -> None:
    """Notes language, checksum of the zip and the size of every file beside the model."""
    files = {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != RECEIPT
    }
    receipt = {"language": language, "zip_sha256": sha256, "files": files}
    (folder / RECEIPT).write_text(json.dumps(receipt, indent=1), encoding="utf-8")


def size_of(folder: Path) -> int:
    """Bytes of all files below the folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _problem_with(folder: Path) -> str | None:
    if not folder.is_dir():
        return "is not a folder"
    if (folder / STATIC_GRAPH).exists():
        return (
            f"has a static graph ({STATIC_GRAPH}), which ignores the words in play: "
            "take one that has graph/Gr.fst and graph/HCLr.fst instead"
        )
    for part in REQUIRED:
        path = folder / part
        if not path.is_file():
            return f"lacks {part}"
        if path.stat().st_size == 0:
            return f"has an empty {part}"
    return _cut_short(folder)


def _cut_short(folder: Path) -> str | None:
    """Compares with the receipt: a truncated graph loads, and brings Vosk down later."""
    files = _receipt(folder).get("files")
    if not isinstance(files, dict):
        return None
    for part, size_bytes in files.items():
        path = folder / part
        if not path.is_file():
            return f"lacks {part}"
        if path.stat().st_size != size_bytes:
            return f"has {path.stat().st_size} bytes of {part} where {size_bytes} were installed"
    return None


def _receipt(folder: Path) -> dict[str, object]:
    try:
        receipt = json.loads((folder / RECEIPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return receipt if isinstance(receipt, dict) else {}
