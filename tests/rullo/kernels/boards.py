"""Random boards with memory, for comparison with the readable solver."""

import numpy as np

from rullo_core.rullo.kernels.lines.memory import board_for, set_cell
from rullo_core.rullo.puzzle import Rullo


def random_board(random, height, width, values):
    """Return a random board with its numbers and choices."""
    numbers = random.choice(values, (height, width))
    choices = random.integers(0, 2, (height, width))
    board = board_for(height, width, int(np.abs(values).max()))
    for (r, c), number in np.ndenumerate(numbers):
        set_cell(board, height, r, c, number, np.uint64(choices[r, c]))
    return board, numbers, choices


def puzzle_of(numbers, choices):
    """Return the puzzle on a board, and the solution it is made from."""
    solution = tuple(tuple(map(bool, row)) for row in choices.tolist())
    return Rullo.from_solution(numbers.tolist(), solution), solution
