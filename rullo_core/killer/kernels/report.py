"""The system of M. Gordon in kernels: random cages that may have a digit twice, five strategies, plain backtracking.

Matthew Gordon, Automatic Puzzle Solving (MATH3001 project, University of Leeds, 2024).
"""

import numpy as np

from rullo_core.compiled import inlined, inner, kernel, uncounted
from rullo_core.compiled.rng import integer_below
from rullo_core.killer.kernels.board import NO_CAGE, cells_of, wake_all
from rullo_core.killer.kernels.cages import tidy
from rullo_core.killer.kernels.filling import fill
from rullo_core.killer.kernels.generation import find_another, shuffle
from rullo_core.killer.kernels.levels import (
    ALIKE,
    BOX_LINE,
    HIDDEN,
    NAKED,
    NONE,
    POINTING,
    SOLVED,
    STUCK,
    is_fixed,
    make_pass,
)

CUT_OFF, REPEATS, DRAWN, SEVERAL = map(np.int64, range(4))
"""What a draw comes to: cells that no cage can reach, a digit twice in a cage, cages on a board; several solutions."""

NO_LIMIT = np.int64(2**62)

ELIMINATION, HIDDEN_SINGLE, POINTING_PAIR, BOX_LINE_REDUCTION = range(4)
"""Strategies, as they are counted."""


@kernel
def draw(counted_workspace, seeds, ungrowable, request, stop):
    """Draw cages and a board as the report does.

    Seeds are drawn at random, and so many of them stay single cells. Then a random cage takes a random free neighbour
    of its cells, until none is free. What is on the board is not looked at: a cage may have a digit twice.

    Parameters
    ----------
    counted_workspace : rullo_core.killer.kernels.generation.Maker
    seeds, ungrowable : int
    wish : rullo_core.killer.kernels.cages.Wish
        Which cages are told apart as small; and too large ones, as if they had a digit twice.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.

    Returns
    -------
    int
        CUT_OFF, REPEATS or DRAWN.
    """
    workspace = uncounted(counted_workspace)
    draft, shape, rng = workspace.draft, workspace.shape, workspace.rng
    owner, growing, free = draft.owner, draft.some, draft.others
    shuffle(workspace.order, rng)
    owner[:] = NO_CAGE
    for i in range(seeds):
        owner[workspace.order[i]] = workspace.order[i]
        growing[i] = workspace.order[i]
    taken = seeds
    # The first of the seeds are no less random than any others: these stay as they are.
    cages = seeds - ungrowable
    for i in range(cages):
        growing[i] = growing[ungrowable + i]
    while cages:
        at = integer_below(rng, cages)
        many = 0
        for cell in range(len(owner)):
            if owner[cell] == growing[at]:
                for beside in shape.beside[cell]:
                    if beside >= 0 and owner[beside] == NO_CAGE:
                        fresh = True
                        for i in range(many):
                            fresh &= free[i] != beside
                        if fresh:
                            free[many] = beside
                            many += 1
        if many:
            owner[free[integer_below(rng, many)]] = growing[at]
            taken += 1
        else:
            # It has no free neighbour any more, and would be drawn in vain.
            cages -= 1
            growing[at] = growing[cages]
    if taken < len(owner):
        return CUT_OFF
    if not fill(workspace.fill_spec, draft.solution, rng, stop):
        return CUT_OFF
    return DRAWN if tidy(draft, shape, request) else REPEATS


@kernel
def draw_until_unique(counted_workspace, fewest, most, ungrowable, request, parts, counts, stop):
    """Draw seeds, cages and a board, all anew each time, until there is one solution.

    Parameters
    ----------
    counted_workspace : rullo_core.killer.kernels.generation.Maker
    fewest, most : int
        Seeds.
    ungrowable : int
        How many of them stay single cells.
    wish : rullo_core.killer.kernels.cages.Wish
    parts : int
        The level of the search.
    counts : int64 array of shape (4,)
        Filled: draws by what they came to; the last, of those that are DRAWN, with several solutions.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.

    Returns
    -------
    bool
        False if it was stopped.
    """
    workspace = uncounted(counted_workspace)
    counts[:] = 0
    while not stop[0]:
        seeds = fewest + integer_below(workspace.rng, most - fewest + 1)
        outcome = draw(workspace, seeds, ungrowable, request, stop)
        counts[outcome] += 1
        if outcome == DRAWN:
            if find_another(workspace, parts, NO_LIMIT, stop) < 0:
                return stop[0] == 0
            counts[SEVERAL] += 1
    return False


@inner
def sweep(domains, counted_room, strategy):
    """Use a strategy once on the whole board; how many cells it narrows, -1 if there is no solution."""
    room = uncounted(counted_room)
    wake_all(room.frame, room.desk.waiting)
    if strategy == ELIMINATION:
        return make_pass(domains, room, NAKED | ALIKE)
    if strategy == HIDDEN_SINGLE:
        return make_pass(domains, room, HIDDEN)
    return make_pass(domains, room, POINTING if strategy == POINTING_PAIR else BOX_LINE)


@kernel
def solve(domains, counted_room, uses, removed):
    """The report's loop: each strategy in turn, and from the first again after each sweep that removes something.

    Parameters
    ----------
    domains : int64 array of shape (N * N,)
        With the combinations of cages; narrowed.
    counted_room : rullo_core.killer.kernels.levels.Reasoning
    uses, removed : int64 arrays of shape (4,)
        Filled: sweeps that removed something, and the digits that they removed, by strategy.

    Returns
    -------
    int
        SOLVED, STUCK or NONE.
    int
        All sweeps.
    """
    room = uncounted(counted_room)
    size = room.desk.sets.size
    uses[:] = 0
    removed[:] = 0
    sweeps = strategy = np.int64(0)
    while strategy < len(uses):
        before = 0
        for domain in domains:
            before += size[domain]
        filtered = sweep(domains, room, strategy)
        sweeps += 1
        if filtered < 0:
            return NONE, sweeps
        if filtered == 0:
            strategy += 1
            continue
        uses[strategy] += 1
        for domain in domains:
            before -= size[domain]
        removed[strategy] += before
        strategy = np.int64(0)
    return (SOLVED if is_fixed(domains) else STUCK), sweeps


@kernel
def backtrack(counted_frame, given, backward, most, stop, digits):
    """Try digits cell by cell in reading order: the first solution, in order of digits, or the last one.

    A digit is a choice if it is not in the cell's units and cage, and the cage's sum is not passed, nor missed by its
    last cell; candidates are not looked at.

    Parameters
    ----------
    counted_frame : rullo_core.killer.kernels.board.Frame
    given : int64 array of shape (N * N,)
        Digits that are known, 0 for none.
    backward : bool
        Whether digits are tried from the largest.
    most : int
        Choices after which it is given up.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.
    digits : int64 array of shape (N * N,)
        Filled with the solution.

    Returns
    -------
    bool
        Whether there is one.
    int
        Choices; more than `most` if it was given up.
    """
    frame = uncounted(counted_frame)
    side = frame.side
    used = np.zeros(len(frame.ends), np.int64)
    left, empty = frame.totals.copy(), np.zeros(len(frame.ends), np.int64)
    for group in range(frame.number[0]):
        empty[group] = len(cells_of(frame, group))
    for cell in range(len(given)):
        digits[cell] = given[cell]
        if given[cell]:
            put_digit(frame, cell, given[cell], used, left, empty)
    order = np.flatnonzero(given == 0)
    choices = at = 0
    step = -1 if backward else 1
    while 0 <= at < len(order):
        cell = order[at]
        digit = digits[cell]
        if digit:
            take_digit(frame, cell, digit, used, left, empty)
        one = digit + step if digit else (side if backward else 1)
        digits[cell] = 0
        while 1 <= one <= side and digits[cell] == 0:
            if can_have(frame, cell, one, used, left, empty):
                digits[cell] = one
            one += step
        if digits[cell]:
            choices += 1
            if choices > most or stop[0]:
                return False, most + 1
            put_digit(frame, cell, digits[cell], used, left, empty)
            at += 1
        else:
            at -= 1
    return at == len(order), choices


@inlined
def can_have(frame, cell, digit, used, left, empty):
    """Whether a digit is in none of a cell's groups, and its cage can still have its sum."""
    good = True
    for i in range(frame.of_cell.shape[1]):
        group = frame.of_cell[cell, i]
        if group >= 0:
            good &= used[group] >> digit & 1 == 0
            if i == 0:
                good &= left[group] == digit if empty[group] == 1 else left[group] > digit
    return good


@inlined
def put_digit(frame, cell, digit, used, left, empty):
    """Write a digit down."""
    for group in frame.of_cell[cell]:
        if group >= 0:
            used[group] |= 1 << digit
            left[group] -= digit
            empty[group] -= 1


@inlined
def take_digit(frame, cell, digit, used, left, empty):
    """Wipe a digit out."""
    for group in frame.of_cell[cell]:
        if group >= 0:
            used[group] &= ~(1 << digit)
            left[group] += digit
            empty[group] += 1
