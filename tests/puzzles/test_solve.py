"""Every kind of puzzle is solved: the solutions of a single puzzle and of several."""

from dataclasses import replace

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.lookup import api_of
from tests.puzzles.protocol import AMBIGUOUS, INFEASIBLE, KINDS, SOLUTIONS, keeps_the_rules, module, puzzle

pytestmark = pytest.mark.usefixtures("more_kinds")


@pytest.mark.parametrize("kind", KINDS)
def test_solutions(kind):
    result = puzzle(kind).solve()
    assert (len(result), result.complete, result.unique) == (1, True, True)
    (solution,) = result
    assert (solution.dtype, solution.ndim, solution.flags.writeable) == (np.int64, 2, False)
    assert SOLUTIONS[kind] is None or solution.tolist() == SOLUTIONS[kind]
    assert np.array_equal(puzzle(kind).solution, solution)
    assert result == puzzle(kind).solve()
    assert hash(result) == hash(puzzle(kind).solve())
    assert result != puzzle(kind, AMBIGUOUS).solve()
    assert (
        repr(result)
        == f"<1 solution: <{type(result.puzzle).__name__} {api_of(result.puzzle).size_of(result.puzzle)} 'first'>>"
    )

    ambiguous = puzzle(kind, AMBIGUOUS)
    solutions = ambiguous.solve(limit=1000)
    assert solutions.complete
    assert all(keeps_the_rules(kind, ambiguous, array) for array in solutions)
    assert len({array.tobytes() for array in solutions}) == len(solutions) > 1
    all_solutions, first_solution = ambiguous.solve(len(solutions)), ambiguous.solve(1)
    assert (len(all_solutions), all_solutions.complete) == (len(solutions), True)
    assert (len(first_solution), first_solution.complete, first_solution.unique) == (1, False, False)
    assert puzzle(kind, INFEASIBLE).solve().solutions == ()
    assert puzzle(kind, INFEASIBLE).solve().complete
    assert puzzle(kind, INFEASIBLE).solution is None
    with pytest.raises(BadInput, match="limit 0: write a whole number from 1 on"):
        ambiguous.solve(0)


@pytest.mark.parametrize("kind", KINDS)
def test_many_solved_as_one_by_one(kind):
    puzzles = [puzzle(kind), puzzle(kind, AMBIGUOUS), puzzle(kind, INFEASIBLE)]
    table = module(kind).solve(puzzles, limit=2)
    assert table.columns.tolist() == ["name", "size", "solutions", "complete", "nodes", "solution"]
    assert table["solutions"].tolist() == [1, 2, 0]
    assert table["complete"].tolist() == [True, False, True]
    assert table["name"].tolist() == ["first", "", ""]
    assert np.array_equal(table["solution"][0], puzzles[0].solution)
    assert table["solution"][2] is None
    assert table.attrs == {"puzzle": kind, "limit": 2}
    with pytest.raises(BadInput, match=r"^puzzle 1\b.*: "):
        module(kind).solve([puzzles[0], "text"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_counts(kind):
    ambiguous = puzzle(kind, AMBIGUOUS)
    number = len(ambiguous.solve(1000))
    table = module(kind).solve([ambiguous], limit=number)
    assert (table["solutions"][0], table["complete"][0]) == (number, True)
    assert rc.solve([ambiguous], limit=1)["solutions"].tolist() == [1]
    assert not ambiguous.solve(number - 1).complete


@pytest.mark.parametrize("kind", KINDS)
def test_other_solutions_are_not_equal(kind):
    result = puzzle(kind, AMBIGUOUS).solve(2)
    shorter = replace(result, solutions=result.solutions[:1])
    assert result != shorter
    assert shorter != result
    assert result != replace(result, solutions=result.solutions[::-1])
