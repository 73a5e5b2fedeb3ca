"""The command that runs a sweep."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from rullo_core.cli.errors import RESUMED, STOPPED, give_up, on, totals
from rullo_core.cli.options import THREADS, Readable, examples, within_seconds
from rullo_core.errors import BadInput, NotFound, quoted
from rullo_core.extras import NotInstalled, require
from rullo_core.limits import DAY
from rullo_core.terminal import say, warn


@click.command(
    epilog=examples(
        "rullo sweep sweeps/size-by-range.yaml",
        "rullo sweep --name black --experiment 'kakuro study' -p size 6x6 -p black '[0.25, 0.4]' -p count 50",
    )
)
@click.argument("spec", required=False, type=Readable())
@click.option("--experiment", metavar="NAME", help="Sweep over this experiment, e.g. --experiment census.",
              show_default="the experiment that SPEC names")  # fmt: skip
@click.option("-p", "given", type=(str, str), multiple=True, metavar="KEY VALUE", help="Give this parameter of "
              "--experiment a value, or several in brackets, e.g. -p size 3x3 or -p size '[2x2, 3x3]'; values of a "
              "parameter that is given again are added.", show_default="the default of the parameter")  # fmt: skip
@click.option("--name", help="Name the sweep of --experiment, and its folder, e.g. --name mine.",
              show_default="the name of SPEC")  # fmt: skip
@click.option("--out", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="Write the results into this folder, e.g. --out build/mine.",
              show_default="build/sweeps/<name>")  # fmt: skip
@click.option("--notebooks", is_flag=True, help="Execute a notebook for each point, too.")
@THREADS
@within_seconds(DAY, "; the same command goes on from there")
def sweep(
    spec: Path | None,
    experiment: str | None,
    given: tuple[tuple[str, str], ...],
    name: str | None,
    folder: Path | None,
    notebooks: bool,
    threads: int | None,
) -> None:
    """Run an experiment for many combinations of parameters.

    A table and a notebook show the results.

    SPEC is a YAML file with the experiment and its parameters, each with a value or a list of values; in its place,
    --experiment and -p name them. The table has a row for each point and outcome, in points.parquet and points.csv; it
    and the notebook, summary.ipynb, are written when all points are counted. Points that are there are not counted
    again, whatever sweep they come from; their datasets are in the data folder, below sweeps. A point that fails does
    not stop the others. A sweep that was stopped goes on when the same command is given.
    """
    if notebooks:
        require("notebooks")
    from rullo_core.files import write_if_changed
    from rullo_core.runs.experiment import duration
    from rullo_core.runs.points import table_of, write_table
    from rullo_core.runs.shards import default_threads
    from rullo_core.runs.sweep import (
        MOST_TRIED,
        count_points,
        estimate_seconds,
        is_there,
        parse_sweep,
        read_sweep,
        specification_of,
    )

    if spec is not None and (experiment or given or name):
        raise BadInput(f"{spec}: names the experiment and its parameters; leave out --experiment, -p and --name")
    if spec is None and not (experiment and name):
        raise BadInput("name a YAML file such as those in sweeps, or give --experiment and --name")
    if name and not re.fullmatch(r"\w[\w. -]*", name):
        raise BadInput(f"--name {quoted(name)}: is not the name of a folder; take one without slashes")
    text = specification_of(name or "", experiment or "", given)
    specification = read_sweep(spec) if spec else parse_sweep(text, "the sweep")
    folder = folder or Path("build/sweeps") / (spec.stem if spec else str(name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if spec is None:  # for the notebook, and for who wants to run it again
            spec = folder / "sweep.yaml"
            write_if_changed(spec, text.encode())
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written to ({error.strerror}); choose another place with --out") from None
    threads = threads or default_threads()
    missing = [experiment for experiment in specification.experiments if not is_there(experiment)]
    seconds = estimate_seconds(missing, threads)
    if seconds > 60:
        sample = f", estimated from {MOST_TRIED} of them" if len(missing) > MOST_TRIED else ""
        say(
            f"{specification.title}: {len(missing)} points to count, about {duration(seconds)} {on(threads)}{sample}; "
            "Ctrl-C stops it, and the same command goes on from there",
            err=True,
        )
    points, failed = [], []
    try:
        for point in count_points(specification, threads, progress=True):
            points.append(point)
            title = f"{len(points)}/{len(specification.experiments)} {point.experiment.title}"
            if point.dataset is None:
                failed.append(f"{point.experiment.title}: {point.failure}")
                say(f"{title}: failed")
            else:
                seconds = point.dataset.manifest["seconds"]
                status = "was there" if point.was_there else f"{seconds:.2f} s"
                say(f"{title}: {totals(point.dataset.manifest)}; {status}")
        for path in write_table(table_of(specification, points), folder):
            say(f"{path}: written")
        if notebooks:
            from rullo_core.reports.sweep import write_notebooks

            for point, failure in write_notebooks(points, folder, threads):
                failed.append(f"notebook of the {point.experiment.title}: {failure}")
        try:
            require("notebooks")
            from rullo_core.reports.sweep import write_summary

            say(f"{write_summary(spec, points, folder)}: executed")
        except NotInstalled as error:  # all counted points are stored
            say(f"summary.ipynb: not executed, as {error}", err=True)
        except Exception as error:  # whatever it is, it is reported with the other failures
            failed.append(f"summary: {type(error).__name__}: {error}")
    except KeyboardInterrupt:
        give_up(STOPPED, 1)
    except NotFound as error:
        give_up(f"{error}; {RESUMED}", 1)
    reused = sum(point.was_there for point in points)
    counts = [f"{n} {noun}{'' if n == 1 else 's'}" for n, noun in ((len(points), "point"), (len(failed), "failure"))]
    say(f"{spec}: {counts[0]}, {reused} reused, {counts[1]}")
    for failure in failed:
        warn(failure)
    if failed:
        sys.exit(1)
