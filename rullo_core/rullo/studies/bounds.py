"""What holds for every puzzle: how far apart the two pass counts are, and how difficult one can be at most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.kernels import passes as kernel

FEWEST_CELLS = 4
"""For `most_difficult`."""

FEWEST_EVEN = 8
"""Cells of boards with even sides, likewise."""

LONGEST_SIDE = 8
"""The table of a line of 8 cells has 2**16 entries."""

MOST_PUZZLES = 10**8
"""More puzzles than this are not gone through one by one: it would take minutes."""


def most_of_cells(cells: int) -> float:
    """A difficulty that no simple puzzle of so many cells exceeds: their number less 3/2.

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
    if cells < FEWEST_CELLS:
        raise BadInput(f"{cells} cells: take at least four")
    return cells - 1.5


def most_difficult(height: int, width: int) -> float:
    """A difficulty that no simple puzzle of a size exceeds.

    From the cells are taken, for sizes of at least 2x2,

    ===============================================  ===============
    n x n, n odd                                     n + 3/2
    one side odd, or both and not equal              o + 1/2
    both sides even, 8 cells or more                 5/2
    ===============================================  ===============

    where o is the number of rows, or of columns if there are more of those, that have an odd number of cells.

    Raises
    ------
    BadInput
        If there are fewer than four cells.

    Notes
    -----
    Let passes 1 to P of an order settle the cells S_1, S_2, ..., and call |S_t| - 1 the *excess* of pass t. All
    excesses together are E = cells - P. Only S_1 can be empty; then pass 1 has an excess of -1.

    *Rounds.* After its first pass, a line settles cells only if it has news: if the pass before, of the other kind of
    lines, has settled a cell of it. So look at the passes in pairs t - 1, t, and at the lines of pass t. One that gets
    x cells by pass t - 1 and settles y by pass t itself is odd in that round if x + y is. Each line with an odd number
    of cells is odd in some round. Say that k lines are odd in a round. Of all |S_t-1| + |S_t| = T cells of the round, a
    line that settles some has 2 or more, which is 2 more than it adds to k if it is odd (then it has 3) or even. Every
    odd line has at least one more than nothing. So k <= T - 2, which is the sum of both excesses.

    *Ends.* Where P >= 4, let the lines of the last pass be the columns. In the last round, the rows that have unknown
    cells after pass P - 1 have two or more, so two columns settle cells, or more: k <= T - 4. For the rows, pass P is
    a round by itself; an odd row has three cells of it at least: k <= |S_P| - 2. Were this an equality, and
    k = T - 2 in the round P - 2, P - 1 as well, then only one row, r, would settle cells by pass P - 1, at most two;
    and at least two columns have cells of both S_P and S_P-1. So there are two such columns, one row s has both cells
    of S_P, and after pass P - 2 the corners of r and s with the two columns are all that is unknown. Numbers may be
    taken to be positive, as a cell with a negative one is a cell with its absolute value that counts the other way
    round. A line of two unknown cells that stays open has equal numbers, one of which is included. That holds for both
    columns after pass P - 2, and for row s after pass P - 1: all four numbers are equal, and one of row r is included,
    too. Equal numbers can be exchanged, so row r cannot tell which one it is; yet pass P - 1 does. So over these two
    rounds of the rows together the sum of k is less by one than it might be otherwise.

    *Beginnings.* For the lines of pass 1 it is a round by itself: k <= |S_1|, its excess and 1. For those of pass 2,
    also lines without news can settle cells: k <= T, the excesses and 2.

    *Sums.* Each excess is part of one round of the rows and of one of the columns. With o_1 lines of odd length among
    those of pass 1, and o_2 among those of pass 2,

    - if P is odd: E >= o_1 - 1 + 2 and E >= o_2 - 2 + 1 + 1 (for a last round of its own has k <= excess - 1);
    - if P is even: E >= o_2 - 2 + 2 and E >= o_1 - 1 + 1 + 1.

    o_1, o_2 and the number of cells are all odd or all even, so E is as odd as P + o. Let o be the greater and
    N = cells - o. If P is odd, P <= N - 1. If P is even, P <= N, and P <= N - 2 if o = o_1.

    *Both orders.* They differ by at most one pass. If the first pass of one settles nothing, the other is one
    shorter. Where o_1 != o_2 the order that begins with the more odd lines takes N - 1 at most and the other N: the
    difficulty is at most N - 1/2. Where o_1 = o_2 both take at most N - 1, and that only if it is odd; it is N - 3/2
    at most, unless both take N - 1, and settle cells A and B, by either kind of lines, in their first pass. Then, in
    the first of them, E = o + 1 leaves nothing to spare for the lines of A, and two for those of B, which the end
    uses up: two rows that settle cells by pass P - 1 (k <= T - 4), or one, and then two columns settle two cells each
    by pass P (k <= |S_P| - 4). So k = T in the round 1, 2: each line of B that is touched there has a single cell of
    A or settles a single cell of B, not both. The same holds for the other order. So that settles, by pass 2, just
    the cells of A that are not in B; and the lines that have news of these in pass 3 know only a single cell of A
    each, of which, as the first order shows, they learn nothing. So it is stuck, or done in two passes, less than N -
    1 >= 5.

    *Even sides.* With o = 0, a line that is odd in the first round of its own is odd in another; and one that is even
    there settles two cells or more, of which k tells nothing. Either way the first pass that settles cells costs two.
    If the first pass of an order settles nothing, its second does: where P is odd, E >= 2 + 1 + 1 - 2, and so 3, as E
    is odd; where it is even, E >= 2. So P <= N - 2, and the difficulty is N - 5/2 at most. If both settle cells,
    E >= 2 + 2 - 1 = 3 where P is odd, and 2 + 1 + 1 - 1 = 3, so 4, where it is even: P <= N - 3 for both.

    *Holes* take one cell each, and one odd line of each kind at most: N does not become greater.
    """
    cells = height * width
    most = most_of_cells(cells)
    if min(height, width) < 2:
        return most
    odd_rows, odd_columns = height * (width % 2), width * (height % 2)
    if odd_rows != odd_columns:
        return min(most, cells - max(odd_rows, odd_columns) - 0.5)
    if odd_rows:
        return cells - odd_rows - 1.5
    return cells - 2.5 if cells >= FEWEST_EVEN else most


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
