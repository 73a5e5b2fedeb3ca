"""Kakuro: digits in white cells, all different in each entry, which adds up to its hint.

Puzzle text: the numbers of rows and columns on the first line, then a line a row: 0 for a white cell, - for a black
one, 16, for one with a hint down, ,24 across, 17,24 both. A line # name right above a puzzle names it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from rullo_core import parameters
from rullo_core.cli.answers import give_up
from rullo_core.cli.options import COUNT, DIFFICULTY, SEED, SIZE, THREADS, read_puzzles
from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput
from rullo_core.kakuro.collections import READERS, read_collection
from rullo_core.kakuro.puzzle import Kakuro, no_combination, parse_puzzles
from rullo_core.kakuro.solver import Kind, solutions
from rullo_core.kakuro.wish import METHODS, SYMMETRIES, Layout, Wish
from rullo_core.kakuro.words import tell_failure, tell_way, way_as_json

FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)


@click.command()
@click.argument("file", default="-")
@click.option("--all", "show_all", is_flag=True, help="Show every solution instead of the way to one.")
@FORMAT
def solve(file: str, show_all: bool, form: str) -> None:
    """Solve puzzles step by step: what each pass over the entries finds and why, across first.

    Where entries alone are stuck, rectangles of two entries across and two down are looked at; where these are, one
    digit is guessed.
    """
    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        if form == "json":
            answer = _solutions_as_json(puzzle) if show_all else way_as_json(puzzle)
            click.echo(json.dumps(_named(puzzle) | answer))
            continue
        if i:
            click.echo()
        if puzzle.name:
            click.echo(f"# {puzzle.name}")
        for paragraph in _tell_solutions(puzzle) if show_all else tell_way(puzzle):
            click.echo(paragraph)


def _named(puzzle: Kakuro) -> dict[str, Any]:
    return {"name": puzzle.name} if puzzle.name else {}


def _tell_solutions(puzzle: Kakuro) -> Iterator[str]:
    number = 0
    for number, solution in enumerate(solutions(puzzle), start=1):
        yield f"Solution {number}\n\n{puzzle.write_solution(solution)}\n"
    if number == 0:
        yield tell_failure(puzzle)
    else:
        yield "That is the only solution." if number == 1 else f"{number:,} solutions."


def _solutions_as_json(puzzle: Kakuro) -> dict[str, Any]:
    return {"solutions": [puzzle.rows_of(solution) for solution in solutions(puzzle)]}


@click.command()
@click.argument("files", nargs=-1)
@click.option("--max-solutions", type=click.IntRange(1, 10_000), default=2, show_default=True,
              help="Look for no more solutions.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(1), help="Give up a search that takes more steps; then complete is false.")
@THREADS
def rate(files: tuple[str, ...], max_solutions: int, nodes: int | None, threads: int | None) -> None:
    """Rate puzzles: one line of JSON each, in the order of the files.

    kind is simple (entries alone solve it), rectangular (with rectangles), exhaustive (one solution, and neither solves
    it), ambiguous or none; grade the longest entry that has to be worked through completely.
    """
    from rullo_core.kakuro.batch import rate_many

    puzzles = [puzzle for file in files or ("-",) for puzzle in read_puzzles(file, parse_puzzles)]
    ratings = rate_many(puzzles, max_solutions, nodes, threads)
    shown = tqdm(zip(puzzles, ratings, strict=True), total=len(puzzles), unit=" puzzles", delay=1, disable=None)
    for puzzle, rating in shown:
        tqdm.write(json.dumps(_named(puzzle) | asdict(rating)), file=sys.stdout)


@click.command("combinations")
@click.argument("cells", type=click.IntRange(1, 9))
@click.argument("total", type=click.IntRange(1, 45), required=False)
def list_combinations(cells: int, total: int | None) -> None:
    """List the sets of digits that CELLS cells can have: those with the sum TOTAL, or those of every sum.

    A line each: the sum, and its sets, as in 8: 125 134.
    """
    for sum_of_all in range(1, 46) if total is None else (total,):
        sets = combinations(cells, sum_of_all)
        if sets:
            click.echo(f"{sum_of_all}: {' '.join(''.join(map(str, sorted(one))) for one in sets)}")
        elif total is not None:
            raise BadInput(no_combination(cells, total))


@click.command()
@click.argument("file", default="-")
@click.option("--from", "form", type=click.Choice(list(READERS)), help="Its format; told from the text unless given.")
def convert(file: str, form: str | None) -> None:
    """Write the puzzles of a collection as text: JSON with "data", MiniZinc's .dzn, or Gecode's arrays."""
    for i, puzzle in enumerate(read_puzzles(file, partial(read_collection, form=form))):
        if i:
            click.echo()
        if puzzle.name:
            click.echo(f"# {puzzle.name}")
        click.echo(puzzle)


# -- making -----------------------------------------------------------------------------------------------------------

NEWLINE = "\n"

LAYOUT = (
    click.option("--size", type=SIZE, required=True, help="Cells that may be white, such as 10x10; hints are outside."),
    click.option("--black", type=click.FloatRange(0, 1, max_open=True), default=0.4, show_default=True,
                 help="Share of black cells, at least."),
    click.option("--longest", type=click.IntRange(1, 9), default=9, show_default=True, help="Cells of an entry."),
    click.option("--symmetry", type=click.Choice(SYMMETRIES), default="half-turn", show_default=True),
    click.option("--single", is_flag=True, help="Allow entries of one cell."),
    click.option("--in-blocks", is_flag=True, help="Every white cell lies in a square of four white ones."),
    click.option("--seed", type=SEED, default=1, show_default=True, help="Which series of puzzles."),
    click.option("--index", type=click.IntRange(0, 2**63 - 1), help="Make only this one of the series, from 0."),
    click.option("--count", type=COUNT, default=1, show_default=True, help="How many."),
)  # fmt: skip


def _with_layout(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(LAYOUT):
        command = option(command)
    return command


@click.command("layout")
@_with_layout
def draw_layouts(seed: int, index: int | None, count: int, **rules: Any) -> None:
    """Draw layouts: which cells are white (0) and which black (-).

    They are connected, and no entry is longer than nine cells. A comment tells the share of black cells, and the number
    and mean length of entries.
    """
    from rullo_core.kakuro.generate import draw_layout

    layout = _layout_of(rules)
    for i, number in enumerate(range(count) if index is None else (index,)):
        white = draw_layout(layout, seed, number)
        puzzle = Kakuro.from_digits(white.tolist())
        puzzle = puzzle.without_hints(range(len(puzzle.entries)))
        lengths = [len(entry) for entry in puzzle.entries]
        black = 1 - len(puzzle.cells) / white.size
        if i:
            click.echo()
        click.echo(f"# layout {number} of seed {seed}: {black:.0%} black, {len(lengths)} entries of "
                   f"{sum(lengths) / len(lengths):.2f} cells")  # fmt: skip
        click.echo(puzzle)


def _layout_of(rules: dict[str, Any]) -> Layout:
    height, width = rules["size"]
    return Layout(height, width, *(rules[name] for name in ("black", "longest", "symmetry", "single", "in_blocks")))


@click.command()
@_with_layout
@click.option("--kind", type=click.Choice(["simple", "rectangular", "exhaustive"]), help="Of the puzzle.")
@click.option("--difficulty", type=DIFFICULTY, help="Of a simple puzzle, such as 20-30.")
@click.option("--method", type=click.Choice(METHODS), help="How it is made; as suits the others unless given.")
@click.option("--push", type=click.FloatRange(0, 10), default=0.0, show_default=True,
              help="How much more likely large digits are in some entries, small ones in others.")  # fmt: skip
@click.option("--tries", type=click.IntRange(1), default=900, show_default=True, help="Give up after so many, each.")
@click.option("--sheet", type=click.Path(dir_okay=False, path_type=Path),
              help="Write them for print too, with their solutions: a .pdf or .svg file.")  # fmt: skip
@FORMAT
def generate(
    seed: int,
    index: int | None,
    count: int,
    kind: Kind | None,
    difficulty: tuple[float, float] | None,
    method: str | None,
    push: float,
    tries: int,
    sheet: Path | None,
    form: str,
    **rules: Any,
) -> None:
    """Make puzzles with one solution.

    A puzzle is the same everywhere for the same options, seed and index. It is not a random one of its kind: each
    method makes puzzles of its own sort, and five steps far easier ones than repair.
    """
    from rullo_core.kakuro.generate import make_puzzle

    if kind in ("rectangular", "exhaustive") and (difficulty or method in ("steps", "repair")):
        raise click.UsageError(f"--kind {kind} needs --method parting, and has no --difficulty; leave that out")
    if sheet is not None:
        # Imported here: matplotlib takes a second.
        from rullo_core.views.sheets import check_sheet

        check_sheet(sheet)
    layout, wish = _layout_of(rules), Wish(kind, difficulty)
    made_so_far = []
    numbers = range(count) if index is None else (index,)
    for i, number in enumerate(tqdm(numbers, unit=" puzzles", delay=1, disable=None)):
        made = make_puzzle(layout, wish, seed, number, (method,) if method else (), push, tries=tries)
        if made is None:
            give_up(f"index {number} of seed {seed}: none found in {tries} tries; ask for less, or raise --tries", 1)
        made_so_far.append((made.puzzle, made.solution))
        rating = made.rating
        how_hard = f"difficulty {rating.difficulty:g}" if rating.difficulty is not None else f"grade {rating.grade}"
        name = f"{layout.height}x{layout.width}, seed {seed}, index {number}: {rating.kind}, {how_hard}, {made.method}"
        if form == "json":
            told = {"name": name, "puzzle": str(made.puzzle), "solution": made.puzzle.rows_of(made.solution)}
            tqdm.write(json.dumps(told | asdict(rating) | {"method": made.method, "log": made.log}), file=sys.stdout)
        else:
            tqdm.write(f"{NEWLINE if i else ''}# {name}\n{made.puzzle}", file=sys.stdout)
    if sheet is not None:
        from rullo_core.kakuro.picture import write_sheet

        write_sheet(sheet, made_so_far)


@click.command()
@click.argument("file", default="-")
@click.option("--complete", is_flag=True, help="Take away entries, their sums and that digits are different.")
@click.option("--seed", type=SEED, help="Go through the hints in a random order; in reading order unless given.")
@click.option("--nodes", type=click.IntRange(1), help="Give up a test that takes more steps; what it is about stays.")
@FORMAT
def reduce(file: str, complete: bool, seed: int | None, nodes: int | None, form: str) -> None:
    """Take hints away, one after the other, as long as a puzzle has one solution; only their sums unless --complete."""
    from rullo_core.kakuro import reduction

    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        order = None if seed is None else reduction.random_order(puzzle, seed, i)
        reduced = reduction.reduce(puzzle, complete, order, nodes)
        given_up = f", {reduced.undecided} undecided" if reduced.undecided else ""
        if form == "json":
            gone = [{"entry": puzzle.told(puzzle.entries[one])} for one in reduced.gone]
            told = {"hints": reduced.hints, "gone": gone, "undecided": reduced.undecided, "puzzle": str(reduced.puzzle)}
            click.echo(json.dumps(_named(puzzle) | told))
            continue
        name = f"{puzzle.name}: " if puzzle.name else ""
        head = f"# {name}{len(reduced.gone)} of {reduced.hints} hints gone ({reduced.share:.1%}){given_up}"
        click.echo(f"{NEWLINE if i else ''}{head}\n{reduced.puzzle}")


@click.command()
@click.argument("file", default="-")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the changes that repair it.")
def repair(file: str, seed: int) -> None:
    """Tell what to change in puzzles with several solutions, or that entries alone do not solve.

    Where two solutions differ, which entries must change, the single changes that help most, and a puzzle that many of
    them lead to.
    """
    from rullo_core.kakuro.advice import advise, tell_advice

    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        head = f"# {puzzle.name}{NEWLINE}" if puzzle.name else ""
        paragraphs = (NEWLINE * 2).join(tell_advice(puzzle, advise(puzzle, seed)))
        click.echo(f"{NEWLINE if i else ''}{head}{paragraphs}")


@click.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file, puzzle text.")
@click.option("--each", type=click.IntRange(1), help="Puzzles made alike; with the usual number, it is checked.")
@THREADS
def collect(out: Path, each: int | None, threads: int | None) -> None:
    """Make the collection that the notebooks are about: sizes from 6x6 to 20x20, three methods, always the same."""
    from rullo_core.kakuro.collection import EACH, write_collection

    digest = write_collection(out, each or EACH, threads)
    click.echo(f"{out}: written, SHA-256 {digest[:16]}…")


# -- counting ---------------------------------------------------------------------------------------------------------


@click.command()
@click.option(
    "--size", type=SIZE, required=True, help="Rows x columns of a full block, such as 2x5; up to 2x9 and 3x4."
)
@click.option("--format", "form", type=click.Choice(["json", "text"]), default="json", show_default=True,
              help="Counts; or the puzzles with one solution, but for the order of rows and columns.")  # fmt: skip
@THREADS
def census(size: tuple[int, int], form: str, threads: int | None) -> None:
    """Count full blocks: all fillings, all vectors of hints, those with one solution, and their kinds.

    A line of JSON. 3x4 takes some half a minute and a gigabyte.
    """
    from rullo_core.kakuro.batch import rate_many
    from rullo_core.kakuro.studies.blocks import count_block

    counted = count_block(*size, threads)
    if form == "json":
        counts = ("height", "width", "fillings", "hints", "most", "unique", "kinds")
        click.echo(json.dumps({name: getattr(counted, name) for name in counts}))
        return
    ratings = rate_many(counted.puzzles, threads=threads)
    for i, (puzzle, rating) in enumerate(zip(counted.puzzles, ratings, strict=True)):
        click.echo(f"{NEWLINE if i else ''}# {parameters.format_size(*size)}, {i + 1}: {rating.kind}\n{puzzle}")


COMMANDS = (solve, rate, list_combinations, convert, draw_layouts, generate, repair, reduce, collect, census)
