"""Kakuro: digits in white cells, all different in each entry, which adds up to its hint.

Puzzle text: the numbers of rows and columns on the first line, then a line a row: 0 for a white cell, - for a black
one, 16, for one with a hint down, ,24 across, 17,24 both. A line # name right above a puzzle names it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

import click
from tqdm import tqdm

from rullo_core.cli.options import THREADS, read_puzzles
from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput
from rullo_core.kakuro.collections import READERS, read_collection
from rullo_core.kakuro.puzzle import Kakuro, no_combination, parse_puzzles
from rullo_core.kakuro.solver import solutions
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
    yield {0: tell_failure(puzzle), 1: "That is the only solution."}.get(number, f"{number:,} solutions.")


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


COMMANDS = (solve, rate, list_combinations, convert)
