"""Rate many puzzles with the kernels, in batches on several threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeVar

import numpy as np

from rullo_core.compiled import NO_LIMIT, node_limit
from rullo_core.constraints.kernels.different import HIGHEST
from rullo_core.kakuro.kernels import packing
from rullo_core.kakuro.kernels import rating as kernel
from rullo_core.kakuro.kernels.board import FIRST, Puzzles, desk_for
from rullo_core.kakuro.kernels.search import search, search_each
from rullo_core.kakuro.levels import GRADES, STUCK, Kind
from rullo_core.kakuro.puzzle import ACROSS, Kakuro
from rullo_core.kakuro.solver import Rating
from rullo_core.passes.solver import Found, found_by
from rullo_core.puzzles.results import Answers
from rullo_core.runs.shards import each_in_time, run_in_batches, run_on_slices

Result = TypeVar("Result")

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
        across_entries, down_entries = ([-1] * len(puzzle.cells) for _ in lines)
        lengths = []
        for number, entry in enumerate(puzzle.entries, start=first):
            entry_cells = entry.cells
            line = across_entries if entry.direction == ACROSS else down_entries
            for cell in entry_cells:
                line[cell] = number
                member.append(base + cell)
            members.append(len(member))
            clues.append(entry.clue or 0)
            lengths.append(len(entry_cells))
        lines[0] += across_entries
        lines[1] += down_entries
        downs.append(first + sum(entry.direction == ACROSS for entry in puzzle.entries))
        order += [first + i for i in sorted(range(len(lengths)), key=lengths.__getitem__)]
        cells.append(base + len(puzzle.cells))
        entries.append(first + len(puzzle.entries))
    lists = cells, entries, downs, members, member, clues, *lines, order
    return Puzzles(*(np.array(values, np.int64) for values in lists))


def pack_grids(white: np.ndarray, clues: np.ndarray) -> tuple[Puzzles, np.ndarray]:
    """Pack puzzles that arrays hold, and return for each whether it may break a rule; see `kernels.packing`."""
    arrays = packing.pack_grids(np.require(white, bool, ["C", "W"]), np.require(clues, np.int64, ["C", "W"]))
    cells, entries, downs, members, member, sums, across_entries, down_entries, order, number, end, is_wrong = arrays
    parts = members[: number + 1], member[:end], sums[:number], across_entries, down_entries, order[:number]
    return Puzzles(cells, entries, downs, *parts), is_wrong


def solve_grids(
    white: np.ndarray,
    clues: np.ndarray,
    check: Callable[[Iterable[int]], None],
    answers: Answers,
    max_solutions: int,
    threads: int | None,
) -> Iterator[int]:
    """Search for at most `max_solutions` of puzzles that arrays hold, and write the answers; yield the numbers of
    puzzles that are done. `check` is called with the numbers of puzzles that may break a rule.
    """
    limit = node_limit_of_entries()

    def search(arrays: Puzzles, part: slice, stop: np.ndarray) -> int:
        masks, depths = np.require(white[part], bool, ["C", "W"]), depths_for(arrays)
        search_each(arrays, FIRST, masks, max_solutions, limit, stop, depths, desk_for(arrays), *answers.subset(part))
        return len(masks)

    return _run_on_grids(white, clues, check, search, threads)


def rate_grids(
    white: np.ndarray,
    clues: np.ndarray,
    check: Callable[[Iterable[int]], None],
    max_solutions: int,
    nodes: int | None,
    threads: int | None,
) -> Iterator[Rating]:
    """Rate puzzles that arrays hold, in order; see `solve_grids` and `rate_many`."""

    def rate(arrays: Puzzles, _: slice, stop: np.ndarray) -> list[Rating]:
        return _rate(arrays, max_solutions, nodes, stop)

    return chain.from_iterable(_run_on_grids(white, clues, check, rate, threads))


def _run_on_grids(
    white: np.ndarray,
    clues: np.ndarray,
    check: Callable[[Iterable[int]], None],
    work: Callable[[Puzzles, slice, np.ndarray], Result],
    threads: int | None,
) -> Iterator[Result]:
    """Run on puzzles that arrays hold: `work` is called with the arrays of a part, its slice and ``stop``."""

    def work_on(_: None, part: slice, stop: np.ndarray) -> Result:
        arrays, may_be_wrong = pack_grids(white[part], clues[part])
        check((part.start + np.flatnonzero(may_be_wrong)).tolist())
        return work(arrays, part, stop)

    return run_on_slices(np.empty((len(white), 0)), AT_ONCE, lambda _: None, work_on, threads)


def depths_for(arrays: Puzzles) -> np.ndarray:
    """Return room for a search in the largest of some puzzles."""
    largest = int(np.diff(arrays.cells).max(initial=0))
    return np.empty((largest + 1, largest), np.int64)


def solve_many(puzzles: Iterable[Kakuro], max_solutions: int, threads: int | None = None) -> Iterator[Found]:
    """Search for at most `max_solutions` of each puzzle, in order; one more shows whether there are others."""
    limit = node_limit_of_entries()

    def work(batch: Sequence[Kakuro], stop: np.ndarray) -> list[Found]:
        arrays = pack(batch)
        desk, depths = desk_for(arrays), depths_for(arrays)
        last, solutions = np.zeros(len(depths) - 1, np.int64), np.zeros((max_solutions, len(depths) - 1), np.int64)
        answers = []
        for p in range(len(batch)):
            number, complete, visited = search(arrays, p, solutions, max_solutions + 1, last, limit, stop, depths, desk)
            digits = HIGHEST[solutions[: min(number, max_solutions), : arrays.cells[p + 1] - arrays.cells[p]]]
            answers.append(
                found_by(map(tuple, digits.tolist()), int(number), bool(complete), int(visited) - 1, max_solutions)
            )
        return answers

    return run_in_batches(puzzles, partial(each_in_time, work), threads)


def node_limit_of_entries() -> np.int64:
    """Return how many nodes a search may have: the kernels count the one before anything is tried, too."""
    return min(node_limit() + 1, NO_LIMIT)


def rate_many(
    puzzles: Iterable[Kakuro], max_solutions: int = 2, nodes: int | None = None, threads: int | None = None
) -> Iterator[Rating]:
    """Rate puzzles, in order, as `rullo_core.kakuro.solver.rate` does; a search with more nodes is given up."""

    def work(batch: Sequence[Kakuro], stop: np.ndarray) -> list[Rating]:
        return _rate(pack(batch), max_solutions, nodes, stop)

    return run_in_batches(puzzles, partial(each_in_time, work), threads)


def rate_packed(arrays: Puzzles, stop: np.ndarray, nodes: int | None = None) -> Rating:
    """Rate a puzzle that is packed alone, on this thread; see `rate_many`."""
    (rating,) = _rate(arrays, 2, nodes, stop)
    return rating


def _rate(arrays: Puzzles, max_solutions: int, nodes: int | None, stop: np.ndarray) -> list[Rating]:
    number = len(arrays.downs)
    table = np.zeros((number, kernel.COLUMNS), np.int64)
    # The kernel counts how often G is applied: once before anything is tried.
    limit = NO_LIMIT if nodes is None else nodes + 1
    kernel.rate_table(arrays, 0, number, max_solutions, limit, stop, depths_for(arrays), desk_for(arrays), table)
    counts = np.diff(arrays.cells).tolist(), np.diff(arrays.entries).tolist()
    return [_rating(row, counts, max_solutions) for row, *counts in zip(table.tolist(), *counts, strict=True)]


def _rating(row: list[int], counts: list[int], max_solutions: int) -> Rating:
    """Return a rating, given a row of `kernels.rating`, and the numbers of cells and of entries."""
    unfixed, across_first, down_first, grade, by_rectangles, solutions, complete, visited = row
    nodes = visited - 1
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
    difficulty = (across_first + down_first) / 2 if unfixed == 0 else None
    outcome = min(solutions, max_solutions), bool(complete), nodes
    return Rating(kind, names[grade], across_first, down_first, difficulty, unfixed, *outcome, *counts)
