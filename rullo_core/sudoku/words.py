"""A Sudoku solved in words: passes over all units, and a guess where they are stuck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from rullo_core import passes
from rullo_core.passes.solver import Contradiction, Run
from rullo_core.passes.units import Deduction, State
from rullo_core.passes.words import UnitWords, counted, tell_pass
from rullo_core.sudoku.batch import solve_many
from rullo_core.sudoku.puzzle import Cells, Sudoku, place
from rullo_core.sudoku.solver import game

MOST_DIGITS = 4
"""With more digits left than this, it is told which are not."""


class SudokuWords(UnitWords):
    """How a Sudoku is told."""

    def __init__(self, puzzle: Sudoku, level: str) -> None:
        super().__init__(game(puzzle, level), puzzle.side)
        self.puzzle = puzzle

    def explain(self, deduction: Deduction) -> str:
        """What follows: row 2: (2, 1) is 5, (2, 3) is not 1 or 4."""
        after = dict(zip(deduction.unit.cells, deduction.after, strict=True))
        told = [
            f"{self._name(cell)} is {self._digits(after[cell])}"
            if len(after[cell]) <= MOST_DIGITS
            else f"{self._name(cell)} is not {self._digits(gone)}"
            for cell, gone in deduction.removed.items()
        ]
        return f"{deduction.unit.name}: {', '.join(told)}"

    def _digits(self, digits: frozenset[int]) -> str:
        return " or ".join(map(self.puzzle.symbol, sorted(digits)))

    def board(self, state: State) -> str:
        """Digits, dots for cells with several."""
        return self.puzzle.with_cells(min(one) if len(one) == 1 else 0 for one in state).board()


@dataclass(frozen=True)
class Stage:
    """A part of the way to a solution: passes, and the guess that follows where they are stuck.

    Attributes
    ----------
    run : Run
    guess : (int, int) or None
        A cell and its digit.
    """

    run: Run
    guess: tuple[int, int] | None


def find_way(puzzle: Sudoku, level: str) -> tuple[list[Stage], Cells | None, bool]:
    """The way to the first solution; guessed is the first cell with the fewest digits, and its digit in the solution.

    Returns
    -------
    stages : list of Stage
    solution : tuple of int or None
    only : bool
        Whether there are no others.
    """
    ((found, complete),) = solve_many([puzzle], 2, threads=1)
    if not found:
        return [], None, True
    played = game(puzzle, level)
    stages: list[Stage] = []
    state = played.start
    while True:
        run = passes.run(played, state=state)
        if run.is_solved:
            return [*stages, Stage(run, None)], found[0], complete and len(found) == 1
        cell = min(played.unknown(run.state), key=lambda one: len(run.state[one]))
        stages.append(Stage(run, (cell, found[0][cell])))
        state = played.with_value(run.state, cell, found[0][cell])


def tell_way(puzzle: Sudoku, level: str) -> Iterator[str]:
    """Tell the way to a solution in paragraphs that end in an empty line but for the last."""
    words, numbering = SudokuWords(puzzle, level), count(1)
    stages, solution, only = find_way(puzzle, level)
    if solution is None:
        yield tell_failure(puzzle, level)
        return
    for stage in stages:
        for one_pass in stage.run.passes:
            if one_pass.deductions:
                yield tell_pass(words, one_pass, next(numbering)) + "\n"
        if stage.guess is not None:
            cell, digit = stage.guess
            left = len(words.game.unknown(stage.run.state))
            yield f"{words.board(stage.run.state)}\n"
            yield f"Passes alone leave {counted(left, 'cell')} unknown.\n"
            yield f"Guess: {puzzle.symbol(digit)} in {place(cell, puzzle.side)}\n"
    yield puzzle.with_cells(solution).board() + "\n"
    if len(stages) == 1:
        yield f"Solved by passes alone: {counted(len(stages[0].run.passes), 'pass', 'passes')} of {level}."
        return
    guesses = counted(len(stages) - 1, "guess", "guesses")
    yield f"Solved with {guesses}. {'That is the only solution.' if only else 'There are other solutions.'}"


def tell_failure(puzzle: Sudoku, level: str) -> str:
    """That there is no solution, with the unit where it fails if passes show it."""
    try:
        passes.run(game(puzzle, level))
    except Contradiction as failure:
        return f"There is no solution: {failure}."
    return "There is no solution: passes alone do not show it, but every digit of some cell leads to a contradiction."


def way_as_json(puzzle: Sudoku, level: str) -> dict[str, Any]:
    """The way to a solution, for other programs."""
    words = SudokuWords(puzzle, level)
    stages, solution, only = find_way(puzzle, level)
    steps: list[dict[str, Any]] = []
    for stage in stages:
        steps += [words.pass_as_json(one) for one in stage.run.passes if one.deductions]
        if stage.guess is not None:
            steps.append({"guess": words.cell_as_json(stage.guess[0]) | {"digit": stage.guess[1]}})
    return {
        "solvable": solution is not None,
        "only": only if solution is not None else None,
        "steps": steps,
        "solution": None if solution is None else str(puzzle.with_cells(solution)),
    }
