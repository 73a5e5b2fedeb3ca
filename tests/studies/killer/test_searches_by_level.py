"""Searches by one level after each guess."""

import pytest

import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.killer.batch import solve_many
from tests.killer.examples import examples


@pytest.mark.parametrize("level", ["CH", "O1"])
def test_solutions_and_nodes(level):
    puzzles = list(examples().values())
    table = rs.killer.solve_by_level(puzzles, level, threads=2)
    expected = [(len(answer.solutions), answer.complete, answer.nodes) for answer in solve_many(puzzles, 1, level)]
    assert list(table.itertuples(index=False, name=None)) == expected
    timed = rs.killer.solve_by_level(puzzles[:2], level, timed=True)
    assert timed.drop(columns="milliseconds").equals(table[:2])
    assert (timed["milliseconds"] > 0).all()


def test_what_is_refused():
    with pytest.raises(BadInput, match="level 'X': take one of "):
        rs.killer.solve_by_level([], "X")
