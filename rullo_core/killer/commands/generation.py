"""Commands that generate puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rullo_core.cli import verbs
from rullo_core.killer.api import API
from rullo_core.killer.request import FEWEST, TURNS, HardestRequest

if TYPE_CHECKING:
    from rullo_core.killer.puzzle import Killer
    from rullo_core.puzzles.results import Climbed

generate = verbs.generate(
    API,
    """Generate Killer Sudokus with one solution.

    Cages grow on a filled grid, none with a digit twice. Where there is a second solution, or a level leaves cells
    unfixed, a cell is moved to another cage, or a cage is cut. If a level has to take a number of passes, cages are
    changed step by step until it does. A puzzle is the same everywhere for the same options, seed and index.""",
    ("--size 6 --symmetry half-turn --single-cell-cages 0-4", "--cages 28-34 --level O1 --passes 12-16"),
)


def _heading(request: HardestRequest, climbed: Climbed[Killer]) -> str:
    of = "of cages and units by turns" if request.goal == TURNS else f"of {request.goal}"
    passes = "" if request.goal == FEWEST else f"{climbed.worth} passes {of}, "
    return f"{passes}{len(climbed.puzzle.cages)} cages"


hardest = verbs.hardest(
    API,
    _heading,
    """Search for the most passes, or the fewest cages.

    Cages of a puzzle on another grid are moved, merged and cut in each attempt. Each puzzle that is better than all
    before is written. A record is the best puzzle that was found; there may be better ones.
    """,
    "--size 4 --goal cages --attempts 1 --steps 50",
)
