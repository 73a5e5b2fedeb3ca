import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.parameters import read_range
from rullo_core.puzzles.boxes import sides_of
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.solver import difficulty, run
from rullo_studies.rullo.kernels import inverses as kernel
from rullo_studies.rullo.thesis.inversion import compare_with_inverses


@pytest.mark.parametrize(
    ("size", "values"), [("2x2", (1, 2, 3)), ("2x3", (1, 4)), ((3, 2), (-2, 1)), ("1x5", "2-3"), (3, "1-2")]
)
def test_inverses_have_equal_results(size, values):
    table = compare_with_inverses(size, values)
    height, width = sides_of(size)
    assert table.pairs.tolist() == 3 * [(2 * len(read_range(values))) ** (height * width) // 2]
    assert table.different.tolist() == [0, 0, 0]


def test_inverses_have_equal_results_with_the_readable_solver():
    for index in range(60):
        puzzle, solution = draw_puzzle(4, 4, (-3, 1, 2, 5), 11, index)
        inverse = puzzle.inverted()
        for first in ("columns", "rows"):
            passes, inverted = run(puzzle, first).passes, run(inverse, first).passes
            assert [one_pass.fixed for one_pass in passes] == [one_pass.fixed for one_pass in inverted]
        excluded = tuple(tuple(not cell for cell in row) for row in solution)
        assert difficulty(puzzle, solution) == difficulty(inverse, excluded)


def test_differences_are_counted(monkeypatch):
    from rullo_studies.rullo.thesis import inversion

    def compare_inverses(values, first, last, height, width, counts):
        counts += np.array([8, 1, 0, 2])

    monkeypatch.setattr(inversion.kernel, "compare_inverses", compare_inverses)
    assert compare_with_inverses("2x2", 1).T.to_numpy().tolist() == [[8, 8, 8], [1, 0, 2]]


@pytest.mark.parametrize(
    ("arguments", "says"), [(("2x2", (0, 1)), "a 0 is a hole"), (("4x4", (2, 3, 4)), "are too many to enumerate")]
)
def test_invalid_comparisons_are_refused(arguments, says):
    with pytest.raises(BadInput, match=says):
        compare_with_inverses(*arguments)


def test_which_results_of_inverses_differ_is_counted(monkeypatch):
    """By the kernel itself, of results that were made up for each solution."""
    outcomes = {solution: (solution % 5, solution % 3 == 0, solution % 4) for solution in range(16)}

    def solve_by_lines(rows, height, columns, width, solution, *states):
        halves, is_known, passes = outcomes[int(solution)]
        return halves, np.uint64(15 if is_known else 7), passes

    monkeypatch.setattr(kernel, "solve_by_lines", solve_by_lines)
    monkeypatch.setattr(kernel, "difficulty_after_stall", lambda *arguments: 2 * int(arguments[3]))
    monkeypatch.setattr(kernel, "room_for_grid", lambda *size: (None,) * 4)
    monkeypatch.setattr(kernel, "set_grid", lambda *arguments: None)
    monkeypatch.setattr(kernel, "turn", lambda solution, *size: solution)
    counts = np.zeros(4, np.int64)
    getattr(kernel.compare_inverses, "py_func", kernel.compare_inverses)(np.array([1]), 0, 3, 2, 2, counts)
    expected = np.zeros(4, np.int64)
    for puzzle, inverse in ((outcomes[solution], outcomes[15 - solution]) for solution in range(8)):
        later = [halves - passes if is_known else 0 for halves, is_known, passes in (puzzle, inverse)]
        expected += [1, puzzle[2] != inverse[2], later[0] != later[1], 0]
    for solution in range(8):
        results = [
            (outcomes[n][0] + (0 if outcomes[n][1] else 2 * n), outcomes[n][1]) for n in (solution, 15 - solution)
        ]
        expected[3] += results[0] != results[1]
    assert counts.tolist() == (3 * expected).tolist()
    assert (expected[1:] > 0).all()
