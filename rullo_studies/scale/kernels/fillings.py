"""Random fillings of a layout of a Kakuro: their number, and digits that are drawn again one after the other.

Row_entry and column_entry have the entries of each cell. Digit d is bit d - 1 of a set.
"""

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.rng import integer_below, random_bit, uniform
from rullo_core.constraints.kernels.different import COUNT, DIGITS, EVERY, LOWEST


@kernel
def try_filling(row_entry, column_entry, digit_sets, digits, rng):
    """Fill cells in order, each with one of its possible digits; return log2 of the number of choices, or -1."""
    digit_sets[:] = 0
    bits = 0.0
    for cell in range(len(row_entry)):
        free = EVERY & ~(digit_sets[row_entry[cell]] | digit_sets[column_entry[cell]])
        if free == 0:
            return -1.0
        bits += np.log2(np.float64(COUNT[free]))
        bit = random_bit(free, rng)
        digits[cell] = LOWEST[bit]
        digit_sets[row_entry[cell]] |= bit
        digit_sets[column_entry[cell]] |= bit
    return bits


@kernel
def weigh_fillings(row_entry, column_entry, digit_sets, digits, rng, weights):
    """Fill in log2 of the weight of each of some random fillings, -1 where a cell had no digit."""
    for i in range(len(weights)):
        weights[i] = try_filling(row_entry, column_entry, digit_sets, digits, rng)


@inlined
def weight_of(surprise, strength, row_entry, column_entry, length, total, cell, digit):
    """Return the weight of a digit of a cell, of which the totals of its entries do not have any digit now."""
    a, d = row_entry[cell], column_entry[cell]
    return 2.0 ** (strength * (surprise[length[a], total[a] + digit] + surprise[length[d], total[d] + digit]))


@kernel
def redraw_digits(row_entry, column_entry, length, total, digit_sets, digits, surprise, strength, rng, sweeps, walk):
    """Draw the digit of a random cell again and again, as often in a sweep as there are cells.

    A digit has the weight 2 ** (strength * the information of the sums of its entries), which is in surprise by length
    and total. Digits after each of the last sweeps are written to the rows of `walk`.
    """
    cells = len(digits)
    weights = np.empty(DIGITS + 1)
    total[:] = 0
    digit_sets[:] = 0
    for cell in range(cells):
        for entry in (row_entry[cell], column_entry[cell]):
            total[entry] += digits[cell]
            digit_sets[entry] |= 1 << (digits[cell] - 1)
    for sweep in range(sweeps):
        for _ in range(cells):
            cell = integer_below(rng, cells)
            a, d = row_entry[cell], column_entry[cell]
            bit = 1 << (digits[cell] - 1)
            digit_sets[a] ^= bit
            digit_sets[d] ^= bit
            total[a] -= digits[cell]
            total[d] -= digits[cell]
            free = EVERY & ~(digit_sets[a] | digit_sets[d])
            if strength == 0:
                digit = LOWEST[random_bit(free, rng)]
            else:
                scale, rest = 0.0, free
                while rest:
                    digit = LOWEST[rest]
                    rest &= rest - 1
                    weights[digit] = weight_of(surprise, strength, row_entry, column_entry, length, total, cell, digit)
                    scale += weights[digit]
                place, rest = uniform(rng) * scale, free
                digit = LOWEST[rest]
                while rest & (rest - 1) and place >= weights[digit]:
                    place -= weights[digit]
                    rest &= rest - 1
                    digit = LOWEST[rest]
            digits[cell] = digit
            digit_sets[a] |= 1 << (digit - 1)
            digit_sets[d] |= 1 << (digit - 1)
            total[a] += digit
            total[d] += digit
        row = sweep - (sweeps - len(walk))
        if row >= 0:
            for cell in range(cells):
                walk[row, cell] = digits[cell]
