"""Grids of Kakuros, in arrays of white cells and clues, packed as `board.Puzzles`."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.constraints.kernels.different import DIGITS, MOST, UNIONS


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
    numbers = np.empty((rows, columns), np.int64)
    entry = used = cell = 0
    for p in range(number):
        for r in range(rows):
            for c in range(columns):
                if white[p, r, c]:
                    numbers[r, c] = cell
                    cell += 1
        cells[p + 1] = cell
        balance, taken = 0, 0
        for down in range(2):
            if down:
                downs[p] = entry
            for r in range(rows):
                for c in range(columns):
                    before = (r > 0 and white[p, r - 1, c]) if down else (c > 0 and white[p, r, c - 1])
                    if not white[p, r, c] or before:
                        continue
                    clue = 0
                    if (r if down else c) > 0:
                        clue = clues[p, r - 1, c, 0] if down else clues[p, r, c - 1, 1]
                    taken += clue != 0
                    length = 1
                    while (
                        r + length < rows and white[p, r + length, c]
                        if down
                        else c + length < columns and white[p, r, c + length]
                    ):
                        length += 1
                    if clue == -1 or (clue == 0 and length == 1):
                        continue
                    if length > DIGITS or not 0 <= clue <= MOST or UNIONS[min(length, DIGITS), clue] == 0:
                        is_wrong[p] = True
                    for i in range(length):
                        inside = numbers[r + i, c] if down else numbers[r, c + i]
                        member[used + i] = inside
                        lines[down, inside] = entry
                    used += length
                    sums[entry] = clue
                    balance += clue if down else -clue
                    entry += 1
                    members[entry] = used
        entries[p + 1] = entry
        is_wrong[p] |= balance != 0 or taken != np.count_nonzero(clues[p])
        for i in range(cells[p], cell):
            is_wrong[p] |= lines[0, i] < 0 and lines[1, i] < 0
        place = entries[p]
        for length in range(1, DIGITS + 1):
            for e in range(entries[p], entry):
                if members[e + 1] - members[e] == length:
                    order[place] = e
                    place += 1
    return cells, entries, downs, members, member, sums, lines[0], lines[1], order, entry, used, is_wrong
