"""All sorts of puzzles, measured alike: kernels' ratings against the frame, halts by hand, intervals."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from rullo_core import passes, places
from rullo_core.family import figures, findings
from rullo_core.family.measure import grow, look_at_halts, make_many, rate_all
from rullo_core.family.sorts import SORTS
from rullo_core.kakuro import solver as kakuro
from rullo_core.killer.solver import Reasoner
from rullo_core.passes.levels import is_settled
from rullo_core.rullo import published
from rullo_core.sudoku import solver as sudoku
from tests.outcomes import told

SIDES = {"Rullo": 7, "Kakuro": 8, "Killer Sudoku": 6, "Sudoku": 9}
TOGETHER = {
    "Rullo": lambda puzzle: False,
    "Kakuro": lambda puzzle: is_settled(kakuro.reach(puzzle, "G+Q").state),
    "Killer Sudoku": lambda puzzle: is_settled(Reasoner(puzzle).reach("O1").state),
    "Sudoku": lambda puzzle: is_settled(sudoku.reach(puzzle, "gac-locked").state),
}


@pytest.mark.parametrize("name", SORTS)
def test_ratings_are_those_of_the_frame(name):
    """The mean number of passes over all orders, the same for each sort; and what some units together solve."""
    sort = SORTS[name]
    puzzles = make_many(sort, 12, 3, SIDES[name])
    rated = rate_all(sort, puzzles)
    assert rated["passes"].notna().any()
    for (puzzle, solution), one in zip(puzzles, rated.itertuples(), strict=True):
        game = sort.game(puzzle)
        runs = [passes.run(game, order) for order in game.orders]
        assert runs[0].is_solved == (not np.isnan(one.passes))
        if runs[0].is_solved:
            assert one.passes == np.mean([len(run.passes) for run in runs])
            assert game.solution(runs[0].state) == game.solution(sort.known(solution))
        assert one.together == (runs[0].is_solved or TOGETHER[name](puzzle))
    assert make_many(sort, 2, 3, SIDES[name]) == puzzles[:2]


def test_halts_of_the_thesis_s_figure_20():
    """Lines leave 8 cells; the first one that is unknown brings two, and so on."""
    puzzle = published.puzzles()["figure 20"]
    sort = SORTS["Rullo"]
    game = sort.game(puzzle)
    (solution, *_) = game.find_solutions(1).solutions
    rated = pd.DataFrame({"passes": [np.nan, 3.0, np.nan], "together": [False, True, False]})
    halts = look_at_halts(sort, [(puzzle, solution)] * 3, rated, 1)
    stuck = passes.run(game).state
    unknown = game.unknown(stuck)
    guessed = game.with_value(stuck, unknown[0], solution[unknown[0][0]][unknown[0][1]])
    left = game.unknown(passes.run(game, state=guessed).state)
    assert halts.to_dict("records") == [{"open": 49, "unknown": 8, "found": 8 - len(left)}]
    assert len(unknown) == 8
    assert len(look_at_halts(sort, [(puzzle, solution)] * 3, rated, 9)) == 2


def test_shares_add_up_and_are_told():
    rated = {
        "Kakuro": pd.DataFrame({"passes": [4.0, np.nan, np.nan, 8.0], "together": [True, True, False, True]}),
        "Sudoku": pd.DataFrame({"passes": [np.nan] * 4, "together": [False] * 4}),
    }
    outcomes = findings.outcomes(rated)
    assert outcomes.loc["Kakuro"].tolist() == [0.5, 0.25, 0.25]
    assert outcomes.loc["Sudoku"].tolist() == [0, 0, 1]
    halts = {"Kakuro": pd.DataFrame({"open": [10, 20], "unknown": [5, 20], "found": [5, 10]})}
    left = findings.left_over(halts)
    assert left.loc["Kakuro"].tolist() == [2, 0.75, 0.25, 0.5]
    text = findings.answer(rated, left, {"Kakuro": 10, "Sudoku": 9})
    assert "**50% (2 of 4) of 10×10 Kakuros and 0% (0 of 4) of 9×9 Sudokus** (in brackets how many; too few" in text
    assert "solves another 1 of 4 Kakuros, the most" in text
    assert "the greatest share of Kakuros, 1 of 2." in text
    assert "(of the first 2 and 2 that are stuck)" in text
    table = findings.in_numbers(outcomes, rated, left)
    assert table.loc["Kakuro", ["simple", "with some together", "passes, median", "most"]].tolist() == [
        "50% (2 of 4)",
        "75%",
        "6",
        "8",
    ]


def test_intervals_of_enough_puzzles():
    assert findings.percent_of(5, 20) == "25% (11 to 47)"
    many = {name: pd.DataFrame({"passes": [4.0] * 9 + [np.nan], "together": True}) for name in ("Kakuro", "Sudoku")}
    text = findings.answer(many, findings.left_over({}), {"Kakuro": 10, "Sudoku": 9})
    assert "**90% (60 to 98) of 10×10 Kakuros and 90% (60 to 98) of 9×9 Sudokus** (in brackets 95 %" in text


def test_growth_and_pictures():
    sorts = {name: SORTS[name] for name in ("Rullo", "Killer Sudoku")}
    small = {name: replace(sort, usual=4, sides=sort.sides[:2]) for name, sort in sorts.items()}
    made = {name: make_many(sort, 5, 1) for name, sort in small.items()}
    grown = grow(small, made, 4, 1, 1)
    pd.testing.assert_frame_equal(grown, grow(small, dict.fromkeys(small, ()), 4, 1, 1))
    assert grown["cells"].tolist() == [9, 16, 16, 36]
    assert grown["puzzles"].tolist() == [4] * 4
    assert grown[["low", "high"]].isna().all(axis=None)
    more = grow({"Rullo": small["Rullo"]}, {"Rullo": ()}, 10, 1, 1)
    assert (more["low"] <= more["simple"]).all()
    assert (more["simple"] <= more["high"]).all()
    assert list(findings.growth(grown)["simple"].iloc[:1]) == ["100% (4 of 4)"]
    rated = {name: rate_all(sort, make_many(sort, 4, 1, 4)) for name, sort in small.items()}
    outcomes = findings.outcomes(rated)
    assert len(figures.in_one_picture(outcomes, findings.left_over({}), grown).axes) == 3
    assert len(figures.passes(rated).axes) == 2


def test_the_committed_notebook():
    text = told(places.NOTEBOOKS / "family" / "01-how-far.ipynb")
    assert "Of 200 puzzles of each sort with one solution, each made in the way told below, passes solve **" in text
    assert re.search(r"Sudoku \| +156 \|", text)
