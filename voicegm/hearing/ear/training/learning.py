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


def taught(
    vectors: Matrix,
    classes: NDArray[np.int64],
    recipe: Recipe,
    seed: int,
    progress: Callable[[int], None] = lambda _done: None,
) -> Layers:
    """Layers that tell the classes of these vectors (a row each) apart."""
    random = np.random.default_rng(seed)
    mean = vectors.mean(axis=0)
    scale = 1 / (vectors.std(axis=0) + 1e-3)
    inputs = (vectors - mean) * scale
    size, count = inputs.shape[1], int(classes.max()) + 1
    adam = _Adam(_start(size, recipe.hidden, count, random), recipe)
    steps = recipe.epochs * -(-len(inputs) // recipe.batch)
    for epoch in range(recipe.epochs):
        order = random.permutation(len(inputs))
        for at in range(0, len(order), recipe.batch):
            chosen = order[at : at + recipe.batch]
            kept = random.random((len(chosen), recipe.hidden), dtype=np.float32) > recipe.drop
            noise = recipe.noise * random.standard_normal((len(chosen), size), dtype=np.float32)
            noisy = inputs[chosen] + noise
            slopes = _slopes(adam.layers, noisy, classes[chosen], kept, recipe)
            adam.step(slopes, steps)
        progress(epoch + 1)
    w0, w1, b0, b1 = adam.layers
    return Layers(mean, scale, (w0, w1), (b0, b1))


def _start(inputs: int, hidden: int, count: int, random: np.random.Generator) -> list[Matrix]:
    first = random.standard_normal((inputs, hidden)) * np.sqrt(2 / inputs)
    second = random.standard_normal((hidden, count)) * 0.3 * np.sqrt(2 / hidden)
    zeros = [np.zeros(hidden), np.zeros(count)]
    return [array.astype(np.float32) for array in (first, second, *zeros)]


def _slopes(
    layers: list[Matrix],
    inputs: Matrix,
    classes: NDArray[np.int64],
    kept: NDArray[np.bool_],
    recipe: Recipe,
) -> list[Matrix]:
    """Slopes of the mean cross-entropy along both weights and both biases."""
    w0, w1, b0, b1 = layers
    gate = kept.astype(np.float32) / np.float32(1 - recipe.drop)
    before = inputs @ w0 + b0
    gate *= before > 0
    hidden = before * gate
    wrong = softmax(hidden @ w1 + b1)
    wrong -= recipe.smooth / wrong.shape[1]
    wrong[np.arange(len(classes)), classes] -= 1 - recipe.smooth
    wrong /= len(classes)
    back = (wrong @ w1.T) * gate
    return [inputs.T @ back, hidden.T @ wrong, back.sum(axis=0), wrong.sum(axis=0)]


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
    """Probabilities, a row each."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float32)
