"""The command that runs a sweep."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rullo_core.cli.errors import KEPT, give_up, on, totals
from rullo_core.cli.options import THREADS, examples
from rullo_core.errors import BadInput


@click.command(epilog=examples("rullo sweep sweeps/size-by-range.yaml"))
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--out", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="Write the notebooks into this folder, e.g. --out build/mine; into build/sweeps/<name of SPEC> "
              "unless given.")  # fmt: skip
@THREADS
def sweep(spec: Path, folder: Path | None, threads: int | None) -> None:
    """Run a sweep: an experiment for many combinations of parameters, and a notebook of each and of all.

    SPEC is a YAML file with the experiment and its parameters. Points that are there are not counted again, whatever
    sweep they come from; their datasets are in the data folder, below sweeps. A point that fails does not stop the
    others. A sweep that was stopped goes on when the same command is given.
    """
    from rullo_core.reports.sweep import write_notebooks, write_summary
    from rullo_core.runs.experiment import duration
    from rullo_core.runs.shards import default_threads
    from rullo_core.runs.sweep import count_points, estimate_seconds, is_there, read_sweep

    wanted = read_sweep(spec)
    folder = folder or Path("build/sweeps") / spec.stem
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made ({error.strerror}); choose another place with --out") from None
    threads = threads or default_threads()
    missing = [experiment for experiment in wanted.experiments if not is_there(experiment)]
    seconds = estimate_seconds(missing, threads)
    if seconds > 60:
        click.echo(
            f"{wanted.title}: {len(missing)} points to count, about {duration(seconds)} {on(threads)}; Ctrl-C "
            "stops it, and the same command goes on from there",
            err=True,
        )
    points, failed = [], []
    try:
        for point in count_points(wanted, threads, progress=True):
            points.append(point)
            title = f"{len(points)}/{len(wanted.experiments)} {point.experiment.title}"
            if point.dataset is None:
                failed.append(f"{point.experiment.title}: {point.failure}")
                click.echo(f"{title}: failed")
            else:
                seconds = point.dataset.manifest["seconds"]
                how = "was there" if point.was_there else f"{seconds:.2f} s"
                click.echo(f"{title}: {totals(point.dataset.manifest)}; {how}")
        for point, failure in write_notebooks(points, folder, threads):
            failed.append(f"notebook of the {point.experiment.title}: {failure}")
        try:
            click.echo(f"{write_summary(spec, points, folder)}: executed")
        except Exception as error:  # whatever it is, it is reported with the other failures
            failed.append(f"summary: {type(error).__name__}: {error}")
    except KeyboardInterrupt:
        give_up(KEPT, 1)
    there = sum(point.was_there for point in points)
    counts = [f"{n} {what}{'' if n == 1 else 's'}" for n, what in ((len(points), "point"), (len(failed), "failure"))]
    click.echo(f"{spec}: {counts[0]}, {there} there from before, {counts[1]}")
    for failure in failed:
        click.echo(f"rullo: {' '.join(failure.split())}", err=True)
    if failed:
        sys.exit(1)
