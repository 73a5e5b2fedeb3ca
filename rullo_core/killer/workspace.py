"""Prepare the working memory of the generator for a board, and convert its drafts into puzzles."""

from __future__ import annotations

import numpy as np

from rullo_core.killer.batch import Shape
from rullo_core.killer.kernels import board, cages
from rullo_core.killer.kernels.generation import Workspace, workspace_for
from rullo_core.killer.puzzle import Cage, Killer, Solution, label_of
from rullo_core.killer.request import SPREADS, SYMMETRIES, CageParameters


def prepare_workspace(shape: Shape, symmetry: str = "none") -> Workspace:
    """Return working memory for generating puzzles of a shape and symmetry."""
    side, box, diagonals = shape
    units = [cells for _, cells in Killer(side, box, (), diagonals).units]
    on_board = cages.Shape(
        np.int64(side), np.int64(box[0]), np.int64(box[1]), _neighbours(side), _images(side, symmetry)
    )
    return workspace_for(on_board, board.frame_for(side, *box, units))


def _neighbours(side: int) -> np.ndarray:
    numbers = np.arange(side * side).reshape(side, side)
    around = np.pad(numbers, 1, constant_values=-1)
    return np.stack([around[:-2, 1:-1], around[1:-1, :-2], around[1:-1, 2:], around[2:, 1:-1]], axis=-1).reshape(-1, 4)


def _images(side: int, symmetry: str) -> np.ndarray:
    numbers = np.arange(side * side).reshape(side, side)
    images = {
        "none": [numbers],
        "half-turn": [numbers, np.rot90(numbers, 2)],
        "quarter-turn": [np.rot90(numbers, turns) for turns in range(4)],
        "mirror": [numbers, numbers[:, ::-1]],
    }
    assert tuple(images) == SYMMETRIES
    return np.stack([image.ravel() for image in images[symmetry]])


def cage_request(request: CageParameters) -> cages.Request:
    """Return the requirements for cages in the form that kernels read."""
    _, (smallest, largest), (_, singles) = request.in_full
    return cages.Request(*map(np.int64, (SPREADS.index(request.spread), max(smallest, 2), largest, singles)))


def puzzle_of(draft: cages.Draft, shape: Shape) -> tuple[Killer, Solution]:
    """Return the puzzle of a draft, and its solution."""
    return puzzle_from(draft.owner, draft.solution, shape), tuple(draft.solution.tolist())


def puzzle_from(owner: np.ndarray, solution: np.ndarray, shape: Shape) -> Killer:
    """Return the puzzle with the cage of each cell, numbered from 0, and sums from a solution."""
    side, box, diagonals = shape
    cells: list[list[int]] = [[] for _ in range(int(owner.max()) + 1)]
    for cell, cage in enumerate(owner.tolist()):
        cells[cage].append(cell)
    labelled = (Cage(label_of(i), tuple(members), int(solution[members].sum())) for i, members in enumerate(cells))
    return Killer(side, box, tuple(labelled), diagonals)
