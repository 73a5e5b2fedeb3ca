"""The commands for Rullos: those of all puzzles, and record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import THREADS, at_least, examples, options_of, seconds_option, with_options
from rullo_core.cli.output import form_option, write_rows
from rullo_core.limits import SECONDS
from rullo_core.paths import DATA
from rullo_core.rullo.api import API
from rullo_core.rullo.request import HardestRequest, PredictionRequest, check_climb
from rullo_core.rullo.solver import GUESS_LIMIT
from rullo_core.terminal import say

PUZZLES = "data/published/puzzles.txt"
"""A file for examples."""

generate = verbs.generate(
    API,
    """Generate random puzzles of a size and a range of numbers.

    Every cell has a uniform number, and a coin decides whether it is included.

    With conditions, the puzzles of the seed are tried until enough are accepted. Names of puzzles that are climbed to
    say so, as these are not random ones of their kind.""",
    ("--size 5x5 --values 1-9 --simple --difficulty 4-6", "--size 4x4 --count 3 --format csv"),
)

hint = verbs.hint(
    API,
    "In the text, [7] is a number that the player has marked as included, and (7) one marked as excluded.",
    PUZZLES,
)

rate = verbs.rate(
    API,
    "Past a limit, of nodes, seconds or states for each puzzle, bound says which; what was found until then stands in "
    "the row. Fields of this kind: required, the number of included cells of a solution; passes_columns_first and "
    "passes_rows_first, the passes in each order.",
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

hardest = verbs.hardest(
    API,
    lambda request, climbed: f"difficulty {climbed.worth:g}",
    """Search by hill climbing for the most difficult puzzles.

    Numbers, and which cells are included, are changed cell by cell in each attempt. Each puzzle that is more difficult
    than all before is written; there may be more difficult ones. To go on with such a search later, and to keep what it
    finds, see rullo record.
    """,
    "--size 4x4 --attempts 2 --steps 1000",
)


@click.command(epilog=examples("rullo record --size 7x7 --seconds 60"))
@with_options(options_of(HardestRequest, "size", "values", "simple"))
@seconds_option(SECONDS, "Search for this many seconds, more than 0, e.g. --seconds 600.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=DATA / "records",
              help="Keep records in this folder, e.g. --folder build/records.",
              show_default="records in the data folder")  # fmt: skip
@THREADS
def record(
    size: tuple[int, int],
    values: tuple[int, ...],
    simple: bool | None,
    seconds: float,
    folder: Path,
    threads: int | None,
) -> None:
    """Search for the hardest puzzle of a size, and record it.

    Attempts are made as by rullo hardest, with more changes each. The same command goes on where the last one ended. A
    record is the best puzzle that was found; there may be more difficult ones.
    """
    # Imported here: other commands do not wait for the compiler.
    from rullo_core.rullo.records import EXHAUSTIVE, SIMPLE, continue_search, path_of, read_record
    from rullo_core.runs.shards import default_threads

    check_climb(*size, values)
    kind = EXHAUSTIVE if simple is False else SIMPLE
    path = path_of(folder, *size, values, kind)
    best = read_record(path, *size, values, kind)
    for current in continue_search(best, path, seconds, threads or default_threads()):
        if current.difficulty > best.difficulty:
            say(f"attempt {current.attempt}: difficulty {current.difficulty:g}", err=True)
        best = current
    say(f"{path}: {best.name}, {best.attempts} attempts, the most difficult is {best.difficulty:g}")


# -- predict ----------------------------------------------------------------------------------------------------------


@click.command(epilog=examples("rullo predict --size 12x12 --values 1-68", "rullo predict --size 8x8 --format csv"))
@with_options((*options_of(PredictionRequest), form_option()))
def predict(form: str, **parameters: Any) -> None:
    """Predict the share of random puzzles that are simple.

    No puzzle is solved for that. The share is P(bulk) exp(-sum of lambda r): passes leave only small sets of cells
    unknown (bulk), and there is no such set. Fields: simple, the share, and error, its standard error from the number
    of random boards; passes, the mean of simple puzzles; open_cells, the mean number of unknown cells of the others;
    bulk; boards; and stopping_sets, the expected number of small sets.
    """
    row = API.predict(**parameters).to_dict()
    rounded = {name: float(f"{value:.4g}") if isinstance(value, float) else value for name, value in row.items()}
    write_rows([rounded if form == "text" else row], form)


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
    record,
    predict,
)

TRIALS = (
    "generate --size 4x4 --count 100",
    "generate --size 4x4 --difficulty 1-3 --count 2",
    "rate {shelf}",
    "solve --limit 2 {shelf}",
    "hint {shelf}",
    "census --size 2x2 --values 1-2 --out {out}",
    "grids --size 2x3 --values 1-3 --grids 2 --out {out}",
    "grids --size 2x3 --values 1-3 --grids 2 --generator rand --out {out}",
    "sample --size 3x3 --values 1-9 --count 100 --out {out}",
    "sample --size 3x3 --values 1-9 --count 100 --generator rand --out {out}",
    "search --size 5x5 --values 1-9 --count 2 --out {out}",
    "phases --size 5x5 --values 1-9 --count 2 --out {out}",
    "predict --size 6x6 --values 1-2 --accuracy 0.05",
)
"""Common commands on tiny inputs, for whose kernels `rullo_core.cli.compiling` runs them."""
