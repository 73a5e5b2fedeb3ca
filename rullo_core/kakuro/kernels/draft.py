"""A puzzle that is being made: its white cells and entries, a digit in each cell, and the clues that are set."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below, uniform
from rullo_core.constraints.kernels.different import ALL, COUNT, DIGITS, EVERY, LOWEST
from rullo_core.kakuro.kernels.board import (
    ANYWHERE,
    FIRST,
    NO_LENGTH,
    WAITING,
    Desk,
    Puzzles,
    desk_for,
    reach,
    take_clues,
)


class Draft(NamedTuple):
    """A puzzle that is being made, with room for the largest of its size.

    The number of each white cell in reading order is in number, -1 for black ones; digits and clues are 0 where there
    is none. The rows of domains are for what is known, for a change that is tried, and for what is known without the
    clues of a cell.
    """

    white: np.ndarray
    number: np.ndarray
    puzzle: Puzzles
    digits: np.ndarray
    domains: np.ndarray
    desk: Desk


def draft_for(height: int, width: int) -> Draft:
    """Return an empty draft."""
    cells, entries = height * width, 2 * height * width
    lists = {
        name: np.zeros(size, np.int64)
        for name, size in (
            ("cells", 2), ("entries", 2), ("downs", 1), ("members", entries + 1), ("member", 2 * cells),
            ("clues", entries), ("across", cells), ("down", cells), ("order", entries),
        )
    }  # fmt: skip
    lists["entries"][1] = entries
    puzzle = Puzzles(**lists)
    return Draft(
        np.zeros((height, width), np.uint8),
        np.zeros((height, width), np.int64),
        puzzle,
        np.zeros(cells, np.int64),
        np.zeros((3, cells), np.int64),
        desk_for(puzzle),
    )


@kernel
def lay_out(draft):
    """Number the white cells and entries of a draft, and clear its clues and digits."""
    white, number, puzzle = draft.white, draft.number, draft.puzzle
    height, width = white.shape
    cells = 0
    for r in range(height):
        for c in range(width):
            number[r, c] = -1
            if white[r, c]:
                number[r, c] = cells
                draft.digits[cells] = 0
                cells += 1
    puzzle.cells[1] = cells
    entries = members = 0
    for is_down in range(2):
        if is_down:
            puzzle.downs[0] = entries
        for r in range(height):
            for c in range(width):
                if not white[r, c] or (r and white[r - 1, c] if is_down else c and white[r, c - 1]):
                    continue
                y, x = r, c
                while y < height and x < width and white[y, x]:
                    cell = number[y, x]
                    puzzle.member[members] = cell
                    members += 1
                    if is_down:
                        puzzle.down[cell] = entries
                        y += 1
                    else:
                        puzzle.across[cell] = entries
                        x += 1
                puzzle.clues[entries] = 0
                entries += 1
                puzzle.members[entries] = members
    puzzle.entries[1] = entries
    position = 0
    for length in range(1, max(height, width) + 1):
        for entry in range(entries):
            if puzzle.members[entry + 1] - puzzle.members[entry] == length:
                puzzle.order[position] = entry
                position += 1


@kernel
def fill(draft, push, fixed, rng):
    """Fill a layout at random around fixed digits, all different in each entry; False after a hundred failures.

    The first cell with the fewest candidates is fixed next; entries are filtered after each. Each entry is high or low
    at random: a digit d is exp(push (d - 5) / 2) times as likely where both entries of its cell are high, and less
    likely by that factor where both are low.
    """
    puzzle = draft.puzzle
    cells, entries = puzzle.cells[1], puzzle.entries[1]
    side = np.empty(entries, np.int64)
    weights = np.empty(DIGITS, np.float64)
    domains = draft.domains[0]
    for _ in range(100):
        for entry in range(entries):
            puzzle.clues[entry] = 0
            side[entry] = 2 * integer_below(rng, 2) - 1 if push != 0 else 0
        for cell in range(cells):
            domains[cell] = 1 << (fixed[cell] - 1) if fixed[cell] else EVERY
        is_consistent = reach(puzzle, FIRST, domains[:cells], ALL, NO_LENGTH, ANYWHERE, draft.desk)
        open_cells = cells
        while is_consistent and open_cells:
            fewest, cell = DIGITS + 1, -1
            open_cells = 0
            for i in range(cells):
                count = COUNT[domains[i]]
                if count > 1:
                    open_cells += 1
                    if count < fewest:
                        fewest, cell = count, i
            if open_cells:
                pull = push * (side[puzzle.across[cell]] + side[puzzle.down[cell]])
                total = 0.0
                for digit in range(1, DIGITS + 1):
                    possible = domains[cell] >> (digit - 1) & 1
                    weights[digit - 1] = np.exp(pull * (digit - 5) / 4) if possible else 0.0
                    total += weights[digit - 1]
                remainder = uniform(rng) * total
                choice = LOWEST[domains[cell]]
                for digit in range(1, DIGITS + 1):
                    if weights[digit - 1] > 0:
                        choice = digit
                        remainder -= weights[digit - 1]
                        if remainder < 0:
                            break
                domains[cell] = 1 << (choice - 1)
                is_consistent = reach(puzzle, FIRST, domains[:cells], ALL, NO_LENGTH, np.int64(cell), draft.desk)
        if is_consistent:
            for cell in range(cells):
                draft.digits[cell] = LOWEST[domains[cell]]
            return True
    return False


@kernel
def set_clues(draft):
    """Set every clue to the sum of its digits."""
    puzzle = draft.puzzle
    for entry in range(puzzle.entries[1]):
        puzzle.clues[entry] = 0
        for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
            puzzle.clues[entry] += draft.digits[puzzle.member[i]]


LOGARITHMS = np.array([0.0] + [float(np.log2(count)) for count in range(1, DIGITS + 1)])


@inner
def ambiguity_of(domains):
    """Return the ambiguity in bits: the logarithm of the number of ways to choose a candidate for each cell."""
    bits = 0.0
    for i in range(len(domains)):
        bits += LOGARITHMS[COUNT[domains[i]]]
    return bits


@kernel
def measure(draft, domains):
    """Propagate from the start and return the ambiguity; infinite after a contradiction."""
    state = domains[: draft.puzzle.cells[1]]
    take_clues(draft.puzzle, FIRST, state)
    if not reach(draft.puzzle, FIRST, state, ALL, NO_LENGTH, ANYWHERE, draft.desk):
        return np.inf
    return ambiguity_of(state)


@kernel
def forget(draft, cell):
    """Propagate without the two clues of a cell; the result is in the last row of domains, and the clues are restored.

    Whatever the two clues become, propagation can go on from there, as its result does not depend on the order of
    entries.
    """
    puzzle, state = draft.puzzle, draft.domains[2]
    across_entry, down_entry = puzzle.across[cell], puzzle.down[cell]
    clues = puzzle.clues[across_entry], puzzle.clues[down_entry]
    puzzle.clues[across_entry] = puzzle.clues[down_entry] = 0
    measure(draft, state)
    puzzle.clues[across_entry], puzzle.clues[down_entry] = clues


@kernel
def forget_next(draft, cells, k, states):
    """Propagate without the two clues of cell k of some, after the cells before it; the last row of states has the
    result.

    The rows of states are for what is known without the clues of all cells, of the half with cell k, of the quarter
    with it, and so on: each is found from the row before, which leaves less to propagate than a start without anything.
    Rows of parts that do not begin with cell k are as the cell before left them. There are rows for at least as many
    cells.
    """
    puzzle, waits = draft.puzzle, draft.desk.waits
    clues = puzzle.clues.copy()
    for level in range(len(states)):
        width = 1 << (len(states) - 1 - level)
        if k % width:
            continue
        begin = k // (2 * width) * (2 * width)
        waits[:] = 0
        for i in range(begin, min(begin + 2 * width, len(cells))):
            waits[puzzle.across[cells[i]]] = waits[puzzle.down[cells[i]]] = 1
        for i in range(k, min(k + width, len(cells))):
            for entry in (puzzle.across[cells[i]], puzzle.down[cells[i]]):
                puzzle.clues[entry] = waits[entry] = 0
        if level == 0:
            measure(draft, states[0])
        else:
            copy(states[level - 1], states[level])
            reach(puzzle, FIRST, states[level], ALL, NO_LENGTH, WAITING, draft.desk)
        copy(clues, puzzle.clues)


@kernel
def measure_from(draft, start, cell, domains):
    """Return `measure`, given the domains without one or both of the clues of a cell."""
    state = domains[: draft.puzzle.cells[1]]
    for i in range(len(state)):
        state[i] = start[i]
    if not reach(draft.puzzle, FIRST, state, ALL, NO_LENGTH, cell, draft.desk):
        return np.inf
    return ambiguity_of(state)
