"""Commands that count puzzles."""

from __future__ import annotations

import json
import sys

import click
from tqdm import tqdm

from rullo_core import parameters, paths
from rullo_core.cli.errors import resumable
from rullo_core.cli.options import SIZE, THREADS
from rullo_core.cli.output import echo_puzzle

KEYS = {"clues": "hints"}
"""Keys of the JSON output that differ from the names of attributes."""


@click.command()
@click.option(
    "--size",
    type=SIZE,
    help="Rows x columns of white cells of a full block, e.g. 2x5, whose text has one more of both; up to 2x9 and 3x4.",
)
@click.option(
    "--cells", type=click.IntRange(4, 9), help="All layouts of so many white cells whose entries form a circle."
)
@click.option("--format", "form", type=click.Choice(["json", "text"]), default="json", show_default=True,
              help="Counts; or puzzles with one solution: of a block all of them, but for the order of rows and "
                   "columns; of other layouts the first of each kind but simple.")  # fmt: skip
@THREADS
def census(size: tuple[int, int] | None, cells: int | None, form: str, threads: int | None) -> None:
    """Count full blocks, or small layouts: all fillings, all vectors of clues, those with one solution, their kinds.

    A line of JSON for each layout. 3x4 takes some half a minute and a gigabyte, all layouts of eight cells some ten
    minutes. Counting layouts that was stopped goes on when the same command is given; counting a block begins again.
    """
    if (size is None) == (cells is None):
        raise click.UsageError("give --size or --cells, one of them")
    if size is not None:
        _count_block(size, form, threads)
    elif cells is not None:
        _count_layouts(cells, form, threads)


def _count_block(size: tuple[int, int], form: str, threads: int | None) -> None:
    from rullo_core.kakuro.batch import rate_many
    from rullo_core.kakuro.studies.blocks import count_block

    counted = count_block(*size, threads)
    if form == "json":
        counts = ("height", "width", "fillings", "clues", "most", "unique", "kinds")
        click.echo(json.dumps({KEYS.get(name, name): getattr(counted, name) for name in counts}))
        return
    ratings = rate_many(counted.puzzles, threads=threads)
    for i, (puzzle, rating) in enumerate(zip(counted.puzzles, ratings, strict=True)):
        echo_puzzle(i, f"{parameters.format_size(*size)}, {i + 1}: {rating.kind}", puzzle)


def _count_layouts(cells: int, form: str, threads: int | None) -> None:
    from rullo_core.kakuro.studies.layouts import count_layouts

    number = 0
    place = paths.DATA / f"kakuro-census-{cells}-cells"
    with resumable():
        for i, counted in enumerate(count_layouts(cells, threads=threads, place=place), start=1):
            if form == "json":
                counts = ("crossed", "fillings", "clues", "unique", "kinds")
                shown = {"layout": str(counted.layout)} | {
                    KEYS.get(name, name): getattr(counted, name) for name in counts
                }
                tqdm.write(json.dumps(shown), file=sys.stdout)
                continue
            for kind, puzzle in counted.examples.items():
                echo_puzzle(number, f"{cells} cells, layout {i}: {kind}", puzzle)
                number += 1
