"""Sudoku: every digit once in each row, column and box.

Puzzle text: a line each, all cells in reading order, . or 0 for empty ones, such as 16, 36 or 81 of them. Boards larger
than 9x9 have letters, A for 1. Boxes are as square as can be, and no higher than wide; others stand before the
cells: sudoku 6x6 boxes 3x2. A line # name right above a puzzle names it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rullo_core.bars import Bar
from rullo_core.cli import verbs
from rullo_core.cli.errors import give_up
from rullo_core.cli.options import (
    BOX,
    MOST,
    THREADS,
    Parameter,
    Word,
    at_least,
    examples,
    read_puzzles,
    with_options,
    within_seconds,
)
from rullo_core.cli.output import echo_puzzle, fields_of, form_option, write_rows
from rullo_core.cli.verbs import STREAMS
from rullo_core.errors import BadInput
from rullo_core.interpreted import each_at_once
from rullo_core.limits import HOUR
from rullo_core.parameters import bounds_reader
from rullo_core.puzzles.boxes import Box, check_box, shape_text, side_of, usual_box
from rullo_core.sudoku.api import API
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import LARGEST, SMALLEST, Sudoku, check_side, parse_puzzles, parse_side
from rullo_core.sudoku.request import (
    FILL_LEVELS,
    FILL_ORDERS,
    METHODS,
    ONLY_ONCE,
    ORDERS,
    SYMMETRIES,
    DigSpec,
    FillSpec,
)

if TYPE_CHECKING:
    from rullo_core.sudoku.climb import SudokuClimb
    from rullo_core.sudoku.generation import SudokuGeneration

PUZZLES = "data/published/sudoku/pytudes.txt"
"""A file for examples."""

SIDE = Parameter("side", parse_side)
SIDES_TEXT = f"{SMALLEST} to {LARGEST}, as many as a box has cells"
PASSES = Parameter(
    "passes", bounds_reader("passes", r"\d{1,6}", int, "least-greatest such as 12-15, or one such as 12")
)

CRITERION = verbs.replaced("--criterion", "write --level; puzzles have one solution without it")

FILLING = (
    click.option("--size", "side", type=SIDE,
                 help=f"Number of rows of the grid, {SIDES_TEXT}, e.g. --size 16; 9 unless given."),
    BOX,
    click.option("--set", "given", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Keep the digits of the puzzle in this file, and fill its grid, e.g. --set words.txt; an empty "
                 "grid is filled unless given."),
    click.option("--method", type=Word(METHODS), default="fewest", show_default=True,
                 help="Fill grids with this method, e.g. --method rows; rullo sudoku fill --help explains them."),
    click.option("--fill-level", type=Word(FILL_LEVELS), default="hidden", show_default=True,
                 help="Let the solver that works between the placements of a filling use this level, e.g. --fill-level "
                 "naked."),
    click.option("--fill-order", type=Word(FILL_ORDERS), default="usual", show_default=True,
                 help="Choose the next cell to fill in this order, e.g. --fill-order random; for the method swaps, "
                 "swap anywhere, not in boxes."),
    click.option("--limit", type=at_least(1),
                 help="Give up an attempt to fill a grid after this many placements, e.g. --limit 1000; as suits the "
                 "size unless given."),
    click.option("--attempts", type=at_least(1), default=1000, show_default=True,
                 help="Begin to fill a grid at most this many times, e.g. --attempts 10."),
)  # fmt: skip

DIGGING = (
    click.option("--level", type=Word(list(LEVELS)),
                 help="Remove digits as long as this level solves the puzzle, e.g. --level hidden; as long as there is "
                 "one solution unless given."),
    CRITERION,
    click.option("--order", type=Word(ORDERS), default="random", show_default=True,
                 help="Remove digits in this order of the cells, e.g. --order rows."),
    click.option("--symmetry", type=Word(SYMMETRIES), default="none", show_default=True,
                 help="Give the given cells this symmetry, e.g. --symmetry half-turn."),
    click.option("--clues", type=at_least(0), default=0, show_default=True,
                 help="Stop removing at this number of givens, e.g. --clues 30."),
    click.option("--nodes", type=at_least(1),
                 help="Give up a search for a second solution after trying this many digits, and keep that cell, e.g. "
                 "--nodes 1000; there is no limit unless given."),
)  # fmt: skip


def _filler(asked: dict[str, Any]) -> FillSpec:
    return FillSpec(asked["method"], asked["fill_level"], asked["fill_order"], asked["limit"], asked["attempts"])


def _digger(asked: dict[str, Any]) -> DigSpec:
    return DigSpec(asked["level"] or "one-solution", asked["order"], asked["symmetry"], asked["clues"], asked["nodes"])


def _box(side: int | None, box: Box | None) -> Box:
    """The boxes that are asked for."""
    box = box or usual_box(side or 9)
    side = side or side_of(box)
    check_side(side)
    check_box(side, box, LARGEST)
    return box


def _to_fill(side: int | None, box: Box | None, given: str | None) -> Sudoku:
    if given is None:
        box = _box(side, box)
        return Sudoku(box, (0,) * side_of(box) ** 2)
    puzzle, *others = read_puzzles(given, parse_puzzles)
    if others:
        raise BadInput(f"{given}: holds {len(others) + 1} puzzles; give one whose digits are to be there")
    if side is not None and side != puzzle.side:
        raise BadInput(f"{given}: is {puzzle.side}x{puzzle.side}, not {side}x{side}; leave --size out")
    if box is not None and box != puzzle.box:
        raise BadInput(f"{given}: is {shape_text(puzzle.box)}, not {'x'.join(map(str, box))}; leave --box out")
    return puzzle


def _limits(fill_spec: FillSpec, side: int) -> str:
    """Say what a filler was allowed, and which options allow more."""
    placements = f"{fill_spec.limit_of(side):,} placements"
    if fill_spec.method in ONLY_ONCE:
        return f"{placements}; raise --limit, to {MOST:,} at most"
    return f"{placements} in each of {fill_spec.attempts:,} attempts; raise --limit or --attempts, to {MOST:,} at most"


def _fill(puzzle: Sudoku, asked: dict[str, Any], seed: int, number: int) -> tuple[Sudoku, dict[str, Any]]:
    from rullo_core.sudoku.fill import LIMIT, fill_board

    fill_spec = _filler(asked)
    filled = fill_board(fill_spec, puzzle, seed, number)
    if filled.board is None:
        more = f": {_limits(fill_spec, puzzle.side)}, or take another --method" if filled.status == LIMIT else ""
        give_up(f"index {number} of seed {seed}: {filled.status}{more}", 1)
    return filled.board, filled.log


@click.command(epilog=examples("rullo sudoku fill --size 16 --count 2", "rullo sudoku fill --method swaps"))
@with_options((*FILLING, *STREAMS, within_seconds(HOUR), form_option()))
def fill(
    side: int | None,
    box: Box | None,
    given: str | None,
    seed: int,
    index: int | None,
    count: int,
    form: str,
    **asked: Any,
) -> None:
    """Fill grids at random: a line each.

    A grid is the same everywhere for the same options, seed and index. No method draws all with the same probability.

    The methods: fewest and solver let a solver place all that it finds after each digit, and go on with a cell that has
    the fewest candidates, or row by row; anew begins fewest again at each dead end; rows goes row by row without a
    solver, and bail-out begins rows again after some placements; exact-cover searches for an exact cover; swaps
    exchanges cells; shifted repeats one row, shifted each time; permuted permutes the board of shifted.
    """
    puzzle = _to_fill(side, box, given)

    numbers = range(index or 0, (index or 0) + count)
    filled = each_at_once(count, lambda: (_fill(puzzle, asked, seed, number) for number in numbers))
    boards = Bar(filled, total=count, unit=" boards")
    if form == "text":
        for board, _ in boards:
            echo_puzzle(0, "", board)
    else:
        rows = ({"board": str(board), "method": asked["method"], **fields_of(log)} for board, log in boards)
        write_rows(rows, form)


@click.command(epilog=examples("rullo sudoku dig 1234341221434321 --level hidden"))
@click.argument("file", default="-")
@with_options((*DIGGING, *STREAMS, within_seconds(HOUR), form_option()))
def dig(file: str, seed: int, index: int | None, count: int, form: str, **asked: Any) -> None:
    """Dig puzzles out of filled grids: remove digits as long as there is one solution, or a level finds it.

    FILE holds filled grids; - is standard input. After one round nothing more can be removed: a digit that could not be
    removed once cannot be removed later.
    """
    from rullo_core.sudoku.dig import dig_puzzle

    boards = read_puzzles(file, parse_puzzles)
    numbers = range(index or 0, (index or 0) + count)
    dug = each_at_once(
        len(boards) * count,
        lambda: ((one, dig_puzzle(one, _digger(asked), seed, number)) for one in boards for number in numbers),
    )
    if form == "text":
        for _, one in dug:
            echo_puzzle(0, "", one.puzzle)
        return
    rows = (
        {"name": board.name, "puzzle": str(one.puzzle), "clues": one.puzzle.clues, "kept": one.kept,
         "undecided": one.undecided}
        for board, one in dug
    )  # fmt: skip
    write_rows(rows, form)


def _generate(
    side: int | None, box: Box | None, given: str | None, passes: tuple[int, int] | None, number: int, seed: int,
    first: int, tries: int, **asked: Any,
) -> SudokuGeneration:  # fmt: skip
    from rullo_core.sudoku.generation import SudokuGeneration

    if passes is not None and asked["level"] is None:
        raise click.UsageError("--passes are those of a level; give --level hidden, or another one")
    return SudokuGeneration(
        number=number,
        seed=seed,
        first=first,
        tries=tries,
        fill_spec=_filler(asked),
        dig_spec=_digger(asked),
        given=_to_fill(side, box, given),
        passes=passes,
    )


def _climb(side: int | None, box: Box | None, **asked: Any) -> SudokuClimb:
    from rullo_core.sudoku.climb import SudokuClimb

    return SudokuClimb(box=_box(side, box), **asked)


hardest = verbs.hardest(
    API,
    (
        click.option("--size", "side", type=SIDE,
                     help=f"Number of rows of the grid, {SIDES_TEXT}, e.g. --size 4; 9 unless given."),
        BOX,
        click.option("--level", type=Word(list(LEVELS)), default="hidden", show_default=True,
                     help="Maximise the passes of this level, which solves the puzzles, e.g. --level locked."),
        CRITERION,
    ),
    _climb,
    lambda climb, climbed: f"{climbed.worth} passes of {climb.level}, {climbed.puzzle.clues} clues",
    20_000,
    """Search by hill climbing for puzzles for which a level takes the most passes.

    A puzzle of another grid is changed digit by digit in each attempt. Each puzzle that takes more passes than all
    before is written. A record is the best puzzle that was found; there may be more difficult ones.
    """,
    "--level locked --attempts 2 --steps 1000",
)  # fmt: skip


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
        "Fields of this kind: clues, the givens; passes_LEVEL, the passes of each level, missing where they are stuck, "
        "and passes_pairs, those with pairs only; passes_after_first, the passes once the first cells are filled; "
        "strategy_count_STRATEGY, how often each is needed, and strategies_weighted, a weighted sum of them; "
        "forced_cells and forced_cells_early, in how many cells singles force a digit at a time; units_to_spare, "
        "without how many rows, columns and boxes, one at a time, singles solve it; finishing_cells, how many empty "
        "cells let singles finish it if their digit is known.",
        PUZZLES,
        (THREADS,),
    ),
    verbs.show(API, "Text has the digits in their boxes, and a dot for each empty cell.", PUZZLES),
    verbs.convert(API, "The only format of Sudokus is text, a line for each puzzle.", PUZZLES),
    fill,
    dig,
    verbs.generate(
        API,
        """Generate Sudokus with one solution: fill grids, and dig a puzzle out of each; digits that are set stay.

        A puzzle is the same everywhere for the same options, seed and index. It is not a random one of its kind:
        digging leads to fewer givens than most minimal puzzles have. If puzzles that take as many passes as
        requested are too rare to be drawn, one is found by hill climbing, which changes a puzzle digit by digit.""",
        ("--symmetry half-turn --count 4", "--level hidden --passes 12-15"),
        (
            *FILLING,
            *DIGGING,
            click.option("--passes", type=PASSES,
                         help="Accept only puzzles whose number of passes of the level lies in this range, e.g. "
                         "--passes 12-15; unless given, accept any."),
        ),
        _generate,
        (1000, "filling this many grids for a puzzle without success, and search by hill climbing then"),
    ),
    hardest,
)  # fmt: skip

TRIALS = (
    "generate --count 2",
    "generate --size 4 --count 2",
    "rate {shelf}",
    "solve --limit 2 {shelf}",
    "hint {shelf}",
    "study --puzzles 2 --out {out}",
    "population --puzzles 2 --out {out}",
)
"""Common commands on tiny inputs, for whose kernels `rullo_core.cli.compiling` runs them."""
