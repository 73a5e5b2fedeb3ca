"""Published Sudokus, and small ones for the readable solver."""

import numpy as np

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.paths import PUBLISHED
from rullo_core.puzzles.boxes import side_of
from rullo_core.sudoku.digging import dig_puzzle
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.puzzle import Sudoku, parse_puzzles
from rullo_core.sudoku.request import DigSpec, FillSpec

PYTUDES = PUBLISHED / "sudoku" / "pytudes.txt"
"""50 easy puzzles, 11 of the hardest, 95 hard puzzles."""


def published():
    return parse_puzzles(PYTUDES.read_text())


def boxed(box):
    """Height and width of a box, of a number for square ones."""
    return box if isinstance(box, tuple) else (box, box)


def empty(box):
    return Sudoku(boxed(box), (0,) * side_of(boxed(box)) ** 2)


def dug(box, number, criterion="one-solution", seed=5):
    """Generate minimal puzzles by digging."""
    for index in range(number):
        board = fill_board(FillSpec("solver" if boxed(box) == (2, 2) else "fewest"), empty(box), seed, index).board
        yield dig_puzzle(board, DigSpec(criterion), seed, index).puzzle


def rng(index, seed=3):
    return rng_from_seed(seed, index)


def orbit(cell, symmetry, side):
    """The cells that share a row, column or box with a cell."""
    row, column = divmod(cell, side)
    last = side - 1
    images = {
        "none": [],
        "half-turn": [(last - row, last - column)],
        "quarter-turn": [(column, last - row), (last - row, last - column), (last - column, row)],
        "mirror": [(row, last - column)],
    }[symmetry]
    return {cell, *(r * side + c for r, c in images)}


def altered(puzzles, seed, period=4):
    """Puzzles with no, one or two digits less, one in so many with one more: with one, several and no solutions."""
    draw = np.random.default_rng(seed)
    for i, puzzle in enumerate(puzzles):
        cells = list(puzzle.cells)
        for _ in range(i % 3):
            cells[draw.choice(np.flatnonzero(cells))] = 0
        if i % period == period - 1:
            cells[draw.choice(np.flatnonzero(np.array(cells) == 0))] = int(draw.integers(1, puzzle.side + 1))
        yield puzzle.with_cells(cells)
