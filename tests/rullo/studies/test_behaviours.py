"""Whether there are more difficult puzzles, by how lines can behave: what the census of all grids says, and for 3x4."""

import itertools

import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.line import UNKNOWN, solve_line
from rullo_core.rullo.solver import rate
from rullo_core.rullo.studies.behaviours import behaviours_of, look_above
from rullo_core.rullo.studies.bounds import most_difficult
from rullo_core.rullo.studies.realisable import hardest_puzzles


def answers(numbers, included):
    """What a line answers, by the known cells, by the readable solver."""
    solution = [bool(included >> i & 1) for i in range(len(numbers))]
    target = sum(itertools.compress(numbers, solution))
    table = []
    for known in range(1 << len(numbers)):
        state = tuple(chosen if known >> i & 1 else UNKNOWN for i, chosen in enumerate(solution))
        table.append(sum(1 << i for i, cell in enumerate(solve_line(numbers, target, state)) if cell is not UNKNOWN))
    return tuple(table)


@pytest.mark.parametrize(("cells", "largest"), [(1, 2), (2, 4), (3, 5), (4, 7)])
def test_lines_of_numbers_have_just_these_behaviours(cells, largest):
    for included in ((1 << number) - 1 for number in range(cells + 1)):  # others are these in another order
        lines = itertools.combinations_with_replacement(range(1, largest + 1), cells)
        found = {answers(numbers, included) for line in lines for numbers in set(itertools.permutations(line))}
        behaviours = behaviours_of(cells, included)
        assert found == {behaviour.table for behaviour in behaviours}
        assert len(found) == len(behaviours)
    assert len(behaviours_of(4, 0b0011)) == 31


@pytest.mark.parametrize("size", [(2, 2), (2, 3), pytest.param((3, 3), marks=pytest.mark.slow)])
def test_the_hardest_are_those_of_all_grids(size):
    (hardest, *_) = hardest_puzzles(*size)["simple"]
    assert look_above(*size, hardest.difficulty).puzzles == ()
    found = look_above(*size, hardest.difficulty - 0.5).puzzles
    assert found
    for puzzle in found:
        rated = rate(puzzle)
        assert (rated.simple, rated.difficulty) == (True, hardest.difficulty)


@pytest.mark.slow
def test_no_3x4_is_more_difficult_than_the_hardest_known():
    search = look_above(3, 4, most_difficult(3, 4))
    assert (search.choices, search.closed, search.puzzles) == (585870, 784, ())


@pytest.mark.parametrize("size", [(4, 4), (1, 5)])
def test_what_is_too_large(size):
    with pytest.raises(BadInput, match="take at most 12 cells, and no side longer than 4"):
        look_above(*size, 3)
