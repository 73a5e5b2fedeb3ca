"""What the functions for Sudokus and for Killer Sudokus have in common: square grids with a digit in every cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.passes import hints
from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.levels import SEARCH
from rullo_core.player.trace import solve_path
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.results import Cell, Hint, Steps
from rullo_core.puzzles.steps import steps_from


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

    def named(self, puzzle: S, cell: int) -> Cell:
        """Return row and column of a cell, from 1."""
        row, column = divmod(cell, puzzle.side)
        return row + 1, column + 1

    def path_of_passes(
        self, puzzle: S, level: str | None, levels: Iterable[str], explainer_at: Callable[[str], UnitExplainer]
    ) -> Steps[S]:
        """Return the passes of a level, or of the first that solves the puzzle, and a guess wherever they are stuck.

        Parameters
        ----------
        puzzle : puzzle
        level : str or None
        levels : iterable of str
            Those that are tried if none is given.
        explainer_at : callable
            How the puzzle is told as a level sees it.
        """
        search = partial(self.find_solutions, puzzle, 1)
        way = solve_path("the puzzle", [level] if level else list(levels), explainer_at, search, "", None)
        places = [divmod(cell, puzzle.side) for cell in range(puzzle.side**2)]
        return Steps(puzzle, level or way.level, steps_from(way.trace, places))

    def hint_with_reason(
        self, puzzle: S, found: hints.Hint, explainer_at: Callable[[str], UnitExplainer], weakest: str
    ) -> Hint:
        """Return a hint with the steps that lead to it, told."""
        reason = "\n".join(hints.explain_hint(found, explainer_at, weakest))
        verdict, level = ("guess", None) if found.level == SEARCH else ("step", found.level)
        return Hint(verdict, {self.named(puzzle, found.cell): found.digit}, level, reason=reason)

    def hint_of_wrong(self, puzzle: S, wrong: Mapping[int, str]) -> Hint:
        """Return that digits are wrong, by their cells."""
        cells = tuple(self.named(puzzle, cell) for cell in wrong)
        text = "; ".join(
            f"{digit} in row {row}, column {column}" for (row, column), digit in zip(cells, wrong.values(), strict=True)
        )
        reason = f"No solution has all of these digits. Wrong in the first solution: {text}."
        return Hint("wrong", wrong=cells, reason=reason)

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


SOLVED = Hint("solved", reason="Every cell has its digit: solved.")


def kind_of_rating(solutions: int, complete: bool, simple: bool) -> str:
    """Return the kind of a puzzle that is meant to have one solution; see `Rating`."""
    if solutions > 1:
        return "ambiguous"
    if not complete:
        return "undecided"
    if not solutions:
        return "infeasible"
    return "simple" if simple else "exhaustive"
