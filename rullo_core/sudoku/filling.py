"""Boards filled at random by several methods behind one interface.

After Shamus Young, Pseudoku: This Game Needs Filler (Twenty Sided, 2017), and its readers' comments. None of them draws
all boards with equal probability.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rullo_core.compiled.rng import Rng, rng_from_seed, shuffled
from rullo_core.declaration import LARGEST
from rullo_core.errors import BadInput, NotFound
from rullo_core.passes.explain import listed
from rullo_core.puzzles.boxes import Box, place, side_of
from rullo_core.runs.shards import run_alone
from rullo_core.sudoku.batch import SINGLES, to_array
from rullo_core.sudoku.exact import fill_by_cover
from rullo_core.sudoku.kernels import filling
from rullo_core.sudoku.kernels.board import set_up
from rullo_core.sudoku.kernels.levels import NAKED
from rullo_core.sudoku.kernels.search import at_depth, stack_for
from rullo_core.sudoku.kernels.shuffling import permuted_cells
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import METHODS, OF_NOTHING, ONLY_ONCE, FillSpec, GridRequest

SUCCESS, IMPOSSIBLE, LIMIT = "filled", "no solution", "limit reached"

RULES = {"look-ahead": filling.LOOK_AHEAD, "naked": NAKED, "hidden": SINGLES}

HEAT = 0.25
"""The temperature of exchanges on boards larger than 9x9; none on other boards."""


@dataclass(frozen=True)
class FillResult:
    """A board or None, whether it is filled, infeasible or at a limit, a log of attempts, and processor seconds."""

    board: Sudoku | None
    status: str
    log: dict[str, Any] = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def grid(self) -> Sudoku:
        """The board, which is filled."""
        assert self.board is not None
        return self.board


@dataclass(frozen=True)
class Task:
    """The input of a filler: given cells, limits, and the random number generator."""

    fill_spec: FillSpec
    puzzle: Sudoku
    rng: Rng
    stop: np.ndarray

    @property
    def cells(self) -> np.ndarray:
        """The given cells, for a kernel to fill."""
        return to_array(self.puzzle)

    @property
    def limit(self) -> int:
        """Placements of an attempt."""
        return self.fill_spec.limit_of(self.puzzle.side)


Answer = tuple[int, np.ndarray, dict[str, Any]]
"""1 filled, 0 no solution, -1 limit reached; the cells; a log of the attempts."""


def _described(log: filling.Log) -> dict[str, Any]:
    names = ("placements", "dead ends", "choices", "attempts", "farthest")
    return dict(zip(names, log.counts.tolist(), strict=True))


def _plainly(task: Task, attempts: int) -> Answer:
    cells, log = task.cells, filling.log_of()
    order = np.flatnonzero(cells == 0)
    if task.fill_spec.order == "random":
        order = shuffled(order, task.rng)
    answer = filling.fill_plain(cells, task.puzzle.box, order, task.limit, attempts, True, task.rng, task.stop, log)
    return int(answer), cells, _described(log)


def _with_solver(task: Task, cell_choice: np.int64, backtracks: bool = True) -> Answer:
    box, spec = task.puzzle.box, task.fill_spec
    cells, log, stack = task.cells, filling.log_of(), stack_for(box)
    order = np.arange(len(cells))
    if spec.order == "random":
        order, cell_choice = shuffled(order, task.rng), filling.FIXED
    if set_up(at_depth(stack, 0), box, cells) >= 0:
        return 0, cells, _described(log)
    rules = RULES[spec.level]
    answer = filling.fill_with_solver(
        stack, box, rules, cell_choice, order, task.limit, spec.attempts, backtracks, task.rng, task.stop, log, cells
    )
    return int(answer), cells, _described(log)


def _by_exchange(task: Task) -> Answer:
    cells, log = task.cells, filling.log_of()
    heat = HEAT if task.puzzle.side > 9 else 0.0
    in_boxes = task.fill_spec.order != "anywhere"
    limit = min(task.fill_spec.attempts * task.limit, np.iinfo(np.int64).max)
    answer, first_conflicts = filling.fill_by_exchange(
        cells, task.puzzle.box, in_boxes, heat, limit, task.rng, task.stop, log
    )
    return (
        int(answer),
        cells,
        {"exchanges tried": int(log.counts[filling.PLACEMENTS]), "conflicts at first": int(first_conflicts)},
    )


def _by_cover(task: Task) -> Answer:
    cells, nodes = fill_by_cover(task.puzzle, task.rng, task.limit)
    answer = 1 if cells else -1 if nodes >= task.limit else 0
    return answer, np.array(cells or task.puzzle.cells, np.int64), {"nodes": nodes}


def _permuted(task: Task) -> Answer:
    return 1, permuted_cells(np.array(shifted(task.puzzle.box).cells, np.int64), task.puzzle.box, task.rng), {}


def _shifted(task: Task) -> Answer:
    return 1, np.array(shifted(task.puzzle.box).cells, np.int64), {}


FILLERS: dict[str, Callable[[Task], Answer]] = {
    "rows": lambda task: _plainly(task, 1),
    "bail-out": lambda task: _plainly(task, task.fill_spec.attempts),
    "solver": lambda task: _with_solver(task, filling.ROWS),
    "fewest": lambda task: _with_solver(task, filling.FEWEST),
    "anew": lambda task: _with_solver(task, filling.FEWEST, backtracks=False),
    "exact-cover": _by_cover,
    "swaps": _by_exchange,
    "permuted": _permuted,
    "shifted": _shifted,
}


def shifted(box: Box) -> Sudoku:
    """The board whose first row is in order, and each next row the same, shifted.

    Examples
    --------
    >>> print(shifted((2, 2)).board())
    1 2 | 3 4
    3 4 | 1 2
    ----+----
    2 3 | 4 1
    4 1 | 2 3
    """
    (height, width), side = box, side_of(box)
    return Sudoku(
        box, tuple((r % height * width + r // height + c) % side + 1 for r in range(side) for c in range(side))
    )


def fill_board(fill_spec: FillSpec, puzzle: Sudoku, seed: int, index: int) -> FillResult:
    """Fill a board, keeping the digits of a puzzle; seed and index determine it."""
    if fill_spec.method in OF_NOTHING and puzzle.clues:
        methods = listed((name for name in METHODS if name not in OF_NOTHING), "or")
        raise BadInput(f"method {fill_spec.method!r}: takes no digits that are set before; take {methods}")
    cells = to_array(puzzle)
    conflict = set_up(at_depth(stack_for(puzzle.box), 0), puzzle.box, cells)
    if conflict >= 0:
        position = place(int(conflict), puzzle.side)
        raise BadInput(
            f"{position}: {puzzle.symbol(puzzle.cells[conflict])} cannot be there with what is set before; change one"
        )

    def work(stop: np.ndarray) -> tuple[Answer, float]:
        task, start = Task(fill_spec, puzzle, rng_from_seed(seed, index), stop), time.thread_time()
        return FILLERS[fill_spec.method](task), time.thread_time() - start

    (answer, digits, log), seconds = run_alone(work)
    if answer != 1:
        return FillResult(None, IMPOSSIBLE if answer == 0 else LIMIT, log, seconds)
    board = puzzle.with_cells(digits.tolist())
    assert board.is_filled
    return FillResult(board, SUCCESS, log, seconds)


def fill_grid(request: GridRequest, index: int) -> FillResult:
    """Fill the grid of an index; NotFound if it is not filled within the limits of the request."""
    spec = request.fill_spec
    result = fill_board(spec, request.puzzle, request.seed, index)
    if result.board is None:
        reason = f"index {index} of seed {request.seed}: {result.status}"
        raise NotFound(f"{reason}: {_limits(spec, request.side)}" if result.status == LIMIT else reason)
    return result


def _limits(spec: FillSpec, side: int) -> str:
    """Return what a filler was allowed, and which parameters allow more."""
    placements, advice = f"{spec.limit_of(side):,} placements", "raise fill_limit"
    if spec.method not in ONLY_ONCE:
        placements, advice = f"{placements} in each of {spec.attempts:,} attempts", f"{advice} or fill_attempts"
    return f"{placements}; {advice}, to {LARGEST:,} at most, or take another fill_method"
