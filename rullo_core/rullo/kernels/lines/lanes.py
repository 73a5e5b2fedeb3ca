"""Make a pass over all lines of a board at once, with each line in a lane of a vector.

The sums that a line's cells can reach are the bits of a word, so adding a number to all of them is a shift. A forward
sweep gives the sums that the cells before each cell can reach; a backward sweep, from the target down, gives the sums
from which the cells after it can reach the target. A cell can be excluded if the two sets have a sum in common without
its number, and included if they have one with it.

numba has no vectors, so `make_pass` has the code made by `solve_lanes`, which solves arrays of numpy just as well: then
it is what Python runs.

`numbers` are uint32 or uint64, with the size of the number in cell i of line l at 8 * i + l, 0 if there is none. Words
of sums have as many bits as these. A board is a square of 8x8 cells: in the words `included` and `unknown`, cell i of
line l is bit 8 * l + i, and cells without a number are known. Where a number is negative, `included` says whether it is
excluded. Numbers are at most 63, and in each line the included or the excluded ones add up to at most 63: see `fit`.
With 32 bits, both limits are 31, and vectors are half as long.
"""

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE
from rullo_core.compiled.instructions import LANES, WORD, Vector, where

LINES = np.uint64(LANES)
LARGEST, LARGEST_IF_NARROW = 63, 31
"""The largest sum that a word of sums holds, of 64 and of 32 bits."""


def solve_lanes(numbers, unknown, included, zeros, select):
    """Return flags for each cell of the lines: for each line whether the cell is unknown after a pass.

    `numbers` has a vector for each cell, of its number in each line; `unknown` and `included` are vectors of the cells
    of each line, of which cell i is bit i. Vectors are arrays of numpy or `rullo_core.compiled.instructions.Vector`;
    `zeros` is one, and `select` the function `where` for them.
    """
    flags = [unknown & 1 << cell != 0 for cell in range(len(numbers))]

    # Numbers of unknown cells; 0 for the others, which changes no sum.
    numbers = [select(flag, number, zeros) for flag, number in zip(flags, numbers, strict=True)]

    # The sum that they have to reach, or the sum of their excluded ones: the smaller of both fixes the same cells.
    included_sum, total = zeros, zeros
    for cell, number in enumerate(numbers):
        included_sum = included_sum + select(included & 1 << cell != 0, number, zeros)
        total = total + number
    to_reach = smaller(included_sum, total - included_sum, select)

    # Sums of the cells before each cell; and, from the last cell on, those to be reached before the cells after it.
    sums = [zeros + 1]
    for number in numbers:
        sums.append(sums[-1] | sums[-1] << number)
    completing = zeros + 1 << to_reach
    for cell in reversed(range(len(numbers))):
        number = numbers[cell]
        can_exclude, can_include = sums[cell] & completing, sums[cell] << number & completing
        flags[cell] = flags[cell] & (smaller(can_exclude, can_include, select) != 0)
        completing = completing | completing >> number
    return flags


def smaller(first, second, select):
    """Return the smaller of each two words."""
    return select(first < second, first, second)


def make_pass(numbers, cells, included, unknown):
    """Solve every line, of at most `cells` cells, from the state at the start of the pass.

    Return the unknown cells, in the other order.
    """
    kind = numbers.dtype.type

    def by_line(square):
        return np.array([kind(int(square) >> LANES * line & 0xFF) for line in range(LANES)])

    vectors = numbers.reshape(-1, LANES)[:cells]
    flags = solve_lanes(vectors, by_line(unknown), by_line(included), np.zeros(LANES, kind), np.where)
    places = (LANES * cell + int(line) for cell in range(cells) for line in np.flatnonzero(flags[cell]))
    return np.uint64(sum(1 << place for place in places))


def _pass_over(cells):
    """Return `make_pass` for lines of at most `cells` cells, for numba: LLVM's code."""

    @intrinsic
    def compiled_pass(typing, numbers, included, unknown):
        bits = numbers.dtype.bitwidth

        def build(context, builder, signature, arguments):
            array = cgutils.create_struct_proxy(numbers)(context, builder, arguments[0])
            included, unknown = (Vector.of_bytes(builder, word, bits) for word in arguments[1:])
            vectors = [Vector.load(builder, array.data, cell, bits) for cell in range(cells)]
            zeros = Vector.constant(builder, 0, bits)
            flag_word = WORD(0)
            for cell, flags in enumerate(solve_lanes(vectors, unknown, included, zeros, where)):
                flag_word = builder.or_(flag_word, builder.shl(flags.to_word(), WORD(LANES * cell)))
            return flag_word

        return types.uint64(numbers, types.uint64, types.uint64), build

    return compiled_pass


pass_over_eight = _pass_over(LANES)
pass_over_seven = _pass_over(LANES - 1)


@overload(make_pass)
def _compiled_make_pass(numbers, cells, included, unknown):
    # Most boards are smaller, and an eighth of the work for nothing.
    def choose(numbers, cells, included, unknown):
        if cells < LANES:
            return pass_over_seven(numbers, included, unknown)
        return pass_over_eight(numbers, included, unknown)

    return choose


@kernel
def fit(numbers, included):
    """Return whether no number exceeds `LARGEST`, nor the included or the excluded numbers of a line in total."""
    for line in range(LINES):
        included_sum = NONE
        excluded_sum = NONE
        for cell in range(LINES):
            number = numbers[LINES * cell + line]
            if number > LARGEST:
                return False
            if included >> (LINES * line + cell) & ONE != NONE:
                included_sum += number
            else:
                excluded_sum += number
        if min(included_sum, excluded_sum) > LARGEST:
            return False
    return True
