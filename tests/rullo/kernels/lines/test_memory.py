"""Boards with memory have the passes of the readable solver, also while cells change and change back."""

from copy import deepcopy

import numpy as np
import pytest

from rullo_core.compiled import interpreted
from rullo_core.interpreted import Stopwatch, at_once
from rullo_core.rullo.kernels.lines.memory import change, exchange, run, set_cell
from rullo_core.rullo.request import LONGEST_CLIMBED
from rullo_core.rullo.solver import game, unknown_cells
from rullo_core.rullo.solver import run as run_readably
from tests.rullo.kernels.boards import puzzle_of, random_board

SIZES = [(1, 1), (2, 3), (3, 2), (4, 4), (5, 5), (3, 9), (9, 3), (10, 10), (12, 7), (16, 16), (16, 2)]


def passes_of(puzzle, first):
    """Return passes, unknown and known cells by the readable solver; if it stalls, after whole iterations."""
    way = run_readably(puzzle, first)
    marks = game(puzzle).marks_of(way.state)
    return len(way.passes), len(unknown_cells(marks)), [[cell is not None for cell in row] for row in marks]


def compare(board, numbers, choices):
    height, width = numbers.shape
    puzzle, _ = puzzle_of(numbers, choices)
    for group, first in enumerate(("rows", "columns")):
        passes, unknown = run(board, height, width, group)
        wanted_passes, wanted_unknown, known_cells = passes_of(puzzle, first)
        assert (passes, unknown) == (wanted_passes, wanted_unknown)
        assert cells_of(board.known_cells[:height], width) == known_cells
        assert cells_of(board.known_cells[height:], height) == [
            list(column) for column in zip(*known_cells, strict=True)
        ]


def cells_of(masks, cells):
    return [[bool(mask >> i & 1) for i in range(cells)] for mask in masks.tolist()]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("values", [range(1, 10), (1, 2), (-3, -1, 2, 5), (1, 1000, 10**9)], ids=str)
def test_passes_match_the_readable_solver(size, values):
    """Start from random boards, change one cell at a time, and undo every other change."""
    random = np.random.default_rng([*size, len(values)])
    height, width = size
    board, numbers, choices = random_board(random, height, width, np.array(values))
    compare(board, numbers, choices)
    for step in range(6 if height * width > 100 else 25):
        r, c = int(random.integers(height)), int(random.integers(width))
        number, choice = int(random.choice(values)), int(random.integers(2))
        change(board, height, r, c, number, np.uint64(choice))
        previous = numbers[r, c], choices[r, c]
        numbers[r, c], choices[r, c] = number, choice
        compare(board, numbers, choices)
        if step % 2:
            numbers[r, c], choices[r, c] = previous
            set_cell(board, height, r, c, previous[0], np.uint64(previous[1]))
            exchange(board, height, r, c)
            compare(board, numbers, choices)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_interpreted_passes_are_the_same(size, monkeypatch):
    monkeypatch.setattr(Stopwatch, "spent", 0.0)
    board, _, _ = random_board(np.random.default_rng(1), *size, np.arange(1, 10))
    copied = deepcopy(board)
    for group in (0, 1, 0):
        assert at_once(lambda group=group: interpreted(run)(board, *size, group)) == run(copied, *size, group)
        assert (board.known_cells == copied.known_cells).all()
        assert (board.tables == copied.tables).all()


def test_versions_of_lines_do_not_repeat():
    """The versions of a line differ even after 2**16 changes."""
    board, numbers, choices = random_board(np.random.default_rng(1), 2, 2, np.array([1, 2, 3]))
    for step in range(2**16 + 5):
        change(board, 2, 0, 0, 1 + step % 3, np.uint64(1))
        if step % 4096 < 3:
            numbers[0, 0], choices[0, 0] = 1 + step % 3, 1
            compare(board, numbers, choices)


def test_longest_side_fits_into_a_table_entry():
    assert 2**LONGEST_CLIMBED - 1 < 2**16
