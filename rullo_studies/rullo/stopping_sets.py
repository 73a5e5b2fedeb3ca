"""Minimal stopping sets of up to four rows and columns, counted exactly: the floor of random Rullos.

A stopping set is a set of cells of which lines fix none, even if all other cells are known. Whether cells are one
depends on their numbers alone, which are signed here, minus where the cell is included: a *way* of a line is a set of
its cells whose numbers add up to 0, and each cell of a stopping set is in a way of both of its lines. A stopping set is
minimal if no smaller one is a part of it. It has the *shape* of the rows and columns that it touches.

Other solutions of a stopping set change cells that are ways in all of their lines, so they change a stopping set. If it
is minimal, they change all of it: it has two solutions if the whole of each line is a way, and a single one otherwise.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.parameters import check_whole, format_range, format_size, read_range
from rullo_core.puzzles.boxes import sides_of
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import stopping_sets as kernel

LONGEST, LONGEST_STRIP = 4, 6
"""The longest side of shapes; and the same of shapes with two rows or columns, if they are counted only."""

MOST_STEPS, MOST_STEPS_BY_PATTERN = 2 * 10**9, 10**7
"""Choices of all columns but the last that are looked at."""

MOST_DIGITS = 2**22
"""Columns of signed numbers, 0 outside the set, that are looked at."""

PLACES = 2**12
"""Places for sets of different ways, to begin with."""

DRAWN = ((2, 2), (2, 3), (2, 4), (3, 3), (3, 4))
"""The shapes whose patterns are told apart by `commonest`, with rows and columns exchanged, too."""

PART = 10_000
"""Tries of a sample that a thread takes at a time."""

BITS = 16
"""Bits that the ways of a line take in a word."""


class Request(NamedTuple):
    """What sets are counted: of which shape, and with which numbers, ascending."""

    height: int
    width: int
    values: tuple[int, ...]


class Pattern(NamedTuple):
    """The sets with the same ways, up to the order of lines, and of the two sides if they are as long."""

    rows: tuple[int, ...]  # the ways of each row: bit m for the columns of the mask m
    columns: tuple[int, ...]
    boxes: int  # how many boxes of signed numbers, 0 outside the set, are such a set
    example: np.ndarray  # int64[rows, columns]: one of these boxes

    @property
    def cells(self) -> int:
        """The number of cells."""
        return int(np.count_nonzero(self.example))

    @property
    def solutions(self) -> int:
        """Two if the set's cells of each line are a way, else one."""
        lines = (*self.example, *self.example.T)
        return 1 if any(line.sum() for line in lines) else 2

    @property
    def equations(self) -> int:
        """How many of the equations that make the set what it is are independent of each other."""
        equations = []
        for axis, lines in enumerate((self.rows, self.columns)):
            for i, ways in enumerate(lines):
                for mask in range(kernel.SUBSETS):
                    if ways >> mask & 1:
                        equation = np.zeros((2, *self.example.shape))[0]
                        np.moveaxis(equation, axis, 0)[i] = [mask >> c & 1 for c in range(equation.shape[1 - axis])]
                        equations.append(equation.ravel())
        return int(np.linalg.matrix_rank(equations))


@cache
def tables() -> kernel.Tables:
    """Return what follows from the ways of a line."""
    empty = kernel.Tables(np.empty(2**kernel.SUBSETS, np.int64), np.empty(kernel.SUBSETS, np.int64))
    kernel.fill_tables(*empty)
    return empty


def digits_of(values: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the signed numbers and 0, ascending, and the digit of each from minus the largest on."""
    numbers = np.array([*(-value for value in reversed(values)), 0, *values])
    digit = np.full(2 * values[-1] + 1, -1)
    digit[numbers + values[-1]] = np.arange(len(numbers))
    return numbers, digit


def columns_of(height: int, values: tuple[int, ...]) -> kernel.Columns:
    """Return all columns of a box in which each cell of the set is in a way."""
    numbers, digit = digits_of(values)
    columns = numbers[np.indices((len(numbers),) * height).reshape(height, -1).T]
    ways, cells = np.empty((2, len(columns)), np.int64)
    kernel.list_ways(columns, ways, cells)
    places = np.flatnonzero((ways > 0) & (tables().union[ways] == cells))
    powers = len(digit) ** np.arange(height)
    kinds = np.maximum(*((np.sort(sign * columns[places]) + values[-1]) @ powers for sign in (1, -1)))
    order = np.argsort(kinds, kind="stable")
    places = places[order]
    _, first, kind, multiplicity = np.unique(kinds[order], return_index=True, return_inverse=True, return_counts=True)
    place = np.full(len(columns), -1)
    place[places] = np.arange(len(places))
    return kernel.Columns(columns[places], ways[places], kind, first, multiplicity, digit, place)


def count_by_size(height: int, width: int, values: tuple[int, ...]) -> np.ndarray:
    """Count the boxes that are a minimal stopping set, by its cells, and whether it has two solutions."""
    shorter, longer = sorted((height, width))
    if shorter == 2:
        boxes = np.zeros((2 * LONGEST_STRIP + 1, 2), np.int64)
        boxes[2 * longer, 1] = kernel.count_rows(digits_of(values)[1], longer)
        return boxes
    columns = columns_of(shorter, values)
    _check_steps(columns, shorter, longer, values, MOST_STEPS)

    def work(kind: int, stop: np.ndarray) -> np.ndarray:
        counts = _counts(0, shorter, longer)
        kernel.count_sets(kind, columns, tables(), longer, counts, stop)
        return counts.by_size

    weights = np.zeros((LONGEST**2 + 1, 2), np.int64)
    for of_kind in run_on_threads(range(len(columns.first)), work):
        weights += of_kind
    return weights // kernel.SHARES


def sample_means(height: int, width: int, values: tuple[int, ...], tries: int, seed: int) -> np.ndarray:
    """Estimate the mean numbers of minimal stopping sets in a box, with one solution, with two, and of all; return
    these, and their standard errors.

    All columns but the last are drawn, of those in which each cell is in a way.
    """
    shorter, longer = sorted((height, width))
    columns = columns_of(shorter, values)
    cumulative = np.cumsum((2.0 * len(values)) ** -np.count_nonzero(columns.numbers, axis=1))

    def work(first: int, stop: np.ndarray) -> np.ndarray:
        totals, rng = np.zeros((2, 3)), rng_from_seed(seed, first)
        number = min(PART, tries - first)
        kernel.sample_sets(columns, cumulative, tables(), longer, number, rng, _counts(0, 0, 0), totals, stop)
        return totals

    means, squares = sum(run_on_threads(range(0, tries, PART), work), np.zeros((2, 3))) / tries
    errors = np.sqrt(np.maximum(squares - means**2, 0) / tries)
    result: np.ndarray = cumulative[-1] ** (longer - 1) * np.stack([means, errors])
    return result


def sample_boxes(
    height: int, width: int, values: tuple[int, ...], tries: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Sample minimal stopping sets as `sample_means` does; return boxes, and the mean number of sets that each stands
    for, in a row for each part of the tries: those of which lines have the same ways are one box.
    """
    columns = columns_of(height, values)
    cumulative = np.cumsum((2.0 * len(values)) ** -np.count_nonzero(columns.numbers, axis=1))

    def work(first: int, stop: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        counts, is_complete = _counts(PLACES, height, width), False
        number = min(PART, tries - first)
        while not is_complete:
            counts, rng = _counts(2 * len(counts.weight), height, width), rng_from_seed(seed, first)
            totals = np.zeros((2, 3))
            is_complete = kernel.sample_sets(columns, cumulative, tables(), width, number, rng, counts, totals, stop)
        boxes, times = counts.example[counts.weight > 0], counts.weight[counts.weight > 0]
        last_cells = np.count_nonzero(boxes[:, :, -1], axis=1)
        return boxes, times * (2.0 * len(values)) ** -last_cells * cumulative[-1] ** (width - 1) / number

    parts = [*run_on_threads(range(0, tries, PART), work)]
    means = np.zeros((len(parts), sum(len(boxes) for boxes, _ in parts)))
    end = 0
    for row, (boxes, of_part) in zip(means, parts, strict=True):
        row[end : end + len(boxes)] = of_part
        end += len(boxes)
    return np.concatenate([boxes for boxes, _ in parts]), means


def patterns_of(height: int, width: int, values: tuple[int, ...]) -> list[Pattern]:
    """Return the patterns of minimal stopping sets of a shape, those of most boxes first."""
    columns = columns_of(height, values)
    _check_steps(columns, height, width, values, MOST_STEPS_BY_PATTERN)

    def work(kind: int, stop: np.ndarray) -> tuple[np.ndarray, ...]:
        counts, is_complete = _counts(PLACES, height, width), False
        while not is_complete:
            counts = _counts(2 * len(counts.weight), height, width)
            is_complete = kernel.count_sets(kind, columns, tables(), width, counts, stop)
        is_counted = counts.weight > 0
        return (
            counts.rows[is_counted],
            counts.columns[is_counted],
            counts.weight[is_counted],
            counts.example[is_counted],
        )

    parts = run_on_threads(range(len(columns.first)), work)
    rows, of_columns, weights, examples = map(np.concatenate, zip(*parts, strict=True))
    words = canonical(rows, of_columns, height, width)
    words, first, of_set = np.unique(words, axis=0, return_index=True, return_inverse=True)
    boxes = np.zeros(len(words), np.int64)
    np.add.at(boxes, of_set.ravel(), weights)
    patterns = [
        Pattern(tuple(ways_of_rows), tuple(ways_of_columns), number, examples[place])
        for ways_of_rows, ways_of_columns, number, place in zip(
            _split(words[:, 0], height).tolist(),
            _split(words[:, 1], width).tolist(),
            (boxes // kernel.SHARES).tolist(),
            first,
            strict=True,
        )
    ]
    return sorted(patterns, key=lambda pattern: (-pattern.boxes, pattern.rows, pattern.columns))


def canonical(rows: np.ndarray, columns: np.ndarray, height: int, width: int) -> np.ndarray:
    """Return the ways of sets in an order of the lines that is the same for all sets of a pattern, two words each."""
    sides = _split(rows, height), _split(columns, width)
    best = np.full((len(rows), 2), 2**64 - 1, np.uint64)
    for of_rows, of_columns in (sides, sides[::-1])[: 1 + (height == width)]:
        for column_order in itertools.permutations(range(width)):
            ordered_rows, ordered_columns = reordered(column_order)[of_rows], of_columns[:, column_order]
            for row_order in itertools.permutations(range(height)):
                first = _word(ordered_rows[:, row_order])
                second = _word(reordered(row_order)[ordered_columns])
                is_less = (first < best[:, 0]) | ((first == best[:, 0]) & (second < best[:, 1]))
                best[is_less] = np.stack((first, second), axis=1)[is_less]
    return best


@cache
def reordered(order: tuple[int, ...]) -> np.ndarray:
    """Return for all ways of a line what they are if cell `order[i]` becomes cell i."""
    masks, ways = np.arange(1 << len(order)), np.arange(1 << (1 << len(order)))
    moved = np.bitwise_or.reduce([(masks >> old & 1) << new for new, old in enumerate(order)])
    ways_after: np.ndarray = np.bitwise_or.reduce([(ways >> mask & 1) << moved[mask] for mask in masks])
    return ways_after


def _split(words: np.ndarray, lines: int) -> np.ndarray:
    """Return the ways of each line of each word."""
    shifts = (BITS * np.arange(lines)).astype(np.uint64)
    return (words[:, None] >> shifts & np.uint64(2**BITS - 1)).astype(np.int64)


def _word(ways: np.ndarray) -> np.ndarray:
    """Return the ways of several lines as a word each."""
    shifts = (BITS * np.arange(ways.shape[1])).astype(np.uint64)
    word: np.ndarray = np.bitwise_or.reduce(ways.astype(np.uint64) << shifts, axis=1)
    return word


def _counts(places: int, height: int, width: int) -> kernel.Counts:
    """Return weights of no sets."""
    return kernel.Counts(
        by_size=np.zeros((LONGEST**2 + 1, 2), np.int64),
        rows=np.zeros(places, np.uint64),
        columns=np.zeros(places, np.uint64),
        weight=np.zeros(places, np.int64),
        example=np.zeros((places, height, width), np.int64),
    )


def _check_steps(columns: kernel.Columns, height: int, width: int, values: tuple[int, ...], limit: int) -> None:
    """Refuse to look at too many columns together."""
    steps = len(columns.first) * comb(len(columns.ways) + width - 3, width - 2)
    if steps > limit:
        raise _too_many(height, width, values)


def _too_many(height: int, width: int, values: tuple[int, ...]) -> BadInput:
    return BadInput(
        f"{format_size(height, width)} over {format_range(values)}: there are too many boxes; take fewer numbers, or "
        "a smaller shape"
    )


def read_numbers(values: str | int | Sequence[int]) -> tuple[int, ...]:
    """Read a range of numbers above 0, ascending."""
    numbers = tuple(sorted(read_range(values)))
    if numbers[0] <= 0:
        raise BadInput(f"values {format_range(numbers)}: take numbers above 0")
    return numbers


def read_shape(shape: str | int | tuple[int, int], values: str | int | Sequence[int], longest_strip: int) -> Request:
    """Read a shape and numbers; refuse what is not counted."""
    (height, width), numbers = sides_of(shape), read_numbers(values)
    shorter, longer = sorted((height, width))
    if shorter < 2 or longer > (longest_strip if shorter == 2 else LONGEST):
        raise BadInput(f"shape {format_size(height, width)}: take 2 to {LONGEST} rows and columns")
    if (2 * len(numbers) + 1) ** (longer - 1 if longer > LONGEST else shorter) > MOST_DIGITS:
        raise _too_many(height, width, numbers)
    return Request(height, width, numbers)


def probability_of(boxes: int, cells: int, values: Sequence[int]) -> Fraction:
    """Return the probability that given cells of a random Rullo have one of so many boxes of signed numbers."""
    return Fraction(int(boxes), (2 * len(values)) ** int(cells))


def count_stopping_sets(
    shape: str | int | tuple[int, int] = "3x3", values: str | int | Sequence[int] = "1-4"
) -> pd.DataFrame:
    """Count the minimal stopping sets of a shape exactly: cells of which lines fix none, whatever is known besides.

    Parameters
    ----------
    shape : str, int or (int, int)
        The rows and columns that the sets touch, 2 to 4 of either, or two of one and up to six of the other.
    values : str, int or sequence of int
        Numbers above 0.

    Returns
    -------
    pandas.DataFrame
        A row for each number of cells and of solutions that sets have: ``cells``, ``solutions``, two if all of the
        cells can be changed and one otherwise, ``boxes``, the number of boxes of signed numbers, 0 outside the set,
        that are such a set (int64); and ``probability``, the mean number of these sets in a given box of a Rullo with
        random numbers and a coin for each cell (float). ``attrs["probability"]`` is the sum (fractions.Fraction).

    Raises
    ------
    BadInput
        If the shape or the numbers are none of these, or too many.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> sets = rs.rullo.count_stopping_sets("3x3", "1-3")
    >>> sets.groupby("solutions")["boxes"].sum().to_dict()
    {1: 162, 2: 648}
    >>> sets.attrs["probability"]
    Fraction(1165, 559872)
    """
    request = read_shape(shape, values, LONGEST_STRIP)
    boxes = count_by_size(*request)
    rows = [
        (cells, 1 + two, int(boxes[cells, two]), probability_of(boxes[cells, two], cells, request.values))
        for cells, two in zip(*np.nonzero(boxes), strict=True)
    ]
    frame = pd.DataFrame(rows, columns=["cells", "solutions", "boxes", "probability"])
    frame.attrs["probability"] = sum(frame["probability"], Fraction(0))
    return frame.astype({"cells": int, "solutions": int, "boxes": int, "probability": float})


def sample_stopping_sets(
    shape: str | int | tuple[int, int] = "4x4",
    values: str | int | Sequence[int] = "1-8",
    tries: int = 400_000,
    seed: int = 1,
) -> pd.DataFrame:
    """Estimate what `count_stopping_sets` counts, where there are too many boxes.

    Parameters
    ----------
    shape : str, int or (int, int)
        The rows and columns that the sets touch, 2 to 4 of either.
    values : str, int or sequence of int
        Numbers above 0.
    tries : int
        How many times all columns of a box but the last are drawn; all columns that complete them are counted.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        Rows for sets with ``solutions`` one and two (int64): ``probability``, the mean number of these sets in a given
        box, and ``error``, its standard error (float). ``attrs`` has both for all sets.

    Raises
    ------
    BadInput
        If the shape, the numbers or the tries are none of these, or there are too many columns.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> sets = rs.rullo.sample_stopping_sets("3x3", "1-3", tries=10_000)
    >>> abs(sets.attrs["probability"] - 1165 / 559872) < 4 * sets.attrs["error"]
    True
    """
    request = read_shape(shape, values, LONGEST)
    means, errors = sample_means(*request, check_whole("tries", tries), check_whole("seed", seed, 0))
    frame = pd.DataFrame({"solutions": [1, 2], "probability": means[:2], "error": errors[:2]})
    frame.attrs.update(probability=float(means[2]), error=float(errors[2]))
    return frame


def list_stopping_patterns(
    shape: str | int | tuple[int, int] = "3x3", values: str | int | Sequence[int] = "1-4"
) -> pd.DataFrame:
    """List the patterns of the minimal stopping sets of a shape.

    Sets have the same pattern if the same of their cells can change together in each line, up to the order of rows and
    of columns, and up to exchanging both.

    Parameters
    ----------
    shape : str, int or (int, int)
        The rows and columns that the sets touch, 2 to 4 of either.
    values : str, int or sequence of int
        Numbers above 0; up to 10 for shapes up to 3x4, up to 3 for 4x4.

    Returns
    -------
    pandas.DataFrame
        A row for each pattern, the most probable first: ``cells`` and ``solutions`` as in `count_stopping_sets`,
        ``equations``, how many of the equations between numbers that make the pattern are independent, ``boxes``
        (int64), ``probability`` (float), and ``example`` (str): the rows of one of these boxes, numbers with a minus
        where they are included, and a dot outside the set.

    Raises
    ------
    BadInput
        If the shape or the numbers are none of these, or too many.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.list_stopping_patterns("2x2", "1-2")["example"].tolist()
    ['-1 1 / 1 -1']
    """
    request = read_shape(shape, values, LONGEST)
    height, width = sorted((request.height, request.width))
    rows = []
    for pattern in patterns_of(height, width, request.values):
        box = pattern.example if height == request.height else pattern.example.T
        example = " / ".join(" ".join(str(number or ".") for number in row) for row in box.tolist())
        chance = probability_of(pattern.boxes, pattern.cells, request.values)
        rows.append((pattern.cells, pattern.solutions, pattern.equations, pattern.boxes, float(chance), example))
    frame = pd.DataFrame(rows, columns=["cells", "solutions", "equations", "boxes", "probability", "example"])
    return frame.sort_values("probability", ascending=False, ignore_index=True, kind="stable")


def commonest(height: int, width: int, values: tuple[int, ...], number: int) -> list[tuple[float, Pattern]]:
    """Return the patterns that are expected most often in a Rullo of a size, with how often."""
    expected = []
    for shape in DRAWN:
        places = sum(comb(height, rows) * comb(width, columns) for rows, columns in dict.fromkeys([shape, shape[::-1]]))
        if places:
            expected += [
                (places * float(probability_of(pattern.boxes, pattern.cells, values)), pattern)
                for pattern in patterns_of(*shape, values)
            ]
    return sorted(expected, key=lambda item: -item[0])[:number]
