"""Generate unique Killer Sudokus: grow cages on a board, then move and split them until the puzzle is unique.

Another thread may set stop; functions then return False.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.rng import Rng, fill_shuffled, integer_below, rng_from_seed
from rullo_core.killer.kernels.board import Frame
from rullo_core.killer.kernels.cages import ANY_PIECE, BREAKING, Draft, Shape, draft_for, grow, merge, move, split
from rullo_core.killer.kernels.filling import FillSpec, fill, filler_for
from rullo_core.killer.kernels.levels import SOLVED, begin, put_cages, reasoning_for, run_level
from rullo_core.killer.kernels.search import Stack, search, stack_for


class Workspace(NamedTuple):
    """Working memory for generating puzzles: solutions of the last search, order, which has the cells in random order,
    and counts of the moves, splits, searches and nodes for the last puzzle.
    """

    shape: Shape
    stack: Stack
    draft: Draft
    fill_spec: FillSpec
    rng: Rng
    solutions: np.ndarray
    order: np.ndarray
    counts: np.ndarray


MOVES, SPLITS, SEARCHES, NODES = range(4)

SECOND = np.int64(2)
"""Number of solutions after which a search ends."""


def workspace_for(shape: Shape, frame: Frame) -> Workspace:
    """Return working memory for boards of a shape."""
    size = int(shape.side) ** 2
    return Workspace(
        shape,
        stack_for(reasoning_for(frame)),
        draft_for(size),
        filler_for(frame.sees),
        rng_from_seed(0, 0),
        np.zeros((2, size), np.int64),
        np.zeros(size, np.int64),
        np.zeros(4, np.int64),
    )


@inner
def put(workspace):
    """Give the draft's cages to the solver, with all digits as candidates of every cell."""
    room, draft = workspace.stack.reasoning, workspace.draft
    put_cages(room, draft.owner, draft.totals, draft.number[0])
    workspace.stack.domains[0, :] = (1 << room.frame.side) - 1


@inner
def find_another(workspace, parts, nodes, stop):
    """Search for a solution other than the draft's; return its row in `solutions`, 2 if the search gave up, -1 if none
    exists.
    """
    put(workspace)
    number, complete, visited = search(workspace.stack, parts, SECOND, nodes, stop, workspace.solutions)
    workspace.counts[SEARCHES] += 1
    workspace.counts[NODES] += visited
    if complete:
        return -1
    for row in range(number):
        for cell in range(len(workspace.draft.solution)):
            if workspace.solutions[row, cell] != workspace.draft.solution[cell]:
                return row
    return 2


@kernel
def lay_cages(workspace, seeds, request, stop):
    """Fill a board, grow cages on it, and join small cages to others while there are too many; False if stopped."""
    draft, shape, rng = workspace.draft, workspace.shape, workspace.rng
    if not fill(workspace.fill_spec, draft.solution, rng, stop):
        return False
    grow(draft, shape, seeds, request, rng)
    if draft.number[1] > request.small:
        fill_shuffled(workspace.order, rng)
        for cell in workspace.order:
            if draft.size[draft.owner[cell]] < request.smallest and draft.number[1] > request.small:
                join(workspace, cell, request)
    return True


@inner
def join(workspace, cell, request):
    """Merge a cell's cage with a neighbouring one, the first in random order that is allowed; False if none is."""
    shape = workspace.shape
    first = integer_below(workspace.rng, 4)
    for i in range(4):
        neighbour = shape.neighbours[cell, (first + i) % 4]
        if neighbour >= 0 and merge(workspace.draft, shape, cell, neighbour, request):
            return True
    return False


@inner
def change(workspace, alternative, rule, request, moves, max_cages):
    """Move a cell to a neighbouring cage, or split its cage there, so that a second solution breaks a sum.

    In random order, move the first cell that can be moved; if there is none, split the first cage that can be split
    within the request; if there is none, split off one cell in spite of the request. Only cells in which `alternative`
    differs from the draft are changed: it is a second solution for the rule BREAKING, else 0 at the cells to change.
    """
    draft, shape, rng, counts = workspace.draft, workspace.shape, workspace.rng, workspace.counts
    fill_shuffled(workspace.order, rng)
    if moves > 0:
        for cell in workspace.order:
            if alternative[cell] != draft.solution[cell]:
                first = integer_below(rng, 4)
                for i in range(4):
                    neighbour = shape.neighbours[cell, (first + i) % 4]
                    if neighbour >= 0 and move(draft, shape, cell, neighbour, request):
                        counts[MOVES] += 1
                        return
    min_size = 1 if draft.number[1] < request.small else request.smallest
    for strict in (True, False):
        if strict and draft.number[0] >= max_cages:
            continue
        for cell in workspace.order:
            if alternative[cell] != draft.solution[cell]:
                piece, small = (min_size, request.small) if strict else (1, len(workspace.order))
                if split(draft, shape, cell, alternative, rule, piece, small, request, rng):
                    counts[SPLITS] += 1
                    return


@kernel
def generate_unique(workspace, request, parts, nodes, moves, max_cages, stop):
    """Change the cages of a draft until its solution is the only one.

    When a search gives up after `nodes`, the change is made anywhere. At most `moves` moves are made, and `max_cages`
    cages.
    """
    draft, counts = workspace.draft, workspace.counts
    moves_at_start = counts[MOVES]
    nowhere = np.zeros(len(draft.solution), np.int64)
    while not stop[0]:
        row = find_another(workspace, parts, nodes, stop)
        if row < 0:
            return True
        if stop[0]:
            break
        remaining = moves - (counts[MOVES] - moves_at_start)
        if row < SECOND:
            change(workspace, workspace.solutions[row], BREAKING, request, remaining, max_cages)
        else:
            change(workspace, nowhere, ANY_PIECE, request, remaining, max_cages)
    return False


@kernel
def generate_solved(workspace, request, parts, moves, max_cages, stop):
    """Change the cages of a draft at the cells that a level does not fix, until the level solves the puzzle."""
    draft, counts, domains = workspace.draft, workspace.counts, workspace.stack.domains[0]
    moves_at_start = counts[MOVES]
    fixed_digits = np.zeros(len(draft.solution), np.int64)
    while not stop[0]:
        put(workspace)
        if begin(domains, workspace.stack.reasoning, parts):
            outcome, _ = run_level(domains, workspace.stack.reasoning, parts)
            if outcome == SOLVED:
                return True
        for cell in range(len(fixed_digits)):
            fixed_digits[cell] = draft.solution[cell] if domains[cell] & (domains[cell] - 1) == 0 else 0
        change(workspace, fixed_digits, ANY_PIECE, request, moves - (counts[MOVES] - moves_at_start), max_cages)
    return False
