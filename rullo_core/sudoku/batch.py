"""Many Sudokus at once, by kernels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from rullo_core.compiled import NO_LIMIT, node_limit
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Found, found_by
from rullo_core.puzzles.boxes import Box, units_of
from rullo_core.puzzles.results import Answers
from rullo_core.runs.shards import BATCH, run_by_shape, run_on_slices
from rullo_core.sudoku.kernels import levels as kernel
from rullo_core.sudoku.kernels import measures
from rullo_core.sudoku.kernels.board import board_for, set_up
from rullo_core.sudoku.kernels.search import Stack, at_depth, count_finishing, search, search_each, stack_for
from rullo_core.sudoku.levels import BASE, LEVELS, STRONGEST
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import EARLY, STRATEGIES, Rating

SINGLES = kernel.NAKED | kernel.HIDDEN

PARTS = {
    "naked": kernel.NAKED,
    "hidden": kernel.HIDDEN,
    "locked": kernel.LOCKED,
    "subsets": kernel.SUBSETS,
    "gac": kernel.GAC,
}
"""Strategies by name, as bits for the kernels."""

RULES = {name: np.int64(sum(PARTS[part] for part in level.strategies)) for name, level in LEVELS.items()}
"""Levels by name, each the sum of its parts."""

OF_LEVEL = ("level", "level_passes", "solutions", "complete", "passes_after_first")
"""Columns of a rating that depend on the first level that solves the puzzle."""

OF_BASE = ("simple", "passes", "open_cells")
"""Columns of a rating that passes of `BASE` give."""

OF_SEARCH = ("nodes", "passes_after_first", "units_to_spare", "finishing_cells")
"""Columns for which the solution is searched for, whether a level finds it or not."""

AT_ONCE = 1024
"""Puzzles in arrays that a thread takes at a time."""

WAYS = 5
"""The number of random orders in which forced digits are placed."""


def to_array(puzzle: Sudoku) -> np.ndarray:
    """Return the cells as kernels take them."""
    return np.array(puzzle.cells, np.int64)


def box_of(puzzle: Sudoku) -> Box:
    """Return the height and width of a puzzle's boxes."""
    return puzzle.box


def rate_many(
    puzzles: Iterable[Sudoku],
    max_solutions: int = 2,
    nodes: int | None = None,
    threads: int | None = None,
    columns: Collection[str] | None = None,
) -> Iterator[Rating]:
    """Rate puzzles, in order; a search gives up at a limit of nodes. Columns not requested may be missing."""
    limit = NO_LIMIT if nodes is None else nodes

    def work(stack: Stack, puzzle: Sudoku, stop: np.ndarray) -> Rating:
        return rate(stack, puzzle.box, to_array(puzzle), max_solutions, limit, stop, columns)

    return run_by_shape(puzzles, box_of, stack_for, work, threads)


def rate_cells(
    cells: np.ndarray,
    boxes: np.ndarray,
    max_solutions: int,
    nodes: int | None,
    threads: int | None,
    columns: Collection[str] | None,
) -> Iterator[Rating]:
    """Rate the puzzles of an array of shape (puzzles, rows, columns), in order; see `rate_many`."""
    limit = NO_LIMIT if nodes is None else nodes

    def work(stack: Stack, part: slice, stop: np.ndarray) -> list[Rating]:
        box = box_at(boxes, part)
        return [rate(stack, box, puzzle, max_solutions, limit, stop, columns) for puzzle in flat(cells[part])]

    return chain.from_iterable(run_on_slices(boxes, BATCH, stack_for, work, threads))


def flat(cells: np.ndarray) -> np.ndarray:
    """Return puzzles of an array of shape (puzzles, rows, columns) as kernels take them."""
    return cells.reshape(len(cells), -1).astype(np.int64)


def box_at(boxes: np.ndarray, part: slice) -> Box:
    """Return the box of puzzles that have the same."""
    height, width = boxes[part.start].tolist()
    return height, width


def rate(
    stack: Stack,
    box: Box,
    cells: np.ndarray,
    max_solutions: int,
    nodes: int | np.int64,
    stop: np.ndarray,
    columns: Collection[str] | None = None,
) -> Rating:
    """Rate a puzzle; see `rate_many`."""
    order, solutions = np.empty(len(cells), np.int64), np.empty((1, len(cells)), np.int64)
    board = board_for(box)

    def asks_for(*names: str) -> bool:
        return columns is None or any(name in columns for name in names)

    def passes_of(cells: np.ndarray, rules: np.int64) -> int | None:
        passed = int(kernel.count_passes(board, box, cells, rules, stack.room, order))
        return passed if passed >= 0 else None

    passes_by_level: dict[str, int | None] = dict.fromkeys(RULES)
    unfixed = None
    if asks_for(*OF_BASE):
        passes_by_level[BASE], unfixed = base_of(stack, box, cells)
    solved, fixed = SEARCH, np.empty(0, np.int64)
    for name, rules in RULES.items():
        is_open = solved == SEARCH and asks_for(*OF_LEVEL)
        if is_open or (asks_for(f"passes_{name}") and not (name == BASE and asks_for(*OF_BASE))):
            passes_by_level[name] = passes_of(cells, rules)
            if is_open and (passes_by_level[name] is not None or name == STRONGEST):
                fixed = order.copy()
                solved = SEARCH if passes_by_level[name] is None else name
    # A puzzle that a level solves has one solution.
    number, complete, guesses = int(solved != SEARCH), True, 0
    if (asks_for(*OF_LEVEL) and solved == SEARCH) or asks_for(*OF_SEARCH):
        number = 0
        if set_up(at_depth(stack, 0), box, cells) < 0:
            number, complete, guesses = search(stack, box, SINGLES, max_solutions + 1, nodes, stop, solutions)
    is_one = number == 1 and bool(complete)
    extra: dict[str, Any] = {}
    if asks_for("passes_pairs"):
        extra["passes_pairs"] = passes_of(cells, SINGLES | kernel.PAIRS)
    rules = RULES[STRONGEST if solved == SEARCH else solved]
    if asks_for("passes_after_first") and is_one and solved != SEARCH:
        extra["passes_after_first"] = passes_of(_first_played(cells, fixed, solutions[0]), rules)
    if asks_for("strategies_weighted", *(f"strategy_count_{name}" for name in STRATEGIES)):
        uses = np.empty(len(measures.TECHNIQUES), np.int64)
        all_used = measures.count_techniques(stack, box, cells, uses)
        extra["strategy_count"] = dict(zip(STRATEGIES, uses.tolist(), strict=True))
        extra["strategies_weighted"] = _weighted(uses.tolist()) if all_used else None
    if asks_for("forced_cells", "forced_cells_early"):
        extra["forced_cells"], extra["forced_cells_early"] = _forced(stack, box, cells)
    if asks_for("units_to_spare") and is_one:
        extra["units_to_spare"] = _units_to_spare(box, cells)
    if asks_for("finishing_cells") and is_one:
        extra["finishing_cells"] = int(count_finishing(stack, box, SINGLES, cells, solutions[0]))
    if columns is None:
        candidates = np.empty(len(board.unfixed) ** 3, np.int64)
        passed = measures.count_candidates(board, box, cells, rules, stack.room, candidates)
        extra["fixed_by_pass"] = tuple(np.bincount(fixed[fixed > 0])[1:].tolist())
        extra["candidates_by_pass"] = tuple(candidates[:passed].tolist())
    return Rating(
        level=solved if number else None,
        passes_by_level=passes_by_level,
        solutions=min(int(number), max_solutions),
        complete=bool(complete),
        nodes=int(guesses),
        clues=int(np.count_nonzero(cells)),
        cells=int(np.count_nonzero(cells == 0)),
        open_cells=unfixed,
        **extra,
    )


def base_of(stack: Stack, box: Box, cells: np.ndarray) -> tuple[int | None, int | None]:
    """Return the passes of `BASE` that solve a puzzle, None if they do not, and the cells that they leave unfixed, None
    if they show that there is no solution.
    """
    passes, unfixed = measures.count_open(board_for(box), box, cells, RULES[BASE], stack.room)
    return int(passes) if unfixed == 0 else None, int(unfixed) if unfixed >= 0 else None


def count_passes(puzzle: Sudoku, level: str) -> int | None:
    """Return the passes of a level until every cell is fixed; None where it is stuck."""
    stack, order = stack_for(puzzle.box), np.empty(puzzle.side**2, np.int64)
    board, rules = board_for(puzzle.box), np.int64(RULES[level])
    passes = int(kernel.count_passes(board, puzzle.box, to_array(puzzle), rules, stack.room, order))
    return passes if passes >= 0 else None


def passes_of_levels(puzzles: Iterable[Sudoku], threads: int | None = None) -> Iterator[list[int]]:
    """Return the passes of all levels for each puzzle, in order; negative where a level is stuck."""

    def work(stack: Stack, puzzle: Sudoku, _: np.ndarray) -> list[int]:
        box, cells, order = puzzle.box, to_array(puzzle), np.empty(puzzle.side**2, np.int64)
        board = board_for(box)
        return [int(kernel.count_passes(board, box, cells, rules, stack.room, order)) for rules in RULES.values()]

    return run_by_shape(puzzles, box_of, stack_for, work, threads)


def _first_played(cells: np.ndarray, fixed: np.ndarray, solution: np.ndarray) -> np.ndarray:
    """Return a puzzle with the digits of the first pass that fixes any cell."""
    return np.where(fixed == fixed[fixed > 0].min(initial=len(cells)), solution, cells)


def _forced(stack: Stack, box: Box, cells: np.ndarray) -> tuple[float | None, float | None]:
    """Return the mean number of cells where singles force a digit, over some random ways: in all, and early."""
    overall, early, forced = [], [], np.empty(len(cells), np.int64)
    for way in range(WAYS):
        positions = measures.count_forced(stack, box, cells, rng_from_seed(0, way), forced)
        if positions:
            overall.append(forced[:positions].mean())
            early.append(forced[: min(positions, EARLY)].mean())
    return (round(float(np.mean(overall)), 3), round(float(np.mean(early)), 3)) if overall else (None, None)


def _weighted(uses: Sequence[int]) -> float:
    return round(sum(2.0**i * (count + count * (count - 1) / 20) for i, count in enumerate(uses)), 3)


def _units_to_spare(box: Box, cells: np.ndarray) -> int | None:
    units = np.array([unit for _, unit in units_of(box)], np.int64)
    spare = int(measures.count_to_spare(box, cells, units))
    return spare if spare >= 0 else None


def solve_many(puzzles: Iterable[Sudoku], max_solutions: int, threads: int | None = None) -> Iterator[Found]:
    """Search for at most `max_solutions` solutions of each puzzle, in order."""
    limit = node_limit()

    def work(stack: Stack, puzzle: Sudoku, stop: np.ndarray) -> Found:
        solutions = np.empty((max_solutions, puzzle.side**2), np.int64)
        number, complete, nodes = 0, True, 0
        if set_up(at_depth(stack, 0), puzzle.box, to_array(puzzle)) < 0:
            number, complete, nodes = search(stack, puzzle.box, SINGLES, max_solutions + 1, limit, stop, solutions)
        return found_by(map(tuple, solutions[:number].tolist()), int(number), bool(complete), int(nodes), max_solutions)

    return run_by_shape(puzzles, box_of, stack_for, work, threads)


def solve_cells(
    cells: np.ndarray, boxes: np.ndarray, answers: Answers, max_solutions: int, threads: int | None
) -> Iterator[int]:
    """Search for at most `max_solutions` solutions of the puzzles of an array of shape (puzzles, rows, columns), and
    write the answers; yield the numbers of puzzles that are done.
    """
    limit = node_limit()

    def work(stack: Stack, part: slice, stop: np.ndarray) -> int:
        puzzles, (numbers, complete, nodes, solutions) = flat(cells[part]), answers.subset(part)
        search_each(
            stack, box_at(boxes, part), SINGLES, max_solutions, limit, stop, puzzles,
            numbers, complete, nodes, solutions.reshape(puzzles.shape),
        )  # fmt: skip
        return len(puzzles)

    return run_on_slices(boxes, AT_ONCE, stack_for, work, threads)
