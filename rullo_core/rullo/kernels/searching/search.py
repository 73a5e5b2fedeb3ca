"""Search for solutions of a puzzle of any size: propagate lines, then branch on the most promising cell.

Let a be the share of the solutions of a cell's row that include it, and b the share of its column. If lines were
independent, a share ab of all solutions would include the cell, and (1 - a)(1 - b) would exclude it. A complete search
branches on the cell for which the square roots of the two have the least sum. A search for any one of many solutions
branches on the most certain cell, for which the smaller product is the smallest share of both; as its success is a
matter of luck, it restarts now and then, with some noise. (Shares of solutions of single constraints as a heuristic: G.
Pesant, C.-G. Quimper and A. Zanarini, Counting-based search, 2012.)

Tried on random puzzles of 12x12 to 15x15 with about one solution, and left out: backjumping by sets of
conflicts saves one node of a thousand, so that clauses learned from them would hold nearly every guess; parity and
other moduli, with components and bridges among the cells whose number is no multiple, save one of 50,000; weights
learned by lines where they fail, nothing. Counting the lines that have changed takes a fifth to a third of the time,
which is all that counts kept from before could save. Cells that can be exchanged are four equal numbers in a
rectangle: fewer than one of these puzzles in five has them.

Lines are numbered, rows first; a line's cells are bits of a word, cell i is bit i. Arrays are passed without reference
counts and all functions are inlined: see `rullo_core.compiled`.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.compiled.hashing import GOLDEN
from rullo_core.compiled.rng import fraction, scramble
from rullo_core.constraints.kernels.reachable import MOST_CELLS, share_line, solve_line

TINY = 1e-300
"""Added to divisors, to avoid division by 0."""

NOISY_POWER = 20.0
"""If more than 2 to this power solutions are expected, noisy attempts alternate with the complete search."""

FIRST, GROWTH = 4, 1.3
"""Nodes of the first attempt per cell, and the factor by which each next attempt is longer."""

NOISE = 0.3
"""Amount of randomness in a noisy attempt."""

NO_NODES = np.int64(0)
"""The limit of nodes that allows lines only."""


class Depths(NamedTuple):
    """The state at each depth of the search; empty before it."""

    unknown: np.ndarray  # uint64[depths, lines]: unknown cells
    rests: np.ndarray  # int64[depths, lines]: the sums that these have to reach
    included: np.ndarray  # uint64[depths, height]: cells of each row that are known to be included
    shares: np.ndarray  # float64[depths, lines, cells]: the share of a line's solutions that include a cell
    ways: np.ndarray  # float64[lines]: a line's solutions when last counted; 0 if they could not be
    branches: np.ndarray  # int64[depths, 3]: row and column of the branching cell; is it included first?
    waiting: np.ndarray  # masks of the rows, and of the columns, that have to be filtered
    to_recount: np.ndarray  # masks of those whose solutions have to be counted again


def depths_for(height: int, width: int, cells: int) -> Depths:
    """Return the arrays for a board with `cells` unknown cells; the system allocates memory as depths are reached."""
    depths, lines = cells + 1, height + width
    return Depths(
        unknown=np.empty((depths, lines), np.uint64),
        rests=np.empty((depths, lines), np.int64),
        included=np.empty((depths, height), np.uint64),
        shares=np.empty((depths, lines, max(height, width)), np.float64),
        ways=np.empty(lines, np.float64),
        branches=np.empty((depths, 3), np.int64),
        waiting=np.empty(2, np.uint64),
        to_recount=np.empty(2, np.uint64),
    )


class Lines(NamedTuple):
    """The numbers of lines, their cells that are not holes, and their targets."""

    numbers: np.ndarray  # int64[lines, 64]: 0 beyond the end of a line
    unknown: np.ndarray  # uint64[lines]
    targets: np.ndarray  # int64[lines]


def lines_for(height: int, width: int) -> Lines:
    """Return the arrays for a board of a size."""
    lines = height + width
    return Lines(np.zeros((lines, MOST_CELLS), np.int64), np.empty(lines, np.uint64), np.empty(lines, np.int64))


@inlined
def take(grid, rows, columns, lines):
    """Fill in the lines of a puzzle, given its grid and the targets of rows and of columns."""
    height, width = grid.shape
    lines.unknown[:] = NONE
    for r in range(height):
        lines.targets[r] = rows[r]
        for c in range(width):
            lines.numbers[r, c] = lines.numbers[height + c, r] = grid[r, c]
            if grid[r, c] != 0:
                lines.unknown[r] |= ONE << np.uint64(c)
                lines.unknown[height + c] |= ONE << np.uint64(r)
    for c in range(width):
        lines.targets[height + c] = columns[c]


@inlined
def fix(numbers, height, depths, depth, line, to_include, to_exclude):
    """Fix cells of a line, and mark the lines across for filtering."""
    is_column = line >= height
    line_bit = ONE << np.uint64(line - height if is_column else line)
    fixed = to_include | to_exclude
    depths.unknown[depth, line] &= ~fixed
    depths.waiting[0 if is_column else 1] |= fixed
    while fixed != NONE:
        bit = fixed & (~fixed + ONE)
        fixed ^= bit
        cell = count_ones(bit - ONE)
        crossing = cell if is_column else height + cell
        depths.unknown[depth, crossing] &= ~line_bit
        if to_include & bit != NONE:
            number = numbers[line, cell]
            depths.rests[depth, line] -= number
            depths.rests[depth, crossing] -= number
            if is_column:
                depths.included[depth, cell] |= line_bit
            else:
                depths.included[depth, line] |= bit


@inlined
def make_pass(numbers, height, depths, depth, side, room):
    """Filter the lines of one side that wait, 0 for rows and 1 for columns; returns False on a contradiction."""
    waiting = depths.waiting
    while waiting[side] != NONE:
        bit = waiting[side] & (~waiting[side] + ONE)
        waiting[side] ^= bit
        depths.to_recount[side] |= bit
        line = count_ones(bit - ONE) + side * height
        holds, to_include, to_exclude = solve_line(
            numbers, line, depths.unknown[depth, line], depths.rests[depth, line], room
        )
        if not holds:
            waiting[0] = NONE
            waiting[1] = NONE
            return False
        if to_include | to_exclude != NONE:
            fix(numbers, height, depths, depth, line, to_include, to_exclude)
    return True


@inlined
def propagate(numbers, height, depths, depth, room):
    """Filter lines, rows and columns in turn, until none waits; returns False on a contradiction."""
    waiting = depths.waiting
    while waiting[0] | waiting[1] != NONE:
        for side in range(2):
            if not make_pass(numbers, height, depths, depth, side, room):
                return False
    return True


@inlined
def share_lines(numbers, height, depths, depth, room):
    """Count the solutions of lines that have changed again."""
    to_recount = depths.to_recount
    for side in range(2):
        while to_recount[side] != NONE:
            bit = to_recount[side] & (~to_recount[side] + ONE)
            to_recount[side] ^= bit
            line = count_ones(bit - ONE) + side * height
            unknown = depths.unknown[depth, line]
            if unknown != NONE:
                rest = depths.rests[depth, line]
                depths.ways[line] = share_line(numbers, line, unknown, rest, room, depth, depths.shares)


@inlined
def choose(height, depths, depth, noise, draws):
    """Choose the cell to branch on, with row -1 if none is unknown, and whether to include it first.

    Without noise it is the cell that leaves least to search, otherwise the most certain cell under this amount of
    noise, which `draws` seeds.
    """
    row = column = -1
    included = False
    lowest = np.inf
    for r in range(height):
        remaining = depths.unknown[depth, r]
        while remaining != NONE:
            bit = remaining & (~remaining + ONE)
            remaining ^= bit
            c = count_ones(bit - ONE)
            a, b = depths.shares[depth, r, c], depths.shares[depth, height + c, r]
            with_it, without_it = a * b, (1 - a) * (1 - b)
            if noise == 0:
                worth = np.sqrt(with_it) + np.sqrt(without_it)
            else:
                # Share of the less likely value, increased at random.
                draws = scramble(draws)
                louder = 1 + noise * fraction(draws)
                worth = louder * min(with_it, without_it) / (with_it + without_it + TINY)
            if worth < lowest:
                lowest = worth
                row, column, included = r, c, with_it > without_it
    return row, column, included


@inlined
def go_deeper(depths, depth):
    """Copy the state to the next depth."""
    lines, height = depths.unknown.shape[1], depths.included.shape[1]
    for line in range(lines):
        depths.unknown[depth + 1, line] = depths.unknown[depth, line]
        depths.rests[depth + 1, line] = depths.rests[depth, line]
        for cell in range(depths.shares.shape[2]):
            depths.shares[depth + 1, line, cell] = depths.shares[depth, line, cell]
    for row in range(height):
        depths.included[depth + 1, row] = depths.included[depth, row]


@inlined
def set_up(lines, height, depths):
    """Set the state at depth 0."""
    for line in range(len(lines.targets)):
        depths.unknown[0, line] = lines.unknown[line]
        depths.rests[0, line] = lines.targets[line]
    depths.included[0] = NONE
    depths.waiting[0] = all_ones(height)
    depths.waiting[1] = all_ones(len(lines.targets) - height)
    depths.to_recount[:] = NONE


@inner
def search(numbers, height, depths, room, solutions, limit, nodes, stop, noise, seed):
    """Search for solutions from the state at depth 0; return how many were found, and whether there are no others.

    `solutions` receives the included cells of each row. The search gives up after `limit` nodes, values tried for a
    cell; another `seed` gives other noise.
    """
    depth = 0
    number = 0
    while True:
        is_consistent = propagate(numbers, height, depths, depth, room)
        if is_consistent:
            share_lines(numbers, height, depths, depth, room)
            draws = np.uint64(seed) * GOLDEN + np.uint64(nodes[0])
            row, column, value = choose(height, depths, depth, noise, draws)
            if row < 0:
                for r in range(height):
                    solutions[number, r] = depths.included[depth, r]
                number += 1
                if number == len(solutions):
                    return number, False
                is_consistent = False
        if not is_consistent and depth == 0:
            return number, True
        if nodes[0] >= limit or stop[0] != 0:
            return number, False
        # The second value replaces the first at the same depth, which is not needed again.
        if is_consistent:
            depths.branches[depth, 0], depths.branches[depth, 1], depths.branches[depth, 2] = row, column, value
            go_deeper(depths, depth)
            depth += 1
        else:
            depth -= 1
            row, column = depths.branches[depth, 0], depths.branches[depth, 1]
            value = depths.branches[depth, 2] == 0
            depths.to_recount[0] = NONE
            depths.to_recount[1] = NONE
        nodes[0] += 1
        bit = ONE << np.uint64(column)
        depths.waiting[0] |= ONE << np.uint64(row)
        fix(numbers, height, depths, depth, row, bit if value else NONE, NONE if value else bit)


@inlined
def expected(depths):
    """Estimate the number of solutions where lines are stalled, as a power of 2, as if lines were independent."""
    power = 0.0
    for line in range(len(depths.ways)):
        cells = count_ones(depths.unknown[0, line])
        if cells > 0:
            power += np.log2(max(depths.ways[line], 1.0)) - cells / 2
    return power


@kernel
def search_by_attempts(grid, rows, columns, lines, depths, room, solutions, attempt, limit, nodes, stop):
    """Search for solutions of a puzzle, given its grid and the targets of rows and of columns; return how many were
    found, as many as `solutions` holds at most, and whether there are no others.

    Where many solutions are expected, noisy attempts and the complete search alternate, longer and longer, each from
    the start. `attempt` has room for the solutions of one, `solutions` receives those of the best.
    """
    height, width = grid.shape
    take(grid, rows, columns, lines)
    set_up(lines, height, depths)
    number, complete = search(lines.numbers, height, depths, room, attempt[:1], NO_NODES, nodes, stop, 0.0, NO_NODES)
    if complete:
        return number, complete
    if number > 0 or expected(depths) <= NOISY_POWER:
        return search(lines.numbers, height, depths, room, solutions, limit, nodes, stop, 0.0, NO_NODES)
    share = FIRST * height * width
    tries = 0
    while True:
        tries += 1
        noise = NOISE if tries & 1 else 0.0
        until = min(limit, nodes[0] + share)
        set_up(lines, height, depths)
        count, is_all = search(lines.numbers, height, depths, room, attempt, until, nodes, stop, noise, tries)
        if is_all or count >= number:
            number, complete = count, is_all
            copy(attempt[:count], solutions)
        if complete or number == len(solutions) or nodes[0] >= limit or stop[0] != 0:
            return number, complete
        if tries & 1 == 0:
            share = np.int64(GROWTH * share)


@kernel
def count_passes(grid, rows, columns, lines, depths, room, side):
    """Return the passes, first over the rows (0) or the columns (1), that fix every cell; -1 if lines get stuck."""
    height = grid.shape[0]
    take(grid, rows, columns, lines)
    set_up(lines, height, depths)
    passes = 0
    while True:
        unknown = NONE
        for line in range(height):
            unknown |= depths.unknown[0, line]
        if unknown == NONE:
            return passes
        if depths.waiting[0] | depths.waiting[1] == NONE:
            return -1
        if not make_pass(lines.numbers, height, depths, 0, side, room):
            return -1
        passes += 1
        side = 1 - side


@kernel
def search_each(grids, rows, columns, max_solutions, limit, stop, lines, depths, room, numbers, complete, nodes, first):
    """Search for `max_solutions` of each puzzle, and one more to see whether there are others, with `limit` nodes.

    Fill in the number of solutions, at most this maximum, whether these are all, the nodes, and the first solution.
    """
    height, width = grids.shape[1], grids.shape[2]
    solutions, attempt = np.empty((2, max_solutions + 1, height), np.uint64)
    for i in range(len(grids)):
        nodes[i] = 0
        number, is_all = search_by_attempts(
            grids[i], rows[i], columns[i], lines, depths, room, solutions, attempt, limit, nodes[i : i + 1], stop
        )
        numbers[i], complete[i] = min(number, max_solutions), is_all and number <= max_solutions
        if number > 0:
            for r in range(height):
                for c in range(width):
                    first[i, r, c] = solutions[0, r] >> np.uint64(c) & ONE
