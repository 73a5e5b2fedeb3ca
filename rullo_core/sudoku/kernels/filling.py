"""Boards filled at random: by backtracking alone, with a solver in the loop, and by exchanging cells.

After Shamus Young, Pseudoku: This Game Needs Filler (Twenty Sided, 2017), and its readers' comments. The limit is for
the placements or exchanges of an attempt, and another thread may set stop; fillers return 1 for a filled board, 0 if
there is no filling, -1 if a limit was reached.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.annealing import is_accepted_at_random
from rullo_core.compiled.rng import integer_below, random_bit, shuffle
from rullo_core.sudoku.kernels.board import copy, is_filled, lowest, place, write_down
from rullo_core.sudoku.kernels.levels import find_naked, reach
from rullo_core.sudoku.kernels.search import at_depth, digits_of, fewest

ROWS, FEWEST, FIXED = map(np.int64, range(3))
"""Which cell is next: in reading order, one with the fewest digits, or in an order that is given."""

BACKTRACK, NO_BACKTRACK = np.bool_(True), np.bool_(False)
"""The action if no digit fits."""

LOOK_AHEAD = np.int64(0)
"""In place of rules: only that no cell is without a digit."""


class Log(NamedTuple):
    """The log of a filler: counts, numbered below, and the logarithm of the product of the candidates of each choice.

    Dead ends are refuted placements and cells without a candidate; choices are digits of the final board that nothing
    forced; the last count is the most cells filled.
    """

    counts: np.ndarray
    ways: np.ndarray


PLACEMENTS, DEAD_ENDS, CHOICES, ATTEMPTS, FARTHEST = range(5)


def log_of() -> Log:
    """Return an empty log."""
    return Log(np.zeros(5, np.int64), np.zeros(1))


@inlined
def count_bits(word):
    """Count the bits of a word."""
    number = 0
    while word:
        word &= word - 1
        number += 1
    return number


@kernel
def fill_plain(cells, box, order, limit, attempts, backtracks, rng, stop, log):
    """Fill the empty cells in an order with random digits that break no rule, without any propagation.

    At a dead end, go back to the last cell, or else give the attempt up.
    """
    height, width = box
    side = height * width
    full = (1 << side) - 1
    rows, columns, boxes = np.zeros(side, np.int64), np.zeros(side, np.int64), np.zeros(side, np.int64)
    candidates = np.empty(len(order) + 1, np.int64)
    set_before = cells.copy()
    for attempt in range(attempts):
        log.counts[ATTEMPTS] = attempt + 1
        log.counts[CHOICES] = len(order)
        rows[:] = 0
        columns[:] = 0
        boxes[:] = 0
        for cell in range(side * side):
            cells[cell] = set_before[cell]
            if cells[cell]:
                row, column = cell // side, cell % side
                bit = 1 << (cells[cell] - 1)
                rows[row] |= bit
                columns[column] |= bit
                boxes[row // height * height + column // width] |= bit
        placed = 0
        depth = 0
        fresh = True
        while depth < len(order):
            cell = order[depth]
            row, column = cell // side, cell % side
            box_index = row // height * height + column // width
            if fresh:
                candidates[depth] = full & ~(rows[row] | columns[column] | boxes[box_index])
            else:
                bit = 1 << (cells[cell] - 1)
                rows[row] ^= bit
                columns[column] ^= bit
                boxes[box_index] ^= bit
                cells[cell] = 0
            if candidates[depth] == 0:
                log.counts[DEAD_ENDS] += 1
                if depth > 0 and not backtracks:
                    break
                depth -= 1
                fresh = False
                if depth < 0:
                    return 0
                continue
            if placed == limit or stop[0]:
                break
            digit = lowest(random_bit(candidates[depth], rng))
            candidates[depth] ^= 1 << digit
            cells[cell] = digit + 1
            rows[row] |= 1 << digit
            columns[column] |= 1 << digit
            boxes[box_index] |= 1 << digit
            placed += 1
            log.counts[PLACEMENTS] += 1
            depth += 1
            fresh = True
            log.counts[FARTHEST] = max(log.counts[FARTHEST], depth)
        if depth == len(order):
            return 1
        if stop[0]:
            break
    return -1


@kernel
def fill_with_solver(stack, box, rules, cell_choice, order, limit, attempts, backtracks, rng, stop, log, cells):
    """Fill the board at depth 0 of a stack, with propagation after every random digit.

    Without backtracking, a board has the probability 1 / ways, times that of the order of its cells.
    """
    side = box[0] * box[1]
    for attempt in range(attempts):
        log.counts[ATTEMPTS] = attempt + 1
        log.ways[0] = 0.0
        depth = placed = 0
        # Depth 0 is kept for other attempts.
        board = at_depth(stack, 1)
        copy(board, at_depth(stack, 0))
        depth = 1
        is_consistent = goes_on(board, box, rules, stack)
        while True:
            if is_consistent and is_filled(board):
                write_down(board, cells)
                log.counts[CHOICES] = depth - 1
                return 1
            if is_consistent:
                cell = next_cell(board, cell_choice, order, stack.columns, rng)
                stack.cell[depth] = cell
                stack.digits[depth] = digits_of(board, cell)
                log.ways[0] += np.log(count_bits(stack.digits[depth]))
            else:
                log.counts[DEAD_ENDS] += 1
                if depth > 1 and not backtracks:
                    break
                depth -= 1
            while depth and stack.digits[depth] == 0:
                log.counts[DEAD_ENDS] += 1
                depth -= 1
            if depth == 0:
                return 0
            if placed == limit or stop[0]:
                break
            cell = stack.cell[depth]
            digit = lowest(random_bit(stack.digits[depth], rng))
            stack.digits[depth] ^= 1 << digit
            board = at_depth(stack, depth + 1)
            copy(board, at_depth(stack, depth))
            depth += 1
            placed += 1
            log.counts[PLACEMENTS] += 1
            log.counts[FARTHEST] = max(log.counts[FARTHEST], depth - 1)
            is_consistent = place(board, box, digit, cell // side, cell % side) and goes_on(board, box, rules, stack)
        if stop[0]:
            break
    return -1


@inlined
def goes_on(board, box, rules, stack):
    """Propagate by rules, and return whether there is no contradiction."""
    if rules == LOOK_AHEAD:
        return find_naked(board, stack.room.singles, 0) >= 0
    return reach(board, box, rules, stack.room)


@inlined
def next_cell(board, cell_choice, order, columns, rng):
    """Return the next cell without a digit."""
    side = len(board.unfixed)
    if cell_choice == FEWEST:
        fewest_or_one(board, columns)
        number = 0
        for row in range(side):
            number += count_bits(columns[row])
        k = integer_below(rng, number)
        for row in range(side):
            in_row = count_bits(columns[row])
            if k < in_row:
                word = columns[row]
                for _ in range(k):
                    word &= word - 1
                return row * side + lowest(word)
            k -= in_row
    if cell_choice == FIXED:
        for cell in order:
            if board.unfixed[cell // side] >> (cell % side) & 1:
                return cell
    for row in range(side):
        if board.unfixed[row]:
            return row * side + lowest(board.unfixed[row])
    return np.int64(-1)


@inlined
def fewest_or_one(board, columns):
    """Do as `fewest`, where cells may have a single candidate that is not placed."""
    side = len(board.unfixed)
    number = 0
    for row in range(side):
        covered = doubled = 0
        for digit in range(side):
            doubled |= covered & board.can[digit, row]
            covered |= board.can[digit, row]
        columns[row] = covered & ~doubled & board.unfixed[row]
        number += columns[row]
    if number == 0:
        fewest(board, columns)


# -- exchanges --------------------------------------------------------------------------------------------------------


@inlined
def conflicts_of(counts):
    """Return how many digits are too many, from the counts of digits in units."""
    total = 0
    for unit in range(counts.shape[0]):
        for digit in range(counts.shape[1]):
            total += max(counts[unit, digit] - 1, 0)
    return total


@kernel
def fill_by_exchange(cells, box, in_boxes, heat, limit, rng, stop, log):
    """Place every digit N times, then exchange cells with conflicts until there are none; return also the first
    conflicts.

    With in_boxes, each box starts with every digit once and cells are exchanged within it. At heat 0 conflicts may not
    rise; else they may rise by n with probability exp(-n / heat).
    """
    height, width = box
    side = height * width
    size = side * side
    free = np.zeros(size, np.int64)
    digits = np.zeros(size, np.int64)
    start = np.zeros(side + 1, np.int64)
    of_group = np.zeros(size, np.int64)
    for cell in range(size):
        row, column = cell // side, cell % side
        of_group[cell] = row // height * height + column // width if in_boxes else 0
    # Cells that are not set, by group; and the digits that the group lacks.
    groups = side if in_boxes else 1
    number = 0
    missing = np.zeros(side, np.int64)
    for group in range(groups):
        start[group] = number
        missing[:] = 1 if in_boxes else side
        for cell in range(size):
            if of_group[cell] == group:
                if cells[cell]:
                    missing[cells[cell] - 1] -= 1
                else:
                    free[number] = cell
                    number += 1
        position = start[group]
        for digit in range(side):
            for _ in range(missing[digit]):
                if position < number:
                    digits[position] = digit + 1
                    position += 1
        shuffle(digits[start[group] : number], rng)
        for i in range(start[group], number):
            cells[free[i]] = digits[i]
    start[groups] = number
    counts = np.zeros((3 * side, side), np.int64)
    for cell in range(size):
        row, column = cell // side, cell % side
        for unit in (row, side + column, 2 * side + row // height * height + column // width):
            counts[unit, cells[cell] - 1] += 1
    conflicts = conflicts_of(counts)
    first_conflicts = conflicts
    log.counts[ATTEMPTS] = 1
    for _ in range(limit):
        if conflicts == 0:
            return 1, first_conflicts
        if stop[0] or number < 2:
            break
        log.counts[PLACEMENTS] += 1
        first = free[integer_below(rng, number)]
        group = of_group[first]
        second = free[start[group] + integer_below(rng, start[group + 1] - start[group])]
        if cells[first] == cells[second] or not (
            offends(cells, first, box, counts) or offends(cells, second, box, counts)
        ):
            continue
        increase = exchange(cells, first, second, box, counts)
        if increase <= 0 or (heat > 0 and is_accepted_at_random(-increase, heat, rng)):
            conflicts += increase
        else:
            exchange(cells, first, second, box, counts)
            log.counts[DEAD_ENDS] += 1
    return (1 if conflicts == 0 else -1), first_conflicts


@inlined
def offends(cells, cell, box, counts):
    """Whether the digit of a cell is repeated in its row, column or box."""
    height, width = box
    side = height * width
    row, column, digit = cell // side, cell % side, cells[cell] - 1
    box_unit = 2 * side + row // height * height + column // width
    return counts[row, digit] > 1 or counts[side + column, digit] > 1 or counts[box_unit, digit] > 1


@inlined
def move(cells, cell, digit, box, counts):
    """Change the digit of a cell, and return by how much conflicts rise."""
    height, width = box
    side = height * width
    row, column = cell // side, cell % side
    increase = 0
    for unit in (row, side + column, 2 * side + row // height * height + column // width):
        counts[unit, cells[cell] - 1] -= 1
        increase -= counts[unit, cells[cell] - 1] > 0
        increase += counts[unit, digit - 1] > 0
        counts[unit, digit - 1] += 1
    cells[cell] = digit
    return increase


@inlined
def exchange(cells, first, second, box, counts):
    """Exchange the digits of two cells, and return by how much conflicts rise."""
    digit = cells[first]
    increase = move(cells, first, cells[second], box, counts)
    return increase + move(cells, second, digit, box, counts)
