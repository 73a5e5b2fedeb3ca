"""The thesis's own way of solving, in plain numba: the baseline that the kernels are measured against.

Sections 5.1 and 5.2 of the thesis, step by step: a board of cells, and every pass tries all combinations of every line
that is not done.
"""

import numba
import numpy as np

UNKNOWN, INCLUDED, EXCLUDED = 0, 1, 2


@numba.njit(nogil=True, cache=True)
def solve_line(numbers, target, state, result):
    """Try every combination of a line and note what all of them agree on."""
    n = len(numbers)
    total_included = 0
    unknown = 0
    for i in range(n):
        result[i] = state[i]
        if state[i] == INCLUDED:
            total_included += numbers[i]
        elif state[i] == UNKNOWN:
            unknown += 1
    if unknown == 0:
        return
    if total_included == target and numbers.min() > 0:
        for i in range(n):
            if state[i] == UNKNOWN:
                result[i] = EXCLUDED
        return
    ways = 0
    appears = np.zeros(n, np.int64)
    for combination in range(1 << n):
        total = 0
        fits = True
        for i in range(n):
            included = combination >> i & 1
            if (included and state[i] == EXCLUDED) or (not included and state[i] == INCLUDED):
                fits = False
                break
            total += included * numbers[i]
        if not fits or total != target:
            continue
        ways += 1
        for i in range(n):
            appears[i] += combination >> i & 1
    for i in range(n):
        if appears[i] == ways:
            result[i] = INCLUDED
        elif appears[i] == 0:
            result[i] = EXCLUDED


@numba.njit(nogil=True, cache=True)
def make_pass(numbers, row_targets, column_targets, columns, state, result):
    """Solve all columns, or all rows."""
    if columns:
        for c in range(numbers.shape[1]):
            solve_line(numbers[:, c], column_targets[c], state[:, c], result[:, c])
    else:
        for r in range(numbers.shape[0]):
            solve_line(numbers[r], row_targets[r], state[r], result[r])


@numba.njit(nogil=True, cache=True)
def run(numbers, row_targets, column_targets, columns_first, state):
    """Make passes until solved or stuck; the state is left in `state`, and the number of passes returned."""
    passes = 0
    next_state = np.empty_like(state)
    while True:
        is_changed = False
        for columns in (columns_first, not columns_first):
            make_pass(numbers, row_targets, column_targets, columns, state, next_state)
            passes += 1
            is_changed = is_changed or bool(np.any(next_state != state))
            state[:] = next_state
            if not np.any(state == UNKNOWN):
                return passes
        if not is_changed:
            return passes


@numba.njit(nogil=True, cache=True)
def difficulty(numbers, row_targets, column_targets, solution, start):
    """Twice the difficulty, and whether the puzzle is simple."""
    state = start.copy()
    passes = run(numbers, row_targets, column_targets, True, state)
    if not np.any(state == UNKNOWN):
        return passes + run(numbers, row_targets, column_targets, False, start.copy()), True
    best = 1 << 30
    for r in range(numbers.shape[0]):
        for c in range(numbers.shape[1]):
            if state[r, c] == UNKNOWN:
                guess = state.copy()
                guess[r, c] = INCLUDED if solution[r, c] else EXCLUDED
                halves, _ = difficulty(numbers, row_targets, column_targets, solution, guess)
                best = min(best, halves)
    return passes + best, False


@numba.njit(nogil=True, cache=True)
def puzzle(numbers, mask, guess_limit, counts):
    """Count a puzzle; as skipped if lines leave more unknown cells than the limit."""
    height, width = numbers.shape
    solution = np.empty((height, width), np.bool_)
    for cell in range(height * width):
        solution[cell // width, cell % width] = mask >> np.uint64(cell) & np.uint64(1)
    row_targets = (numbers * solution).sum(axis=1)
    column_targets = (numbers * solution).sum(axis=0)
    start = np.zeros((height, width), np.int8)
    final = start.copy()
    run(numbers, row_targets, column_targets, True, final)
    if np.sum(final == UNKNOWN) > guess_limit:
        counts[np.sum(solution), 2, 0] += 1
        return
    halves, simple = difficulty(numbers, row_targets, column_targets, solution, start)
    counts[np.sum(solution), 0 if simple else 1, halves] += 1


@numba.njit(nogil=True, cache=True)
def grid(numbers, masks, counts):
    """Count puzzles of a grid, each for its inverse as well.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        Positive numbers.
    masks : int64 array
        Their solutions.
    counts : int64 array of shape (cells + 1, kinds, bound)
        Added to, as by the kernels.
    """
    height, width = numbers.shape
    cells = height * width
    solution = np.empty((height, width), np.bool_)
    start = np.zeros((height, width), np.int8)
    for mask in masks:
        for cell in range(cells):
            solution[cell // width, cell % width] = mask >> cell & 1
        row_targets = (numbers * solution).sum(axis=1)
        column_targets = (numbers * solution).sum(axis=0)
        halves, simple = difficulty(numbers, row_targets, column_targets, solution, start)
        required = np.sum(solution)
        counts[required, 0 if simple else 1, halves] += 1
        counts[cells - required, 0 if simple else 1, halves] += 1


@numba.njit(nogil=True, cache=True)
def census(height, width, values, first, last, counts):
    """Count every puzzle of some grids.

    Parameters
    ----------
    height, width : int
    values : int64 array
        The range, positive numbers.
    first, last : int
        Which grids, the last one excluded; as many digits to the base of the range's size as there are cells.
    counts : int64 array of shape (cells + 1, kinds, bound)
        Added to, as by the kernels.
    """
    cells = height * width
    numbers = np.empty((height, width), np.int64)
    masks = np.arange(1 << cells - 1)
    for index in range(first, last):
        rest = index
        for cell in range(cells - 1, -1, -1):
            numbers[cell // width, cell % width] = values[rest % len(values)]
            rest //= len(values)
        grid(numbers, masks, counts)
