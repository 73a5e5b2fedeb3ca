"""Many Sudokus at once, by kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from rullo_core.runs.shards import default_threads, run_on_threads
from rullo_core.sudoku.kernels import levels as kernel
from rullo_core.sudoku.kernels.board import board_of, set_up
from rullo_core.sudoku.kernels.search import Stack, at_depth, count_finishing, search, stack_for
from rullo_core.sudoku.puzzle import Cells, Sudoku
from rullo_core.sudoku.solver import SEARCH, Rating

T = TypeVar("T")

NODES = 2**62
"""No limit."""

BATCH = 256
"""Puzzles that are worked on at once."""

SINGLES = kernel.NAKED | kernel.HIDDEN

RULES = {
    "naked": kernel.NAKED,
    "hidden": SINGLES,
    "locked": SINGLES | kernel.LOCKED,
    "subsets": SINGLES | kernel.SUBSETS,
    "gac": kernel.ALL,
    "gac-locked": kernel.ALL | kernel.LOCKED,
}
"""Levels as kernels take them."""


def array_of(puzzle: Sudoku) -> np.ndarray:
    """The cells as kernels take them."""
    return np.array(puzzle.cells, np.int64)


def by_batch(
    puzzles: Iterable[Sudoku], work: Callable[[Sequence[Sudoku], np.ndarray], Iterable[T]], threads: int | None
) -> Iterator[T]:
    """What comes of each puzzle, in order; on all processors unless threads are given."""
    given = list(puzzles)
    batches = (given[first : first + BATCH] for first in range(0, len(given), BATCH))
    for done in run_on_threads(batches, work, threads or default_threads()):
        yield from done


def rate_many(
    puzzles: Iterable[Sudoku], max_solutions: int = 2, nodes: int | None = None, threads: int | None = None
) -> Iterator[Rating]:
    """Rate puzzles, in order.

    Parameters
    ----------
    puzzles : iterable of Sudoku
    max_solutions : int
        Look for no more solutions of each than so many, and one.
    nodes : int, optional
        Give up a search that tries more digits.
    threads : int, optional
        All processors, unless given.
    """

    def work(batch: Sequence[Sudoku], stop: np.ndarray) -> list[Rating]:
        desks: dict[int, Stack] = {}
        ratings = []
        for puzzle in batch:
            if puzzle.box not in desks:
                desks[puzzle.box] = stack_for(puzzle.box)
            stack = desks[puzzle.box]
            cells, order, found = (
                array_of(puzzle),
                np.empty(puzzle.side**2, np.int64),
                np.empty((1, puzzle.side**2), int),
            )
            number, complete, tried = 0, True, 0
            if set_up(at_depth(stack, 0), puzzle.box, cells) < 0:
                limit = NODES if nodes is None else nodes
                number, complete, tried = search(stack, puzzle.box, SINGLES, max_solutions + 1, limit, stop, found)
            made: dict[str, int | None] = {}
            board = board_of(puzzle.box)
            solved, settled = SEARCH, ()
            for name, rules in RULES.items():
                passed = kernel.count_passes(board, puzzle.box, cells, rules, stack.room, order)
                made[name] = int(passed) if passed >= 0 else None
                if solved == SEARCH and (passed >= 0 or name == list(RULES)[-1]):
                    settled = tuple(np.bincount(order[order > 0])[1:].tolist())
                    solved = name if passed >= 0 else SEARCH
            is_one = number == 1 and complete
            ratings.append(
                Rating(
                    level=solved if number else None,
                    passes=made,
                    settled=settled,
                    finishing=int(count_finishing(stack, puzzle.box, SINGLES, cells, found[0])) if is_one else None,
                    clues=puzzle.clues,
                    solutions=min(int(number), max_solutions),
                    complete=bool(complete),
                    nodes=int(tried),
                )
            )
        return ratings

    return by_batch(puzzles, work, threads)


def solve_many(
    puzzles: Iterable[Sudoku], enough: int, threads: int | None = None
) -> Iterator[tuple[list[Cells], bool]]:
    """Solutions of puzzles, in order: so many of each at most, and whether there are no others."""

    def work(batch: Sequence[Sudoku], stop: np.ndarray) -> list[tuple[list[Cells], bool]]:
        desks: dict[int, Stack] = {}
        answers: list[tuple[list[Cells], bool]] = []
        for puzzle in batch:
            if puzzle.box not in desks:
                desks[puzzle.box] = stack_for(puzzle.box)
            stack = desks[puzzle.box]
            found = np.empty((enough, puzzle.side**2), np.int64)
            if set_up(at_depth(stack, 0), puzzle.box, array_of(puzzle)) >= 0:
                answers.append(([], True))
                continue
            number, complete, _ = search(stack, puzzle.box, SINGLES, enough + 1, NODES, stop, found)
            answers.append(([tuple(row) for row in found[: min(number, enough)].tolist()], bool(complete)))
        return answers

    return by_batch(puzzles, work, threads)
