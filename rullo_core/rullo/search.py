"""Solutions of puzzles of any size, and proofs that there is one only, or none; within limits.

What `rullo_core.rullo.solver` defines, a kernel finds here for boards that a reader would not go through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.passes.solver import Found
from rullo_core.rullo.kernels.reachable import MOST_CELLS, room_for
from rullo_core.rullo.kernels.search import Depths, depths_for, search
from rullo_core.rullo.operation import SUM
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.runs.shards import run_on_threads, stopped_after

MANY = 20.0
"""Where more than 2 to this power solutions are expected, some are looked for before all is gone through."""

FIRST, GROWTH = 4, 1.3
"""The nodes of a first attempt for each cell, and how much longer the next is."""

NOISE = 0.3
"""How much chance there is in an attempt."""

LARGEST = 2**48
"""The largest number, positive or negative: sums stay far from where int64 overflows."""


def is_held(puzzle: Rullo) -> bool:
    """Whether the kernel can hold a puzzle: lines make sums, and neither they nor their numbers are too large."""
    longest = max(puzzle.height, puzzle.width)
    return puzzle.operation == SUM and longest <= MOST_CELLS and _largest(puzzle) <= LARGEST


def _largest(puzzle: Rullo) -> int:
    return max(map(abs, (*flat(puzzle.numbers), *puzzle.row_targets, *puzzle.column_targets)))


def find_solutions(puzzle: Rullo, most: int = 2, nodes: int | None = None, seconds: float | None = None) -> Found:
    """Look for solutions of a puzzle.

    Parameters
    ----------
    puzzle : Rullo
        With sums.
    most : int
        Look for no more solutions than this; two tell whether there is one only.
    nodes : int, optional
        Give up after so many; with the same number the same is found, however long it takes.
    seconds : float, optional
        Give up after so long.

    Returns
    -------
    Found
        Solutions in the order in which they were found; complete if all was gone through before that many were.

    Raises
    ------
    BadInput
        If lines make no sums, or the numbers are too large.
    """
    if not is_held(puzzle):
        raise BadInput(
            f"a puzzle of {puzzle.operation.name}s, with numbers up to {_largest(puzzle)}: only sums are decided so, "
            f"and numbers and target-sums from {-LARGEST} to {LARGEST}"
        )
    numbers = np.zeros((puzzle.height + puzzle.width, MOST_CELLS), np.int64)
    numbers[: puzzle.height, : puzzle.width] = puzzle.numbers
    numbers[puzzle.height :, : puzzle.height] = puzzle.columns
    unknown = np.array([sum(1 << i for i, number in enumerate(line) if number) for line in numbers.tolist()], np.uint64)
    targets = np.array([*puzzle.row_targets, *puzzle.column_targets], np.int64)
    limit = 2**62 if nodes is None else nodes
    depths = depths_for(puzzle.height, puzzle.width, sum(map(bool, flat(puzzle.numbers))))
    board = numbers, puzzle.height, unknown, targets, depths, room_for(numbers)

    def work(_: int, stop: np.ndarray) -> Found:
        # Before the time is taken: on first use this is where kernels are compiled.
        start = search(*board, np.empty((1, puzzle.height), np.uint64), 0, np.zeros(1, np.int64), stop, 0.0, 0)
        among_many = start == (0, False) and _expected(depths) > MANY
        with stopped_after(seconds, stop):
            return _search(puzzle, board, most, _attempts(puzzle) if among_many else [(0.0, limit)], limit, stop)

    (decision,) = run_on_threads([0], work, 1)
    return decision


def _search(
    puzzle: Rullo,
    board: tuple[Any, ...],
    most: int,
    attempts: Iterable[tuple[float, int]],
    limit: int,
    stop: np.ndarray,
) -> Found:
    """Search with so much noise for so many nodes, one attempt after the other, each from the start."""
    used = np.zeros(1, np.int64)
    best = Found((), False, True)
    for number, (noise, share) in enumerate(attempts, start=1):
        found = np.empty((most, puzzle.height), np.uint64)
        until = min(limit, int(used[0]) + share)
        count, complete = search(*board, found, until, used, stop, noise, number)
        solutions = tuple(
            tuple(tuple(bool(row >> c & 1) for c in range(puzzle.width)) for row in solution)
            for solution in found[:count].tolist()
        )
        if complete or len(solutions) >= len(best.solutions):
            best = Found(solutions, bool(complete), not complete and count < most)
        if not best.undecided or used[0] >= limit or stop[0]:
            break
    return replace(best, nodes=int(used[0]))


def _expected(depths: Depths) -> float:
    """How many solutions would be expected where lines are stuck if lines knew nothing of each other, as a power of 2.

    Of all ways to include the unknown cells, each line holds in a share of its own.
    """
    cells = np.bitwise_count(depths.unknown[0]).astype(float)
    ways = np.log2(np.where(cells > 0, np.maximum(depths.ways, 1), 1))
    return float(ways.sum() - cells.sum() / 2)


def _attempts(puzzle: Rullo) -> Iterator[tuple[float, int]]:
    """Look for some of many by turns with going through everything, longer and longer: noise, and nodes."""
    nodes = FIRST * puzzle.height * puzzle.width
    while True:
        yield NOISE, nodes
        yield 0.0, nodes
        nodes = int(GROWTH * nodes)
