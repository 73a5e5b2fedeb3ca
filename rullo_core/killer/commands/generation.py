"""Commands that generate puzzles."""

from __future__ import annotations

from typing import Any

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import THREADS, Word, examples, options_of, with_options, within_seconds
from rullo_core.cli.output import echo_puzzle
from rullo_core.killer.api import API
from rullo_core.killer.levels import LEVELS
from rullo_core.killer.request import Request
from rullo_core.limits import HOUR

BOARD = (
    "size", "box", "diagonals", "cages", "cage_sizes", "single_cell_cages", "spread", "symmetry",
)  # fmt: skip
"""Parameters of puzzles that are climbed to."""

generate = verbs.generate(
    API,
    """Generate Killer Sudokus with one solution.

    Cages grow on a filled grid, none with a digit twice. Where there is a second solution, or a level leaves cells
    unfixed, a cell is moved to another cage, or a cage is cut. If a level has to take a number of passes, cages are
    changed step by step until it does. A puzzle is the same everywhere for the same options, seed and index.""",
    ("--size 6 --symmetry half-turn --single-cell-cages 0-4", "--cages 28-34 --level O1 --passes 12-16"),
)


@click.command(epilog=examples("rullo killer hardest --size 4 --goal cages --attempts 1 --steps 50"))
@with_options(options_of(Request, *BOARD))
@click.option("--goal", type=Word(["turns", "cages", *LEVELS]), default="turns", show_default=True,
              help="Maximise the passes of cages and units in turns (turns) or of a level, or minimise the number of "
              "cages (cages), e.g. --goal O1.")  # fmt: skip
@with_options((*verbs.climbing(10_000), within_seconds(HOUR)))
@THREADS
def hardest(goal: str, seed: int, attempts: int, steps: int, threads: int | None, **board: Any) -> None:
    """Search by hill climbing for puzzles that take the most passes, or have the fewest cages.

    Cages of a puzzle on another grid are moved, merged and cut in each attempt. Each puzzle that is better than all
    before is written. A record is the best puzzle that was found; there may be better ones.
    """
    from rullo_core.killer.climb import FEWEST, TURNS, climb

    for i, found in enumerate(climb(goal, Request(**board), seed, attempts, steps, threads)):
        of = "of cages and units by turns" if goal == TURNS else f"of {goal}"
        passes = "" if goal == FEWEST else f"{found.worth} passes {of}, "
        echo_puzzle(i, f"{passes}{len(found.puzzle.cages)} cages", found.puzzle)
