"""Numbers of solutions, against all puzzles and the readable solver; and the laws beside them."""

from collections import Counter
from itertools import product

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.rullo.puzzle import Rullo
from rullo_studies.rullo import switches
from rullo_studies.rullo.rests import rests_of


def points(*pairs):
    return pd.DataFrame(pairs, columns=["size", "values"])


def counted_by_the_solver(height, width, values):
    """Every puzzle once for each of its solutions, by the number of these."""
    counts = Counter()
    for numbers in product(values, repeat=height * width):
        grid = np.reshape(numbers, (height, width))
        for choices in product((False, True), repeat=height * width):
            puzzle = Rullo.from_solution(grid.tolist(), np.reshape(choices, (height, width)).tolist())
            counts[len(puzzle.solve(limit=100).solutions)] += 1
    return counts


@pytest.mark.parametrize(("height", "width", "values"), [(2, 2, (1, 2)), (2, 3, (1,)), (3, 3, (2,))])
def test_all_puzzles_are_counted_once_for_each_solution(height, width, values):
    counts, is_all = switches.numbers_of_solutions(height, width, values, 1, 1)
    assert is_all
    expected = counted_by_the_solver(height, width, values)
    assert {number: count for number, count in enumerate(counts.tolist()) if count} == expected


def test_random_puzzles_have_the_solutions_of_the_solver(monkeypatch):
    monkeypatch.setattr(switches, "MOST_EXHAUSTIVE", 0)
    counts, is_all = switches.numbers_of_solutions(4, 5, (1, 2, 3), 60, 3)
    expected = Counter()
    for rests in rests_of(4, 5, (1, 2, 3), 60, 3):
        for numbers in rests.numbers:
            puzzle = Rullo.from_solution(np.abs(numbers).tolist(), (numbers < 0).tolist())
            expected[len(puzzle.solve(limit=1000).solutions)] += 1
    assert {number: count for number, count in enumerate(counts.tolist()) if count} == expected
    assert not is_all


def test_a_sample_is_near_all_puzzles(monkeypatch):
    exact = rs.rullo.count_by_solutions(points(("3x3", "1-2")))
    monkeypatch.setattr(switches, "MOST_EXHAUSTIVE", 0)
    sampled = rs.rullo.count_by_solutions(points(("3x3", "1-2")), puzzles=20_000)
    assert (exact["error"] == 0).all()
    assert (abs(exact["share"] - sampled["share"]) <= 4 * sampled["error"] + 1e-4).all()
    assert (sampled["error"][:3] > 0).all()


def test_laws_have_the_mean_of_the_puzzles():
    """Of a Poisson number of switches and of the geometric law, with a single solution as often in both."""
    mean = 1.4
    of_switches = [switches.law_of_switches(np.log(mean), 2**number) for number in range(30)]
    assert sum(of_switches) == pytest.approx(1)
    assert sum(share * 2**number for number, share in enumerate(of_switches)) == pytest.approx(mean)
    assert switches.law_of_switches(np.log(mean), 6) == 0
    table = rs.rullo.count_by_solutions(points(("3x3", "1-2"))).set_index("solutions")
    exact = rs.rullo.compare_switches(points(("3x3", "1-2"))).iloc[0]
    assert table.loc["1", "switches"] == pytest.approx(exact.from_others)
    assert table.loc["1", "geometric"] == pytest.approx(exact.from_others)
    assert table[["share", "switches", "geometric"]].sum().tolist() == pytest.approx([1, 1, 1])


def test_other_solutions_of_boards_without_a_longer_side_than_3_are_switches():
    """One for each, so that their means are equal."""
    table = rs.rullo.compare_switches(points(("2x3", "1-4"), ("3x3", "1-2"), ("3x3", "1-3")))
    assert table["others"].tolist() == pytest.approx(table["switches"].tolist(), rel=1e-9)
    assert table["counted_others"].tolist() == pytest.approx(table["others"].tolist(), rel=1e-9)
    assert (table["error"] == 0).all()


def test_mean_numbers_of_others_are_near_the_exact_ones():
    table = rs.rullo.compare_switches(points(("5x5", "1-4"), ("4x6", "1-5")), puzzles=10_000)
    assert (abs(table["counted_others"] - table["others"]) < 4 * table["error_others"]).all()
    assert (table["from_others"] == 1 / (1 + table["others"])).all()
    simple = rc.rullo.rate(rc.rullo.generate(2000, size="5x5", values="1-4"))["simple"].mean()
    assert table["unique"][0] > simple - 0.03


def test_rows_are_missing_no_puzzle():
    table = rs.rullo.count_by_solutions(points(("3x4", "1"), ("5x5", "1-4")), puzzles=500)
    assert table.groupby("size")["share"].sum().tolist() == pytest.approx([1, 1])
    assert table["solutions"].tolist() == [*map(str, range(1, 9)), "more"] * 2
    assert table["share"].iloc[8] > 0
