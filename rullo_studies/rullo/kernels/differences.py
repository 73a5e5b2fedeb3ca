"""Compute how often two choices on a random grid have the same sums, over all grids and choices at once."""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy


@kernel
def mean_of_zero(transform, shorter, longer):
    """Return the total weight of all ways to fill a grid with steps that add up to 0 in every line.

    A grid has `longer` lines of `shorter` cells, at least 2. Let f be the transform of the weights of a cell's steps, a
    function of an angle that takes N values, 2 pi i / N, with N larger than any sum of a line. The transform of all
    these lines is that of one line, to the power of their number; the transform of one line with the sum 0 is the mean
    over all angles t of f(t) f(t + a) f(t + b) ..., with an angle for each of its cells. The result is the mean over
    all those angles. The first can be taken to be 0, as adding the same angle to all changes nothing; the order of the
    others makes no difference, so they are taken to ascend.
    """
    angles = len(transform)
    free_angles = shorter - 1
    around = np.concatenate((transform, transform))
    products = np.empty((shorter, angles), transform.dtype)
    copy(transform, products[0])
    sums = np.empty(angles, transform.dtype)
    angle = np.zeros(shorter, np.int64)  # the angles, from index 1 on; index 0 has the angle 0
    run = np.zeros(shorter, np.int64)  # number of equal angles in a row, up to an index
    orders = np.ones(shorter)  # number of orders of the angles up to an index
    total = transform[0] * 0
    place = 1
    while place > 0:
        first = angle[place]
        if place == free_angles:
            # All angles that the last cell may have, at once.
            last = sums[: angles - first]
            correlate(products[place - 1], around[first:], last)
            for i in range(len(last)):
                equal = run[place - 1] + 1 if first + i == angle[place - 1] else 1
                total += orders[place - 1] * place / equal * power(last[i] / angles, longer)
            angle[place] = angles
        if angle[place] == angles:
            place -= 1
            angle[place] += place > 0
            continue
        run[place] = run[place - 1] + 1 if first == angle[place - 1] else 1
        orders[place] = orders[place - 1] * place / run[place]
        multiply(products[place - 1], around[first:], products[place])
        place += 1
        angle[place] = first
    return total / float(angles) ** free_angles


@inner
def multiply(factors, multipliers, product):
    """Set the products of numbers and as many others."""
    for t in range(len(product)):
        product[t] = factors[t] * multipliers[t]


@inner
def correlate(factors, multipliers, sums):
    """Set for each shift the sum of the products of numbers and others, shifted by so much.

    Shifts are the inner loop, as they are computed in parallel: none depends on another.
    """
    sums[:] = 0
    for t in range(len(factors)):
        factor, shifted = factors[t], multipliers[t:]
        for shift in range(len(sums)):
            sums[shift] += factor * shifted[shift]


@inner
def power(number, exponent):
    """Return a power by multiplication, which takes less time than by logarithms; the exponent is at least 1."""
    out = number
    for _ in range(exponent - 1):
        out *= number
    return out
