"""Commands that count puzzles."""

from __future__ import annotations

import click

from rullo_core import paths
from rullo_core.cli.errors import resumable
from rullo_core.cli.options import THREADS, examples, with_options
from rullo_core.cli.output import fields_of, form_option, write_rows


@click.command(epilog=examples("rullo killer census"))
@with_options((form_option(),))
@THREADS
def census(form: str, threads: int | None) -> None:
    """Count all puzzles of 4x4: by cages those with one solution and those that are simple, and by passes the simple.

    Cages are connected and cover the grid; a puzzle is such a layout of cages, and sums that some grid gives it. That
    takes some ten seconds of one processor. A run that was stopped goes on when the same command is given. As data,
    there is a row for each number of cages, and one for each number of passes.
    """
    import pandas as pd

    from rullo_core.killer.studies.census import count_4x4

    with resumable():
        counts = count_4x4(threads, checkpoint=paths.DATA / "killer-census-4x4")
    unique, simple = counts[counts.kind != "ambiguous"], counts[counts.kind == "simple"]
    parts = {
        "puzzles": counts,
        "unique": unique,
        "unique without single cells": unique[~unique.has_single_cell],
        "simple": simple,
    }
    columns = {name: some.groupby("cages").puzzles.sum() for name, some in parts.items()}
    cages = pd.DataFrame({"layouts": pd.Series(counts.attrs["layouts"]), **columns}).fillna(0).astype(int)
    cages, passes = cages.rename_axis("cages"), simple.groupby("passes").puzzles.sum()
    if form != "text":
        rows = [fields_of(row) for row in cages.reset_index().to_dict("records")]
        rows += [{"passes": int(number), "simple": int(many)} for number, many in passes.items()]
        write_rows(rows, form)
        return
    with_total = pd.concat([cages, cages.sum().to_frame("all").T]).rename_axis("cages")
    for table in (with_total, passes.to_frame()):
        click.echo(table.to_string(formatters=dict.fromkeys(table, "{:,}".format)) + "\n")
