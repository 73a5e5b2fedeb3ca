"""Count the puzzles of a part of a census: of grids that stand for others, or of every grid by itself."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from functools import lru_cache
from queue import SimpleQueue

import numpy as np

from rullo_core.compiled.bits import NONE
from rullo_core.rullo.experiments import blocks
from rullo_core.rullo.experiments.classes import LARGEST_TABLES, Classes, codes_of, orders_of
from rullo_core.rullo.kernels.counting import census as kernel
from rullo_core.rullo.kernels.counting import weighted
from rullo_core.rullo.kernels.lines.board import solve_by_lines, tables_of, turn
from rullo_core.rullo.kernels.lines.counts import Counts, empty_counts
from rullo_core.rullo.kernels.lines.guesses import difficulty_with_memory, forget, memory_for
from rullo_core.runs.experiment import stopping_after
from rullo_core.runs.shards import default_threads, run_on_threads

PART = 2**9
"""Solutions in the part of a class that is timed for an estimate, each standing for its inverse as well; at least a
block of `rullo_core.rullo.kernels.counting.grid`. Some parts take a thousand times as long as others, so many small
parts give a better estimate than a few large ones."""

FEWEST_SOLUTIONS = 100
"""Smallest number of solutions to rate for an estimate, where solutions are rated singly."""

AT_A_TIME = 16
"""Number of solutions of one grid that are rated together, as they share results in a full count, too."""


@dataclass(frozen=True)
class SomeClasses:
    """Some of the classes: their indices, and a checksum of their contents."""

    first: int
    last: int
    checksum: str
    classes: Classes = field(repr=False, compare=False)


@dataclass(frozen=True)
class Stretch:
    """A number of consecutive blocks of solutions, from a block of a grid on; see `kernels.counting.census.count`."""

    grid: int
    block: int
    units: int
    block_size: int
    blocks: int


def count_stretch(
    height: int, width: int, values: tuple[int, ...], stretch: Stretch, counts: Counts, stop: np.ndarray
) -> None:
    """Add the puzzles of a stretch to counts, until `stop`, a uint8 array of shape (1,), is set by another thread."""
    digits = np.zeros(height * width, np.uint16)
    rest = stretch.grid
    for cell in reversed(range(height * width)):
        rest, digits[cell] = divmod(rest, len(values))
    of_stretch = kernel.Blocks(stretch.block, stretch.units, stretch.block_size, stretch.blocks)
    kernel.count(height, width, forms_of(height, width, values), digits, of_stretch, counts, stop)


def count_classes(
    height: int, width: int, values: tuple[int, ...], classes: Classes, counts: Counts, stop: np.ndarray
) -> None:
    """Add the puzzles of classes to counts until `stop`: by symmetries, or else in blocks, where there are any."""
    room = weighted.empty_room(height, width, counts.solutions.shape[2])
    if not has_blocks(height, width, values):
        _count_one_by_one(height, width, values, classes, counts, room, stop)
        return
    for i, digits in enumerate(classes.digits):
        one = classes.part(i, i + 1)
        if len(symmetries(height, width, digits)) > 1:
            _count_one_by_one(height, width, values, one, counts, room, stop)
        else:
            _count_in_blocks(height, width, values, one, counts, room, stop)
        if stop[0]:
            return


def _count_one_by_one(
    height: int,
    width: int,
    values: tuple[int, ...],
    classes: Classes,
    counts: Counts,
    room: weighted.Room,
    stop: np.ndarray,
) -> None:
    grids = weighted.WeightedGrids(classes.digits, classes.every_number, classes.weights, classes.transposed)
    weighted.count(grids, forms_of(height, width, values), all_orders(height, width), counts, room, stop)


def _count_in_blocks(
    height: int,
    width: int,
    values: tuple[int, ...],
    one: Classes,
    counts: Counts,
    room: weighted.Room,
    stop: np.ndarray,
    first: int = 0,
    last: int | None = None,
) -> None:
    """Count a single class in blocks, or some of its solutions, numbered as in `blocks.count_in_blocks`."""
    (digits,), (every_number,) = one.digits, one.every_number
    (weight,), (weight_transposed,) = one.weights, one.transposed
    forms = forms_of(height, width, values)
    cells, base = digits.reshape(height, width), len(values)
    rows, columns = forms.rows[codes_of(cells, base)], forms.columns[codes_of(cells.T, base)]
    grid = kernel.Grid(forms.values[cells], rows, columns, digits, int(every_number))
    forget(room.memory)
    weighted.set_transposed(room.transposed, grid.numbers, digits, int(weight_transposed > 0))
    if last is None:
        last = 2 ** (height * width - 1)
    blocks.count_in_blocks(grid, first, last, *room, stop)
    if stop[0]:
        weighted.add_done(counts, room.of_grid, weight + weight_transposed)
    else:
        weighted.add_weighted(counts, room.of_grid, room.transposed, weight, weight_transposed, digits)


def compile_for(height: int, width: int, values: tuple[int, ...], classes: Classes) -> None:
    """Compile the kernels for classes, so that a time measurement covers only their work."""
    counts, room, stopped = empty_counts(height * width, 0), weighted.empty_room(height, width, 0), np.ones(1, np.uint8)
    _count_one_by_one(height, width, values, classes.part(0, 0), counts, room, stopped)
    if has_blocks(height, width, values):
        _count_in_blocks(height, width, values, classes.part(0, 1), counts, room, stopped)


def seconds_from_parts(
    height: int, width: int, values: tuple[int, ...], classes: Classes, threads: int, longest: float
) -> float:
    """Estimate the time to count classes of a size and range that `has_blocks`, from small parts of many of them.

    This is for classes that take long. They take less time the more symmetries they have, so classes with few
    symmetries are timed more often, for `longest` seconds; the last parts may exceed it. A part takes longer by itself
    than within the whole, because less is remembered: the estimate is rather too high.
    """
    once = 1 / np.array([len(symmetries(height, width, digits)) for digits in classes.digits])
    half = 2 ** (height * width - 1)
    at_once = min(threads, default_threads())
    rooms: SimpleQueue[weighted.Room] = SimpleQueue()
    for _ in range(at_once):
        rooms.put(weighted.empty_room(height, width, 0))
    random = np.random.Generator(np.random.Philox(key=0))
    picks = random.choice(len(classes), 4096, p=once / once.sum())
    firsts = random.integers(half // PART, size=len(picks)) * PART

    def work(pick: tuple[int, int], stop: np.ndarray) -> tuple[float, int]:
        place, first = pick
        one, counts = classes.part(place, place + 1), empty_counts(height * width, 0)
        room = rooms.get()
        begin = time.perf_counter()
        _count_in_blocks(height, width, values, one, counts, room, stop, first, first + PART)
        seconds = time.perf_counter() - begin
        rooms.put(room)
        return seconds, int(counts.done[0]) // (2 * int(one.weights[0] + one.transposed[0]))

    seconds, solutions = 0.0, 0
    for of_part, in_part in run_on_threads(zip(picks.tolist(), firsts.tolist(), strict=True), work, at_once):
        seconds, solutions = seconds + of_part, solutions + in_part
        if seconds > longest * at_once:
            break
    return float(seconds / solutions * half * once.sum() / threads)


def seconds_from_solutions(height: int, width: int, values: tuple[int, ...], classes: Classes, longest: float) -> float:
    """Estimate the time to count classes on one thread, from random solutions of their grids.

    This is for large grids with holes or many symmetries. A count rates the easiest solutions of such a grid first, and
    most classes are easy, so classes are drawn in proportion to the number of solutions to rate, for `longest` seconds;
    computing the symmetries may exceed it.
    """
    cells, base = height * width, len(values)
    forms = forms_of(height, width, values)
    bits, one, memory = np.arange(cells, dtype=np.uint64), np.uint64(1), memory_for(cells)
    filled = (np.array(values)[classes.digits] != 0) @ (one << bits)
    solutions = 2.0 ** np.bitwise_count(filled) * (1 + (classes.transposed > 0))
    to_rate = solutions / [len(symmetries(height, width, digits)) for digits in classes.digits]
    probabilities = to_rate / to_rate.sum()
    random = np.random.Generator(np.random.Philox(key=0))

    def rate(place: int, solution: np.uint64, stop: np.ndarray) -> None:
        grid = classes.digits[place].reshape(height, width)
        rows, columns = forms.rows[codes_of(grid, base)], forms.columns[codes_of(grid.T, base)]
        holes = filled[place] ^ np.uint64(2**cells - 1)
        turned, turned_holes = (np.uint64(turn(word, height, width)) for word in (solution, holes))
        _, known, _ = solve_by_lines(rows, height, columns, width, solution, turned, holes, turned_holes)
        if known != 2**cells - 1 or stop[0]:
            numbers = forms.values[grid]
            difficulty_with_memory(numbers, rows, columns, solution, np.uint64(known), memory, stop)

    rate(0, NONE, np.ones(1, np.uint8))  # compiles
    place, begin, total = -1, time.perf_counter(), 0.0
    with stopping_after(longest) as stop:
        for number in itertools.count():
            if number % AT_A_TIME == 0:
                picked = int(random.choice(len(classes), p=probabilities))
                if picked != place:
                    place = picked
                    forget(memory)
                    to = one << symmetries(height, width, classes.digits[place]).T.astype(np.uint64)
            solution = random.integers(2**cells, dtype=np.uint64) & filled[place]
            images = (solution >> bits & one) @ to
            before = time.perf_counter()
            rate(place, solution, stop)
            after = time.perf_counter()
            alike = len(np.unique([images, filled[place] ^ images]))
            total += (after - before) / alike * solutions[place] / probabilities[place]
            seconds = total / (number + 1)
            if stop[0] or (number >= FEWEST_SOLUTIONS and after - begin > seconds / 10):
                break
    return float(seconds)


def symmetries(height: int, width: int, digits: np.ndarray) -> np.ndarray:
    """Return the permutations of rows and columns that leave a grid unchanged: int64 cell indices, shape (n, cells)."""
    orders = all_orders(height, width)
    moves = np.empty((len(orders.rows) * len(orders.columns), height * width), np.int64)
    return moves[: weighted.automorphisms(digits, orders, moves)]


def all_orders(height: int, width: int) -> weighted.Orders:
    """Return all permutations of the rows and of the columns of a size."""
    return weighted.Orders(orders_of(height), orders_of(width))


def has_blocks(height: int, width: int, values: tuple[int, ...]) -> bool:
    """Return whether a size is large enough for the kernel for blocks of solutions, and the range has no holes."""
    return height * width >= blocks.FEWEST_CELLS and 0 not in values


def forms_of(height: int, width: int, values: tuple[int, ...]) -> kernel.Forms:
    """Return the numbers of a range, and the tables of all rows and all columns."""
    rows, columns = forms_of_lines(values, height, width), forms_of_lines(values, width, height)
    return kernel.Forms(np.array(values, np.int64), rows, columns)


@lru_cache(maxsize=2)
def forms_of_lines(values: tuple[int, ...], lines: int, cells: int) -> np.ndarray:
    """Return tables for every line of a range, as in `rullo_core.rullo.kernels.lines.board`; numbers if too large."""
    codes = len(values) ** cells
    if codes << 2 * cells > LARGEST_TABLES:
        return np.zeros((1, cells), np.int64)
    numbers = np.array(list(itertools.product(values, repeat=cells)), np.int64)
    return tables_of(numbers, lines)
