"""Search for solutions of puzzles of any size, within limits, and prove that there is only one, or none.

A kernel does here, for large boards, what `rullo_core.rullo.solver` defines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rullo_core.compiled import node_limit
from rullo_core.constraints.kernels.reachable import MOST_CELLS, Room, room_for
from rullo_core.errors import BadInput
from rullo_core.limits import bound_after, limited, limits_with
from rullo_core.parameters import format_size
from rullo_core.passes.solver import Found
from rullo_core.puzzles.results import Answers
from rullo_core.rullo.kernels.packing import find_wrong
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
from rullo_core.runs.shards import run_on_slices, run_on_threads, stopping_in_time

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


def check_held(puzzle: Rullo, source: str = "") -> None:
    """Raise BadInput, which says where, unless the kernel supports a puzzle."""
    if max(puzzle.height, puzzle.width) > MOST_CELLS:
        raise BadInput(
            f"{format_size(puzzle.height, puzzle.width)}: this search supports at most {MOST_CELLS} rows and "
            f"{MOST_CELLS} columns; take a smaller size",
            source,
        )
    if not is_held(puzzle):
        raise BadInput(
            f"a puzzle of {puzzle.operation.name}s, with numbers up to {_largest(puzzle)}: this search supports only "
            f"sums, and numbers and target-sums from {-LARGEST} to {LARGEST}",
            source,
        )


def find_solutions(
    puzzle: Rullo, max_solutions: int = 2, nodes: int | None = None, seconds: float | None = None
) -> Found:
    """Search for solutions, up to a maximum, complete if it ends before; nodes mean the same on all machines."""
    with limited(limits_with(nodes, seconds)):
        (result,) = run_on_threads([puzzle], lambda puzzle, stop: _find_solutions(puzzle, max_solutions, stop), 1)
        return result


def _find_solutions(puzzle: Rullo, max_solutions: int, stop: np.ndarray) -> Found:
    check_held(puzzle)
    height, width = puzzle.height, puzzle.width
    arrays = [np.array(array, np.int64) for array in (puzzle.numbers, puzzle.row_targets, puzzle.column_targets)]
    room = rooms_for(height, width, max(map(abs, flat(puzzle.numbers))))
    rows, attempt = np.empty((2, max_solutions, height), np.uint64)
    nodes = np.zeros(1, np.int64)

    with stopping_in_time(stop) as own_stop:
        count, complete = search_by_attempts(*arrays, *room, rows, attempt, node_limit(), nodes, own_stop)
    solutions = tuple(
        tuple(tuple(bool(row >> c & 1) for c in range(width)) for row in solution) for solution in rows[:count].tolist()
    )
    ended = not complete and count < max_solutions
    return Found(solutions, bool(complete), bound_after(nodes[0]) if ended else None, nodes=int(nodes[0]))


class Puzzles(NamedTuple):
    """Puzzles of one size in arrays of int64, and the largest absolute value of their numbers."""

    numbers: np.ndarray  # int64[puzzles, rows, columns]
    rows: np.ndarray  # int64[puzzles, rows]
    columns: np.ndarray  # int64[puzzles, columns]
    largest: int


def pack_arrays(numbers: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> tuple[Puzzles, np.ndarray]:
    """Return puzzles, given by arrays of any integer type, as `solve_arrays` takes them; and for each whether it is
    wrong: its targets add up to different totals, or the kernel does not support it.
    """
    # Larger numbers without a sign would become negative.
    signed = (
        np.minimum(array, LARGEST + 1) if array.dtype == np.uint64 else array for array in (numbers, rows, columns)
    )
    numbers, rows, columns = (np.ascontiguousarray(array, np.int64) for array in signed)
    number, height, width = numbers.shape
    is_wrong = np.empty(number, np.bool_)
    largest = find_wrong(numbers, rows, columns, LARGEST, is_wrong)
    if max(height, width) > MOST_CELLS:
        is_wrong[:] = True
    return Puzzles(numbers, rows, columns, int(largest)), is_wrong


def solve_arrays(puzzles: Puzzles, answers: Answers, max_solutions: int, threads: int | None) -> Iterator[int]:
    """Search for at most `max_solutions` solutions of each of some valid puzzles, and write the answers; yield the
    numbers of puzzles that are done.
    """
    numbers, rows, columns, largest = puzzles
    number, height, width = numbers.shape
    nodes = node_limit()

    def work(room: tuple[Lines, Depths, Room], part: slice, stop: np.ndarray) -> int:
        search_each(numbers[part], rows[part], columns[part], max_solutions, nodes, stop, *room, *answers.subset(part))
        return int(part.stop - part.start)

    return run_on_slices(np.empty((number, 0)), AT_ONCE, lambda _: rooms_for(height, width, largest), work, threads)


def rooms_for(height: int, width: int, largest: int) -> tuple[Lines, Depths, Room]:
    """Return working memory for boards of a size, with numbers up to an absolute value."""
    room = room_for(max(height, width), largest)
    return lines_for(height, width), depths_for(height, width, height * width), room
