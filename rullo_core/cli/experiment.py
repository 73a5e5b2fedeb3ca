"""The command of an experiment, made of its declaration: its parameters, where the dataset goes, what it runs on."""

from __future__ import annotations

import inspect
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rullo_core.cli.errors import RESUMED, STOPPED, give_up, on, totals
from rullo_core.cli.options import CLUSTER, THREADS, Value, examples, on_cluster, within_seconds
from rullo_core.errors import NotFound
from rullo_core.limits import DAY
from rullo_core.runs.registry import Declaration, Key
from rullo_core.terminal import say

if TYPE_CHECKING:
    from rullo_core.runs.experiment import Experiment


def command_of(declaration: Declaration) -> click.Command:
    """The command that runs an experiment into a dataset."""

    def run(out: Path | None, threads: int | None, address: str | None, cluster_timeout: float, **values: Any) -> None:
        run_experiment(declaration.make(values), out, threads, address, cluster_timeout)

    for option in (
        within_seconds(DAY, "; the same command goes on from there"),
        *reversed(CLUSTER),
        THREADS,
        click.option("--out", type=click.Path(path_type=Path),
                     help="Write the dataset into this Parquet file, e.g. --out build/data.parquet.",
                     show_default="a file in the data folder, named by all parameters"),
        *map(_option, reversed(declaration.keys)),
    ):  # fmt: skip
        run = option(run)
    epilog = examples(f"rullo {declaration.name} {declaration.example}")
    return click.command(declaration.name.split()[-1], help=inspect.cleandoc(declaration.help), epilog=epilog)(run)


def _option(key: Key) -> Any:
    # click takes an explicit default of None for a value: a required option that has one is never missing.
    default = {"required": True} if key.is_required else {"default": key.default_text or None, "show_default": True}
    return click.option(key.flag, key.name, type=Value(key), metavar=key.metavar, help=key.help, **default)


def run_experiment(
    experiment: Experiment, out: Path | None, threads: int | None, address: str | None, cluster_timeout: float
) -> None:
    """Run an experiment into a dataset; say beforehand if that takes more than a minute."""
    # Imported here: the kernels need a second that solving and rating can do without.
    from rullo_core.datasets import store
    from rullo_core.runs.cluster import ClusterLost
    from rullo_core.runs.experiment import duration
    from rullo_core.runs.run import place_of, run_and_store
    from rullo_core.runs.shards import default_threads

    if out is None:
        out = place_of(experiment)
        with suppress(OSError):  # what is wrong with the folder is reported below
            out.parent.mkdir(parents=True, exist_ok=True)
    store.check_writable(out)
    with on_cluster(address, cluster_timeout, threads) as cluster:
        threads = max(1, cluster.threads) if cluster else threads or default_threads()
        at_once = threads if cluster else min(threads, default_threads())
        seconds = experiment.estimate_seconds(at_once)
        if seconds > 60:
            count = "" if experiment.puzzles is None else f"{experiment.puzzles:,} puzzles, "
            say(
                f"{experiment.title}: {count}about {duration(seconds)} {on(threads)}; "
                "Ctrl-C stops it, and the same command goes on from there",
                err=True,
            )
        try:
            manifest = run_and_store(experiment, out, threads, progress=True, cluster=cluster).manifest
        except KeyboardInterrupt:
            give_up(STOPPED, 1)
        except ClusterLost:
            raise
        except NotFound as error:
            give_up(f"{error}; {RESUMED}", 1)
        except OSError as error:
            give_up(
                f"{error.filename or out}: {error.strerror or error}; when that is mended, the same command goes on "
                "from there: what is finished is kept",
                1,
            )
    say(f"{out}: {experiment.title}, {totals(manifest)}; {manifest['seconds']:.2f} s {on(manifest['threads'])}")
