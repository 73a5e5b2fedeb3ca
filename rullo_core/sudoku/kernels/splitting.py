"""Minimal puzzles weighted to stand for all: many are dug at once, and those that stand for more are split.

A cell that can go is drawn of r, step by step, until none can: a way of m steps has the probability 1 / (r_1 ... r_m),
and m! ways lead to the same puzzle. So r_1 ... r_m / m! has the number of minimal puzzles of the board as its mean (D.
E. Knuth, Estimating the efficiency of backtrack programs, 1975), and the same holds for boards, filled without
backtracking. But most dug puzzles have few givens and stand for little; so on the way each is kept as often as it
stands for others, with equal weights afterwards.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import NO_LIMIT, inlined, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below, shuffled, uniform
from rullo_core.sudoku.kernels.board import set_up
from rullo_core.sudoku.kernels.digging import holds
from rullo_core.sudoku.kernels.filling import ATTEMPTS, FEWEST, NO_BACKTRACK, fill_with_solver
from rullo_core.sudoku.kernels.levels import HIDDEN, NAKED, count_passes
from rullo_core.sudoku.kernels.search import at_depth

SINGLES = NAKED | HIDDEN

LEAST_EFFECTIVE = 0.5
"""Split where puzzles tell no more than so large a share of them would with equal weights."""


class Crowd(NamedTuple):
    """Puzzles that are dug at once, a row each; free cells are not known to be needed, and weights are natural
    logarithms.
    """

    solution: np.ndarray
    cells: np.ndarray
    free: np.ndarray
    weight: np.ndarray


def crowd_of(box: tuple[int, int], number: int) -> Crowd:
    """Return room for so many puzzles."""
    shape = (number, (box[0] * box[1]) ** 2)
    return Crowd(np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape, np.uint8), np.empty(number))


@inlined
def can_go(stack, box, cells, solution, cell, rules, stop, emptied):
    """Whether a given can be removed."""
    emptied[0] = cell
    cells[cell] = 0
    can = holds(stack, box, cells, solution, emptied, rules, NO_LIMIT, stop) == 1
    cells[cell] = solution[cell]
    return can


@kernel
def dig_half(stack, box, rules, solution, cells, free, order, stop):
    """Empty the first half of a board; return the steps and the natural logarithm of r_1 ... r_m / m!.

    In a random order, where a needed cell stays needed, each next cell is any of those that can go with the same
    probability; how many these were is found afterwards.
    """
    size = len(cells)
    emptied, trial = np.empty(1, np.int64), np.empty(size, np.int64)
    # By cell, after how many steps it was empty, or known to be needed.
    last_step, steps = np.full(size, size), 0
    for cell in order:
        if steps == size // 2:
            break
        if can_go(stack, box, cells, solution, cell, rules, stop, emptied):
            cells[cell] = 0
            steps += 1
        else:
            free[cell] = 0
        last_step[cell] = steps
    lost, removable = np.zeros(steps + 1, np.int64), size - steps
    for cell in range(size):
        if cells[cell] == 0:
            continue
        if free[cell]:
            if can_go(stack, box, cells, solution, cell, rules, stop, emptied):
                continue
            free[cell] = 0
            last_step[cell] = steps
        can, cannot = -1, last_step[cell]
        while can + 1 < cannot:
            middle = (can + cannot) // 2
            for other_cell in range(size):
                trial[other_cell] = (
                    0 if cells[other_cell] == 0 and last_step[other_cell] <= middle else solution[other_cell]
                )
            if can_go(stack, box, trial, solution, cell, rules, stop, emptied):
                can = middle
            else:
                cannot = middle
        lost[cannot] += 1
    weight = 0.0
    for step in range(steps):
        removable -= lost[step]
        weight += np.log((steps - step + removable) / (step + 1))
    return steps, weight


@kernel
def split(crowd, number, rng):
    """Keep each of the first rows of a crowd as often as it stands for others, on average, with equal weights
    afterwards.
    """
    weight = crowd.weight[:number]
    greatest = weight.max()
    share = np.exp(weight - greatest)
    total = share.sum()
    if total**2 / (share**2).sum() > LEAST_EFFECTIVE * number:
        return
    solution, cells, free = crowd.solution[:number].copy(), crowd.cells[:number].copy(), crowd.free[:number].copy()
    place, row, cumulative = uniform(rng), 0, share[0]
    for i in range(number):
        while row < number - 1 and cumulative < (i + place) * total / number:
            row += 1
            cumulative += share[row]
        copy(solution[row], crowd.solution[i])
        copy(cells[row], crowd.cells[i])
        copy(free[row], crowd.free[i])
    weight[:] = greatest + np.log(total / number)


@inlined
def swap(crowd, i, j):
    """Exchange two rows."""
    for cell in range(crowd.cells.shape[1]):
        crowd.solution[i, cell], crowd.solution[j, cell] = crowd.solution[j, cell], crowd.solution[i, cell]
        crowd.cells[i, cell], crowd.cells[j, cell] = crowd.cells[j, cell], crowd.cells[i, cell]
        crowd.free[i, cell], crowd.free[j, cell] = crowd.free[j, cell], crowd.free[i, cell]
    crowd.weight[i], crowd.weight[j] = crowd.weight[j], crowd.weight[i]


@kernel
def draw_minimal(desk, box, rules, limit, attempts, levels, stop, crowd, rows):
    """Draw minimal puzzles and rate them; return how many boards were begun, or 0 if stopped or beyond the limit."""
    stack, rng = desk.stack, desk.rng
    size, number, boards, steps = crowd.cells.shape[1], len(crowd.weight), 0, 0
    empty, emptied = np.zeros(size, np.int64), np.empty(1, np.int64)
    for i in range(number):
        set_up(at_depth(stack, 0), box, empty)
        status = fill_with_solver(
            stack,
            box,
            SINGLES,
            FEWEST,
            empty,
            limit,
            attempts,
            NO_BACKTRACK,
            rng,
            stop,
            desk.log,
            crowd.solution[i],
        )
        if status != 1:
            return 0
        boards += desk.log.counts[ATTEMPTS]
        copy(crowd.solution[i], crowd.cells[i])
        crowd.free[i] = 1
        order = shuffled(np.arange(size), rng)
        steps, weight = dig_half(stack, box, rules, crowd.solution[i], crowd.cells[i], crowd.free[i], order, stop)
        crowd.weight[i] = desk.log.ways[0] + weight
    # The first rows go on; those behind them are finished.
    going = number
    while going:
        if stop[0]:
            return 0
        split(crowd, going, rng)
        i = 0
        while i < going:
            cells, solution, free = crowd.cells[i], crowd.solution[i], crowd.free[i]
            removable = 0
            for cell in range(size):
                if cells[cell] and free[cell]:
                    free[cell] = can_go(stack, box, cells, solution, cell, rules, stop, emptied)
                removable += cells[cell] > 0 and free[cell]
            if removable == 0:
                going -= 1
                swap(crowd, i, going)
                continue
            crowd.weight[i] += np.log(removable / (steps + 1))
            choice = integer_below(rng, removable)
            for cell in range(size):
                if cells[cell] and free[cell]:
                    if choice == 0:
                        cells[cell] = 0
                        break
                    choice -= 1
            i += 1
        steps += 1
    passed = np.empty(size, np.int64)
    for i in range(number):
        copy(crowd.cells[i], rows.cells[i])
        rows.clues[i] = np.count_nonzero(crowd.cells[i])
        rows.weights[i] = crowd.weight[i]
        for level in range(len(levels)):
            rows.passes[i, level] = count_passes(desk.board, box, crowd.cells[i], levels[level], stack.room, passed)
    return boards
