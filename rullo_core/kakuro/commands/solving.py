"""Commands that solve, rate, measure, show and convert puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import THREADS, WholeNumber, examples
from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API
from rullo_core.kakuro.measures import measure
from rullo_core.kakuro.puzzle import Kakuro, no_combination
from rullo_core.puzzles.results import Rating
from rullo_core.terminal import say

PUZZLES = "data/published/kakuro/example.txt"
"""A file for examples."""

solve = verbs.solve(
    API,
    "Each pass deduces what it can from every entry, across first. Where entries alone are stuck, the level G+Q goes "
    "on with rectangles of two entries across and two down, and G+Q+D with sums of several entries across less those "
    "down as well; where these are stuck, one digit is guessed.",
    PUZZLES,
)

hint = verbs.hint(API, "A digit in place of 0 is one that the player has written.", PUZZLES)

RATING_HELP = (
    "level is G (entries alone solve it), G+Q (with rectangles), search (one solution, and neither solves it), or "
    "missing. Fields of this kind: grade, the longest entry that has to be worked through completely; "
    "passes_across_first and passes_down_first, the passes in each order; entries, their number."
)

rate = verbs.rate(API, RATING_HELP, PUZZLES, (THREADS,))


def _graded(
    puzzles: Sequence[Kakuro], max_solutions: int, nodes: int | None, threads: int | None, _: None
) -> Iterator[Rating]:
    for puzzle, rating in zip(puzzles, API.rate_many(puzzles, max_solutions, nodes, threads), strict=True):
        measures = {} if rating.complete and not rating.solutions else asdict(measure(puzzle))
        yield replace(rating, own={**rating.own, "weakest_level": measures.pop("level", None), **measures})


grade = verbs.rate(
    API,
    f"{RATING_HELP} Beyond these: weakest_level, the weakest that solves it (after the grades: rectangles, shaving, "
    "search); mean_length, the mean number of cells of an entry; one_set, the share of clues that one set of digits "
    "has only; forced, cells whose clues share one digit only; digits_left, the mean number of candidates of a cell "
    "that entries leave; retained, how many bits of its sets a clue has lost when it is first of use.",
    PUZZLES,
    (THREADS,),
    _graded,
    "grade",
)

show = verbs.show(
    API,
    "Clues stand in black cells, digits in white ones; digits that are written in place of 0 are shown. Levels are "
    "G, G+Q, G+Q+D, and any set of rules, such as R+B+FC or P5.",
    PUZZLES,
)

convert = verbs.convert(
    API,
    'Formats that are read are text; json, with "data"; dzn, of MiniZinc; and gecode, arrays of Gecode\'s example.',
    PUZZLES,
)


@click.command("combinations", epilog=examples("rullo kakuro combinations 3 8"))
@click.argument("cells", type=WholeNumber(1, 9))
@click.argument("total", type=WholeNumber(1, 45), required=False)
def list_combinations(cells: int, total: int | None) -> None:
    """List the sets of CELLS different digits with sum TOTAL.

    Without TOTAL, those of every sum are listed.

    A line has a sum and its sets, as in 8: 125 134.
    """
    for sum_of_all in range(1, 46) if total is None else (total,):
        sets = combinations(cells, sum_of_all)
        if sets:
            say(f"{sum_of_all}: {' '.join(''.join(map(str, sorted(digits))) for digits in sets)}")
        elif total is not None:
            raise BadInput(no_combination(cells, total))
