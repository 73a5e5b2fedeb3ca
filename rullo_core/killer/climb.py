"""Killer Sudokus climbed to: those that take the most passes, and those with the fewest cages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rullo_core.killer.batch import RULES
from rullo_core.killer.generation import GREATEST, MOVES, NODES, begin
from rullo_core.killer.kernels import climb as kernel
from rullo_core.killer.kernels import generation
from rullo_core.killer.kernels.climb import Goal
from rullo_core.killer.puzzle import Killer, Solution
from rullo_core.killer.request import Request
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_of
from rullo_core.runs.shards import default_threads, run_on_threads

TURNS, FEWEST = "turns", "cages"
"""In place of a level: passes of cages and units by turns, and as few cages as there can be."""

PROOF = np.int64(20_000)
"""Digits that a search tries to prove that there is one solution; a puzzle that needs more is not taken."""


@dataclass(frozen=True)
class Climbed:
    """A puzzle that was climbed to.

    Attributes
    ----------
    puzzle : Killer
    solution : tuple of int
    worth : int
        Its passes; or, for the fewest cages, less their number.
    """

    puzzle: Killer
    solution: Solution
    worth: int


def climb_once(goal: str, request: Request, seed: int, number: int, steps: int, stop: np.ndarray) -> Climbed:
    """Make a puzzle, and change its cages step by step towards a goal.

    Parameters
    ----------
    goal : str
        A level whose passes are counted, `TURNS`, or `FEWEST`.
    wish : Wish
        Of the cages; how many there are is only where it begins.
    seed, number : int
        With the same ones, the same puzzle everywhere.
    steps : int
        Changes to try.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.
    """
    workspace, text = prepare_workspace(request.shape, request.symmetry), cage_request(request)
    (fewest, most), _, _ = request.in_full
    begin(workspace, seed, number)
    generation.lay_cages(workspace, np.int64((fewest + most) // 2), text, stop)
    cells = request.side**2
    if goal == FEWEST:
        generation.generate_unique(workspace, text, RULES["O1"], NODES, MOVES, cells, stop)
        rules, kind = RULES["O1"], kernel.FEWEST
    else:
        rules, kind = RULES["CA" if goal == TURNS else goal], kernel.TURNS if goal == TURNS else kernel.PASSES
        generation.generate_solved(workspace, text, rules, MOVES, cells, stop)
    bound, all_cells = np.int64(GREATEST), np.int64(cells)
    aim = Goal(kind, rules, np.int64(0), bound, bound, np.int64(1), all_cells, np.int64(0), PROOF)
    worth = kernel.climb(workspace, aim, text, np.int64(steps), stop)
    return Climbed(*puzzle_of(workspace.draft, request.shape), int(worth))


def climb(
    goal: str, request: Request, seed: int, attempts: int, steps: int, threads: int | None = None
) -> Iterator[Climbed]:
    """Each time that an attempt finds a puzzle that is worth more than all before: this puzzle.

    Parameters
    ----------
    goal, wish, seed, steps
        As in `climb_once`.
    attempts : int
    threads : int, optional
        All processors, unless given.
    """

    def work(number: int, stop: np.ndarray) -> Climbed:
        return climb_once(goal, request, seed, number, steps, stop)

    best = -(2**40)
    for found in run_on_threads(range(attempts), work, threads or default_threads()):
        if found.worth > best:
            best = found.worth
            yield found
