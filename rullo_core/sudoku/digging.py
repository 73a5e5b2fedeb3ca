"""Puzzles dug out of a filled board: cells are emptied one after the other as long as a criterion holds.

Neither are all boards equally likely, whatever method fills them, nor all puzzles that can be dug out of a board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.compiled import NO_LIMIT
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.runs.shards import run_alone
from rullo_core.sudoku.batch import RULES, to_array
from rullo_core.sudoku.kernels import digging
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import ORDERS, SYMMETRIES, DigSpec


@dataclass(frozen=True)
class Dug:
    """A puzzle that was dug, and how many cells were put back, some of them because a search was given up.

    If none was, the puzzle is proved to be minimal, but for symmetry and a requested number of clues.
    """

    puzzle: Sudoku
    restored: int
    undecided: int


def dig_puzzle(board: Sudoku, dig_spec: DigSpec, seed: int, index: int, locked: frozenset[int] = frozenset()) -> Dug:
    """Dig a puzzle out of a filled board, determined by seed and index, without emptying locked cells."""
    if not board.is_filled:
        raise BadInput(f"{board.name or 'the board'}: is not filled; fill it before a puzzle is dug out of it")
    solution, cells, counts = to_array(board), to_array(board), np.zeros(2, np.int64)
    ordering, symmetry, rules, limit = kernel_arguments(dig_spec)
    order, stay = digging.order_of(board.box), np.zeros(len(cells), np.uint8)
    rng = rng_from_seed(seed, index, digging.FIRST_WORD)
    stay[list(locked)] = 1
    digging.put_in_order(order, board.box, solution, stay, ordering, symmetry, rng)

    def work(stop: np.ndarray) -> None:
        stack = stack_for(board.box)
        digging.dig(stack, board.box, solution, order, ordering, rules, dig_spec.clues, limit, stop, cells, counts)

    run_alone(work)
    return Dug(board.with_cells(cells.tolist()), int(counts[digging.RESTORED]), int(counts[digging.UNDECIDED]))


def kernel_arguments(dig_spec: DigSpec) -> tuple[np.int64, np.int64, np.int64, int]:
    """Return order, symmetry, rules and the limit of a search, as kernels take them."""
    return (
        np.int64(ORDERS.index(dig_spec.order)),
        np.int64(SYMMETRIES.index(dig_spec.symmetry)),
        np.int64(RULES.get(dig_spec.criterion, digging.ONE_SOLUTION)),
        int(NO_LIMIT) if dig_spec.nodes is None else dig_spec.nodes,
    )
