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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb, exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.constraints.kernels.reachable import MOST_CELLS, MOST_LISTED, MOST_SUMS
from rullo_core.errors import BadInput
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

FEWEST_OPEN = 4.0
"""The number of cells of the smallest stopping sets, for boards on which none is planted."""

MOST_CELLS_LISTED = 2 * (MOST_LISTED.bit_length() - 1)
"""The longest line whose sums are listed, whatever they are: each half has at most `MOST_LISTED` subsets."""

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
    places: np.ndarray  # int64[places, rows, columns]: where sets are planted, each at its own place or all at one


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
        squares = (counts / len(values)) ** 2
        equal = float(squares.sum())
        weights = squares / equal
        mean, square, kept = sets_kernel.sample_strips(
            different, weights, np.cumsum(weights), STRIP_TRIES, rng_from_seed(POOL_SEED, width), sets
        )
        if not kept:
            return Pool(0.0, 0.0, sets[:0])
        probability = mean * (2 * included * (1 - included) * equal) ** width
        return Pool(probability, sqrt(max(square / mean**2 - 1, 0) / STRIP_TRIES), sets[:kept])
    columns, cells = open_columns(height, values, included)
    if not len(columns):
        return Pool(0.0, 0.0, sets[:0])
    rng = rng_from_seed(POOL_SEED, 100 * height + width)
    board = boards_kernel.board_for(boards_kernel.lines_of(height, width), values[-1])
    kept, tries = sets_kernel.sample_blocks(board, columns, cells, BLOCK_TRIES, rng, sets)
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
                yield Floor(shape, expected, expected * pool.relative_error, sets, corner_of(*shape))


def corner_of(height: int, width: int) -> np.ndarray:
    """Return the place of a set in the upper left corner of a grid."""
    return MOST_CELLS * np.arange(height)[None, :, None] + np.arange(width)


@dataclass(frozen=True)
class Process:
    """Passes on random boards with decoupled lines, those of a grid or others."""

    height: int
    width: int
    classes: boards_kernel.Classes
    included: float
    seed: int
    lines: boards_kernel.Lines | None = None

    def run(self, boards: range, sets: np.ndarray | None = None, places: np.ndarray | None = None) -> Ends:
        """Return the ends of boards, given by number, each with one of the sets at its place, if any; at the upper left
        corner by default.
        """
        planted = np.zeros((0, 1, 1), np.int64) if sets is None else sets
        placed = corner_of(*planted.shape[1:]) if places is None else places
        seed = np.uint64(2 * self.seed % 2**64 + (sets is not None))
        lines, largest = self.lines or boards_kernel.lines_of(self.height, self.width), int(self.classes.values[-1])

        def work(first: int, stop: np.ndarray) -> Ends:
            count = min(PART, boards.stop - first)
            ends = Ends(np.empty(count, np.bool_), *np.empty((2, count), np.int64))
            board, rng = boards_kernel.board_for(lines, largest), rng_from_seed(0, 0)
            boards_kernel.run_boards(
                board, self.classes, self.included, planted, placed, seed, np.int64(first), rng, *ends, stop
            )
            return ends

        return joined(run_on_threads(range(boards.start, boards.stop, PART), work))


def joined(parts: Iterable[Ends]) -> Ends:
    """Return the ends of several parts as one."""
    return Ends(*map(np.concatenate, zip(*parts, strict=True)))


def predict(request: PredictionRequest) -> Prediction:
    """Predict how many random Rullos are simple, in how many passes, and how many cells stay unknown."""
    (height, width), included, accuracy = request.size, request.included, request.accuracy
    values = tuple(sorted(map(abs, request.values)))
    check_filtered(max(height, width), values[-1])
    classes = classes_of(values, min(request.classes or usual_classes(values), len(values)))
    process = Process(height, width, classes, included, request.seed)

    bare = run_bare(process, accuracy)
    number, bulk = len(bare.small), float(bare.small.mean())
    planted = run_planted(process, list(floors(height, width, values, included)), accuracy)
    held = sum(floor.expected * share_of(ends) for floor, ends in planted)
    rate = held / bulk if bulk else 0.0
    by_halves = histogram(bare)
    held_by_halves = sum((floor.expected * histogram(ends) for floor, ends in planted), np.zeros(MOST_HALVES + 1))
    law = by_halves * np.exp(-hold_up_by_halves(by_halves, held_by_halves, number))
    simple = float(law.sum())
    variance = (1 + rate) ** 2 * bulk * (1 - bulk) / number + sum(variance_of(*shape) for shape in planted)
    return Prediction(
        size=format_size(height, width),
        values=format_range(request.values),
        included=included,
        simple=bulk * exp(-rate),
        error=max(exp(-rate) * sqrt(variance) if bulk else 0.0, 1 / number),
        passes=float(law / simple @ np.arange(len(law)) / 2) if simple else None,
        passes_law={halves / 2: float(law[halves] / simple) for halves in np.flatnonzero(law).tolist()},
        open_cells=open_cells_of(bare, planted, held, simple),
        bulk=bulk,
        sets=tuple(sets_on_boards(floor, ends, bulk) for floor, ends in planted),
        boards=number,
    )


def check_filtered(longest: int, largest: int) -> None:
    """Refuse lines that the kernel does not filter completely: with large sums of more cells than it lists."""
    if longest > MOST_CELLS_LISTED and longest * largest // 2 > MOST_SUMS:
        raise BadInput(
            f"values: up to {largest}: lines of {longest} cells are predicted with sums up to {2 * MOST_SUMS}; take "
            f"smaller numbers, or at most {MOST_CELLS_LISTED} cells"
        )


def run_bare(process: Process, accuracy: float) -> Ends:
    """Return the ends of boards without a planted set, of as many as the accuracy needs."""
    ends = process.run(range(FIRST_BOARDS))
    guess = (ends.small.sum() + 1) / (FIRST_BOARDS + 2)
    number = int(min(MOST_BOARDS, guess * (1 - guess) / (0.8 * accuracy) ** 2))
    return ends if number <= FIRST_BOARDS else joined([ends, process.run(range(FIRST_BOARDS, number))])


def run_planted(process: Process, sets: Sequence[Floor], accuracy: float) -> list[tuple[Floor, Ends]]:
    """Return the ends of boards with a planted set of each shape; of none if hardly any sets are expected.

    Shapes have boards in proportion to their expected numbers, so that the error of the sum is least, and each has
    boards of its own, so that their errors are independent.
    """
    total = sum(floor.expected for floor in sets)
    if total <= NEGLIGIBLE:
        return []
    number = min(MOST_BOARDS, max(400.0, (total * exp(-total)) ** 2 / 4 / (0.6 * accuracy) ** 2))
    ends = list(accumulate(max(1, round(number * floor.expected / total)) for floor in sets))
    return [
        (floor, process.run(range(first, end), floor.sets, floor.places))
        for floor, first, end in zip(sets, [0, *ends], ends, strict=False)
    ]


def sets_on_boards(floor: Floor, ends: Ends, bulk: float) -> StoppingSets:
    """Return the expected number of sets of a shape with their hold-up."""
    return StoppingSets(floor.shape, floor.expected, share_of(ends) / bulk if bulk else None)


def share_of(ends: Ends) -> float:
    """Return the share of boards on which only small sets stay unknown."""
    return float(ends.small.mean())


def variance_of(floor: Floor, ends: Ends) -> float:
    """Return the variance of the expected number of sets of a shape times their share."""
    number, share = len(ends.small), share_of(ends)
    return floor.expected**2 * max(share * (1 - share), 1 / 4 / number) / number + (floor.error * share) ** 2


def open_cells_of(bare: Ends, planted: Sequence[tuple[Floor, Ends]], held: float, simple: float) -> float:
    """Return the mean number of unknown cells of puzzles that are not simple: of bulk, or of small sets only."""
    when_small = FEWEST_OPEN
    if held:
        cells = sum(floor.expected * float(ends.unknown[ends.small].sum()) / len(ends.small) for floor, ends in planted)
        when_small = cells / held
    bulk = share_of(bare)
    in_bulk = float(bare.unknown[~bare.small].mean()) if bulk < 1 else when_small
    return ((1 - bulk) * in_bulk + (bulk - simple) * when_small) / max(1 - simple, 1e-9)


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
