"""Find where rows and columns cross in a pattern: each row and each column of it is one of a board's, all different."""

import numpy as np

from rullo_core.compiled import inlined, kernel


@inlined
def count_last(common, image, first, second, cell_of):
    """Return how many lines cross two of the chosen ones and are not chosen, if the last one chosen is missing."""
    number = common[image[first], image[second]]
    for i in range(len(image) - 1):
        number -= cell_of[image[first], image[i]] >= 0 and cell_of[image[second], image[i]] >= 0
    return number


@kernel
def find_places(lines, cell_of, common, anchor, crosses, ranks, places):
    """Count the places of a pattern, and fill `places` with the lines of those whose ranks are given, ascending.

    Lines of the pattern are chosen in an order in which each but the first, which is a row, crosses an earlier one, its
    `anchor`; `crosses` has all earlier ones that it crosses. `cell_of` says which cell of a line another one has, -1 if
    they do not cross, and `common` how many lines cross both. With ranks, the count ends at the last one.
    """
    number_of_lines, row, number = len(anchor), 0, 0
    crossed_by_last = np.flatnonzero(crosses[number_of_lines - 1])
    has_two = len(crossed_by_last) == 2
    image, step = np.zeros((2, number_of_lines), np.int64)
    i = 0
    while True:
        if step[i] == (lines.rows if i == 0 else lines.length[image[anchor[i]]]):
            if i == 0:
                return number
            i -= 1
            step[i] += 1
            continue
        line = step[0] if i == 0 else lines.across[image[anchor[i]], step[i]]
        is_possible = True
        for earlier in range(i):
            earlier_line = image[earlier]
            is_possible &= earlier_line != line and (not crosses[i, earlier] or cell_of[earlier_line, line] >= 0)
        if not is_possible:
            step[i] += 1
            continue
        image[i] = line
        if has_two and i == number_of_lines - 2:
            rest = count_last(common, image, crossed_by_last[0], crossed_by_last[1], cell_of)
            if row == len(ranks) or ranks[row] >= number + rest:
                number += rest
                step[i] += 1
                continue
        if i < number_of_lines - 1:
            i += 1
            step[i] = 0
            continue
        while row < len(ranks) and ranks[row] == number:
            places[row] = image
            row += 1
        number += 1
        step[i] += 1
        if 0 < len(ranks) == row:
            return number
