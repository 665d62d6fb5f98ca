"""`voicegm bench echo`: hearing over the referee's own voice."""

from __future__ import annotations

import json
from dataclasses import replace

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from voicegm.caller import open_caller
from voicegm.cli import options
from voicegm.errors import BadInput
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.sound.echo import missing
from voicegm.table.bench_echo import EchoBench, Figures, Mode, Plan
from voicegm.table.bench_voices import recorded, voices_for

GOAL = "goal: no call or command heard in its own voice, and 90 % of calls over it right"


@click.command()
@click.option(
    "--phrases",
    type=click.IntRange(1),
    default=300,
    show_default=True,
    metavar="N",
    help="How many of the referee's own phrases, spread over all its voices.",
)
@click.option("--all-phrases", is_flag=True, help="Every phrase in every voice: many hours.")
@click.option(
    "--calls",
    type=click.IntRange(1, 10_000),
    default=200,
    show_default=True,
    metavar="N",
    help="How many calls are made over its voice.",
)
@click.option(
    "--voices",
    type=click.Choice(["people", "synthetic", "all"]),
    help="Who calls [default: people whose recordings lie in VOICEGM_CORPUS, or else synthetic].",
)
@click.option("--compare", is_flag=True, help="Also without echo cancellation, deaf or not.")
@options.engine
@options.language
@options.json_lines
def echo(
    phrases: int,
    all_phrases: bool,
    calls: int,
    voices: str | None,
    compare: bool,
    engine: str,
    language: str,
    as_json: bool,
) -> None:
    """Whether the referee hears calls in its own voice, and whether it hears those who call over
    it, in the simulated room with its echo as loud as a player."""
    if missing():
        raise BadInput(f"{missing()}: install it with 'pip install pywebrtc-audio'")
    pack, caller = load(language), open_caller(language)
    who = voices or ("people" if recorded(language) else "synthetic")
    plan = Plan(None if all_phrases else phrases, calls)
    rows: list[Figures] = []
    with Worker(engine, language, find_model(language)) as worker:
        for mode in Mode if compare else (Mode.CANCELLED,):
            for number, callers in enumerate(voices_for(pack, caller, who)):
                # Who calls makes no odds where nobody does.
                part = plan if number == 0 else replace(plan, phrases=0)
                with Progress(console=Console(stderr=True), transient=True) as bars:
                    task = bars.add_task(mode.value)
                    found = EchoBench(pack, worker, caller, callers).measure(
                        mode,
                        part,
                        lambda done, of: bars.update(task, completed=done, total=of),  # noqa: B023
                    )
                rows.append(found)
        name = worker.name
    caller.close()
    if as_json:
        for row in rows:
            click.echo(json.dumps({"engine": name, **row.to_json()}, ensure_ascii=False))
        return
    Console().print(_table(rows, name))
    for row in rows:
        for phrase in row.in_what:
            click.echo(f"a call was heard in: {phrase}")
    click.echo(GOAL)


def _table(rows: list[Figures], engine: str) -> Table:
    table = Table(title=f"{engine}, the referee as loud as a player")
    table.add_column("")
    for row in rows:
        table.add_column(f"{row.mode}\n{row.voices}", justify="right")
    for title, cells in (
        (
            "its own phrases, in so many voices",
            [_own(r, f"{r.phrases} in {r.referees}") for r in rows],
        ),
        ("  calls heard in them", [_own(r, str(r.answered_itself)) for r in rows]),
        ("  commands heard in them", [_own(r, str(r.commanded_itself)) for r in rows]),
        ("  asked because of them", [_own(r, str(r.asked_itself)) for r in rows]),
        ("calls over its voice", [str(r.calls) for r in rows]),
        ("  right", [_share(r.right, r.calls) for r in rows]),
        ("    of these asked once more", [_share(r.asked, r.calls) for r in rows]),
        ("  taken for another", [_share(r.wrong, r.calls) for r in rows]),
        ("  not understood, so asked", [_share(r.unclear, r.calls) for r in rows]),
        ("  not heard", [_share(r.missed, r.calls) for r in rows]),
        ("  heard where nobody called", [str(r.invented) for r in rows]),
    ):
        table.add_row(title, *cells)
    return table


def _share(count: int, of: int) -> str:
    return f"{100 * count / max(1, of):.1f} %"


def _own(row: Figures, figure: str) -> str:
    """What was measured with the referee alone, once for all who call."""
    return figure if row.phrases else ""
