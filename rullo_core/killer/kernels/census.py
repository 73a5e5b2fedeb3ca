"""All Killer Sudokus of 4x4: every partition of the grid into cages, and every board without a digit twice in a cage.

A state is sixteen cells of four bits, by row, the first cell lowest. Cages and units are filtered by table lookup.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.arrays import copy

CELLS = 16
DIGITS = 4
SUM = 10
"""Cells and digits of a board, and the sum of all digits."""

ALL_DIGITS = np.int64(-1)
"""The state before the first pass."""

MOST_PASSES = 40
"""More passes than any puzzle of 4x4 takes."""

AMBIGUOUS, STUCK, FIRST = 0, 1, 2
"""Indices of the counts: ambiguous puzzles; unique ones on which passes are stuck; simple ones by their passes."""


class Pieces(NamedTuple):
    """All possible cages, and all boards.

    Cells of each cage are bits in cells, and their numbers are in indices; starts has the first cage that begins with
    each cell. Fits has, for each cage, the boards on which its digits differ, as bits, and sums its sum on each board.
    Square says whether boxes are 2x2; other boxes are rows or columns. Table has filtered domains by number of cells,
    sum and domains, four bits each, the first cell lowest; 0 if infeasible. Start_states has, by cage and sum, the
    state after the cage is filtered from all digits.
    """

    cells: np.ndarray
    indices: np.ndarray
    size: np.ndarray
    starts: np.ndarray
    fits: np.ndarray
    sums: np.ndarray
    boards: np.ndarray
    square: np.bool_
    table: np.ndarray
    start_states: np.ndarray


@kernel
def fill_table(table):
    """Fill the table of filtered domains for every number of cells, sum and domains."""
    digits = np.zeros(DIGITS, np.int64)
    for size in range(1, DIGITS + 1):
        for row in range(DIGITS**size):
            present, total, rest, is_distinct, bits = 0, 0, row, True, 0
            for i in range(size):
                digits[i] = rest % DIGITS
                rest //= DIGITS
                is_distinct &= present >> digits[i] & 1 == 0
                present |= 1 << digits[i]
                total += digits[i] + 1
                bits |= 1 << (DIGITS * i + digits[i])
            if not is_distinct:
                continue
            for domains in range(1 << (DIGITS * size)):
                if domains & bits == bits:
                    table[size, total, domains] |= bits


@kernel
def fill_start_states(indices, size, table, start_states):
    """Fill in the state after each cage is filtered from all digits, for each sum."""
    for piece in range(len(indices)):
        for total in range(start_states.shape[1]):
            start_states[piece, total] = filter_cage(ALL_DIGITS, indices[piece], size[piece], table[size[piece], total])


@inlined
def filter_cage(state, cells, size, table):
    """Return the state after filtering some cells by a table; 0 if infeasible."""
    domains = 0
    for i in range(size):
        domains |= (state >> (DIGITS * cells[i]) & 15) << (DIGITS * i)
    remaining = np.int64(table[domains])
    if remaining == 0:
        return 0
    for i in range(size):
        shift = DIGITS * cells[i]
        state &= ~((15 & ~(remaining >> (DIGITS * i) & 15)) << shift)
    return state


@inlined
def filter_rows(state, table):
    """Return the state after filtering each row."""
    result = np.int64(0)
    for shift in range(0, DIGITS * CELLS, DIGITS * DIGITS):
        result |= np.int64(table[state >> shift & 0xFFFF]) << shift
    return result


@inlined
def exchange(state, cells, mask):
    """Exchange the cells in a mask with the cells at a fixed distance after them."""
    different = (state ^ state >> DIGITS * cells) & mask
    return state ^ different ^ different << DIGITS * cells


@inlined
def transpose(state):
    """Exchange rows and columns."""
    return exchange(exchange(state, 3, 0x0000F0F00000F0F0), 6, 0x00000000FF00FF00)


@inlined
def boxes_as_rows(state):
    """Exchange rows and boxes of 2x2: the second row of a box changes places with the first row of the box beside."""
    return exchange(state, 2, 0x0000FF000000FF00)


@inlined
def filter_units(state, pieces):
    """Return the state after filtering rows, columns and boxes, each from this state."""
    table = pieces.table[DIGITS, SUM]
    result = filter_rows(state, table) & transpose(filter_rows(transpose(state), table))
    if pieces.square:
        result &= boxes_as_rows(filter_rows(boxes_as_rows(state), table))
    return result


@inlined
def is_fixed(state):
    """Whether every cell has exactly one digit."""
    low = 0x1111111111111111
    sizes = (state & low) + (state >> 1 & low) + (state >> 2 & low) + (state >> 3 & low)
    return sizes == low


@kernel
def count_turns(pieces, layout, number, board):
    """Count the passes, alternately over cages and units, that solve a unique puzzle; -1 if stuck."""
    state, previous, passes = ALL_DIGITS, ALL_DIGITS, 0
    while True:
        for turn in range(2):
            next_state = state
            if turn == 1:
                next_state = filter_units(state, pieces)
            elif passes == 0:
                for i in range(number):
                    next_state &= pieces.start_states[layout[i], pieces.sums[layout[i], board]]
            else:
                for i in range(number):
                    piece = layout[i]
                    size = pieces.size[piece]
                    next_state &= filter_cage(
                        state, pieces.indices[piece], size, pieces.table[size, pieces.sums[piece, board]]
                    )
            passes += 1
            state = next_state
            if is_fixed(state):
                return passes
        if state == previous:
            return -1
        previous = state


@kernel
def count_layouts(pieces, prefix, layouts, counts, first, stop):
    """Count the puzzles of all layouts that begin with the cages of a prefix.

    Increments layouts, by number of cages, for those that some board fits, and counts, by number of cages, whether a
    cage has one cell, and outcome. Fills in, at the same indices of first, the cages of the first unique puzzle that is
    counted there, and then its board.
    """
    words, boards = pieces.fits.shape[1], len(pieces.boards)
    layout = np.zeros(CELLS + 1, np.int64)
    fits = np.zeros((CELLS + 1, words), np.uint64)
    covered = np.zeros(CELLS + 1, np.int64)
    keys, order = np.empty(boards, np.int64), np.empty(boards, np.int64)
    for board in range(boards):
        fits[0, board >> 6] |= np.uint64(1) << np.uint64(board & 63)
    depth = np.int64(0)
    for piece in prefix:
        layout[depth] = piece
        covered[depth + 1] = covered[depth] | pieces.cells[piece]
        for w in range(words):
            fits[depth + 1, w] = fits[depth, w] & pieces.fits[piece, w]
        depth += 1
    prefix_length = depth
    layout[depth] = -1
    while depth >= prefix_length:
        if stop[0]:
            return
        has_boards = False
        for w in range(words):
            has_boards |= fits[depth, w] != 0
        if not has_boards or covered[depth] == (1 << CELLS) - 1:
            if has_boards:
                layouts[depth] += 1
                count_puzzles(pieces, layout, depth, fits[depth], keys, order, counts[depth], first[depth])
            depth -= 1
            continue
        free = 0
        while covered[depth] >> free & 1:
            free += 1
        piece = layout[depth] + 1 if layout[depth] >= 0 else pieces.starts[free]
        while piece < pieces.starts[free + 1] and pieces.cells[piece] & covered[depth]:
            piece += 1
        if piece == pieces.starts[free + 1]:
            depth -= 1
            continue
        layout[depth] = piece
        covered[depth + 1] = covered[depth] | pieces.cells[piece]
        for w in range(words):
            fits[depth + 1, w] = fits[depth, w] & pieces.fits[piece, w]
        depth += 1
        layout[depth] = -1


@inner
def count_puzzles(pieces, layout, number, fits, keys, order, counts, first):
    """Count the puzzles of a layout; boards with the same sums are solutions of the same puzzle."""
    count = 0
    for board in range(len(pieces.boards)):
        if fits[board >> 6] >> np.uint64(board & 63) & np.uint64(1):
            key = 0
            for i in range(number):
                key = key << 4 | pieces.sums[layout[i], board]
            keys[count], order[count] = key, board
            count += 1
    ranks = np.argsort(keys[:count])
    single = 0
    for i in range(number):
        single |= pieces.size[layout[i]] == 1
    i = 0
    while i < count:
        j = i + 1
        while j < count and keys[ranks[j]] == keys[ranks[i]]:
            j += 1
        if j > i + 1:
            counts[single, AMBIGUOUS] += 1
        else:
            passes = count_turns(pieces, layout, number, order[ranks[i]])
            outcome = FIRST + passes if passes >= 0 else STUCK
            if counts[single, outcome] == 0:
                copy(layout[:number], first[single, outcome])
                first[single, outcome, CELLS] = order[ranks[i]]
            counts[single, outcome] += 1
        i = j
