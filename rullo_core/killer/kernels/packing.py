"""Puzzles in arrays: the number of each cell's cage, 0 for none, and the sums of cages by number."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.killer.kernels.board import NO_CAGE
from rullo_core.killer.kernels.levels import put_cages


@kernel
def take_cages(room, cages, sums):
    """Put the cages of a puzzle into the frame, in the order of their first cells; return how many there are."""
    side, number = len(cages), 0
    places, totals = np.full(len(sums), NO_CAGE), np.empty(side * side, np.int64)
    owner = np.full(side * side, NO_CAGE)
    for cell in range(side * side):
        cage = cages[cell // side, cell % side]
        if cage > 0:
            if places[cage] == NO_CAGE:
                places[cage], totals[number] = number, sums[cage]
                number += 1
            owner[cell] = places[cage]
    put_cages(room, owner, totals, number)
    return number


@kernel
def find_invalid(cages, sums, is_invalid):
    """Fill in for each puzzle whether it may break a rule: a cage without a sum, in parts, or whose sum no different
    digits have, or sums that do not add up to those of the grid.
    """
    side, columns = cages.shape[1], cages.shape[2]
    size = side * columns
    visited, waiting = np.empty(size, np.bool_), np.empty(size, np.int64)
    is_complete = np.empty(sums.shape[1], np.bool_)
    for i in range(len(cages)):
        visited[:] = False
        is_complete[:] = False
        is_invalid[i] = False
        covered, total = 0, 0
        for first in range(size):
            cage = cages[i, first // columns, first % columns]
            if not 0 <= cage < len(is_complete):
                is_invalid[i] = True
                break
            if cage == 0 or visited[first]:
                continue
            # Another cell of a cage that is not connected with its first one.
            is_invalid[i] |= is_complete[cage]
            is_complete[cage], visited[first], waiting[0] = True, True, first
            cells, looked = 1, 0
            while looked < cells:
                r, c = waiting[looked] // columns, waiting[looked] % columns
                looked += 1
                for row_step, column_step in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                    y, x = r + row_step, c + column_step
                    if 0 <= y < side and 0 <= x < columns:
                        neighbour = y * columns + x
                        if not visited[neighbour] and cages[i, y, x] == cage:
                            visited[neighbour], waiting[cells] = True, neighbour
                            cells += 1
            least_sum = cells * (cells + 1) // 2
            is_invalid[i] |= cells > side or not least_sum <= sums[i, cage] <= cells * (side + 1) - least_sum
            covered += cells
            total += sums[i, cage]
        is_invalid[i] |= covered == size and total != size * (side + 1) // 2
