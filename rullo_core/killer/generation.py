"""Generate Killer Sudokus: grow cages on a filled board, and change them until the request is satisfied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.compiled.rng import integer_below, restart, stream_of
from rullo_core.killer.batch import PARTS, RULES, rate_many
from rullo_core.killer.kernels import generation as kernel
from rullo_core.killer.kernels.climb import PASSES, TURNS, UNIQUE, Goal, climb
from rullo_core.killer.kernels.generation import Workspace
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.puzzle import Killer, Solution
from rullo_core.killer.request import Request
from rullo_core.killer.solver import Rating
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_of
from rullo_core.runs.attempts import first_success, steps_of

NODES = np.int64(2000)
"""Number of nodes after which a search for a second solution gives up; cages are then changed anywhere."""

MOVES = np.int64(60)
"""Greatest number of cells that are moved to other cages; then cages are split."""

STEPS = 1000
"""Number of changes in each of the first four tries to reach the requested passes; doubled after every four."""

TRIES = 24

GREATEST = 2**40
"""More passes than any puzzle takes."""

LARGEST_SEARCHED = 9
"""Side of the largest boards on which a search proves that a solution is unique; on larger ones, `PROVER` does."""

PROVER = np.int64(RULES["CG"] | PARTS["required"] | PARTS["sums"])
"""Parts of the level that has to solve puzzles on larger boards."""


@dataclass(frozen=True)
class Generated:
    """A generated unique puzzle, the boards that were filled, and cells moved and cages split on the last of them."""

    puzzle: Killer
    solution: Solution
    rating: Rating
    tries: int
    moves: int
    splits: int


def generate_puzzle(request: Request, seed: int, index: int, tries: int = TRIES) -> Generated | None:
    """Generate a unique puzzle, determined by seed and index; None if no try finds one, although one may exist."""
    workspace = prepare_workspace(request.shape, request.symmetry)
    return first_success(tries, lambda number, stop: _try(workspace, request, seed, index, number, stop))


def _try(
    workspace: Workspace, request: Request, seed: int, index: int, number: int, stop: np.ndarray
) -> Generated | None:
    """Fill one board and lay cages; return the puzzle if it satisfies the request."""
    (fewest, most), _, _ = request.in_full
    text = cage_request(request)
    begin(workspace, seed, stream_of(index, number))
    seeds = fewest + integer_below(workspace.rng, most - fewest + 1)
    if not kernel.lay_cages(workspace, seeds, text, stop):
        return None
    goal = goal_of(request)
    if goal.kind == UNIQUE:
        kernel.generate_unique(workspace, text, goal.parts, NODES, MOVES, most, stop)
    else:
        kernel.generate_solved(workspace, text, goal.parts, MOVES, most, stop)
    moves, splits = workspace.counts[:2].tolist()
    worth = climb(workspace, goal, text, steps_of(number, STEPS), stop)
    if stop[0] or not goal.least <= worth <= goal.most:
        return None
    puzzle, solution = puzzle_of(workspace.draft, request.shape)
    (rating,) = rate_many([puzzle], threads=1)
    if request.level is not None and rating.level != request.level:
        return None
    return Generated(puzzle, solution, rating, number + 1, moves, splits)


def begin(workspace: Workspace, seed: int, number: int) -> None:
    """Reset a workspace to the random stream of a seed and a number."""
    restart(workspace.rng, np.uint64(seed), np.uint64(number), 0)
    workspace.counts[:] = 0


def goal_of(request: Request) -> Goal:
    """Return the goal of local search for a request: a level and its passes, passes by turns, or one solution."""
    (fewest, most), _, (few, _) = request.in_full
    least, greatest = request.passes or (0, GREATEST)
    lower = np.int64(0)
    if request.level is not None:
        kind, parts = PASSES, RULES[request.level]
        number = SOLVERS.index(request.level)
        lower = RULES[SOLVERS[number - 1]] if number else lower
    elif request.passes is not None:
        kind, parts = TURNS, RULES["CA"]
    elif request.side <= LARGEST_SEARCHED:
        kind, parts = UNIQUE, RULES["CH"]
    else:
        kind, parts = PASSES, PROVER
    counts = [np.int64(one) for one in (least, greatest, fewest, most, few)]
    return Goal(kind, parts, lower, counts[0], counts[1], counts[2], counts[3], counts[4], NODES)
