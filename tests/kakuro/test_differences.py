"""Sums of several entries: which there are, that no solution breaks one, and a puzzle that needs them."""

from collections import Counter
from itertools import islice

import pandas as pd
import pytest

from rullo_core.kakuro.api import API
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.rules import MOST_CELLS, differences, regions
from rullo_core.kakuro.solver import reach, solutions
from rullo_core.passes.levels import is_fixed
from rullo_studies.kakuro.how_much_reasoning import propagate
from tests.kakuro.puzzles import NEEDS_SUMS, some_puzzles


def test_the_cells_that_entries_do_not_share():
    """Two rows of three: all across are inside; the third column is not an entry, so its cells are what is left."""
    puzzle = Kakuro.parse("3 4\n- 4, 6, -\n,7 0 0 -\n,8 0 0 0")
    text = {unit.name: ([puzzle.cells[cell] for cell in unit.cells], unit.rule) for unit in differences(puzzle)}
    cells, rule = text["rows 2 to 3, 15 across and 10 down"]
    assert (cells, rule.signs, rule.total) == ([(2, 3)], (1,), 5)
    # The last column with the entry across that lies there for two thirds: what it has more is added.
    cells, rule = text["columns 3 to 4, 8 across and 6 down"]
    assert (cells, rule.signs, rule.total) == ([(2, 1), (2, 3), (1, 2)], (1, 1, -1), 2)
    assert rule.apart == {(0, 1)}


def test_no_solution_breaks_one():
    """Also of puzzles with several solutions, and where clues and entries are left out; a level keeps all of them."""
    units = mixed = 0
    for puzzle in some_puzzles(150, seed=5):
        first_solutions = list(islice(solutions(puzzle), 20))
        # Each sum comes once, from whichever side of a region.
        text = Counter(
            frozenset(zip(unit.cells, (sign * factor for factor in unit.rule.signs), strict=True))
            for unit in differences(puzzle)
            for sign in (1, -1)
        )
        assert set(text.values()) <= {1}
        for unit in differences(puzzle):
            rule = unit.rule
            units += 1
            mixed += -1 in rule.signs
            assert 0 < len(unit.cells) == len(set(unit.cells)) <= MOST_CELLS
            for solution in first_solutions:
                digits = [solution[cell] for cell in unit.cells]
                assert sum(sign * digit for sign, digit in zip(rule.signs, digits, strict=True)) == rule.total
                assert all(digits[i] != digits[j] for i, j in rule.apart)
        if first_solutions:
            for level in ("G+D", "G+Q+D"):
                state = reach(puzzle, level).state
                assert all(
                    digit in domain
                    for solution in first_solutions
                    for digit, domain in zip(solution, state, strict=True)
                )
    assert units > 500
    assert mixed > 100


def test_as_many_cells_as_are_looked_at_row_by_row():
    sizes = {len(unit.cells) for puzzle in some_puzzles(20, seed=5) for unit in differences(puzzle)}
    assert sizes == set(range(1, MOST_CELLS + 1))


def test_a_puzzle_that_needs_them():
    assert len(list(solutions(NEEDS_SUMS))) == 1
    assert not is_fixed(reach(NEEDS_SUMS, "G+Q").state)
    assert is_fixed(reach(NEEDS_SUMS, "G+D").state)
    unfixed = {level: propagate([NEEDS_SUMS], level)["unfixed"][0] for level in ("G", "G+Q", "G+D", "G+Q+D")}
    assert 0 < unfixed["G+Q"] <= unfixed["G"]
    assert unfixed["G+D"] == unfixed["G+Q+D"] == 0


def test_they_are_told():
    text = list(API.explain(NEEDS_SUMS, "G+Q+D"))
    assert text[-1] == (
        "Solved with 2 rounds of rectangles and 2 rounds of sums of several entries. That is the only solution."
    )
    assert not any(line.startswith("Guess") for line in text)
    by_sums = [line for line in text if "sums of several entries:" in line]
    assert len(by_sums) == 2
    assert all("down, so (" in line for line in by_sums)


def test_hints_use_them():
    digits = [min(domain) if len(domain) == 1 else 0 for domain in reach(NEEDS_SUMS, "G").state]
    hint = NEEDS_SUMS.hint(API.to_array(NEEDS_SUMS, digits))
    assert (hint.verdict, hint.level) == ("step", "G+Q+D")
    assert "so (" in hint.reason


@pytest.mark.parametrize("level", ["G+D", "G+Q+D"])
def test_levels_find_no_solution_where_there_is_none(level):
    puzzles = [puzzle for puzzle in some_puzzles(60, seed=7) if next(solutions(puzzle), None) is None]
    assert puzzles
    for unfixed in propagate(puzzles, level, threads=2)["unfixed"]:
        assert unfixed is pd.NA or unfixed != 0


def test_regions_are_called_by_the_rows_or_columns_that_they_span():
    puzzle = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    called = {name: sorted(region) for name, region in regions(puzzle)}
    assert called == {
        **{"row 2": [0, 1], "row 3": [2, 3], "rows 2 to 3": [0, 1, 2, 3]},
        **{"column 2": [0, 2], "column 3": [1, 3], "columns 2 to 3": [0, 1, 2, 3]},
    }
