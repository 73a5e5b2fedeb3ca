"""What the functions for Sudokus and for Killer Sudokus have in common: square grids with a digit in every cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.results import Cell


class Square(Protocol):
    """A puzzle on a square grid."""

    @property
    def side(self) -> int:
        """The number of rows, of columns and of digits."""


S = TypeVar("S", bound=Square)


class SquareApi(PuzzleApi[S]):
    """Functions for a kind of puzzle on square grids."""

    def size_of(self, puzzle: S) -> str:
        """Return the size of the grid."""
        return f"{puzzle.side}x{puzzle.side}"

    def shape_of(self, puzzle: S) -> tuple[int, int]:
        """Return the shape of the grid."""
        return puzzle.side, puzzle.side

    def to_array(self, puzzle: S, solution: Sequence[int]) -> np.ndarray:
        """Return digits row by row."""
        return np.array(solution, np.int64).reshape(self.shape_of(puzzle))

    def places_of(self, puzzle: S) -> list[tuple[int, int]]:
        """Return row and column of each cell, from 0."""
        return [divmod(cell, puzzle.side) for cell in range(puzzle.side**2)]

    def named(self, puzzle: S, cell: int) -> Cell:
        """Return row and column of a cell, from 1."""
        row, column = divmod(cell, puzzle.side)
        return row + 1, column + 1

    def digits_of(self, puzzle: S, values: Any) -> tuple[int, ...]:
        """Return the digits that are written, in reading order, 0 for none.

        Raises
        ------
        BadInput
            If a value is no digit.
        """
        digits = tuple(int(value) for value in np.asarray(values).ravel())
        for cell, digit in enumerate(digits):
            if not 0 <= digit <= puzzle.side:
                row, column = self.named(puzzle, cell)
                allowed = f"write 1 to {puzzle.side}, or 0 for none"
                raise BadInput(f"values, row {row}, column {column}: {digit}: {allowed}")
        return digits


def kind_of_rating(solutions: int, complete: bool, simple: bool) -> str:
    """Return the kind of a puzzle that is meant to have one solution; see `Rating`."""
    if solutions > 1:
        return "ambiguous"
    if not complete:
        return "undecided"
    if not solutions:
        return "infeasible"
    return "simple" if simple else "exhaustive"
