"""Says so where a language is heard by way of experiment."""

from __future__ import annotations

import click

from voicegm.languages.pack import Pack


def tell(pack: Pack, engine: str = "sphinx") -> None:
    """One line on stderr, if the embedded engine is to hear a language that it hears badly."""
    if engine == "sphinx" and pack.warning:
        click.echo(pack.warning, err=True)
