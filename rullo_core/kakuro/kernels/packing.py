"""Grids of Kakuros, in arrays of white cells and clues, packed as `board.Puzzles`."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.constraints.kernels.different import DIGITS, MAX_SUM, UNIONS


@kernel
def pack_grids(white, clues):
    """Return the arrays of `board.Puzzles`, how much of those of entries and of members is used, and for each puzzle
    whether it may break a rule.

    White has the white cells, of shape (puzzles, rows, columns); clues has for each cell the clue of the entry down and
    of that across that begins after it: 0 for none, -1 where no entry does. Whether the sums of entries across and down
    can agree is only looked at for whole puzzles.
    """
    number, rows, columns = white.shape
    total = white.sum()
    cells, entries, downs = np.zeros(number + 1, np.int64), np.zeros(number + 1, np.int64), np.zeros(number, np.int64)
    members, member = np.zeros(2 * total + 1, np.int64), np.empty(2 * total, np.int64)
    sums, order = np.empty(2 * total, np.int64), np.empty(2 * total, np.int64)
    lines, is_wrong = np.full((2, total), -1, np.int64), np.zeros(number, np.bool_)
    # By place in reading order, the number of a white cell; by number within a puzzle, its place.
    numbers, spots = np.empty(rows * columns, np.int64), np.empty(rows * columns, np.int64)
    places = np.empty(DIGITS + 2, np.int64)
    entry = end = cell = 0
    for p in range(number):
        first, balance, used_clues = cell, 0, 0
        whites, sums_at = white[p].ravel(), clues[p].reshape(-1, 2)
        for place in range(rows * columns):
            numbers[place] = cell
            spots[cell - first] = place
            cell += whites[place]
        cells[p + 1] = cell
        for is_down in range(2):
            step, limit = (columns, rows) if is_down else (1, columns)
            if is_down:
                downs[p] = entry
            for i in range(cell - first):
                place = spots[i]
                offset = place // columns if is_down else place % columns
                if offset > 0 and whites[place - step]:
                    continue
                clue = sums_at[place - step, 1 - is_down] if offset > 0 else 0
                used_clues += clue != 0
                length = 1
                while offset + length < limit and whites[place + length * step]:
                    length += 1
                if clue == -1 or (clue == 0 and length == 1):
                    continue
                if length > DIGITS or not 0 <= clue <= MAX_SUM or UNIONS[min(length, DIGITS), clue] == 0:
                    is_wrong[p] = True
                for k in range(length):
                    white_cell = numbers[place + k * step]
                    member[end + k] = white_cell
                    lines[is_down, white_cell] = entry
                end += length
                sums[entry] = clue
                balance += clue if is_down else -clue
                entry += 1
                members[entry] = end
        entries[p + 1] = entry
        for clue in clues[p].ravel():
            used_clues -= clue != 0
        is_wrong[p] |= balance != 0 or used_clues != 0
        for i in range(cells[p], cell):
            is_wrong[p] |= lines[0, i] < 0 and lines[1, i] < 0
        # Entries sorted by length: where each length begins, and then each entry at the next place of its length.
        places[:] = 0
        for e in range(entries[p], entry):
            longer = min(members[e + 1] - members[e], DIGITS) + 1
            places[longer] += 1
        places[0] = entries[p]
        for length in range(DIGITS + 1):
            places[length + 1] += places[length]
        for e in range(entries[p], entry):
            length = min(members[e + 1] - members[e], DIGITS)
            order[places[length]] = e
            places[length] += 1
    return cells, entries, downs, members, member, sums, lines[0], lines[1], order, entry, end, is_wrong
