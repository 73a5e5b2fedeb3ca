"""What propagation solves of planted puzzles, and whether they have a second solution."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rullo_core.constraints.consistency import Consistency, is_solved
from rullo_core.limits import Undecided, answering
from rullo_studies.scale.kernels.searching import UNDECIDED, list_solutions, stack_for
from rullo_studies.scale.puzzle import Planted


class Outcome(NamedTuple):
    """Whether a puzzle is unique, None if undecided; and which consistencies solve it, None if not examined."""

    unique: bool | None
    single: bool
    pairs: bool | None
    assumption: bool


def examine(puzzle: Planted, nodes: int, with_pairs: bool, stop: np.ndarray) -> Outcome:
    """Return what propagation solves of a puzzle, and whether it is unique, by a search of so many nodes."""
    consistency = Consistency(puzzle.network, stop)
    domains = consistency.g1()
    if is_solved(domains):
        return Outcome(unique=True, single=True, pairs=True if with_pairs else None, assumption=True)
    number, _ = solutions_of(consistency, domains, 2, nodes)
    if number is not None and number > 1:
        return Outcome(unique=False, single=False, pairs=False if with_pairs else None, assumption=False)
    in_pairs = is_solved(consistency.g2(domains)) if with_pairs else None
    assumption = is_solved(consistency.s(domains))
    return Outcome(True if number or assumption else None, single=False, pairs=in_pairs, assumption=assumption)


def solutions_of(
    consistency: Consistency, domains: np.ndarray | None, most: int, nodes: int
) -> tuple[int | None, np.ndarray]:
    """Return the number of solutions up to so many, None if undecided, and the domains of those in rows."""
    network = consistency.network
    solutions = np.zeros((most, len(network.domains)), np.int64)
    if domains is None:
        return 0, solutions[:0]
    number = list_solutions(
        consistency.table,
        domains.astype(np.int64),
        np.int64(nodes),
        stack_for(len(network.domains), network.constraints),
        solutions,
        consistency.stop,
    )
    if consistency.stop[0]:
        with answering():  # which has a time, if only that of the whole work
            raise Undecided("seconds")
    return (None, solutions) if number == UNDECIDED else (int(number), solutions[:number])
