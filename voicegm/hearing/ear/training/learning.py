"""A small network of dense layers, taught with numpy alone: the same seed gives the same numbers.

It has a class for each phrase and one for each other word. Rejecting is then choosing another
word, which told strangers from phrases better than one class for all that is no phrase.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Recipe:
    """How the network is taught."""

    hidden: int = 256
    epochs: int = 20
    batch: int = 256
    rate: float = 1e-3
    """Of Adam, warmed up and then falling along a cosine."""
    decay: float = 1e-4
    drop: float = 0.5
    """Share of hidden units left out at each step."""
    noise: float = 0.7
    """Added to what comes in, in standard deviations: there are only so many synthetic voices."""
    smooth: float = 0.1
    """Share of belief that is spread over all classes, so that doubt stays possible."""


@dataclass(frozen=True)
class Layers:
    """Two dense layers, with the normalisation of what comes in."""

    mean: Matrix
    scale: Matrix
    weights: tuple[Matrix, Matrix]
    biases: tuple[Matrix, Matrix]


Wrong = Callable[[Matrix, NDArray[np.int64]], Matrix]
"""How wrong scores are (a row for each of these lessons): the slope of the loss along each."""


def taught(
    vectors: Matrix,
    classes: NDArray[np.int64],
    recipe: Recipe,
    seed: int,
    progress: Callable[[int], None] = lambda _done: None,
) -> Layers:
    """Layers that tell the classes of these vectors (a row each) apart."""

    def wrong(scores: Matrix, chosen: NDArray[np.int64]) -> Matrix:
        off = softmax(scores)
        off -= recipe.smooth / off.shape[1]
        off[np.arange(len(chosen)), classes[chosen]] -= 1 - recipe.smooth
        return off

    return _taught(vectors, int(classes.max()) + 1, wrong, recipe, seed, progress)


def taught_to_find(
    vectors: Matrix,
    there: Matrix,
    start: Layers,
    recipe: Recipe,
    seed: int,
    progress: Callable[[int], None] = lambda _done: None,
) -> Layers:
    """Layers that say of each column of `there` (1, 0, or neither where it does not matter)
    whether it is so, in log odds; they go on from what is known by `start`."""

    def wrong(scores: Matrix, chosen: NDArray[np.int64]) -> Matrix:
        wanted = there[chosen]
        off = 1 / (1 + np.exp(-scores)) - wanted
        return np.asarray(np.where((wanted == 0) | (wanted == 1), off, 0), dtype=np.float32)

    return _taught(vectors, there.shape[1], wrong, recipe, seed, progress, start)


def _taught(
    vectors: Matrix,
    count: int,
    wrong: Wrong,
    recipe: Recipe,
    seed: int,
    progress: Callable[[int], None],
    start: Layers | None = None,
) -> Layers:
    random = np.random.default_rng(seed)
    mean = vectors.mean(axis=0)
    scale = 1 / (vectors.std(axis=0) + 1e-3)
    inputs = (vectors - mean) * scale
    size = inputs.shape[1]
    known = _known(start, mean, scale) if start else _start(size, recipe.hidden, count, random)
    hidden = known[0].shape[1]
    adam = _Adam(known, recipe)
    steps = recipe.epochs * -(-len(inputs) // recipe.batch)
    for epoch in range(recipe.epochs):
        order = random.permutation(len(inputs))
        for at in range(0, len(order), recipe.batch):
            chosen = order[at : at + recipe.batch]
            kept = random.random((len(chosen), hidden), dtype=np.float32) > recipe.drop
            noise = recipe.noise * random.standard_normal((len(chosen), size), dtype=np.float32)
            slopes = _slopes(adam.layers, inputs[chosen] + noise, kept, recipe.drop, wrong, chosen)
            adam.step(slopes, steps)
        progress(epoch + 1)
    w0, w1, b0, b1 = adam.layers
    return Layers(mean, scale, (w0, w1), (b0, b1))


def _start(inputs: int, hidden: int, count: int, random: np.random.Generator) -> list[Matrix]:
    first = random.standard_normal((inputs, hidden)) * np.sqrt(2 / inputs)
    second = random.standard_normal((hidden, count)) * 0.3 * np.sqrt(2 / hidden)
    zeros = [np.zeros(hidden), np.zeros(count)]
    return [array.astype(np.float32) for array in (first, second, *zeros)]


def _known(layers: Layers, mean: Matrix, scale: Matrix) -> list[Matrix]:
    """What layers know, for inputs that are normalised in another way."""
    raw = layers.weights[0] * layers.scale[:, None]
    first_bias = layers.biases[0] + (mean - layers.mean) @ raw
    known = (raw / scale[:, None], layers.weights[1], first_bias, layers.biases[1])
    return [array.astype(np.float32) for array in known]


def _slopes(
    layers: list[Matrix],
    inputs: Matrix,
    kept: NDArray[np.bool_],
    drop: float,
    wrong: Wrong,
    chosen: NDArray[np.int64],
) -> list[Matrix]:
    """Slopes of the mean loss along both weights and both biases."""
    w0, w1, b0, b1 = layers
    gate = kept.astype(np.float32) / np.float32(1 - drop)
    before = inputs @ w0 + b0
    gate *= before > 0
    hidden = before * gate
    off = wrong(hidden @ w1 + b1, chosen)
    off /= np.float32(len(chosen))
    back = (off @ w1.T) * gate
    return [inputs.T @ back, hidden.T @ off, back.sum(axis=0), off.sum(axis=0)]


class _Adam:
    def __init__(self, layers: list[Matrix], recipe: Recipe) -> None:
        self.layers = layers
        self._recipe = recipe
        self._mean = [np.zeros_like(layer) for layer in layers]
        self._square = [np.zeros_like(layer) for layer in layers]
        self._step = 0

    def step(self, slopes: list[Matrix], of: int) -> None:
        self._step += 1
        t = self._step
        rate = self._recipe.rate * min(1.0, t / 100) * (0.5 + 0.5 * np.cos(np.pi * t / of))
        for layer, slope, mean, square in zip(
            self.layers, slopes, self._mean, self._square, strict=True
        ):
            np.add(mean, 0.1 * (slope - mean), out=mean)
            np.add(square, 0.001 * (np.square(slope) - square), out=square)
            change = mean / (1 - 0.9**t) / (np.sqrt(square / (1 - 0.999**t)) + 1e-8)
            if layer.ndim == 2:
                change += self._recipe.decay * layer
            np.subtract(layer, np.float32(rate) * change, out=layer)


def softmax(scores: Matrix) -> Matrix:
    """Chances that add up to one along the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)
