"""Commands that generate puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import BOX, Parameter, Word
from rullo_core.killer.api import API
from rullo_core.killer.levels import LEVELS, SOLVERS
from rullo_core.killer.puzzle import LARGEST
from rullo_core.killer.request import SMALLEST, SPREADS, SYMMETRIES, Request
from rullo_core.parameters import bounds_reader, side_reader

if TYPE_CHECKING:
    from rullo_core.killer.climb import KillerClimb
    from rullo_core.killer.generation import KillerGeneration
    from rullo_core.killer.puzzle import Killer
    from rullo_core.puzzles.results import Climbed


def _bounds(name: str, example: str) -> Parameter:
    return Parameter(name, bounds_reader(name, r"\d{1,6}", int, example))


CAGES = _bounds("cages", "least-greatest such as 28-34, or one such as 30")
SIZES = _bounds("sizes", "least-greatest such as 2-5, or one such as 3")
SINGLES = _bounds("singles", "a number such as 0, or least-greatest such as 3-6")
PASSES = _bounds("passes", "least-greatest such as 12-16, or one such as 14")

BOARD = (
    click.option("--size", "side", type=Parameter("side", side_reader(SMALLEST, LARGEST)), default=9, show_default=True,
                 help=f"Number of rows, of columns and of digits of the grid, {SMALLEST} to {LARGEST}."),
    BOX,
    click.option("--diagonals", is_flag=True,
                 help="Require all digits on both long diagonals; they are not required unless this is given."),
    click.option("--cages", type=CAGES,
                 help="Number of cages, in this range, e.g. --cages 28-34; 28-34 on 9x9 unless given."),
    click.option("--sizes", type=SIZES,
                 help="Number of cells of a cage of several cells, in this range, e.g. --sizes 2-5; up to 9 unless "
                 "given."),
    click.option("--singles", type=SINGLES, default="0", show_default=True,
                 help="Number of cages of one cell, in this range, e.g. --singles 0-4."),
    click.option("--spread", type=Word(SPREADS), default="random", show_default=True,
                 help="Begin cages anywhere, as many in each row and column, or as many in each box, e.g. --spread "
                 "boxes."),
    click.option("--symmetry", type=Word(SYMMETRIES), default="none", show_default=True,
                 help="Give the cages, not their sums, this symmetry, e.g. --symmetry half-turn."),
)  # fmt: skip


def _generate(
    level: str | None, passes: tuple[int, int] | None, number: int, seed: int, first: int, tries: int, **board: Any
) -> KillerGeneration:
    from rullo_core.killer.generation import KillerGeneration

    request = Request(**board, level=level, passes=passes)
    return KillerGeneration(number=number, seed=seed, first=first, tries=tries, request=request)


generate = verbs.generate(
    API,
    """Generate Killer Sudokus with one solution.

    Cages grow on a filled grid, none with a digit twice. Where there is a second solution, or a level leaves cells
    unfixed, a cell is moved to another cage, or a cage is cut. If a level has to take a number of passes, cages are
    changed step by step until it does. A puzzle is the same everywhere for the same options, seed and index.""",
    ("--size 6 --symmetry half-turn --singles 0-4", "--cages 28-34 --level O1 --passes 12-16"),
    (
        *BOARD,
        click.option("--level", type=Word(SOLVERS),
                     help="Accept only puzzles that this level solves, and no weaker one, e.g. --level O1; unless "
                     "given, accept any."),
        click.option("--passes", type=PASSES,
                     help="Accept only puzzles whose number of passes lies in this range, e.g. --passes 12-16: of the "
                     "level, or without one, of cages and units in turns; unless given, accept any."),
    ),
    _generate,
    (24, "filling this many grids for a puzzle without success"),
)  # fmt: skip


def _climb(goal: str, seed: int, attempts: int, steps: int, **board: Any) -> KillerClimb:
    from rullo_core.killer.climb import KillerClimb

    return KillerClimb(goal=goal, request=Request(**board), seed=seed, attempts=attempts, steps=steps)


def _heading(climb: KillerClimb, climbed: Climbed[Killer]) -> str:
    of = "of cages and units by turns" if climb.goal == "turns" else f"of {climb.goal}"
    passes = "" if climb.goal == "cages" else f"{climbed.worth} passes {of}, "
    return f"{passes}{len(climbed.puzzle.cages)} cages"


hardest = verbs.hardest(
    API,
    (
        *BOARD,
        click.option("--goal", type=Word(["turns", "cages", *LEVELS]), default="turns", show_default=True,
                     help="Maximise the passes of cages and units in turns (turns) or of a level, or minimise the "
                     "number of cages (cages), e.g. --goal O1."),
    ),
    _climb,
    _heading,
    10_000,
    """Search by hill climbing for puzzles that take the most passes, or have the fewest cages.

    Cages of a puzzle on another grid are moved, merged and cut in each attempt. Each puzzle that is better than all
    before is written. A record is the best puzzle that was found; there may be better ones.
    """,
    "--size 4 --goal cages --attempts 1 --steps 50",
)  # fmt: skip
