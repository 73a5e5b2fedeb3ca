"""Where Rullos are hard to compute: measured times, and expected numbers of solutions."""

import itertools
from math import log2

import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.puzzle import Rullo
from rullo_studies.rullo.hard_to_compute import estimate_solutions, expected_solutions, load_times

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
def times(tmp_path):
    path = tmp_path / "peers.csv"
    path.write_text(ROWS)
    return load_times(path)


def test_times_are_in_order(times):
    """Ranges of fewer numbers first, then shorter sides, then as measured; none for what is undecided."""
    assert list(dict.fromkeys(zip(times["range"], times["side"], strict=True))) == [
        ("1", 8),
        ("1-9", 8),
        ("1-9", 9),
    ]
    assert times["solver"].tolist() == ["ours", "clingo"] * 4
    assert times["solutions"].isna().tolist() == [False] * 7 + [True]


def test_invalid_files_are_refused(tmp_path):
    for text in ("size,range\n1,2\n", "", None):
        path = tmp_path / "peers.csv"
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_text(text)
        with pytest.raises(BadInput, match=r"make it with python -m benchmarks\.peers"):
            load_times(path)
    path.write_text(ROWS.replace("ours", "others"))
    with pytest.raises(BadInput, match=r"times: .* has no times of this project's solver"):
        load_times(path)


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
        assert expected_solutions(puzzle) == pytest.approx(by_trying(puzzle))


def test_an_impossible_target_is_counted_as_one_way():
    assert expected_solutions(Rullo.parse("0 4\n4 1 3", "")) == -2.0


def test_what_lines_alone_solve():
    puzzles = [draw_puzzle(side, side, values, 1, 0)[0] for side, values in ((3, (2, 5, 7)), (8, (1,)))]
    table = estimate_solutions(puzzles)
    assert table["size"].tolist() == ["3x3", "8x8"]
    assert table["simple"].tolist() == [True, False]
    assert table["expected"][1] == pytest.approx(24, abs=6)
    assert estimate_solutions([]).dtypes.tolist() == table.dtypes.tolist()
