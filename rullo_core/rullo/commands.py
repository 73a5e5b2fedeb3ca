"""The commands for Rullos: those of all puzzles, and hardest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from rullo_core.cli import verbs
from rullo_core.cli.options import (
    DIFFICULTY,
    PROBABILITY,
    RANGE,
    SIZE,
    THREADS,
    Parameter,
    Word,
    at_least,
    examples,
    seconds_option,
)
from rullo_core.errors import BadInput
from rullo_core.interpreted import at_once
from rullo_core.limits import SECONDS
from rullo_core.parameters import bounds_reader
from rullo_core.paths import DATA
from rullo_core.rullo.api import API
from rullo_core.rullo.generation import FAIR, GENERATORS, PHILOX, RulloGeneration
from rullo_core.rullo.request import Request, check_climb, why_not
from rullo_core.rullo.solver import GUESS_LIMIT
from rullo_core.terminal import say

PUZZLES = "data/published/puzzles.txt"
"""A file for examples."""

REQUIRED = Parameter(
    "required", bounds_reader("required", r"\d{1,9}", int, "least-greatest such as 10-15, or one such as 12")
)

SAMPLED = 600
"""If no random puzzle among those with so many cells together is as difficult as requested, hill climbing is used."""

SIZES = click.option(
    "--size", type=SIZE, default="5x5", show_default=True,
    help="Height x width of the grid in cells, e.g. --size 5x7.",
)  # fmt: skip

VALUES = click.option(
    "--range", "values", type=RANGE, default="1-9", show_default=True,
    help="Numbers that may stand in the grid, the first and the last or all of them, e.g. --range 2,3,5,7.",
)  # fmt: skip

GENERATE = (
    SIZES,
    VALUES,
    click.option("--unique", is_flag=True, help="Accept only puzzles with exactly one solution; unless given, accept "
                 "others, too."),
    click.option("--simple", is_flag=True, help="Accept only puzzles that lines alone solve; unless given, accept "
                 "others, too."),
    click.option("--exhaustive", is_flag=True, help="Accept only puzzles that lines alone do not solve; unless given, "
                 "accept others, too."),
    click.option("--difficulty", type=DIFFICULTY, help="Accept only puzzles whose difficulty, in passes, lies in this "
                 "range, e.g. --difficulty 4-6; unless given, accept any."),
    click.option("--required", type=REQUIRED, help="Accept only puzzles whose number of included cells lies in this "
                 "range, e.g. --required 10-15; unless given, accept any."),
    click.option("--included", type=PROBABILITY, default=FAIR, show_default=True,
                 help="Probability that a cell is included, from 0 to 1, e.g. --included 0.3."),
    click.option("--generator", type=Word(GENERATORS), default=PHILOX, show_default=True,
                 help="Use this random number generator; rand is the C library's, as in the thesis, of which "
                 "rand-numbers and rand-coins take only the numbers or the coins, e.g. --generator rand."),
)  # fmt: skip


def _generate(
    size: tuple[int, int],
    values: tuple[int, ...],
    number: int,
    seed: int,
    first: int,
    unique: bool,
    simple: bool,
    exhaustive: bool,
    difficulty: tuple[float, float] | None,
    required: tuple[int, int] | None,
    included: float,
    generator: str,
    tries: int,
) -> RulloGeneration:
    height, width = size
    if required is not None and required[0] > height * width:
        raise BadInput(f"required {required[0]}: there are {height * width} cells; ask for fewer")
    asked = RulloGeneration(
        number=number,
        seed=seed,
        first=first,
        tries=tries,
        height=height,
        width=width,
        values=values,
        request=Request(simple, unique, difficulty, exhaustive, required),
        included=included,
        generator=generator,
    )
    # What is climbed to has many solutions if it is exhaustive.
    can_climb = (included, generator) == (FAIR, PHILOX) and not (exhaustive and unique)
    sampled = max(1, SAMPLED // (height * width))
    if difficulty is None or tries < sampled or not can_climb or why_not(height, width, values) is not None:
        return asked
    some = at_once(lambda: replace(asked, rated=False).make(0, sampled, np.zeros(1, np.uint8)))
    return asked if len(some) else replace(asked, climbed=True)


generate = verbs.generate(
    API,
    """Generate random puzzles of a size and range: a uniform number and a coin for every cell.

    With conditions, the puzzles of the seed are tried until enough are accepted. If hardly any is as difficult as
    requested, puzzles up to 16x16 are found by hill climbing: they are changed cell by cell until they are as
    difficult, and simple, or exhaustive with any number of solutions. Their names say so, as they are not random
    ones of their kind.""",
    ("--size 5x5 --range 1-9 --simple --difficulty 4-6", "--size 4x4 --count 3 --format csv"),
    GENERATE,
    _generate,
    (100_000, "this many random puzzles in a row without success"),
)

hint = verbs.hint(
    API,
    "In the text, [7] is a number that the player has marked as included, and (7) one marked as excluded.",
    PUZZLES,
)

rate = verbs.rate(
    API,
    "Past a limit, of nodes, seconds or states for each puzzle, kind is undecided; what was found until then stands in "
    "the row. Fields of this kind: required, the number of included cells of a solution; columns_first and rows_first, "
    "the passes in each order; unknown, the cells that lines leave.",
    PUZZLES,
    (
        click.option(
            "--guess-limit",
            type=at_least(0),
            default=GUESS_LIMIT,
            show_default=True,
            help="Skip the difficulty of puzzles of which lines leave more than this many cells unknown, e.g. "
            "--guess-limit 10.",
        ),
    ),
)


# -- hardest ----------------------------------------------------------------------------------------------------------


@click.command(epilog=examples("rullo hardest --size 7x7 --seconds 60"))
@click.option("--size", type=SIZE, required=True,
              help="Height x width of the grid in cells, up to 16x16, e.g. --size 7x7.")  # fmt: skip
@VALUES
@seconds_option(SECONDS, "Search for this many seconds, more than 0, e.g. --seconds 600.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=DATA / "records",
              help="Keep records in this folder, e.g. --folder build/records; records in the data folder unless "
              "given.")  # fmt: skip
@click.option("--exhaustive", is_flag=True, help="Search for a puzzle that lines alone do not solve, whose difficulty "
              "counts guesses; for a simple one unless this is given.")  # fmt: skip
@THREADS
def hardest(
    size: tuple[int, int],
    values: tuple[int, ...],
    seconds: float,
    folder: Path,
    exhaustive: bool,
    threads: int | None,
) -> None:
    """Search for the most difficult puzzle of a size and range, and keep it.

    Puzzles are changed cell by cell to become more difficult, in one attempt after the other. The same command goes on
    where the last one ended. A record is the best puzzle that was found; there may be more difficult ones.
    """
    # Imported here: other commands do not wait for the compiler.
    from rullo_core.rullo.records import EXHAUSTIVE, SIMPLE, continue_search, path_of, read_record
    from rullo_core.runs.shards import default_threads

    check_climb(*size, values)
    kind = EXHAUSTIVE if exhaustive else SIMPLE
    path = path_of(folder, *size, values, kind)
    record = read_record(path, *size, values, kind)
    for after in continue_search(record, path, seconds, threads or default_threads()):
        if after.difficulty > record.difficulty:
            say(f"attempt {after.attempt}: difficulty {after.difficulty:g}", err=True)
        record = after
    say(f"{path}: {record.name}, {record.attempts} attempts, the most difficult is {record.difficulty:g}")


COMMANDS = (
    verbs.solve(
        API,
        "Each pass deduces what it can from every line, columns first. Where lines alone are stuck, the best guess is "
        "made: the one that leads to a solution most easily. There is one level, lines.",
        PUZZLES,
    ),
    hint,
    rate,
    verbs.show(
        API,
        "The kind of puzzle is recognised from the text: Rullo, Kakuro, Killer Sudoku or Sudoku; it stands above each. "
        "Of a dataset, a file that ends in .parquet, its parameters, its tables and its hardest puzzles are shown.",
        PUZZLES,
        any_kind=True,
    ),
    verbs.convert(API, "The only format of Rullos is text.", PUZZLES),
    generate,
    hardest,
)

TRIALS = (
    "generate --size 4x4 --count 100",
    "generate --size 4x4 --difficulty 1-3 --count 2",
    "rate {shelf}",
    "solve --limit 2 {shelf}",
    "hint {shelf}",
    "census --size 2x2 --range 1-2 --out {out}",
    "grids --size 2x3 --range 1-3 --grids 2 --out {out}",
    "grids --size 2x3 --range 1-3 --grids 2 --generator rand --out {out}",
    "sample --size 3x3 --range 1-9 --puzzles 100 --out {out}",
    "sample --size 3x3 --range 1-9 --puzzles 100 --generator rand --out {out}",
    "search --size 5x5 --range 1-9 --puzzles 2 --out {out}",
)
"""Common commands on tiny inputs, for whose kernels `rullo_core.cli.compiling` runs them."""
