"""Search for solutions of puzzles of any size, within limits, and prove that there is only one, or none.

A kernel does here, for large boards, what `rullo_core.rullo.solver` defines.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rullo_core.compiled import NO_LIMIT
from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.passes.solver import Found
from rullo_core.puzzles.results import Answers
from rullo_core.rullo.kernels.lines.reachable import MOST_CELLS, Room, room_for
from rullo_core.rullo.kernels.searching.search import (
    Depths,
    Lines,
    depths_for,
    lines_for,
    search_by_attempts,
    search_each,
)
from rullo_core.rullo.operation import SUM
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.runs.shards import run_alone, run_on_slices, stopped_after

AT_ONCE = 1024
"""Puzzles in arrays that a thread takes at a time."""

LARGEST = 2**48
"""Largest absolute value of a number, so that sums do not overflow int64."""


def is_held(puzzle: Rullo) -> bool:
    """Return whether the kernel supports a puzzle: it needs sums, and lines and numbers that are not too large."""
    longest = max(puzzle.height, puzzle.width)
    return puzzle.operation == SUM and longest <= MOST_CELLS and _largest(puzzle) <= LARGEST


def _largest(puzzle: Rullo) -> int:
    return max(map(abs, (*flat(puzzle.numbers), *puzzle.row_targets, *puzzle.column_targets)))


def check_held(puzzle: Rullo) -> None:
    """Raise BadInput unless the kernel supports a puzzle."""
    if max(puzzle.height, puzzle.width) > MOST_CELLS:
        raise BadInput(
            f"{format_size(puzzle.height, puzzle.width)}: this search supports at most {MOST_CELLS} rows and "
            f"{MOST_CELLS} columns; take a smaller size"
        )
    if not is_held(puzzle):
        raise BadInput(
            f"a puzzle of {puzzle.operation.name}s, with numbers up to {_largest(puzzle)}: this search supports only "
            f"sums, and numbers and target-sums from {-LARGEST} to {LARGEST}"
        )


def find_solutions(puzzle: Rullo, most: int = 2, nodes: int | None = None, seconds: float | None = None) -> Found:
    """Search for up to `most` solutions, complete if it ends before; so many nodes mean the same on all machines."""
    return run_alone(lambda stop: _find_solutions(puzzle, most, nodes, seconds, stop))


def _find_solutions(puzzle: Rullo, most: int, nodes: int | None, seconds: float | None, stop: np.ndarray) -> Found:
    check_held(puzzle)
    height, width = puzzle.height, puzzle.width
    given = [np.array(one, np.int64) for one in (puzzle.numbers, puzzle.row_targets, puzzle.column_targets)]
    room = rooms_for(height, width, max(map(abs, flat(puzzle.numbers))))
    found, attempt = np.empty((2, most, height), np.uint64)
    used = np.zeros(1, np.int64)

    def search(limit: int) -> tuple[int, bool]:
        count, complete = search_by_attempts(*given, *room, found, attempt, limit, used, stop)
        return int(count), bool(complete)

    search(0)  # On first use, the kernels are compiled here, before the time limit starts.
    with stopped_after(seconds, stop):
        count, complete = search(int(NO_LIMIT) if nodes is None else nodes)
    solutions = tuple(
        tuple(tuple(bool(row >> c & 1) for c in range(width)) for row in solution)
        for solution in found[:count].tolist()
    )
    return Found(solutions, complete, undecided=not complete and count < most, nodes=int(used[0]))


def solve_arrays(
    numbers: np.ndarray, rows: np.ndarray, columns: np.ndarray, answers: Answers, enough: int, threads: int | None
) -> Iterator[int]:
    """Search for at most `enough` solutions of puzzles in arrays, given the targets of rows and of columns, and write
    the answers; yield the numbers of puzzles that are done.
    """
    largest = int(max(numbers.max(initial=0), -int(numbers.min(initial=0))))

    def work(room: tuple[Lines, Depths, Room], some: slice, stop: np.ndarray) -> int:
        given = (np.ascontiguousarray(one[some], np.int64) for one in (numbers, rows, columns))
        search_each(*given, enough, stop, *room, *answers.at(some))
        return int(some.stop - some.start)

    height, width = numbers.shape[1:]
    shapes = np.empty((len(numbers), 0))
    return run_on_slices(shapes, AT_ONCE, lambda _: rooms_for(height, width, largest), work, threads)


def rooms_for(height: int, width: int, largest: int) -> tuple[Lines, Depths, Room]:
    """Return working memory for boards of a size, with numbers up to an absolute value."""
    longest = np.full((1, max(height, width)), largest)
    return lines_for(height, width), depths_for(height, width, height * width), room_for(longest)


def too_large(*arrays: np.ndarray) -> np.ndarray:
    """Return for each puzzle in arrays whether the kernel does not support it; see `is_held`."""
    wrong = np.full(len(arrays[0]), max(arrays[0].shape[1:]) > MOST_CELLS)
    for one in arrays:
        if max(one.max(initial=0), -int(one.min(initial=0))) > LARGEST:
            wrong |= ((one > LARGEST) | (one < -LARGEST)).reshape(len(one), -1).any(axis=1)
    return wrong
