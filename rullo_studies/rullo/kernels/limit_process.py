"""The limit of random Rullos: lines with random numbers of ways, which differ from the solution by fair coins.

Each side has n lines of n cells. The number of lines with exactly k ways to change cells is Poisson with mean
theta / 2, for each k up to about 2 n / theta: the numbers of ways are the first n points of a Poisson process with this
rate, rounded down. A way changes each cell with probability 1/2, independently. A known cell excludes the ways that
change it; and a line fixes the cells that none of its ways changes.

While a line has more than `FEW` ways, hardly any cell is fixed, and only their number is kept; then the unknown cells
that each way changes are drawn.
"""

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.bits import NONE, all_ones, count_ones
from rullo_core.compiled.rng import next_word, restart, uniform

FEW = 60
"""A line with at most this many ways has a bit for each in the words of its cells."""


@inlined
def keep_half(number, rng):
    """Draw how many of some ways do not change a cell, each with probability 1/2."""
    kept = 0
    while number > 0:
        kept += count_ones(next_word(rng) & all_ones(min(number, 64)))
        number -= 64
    return kept


@inlined
def draw_ways(number, known, ways, rng):
    """Draw for each cell that is not known which of the ways change it; return the mask of all ways."""
    every_way = all_ones(number) if number > 0 else NONE
    for cell in range(len(known)):
        ways[cell] = next_word(rng) & every_way if not known[cell] and number > 0 else NONE
    return every_way


@kernel
def run_limit(theta, n, seed, first, rng, passes, stop):
    """Run boards by number from `first` on; fill in the passes until every cell is known, 0 where some stay unknown."""
    known, looked = np.empty((n, n), np.bool_), np.empty((2, n, n), np.bool_)
    counts, is_drawn, alive = np.empty((2, n), np.int64), np.empty((2, n), np.bool_), np.empty((2, n), np.uint64)
    ways = np.empty((2, n, n), np.uint64)
    for board in range(len(passes)):
        if stop[0] != 0:
            return
        restart(rng, seed, np.uint64(first + board), 0)
        known[:] = False
        looked[:] = False
        is_drawn[:] = False
        for side in range(2):
            point = 0.0
            for line in range(n):
                point -= 2 / theta * np.log(1 - uniform(rng))
                counts[side, line] = np.int64(point)
        unknown = n * n
        made = idle = side = 0
        while unknown > 0 and idle < 2:
            made += 1
            before = unknown
            for line in range(n):
                of_line = known[line] if side == 0 else known[:, line]
                if is_drawn[side, line] and alive[side, line] == NONE:
                    continue
                for cell in range(n):
                    if of_line[cell] and not looked[side, line, cell]:
                        looked[side, line, cell] = True
                        if is_drawn[side, line]:
                            alive[side, line] &= ~ways[side, line, cell]
                        else:
                            counts[side, line] = keep_half(counts[side, line], rng)
                if not is_drawn[side, line]:
                    if counts[side, line] > FEW:
                        continue
                    is_drawn[side, line] = True
                    alive[side, line] = draw_ways(counts[side, line], of_line, ways[side, line], rng)
                for cell in range(n):
                    if not of_line[cell] and ways[side, line, cell] & alive[side, line] == NONE:
                        of_line[cell] = True
                        looked[side, line, cell] = True
                        unknown -= 1
            idle = idle + 1 if unknown == before else 0
            side = 1 - side
        passes[board] = made if unknown == 0 else 0
