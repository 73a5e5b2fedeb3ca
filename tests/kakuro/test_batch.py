import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API
from rullo_core.kakuro.batch import pack, pack_grids, rate_many, solve_many
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.solver import rate
from tests.kakuro.puzzles import EXAMPLE, MINIZINC, some_puzzles


@pytest.mark.parametrize("max_solutions", [1, 2, 50])
def test_the_same_as_one_by_one(max_solutions):
    puzzles = [
        *parse_puzzles(EXAMPLE.read_text()),
        *parse_puzzles(MINIZINC.read_text()),
        *some_puzzles(200 if max_solutions == 2 else 60, seed=max_solutions),
    ]
    expected = [rate(puzzle, max_solutions) for puzzle in puzzles]
    assert list(rate_many(puzzles, max_solutions, threads=2)) == expected
    kinds = [rating.kind for rating in expected]
    assert {"simple", "rectangular", "ambiguous", "infeasible"} <= set(kinds)


def test_limits():
    """Past the limit neither the number of solutions nor the kind is said."""
    hard = parse_puzzles(MINIZINC.read_text())[2]
    (rating,) = rate_many([hard], nodes=5)
    assert (rating.kind, rating.complete, rating.open_cells, rating.nodes) == ("undecided", False, 18, 5)
    (rating,) = rate_many([hard], nodes=6)
    assert (rating.kind, rating.complete, rating.solutions) == ("rectangular", True, 1)
    assert list(rate_many([])) == []


@pytest.mark.parametrize("max_solutions", [1, 2, 50])
def test_the_same_solutions_as_one_by_one(max_solutions):
    """In the same order, and with as many nodes."""
    puzzles = [*parse_puzzles(EXAMPLE.read_text()), *some_puzzles(80, seed=max_solutions, max_side=5)]
    expected = [API.find_solutions(puzzle, max_solutions) for puzzle in puzzles]
    assert list(solve_many(puzzles, max_solutions, threads=2)) == expected
    assert list(API.solve_many(puzzles, max_solutions, None)) == expected
    assert {0, 1, max_solutions} <= {len(answer.solutions) for answer in expected}
    assert {answer.complete for answer in expected} == {True, False}


NO_BORDER = "3 3\n0 0 0\n0 0 0\n0 0 0"
"""Cells of the first row and column are white, too."""

NINE_CELLS = "2 10\n- 1, 2, 3, 4, 5, 6, 7, 8, 9,\n,45" + " 0" * 9
"""The longest entry, with its only sum."""


@pytest.mark.parametrize("text", [NO_BORDER, NINE_CELLS])
def test_grids_that_are_right_are_not_looked_at(text):
    puzzle = parse_puzzles(text)[0]
    arrays, may_be_wrong = pack_grids(*API.to_arrays(puzzle).values())
    assert all(map(np.array_equal, arrays, pack([puzzle])))
    assert may_be_wrong.tolist() == [False]


def test_grids_are_packed_as_puzzles_are():
    """Also where white cells are no entry, entries have no clue, and sums may be wrong."""
    reduced = [puzzle.without_entries([0]) for puzzle in some_puzzles(20, seed=4) if len(puzzle.entries) > 4]
    puzzles = [
        *parse_puzzles(EXAMPLE.read_text()),
        *parse_puzzles(MINIZINC.read_text()),
        *some_puzzles(100, seed=3),
        *reduced,
    ]
    flagged = 0
    for puzzle in puzzles:
        arrays, may_be_wrong = pack_grids(*(np.repeat(array, 3, axis=0) for array in API.to_arrays(puzzle).values()))
        expected = pack([puzzle] * 3)
        assert all(map(np.array_equal, arrays, expected))
        flagged += may_be_wrong.any()
    assert flagged < len(puzzles) / 2


@pytest.mark.parametrize(
    ("text", "place", "clue"),
    [
        ("3 3\n- 4, 6,\n,7 0 0\n,3 0 0", (0, 1, 0, 0), 5),
        ("3 3\n- 4, 6,\n,7 0 0\n,3 0 0", (0, 1, 0, 1), 18),
        ("3 3\n- 4, 6,\n,7 0 0\n,3 0 0", (0, 0, 0, 1), 3),
        ("3 3\n- 4, 6,\n,7 0 0\n,3 0 0", (0, 2, 2, 1), 3),
        ("3 3\n- 4, 6,\n,7 0 0\n,3 0 0", (0, 0, 1, 0), -2),
        ("2 12\n- -" + " 5," * 10 + "\n- ,9" + " 0" * 10, (0, 0, 2, 0), 5),
        ("2 12\n- -" + " 5," * 5 + " 4," * 5 + "\n- ,45" + " 0" * 10, (0, 0, 2, 0), 5),
        ("2 2\n- -\n- 0", (0, 0, 1, 0), 0),
        # Of the last cell of a row or column, before one that begins with white cells.
        ("3 3\n0 0 -\n0 0 -\n- - -", (0, 0, 2, 1), 7),
        ("3 3\n0 0 -\n0 0 -\n- - -", (0, 2, 0, 0), 7),
        ("3 3\n0 0 -\n0 0 -\n- - -", (0, (0, 2), (2, 1), (1, 0)), 7),
    ],
)
def test_grids_that_break_a_rule_are_looked_at(text, place, clue):
    rows = [line.split() for line in text.splitlines()[1:]]
    white = np.array([[[word == "0" for word in row] for row in rows]])
    parts = [[(word.split(",") if "," in word else ("", "")) for word in row] for row in rows]
    clues = np.array([[[[int(number or 0) for number in pair] for pair in row] for row in parts]])
    clues[place] = clue
    assert pack_grids(white, clues)[1].tolist() == [True]
    with pytest.raises(BadInput, match=r"^puzzle 0: "):
        API.solve_arrays({"white": white, "clues": clues})
