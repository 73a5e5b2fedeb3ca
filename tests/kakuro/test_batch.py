import pytest

from rullo_core.kakuro.api import API
from rullo_core.kakuro.batch import rate_many, solve_many
from rullo_core.kakuro.puzzle import parse_puzzles
from rullo_core.kakuro.solver import rate
from tests.kakuro.puzzles import EXAMPLE, MINIZINC, some_puzzles


@pytest.mark.parametrize("most", [1, 2, 50])
def test_the_same_as_one_by_one(most):
    puzzles = [
        *parse_puzzles(EXAMPLE.read_text()),
        *parse_puzzles(MINIZINC.read_text()),
        *some_puzzles(200 if most == 2 else 60, seed=most),
    ]
    expected = [rate(puzzle, most) for puzzle in puzzles]
    assert list(rate_many(puzzles, most, threads=2)) == expected
    kinds = [rating.kind for rating in expected]
    assert {"simple", "rectangular", "ambiguous", "infeasible"} <= set(kinds)


def test_limits():
    """Past the limit neither the number of solutions nor the kind is said."""
    hard = parse_puzzles(MINIZINC.read_text())[2]
    (rating,) = rate_many([hard], nodes=5)
    assert (rating.kind, rating.complete, rating.unfixed, rating.nodes) == ("undecided", False, 18, 5)
    (rating,) = rate_many([hard], nodes=6)
    assert (rating.kind, rating.complete, rating.solutions) == ("rectangular", True, 1)
    assert list(rate_many([])) == []


@pytest.mark.parametrize("enough", [1, 2, 50])
def test_the_same_solutions_as_one_by_one(enough):
    """In the same order, and with as many nodes."""
    puzzles = [*parse_puzzles(EXAMPLE.read_text()), *some_puzzles(80, seed=enough, most=5)]
    expected = [API.find_solutions(puzzle, enough) for puzzle in puzzles]
    assert list(solve_many(puzzles, enough, threads=2)) == expected == list(API.solve_many(puzzles, enough, None))
    assert {0, 1, enough} <= {len(found.solutions) for found in expected}
    assert {found.complete for found in expected} == {True, False}
