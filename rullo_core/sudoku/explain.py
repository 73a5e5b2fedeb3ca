"""A Sudoku solved in words: passes over all units, and a guess where they are stuck."""

from __future__ import annotations

from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.solver import Found
from rullo_core.passes.stages import solve
from rullo_core.passes.units import Deduction, State
from rullo_core.sudoku.levels import STRONGEST
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import game


class SudokuExplainer(UnitExplainer):
    """Explainer of Sudokus."""

    def __init__(self, puzzle: Sudoku, level: str) -> None:
        super().__init__(game(puzzle, level), puzzle.side)
        self.puzzle = puzzle

    def explain(self, deduction: Deduction) -> str:
        """Return the result: row 2: (2, 1) is 5, (2, 3) is not 1 or 4."""
        return f"{deduction.unit.name}: {self.describe_candidates(deduction)}"

    def value(self, value: int) -> str:
        """Return a digit or a letter."""
        return self.puzzle.symbol(value)

    def board(self, state: State) -> str:
        """Return the digits, and dots for unfixed cells."""
        return self.puzzle.with_cells(min(domain) if len(domain) == 1 else 0 for domain in state).board()


def solutions_of(puzzle: Sudoku, level: str, limit: int = 2) -> Found:
    """Find solutions by passes of a level, by passes of the strongest level up to 9x9, or else by a compiled search."""

    def search() -> Found:
        # Imported here: which levels solve a puzzle is explained without the compiler.
        from rullo_core.sudoku.batch import solve_many

        return next(solve_many([puzzle], limit, threads=1))

    levels = (level, STRONGEST) if puzzle.side <= 9 else (level,)
    return solve((game(puzzle, name) for name in levels), search)
