"""Killer Sudokus to play: made as asked for, or read, with the way that passes take; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rullo_core.constraints.distinct import Forward, Hall
from rullo_core.constraints.sums import SignedSum
from rullo_core.errors import BadInput
from rullo_core.killer.explain import STRATEGIES, KillerExplainer
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.request import Request
from rullo_core.killer.rules import InCage, Required
from rullo_core.killer.solver import GROUP, LEVELS, SOLVERS, Reasoner
from rullo_core.passes.solver import Found
from rullo_core.player.play import GUESS, MOST_SOLUTIONS, Kind, Level, Option, Play, Preset, Unit, shelf_beside
from rullo_core.player.trace import masks_of, solve_path
from rullo_core.sudoku.rules import Hidden, Locked

TITLES = {
    "CH": "cages and hidden singles",
    "CG": "lines and boxes",
    "CA": "cages and units",
    "CP": "required digits",
    "O1": "the rule of 45",
    "OW": "the rule of 45 in windows",
}
"""What a puzzle is called by the first level that solves it."""

REQUESTS = {TITLES[level]: Preset(level) for level in ("CH", "CG", "CA", "CP", "O1")}

RULES = {
    "naked": Forward,
    "hidden": Hidden,
    "locked": Locked,
    "units": Hall,
    "cages": InCage,
    "required": Required,
    "sums": SignedSum,
    "windows": SignedSum,
}
"""The rule of each part of a level."""

LARGEST = 9
"""The side of a board that is played."""


def read(text: str, source: str) -> Play:
    """A play of the puzzle in a text.

    Raises
    ------
    BadInput
        If it cannot be read, is larger than 9x9, or has no solution.
    """
    puzzle = Killer.parse(text, source)
    side = puzzle.side
    if side > LARGEST:
        raise BadInput(f"{source}: is {side}x{side}; boards up to {LARGEST}x{LARGEST} are played here")
    way = solve_path(source, SOLVERS, partial(KillerExplainer, puzzle), partial(_search, puzzle), "Change a sum")
    diagonals = " with diagonals" if puzzle.diagonals else ""
    return Play(
        kind="killer",
        title=f"Killer Sudoku {side}x{side}{diagonals}, {TITLES.get(way.level or '', GUESS)}",
        text=str(puzzle),
        rows=side,
        columns=side,
        symbols=tuple(str(digit) for digit in range(1, side + 1)),
        cells=tuple(divmod(cell, side) for cell in range(side * side)),
        start=masks_of(Reasoner(puzzle).start),
        units=(
            *(Unit(name, cells) for name, cells in puzzle.units),
            *(Unit(f"cage {cage.label}", cage.cells, cage.total) for cage in puzzle.cages),
        ),
        trace=way.trace,
        solutions=way.solutions,
        complete=way.complete,
        regions=tuple(cells for name, cells in puzzle.units if name.startswith("box")),
        cages=tuple((cage.cells, cage.total) for cage in puzzle.cages),
        shaded=tuple(sorted({cell for name, cells in puzzle.units if "diagonal" in name for cell in cells})),
    )


def _search(puzzle: Killer) -> Found:
    # Imported here: what levels solve is played without the compiler.
    from rullo_core.killer.batch import find_solutions

    return find_solutions(puzzle, MOST_SOLUTIONS)


def make(chosen: Mapping[str, str], number: int) -> str | None:
    """A puzzle that is as chosen, as text; a number for each."""
    from rullo_core.killer.generation import generate_puzzle

    request = Request(int(chosen["size"].split("x")[0]), level=REQUESTS[chosen["difficulty"]].level)
    made = generate_puzzle(request, 1, number)
    return None if made is None else str(made.puzzle)


KILLER = Kind(
    name="killer",
    title="Killer Sudoku",
    rules="Fill in digits: every row, column and box has each once; cages add up to their sums, no digit twice.",
    options=(
        Option("size", "size", ("4x4", "6x6", "9x9"), "9x9"),
        Option("difficulty", "needs", tuple(REQUESTS), TITLES["CA"]),
    ),
    puzzle=Killer,
    make=make,
    read=read,
    shelf=shelf_beside(__file__),
    levels=tuple(Level(level, TITLES[level], {GROUP: LEVELS[level]}, ((GROUP,),)) for level in SOLVERS),
    search="CA",
    requests=REQUESTS,
    strategies={part: STRATEGIES[rule] for part, rule in RULES.items()},
)
