"""Killer Sudokus to play: made as asked for, or read, with the way that passes take; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping

from rullo_core.errors import BadInput
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import SOLVERS, Reasoner
from rullo_core.killer.wish import Wish
from rullo_core.killer.words import KillerWords
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.stages import find_stages, tell_failure
from rullo_core.player.play import MOST_SOLUTIONS, Kind, Option, Play, Unit, shelf_beside
from rullo_core.player.trace import alone, first_that_solves, masks_of, steps_of_stages

NEEDED = {
    "cages and hidden singles": "CH",
    "lines and boxes": "CG",
    "cages and units": "CA",
    "required digits": "CP",
    "the rule of 45": "O1",
}
"""The first level that solves the puzzle."""

TOLD = {level: words for words, level in NEEDED.items()} | {"OW": "the rule of 45 in windows", None: "one has to guess"}
"""What the first level that solves a puzzle is called."""


def read(text: str, source: str) -> Play:
    """A play of the puzzle in a text.

    Raises
    ------
    BadInput
        If it cannot be read, or has no solution.
    """
    puzzle = Killer.parse(text, source)
    reasoner = Reasoner(puzzle)
    try:
        level = first_that_solves((name, reasoner.game(name)) for name in SOLVERS)
    except Contradiction:
        raise BadInput(f"{source}: {tell_failure(reasoner.game(SOLVERS[-1]))} Change a sum") from None
    words = KillerWords(puzzle, level or SOLVERS[-1])
    found, complete = alone(words.game) or _search(puzzle)
    if not found:
        raise BadInput(f"{source}: {tell_failure(words.game)} Change a sum")
    side = puzzle.side
    return Play(
        kind="killer",
        title=f"Killer Sudoku {side}x{side}, {TOLD[level]}",
        text=str(puzzle),
        rows=side,
        columns=side,
        symbols=tuple(str(digit) for digit in range(1, side + 1)),
        cells=tuple(divmod(cell, side) for cell in range(side * side)),
        start=masks_of(reasoner.start),
        units=(
            *(Unit(name, cells) for name, cells in puzzle.units),
            *(Unit(f"cage {cage.label}", cage.cells, cage.total) for cage in puzzle.cages),
        ),
        trace=tuple(steps_of_stages(words, find_stages(words.game, found[0]))),
        solutions=tuple(tuple(digit - 1 for digit in one) for one in found),
        complete=complete,
        regions=tuple(cells for name, cells in puzzle.units if name.startswith("box")),
        cages=tuple((cage.cells, cage.total) for cage in puzzle.cages),
    )


def _search(puzzle: Killer) -> tuple[list[tuple[int, ...]], bool]:
    # Imported here: what levels solve is played without the compiler.
    from rullo_core.killer.batch import find_solutions

    answer = find_solutions(puzzle, MOST_SOLUTIONS)
    return answer.solutions, answer.complete


def make(chosen: Mapping[str, str], number: int) -> str | None:
    """A puzzle that is as chosen, as text; a number for each."""
    from rullo_core.killer.generate import make_puzzle

    made = make_puzzle(Wish(int(chosen["size"].split("x")[0]), level=NEEDED[chosen["difficulty"]]), 1, number)
    return None if made is None else str(made.puzzle)


KILLER = Kind(
    name="killer",
    title="Killer Sudoku",
    rules="Fill in digits: every row, column and box has each once; cages add up to their sums, no digit twice.",
    options=(
        Option("size", "size", ("4x4", "6x6", "9x9"), "9x9"),
        Option("difficulty", "needs", tuple(NEEDED), "cages and units"),
    ),
    make=make,
    read=read,
    shelf=shelf_beside(__file__),
)
