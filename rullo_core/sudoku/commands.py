"""Sudoku: every digit once in each row, column and box.

Puzzle text: a line each, all cells in reading order, . or 0 for empty ones, such as 16, 36 or 81 of them. Boards larger
than 9x9 have letters, A for 1. Boxes are as square as can be, and no higher than wide; others stand before the
cells: sudoku 6x6 boxes 3x2. A line # name right above a puzzle names it.
"""

from __future__ import annotations

from typing import Any

import click

from rullo_core.bars import Bar
from rullo_core.cli import verbs
from rullo_core.cli.options import (
    THREADS,
    examples,
    options_of,
    read_puzzles,
    with_options,
    within_whole,
)
from rullo_core.cli.output import echo_puzzle, fields_of, form_option, write_rows
from rullo_core.interpreted import each_at_once
from rullo_core.sudoku.api import API
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import parse_puzzles
from rullo_core.sudoku.request import DigRequest, GridRequest

PUZZLES = "data/published/sudoku/pytudes.txt"
"""A file for examples."""


@click.command(epilog=examples("rullo sudoku fill --size 16 --count 2", "rullo sudoku fill --fill-method swaps"))
@with_options((*options_of(GridRequest), within_whole, form_option()))
def fill(form: str, **options: Any) -> None:
    """Fill grids at random: a line each.

    A grid is the same everywhere for the same options, seed and index. No method draws all with the same probability.

    The methods: fewest and solver let a solver place all that it finds after each digit, and go on with a cell that has
    the fewest candidates, or row by row; anew begins fewest again at each dead end; rows goes row by row without a
    solver, and bail-out begins rows again after some placements; exact-cover searches for an exact cover; swaps
    exchanges cells; shifted repeats one row, shifted each time; permuted permutes the board of shifted.
    """
    from rullo_core.sudoku.filling import fill_grid

    request = GridRequest(**options)
    numbers = range(request.first, request.first + request.count)
    grids = each_at_once(request.count, lambda: (fill_grid(request, number) for number in numbers))
    bar = Bar(grids, total=request.count, unit=" boards")
    if form == "text":
        for result in bar:
            echo_puzzle(0, "", result.grid)
    else:
        rows = ({"board": str(result.grid), "method": request.fill_method, **fields_of(result.log)} for result in bar)
        write_rows(rows, form)


@click.command(epilog=examples("rullo sudoku dig 1234341221434321 --level hidden"))
@click.argument("file", default="-")
@with_options((*options_of(DigRequest), within_whole, form_option()))
def dig(file: str, form: str, **options: Any) -> None:
    """Remove digits from filled grids while a puzzle is solvable.

    Digits are removed as long as there is one solution, or a level finds it.

    FILE holds filled grids; - is standard input. After one round nothing more can be removed: a digit that could not be
    removed once cannot be removed later.
    """
    from rullo_core.sudoku.digging import dig_puzzle

    request, boards = DigRequest(**options), read_puzzles(file, parse_puzzles)
    numbers = range(request.first, request.first + request.count)
    spec, seed = request.dig_spec, request.seed
    results = each_at_once(
        len(boards) * request.count,
        lambda: ((board, dig_puzzle(board, spec, seed, number)) for board in boards for number in numbers),
    )
    if form == "text":
        for _, result in results:
            echo_puzzle(0, "", result.puzzle)
        return
    rows = (
        {"name": board.name, "puzzle": str(result.puzzle), "clues": result.puzzle.clues, "kept": result.restored,
         "undecided": result.undecided}
        for board, result in results
    )  # fmt: skip
    write_rows(rows, form)


hardest = verbs.hardest(
    API,
    lambda request, climbed: f"{climbed.worth} passes of {request.level}, {climbed.puzzle.clues} clues",
    """Search for puzzles for which a level takes the most passes.

    A puzzle of another grid is changed digit by digit in each attempt. Each puzzle that takes more passes than all
    before is written. A record is the best puzzle that was found; there may be more difficult ones.
    """,
    "--level locked --attempts 2 --steps 1000",
)


COMMANDS = (
    verbs.solve(
        API,
        "Each pass deduces what it can from every row, column and box. Where passes of the level are stuck, a digit of "
        "the solution is guessed in a cell with the fewest candidates.",
        PUZZLES,
    ),
    verbs.hint(API, "The digits in the text are those that are given and those that the player has written.", PUZZLES),
    verbs.rate(
        API,
        f"level is the first of {', '.join(LEVELS)} that solves a puzzle, else search. "
        "Fields of this kind: clues, the givens; level_passes, the passes of level; passes_LEVEL, the passes of each "
        "level, missing where they are stuck, and passes_pairs, those with pairs only; passes_after_first, the passes "
        "once the first cells are filled; strategy_count_STRATEGY, how often each is needed, and strategies_weighted, "
        "a weighted sum of them; forced_cells and forced_cells_early, in how many cells singles force a digit at a "
        "time; units_to_spare, without how many rows, columns and boxes, one at a time, singles solve it; "
        "finishing_cells, how many empty cells let singles finish it if their digit is known.",
        PUZZLES,
        (THREADS,),
    ),
    verbs.show(API, "Text has the digits in their boxes, and a dot for each empty cell.", PUZZLES),
    verbs.convert(API, "The only format of Sudokus is text, a line for each puzzle.", PUZZLES),
    fill,
    dig,
    verbs.generate(
        API,
        """Generate Sudokus with one solution.

        Grids are filled, and digits removed from each; digits that are set stay.

        A puzzle is the same everywhere for the same options, seed and index. It is not a random one of its kind:
        digging leads to fewer givens than most minimal puzzles have. If puzzles that take as many passes as
        requested are too rare to be drawn, one is found by hill climbing, which changes a puzzle digit by digit.""",
        ("--symmetry half-turn --count 4", "--level hidden --passes 12-15"),
    ),
    hardest,
)  # fmt: skip

TRIALS = (
    "generate --count 2",
    "generate --size 4 --count 2",
    "rate {shelf}",
    "solve --limit 2 {shelf}",
    "hint {shelf}",
    "study --count 2 --out {out}",
    "population --count 2 --out {out}",
)
"""Common commands on tiny inputs, for whose kernels `rullo_core.cli.compiling` runs them."""
