"""Commands that solve, rate, show and convert puzzles, and those about cages."""

from __future__ import annotations

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import THREADS, WholeNumber, at_least, examples
from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput, quoted
from rullo_core.killer.api import API
from rullo_core.killer.levels import SHAVE, SOLVERS
from rullo_core.killer.puzzle import LARGEST
from rullo_core.parameters import whole_number
from rullo_core.terminal import say

PUZZLES = "rullo_core/killer/shelf.txt"
"""A file for examples."""

solve = verbs.solve(
    API,
    "Each pass deduces what it can from cages and units. The levels are, the weaker first: E, H, G, the strategies of "
    "M. Gordon, with cages in the first pass only; C, CH, CG, with cages in every pass; CA, all that each cage and "
    "unit deduces; CP, O1, OW, and what they deduce together. Where passes of the level are stuck, a digit of the "
    "solution is guessed in a cell with the fewest candidates.",
    PUZZLES,
)

hint = verbs.hint(
    API, "What the player has written stands below the word digits: a row of digits for each row, . for none.", PUZZLES
)

rate = verbs.rate(
    API,
    f"level is the first of {', '.join((*SOLVERS, SHAVE))} that solves a puzzle, else search. Fields of this kind: "
    "cages, their number; passes_cages_first and passes_units_first, the passes of all that cages and units deduce in "
    "turns, missing where they are stuck; level_passes, the passes of level; and of each level passes_LEVEL, its "
    "passes that deduce anything, solved_cells_LEVEL, the cells that it solves, and candidates_LEVEL, the candidates "
    "of all cells that it leaves, missing where it shows that there is no solution.",
    PUZZLES,
    (THREADS,),
)

show = verbs.show(
    API,
    "Text is that of the puzzle, or digits in their boxes if some are known. Pictures have cages dashed and coloured "
    "so that neighbours differ.",
    PUZZLES,
)

convert = verbs.convert(
    API,
    "Formats are: text, that of this project; typed, that of M. Gordon's report, as in rullo killer menu; csv, a row "
    "for each cage; f-puzzles, JSON, and link, a link to it; sumocue, strings as 3x3::k: for 9x9; solo, game IDs of "
    "Simon Tatham's puzzles. Several puzzles are written one after the other, and read so. A puzzle that the format "
    "cannot hold is refused: typed and sumocue hold 9x9 with boxes of 3x3; solo grids up to 9x9 all of whose cells are "
    "in cages of two cells or more.",
    PUZZLES,
)


@click.command("combinations", epilog=examples("rullo killer combinations 3 8", "rullo killer combinations 2 --with 9"))
@click.argument("size", type=WholeNumber(1, LARGEST))
@click.argument("total", type=at_least(1), required=False)
@click.option("--with", "included", default="",
              help="List only sets with all of these digits, e.g. --with 1,9.", show_default="any")  # fmt: skip
@click.option("--without", "excluded", default="",
              help="List only sets with none of these digits, e.g. --without 5.", show_default="none")  # fmt: skip
@click.option("--digits", "side", type=WholeNumber(1, LARGEST), default=9, show_default=True,
              help="Largest digit, e.g. --digits 12.")  # fmt: skip
def list_combinations(size: int, total: int | None, included: str, excluded: str, side: int) -> None:
    """List the sets of SIZE different digits with sum TOTAL.

    Without TOTAL, those of every sum are listed.

    A line has a sum and its sets, as in 8: 125 134.
    """
    required, barred = _digits("with", included, side), _digits("without", excluded, side)
    digits = tuple(range(1, side + 1))
    sums = (total,) if total is not None else range(1, side * (side + 1) // 2 + 1)
    lines = 0
    for cage_sum in sums:
        sets = [subset for subset in combinations(size, cage_sum, digits) if required <= subset and not barred & subset]
        if sets:
            say(f"{cage_sum}: {' '.join(_format_set(subset, side) for subset in sets)}")
            lines += 1
    if not lines:
        raise BadInput(
            f"no {size} different digits from 1 to {side} add up to that; ask for another sum, or leave it out"
        )


def _format_set(digits: frozenset[int], side: int) -> str:
    return ("" if side <= 9 else "+").join(map(str, sorted(digits)))


def _digits(option: str, text: str, side: int) -> frozenset[int]:
    entries = [word.strip() for word in text.split(",") if word.strip()]
    digits = {word: whole_number(word, 1, side) for word in entries}
    for word, digit in digits.items():
        if digit is None:
            raise BadInput(
                f"--{option} {quoted(text)}: {quoted(word)} is no digit from 1 to {side}; write such as 1,{side}"
            )
    return frozenset(filter(None, digits.values()))
