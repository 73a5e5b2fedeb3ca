"""Whether a puzzle has one solution only; and the target-sums of all puzzles on a grid, to see which come up once."""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones, gather, spread
from rullo_core.rullo.kernels.board import solve_by_lines, turn
from rullo_core.rullo.kernels.lanes import MOST, fit
from rullo_core.rullo.kernels.line import fix
from rullo_core.rullo.kernels.sample import draw_either, room_for_lines, set_lines, words_needed


@kernel
def excess(numbers, chosen, solution):
    """How much more the cells of a line add up to with another choice of them than in a solution."""
    more = 0
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if (chosen ^ solution) & bit != NONE:
            more += numbers[i] if chosen & bit != NONE else -numbers[i]
    return more


@inner
def propagate(rows, columns, solution, chosen, known, cell):
    """Solve lines until they are stuck, from a state that need not agree with the solution.

    They were stuck before a cell was set, so they are solved from that one on.

    Parameters
    ----------
    rows, columns : int64 arrays of shape (height, width) and (width, height)
    solution : uint64
        By row; what the lines add up to is taken from it.
    chosen, known : uint64
        The state, by row: unknown cells of `chosen` are as in the solution.
    cell : int
        The one that was set.

    Returns
    -------
    chosen, known : uint64
        The state afterwards.
    possible : bool
        False as soon as a line cannot be filled.
    """
    height, width = rows.shape
    to_do = ONE << np.uint64(cell // width) | ONE << np.uint64(height + cell % width)
    while to_do != NONE:
        line = 0
        while to_do >> np.uint64(line) & ONE == NONE:
            line += 1
        to_do ^= ONE << np.uint64(line)
        is_row = line < height
        first = line * width if is_row else line - height
        step = 1 if is_row else width
        cells = width if is_row else height
        numbers = rows[line] if is_row else columns[line - height]
        seen = gather(known, first, step, cells)
        if seen == all_ones(cells):
            if excess(numbers, gather(chosen, first, step, cells), gather(solution, first, step, cells)) != 0:
                return chosen, known, False
            continue
        target = -excess(numbers, gather(chosen, first, step, cells), gather(solution, first, step, cells))
        for i in range(cells):
            if solution >> np.uint64(first + i * step) & ONE != NONE and seen >> np.uint64(i) & ONE == NONE:
                target += numbers[i]
        within, without, possible = fix(numbers, seen, target)
        if not possible:
            return chosen, known, False
        fixed = within | without
        board = spread(fixed, step) << np.uint64(first)
        known |= board
        chosen = chosen & ~board | spread(within, step) << np.uint64(first)
        across = fixed << np.uint64(height) if is_row else fixed
        to_do |= across
    return chosen, known, True


@inner
def cell_to_try(rows, columns, solution, chosen, known):
    """An unknown cell of a line that is out of balance, the one with the fewest; 64 if every line is in balance."""
    height, width = rows.shape
    fewest = 65
    cell = 64
    for line in range(height + width):
        is_row = line < height
        first = line * width if is_row else line - height
        step = 1 if is_row else width
        cells = width if is_row else height
        numbers = rows[line] if is_row else columns[line - height]
        if excess(numbers, gather(chosen, first, step, cells), gather(solution, first, step, cells)) != 0:
            unknown = ~gather(known, first, step, cells) & all_ones(cells)
            if 0 < count_ones(unknown) < fewest:
                fewest = count_ones(unknown)
                i = 0
                while unknown >> np.uint64(i) & ONE == NONE:
                    i += 1
                cell = first + i * step
    return cell


@kernel
def is_unique(rows, columns, solution, known):
    """Whether a puzzle has no solution but the one it was made from.

    Every unknown cell in turn is set against the solution, those before it as in the solution. What follows is searched
    depth first: lines are solved, and where they are stuck, a cell of a line that would not add up is tried both ways.

    Parameters
    ----------
    rows, columns : int64 arrays of shape (height, width) and (width, height)
    solution, known : uint64
        By row; `known` is what lines alone tell, and all of it agrees with every solution.

    Returns
    -------
    bool
    """
    height, width = rows.shape
    everything = all_ones(height * width)
    # By depth: the state, the cell that is tried, and how often it was.
    chosen_at = np.empty(height * width + 1, np.uint64)
    known_at = np.empty(height * width + 1, np.uint64)
    cell_at = np.empty(height * width + 1, np.int64)
    tried_at = np.empty(height * width + 1, np.int64)
    while known != everything:
        first = 0
        while known >> np.uint64(first) & ONE != NONE:
            first += 1
        bit = ONE << np.uint64(first)
        depth = 0
        chosen, state, possible = propagate(rows, columns, solution, solution ^ bit, known | bit, first)
        while True:
            if possible:
                cell = cell_to_try(rows, columns, solution, chosen, state)
                if cell == 64:
                    return False
                chosen_at[depth], known_at[depth] = chosen, state
                cell_at[depth], tried_at[depth] = cell, 0
                depth += 1
            while depth > 0 and tried_at[depth - 1] == 2:
                depth -= 1
            if depth == 0:
                break
            # Against the solution first: something has to make up for what is out of balance.
            cell = cell_at[depth - 1]
            this = ONE << np.uint64(cell)
            chosen = chosen_at[depth - 1] & ~this
            if (solution & this == NONE) == (tried_at[depth - 1] == 0):
                chosen |= this
            tried_at[depth - 1] += 1
            chosen, state, possible = propagate(rows, columns, solution, chosen, known_at[depth - 1] | this, cell)
        _, known, _ = propagate(rows, columns, solution, solution, known | bit, first)
    return True


@kernel
def count_drawn(spec, first, last, stream, wide, stop):
    """How many puzzles of a sample have one solution only; see `rullo_core.rullo.kernels.sample.count`.

    Parameters
    ----------
    series : rullo_core.rullo.kernels.sample.Series
    first, last : int64
        Indices, the last one excluded.
    stream : uint32 array or None
        As there.
    wide : int or None
        None if every puzzle fits into lanes, which spares compiling what does not.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the work.
    """
    height, width, values, _, coin, _ = spec
    cells = height * width
    everything = all_ones(cells)
    digits = np.empty(cells, np.uint16)
    words = np.empty(words_needed(len(values), cells, coin), np.uint64)
    lines = room_for_lines(height, width)
    rows, columns, row_lanes, column_lanes = lines
    for_lanes = height <= 8 and width <= 8 and max(abs(values[0]), abs(values[-1])) <= MOST
    unique = 0
    for index in range(first, last):
        if stop[0] != 0:
            break
        solution = draw_either(spec, index, stream, digits, words)
        holes, negative = set_lines(lines, values, digits, for_lanes)
        solution &= ~holes
        chosen = solution ^ negative
        chosen_by_column = turn(chosen, height, width)
        holes_by_column = turn(holes, height, width)
        if wide is None or (
            for_lanes and fit(row_lanes, height, width, chosen) and fit(column_lanes, width, height, chosen_by_column)
        ):
            _, known, _ = solve_by_lines(
                row_lanes, height, column_lanes, width, chosen, chosen_by_column, holes, holes_by_column
            )
        else:
            solution_by_column = turn(solution, height, width)
            _, known, _ = solve_by_lines(
                rows, height, columns, width, solution, solution_by_column, holes, holes_by_column
            )
        unique += known == everything or is_unique(rows, columns, solution, known)
    return unique


@inner
def ranks_of_sums(numbers, ranks):
    """For every subset of a line, which of the sums it makes.

    Parameters
    ----------
    numbers : int64 array of shape (cells,)
    ranks : uint64 array of shape (2**cells,)
        Filled: the place of its sum among all, ascending.

    Returns
    -------
    uint64
        How many sums there are.
    """
    sums = np.zeros(len(ranks), np.int64)
    for cell in range(len(numbers)):
        for subset in range(1 << cell):
            sums[1 << cell | subset] = sums[subset] + numbers[cell]
    ordered = np.unique(sums)
    for subset in range(len(ranks)):
        ranks[subset] = np.searchsorted(ordered, sums[subset])
    return np.uint64(len(ordered))


@kernel
def targets_of(numbers):
    """The target-sums of every solution on a grid, as one number: two solutions have the same just if it is the same.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        The grid, at most 32 cells.

    Returns
    -------
    uint64 array of shape (2**n,)
        With n cells that are no holes.
    """
    height, width = numbers.shape
    of_rows = np.empty((height, 1 << width), np.uint64)
    of_columns = np.empty((width, 1 << height), np.uint64)
    step = ONE  # no line has more sums than subsets, so it ends with 2**64 at most
    for r in range(height):
        sums = ranks_of_sums(numbers[r], of_rows[r])
        of_rows[r] *= step
        step *= sums
    for c in range(width):
        sums = ranks_of_sums(numbers[:, c].copy(), of_columns[c])
        of_columns[c] *= step
        step *= sums
    holes = NONE
    for cell in range(height * width):
        if numbers[cell // width, cell % width] == 0:
            holes |= ONE << np.uint64(cell)
    free = ~holes & all_ones(height * width)
    targets = np.empty(1 << count_ones(free), np.uint64)
    solution = NONE
    in_row = all_ones(width)
    for i in range(len(targets)):
        place = NONE
        for r in range(height):
            place += of_rows[r, solution >> np.uint64(r * width) & in_row]
        for c in range(width):
            place += of_columns[c, gather(solution, c, width, height)]
        targets[i] = place
        solution = (solution - free) & free
    return targets
