import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.rullo.api import API, FEW_TEXTS
from rullo_core.rullo.puzzle import BadInput, Rullo, flat, parse_puzzles
from tests.rullo.puzzles import puzzles_with_solutions

WORKED_EXAMPLE = """\
   10 26 16 10 20
23  8  9  8  5  6
13  7  8  3  5  9
17  8  1  8  5  3
 8  2  8  5  2  6
21  2  8  4  5  8"""


def test_text_round_trip(figures):
    assert str(figures["figure 1"]) == WORKED_EXAMPLE
    for puzzle in figures.values():
        assert Rullo.parse(str(puzzle)) == puzzle


def test_comments_and_blank_lines_are_skipped():
    text = "# two puzzles\n\n1 1 # columns\n# the row\n2 1 1\n \n0\n0 5\n"
    assert parse_puzzles(text) == [Rullo(((1, 1),), (2,), (1, 1)), Rullo(((5,),), (0,), (0,))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3 3\n3 1\n3 1 2\n", "f.txt:2:3: a row here is its target-sum and 2 numbers, one under each column "
                              "target-sum, but this one has 1; add what is missing"),
        ("3 3 3\n3 1 2\n", "f.txt:2:5: a row here is its target-sum and 3 numbers, one under each column target-sum, "
                            "but this one has 2; add what is missing"),
        ("3 3\n3 1 2\n\t3 1  2 7\n", "f.txt:3:9: a row here is its target-sum and 2 numbers, one under each column "
                                    "target-sum, but this one has 3; remove what is too many"),
        ("3 3\n3 one 2\n", "f.txt:2:3: 'one' is not a whole number"),
        ("3 3\n3 1.5 2\n", "f.txt:2:3: '1.5' is not a whole number"),
        ("# head\n3 4\n3 1 2\n", "f.txt:2:1: the row target-sums total 3 and the column target-sums 7: no solution can "
                                "exist; mend"),
        ("3 3\n3 1_0 2\n", "f.txt:2:3: '1_0' is not a whole number"),
        ("3 3\n", "f.txt:1:1: column target-sums without rows"),
        ("# nothing\n", "f.txt: no puzzle"),
    ],
)  # fmt: skip
def test_invalid_text_is_refused(text, says):
    with pytest.raises(BadInput) as error:
        parse_puzzles(text, "f.txt")
    assert str(error.value).startswith(says)
    assert "\n" not in str(error.value)


def test_parse_refuses_several_puzzles():
    with pytest.raises(BadInput, match="2 puzzles where one is expected"):
        Rullo.parse("1\n1 1\n\n1\n1 1\n")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (((), (), ()), "a puzzle needs at least one row and one column"),
        ((((),), (0,), ()), "a puzzle needs at least one row and one column"),
        ((((1, 2), (3,)), (0, 0), (0, 0)), "row 2 has 1 numbers where there are 2 column target-sums"),
        ((((1, 2),), (0, 0), (0, 0)), "1 rows need 1 target-sums, not 2"),
        ((((1, 2),), (3,), (1, 1)), "the row target-sums total 3 and the column target-sums 2: no solution can exist"),
    ],
)
def test_invalid_puzzles_are_refused(parts, says):
    with pytest.raises(BadInput, match=f"^{says}"):
        Rullo(*parts)


def test_inverse_of_figure_12(figures):
    """The thesis misprints 14 for the third column: 28 - 16 = 12, and only then do the totals agree."""
    inverse = figures["figure 1"].inverted()
    assert inverse.column_targets == (17, 8, 12, 12, 12)
    assert inverse.row_targets == (13, 19, 8, 15, 6)


@given(puzzles_with_solutions())
def test_inversion_exchanges_included_and_excluded(example):
    puzzle, solution = example
    inverse = tuple(
        tuple(number != 0 and not is_included for number, is_included in zip(numbers, choices, strict=True))
        for numbers, choices in zip(puzzle.numbers, solution, strict=True)
    )
    assert puzzle.is_solved_by(solution)
    assert puzzle.inverted() == Rullo.from_solution(puzzle.numbers, inverse)
    assert puzzle.inverted().inverted() == puzzle


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 2), (4, 4)], ids=str)
def test_a_kernel_writes_the_texts_of_puzzles(size):
    """Of so many that a kernel is used, with numbers of one to seven digits, some negative."""
    draw, lengths = np.random.default_rng(1), np.arange(2 * FEW_TEXTS) % 7
    numbers = draw.integers(-9, 10, (len(lengths), *size)) * 10 ** lengths[:, None, None]
    included = numbers * draw.integers(0, 2, numbers.shape)
    parts = numbers, included.sum(axis=2), included.sum(axis=1)
    expected = [str(API.unpack(*arrays)) for arrays in zip(*parts, strict=True)]
    assert API.texts(dict(zip(API.arrays, parts, strict=True))) == expected


def test_hole_is_never_included():
    puzzle = Rullo(((0, 1),), (1,), (0, 1))
    assert puzzle.is_solved_by(((False, True),))
    assert not puzzle.is_solved_by(((True, True),))


@given(puzzles_with_solutions(), st.randoms(use_true_random=False))
def test_canonical_form_is_the_same_for_all_permutations(example, rng: random.Random):
    puzzle, _ = example
    rows = rng.sample(range(puzzle.height), puzzle.height)
    columns = rng.sample(range(puzzle.width), puzzle.width)
    permuted = puzzle.permuted(rows, columns)
    assert permuted.canonical() == puzzle.canonical()
    assert permuted.transposed().canonical(transpose=True) == puzzle.canonical(transpose=True)
    assert permuted.inverted().canonical(invert=True) == puzzle.canonical(invert=True)
    assert permuted.inverted().transposed().canonical(transpose=True, invert=True) == puzzle.canonical(
        transpose=True, invert=True
    )


@given(puzzles_with_solutions(max_side=3))
def test_canonical_form_is_one_of_the_permutations(example):
    puzzle, _ = example
    assert puzzle.canonical() in {
        puzzle.permuted(rows, columns)
        for rows in permutations(range(puzzle.height))
        for columns in permutations(range(puzzle.width))
    }


def test_canonical_form_distinguishes_different_puzzles():
    first, second = Rullo(((1, 2), (2, 1)), (1, 1), (1, 1)), Rullo(((1, 2), (2, 1)), (1, 2), (1, 2))
    assert first.canonical() != second.canonical()
    assert first.canonical(transpose=True, invert=True) != second.canonical(transpose=True, invert=True)


@given(puzzles_with_solutions(max_side=3), st.randoms(use_true_random=False))
def test_canonical_form_with_a_solution_is_invariant(example, random):
    """It is the same for every order of rows and columns, and is one of them."""
    puzzle, solution = example
    rows = random.sample(range(puzzle.height), puzzle.height)
    columns = random.sample(range(puzzle.width), puzzle.width)
    permuted = tuple(tuple(solution[r][c] for c in columns) for r in rows)
    canonical, canonical_solution = puzzle.canonical_with(solution)
    assert puzzle.permuted(rows, columns).canonical_with(permuted) == (canonical, canonical_solution)
    assert canonical.is_solved_by(canonical_solution)
    assert canonical.canonical() == puzzle.canonical()


@pytest.mark.parametrize("convert", [list, np.array])
def test_lists_and_arrays_make_the_same_puzzle(convert):
    example = Rullo.parse(WORKED_EXAMPLE)
    puzzle = Rullo(
        convert([[*row] for row in example.numbers]), convert(example.row_targets), convert(example.column_targets)
    )
    assert (puzzle, hash(puzzle), repr(puzzle), str(puzzle)) == (example, hash(example), repr(example), str(example))
    assert {type(number) for number in flat(puzzle.numbers)} == {int}
    assert puzzle.rate() == example.rate()
    solution = example.solve()[0]
    from_array = Rullo.from_solution(convert([[*row] for row in example.numbers]), solution)
    assert from_array == example
    assert {type(target) for target in from_array.row_targets} == {int}


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (([1, 2], [3], [1, 2]), "numbers '[1, 2]': write a list of rows, such as [[1, 4], [5, 3]]"),
        (([[1.5, 2]], [2], [0, 2]), "numbers: '1.5' is no whole number; write one, such as 5"),
        ((np.array([[1.0, 2]]), [1], [1, 0]), "numbers: '1.0' is no whole number; write one, such as 5"),
        (([[1, 2]], 3, [1, 2]), "row_targets '3': write a list of whole numbers, such as [5, 7]"),
        (([[1, 2]], [3], ["1", 2]), "column_targets: '1' is no whole number; write one, such as 5"),
    ],
)
def test_lists_of_something_else_are_refused(parts, says):
    with pytest.raises(BadInput) as error:
        Rullo(*parts)
    assert str(error.value) == says
