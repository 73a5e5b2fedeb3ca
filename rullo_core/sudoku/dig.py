"""Puzzles dug out of a filled board: one cell after the other is emptied, as long as a criterion holds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.compiled.chance import Chance, chance_of
from rullo_core.errors import BadInput
from rullo_core.runs.shards import run_on_threads
from rullo_core.sudoku.batch import NODES, RULES, array_of
from rullo_core.sudoku.kernels import digging
from rullo_core.sudoku.kernels.chance import shuffled
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.wish import Digger


@dataclass(frozen=True)
class Dug:
    """A puzzle that was dug.

    Attributes
    ----------
    puzzle : Sudoku
    kept : int
        How often cells were put back.
    undecided : int
        Of these, as a search was given up; without any, the puzzle is proved to be minimal, but for symmetry and a
        wished number of clues.
    """

    puzzle: Sudoku
    kept: int
    undecided: int


def turned(cell: int, symmetry: str, side: int) -> list[int]:
    """The cells that go with one, itself first.

    Examples
    --------
    >>> turned(1, "quarter-turn", 4)
    [1, 7, 14, 8]
    """
    row, column = divmod(cell, side)
    last = side - 1
    others = {
        "none": [],
        "half-turn": [(last - row, last - column)],
        "quarter-turn": [(column, last - row), (last - row, last - column), (last - column, row)],
        "mirror": [(row, last - column)],
    }[symmetry]
    return list(dict.fromkeys([cell, *(r * side + c for r, c in others)]))


def groups_of(board: Sudoku, digger: Digger, locked: frozenset[int], chance: Chance) -> list[list[int]]:
    """Cells in the order in which they are emptied, those that go with each other together.

    Groups with a locked cell are left out.
    """
    side = board.side
    cells = shuffled(np.arange(side * side), chance).tolist()
    if digger.order == "rows":
        cells = list(range(side * side))
    elif digger.order == "boxes":
        cells.sort(key=lambda cell: (cell // side // board.box, cell % side // board.box))
    elif digger.order == "digits":
        rank = {digit: i for i, digit in enumerate(shuffled(np.arange(1, side + 1), chance).tolist())}
        cells.sort(key=lambda cell: rank[board.cells[cell]])
    found: list[list[int]] = []
    seen: set[int] = set()
    for cell in cells:
        if cell not in seen:
            group = turned(cell, digger.symmetry, side)
            seen |= set(group)
            if not locked & set(group):
                found.append(group)
    return found


def dig_puzzle(board: Sudoku, digger: Digger, seed: int, index: int, locked: frozenset[int] = frozenset()) -> Dug:
    """Dig a puzzle out of a board.

    Parameters
    ----------
    board : Sudoku
        Filled.
    digger : Digger
    seed, index : int
        With the same ones, the same puzzle everywhere.
    locked : frozenset of int
        Cells that stay.

    Raises
    ------
    BadInput
        If the board is not filled.
    """
    if not board.is_filled:
        raise BadInput(f"{board.name or 'the board'}: is not filled; fill it before a puzzle is dug out of it")
    groups = groups_of(board, digger, locked, chance_of(seed, index))
    order = np.array([cell for group in groups for cell in group], np.int64)
    ends = np.cumsum([len(group) for group in groups]).astype(np.int64)
    solution, cells, counts = array_of(board), array_of(board), np.zeros(2, np.int64)
    rules = RULES.get(digger.criterion, digging.ONE_SOLUTION)
    limit = NODES if digger.nodes is None else digger.nodes

    def work(_: int, stop: np.ndarray) -> None:
        stack, by_candidates = stack_for(board.box), digger.order == "candidates"
        digging.dig(
            stack, board.box, solution, order, ends, by_candidates, rules, digger.clues, limit, stop, cells, counts
        )

    list(run_on_threads([0], work, 1))
    return Dug(board.with_cells(cells.tolist()), int(counts[digging.KEPT]), int(counts[digging.UNDECIDED]))
