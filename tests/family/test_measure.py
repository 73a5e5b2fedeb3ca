"""Measurements of all kinds of puzzle: ratings by kernels, stuck puzzles by hand, intervals."""

import re
from dataclasses import replace
from itertools import count

import numpy as np
import pandas as pd
import pytest

from rullo_core import passes, paths
from rullo_core.family import figures, findings
from rullo_core.family.kinds import PUZZLE_KINDS, TRIES
from rullo_core.family.measure import generate_many, grow, measure_stalls, rate_table
from rullo_core.kakuro import solver as kakuro
from rullo_core.killer.solver import Reasoner
from rullo_core.passes.levels import is_fixed
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.thesis import published
from rullo_core.sudoku import solver as sudoku
from tests.outcomes import shown_markdown

SIDES = {"Rullo": 7, "Kakuro": 8, "Killer Sudoku": 6, "Sudoku": 9}
TOGETHER = {
    "Rullo": lambda puzzle: False,
    "Kakuro": lambda puzzle: is_fixed(kakuro.reach(puzzle, "G+Q").state),
    "Killer Sudoku": lambda puzzle: is_fixed(Reasoner(puzzle).reach("O1").state),
    "Sudoku": lambda puzzle: is_fixed(sudoku.reach(puzzle, "gac-locked").state),
}


@pytest.mark.parametrize("name", PUZZLE_KINDS)
def test_ratings_equal_the_readable_solver_s(name):
    """The mean number of passes over all orders, and whether units together solve the puzzle, for each kind."""
    kind = PUZZLE_KINDS[name]
    puzzles = generate_many(kind, 12, 3, SIDES[name])
    rated = rate_table(kind, puzzles)
    assert rated["passes"].notna().any()
    for puzzle, one in zip(puzzles, rated.itertuples(), strict=True):
        game = kind.game(puzzle)
        runs = [passes.run(game, order) for order in game.orders]
        assert runs[0].is_solved == (not np.isnan(one.passes))
        if runs[0].is_solved:
            assert one.passes == np.mean([len(run.passes) for run in runs])
            assert game.solution(runs[0].state) == game.solution(kind.api.state_with(puzzle, puzzle.solution))
        assert one.together == (runs[0].is_solved or TOGETHER[name](puzzle))
    assert generate_many(kind, 2, 3, SIDES[name]) == puzzles[:2]


def test_each_rullo_is_the_first_unique_one_from_its_index_on():
    for number, puzzle in enumerate(generate_many(PUZZLE_KINDS["Rullo"], 8, 1, 4)):
        drawn = (draw_puzzle(4, 4, tuple(range(1, 10)), 1, number * TRIES + i)[0] for i in count())
        assert puzzle == next(one for one in drawn if one.solve().unique)


def test_halts_of_the_thesis_s_figure_20():
    """Lines leave 8 cells; the first one that is unknown brings two, and so on."""
    puzzle = published.puzzles()["figure 20"]
    kind = PUZZLE_KINDS["Rullo"]
    game = kind.game(puzzle)
    rated = pd.DataFrame({"passes": [np.nan, 3.0, np.nan], "together": [False, True, False]})
    stalls = measure_stalls(kind, [puzzle] * 3, rated, 1)
    stuck = passes.run(game).state
    unknown = game.unknown(stuck)
    guessed = game.with_value(stuck, unknown[0], bool(puzzle.solution[unknown[0]]))
    left = game.unknown(passes.run(game, state=guessed).state)
    assert stalls.to_dict("records") == [{"open": 49, "unknown": 8, "found": 8 - len(left)}]
    assert len(unknown) == 8
    assert len(measure_stalls(kind, [puzzle] * 3, rated, 9)) == 2


def test_shares_add_up_and_are_described():
    rated = {
        "Kakuro": pd.DataFrame({"passes": [4.0, np.nan, np.nan, 8.0], "together": [True, True, False, True]}),
        "Sudoku": pd.DataFrame({"passes": [np.nan] * 4, "together": [False] * 4}),
    }
    outcomes = findings.outcomes(rated)
    assert outcomes.loc["Kakuro"].tolist() == [0.5, 0.25, 0.25]
    assert outcomes.loc["Sudoku"].tolist() == [0, 0, 1]
    stalls = {"Kakuro": pd.DataFrame({"open": [10, 20], "unknown": [5, 20], "found": [5, 10]})}
    left = findings.unfixed_share(stalls)
    assert left.loc["Kakuro"].tolist() == [2, 0.75, 0.25, 0.5]
    text = findings.answer(rated, left, {"Kakuro": 10, "Sudoku": 9})
    assert "**50% (2 of 4) of 10×10 Kakuros and 0% (0 of 4) of 9×9 Sudokus** (in brackets how many; too few" in text
    assert "solve another 1 of 4 Kakuros, the most" in text
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
    text = findings.answer(many, findings.unfixed_share({}), {"Kakuro": 10, "Sudoku": 9})
    assert "**90% (60 to 98) of 10×10 Kakuros and 90% (60 to 98) of 9×9 Sudokus** (in brackets 95 %" in text


def test_growth_and_pictures():
    kinds = {name: PUZZLE_KINDS[name] for name in ("Rullo", "Killer Sudoku")}
    small = {name: replace(kind, usual=4, sides=kind.sides[:2]) for name, kind in kinds.items()}
    generated = {name: generate_many(kind, 5, 1) for name, kind in small.items()}
    grown = grow(small, generated, 4, 1, 1)
    pd.testing.assert_frame_equal(grown, grow(small, dict.fromkeys(small, ()), 4, 1, 1))
    assert grown["cells"].tolist() == [9, 16, 16, 36]
    assert grown["puzzles"].tolist() == [4] * 4
    assert grown[["low", "high"]].isna().all(axis=None)
    more = grow({"Rullo": small["Rullo"]}, {"Rullo": ()}, 10, 1, 1)
    assert (more["low"] <= more["simple"]).all()
    assert (more["simple"] <= more["high"]).all()
    assert list(findings.growth(grown)["simple"].iloc[:1]) == ["100% (4 of 4)"]
    rated = {name: rate_table(kind, generate_many(kind, 4, 1, 4)) for name, kind in small.items()}
    outcomes = findings.outcomes(rated)
    assert len(figures.in_one_picture(outcomes, findings.unfixed_share({}), grown).axes) == 3
    assert len(figures.passes(rated).axes) == 2


def test_the_committed_notebook():
    text = shown_markdown(paths.NOTEBOOKS / "family" / "01-how-far.ipynb")
    assert "passes solve **82% (76 to 87) of 10×10 Kakuros" in text
    assert re.search(r"Sudoku \| +156 \|", text)
