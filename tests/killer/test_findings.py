"""Sentences and tables about Killer Sudokus, from known numbers."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from rullo_core.killer.experiments.study import COLUMNS
from rullo_core.killer.findings import generation, report
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.solver import LEVELS
from rullo_core.killer.studies.inspection import CELLS


def test_columns_of_a_study_are_distinct_words():
    """Names with spaces mark datasets of an earlier version, which are refused."""
    assert all(name.isidentifier() for name in COLUMNS)
    assert len(set(COLUMNS)) == len(COLUMNS)
    assert {"solved_cells_E", "passes_OW", "solved_cells_CG_without_box_line"} <= set(COLUMNS)


def drawn(draws):
    """Return a study of 100 puzzles of each class, with the number of draws for each puzzle by class."""
    table = pd.DataFrame({"class": [name for name in draws for _ in range(100)]})
    table["draws"] = [number for name, number in draws.items() for _ in range(100)]
    return SimpleNamespace(manifest={"parameters": {"method": "report"}}, by_puzzle=table)


@pytest.mark.parametrize(("hard", "square", "near"), [(7, "0.0", True), (20, "27.0", False)])
def test_split_is_compared_with_the_report(hard, square, near):
    """By Pearson's chi-squared test at 5 %, whose critical value is 5.99."""
    study = drawn({"easy": 77, "medium": 140, "hard": 660})
    found = pd.Series({"easy": 60 - (hard - 7), "medium": 33, "hard": hard})
    text = report.split(study, found)
    # Expected are 60, 33 and 7.
    assert f"χ² = {square}" in text
    assert ("consistent with random sampling" in text) == near


def test_extremes_of_unique_puzzles():
    table = pd.DataFrame(
        {
            "cages": [20] * 50 + [30] * 50,
            "solutions": [1] * 5 + [2] * 45 + [1] * 40 + [2] * 10,
            "cages_first": 9.0,
            "solved_cells_CH": CELLS,
        }
    )
    text = report.extremes(table)
    assert text == "With 20 cages 5 of 50 puzzles have one solution, with 30 cages 80.0%."


def test_overview_names_missing_points():
    dataset = SimpleNamespace(tally=SimpleNamespace(total=70))
    there = SimpleNamespace(dataset=dataset, failure=None)
    gone = SimpleNamespace(dataset=None, failure="disk is full")
    assert report.overview([there, there]) == "2 points, 140 puzzles together."
    text = report.overview([there, gone, gone])
    assert text == "1 point, 70 puzzles together. 2 of 3 points are left out: disk is full."


def test_fewest_cages_are_those_of_9x9():
    cages = tuple(Cage(str(i), (i,), 1) for i in range(5))
    puzzles = {"fewest": [Killer(9, (3, 3), cages), Killer(9, (3, 3), cages[:4]), Killer(4, (2, 2), cages[:1])]}
    assert generation.fewest(puzzles) == "The fewest found here on 9×9 are **4**."
    assert generation.fewest({"fewest": puzzles["fewest"][2:]}) == ""


@pytest.mark.parametrize(("class_of_solved", "number"), [("easy", 60), ("medium", 33), ("hard", 7)])
def test_probability_that_no_puzzle_of_the_report_is_solved(class_of_solved, number):
    """The report has 60 easy, 33 medium and 7 hard puzzles; a fifth of those of one class is solved."""
    table = pd.DataFrame({"class": [name for name in ("easy", "medium", "hard") for _ in range(20)], "cages": 40})
    solved = (table["class"] == class_of_solved) & (table.index % 5 == 0)
    for level in ("G", "CG", "CH"):
        table[f"solved_cells_{level}"] = np.where(solved, CELLS, 50)
    for level in set(LEVELS) - {"G", "CG", "CH"}:
        table[f"solved_cells_{level}"] = CELLS
    text = report.why(table)
    assert text.startswith(
        "They filter cages only **once**. Of 60 puzzles of 40 cages, as many of each class, they solve"
    )
    if 0.8**number < 0.01:
        assert f"hard puzzles is solved is only {0.8**number:.1%}" in text
    else:
        assert "Even so" not in text
