"""Bounds that hold for every puzzle: how difficult one of a size can be."""

from __future__ import annotations

ENUMERATED = {(3, 4): 6.5}
"""Greatest difficulty by size, where `rullo_studies.rullo.behaviours` computes less than is proved."""


def most_difficult(height: int, width: int) -> float:
    """Return a bound on the difficulty of simple puzzles of a size.

    ==================================================  =================
    n x n, n odd and 3 or more                          cells - n - 3/2
    one side odd, or both and not equal, 3 or more      cells - o - 1/2
    both sides even, 4 or more                          cells - 11/2
    3 x 4                                               13/2
    one side 2, the other longer                        5/2
    2 x 2                                               2
    one side 1, the other longer                        3/2
    1 x 1                                               1
    ==================================================  =================

    where o is the number of rows, or of columns if there are more, that have an odd number of cells. The bound of
    3 x 4 comes from an enumeration of all ways in which its lines can behave; that of 4 x 4 has been confirmed by one.

    Notes
    -----
    *Short sides.* A column of one cell fixes it. A column of two that stays open has equal numbers (if they are taken
    to be positive, see below), one of which is included. So after a pass over the columns of two rows, the unknown
    cells of one row hold the same numbers as those of the other, and each row has to include what the other excludes:
    both fix cells in the same columns, and no column gets new information that it needs. Columns first, two passes are
    enough; rows first, one more.

    *Longer sides.* Let passes 1 to P of an order fix the cells S_1, S_2, ..., and call ``|S_t|`` - 1 the *excess* of
    pass t. All excesses together are E = cells - P. Only S_1 can be empty; then pass 1 has an excess of -1. If P <= 3,
    the difficulty is at most 3.5, which is less than any of the bounds; so let P be 4 or more.

    *Rounds.* After its first pass, a line fixes cells only if it has news: if the pass before, of the other kind of
    lines, has fixed a cell of it. So consider the passes in pairs t - 1, t, and the lines of pass t. One that gets
    x cells by pass t - 1 and fixes y by pass t itself is *odd* in that round if x + y is. Each line with an odd
    number of cells is odd in some round. Say that k lines are odd in a round of ``|S_t-1|`` + ``|S_t|`` = T cells. A
    line that fixes some has at least two of these cells, or three if it is odd, so two more than it adds to k; no
    line has fewer than it adds. So k <= T - 2, which is the sum of both excesses; and k <= T - 4 if two lines
    fix cells.

    *Ends.* Let the lines of the last pass be the columns. A row that has unknown cells after pass P - 1 has two or
    more. So in the last round two or more columns fix cells: k <= T - 4. For the rows, pass P alone is a round, in
    which each row has two cells or more, and three if it is odd: k <= ``|S_P|`` - 2, and k <= ``|S_P|`` - 4 if there
    are two rows. Either there are two, or two rows fix cells by pass P - 1, and k <= T - 4 there. For suppose that all
    of S_P is in one row, and all of S_P-1 in one row, too. Then after pass P - 2 only these two rows have unknown
    cells, and each column with unknown cells has two. As has been shown for puzzles of two rows, both rows fix cells in
    the same columns by pass P - 1. But one of them fixes none.

    *Beginnings.* For the lines of pass 1, this pass alone is a round: k <= ``|S_1|``, its excess and 1. For the lines
    of pass 2, lines without news can fix cells, too: k <= T, the excesses and 2.

    *Sums.* Each excess is part of one round of the rows and of one of the columns. Let there be o_1 lines with an odd
    number of cells among those of pass 1, and o_2 among those of pass 2. Adding up k over all rounds of a kind,

    - if P is odd: o_1 <= E + 1 - 2, and o_2 <= E + 2 - 1 - 2;
    - if P is even: o_2 <= E + 2 - 2, and o_1 <= E + 1 - 1 - 2.

    o_1, o_2 and the number of cells are all odd or all even, so E is odd if one of P and o is and the other is not. Let
    o be the greater of o_1 and o_2, and N = cells - o, which is even. If P is odd, P <= N - 1. If P is even, P <= N,
    and P <= N - 2 if o = o_1.

    *Both orders.* They differ by at most one pass. If the first pass of one fixes nothing, the other is one shorter.
    Where o_1 != o_2 the order that begins with the more odd lines takes N - 1 at most and the other N: the difficulty
    is at most N - 1/2. Where o_1 = o_2 it is N - 3/2 at most, unless both take N - 1, and fix cells A and B, by
    either kind of lines, in their first pass. Then E = o + 1, and in either order there is nothing to spare in the sum
    over the lines of pass 2. So k = T in their first round: of the cells that pass 1 or 2 fixes, no line of pass 2
    has more than one. That holds for both orders. So the second order fixes by its pass 2 just the cells of A that
    are not in B. The lines of B that have news of these in its pass 3 know no other cell; and as the first order shows,
    whose pass 2 filters them with the same cell known, they deduce nothing from it. So it is stalled, or done in two
    passes, less than N - 1 >= 5.

    *Even sides.* Let each line have an even number of cells, holes included, and all together c. Consider an order of P
    passes whose first pass fixes cells, and call c - P its *cost*: the number of holes and all excesses. Say that it is
    5 or less. Then P is 11 or more, and at most five passes fix two cells or more. Let the passes after the last one
    that fixes a single cell be the *end*; there are six or more before it. All possible ends with an excess of 5 or
    less have been enumerated, by `rullo_studies.rullo.ends`: there are two with an excess of 4, twelve with 5, and
    none with less.

    *Paths.* Choose a cell p_P that pass P fixes, and back from it, for each t, a cell p_t-1 that pass t - 1 fixes in
    the line by which pass t fixes p_t. There is one, as this line has news; only if t = 2 it may have none, and then
    p_1 is any cell of S_1. If there is a path whose p_1 is in the line by which pass 2 fixes p_2, take such a path, and
    call the order *joined*. Let Q be the cells that are not on the path, with the holes: as many as the cost. Let the
    lines of pass P be the columns. Then p_P and p_P-1 are in one column, p_P-2 and p_P-3 in one, and so on; p_P-1 and
    p_P-2 are in one row, and so on. As each line has an even number of cells, those with an odd number of Q, the *odd*
    lines, are in a joined order

    - the rows of p_1 and p_P, unless they are one, if P is even;
    - the column of p_1 and the row of p_P, if P is odd.

    If the order is not joined, the lines of pass 2 with p_1 and with p_2 change from odd to even or back.

    *Cells beside the path in an end.* They are as many as its excess. By the enumeration, whatever the path: in an end
    of excess 4 they are odd in number in two columns, in the row of p_P, and in one other row, which meets both columns
    in cells of the end. In an end of excess 5, the lines with an odd number of them are not just one column and the row
    of p_P.

    *Cost 4.* P is even, and Q is in the end. There are two odd columns, so the order is not joined, and they are the
    columns of p_1 and p_2. The other odd row is that of p_1. So p_1 is a cell of the end, but pass 1 fixes it.

    *Cost 5, joined.* P is odd. An end of excess 5 has all of Q, and other odd lines. With one of excess 4, one cell of
    Q is not in the end. As one odd column remains, and no odd row but that of p_P, this cell is where the other row
    meets one of the two columns: a cell of the end.

    *Cost 5, not joined.* Then the other order takes fewer passes. For call a cell of S_2 *new* if the line by which
    pass 2 fixes it has a cell of S_1. The others, p_2 among them, need no news: pass 1 of the other order fixes them.
    Lines that fix cells by pass 3 have no new cell. For at most one cell of Q is not in the end, so S_2 is p_2 alone,
    or S_3 is one cell; and a new cell in its line would make the order joined. So what these lines know is fixed by
    pass 1 of the other order, but for cells of S_1, which they fix themselves without news. Hence the other order knows
    S_1 and S_3 after its pass 2. In its pass 3, lines deduce S_2 from S_1, and with S_3 all that pass 4 of the first
    order fixes. It is one pass ahead, and stays so: lines that know more deduce no less.

    *In total*, an order whose first pass fixes cells costs 5 or more, and 6 or more if it is joined. If the first pass
    of the other one fixes nothing, it is joined, and the other takes one more pass. If both fix cells, they do not both
    cost 5: each would take fewer passes than the other. So the two orders take 2 c - 11 passes at most.

    *Holes.* A hole removes a cell, and changes one row and one column from odd to even or back. So N does not become
    greater. If it stays what it is in a square of odd side, no two holes are in one line, or they cancel out, and again
    o_1 = o_2; else it becomes less by two or more, as it is even, and N - 1/2 is less than the bound. Where both sides
    are even, holes are part of the cost. In 3 x 4 there is room above the computed maximum only with one hole, or
    with two in a row: these cases have been enumerated, too.
    """
    shorter, longer = sorted((height, width))
    if shorter <= 2:
        return shorter if longer == shorter else shorter + 0.5
    if (shorter, longer) in ENUMERATED:
        return ENUMERATED[shorter, longer]
    cells = height * width
    odd_rows, odd_columns = height * (width % 2), width * (height % 2)
    if odd_rows != odd_columns:
        return cells - max(odd_rows, odd_columns) - 0.5
    return cells - (odd_rows + 1.5 if odd_rows else 5.5)


def most_difficult_exhaustive(height: int, width: int) -> float:
    """Return a bound on the difficulty of any puzzle of a size, with any number of guesses: its cells and 1/2.

    Notes
    -----
    By induction on the number u >= 1 of unknown cells. If lines finish, the two orders together take at most 2 u + 1
    passes: each pass fixes a cell, but for the first one of one order. If they stall with v unknown cells, then
    after u - v iterations at most, and the idle one; a guess leaves v - 1 cells, at least three, and by what has been
    shown u - v + 1 + (v - 1) + 1/2 is u + 1/2.
    """
    return height * width + 0.5
