"""Nonograms: deductions from one line, and passes over the lines of a picture until nothing more is known.

A line is a word of black cells. Its description, the lengths of its blocks, is an automaton that reads a line from left
to right: state 0 reads white cells before the first block; for each black cell of a block there is a state after it;
and for each block a state after white cells that follow it. So a state is the number of signs read of a text in which
the blocks are ended by one white cell each; and a set of states is a word.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones
from rullo_core.compiled.rng import integer_below, restart, swap_random, uniform
from rullo_core.rullo.kernels.predicting.boards import Lines, count_unknown, is_small, lines_of

MOST_CELLS = 62
"""The longest line, whose states are the bits of a word."""


class Room(NamedTuple):
    """A picture, and what is known of its lines: rows are side 0, columns side 1."""

    picture: np.ndarray  # bool[rows, columns]: the black cells
    place: np.ndarray  # int64[rows, columns]: where a row has the cell that it shares with a column
    black: np.ndarray  # uint64[2, lines]: the black cells of each line
    known: np.ndarray  # uint64[2, lines]
    waiting: np.ndarray  # bool[2, lines]: lines to solve
    unknown: np.ndarray  # uint64[rows]: by the columns of cells
    states: np.ndarray  # uint64[cells + 1]: of a line
    lines: Lines


def room_for(side: int) -> Room:
    """Return room for pictures of as many rows as columns."""
    picture, waiting = np.zeros((side, side), np.bool_), np.zeros((2, side), np.bool_)
    black, known = np.zeros((2, 2, side), np.uint64)
    place = np.zeros((side, side), np.int64)
    words = np.zeros(side, np.uint64), np.zeros(side + 1, np.uint64)
    return Room(picture, place, black, known, waiting, *words, lines_of(side, side))


@inlined
def automaton_of(line, cells):
    """Return the states from which a black cell, and a white cell, leads to the next one; and the last state."""
    to_black, to_white, state = NONE, NONE, ONE
    for i in range(cells):
        if line >> np.uint64(i) & ONE != NONE:
            to_black |= state
            state <<= ONE
        elif i > 0 and line >> np.uint64(i - 1) & ONE != NONE:
            to_white |= state
            state <<= ONE
    if cells > 0 and line >> np.uint64(cells - 1) & ONE != NONE:
        to_white |= state
        state <<= ONE
    return to_black, to_white, state


@kernel
def solve_line(line, known, cells, states):
    """Return the cells that every line with the description of `line`, and its `known` cells, has in the same way.

    `states` is working memory, a word more than cells.
    """
    to_black, to_white, last = automaton_of(line, cells)
    stays = ONE | to_white << ONE  # in a state after a white cell, or at the beginning
    states[0] = ONE
    for i in range(cells):
        bit = ONE << np.uint64(i)
        following = NONE
        if known & bit == NONE or line & bit != NONE:
            following |= (states[i] & to_black) << ONE
        if known & bit == NONE or line & bit == NONE:
            following |= states[i] & stays | (states[i] & to_white) << ONE
        states[i + 1] = following
    # A line may end in the last block, or after it.
    ending = last | last >> ONE
    fixed = NONE
    for i in range(cells - 1, -1, -1):
        bit = ONE << np.uint64(i)
        by_black = ending >> ONE & to_black & states[i]
        by_white = (ending & stays | ending >> ONE & to_white) & states[i]
        if known & bit != NONE:
            fixed |= bit
            ending = by_black if line & bit != NONE else by_white
        else:
            if by_black == NONE or by_white == NONE:
                fixed |= bit
            ending = by_black | by_white
    return fixed


@kernel
def can_switch(line, first, second, cells, states):
    """Return whether a line whose cells `first` and `second` differ keeps its description if these are exchanged."""
    bit = ONE << np.uint64(first)
    return solve_line(line, all_ones(cells) & ~bit & ~(ONE << np.uint64(second)), cells, states) & bit == NONE


@inlined
def random_line(share, cells, rng):
    """Draw a line whose cells are black with a probability."""
    line = NONE
    for i in range(cells):
        if uniform(rng) < share:
            line |= ONE << np.uint64(i)
    return line


@inlined
def draw_exchange(share, cells, states, rng):
    """Draw two places, and two lines of which the first has black and white there, the second white and black, and each
    keeps its description if these are exchanged.
    """
    while True:
        first, second = integer_below(rng, cells), integer_below(rng, cells - 1)
        second += second >= first
        black, white = ONE << np.uint64(first), ONE << np.uint64(second)
        line, other = random_line(share, cells, rng), random_line(share, cells, rng)
        line, other = (line | black) & ~white, (other | white) & ~black
        if can_switch(line, first, second, cells, states) and can_switch(other, first, second, cells, states):
            return (first, second), (line, other)


@kernel
def draw(room, share, is_decoupled, has_switch, rng):
    """Draw a picture, which has a random switch on request; return its rows and columns.

    Of decoupled lines, each row has its cells in an order of its own, but those of a switch.
    """
    picture, place, black, _, _, _, states, _ = room
    side = len(picture)
    for r in range(side):
        for c in range(side):
            picture[r, c] = uniform(rng) < share
            place[r, c] = c
        for c in range(side if is_decoupled else 0):
            swap_random(place[r], c, side, rng)
    rows = columns = (0, 0)
    if has_switch:
        columns, of_rows = draw_exchange(share, side, states, rng)
        rows, of_columns = draw_exchange(share, side, states, rng)
        for i in range(2):
            r = rows[i]
            for column in columns:
                for holder in range(side):
                    if place[r, holder] == column:
                        place[r, holder], place[r, column] = place[r, column], column
            for c in range(side):
                picture[r, c] = of_rows[i] >> np.uint64(place[r, c]) & ONE != NONE
        for i in range(2):
            for r in range(side):
                picture[r, columns[i]] = of_columns[i] >> np.uint64(r) & ONE != NONE
    black[:] = NONE
    for r in range(side):
        for c in range(side):
            if picture[r, c]:
                black[0, r] |= ONE << np.uint64(place[r, c])
                black[1, c] |= ONE << np.uint64(r)
    return rows, columns


@kernel
def solve_lines(room):
    """Solve lines until nothing more is known."""
    _, place, black, known, waiting, unknown, states, _ = room
    side = len(place)
    known[:] = NONE
    waiting[:] = True
    while waiting.any():
        for lines in range(2):
            for i in range(side):
                if not waiting[lines, i]:
                    continue
                waiting[lines, i] = False
                fixed = solve_line(black[lines, i], known[lines, i], side, states)
                new, known[lines, i] = fixed & ~known[lines, i], fixed
                for j in range(side if new != NONE else 0):
                    if lines == 0 and new >> np.uint64(place[i, j]) & ONE != NONE:
                        known[1, j] |= ONE << np.uint64(i)
                        waiting[1, j] = True
                    elif lines == 1 and new >> np.uint64(j) & ONE != NONE:
                        known[0, j] |= ONE << np.uint64(place[j, i])
                        waiting[0, j] = True
    for r in range(side):
        unknown[r] = NONE
        for c in range(side):
            if known[1, c] >> np.uint64(r) & ONE == NONE:
                unknown[r] |= ONE << np.uint64(c)


@kernel
def run_pictures(room, share, is_decoupled, has_switch, seed, first, rng, unknown, stop):
    """Draw pictures by number from `first` on, see `draw`, and solve lines.

    Fill in for each the number of unknown cells, or -1 if not only small sets of cells stay unknown.
    """
    for i in range(len(unknown)):
        if stop[0] != 0:
            return
        restart(rng, seed, np.uint64(first + i), 0)
        draw(room, share, is_decoupled, has_switch, rng)
        solve_lines(room)
        unknown[i] = count_unknown(room) if is_small(room.unknown, room.lines) else -1
