"""Solve and rate many Killer Sudokus with the compiled kernels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

import numpy as np

from rullo_core.compiled import node_limit
from rullo_core.killer.kernels import board, levels
from rullo_core.killer.kernels.packing import take_cages
from rullo_core.killer.kernels.search import Stack, search_by_levels, search_each, stack_for
from rullo_core.killer.levels import LEVELS, SHAVE, SOLVERS, STRONGEST
from rullo_core.killer.puzzle import Killer, units_of
from rullo_core.killer.solver import Rating
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Found, found_by
from rullo_core.puzzles.results import Answers
from rullo_core.runs.shards import run_by_shape, run_on_slices

PARTS = {
    "start": levels.START,
    "naked": levels.NAKED,
    "cage_singles": levels.CAGE_SINGLES,
    "hidden": levels.HIDDEN,
    "locked": levels.LOCKED,
    "cages": levels.CAGES,
    "units": levels.UNITS,
    "required": levels.REQUIRED,
    "sums": levels.SUMS,
    "windows": levels.WINDOWS,
}
"""Parts of levels by name, as bits for the kernels."""

RULES = {name: np.int64(sum(PARTS[part] for part in level.strategies)) for name, level in LEVELS.items()}
"""Levels by name, each the sum of its parts."""


OF_LEVEL = ("level", "level_passes", "solutions", "complete")
"""Columns of a rating that depend on the first level that solves the puzzle."""

OF_BASE = ("simple", "passes", "open_cells", "passes_cages_first", "passes_units_first")
"""Columns for which passes that alternate between cages and units suffice."""

PATIENCE = 100_000
"""Number of nodes after which a search starts again with the strongest level."""

AT_ONCE = 64
"""Puzzles in arrays that a thread takes at a time."""

Shape = tuple[int, tuple[int, int], bool]
"""Side, box and whether there are diagonals."""


def shape_of(puzzle: Killer) -> Shape:
    """Return the shape of a puzzle's board; puzzles of the same shape share working memory."""
    return puzzle.side, puzzle.box, puzzle.diagonals


def stack_of(shape: Shape) -> Stack:
    """Return working memory for puzzles of a shape."""
    side, box, diagonals = shape
    units = [cells for _, cells in units_of(side, box, diagonals)]
    return stack_for(levels.reasoning_for(board.frame_for(side, *box, units)))


def stack_of_row(row: tuple[int, ...]) -> Stack:
    """Return working memory for a shape in a row of numbers: side, height and width of a box, 1 for diagonals."""
    side, height, width, diagonals = row
    return stack_of((side, (height, width), bool(diagonals)))


def set_up(stack: Stack, puzzle: Killer) -> None:
    """Put a puzzle's cages into a stack of its shape."""
    owner = [board.NO_CAGE] * puzzle.side**2
    for number, cage in enumerate(puzzle.cages):
        for cell in cage.cells:
            owner[cell] = number
    totals = [cage.total for cage in puzzle.cages]
    levels.put_cages(stack.reasoning, np.array(owner, np.int64), np.array(totals, np.int64), len(totals))


def solve(
    stack: Stack, puzzle: Killer, max_solutions: int, stop: np.ndarray, level: str = "CH", nodes: int | None = None
) -> Found:
    """Search for solutions of one puzzle; see `solve_many`."""
    set_up(stack, puzzle)
    return search(stack, max_solutions, stop, level, nodes)


def search(stack: Stack, max_solutions: int, stop: np.ndarray, level: str = "CH", nodes: int | None = None) -> Found:
    """Search for solutions of the puzzle whose cages are in a stack; see `solve_many`."""
    solutions = np.zeros((max_solutions, stack.domains.shape[1]), np.int64)
    limit = node_limit() if nodes is None else np.int64(nodes)
    in_turn = RULES[level], RULES[STRONGEST], PATIENCE
    number, complete, visited = search_by_levels(stack, *in_turn, max_solutions + 1, limit, stop, solutions)
    return found_by(map(tuple, solutions[:number].tolist()), int(number), bool(complete), int(visited), max_solutions)


def find_solutions(puzzle: Killer, max_solutions: int) -> Found:
    """Return solutions of a puzzle; see `solve_many`."""
    return next(solve_many([puzzle], max_solutions, threads=1))


def solve_many(
    puzzles: Iterable[Killer], max_solutions: int, level: str = "CH", threads: int | None = None
) -> Iterator[Found]:
    """Yield up to `max_solutions` solutions of each puzzle, by a level, or by the strongest after `PATIENCE` nodes."""

    def work(stack: Stack, puzzle: Killer, stop: np.ndarray) -> Found:
        return solve(stack, puzzle, max_solutions, stop, level)

    return run_by_shape(puzzles, shape_of, stack_of, work, threads)


def solve_cages(
    cages: np.ndarray, sums: np.ndarray, shapes: np.ndarray, answers: Answers, max_solutions: int, threads: int | None
) -> Iterator[int]:
    """Search for up to `max_solutions` solutions of puzzles, given the number of each cell's cage, the sums by number,
    and a row of `shapes` as `stack_of_row` takes it; write the answers, and yield the numbers of puzzles that are done.
    """
    limit = node_limit()

    def work(stack: Stack, chunk: slice, stop: np.ndarray) -> int:
        in_turn = RULES["CH"], RULES[STRONGEST], PATIENCE
        search_each(stack, *in_turn, max_solutions, limit, stop, cages[chunk], sums[chunk], *answers.subset(chunk))
        return int(chunk.stop - chunk.start)

    return run_on_slices(shapes, AT_ONCE, stack_of_row, work, threads)


def rate_cages(
    cages: np.ndarray,
    sums: np.ndarray,
    shapes: np.ndarray,
    max_solutions: int,
    nodes: int | None,
    threads: int | None,
    columns: Collection[str] | None,
) -> Iterator[Rating]:
    """Rate puzzles in arrays, in order; see `solve_cages` and `rate_many`."""

    def work(stack: Stack, chunk: slice, stop: np.ndarray) -> list[Rating]:
        numbers = (take_cages(stack.reasoning, *arrays) for arrays in zip(cages[chunk], sums[chunk], strict=True))
        return [rate(stack, int(number), max_solutions, nodes, stop, columns) for number in numbers]

    return chain.from_iterable(run_on_slices(shapes, AT_ONCE, stack_of_row, work, threads))


def rate_many(
    puzzles: Iterable[Killer],
    max_solutions: int = 2,
    nodes: int | None = None,
    threads: int | None = None,
    columns: Collection[str] | None = None,
) -> Iterator[Rating]:
    """Rate puzzles, in order; one more solution than the greatest number is searched for.

    Columns that are not in `columns`, if these are given, may be missing.
    """

    def work(stack: Stack, puzzle: Killer, stop: np.ndarray) -> Rating:
        set_up(stack, puzzle)
        return rate(stack, len(puzzle.cages), max_solutions, nodes, stop, columns)

    return run_by_shape(puzzles, shape_of, stack_of, work, threads)


def rate(
    stack: Stack,
    cages: int,
    max_solutions: int,
    nodes: int | None,
    stop: np.ndarray,
    columns: Collection[str] | None = None,
) -> Rating:
    """Rate the puzzle whose cages are in a stack, given their number; see `rate_many`."""

    def asks_for(*names: str) -> bool:
        return columns is None or any(name in columns for name in names)

    room, domains = stack.reasoning, stack.domains[0]
    passes_by_level: dict[str, int | None] = dict.fromkeys(RULES)
    solved_cells, candidates = dict(passes_by_level), dict(passes_by_level)
    solved, outcome = None, levels.INFEASIBLE
    for name, rules in RULES.items():
        is_open = name in SOLVERS and solved is None and asks_for(*OF_LEVEL)
        if not is_open and not asks_for(*(f"{of}_{name}" for of in ("passes", "solved_cells", "candidates"))):
            continue
        outcome, passes = levels.INFEASIBLE, 0
        if levels.begin(domains, room, rules):
            outcome, passes = levels.run_level(domains, room, rules)
        if is_open and outcome == levels.SOLVED:
            solved = name
        if outcome != levels.INFEASIBLE:
            count = room.desk.sets.size[domains]
            passes_by_level[name] = int(passes)
            solved_cells[name], candidates[name] = int((count == 1).sum()), int(count.sum())
    if solved is None and asks_for("level") and outcome == levels.STUCK:
        # `domains` still holds the state after the last, strongest level.
        shaved, _ = levels.shave(domains, room, RULES[STRONGEST], stop)
        solved = SHAVE if shaved == levels.SOLVED else SEARCH
    turns, unfixed = by_turns(stack) if asks_for(*OF_BASE) else (None, None)
    # A puzzle that a level solves has one solution.
    answer = Found(((),), True, nodes=0)
    if asks_for("nodes") or (asks_for(*OF_LEVEL) and solved not in SOLVERS):
        answer = search(stack, max_solutions, stop, nodes=nodes)
    return Rating(
        level=(solved or SEARCH) if answer.solutions else None,
        passes_by_level=passes_by_level,
        solutions=len(answer.solutions),
        complete=answer.complete,
        nodes=int(answer.nodes or 0),
        cages=cages,
        cells=len(domains),
        open_cells=unfixed,
        passes_cages_first=turns,
        solved_cells=solved_cells,
        candidates=candidates,
    )


def by_turns(stack: Stack) -> tuple[int | None, int | None]:
    """Return how many passes, alternately over cages and units, solve the puzzle in a stack, None if they do not; and
    the number of cells that they leave unfixed, None if they show that there is no solution.
    """
    room, domains = stack.reasoning, stack.domains[0]
    outcome, passes = levels.run_by_turns(domains, room, levels.CAGES, levels.UNITS)
    unfixed = None if outcome == levels.INFEASIBLE else int((room.desk.sets.size[domains] > 1).sum())
    return int(passes) if outcome == levels.SOLVED else None, unfixed
