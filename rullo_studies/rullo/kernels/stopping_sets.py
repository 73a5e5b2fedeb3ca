"""Count the minimal stopping sets that fill a box of at most four rows and columns, by their ways.

A set is a box of numbers, negative in included cells and 0 outside the set. A *way* of a line is a set of its cells
whose numbers add up to 0. The ways of a line of at most four cells are the bits of a word: bit m for the cells of the
mask m. A set of cells is a stopping set if each cell is in a way of both of its lines, and a minimal one if any of its
cells, once known, leads to all of them; both are decided by the ways alone.

Exchanging rows or columns, or inverting all signs, changes nothing. So the first column is one of each *kind*, which
are the columns that differ by the order of cells and by all signs, and the others are not of an earlier kind, in order.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel

SUBSETS = 16
"""The number of subsets of four cells."""

MOST_OPTIONS = 9
"""The numbers that may complete a row, and 0: one for each of seven subsets of the other cells, and none."""

SHARES = 12
"""A multiple of 1, 2, 3 and 4: a set whose first kind k columns have is found k times, each with a k-th of its weight.
"""


class Columns(NamedTuple):
    """All columns of a box in which each cell of the set is in a way, by kind."""

    numbers: np.ndarray  # int64[columns, rows]
    ways: np.ndarray  # int64[columns]
    kind: np.ndarray  # int64[columns], ascending
    first: np.ndarray  # int64[kinds]: the first column of each kind
    multiplicity: np.ndarray  # int64[kinds]: the number of columns of the kind
    digit: np.ndarray  # int64[2 * largest + 1]: the digit of the number d - largest, or -1 if it is none
    place: np.ndarray  # int64[base**rows]: the column with these digits, or -1


class Tables(NamedTuple):
    """What follows from the ways of a line."""

    union: np.ndarray  # int64[2**16]: the cells of all ways
    disjoint: np.ndarray  # int64[16]: the ways without any cell of a mask


class Counts(NamedTuple):
    """Weights of sets by their size; and by their ways, in open addressing: a place with the weight 0 is empty.

    Without places, sets are not counted by their ways.
    """

    by_size: np.ndarray  # int64[17, 2]: by the number of cells, and whether a line's cells of the set are a way in all
    rows: np.ndarray  # uint64[places]: the ways of the rows, 16 bits each
    columns: np.ndarray  # uint64[places]
    weight: np.ndarray  # int64[places]
    example: np.ndarray  # int64[places, rows, columns]


@kernel
def fill_tables(union, disjoint):
    """Fill in what follows from the ways of a line."""
    for ways in range(len(union)):
        union[ways] = 0
        for mask in range(SUBSETS):
            if ways >> mask & 1:
                union[ways] |= mask
    for known_cells in range(SUBSETS):
        disjoint[known_cells] = 0
        for mask in range(SUBSETS):
            if mask & known_cells == 0:
                disjoint[known_cells] |= 1 << mask


@inlined
def ways_of(numbers):
    """Return the ways of a line, and the cells of the set."""
    ways = cells = 0
    for i in range(len(numbers)):
        if numbers[i] != 0:
            cells |= 1 << i
    for mask in range(1, 1 << len(numbers)):
        if mask & ~cells == 0:
            total = 0
            for i in range(len(numbers)):
                total += numbers[i] if mask >> i & 1 else 0
            if total == 0:
                ways |= 1 << mask
    return ways, cells


@kernel
def list_ways(lines, ways, cells):
    """Fill in the ways of lines, and the cells of the set."""
    for i in range(len(lines)):
        ways[i], cells[i] = ways_of(lines[i])


@inlined
def is_minimal(ways, unknown, height, tables):
    """Return whether each cell of a stopping set, once known, leads to all of them.

    `ways` and `unknown` are those of the rows, then of the columns; `unknown` is overwritten.
    """
    lines = len(ways)
    for r in range(height):
        for c in range(lines - height):
            if tables.union[ways[r]] >> c & 1 == 0:
                continue
            for line in range(lines):
                unknown[line] = tables.union[ways[line]]
            unknown[r] &= ~(1 << c)
            unknown[height + c] &= ~(1 << r)
            is_changed = True
            while is_changed:
                is_changed = False
                for line in range(lines):
                    known_cells = tables.union[ways[line]] & ~unknown[line]
                    fixed = unknown[line] & ~tables.union[ways[line] & tables.disjoint[known_cells]]
                    if fixed != 0:
                        is_changed = True
                        unknown[line] &= ~fixed
                        first_crossing = height if line < height else 0
                        bit = 1 << (line if line < height else line - height)
                        for i in range(4):
                            if fixed >> i & 1:
                                unknown[first_crossing + i] &= ~bit
            for line in range(lines):
                if unknown[line] != 0:
                    return False
    return True


@inlined
def size_of(ways, height, tables):
    """Return the number of cells of a set, and 1 if the set's cells of each line are a way, 0 if not."""
    cells, is_switch = 0, 1
    for line in range(len(ways)):
        union = tables.union[ways[line]]
        is_switch &= ways[line] >> union & 1
        for i in range(4):
            cells += union >> i & 1 if line < height else 0
    return cells, is_switch


@inlined
def word_of(ways):
    """Return the ways of up to four lines as a word."""
    word = np.uint64(0)
    for i in range(len(ways)):
        word |= np.uint64(ways[i]) << np.uint64(16 * i)
    return word


@inlined
def add(counts, rows, columns, weight, box):
    """Add the weight of a set to that of its ways; return whether this took a new place."""
    mask = np.uint64(len(counts.weight) - 1)
    spread = (rows ^ columns * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD6E8FEB86659FD93)
    place = spread >> np.uint64(32) & mask
    while counts.weight[place] != 0:
        if counts.rows[place] == rows and counts.columns[place] == columns:
            counts.weight[place] += weight
            return False
        place = (place + np.uint64(1)) & mask
    counts.rows[place], counts.columns[place], counts.weight[place] = rows, columns, weight
    counts.example[place] = box
    return True


@kernel
def count_sets(kind, columns, tables, width, counts, stop):
    """Count the minimal stopping sets that touch all lines of a box and whose first kind of column is a given one.

    The weight of a set is multiplied by `SHARES`. Return False if there are too many different ones for half of the
    places; then the counts have no meaning.
    """
    height = columns.numbers.shape[1]
    largest = len(columns.digit) // 2
    base = columns.digit.max() + 1
    box, choice = np.zeros((height, width), np.int64), np.zeros(width, np.int64)
    options, option_ways = np.zeros((height, MOST_OPTIONS), np.int64), np.zeros((height, MOST_OPTIONS), np.int64)
    option_count, option = np.zeros(height, np.int64), np.zeros(height, np.int64)
    ways, unknown = np.zeros(height + width, np.int64), np.zeros(height + width, np.int64)
    line = np.zeros(width, np.int64)
    different = 0
    choice[0] = columns.first[kind]
    box[:, 0] = columns.numbers[choice[0]]
    ways[height] = columns.ways[choice[0]]
    place = 1
    choice[1] = columns.first[kind] - 1
    while place > 0:
        if stop[0] != 0:
            return True
        if place < width - 1:
            # Take the next column that is not before the last one.
            choice[place] += 1
            if choice[place] == len(columns.ways):
                place -= 1
                continue
            box[:, place] = columns.numbers[choice[place]]
            ways[height + place] = columns.ways[choice[place]]
            place += 1
            choice[place] = choice[place - 1] - 1
            continue
        # The last column: each row has a few numbers that complete it.
        place -= 1
        is_possible = True
        for r in range(height):
            number = 0
            for mask in range(1 << (width - 1)):
                total = 0
                for c in range(width - 1):
                    total += box[r, c] if mask >> c & 1 else 0
                if mask > 0 and (total == 0 or abs(total) > largest or columns.digit[largest - total] < 0):
                    continue
                is_new = True
                for i in range(number):
                    is_new &= options[r, i] != -total
                if is_new:
                    line[: width - 1] = box[r, : width - 1]
                    line[width - 1] = -total
                    row_ways, cells = ways_of(line)
                    if row_ways != 0 and tables.union[row_ways] == cells:
                        options[r, number], option_ways[r, number] = -total, row_ways
                        number += 1
            option_count[r] = number
            if number == 0:
                is_possible = False
                break
        if not is_possible:
            continue
        option[:] = 0
        while option[0] < option_count[0]:
            index = 0
            for r in range(height):
                index = index * base + columns.digit[largest + options[r, option[r]]]
            last = columns.place[index]
            if last >= choice[width - 2] or (width == 2 and last >= columns.first[kind]):
                for r in range(height):
                    ways[r] = option_ways[r, option[r]]
                ways[height + width - 1] = columns.ways[last]
                if is_minimal(ways, unknown, height, tables):
                    choice[width - 1] = last
                    box[:, width - 1] = columns.numbers[last]
                    weight = weight_of(choice, columns, kind, width)
                    counts.by_size[size_of(ways, height, tables)] += weight
                    if len(counts.weight) > 0:
                        different += add(counts, word_of(ways[:height]), word_of(ways[height:]), weight, box)
                        if 2 * different > len(counts.weight):
                            return False
            r = height - 1
            option[r] += 1
            while r > 0 and option[r] == option_count[r]:
                option[r] = 0
                r -= 1
                option[r] += 1
    return True


@inlined
def weight_of(choice, columns, kind, width):
    """Return how many sets one stands for, times `SHARES`: those with other orders of lines, and all signs changed."""
    of_kind = orders = 1
    equal = 1
    for c in range(1, width):
        of_kind += columns.kind[choice[c]] == kind
        equal = equal + 1 if c > 1 and choice[c] == choice[c - 1] else 1
        orders = orders * c // equal
    return columns.multiplicity[kind] * width * orders * SHARES // of_kind


@kernel
def count_rows(digit, width):
    """Return how many rows of signed numbers have no way but the whole row; digits are those of `Columns`."""
    largest = len(digit) // 2
    row, sums = np.zeros(width, np.int64), np.zeros((width, 1 << (width - 1)), np.int64)
    row[0] = -largest - 1
    cell = number = 0
    while cell >= 0:
        row[cell] += 1
        if row[cell] > largest:
            cell -= 1
            continue
        if row[cell] == 0 or digit[row[cell] + largest] < 0:
            continue
        # The sums of the subsets of the cells to this one, which must not be 0.
        half = 1 << cell
        is_possible = True
        for mask in range(half):
            total = (sums[cell - 1, mask] if cell > 0 else 0) + row[cell]
            is_possible &= total != 0
            sums[cell, mask + half] = total
            sums[cell, mask] = sums[cell - 1, mask] if cell > 0 else 0
        if not is_possible:
            continue
        if cell < width - 2:
            cell += 1
            row[cell] = -largest - 1
            continue
        # The last number completes the whole row, and no other subset may have its sum.
        total = sums[cell, 2 * half - 1]
        if abs(total) <= largest and digit[largest - total] >= 0:
            for mask in range(2 * half - 1):
                is_possible &= sums[cell, mask] != total
            number += is_possible
    return number
