"""Kernels and frame compared with CP-SAT, which is independent of both."""

import pytest

from benchmarks.models import by_cp_sat, domains_of
from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.solver import rate
from tests.kakuro.puzzles import some_puzzles


@pytest.mark.slow
def test_two_thousand_puzzles():
    puzzles = list(some_puzzles(2000, seed=21, max_side=5))
    counts = {0: 0, 1: 0, 2: 0}
    for puzzle, rating in zip(puzzles, rate_many(puzzles), strict=True):
        assert rate(puzzle) == rating
        expected = by_cp_sat(puzzle, domains_of(puzzle, reduced=False))[0]
        assert min(rating.solutions, 2) == expected, str(puzzle)
        assert rating.complete or expected == 2
        assert (rating.kind == "infeasible", rating.kind == "ambiguous") == (expected == 0, expected == 2)
        counts[expected] += 1
    assert min(counts.values()) > 120
