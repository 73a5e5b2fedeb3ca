"""Generate Killer Sudokus: grow cages on a filled board, and change them until the request is satisfied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rullo_core.columns import Column, made_of
from rullo_core.compiled.rng import integer_below, restart, stream_of
from rullo_core.killer.batch import PARTS, RULES, by_turns
from rullo_core.killer.kernels import generation as kernel
from rullo_core.killer.kernels.climb import PASSES, TURNS, UNIQUE, Goal, climb, unmet
from rullo_core.killer.kernels.generation import Workspace
from rullo_core.killer.kernels.levels import SOLVED, put_cages, run_level
from rullo_core.killer.kernels.levels import begin as begin_level
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.puzzle import Killer, Solution
from rullo_core.killer.request import Request
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_of
from rullo_core.passes.levels import SEARCH
from rullo_core.puzzles.generation import GeneratedPuzzle, Generation
from rullo_core.runs.attempts import first_success, first_until, steps_of

NODES = np.int64(2000)
"""Number of nodes after which a search for a second solution gives up; cages are then changed anywhere."""

MOVES = np.int64(60)
"""Greatest number of cells that are moved to other cages; then cages are split."""

STEPS = 1000
"""Number of changes in each of the first four tries to reach the requested passes; doubled after every four."""

TRIES = 24

GREATEST = 2**40
"""More passes than any puzzle takes."""

LARGEST_SEARCHED = 9
"""Side of the largest boards on which a search proves that a solution is unique; on larger ones, `PROVER` does."""

PROVER = np.int64(RULES["CG"] | PARTS["required"] | PARTS["sums"])
"""Parts of the level that has to solve puzzles on larger boards."""


@dataclass(frozen=True)
class Generated:
    """A generated unique puzzle, the boards that were filled, and cells moved and cages split on the last of them.

    Level is the first that solves it, and passes their number; `SEARCH` and None if no level does.
    """

    puzzle: Killer
    solution: Solution
    level: str
    passes: int | None
    tries: int
    moves: int
    splits: int


def generate_puzzle(request: Request, seed: int, index: int, tries: int = TRIES) -> Generated | None:
    """Generate a unique puzzle, determined by seed and index; None if no try finds one, although one may exist."""
    workspace = prepare_workspace(request.shape, request.symmetry)
    return first_success(tries, lambda number, stop: _try(workspace, request, seed, index, number, stop))


def _try(
    workspace: Workspace, request: Request, seed: int, index: int, number: int, stop: np.ndarray
) -> Generated | None:
    """Fill one board and lay cages; return the puzzle if it satisfies the request."""
    (min_cages, max_cages), _, _ = request.in_full
    text = cage_request(request)
    begin(workspace, seed, stream_of(index, number))
    seeds = min_cages + integer_below(workspace.rng, max_cages - min_cages + 1)
    if not kernel.lay_cages(workspace, seeds, text, stop):
        return None
    goal = goal_of(request)
    if goal.kind == UNIQUE:
        is_proven = kernel.generate_unique(workspace, text, goal.parts, NODES, MOVES, max_cages, stop)
    else:
        is_proven = kernel.generate_solved(workspace, text, goal.parts, MOVES, max_cages, stop)
    moves, splits = workspace.counts[:2].tolist()
    if not (is_proven and goal.kind == UNIQUE and unmet(workspace.draft, goal, text) == 0):
        worth = climb(workspace, goal, text, is_proven, steps_of(number, STEPS), stop)
        if not goal.minimum <= worth <= goal.maximum:
            return None
    if stop[0]:
        return None
    puzzle, solution = puzzle_of(workspace.draft, request.shape)
    level, passes = first_level(workspace)
    if request.level is not None and level != request.level:
        return None
    return Generated(puzzle, solution, level, passes, number + 1, moves, splits)


def first_level(workspace: Workspace) -> tuple[str, int | None]:
    """Return the first level that solves a draft's puzzle, and its passes; `SEARCH` and None if there is none."""
    room, domains, draft = workspace.stack.reasoning, workspace.stack.domains[0], workspace.draft
    put_cages(room, draft.owner, draft.totals, draft.number[0])
    for name in SOLVERS:
        if begin_level(domains, room, RULES[name]):
            outcome, passes = run_level(domains, room, RULES[name])
            if outcome == SOLVED:
                return name, int(passes)
    return SEARCH, None


@dataclass(frozen=True, kw_only=True)
class KillerGeneration(Generation[Killer]):
    """Killer Sudokus to be generated; see `generate_puzzle`."""

    request: Request

    puzzle: ClassVar[type[Killer]] = Killer
    columns: ClassVar[Sequence[Column]] = made_of("killer")
    smallest_shard: ClassVar[int] = 32

    @property
    def is_large(self) -> bool:
        """Whether `PROVER` has to solve it, which takes long without compiled kernels."""
        return self.request.side > LARGEST_SEARCHED

    def room(self) -> Workspace:
        """Return working memory; see `Generation`."""
        return prepare_workspace(self.request.shape, self.request.symmetry)

    def generate_in(self, room: Workspace, index: int, stop: np.ndarray) -> Generated | None:
        """Generate the puzzle of an index, which the draft of a workspace then is; None if no try finds one."""
        return first_until(
            stop, self.tries, lambda number, stop: _try(room, self.request, self.seed, index, number, stop)
        )

    def make_one(self, room: Workspace, index: int, stop: np.ndarray) -> GeneratedPuzzle | None:
        """Generate the puzzle of an index; see `Generation`."""
        generated = self.generate_in(room, index, stop)
        if generated is None:
            return None
        rating = {"level": generated.level, "level_passes": generated.passes, "cages": len(generated.puzzle.cages)}
        effort = {"tries": generated.tries, "moves": generated.moves, "splits": generated.splits}
        return GeneratedPuzzle(index, generated.puzzle, generated.solution, base_columns(room) | rating | effort)


def base_columns(workspace: Workspace) -> dict[str, Any]:
    """Return the columns of a draft's unique puzzle that alternate passes over cages and units give."""
    draft = workspace.draft
    put_cages(workspace.stack.reasoning, draft.owner, draft.totals, draft.number[0])
    turns, unfixed = by_turns(workspace.stack)
    return {
        "simple": turns is not None,
        "passes": None if turns is None else turns + 0.5,
        "cells": len(draft.owner),
        "open_cells": unfixed,
        "solutions": 1,
        "complete": True,
        "passes_cages_first": turns,
        "passes_units_first": None if turns is None else turns + 1,
    }


def begin(workspace: Workspace, seed: int, number: int) -> None:
    """Reset a workspace to the random stream of a seed and a number."""
    restart(workspace.rng, np.uint64(seed), np.uint64(number), 0)
    workspace.counts[:] = 0


def goal_of(request: Request) -> Goal:
    """Return the goal of local search for a request: a level and its passes, alternate passes, or one solution."""
    (min_cages, max_cages), _, (min_singles, _) = request.in_full
    min_passes, max_passes = request.passes or (0, GREATEST)
    lower = np.int64(0)
    if request.level is not None:
        kind, parts = PASSES, RULES[request.level]
        number = SOLVERS.index(request.level)
        lower = RULES[SOLVERS[number - 1]] if number else lower
    elif request.passes is not None:
        kind, parts = TURNS, RULES["CA"]
    elif request.side <= LARGEST_SEARCHED:
        kind, parts = UNIQUE, RULES["CH"]
    else:
        kind, parts = PASSES, PROVER
    counts = [np.int64(bound) for bound in (min_passes, max_passes, min_cages, max_cages, min_singles)]
    return Goal(kind, parts, lower, counts[0], counts[1], counts[2], counts[3], counts[4], NODES)
