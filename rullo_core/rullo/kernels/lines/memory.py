"""Passes over a board whose lines remember their deductions, for searches that change one cell at a time.

After a change of one number, all lines but two are the same, and most of their states have occurred before. Each line
therefore has a table of its deductions by known cells, which is cleared only when the line changes; the old table is
kept until the change is accepted. Lines are filtered again only where a cell became known. On a difficult 8x8 over 1-9,
about one line in a hundred still has to be solved.

Numbers may be anything but 0; sides are at most 16, as a table has an entry for each set of known cells, and 16 bits of
it are for the result.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, instead_of, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.constraints.kernels.reachable import MOST_CELLS, Room, room_for, solve_line

KNOWN_BITS = np.uint64(16)
"""Bits of an entry for the known cells; the other bits hold the version of the line."""

KNOWN_MASK = np.uint64(2**16 - 1)


class Board(NamedTuple):
    """A board, its solution, and the tables of its lines: the rows, followed by the columns.

    There are two more tables than lines, for a row and a column that are changed on trial.
    """

    numbers: np.ndarray  # int64[lines, 64]: 0 beyond the end of a line
    included: np.ndarray  # uint64[lines]: the solution; cell i of a line is bit i
    known_cells: np.ndarray  # uint64[lines]: known cells in the current run
    tables: np.ndarray  # uint64[lines + 2, 2**side]: by known cells, those after the deduction, and the version
    table: np.ndarray  # uint64[lines + 2]: index of each line's table; the last two are free
    version: np.ndarray  # uint64[lines + 2]: current version of the line, by table
    room: Room


def board_for(height: int, width: int, largest: int) -> Board:
    """Return an empty board of a size, for numbers up to this absolute value."""
    lines = height + width
    return Board(
        numbers=np.zeros((lines, MOST_CELLS), np.int64),
        included=np.zeros(lines, np.uint64),
        known_cells=np.zeros(lines, np.uint64),
        tables=np.zeros((lines + 2, 1 << max(height, width)), np.uint64),
        table=np.arange(lines + 2, dtype=np.uint64),
        version=np.ones(lines + 2, np.uint64),
        room=room_for(max(height, width), largest),
    )


@inlined
def set_cell(board, height, r, c, number, choice):
    """Set the number and choice of a cell, without clearing the tables of its lines: see `change`."""
    row, column = np.uint64(r), np.uint64(c)
    board.numbers[r, c] = number
    board.numbers[height + c, r] = number
    board.included[r] = board.included[r] & ~(ONE << column) | np.uint64(choice) << column
    board.included[height + c] = board.included[height + c] & ~(ONE << row) | np.uint64(choice) << row


@inlined
def exchange(board, height, r, c):
    """Exchange the tables of a cell's lines with the two free tables."""
    last = len(board.table) - 1
    board.table[r], board.table[last] = board.table[last], board.table[r]
    board.table[height + c], board.table[last - 1] = board.table[last - 1], board.table[height + c]


@inlined
def change(board, height, r, c, number, choice):
    """Change a cell on trial: its lines start with empty tables. `set_cell` and `exchange` undo it."""
    exchange(board, height, r, c)
    board.version[board.table[r]] += ONE
    board.version[board.table[height + c]] += ONE
    set_cell(board, height, r, c, number, choice)


@inlined
def look(board, line, known_cells, all_cells):
    """Return the known cells of a line after its deductions."""
    table = board.table[line]
    entry = board.tables[table, known_cells]
    if entry >> KNOWN_BITS == board.version[table]:
        return entry & KNOWN_MASK
    target = 0
    unknown = all_cells & ~known_cells
    remaining = unknown & board.included[line]
    while remaining != NONE:
        bit = remaining & (~remaining + ONE)
        remaining ^= bit
        target += board.numbers[line, np.uint64(count_ones(bit - ONE))]
    _, included, excluded = solve_line(board.numbers, line, unknown, target, board.room)
    deduced = known_cells | included | excluded
    board.tables[table, known_cells] = board.version[table] << KNOWN_BITS | deduced
    return deduced


@inlined
def run(board, height, width, first):
    """Make passes from the start, rows (0) or columns (1) first, until all cells are known or lines stall.

    Return the number of passes, or twice the iterations until lines stall, including the last one; and the number of
    unknown cells.
    """
    for line in range(height + width):
        board.known_cells[line] = NONE
    return go_on(board, height, width, first, all_ones(height), all_ones(width), height * width)


@kernel
def go_on(board, height, width, first, news_of_rows, news_of_columns, unknown):
    """Continue a run, with new information for some lines, as masks of rows and columns; see `run`."""
    group = first  # rows are group 0, columns group 1
    passes = 0
    unknown_before = unknown
    while True:
        passes += 1
        if group == 0:
            offset, other_offset, cells = np.uint64(0), np.uint64(height), all_ones(width)
            news, news_of_rows = news_of_rows, NONE
        else:
            offset, other_offset, cells = np.uint64(height), np.uint64(0), all_ones(height)
            news, news_of_columns = news_of_columns, NONE
        while news != NONE:
            line = news & (~news + ONE)
            news ^= line
            index = np.uint64(count_ones(line - ONE)) + offset  # unsigned, as it is no index from the end
            old_known = board.known_cells[index]
            deduced = look(board, index, old_known, cells)
            board.known_cells[index] = deduced
            new = deduced ^ old_known
            if group == 0:
                news_of_columns |= new
            else:
                news_of_rows |= new
            while new != NONE:
                cell = new & (~new + ONE)
                new ^= cell
                board.known_cells[other_offset + np.uint64(count_ones(cell - ONE))] |= line
                unknown -= 1
        if unknown == 0:
            return passes, 0
        if group != first:
            if unknown == unknown_before:
                return passes, unknown
            unknown_before = unknown
        group = 1 - group


@instead_of(go_on)
def go_on_with_integers(board, height, width, first, news_of_rows, news_of_columns, unknown):
    """Do what `go_on` does, with Python's integers and lists."""
    known_cells, table, version = board.known_cells.tolist(), board.table.tolist(), board.version.tolist()
    news, all_cells = [int(news_of_rows), int(news_of_columns)], (all_ones(width), all_ones(height))
    group, passes, unknown_before = first, 0, unknown
    while True:
        passes += 1
        offset, other_offset = (0, height) if group == 0 else (height, 0)
        lines, news[group] = news[group], 0
        while lines:
            line = lines & -lines
            lines ^= line
            index = offset + line.bit_length() - 1
            entry = board.tables.item(table[index], known_cells[index])
            is_there = entry >> int(KNOWN_BITS) == version[table[index]]
            deduced = (
                entry & int(KNOWN_MASK)
                if is_there
                else int(look(board, index, np.uint64(known_cells[index]), all_cells[group]))
            )
            new = deduced ^ known_cells[index]
            known_cells[index] = deduced
            news[1 - group] |= new
            unknown -= new.bit_count()
            while new:
                cell = new & -new
                new ^= cell
                known_cells[other_offset + cell.bit_length() - 1] |= line
        if unknown == 0 or (group != first and unknown == unknown_before):
            board.known_cells[:] = known_cells
            return passes, unknown
        if group != first:
            unknown_before = unknown
        group = 1 - group
