"""Comparison of every puzzle of a size and range with its inverse (thesis, section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.bounds import check_few_puzzles
from rullo_core.rullo.kernels.counting import inverses as kernel


@dataclass(frozen=True)
class Compared:
    """Numbers of pairs of a puzzle and its inverse that were solved, and of those with different results.

    Attributes
    ----------
    columns_first, rows_first : int
        Pairs with another number of passes in that order.
    difficulty : int
        Pairs with another difficulty, or with other cells known where lines are stuck.
    """

    height: int
    width: int
    values: tuple[int, ...]
    pairs: int
    columns_first: int
    rows_first: int
    difficulty: int

    def __str__(self) -> str:
        """In a sentence of Markdown."""
        different = self.columns_first + self.rows_first + self.difficulty
        return (
            f"All **{2 * self.pairs:,} puzzles** of {format_size(self.height, self.width)} over "
            f"{format_range(self.values)} were solved, each on its own. Of the {self.pairs:,} pairs of a puzzle and "
            f"its inverse, {self.columns_first} take another number of passes columns first, {self.rows_first} another "
            f"number rows first, and {self.difficulty} have another difficulty or leave other cells unknown: "
            + ("**no pair differs in anything**." if different == 0 else "**some pairs differ**.")
        )


def compare_with_inverses(height: int, width: int, values: tuple[int, ...]) -> Compared:
    """Solve every puzzle of a size and range, and its inverse, and compare the two.

    Raises
    ------
    BadInput
        As `bounds.check_few_puzzles` does.
    """
    check_few_puzzles(height, width, values)
    compared = np.zeros(4, np.int64)
    kernel.compare_inverses(np.array(values, np.int64), 0, len(values) ** (height * width), height, width, compared)
    return Compared(height, width, values, *map(int, compared))
