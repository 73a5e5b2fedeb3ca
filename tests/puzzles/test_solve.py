"""Every kind of puzzle is solved: the solutions of a single puzzle and of several."""

from dataclasses import replace

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.lookup import api_of
from tests.puzzles.protocol import KINDS, NONE, SEVERAL, SOLUTIONS, keeps_the_rules, module, puzzle

pytestmark = pytest.mark.usefixtures("more")


@pytest.mark.parametrize("kind", KINDS)
def test_solutions(kind):
    found = puzzle(kind).solve()
    assert (len(found), found.complete, found.unique) == (1, True, True)
    (solution,) = found
    assert (solution.dtype, solution.ndim, solution.flags.writeable) == (np.int64, 2, False)
    assert SOLUTIONS[kind] is None or solution.tolist() == SOLUTIONS[kind]
    assert np.array_equal(puzzle(kind).solution, solution)
    assert found == puzzle(kind).solve()
    assert hash(found) == hash(puzzle(kind).solve())
    assert found != puzzle(kind, SEVERAL).solve()
    assert (
        repr(found)
        == f"<1 solution: <{type(found.puzzle).__name__} {api_of(found.puzzle).size_of(found.puzzle)} 'first'>>"
    )

    several = puzzle(kind, SEVERAL)
    every = several.solve(limit=1000)
    assert every.complete
    assert all(keeps_the_rules(kind, several, one) for one in every)
    assert len({one.tobytes() for one in every}) == len(every) > 1
    exactly, fewer = several.solve(len(every)), several.solve(1)
    assert (len(exactly), exactly.complete) == (len(every), True)
    assert (len(fewer), fewer.complete, fewer.unique) == (1, False, False)
    assert puzzle(kind, NONE).solve().solutions == ()
    assert puzzle(kind, NONE).solve().complete
    assert puzzle(kind, NONE).solution is None
    with pytest.raises(BadInput, match="limit 0: write a whole number from 1 on"):
        several.solve(0)


@pytest.mark.parametrize("kind", KINDS)
def test_many_solved_as_one_by_one(kind):
    some = [puzzle(kind), puzzle(kind, SEVERAL), puzzle(kind, NONE)]
    table = module(kind).solve(some, limit=2)
    assert table.columns.tolist() == ["name", "size", "solutions", "complete", "nodes", "solution"]
    assert table["solutions"].tolist() == [1, 2, 0]
    assert table["complete"].tolist() == [True, False, True]
    assert table["name"].tolist() == ["first", "", ""]
    assert np.array_equal(table["solution"][0], some[0].solution)
    assert table["solution"][2] is None
    assert table.attrs == {"puzzle": kind, "limit": 2}
    with pytest.raises(BadInput, match=r"^puzzle 1\b.*: "):
        module(kind).solve([some[0], "text"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_counts(kind):
    several = puzzle(kind, SEVERAL)
    number = len(several.solve(1000))
    table = module(kind).solve([several], limit=number)
    assert (table["solutions"][0], table["complete"][0]) == (number, True)
    assert rc.solve([several], limit=1)["solutions"].tolist() == [1]
    assert not several.solve(number - 1).complete


@pytest.mark.parametrize("kind", KINDS)
def test_other_solutions_are_not_equal(kind):
    found = puzzle(kind, SEVERAL).solve(2)
    fewer = replace(found, solutions=found.solutions[:1])
    assert found != fewer
    assert fewer != found
    assert found != replace(found, solutions=found.solutions[::-1])
