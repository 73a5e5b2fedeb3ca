"""Killer Sudokus with one solution: cages grown on a board, and then moved and split until no second one is left."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import borrowed, inner, kernel
from rullo_core.compiled.chance import Chance, below, chance_of
from rullo_core.killer.kernels.board import Frame
from rullo_core.killer.kernels.cages import ANY_PIECE, BREAKING, Draft, Shape, draft_for, grow, merge, move, split
from rullo_core.killer.kernels.filling import Filler, fill, filler_for
from rullo_core.killer.kernels.levels import SOLVED, begin, put_cages, reasoning_for, run_level
from rullo_core.killer.kernels.search import Stack, search, stack_for

SERIES = 1 << 32
"""So many tries of a puzzle, at most, have words of their own."""


class Maker(NamedTuple):
    """Room to make puzzles in.

    Attributes
    ----------
    shape : Shape
    stack : Stack
    draft : Draft
    filler : Filler
    chance : Chance
    found : int64 array of shape (2, N * N)
        Solutions.
    order : int64 array of shape (N * N,)
        Cells.
    counts : int64 array of shape (4,)
        Of the last puzzle: moves, splits, searches, digits that these tried.
    """

    shape: Shape
    stack: Stack
    draft: Draft
    filler: Filler
    chance: Chance
    found: np.ndarray
    order: np.ndarray
    counts: np.ndarray


MOVES, SPLITS, SEARCHES, NODES = range(4)

SECOND = np.int64(2)
"""Solutions that are looked for."""


def maker_for(shape: Shape, frame: Frame) -> Maker:
    """Room for boards of a shape."""
    size = int(shape.side) ** 2
    return Maker(
        shape,
        stack_for(reasoning_for(frame)),
        draft_for(size),
        filler_for(frame.sees),
        chance_of(0, 0),
        np.zeros((2, size), np.int64),
        np.zeros(size, np.int64),
        np.zeros(4, np.int64),
    )


@inner
def put(lent):
    """Give the draft's cages to the solver, which then knows nothing but them."""
    maker = borrowed(lent)
    room, draft = maker.stack.reasoning, maker.draft
    put_cages(room, draft.owner, draft.totals, draft.number[0])
    maker.stack.domains[0, :] = (1 << room.frame.side) - 1


@inner
def find_another(lent, parts, nodes, stop):
    """Look for a solution that is not the draft's.

    Returns
    -------
    int
        Which row of `found` has it; 2 if the search was given up before one was found, -1 if there is none.
    """
    maker = borrowed(lent)
    put(maker)
    number, complete, tried = search(maker.stack, parts, SECOND, nodes, stop, maker.found)
    maker.counts[SEARCHES] += 1
    maker.counts[NODES] += tried
    if complete:
        return -1
    for row in range(number):
        for cell in range(len(maker.draft.solution)):
            if maker.found[row, cell] != maker.draft.solution[cell]:
                return row
    return 2


@inner
def shuffle(order, chance):
    """Put all cells into a random order."""
    for i in range(len(order)):
        j = below(chance, i + 1)
        order[i] = order[j]
        order[j] = i


@kernel
def lay_cages(lent, seeds, wish, stop):
    """Fill a board, and grow cages on it; small ones are joined to others where there are too many."""
    maker = borrowed(lent)
    draft, shape, chance = maker.draft, maker.shape, maker.chance
    if not fill(maker.filler, draft.solution, chance, stop):
        return False
    grow(draft, shape, seeds, wish, chance)
    if draft.number[1] > wish.small:
        shuffle(maker.order, chance)
        for cell in maker.order:
            if draft.size[draft.owner[cell]] < wish.least and draft.number[1] > wish.small:
                join(maker, cell, wish)
    return True


@inner
def join(lent, cell, wish):
    """Join a cell's cage to one beside it, the first in a random order where that can be."""
    maker = borrowed(lent)
    shape = maker.shape
    first = below(maker.chance, 4)
    for i in range(4):
        beside = shape.beside[cell, (first + i) % 4]
        if beside >= 0 and merge(maker.draft, shape, cell, beside, wish):
            return True
    return False


@inner
def change(lent, other, which, wish, moves, most):
    """Move a cell to a cage beside its own, or cut its cage there, so that a second solution breaks a sum.

    In a random order, the first cell that can be moved is; if none can, the first whose cage can be cut as wished; if
    none can, one is cut off, even if that makes a small cage or more cages than wished.

    Parameters
    ----------
    lent : Maker
    other : int64 array of shape (N * N,)
        The second solution; where it differs, changes are made. Or 0 for cells where any change will do, and digits of
        the draft's for others.
    which : int
        BREAKING if it is a solution, else ANY_PIECE.
    wish : Wish
    moves : int
        How many are still allowed.
    most : int
        Cages.
    """
    maker = borrowed(lent)
    draft, shape, chance, counts = maker.draft, maker.shape, maker.chance, maker.counts
    shuffle(maker.order, chance)
    if moves > 0:
        for cell in maker.order:
            if other[cell] != draft.solution[cell]:
                first = below(chance, 4)
                for i in range(4):
                    beside = shape.beside[cell, (first + i) % 4]
                    if beside >= 0 and move(draft, shape, cell, beside, wish):
                        counts[MOVES] += 1
                        return
    least = 1 if draft.number[1] < wish.small else wish.least
    for strict in (True, False):
        if strict and draft.number[0] >= most:
            continue
        for cell in maker.order:
            if other[cell] != draft.solution[cell]:
                piece, small = (least, wish.small) if strict else (1, len(maker.order))
                if split(draft, shape, cell, other, which, piece, small, wish, chance):
                    counts[SPLITS] += 1
                    return


@kernel
def make_unique(lent, wish, parts, nodes, moves, most, stop):
    """Change the cages of a draft until no solution but its own is left.

    Parameters
    ----------
    lent : Maker
    wish : Wish
    parts : int
        The level of the search.
    nodes : int
        Digits after which a search is given up; then a change is made anywhere.
    moves, most : int
        Cells that may be moved, and cages.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.

    Returns
    -------
    bool
        False if it was stopped.
    """
    maker = borrowed(lent)
    draft, counts = maker.draft, maker.counts
    begun = counts[MOVES]
    nowhere = np.zeros(len(draft.solution), np.int64)
    while not stop[0]:
        row = find_another(maker, parts, nodes, stop)
        if row < 0:
            return True
        if stop[0]:
            break
        left = moves - (counts[MOVES] - begun)
        if row < SECOND:
            change(maker, maker.found[row], BREAKING, wish, left, most)
        else:
            change(maker, nowhere, ANY_PIECE, wish, left, most)
    return False


@kernel
def make_solved(lent, wish, parts, moves, most, stop):
    """Change the cages of a draft where a level leaves cells open, until it solves the puzzle.

    Parameters
    ----------
    lent, wish, moves, most, stop
        As in `make_unique`.
    parts : int
        The level.

    Returns
    -------
    bool
        False if it was stopped.
    """
    maker = borrowed(lent)
    draft, counts, domains = maker.draft, maker.counts, maker.stack.domains[0]
    begun = counts[MOVES]
    where = np.zeros(len(draft.solution), np.int64)
    while not stop[0]:
        put(maker)
        if begin(domains, maker.stack.reasoning, parts):
            outcome, _ = run_level(domains, maker.stack.reasoning, parts)
            if outcome == SOLVED:
                return True
        for cell in range(len(where)):
            where[cell] = draft.solution[cell] if domains[cell] & (domains[cell] - 1) == 0 else 0
        change(maker, where, ANY_PIECE, wish, moves - (counts[MOVES] - begun), most)
    return False
