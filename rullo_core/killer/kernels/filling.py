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
        back = False
        while depth < size and dead <= 4 * side:
            if not back:
                cell, fewest, alike = -1, side + 1, 0
                for one in range(size):
                    if digits[one] == 0:
                        left = choices[depth, one]
                        many = 0
                        while left:
                            left &= left - 1
                            many += 1
                        if many < fewest:
                            cell, fewest, alike = one, many, 1
                        elif many == fewest:
                            alike += 1
                            if integer_below(rng, alike) == 0:
                                cell = one
                room.cells[depth], room.digits[depth] = cell, choices[depth, cell]
            else:
                cell = room.cells[depth]
                digits[cell] = 0
            left = room.digits[depth]
            if left == 0:
                dead += not back
                back = True
                depth -= 1
                if depth < 0:
                    break
                continue
            bit = random_bit(left, rng)
            room.digits[depth] ^= bit
            digit = 0
            one = bit
            while one:
                one >>= 1
                digit += 1
            digits[cell] = digit
            for one in range(size):
                choices[depth + 1, one] = choices[depth, one] & ~(bit * sees[cell, one])
            depth += 1
            back = False
        if depth == size:
            return True
    return False
