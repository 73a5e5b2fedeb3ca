"""The next step for a player: a cell that follows at the lowest level that settles any, and what its digit rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rullo_core import passes
from rullo_core.passes.units import Deduction, first_settled
from rullo_core.sudoku.batch import solve_many
from rullo_core.sudoku.puzzle import Sudoku, place
from rullo_core.sudoku.solver import LEVELS, SEARCH, game
from rullo_core.sudoku.words import SudokuWords, tell_failure


@dataclass(frozen=True)
class Hint:
    """What can be said to a player.

    Attributes
    ----------
    cell, digit : int
    level : str
        The lowest that settles a cell; or search, and the digit is that of a solution.
    steps : tuple of Deduction
        What leads there, in order; none for search.
    """

    cell: int
    digit: int
    level: str
    steps: tuple[Deduction, ...] = ()


def find_hint(puzzle: Sudoku) -> Hint | None:
    """Look for the next step from the digits that are there.

    Of the cells that the lowest level settles first, the one whose digit rests on the fewest steps.

    Returns
    -------
    Hint or None
        None if the puzzle is filled, or has no solution.
    """
    ((found, _),) = solve_many([puzzle], 1, threads=1)
    if not found or puzzle.clues == puzzle.side**2:
        return None
    given = {cell for cell, digit in enumerate(puzzle.cells) if digit}
    for level in LEVELS:
        settled = first_settled(passes.run(game(puzzle, level)).passes, given)
        if settled is not None:
            return Hint(settled.cell, settled.value, level, settled.steps)
    cell = puzzle.cells.index(0)
    return Hint(cell, found[0][cell], SEARCH)


def tell_hint(puzzle: Sudoku) -> Iterator[str]:
    """The next step in paragraphs."""
    hint = find_hint(puzzle)
    if hint is None:
        yield "Every cell has its digit: solved." if puzzle.is_filled else tell_failure(puzzle, "gac-locked")
        return
    where, digit = place(hint.cell, puzzle.side), puzzle.symbol(hint.digit)
    if hint.level == SEARCH:
        yield f"No level settles a further cell: guess. A solution has {digit} in {where}."
        return
    words = SudokuWords(puzzle, hint.level)
    yield "\n".join(words.explain(step) for step in hint.steps)
    yield f"So {digit} goes in {where} ({hint.level})."


def hint_as_json(puzzle: Sudoku) -> dict[str, Any]:
    """The next step for other programs."""
    hint = find_hint(puzzle)
    if hint is None:
        told = {"solvable": puzzle.is_filled, "solved": puzzle.is_filled, "cell": None, "digit": None, "level": None}
        return told | {"steps": []}
    words = SudokuWords(puzzle, hint.level if hint.level != SEARCH else "naked")
    return {
        "solvable": True,
        "solved": False,
        "cell": words.cell_as_json(hint.cell),
        "digit": puzzle.symbol(hint.digit),
        "level": hint.level,
        "steps": [words.explain(step) for step in hint.steps],
    }
