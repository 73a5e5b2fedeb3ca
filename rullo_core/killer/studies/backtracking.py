"""Plain backtracking: its choices one by one, and their number with and without the cells that strategies fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rullo_core.killer.batch import solve_many
from rullo_core.killer.generation import generate_puzzle
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.report import count_choices, draw_puzzle, solve_by_strategies
from rullo_core.killer.request import CLASSES, SEEDS, UNGROWABLE, Request, classes_of
from rullo_core.runs.shards import run_on_threads

GIVEN_UP = 20_000_000
"""Number of choices after which backtracking gives up."""

MAZES = 1000
"""Number of puzzles that are generated to find one that can be drawn."""


@dataclass(frozen=True)
class Choice:
    """A digit that backtracking tries.

    Attributes
    ----------
    cell : int
    digit : int
    before : int
        Index of the choice before it; -1 for none.
    """

    cell: int
    digit: int
    before: int


def choices_of(puzzle: Killer, given: Sequence[int] | None = None) -> tuple[list[Choice], list[int]]:
    """Return the choices of plain backtracking in reading order, least digits first, until the first solution.

    A digit is a choice if the cell's units and cage do not have it, and if it is less than the rest of the cage's sum,
    or equal to it in the last cell of the cage. `rullo_core.killer.kernels.report.backtrack` counts the same choices.

    Parameters
    ----------
    puzzle : Killer
    given : sequence of int, optional
        Given digits, 0 for none.

    Returns
    -------
    list of Choice
    list of int
        Indices of those that lead to the solution; empty if there is none.
    """
    board = list(given or [0] * puzzle.side**2)
    order = [cell for cell, digit in enumerate(board) if digit == 0]
    cage_at = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    seen: list[set[int]] = [set() for _ in board]
    for cells in [*(cells for _, cells in puzzle.units), *(cage.cells for cage in puzzle.cages)]:
        for cell in cells:
            seen[cell] |= set(cells) - {cell}
    choices: list[Choice] = []
    way: list[int] = []

    def fits(cell: int, digit: int) -> bool:
        if any(board[other] == digit for other in seen[cell]):
            return False
        if (cage := cage_at.get(cell)) is None:
            return True
        left = cage.total - sum(board[other] for other in cage.cells)
        last = all(board[other] or other == cell for other in cage.cells)
        return digit == left if last else digit < left

    def go_on() -> bool:
        if len(way) == len(order):
            return True
        cell = order[len(way)]
        for digit in range(1, puzzle.side + 1):
            if fits(cell, digit):
                choices.append(Choice(cell, digit, way[-1] if way else -1))
                way.append(len(choices) - 1)
                board[cell] = digit
                if go_on():
                    return True
                board[cell] = 0
                way.pop()
        return False

    go_on()
    return choices, way


def find_maze_puzzle(seed: int, least: int, most: int, side: int = 4) -> Killer:
    """Return the first generated puzzle on which backtracking makes from `least` to `most` choices."""
    for index in range(MAZES):
        made = generate_puzzle(Request(side=side), seed, index)
        if made and least <= len(choices_of(made.puzzle)[0]) <= most:
            return made.puzzle
    raise AssertionError(f"no such puzzle among {MAZES} of seed {seed}")


def choices_by_class(number: int, seed: int, ungrowable: int = UNGROWABLE) -> pd.DataFrame:
    """Count the choices of plain backtracking, forwards and backwards together, for `number` puzzles of each class.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``class``; ``from the empty grid``; ``after the strategies``, with the cells given that
        these fix; ``search``, nodes of a search with cages and singles; ``given up``, whether one of the two runs from
        the empty grid gave up.
    """
    bounds = dict(zip(CLASSES, classes_of(SEEDS), strict=True))

    def work(asked: tuple[str, int], _: np.ndarray) -> dict[str, object]:
        name, index = asked
        puzzle = draw_puzzle(seed, index, bounds[name], ungrowable).puzzle
        fixed = tuple(min(left) if len(left) == 1 else 0 for left in solve_by_strategies(puzzle).state)
        both = [
            [count_choices(puzzle, given, backward, GIVEN_UP) for backward in (False, True)] for given in (None, fixed)
        ]
        (answer,) = solve_many([puzzle], 1, threads=1)
        return {
            "class": name,
            "from the empty grid": sum(both[0]),
            "after the strategies": sum(both[1]),
            "search": answer.nodes,
            "given up": any(choices >= GIVEN_UP for choices in both[0]),
        }

    asked = [(name, index) for name in CLASSES for index in range(number)]
    return pd.DataFrame(list(run_on_threads(asked, work)))
