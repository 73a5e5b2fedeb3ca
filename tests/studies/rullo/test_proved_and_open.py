from itertools import product

import pytest

from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import run
from rullo_studies.rullo.proved_and_open import compare_pass_counts


def pass_counts(height, width, values):
    """Compute the pass counts with the readable solver."""
    simple, only_one = {}, 0
    for numbers in product(values, repeat=height * width):
        grid = [numbers[i : i + width] for i in range(0, height * width, width)]
        for choices in product((False, True), repeat=height * width):
            puzzle = Rullo.from_solution(grid, [choices[i : i + width] for i in range(0, height * width, width)])
            columns, rows = run(puzzle, "columns"), run(puzzle, "rows")
            only_one += columns.is_solved != rows.is_solved
            if columns.is_solved:
                difference = len(columns.passes) - len(rows.passes)
                simple[difference] = simple.get(difference, 0) + 1
    return dict(sorted(simple.items())), only_one


@pytest.mark.parametrize(
    ("height", "width", "values"), [(1, 3, (1, 2)), (2, 2, (1, 2, 3)), (2, 3, (1, 2)), (3, 2, (-1, 1))]
)
def test_pass_counts_match_the_readable_solver(height, width, values):
    counts = compare_pass_counts((height, width), values)
    assert (counts["puzzles"].to_dict(), counts.attrs["one_order_only"]) == pass_counts(height, width, values)


def test_pass_counts_of_every_3x3_puzzle_of_the_thesis():
    counts = compare_pass_counts("3x3", "2-4")
    assert counts["puzzles"].to_dict() == {-1: 1_920_498, 0: 5_828_790, 1: 1_920_498}  # those of a census, in all
    assert counts.attrs["one_order_only"] == 0
