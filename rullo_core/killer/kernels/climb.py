"""Local search over cages by simulated annealing: towards a number of passes, a unique solution or fewer cages."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.annealing import TEMPERATURES, is_accepted_at_random, linear
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below
from rullo_core.killer.kernels.cages import ANY_PIECE, merge, move, split, take_back, tidy
from rullo_core.killer.kernels.generation import find_another, put
from rullo_core.killer.kernels.levels import CAGES, SOLVED, UNITS, begin, run_by_turns, run_level

PASSES, TURNS, UNIQUE, FEWEST = map(np.int64, range(4))
"""Goals: passes of a level; alternate passes over cages and units; one solution; one solution with few cages."""

OPEN, EASY, UNMET = 10_000_000, 1_000_000, 10_000
"""Penalties: for each unfixed cell; if the lower level solves the puzzle; for each cage too many or too few."""


class Goal(NamedTuple):
    """The goal of a search: its kind, the parts of its level or of the search for a second solution, and bounds.

    The parts `lower`, if any, must not solve the puzzle. The first value from minimum to maximum ends the search, and
    puzzles with a greater value are not kept; fewest_small bounds the cages smaller than requested.
    """

    kind: np.int64
    parts: np.int64
    lower: np.int64
    minimum: np.int64
    maximum: np.int64
    fewest_cages: np.int64
    most_cages: np.int64
    fewest_small: np.int64
    nodes: np.int64


@kernel
def unmet(draft, goal, request):
    """Return by how much the numbers of cages and of small cages are out of their ranges."""
    number, small = draft.number[0], draft.number[1]
    return (
        max(number - goal.most_cages, goal.fewest_cages - number, 0)
        + max(small - request.small, goal.fewest_small - small, 0)
    )  # fmt: skip


@inner
def worth(workspace, goal, request, proven, stop):
    """Return the value of the draft's puzzle: its passes or minus its number of cages, less all penalties."""
    return base_worth(workspace, goal, proven, stop) - UNMET * unmet(workspace.draft, goal, request)


@inner
def base_worth(workspace, goal, proven, stop):
    """Return the value without the penalty for the number of cages."""
    room, domains = workspace.stack.reasoning, workspace.stack.domains[0]
    if goal.kind == UNIQUE or goal.kind == FEWEST:
        if not proven and find_another(workspace, goal.parts, goal.nodes, stop) >= 0:
            return -OPEN
        return -workspace.draft.number[0] if goal.kind == FEWEST else 0
    put(workspace)
    if goal.kind == TURNS:
        outcome, passes = run_by_turns(domains, room, CAGES, UNITS)
    else:
        begin(domains, room, goal.parts)
        outcome, passes = run_level(domains, room, goal.parts)
    if outcome != SOLVED:
        unfixed = 0
        for domain in domains:
            unfixed += domain & (domain - 1) != 0
        return -OPEN * (unfixed + 1)
    if goal.lower:
        begin(domains, room, goal.lower)
        if run_level(domains, room, goal.lower)[0] == SOLVED:
            return passes - EASY
    return passes


@inner
def step(workspace, goal, request):
    """Move a cell, merge two cages or split one; return False if nothing changed.

    The number of cages stays in the range of the goal, and that of small cages within the request.
    """
    draft, shape, rng = workspace.draft, workspace.shape, workspace.rng
    cell, kind = integer_below(rng, len(draft.owner)), integer_below(rng, 4)
    neighbour = shape.neighbours[cell, integer_below(rng, 4)]
    if kind < 2:
        return neighbour >= 0 and move(draft, shape, cell, neighbour, request)
    number = draft.number[0]
    if kind == 2:
        is_changed = neighbour >= 0 and number > goal.fewest_cages and merge(draft, shape, cell, neighbour, request)
    else:
        piece = 1 if draft.number[1] < request.small else request.smallest
        is_changed = number < goal.most_cages and split(
            draft, shape, cell, draft.solution, ANY_PIECE, piece, request.small, request, rng
        )
    low, high = min(number, goal.fewest_cages), max(number, goal.most_cages)
    if is_changed and not low <= draft.number[0] <= high:
        take_back(draft, shape, request)
        return False
    return is_changed


@kernel
def climb(workspace, goal, request, proven, steps, stop):
    """Change a draft's cages to increase the value of its puzzle; return the value of the best, which the draft then
    is.

    Where the goal is one solution, a draft that is proven to have only one is not searched again.
    """
    draft, shape, rng = workspace.draft, workspace.shape, workspace.rng
    current = best = worth(workspace, goal, request, proven, stop)
    owner, best_owner = draft.owner.copy(), draft.owner.copy()
    for iteration in range(steps):
        if stop[0] or goal.minimum <= best <= goal.maximum:
            break
        changes = 1 + integer_below(rng, 2)
        is_changed = False
        for _ in range(changes):
            is_changed |= step(workspace, goal, request)
        if not is_changed:
            continue
        value = worth(workspace, goal, request, False, stop)
        if is_accepted_at_random(value - current, linear(TEMPERATURES, iteration, steps), rng):
            current = value
            copy(draft.owner, owner)
            if value > best and value <= goal.maximum:
                best = value
                copy(owner, best_owner)
        else:
            copy(owner, draft.owner)
            tidy(draft, shape, request)
    copy(best_owner, draft.owner)
    tidy(draft, shape, request)
    return best
