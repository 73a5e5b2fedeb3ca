"""Fill boards of any shape at random: repeatedly choose a cell with the fewest candidates, and one of these."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.rng import integer_below, random_bit


class FillSpec(NamedTuple):
    """Working memory: which cells share a unit; by depth, candidates of each cell, the chosen cell and its untried
    digits.
    """

    sees: np.ndarray
    choices: np.ndarray
    cells: np.ndarray
    digits: np.ndarray


def filler_for(sees: np.ndarray) -> FillSpec:
    """Return working memory for a board, with `sees` as in `rullo_core.killer.kernels.board.Frame`."""
    size = len(sees)
    return FillSpec(sees, np.zeros((size + 1, size), np.int64), *np.zeros((2, size), np.int64))


@kernel
def fill(room, digits, rng, stop):
    """Fill a board with digits from 1; False if stopped.

    Choose one of the cells with the fewest candidates, and one of its candidates, both uniformly. At a dead end, try
    the next digit of the last cell; after `4 * side` dead ends, start again. Boards are not equally likely.
    """
    sees, choices = room.sees, room.choices
    size = len(digits)
    side = 1
    while side * side < size:
        side += 1
    choices[0, :] = (1 << side) - 1
    while not stop[0]:
        digits[:] = 0
        depth = dead = 0
        is_backtracking = False
        while depth < size and dead <= 4 * side:
            if not is_backtracking:
                cell, fewest, ties = -1, side + 1, 0
                for i in range(size):
                    if digits[i] == 0:
                        candidates = choices[depth, i]
                        count = 0
                        while candidates:
                            candidates &= candidates - 1
                            count += 1
                        if count < fewest:
                            cell, fewest, ties = i, count, 1
                        elif count == fewest:
                            ties += 1
                            if integer_below(rng, ties) == 0:
                                cell = i
                room.cells[depth], room.digits[depth] = cell, choices[depth, cell]
            else:
                cell = room.cells[depth]
                digits[cell] = 0
            untried = room.digits[depth]
            if untried == 0:
                dead += not is_backtracking
                is_backtracking = True
                depth -= 1
                if depth < 0:
                    break
                continue
            bit = random_bit(untried, rng)
            room.digits[depth] ^= bit
            digit = 0
            rest = bit
            while rest:
                rest >>= 1
                digit += 1
            digits[cell] = digit
            for i in range(size):
                choices[depth + 1, i] = choices[depth, i] & ~(bit * sees[cell, i])
            depth += 1
            is_backtracking = False
        if depth == size:
            return True
    return False
