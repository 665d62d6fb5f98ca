"""Two curves as a picture: how calls are ruled on by the gap between them, and what each engine
hears against what it lets through."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from voicegm.errors import BadInput
from voicegm.table.bench_hearing import Figures
from voicegm.table.bench_order import Fate, Row

FORMS = (".png", ".svg")
FATES = {Fate.RIGHT: "tab:green", Fate.TIED: "tab:blue", Fate.ASKED: "tab:orange"}
FATES |= {Fate.WRONG: "tab:red", Fate.MISSED: "tab:gray"}
MOST_LET_THROUGH = 40
"""Percent: nobody would play with more."""


def check_plot(path: Path | None) -> None:
    """`BadInput` for a picture that could not be drawn, before anything is measured for it."""
    if path is None:
        return
    if path.suffix.lower() not in FORMS:
        raise BadInput(f"--plot {path}: give a name that ends in .png or .svg")
    _pyplot()


def plot(
    path: Path, order: Sequence[tuple[str, Sequence[Row]]], hearing: Sequence[Figures]
) -> None:
    """Draw what was measured: a panel for each kind of microphones and voices, one for engines."""
    pyplot = _pyplot()
    panels = len(order) + bool(hearing)
    figure, axes = pyplot.subplots(1, panels, figsize=(5.5 * panels, 4.2), squeeze=False)
    for axis, (title, rows) in zip(axes[0], order, strict=False):
        _draw_order(axis, title, rows)
    if hearing:
        _draw_hearing(axes[0][-1], hearing)
    figure.tight_layout()
    try:
        figure.savefig(path)
    except OSError as error:
        raise BadInput(f"--plot {path} cannot be written ({error.strerror})") from error
    finally:
        pyplot.close(figure)


def _draw_order(axis: Any, title: str, rows: Sequence[Row]) -> None:
    gaps_ms = [row.gap_ms for row in rows]
    for fate, colour in FATES.items():
        shares = [row.share(fate) for row in rows]
        axis.plot(gaps_ms, shares, marker=".", color=colour, label=fate.value)
    axis.set(title=title, xlabel="ms between two calls", ylabel="%", ylim=(-2, 102))
    axis.legend()


def _draw_hearing(axis: Any, hearing: Sequence[Figures]) -> None:
    for figures in hearing:
        through = [point.let_through for point in figures.curve]
        axis.plot(through, [point.right for point in figures.curve], label=figures.engine)
    axis.set(
        title=f"eight animals in play, {hearing[0].source}",
        xlabel="other words let through, %",
        ylabel="calls heard rightly, %",
        xlim=(0, MOST_LET_THROUGH),
        ylim=(0, 102),
    )
    axis.legend()


def _pyplot() -> Any:
    try:
        import matplotlib  # noqa: PLC0415  (slow, and an extra)
        from matplotlib import pyplot  # noqa: PLC0415
    except ImportError as error:
        raise BadInput(
            "--plot draws with matplotlib, which is not here: pip install 'voicegm[bench]'"
        ) from error
    matplotlib.use("Agg")
    return pyplot
