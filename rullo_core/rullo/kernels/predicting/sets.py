"""Minimal stopping sets of a few cells: sampled, with the probability that cells of a Rullo are one.

Cells are a *stopping set* if lines fix none of them once all other cells are known. Whether they are depends on their
numbers only, which are negative here where the cell is included: other choices of a line's cells reach the same sum if
and only if those that change add up to 0, a *way* of the line. A stopping set is *minimal* if telling any of its cells
leads to all of them.

A set of few rows and columns is kept as a mask of its cells, `STRIDE` for each row, and the ways of its lines too.
"""

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.rng import integer_below, uniform

STRIDE = 4
"""The bits of a mask that each row has; sets of longer rows have two of them, whose rows have the same ways."""

COLUMN = 0x1111
"""The mask of the first column."""

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
def sample_strips(values, weights, cumulative, place_of, tries, rng, sets):
    """Sample minimal stopping sets of two rows, and fill `sets` with some of them; return the mean weight of a try, the
    mean of its square, and the number of sets.

    In each column, numbers are equal and only one is included, so that the second row has the ways of the first. The
    set is minimal if the whole row is the only way. The last number follows from the others, which are drawn by their
    weights, and has a weight itself: the mean is the probability of such a row. `place_of` has the place of a number,
    or -1.
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
        if rest == 0 or abs(rest) >= len(place_of) or place_of[abs(rest)] < 0:
            continue
        row[length - 1] = rest
        if list_ways(row, length, ways) != 1:
            continue
        weight = weights[place_of[abs(rest)]] / 2
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
def close(ways, counts, lines, unknown):
    """Return the cells that lines leave unknown of some: those in a way of unknown cells, in both lines of each."""
    while True:
        previous = unknown
        for line in range(len(lines)):
            open_cells = 0
            for i in range(counts[line]):
                if ways[line, i] & ~unknown == 0:
                    open_cells |= ways[line, i]
            unknown &= open_cells | ~lines[line]
        if unknown == previous:
            return unknown


@inlined
def is_minimal(ways, counts, lines, unknown):
    """Return whether telling any of the cells of a stopping set leads to all of them."""
    remaining = unknown
    while remaining:
        cell = remaining & -remaining
        remaining ^= cell
        if close(ways, counts, lines, unknown & ~cell) != 0:
            return False
    return True


@inlined
def touches_all(lines, unknown):
    """Return whether every line has one of some cells."""
    without = 0
    for line in lines:
        without += line & unknown == 0
    return without == 0


@kernel
def sample_blocks(columns, cells, tries, rng, sets):
    """Sample minimal stopping sets that touch every row and column of a block, from open columns; return how many there
    are, at most as many as fit into `sets`, and the number of tries.
    """
    _, height, width = sets.shape
    lines = np.empty(height + width, np.int64)
    for r in range(height):
        lines[r] = (1 << width) - 1 << STRIDE * r
    for c in range(width):
        lines[height + c] = (COLUMN & (1 << STRIDE * height) - 1) << c
    ways, counts = np.empty((height + width, MOST_WAYS), np.int64), np.empty(height + width, np.int64)
    block, line_ways, chosen = (
        np.empty((height, width), np.int64),
        np.empty(MOST_WAYS, np.int64),
        np.empty(width, np.int64),
    )
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
        unknown = 0
        for r in range(height):
            for c in range(width):
                block[r, c] = columns[chosen[c], r]
            counts[r] = list_ways(block[r], width, line_ways)
            for i in range(counts[r]):
                ways[r, i] = line_ways[i] << STRIDE * r
                unknown |= ways[r, i]
        if not touches_all(lines[:height], unknown):
            continue
        for c in range(width):
            counts[height + c] = list_ways(columns[chosen[c]], height, line_ways)
            for i in range(counts[height + c]):
                ways[height + c, i] = 0
                for r in range(height):
                    ways[height + c, i] |= (line_ways[i] >> r & 1) << STRIDE * r + c
        unknown = close(ways, counts, lines, unknown)
        if touches_all(lines, unknown) and is_minimal(ways, counts, lines, unknown):
            for r in range(height):
                for c in range(width):
                    sets[number, r, c] = block[r, c] if unknown >> STRIDE * r + c & 1 else 0
            number += 1
    return number, attempt
