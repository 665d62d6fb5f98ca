"""Teach the ear a language: `python -m voicegm.hearing.ear.train en --kokoro FOLDER`.

Only synthetic voices are taught with; no recording of anybody goes into a head. The same seed,
voices and word list give the same head.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
import platformdirs
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from voicegm.errors import BadInput
from voicegm.hearing.ear.head import Head, path_of, spoken_forms
from voicegm.hearing.ear.training.learning import Layers, Recipe, taught
from voicegm.hearing.ear.training.lessons import (
    ESPEAK,
    KOKORO,
    Lesson,
    Plan,
    Studio,
    lessons,
    others,
    studied,
)
from voicegm.hearing.ear.training.voices import ESpeak
from voicegm.languages.pack import Pack, load
from voicegm.sound.frames import Samples

Spoken = Callable[[Pack], dict[str, list[str]]]
"""The spoken forms, by key, that a head is to know of a pack."""


def trained(
    studio: Studio,
    made: list[Lesson],
    recipe: Recipe,
    processes: int,
    bars: Progress | None = None,
    *,
    spoken: Spoken = spoken_forms,
) -> Head:
    """A head that was taught these lessons; it knows the phrases that are `spoken`."""
    bars = bars or Progress(disable=True)
    listening = bars.add_task("listening", total=len(made))
    learning = bars.add_task("learning", total=recipe.epochs)
    vectors, labels = studied(
        studio, made, processes, lambda done: bars.update(listening, completed=done)
    )
    classes, numbers = np.unique(labels, return_inverse=True)
    layers = taught(
        vectors, numbers, recipe, studio.seed, lambda done: bars.update(learning, completed=done)
    )
    names = sorted({lesson.voices for lesson in made})
    origin = f"{len(vectors)} utterances by {' and '.join(names)}, seed {studio.seed}"
    forms = spoken(load(studio.language))
    return Head(tuple(map(str, classes)), forms, origin, *folded(layers))


def folded(layers: Layers) -> tuple[tuple[Samples, Samples], tuple[Samples, Samples]]:
    """The layers' weights and biases, with the normalisation worked into the first of them."""
    first = layers.weights[0] * layers.scale[:, None]
    first_bias: Samples = layers.biases[0] - layers.mean @ first
    return (first, layers.weights[1]), (first_bias, layers.biases[1])


def ordinary_words(pack: Pack) -> tuple[str, ...]:
    """The words that are taught as no phrase."""
    more = Path(__file__).with_name(f"others-{pack.code}.txt")
    listed = more.read_text("utf-8").split() if more.exists() else []
    espeak = ESpeak(pack.code)
    return others(pack, listed, lambda text: espeak.phonemes(text, pack.code))


Command = TypeVar("Command", bound=Callable[..., object])


def teaching_options(command: Command) -> Command:
    """What every command that teaches a head can be told."""
    for option in (
        click.option(
            "--output", type=click.Path(path_type=Path), help="Instead of the shipped head."
        ),
        click.option("--processes", default=os.cpu_count() or 1, show_default=True),
        click.option("--seed", default=1, show_default=True),
        click.option(
            "--kokoro", type=click.Path(path_type=Path), help="Folder of the neural voice."
        ),
        click.argument("language", default="en"),
    ):
        command = option(command)
    return command


def studio_for(language: str, seed: int, kokoro: Path | None) -> Studio:
    """A studio that keeps what the slow voice says in the user's cache."""
    sounds = Path(platformdirs.user_cache_dir("voicegm", appauthor=False)) / "ear"
    sounds.mkdir(parents=True, exist_ok=True)
    return Studio(language, seed, kokoro, sounds)


def teach(
    studio: Studio,
    lessons_of: Callable[[Pack], list[Lesson]],
    spoken: Spoken,
    processes: int,
    path: Path,
    recipe: Callable[[Pack], Recipe] = lambda _pack: Recipe(),
) -> None:
    """Have lessons said, spoiled and learned, and write the head, as a command that tells how it
    gets on; without the slow voice its lessons are left out."""
    try:
        made = lessons_of(load(studio.language))
        if studio.kokoro is None:
            made = [lesson for lesson in made if lesson.voices == ESPEAK]
            click.echo(f"Without {KOKORO}: the head will hear people less well (docs/ear.md).")
        with Progress(
            "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        ) as bars:
            recipe_of = recipe(load(studio.language))
            head = trained(studio, made, recipe_of, processes, bars, spoken=spoken)
    except BadInput as error:
        raise click.UsageError(str(error)) from error
    head.save(path)
    click.echo(f"{path}: {head.origin}; {len(head.classes)} classes, {path.stat().st_size} bytes.")


@click.command(help=__doc__)
@teaching_options
def main(
    language: str, kokoro: Path | None, seed: int, processes: int, output: Path | None
) -> None:
    """Say everything, spoil it, learn it, and write the head."""
    teach(
        studio_for(language, seed, kokoro),
        lambda pack: lessons(pack, ordinary_words(pack), Plan(), seed),
        spoken_forms,
        processes,
        output or path_of(language),
    )


if __name__ == "__main__":
    main()
