"""Remove clues from a puzzle as long as it is unique (Simonis, section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rullo_core.compiled import NO_LIMIT
from rullo_core.compiled.rng import rng_from_seed, shuffled
from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import pack
from rullo_core.kakuro.kernels import reduction as kernel
from rullo_core.kakuro.kernels.board import desk_for
from rullo_core.kakuro.kernels.search import search
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.request import ReduceRequest
from rullo_core.runs.shards import run_alone


@dataclass(frozen=True)
class Reduced:
    """A puzzle, the entries whose clues were removed, in order, the tests given up, and the number of clues before."""

    puzzle: Kakuro
    removed: tuple[int, ...]
    undecided: int
    clues: int

    @property
    def share(self) -> float:
        """Share of the clues that were removed."""
        return len(self.removed) / self.clues


def reduce(puzzle: Kakuro, complete: bool, order: Sequence[int] | None = None, nodes: int | None = None) -> Reduced:
    """Remove each clue, or its whole entry, in an order of entries if the puzzle remains unique; a test has so many
    nodes.
    """
    if order is None:
        cells = puzzle.cells
        order = sorted(
            (i for i, entry in enumerate(puzzle.entries) if entry.clue is not None),
            key=lambda i: (cells[puzzle.entries[i].cells[0]], i),
        )
    arrays = pack([puzzle])
    size = len(puzzle.cells)
    desk, depths = desk_for(arrays), np.empty((size + 1, size), np.int64)
    solutions = np.zeros((1, size), np.int64)
    answers = np.zeros(len(order), np.int64)
    limit = NO_LIMIT if nodes is None else nodes

    def work(stop: np.ndarray) -> int:
        last = np.zeros(size, np.int64)
        number, _, _ = search(arrays, 0, solutions, 2, last, NO_LIMIT, stop, depths, desk)
        if number == 1:
            instead = kernel.NO_ENTRY if complete else kernel.NOT_SAID
            kernel.reduce(
                arrays, 0, solutions[0], np.array(order, np.int64), instead, limit, stop, depths, desk, answers
            )
        return int(number)

    number = run_alone(work)
    if number != 1:
        has = "several solutions" if number else "no solution"
        raise BadInput(f"{puzzle.name or 'the puzzle'}: has {has}; clues are taken from puzzles with one")
    removed = tuple(entry for entry, answer in zip(order, answers.tolist(), strict=True) if answer == kernel.REMOVED)
    reduced = puzzle.without_entries(removed) if complete else puzzle.without_clues(removed)
    return Reduced(reduced, removed, int((answers == kernel.UNDECIDED).sum()), len(order))


def random_order(puzzle: Kakuro, seed: int, index: int) -> list[int]:
    """Return the entries with clues in a random order determined by seed and index."""
    order = np.array([i for i, entry in enumerate(puzzle.entries) if entry.clue is not None], np.int64)
    return [int(entry) for entry in shuffled(order, rng_from_seed(seed, index))]


def reduce_by(request: ReduceRequest, puzzle: Kakuro, index: int) -> Reduced:
    """Remove clues as a request says; of several puzzles, each has an order of its own."""
    order = None if request.seed is None else random_order(puzzle, request.seed, index)
    return reduce(puzzle, request.complete, order, request.nodes)
