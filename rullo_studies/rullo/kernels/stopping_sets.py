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

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.rng import uniform

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


class Room(NamedTuple):
    """A box whose last column is looked for: the others, their ways, and what may complete each row."""

    box: np.ndarray  # int64[rows, columns]
    choice: np.ndarray  # int64[columns]: the number of each column
    ways: np.ndarray  # int64[rows + columns]
    unknown: np.ndarray  # int64[rows + columns]
    line: np.ndarray  # int64[columns]
    options: np.ndarray  # int64[rows, MOST_OPTIONS]: the numbers that complete a row
    option_ways: np.ndarray  # int64[rows, MOST_OPTIONS]: the ways of the row then
    option_count: np.ndarray  # int64[rows]
    option: np.ndarray  # int64[rows]: the option that is tried


@inlined
def room_for(height, width):
    """Return working memory for boxes of a shape."""
    return Room(
        np.zeros((height, width), np.int64),
        np.zeros(width, np.int64),
        np.zeros(height + width, np.int64),
        np.zeros(height + width, np.int64),
        np.zeros(width, np.int64),
        np.zeros((height, MOST_OPTIONS), np.int64),
        np.zeros((height, MOST_OPTIONS), np.int64),
        np.zeros(height, np.int64),
        np.zeros(height, np.int64),
    )


@inlined
def choose(room, place, number, columns):
    """Set a column of the box."""
    room.choice[place] = number
    room.box[:, place] = columns.numbers[number]
    room.ways[len(room.option) + place] = columns.ways[number]


@inlined
def list_options(room, columns, tables):
    """List the numbers that complete each row, so that each cell is in a way; return whether all rows have any."""
    box, line = room.box, room.line
    height, width = box.shape
    largest = len(columns.digit) // 2
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
                is_new &= room.options[r, i] != -total
            if is_new:
                line[: width - 1] = box[r, : width - 1]
                line[width - 1] = -total
                ways, cells = ways_of(line)
                if ways != 0 and tables.union[ways] == cells:
                    room.options[r, number], room.option_ways[r, number] = -total, ways
                    number += 1
        room.option_count[r] = number
        if number == 0:
            return False
    return True


@inner
def complete(room, first_last, kind, columns, tables, counts):
    """Add all minimal stopping sets whose last column is none before `first_last`, by their weight if there is a kind.

    Return the number of different ones that are new.
    """
    height, width = room.box.shape
    option = room.option
    largest, base = len(columns.digit) // 2, columns.digit.max() + 1
    different = 0
    if not list_options(room, columns, tables):
        return different
    option[:] = 0
    while option[0] < room.option_count[0]:
        index = 0
        for r in range(height):
            index = index * base + columns.digit[largest + room.options[r, option[r]]]
        last = columns.place[index]
        if last >= first_last:
            for r in range(height):
                room.ways[r] = room.option_ways[r, option[r]]
            choose(room, width - 1, last, columns)
            if is_minimal(room.ways, room.unknown, height, tables):
                weight = weight_of(room.choice, columns, kind, width) if kind >= 0 else 1
                counts.by_size[size_of(room.ways, height, tables)] += weight
                if len(counts.weight) > 0:
                    keys = word_of(room.ways[:height]), word_of(room.ways[height:])
                    different += add(counts, *keys, weight, room.box)
        r = height - 1
        option[r] += 1
        while r > 0 and option[r] == room.option_count[r]:
            option[r] = 0
            r -= 1
            option[r] += 1
    return different


@kernel
def count_sets(kind, columns, tables, width, counts, stop):
    """Count the minimal stopping sets that touch all lines of a box and whose first kind of column is a given one.

    The weight of a set is multiplied by `SHARES`. Return False if there are too many different ones for half of the
    places; then the counts have no meaning.
    """
    room = room_for(columns.numbers.shape[1], width)
    choice = room.choice
    different = 0
    choose(room, 0, columns.first[kind], columns)
    if width == 2:
        complete(room, choice[0], kind, columns, tables, counts)
        return True
    place = 1
    choice[1] = columns.first[kind] - 1
    while place > 0:
        if stop[0] != 0:
            return True
        choice[place] += 1
        if choice[place] == len(columns.ways):
            place -= 1
            continue
        choose(room, place, choice[place], columns)
        if place < width - 2:
            place += 1
            choice[place] = choice[place - 1] - 1
            continue
        different += complete(room, choice[place], kind, columns, tables, counts)
        if 2 * different > len(counts.weight) > 0:
            return False
    return True


@kernel
def sample_sets(columns, cumulative, tables, width, tries, rng, counts, totals, stop):
    """Draw all columns but the last by their weights, which add up as in `cumulative`, and complete them.

    Add to `totals` the weights of the last columns of minimal stopping sets with one solution, with two, and of all,
    and the squares of the weights of a try. With R numbers a column has the weight 1 / (2 R) to the power of its cells.
    Sets are counted by their ways if there are places; return False if there are too many different ones for half.
    """
    different = 0
    height = columns.numbers.shape[1]
    room = room_for(height, width)
    share = 1.0 / columns.digit.max()
    for _ in range(tries):
        if stop[0] != 0:
            return True
        cells = 0
        for place in range(width - 1):
            choose(room, place, np.searchsorted(cumulative, uniform(rng) * cumulative[-1], "right"), columns)
            for r in range(height):
                cells += room.box[r, place] != 0
        counts.by_size[:] = 0
        different += complete(room, 0, -1, columns, tables, counts)
        if 2 * different > len(counts.weight) > 0:
            return False
        weights = np.zeros(3)
        for size in range(cells, len(counts.by_size)):
            for two in range(2):
                weight = counts.by_size[size, two] * share ** (size - cells)
                weights[two] += weight
                weights[2] += weight
        totals[0] += weights
        totals[1] += weights * weights
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
