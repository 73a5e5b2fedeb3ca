"""Solutions of a Killer Sudoku: a level as far as it goes, then each digit of the first cell with the fewest."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel, uncounted
from rullo_core.killer.kernels import board
from rullo_core.killer.kernels.levels import (
    CAGES,
    HIDDEN,
    NAKED,
    UNITS,
    Reasoning,
    is_fixed,
    make_pass,
    wake_everything,
)


class Stack(NamedTuple):
    """Room to search in.

    Attributes
    ----------
    reasoning : Reasoning
    domains : int64 array of shape (N * N + 1, N * N)
        The digits that each cell can have, at each depth.
    cell, digits : int64 arrays of shape (N * N + 1,)
        At each depth a cell, and the digits that are not tried yet.
    """

    reasoning: Reasoning
    domains: np.ndarray
    cell: np.ndarray
    digits: np.ndarray


def stack_for(reasoning: Reasoning) -> Stack:
    """Room for boards of a shape."""
    size = int(reasoning.frame.side) ** 2
    return Stack(
        reasoning, np.zeros((size + 1, size), np.int64), np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    )


@inlined
def rules_of(parts):
    """What a level looks at of units, as `board.reach` takes it."""
    if parts & UNITS:
        return board.ALL
    return (board.NAKED if parts & NAKED else 0) | (board.HIDDEN if parts & HIDDEN else 0)


@inner
def propagate(domains, counted_room, parts):
    """Go as far as a level does that looks at everything in cages: the cheap parts first, the others by passes.

    Returns
    -------
    bool
        False if there is no solution.
    """
    room = uncounted(counted_room)
    cheap = NAKED | HIDDEN | UNITS | CAGES
    while True:
        for cell in range(len(domains)):
            room.after[cell] = domains[cell]
        if not board.reach(domains, room.frame, rules_of(parts), room.desk):
            return False
        if parts & ~cheap == 0 or is_fixed(domains):
            return True
        for cell in range(len(domains)):
            if room.after[cell] != domains[cell]:
                room.changed[cell] = 1
            if room.changed[cell] and room.frame.of_cell[cell, 0] >= 0:
                room.desk.waiting[room.frame.of_cell[cell, 0]] = 1
        filtered = make_pass(domains, room, parts & ~cheap)
        if filtered <= 0:
            return filtered == 0


@kernel
def search(counted_stack, parts, enough, nodes_at_most, stop, found):
    """Look for solutions of the board at depth 0, in order.

    Parameters
    ----------
    counted_stack : Stack
        With domains at depth 0; everything is looked at.
    parts : int
        A level that looks at cages, and at units.
    enough : int
        Solutions after which it is given up.
    nodes_at_most : int
        Digits after which it is given up.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.
    found : int64 array of shape (most, N * N)
        Filled with the digits of so many solutions.

    Returns
    -------
    number : int
        Solutions found.
    complete : bool
        Whether there are no others.
    nodes : int
        Digits that were tried.
    """
    stack = uncounted(counted_stack)
    room, domains, size = stack.reasoning, stack.domains, stack.domains.shape[1]
    depth = number = nodes = 0
    wake_everything(room)
    good = propagate(domains[0], room, parts)
    while True:
        cell, fewest = -1, 2**62
        if good:
            for one in range(size):
                domain = domains[depth, one]
                if domain & (domain - 1):
                    many = room.desk.sets.size[domain]
                    if many < fewest:
                        cell, fewest = one, many
            if cell < 0:
                if number < len(found):
                    for one in range(size):
                        found[number, one] = room.sums.low[domains[depth, one]]
                number += 1
                if number == enough:
                    return number, False, nodes
                good = False
        if good:
            stack.cell[depth], stack.digits[depth] = cell, domains[depth, cell]
        else:
            depth -= 1
            while depth >= 0 and stack.digits[depth] == 0:
                depth -= 1
            if depth < 0:
                return number, True, nodes
        if stop[0] or nodes >= nodes_at_most:
            return number, False, nodes
        cell = stack.cell[depth]
        digit = stack.digits[depth] & -stack.digits[depth]
        stack.digits[depth] ^= digit
        for one in range(size):
            domains[depth + 1, one] = domains[depth, one]
        depth += 1
        domains[depth, cell] = digit
        nodes += 1
        room.desk.waiting[:] = 0
        room.changed[:] = 0
        room.changed[cell] = 1
        board.wake(cell, room.frame, room.desk.waiting)
        good = propagate(domains[depth], room, parts)
