"""Commands that make puzzles."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click
from tqdm import tqdm

from rullo_core.cli.errors import give_up
from rullo_core.cli.options import BOX, COUNT, SEED, THREADS, Parameter, at_least
from rullo_core.cli.output import FORMAT, echo_puzzle
from rullo_core.killer.request import SPREADS, SYMMETRIES, Request
from rullo_core.killer.solver import LEVELS, SOLVERS
from rullo_core.parameters import parse_count, stretch_of


def _stretch(name: str, example: str) -> Parameter:
    return Parameter(name, stretch_of(name, r"\d{1,6}", int, example))


CAGES = _stretch("cages", "least-greatest such as 28-34, or one such as 30")
SIZES = _stretch("sizes", "least-greatest such as 2-5, or one such as 3")
SINGLES = _stretch("singles", "a number such as 0, or least-greatest such as 3-6")
PASSES = _stretch("passes", "least-greatest such as 12-16, or one such as 14")

BOARD = (
    click.option("--size", "side", type=Parameter("side", parse_count), default=9, show_default=True, help="4 to 16."),
    BOX,
    click.option("--diagonals", is_flag=True, help="With all digits on both long diagonals."),
    click.option("--cages", type=CAGES, help="How many; 28-34 on 9x9 unless given."),
    click.option("--sizes", type=SIZES, help="Cells of a cage, such as 2-5."),
    click.option("--singles", type=SINGLES, default="0", show_default=True, help="How many cages of one cell."),
    click.option("--spread", type=click.Choice(SPREADS), default="random", show_default=True,
                 help="Where cages begin: anywhere, or as many in each row and column, or in each box."),
    click.option("--symmetry", type=click.Choice(SYMMETRIES), default="none", show_default=True, help="Of cages."),
)  # fmt: skip


def _with_board(command):  # type: ignore[no-untyped-def]
    for option in reversed(BOARD):
        command = option(command)
    return command


@click.command()
@_with_board
@click.option("--level", type=click.Choice(SOLVERS), help="The first that solves it.")
@click.option("--passes", type=PASSES, help="Of that level; without one, of cages and units by turns.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which series.")
@click.option("--index", type=click.IntRange(0, 2**31), help="Make only this one of the series, from 0.")
@click.option("--count", type=COUNT, default=1, show_default=True, help="How many.")
@click.option("--tries", type=at_least(1), default=24, show_default=True,
              help="Fill so many boards for each, and then give up.")  # fmt: skip
@FORMAT
def generate(
    level: str | None, passes: tuple[int, int] | None, seed: int, index: int | None, count: int, tries: int, form: str,
    **board: object,
) -> None:  # fmt: skip
    """Make puzzles with one solution.

    Cages grow on a filled board, none with a digit twice. Where a second solution is left, or a level leaves cells
    open, a cell goes to another cage, or a cage is cut. If a level shall take so many passes, cages are changed step by
    step until it does. A puzzle is the same everywhere for the same options, seed and index.
    """
    from rullo_core.killer.generation import generate_puzzle

    request = Request(**board, level=level, passes=passes)  # type: ignore[arg-type]
    numbers = range(count) if index is None else (index,)
    for i, number in enumerate(tqdm(numbers, unit=" puzzles", delay=1, disable=None)):
        made = generate_puzzle(request, seed, number, tries)
        if made is None:
            give_up(f"index {number} of seed {seed}: none found in {tries} tries; ask for less, or raise --tries", 1)
        if form == "json":
            text = {"puzzle": str(made.puzzle), "solution": list(made.solution), "tries": made.tries}
            text |= {"moves": made.moves, "splits": made.splits}
            tqdm.write(json.dumps(text | asdict(made.rating)), file=sys.stdout)
        else:
            echo_puzzle(i, "", made.puzzle)


@click.command()
@_with_board
@click.option("--goal", type=click.Choice(["turns", "cages", *LEVELS]), default="turns", show_default=True,
              help="Most passes of cages and units by turns, or of a level; or fewest cages.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which series.")
@click.option("--attempts", type=COUNT, default=10, show_default=True, help="Climb from so many boards.")
@click.option("--steps", type=COUNT, default=10_000, show_default=True, help="Changes to try, each.")
@THREADS
def hardest(goal: str, seed: int, attempts: int, steps: int, threads: int | None, **board: object) -> None:
    """Climb to puzzles that take the most passes, or have the fewest cages: each that is beyond all before.

    Cages of a puzzle on another board are moved, merged and cut in each attempt. That none was found does not mean
    that there is none.
    """
    from rullo_core.killer.climb import FEWEST, TURNS, climb

    for i, found in enumerate(climb(goal, Request(**board), seed, attempts, steps, threads)):  # type: ignore[arg-type]
        of = "of cages and units by turns" if goal == TURNS else f"of {goal}"
        passes = "" if goal == FEWEST else f"{found.worth} passes {of}, "
        echo_puzzle(i, f"{passes}{len(found.puzzle.cages)} cages", found.puzzle)
