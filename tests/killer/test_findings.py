"""What is told of Killer Sudokus, on numbers that are known."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from rullo_core.killer.findings import generation, report
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.solver import LEVELS
from rullo_core.killer.studies.inspection import CELLS


def drawn(draws):
    """A study of as many puzzles of each class, for each of which so many were drawn."""
    table = pd.DataFrame({"class": [name for name in draws for _ in range(100)]})
    table["draws"] = [number for name, number in draws.items() for _ in range(100)]
    return SimpleNamespace(manifest={"parameters": {"method": "report"}}, by_puzzle=table)


@pytest.mark.parametrize(("hard", "square", "near"), [(7, "0.0", True), (20, "27.0", False)])
def test_a_split_is_held_against_the_report_s(hard, square, near):
    """By the squares of what is off what is expected, in parts of it; 5.99 is met in one case of twenty by chance."""
    study = drawn({"easy": 77, "medium": 140, "hard": 660})
    found = pd.Series({"easy": 60 - (hard - 7), "medium": 33, "hard": hard})
    text = report.split(study, found)
    # Expected are 60, 33 and 7.
    assert f"χ² = {square}" in text
    assert ("within what chance allows" in text) == near


def test_the_rarest_and_the_most_frequent_one_solution():
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


def test_points_that_are_not_there_are_told():
    dataset = SimpleNamespace(tally=SimpleNamespace(total=70))
    there = SimpleNamespace(dataset=dataset, failure=None)
    gone = SimpleNamespace(dataset=None, failure="disk is full")
    assert report.overview([there, there]) == "2 points, 140 puzzles together."
    text = report.overview([there, gone, gone])
    assert text == "1 point, 70 puzzles together. 2 of 3 points are left out: disk is full."


def test_the_fewest_cages_are_those_of_9x9():
    cages = tuple(Cage(str(i), (i,), 1) for i in range(5))
    puzzles = {"fewest": [Killer(9, (3, 3), cages), Killer(9, (3, 3), cages[:4]), Killer(4, (2, 2), cages[:1])]}
    assert generation.fewest(puzzles) == "The fewest found here on 9×9 are **4**."
    assert generation.fewest({"fewest": puzzles["fewest"][2:]}) == ""


@pytest.mark.parametrize(("class_of_solved", "rng"), [("easy", 60), ("medium", 33), ("hard", 7)])
def test_how_likely_it_is_that_none_of_the_report_s_puzzles_is_solved(class_of_solved, rng):
    """60 easy, 33 medium and 7 hard ones, of one class a fifth each."""
    table = pd.DataFrame({"class": [name for name in ("easy", "medium", "hard") for _ in range(20)], "cages": 40})
    solved = (table["class"] == class_of_solved) & (table.index % 5 == 0)
    for level in ("G", "CG", "CH"):
        table[f"solved_cells_{level}"] = np.where(solved, CELLS, 50)
    for level in set(LEVELS) - {"G", "CG", "CH"}:
        table[f"solved_cells_{level}"] = CELLS
    text = report.why(table)
    assert text.startswith("They look at cages **once**. On 60 puzzles of 40 cages, as many of each class, they solve")
    if 0.8**rng < 0.01:
        assert f"would all be left unsolved with a chance of {0.8**rng:.1%} only" in text
    else:
        assert "left unsolved" not in text
