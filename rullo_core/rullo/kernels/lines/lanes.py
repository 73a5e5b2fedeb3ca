"""Make a pass over all lines of a board at once, with each line in a lane of a vector.

The sums that a line's cells can reach are the bits of a word, so adding a number to all of them is a shift. A forward
sweep gives the sums that the cells before each cell can reach; a backward sweep, from the target down, gives the sums
from which the cells after it can reach the target. A cell can be excluded if the two sets have a sum in common without
its number, and included if they have one with it.

numba has no vectors, so `make_pass` has the code made by `solve_lanes`, which solves arrays of numpy just as well: then
it is what Python runs.

`numbers` are a uint32[64] or a uint64[64], with the size of the number in cell i of line l at 8 * i + l, 0 if there is
none. Words of sums have as many bits as these. In the words `included` and `known`, cell i of line l is bit
l * cells + i; where a number is negative, `included` says whether it is excluded. Boards have up to 8 x 8 cells and
numbers of at most 63, and in each line the included or the excluded numbers add up to at most 63: see `fit`. With 32
bits, both limits are 31, and vectors are half as long.
"""

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE
from rullo_core.compiled.instructions import LANES, WORD, Vector, where

LINES = np.uint64(LANES)
MOST, MOST_IF_NARROW = 63, 31
"""The largest sum that a word of sums holds, of 64 and of 32 bits."""


def solve_lanes(numbers, known, included, zeros, where):
    """Return flags for each cell of the lines: for each line whether the cell is known after a pass.

    `numbers` has a vector for each cell, of its number in each line; `known` and `included` are vectors of the cells of
    each line, of which cell i is bit i. Vectors are arrays of numpy or `rullo_core.compiled.instructions.Vector`;
    `zeros` is one, and `where` the function of that name.
    """
    flags = [known & 1 << cell != 0 for cell in range(len(numbers))]

    # Numbers of unknown cells; 0 for the others, which changes no sum.
    numbers = [where(seen, zeros, number) for seen, number in zip(flags, numbers, strict=True)]

    # The sum that they have to reach, or the sum of their excluded ones: the smaller of both fixes the same cells.
    inside, total = zeros, zeros
    for cell, number in enumerate(numbers):
        inside = inside + where(included & 1 << cell != 0, number, zeros)
        total = total + number
    outside = total - inside
    to_reach = where(inside < outside, inside, outside)

    # Sums of the cells before each cell; and, from the last cell on, those to be reached before the cells after it.
    sums = [zeros + 1]
    for number in numbers:
        sums.append(sums[-1] | sums[-1] << number)
    left = zeros + 1 << to_reach
    for cell in reversed(range(len(numbers))):
        number = numbers[cell]
        can_exclude, can_include = sums[cell] & left != 0, sums[cell] << number & left != 0
        flags[cell] = flags[cell] | can_exclude ^ can_include
        left = left | left >> number
    return flags


def make_pass(numbers, count, cells, included, known):
    """Solve every line from the state at the start of the pass; return the known cells, in the other order."""
    kind = numbers.dtype.type

    def by_line(board):
        return np.array([kind(int(board) >> line * cells & (1 << cells) - 1) for line in range(count)])

    vectors = numbers.reshape(-1, LANES)[:cells, :count]
    flags = solve_lanes(vectors, by_line(known), by_line(included), np.zeros(count, kind), np.where)
    return sum(1 << cell * count + int(line) for cell in range(cells) for line in np.flatnonzero(flags[cell]))


def _pass_over(most):
    """Return `make_pass` for lines of at most so many cells, for numba: LLVM's code."""

    @intrinsic
    def compiled_pass(typing, numbers, count, cells, included, known):
        bits = numbers.dtype.bitwidth

        def build(context, builder, signature, arguments):
            array = context.make_array(numbers)(context, builder, arguments[0])
            count, cells, included, known = arguments[1:]
            begins = Vector.repeated(builder, cells) * Vector.constant(builder, range(LANES), 64)
            ones = builder.lshr(WORD(-1), builder.sub(WORD(64), cells))

            def by_line(board):
                return (Vector.repeated(builder, board) >> begins & Vector.repeated(builder, ones)).narrowed(bits)

            vectors = [Vector.load(builder, array.data, cell, bits) for cell in range(most)]
            zeros = Vector.constant(builder, [0] * LANES, bits)
            after = WORD(0)
            for cell, flags in enumerate(solve_lanes(vectors, by_line(known), by_line(included), zeros, where)):
                after = builder.or_(after, builder.shl(flags.packed(), builder.mul(count, WORD(cell))))
            return after

        return types.uint64(numbers, types.int64, types.int64, types.uint64, types.uint64), build

    return compiled_pass


pass_over_eight = _pass_over(LANES)
pass_over_seven = _pass_over(LANES - 1)


@overload(make_pass)
def _compiled_make_pass(numbers, count, cells, included, known):
    # Most boards are smaller, and an eighth of the work for nothing.
    def choose(numbers, count, cells, included, known):
        if cells < LANES:
            return pass_over_seven(numbers, count, cells, included, known)
        return pass_over_eight(numbers, count, cells, included, known)

    return choose


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
