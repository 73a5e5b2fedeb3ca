"""What holds for every puzzle: how far apart the two pass counts are, and how difficult one can be at most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.kernels import passes as kernel

FEWEST_CELLS = 4
"""For `most_difficult`."""

LONGEST_SIDE = 8
"""The table of a line of 8 cells has 2**16 entries."""

MOST_PUZZLES = 10**8
"""More puzzles than this are not gone through one by one: it would take minutes."""


def most_difficult(height: int, width: int) -> float:
    """A difficulty that no simple puzzle of a size exceeds: its number of cells less 3/2.

    Raises
    ------
    BadInput
        If there are fewer than four cells.

    Notes
    -----
    From the second pass on each one settles a cell, or lines are stuck. After a pass over the rows, each row that is
    not done has two unknown cells or more: a single one could not stay open. So before the last pass two cells are
    unknown in one line, hence in two lines across; and one pass earlier each of those two had two unknown cells, which
    makes four. Let P be the passes of the order that takes more. If P <= 2, the difficulty is at most 2, which is less
    than 4 - 3/2. Else four cells are unknown after pass P - 2. If the first pass settles a cell, so did each of the
    first P - 2 passes, and 4 <= cells - (P - 2). If it does not, 4 <= cells - (P - 3), so that P <= cells - 1; and the
    other order begins with the second pass, and takes P - 1. Either way the two orders together take at most
    2 cells - 3. With two cells it does not hold: there are puzzles of 1x2 of difficulty 1.5.
    """
    if height * width < FEWEST_CELLS:
        raise BadInput(f"{format_size(height, width)}: take at least four cells")
    return height * width - 1.5


def most_difficult_exhaustive(height: int, width: int) -> float:
    """A difficulty that no puzzle of a size exceeds, however many guesses it needs: its number of cells and 1/2.

    Notes
    -----
    By induction on the number u >= 1 of unknown cells. If lines finish, the two orders together take at most 2 u + 1
    passes: each pass settles a cell, but for the first one of one order. If they get stuck with v unknown cells, then
    after u - v iterations at most, and the idle one; a guess leaves v - 1 cells, at least three, and by what has been
    shown u - v + 1 + (v - 1) + 1/2 is u + 1/2.
    """
    return height * width + 0.5


@dataclass(frozen=True)
class PassCounts:
    """The two pass counts of every puzzle, each counted on its own.

    Attributes
    ----------
    height, width : int
    values : tuple of int
        The range.
    simple : dict of int to int
        Simple puzzles by how many passes more columns first takes than rows first.
    only_one : int
        Puzzles that one order solves and the other does not.
    most : int
        The most passes that a puzzle takes in either order.
    """

    height: int
    width: int
    values: tuple[int, ...]
    simple: dict[int, int]
    only_one: int
    most: int


def compare_pass_counts(height: int, width: int, values: tuple[int, ...]) -> PassCounts:
    """Solve every puzzle of a size and range columns first, and once more rows first.

    Raises
    ------
    BadInput
        As `check_few_puzzles` does.
    """
    check_few_puzzles(height, width, values)
    cells = height * width
    differences = np.zeros(2 * cells + 1, np.int64)
    others = np.zeros(2, np.int64)
    kernel.compare_orders(np.array(values, np.int64), height, width, differences, others)
    simple = {i - cells: number for i, number in enumerate(differences.tolist()) if number}
    return PassCounts(height, width, values, simple, *others.tolist())


def check_few_puzzles(height: int, width: int, values: tuple[int, ...]) -> None:
    """Refuse a size and range whose puzzles cannot be gone through one by one, each with its inverse.

    Raises
    ------
    BadInput
        If there is a 0 in the range, a side is too long, or there are too many puzzles.
    """
    if 0 in values:
        raise BadInput(f"range {format_range(values)}: a 0 is a hole, and a hole has no inverse; leave it out")
    if max(height, width) > LONGEST_SIDE:
        raise BadInput(f"{format_size(height, width)}: no side may be longer than {LONGEST_SIDE}")
    puzzles = (2 * len(values)) ** (height * width)
    if puzzles > MOST_PUZZLES:
        raise BadInput(
            f"{format_size(height, width)} over {format_range(values)}: {puzzles:,} puzzles are too many to go "
            f"through; take a size and range with at most {MOST_PUZZLES:,}"
        )
