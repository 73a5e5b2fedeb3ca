"""Search for solutions of puzzles of any size, within limits, and prove that there is only one, or none.

A kernel does here, for large boards, what `rullo_core.rullo.solver` defines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rullo_core.compiled import NO_LIMIT
from rullo_core.errors import BadInput
from rullo_core.passes.solver import Found
from rullo_core.rullo.kernels.lines.reachable import MOST_CELLS, room_for
from rullo_core.rullo.kernels.searching.search import Depths, depths_for, search
from rullo_core.rullo.operation import SUM
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.runs.shards import run_alone, run_in_batches, stopped_after

MANY = 20.0
"""If more than 2 to this power solutions are expected, noisy attempts alternate with the complete search."""

FIRST, GROWTH = 4, 1.3
"""Nodes of the first attempt per cell, and the factor by which each next attempt is longer."""

NOISE = 0.3
"""Amount of randomness in a noisy attempt."""

LARGEST = 2**48
"""Largest absolute value of a number, so that sums do not overflow int64."""


def is_held(puzzle: Rullo) -> bool:
    """Return whether the kernel supports a puzzle: it needs sums, and lines and numbers that are not too large."""
    longest = max(puzzle.height, puzzle.width)
    return puzzle.operation == SUM and longest <= MOST_CELLS and _largest(puzzle) <= LARGEST


def _largest(puzzle: Rullo) -> int:
    return max(map(abs, (*flat(puzzle.numbers), *puzzle.row_targets, *puzzle.column_targets)))


def find_solutions(puzzle: Rullo, most: int = 2, nodes: int | None = None, seconds: float | None = None) -> Found:
    """Search for up to `most` solutions, complete if it ends before; so many nodes mean the same on all machines."""
    return run_alone(lambda stop: _find_solutions(puzzle, most, nodes, seconds, stop))


def solve_many(puzzles: Iterable[Rullo], enough: int, threads: int | None = None) -> Iterator[Found]:
    """Search for at most `enough` solutions of each puzzle, in order; one more shows whether there are others."""

    def work(batch: Sequence[Rullo], stop: np.ndarray) -> list[Found]:
        return [_find_solutions(puzzle, enough + 1, None, None, stop).up_to(enough) for puzzle in batch]

    return run_in_batches(puzzles, work, threads)


def _find_solutions(puzzle: Rullo, most: int, nodes: int | None, seconds: float | None, stop: np.ndarray) -> Found:
    if not is_held(puzzle):
        raise BadInput(
            f"a puzzle of {puzzle.operation.name}s, with numbers up to {_largest(puzzle)}: this search supports only "
            f"sums, and numbers and target-sums from {-LARGEST} to {LARGEST}"
        )
    numbers = np.zeros((puzzle.height + puzzle.width, MOST_CELLS), np.int64)
    numbers[: puzzle.height, : puzzle.width] = puzzle.numbers
    numbers[puzzle.height :, : puzzle.height] = puzzle.columns
    unknown = np.array([sum(1 << i for i, number in enumerate(line) if number) for line in numbers.tolist()], np.uint64)
    targets = np.array([*puzzle.row_targets, *puzzle.column_targets], np.int64)
    limit = int(NO_LIMIT) if nodes is None else nodes
    depths = depths_for(puzzle.height, puzzle.width, sum(map(bool, flat(puzzle.numbers))))
    board = numbers, puzzle.height, unknown, targets, depths, room_for(numbers)

    # On first use, the kernels are compiled here, before the time limit starts.
    start = search(*board, np.empty((1, puzzle.height), np.uint64), 0, np.zeros(1, np.int64), stop, 0.0, 0)
    among_many = start == (0, False) and _expected(depths) > MANY
    with stopped_after(seconds, stop):
        return _search(puzzle, board, most, _attempts(puzzle) if among_many else [(0.0, limit)], limit, stop)


def _search(
    puzzle: Rullo,
    board: tuple[Any, ...],
    most: int,
    attempts: Iterable[tuple[float, int]],
    limit: int,
    stop: np.ndarray,
) -> Found:
    """Run attempts with the given noise and number of nodes in turn, each from the start."""
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
    """Estimate the number of solutions where lines are stalled, as a power of 2, as if lines were independent."""
    cells = np.bitwise_count(depths.unknown[0]).astype(float)
    ways = np.log2(np.where(cells > 0, np.maximum(depths.ways, 1), 1))
    return float(ways.sum() - cells.sum() / 2)


def _attempts(puzzle: Rullo) -> Iterator[tuple[float, int]]:
    """Yield (noise, nodes): noisy attempts and the complete search in turn, longer and longer."""
    nodes = FIRST * puzzle.height * puzzle.width
    while True:
        yield NOISE, nodes
        yield 0.0, nodes
        nodes = int(GROWTH * nodes)
