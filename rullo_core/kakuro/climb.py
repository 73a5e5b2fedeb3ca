"""Hill climbing to Kakuros that take many passes: digits are changed, always from the best puzzle so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.kakuro.batch import rate_packed
from rullo_core.kakuro.generation import HEAT, MOVES_OF_A_TURN, NO_TRACE, draw_into, puzzle_of
from rullo_core.kakuro.kernels.draft import draft_for, fill
from rullo_core.kakuro.kernels.repair import repair
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.request import LayoutSpec
from rullo_core.kakuro.solver import Rating
from rullo_core.runs.attempts import improvements

MOST = 2**20
"""More passes than there are."""


@dataclass(frozen=True)
class Climbed:
    """A simple puzzle that was climbed to, and its rating."""

    puzzle: Kakuro
    rating: Rating

    @property
    def difficulty(self) -> float:
        """The mean number of passes, across first and down first."""
        return self.rating.difficulty or 0


def climb_once(layout: LayoutSpec, seed: int, number: int, steps: int, stop: np.ndarray) -> Climbed | None:
    """Repair a filled layout towards ever more passes, always from the best puzzle so far; return that, if any."""
    rng, draft = rng_from_seed(seed, number), draft_for(layout.height, layout.width)
    draw_into(draft, layout, rng)
    given = np.zeros(layout.height * layout.width, np.int64)
    if not fill(draft, 0.0, given, rng):
        return None
    best, digits = None, draft.digits.copy()
    while steps > 0 and not stop[0]:
        turn, least = min(steps, MOVES_OF_A_TURN), 1 if best is None else int(2 * best.difficulty) + 1
        moves, _ = repair(draft, given, turn, HEAT, (least, MOST), rng, stop, NO_TRACE)
        steps -= turn if moves < 0 else max(int(moves), 1)
        if moves >= 0:
            puzzle, _ = puzzle_of(draft)
            best, digits = Climbed(puzzle, rate_packed(draft.puzzle, stop)), draft.digits.copy()
        elif best is not None:
            draft.digits[:] = digits
    return best


def hardest(layout: LayoutSpec, seed: int, attempts: int, steps: int, threads: int | None = None) -> Iterator[Climbed]:
    """Yield the puzzle of each attempt, a layout each, that takes more passes than all before."""

    def work(number: int, stop: np.ndarray) -> Climbed | None:
        return climb_once(layout, seed, number, steps, stop)

    return improvements(attempts, work, lambda found: found.difficulty, threads)
