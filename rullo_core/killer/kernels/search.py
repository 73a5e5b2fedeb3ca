"""Search for solutions: propagate by a level, then branch on the first cell with the fewest candidates."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.constraints.kernels.different import DIGITS
from rullo_core.killer.kernels import board, singles
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
from rullo_core.killer.kernels.packing import take_cages


class Stack(NamedTuple):
    """Working memory for a search: candidates at each depth, the cell of the branch and its untried digits."""

    reasoning: Reasoning
    singles: singles.Singles
    domains: np.ndarray
    cell: np.ndarray
    digits: np.ndarray


def stack_for(reasoning: Reasoning) -> Stack:
    """Return working memory for boards of a shape."""
    size = int(reasoning.frame.side) ** 2
    domains, cell, digits = np.zeros((size + 1, size), np.int64), *np.zeros((2, size + 1), np.int64)
    return Stack(reasoning, singles.singles_for(reasoning.frame), domains, cell, digits)


SINGLES = NAKED | HIDDEN | CAGES
"""The level that `singles` filters by on boards up to 9x9."""


@inlined
def rules_of(parts):
    """Return the rules for units of a level, as `board.reach` takes them."""
    if parts & UNITS:
        return board.ALL
    return (board.NAKED if parts & NAKED else 0) | (board.HIDDEN if parts & HIDDEN else 0)


@inner
def propagate(domains, room, parts):
    """Propagate by a level that filters cages fully, cheap parts first, the others by passes; False if infeasible."""
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
def search(stack, parts, enough, nodes_at_most, stop, found):
    """Search for solutions of the state at depth 0, in order; return how many, whether these are all, and the nodes.

    Found gets the digits of the first ones. The search ends after `enough` solutions, `nodes_at_most` nodes, or when
    another thread sets stop. The level has to filter cages and units.
    """
    room, domains, size = stack.reasoning, stack.domains, stack.domains.shape[1]
    frame, desk, places = room.frame, room.desk, stack.singles.places
    by_cells = parts == SINGLES and frame.side <= DIGITS
    depth = number = nodes = 0
    if by_cells:
        good = singles.reach(domains[0], places[0], frame, desk, stack.singles)
    else:
        wake_everything(room)
        good = propagate(domains[0], room, parts)
    while True:
        cell, fewest = -1, 2**62
        if good:
            for one in range(size):
                domain = domains[depth, one]
                if domain & (domain - 1):
                    many = desk.sets.size[domain]
                    if many < fewest:
                        cell, fewest = one, many
                        if many == 2:
                            break
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
        nodes += 1
        if by_cells:
            for unit in range(frame.units):
                places[depth, unit] = places[depth - 1, unit]
            good = singles.fix(domains[depth], places[depth], frame, desk, stack.singles, cell, digit)
        else:
            domains[depth, cell] = digit
            desk.waiting[:] = 0
            room.changed[:] = 0
            room.changed[cell] = 1
            board.wake(cell, frame, desk.waiting)
            good = propagate(domains[depth], room, parts)


@kernel
def search_by_levels(stack, parts, strongest, patience, enough, limit, stop, found):
    """Search as `search` from all candidates, by a level, and after some nodes afresh by the strongest one."""
    every = (1 << stack.reasoning.frame.side) - 1
    stack.domains[0] = every
    most = limit if parts == strongest else min(limit, patience)
    number, complete, nodes = search(stack, parts, enough, most, stop, found)
    if complete or number == enough or nodes >= limit or stop[0] or parts == strongest:
        return number, complete, nodes
    stack.domains[0] = every
    number, complete, more = search(stack, strongest, enough, limit - nodes, stop, found)
    return number, complete, nodes + more


@kernel
def search_each(stack, parts, strongest, patience, enough, limit, stop, cages, sums, numbers, complete, nodes, first):
    """Search for solutions of puzzles, given the cage of each cell and the sums of cages, and for one more than
    `enough` to see whether there are others, with `limit` nodes each. Fill in the number of each, `enough` at most,
    whether these are all, the nodes, and the first solution.
    """
    side = cages.shape[1]
    found = np.zeros((1, side * side), np.int64)
    for i in range(len(cages)):
        take_cages(stack.reasoning, cages[i], sums[i])
        number, complete[i], nodes[i] = search_by_levels(
            stack, parts, strongest, patience, enough + 1, limit, stop, found
        )
        numbers[i] = min(number, enough)
        if number > 0:
            copy(found.reshape(side, side), first[i])
