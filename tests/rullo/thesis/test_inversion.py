import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.solver import difficulty, run
from rullo_core.rullo.thesis.inversion import Compared, compare_with_inverses


@pytest.mark.parametrize(
    ("height", "width", "values"), [(2, 2, (1, 2, 3)), (2, 3, (1, 4)), (3, 2, (-2, 1)), (1, 5, (2, 3)), (3, 3, (1, 2))]
)
def test_inverses_have_equal_results(height, width, values):
    compared = compare_with_inverses(height, width, values)
    assert compared == Compared(height, width, values, (2 * len(values)) ** (height * width) // 2, 0, 0, 0)
    assert "no pair differs in anything" in str(compared)


def test_inverses_have_equal_results_with_the_readable_solver():
    for index in range(60):
        puzzle, solution = draw_puzzle(4, 4, (-3, 1, 2, 5), 11, index)
        inverse = puzzle.inverted()
        for first in ("columns", "rows"):
            passes, inverted = run(puzzle, first).passes, run(inverse, first).passes
            assert [one_pass.found for one_pass in passes] == [one_pass.found for one_pass in inverted]
        excluded = tuple(tuple(not cell for cell in row) for row in solution)
        assert difficulty(puzzle, solution) == difficulty(inverse, excluded)


def test_differences_are_counted(monkeypatch):
    from rullo_core.rullo.thesis import inversion

    def compare_inverses(values, first, last, height, width, compared):
        compared += np.array([8, 1, 0, 2])

    monkeypatch.setattr(inversion.kernel, "compare_inverses", compare_inverses)
    text = str(compare_with_inverses(2, 2, (1,)))
    assert "1 take another number of passes columns first, 0 another number rows first, and 2 have" in text
    assert "**some pairs differ**" in text


@pytest.mark.parametrize(
    ("arguments", "says"), [((2, 2, (0, 1)), "a 0 is a hole"), ((4, 4, (2, 3, 4)), "are too many to enumerate")]
)
def test_invalid_comparisons_are_refused(arguments, says):
    with pytest.raises(BadInput, match=says):
        compare_with_inverses(*arguments)
