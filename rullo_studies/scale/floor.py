"""The floor of boards of segments: small minimal stopping sets, with their probabilities and the places that they have.

Which cells of a box belong to a set, its pattern, decides in how many places of the board it is: in those where its
rows and columns cross in each cell. Sets of two rows, or of two columns, fill their box, and the predictor's samples
are taken. Of larger ones all sets of a box are sampled, also those that leave cells of it empty, each with its weight.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial, sqrt

import numpy as np

from rullo_core.rullo.predicting import BLOCKS, KEPT, STRIPS, Floor, pool_of
from rullo_core.rullo.request import FAIR
from rullo_studies.rullo.stopping_sets import sample_boxes
from rullo_studies.scale.segments import Cut, canonical_order, count_places, draw_places

TRIES = 200_000
"""How often all columns of a box but the last are drawn."""

MOST_VALUES = {(3, 3): 40, (3, 4): 40, (4, 4): 20}
"""The greatest number of values for which boxes are sampled: with more, there are hardly any sets."""

PLACES = 200
"""Random places of a pattern, at which its sets are planted."""

SEED = 1
"""The seed of sampled sets, which are the same on all boards."""


@lru_cache(maxsize=128)
def boxes_of(shape: tuple[int, int], largest: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return sampled sets of a shape over 1 to R: boxes in canonical order, the number of each one's pattern, and the
    mean number of sets that each stands for, in a row for each part of the sample.
    """
    boxes, means = sample_boxes(*shape, tuple(range(1, largest + 1)), TRIES, SEED)
    patterns, of_box = np.unique(boxes.reshape(-1, shape[0] * shape[1]) != 0, axis=0, return_inverse=True)
    moved = np.empty_like(boxes)
    for i, pattern in enumerate(patterns.reshape(-1, *shape)):
        is_of_pattern = of_box.ravel() == i
        rows, columns = canonical_order(pattern)
        moved[is_of_pattern] = boxes[is_of_pattern][:, rows][:, :, columns]
    _, pattern_of = np.unique(moved.reshape(-1, shape[0] * shape[1]) != 0, axis=0, return_inverse=True)
    return moved, pattern_of.ravel(), means


@lru_cache(maxsize=4096)
def _random_places(pattern: bytes, shape: tuple[int, int], cut: Cut) -> np.ndarray:
    """Return random places of a pattern, which are the same for all numbers."""
    rng = np.random.default_rng([SEED, *pattern, *cut])
    return draw_places(np.frombuffer(pattern, bool).reshape(shape), cut, PLACES, rng)


def floor_of(shape: tuple[int, int], largest: int, cut: Cut) -> Floor | None:
    """Return the sets of a shape on a board of segments, or None if there are none."""
    orders = factorial(shape[0]) * factorial(shape[1])
    rng = np.random.default_rng([SEED, largest, *shape, *cut])
    if min(shape) == 2:
        pool = pool_of((2, max(shape)), tuple(range(1, largest + 1)), FAIR)
        sets = pool.sets if shape[0] == 2 else pool.sets.transpose(0, 2, 1).copy()
        pattern = np.ones(shape, bool)
        number = count_places(pattern, cut) if len(sets) else 0
        if not number:
            return None
        expected = pool.probability * number / orders
        places = _random_places(pattern.tobytes(), shape, cut)[rng.integers(PLACES, size=len(sets))]
        return Floor(shape, expected, expected * pool.relative_error, sets, places)
    transposed = shape[0] > shape[1]
    boxes, pattern_of, means = boxes_of((min(shape), max(shape)), largest)
    if transposed:
        boxes = boxes.transpose(0, 2, 1)
    patterns = {number: boxes[pattern_of.tolist().index(number)] != 0 for number in set(pattern_of.tolist())}
    numbers = np.array([count_places(patterns[number], cut) for number in range(len(patterns))])
    if not numbers.any():
        return None
    of_parts = means @ numbers[pattern_of] / orders
    weights = means.sum(axis=0) * numbers[pattern_of]
    draws = rng.choice(len(boxes), KEPT, p=weights / weights.sum())
    places = np.zeros((KEPT, *shape), np.int64)
    for number in set(pattern_of[draws].tolist()):
        is_of_pattern = pattern_of[draws] == number
        places_of_pattern = _random_places(patterns[number].tobytes(), shape, cut)
        places[is_of_pattern] = places_of_pattern[rng.integers(PLACES, size=int(is_of_pattern.sum()))]
    error = float(of_parts.std(ddof=1)) / sqrt(len(of_parts))
    return Floor(shape, float(of_parts.mean()), error, np.ascontiguousarray(boxes[draws]), places)


@lru_cache(maxsize=16)
def floors_of(largest: int, cut: Cut) -> tuple[Floor, ...]:
    """Return the sets of each small shape that fits into half of a board, over 1 to R."""
    shapes = [*STRIPS, *(block for block in BLOCKS if largest <= MOST_VALUES[block])]
    oriented = dict.fromkeys(shape for block in shapes for shape in (block, block[::-1]))
    floors = [floor_of(shape, largest, cut) for shape in oriented if 2 * shape[0] * shape[1] <= cut[0] * cut[1]]
    return tuple(floor for floor in floors if floor is not None)
