"""Make a pass over all lines of a board at once, with each line in a lane of a vector.

The sums that a line's cells can reach are the bits of a word, so adding a number to all of them is a shift. A forward
sweep gives the sums that the cells before each cell can reach; a backward sweep, from the target down, gives the sums
from which the cells after it can reach the target. A cell can be excluded if the two sets have a sum in common without
its number, and included if they have one with it.

All eight lines are one loop without branches, which the compiler turns into vector instructions: with vectors of 512
bits, a pass over a 7x7 board takes about 14 ns. Every step is written out for every cell, because the compiler
vectorises only loops that do nothing but compute and accumulate their result.

`numbers` are a uint32[64] or a uint64[64], with the size of the number in cell i of line l at 8 * i + l, 0 if there is
none. Words of sums have as many bits as these. In the words `included` and `known`, cell i of line l is bit
l * cells + i; where a number is negative, `included` says whether it is excluded. Boards have up to 8 x 8 cells and
numbers of at most 63, and in each line the included or the excluded numbers add up to at most 63: see `fit`. With 32
bits, both limits are 31, and vectors are half as long.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones

LINES = np.uint64(8)
MOST, MOST_IF_NARROW = 63, 31
"""The largest sum that a word of sums holds, of 64 and of 32 bits."""

B1, B2, B3, B4, B5, B6, B7 = (np.uint64(i) for i in range(1, 8))
N1, N2, N3, N4, N5, N6, N7 = (np.uint64(8 * i) for i in range(1, 8))


@inner
def is_fixed(excluding, including, to_reach):
    """Return whether exactly one of the two choices for a cell has a sum in common with those to be reached."""
    return (excluding & to_reach != NONE) != (including & to_reach != NONE)


@kernel
def make_pass(numbers, count, cells, included, known):
    """Solve every line from the state at the start of the pass; return the known cells, in the other order."""
    word = numbers.dtype.type  # numba computes with 64 bits where it is not told otherwise
    zero, b0, b1, b2, b3 = word(0), word(1), word(2), word(4), word(8)
    b4, b5, b6, b7 = word(16), word(32), word(64), word(128)
    ones = all_ones(cells)
    step = np.uint64(count)
    after = NONE
    for line in range(LINES):
        first = line * np.uint64(cells)
        seen = word(known >> first & ones)
        chosen = word(included >> first & ones)

        # Numbers of unknown cells; 0 for the others, which changes no sum.
        n0 = numbers[line] if word(seen & b0) == zero else zero
        n1 = numbers[line + N1] if word(seen & b1) == zero else zero
        n2 = numbers[line + N2] if word(seen & b2) == zero else zero
        n3 = numbers[line + N3] if word(seen & b3) == zero else zero
        n4 = numbers[line + N4] if word(seen & b4) == zero else zero
        n5 = numbers[line + N5] if word(seen & b5) == zero else zero
        n6 = numbers[line + N6] if word(seen & b6) == zero else zero
        n7 = numbers[line + N7] if word(seen & b7) == zero else zero

        # The sum that they have to reach, or the sum of their excluded ones: the smaller of both fixes the same cells.
        inside = word(
            (n0 if word(chosen & b0) != zero else zero)
            + (n1 if word(chosen & b1) != zero else zero)
            + (n2 if word(chosen & b2) != zero else zero)
            + (n3 if word(chosen & b3) != zero else zero)
            + (n4 if word(chosen & b4) != zero else zero)
            + (n5 if word(chosen & b5) != zero else zero)
            + (n6 if word(chosen & b6) != zero else zero)
            + (n7 if word(chosen & b7) != zero else zero)
        )
        outside = word(n0 + n1 + n2 + n3 + n4 + n5 + n6 + n7 - inside)

        # Sums of the cells before each cell, and the same with its own number.
        with0 = np.left_shift(b0, n0)
        sums1 = word(b0 | with0)
        with1 = np.left_shift(sums1, n1)
        sums2 = word(sums1 | with1)
        with2 = np.left_shift(sums2, n2)
        sums3 = word(sums2 | with2)
        with3 = np.left_shift(sums3, n3)
        sums4 = word(sums3 | with3)
        with4 = np.left_shift(sums4, n4)
        sums5 = word(sums4 | with4)
        with5 = np.left_shift(sums5, n5)
        sums6 = word(sums5 | with5)
        with6 = np.left_shift(sums6, n6)
        sums7 = word(sums6 | with6)
        with7 = np.left_shift(sums7, n7)

        # Sums to be reached before the cells after each cell.
        left7 = np.left_shift(b0, word(min(inside, outside)))
        left6 = word(left7 | np.right_shift(left7, n7))
        left5 = word(left6 | np.right_shift(left6, n6))
        left4 = word(left5 | np.right_shift(left5, n5))
        left3 = word(left4 | np.right_shift(left4, n4))
        left2 = word(left3 | np.right_shift(left3, n3))
        left1 = word(left2 | np.right_shift(left2, n2))
        left0 = word(left1 | np.right_shift(left1, n1))

        across = (
            (ONE if is_fixed(b0, with0, left0) or word(seen & b0) != zero else NONE)
            | (ONE << step if is_fixed(sums1, with1, left1) or word(seen & b1) != zero else NONE)
            | (ONE << step * B2 if is_fixed(sums2, with2, left2) or word(seen & b2) != zero else NONE)
            | (ONE << step * B3 if is_fixed(sums3, with3, left3) or word(seen & b3) != zero else NONE)
            | (ONE << step * B4 if is_fixed(sums4, with4, left4) or word(seen & b4) != zero else NONE)
            | (ONE << step * B5 if is_fixed(sums5, with5, left5) or word(seen & b5) != zero else NONE)
            | (ONE << step * B6 if is_fixed(sums6, with6, left6) or word(seen & b6) != zero else NONE)
            | (ONE << step * B7 if is_fixed(sums7, with7, left7) or word(seen & b7) != zero else NONE)
        )
        after |= across << line
    return after


@kernel
def fit(numbers, count, cells, included):
    """Return whether no number exceeds `MOST`, nor the included or the excluded numbers of a line in total."""
    for line in range(count):
        inside = NONE
        outside = NONE
        for cell in range(cells):
            number = numbers[8 * cell + line]
            if number > MOST:
                return False
            if included >> np.uint64(line * cells + cell) & ONE != NONE:
                inside += number
            else:
                outside += number
        if min(inside, outside) > MOST:
            return False
    return True
