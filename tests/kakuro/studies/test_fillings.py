import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.request import LayoutSpec
from rullo_core.kakuro.studies.fillings import fill_at_random, two_solutions

pytestmark = pytest.mark.slow


def test_random_fillings_are_hardly_ever_unique():
    plain, pushed = (fill_at_random([(6, 0.3, push)], 150, threads=2).iloc[0] for push in (0.0, 3.0))
    for found in (plain, pushed):
        assert found["unique"] + found["several"] + found["undecided"] == found["fillings"] == 150
    assert plain["unique"] == 0
    assert plain["with_rectangle"] > 0.95
    assert pushed["unique"] > 0
    assert pushed["open"] < plain["open"]
    assert pushed["rectangles"] < plain["rectangles"]


def test_a_second_solution_of_a_filling():
    puzzle, solution, other = two_solutions(LayoutSpec(6, 6, 0.3), 0)
    assert puzzle.is_solved_by(solution)
    assert puzzle.is_solved_by(other)
    assert sum(one != two for one, two in zip(solution, other, strict=True)) == 4
    with pytest.raises(BadInput, match="no second solution is found; take another index"):
        two_solutions(LayoutSpec(1, 2, 0, single=True), 0)
