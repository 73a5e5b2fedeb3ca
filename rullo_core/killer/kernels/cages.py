"""Cages on a filled board: grown from seeds, then moved, split and merged; no cage has a digit twice.

A change applies to the images of its cells as well.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below
from rullo_core.killer.kernels.board import NO_CAGE

RANDOM, LINES, BOXES = map(np.int64, range(3))
"""Placement of seeds: anywhere; equally many in each row and column; equally many in each box."""


ANY_PIECE, BREAKING = map(np.int64, (0, 1))
"""Which parts may be cut off a cage: any, or only those with another sum in a second solution."""


class Shape(NamedTuple):
    """The geometry of a board: side and box, the cells above, left, right and below each cell (-1 at the edge), and the
    image of each cell under each symmetry, the identity first.
    """

    side: np.int64
    height: np.int64
    width: np.int64
    neighbours: np.ndarray
    images: np.ndarray


class Request(NamedTuple):
    """Requirements for cages: the spread of seeds, the smallest and the largest size, and the number of cages that may
    be smaller, which is exceeded only if it has to be.
    """

    spread: np.int64
    smallest: np.int64
    largest: np.int64
    small: np.int64


class Draft(NamedTuple):
    """Cages on a filled board: digits from 1, and the cage of each cell, numbered by first cells after `tidy`.

    For each cage size, has (digits as bits) and totals; number counts the cages, and those smaller than requested.
    Saved are the owners before the last change; the two buffers are working memory.
    """

    solution: np.ndarray
    owner: np.ndarray
    size: np.ndarray
    has: np.ndarray
    totals: np.ndarray
    number: np.ndarray
    saved: np.ndarray
    first_buffer: np.ndarray
    second_buffer: np.ndarray


def draft_for(size: int) -> Draft:
    """Return an empty draft for a board with this number of cells."""
    solution, owner, cells, has, totals, saved, first_buffer, second_buffer = np.zeros((8, size), np.int64)
    return Draft(solution, owner, cells, has, totals, np.zeros(2, np.int64), saved, first_buffer, second_buffer)


@inner
def tidy(draft, shape, request):
    """Renumber the cages and split disconnected ones; False if a cage has a digit twice or too many cells."""
    owner, waiting, new = draft.owner, draft.first_buffer, draft.second_buffer
    is_valid, number, small = True, 0, 0
    new[:] = -1
    for first in range(len(owner)):
        if new[first] >= 0:
            continue
        size = has = total = 0
        pending = 1
        waiting[0] = first
        new[first] = number
        while pending:
            pending -= 1
            cell = waiting[pending]
            digit = draft.solution[cell]
            is_valid &= has >> digit & 1 == 0
            has |= 1 << digit
            total += digit
            size += 1
            for neighbour in shape.neighbours[cell]:
                if neighbour >= 0 and new[neighbour] < 0 and owner[neighbour] == owner[cell]:
                    new[neighbour] = number
                    waiting[pending] = neighbour
                    pending += 1
        draft.size[number], draft.has[number], draft.totals[number] = size, has, total
        small += size < request.smallest
        is_valid &= size <= request.largest
        number += 1
    copy(new, owner)
    draft.number[0], draft.number[1] = number, small
    return is_valid


@inlined
def keep(draft):
    """Store the cages, so that `take_back` can undo a change."""
    copy(draft.owner, draft.saved)


@inner
def take_back(draft, shape, request):
    """Undo the changes since `keep`."""
    copy(draft.saved, draft.owner)
    tidy(draft, shape, request)


# -- growing ----------------------------------------------------------------------------------------------------------


@kernel
def sow(draft, shape, seeds, spread, rng):
    """Make random cells, and their images, cages of one cell, and leave all other cells without a cage."""
    side, owner = shape.side, draft.owner
    size = side * side
    owner[:] = NO_CAGE
    boxes_per_row = side // shape.width
    in_line, in_box = np.zeros((2, side), np.int64), np.zeros(side, np.int64)
    sown, rounds = 0, 0
    while sown < min(seeds, size):
        # A cell whose lines or box already have their share of seeds is rejected; after many draws, it is accepted.
        cell = integer_below(rng, size)
        rounds += 1
        if owner[cell] != NO_CAGE:
            continue
        row, column = cell // side, cell % side
        box = row // shape.height * boxes_per_row + column // shape.width
        share = sown // side
        if rounds < 50 * size:
            if spread == LINES and (in_line[0, row] > share or in_line[1, column] > share):
                continue
            if spread == BOXES and in_box[box] > share:
                continue
        for g in range(len(shape.images)):
            image = shape.images[g, cell]
            if owner[image] == NO_CAGE:
                owner[image] = image
                sown += 1
                in_line[0, image // side] += 1
                in_line[1, image % side] += 1
                in_box[image // side // shape.height * boxes_per_row + image % side // shape.width] += 1


@inlined
def can_take(draft, shape, cell, cage, largest):
    """Whether the cage of a seed can take a cell, and the images of the cage the images of the cell."""
    images = shape.images
    is_allowed = draft.size[cage] < largest and draft.has[cage] >> draft.solution[cell] & 1 == 0
    for g in range(1, len(images)):
        if images[g, cell] == cell and images[g, cage] != cage:
            is_allowed = False
        if images[g, cage] == cage and images[g, cell] != cell:
            # The cage takes the cell and its image.
            is_allowed &= draft.solution[images[g, cell]] != draft.solution[cell]
            is_allowed &= draft.has[cage] >> draft.solution[images[g, cell]] & 1 == 0
            is_allowed &= draft.size[cage] + 1 < largest
        elif draft.has[images[g, cage]] >> draft.solution[images[g, cell]] & 1:
            is_allowed = False
    return is_allowed


@inlined
def give(draft, shape, cell, cage):
    """Put a cell into the cage of a seed, and its images into the images of the cage."""
    for g in range(len(shape.images)):
        image, cage_image = shape.images[g, cell], shape.images[g, cage]
        if draft.owner[image] == NO_CAGE:
            draft.owner[image] = cage_image
            draft.size[cage_image] += 1
            draft.has[cage_image] |= 1 << draft.solution[image]


@kernel
def grow(draft, shape, seeds, request, rng):
    """Grow cages from seeds until they cover the filled board.

    A random cage that can grow takes a random free neighbour whose digit it does not have. Small cages grow first,
    until no more of them are left than requested. A cell that no cage can take becomes a cage.
    """
    owner, size, has, growing, free = draft.owner, draft.size, draft.has, draft.first_buffer, draft.second_buffer
    sow(draft, shape, seeds, request.spread, rng)
    while True:
        cages = 0
        for cell in range(len(owner)):
            if owner[cell] == cell:
                size[cell], has[cell] = 1, 1 << draft.solution[cell]
                growing[cages] = cell
                cages += 1
        for cell in range(len(owner)):
            if owner[cell] >= 0 and owner[cell] != cell:
                size[owner[cell]] += 1
                has[owner[cell]] |= 1 << draft.solution[cell]
        small = cages
        while cages:
            # Small cages come before the others.
            if small > request.small:
                index = integer_below(rng, small)
            else:
                small = 0
                index = integer_below(rng, cages)
            cage = growing[index]
            count = 0
            for cell in range(len(owner)):
                if owner[cell] == cage:
                    for neighbour in shape.neighbours[cell]:
                        if (
                            neighbour >= 0
                            and owner[neighbour] == NO_CAGE
                            and can_take(draft, shape, neighbour, cage, request.largest)
                        ):
                            free[count] = neighbour
                            count += 1
            if count:
                give(draft, shape, free[integer_below(rng, count)], cage)
                if small and size[cage] >= request.smallest:
                    small -= 1
                    growing[index], growing[small] = growing[small], growing[index]
            elif small:
                small -= 1
                cages -= 1
                growing[index] = growing[small]
                growing[small] = growing[cages]
            else:
                cages -= 1
                growing[index] = growing[cages]
        orphan = 0
        while orphan < len(owner) and owner[orphan] != NO_CAGE:
            orphan += 1
        if orphan == len(owner):
            break
        for g in range(len(shape.images)):
            owner[shape.images[g, orphan]] = shape.images[g, orphan]
    tidy(draft, shape, request)


# -- changes ----------------------------------------------------------------------------------------------------------


@kernel
def move(draft, shape, cell, neighbour, request):
    """Move a cell to the cage of a neighbour; return False and change nothing if not allowed.

    Every cage stays connected, keeps a cell and different digits, and the number of small cages does not grow.
    """
    number, small = draft.number[0], draft.number[1]
    if draft.owner[neighbour] == draft.owner[cell]:
        return False
    keep(draft)
    for g in range(len(shape.images)):
        draft.owner[shape.images[g, cell]] = draft.saved[shape.images[g, neighbour]]
    if tidy(draft, shape, request) and draft.number[0] == number and draft.number[1] <= small:
        return True
    take_back(draft, shape, request)
    return False


@inner
def merge(draft, shape, cell, neighbour, request):
    """Merge the cages of two neighbours; return False and change nothing if not allowed."""
    owner = draft.owner
    if owner[neighbour] == owner[cell]:
        return False
    keep(draft)
    for g in range(len(shape.images)):
        cage, neighbour_cage = owner[shape.images[g, cell]], owner[shape.images[g, neighbour]]
        for i in range(len(owner)):
            if owner[i] == neighbour_cage:
                owner[i] = cage
    if tidy(draft, shape, request):
        return True
    take_back(draft, shape, request)
    return False


@kernel
def split(draft, shape, cell, alternative, rule, min_size, small, request, rng):
    """Cut a part with a cell off its cage; return False and change nothing if not allowed.

    For the rule BREAKING, alternative has the digits of another solution. Each part has at least `min_size` cells; the
    number of small cages is at most `small`, or what it was before.
    """
    owner, piece, frontier = draft.owner, draft.first_buffer, draft.second_buffer
    cage, cage_size, number = owner[cell], draft.size[owner[cell]], draft.number[0]
    small = max(small, draft.number[1])
    if cage_size < 2 * min_size:
        return False
    target_size = min_size + integer_below(rng, cage_size - 2 * min_size + 1)
    for g in range(1, len(shape.images)):
        if owner[shape.images[g, cell]] == cage:
            # The images of a part of several cells might touch it.
            if min_size > 1:
                return False
            target_size = 1
    keep(draft)
    cut = len(owner)
    piece[0], size = cell, 1
    owner[cell] = cut
    while size < target_size:
        count = 0
        for i in range(size):
            for neighbour in shape.neighbours[piece[i]]:
                if neighbour >= 0 and owner[neighbour] == cage and count < len(frontier):
                    frontier[count] = neighbour
                    count += 1
        if count == 0:
            break
        piece[size] = frontier[integer_below(rng, count)]
        owner[piece[size]] = cut
        size += 1
    difference = 0
    for i in range(size):
        difference += alternative[piece[i]] - draft.solution[piece[i]]
        for g in range(1, len(shape.images)):
            if shape.images[g, piece[i]] != piece[i]:
                owner[shape.images[g, piece[i]]] = cut + g
    is_allowed = tidy(draft, shape, request) and draft.number[0] > number and (difference != 0 or rule == ANY_PIECE)
    # The rest of the cage may not be connected.
    is_allowed &= draft.number[1] <= small
    if not is_allowed:
        take_back(draft, shape, request)
    return is_allowed
