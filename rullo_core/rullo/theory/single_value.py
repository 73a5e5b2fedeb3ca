"""Rullo over a single number: whether targets can be reached is easy to decide (thesis, section 8.1).

With the same number v in every cell, a puzzle asks for a picture with target-sum / v black cells in each line. D. Gale
(A theorem on flows in networks, Pacific Journal of Mathematics 7, 1957) and H. J. Ryser (Combinatorial properties of
matrices of zeros and ones, Canadian Journal of Mathematics 9, 1957) found when there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.solver import solutions


def keeps_gale_and_ryser(row_counts: Sequence[int], column_counts: Sequence[int]) -> bool:
    """Return whether counts of black cells, of the same total, satisfy the condition of Gale and Ryser.

    For each k, the k largest counts of columns must not exceed what the rows can supply: at most min(k, count) cells of
    each row.
    """
    wanted = np.cumsum(sorted(column_counts, reverse=True))
    given = [sum(min(k, count) for count in row_counts) for k in range(1, len(column_counts) + 1)]
    return bool((wanted <= given).all())


def without_minus(puzzle: Rullo) -> Rullo:
    """Return a puzzle over {v, -v} as one over {v}: a cell with -v is included if and only if its new cell is not."""
    sizes = {abs(number) for row in puzzle.numbers for number in row}
    if len(sizes) != 1 or 0 in sizes:
        raise BadInput(f"numbers {sorted(sizes)}: take one number, other than 0, and its negative")
    (v,) = sizes

    def moved(line: tuple[int, ...], target: int) -> int:
        return target + v * line.count(-v)

    return Rullo(
        tuple((v,) * puzzle.width for _ in range(puzzle.height)),
        tuple(map(moved, puzzle.numbers, puzzle.row_targets)),
        tuple(map(moved, puzzle.columns, puzzle.column_targets)),
    )


def construct(row_counts: Sequence[int], column_counts: Sequence[int]) -> Solution | None:
    """Construct a picture with these counts, row by row; None if there is none.

    Each row includes cells in the columns with the largest remaining counts, as in Ryser's proof.
    """
    left = np.array(column_counts)
    rows = []
    for count in row_counts:
        chosen = np.zeros(len(left), bool)
        chosen[np.argsort(-left, kind="stable")[:count]] = True
        left = left - chosen
        rows.append(tuple(chosen.tolist()))
    return tuple(rows) if (left == 0).all() else None


@dataclass(frozen=True)
class Verdicts:
    """Results of three methods to decide every puzzle over {1} of a size, up to the order of rows and columns."""

    height: int
    width: int
    puzzles: int  # those with targets of the same total
    with_solution: int  # as the solver says
    differ: int  # puzzles on which the three disagree


def compare_verdicts(height: int, width: int) -> Verdicts:
    """Decide every puzzle over {1} of a size by the condition, by construction, and with the solver."""
    puzzles = with_solution = differ = 0
    all_rows = combinations_with_replacement(range(width, -1, -1), height)
    all_columns = list(combinations_with_replacement(range(height, -1, -1), width))
    for rows, columns in product(all_rows, all_columns):
        if sum(rows) != sum(columns):
            continue
        puzzle = Rullo(((1,) * width,) * height, rows, columns)
        solved = next(solutions(puzzle), None) is not None
        made = construct(rows, columns)
        puzzles += 1
        with_solution += solved
        differ += not (
            solved == keeps_gale_and_ryser(rows, columns) == (made is not None and puzzle.is_solved_by(made))
        )
    return Verdicts(height, width, puzzles, with_solution, differ)
