"""`voicegm models`: the speech models there are, installing one, checking one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from voicegm import models as speech_models
from voicegm.cli import experimental, options
from voicegm.languages.pack import available, load

_STAGES = {
    "download": "fetching",
    "check": "checking",
    "unpack": "unpacking",
    "trial": "trying it out",
}


@click.group()
def models() -> None:
    """Speech models: which there are, install one, check one on disk."""


@models.command("list")
@options.json_lines
def list_them(as_json: bool) -> None:
    """Every model installed here, and those that can be installed."""
    statuses = speech_models.list_models()
    if as_json:
        for status in statuses:
            row = {
                "language": status.language,
                "name": status.name,
                "state": status.state,
                "path": None if status.path is None else str(status.path),
                "size_bytes": status.size_bytes,
                "detail": status.detail,
            }
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    table = Table("language", "model", "state", "size", "where, or how to get it")
    for status in statuses:
        table.add_row(
            status.language,
            status.name,
            status.state,
            _megabytes(status.size_bytes),
            " ".join(filter(None, [str(status.path or ""), status.detail])),
        )
    Console().print(table)
    for pack in map(load, available()):
        experimental.tell(pack)


@models.command("install")
@click.argument("language", metavar="LANGUAGE")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE.zip",
    help="A model's zip that you brought along, for machines without the net.",
)
@click.option(
    "--connect-timeout",
    type=click.FloatRange(min=0.1),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the publisher's site.",
)
@options.json_lines
def install(language: str, source: Path | None, connect_timeout: float, as_json: bool) -> None:
    """Install the speech model of LANGUAGE: fetched, checked, tried out, then put in place."""
    with _bars() as on_progress:
        installed = speech_models.install(
            language,
            source_zip=source,
            on_progress=on_progress,
            connect_timeout_s=connect_timeout,
        )
    if as_json:
        row = {
            "language": installed.language,
            "path": str(installed.path),
            "size_bytes": installed.size_bytes,
            "checksum": installed.checksum,
        }
        click.echo(json.dumps(row, ensure_ascii=False))
        return
    checksum = {"verified": "checksum verified", "not known": "its checksum is not known"}
    click.echo(
        f"The speech model for '{installed.language}' is in {installed.path} "
        f"({checksum.get(installed.checksum, 'it was there already')}; trial decode passed)."
    )


@models.command("verify")
@click.argument("language", metavar="LANGUAGE")
@options.json_lines
def verify(language: str, as_json: bool) -> int:
    """Check the installed model of LANGUAGE: its parts, then a trial decode."""
    report = speech_models.verify(language)
    for check in report.checks:
        if as_json:
            row = {"check": check.name, "works": check.works, "detail": check.detail}
            click.echo(json.dumps({**row, "path": str(report.path)}, ensure_ascii=False))
        else:
            click.echo(f"{'good' if check.works else 'BAD ':4}  {check.name}: {check.detail}")
    return 0 if report.works else 2


@contextmanager
def _bars() -> Iterator[speech_models.OnProgress]:
    """A progress bar for each stage, on stderr."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    hidden = not console.is_terminal  # it would leave an empty line behind
    with Progress(*columns, console=console, transient=True, disable=hidden) as bars:
        tasks = {}

        def show(progress: speech_models.Progress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bars.add_task(_STAGES[progress.stage])
            bars.update(
                tasks[progress.stage],
                completed=progress.done_bytes,
                total=progress.total_bytes,
            )

        yield show


def _megabytes(size_bytes: int | None) -> str:
    return "" if size_bytes is None else f"{size_bytes / 1e6:.0f} MB"
