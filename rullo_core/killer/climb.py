"""Killer Sudokus climbed to: those that take the most passes, and those with the fewest cages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rullo_core.killer.batch import RULES
from rullo_core.killer.generation import GREATEST, MOVES, NODES, begin
from rullo_core.killer.kernels import climbing as kernel
from rullo_core.killer.kernels import making
from rullo_core.killer.kernels.climbing import Goal
from rullo_core.killer.maker import maker_of, puzzle_of, wish_for_cages
from rullo_core.killer.puzzle import Killer, Solution
from rullo_core.killer.wish import Wish
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


def climb_once(goal: str, wish: Wish, seed: int, number: int, steps: int, stop: np.ndarray) -> Climbed:
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
    maker, told = maker_of(wish.shape, wish.symmetry), wish_for_cages(wish)
    (fewest, most), _, _ = wish.in_full
    begin(maker, seed, number)
    making.lay_cages(maker, np.int64((fewest + most) // 2), told, stop)
    cells = wish.side**2
    if goal == FEWEST:
        making.make_unique(maker, told, RULES["O1"], NODES, MOVES, cells, stop)
        rules, kind = RULES["O1"], kernel.FEWEST
    else:
        rules, kind = RULES["CA" if goal == TURNS else goal], kernel.TURNS if goal == TURNS else kernel.PASSES
        making.make_solved(maker, told, rules, MOVES, cells, stop)
    bound, all_cells = np.int64(GREATEST), np.int64(cells)
    aim = Goal(kind, rules, np.int64(0), bound, bound, np.int64(1), all_cells, np.int64(0), PROOF)
    worth = kernel.climb(maker, aim, told, np.int64(steps), stop)
    return Climbed(*puzzle_of(maker.draft, wish.shape), int(worth))


def climb(goal: str, wish: Wish, seed: int, attempts: int, steps: int, threads: int | None = None) -> Iterator[Climbed]:
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
        return climb_once(goal, wish, seed, number, steps, stop)

    best = -(2**40)
    for found in run_on_threads(range(attempts), work, threads or default_threads()):
        if found.worth > best:
            best = found.worth
            yield found
