"""Rate many puzzles with the kernels, in batches on several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from rullo_core.compiled import NO_LIMIT
from rullo_core.constraints.kernels.different import HIGHEST
from rullo_core.kakuro.kernels import packing
from rullo_core.kakuro.kernels import rating as kernel
from rullo_core.kakuro.kernels.board import Puzzles, desk_for
from rullo_core.kakuro.kernels.search import search, search_each
from rullo_core.kakuro.levels import GRADES, STUCK, Kind
from rullo_core.kakuro.puzzle import ACROSS, Kakuro
from rullo_core.kakuro.solver import Rating
from rullo_core.passes.solver import Found
from rullo_core.runs.shards import run_in_batches, run_on_threads

AT_ONCE = 256
"""Puzzles in arrays that a thread takes at a time."""


def pack(puzzles: Sequence[Kakuro]) -> Puzzles:
    """Pack puzzles into the arrays that kernels read."""
    cells, entries, downs, members = [0], [0], [], [0]
    member: list[int] = []
    clues: list[int] = []
    order: list[int] = []
    lines: list[list[int]] = [[], []]
    for puzzle in puzzles:
        first, base = entries[-1], cells[-1]
        for line in lines:
            line += [-1] * len(puzzle.cells)
        for number, entry in enumerate(puzzle.entries, start=first):
            for cell in entry.cells:
                lines[entry.direction != ACROSS][base + cell] = number
            member += [base + cell for cell in entry.cells]
            members.append(len(member))
            clues.append(entry.clue or 0)
        downs.append(first + sum(entry.direction == ACROSS for entry in puzzle.entries))
        order += sorted(range(first, first + len(puzzle.entries)), key=lambda one: len(puzzle.entries[one - first]))
        cells.append(base + len(puzzle.cells))
        entries.append(first + len(puzzle.entries))
    lists = cells, entries, downs, members, member, clues, *lines, order
    return Puzzles(*(np.array(one, np.int64) for one in lists))


def pack_grids(white: np.ndarray, clues: np.ndarray) -> tuple[Puzzles, np.ndarray]:
    """Pack puzzles that arrays hold, and return for each whether it may break a rule; see `kernels.packing`."""
    packed = packing.pack_grids(np.array(white, bool), np.array(clues, np.int64))
    cells, entries, downs, members, member, sums, across, down, order, number, used, is_wrong = packed
    parts = members[: number + 1], member[:used], sums[:number], across, down, order[:number]
    return Puzzles(cells, entries, downs, *parts), is_wrong


def solve_grids(
    packed: Puzzles, white: np.ndarray, enough: int, threads: int | None
) -> Iterator[tuple[np.ndarray, ...]]:
    """Yield for some packed puzzles at a time the number of solutions, `enough` at most, whether these are all, the
    nodes, and the first solution, 0 in all cells if there is none.
    """
    most, masks = int(np.diff(packed.cells).max(initial=0)), np.array(white, np.bool_)

    def work(first: int, stop: np.ndarray) -> tuple[np.ndarray, ...]:
        some = masks[first : first + AT_ONCE]
        numbers, nodes, found = (
            np.zeros(len(some), np.int64),
            np.zeros(len(some), np.int64),
            np.zeros(some.shape, np.int64),
        )
        complete, depths = np.zeros(len(some), np.bool_), np.empty((most + 1, most), np.int64)
        search_each(packed, first, some, enough, stop, depths, desk_for(packed), numbers, complete, nodes, found)
        return numbers, complete, nodes, found

    return run_on_threads(range(0, len(white), AT_ONCE), work, threads)


def solve_many(puzzles: Iterable[Kakuro], enough: int, threads: int | None = None) -> Iterator[Found]:
    """Search for at most `enough` solutions of each puzzle, in order; one more shows whether there are others."""

    def work(batch: Sequence[Kakuro], stop: np.ndarray) -> list[Found]:
        return [
            Found(tuple(map(tuple, digits.tolist())), complete, nodes=nodes)
            for complete, nodes, digits in _search(pack(batch), range(len(batch)), enough, stop)
        ]

    return run_in_batches(puzzles, work, threads)


def _search(
    packed: Puzzles, some: Iterable[int], enough: int, stop: np.ndarray
) -> Iterator[tuple[bool, int, np.ndarray]]:
    """Yield for some packed puzzles whether the solutions, `enough` at most, are all, the nodes, and their digits."""
    most = int(np.diff(packed.cells).max(initial=0))
    desk, depths, last = desk_for(packed), np.empty((most + 1, most), np.int64), np.zeros(most, np.int64)
    found = np.empty((enough, most), np.int64)
    for p in some:
        number, complete, reached = search(packed, p, found, enough + 1, last, NO_LIMIT, stop, depths, desk)
        digits = HIGHEST[found[: min(number, enough), : packed.cells[p + 1] - packed.cells[p]]]
        yield bool(complete), int(reached) - 1, digits


def rate_many(
    puzzles: Iterable[Kakuro], max_solutions: int = 2, nodes: int | None = None, threads: int | None = None
) -> Iterator[Rating]:
    """Rate puzzles, in order, as `rullo_core.kakuro.solver.rate` does; a search with more nodes is given up."""

    def work(batch: Sequence[Kakuro], stop: np.ndarray) -> list[Rating]:
        return _rate(batch, max_solutions, nodes, stop)

    return run_in_batches(puzzles, work, threads)


def rate_one(puzzle: Kakuro, stop: np.ndarray, nodes: int | None = None) -> Rating:
    """Rate a puzzle on this thread; see `rate_many`."""
    (rating,) = _rate([puzzle], 2, nodes, stop)
    return rating


def _rate(batch: Sequence[Kakuro], max_solutions: int, nodes: int | None, stop: np.ndarray) -> list[Rating]:
    packed = pack(batch)
    most = max(len(puzzle.cells) for puzzle in batch)
    depths = np.empty((most + 1, most), np.int64)
    found = np.zeros((len(batch), kernel.FOUND), np.int64)
    # The kernel counts how often G is applied: once before anything is tried.
    limit = NO_LIMIT if nodes is None else nodes + 1
    kernel.rate_table(packed, 0, len(batch), max_solutions, limit, stop, depths, desk_for(packed), found)
    return [_rating(puzzle, row, max_solutions) for puzzle, row in zip(batch, found.tolist(), strict=True)]


def _rating(puzzle: Kakuro, row: list[int], most: int) -> Rating:
    unfixed, across, down, grade, by_rectangles, solutions, complete, reached = row
    nodes, counts = reached - 1, (len(puzzle.cells), len(puzzle.entries))
    if unfixed < 0:
        return Rating("infeasible", None, None, None, None, None, 0, True, nodes, *counts)
    kind: Kind
    if unfixed == 0:
        kind = "simple"
    elif solutions > 1:
        kind = "ambiguous"
    elif not complete:
        kind = "undecided"
    elif solutions == 0:
        kind = "infeasible"
    else:
        kind = "rectangular" if by_rectangles == 0 else "exhaustive"
    names = dict(enumerate((GRADES[0], None, *GRADES[1:], STUCK)))
    difficulty = (across + down) / 2 if unfixed == 0 else None
    found = min(solutions, most), bool(complete), nodes
    return Rating(kind, names[grade], across, down, difficulty, unfixed, *found, *counts)
