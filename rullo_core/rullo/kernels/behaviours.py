"""Passes on a small board of which only is known how its lines behave: what each tells, whatever it knows before."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE
from rullo_core.rullo.kernels.flats import add_equation, rest_of


@kernel
def choose_behaviours(tables, of_line, height, width, alike, least, found, stop):
    """Go through all choices of a behaviour for each line, and note those that make a puzzle as difficult as wanted.

    Parameters
    ----------
    tables : uint64 array of shape (kinds, 2 ** longest side)
        Of each behaviour: the known cells of a line once it has been solved, by those known before.
    of_line : int64 array of shape (height + width, 2)
        The first behaviour that each line can have, and the one after its last; rows first.
    height, width : int
    alike : bool array of shape (height,)
        Whether a row can be exchanged with the one before: then its behaviour does not come before that one's.
    least : int
        Twice the difficulty.
    found : int64 array of shape (most, height + width)
        Filled with the choices.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.

    Returns
    -------
    int
        How many choices make simple puzzles as difficult; no more than `most` are filled in.
    """
    lines = height + width
    choice = np.empty(lines, np.int64)
    known = np.empty(lines, np.uint64)
    number = 0
    line = 0
    choice[0] = of_line[0, 0] - 1
    while line >= 0 and stop[0] == 0:
        choice[line] += 1
        if choice[line] == of_line[line, 1]:
            line -= 1
            continue
        if line + 1 < lines:
            line += 1
            choice[line] = (choice[line - 1] if line < height and alike[line] else of_line[line, 0]) - 1
            continue
        # The orders differ by one pass at most.
        fewest = (least - 1) // 2
        halves = count_passes(tables, choice, height, width, height, fewest, known)
        if halves > 0:
            halves += count_passes(tables, choice, height, width, 0, fewest, known)
            if halves >= least:
                if number < len(found):
                    found[number] = choice
                number += 1
    return number


@kernel
def count_passes(tables, choice, height, width, first, fewest, known):
    """The passes until all cells are known; 0 if lines get stuck, or if it is clear that there will be too few.

    Parameters
    ----------
    tables, height, width
        As in `choose_behaviours`.
    choice : int64 array of shape (height + width,)
        The behaviour of each line.
    first : int
        The first line of the first pass: 0 for rows, `height` for columns.
    fewest : int
        No fewer passes matter.
    known : uint64 array of shape (height + width,)
        Room for what is known.
    """
    known[:] = NONE
    unknown = height * width
    passes = 0
    idle = 0
    own, other = first, height - first
    while idle < 2:
        passes += 1
        idle += 1
        for line in range(own, width + height if own else height):
            after = tables[choice[line], known[line]]
            new = after ^ known[line]
            known[line] = after
            at = other
            while new != NONE:
                if new & ONE != NONE:
                    known[at] |= ONE << np.uint64(line - own)
                    unknown -= 1
                    idle = 0
                new >>= ONE
                at += 1
        if unknown == 0:
            return passes
        if passes + unknown < fewest:  # each pass settles a cell
            return 0
        own, other = other, own
    return 0


@kernel
def are_closed(holds, excludes, choices, closed):
    """Whether none of the equations that lines do not satisfy follows from those that they do.

    Parameters
    ----------
    holds, excludes : int64 arrays of shape (lines, behaviours, equations, cells)
        The equations of each behaviour in the cells of the board, filled up with rows of 0.
    choices : int64 array of shape (n, lines)
        The behaviour of each line, counted from the first that it can have.
    closed : bool array of shape (n,)
        Filled.
    """
    lines, _, most, cells = holds.shape
    reduced = np.zeros((cells, cells), np.int64)
    leading = np.zeros(cells, np.int64)
    for n in range(len(choices)):
        rank = 0
        for line in range(lines):
            for e in range(most):
                equation = holds[line, choices[n, line], e]
                if rank < cells and equation.any():
                    rank = add_equation(equation, reduced, leading, rank)
        closed[n] = rank < cells and not follows(excludes, choices[n], reduced, leading, rank)


@kernel
def follows(excludes, choice, reduced, leading, rank):
    """Whether one of the equations that lines do not satisfy follows from reduced ones."""
    for line in range(len(choice)):
        for e in range(excludes.shape[2]):
            equation = excludes[line, choice[line], e]
            if equation.any() and not rest_of(equation, reduced, leading, rank).any():
                return True
    return False
