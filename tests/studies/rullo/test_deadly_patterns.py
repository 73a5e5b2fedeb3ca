from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.errors import BadInput
from rullo_core.rullo.operation import PRODUCT
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import count_solutions, is_simple, reach, solutions
from rullo_studies.rullo.deadly_patterns import (
    NAMES,
    TooManySolutions,
    classify_by_patterns,
    connected_parts,
    deadly_patterns,
    list_deadly_patterns,
    list_unique_but_stuck,
    sort_of,
)
from tests.rullo.puzzles import puzzles_with_solutions


def smallest_flips(puzzle, solution):
    """All sets of cells are tried: those that can be flipped, and no part of them alone."""
    cells = [(r, c) for r in range(puzzle.height) for c in range(puzzle.width)]
    flips = []
    for choices in product((False, True), repeat=len(cells)):
        flip = frozenset(cell for cell, included in zip(cells, choices, strict=True) if included)
        alternative = tuple(
            tuple(cell is not ((r, c) in flip) for c, cell in enumerate(row)) for r, row in enumerate(solution)
        )
        if flip and puzzle.is_solved_by(alternative):
            flips.append(flip)
    return {flip for flip in flips if not any(smaller < flip for smaller in flips)}


@given(puzzles_with_solutions(max_side=3, numbers=st.integers(-2, 4)))
def test_patterns_are_the_smallest_sets_that_can_be_flipped(example):
    puzzle, solution = example
    patterns = deadly_patterns(puzzle, solution)
    assert {frozenset(pattern.cells) for pattern in patterns} == smallest_flips(puzzle, solution)
    for pattern in patterns:
        assert pattern.numbers == tuple(puzzle.numbers[r][c] for r, c in pattern.cells)


def test_the_thesis_s_patterns(figures):
    """Figures 8, 9 and 20: their patterns, and their 2, 4 and 4 solutions."""
    for name, kinds, number in (
        ("figure 8", ["rectangle"], 2),
        ("figure 9", ["several numbers", "rectangle"], 4),
        ("figure 20", ["rectangle", "rectangle"], 4),
        ("figure 1", [], 1),
    ):
        puzzle = figures[name]
        assert count_solutions(puzzle) == number == 2 ** len(kinds)
        for solution in solutions(puzzle):
            assert [pattern.kind for pattern in deadly_patterns(puzzle, solution)] == kinds


def test_parts_that_share_no_line_are_flipped_alone():
    """Each has two solutions, and the puzzle four."""
    numbers = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]
    solution = tuple(tuple(r == c for c in range(4)) for r in range(4))
    patterns = deadly_patterns(Rullo.from_solution(numbers, solution), solution, max_solutions=2)
    assert [pattern.cells for pattern in patterns] == [
        ((0, 0), (0, 1), (1, 0), (1, 1)),
        ((2, 2), (2, 3), (3, 2), (3, 3)),
    ]
    with pytest.raises(TooManySolutions, match="more than 1 solutions for 4 cells"):
        deadly_patterns(Rullo.from_solution(numbers, solution), solution, max_solutions=1)


def test_patterns_of_products():
    """The compiled search knows sums only."""
    solution = ((True, False), (False, True))
    (pattern,) = deadly_patterns(Rullo.from_solution([[2, 2], [2, 2]], solution, PRODUCT), solution)
    assert (pattern.kind, len(pattern.cells)) == ("rectangle", 4)


def test_patterns_as_a_table(figures):
    table = list_deadly_patterns(figures["figure 20"])
    assert table.pattern.tolist() == [1] * 4 + [2] * 4
    assert set(table["shape"]) == {"rectangle"}
    assert table.groupby("pattern").number.unique().map(list).tolist() == [[1], [3]]
    assert sorted(set(table[table.pattern == 1].row)), sorted(set(table[table.pattern == 1].column)) == ([1, 4], [2, 4])
    table = list_deadly_patterns(figures["figure 9"]).query("shape == 'several numbers'")
    assert (len(table), set(table.number), sorted(set(table.row))) == (8, {2, 4}, [1, 2, 4, 5])
    assert list_deadly_patterns(figures["figure 1"]).empty
    with pytest.raises(BadInput, match="solution: does not solve the puzzle"):
        list_deadly_patterns(figures["figure 8"], [[1, 1], [1, 1]])
    with pytest.raises(BadInput, match="has no solution"):
        list_deadly_patterns(Rullo(((5, 3), (5, 2)), (3, 2), (5, 0)))


def test_ambiguous_without_a_rectangle_to_flip(figures):
    """Figure 9 without its 6s: two solutions, though equal 2s stand at the corners of rectangles."""
    richer = figures["figure 9"]
    solution = next(solutions(richer))
    numbers = [[0 if number == 6 else number for number in row] for row in richer.numbers]
    choices = [
        [cell and number != 0 for cell, number in zip(*rows, strict=True)]
        for rows in zip(solution, numbers, strict=True)
    ]
    puzzle = Rullo.from_solution(numbers, choices)
    assert count_solutions(puzzle) == 2
    assert numbers[0][0] == numbers[0][1] == numbers[4][0] == numbers[4][1] == 2
    for reference in solutions(puzzle):
        assert [pattern.kind for pattern in deadly_patterns(puzzle, reference)] == ["several numbers"]


@pytest.mark.parametrize("grid", [(2, 4), (3, 3), (3, 4)], ids=str)
def test_over_a_single_number_lines_are_stuck_only_where_there_are_several_solutions(grid):
    stuck = 0
    for cells in product((False, True), repeat=grid[0] * grid[1]):
        rows = [cells[i : i + grid[1]] for i in range(0, len(cells), grid[1])]
        puzzle = Rullo.from_solution([[1] * grid[1]] * grid[0], rows)
        if not is_simple(puzzle):
            assert len(list(islice(solutions(puzzle), 2))) == 2
            stuck += 1
    assert 100 < stuck < 2 ** (grid[0] * grid[1])


def test_a_larger_pattern_of_one_number():
    """Six ones around a hole in each row and column, which leaves no rectangle."""
    puzzle = Rullo(((1, 1, 0), (0, 1, 1), (1, 0, 1)), (1, 1, 1), (1, 1, 1))
    (pattern,) = deadly_patterns(puzzle, next(solutions(puzzle)))
    assert pattern.kind == "one number"
    assert len(pattern.cells) == 6


def test_too_many_solutions():
    puzzle = Rullo(((1,) * 6,) * 6, (3,) * 6, (3,) * 6)
    with pytest.raises(TooManySolutions):
        deadly_patterns(puzzle, next(solutions(puzzle)), max_solutions=50)
    assert sort_of(puzzle, next(solutions(puzzle)), max_solutions=50) == "many solutions"
    table = list_deadly_patterns(puzzle, max_solutions=50)
    assert table.empty
    assert not table.attrs["complete"]


def test_parts_share_no_line(figures):
    parts = list(connected_parts(reach(figures["figure 20"])))
    assert [len(part) for part in parts] == [8]  # two rectangles that share a column
    diagonal = ((None, None, True), (None, None, True), (True, True, None))
    assert sorted(map(len, connected_parts(diagonal))) == [1, 4]


@pytest.mark.parametrize(
    "grid", [((1, 1, 1), (1, 1, 2), (1, 2, 1)), ((1, 1, 2), (1, 1, 2), (2, 2, 2)), ((1, 2, 1),) * 3]
)
def test_puzzles_that_need_a_guess_and_have_one_solution(grid):
    """On a grid, all 512 solutions, by the readable solver."""
    expected = set()
    for choices in product((False, True), repeat=9):
        puzzle = Rullo.from_solution(grid, (choices[:3], choices[3:6], choices[6:]))
        if not is_simple(puzzle) and count_solutions(puzzle) == 1:
            expected.add(puzzle)
    puzzles = [puzzle for puzzle in list_unique_but_stuck(3, (1, 2)) if puzzle.numbers == grid]
    assert {*puzzles, *(puzzle.inverted() for puzzle in puzzles)} == expected
    assert sort_of(puzzles[0], next(solutions(puzzles[0]))) == "a guess, but one solution" if puzzles else not expected


def test_two_rows_need_no_guess_but_among_several_solutions():
    for width in (2, 3, 4):
        assert list_unique_but_stuck((2, width), (1, 2, 3)) == []
        assert list_unique_but_stuck((width, 2), (1, 2, 3)) == []


def test_classes_of_random_puzzles():
    table = classify_by_patterns(["2x2", "4x4"], ["1", "1-3"], 40, 3)
    assert list(table) == list(NAMES)
    assert (table.sum(axis=1) == 40).all()
    assert table.index.tolist() == [("1", "2x2"), ("1", "4x4"), ("1-3", "2x2"), ("1-3", "4x4")]
    assert (table.loc["1", "a guess, but one solution"] == 0).all()
    with pytest.raises(BadInput, match="count = 0"):
        classify_by_patterns(count=0)


def test_over_one_number_no_unique_puzzle_is_stuck():
    assert list_unique_but_stuck(3, 1) == []


def test_any_seed_from_zero_on_can_be_drawn_with():
    assert len(classify_by_patterns(["2x2"], ["1"], count=2, seed=0)) == 1
    with pytest.raises(BadInput, match="seed"):
        classify_by_patterns(["2x2"], ["1"], count=2, seed=-1)
