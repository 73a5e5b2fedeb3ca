import pytest

from rullo_core.errors import BadInput
from rullo_studies.kakuro.random_fillings import fill_at_random

pytestmark = pytest.mark.slow


def test_random_fillings_are_hardly_ever_unique():
    plain, pushed = (fill_at_random("6x6", 0.3, 150, push=push, threads=2) for push in (0.0, 3.0))
    assert len(plain) == len(pushed) == 150
    assert set(plain["outcome"]) == {"ambiguous"}
    assert (plain["rectangles"] > 0).mean() > 0.95
    assert 0 < (pushed["outcome"] == "unique").mean() < 0.1
    assert pushed["unfixed"].mean() < plain["unfixed"].mean()
    assert pushed["rectangles"].mean() < plain["rectangles"].mean()


def test_a_second_solution_of_a_filling():
    fillings = fill_at_random("6x6", 0.3, 10)
    for puzzle, other_solution, rectangles in fillings[["puzzle", "other", "rectangles"]].itertuples(index=False):
        for digits in (puzzle.solution, other_solution):
            assert puzzle.is_solved_by([int(digits[cell]) for cell in puzzle.cells])
        assert rectangles == 0 or (puzzle.solution != other_solution).sum() == 4


def test_bad_requests():
    with pytest.raises(BadInput, match="fillings = 0: write a whole number"):
        fill_at_random("6x6", 0.3, 0)
    with pytest.raises(BadInput, match="every entry across it has one cell"):
        fill_at_random("1x2", 0, 1)
