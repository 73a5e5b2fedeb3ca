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
    high: np.int64
    wide: np.int64
    beside: np.ndarray
    images: np.ndarray


class Request(NamedTuple):
    """Requirements for cages: the spread of seeds, least and greatest size, and how many may be smaller than the least,
    which is exceeded only if it has to be.
    """

    spread: np.int64
    least: np.int64
    largest: np.int64
    small: np.int64


class Draft(NamedTuple):
    """Cages on a filled board: digits from 1, and the cage of each cell, numbered by first cells after `tidy`.

    For each cage size, has (digits as bits) and totals; number counts the cages, and those smaller than requested. Kept
    are the owners before the last change; the last two are working memory.
    """

    solution: np.ndarray
    owner: np.ndarray
    size: np.ndarray
    has: np.ndarray
    totals: np.ndarray
    number: np.ndarray
    kept: np.ndarray
    some: np.ndarray
    others: np.ndarray


def draft_for(size: int) -> Draft:
    """Return an empty draft for a board with this number of cells."""
    solution, owner, cells, has, totals, kept, some, others = np.zeros((8, size), np.int64)
    return Draft(solution, owner, cells, has, totals, np.zeros(2, np.int64), kept, some, others)


@inner
def tidy(draft, shape, request):
    """Renumber the cages, and split those that are not connected; False if one has a digit twice or too many cells."""
    owner, waiting, new = draft.owner, draft.some, draft.others
    good, number, small = True, 0, 0
    new[:] = -1
    for first in range(len(owner)):
        if new[first] >= 0:
            continue
        size = has = total = 0
        left = 1
        waiting[0] = first
        new[first] = number
        while left:
            left -= 1
            cell = waiting[left]
            digit = draft.solution[cell]
            good &= has >> digit & 1 == 0
            has |= 1 << digit
            total += digit
            size += 1
            for other in shape.beside[cell]:
                if other >= 0 and new[other] < 0 and owner[other] == owner[cell]:
                    new[other] = number
                    waiting[left] = other
                    left += 1
        draft.size[number], draft.has[number], draft.totals[number] = size, has, total
        small += size < request.least
        good &= size <= request.largest
        number += 1
    copy(new, owner)
    draft.number[0], draft.number[1] = number, small
    return good


@inlined
def keep(draft):
    """Store the cages, so that `take_back` can undo a change."""
    copy(draft.owner, draft.kept)


@inner
def take_back(draft, shape, request):
    """Undo the changes since `keep`."""
    copy(draft.kept, draft.owner)
    tidy(draft, shape, request)


# -- growing ----------------------------------------------------------------------------------------------------------


@kernel
def sow(draft, shape, seeds, spread, rng):
    """Make random cells, and their images, cages of one cell, and leave all other cells without a cage."""
    side, owner = shape.side, draft.owner
    size = side * side
    owner[:] = NO_CAGE
    across = side // shape.wide
    in_line, in_box = np.zeros((2, side), np.int64), np.zeros(side, np.int64)
    sown, rounds = 0, 0
    while sown < min(seeds, size):
        # A cell whose lines or box already have their share of seeds is rejected; after many draws, it is accepted.
        cell = integer_below(rng, size)
        rounds += 1
        if owner[cell] != NO_CAGE:
            continue
        row, column = cell // side, cell % side
        box = row // shape.high * across + column // shape.wide
        many = sown // side
        if rounds < 50 * size:
            if spread == LINES and (in_line[0, row] > many or in_line[1, column] > many):
                continue
            if spread == BOXES and in_box[box] > many:
                continue
        for g in range(len(shape.images)):
            image = shape.images[g, cell]
            if owner[image] == NO_CAGE:
                owner[image] = image
                sown += 1
                in_line[0, image // side] += 1
                in_line[1, image % side] += 1
                in_box[image // side // shape.high * across + image % side // shape.wide] += 1


@inlined
def can_take(draft, shape, cell, cage, largest):
    """Whether the cage of a seed can take a cell, and the images of the cage the images of the cell."""
    images = shape.images
    good = draft.size[cage] < largest and draft.has[cage] >> draft.solution[cell] & 1 == 0
    for g in range(1, len(images)):
        if images[g, cell] == cell and images[g, cage] != cage:
            good = False
        if images[g, cage] == cage and images[g, cell] != cell:
            # The cage takes the cell and its image.
            good &= draft.solution[images[g, cell]] != draft.solution[cell]
            good &= draft.has[cage] >> draft.solution[images[g, cell]] & 1 == 0
            good &= draft.size[cage] + 1 < largest
        elif draft.has[images[g, cage]] >> draft.solution[images[g, cell]] & 1:
            good = False
    return good


@inlined
def give(draft, shape, cell, cage):
    """Put a cell into the cage of a seed, and its images into the images of the cage."""
    for g in range(len(shape.images)):
        image, other = shape.images[g, cell], shape.images[g, cage]
        if draft.owner[image] == NO_CAGE:
            draft.owner[image] = other
            draft.size[other] += 1
            draft.has[other] |= 1 << draft.solution[image]


@kernel
def grow(draft, shape, seeds, request, rng):
    """Grow cages from seeds until they cover the filled board.

    A random cage that can grow takes a random free neighbour whose digit it does not have. Small cages grow first,
    until no more of them are left than requested. A cell that no cage can take becomes a cage.
    """
    owner, size, has, growing, free = draft.owner, draft.size, draft.has, draft.some, draft.others
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
                at = integer_below(rng, small)
            else:
                small = 0
                at = integer_below(rng, cages)
            cage = growing[at]
            many = 0
            for cell in range(len(owner)):
                if owner[cell] == cage:
                    for other in shape.beside[cell]:
                        if (
                            other >= 0
                            and owner[other] == NO_CAGE
                            and can_take(draft, shape, other, cage, request.largest)
                        ):
                            free[many] = other
                            many += 1
            if many:
                give(draft, shape, free[integer_below(rng, many)], cage)
                if small and size[cage] >= request.least:
                    small -= 1
                    growing[at], growing[small] = growing[small], growing[at]
            elif small:
                small -= 1
                cages -= 1
                growing[at] = growing[small]
                growing[small] = growing[cages]
            else:
                cages -= 1
                growing[at] = growing[cages]
        alone = 0
        while alone < len(owner) and owner[alone] != NO_CAGE:
            alone += 1
        if alone == len(owner):
            break
        for g in range(len(shape.images)):
            owner[shape.images[g, alone]] = shape.images[g, alone]
    tidy(draft, shape, request)


# -- changes ----------------------------------------------------------------------------------------------------------


@kernel
def move(draft, shape, cell, beside, request):
    """Move a cell to the cage of a neighbour; return False and change nothing if not allowed.

    Every cage stays connected, keeps a cell and different digits, and the number of small cages does not grow.
    """
    number, small = draft.number[0], draft.number[1]
    if draft.owner[beside] == draft.owner[cell]:
        return False
    keep(draft)
    for g in range(len(shape.images)):
        draft.owner[shape.images[g, cell]] = draft.kept[shape.images[g, beside]]
    if tidy(draft, shape, request) and draft.number[0] == number and draft.number[1] <= small:
        return True
    take_back(draft, shape, request)
    return False


@inner
def merge(draft, shape, cell, beside, request):
    """Merge the cages of two neighbours; return False and change nothing if not allowed."""
    owner = draft.owner
    if owner[beside] == owner[cell]:
        return False
    keep(draft)
    for g in range(len(shape.images)):
        one, other = owner[shape.images[g, cell]], owner[shape.images[g, beside]]
        for i in range(len(owner)):
            if owner[i] == other:
                owner[i] = one
    if tidy(draft, shape, request):
        return True
    take_back(draft, shape, request)
    return False


@kernel
def split(draft, shape, cell, other, which, least, small, request, rng):
    """Cut a part with a cell off its cage; return False and change nothing if not allowed.

    Other has the digits of another solution, for BREAKING; least is for the cells of each part, small for the number of
    small cages, unless there were more before.
    """
    owner, piece, near = draft.owner, draft.some, draft.others
    mine, whole, number = owner[cell], draft.size[owner[cell]], draft.number[0]
    small = max(small, draft.number[1])
    if whole < 2 * least:
        return False
    wanted = least + integer_below(rng, whole - 2 * least + 1)
    for g in range(1, len(shape.images)):
        if owner[shape.images[g, cell]] == mine:
            # The images of a part of several cells might touch it.
            if least > 1:
                return False
            wanted = 1
    keep(draft)
    cut = len(owner)
    piece[0], size = cell, 1
    owner[cell] = cut
    while size < wanted:
        many = 0
        for i in range(size):
            for beside in shape.beside[piece[i]]:
                if beside >= 0 and owner[beside] == mine and many < len(near):
                    near[many] = beside
                    many += 1
        if many == 0:
            break
        piece[size] = near[integer_below(rng, many)]
        owner[piece[size]] = cut
        size += 1
    difference = 0
    for i in range(size):
        difference += other[piece[i]] - draft.solution[piece[i]]
        for g in range(1, len(shape.images)):
            if shape.images[g, piece[i]] != piece[i]:
                owner[shape.images[g, piece[i]]] = cut + g
    good = tidy(draft, shape, request) and draft.number[0] > number and (difference != 0 or which == ANY_PIECE)
    # The rest of the cage may not be connected.
    good &= draft.number[1] <= small
    if not good:
        take_back(draft, shape, request)
    return good
