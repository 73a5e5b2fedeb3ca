"""Search for more difficult puzzles by behaviours of lines, compared with the census of all grids."""

import itertools

import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.line import UNKNOWN, solve_line
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import is_simple, make_step, rate, run
from rullo_studies.rullo.behaviours import behaviours_of, look_above
from rullo_studies.rullo.kernels.behaviours import most_passes
from rullo_studies.rullo.realisable import rate_combinations


def answers(numbers, included):
    """Cells known after filtering a line, by the cells known before, from the readable solver."""
    solution = [bool(included >> i & 1) for i in range(len(numbers))]
    target = sum(itertools.compress(numbers, solution))
    table = []
    for known_cells in range(1 << len(numbers)):
        state = tuple(choice if known_cells >> i & 1 else UNKNOWN for i, choice in enumerate(solution))
        table.append(sum(1 << i for i, cell in enumerate(solve_line(numbers, target, state)) if cell is not UNKNOWN))
    return tuple(table)


@pytest.mark.parametrize(("cells", "largest"), [(1, 2), (2, 4), (3, 5), (4, 7)])
def test_behaviours_match_those_of_all_lines(cells, largest):
    for included in ((1 << number) - 1 for number in range(cells + 1)):  # others are these in another order
        lines = itertools.combinations_with_replacement(range(1, largest + 1), cells)
        tables = {answers(numbers, included) for line in lines for numbers in set(itertools.permutations(line))}
        behaviours = behaviours_of(cells, included)
        assert tables == {behaviour.table for behaviour in behaviours}
        assert len(tables) == len(behaviours)
    assert len(behaviours_of(4, 0b0011)) == 31


@pytest.mark.parametrize("size", [(2, 2), (2, 3), pytest.param((3, 3), marks=pytest.mark.slow)])
def test_the_hardest_are_those_of_all_grids(size):
    greatest = rate_combinations([size])["simple"].max()
    assert look_above(*size, greatest).puzzles == ()
    puzzles = look_above(*size, greatest - 0.5).puzzles
    assert puzzles
    for puzzle in puzzles:
        rating = rate(puzzle)
        assert (rating.simple, rating.difficulty) == (True, greatest)


@pytest.mark.parametrize(
    ("size", "holes", "closed"),
    [((3, 4), [], 784), ((3, 4), [(0, 0)], 29), ((3, 4), [(0, 0), (0, 1)], 0), ((4, 3), [(0, 0)], 24)],
    ids=["none", "one", "two in a row", "turned"],
)
def test_no_3x4_is_more_difficult_than_the_hardest_known(size, holes, closed):
    search = look_above(*size, most_difficult(*size), holes)
    assert (search.closed, search.puzzles) == (closed, ())


@pytest.mark.slow
def test_no_4x4_has_a_difficulty_of_13():
    """That none has 11 takes ten times as long."""
    search = look_above(4, 4, 12.5)
    assert (search.closed, search.puzzles) == (0, ())


def test_holes():
    """The greatest difficulty of 2x3 with one hole, from all puzzles over 1 and 2."""
    greatest = 0
    for numbers in itertools.product((1, 2), repeat=5):
        grid = [(0, *numbers[:2]), numbers[2:]]
        for choices in itertools.product((False, True), repeat=5):
            puzzle = Rullo.from_solution(grid, ((False, *choices[:2]), choices[2:]))
            if is_simple(puzzle):
                greatest = max(greatest, make_step(puzzle).difficulty)
    assert look_above(2, 3, greatest, [(0, 0)]).puzzles == ()
    puzzles = look_above(2, 3, greatest - 0.5, [(0, 0)]).puzzles
    assert {rate(puzzle).difficulty for puzzle in puzzles} == {greatest}
    assert all(sum(row.count(0) for row in puzzle.numbers) == 1 for puzzle in puzzles)


def test_bound_on_remaining_passes():
    """After each pass on the way to random puzzles; as many as there can be after some of them."""
    tight = set()
    for index in range(500):
        puzzle, _ = draw_puzzle(3, 3, (1, 2, 3, 4), 1, index)
        for first in ("columns", "rows"):
            fixed_counts = [len(one_pass.fixed) for one_pass in run(puzzle, first).passes] if is_simple(puzzle) else []
            for pass_count in range(1, len(fixed_counts)):
                unknown, remaining = sum(fixed_counts[pass_count:]), len(fixed_counts) - pass_count
                assert remaining <= most_passes(unknown)
                if remaining == most_passes(unknown):
                    tight.add(unknown)
    assert tight == {2, 3, 4}


def test_large_sizes_are_refused():
    with pytest.raises(BadInput, match="1x5: take no side longer than 4"):
        look_above(1, 5, 3)
