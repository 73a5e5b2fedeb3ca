"""Where Rullos are hard to compute: tables of measured times, and expected numbers of solutions."""

import itertools
from math import log2

import pandas as pd
import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.findings import ridge as findings
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.studies import ridge

ROWS = """size,range,index,solver,solutions,milliseconds
8,1-9,0,ours,1,2.0
8,1-9,0,clingo,1,6.0
8,1-9,1,ours,2,4.0
8,1-9,1,clingo,1,8.0
9,1-9,0,ours,2,20.0
9,1-9,0,clingo,,10000.0
8,1,0,ours,2,1.0
8,1,0,clingo,2,0.5
"""


@pytest.fixture
def measured(tmp_path):
    path = tmp_path / "peers.csv"
    path.write_text(ROWS)
    return ridge.read_measured(path)


def test_points(measured):
    ours, other = ridge.by_point(measured, "ours"), ridge.by_point(measured, "clingo")
    assert list(ours.index) == [("1", 8), ("1-9", 8), ("1-9", 9)]
    assert ours.loc[("1-9", 8)].tolist() == [2, 1.0, 3.0, 4.0]
    assert other.loc[("1-9", 9)].tolist() == [1, 0.0, 10000.0, 10000.0]
    assert ridge.disagreements(measured) == 1
    table = ridge.compared(ours, other, "clingo")
    assert table.loc["8x8 over 1-9", ["decided", "ratio"]].tolist() == ["100%", "2.33"]
    output = findings.beside_peer(
        *ridge.both_by_point(measured, "clingo"), "clingo", ridge.single_puzzles(measured, "clingo")
    )
    assert "with 1 to 2 puzzles a point: at 3 of 3 points one of the two decides most" in output
    assert "from 0.5 to at least 500 times ours (a stopped solver counts with the time it had used), and less" in output
    assert "Where both medians are over 10 ms, it is at least 5e+02 times ours" in output
    assert "ours decides more at 1 of them, clingo at 0" in output
    assert "It is faster on 1 of 4 single puzzles." in output


def test_the_same_puzzles_are_compared(measured):
    """Not one that the other was not given, and not what neither decides."""
    more = pd.concat([measured, pd.DataFrame([[8, "1", 1, "ours", 2.0, 99.0]], columns=ridge.COLUMNS)])
    ours, other = ridge.both_by_point(more, "clingo")
    assert ours.loc[("1", 8), ["puzzles", "median"]].tolist() == [1, 1.0]
    assert other.loc[("1", 8), "puzzles"] == 1
    none = measured.assign(solutions=measured["solutions"].where(measured["size"] == 8))
    assert "at 2 of 3 points one of the two decides most" in findings.beside_peer(
        *ridge.both_by_point(none, "clingo"), "clingo", (0, 0)
    )


def test_of_two_equal_times_none_is_the_faster(measured):
    alike = pd.DataFrame([[8, "1", 7, one, 2.0, 5.0] for one in ("ours", "clingo")], columns=ridge.COLUMNS)
    assert alike["milliseconds"].nunique() == 1
    faster, both = ridge.single_puzzles(measured, "clingo")
    assert ridge.single_puzzles(pd.concat([measured, alike]), "clingo") == (faster, both + 1)


def test_points_are_described(measured):
    ours = ridge.by_point(measured, "ours")
    survey = pd.DataFrame({"expected": [30.0, -4.0, 2.0], "simple": [0.0, 0.6, 0.1]}, index=ours.index)
    output = findings.where_hard_to_compute(ours, survey)
    assert "Of 3 points, 1 are hard to compute" in output
    assert "1-9 from 9x9." in output
    assert "at 1 of the 2 easy points" in output
    lines = findings.where_hard_to_reason(survey, 20).splitlines()
    assert lines[0] == "Of the 20 puzzles drawn of each size and range, lines alone solve"
    assert lines[2] == "* 1: none at any size"
    assert lines[3] == "* 1-9: most up to 8x8"
    easy = findings.where_hard_to_compute(ours[ours["median"] < 10], survey)
    assert easy == "None of these puzzles takes longer than some milliseconds."


def test_invalid_files_are_refused(tmp_path):
    for text in ("size,range\n1,2\n", "", None):
        path = tmp_path / "peers.csv"
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_text(text)
        with pytest.raises(BadInput, match=r"make it with python -m benchmarks\.peers"):
            ridge.read_measured(path)


def by_trying(puzzle):
    power = -sum(1 for row in puzzle.numbers for number in row if number)
    lines = zip((*puzzle.numbers, *puzzle.columns), (*puzzle.row_targets, *puzzle.column_targets), strict=True)
    for numbers, target in lines:
        present = [number for number in numbers if number]
        ways = itertools.product((0, 1), repeat=len(present))
        power += log2(sum(sum(x * n for x, n in zip(way, present, strict=True)) == target for way in ways))
    return power


@pytest.mark.parametrize("values", [(1, 2, 3), (-4, -1, 0, 2, 7)])
def test_expected_solutions_against_trying_all(values):
    for index in range(20):
        puzzle, _ = draw_puzzle(3, 4, values, 1, index)
        assert ridge.expected_solutions(puzzle) == pytest.approx(by_trying(puzzle))


def test_an_impossible_target_is_counted_as_one_way():
    assert ridge.expected_solutions(Rullo.parse("0 4\n4 1 3", "")) == -2.0


def test_a_survey_of_random_puzzles():
    table = ridge.survey([("1-9", 3), ("1", 8)], 20, 1)
    assert table.loc[("1-9", 3), "simple"] > 0.5
    assert table.loc[("1", 8)].tolist() == [pytest.approx(24, abs=6), 0.0]


@pytest.mark.parametrize(("median", "decided", "hard"), [(10.0, 1.0, 0), (10.1, 1.0, 1), (0.1, 0.9, 1), (99.0, 0.5, 1)])
def test_a_point_is_hard_if_it_takes_long_or_stays_undecided(median, decided, hard):
    index = pd.MultiIndex.from_tuples([("1-9", 8), ("1-9", 9)])
    ours = pd.DataFrame({"median": [1.0, median], "decided": [1.0, decided]}, index=index)
    output = findings.where_hard_to_compute(ours, pd.DataFrame({"expected": [1.0, 20.0]}, index=index))
    if hard:
        assert "Of 2 points, 1 are hard to compute" in output
        assert "1-9 from 9x9." in output
    else:
        assert output == "None of these puzzles takes longer than some milliseconds."
