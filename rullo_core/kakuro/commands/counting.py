"""Commands that count puzzles."""

from __future__ import annotations

from typing import Any

import click

from rullo_core import parameters, paths
from rullo_core.cli.errors import resumable
from rullo_core.cli.options import SIZE, THREADS, examples, with_options
from rullo_core.cli.output import echo_puzzle, form_option, write_rows


@click.command(epilog=examples("rullo kakuro census --size 2x3", "rullo kakuro census --cells 5 --format text"))
@click.option(
    "--size",
    type=SIZE,
    help="Count full blocks of this size, rows x columns of white cells, up to 2x9 and 3x4, e.g. --size 2x5; the text "
    "of such a puzzle has one more of both. Layouts are counted unless given.",
)
@click.option(
    "--cells",
    type=click.IntRange(4, 9),
    help="Count all layouts of this number of white cells whose entries form a circle, e.g. --cells 5; blocks are "
    "counted unless given.",
)
@with_options((form_option("jsonl"),))
@THREADS
def census(size: tuple[int, int] | None, cells: int | None, form: str, threads: int | None) -> None:
    """Count full blocks, or small layouts: all fillings, all vectors of clues, those with one solution, their kinds.

    As data, the default, there is a row of counts for each layout. Text has the puzzles with one solution: of a block
    all of them, but for the order of rows and columns; of other layouts the first of each kind but simple.

    3x4 takes some half a minute and a gigabyte, all layouts of eight cells some ten minutes. Counting layouts that was
    stopped goes on when the same command is given; counting a block begins again.
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
    if form != "text":
        write_rows([_counts(counted, "height", "width", "fillings", "clues", "most", "unique", "kinds")], form)
        return
    ratings = rate_many(counted.puzzles, threads=threads)
    for i, (puzzle, rating) in enumerate(zip(counted.puzzles, ratings, strict=True)):
        echo_puzzle(i, f"{parameters.format_size(*size)}, {i + 1}: {rating.kind}", puzzle)


def _count_layouts(cells: int, form: str, threads: int | None) -> None:
    from rullo_core.kakuro.studies.layouts import counts_of_layouts

    number = 0
    place = paths.DATA / f"kakuro-census-{cells}-cells"
    with resumable():
        layouts = counts_of_layouts(cells, threads=threads, place=place)
        if form != "text":
            counts = ("crossed", "fillings", "clues", "unique", "kinds")
            write_rows(({"layout": str(one.layout)} | _counts(one, *counts) for one in layouts), form)
            return
        for i, counted in enumerate(layouts, start=1):
            for kind, puzzle in counted.examples.items():
                echo_puzzle(number, f"{cells} cells, layout {i}: {kind}", puzzle)
                number += 1


def _counts(counted: object, *names: str) -> dict[str, Any]:
    return {name: getattr(counted, name) for name in names}
