"""How many random Rullos are simple, predicted from single lines and small sets of cells: why passes stop.

A Rullo is a product code on an erasure channel, and a pass half an iteration of its decoder. It gets stuck for one of
two reasons, so that with independent numbers of small sets

    P(simple) = P(bulk) exp(-sum of lambda r)

* P(bulk) is the probability that passes leave nothing, or only small sets of cells unknown, on a board whose lines are
  decoupled: a cell has one number for its row, and another one of the same size class for its column.
* lambda is the expected number of minimal stopping sets of a shape in a Rullo. Such cells stay unknown even if all
  others are known.
* r is the *hold-up*: by which factor such a set in the board changes P(bulk), as its lines say less to others.

All three are estimated from random boards and sets. No constant is fitted; the number of size classes, the shapes that
are small, and the half of the board that they may cover at most are choices.

Two parts are exact identities if P(bulk) and r are those of Rullos. A Rullo is simple if and only if only small sets
stay unknown and none does; and given that only small sets do, the expected number of minimal ones is the sum of
lambda r. Three parts are approximations: that the lines are decoupled, that the number of small sets is Poisson, and
that there are no other small sets than those sampled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, exp, nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.kernels.predicting import boards as boards_kernel
from rullo_core.rullo.kernels.predicting import sets as sets_kernel
from rullo_core.rullo.prediction import Prediction, StoppingSets
from rullo_core.runs.shards import run_on_threads

if TYPE_CHECKING:
    from rullo_core.rullo.request import PredictionRequest

MOST_CLASSES = 4
"""The greatest number of size classes by default; each has at least two numbers."""

STRIPS = tuple((2, length) for length in range(2, 7))
BLOCKS = ((3, 3), (3, 4), (4, 4))
"""The shapes of minimal stopping sets that are looked for; and the same with rows and columns exchanged."""

MOST_VALUES_OF_BLOCKS = 40
"""The greatest number of values for which blocks are looked for: with more, there are hardly any."""

KEPT = 600
"""The greatest number of stopping sets of a shape that are planted."""

STRIP_TRIES, COLUMN_TRIES, BLOCK_TRIES = 200_000, 400_000, 3_000_000
"""The numbers of rows, columns and blocks that are drawn for stopping sets."""

POOL_SEED = 1
"""The seed of stopping sets: they are the same for all predictions with the same numbers."""

FIRST_BOARDS, MOST_BOARDS = 2000, 40_000
"""The numbers of boards, without or with a planted set: at least, and at most."""

PART = 500
"""Boards that a thread takes at a time."""

FEWEST_BOARDS = 50
"""With fewer boards of some passes, they have the hold-up of all with as many passes or more."""

NEGLIGIBLE = 2e-4
"""With fewer expected stopping sets, none is planted."""

MOST_HALVES = 255
"""The greatest number of passes of both orders that is told apart."""


class Ends(NamedTuple):
    """How passes end on boards."""

    small: np.ndarray  # bool: whether only small sets stay unknown
    halves: np.ndarray  # int64: the last passes that fix cells, of both orders together
    unknown: np.ndarray  # int64: the number of unknown cells


class Pool(NamedTuple):
    """Minimal stopping sets of a shape, with the probability that given cells of a Rullo of this shape are one."""

    probability: float
    relative_error: float  # of the probability, one standard error
    sets: np.ndarray  # int64[sets, rows, columns]: numbers, negative in included cells, 0 outside the set


class Floor(NamedTuple):
    """The minimal stopping sets of a shape on a board."""

    shape: tuple[int, int]
    expected: float
    error: float  # of the expected number, one standard error
    sets: np.ndarray


def classes_of(values: Sequence[int], classes: int) -> boards_kernel.Classes:
    """Return the size classes of some numbers, in ascending order, of which each has about as many."""
    number = len(values)
    of_place = np.arange(number) * classes // number
    first = -(-of_place * number // classes)
    end = -(-(of_place + 1) * number // classes)
    return boards_kernel.Classes(np.array(values, np.int64), first, end)


def usual_classes(values: Sequence[int]) -> int:
    """Return the default number of size classes."""
    return max(1, min(MOST_CLASSES, len(values) // 2))


@lru_cache(maxsize=512)
def pool_of(shape: tuple[int, int], values: tuple[int, ...], included: float) -> Pool:
    """Return sampled minimal stopping sets of a shape, which do not depend on the size of the board."""
    height, width = shape
    sets = np.zeros((KEPT, height, width), np.int64)
    if height == 2:
        different, counts = np.unique(np.array(values), return_counts=True)
        equal = float((counts / len(values)) ** 2 @ np.ones(len(counts)))
        weights = (counts / len(values)) ** 2 / equal
        place_of = np.full(different[-1] + 1, -1)
        place_of[different] = np.arange(len(different))
        mean, square, kept = sets_kernel.sample_strips(
            different, weights, np.cumsum(weights), place_of, STRIP_TRIES, rng_from_seed(POOL_SEED, width), sets
        )
        if not kept:
            return Pool(0.0, 0.0, sets[:0])
        probability = mean * (2 * included * (1 - included) * equal) ** width
        return Pool(probability, sqrt(max(square / mean**2 - 1, 0) / STRIP_TRIES), sets[:kept])
    columns, cells = open_columns(height, values, included)
    if not len(columns):
        return Pool(0.0, 0.0, sets[:0])
    rng = rng_from_seed(POOL_SEED, 100 * height + width)
    kept, tries = sets_kernel.sample_blocks(columns, cells, BLOCK_TRIES, rng, sets)
    probability = (len(columns) / COLUMN_TRIES) ** width * kept / tries
    return Pool(probability, 1 / sqrt(max(kept, 1)), sets[:kept])


@lru_cache(maxsize=64)
def open_columns(height: int, values: tuple[int, ...], included: float) -> tuple[np.ndarray, np.ndarray]:
    """Return random columns that have a way, and the cells of their ways."""
    columns, cells = np.empty((COLUMN_TRIES, height), np.int64), np.empty(COLUMN_TRIES, np.int64)
    rng = rng_from_seed(POOL_SEED, 10 + height)
    number = sets_kernel.sample_open_columns(np.array(values, np.int64), included, rng, columns, cells)
    return columns[:number], cells[:number]


def floors(height: int, width: int, values: tuple[int, ...], included: float) -> Iterator[Floor]:
    """Yield the stopping sets of each small shape that fits into half of a board."""
    for rows, columns in (*STRIPS, *(BLOCKS if len(values) <= MOST_VALUES_OF_BLOCKS else ())):
        if 2 * rows * columns > height * width:
            continue
        pool = pool_of((rows, columns), values, included)
        for shape in dict.fromkeys([(rows, columns), (columns, rows)]):
            if len(pool.sets) and shape[0] <= height and shape[1] <= width:
                expected = comb(height, shape[0]) * comb(width, shape[1]) * pool.probability
                sets = pool.sets if shape == (rows, columns) else pool.sets.transpose(0, 2, 1).copy()
                yield Floor(shape, expected, expected * pool.relative_error, sets)


@dataclass(frozen=True)
class Process:
    """Passes on random boards with decoupled lines."""

    height: int
    width: int
    classes: boards_kernel.Classes
    included: float
    seed: int

    def run(self, number: int, sets: np.ndarray | None = None) -> Ends:
        """Return the ends of some boards, each with one of the sets in its upper left corner, if there are any."""
        planted = np.zeros((0, 1, 1), np.int64) if sets is None else sets
        seed = np.uint64(2 * self.seed % 2**64 + (sets is not None))
        shape, largest = (self.height, self.width), int(self.classes.values[-1])

        def work(first: int, stop: np.ndarray) -> Ends:
            count = min(PART, number - first)
            ends = Ends(np.empty(count, np.bool_), *np.empty((2, count), np.int64))
            board, rng = boards_kernel.board_for(*shape, largest), rng_from_seed(0, 0)
            boards_kernel.run_boards(
                board, *shape, self.classes, self.included, planted, seed, np.int64(first), rng, *ends, stop
            )
            return ends

        parts = run_on_threads(range(0, number, PART), work)
        return Ends(*map(np.concatenate, zip(*parts, strict=True)))


def predict(request: PredictionRequest) -> Prediction:
    """Predict how many random Rullos are simple, in how many passes, and how many cells stay unknown."""
    (height, width), included, accuracy = request.size, request.included, request.accuracy
    described: Any = {
        "size": format_size(height, width),
        "values": format_range(request.values),
        "included": included,
    }
    values = tuple(sorted(map(abs, request.values)))
    classes = classes_of(values, min(request.classes or usual_classes(values), len(values)))
    process = Process(height, width, classes, included, request.seed)

    bare = process.run(FIRST_BOARDS)
    guess = (bare.small.sum() + 1) / (FIRST_BOARDS + 2)
    number = int(min(MOST_BOARDS, guess * (1 - guess) / (0.8 * accuracy) ** 2))
    if number > FIRST_BOARDS:
        bare = process.run(number)
    number, bulk = len(bare.small), float(bare.small.mean())
    by_halves = histogram(bare)

    sets = list(floors(height, width, values, included))
    total = sum(floor.expected for floor in sets)
    held, variance, held_by_halves, open_when_small = 0.0, 0.0, np.zeros(MOST_HALVES + 1), 4.0
    found = []
    if total > NEGLIGIBLE:
        # Shapes have boards in proportion to their expected numbers, so that the error of the sum is least.
        needed = min(MOST_BOARDS, max(400.0, (total * exp(-total)) ** 2 / 4 / (0.6 * accuracy) ** 2))
        cells = 0.0
        for shape, expected, error, planted in sets:
            ends = process.run(max(1, round(needed * expected / total)), planted)
            count, rate = len(ends.small), float(ends.small.mean())
            found.append(StoppingSets(shape, expected, rate / bulk if bulk else nan))
            held += expected * rate
            variance += expected**2 * max(rate * (1 - rate), 1 / 4 / count) / count + (error * rate) ** 2
            held_by_halves += expected * histogram(ends)
            cells += expected * float(ends.unknown[ends.small].sum()) / count
        open_when_small = cells / held if held else open_when_small
    if not bulk:
        return Prediction(
            **described,
            simple=0.0,
            error=1 / number,
            passes=nan,
            passes_law={},
            open_cells=float(bare.unknown.mean()),
            bulk=0.0,
            sets=tuple(found),
            boards=number,
        )
    simple = bulk * exp(-held / bulk)
    of_bulk = (1 + held / bulk) ** 2 * bulk * (1 - bulk) / number
    law = by_halves * np.exp(-hold_up_by_halves(by_halves, held_by_halves, number))
    stuck_in_bulk, stuck_small = 1 - bulk, bulk - float(law.sum())
    open_in_bulk = float(bare.unknown[~bare.small].mean()) if not bare.small.all() else open_when_small
    open_cells = (stuck_in_bulk * open_in_bulk + stuck_small * open_when_small) / max(1 - float(law.sum()), 1e-9)
    law /= law.sum()
    return Prediction(
        **described,
        simple=simple,
        error=max(exp(-held / bulk) * sqrt(of_bulk + variance), 1 / number),
        passes=float(law @ np.arange(len(law)) / 2),
        passes_law={halves / 2: float(law[halves]) for halves in np.flatnonzero(law).tolist()},
        open_cells=open_cells,
        bulk=bulk,
        sets=tuple(found),
        boards=number,
    )


def histogram(ends: Ends) -> np.ndarray:
    """Return the share of boards on which only small sets stay unknown, by the passes of both orders together."""
    halves = np.minimum(ends.halves[ends.small], MOST_HALVES)
    return np.bincount(halves, minlength=MOST_HALVES + 1) / len(ends.small)


def hold_up_by_halves(bulk: np.ndarray, held: np.ndarray, number: int) -> np.ndarray:
    """Return the sum of lambda r by passes; where boards are few, of all with as many passes or more."""
    is_seen = bulk * number >= FEWEST_BOARDS
    bulk_from, held_from = bulk[::-1].cumsum()[::-1], held[::-1].cumsum()[::-1]
    tiny = np.finfo(float).tiny
    rate: np.ndarray = np.where(is_seen, held / np.maximum(bulk, tiny), held_from / np.maximum(bulk_from, tiny))
    return rate
