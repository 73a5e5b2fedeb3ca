"""Every puzzle beside its inverse (thesis, section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.kernels import inverses as kernel
from rullo_core.parameters import format_range, format_size

MOST_PUZZLES = 10**8
"""More puzzles than this are not compared: it would take minutes."""


LONGEST_SIDE = 8
"""The table of a line of 8 cells has 2**16 entries."""


@dataclass(frozen=True)
class Compared:
    """How many pairs of a puzzle and its inverse were solved, and in how many of them something differed.

    Attributes
    ----------
    height, width : int
    values : tuple of int
        The range.
    pairs : int
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
        If there is a 0 in the range, which has no inverse, or there are too many puzzles.
    """
    if 0 in values:
        raise BadInput(f"range {format_range(values)}: a 0 is a hole, and a hole has no inverse; leave it out")
    if max(height, width) > LONGEST_SIDE:
        raise BadInput(f"{format_size(height, width)}: no side may be longer than {LONGEST_SIDE}")
    puzzles = (2 * len(values)) ** (height * width)
    if puzzles > MOST_PUZZLES:
        raise BadInput(
            f"{format_size(height, width)} over {format_range(values)}: {puzzles:,} puzzles are too many to compare; "
            f"take a size and range with at most {MOST_PUZZLES:,}"
        )
    compared = np.zeros(4, np.int64)
    kernel.compare(np.array(values, np.int64), 0, len(values) ** (height * width), height, width, compared)
    return Compared(height, width, values, *map(int, compared))
