"""Solutions of puzzles of any size, and proofs that there is one only, or none; within limits.

What `rullo_core.rullo.solver` defines, a kernel finds here for boards that a reader would not go through.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.rullo.kernels import search as kernel
from rullo_core.rullo.operation import SUM
from rullo_core.rullo.puzzle import Puzzle, Solution, flat
from rullo_core.runs.shards import run_on_threads

LARGEST = 2**48
"""The largest number, positive or negative: sums stay far from where int64 overflows."""


@dataclass(frozen=True)
class Decision:
    """What was found of a puzzle.

    Attributes
    ----------
    solutions : tuple of Solution
        Those that were found, in the order in which they were.
    complete : bool
        Whether there are no others.
    nodes : int
        Values that were tried for a cell.
    undecided : bool
        Whether a limit was reached before as many solutions as were wanted were found, or all of them.
    """

    solutions: tuple[Solution, ...]
    complete: bool
    nodes: int
    undecided: bool


def is_held(puzzle: Puzzle) -> bool:
    """Whether the kernel can hold a puzzle: lines make sums, of numbers that are not too large."""
    return puzzle.operation == SUM and _largest(puzzle) <= LARGEST


def _largest(puzzle: Puzzle) -> int:
    return max(map(abs, (*flat(puzzle.numbers), *puzzle.row_targets, *puzzle.column_targets)))


def decide(puzzle: Puzzle, most: int = 2, nodes: int | None = None, seconds: float | None = None) -> Decision:
    """Look for solutions of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        With sums.
    most : int
        Look for no more solutions than this; two tell whether there is one only.
    nodes : int, optional
        Give up after so many; with the same number the same is found, however long it takes.
    seconds : float, optional
        Give up after so long.

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
    numbers = np.array(puzzle.numbers, np.int64)
    targets = np.array([*puzzle.row_targets, *puzzle.column_targets], np.int64)
    board = kernel.Board(numbers.ravel(), puzzle.width, targets)
    limit = np.int64(2**62 if nodes is None else nodes)

    def work(_: int, stop: np.ndarray) -> tuple[np.ndarray, bool, int]:
        timer = threading.Timer(seconds, lambda: stop.fill(1)) if seconds is not None else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        tried = np.zeros(1, np.int64)
        found = np.empty((most, numbers.size), np.uint8)
        number, complete = kernel.search(board, *room_for(numbers, targets), found, limit, tried, stop)
        if timer is not None:
            timer.cancel()
        return found[:number], bool(complete), int(tried[0])

    ((found, complete, tried),) = run_on_threads([0], work, 1)
    rows = (found == kernel.INCLUDED).reshape(-1, puzzle.height, puzzle.width).tolist()
    solutions = tuple(tuple(map(tuple, solution)) for solution in rows)
    return Decision(solutions, complete, tried, not complete and len(solutions) < most)


def room_for(
    numbers: np.ndarray, targets: np.ndarray
) -> tuple[kernel.State, kernel.Room, np.ndarray, np.ndarray, np.ndarray]:
    """A state in which nothing is known but holes, and room to look at the lines of a grid."""
    height, width = numbers.shape
    cells, lines, longest = numbers.size, height + width, max(height, width)
    sizes = np.abs(numbers)
    most = int(max(sizes.sum(axis=0).max(), sizes.sum(axis=1).max())) // 2 + 1
    holes = np.flatnonzero(numbers == 0)
    values = np.zeros(cells, np.uint8)
    values[holes] = kernel.EXCLUDED
    trail = np.zeros(cells, np.int64)
    trail[: len(holes)] = holes
    state = kernel.State(
        values,
        targets.copy(),
        trail,
        np.array([len(holes)]),
        np.arange(lines + 1) % lines,
        np.ones(lines, np.uint8),
        np.array([0, lines]),
    )
    counted = min(most, kernel.MOST_COUNTED) + 1
    words = (min(most, kernel.MOST_SUMS) >> 6) + 1
    room = kernel.Room(
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.uint8),
        np.zeros((longest + 1, words), np.uint64),
        np.zeros(words, np.uint64),
        np.zeros(counted, np.int64),
        np.zeros(counted, np.int64),
    )
    depth = cells - len(holes) + 2
    by_depth = np.zeros((depth, lines)), np.zeros((depth, lines), np.int64), np.zeros((depth, lines), np.uint8)
    return state, room, *by_depth
