"""Kernels and frame beside CP-SAT, which knows nothing of either."""

import pytest

from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.solver import rate
from tests.kakuro.puzzles import some_puzzles


def solutions_of(puzzle, most):
    """How many solutions CP-SAT finds, each forbidden before the next."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") for _ in puzzle.cells]
    for entry in puzzle.entries:
        inside = [cells[cell] for cell in entry.cells]
        model.add_all_different(inside)
        if entry.hint is not None:
            model.add(sum(inside) == entry.hint)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    for number in range(most):
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return number
        assert status == cp_model.OPTIMAL
        others = []
        for cell in cells:
            is_other = model.new_bool_var("")
            model.add(cell != solver.value(cell)).only_enforce_if(is_other)
            others.append(is_other)
        model.add_bool_or(others)
    return most


@pytest.mark.slow
def test_five_thousand_puzzles():
    puzzles = list(some_puzzles(5000, seed=21, most=5))
    found = {0: 0, 1: 0, 2: 0}
    for puzzle, rating in zip(puzzles, rate_many(puzzles), strict=True):
        assert rate(puzzle) == rating
        expected = solutions_of(puzzle, 2)
        assert min(rating.solutions, 2) == expected, str(puzzle)
        assert rating.complete or expected == 2
        assert (rating.kind == "none", rating.kind == "ambiguous") == (expected == 0, expected == 2)
        found[expected] += 1
    assert min(found.values()) > 300
