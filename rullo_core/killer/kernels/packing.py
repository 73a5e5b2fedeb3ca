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
def find_wrong(cages, sums, wrong):
    """Fill in for each puzzle whether it may break a rule: a cage without a sum, in parts, or whose sum no different
    digits have, or sums that do not add up to those of the grid.
    """
    side, columns = cages.shape[1], cages.shape[2]
    size = side * columns
    seen, waiting = np.empty(size, np.bool_), np.empty(size, np.int64)
    done = np.empty(sums.shape[1], np.bool_)
    for i in range(len(cages)):
        seen[:] = False
        done[:] = False
        wrong[i] = False
        covered, total = 0, 0
        for first in range(size):
            cage = cages[i, first // columns, first % columns]
            if not 0 <= cage < len(done):
                wrong[i] = True
                break
            if cage == 0 or seen[first]:
                continue
            # Another cell of a cage that is not connected with its first one.
            wrong[i] |= done[cage]
            done[cage], seen[first], waiting[0] = True, True, first
            cells, looked = 1, 0
            while looked < cells:
                r, c = waiting[looked] // columns, waiting[looked] % columns
                looked += 1
                for across, along in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                    y, x = r + across, c + along
                    if 0 <= y < side and 0 <= x < columns:
                        other = y * columns + x
                        if not seen[other] and cages[i, y, x] == cage:
                            seen[other], waiting[cells] = True, other
                            cells += 1
            least = cells * (cells + 1) // 2
            wrong[i] |= cells > side or not least <= sums[i, cage] <= cells * (side + 1) - least
            covered += cells
            total += sums[i, cage]
        wrong[i] |= covered == size and total != size * (side + 1) // 2
