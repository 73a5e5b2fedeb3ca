"""Layouts: all cells are white at first; then cells are made black as long as the rules allow it.

A grid here has no row and column for clues; white cells are 1. Rules are the symmetry, the fewest cells of an entry,
and whether every white cell has to lie in a white square of four.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.rng import shuffle

NO_SYMMETRY, HALF_TURN, QUARTER_TURN, MIRROR = range(4)
"""The symmetry operations that leave a layout unchanged."""


@inner
def orbit(height, width, r, c, symmetry, cells):
    """Fill cells with the rows and columns of a cell and its images under a symmetry; return how many they are."""
    cells[0, 0], cells[0, 1] = r, c
    count = 1
    if symmetry == HALF_TURN:
        cells[1, 0], cells[1, 1] = height - 1 - r, width - 1 - c
        count = 2
    elif symmetry == MIRROR:
        cells[1, 0], cells[1, 1] = r, width - 1 - c
        count = 2
    elif symmetry == QUARTER_TURN:
        for i in range(1, 4):
            cells[i, 0], cells[i, 1] = cells[i - 1, 1], height - 1 - cells[i - 1, 0]
        count = 4
    return count


@inner
def run_from(white, r, c, dr, dc):
    """Count the white cells that follow a cell in a direction."""
    height, width = white.shape
    length = 0
    y, x = r + dr, c + dc
    while 0 <= y < height and 0 <= x < width and white[y, x]:
        length += 1
        y += dr
        x += dc
    return length


@inner
def is_connected(white, stack):
    """Whether the white cells are connected; False if there are none. White is changed and restored."""
    height, width = white.shape
    total = 0
    top = 0
    for r in range(height):
        for c in range(width):
            if white[r, c]:
                total += 1
                if top == 0:
                    stack[0] = r * width + c
                    top = 1
    if total == 0:
        return False
    white[stack[0] // width, stack[0] % width] = 2
    size = 1
    while top:
        top -= 1
        r, c = stack[top] // width, stack[top] % width
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = r + dr, c + dc
            if 0 <= y < height and 0 <= x < width and white[y, x] == 1:
                white[y, x] = 2
                size += 1
                stack[top] = y * width + x
                top += 1
    for r in range(height):
        for c in range(width):
            white[r, c] = min(white[r, c], 1)
    return size == total


@inner
def are_joined_around(white, r, c):
    """Whether the white cells beside a cell are connected through the eight cells around it; False if there are none.

    Then the cell may be made black: white cells that were connected through it still are.
    """
    height, width = white.shape
    neighbours, links = 0, 0
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        y, x = r + dr, c + dc
        if 0 <= y < height and 0 <= x < width and white[y, x]:
            neighbours += 1
            # The next one, a quarter turn on, and the corner between them.
            v, u = r + dc, c - dr
            links += 0 <= v < height and 0 <= u < width and white[v, u] and white[y + dc, x - dr]
    return neighbours > 0 and neighbours - links <= 1


@inner
def in_a_block(white, r, c):
    """Whether a white cell lies in a white square of four."""
    height, width = white.shape
    for row in range(max(r - 1, 0), min(r + 1, height - 1)):
        for column in range(max(c - 1, 0), min(c + 1, width - 1)):
            if white[row, column] and white[row, column + 1] and white[row + 1, column] and white[row + 1, column + 1]:
                return True
    return False


@inner
def allows_black(white, r, c, shortest, in_blocks):
    """Whether the white cells around a black one are in entries that are long enough and, where wanted, in blocks."""
    height, width = white.shape
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        y, x = r + dr, c + dc
        if 0 <= y < height and 0 <= x < width and white[y, x]:
            if run_from(white, y, x, 0, -1) + 1 + run_from(white, y, x, 0, 1) < shortest:
                return False
            if run_from(white, y, x, -1, 0) + 1 + run_from(white, y, x, 1, 0) < shortest:
                return False
    if in_blocks:
        for y in range(max(r - 1, 0), min(r + 2, height)):
            for x in range(max(c - 1, 0), min(c + 2, width)):
                if white[y, x] and not in_a_block(white, y, x):
                    return False
    return True


@kernel
def blacken(white, r, c, rules, cells, stack):
    """Make a cell and its images black if the rules allow it, and return whether they do.

    Before, the white cells have to be connected and symmetric, as they are when all are white.
    """
    height, width = white.shape
    symmetry, shortest, in_blocks = rules
    count = orbit(height, width, r, c, symmetry, cells)
    joined = True
    for i in range(count):
        white[cells[i, 0], cells[i, 1]] = 0
        joined = joined and are_joined_around(white, cells[i, 0], cells[i, 1])
    # By symmetry, the answer is the same around each of the images.
    is_allowed = allows_black(white, r, c, shortest, in_blocks) and (joined or is_connected(white, stack))
    if not is_allowed:
        for i in range(count):
            white[cells[i, 0], cells[i, 1]] = 1
    return is_allowed


@inner
def is_too_long(white, r, c, longest):
    """Whether a white cell is in an entry that is too long."""
    return (
        run_from(white, r, c, 0, -1) + 1 + run_from(white, r, c, 0, 1) > longest
        or run_from(white, r, c, -1, 0) + 1 + run_from(white, r, c, 1, 0) > longest
    )


@kernel
def draw_layout(white, black, longest, rules, tries, rng):
    """Draw a layout with at least `black` black cells; False if `tries` tries fail, each of which draws anew."""
    total = white.shape[0] * white.shape[1]
    order = np.empty(total, np.int64)
    stack = np.empty(total, np.int64)
    cells = np.empty((4, 2), np.int64)
    is_drawn = False
    while tries > 0 and not is_drawn:
        is_drawn = try_layout(white, black, longest, rules, rng, order, stack, cells)
        tries -= 1
    return is_drawn


@inner
def try_layout(white, black, longest, rules, rng, order, stack, cells):
    """Divide entries that are too long, then make any cells black, until there are enough; False if that fails."""
    height, width = white.shape
    total = height * width
    for i in range(total):
        order[i] = i
    white[:] = 1
    for only_long in (True, False):
        shuffle(order, rng)
        remaining = total
        while remaining:
            # Cells that could not be made black may be later, when others are.
            count = remaining
            remaining = 0
            has_blackened = False
            for i in range(count):
                r, c = order[i] // width, order[i] % width
                if not white[r, c]:
                    continue
                if not only_long and total - count_white(white) >= black:
                    return True
                if (not only_long or is_too_long(white, r, c, longest)) and blacken(white, r, c, rules, cells, stack):
                    has_blackened = True
                else:
                    order[remaining] = order[i]
                    remaining += 1
            if not has_blackened:
                break
        if only_long:
            for r in range(height):
                for c in range(width):
                    if white[r, c] and is_too_long(white, r, c, longest):
                        return False
            for i in range(total):
                order[i] = i
    return total - count_white(white) >= black


@inner
def count_white(white):
    """Count the white cells."""
    total = np.int64(0)
    for r in range(white.shape[0]):
        for c in range(white.shape[1]):
            total += white[r, c]
    return total
