"""Solutions of a Sudoku: propagation by rules, singles at least, then each candidate of a cell with the fewest."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.sudoku.kernels import search9
from rullo_core.sudoku.kernels.board import Board, copy, is_filled, lowest, place, set_up, write_down
from rullo_core.sudoku.kernels.levels import Room, reach, room_for

TOP = np.int64(0)
"""The depth at which a search begins."""


class Stack(NamedTuple):
    """At each depth of a search a board, a cell and its candidates that are still to be tried; room; the boards for
    9x9.
    """

    can: np.ndarray
    unfixed: np.ndarray
    cell: np.ndarray
    digits: np.ndarray
    columns: np.ndarray
    room: Room
    nine: search9.Boards


def stack_for(box: tuple[int, int]) -> Stack:
    """Return a stack for boards of a size, with a depth for each cell and two more."""
    side = box[0] * box[1]
    depths = side * side + 2
    return Stack(
        np.empty((depths, side, side), np.int64),
        np.empty((depths, side), np.int64),
        np.empty(depths, np.int64),
        np.empty(depths, np.int64),
        np.empty(side, np.int64),
        room_for(box),
        search9.boards(),
    )


@inlined
def at_depth(stack, depth):
    """Return the board at a depth."""
    return Board(stack.can[depth], stack.unfixed[depth])


@inlined
def with_two(board, row):
    """Return the columns of a row's cells that have two candidates."""
    covered = doubled = tripled = 0
    for digit in range(len(board.unfixed)):
        places = board.can[digit, row]
        tripled |= doubled & places
        doubled |= covered & places
        covered |= places
    return doubled & ~tripled & board.unfixed[row]


@inlined
def fewest(board, columns):
    """Fill columns, by row, with the cells that have the fewest candidates, two or more; return how many, 0 for no
    cell.
    """
    side = len(board.unfixed)
    minimum = side + 1
    for row in range(side):
        columns[row] = 0
        if board.unfixed[row] == 0:
            continue
        two = with_two(board, row)
        if two:
            if minimum > 2:
                minimum = 2
                for earlier_row in range(row):
                    columns[earlier_row] = 0
            columns[row] = two
        elif minimum > 2:
            p0 = p1 = p2 = p3 = p4 = p5 = 0
            for digit in range(side):
                carry = board.can[digit, row]
                p0, carry = p0 ^ carry, p0 & carry
                p1, carry = p1 ^ carry, p1 & carry
                p2, carry = p2 ^ carry, p2 & carry
                p3, carry = p3 ^ carry, p3 & carry
                p4, carry = p4 ^ carry, p4 & carry
                p5 ^= carry
            cells, number = board.unfixed[row], 0
            for weight, plane in ((32, p5), (16, p4), (8, p3), (4, p2), (2, p1), (1, p0)):
                if cells & ~plane:
                    cells &= ~plane
                else:
                    number += weight
            if number < minimum:
                minimum = number
                for earlier_row in range(row):
                    columns[earlier_row] = 0
            if number == minimum:
                columns[row] = cells
    return minimum if minimum <= side else 0


@inlined
def first_two(board):
    """Return the first cell with two candidates; -1 if there is none."""
    side = len(board.unfixed)
    for row in range(side):
        if board.unfixed[row]:
            two = with_two(board, row)
            if two:
                return row * side + lowest(two)
    return -1


@inlined
def digits_of(board, cell):
    """Return the candidates of a cell, as bits."""
    side = len(board.unfixed)
    digits = 0
    for digit in range(side):
        digits |= (board.can[digit, cell // side] >> (cell % side) & 1) << digit
    return digits


@kernel
def search(stack, box, rules, max_solutions, limit, stop, solutions):
    """Search for solutions as `search_any`, with the kernel for 9x9 where it fits."""
    if box[0] == 3 and box[1] == 3:
        search9.take(stack.nine, at_depth(stack, 0))
        return search9.count(stack.nine, TOP, max_solutions, limit, stop, solutions)
    return search_any(stack, box, rules, max_solutions, limit, stop, solutions)


@kernel
def search_each(stack, box, rules, max_solutions, limit, stop, cells, numbers, complete, nodes, solutions):
    """Search for solutions of puzzles, a row of cells each, and for one more than `max_solutions` to see whether
    there are others, with `limit` guesses each. Fill in the number of each, `max_solutions` at most, whether these are
    all, the guesses, and the first solution.
    """
    for i in range(len(cells)):
        numbers[i], complete[i], nodes[i] = 0, True, 0
        if set_up(at_depth(stack, 0), box, cells[i]) < 0:
            number, complete[i], nodes[i] = search(
                stack, box, rules, max_solutions + 1, limit, stop, solutions[i : i + 1]
            )
            numbers[i] = min(number, max_solutions)


@kernel
def search_any(stack, box, rules, max_solutions, limit, stop, solutions):
    """Search for solutions of the board at depth 0; return how many, whether these are all, and the guesses.

    Solutions is filled with the first of them. The search ends after `max_solutions` of them, after `limit` guesses, or
    when another thread sets stop.
    """
    side = box[0] * box[1]
    depth = number = guesses = 0
    board = at_depth(stack, 0)
    is_consistent = reach(board, box, rules, stack.room)
    while True:
        if is_consistent and is_filled(board):
            if number < len(solutions):
                write_down(board, solutions[number])
            number += 1
            if number == max_solutions:
                return number, False, guesses
            is_consistent = False
        if is_consistent:
            cell = first_two(board)
            if cell < 0:
                fewest(board, stack.columns)
                row = 0
                while stack.columns[row] == 0:
                    row += 1
                cell = row * side + lowest(stack.columns[row])
            stack.cell[depth] = cell
            stack.digits[depth] = digits_of(board, cell)
        else:
            depth -= 1
            while depth >= 0 and stack.digits[depth] == 0:
                depth -= 1
            if depth < 0:
                return number, True, guesses
        if guesses >= limit or stop[0]:
            return number, False, guesses
        cell = stack.cell[depth]
        digit = lowest(stack.digits[depth])
        stack.digits[depth] &= stack.digits[depth] - 1
        board = at_depth(stack, depth + 1)
        copy(board, at_depth(stack, depth))
        depth += 1
        guesses += 1
        is_consistent = place(board, box, digit, cell // side, cell % side) and reach(board, box, rules, stack.room)


@kernel
def count_finishing(stack, box, rules, cells, solution):
    """Count the empty cells whose digit, if known, lets rules fill the board."""
    side = box[0] * box[1]
    puzzle_board, board = at_depth(stack, 1), at_depth(stack, 0)
    set_up(puzzle_board, box, cells)
    number = 0
    for cell in range(side * side):
        if cells[cell] == 0:
            copy(board, puzzle_board)
            place(board, box, solution[cell] - 1, cell // side, cell % side)
            number += reach(board, box, rules, stack.room) and is_filled(board)
    return number
