"""Killer Sudokus by the thousand: made in one of three ways, and looked into at every level and without each part."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel, uncounted
from rullo_core.compiled.rng import integer_below
from rullo_core.killer.kernels import report
from rullo_core.killer.kernels.board import cells_of
from rullo_core.killer.kernels.cages import Request
from rullo_core.killer.kernels.generation import NODES, STREAMS, find_another, generate_unique, lay_cages, put
from rullo_core.killer.kernels.levels import (
    CAGES,
    SOLVED,
    STUCK,
    UNITS,
    WINDOWS,
    begin,
    run_by_turns,
    run_level,
    wake_everything,
)

REPORT, GROWN, REPAIRED = map(np.int64, range(3))
"""As the report draws them, until one has one solution; grown without a digit twice, with one solution or several; the
same, changed until there is one."""

NO_LIMIT = np.int64(2**62)

(MADE_OF, SINGLES, LARGEST, CROSSING, DRAWS, CUT_OFF, REPEATS, SEVERAL, SOLUTIONS, TRIED, TURNS, SWEEPS) = range(12)
"""What is said of a puzzle: cages, those of one cell, cells of the largest, cages in several boxes; draws, and those
that were thrown away (`report`); solutions, up to two; digits that a search tried; passes by turns, -1 if stuck; sweeps
of the report's solver. Then come its uses and removals, four each; by level, settled cells, and passes if it solves it,
else -1; and settled cells without each part. From passes on, all is -1 for a puzzle with several solutions."""

STRATEGIES = 4


class StudyRequest(NamedTuple):
    """How puzzles are made.

    Attributes
    ----------
    method : int64
        REPORT, GROWN or REPAIRED.
    bounds : int64 array of shape (classes, 2)
        Seeds, from and to: puzzle number i is of class i modulo how many there are.
    ungrowable : int64
        For REPORT.
    wish : Wish
    search : int64
        The level of searches.
    moves : int64
        For REPAIRED: cells that may be moved.
    parts : int64 array of shape (n,)
        The levels, and then the levels without parts.
    levels : int64
        How many levels there are.
    strategies : int64
        The level with combinations, of the report's solver.
    """

    method: np.int64
    bounds: np.ndarray
    ungrowable: np.int64
    request: Request
    search: np.int64
    moves: np.int64
    parts: np.ndarray
    levels: np.int64
    strategies: np.int64


@kernel
def generate_and_rate(counted_workspace, asked, seed, first, stop, rows, owners, solutions):
    """Make puzzles of a series, and look into them.

    Parameters
    ----------
    counted_workspace : rullo_core.killer.kernels.generation.Maker
    asked : Asked
    seed, first : uint64
        Puzzle number i is made with the words of the seed and SERIES times i.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.
    rows : int64 array of shape (n, columns)
        Filled.
    owners, solutions : int64 arrays of shape (n, N * N)
        Filled: the cage and the digit of each cell.

    Returns
    -------
    int
        How many puzzles were made; fewer if it was stopped.
    """
    workspace = uncounted(counted_workspace)
    draft, rng, counts = workspace.draft, workspace.rng, np.zeros(STRATEGIES, np.int64)
    for i in range(len(rows)):
        row, number = rows[i], first + np.uint64(i)
        rng.key[0], rng.key[1], rng.used[0] = seed, number * np.uint64(STREAMS), 0
        fewest, most = asked.bounds[np.int64(number % np.uint64(len(asked.bounds)))]
        row[:] = 0
        workspace.counts[:] = 0
        if asked.method == REPORT:
            report.draw_until_unique(
                workspace, fewest, most, asked.ungrowable, asked.request, asked.search, counts, stop
            )
            row[DRAWS] = counts[0] + counts[1] + counts[2]
            row[CUT_OFF], row[REPEATS], row[SEVERAL] = counts[0], counts[1], counts[report.SEVERAL]
        else:
            lay_cages(workspace, fewest + integer_below(rng, most - fewest + 1), asked.request, stop)
            row[DRAWS] = 1
            if asked.method == REPAIRED:
                generate_unique(workspace, asked.request, asked.search, NO_LIMIT, asked.moves, len(draft.owner), stop)
        if stop[0]:
            return i
        workspace.counts[:] = 0
        row[SOLUTIONS] = 1 if find_another(workspace, asked.search, NO_LIMIT, stop) < 0 else 2
        row[TRIED] = workspace.counts[NODES]
        describe(workspace, row)
        if row[SOLUTIONS] == 1:
            inspect_puzzle(workspace, asked, row)
        else:
            row[TURNS:] = -1
        if stop[0]:
            return i
        owners[i], solutions[i] = draft.owner, draft.solution
    return len(rows)


@inner
def describe(counted_workspace, row):
    """How many cages there are, and of what kinds."""
    workspace = uncounted(counted_workspace)
    draft, frame = workspace.draft, workspace.stack.reasoning.frame
    row[MADE_OF] = draft.number[0]
    across = frame.side // frame.wide
    for cage in range(draft.number[0]):
        row[SINGLES] += draft.size[cage] == 1
        row[LARGEST] = max(row[LARGEST], draft.size[cage])
        boxes = 0
        for cell in cells_of(frame, frame.units + cage):
            boxes |= 1 << (cell // frame.side // frame.high * across + cell % frame.side // frame.wide)
        row[CROSSING] += boxes & (boxes - 1) != 0


@inner
def inspect_puzzle(counted_workspace, asked, row):
    """How far the report's solver gets, passes by turns, each level, and levels without a part."""
    workspace = uncounted(counted_workspace)
    room, domains, size = (
        workspace.stack.reasoning,
        workspace.stack.domains[0],
        workspace.stack.reasoning.desk.sets.size,
    )
    put(workspace)
    outcome, passes = run_by_turns(domains, room, CAGES, UNITS)
    row[TURNS] = passes if outcome == SOLVED else -1
    begin(domains, room, asked.strategies)
    at = SWEEPS + 1
    _, row[SWEEPS] = report.solve(domains, room, row[at : at + STRATEGIES], row[at + STRATEGIES : at + 2 * STRATEGIES])
    at += 2 * STRATEGIES
    for level in range(len(asked.parts)):
        parts = asked.parts[level]
        begin(domains, room, parts)
        outcome, passes = STUCK, 0
        if level >= asked.levels and parts & WINDOWS:
            # Passes are not counted: what takes long waits until the rest is stuck.
            outcome, _ = run_level(domains, room, parts & ~WINDOWS)
            wake_everything(room)
        if outcome == STUCK:
            outcome, passes = run_level(domains, room, parts)
        fixed = 0
        for domain in domains:
            fixed += size[domain] == 1
        if level < asked.levels:
            row[at + level] = fixed
            row[at + asked.levels + level] = passes if outcome == SOLVED else -1
        else:
            row[at + asked.levels + level] = fixed
