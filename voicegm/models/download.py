"""A file from the web that may come in several pieces, on several days.

What has come is kept in a `.part` file beside a note of what it is a part of, so that a broken
download goes on where it stopped. Whether the whole is the right file is for the caller to check.
"""

from __future__ import annotations

import json
import queue
import re
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Literal
from urllib.parse import urlsplit

import requests

from voicegm.errors import BadInput
from voicegm.models.progress import OnProgress, Progress, ignore

_BLOCK_BYTES = 1 << 14
"""A break loses no more than one unfinished block."""
_FRUITLESS_TRIES = 3
"""Breaks in a row, without a byte in between, after which the download is given up."""
_LARGEST_BYTES = 1 << 33
"""No speech model's zip is larger; a server that sends on and on is stopped here."""
_RANGE_ANSWERS = {
    requests.codes.partial_content,
    requests.codes.requested_range_not_satisfiable,
}


@dataclass(frozen=True)
class Source:
    """What is fetched, and how patient to be."""

    url: str
    size_bytes: int | None = None
    """What it must have; None where that is not known."""
    connect_timeout_s: float = 5.0
    """For the first answer altogether: name look-up, connection and response line."""
    stall_timeout_s: float = 20.0
    """For the next bytes of a transfer under way."""

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or self.url


@dataclass(frozen=True)
class _Note:
    """What a `.part` file is a part of."""

    url: str
    validator: str | None
    """The server's ETag, or its date of last change: another one means another file."""
    total_bytes: int | None


_Outcome = Literal["whole", "joined", "broke off"]
"""In one answer, from several, or with what has come kept for the next attempt."""


def download(source: Source, part: Path, on_progress: OnProgress = ignore) -> bool:
    """Brings the whole file to `part`, going on from what an earlier attempt left there.

    A server that cannot send ranges, or whose file has changed, makes the download start over.
    Returns True when the file was joined from several answers: should its checksum then be wrong,
    a fresh download may still be right.

    Raises:
        BadInput: no network, no answer in time, not there, another size, broken off for good.
        OSError: the file cannot be written.
    """
    fruitless = 0
    most_bytes = _size(part)
    while fruitless < _FRUITLESS_TRIES:
        outcome = _fetch_rest(source, part, on_progress)
        if outcome != "broke off":
            return outcome == "joined"
        fruitless = 0 if _size(part) > most_bytes else fruitless + 1
        most_bytes = max(most_bytes, _size(part))
    raise BadInput(
        f"the download from {source.host} broke off after {_size(part):,} bytes, "
        "from where the next attempt goes on"
    )


def discard(part: Path) -> None:
    """Removes a part and its note."""
    part.unlink(missing_ok=True)
    _note_path(part).unlink(missing_ok=True)


def _fetch_rest(source: Source, part: Path, on_progress: OnProgress) -> _Outcome:
    """Fetches what is missing, or as much of it as comes."""
    note = _read_note(part)
    if note is None or note.url != source.url:
        discard(part)
        note = None
    have_bytes = _size(part)
    if note is not None and have_bytes > 0 and have_bytes == note.total_bytes:
        return "joined"
    with _answer(source, _range_headers(have_bytes, note)) as response:
        appends = _goes_on(response, have_bytes, note)
        if have_bytes > 0 and not appends and response.status_code in _RANGE_ANSWERS:
            discard(part)  # not the range that we need: ask for the whole
            return _fetch_rest(source, part, on_progress)
        _refuse_failure(source, response)
        total_bytes = _total(source, response, have_bytes if appends else 0)
        if not appends:
            discard(part)
        _write_note(part, _Note(source.url, _validator(response.headers), total_bytes))
        with part.open("ab") as file:
            came = _copy(response, file, total_bytes, on_progress)
    if not came:
        return "broke off"
    return "joined" if appends else "whole"


def _copy(
    response: requests.Response, file: IO[bytes], total_bytes: int | None, on_progress: OnProgress
) -> bool:
    """Writes what comes to the end of the file; False when that was not all."""
    done_bytes = file.tell()
    on_progress(Progress("download", done_bytes, total_bytes))
    try:
        for chunk in response.iter_content(_BLOCK_BYTES):
            file.write(chunk)
            done_bytes += len(chunk)
            if done_bytes > (total_bytes or _LARGEST_BYTES):
                raise BadInput(f"{response.url} sends more than it announced")
            on_progress(Progress("download", done_bytes, total_bytes))
    except requests.RequestException:
        return False
    return total_bytes is None or done_bytes == total_bytes


def _answer(source: Source, headers: Mapping[str, str]) -> requests.Response:
    """The server's first answer, or BadInput after `connect_timeout_s` whatever hangs.

    No socket option limits the look-up of a name, so a thread asks and is left behind if need be.
    """
    answers: queue.Queue[requests.Response | requests.RequestException] = queue.Queue()

    def ask() -> None:
        limits = (source.connect_timeout_s, source.stall_timeout_s)
        try:
            answers.put(requests.get(source.url, headers=headers, stream=True, timeout=limits))
        except requests.RequestException as error:
            answers.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=source.connect_timeout_s)
    except queue.Empty:
        raise BadInput(
            f"{source.host} does not answer within {source.connect_timeout_s:g} s"
        ) from None
    if isinstance(answer, requests.exceptions.SSLError):
        raise BadInput(f"{source.host} cannot prove who it is (certificate refused)") from answer
    if isinstance(answer, requests.RequestException):
        raise BadInput(f"{source.host} cannot be reached (no network?)") from answer
    return answer


def _range_headers(have_bytes: int, note: _Note | None) -> dict[str, str]:
    # Compressed on the way, positions in the stream would not be positions in the file.
    headers = {"Accept-Encoding": "identity"}
    if have_bytes > 0:
        headers["Range"] = f"bytes={have_bytes}-"
        if note is not None and note.validator is not None:
            headers["If-Range"] = note.validator
    return headers


def _goes_on(response: requests.Response, have_bytes: int, note: _Note | None) -> bool:
    """Whether the answer is the rest of the very file that was begun."""
    if have_bytes == 0 or response.status_code != requests.codes.partial_content:
        return False
    span = re.fullmatch(r"bytes (\d+)-\d+/(\d+)", response.headers.get("Content-Range", ""))
    if span is None or note is None or int(span.group(1)) != have_bytes:
        return False
    same_file = _validator(response.headers) == note.validator
    return same_file and note.total_bytes in {None, int(span.group(2))}


def _refuse_failure(source: Source, response: requests.Response) -> None:
    status = response.status_code
    if status in {requests.codes.not_found, requests.codes.gone}:
        raise BadInput(f"{source.url} is not there (status {status})")
    if status not in {requests.codes.ok, requests.codes.partial_content}:
        raise BadInput(f"{source.host} refused {source.url} (status {status})")


def _total(source: Source, response: requests.Response, offset_bytes: int) -> int | None:
    length = response.headers.get("Content-Length", "")
    total_bytes = offset_bytes + int(length) if length.isdecimal() else source.size_bytes
    if None not in {source.size_bytes, total_bytes} and total_bytes != source.size_bytes:
        raise BadInput(
            f"{source.url} has {total_bytes:,} bytes where {source.size_bytes:,} are listed"
        )
    return total_bytes


def _validator(headers: Mapping[str, str]) -> str | None:
    etag = headers.get("ETag")
    # A weak tag does not promise equal bytes, and If-Range must not carry one.
    return etag if etag and not etag.startswith("W/") else headers.get("Last-Modified")


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _note_path(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _read_note(part: Path) -> _Note | None:
    try:
        return _Note(**json.loads(_note_path(part).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _write_note(part: Path, note: _Note) -> None:
    _note_path(part).write_text(json.dumps(asdict(note)), encoding="utf-8")
