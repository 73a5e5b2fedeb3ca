"""Steps as a table and as a map: each pass has a row, and guesses are marked."""

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.puzzles.lookup import api_of
from tests.puzzles.test_protocol import SEVERAL, puzzle

KINDS = ("rullo", "kakuro", "killer", "sudoku")

ROWS_FIRST = "1 2\n1 1 2\n2 1 2"
"""Its columns fix nothing before its rows do."""


def test_an_idle_pass_has_a_row_and_a_number():
    steps = rc.rullo.parse(ROWS_FIRST).steps()
    idle, *others = steps
    assert (idle.pass_number, idle.group, idle.unit, idle.cells, idle.values) == (1, "columns", "", (), {})
    assert [step.is_idle for step in (idle, *others)] == [True, False, False]
    assert not idle.is_guess
    frame = steps.to_frame()
    assert frame[["step", "pass"]].to_numpy().tolist() == [[1, 1], [2, 2], [2, 2], [3, 2], [3, 2]]
    assert frame["row"].isna().tolist() == frame["column"].isna().tolist() == [True] + [False] * 4
    assert frame["candidates"].iloc[0] == ""
    assert str(steps).splitlines()[0] == "A pass over columns eliminates nothing."


def test_passes_are_those_of_the_rating_though_the_first_is_idle():
    puzzles = rc.rullo.generate(100, size="3x3", values="1-2", simple=True, seed=3)
    steps = [one.steps() for one in puzzles]
    assert any(some[0].is_idle for some in steps)
    assert rc.rullo.rate(puzzles)["passes"].tolist() == [some.passes for some in steps]
    for some in steps:
        assert some.to_frame()["pass"].unique().tolist() == [*range(1, some.passes + 1)]


@pytest.mark.parametrize("kind", KINDS)
def test_until_the_guess_is_a_comparison(kind):
    steps = puzzle(kind, SEVERAL).steps()
    frame = steps.to_frame()
    guesses = frame[frame["group"] == "guess"]
    assert guesses["pass"].isna().all()
    assert guesses["guesses"].tolist() == [*range(1, steps.guesses + 1)]
    before = frame[frame["guesses"] == 0]
    assert len(before) == guesses.index[0]
    assert before["pass"].dtype == "Int64"
    assert (frame.dropna(subset="pass")["pass"].diff().dropna() >= 0).all()
    fixed = before.dropna(subset="value").set_index(["row", "column"])["pass"]
    found = steps.pass_map().stack().dropna()
    assert found.to_dict() == fixed.to_dict()


@pytest.mark.parametrize("kind", KINDS)
def test_the_map_has_each_cell_that_passes_fix(kind):
    one = puzzle(kind)
    steps = one.steps()
    found = steps.pass_map()
    assert found.shape == one.solution.shape == api_of(one).shape_of(one)
    assert (found.index[0], found.columns[0]) == (1, 1)
    assert (found.dtypes == "Int64").all()
    assert found.max(axis=None) == steps.passes
    known = {cell for step in steps for cell in step.values}
    assert {(int(r) + 1, int(c) + 1) for r, c in np.argwhere(found.notna())} == known


def test_the_player_neither_shows_nor_counts_idle_passes():
    play = api_of(rc.rullo.parse(ROWS_FIRST)).read_play(ROWS_FIRST, "the puzzle")
    assert [(step.number, step.group) for step in play.trace] == [(1, "rows"), (1, "rows")]
