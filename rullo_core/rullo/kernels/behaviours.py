"""Passes on a small board of which only is known how its lines may behave: what each tells, whatever it knows before.

A line has a set of behaviours, as bits of a word, and each of them has equations, likewise: up to 64 of either. Nothing
is chosen before it matters: in each pass every line is asked, and of its behaviours those that answer the same stay
together. What all that are left have in common is an equation of the line for certain, and what follows from such
equations of all lines, none may lack.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE, count_ones
from rullo_core.rullo.kernels.flats import add_equation, rest_of

LARGEST = 2**12
"""No coefficient of reduced equations may be larger: those of four cells are reduced without overflow up to there."""


class Lines(NamedTuple):
    """The lines of a board, rows first, and how they may behave.

    Attributes
    ----------
    tables : uint64 array of shape (lines, behaviours, 2 ** longest side)
        The known cells of a line once it has been solved, by those known before.
    holds : uint64 array of shape (lines, behaviours)
        Which of its equations a behaviour holds.
    equations : int64 array of shape (lines, equations, cells)
        In the cells of the board; where a line has fewer, rows of 0.
    alike : bool array of shape (lines,)
        Whether a row can be exchanged with the one before: then its behaviour does not come before that one's.
    holes : uint64 array of shape (lines,)
        The cells without a number, which are known from the start.
    """

    tables: np.ndarray
    holds: np.ndarray
    equations: np.ndarray
    alike: np.ndarray
    holes: np.ndarray


class Depths(NamedTuple):
    """What is chosen and known at each depth of the search; nothing stands there before.

    Attributes
    ----------
    sets : uint64 array of shape (depths, lines)
        The behaviours that each line may still have.
    known : uint64 array of shape (depths, lines)
        The cells of each line that are known.
    waiting : uint64 array of shape (depths,)
        Behaviours of the line that is asked which have not been gone through.
    line : int64 array of shape (depths,)
        The line that is asked; when both orders are done, one that has several behaviours.
    order : int64 array of shape (depths,)
        0 for rows first, 1 for columns first, 2 when both are done.
    passes : int64 array of shape (depths,)
        Passes that are done in this order.
    rows_first : int64 array of shape (depths,)
        Passes that the first order took.
    unknown, before : int64 arrays of shape (depths,)
        Cells that are unknown, and that were when the pass began.
    """

    sets: np.ndarray
    known: np.ndarray
    waiting: np.ndarray
    line: np.ndarray
    order: np.ndarray
    passes: np.ndarray
    rows_first: np.ndarray
    unknown: np.ndarray
    before: np.ndarray


def depths_for(lines: int, cells: int) -> Depths:
    """Depths for a board: in each order a pass settles a cell, but for the first; then lines choose."""
    depths = 2 * (cells + 1) * lines + lines + 1
    words, numbers = np.zeros((depths, lines), np.uint64), np.zeros(depths, np.int64)
    return Depths(words, words.copy(), words[:, 0].copy(), *(numbers.copy() for _ in range(6)))


@kernel
def choose_behaviours(lines, sets, height, least, depths, found, stop):
    """Choose a behaviour for each line, in all ways that make a simple puzzle as difficult as wanted and are closed.

    A choice is closed if no equation that a line lacks follows from those of all lines, and some numbers but 0 satisfy
    them.

    Parameters
    ----------
    lines : Lines
    sets : uint64 array of shape (lines,)
        The behaviours that each line may have.
    height : int
        Rows.
    least : int
        Twice the difficulty.
    depths : Depths
    found : int64 array of shape (most, lines)
        Filled with the choices.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.

    Returns
    -------
    number : int
        How many choices there are; no more than `most` are filled in.
    asked : int
        How often lines were asked.
    """
    number_of_lines, _, cells = lines.equations.shape
    reduced, leading = np.zeros((cells, cells), np.int64), np.zeros(cells, np.int64)
    depths.sets[0] = sets
    begin_order(lines, depths, 0, 0, height)
    depths.waiting[0] = sets[depths.line[0]]
    number = asked = depth = 0
    while depth >= 0 and stop[0] == 0:
        line, order = depths.line[depth], depths.order[depth]
        some = next_to_try(lines, depths, depth)
        if some == NONE:
            depth -= 1
            continue
        asked += 1
        new = depth + 1
        depths.sets[new] = depths.sets[depth]
        depths.known[new] = depths.known[depth]
        for of_depths in (depths.order, depths.passes, depths.rows_first, depths.unknown, depths.before):
            of_depths[new] = of_depths[depth]
        if order < 2 and not answer(lines, depths, new, line, some, height, least):
            continue
        if some != depths.sets[depth, line]:
            depths.sets[new, line] = some
            if not filter_candidates(lines, depths.sets[new], height, reduced, leading):
                continue
        if depths.order[new] == 2:
            depths.line[new] = line_with_several(depths.sets[new])
            if depths.line[new] < 0:
                if number < len(found):
                    for i in range(number_of_lines):
                        found[number, i] = count_ones(depths.sets[new, i] - ONE)
                number += 1
                continue
        depths.waiting[new] = depths.sets[new, depths.line[new]]
        depth = new
    return number, asked


@inner
def begin_order(lines, depths, depth, order, height):
    """Know holes only, and ask the first line of an order next."""
    unknown = lines.equations.shape[2]
    for line in range(len(lines.holes)):
        depths.known[depth, line] = lines.holes[line]
        if line < height:
            unknown -= count_ones(lines.holes[line])
    depths.order[depth], depths.line[depth], depths.passes[depth] = order, 0 if order == 0 else height, 0
    depths.unknown[depth] = depths.before[depth] = unknown


@inner
def next_to_try(lines, depths, depth):
    """The waiting behaviours of the line that is asked which answer like the first of them; they wait no longer."""
    waiting, line = depths.waiting[depth], depths.line[depth]
    first = waiting & (~waiting + ONE)
    some = first
    if depths.order[depth] < 2 and waiting != NONE:
        known = depths.known[depth, line]
        told = lines.tables[line, count_ones(first - ONE), known]
        left = waiting ^ first
        while left != NONE:
            bit = left & (~left + ONE)
            left ^= bit
            if lines.tables[line, count_ones(bit - ONE), known] == told:
                some |= bit
    depths.waiting[depth] ^= some
    return some


@kernel
def answer(lines, depths, depth, line, some, height, least):
    """Note what a line tells, and what is to be asked next; whether the puzzle can still be as difficult as wanted."""
    known = depths.known[depth, line]
    told = lines.tables[line, count_ones((some & (~some + ONE)) - ONE), known]
    depths.known[depth, line] = told
    is_row = line < height
    own, across = (line, height) if is_row else (line - height, 0)
    new = told ^ known
    while new != NONE:
        bit = new & (~new + ONE)
        new ^= bit
        depths.known[depth, across + count_ones(bit - ONE)] |= ONE << np.uint64(own)
        depths.unknown[depth] -= 1
    unknown = depths.unknown[depth]
    # The orders differ by one pass at most.
    fewest = least // 2 if depths.order[depth] == 0 else least - depths.rows_first[depth]
    if depths.passes[depth] + 1 + most_passes(unknown) < fewest:
        return False
    depths.line[depth] = line + 1
    if line + 1 != height and line + 1 != depths.known.shape[1]:
        return True
    depths.passes[depth] += 1
    if unknown > 0:
        if unknown == depths.before[depth] and depths.passes[depth] > 1:  # lines are stuck
            return False
        depths.before[depth] = unknown
        depths.line[depth] = across
    elif depths.order[depth] == 0:
        depths.rows_first[depth] = depths.passes[depth]
        begin_order(lines, depths, depth, 1, height)
    else:
        depths.order[depth] = 2
    return True


@kernel
def most_passes(unknown):
    """How many more passes there can be at most with so many cells unknown after a pass.

    In none of its lines a single cell is unknown then. Up to three are in one line, and lines across settle them. So
    when there are two passes or more to come, four are unknown at least before the last two, and every other pass
    settles one.
    """
    return unknown - 2 if unknown > 3 else min(unknown, 1)


@inner
def in_common(holds, some):
    """The equations that all, and that any, of some behaviours hold."""
    every, anyone = ~NONE, NONE
    while some != NONE:
        bit = some & (~some + ONE)
        some ^= bit
        every &= holds[count_ones(bit - ONE)]
        anyone |= holds[count_ones(bit - ONE)]
    return every, anyone


@kernel
def filter_candidates(lines, sets, height, reduced, leading):
    """Leave out behaviours that lack what follows from equations that hold for certain; whether any are left.

    Parameters
    ----------
    lines : Lines
    sets : uint64 array of shape (lines,)
        Changed.
    height : int
    reduced, leading : int64 arrays of shape (cells, cells) and (cells,)
        Room for equations.

    Raises
    ------
    OverflowError
        If coefficients are larger than `LARGEST`.
    """
    equations = lines.equations
    most = equations.shape[2]  # that the rank may not reach
    for line in range(len(sets)):
        most -= count_ones(lines.holes[line]) if line < height else 0
    while True:
        rank = 0
        for line in range(len(sets)):
            certain, _ = in_common(lines.holds[line], sets[line])
            for e in range(equations.shape[1]):
                if certain >> np.uint64(e) & ONE != NONE:
                    rank = add_equation(equations[line, e], reduced, leading, rank)
                    if rank == most:
                        return False
        if rank and np.abs(reduced[:rank]).max() > LARGEST:
            raise OverflowError("coefficients are too large")
        is_done = True
        for line in range(len(sets)):
            left = keep_closed(lines, line, sets[line], reduced, leading, rank)
            if lines.alike[line]:
                left &= ~((sets[line - 1] & (~sets[line - 1] + ONE)) - ONE)
            if left == NONE:
                return False
            if left != sets[line]:
                sets[line] = left
                is_done = False
        if is_done:
            return True


@inner
def keep_closed(lines, line, some, reduced, leading, rank):
    """Those of some behaviours that hold every equation of their line that follows from reduced ones."""
    certain, possible = in_common(lines.holds[line], some)
    implied = NONE
    for e in range(lines.equations.shape[1]):
        bit = ONE << np.uint64(e)
        equation = lines.equations[line, e]
        if certain & bit == NONE and equation.any() and not rest_of(equation, reduced, leading, rank).any():
            implied |= bit
    if implied & ~possible != NONE:
        return NONE
    left = NONE
    while some != NONE:
        bit = some & (~some + ONE)
        some ^= bit
        if implied & ~lines.holds[line, count_ones(bit - ONE)] == NONE:
            left |= bit
    return left


@inner
def line_with_several(sets):
    """The first line that has several behaviours; -1 if none has."""
    for line in range(len(sets)):
        if sets[line] & (sets[line] - ONE) != NONE:
            return line
    return -1
