import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.compiled import kernel
from rullo_core.rullo.kernels.lines import board, lanes
from rullo_core.rullo.puzzle import flat
from tests.rullo.kernels.rating import as_mask


@st.composite
def boards(draw):
    """Draw a grid of up to 8 x 8 small numbers, negative ones and holes, with a solution and known cells."""
    height, width = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = st.tuples(st.integers(-5, 15), st.booleans(), st.booleans())
    grid = draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=height, max_size=height))
    return [[(n, is_included and n != 0, is_known or n == 0) for n, is_included, is_known in row] for row in grid]


def in_lanes(grid, word=np.uint64):
    numbers = np.zeros(64, word)
    for r, row in enumerate(grid):
        for c, (number, _, _) in enumerate(row):
            numbers[8 * c + r] = abs(number)
    return numbers


def in_square(grid, of_cell, is_turned=False):
    """Return the cells of a grid of which something holds as bits of a square, which may be turned over."""
    places = [(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if of_cell(*cell)]
    return np.uint64(sum(1 << (8 * c + r if is_turned else 8 * r + c) for r, c in places))


@kernel
def make_pass(numbers, cells, included, unknown):
    return lanes.make_pass(numbers, cells, included, unknown)


def check_pass(grid, numbers, included, unknown, expected):
    """Solve lanes as compiled code, and as Python does."""
    height, width = len(grid), len(grid[0])
    after_pass = [[(0, False, bool(int(expected) >> c * height + r & 1)) for c in range(width)] for r in range(height)]
    unknown_after = in_square(after_pass, lambda _number, _included, is_known: not is_known, is_turned=True)
    assert make_pass(numbers, width, included, unknown) == unknown_after
    assert lanes.make_pass(numbers, width, included, unknown) == unknown_after
    for make in (board.make_pass, board.make_pass.py_func):
        assert make(numbers, 8, 8, included, ~unknown) == ~unknown_after


@given(boards())
def test_pass_matches_lines_solved_one_by_one(grid):
    height, width = len(grid), len(grid[0])
    numbers = np.array([[number for number, _, _ in row] for row in grid], np.int64)
    included = as_mask(flat([[is_included for _, is_included, _ in row] for row in grid]))
    known_cells = as_mask(flat([[is_known for _, _, is_known in row] for row in grid]))
    expected = board.make_pass(numbers, height, width, included, known_cells)
    in_rows = in_square(grid, lambda number, is_included, _: is_included != (number < 0))
    unknown = in_square(grid, lambda _number, _included, is_known: not is_known)
    if lanes.fit(in_lanes(grid), in_rows):
        check_pass(grid, in_lanes(grid), in_rows, unknown, expected)
    sizes = [[abs(number) for number, _, _ in row] for row in grid]
    if max(sum(row) for row in sizes) <= 2 * lanes.LARGEST_IF_NARROW + 1:
        check_pass(grid, in_lanes(grid, np.uint32), in_rows, unknown, expected)


@pytest.mark.parametrize(
    ("row", "included", "fits"),
    [
        ((63,), (1,), True),
        ((64,), (0,), False),
        ((40, 23, 60), (1, 1, 0), True),
        ((40, 24, 62, 1), (1, 1, 0, 0), True),
        ((40, 24, 63, 1), (1, 1, 0, 0), False),
    ],
)
def test_fit_recognises_puzzles_that_fit(row, included, fits):
    numbers = np.zeros(64, np.uint64)
    numbers[: 8 * len(row) : 8] = row
    assert bool(lanes.fit(numbers, as_mask(included))) is fits
