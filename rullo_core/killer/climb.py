"""Local search for Killer Sudokus that take the most passes, or have the fewest cages."""

from __future__ import annotations

import numpy as np

from rullo_core.killer.batch import RULES
from rullo_core.killer.generation import GREATEST, MOVES, NODES, begin
from rullo_core.killer.kernels import climb as kernel
from rullo_core.killer.kernels import generation
from rullo_core.killer.kernels.climb import Goal
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.request import FEWEST, TURNS, CageParameters, HardestRequest
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_of
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.results import Climbed

PROOF = np.int64(20_000)
"""Number of nodes in which a search has to prove that a solution is unique; else the puzzle is rejected."""


class KillerClimb(Climb[Killer, HardestRequest]):
    """Moves, merges and cuts cages, towards more passes of a level or `TURNS`, or the `FEWEST` cages."""

    def climb_once(self, attempt: int, stop: np.ndarray) -> Climbed[Killer]:
        """See `Climb`; the worth of a puzzle is its number of passes, or minus the number of its cages."""
        request = self.request
        return climb_once(request.goal, request, request.seed, attempt, request.steps, stop)


def climb_once(
    goal: str, request: CageParameters, seed: int, number: int, steps: int, stop: np.ndarray
) -> Climbed[Killer]:
    """Generate a puzzle, and improve its cages: towards more passes of a level or `TURNS`, or the `FEWEST` cages."""
    workspace, text = prepare_workspace(request.shape, request.symmetry), cage_request(request)
    (min_cages, max_cages), _, _ = request.in_full
    begin(workspace, seed, number)
    generation.lay_cages(workspace, np.int64((min_cages + max_cages) // 2), text, stop)
    cells = request.side**2
    if goal == FEWEST:
        is_proven = generation.generate_unique(workspace, text, RULES["O1"], NODES, MOVES, cells, stop)
        rules, kind = RULES["O1"], kernel.FEWEST
    else:
        rules, kind = RULES["CA" if goal == TURNS else goal], kernel.TURNS if goal == TURNS else kernel.PASSES
        is_proven = generation.generate_solved(workspace, text, rules, MOVES, cells, stop)
    bound, all_cells = np.int64(GREATEST), np.int64(cells)
    aim = Goal(kind, rules, np.int64(0), bound, bound, np.int64(1), all_cells, np.int64(0), PROOF)
    worth = kernel.climb(workspace, aim, text, is_proven, np.int64(steps), stop)
    puzzle, solution = puzzle_of(workspace.draft, request.shape)
    return Climbed(puzzle, int(worth), solution)
