"""Sudokus to play: made as asked for, or read, with the way that passes take; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping

from rullo_core.errors import BadInput
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.stages import find_stages, tell_failure
from rullo_core.player.play import MOST_SOLUTIONS, Kind, Option, Play, Unit, shelf_beside
from rullo_core.player.trace import alone, first_that_solves, masks_of, steps_of_stages
from rullo_core.sudoku.puzzle import Sudoku, units_of
from rullo_core.sudoku.solver import LEVELS, game
from rullo_core.sudoku.wish import Digger, Filler
from rullo_core.sudoku.words import SudokuWords

CRITERIA = {
    "naked singles": ("naked", "naked"),
    "hidden singles": ("hidden", "hidden"),
    "lines and boxes": ("locked", "locked"),
    "one has to guess": ("one-solution", "search"),
}
"""As long as what a puzzle is dug, and the level that it then needs."""

TOLD = {level: words for words, (_, level) in CRITERIA.items()} | {
    "subsets": "subsets of two and three",
    "gac": "subsets of any size",
    "gac-locked": "subsets, lines and boxes",
}
"""What the first level that solves a puzzle is called."""

TRIES = 200
"""Puzzles that are dug until one needs that level."""


def read(text: str, source: str) -> Play:
    """A play of the puzzle in a text.

    Raises
    ------
    BadInput
        If it cannot be read, or has no solution.
    """
    puzzle = Sudoku.parse(text, source)
    try:
        level = first_that_solves((name, game(puzzle, name)) for name in LEVELS)
    except Contradiction:
        raise BadInput(f"{source}: {tell_failure(game(puzzle, 'gac-locked'))} Change a digit") from None
    words = SudokuWords(puzzle, level or "gac-locked")
    found, complete = alone(words.game) or _search(puzzle)
    if not found:
        raise BadInput(f"{source}: {tell_failure(words.game)} Change a digit")
    box, side = puzzle.box, puzzle.side
    return Play(
        kind="sudoku",
        title=f"Sudoku {side}x{side}, {TOLD[level or 'search']}",
        text=str(puzzle),
        rows=side,
        columns=side,
        symbols=tuple(puzzle.symbol(digit) for digit in range(1, side + 1)),
        cells=tuple(divmod(cell, side) for cell in range(side * side)),
        start=masks_of(words.game.start),
        units=tuple(Unit(name, cells) for name, cells in units_of(box)),
        trace=tuple(steps_of_stages(words, find_stages(words.game, found[0]))),
        solutions=tuple(tuple(digit - 1 for digit in one) for one in found),
        complete=complete,
        regions=tuple(cells for name, cells in units_of(box) if name.startswith("box")),
    )


def _search(puzzle: Sudoku) -> tuple[list[tuple[int, ...]], bool]:
    # Imported here: what levels solve is played without the compiler.
    from rullo_core.sudoku.batch import solve_many

    ((found, complete),) = solve_many([puzzle], MOST_SOLUTIONS, threads=1)
    return found, complete


def make(chosen: Mapping[str, str], number: int) -> str | None:
    """A puzzle that is as chosen, as text; a number for each."""
    from rullo_core.sudoku.generate import make_puzzle

    criterion, level = CRITERIA[chosen["difficulty"]]
    side = int(chosen["size"].split("x")[0])
    empty = Sudoku(round(side**0.5), (0,) * side**2)
    for index in range(number * TRIES, (number + 1) * TRIES):
        made = make_puzzle(Filler(), Digger(criterion), empty, seed=1, index=index)
        if made is not None and made.rating.level == level:
            return str(made.puzzle)
    return None


SUDOKU = Kind(
    name="sudoku",
    title="Sudoku",
    rules="Fill in digits: every row, column and box has each of them once.",
    options=(
        Option("size", "size", ("4x4", "9x9", "16x16"), "9x9"),
        Option("difficulty", "needs", tuple(CRITERIA), "hidden singles"),
    ),
    make=make,
    read=read,
    shelf=shelf_beside(__file__),
)
