"""Every filling of a full block, all of whose cells are white, by its clues.

As columns and rows can be permuted, the first row is ascending and the sums of rows are too. A key has the sums of
rows, then those of columns in ascending order.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.constraints.kernels.different import COUNT, EVERY, LOWEST

COLUMN, ROW = np.uint64(5), np.uint64(6)
"""Bits of a sum: three digits are 24 at most, nine are 45."""


@inner
def key_of(digits, totals):
    """Return the key of a filling."""
    height, width = digits.shape
    for c in range(width):
        total = 0
        for r in range(height):
            total += digits[r, c]
        place = c
        while place and totals[place - 1] > total:
            totals[place] = totals[place - 1]
            place -= 1
        totals[place] = total
    key = np.uint64(0)
    for r in range(height):
        total = 0
        for c in range(width):
            total += digits[r, c]
        key = key << ROW | np.uint64(total)
    for c in range(width):
        key = key << COLUMN | np.uint64(totals[c])
    return key


@kernel
def list_keys(first_row, height, keys):
    """Fill keys with the keys of all fillings with a first row (bits) and ascending sums of 1 to 3 rows; return their
    number.
    """
    width = COUNT[first_row]
    digits = np.zeros((height, width), np.int64)
    totals = np.zeros(width, np.int64)
    sums = np.zeros(height, np.int64)
    candidates = first_row
    for c in range(width):
        digits[0, c] = LOWEST[candidates]
        sums[0] += digits[0, c]
        candidates &= candidates - 1
    last = height * width
    row_digits = np.zeros(height, np.int64)
    open_digits = np.zeros(last + 1, np.int64)
    number = 0
    cell = width
    fresh = True
    while cell >= width:
        if cell == last:
            if number < len(keys):
                keys[number] = key_of(digits, totals)
            number += 1
            cell -= 1
            fresh = False
            continue
        r, c = cell // width, cell % width
        if fresh:
            excluded = row_digits[r]
            for row_above in range(r):
                excluded |= 1 << (digits[row_above, c] - 1)
            open_digits[cell] = EVERY & ~excluded
        else:
            row_digits[r] ^= 1 << (digits[r, c] - 1)
            sums[r] -= digits[r, c]
        candidates = open_digits[cell]
        while candidates:
            digit = LOWEST[candidates]
            candidates &= candidates - 1
            if c < width - 1 or sums[r] + digit >= sums[r - 1]:
                break
            digit = 0
        else:
            digit = 0
        if digit == 0:
            cell -= 1
            fresh = False
            continue
        open_digits[cell] = candidates
        digits[r, c] = digit
        row_digits[r] |= 1 << (digit - 1)
        sums[r] += digit
        cell += 1
        fresh = True
    return number
