"""Solutions of a puzzle of any size: lines as far as they go, then a cell on which the solutions of a line agree most.

What one line reveals is told by the sums that its unknown cells can reach. Cells with negative numbers count the other
way round, as taken when they are excluded, so that all weights are positive; and if the cells are to reach more than
half of what they have together, all are turned round, so that the sums below are as small as can be.

====================  ============================  ============================================================
name                  type                          what it is
====================  ============================  ============================================================
numbers               int64[cells]                  the grid, in reading order; 0 is a hole
values                uint8[cells]                  what is known: UNKNOWN, INCLUDED or EXCLUDED
====================  ============================  ============================================================

Lines are numbered, rows first.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE

UNKNOWN, INCLUDED, EXCLUDED = np.uint8(0), np.uint8(1), np.uint8(2)

MOST_SUMS = 2**20
"""With a larger sum to reach, only the bounds of a line are looked at, until fewer cells are unknown."""

MOST_COUNTED = 2**14
"""With a larger sum to reach, the solutions of a line are not counted."""

MOST_CELLS_COUNTED = 64
"""With more unknown cells, they are not counted either."""

WORD = np.uint64(63)
"""Of a bit's number, its place in a word."""


class Board(NamedTuple):
    """What a search goes through.

    Attributes
    ----------
    numbers : int64 array of shape (height * width,)
        In reading order.
    width : int
    targets : int64 array of shape (height + width,)
        Of the rows, then of the columns.
    """

    numbers: np.ndarray
    width: int
    targets: np.ndarray


class State(NamedTuple):
    """What is known, and what is still to be looked at.

    Attributes
    ----------
    values : uint8 array of shape (cells,)
    rests : int64 array of shape (lines,)
        What the unknown cells of a line are to add up to.
    trail : int64 array of shape (cells,)
        The cells in the order in which they became known.
    known : int64 array of shape (1,)
        How many they are.
    waiting : int64 array of shape (lines,)
        Lines to be looked at, in a circle.
    is_waiting : uint8 array of shape (lines,)
    ends : int64 array of shape (2,)
        Where in the circle the next is to be taken from, and put to.
    """

    values: np.ndarray
    rests: np.ndarray
    trail: np.ndarray
    known: np.ndarray
    waiting: np.ndarray
    is_waiting: np.ndarray
    ends: np.ndarray


class Room(NamedTuple):
    """Room to look at a line.

    Attributes
    ----------
    cells, weights : int64 arrays of shape (longest,)
    turned : uint8 array of shape (longest,)
        1 where a cell is taken if it is excluded.
    reached : uint64 array of shape (longest + 1, words)
    rest : uint64 array of shape (words,)
    ways, more : int64 arrays of shape (sums,)
    """

    cells: np.ndarray
    weights: np.ndarray
    turned: np.ndarray
    reached: np.ndarray
    rest: np.ndarray
    ways: np.ndarray
    more: np.ndarray


@kernel
def wait(state, line):
    """Have a line looked at, if it is not waiting already."""
    if state.is_waiting[line] == 0:
        state.is_waiting[line] = 1
        state.waiting[state.ends[1]] = line
        state.ends[1] = (state.ends[1] + 1) % len(state.waiting)


@kernel
def settle(board, state, cell, value):
    """Note that a cell is known; both of its lines are to be looked at."""
    row, column = cell // board.width, len(board.targets) - board.width + cell % board.width
    state.values[cell] = value
    state.trail[state.known[0]] = cell
    state.known[0] += 1
    if value == INCLUDED:
        state.rests[row] -= board.numbers[cell]
        state.rests[column] -= board.numbers[cell]
    wait(state, row)
    wait(state, column)


@kernel
def undo(board, state, known):
    """Go back to when so many cells were known; nothing waits then."""
    height = len(board.targets) - board.width
    while state.known[0] > known:
        state.known[0] -= 1
        cell = state.trail[state.known[0]]
        if state.values[cell] == INCLUDED:
            state.rests[cell // board.width] += board.numbers[cell]
            state.rests[height + cell % board.width] += board.numbers[cell]
        state.values[cell] = UNKNOWN
    while state.ends[0] != state.ends[1]:
        state.is_waiting[state.waiting[state.ends[0]]] = 0
        state.ends[0] = (state.ends[0] + 1) % len(state.waiting)


@kernel
def unknown_of(board, state, line, room):
    """Write down the unknown cells of a line as positive weights.

    Returns
    -------
    count : int64
        How many there are.
    target : int64
        What those that are taken have to weigh; at most half of all. Negative if that cannot be.
    """
    width = board.width
    height = len(board.targets) - width
    first, step, length = (line * width, 1, width) if line < height else (line - height, width, height)
    count = 0
    total = 0
    target = state.rests[line]
    for i in range(length):
        cell = first + i * step
        if state.values[cell] == UNKNOWN:
            number = board.numbers[cell]
            room.cells[count] = cell
            room.turned[count] = number < 0
            if number < 0:
                target -= number
                number = -number
            room.weights[count] = number
            total += number
            count += 1
    if target > total:
        return count, np.int64(-1)
    if 2 * target > total:
        target = total - target
        for i in range(count):
            room.turned[i] ^= 1
    return count, target


@kernel
def note(board, state, room, i, taken):
    """Note that a cell of the line at hand is taken by all of its solutions, or by none."""
    settle(board, state, room.cells[i], INCLUDED if taken != (room.turned[i] == 1) else EXCLUDED)


@kernel
def look_at(board, state, line, room):
    """Settle what all solutions of a line have in common; whether it has any."""
    count, target = unknown_of(board, state, line, room)
    if target < 0:
        return False
    if count == 0:
        return target == 0
    total = 0
    for i in range(count):
        total += room.weights[i]
    if target == 0:
        for i in range(count):
            note(board, state, room, i, False)
        return True
    if target > MOST_SUMS:
        for i in range(count):
            if room.weights[i] > target:
                note(board, state, room, i, False)
            elif total - room.weights[i] < target:
                note(board, state, room, i, True)
        return True
    if target < 64:
        return look_at_word(board, state, room, count, target)
    words = (target >> 6) + 1
    reached = room.reached
    for k in range(words):
        reached[0, k] = NONE
    reached[0, 0] = ONE
    for i in range(count):
        shift_up(reached[i], reached[i + 1], room.weights[i], words)
    last = target >> 6
    bit = ONE << (np.uint64(target) & WORD)
    if reached[count, last] & bit == NONE:
        return False
    rest = room.rest
    for k in range(words):
        rest[k] = NONE
    rest[last] = bit
    for i in range(count - 1, -1, -1):
        without, within = meet(reached[i], rest, room.weights[i], words)
        if not without:
            note(board, state, room, i, True)
        elif not within:
            note(board, state, room, i, False)
        shift_down(rest, room.weights[i], words)
    return True


@kernel
def look_at_word(board, state, room, count, target):
    """The same where all sums fit into a word."""
    reached = ONE
    for i in range(count):
        room.reached[i, 0] = reached
        if room.weights[i] <= target:
            reached |= reached << np.uint64(room.weights[i])
    if reached >> np.uint64(target) & ONE == NONE:
        return False
    rest = ONE << np.uint64(target)
    for i in range(count - 1, -1, -1):
        reached = room.reached[i, 0]
        if room.weights[i] > target:
            note(board, state, room, i, False)
            continue
        shifted = rest >> np.uint64(room.weights[i])
        if reached & rest == NONE:
            note(board, state, room, i, True)
        elif reached & shifted == NONE:
            note(board, state, room, i, False)
        rest |= shifted
    return True


@kernel
def shift_up(sums, more, weight, words):
    """The sums that can be reached with one more cell: as they are, and that much larger."""
    whole = weight >> 6
    part = np.uint64(weight) & WORD
    if whole >= words:
        for k in range(words):
            more[k] = sums[k]
    elif part == NONE:
        for k in range(whole):
            more[k] = sums[k]
        for k in range(whole, words):
            more[k] = sums[k] | sums[k - whole]
    else:
        for k in range(whole):
            more[k] = sums[k]
        more[whole] = sums[whole] | sums[0] << part
        back = np.uint64(64) - part
        for k in range(whole + 1, words):
            more[k] = sums[k] | sums[k - whole] << part | sums[k - whole - 1] >> back


@kernel
def shift_down(sums, weight, words):
    """The sums from which the end can be reached with one more cell before: as they are, and that much smaller."""
    whole = weight >> 6
    part = np.uint64(weight) & WORD
    back = np.uint64(64) - part
    for k in range(words - whole):
        word = sums[k + whole]
        if part != NONE:
            word >>= part
            if k + whole + 1 < words:
                word |= sums[k + whole + 1] << back
        sums[k] |= word


@kernel
def meet(reached, rest, weight, words):
    """Whether a solution leaves a cell out, and whether one takes it."""
    whole = weight >> 6
    part = np.uint64(weight) & WORD
    back = np.uint64(64) - part
    without = False
    within = False
    for k in range(words):
        if reached[k] == NONE:
            continue
        if reached[k] & rest[k] != NONE:
            without = True
        if k + whole < words:
            word = rest[k + whole] >> part
            if part != NONE and k + whole + 1 < words:
                word |= rest[k + whole + 1] << back
            if reached[k] & word != NONE:
                within = True
        if without and within:
            break
    return without, within


@kernel
def propagate(board, state, changed, room):
    """Look at lines as long as any waits; whether no contradiction was met. Lines that were looked at are noted."""
    while state.ends[0] != state.ends[1]:
        line = state.waiting[state.ends[0]]
        state.ends[0] = (state.ends[0] + 1) % len(state.waiting)
        state.is_waiting[line] = 0
        changed[line] = 1
        if not look_at(board, state, line, room):
            return False
    return True


@kernel
def agreement(board, state, line, room):
    """On which unknown cell of a line its solutions agree most.

    Numbers of ways are exact: of 64 positive weights no more than 64 over 32 choices have the same sum (P. Erdős, On a
    lemma of Littlewood and Offord, 1945), which an int64 can hold.

    Returns
    -------
    share : float64
        Of the solutions, with the same value for the cell; -1 if there is no unknown cell.
    cell : int64
    value : uint8
    """
    count, target = unknown_of(board, state, line, room)
    if count == 0:
        return -1.0, np.int64(-1), UNKNOWN
    if target > MOST_COUNTED or count > MOST_CELLS_COUNTED:
        largest = 0
        for i in range(1, count):
            if room.weights[i] > room.weights[largest]:
                largest = i
        taken = False
        return 0.0, room.cells[largest], INCLUDED if taken != (room.turned[largest] == 1) else EXCLUDED
    ways, more = room.ways, room.more
    ways[: target + 1] = 0
    ways[0] = 1
    for i in range(count):
        weight = min(room.weights[i], target + 1)
        more[:weight] = ways[:weight]
        for s in range(weight, target + 1):
            more[s] = ways[s] + ways[s - weight]
        ways, more = more, ways
    total = ways[target]
    best = -1.0
    best_cell = np.int64(-1)
    best_value = UNKNOWN
    for i in range(count):
        # Ways to take it are ways without it to reach so much less: all ways to, less those that take it, and so on.
        weight = room.weights[i]
        taking = 0
        sign = 1
        for s in range(target - weight, -1, -weight):
            taking += sign * ways[s]
            sign = -sign
        taken = 2 * taking > total
        share = (taking if taken else total - taking) / total
        if share > best:
            best = share
            best_cell = room.cells[i]
            best_value = INCLUDED if taken != (room.turned[i] == 1) else EXCLUDED
    return best, best_cell, best_value


@kernel
def search(board, state, room, shares, cells, values, found, limit, nodes, stop):
    """Look for solutions, depth first.

    Parameters
    ----------
    board : Board
    state : State
        With holes excluded, and every line waiting.
    room : Room
    shares, cells, values : arrays of shape (depth, lines)
        By depth, on which cell the solutions of each line agree most: float64, int64 and uint8.
    found : uint8 array of shape (most, cells)
        Filled with solutions, as values.
    limit : int64
        Nodes after which the search is given up.
    nodes : int64 array of shape (1,)
        Added to: values that were tried for a cell.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.

    Returns
    -------
    number : int64
        Solutions found.
    complete : bool
        Whether there are no others.
    """
    lines = len(board.targets)
    changed = np.ones(lines, np.uint8)
    depth = 0
    marks = np.zeros(shares.shape[0], np.int64)
    second = np.zeros(shares.shape[0], np.uint8)
    tried_cell = np.zeros(shares.shape[0], np.int64)
    tried_value = np.zeros(shares.shape[0], np.uint8)
    number = 0
    total = len(state.values)
    good = propagate(board, state, changed, room)
    while True:
        if good and state.known[0] == total:
            if number == len(found):
                return number, False
            found[number] = state.values
            number += 1
            good = False
        if good:
            if nodes[0] >= limit or stop[0] != 0:
                return number, False
            best = -1.0
            at = -1
            for line in range(lines):
                if changed[line] != 0:
                    changed[line] = 0
                    share, cell, value = agreement(board, state, line, room)
                    shares[depth, line], cells[depth, line], values[depth, line] = share, cell, value
                if shares[depth, line] > best:
                    best = shares[depth, line]
                    at = line
            tried_cell[depth] = cells[depth, at]
            tried_value[depth] = values[depth, at]
            second[depth] = 0
            marks[depth] = state.known[0]
            nodes[0] += 1
            settle(board, state, tried_cell[depth], tried_value[depth])
            depth += 1
            shares[depth], cells[depth], values[depth] = shares[depth - 1], cells[depth - 1], values[depth - 1]
            good = propagate(board, state, changed, room)
            continue
        while depth > 0 and second[depth - 1] != 0:
            depth -= 1
        if depth == 0:
            return number, True
        # The other value: what was known of the lines at that depth is known again.
        depth -= 1
        undo(board, state, marks[depth])
        changed[:] = 0
        second[depth] = 1
        nodes[0] += 1
        settle(board, state, tried_cell[depth], INCLUDED if tried_value[depth] == EXCLUDED else EXCLUDED)
        depth += 1
        shares[depth], cells[depth], values[depth] = shares[depth - 1], cells[depth - 1], values[depth - 1]
        good = propagate(board, state, changed, room)
