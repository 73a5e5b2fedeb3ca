"""Hill climbing to Kakuros that take many passes: digits are changed, always from the best puzzle so far."""

from __future__ import annotations

import numpy as np

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.kakuro.batch import rate_packed
from rullo_core.kakuro.generation import HEAT, MOVES_OF_A_TURN, NO_TRACE, draw_into, puzzle_of
from rullo_core.kakuro.kernels.draft import draft_for, fill
from rullo_core.kakuro.kernels.repair import repair
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.request import HardestRequest, LayoutSpec
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.results import Climbed

MAX_PASSES = 2**20
"""More passes than there are."""


class KakuroClimb(Climb[Kakuro, HardestRequest]):
    """Changes the digits of a filled layout, a layout in each attempt, so that entries take more passes."""

    def climb_once(self, attempt: int, stop: np.ndarray) -> Climbed[Kakuro] | None:
        """See `Climb`; the worth of a puzzle is its mean number of passes, across first and down first."""
        request = self.request
        return climb_once(request.layout_spec, request.seed, attempt, request.steps, stop)


def climb_once(layout: LayoutSpec, seed: int, number: int, steps: int, stop: np.ndarray) -> Climbed[Kakuro] | None:
    """Repair a filled layout towards ever more passes, always from the best puzzle so far; return that, if any."""
    rng, draft = rng_from_seed(seed, number), draft_for(layout.height, layout.width)
    draw_into(draft, layout, rng)
    fixed = np.zeros(layout.height * layout.width, np.int64)
    if not fill(draft, 0.0, fixed, rng):
        return None
    best: Climbed[Kakuro] | None = None
    digits = draft.digits.copy()
    while steps > 0 and not stop[0]:
        turn, min_passes = min(steps, MOVES_OF_A_TURN), 1 if best is None else int(2 * best.worth) + 1
        moves, _ = repair(draft, fixed, turn, HEAT, (min_passes, MAX_PASSES), rng, stop, NO_TRACE)
        steps -= turn if moves < 0 else max(int(moves), 1)
        if moves >= 0:
            puzzle, solution = puzzle_of(draft)
            rating = rate_packed(draft.puzzle, stop)
            best, digits = Climbed(puzzle, rating.difficulty or 0, solution), draft.digits.copy()
        elif best is not None:
            draft.digits[:] = digits
    return best
