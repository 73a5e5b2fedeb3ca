"""Compute how often two choices on a random grid have the same sums, over all grids and choices at once."""

import numpy as np

from rullo_core.compiled import kernel


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
    others = shorter - 1
    products = np.empty((shorter, angles), transform.dtype)
    products[0] = transform
    at = np.zeros(shorter, np.int64)  # the angles, from index 1 on; index 0 has the angle 0
    run = np.zeros(shorter, np.int64)  # number of equal angles in a row, up to an index
    orders = np.ones(shorter)  # number of orders of the angles up to an index
    total = transform[0] * 0
    place = 1
    at[1] = 0
    while place > 0:
        if at[place] == angles:
            place -= 1
            at[place] += place > 0
            continue
        run[place] = run[place - 1] + 1 if at[place] == at[place - 1] else 1
        orders[place] = orders[place - 1] * place / run[place]
        shift = at[place]
        for t in range(angles - shift):
            products[place, t] = products[place - 1, t] * transform[t + shift]
        for t in range(angles - shift, angles):
            products[place, t] = products[place - 1, t] * transform[t + shift - angles]
        if place < others:
            place += 1
            at[place] = at[place - 1]
        else:
            total += orders[place] * (products[place].sum() / angles) ** longer
            at[place] += 1
    return total / float(angles) ** others
