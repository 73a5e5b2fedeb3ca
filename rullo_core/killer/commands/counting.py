"""Commands that count puzzles."""

from __future__ import annotations

import json

import click

from rullo_core import paths
from rullo_core.cli.errors import resumable
from rullo_core.cli.options import THREADS
from rullo_core.cli.output import FORMAT


@click.command()
@FORMAT
@THREADS
def census(form: str, threads: int | None) -> None:
    """Count all puzzles of 4x4: by cages those with one solution and those that are simple, and by passes the simple.

    Cages are connected and cover the board; a puzzle is such a layout, and sums that some board gives it. That takes
    some ten seconds of one processor. A run that was stopped goes on when the same command is given.
    """
    import pandas as pd

    from rullo_core.killer.studies.census import count_all

    with resumable():
        counted = count_all(threads, paths.DATA / "killer-census-4x4")
    cages, passes = counted.by_cages, counted.by_passes
    if form == "json":
        rows = cages.reset_index().to_dict("records")
        click.echo(json.dumps({"cages": rows, "passes": {str(n): int(many) for n, many in passes.items()}}))
        return
    with_total = pd.concat([cages, cages.sum().to_frame("all").T]).rename_axis("cages")
    for table in (with_total, passes.to_frame()):
        click.echo(table.to_string(formatters=dict.fromkeys(table, "{:,}".format)) + "\n")
