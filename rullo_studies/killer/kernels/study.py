"""Generate Killer Sudokus by one of three methods; rate these, and others, at levels and without parts of levels."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import NO_LIMIT, inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import STREAMS, integer_below, restart
from rullo_core.killer.kernels.board import cells_of
from rullo_core.killer.kernels.cages import Request
from rullo_core.killer.kernels.generation import NODES, find_another, generate_unique, lay_cages, put
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
from rullo_studies.killer.kernels import gordon

REPORT, GROWN, REPAIRED = map(np.int64, range(3))
"""Methods: drawn as in the report until one has one solution; grown without a digit twice, unique or ambiguous; the
same, repaired until unique."""

(MADE_OF, SINGLES, LARGEST, CROSSING, DRAWS, CUT_OFF, REPEATS, AMBIGUOUS, SOLUTIONS, TRIED_NODES, TURNS, SWEEPS) = (
    range(12)
)
"""Columns of a puzzle: cages, those of one cell, cells of the largest, cages in several boxes; draws, and those that
were discarded, by reason (`gordon`); solutions, up to two; nodes of the search; alternate passes over cages and units,
-1 if stuck; passes of the report's solver. Then follow, for each of its strategies, its uses and the candidates that it
eliminated; for each level, solved cells, and passes, -1 if it does not solve the puzzle; and solved cells without each
part. From TURNS on, all columns of an ambiguous puzzle are -1."""

STRATEGIES = 4


class StudyRequest(NamedTuple):
    """Request for a study.

    Bounds has the least and greatest number of seeds of each class; puzzle i belongs to class i modulo their number.
    Ungrowable is for REPORT, moves for REPAIRED. Parts has those of the `levels` levels, then those of levels without
    one part; strategies those of the report's solver, with combinations.
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
def generate_and_rate(workspace, study, seed, first, stop, rows, owners, solutions):
    """Fill the columns, cages and digits of puzzles; return how many were generated, fewer if stopped.

    Puzzle i uses the stream of the seed and STREAMS times i.
    """
    draft, rng, counts = workspace.draft, workspace.rng, np.zeros(STRATEGIES, np.int64)
    for i in range(len(rows)):
        row, number = rows[i], first + np.uint64(i)
        restart(rng, seed, number * np.uint64(STREAMS), 0)
        min_seeds, max_seeds = study.bounds[np.int64(number % np.uint64(len(study.bounds)))]
        row[:] = 0
        workspace.counts[:] = 0
        if study.method == REPORT:
            gordon.draw_until_unique(
                workspace, min_seeds, max_seeds, study.ungrowable, study.request, study.search, counts, stop
            )
            row[DRAWS] = counts[0] + counts[1] + counts[2]
            row[CUT_OFF], row[REPEATS], row[AMBIGUOUS] = counts[0], counts[1], counts[gordon.AMBIGUOUS]
        else:
            lay_cages(workspace, min_seeds + integer_below(rng, max_seeds - min_seeds + 1), study.request, stop)
            row[DRAWS] = 1
            if study.method == REPAIRED:
                generate_unique(workspace, study.request, study.search, NO_LIMIT, study.moves, len(draft.owner), stop)
        if stop[0]:
            return i
        rate_draft(workspace, study, stop, row)
        if stop[0]:
            return i
        copy(draft.owner, owners[i])
        copy(draft.solution, solutions[i])
    return len(rows)


@kernel
def rate_draft(workspace, study, stop, row):
    """Fill the columns of the puzzle in a draft, but those of draws; they are 0 before."""
    workspace.counts[:] = 0
    row[SOLUTIONS] = 1 if find_another(workspace, study.search, NO_LIMIT, stop) < 0 else 2
    row[TRIED_NODES] = workspace.counts[NODES]
    describe(workspace, row)
    if row[SOLUTIONS] == 1:
        inspect_puzzle(workspace, study, row)
    else:
        row[TURNS:] = -1


@inner
def describe(workspace, row):
    """Count the cages, and those of some kinds."""
    draft, frame = workspace.draft, workspace.stack.reasoning.frame
    row[MADE_OF] = draft.number[0]
    box_columns = frame.side // frame.width
    for cage in range(draft.number[0]):
        row[SINGLES] += draft.size[cage] == 1
        row[LARGEST] = max(row[LARGEST], draft.size[cage])
        boxes = 0
        for cell in cells_of(frame, frame.units + cage):
            boxes |= 1 << (cell // frame.side // frame.height * box_columns + cell % frame.side // frame.width)
        row[CROSSING] += boxes & (boxes - 1) != 0


@inner
def inspect_puzzle(workspace, study, row):
    """Rate a puzzle by the report's solver, by alternate passes, by each level, and by levels without one part."""
    room, domains, size = (
        workspace.stack.reasoning,
        workspace.stack.domains[0],
        workspace.stack.reasoning.desk.sets.size,
    )
    put(workspace)
    outcome, passes = run_by_turns(domains, room, CAGES, UNITS)
    row[TURNS] = passes if outcome == SOLVED else -1
    begin(domains, room, study.strategies)
    offset = SWEEPS + 1
    _, row[SWEEPS] = gordon.solve(
        domains, room, row[offset : offset + STRATEGIES], row[offset + STRATEGIES : offset + 2 * STRATEGIES]
    )
    offset += 2 * STRATEGIES
    for level in range(len(study.parts)):
        parts = study.parts[level]
        if level >= study.levels:
            # Without some parts, a level may be a lower one.
            equal_level = 0
            while study.parts[equal_level] != parts:
                equal_level += 1
            if equal_level < study.levels:
                row[offset + study.levels + level] = row[offset + equal_level]
                continue
        begin(domains, room, parts)
        outcome, passes = STUCK, 0
        if level >= study.levels and parts & WINDOWS:
            # Passes are not counted here, so the slow windows wait until the other parts are stuck.
            outcome, _ = run_level(domains, room, parts & ~WINDOWS)
            wake_everything(room)
        if outcome == STUCK:
            outcome, passes = run_level(domains, room, parts)
        fixed = 0
        for domain in domains:
            fixed += size[domain] == 1
        if level < study.levels:
            row[offset + level] = fixed
            row[offset + study.levels + level] = passes if outcome == SOLVED else -1
        else:
            row[offset + study.levels + level] = fixed
