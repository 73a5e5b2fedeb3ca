"""Cages changed step by step towards more passes, or fewer cages, and what is better is kept."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel, uncounted
from rullo_core.compiled.rng import integer_below, uniform
from rullo_core.killer.kernels.cages import ANY_PIECE, merge, move, split, take_back, tidy
from rullo_core.killer.kernels.generation import find_another, put
from rullo_core.killer.kernels.levels import CAGES, SOLVED, UNITS, begin, run_by_turns, run_level

PASSES, TURNS, UNIQUE, FEWEST = map(np.int64, range(4))
"""What is climbed to: passes of a level, or of cages and units by turns; one solution; the same with fewer cages."""

OPEN, EASY, UNMET = 10_000_000, 1_000_000, 10_000
"""What a puzzle is worth less: for each cell that is open, where a lower level solves it, for each cage too much."""

HEAT, COOLED = 0.7, 0.15
"""Passes that may be lost with a chance of one in e: at first, and in the end."""


class Goal(NamedTuple):
    """What a puzzle shall be like.

    Attributes
    ----------
    kind : int64
        PASSES, TURNS, UNIQUE or FEWEST.
    parts : int64
        Of the level; or of the search for a second solution.
    lower : int64
        A level that shall not solve it, or 0.
    least, most : int64
        The first puzzle that is worth so much ends it, and no other that is worth more is kept.
    fewest_cages, most_cages : int64
    fewest_small : int64
        Small cages.
    nodes : int64
        Digits after which a search is given up.
    """

    kind: np.int64
    parts: np.int64
    lower: np.int64
    least: np.int64
    most: np.int64
    fewest_cages: np.int64
    most_cages: np.int64
    fewest_small: np.int64
    nodes: np.int64


@inner
def unmet(draft, goal, request):
    """How many cages there are too many or too few, and how many small ones."""
    number, small = draft.number[0], draft.number[1]
    return (
        max(number - goal.most_cages, goal.fewest_cages - number, 0)
        + max(small - request.small, goal.fewest_small - small, 0)
    )  # fmt: skip


@inner
def worth(counted_workspace, goal, request, stop):
    """What the draft's puzzle is worth: its passes, or less the fewer cells they settle; or less the more cages."""
    workspace = uncounted(counted_workspace)
    return reached(workspace, goal, stop) - UNMET * unmet(workspace.draft, goal, request)


@inner
def reached(counted_workspace, goal, stop):
    """The same, whatever was wished of cages."""
    workspace = uncounted(counted_workspace)
    room, domains = workspace.stack.reasoning, workspace.stack.domains[0]
    if goal.kind == UNIQUE or goal.kind == FEWEST:
        if find_another(workspace, goal.parts, goal.nodes, stop) >= 0:
            return -OPEN
        return -workspace.draft.number[0] if goal.kind == FEWEST else 0
    put(workspace)
    if goal.kind == TURNS:
        outcome, passes = run_by_turns(domains, room, CAGES, UNITS)
    else:
        begin(domains, room, goal.parts)
        outcome, passes = run_level(domains, room, goal.parts)
    if outcome != SOLVED:
        left = 0
        for domain in domains:
            left += domain & (domain - 1) != 0
        return -OPEN * (left + 1)
    if goal.lower:
        begin(domains, room, goal.lower)
        if run_level(domains, room, goal.lower)[0] == SOLVED:
            return passes - EASY
    return passes


@inner
def step(counted_workspace, goal, request):
    """Move a cell, merge two cages or cut one; False if nothing was changed.

    Cages do not become more or fewer than the goal allows, and no more small ones than wished.
    """
    workspace = uncounted(counted_workspace)
    draft, shape, rng = workspace.draft, workspace.shape, workspace.rng
    cell, kind = integer_below(rng, len(draft.owner)), integer_below(rng, 4)
    beside = shape.beside[cell, integer_below(rng, 4)]
    if kind < 2:
        return beside >= 0 and move(draft, shape, cell, beside, request)
    number = draft.number[0]
    if kind == 2:
        done = beside >= 0 and number > goal.fewest_cages and merge(draft, shape, cell, beside, request)
    else:
        piece = 1 if draft.number[1] < request.small else request.least
        done = number < goal.most_cages and split(
            draft, shape, cell, draft.solution, ANY_PIECE, piece, request.small, request, rng
        )
    if done and (draft.number[0] < min(number, goal.fewest_cages) or draft.number[0] > max(number, goal.most_cages)):
        take_back(draft, shape, request)
        return False
    return done


@kernel
def climb(counted_workspace, goal, request, steps, stop):
    """Change a draft's cages, so that its puzzle is worth more.

    Parameters
    ----------
    counted_workspace : rullo_core.killer.kernels.generation.Maker
        Its draft is, in the end, the best that was found.
    goal : Goal
    wish : rullo_core.killer.kernels.cages.Wish
    steps : int
        Changes to try.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.

    Returns
    -------
    int
        What that is worth.
    """
    workspace = uncounted(counted_workspace)
    draft, shape, rng = workspace.draft, workspace.shape, workspace.rng
    now = best = worth(workspace, goal, request, stop)
    owner, best_owner = draft.owner.copy(), draft.owner.copy()
    for tried in range(steps):
        if stop[0] or goal.least <= best <= goal.most:
            break
        many = 1 + integer_below(rng, 2)
        changed = False
        for _ in range(many):
            changed |= step(workspace, goal, request)
        if not changed:
            continue
        found = worth(workspace, goal, request, stop)
        heat = HEAT + (COOLED - HEAT) * tried / steps
        if found >= now or uniform(rng) < np.exp((found - now) / heat):
            now = found
            owner[:] = draft.owner
            if found > best and found <= goal.most:
                best = found
                best_owner[:] = owner
        else:
            draft.owner[:] = owner
            tidy(draft, shape, request)
    draft.owner[:] = best_owner
    tidy(draft, shape, request)
    return best
