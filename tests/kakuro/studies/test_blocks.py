from collections import Counter
from itertools import permutations, product

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.solver import rate, solutions
from rullo_core.kakuro.studies.blocks import count_block


def all_vectors(height, width):
    """The clues of every filling, by going through all digits."""
    rows = list(permutations(range(1, 10), width))
    return Counter(
        (*map(sum, digits), *map(sum, zip(*digits, strict=True)))
        for digits in product(rows, repeat=height)
        if all(len(set(column)) == height for column in zip(*digits, strict=True))
    )


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2)])
def test_against_all_digits(height, width):
    vectors = all_vectors(height, width)
    census = count_block(height, width)
    assert census.fillings == vectors.total()
    assert census.clues == len(vectors)
    assert census.most == max(vectors.values())
    assert census.unique == sum(number == 1 for number in vectors.values())
    unique = {clues for clues, number in vectors.items() if number == 1}
    text = [tuple(entry.clue for entry in puzzle.entries) for puzzle in census.puzzles]
    assert set(text) <= unique
    orbits = {
        (*across, *down)
        for clues in text
        for across in permutations(clues[:height])
        for down in permutations(clues[height:])
    }
    assert orbits == unique


# Fillings, clues, the most fillings of one, those with one: counted by another program before.
KNOWN = {
    (2, 2): (4104, 1835, 8, 580),
    (2, 3): (179_424, 34_153, 36, 3552),
    (2, 4): (5_772_816, 545_419, 192, 21_648),
    (3, 3): (43_038_576, 1_077_469, 744, 6840),
}


@pytest.mark.parametrize("size", KNOWN)
def test_known_counts(size):
    census = count_block(*size)
    assert (census.fillings, census.clues, census.most, census.unique) == KNOWN[size]
    assert census.kinds == {"simple": census.unique}


@pytest.mark.slow
def test_a_full_block_with_one_solution_need_not_be_simple():
    """2x5 is the smallest with one that is not; it is looked into by the readable solver."""
    census = count_block(2, 5)
    assert census.kinds == {"simple": 147_360, "rectangular": 20_400}
    puzzle = next(puzzle for puzzle in census.puzzles if rate(puzzle).kind == "rectangular")
    assert len(list(solutions(puzzle))) == 1
    assert sum(rate(one).kind == "rectangular" for one in census.puzzles) == 85
    wide = count_block(2, 8)
    assert wide.kinds == {"simple": 71_688_960, "rectangular": 21_208_320, "exhaustive": 161_280}
    assert count_block(2, 9).unique == 0
    assert count_block(3, 4).kinds == {"simple": 9216, "rectangular": 3168}


@pytest.mark.parametrize("size", [(4, 4), (2, 10), (0, 3), (3, 5), (5, 3)])
def test_larger_ones_are_refused(size):
    with pytest.raises(BadInput, match="full blocks are counted up to 1x9, 2x9 and 3x4"):
        count_block(*size)
