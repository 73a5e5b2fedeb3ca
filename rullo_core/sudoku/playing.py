"""Sudokus to play: made as asked for, or read, with the way that passes take; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rullo_core.errors import BadInput
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Found
from rullo_core.player.play import GUESS, MOST_SOLUTIONS, Kind, Level, Option, Play, Preset, Unit, shelf_beside
from rullo_core.player.trace import masks_of, solve_path
from rullo_core.sudoku.explain import SudokuExplainer
from rullo_core.sudoku.puzzle import Sudoku, units_of
from rullo_core.sudoku.request import DigSpec, FillSpec
from rullo_core.sudoku.solver import ALL, LEVELS, quick_levels, start_of

TITLES = {
    "naked": "naked singles",
    "hidden": "hidden singles",
    "locked": "lines and boxes",
    "subsets": "subsets of two and three",
    "gac": "subsets of any size",
    "gac-locked": "subsets, lines and boxes",
}
"""What a puzzle is called by the first level that solves it."""

REQUESTS = {TITLES[level]: Preset(level, criterion=level) for level in ("naked", "hidden", "locked")} | {
    GUESS: Preset(None)
}
"""Dug as long as that level solves it; and it is the first that does."""

LARGEST = 16
"""The side of a board that is played."""

TRIES = 200
"""Puzzles that are dug until one needs that level."""


def read(text: str, source: str) -> Play:
    """A play of the puzzle in a text.

    Raises
    ------
    BadInput
        If it cannot be read, is larger than 16x16, or has no solution.
    """
    puzzle = Sudoku.parse(text, source)
    box, side = puzzle.box, puzzle.side
    if side > LARGEST:
        raise BadInput(f"{source}: is {side}x{side}; boards up to {LARGEST}x{LARGEST} are played here")
    way = solve_path(
        source, quick_levels(side), partial(SudokuExplainer, puzzle), partial(_search, puzzle), "Change a digit"
    )
    return Play(
        kind="sudoku",
        title=f"Sudoku {side}x{side}, {TITLES.get(way.level or '', GUESS)}",
        text=str(puzzle),
        rows=side,
        columns=side,
        symbols=tuple(puzzle.symbol(digit) for digit in range(1, side + 1)),
        cells=tuple(divmod(cell, side) for cell in range(side * side)),
        start=masks_of(start_of(puzzle)),
        units=tuple(Unit(name, cells) for name, cells in units_of(box)),
        trace=way.trace,
        solutions=way.solutions,
        complete=way.complete,
        regions=tuple(cells for name, cells in units_of(box) if name.startswith("box")),
    )


def _search(puzzle: Sudoku) -> Found:
    # Imported here: what levels solve is played without the compiler.
    from rullo_core.sudoku.batch import solve_many

    return next(solve_many([puzzle], MOST_SOLUTIONS, threads=1))


def make(chosen: Mapping[str, str], number: int) -> str | None:
    """A puzzle that is as chosen, as text; a number for each."""
    from rullo_core.sudoku.generation import generate_puzzle

    asked = REQUESTS[chosen["difficulty"]]
    side = int(chosen["size"].split("x")[0])
    empty = Sudoku(round(side**0.5), (0,) * side**2)
    for index in range(number * TRIES, (number + 1) * TRIES):
        made = generate_puzzle(FillSpec(), DigSpec(asked.criterion or "one-solution"), empty, seed=1, index=index)
        if made is not None and made.rating.level == (asked.level or SEARCH):
            return str(made.puzzle)
    return None


SUDOKU = Kind(
    name="sudoku",
    title="Sudoku",
    rules="Fill in digits: every row, column and box has each of them once.",
    options=(
        Option("size", "size", ("4x4", "9x9", "16x16"), "9x9", needs_python=("16x16",)),
        Option("difficulty", "needs", tuple(REQUESTS), TITLES["hidden"]),
    ),
    puzzle=Sudoku,
    make=make,
    read=read,
    shelf=shelf_beside(__file__),
    levels=tuple(Level(level, TITLES[level], {ALL: rules}, ((ALL,),)) for level, rules in LEVELS.items()),
    search="gac",
    requests=REQUESTS,
)
