"""Count the puzzles of one grid for all grids that behave like it, and for those that behave like its transpose.

Transposition does not change simple puzzles. In the others it exchanges rows and columns, and their difficulty is not
symmetric because columns go first: each of these is rated twice. The passes over a grid serve its transpose as well.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones, deposit
from rullo_core.rullo.kernels.counting.census import Grid, room_for_grid, set_grid
from rullo_core.rullo.kernels.lines.board import FEWEST_STUCK, LEAST_AFTER_GUESS, solve_by_lines, turn
from rullo_core.rullo.kernels.lines.counts import EXHAUSTIVE, SIMPLE, Counts, empty_counts, keep, plus_product
from rullo_core.rullo.kernels.lines.guesses import Memory, difficulty_with_memory, forget, memory_for


class Transposed(NamedTuple):
    """A transposed grid, to rate its puzzles that lines cannot finish."""

    is_rated: np.ndarray  # uint8[1]: 0 if no grid behaves like it, so that nothing is rated
    numbers: np.ndarray  # int64[width, height]
    digits: np.ndarray  # uint16[cells]: the index of each number in the range
    counts: Counts  # counts of only those puzzles
    memory: Memory


class Room(NamedTuple):
    """Working memory for the counts of one grid, and for its components; for the grid and its transpose."""

    of_grid: Counts  # empty before and after each grid
    memory: Memory
    transposed: Transposed


class WeightedGrids(NamedTuple):
    """Representatives of equivalent grids."""

    digits: np.ndarray  # uint16[n, cells]: the index of each number in the range
    every_number: np.ndarray  # uint8[n]: 1 if a grid contains every number of the range
    weights: np.ndarray  # int64[n]: number of grids equivalent to it
    transposed: np.ndarray  # the same for its transpose; both together are below 2**62


class Orders(NamedTuple):
    """All permutations of rows, and of columns: int64 arrays of shape (m, height) and (n, width)."""

    rows: np.ndarray
    columns: np.ndarray


class Stuck(NamedTuple):
    """Solutions of a grid for which lines stall."""

    solutions: np.ndarray  # uint64[n], by row
    known_cells: np.ndarray  # uint64[n]: the stalled states, by row
    runs: np.ndarray  # int64[n]: twice the iterations until then, rows first


def empty_room(height: int, width: int, keep: int) -> Room:
    """Return working memory for the grids of a size; see `kernels.lines.counts.empty_counts`."""
    cells = height * width
    return Room(empty_counts(cells, keep), memory_for(cells), empty_transposed(height, width, keep))


def empty_transposed(height: int, width: int, keep: int) -> Transposed:
    """Return working memory for a transposed grid of a size; see `kernels.lines.counts.empty_counts`."""
    cells = height * width
    return Transposed(
        np.zeros(1, np.uint8),
        np.zeros((width, height), np.int64),
        np.zeros(cells, np.uint16),
        empty_counts(cells, keep),
        memory_for(cells),
    )


@kernel
def set_transposed(transposed, numbers, digits, is_rated):
    """Set the next grid from the numbers and digits of the grid itself."""
    transposed.is_rated[0] = is_rated
    if is_rated:
        forget(transposed.memory)
        height, width = numbers.shape
        for r in range(height):
            for c in range(width):
                transposed.numbers[c, r] = numbers[r, c]
                transposed.digits[c * height + r] = digits[r * width + c]


@inner
def count_transposed(transposed, grid, numbered, stuck, weight, weight_inverse, stop):
    """Rate puzzles of a grid that lines alone do not solve, transposed, and count each with its inverse.

    `numbered` are the cells with a number, `weight` and `weight_inverse` the weights of a solution and of its inverse.
    One call handles several puzzles, because passing so many arrays takes longer than rating a puzzle.
    """
    width, height = transposed.numbers.shape
    puzzles, hardest = transposed.counts.puzzles, transposed.counts.hardest
    solutions, known_cells, runs = stuck
    for i in range(len(solutions)):
        solution, inverse = solutions[i], numbered ^ solutions[i]
        halves = runs[i] + LEAST_AFTER_GUESS
        if count_ones(numbered & ~known_cells[i]) != FEWEST_STUCK:
            halves = runs[i] + difficulty_with_memory(
                transposed.numbers,
                grid.columns,
                grid.rows,
                turn(solution, height, width),
                turn(known_cells[i], height, width),
                transposed.memory,
                stop,
            )
        if stop[0] != 0:
            return
        puzzles[count_ones(solution), EXHAUSTIVE, halves] += weight
        puzzles[count_ones(inverse), EXHAUSTIVE, halves] += weight_inverse
        if halves >= hardest[EXHAUSTIVE, grid.every_number]:
            for choice in (solution, inverse):
                included = turn(choice, height, width)
                keep(transposed.counts, EXHAUSTIVE, grid.every_number, halves, transposed.digits, included)


@kernel
def add_weighted(counts, of_grid, transposed, weight, weight_transposed, digits):
    """Add the counts of one grid, times the number of equivalent grids, and clear them.

    The exhaustive puzzles of the transpose are counted separately; its simple puzzles are as many as the grid's. Of the
    hardest puzzles, only those of this grid and of its transpose are kept.
    """
    add_times(counts, of_grid, SIMPLE, weight + weight_transposed)
    add_times(counts, of_grid, EXHAUSTIVE, weight)
    if weight_transposed > 0:
        add_times(counts, transposed.counts, EXHAUSTIVE, weight_transposed)
    add_done(counts, of_grid, weight + weight_transposed)
    keep_all(counts, of_grid, SIMPLE, digits, 0, 0)
    keep_all(counts, of_grid, EXHAUSTIVE, digits, 0, 0)
    if weight_transposed > 0:
        width, height = transposed.numbers.shape
        keep_all(counts, of_grid, SIMPLE, transposed.digits, height, width)
        keep_all(counts, transposed.counts, EXHAUSTIVE, transposed.digits, 0, 0)
    for of_next in (of_grid, transposed.counts):
        copy(counts.hardest, of_next.hardest)  # so that easier puzzles are never kept
        of_next.hardest_counts[:] = 0


@kernel
def add_done(counts, of_grid, weight):
    """Add the number of puzzles done, times a weight, and clear it: all that counts of a grid that was interrupted."""
    counts.completed[0], counts.completed[1] = plus_product(
        counts.completed[0], counts.completed[1], of_grid.completed[0], weight
    )
    of_grid.completed[0] = 0


@inner
def add_times(counts, of_grid, kind, weight):
    """Add the puzzles of a kind, times a weight, and clear them."""
    for required in range(counts.puzzles.shape[0]):
        for halves in range(counts.puzzles.shape[2]):
            number = of_grid.puzzles[required, kind, halves]
            if number:
                counts.puzzles[required, kind, halves], counts.upper_words[required, kind, halves] = plus_product(
                    counts.puzzles[required, kind, halves], counts.upper_words[required, kind, halves], number, weight
                )
                of_grid.puzzles[required, kind, halves] = 0


@inner
def keep_all(counts, of_grid, kind, digits, height, width):
    """Keep the hardest puzzles of a kind met on one grid, for a grid with these digits.

    If a height and a width are given, they were met on a grid of that size and are kept, transposed, for its transpose.
    """
    for every_number in range(2):
        if of_grid.hardest[kind, every_number] >= counts.hardest[kind, every_number]:
            for i in range(min(of_grid.hardest_counts[kind, every_number], of_grid.solutions.shape[2])):
                solution = of_grid.solutions[kind, every_number, i]
                if height:
                    solution = turn(solution, height, width)
                keep(counts, kind, every_number, of_grid.hardest[kind, every_number], digits, solution)


@kernel
def automorphisms(digits, orders, moves):
    """Return the number of permutations of rows and columns that leave a grid unchanged, at least one.

    `moves`, of shape (m * n, cells), receives where each cell goes, for each of those permutations.
    """
    height, width = orders.rows.shape[1], orders.columns.shape[1]
    number = 0
    for rows in orders.rows:
        for columns in orders.columns:
            is_same = True
            for cell in range(height * width):
                to = rows[cell // width] * width + columns[cell % width]
                moves[number, cell] = to
                if digits[to] != digits[cell]:
                    is_same = False
                    break
            number += is_same
    return number


@kernel
def moved(solution, move):
    """Return a solution, a uint64, with its cells permuted."""
    image = NONE
    for cell in range(len(move)):
        image |= (solution >> np.uint64(cell) & ONE) << np.uint64(move[cell])
    return image


@kernel
def count_grid(grid, first, last, moves, flags, room, stop):
    """Count solutions of one grid like `kernels.counting.census.count_grid`, but with memory and symmetry.

    Solutions that symmetries of the grid (`moves`) map to each other, and their inverses, are rated once; of the
    hardest of these, the puzzle and its inverse are kept. `flags` has a flag for each solution, zero before and after.
    If the transpose is to be rated, its exhaustive puzzles are added to its counts. The memory is cleared first.
    """
    numbers, rows, columns, digits, every_number = grid
    counts, memory, transposed = room
    height, width = numbers.shape
    all_cells = all_ones(height * width)
    holes = NONE
    for cell in range(height * width):
        if numbers[cell // width, cell % width] == 0:
            holes |= ONE << np.uint64(cell)
    numbered = all_cells & ~holes
    free = numbered & (numbered - ONE)
    holes_by_column = turn(holes, height, width)
    one_stuck = Stuck(np.empty(1, np.uint64), np.empty(1, np.uint64), np.empty(1, np.int64))
    forget(memory)
    last = min(last, 1 << count_ones(free))
    solution = deposit(np.uint64(first), free)
    for _ in range(first, last):
        if len(moves) == 1 or flags[solution] == 0:
            halves, known_cells, _ = solve_by_lines(
                rows, height, columns, width, solution, turn(solution, height, width), holes, holes_by_column
            )
            kind = SIMPLE
            if known_cells != all_cells:
                kind = EXHAUSTIVE
                halves += difficulty_with_memory(numbers, rows, columns, solution, known_cells, memory, stop)
            if stop[0] != 0:
                break
            inverse = numbered ^ solution
            weight = 1
            weight_inverse = int(inverse != solution)
            if len(moves) > 1:
                weight = 0
                for move in moves:
                    image = moved(solution, move)
                    weight += flags[image] == 0
                    flags[image] = 1
                weight_inverse = weight if flags[inverse] == 0 else 0
                for move in moves:
                    flags[moved(inverse, move)] = 1
            counts.puzzles[count_ones(solution), kind, halves] += weight
            counts.puzzles[count_ones(inverse), kind, halves] += weight_inverse
            counts.completed[0] += weight + weight_inverse
            if halves >= counts.hardest[kind, every_number]:
                keep(counts, kind, every_number, halves, digits, solution)
                if inverse != solution:
                    keep(counts, kind, every_number, halves, digits, inverse)
            if kind == EXHAUSTIVE and transposed.is_rated[0]:
                one_stuck.solutions[0], one_stuck.known_cells[0] = solution, known_cells
                one_stuck.runs[0], _, _ = solve_by_lines(
                    columns, width, rows, height, turn(solution, height, width), solution, holes_by_column, holes
                )
                count_transposed(transposed, grid, numbered, one_stuck, weight, weight_inverse, stop)
        solution = (solution - free) & free
    if len(moves) > 1:
        flags[:] = 0


@kernel
def count(grids, first, last, forms, orders, counts, room, stop):
    """Count solutions on grids of at most 25 cells, times the number of equivalent grids, with tables.

    `first` and `last`, excluded, are a range of solutions as of `kernels.counting.census.count_grid`. If these are not
    all, `orders` may only leave rows and columns as they are, as solutions that are alike may lie outside.
    """
    height, width = orders.rows.shape[1], orders.columns.shape[1]
    numbers, rows, columns = room_for_grid(height, width, forms)
    moves = np.empty((len(orders.rows) * len(orders.columns), height * width), np.int64)
    flags = np.zeros(1 << height * width if len(moves) > 1 else 1, np.uint8)
    for i in range(len(grids.weights)):
        digits, weight, weight_transposed = grids.digits[i], grids.weights[i], grids.transposed[i]
        grid = Grid(numbers, rows, columns, digits, grids.every_number[i])
        set_grid(grid, forms)
        set_transposed(room.transposed, numbers, digits, weight_transposed > 0)
        symmetries = automorphisms(digits, orders, moves)
        count_grid(grid, first, last, moves[:symmetries], flags, room, stop)
        if stop[0] != 0:
            add_done(counts, room.of_grid, weight + weight_transposed)
            return
        add_weighted(counts, room.of_grid, room.transposed, weight, weight_transposed, digits)
