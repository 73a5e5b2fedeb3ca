"""Minimal stopping sets of a few cells: sampled, with the probability that cells of a Rullo are one.

Cells are a *stopping set* if lines fix none of them once all other cells are known. Whether they are depends on their
numbers only, which are negative here where the cell is included: other choices of a line's cells reach the same sum if
and only if those that change add up to 0, a *way* of the line. A stopping set is *minimal* if any of its cells, once
known, leads to all of them.
"""

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.bits import NONE, ONE
from rullo_core.compiled.rng import integer_below, uniform
from rullo_core.rullo.kernels.predicting.boards import count_passes, fix, propagate, set_cell

MOST_WAYS = 64
"""The greatest number of ways of up to six cells."""


@kernel
def list_ways(numbers, cells, ways):
    """List the ways of a line of some cells, as masks, the empty one left out; return their number."""
    number = 0
    for way in range(1, 1 << cells):
        total = 0
        for cell in range(cells):
            total += numbers[cell] if way >> cell & 1 else 0
        if total == 0:
            ways[number] = way
            number += 1
    return number


@kernel
def sample_strips(values, weights, cumulative, tries, rng, sets):
    """Sample minimal stopping sets of two rows, and fill `sets` with some of them; return the mean weight of a try, the
    mean of its square, and the number of sets.

    In each column, numbers are equal and only one is included, so that the second row has the ways of the first. The
    set is minimal if the whole row is the only way. The last number follows from the others, which are drawn by their
    weights, and has a weight itself: the mean is the probability of such a row. Values are ascending.
    """
    length = sets.shape[2]
    row, ways = np.zeros(length, np.int64), np.empty(MOST_WAYS, np.int64)
    total = squares = 0.0
    number, heaviest = 0, weights.max() / 2
    for _ in range(tries):
        rest = 0
        for cell in range(length - 1):
            value = values[np.searchsorted(cumulative, uniform(rng), "right")]
            row[cell] = value if uniform(rng) < 0.5 else -value
            rest -= row[cell]
        place = np.searchsorted(values, abs(rest))
        if place == len(values) or values[place] != abs(rest):
            continue
        row[length - 1] = rest
        if list_ways(row, length, ways) != 1:
            continue
        weight = weights[place] / 2
        total += weight
        squares += weight * weight
        if number < len(sets) and uniform(rng) * heaviest < weight:
            for cell in range(length):
                sets[number, 0, cell], sets[number, 1, cell] = row[cell], -row[cell]
            number += 1
    return total / tries, squares / tries, number


@kernel
def sample_open_columns(values, coin, rng, columns, cells):
    """Fill `columns` with the signed numbers of random columns that have a way, and `cells` with the masks of the cells
    of their ways, until a number of columns as long as these arrays have been drawn; return how many have one.
    """
    height = columns.shape[1]
    ways = np.empty(MOST_WAYS, np.int64)
    number = 0
    for _ in range(len(columns)):
        for r in range(height):
            value = values[integer_below(rng, len(values))]
            columns[number, r] = -value if uniform(rng) < coin else value
        count = list_ways(columns[number], height, ways)
        cells[number] = 0
        for i in range(count):
            cells[number] |= ways[i]
        number += count > 0
    return number


@inlined
def is_minimal(board, rows, unknown):
    """Return whether any cell of a stopping set, once known, leads to all of them; the set is copied to `unknown`."""
    unknown[:] = board.unknown
    for r in range(rows):
        remaining = unknown[r]
        while remaining != NONE:
            bit = remaining & (~remaining + ONE)
            remaining ^= bit
            board.unknown[:] = unknown
            fix(board, r, bit)
            board.waiting[r] = True
            propagate(board, 0)
            for line in range(len(unknown)):
                if board.unknown[line] != NONE:
                    return False
    return True


@kernel
def sample_blocks(board, columns, cells, tries, rng, sets):
    """Sample minimal stopping sets that touch every row and column of a block, from open columns; return how many there
    are, at most as many as fit into `sets`, and the number of tries.
    """
    _, height, width = sets.shape
    chosen, unknown = np.empty(width, np.int64), np.empty(height + width, np.uint64)
    number = attempt = 0
    while attempt < tries and number < len(sets):
        attempt += 1
        covered = doubled = 0
        for c in range(width):
            chosen[c] = integer_below(rng, len(columns))
            doubled |= covered & cells[chosen[c]]
            covered |= cells[chosen[c]]
        if doubled != (1 << height) - 1:  # a row has no way, as at most one of its cells is in a way of its column
            continue
        for c in range(width):
            for r in range(height):
                value = columns[chosen[c], r]
                set_cell(board, r, c, abs(value), abs(value), value < 0)
        count_passes(board, 0)
        touched = 0
        for line in range(height + width):
            touched += board.unknown[line] != NONE
        if touched == height + width and is_minimal(board, height, unknown):
            for r in range(height):
                for c in range(width):
                    sets[number, r, c] = columns[chosen[c], r] if unknown[r] >> np.uint64(c) & ONE != NONE else 0
            number += 1
    return number, attempt
