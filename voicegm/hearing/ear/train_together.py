"""Teach the ear two voices at once.

    python -m voicegm.hearing.ear.train_together en --kokoro FOLDER

Only synthetic voices are taught with. The same seed, voices and word list give the same head.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from voicegm.errors import BadInput
from voicegm.hearing.ear.embedding import CENTRES, SIZE
from voicegm.hearing.ear.head import Head
from voicegm.hearing.ear.head import path_of as single_path
from voicegm.hearing.ear.together import (
    BORDERS_MS,
    BOTH,
    NEITHER,
    ONE,
    ONE_AND_MORE,
    OTHER,
    OTHER_AND_MORE,
    TogetherHead,
    clues,
    dense,
    path_of,
)
from voicegm.hearing.ear.train import folded, ordinary_words, studio_for, teaching_options
from voicegm.hearing.ear.training.learning import Layers, Recipe, taught, taught_to_find
from voicegm.hearing.ear.training.lessons import KOKORO
from voicegm.hearing.ear.training.mixtures import (
    Heard,
    keys_of,
    phrases,
    studied,
    takes,
)
from voicegm.languages.pack import load
from voicegm.sound.frames import Samples

FINDING = Recipe(epochs=12, drop=0.3, noise=0.5, smooth=0.0, rate=1e-3)
READING = Recipe(hidden=128, epochs=20, drop=0.1, noise=0.1, smooth=0.0, rate=2e-3)
SCENES = 48_000
_HERE_MS, _ELSEWHERE_MS = 80, 140
"""A call is found at the centres this near to its own, and at none that are farther than that."""
_TABLES = (4, 6, 8)
"""So many phrases are in play at a table."""
_TABLES_A_SCENE = 5
_FURTHER = 256
"""So many units learn what the head for single words does not know."""
_FAINT = 0.02
"""How strong connections are at first that are still to be learned."""
_TO_READ = 1 / 3
"""Share of the scenes that the readers are taught with. The finders have not met those: of scenes
that they know they are surer than of any to come, and the readers would believe them."""
_MAY_WIN, _IN_PLAY = 0.9, 0.5
"""Shares of the words called that may win, and of the others that are in play at all."""


def trained(
    scenes: list[Heard],
    said: dict[str, list[tuple[str, str]]],
    single: Head,
    seed: int,
    bars: Progress | None = None,
) -> TogetherHead:
    """A head that was taught with these scenes, and goes on from the one for single words."""
    bars = bars or Progress(disable=True)
    learning = bars.add_task("learning", total=FINDING.epochs)
    keys = keys_of(said)
    known = scenes[: round(len(scenes) * (1 - _TO_READ))]
    vectors = np.concatenate([scene.vectors for scene in known])
    there = np.concatenate([_there(scene, keys) for scene in known])
    finders = taught_to_find(
        vectors,
        there,
        _of_phrases(single, keys, vectors, seed),
        FINDING,
        seed,
        lambda done: bars.update(learning, completed=done),
    )
    forms = {key: single.forms[key] for key in keys}
    origin = f"{len(scenes)} scenes, seed {seed}"
    head = TogetherHead(keys, forms, origin, folded(finders), folded(finders))
    rows, cases = _read(head, scenes[len(known) :], said, seed)
    return replace(head, readers=folded(taught(rows, cases, READING, seed)))


def _there(scene: Heard, keys: Sequence[str]) -> Samples:
    """For each centre and key: 1 where it is called, 0 where it is not, between them nearby; last,
    whether there is more than one voice."""
    there = np.zeros((len(CENTRES), len(keys) + 1), np.float32)
    there[:, -1] = scene.voices > 1
    for row, centre in enumerate(CENTRES):
        for call in scene.calls:
            off_ms = abs(10 * centre - call.centre_ms)
            column = keys.index(call.key)
            if off_ms <= _HERE_MS:
                there[row, column] = 1
            elif off_ms <= _ELSEWHERE_MS and not there[row, column]:
                there[row, column] = 0.5
    return there


def _of_phrases(single: Head, keys: Sequence[str], vectors: Samples, seed: int) -> Layers:
    """What the head for single words knows of the phrases, as log odds against all else; how many
    voices there are it does not know, nor how high they sound. Further units know nothing yet."""
    random = np.random.default_rng(seed)
    columns = [single.classes.index(key) for key in keys]
    some = vectors[:: max(1, len(vectors) // 1000)]
    scores = dense(some[:, :SIZE], (single.weights, single.biases))
    all_else = float(np.log(np.exp(scores - scores.max()).sum(axis=1)).mean() + scores.max())
    size, hidden = vectors.shape[1], single.weights[0].shape[1]
    high = np.zeros((size - SIZE, hidden))
    further = random.standard_normal((size, _FURTHER)) * np.sqrt(2 / size)
    further /= some.std(axis=0)[:, None] + 1e-3
    voices = _FAINT * random.standard_normal((hidden, 1))
    said = np.hstack([single.weights[1][:, columns], voices])
    unheard = _FAINT * random.standard_normal((_FURTHER, len(keys) + 1))
    first = np.hstack([np.vstack([single.weights[0], high]), further])
    first_bias = np.append(single.biases[0], -some.mean(axis=0) @ further)
    second_bias = np.append(single.biases[1][columns] - all_else, 0)
    return Layers(
        np.zeros(size, np.float32),
        np.ones(size, np.float32),
        (first.astype(np.float32), np.vstack([said, unheard]).astype(np.float32)),
        (first_bias.astype(np.float32), second_bias.astype(np.float32)),
    )


def _read(
    head: TogetherHead,
    scenes: list[Heard],
    said: dict[str, list[tuple[str, str]]],
    seed: int,
) -> tuple[Samples, NDArray[np.int64]]:
    """What there is to tell the cases of two words by, at tables where those may win."""
    random = np.random.default_rng(seed)
    kinds = {
        key: tuple(dict.fromkeys(k for k, _ in some)) for some in said.values() for key, _ in some
    }
    rows, cases = [], []
    for scene in scenes:
        found = head.found(scene.vectors)
        called = list(dict.fromkeys(call.key for call in scene.calls))
        any_key = head.keys[int(random.integers(len(head.keys)))]
        kind = kinds[called[0] if called else any_key]
        for _ in range(_TABLES_A_SCENE):
            pair, others = _table(called, kind, random)
            if len(set(pair)) < 2:
                continue
            columns = [head.keys.index(key) for key in (*pair, *others)]
            rows.append(clues(found, (columns[0], columns[1]), columns[2:], scene.long_ms))
            cases.append(case(scene, *pair))
    return np.array(rows), np.array(cases)


def _table(
    called: list[str], kind: Sequence[str], random: Generator
) -> tuple[list[str], list[str]]:
    """Two words that may win, mostly those called, and the others in play."""
    free = [key for key in kind if key not in called]
    strangers = [free[int(place)] for place in random.permutation(len(free))[: max(_TABLES)]]
    pair = [key for key in called[:2] if random.random() < _MAY_WIN]
    while len(pair) < 2 and strangers:
        pair.append(strangers.pop())
    size = int(random.choice(_TABLES)) - len(pair)
    wrong = [key for key in called if key not in pair and random.random() < _IN_PLAY]
    return [pair[int(place)] for place in random.permutation(len(pair))], [*wrong, *strangers][
        :size
    ]


def case(scene: Heard, one: str, other: str) -> int:
    """Which case a scene is, for two words that may win."""
    onsets_ms = {call.key: call.onset_ms for call in reversed(scene.calls)}
    alone = scene.voices == 1
    if one in onsets_ms and other in onsets_ms:
        apart_ms = onsets_ms[other] - onsets_ms[one]
        return BOTH + int(np.searchsorted(BORDERS_MS, apart_ms, side="right"))
    if one in onsets_ms:
        return ONE if alone else ONE_AND_MORE
    if other in onsets_ms:
        return OTHER if alone else OTHER_AND_MORE
    return NEITHER


@click.command(help=__doc__)
@teaching_options
@click.option("--scenes", default=SCENES, show_default=True)
def main(
    language: str,
    kokoro: Path | None,
    seed: int,
    scenes: int,
    processes: int,
    output: Path | None,
) -> None:
    """Let people call at once, learn who did, and write the head."""
    studio = studio_for(language, seed, kokoro)
    if kokoro is None:
        click.echo(f"Without {KOKORO}: the head will hear people less well (docs/ear.md).")
    try:
        pack = load(language)
        words = ordinary_words(pack)
        said = phrases(pack)
        pool = takes(studio, pack, words, neural=kokoro is not None)
        with Progress(
            "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        ) as bars:
            listening = bars.add_task("listening", total=scenes)
            heard = studied(
                said,
                words,
                pool,
                count=scenes,
                seed=seed,
                processes=processes,
                progress=lambda done: bars.update(listening, completed=done),
            )
            head = trained(heard, said, Head.load(single_path(language)), seed, bars)
    except BadInput as error:
        raise click.UsageError(str(error)) from error
    path = output or path_of(language)
    head.save(path)
    click.echo(f"{path}: {head.origin}; {len(head.keys)} phrases, {path.stat().st_size} bytes.")


if __name__ == "__main__":
    main()
