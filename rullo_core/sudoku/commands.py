"""Sudoku: every digit once in each row, column and box.

Puzzle text: a line each, all cells in reading order, . or 0 for empty ones, such as 16, 36 or 81 of them. Boards larger
than 9x9 have letters, A for 1. Boxes are as square as can be, and no higher than wide; others are told before the
cells: sudoku 6x6 boxes 3x2. A line # name right above a puzzle names it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from rullo_core.cli.errors import give_up
from rullo_core.cli.options import BOX, COUNT, MOST, SEED, THREADS, Parameter, at_least, read_all, read_puzzles
from rullo_core.cli.output import FORMAT, echo_puzzle, named
from rullo_core.errors import BadInput
from rullo_core.parameters import stretch_of
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State
from rullo_core.puzzles.boxes import Box, check_box, shape_text, side_of, usual_box
from rullo_core.sudoku.puzzle import LARGEST, SMALLEST, Sudoku, check_side, parse_puzzles, parse_side
from rullo_core.sudoku.request import (
    CRITERIA,
    FILL_LEVELS,
    FILL_ORDERS,
    METHODS,
    ONLY_ONCE,
    ORDERS,
    SYMMETRIES,
    DigSpec,
    FillSpec,
)
from rullo_core.sudoku.solver import LEVELS, reach, start_of

SIDE = Parameter("side", parse_side)
SIDES_TOLD = f"{SMALLEST} to {LARGEST}, as many as a box has cells"
PASSES = Parameter("passes", stretch_of("passes", r"\d{1,6}", int, "least-greatest such as 12-15, or one such as 12"))


# -- solving ----------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("file", default="-")
@click.option("--all", "most", is_flag=False, flag_value=1000, type=click.IntRange(1, 1_000_000),
              help="Show all solutions, 1000 at most unless a number is given, and nothing else.")  # fmt: skip
@click.option(
    "--hint", "only_hint", is_flag=True, help="Tell the next step from the digits that are there, and nothing else."
)
@click.option("--level", type=click.Choice(list(LEVELS)), default="gac-locked", show_default=True,
              help="What each pass sees.")  # fmt: skip
@FORMAT
def solve(file: str, most: int | None, only_hint: bool, level: str, form: str) -> None:
    """Solve puzzles step by step: what each pass over all units finds and why.

    Where passes are stuck, a digit of the solution is guessed in a cell with the fewest.
    """
    from rullo_core.sudoku.explain import explain_path, path_as_json
    from rullo_core.sudoku.hints import explain_hint, hint_as_json

    if most is not None and only_hint:
        raise click.UsageError("--all and --hint exclude each other; give one of them")
    puzzles = read_puzzles(file, parse_puzzles)
    for i, puzzle in enumerate(puzzles):
        if most is not None:
            from rullo_core.sudoku.batch import solve_many

            answer = next(solve_many([puzzle], most, threads=1))
            found = answer.solutions
            if form == "json":
                parts = {"solutions": [str(puzzle.with_cells(one)) for one in found], "complete": answer.complete}
                click.echo(json.dumps(named(puzzle.name) | parts))
            else:
                for one in found:
                    click.echo(puzzle.with_cells(one))
                click.echo(f"# {len(found):,} solutions{'' if answer.complete else ', and others'}")
            continue
        if form == "json":
            click.echo(
                json.dumps(named(puzzle.name) | (hint_as_json(puzzle) if only_hint else path_as_json(puzzle, level)))
            )
            continue
        echo_puzzle(i, puzzle.name, "\n".join(explain_hint(puzzle) if only_hint else explain_path(puzzle, level)))


@click.command()
@click.argument("files", nargs=-1)
@click.option("--max-solutions", type=click.IntRange(1, 10_000), default=2, show_default=True,
              help="Look for no more solutions.")  # fmt: skip
@click.option("--nodes", type=at_least(1), help="Give up a search that tries more digits; complete is false then.")
@THREADS
def rate(files: tuple[str, ...], max_solutions: int, nodes: int | None, threads: int | None) -> None:
    """Rate puzzles: one line of JSON each, in the order of the files.

    level is the first of naked, hidden, locked, subsets, gac, gac-locked that solves it, else search; passes has the
    passes of each, null where they are stuck, and pairs those with pairs only. Of the level that solves it: settled,
    how many cells each pass settles; left, how many digits it leaves; rest, the passes once the first cells are played.
    uses: how often each technique is needed, and weighted, a sum of them; forced and forced_early: in how many cells
    singles force a digit at a time; relaxed: without how many rows, columns and boxes, one at a time, singles solve it;
    finishing: how many empty cells let singles finish it if their digit is known; nodes: what a search tries.
    """
    from rullo_core.sudoku.batch import rate_many

    puzzles = read_all(files, parse_puzzles)
    ratings = rate_many(puzzles, max_solutions, nodes, threads)
    shown = tqdm(zip(puzzles, ratings, strict=True), total=len(puzzles), unit=" puzzles", delay=1, disable=None)
    for puzzle, rating in shown:
        tqdm.write(json.dumps(named(puzzle.name) | asdict(rating)), file=sys.stdout)


@click.command()
@click.argument("file", default="-")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Draw them: a .svg, .png or .pdf file.")
@click.option("--level", type=click.Choice(list(LEVELS)), help="With what a level leaves.")
@click.option("--solution", is_flag=True, help="With the first solution.")
@click.option("--sheet", is_flag=True, help="For print: all puzzles, and then all solutions.")
def show(file: str, out: Path | None, level: str | None, solution: bool, sheet: bool) -> None:
    """Show puzzles as boards: as text, or drawn."""
    if (level is not None) + solution + sheet > 1:
        raise click.UsageError("--level, --solution and --sheet exclude each other; give one of them")
    if sheet and out is None:
        raise click.UsageError("--sheet needs --out: the file to write, such as sheet.pdf")
    puzzles = read_puzzles(file, parse_puzzles)
    if sheet and out is not None:
        from rullo_core.sudoku.api import API

        API.write_sheet(puzzles, out)
        return
    states = [_state(puzzle, level, solution) for puzzle in puzzles]
    if out is not None:
        from rullo_core.sudoku.picture import Board, draw
        from rullo_core.views.sheets import save_picture

        boards = [Board(puzzle, state, puzzle.name) for puzzle, state in zip(puzzles, states, strict=True)]
        save_picture(out, draw(boards))
        return
    for i, (puzzle, state) in enumerate(zip(puzzles, states, strict=True)):
        shown = puzzle.with_cells(min(left) if len(left) == 1 else 0 for left in state)
        echo_puzzle(i, puzzle.name, shown.board())


def _solved(puzzle: Sudoku) -> Sudoku:
    from rullo_core.sudoku.batch import solve_many

    found = next(solve_many([puzzle], 1, threads=1)).solutions
    if not found:
        raise BadInput(f"{puzzle.name or 'the puzzle'}: has no solution to show; mend it, or leave that out")
    return puzzle.with_cells(found[0])


def _state(puzzle: Sudoku, level: str | None, solution: bool) -> State:
    if solution or level is None:
        return start_of(_solved(puzzle) if solution else puzzle)
    try:
        return reach(puzzle, level).state
    except Contradiction as failure:
        raise BadInput(f"{puzzle.name or 'the puzzle'}: has no solution: {failure}; mend it") from None


# -- making -----------------------------------------------------------------------------------------------------------

STREAMS = (
    click.option("--seed", type=SEED, default=1, show_default=True, help="Which series."),
    click.option("--index", type=click.IntRange(0, 2**63 - 1), help="Make only this one of the series, from 0."),
    click.option("--count", type=COUNT, default=1, show_default=True, help="How many."),
    FORMAT,
)

FILLING = (
    click.option("--size", "side", type=SIDE, help=f"Rows of the board: {SIDES_TOLD}; 9 unless given."),
    BOX,
    click.option("--set", "given", type=click.Path(dir_okay=False, allow_dash=True),
                 help="A puzzle whose digits are to be there: its board is filled."),
    click.option("--method", type=click.Choice(METHODS), default="fewest", show_default=True, help="How it is filled."),
    click.option("--level", "fill_level", type=click.Choice(FILL_LEVELS), default="hidden", show_default=True,
                 help="What the solver in the loop sees."),
    click.option("--fill-order", type=click.Choice(FILL_ORDERS), default="usual", show_default=True,
                 help="Which cell is next; for swaps, anywhere, not in boxes."),
    click.option("--limit", type=at_least(1), help="Placements of an attempt; as suits the size unless given."),
    click.option("--attempts", type=at_least(1), default=1000, show_default=True, help="Begin anew so often."),
)  # fmt: skip

DIGGING = (
    click.option("--criterion", type=click.Choice(CRITERIA), default="one-solution", show_default=True,
                 help="Empty cells as long as there is one solution, or as long as a level solves it."),
    click.option("--order", type=click.Choice(ORDERS), default="random", show_default=True, help="Of the cells."),
    click.option("--symmetry", type=click.Choice(SYMMETRIES), default="none", show_default=True),
    click.option("--clues", type=at_least(0), default=0, help="Stop at so many."),
    click.option("--nodes", type=at_least(1), help="Give up a search that tries more digits; that cell stays."),
)  # fmt: skip


def _with(*options: tuple[Callable[..., Any], ...]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed([one for some in options for one in some]):
            command = option(command)
        return command

    return decorate


def _filler(asked: dict[str, Any]) -> FillSpec:
    return FillSpec(asked["method"], asked["fill_level"], asked["fill_order"], asked["limit"], asked["attempts"])


def _digger(asked: dict[str, Any]) -> DigSpec:
    return DigSpec(asked["criterion"], asked["order"], asked["symmetry"], asked["clues"], asked["nodes"])


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


@click.command()
@_with(FILLING, STREAMS)
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
    """Fill boards at random: a line each.

    A board is the same everywhere for the same options, seed and index. No method draws all with the same chance.
    """
    puzzle = _to_fill(side, box, given)
    for number in tqdm(range(count) if index is None else (index,), unit=" boards", delay=1, disable=None):
        board, log = _fill(puzzle, asked, seed, number)
        parts = json.dumps({"board": str(board), "method": asked["method"], "log": log}) if form == "json" else board
        tqdm.write(str(parts), file=sys.stdout)


@click.command()
@click.argument("file", default="-")
@_with(DIGGING, STREAMS)
def dig(file: str, seed: int, index: int | None, count: int, form: str, **asked: Any) -> None:
    """Dig puzzles out of filled boards: empty one cell after the other, as long as the criterion holds.

    After one round nothing more can go: what was put back once would have to be put back again.
    """
    from rullo_core.sudoku.dig import dig_puzzle

    for board in read_puzzles(file, parse_puzzles):
        for number in range(count) if index is None else (index,):
            dug = dig_puzzle(board, _digger(asked), seed, number)
            if form == "json":
                parts = {
                    "puzzle": str(dug.puzzle),
                    "clues": dug.puzzle.clues,
                    "kept": dug.kept,
                    "undecided": dug.undecided,
                }
                click.echo(json.dumps(named(board.name) | parts))
            else:
                click.echo(dug.puzzle)


@click.command()
@_with(FILLING, DIGGING, STREAMS)
@click.option("--passes", type=PASSES,
              help="Of the level that is the criterion, such as 12-15.")  # fmt: skip
@click.option("--tries", type=at_least(1), default=1000, show_default=True,
              help="Dig so many for each, and then climb to one, or give up.")  # fmt: skip
def generate(
    side: int | None,
    box: Box | None,
    given: str | None,
    passes: tuple[int, int] | None,
    tries: int,
    seed: int,
    index: int | None,
    count: int,
    form: str,
    **asked: Any,
) -> None:
    """Fill boards, and dig a puzzle out of each; digits that are set stay.

    A puzzle is the same everywhere for the same options, seed and index. It is no random one of its kind: digging comes
    to fewer digits than most minimal puzzles have. If hardly any takes as many passes as wanted, one is climbed to:
    changed digit by digit until it does.
    """
    from rullo_core.sudoku.generation import generate_puzzle

    if passes is not None and asked["criterion"] == "one-solution":
        raise click.UsageError("--passes are those of a level; give --criterion hidden, or another level")
    puzzle = _to_fill(side, box, given)
    for number in tqdm(range(count) if index is None else (index,), unit=" puzzles", delay=1, disable=None):
        made = generate_puzzle(_filler(asked), _digger(asked), puzzle, seed, number, passes, tries)
        if made is None:
            give_up(f"index {number} of seed {seed}: none found in {tries} tries; ask for less, or raise --tries", 1)
        if form == "json":
            parts = {"puzzle": str(made.puzzle), "solution": str(made.board), "tries": made.tries}
            parts |= {"climbed": made.climbed} | asdict(made.rating)
            tqdm.write(json.dumps(parts), file=sys.stdout)
        else:
            tqdm.write(str(made.puzzle), file=sys.stdout)


@click.command()
@click.option("--size", "side", type=SIDE, help=f"Rows of the board: {SIDES_TOLD}; 9 unless given.")
@BOX
@click.option("--criterion", "level", type=click.Choice(list(LEVELS)), default="hidden", show_default=True,
              help="The level that solves it.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which series.")
@click.option("--attempts", type=COUNT, default=10, show_default=True, help="Climb out of so many boards.")
@click.option("--steps", type=COUNT, default=20_000, show_default=True, help="Changes to try, each.")
@THREADS
def hardest(
    side: int | None, box: Box | None, level: str, seed: int, attempts: int, steps: int, threads: int | None
) -> None:
    """Climb to puzzles for which a level takes the most passes: each that takes more than all before.

    A puzzle of another board is changed digit by digit in each attempt. That none was found does not mean that there is
    none.
    """
    from rullo_core.sudoku.climb import hardest as climb

    for found in climb(level, _box(side, box), seed, attempts, steps, threads):
        click.echo(f"# {found.passes} passes of {level}, {found.puzzle.clues} clues\n{found.puzzle}")


COMMANDS = (solve, rate, show, fill, dig, generate, hardest)
