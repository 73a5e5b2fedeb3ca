"""The commands for Rullos: solve, rate and generate."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import click
from tqdm import tqdm

from rullo_core import parameters
from rullo_core.cli.errors import give_up
from rullo_core.cli.options import (
    COUNT,
    DIFFICULTY,
    PROBABILITY,
    RANGE,
    SEED,
    SIZE,
    THREADS,
    Parameter,
    at_least,
    read_all,
    read_puzzles,
)
from rullo_core.errors import BadInput
from rullo_core.parameters import stretch_of
from rullo_core.paths import DATA
from rullo_core.rullo.explain import (
    RulloExplainer,
    describe_solutions,
    explain_hint,
    explain_path,
    hint_as_json,
    path_as_json,
)
from rullo_core.rullo.generation import FAIR, GENERATORS, PHILOX, Request, check_difficulty, draw_puzzle, stream_name
from rullo_core.rullo.puzzle import Rullo, Solution, parse_marked_puzzles, parse_puzzles
from rullo_core.rullo.solver import FEW, GUESS_LIMIT, Lines, count_solutions, make_step, rate

SILENCE = 10.0
"""Seconds after which a search tells how it is getting on where there is no terminal to show a bar on."""


REQUIRED = Parameter(
    "required", stretch_of("required", r"\d{1,9}", int, "least-greatest such as 10-15, or one such as 12")
)

SAMPLED = 600
"""If no random puzzle among those with so many cells together is as difficult as wanted, some are climbed to."""


@click.command()
@click.argument("file", default="-")
@click.option("--all", "show_all", is_flag=True, help="Show every solution instead of the way to one.")
@click.option("--count", "only_count", is_flag=True, help="Tell the number of solutions and nothing else.")
@click.option(
    "--hint",
    "only_hint",
    is_flag=True,
    help="Tell the easiest next step and nothing else; [7] in the text is marked as included, (7) as excluded.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def solve(file: str, show_all: bool, only_count: bool, only_hint: bool, form: str) -> None:
    """Solve puzzles step by step: what each pass finds and why, columns first.

    Where lines alone are stuck, the best guess is made: the one that leads to a solution most easily.
    """
    if show_all + only_count + only_hint > 1:
        raise click.UsageError("--all, --count and --hint exclude each other; give one of them")
    if only_hint:
        _hint(file, form)
        return
    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        if form == "json":
            click.echo(json.dumps(_solved_as_json(puzzle, show_all, only_count)))
            continue
        if i and not only_count:
            click.echo()
        if only_count:
            number = count_solutions(puzzle)
            click.echo(f"undecided, more than {FEW}" if number is None else number)
            continue
        for paragraph in describe_solutions(puzzle) if show_all else explain_path(puzzle, GUESS_LIMIT):
            click.echo(paragraph)


def _hint(file: str, form: str) -> None:
    for i, (puzzle, marks) in enumerate(read_puzzles(file, parse_marked_puzzles)):
        if form == "json":
            click.echo(json.dumps(hint_as_json(puzzle, marks)))
            continue
        if i:
            click.echo()
        for paragraph in explain_hint(puzzle, marks):
            click.echo(paragraph)


def _solved_as_json(puzzle: Rullo, show_all: bool, only_count: bool) -> dict[str, Any]:
    if only_count:
        number = count_solutions(puzzle)
        return {"solutions": number if number is not None else FEW + 1, "complete": number is not None}
    if show_all:
        return {
            "solutions": [
                RulloExplainer(puzzle).solution_as_json(solution) for solution in Lines(puzzle).all_solutions()
            ]
        }
    return path_as_json(puzzle, GUESS_LIMIT)


# -- rate and generate ------------------------------------------------------------------------------------------------


@click.command("rate")
@click.argument("files", nargs=-1)
@click.option("--guess-limit", type=at_least(0), default=GUESS_LIMIT, show_default=True,
              help="Work out no difficulty where lines leave more cells unknown.")  # fmt: skip
@click.option("--max-solutions", type=at_least(1), default=1000, show_default=True,
              help="Count no more solutions.")  # fmt: skip
@click.option("--nodes", type=at_least(1), help="Try no more values for cells: then it is undecided.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Look no longer: then it is undecided.")
def rate_command(
    files: tuple[str, ...], guess_limit: int, max_solutions: int, nodes: int | None, seconds: float | None
) -> None:
    """Rate puzzles: one line of JSON each, in the order of the files.

    Past a limit, of nodes or seconds for each puzzle, a line says that it is undecided; what was found until then
    stands in it.
    """
    puzzles = read_all(files, parse_puzzles)
    for puzzle in tqdm(puzzles, unit=" puzzles", delay=1, disable=None):
        tqdm.write(json.dumps(asdict(rate(puzzle, guess_limit, max_solutions, nodes, seconds))), file=sys.stdout)


@click.command()
@click.option("--size", type=SIZE, required=True, help="Height x width, such as 5x5.")
@click.option("--range", "values", type=RANGE, required=True, help="Numbers in the grid: 1-9, or 2,3,5,7.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which series of random puzzles.")
@click.option("--count", type=COUNT, default=1, show_default=True, help="How many puzzles.")
@click.option("--index", type=SEED, help="Just the puzzle with this index, whatever it is like; with --difficulty, the "
              "one that is climbed to from there.")  # fmt: skip
@click.option("--unique", is_flag=True, help="Only puzzles with one solution.")
@click.option("--simple", is_flag=True, help="Only puzzles that lines alone solve.")
@click.option("--exhaustive", is_flag=True, help="Only puzzles that lines alone do not solve.")
@click.option("--difficulty", type=DIFFICULTY, help="Only puzzles as difficult: 4-6, or 4.5.")
@click.option("--required", type=REQUIRED, help="Only puzzles with so many included cells: 10-15, or 12.")
@click.option("--included", type=PROBABILITY, default=FAIR, show_default=True,
              help="The probability that a cell is included.")  # fmt: skip
@click.option("--generator", type=click.Choice(GENERATORS), default=PHILOX, show_default=True,
              help="What to draw with; rand is the C library's, as in the thesis, of which rand-numbers and rand-coins "
                   "take a part.")  # fmt: skip
@click.option("--tries", type=at_least(1), default=100_000, show_default=True, help="Give up after so many.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--sheet", type=click.Path(dir_okay=False, path_type=Path),
              help="Write the puzzles and their solutions for print as well: a .pdf or .svg file.")  # fmt: skip
def generate(
    size: tuple[int, int],
    values: tuple[int, ...],
    seed: int,
    count: int,
    index: int | None,
    unique: bool,
    simple: bool,
    exhaustive: bool,
    difficulty: tuple[float, float] | None,
    required: tuple[int, int] | None,
    included: float,
    generator: str,
    tries: int,
    form: str,
    sheet: Path | None,
) -> None:
    """Write random puzzles of a size and range, as puzzle text or a line of JSON each.

    The same seed gives the same puzzles. With conditions, the puzzles of the seed are gone through until enough of them
    are as wanted. If hardly any is as difficult, some are climbed to, up to 16x16: changed cell by cell until they are,
    and simple, or exhaustive with any number of solutions. A note says so, as they are not random ones of their kind.
    """
    height, width = size
    request = Request(simple, unique, difficulty, exhaustive, required)
    if required is not None and required[0] > height * width:
        raise BadInput(f"required {required[0]}: there are {height * width} cells; ask for fewer")
    if difficulty is not None:
        check_difficulty(height, width, simple, difficulty)
    # What is climbed to has many solutions if it is exhaustive.
    can_climb = (included, generator) == (FAIR, PHILOX) and not (exhaustive and unique)
    climbs = difficulty is not None and can_climb and _why_not(height, width, values) is None
    sampled = max(1, SAMPLED // (height * width))
    title = f"{parameters.format_size(height, width)} over {parameters.format_range(values)}"
    title += "" if included == FAIR else f", {included:g} included"
    with _Writer(f"{title}, {stream_name(seed, generator)}", form, sheet) as write:
        if index is not None:
            if count != 1 or (not climbs and (unique or simple or exhaustive or required or difficulty)):
                raise click.UsageError("--index names one puzzle; leave out --count and the conditions")
            if difficulty is None:
                write(*draw_puzzle(height, width, values, seed, index, included, generator), index)
            else:
                _climb(height, width, values, request, seed, range(index, index + 1), write)
            return
        found = 0
        report_every = None if sys.stderr.isatty() else time.monotonic() + SILENCE
        for place in tqdm(range(tries), unit=" tries", delay=1, disable=None):
            if climbs and not found and place == sampled:
                _climb(height, width, values, request, seed, range(count), write)
                return
            if report_every is not None and place and time.monotonic() >= report_every:
                report_every = None
                shown = f"{place:,} puzzles tried, {found} of {count} found"
                click.echo(f"{shown}; at most {tries:,} are tried, and Ctrl-C stops it", err=True)
            puzzle, solution = draw_puzzle(height, width, values, seed, place, included, generator)
            if request.is_satisfied_by(puzzle, solution):
                found += 1
                write(puzzle, solution, place, of_several=True)
                if found == count:
                    return
        give_up(f"{found} of {count} puzzles found in {tries:,} tries; raise --tries, or ask for less", 1)


def _why_not(height: int, width: int, values: tuple[int, ...]) -> str | None:
    # Imported here, as below: other commands do not wait for the compiler.
    from rullo_core.rullo.climb import why_not

    return why_not(height, width, values)


def _climb(
    height: int,
    width: int,
    values: tuple[int, ...],
    request: Request,
    seed: int,
    indices: range,
    write: _Writer,
) -> None:
    """Write the puzzles that are climbed to."""
    from rullo_core.rullo.climb import climb_to

    for index in tqdm(indices, unit=" puzzles", delay=1, disable=None):
        climbed = climb_to(height, width, values, request, seed, index)
        if climbed is None:
            give_up(f"{index - indices[0]} of {len(indices)} puzzles found; ask for less, or take another seed", 1)
        write(*climbed, index, of_several=len(indices) > 1, climbed=True)


@dataclass
class _Writer:
    """Writes puzzles to standard output, each with where it comes from; and all of them in the end on a sheet."""

    title: str
    form: str
    sheet: Path | None
    written: list[tuple[Rullo, Solution]] = field(default_factory=list)

    def __enter__(self) -> Self:
        if self.sheet is not None:
            # Imported here: matplotlib takes a second.
            from rullo_core.views.sheets import check_sheet

            check_sheet(self.sheet)
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self.sheet is not None and kind is None:
            from rullo_core.rullo.api import API

            API.write_sheet((API.with_solution(*both) for both in self.written), self.sheet)

    def __call__(
        self, puzzle: Rullo, solution: Solution, index: int, *, of_several: bool = False, climbed: bool = False
    ) -> None:
        """Write one: with what lines say of it if it was looked for."""
        self.written.append((puzzle, solution))
        name = f"{self.title}, index {index}" + (", climbed to: not a random one of its kind" if climbed else "")
        if self.form == "json":
            rows = [[int(chosen) for chosen in row] for row in solution]
            row = {"name": name, "puzzle": str(puzzle), "solution": rows, "climbed": climbed}
            tqdm.write(json.dumps(row), file=sys.stdout)
        elif of_several or climbed:
            tqdm.write(f"# {name}: {_kind(puzzle)}\n{puzzle}" + "\n" * of_several, file=sys.stdout)
        else:
            click.echo(f"# {name}\n{puzzle}")


def _kind(puzzle: Rullo) -> str:
    """What lines alone say of a puzzle."""
    step = make_step(puzzle)
    return f"simple, difficulty {step.difficulty:g}" if step.is_last else "not simple"


# -- hardest ----------------------------------------------------------------------------------------------------------


@click.command()
@click.option("--size", type=SIZE, required=True, help="Height x width, up to 16x16.")
@click.option("--range", "values", type=RANGE, default="1-9", show_default=True, help="Numbers in the grid.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=60.0, show_default=True,
              help="How long to look.")  # fmt: skip
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=DATA / "records",
              help="Where records are kept; data/records unless given.")  # fmt: skip
@click.option("--exhaustive", is_flag=True, help="A puzzle that lines alone do not solve, with guesses.")
@THREADS
def hardest(
    size: tuple[int, int],
    values: tuple[int, ...],
    seconds: float,
    folder: Path,
    exhaustive: bool,
    threads: int | None,
) -> None:
    """Look for the most difficult simple puzzle of a size and range, or exhaustive one, and keep it.

    Puzzles are changed cell by cell to become more difficult, in one attempt after the other. The same command goes on
    where the last one ended.
    """
    # Imported here: other commands do not wait for the compiler.
    from rullo_core.rullo.climb import check_climb
    from rullo_core.rullo.records import EXHAUSTIVE, SIMPLE, continue_search, path_of, read_record
    from rullo_core.runs.shards import default_threads

    check_climb(*size, values)
    kind = EXHAUSTIVE if exhaustive else SIMPLE
    path = path_of(folder, *size, values, kind)
    record = read_record(path, *size, values, kind)
    for after in continue_search(record, path, seconds, threads or default_threads()):
        if after.difficulty > record.difficulty:
            click.echo(f"attempt {after.attempt}: difficulty {after.difficulty:g}", err=True)
        record = after
    click.echo(f"{path}: {record.name}, {record.attempts} attempts, the most difficult is {record.difficulty:g}")


COMMANDS = (solve, rate_command, generate, hardest)
