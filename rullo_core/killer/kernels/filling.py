"""Boards of any shape filled at random: each time a cell with the fewest digits, and one of them."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import borrowed, kernel
from rullo_core.compiled.chance import below
from rullo_core.killer.kernels.board import KINDS


class Filler(NamedTuple):
    """Room to fill a board.

    Attributes
    ----------
    units : int64 array of shape (N * N, 5)
        By cell, the units that it is in, and then one that no cell is in.
    used : int64 array of shape (units + 1,)
        The digits of each unit.
    cells, digits : int64 arrays of shape (N * N,)
        By depth: the cell, and the digits that are not tried yet.
    """

    units: np.ndarray
    used: np.ndarray
    cells: np.ndarray
    digits: np.ndarray


def filler_for(of_cell: np.ndarray, units: int) -> Filler:
    """Room for boards whose cells are in these units, as `rullo_core.killer.kernels.board.Frame` has them."""
    own = np.where(of_cell[:, 1:] < 0, units, of_cell[:, 1:])
    size = len(of_cell)
    return Filler(own.astype(np.int64), np.zeros(units + 1, np.int64), *np.zeros((2, size), np.int64))


@kernel
def fill(lent, digits, chance, stop):
    """Fill a board.

    Of the cells with the fewest digits that break no rule each is as likely, and each of its digits; at a dead end the
    last cell has its next digit, and after some dead ends all is begun anew. Not every board is as likely.

    Parameters
    ----------
    lent : Filler
    digits : int64 array of shape (N * N,)
        Filled, from 1.
    chance : rullo_core.compiled.chance.Chance
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.

    Returns
    -------
    bool
        False if it was stopped.
    """
    room = borrowed(lent)
    units, used = room.units, room.used
    size = len(digits)
    side = 1
    while side * side < size:
        side += 1
    every = (1 << side) - 1
    while not stop[0]:
        used[:] = 0
        digits[:] = 0
        depth = dead = 0
        back = False
        while depth < size and dead <= 4 * side:
            if not back:
                cell, fewest, alike = -1, side + 1, 0
                for one in range(size):
                    if digits[one] == 0:
                        left = every
                        for k in range(KINDS):
                            left &= ~used[units[one, k]]
                        many = 0
                        while left:
                            left &= left - 1
                            many += 1
                        if many < fewest:
                            cell, fewest, alike = one, many, 1
                        elif many == fewest:
                            alike += 1
                            if below(chance, alike) == 0:
                                cell = one
                room.cells[depth] = cell
                left = every
                for k in range(KINDS):
                    left &= ~used[units[cell, k]]
                room.digits[depth] = left
            else:
                cell = room.cells[depth]
                bit = 1 << (digits[cell] - 1)
                for k in range(KINDS):
                    used[units[cell, k]] &= ~bit
                digits[cell] = 0
            left = room.digits[depth]
            if left == 0:
                dead += not back
                back = True
                depth -= 1
                if depth < 0:
                    break
                continue
            many = 0
            one = left
            while one:
                one &= one - 1
                many += 1
            for _ in range(below(chance, many)):
                left &= left - 1
            bit = left & -left
            room.digits[depth] ^= bit
            digit = 0
            one = bit
            while one:
                one >>= 1
                digit += 1
            digits[cell] = digit
            for k in range(KINDS):
                used[units[cell, k]] |= bit
            used[len(used) - 1] = 0
            depth += 1
            back = False
        if depth == size:
            return True
    return False
