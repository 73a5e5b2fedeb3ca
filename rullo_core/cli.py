"""The `rullo` command: solve, rate and generate puzzles, take a census, show what a dataset holds."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from tqdm import tqdm

from rullo_core import __version__, parameters
from rullo_core.errors import BadInput
from rullo_core.files import written_whole
from rullo_core.generate import FAIR, PHILOX, RAND, Wish, draw_puzzle, series
from rullo_core.puzzle import Puzzle, Solution, parse_puzzles
from rullo_core.solver import GUESS_LIMIT, count_solutions, make_step, rate, solutions, start_state
from rullo_core.words import find_way, tell_solutions, tell_way

if TYPE_CHECKING:
    from rullo_core.experiment import Experiment


class _Parameter(click.ParamType[Any]):
    """An option's value, read by a function that raises BadInput."""

    def __init__(self, name: str, read: Any) -> None:
        self.name = name
        self.read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self.read(value) if isinstance(value, str) else value
        except BadInput as error:
            self.fail(str(error), param, ctx)


def _read_difficulties(text: str) -> tuple[float, float]:
    """Read a difficulty or a stretch of them: ``4.5`` or ``4-6``."""
    match = re.fullmatch(r"\s*(\d{1,9}(?:\.\d*)?)\s*(?:-\s*(\d{1,9}(?:\.\d*)?)\s*)?", text)
    if match is None:
        raise BadInput(f"difficulty {text!r}: write least-greatest such as 4-6, or one such as 4.5")
    bounds = float(match[1]), float(match[2] or match[1])
    if bounds[0] > bounds[1]:
        raise BadInput(f"difficulty {text!r}: write the smaller one first")
    return bounds


SIZE = _Parameter("HxW", parameters.parse_size)
RANGE = _Parameter("range", parameters.parse_range)
DIFFICULTY = _Parameter("difficulty", _read_difficulties)
COUNT = _Parameter("count", parameters.parse_count)
SEED = _Parameter("seed", parameters.parse_seed)
PROBABILITY = _Parameter("probability", parameters.parse_included)
INCLUDED = click.option("--included", type=PROBABILITY, default=FAIR, show_default=True,
                        help="The probability that a cell is included.")  # fmt: skip
GENERATOR = click.option("--generator", type=click.Choice([PHILOX, RAND]), default=PHILOX, show_default=True,
                         help="What to draw with; rand is the C library's, as in the thesis.")  # fmt: skip


SILENCE = 10.0
"""Seconds after which a search tells how it is getting on where there is no terminal to show a bar on."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="rullo")
def rullo() -> None:
    """RULLO, a puzzle of sums: in a grid of numbers, choose which to include so that every row and column adds up.

    Puzzle text: the column target-sums on the first line, then a line a row, its target-sum and its numbers. A blank
    line between puzzles; # starts a comment.
    """


def main() -> NoReturn:
    """Run the command. Exit status: 0 done, 2 bad input (one line: what, where, how to mend it), 1 anything else."""
    try:
        rullo.main(prog_name="rullo", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(0)
    except BadInput as error:
        _give_up(str(error), 2)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "rullo"
        _give_up(f"{error.format_message()} (see {where} --help)", 2)
    except (click.Abort, KeyboardInterrupt):
        _give_up("stopped", 1)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OSError, MemoryError) as error:
        _give_up(str(error) or type(error).__name__, 1)


def _give_up(message: str, status: int) -> NoReturn:
    click.echo(f"rullo: {' '.join(message.split())}", err=True)
    sys.exit(status)


def _read_puzzles(file: str) -> list[Puzzle]:
    """Read all puzzles of a file, or of standard input for ``-``."""
    try:
        if file == "-":
            return parse_puzzles(sys.stdin.read(), "standard input")
        return parse_puzzles(Path(file).read_text(encoding="utf-8-sig"), file)
    except UnicodeDecodeError:
        raise BadInput(f"{file}: is not text; give puzzle text (see rullo --help)") from None
    except OSError as error:
        raise BadInput(
            f"{file}: cannot be read ({error.strerror}); give puzzle text, or - for standard input"
        ) from None


# -- solve ------------------------------------------------------------------------------------------------------------


@rullo.command()
@click.argument("file", default="-")
@click.option("--all", "show_all", is_flag=True, help="Show every solution instead of the way to one.")
@click.option("--count", "only_count", is_flag=True, help="Tell the number of solutions and nothing else.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def solve(file: str, show_all: bool, only_count: bool, form: str) -> None:
    """Solve puzzles step by step: what each pass finds and why, columns first.

    Where lines alone are stuck, the best guess is made: the one that leads to a solution most easily.
    """
    if show_all and only_count:
        raise click.UsageError("--all and --count exclude each other; give one of them")
    for i, puzzle in enumerate(_read_puzzles(file)):
        if form == "json":
            click.echo(json.dumps(_solved_as_json(puzzle, show_all, only_count)))
            continue
        if i and not only_count:
            click.echo()
        if only_count:
            click.echo(count_solutions(puzzle))
            continue
        for paragraph in tell_solutions(puzzle) if show_all else tell_way(puzzle, GUESS_LIMIT):
            click.echo(paragraph)


def _solved_as_json(puzzle: Puzzle, show_all: bool, only_count: bool) -> dict[str, Any]:
    if only_count:
        return {"solutions": count_solutions(puzzle)}
    if show_all:
        return {"solutions": [_positions(solution) for solution in solutions(puzzle)]}
    steps, solution = find_way(puzzle, GUESS_LIMIT)
    finished = bool(steps) and steps[-1].is_last
    return {
        "solvable": solution is not None,
        "simple": finished and len(steps) == 1,
        "difficulty": sum(step.difficulty for step in steps) if finished else None,
        "steps": [
            {
                "guess": step.guess and {"row": step.guess[0] + 1, "column": step.guess[1] + 1},
                "passes": [
                    {
                        "lines": one_pass.orientation,
                        "found": [
                            {"row": r + 1, "column": c + 1, "included": included}
                            for deduction in one_pass.deductions
                            for (r, c), included in deduction.found.items()
                        ],
                    }
                    for one_pass in step.columns_first.passes
                ],
            }
            for step in steps
        ],
        "solution": solution and _positions(solution),
    }


def _positions(solution: Solution) -> list[list[int]]:
    """A solution as rows of 1 for included and 0 for excluded."""
    return [[int(included) for included in row] for row in solution]


# -- rate and generate ------------------------------------------------------------------------------------------------


@rullo.command("rate")
@click.argument("files", nargs=-1)
@click.option("--guess-limit", type=click.IntRange(0), default=GUESS_LIMIT, show_default=True,
              help="Work out no difficulty where lines leave more cells unknown.")  # fmt: skip
@click.option("--max-solutions", type=click.IntRange(1), default=1000, show_default=True,
              help="Count no more solutions.")  # fmt: skip
def rate_command(files: tuple[str, ...], guess_limit: int, max_solutions: int) -> None:
    """Rate puzzles: one line of JSON each, in the order of the files."""
    puzzles = [puzzle for file in files or ("-",) for puzzle in _read_puzzles(file)]
    for puzzle in tqdm(puzzles, unit=" puzzles", delay=1, disable=None):
        tqdm.write(json.dumps(asdict(rate(puzzle, guess_limit, max_solutions))), file=sys.stdout)


@rullo.command()
@click.option("--size", type=SIZE, required=True, help="Height x width, such as 5x5.")
@click.option("--range", "values", type=RANGE, required=True, help="Numbers in the grid: 1-9, or 2,3,5,7.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which series of random puzzles.")
@click.option("--count", type=COUNT, default=1, show_default=True, help="How many puzzles.")
@click.option("--index", type=SEED, help="Just the puzzle with this index, whatever it is like.")
@click.option("--unique", is_flag=True, help="Only puzzles with one solution.")
@click.option("--simple", is_flag=True, help="Only puzzles that lines alone solve.")
@click.option("--difficulty", type=DIFFICULTY, help="Only puzzles as difficult: 4-6, or 4.5.")
@INCLUDED
@GENERATOR
@click.option("--tries", type=click.IntRange(1), default=100_000, show_default=True, help="Give up after so many.")
def generate(
    size: tuple[int, int],
    values: tuple[int, ...],
    seed: int,
    count: int,
    index: int | None,
    unique: bool,
    simple: bool,
    difficulty: tuple[float, float] | None,
    included: float,
    generator: str,
    tries: int,
) -> None:
    """Write random puzzles of a size and range, as puzzle text.

    The same seed gives the same puzzles. With conditions, the puzzles of the seed are gone through until enough of them
    are as wanted.
    """
    height, width = size
    coin = "" if included == FAIR else f", {included:g} included"
    title = f"# {parameters.format_size(height, width)} over {parameters.format_range(values)}{coin}, "
    title += series(seed, generator)
    if index is not None:
        if count != 1 or unique or simple or difficulty:
            raise click.UsageError("--index names one puzzle; leave out --count and the conditions")
        click.echo(f"{title}, index {index}\n{draw_puzzle(height, width, values, seed, index, included, generator)[0]}")
        return
    if difficulty is not None:
        _refuse_too_difficult(height, width, simple, difficulty)
    wish = Wish(simple, unique, difficulty)
    found = 0
    tell_at = None if sys.stderr.isatty() else time.monotonic() + SILENCE
    for place in tqdm(range(tries), unit=" tries", delay=1, disable=None):
        if tell_at is not None and place and time.monotonic() >= tell_at:
            tell_at = None
            told = f"{place:,} puzzles tried, {found} of {count} found"
            click.echo(f"{told}; at most {tries:,} are tried, and Ctrl-C stops it", err=True)
        puzzle, _ = draw_puzzle(height, width, values, seed, place, included, generator)
        if wish.is_granted_by(puzzle):
            found += 1
            tqdm.write(f"{title}, index {place}: {_kind(puzzle)}\n{puzzle}\n", file=sys.stdout)
            if found == count:
                return
    _give_up(f"{found} of {count} puzzles found in {tries:,} tries; raise --tries, or ask for less", 1)


def _refuse_too_difficult(height: int, width: int, simple: bool, difficulty: tuple[float, float]) -> None:
    """Refuse to look for puzzles that are more difficult than any of a size."""
    from rullo_core.bounds import FEWEST_CELLS, most_difficult, most_difficult_exhaustive

    cells = height * width
    most = (
        most_difficult(height, width) if simple and cells >= FEWEST_CELLS else most_difficult_exhaustive(height, width)
    )
    if difficulty[0] > most:
        kind = "simple puzzle" if simple else "puzzle"
        raise BadInput(
            f"difficulty {difficulty[0]:g}: no {kind} of {parameters.format_size(height, width)} has more than "
            f"{most:g}; ask for less, or for a larger size"
        )


def _kind(puzzle: Puzzle) -> str:
    """What lines alone say of a puzzle."""
    step = make_step(puzzle, start_state(puzzle))
    return f"simple, difficulty {step.difficulty:g}" if step.is_last else "not simple"


# -- experiments and their datasets -----------------------------------------------------------------------------------


def _where_and_how(command: Any) -> Any:
    """Add the options that every experiment has: where the dataset goes, and what the shards run on."""
    for option in (
        click.option("--cluster-timeout", type=click.FloatRange(0, min_open=True), default=60, show_default=True,
                     help="Seconds after which a cluster that does not answer is given up."),
        click.option("--cluster", "address", help="Run on a Dask cluster: tcp://host:port of its scheduler, or local."),
        click.option("--threads", type=click.IntRange(1, 1024), help="Threads; as many as processors unless given."),
        click.option("--out", type=click.Path(path_type=Path), required=True,
                     help="The dataset to write, a Parquet file."),
    ):  # fmt: skip
        command = option(command)
    return command


@rullo.command("census")
@click.option("--size", type=SIZE, required=True, help="Height x width, such as 3x3; at most 64 cells.")
@click.option("--range", "values", type=RANGE, required=True, help="Numbers in the grid: 2-4, or 2,3,5,7.")
@_where_and_how
def census_command(size: tuple[int, int], values: tuple[int, ...], **how: Any) -> None:
    """Count every puzzle of a size and range: every grid, and every solution on it.

    The hardest puzzles go to a file beside the dataset. A run that was stopped goes on when the same command is given.
    """
    # Imported here: the kernels need a second that solving and rating can do without.
    from rullo_core.census import Census

    _run(Census(*size, values), **how)


@rullo.command("grids")
@click.option("--size", type=SIZE, required=True, help="Height x width, such as 5x5; at most 30 cells.")
@click.option("--range", "values", type=RANGE, required=True, help="Numbers in the grid: 1-9, or 2,3,5,7.")
@click.option("--grids", "number", type=COUNT, required=True, help="How many grids: 200, or 1e3.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which series of random grids.")
@GENERATOR
@_where_and_how
def grids_command(
    size: tuple[int, int], values: tuple[int, ...], number: int, seed: int, generator: str, **how: Any
) -> None:
    """Count every solution on each of some random grids.

    Grid i of a seed is that of the puzzle that `rullo generate --seed S --index i` writes. The hardest puzzles and the
    counts of each grid go to files beside the dataset. A run that was stopped goes on when the same command is given.
    """
    from rullo_core.grids import Grids

    _run(Grids(*size, values, number, seed, generator=generator), **how)


@rullo.command("sample")
@click.option("--size", type=SIZE, required=True, help="Height x width, such as 7x7; at most 64 cells.")
@click.option("--range", "values", type=RANGE, required=True, help="Numbers in the grid: 1-9, or 2,3,5,7.")
@click.option("--puzzles", "number", type=COUNT, required=True, help="How many: 1e8, 100_000_000 or 100000000.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which series of random puzzles.")
@click.option("--guess-limit", type=click.IntRange(0), default=GUESS_LIMIT, show_default=True,
              help="Skip puzzles of which lines leave more cells unknown.")  # fmt: skip
@INCLUDED
@GENERATOR
@_where_and_how
def sample_command(
    size: tuple[int, int],
    values: tuple[int, ...],
    number: int,
    seed: int,
    guess_limit: int,
    included: float,
    generator: str,
    **how: Any,
) -> None:
    """Count independent random puzzles: a uniform number and a coin for every cell.

    Puzzle i of a seed is the one that `rullo generate --seed S --index i` writes. The same options give the same
    counts, whatever the number of threads or machines. The hardest puzzles go to a file beside the dataset. A run that
    was stopped goes on when the same command is given.
    """
    from rullo_core.sample import Sample

    _run(Sample(*size, values, number, seed, guess_limit, included, generator=generator), **how)


def _run(experiment: Experiment, out: Path, threads: int | None, address: str | None, cluster_timeout: float) -> None:
    """Run an experiment into a dataset; tell beforehand if that takes more than a minute."""
    from rullo_core import store
    from rullo_core.cluster import Cluster, ClusterLost
    from rullo_core.experiment import duration
    from rullo_core.kernels import are_compiled
    from rullo_core.runs import run_and_store
    from rullo_core.shards import default_threads

    if threads and address not in (None, "local"):
        raise click.UsageError("--threads is for this machine; leave it out, or take --cluster local")
    store.check_writable(out)
    if sys.stderr.isatty() and not are_compiled():
        click.echo("compiling the kernels, which takes some 10 seconds, once", err=True)
    with Cluster(address, cluster_timeout, threads) if address is not None else nullcontext() as cluster:
        threads = max(1, cluster.threads) if cluster else threads or default_threads()
        at_once = threads if cluster else min(threads, default_threads())
        seconds = experiment.estimate_seconds(at_once)
        if seconds > 60:
            click.echo(
                f"{experiment.title}: {experiment.puzzles:,} puzzles, about {duration(seconds)} {_on(threads)}; "
                "Ctrl-C stops it, and the same command goes on from there",
                err=True,
            )
        try:
            manifest = run_and_store(experiment, out, threads, progress=True, cluster=cluster).manifest
        except KeyboardInterrupt:
            _give_up("stopped; what is finished is kept, and the same command goes on from there", 1)
        except ClusterLost:
            raise
        except OSError as error:
            _give_up(
                f"{error.filename or out}: {error.strerror or error}; when that is mended, the same command goes on "
                "from there: what is finished is kept",
                1,
            )
    click.echo(
        f"{out}: {experiment.title}, {_totals(manifest)}; {manifest['seconds']:.2f} s {_on(manifest['threads'])}"
    )


def _on(threads: int) -> str:
    return f"on {threads} thread{'s' if threads > 1 else ''}"


def _totals(manifest: dict[str, Any]) -> str:
    total = manifest["totals"]["puzzles"]
    kinds = [f"{n:,} {kind} ({n / total:.2%})" for kind, n in manifest["totals"].items() if kind != "puzzles" and total]
    return f"{total:,} puzzles: {', '.join(kinds)}"


@rullo.command()
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--out", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="Folder for the notebooks; build/sweeps/<name of SPEC> unless given.")  # fmt: skip
@click.option("--threads", type=click.IntRange(1, 1024), help="Threads; as many as processors unless given.")
def sweep(spec: Path, folder: Path | None, threads: int | None) -> None:
    """Run a sweep: an experiment over many sizes and ranges, as a YAML file says, and a notebook of each and of all.

    Points that are there are not counted again, whatever sweep they come from; their datasets are in the data folder,
    below sweeps. A point that fails does not stop the others. A sweep that was stopped goes on when the same command is
    given.
    """
    from rullo_core.experiment import duration
    from rullo_core.report import write_notebooks, write_summary
    from rullo_core.shards import default_threads
    from rullo_core.sweep import count_points, estimate_seconds, is_there, read_sweep

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
            f"{wanted.title}: {len(missing)} points to count, about {duration(seconds)} {_on(threads)}; Ctrl-C "
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
                click.echo(f"{title}: {_totals(point.dataset.manifest)}; {how}")
        for point, failure in write_notebooks(points, folder, threads):
            failed.append(f"notebook of the {point.experiment.title}: {failure}")
        try:
            click.echo(f"{write_summary(spec, points, folder)}: executed")
        except Exception as error:  # whatever it is, it is reported with the other failures
            failed.append(f"summary: {type(error).__name__}: {error}")
    except KeyboardInterrupt:
        _give_up("stopped; what is finished is kept, and the same command goes on from there", 1)
    there = sum(point.was_there for point in points)
    click.echo(f"{spec}: {len(points)} points, {there} of them there from before, {len(failed)} failures")
    for failure in failed:
        click.echo(f"rullo: {' '.join(failure.split())}", err=True)
    if failed:
        sys.exit(1)


@rullo.command()
@click.argument("file", type=click.Path(path_type=Path))
def show(file: Path) -> None:
    """Show a dataset: where it comes from, its tables, the hardest puzzles."""
    from rullo_core import store, tables

    dataset = store.load(file)
    for key, value in dataset.manifest.items():
        click.echo(f"{key:<12}{value if isinstance(value, str) else json.dumps(value)}")
    for key in ("difficulty", "required"):
        click.echo(f"\n{tables.to_markdown(tables.distribution(dataset.tally, key))}")
    for kind in ("simple", "exhaustive"):
        ofkind = [rated for rated in dataset.hardest if rated.kind == kind]
        if ofkind:
            hardest = max(ofkind, key=lambda rated: rated.difficulty)
            click.echo(f"\nA hardest {kind} puzzle, difficulty {hardest.difficulty:g}:\n\n{hardest.puzzle}")


@rullo.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1)
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--list", "listing", type=click.Path(path_type=Path, dir_okay=False), help="Write the files' names there."
)
def figures(files: tuple[Path, ...], folder: Path, listing: Path | None) -> None:
    """Draw every figure of datasets and write their tables into a folder; and the puzzles that the thesis solves."""
    from rullo_core import store
    from rullo_core.figures import render, render_published

    datasets = [store.load(file) for file in files]
    paths = render_published(folder)
    for dataset in tqdm(datasets, unit=" datasets", delay=1, disable=None):
        paths += render(dataset, folder)
    if listing is not None:
        with written_whole(listing) as temporary:
            temporary.write_text("".join(f"{path}\n" for path in paths))
    click.echo(f"{folder}: {len(paths)} files of figures and tables")


@rullo.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def site(folder: Path) -> None:
    """Write the executed notebooks and the README as web pages, which work without a network."""
    from rullo_core.site import build

    click.echo(f"{folder}: {len(build(folder))} pages; open {folder / 'index.html'} in a browser")


@rullo.command()
@click.argument("notebook", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("-f", "--parameters", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Parameters, as YAML.")  # fmt: skip
@click.option("-p", "given", type=(str, str), multiple=True, metavar="NAME VALUE", help="A parameter.")
def notebook(notebook: Path, out: Path, file: Path | None, given: tuple[tuple[str, str], ...]) -> None:
    """Execute a notebook into another file, or into itself: whole, or not at all."""
    # jsonschema, which checks notebooks, loads a grammar of addresses if it finds this. Notebooks have no such
    # addresses, and loading it takes longer than all else that papermill needs.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from papermill.exceptions import PapermillExecutionError

    from rullo_core.notebook import execute, parse_value, read_parameters

    try:
        execute(notebook, out, read_parameters(file) | {name: parse_value(name, value) for name, value in given})
    except PapermillExecutionError as error:
        _give_up(f"{notebook}: cell {error.exec_count} failed, {error.ename}: {error.evalue}", 1)
    click.echo(f"{out}: executed")
