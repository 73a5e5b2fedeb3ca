"""Commands that solve puzzles, rate, measure and show them, and read those of others."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from rullo_core.cli.options import THREADS, at_least, read_all, read_puzzles
from rullo_core.cli.output import FORMAT, echo_puzzle, named
from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput
from rullo_core.kakuro.explain import explain_failure, explain_path, path_as_json, picture_in_text
from rullo_core.kakuro.formats import READERS, read_collection
from rullo_core.kakuro.hints import explain_hint, hint_as_json
from rullo_core.kakuro.measures import measure
from rullo_core.kakuro.puzzle import Kakuro, Solution, no_combination, parse_puzzles, parse_written
from rullo_core.kakuro.solver import reach, solutions, start_of
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State


@click.command()
@click.argument("file", default="-")
@click.option("--all", "show_all", is_flag=True, help="Show every solution instead of the way to one.")
@click.option(
    "--hint", "only_hint", is_flag=True, help="Tell the next step and nothing else; a digit in place of 0 is written."
)
@FORMAT
def solve(file: str, show_all: bool, only_hint: bool, form: str) -> None:
    """Solve puzzles step by step: what each pass over the entries finds and why, across first.

    Where entries alone are stuck, rectangles of two entries across and two down are looked at; where these are, sums of
    several entries across less those down; and then one digit is guessed.
    """
    if show_all and only_hint:
        raise click.UsageError("--all and --hint exclude each other; give one of them")
    if only_hint:
        _hint(file, form)
        return
    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        if form == "json":
            answer = _solutions_as_json(puzzle) if show_all else path_as_json(puzzle)
            click.echo(json.dumps(named(puzzle.name) | answer))
        else:
            paragraphs = _print_solutions(puzzle) if show_all else explain_path(puzzle)
            echo_puzzle(i, puzzle.name, "\n".join(paragraphs))


def _hint(file: str, form: str) -> None:
    for i, (puzzle, written) in enumerate(read_puzzles(file, parse_written)):
        if form == "json":
            click.echo(json.dumps(named(puzzle.name) | hint_as_json(puzzle, written)))
        else:
            echo_puzzle(i, puzzle.name, "\n".join(explain_hint(puzzle, written)))


def _print_solutions(puzzle: Kakuro) -> Iterator[str]:
    number = 0
    for number, solution in enumerate(solutions(puzzle), start=1):
        yield f"Solution {number}\n\n{puzzle.write_solution(solution)}\n"
    if number == 0:
        yield explain_failure(puzzle)
    else:
        yield "That is the only solution." if number == 1 else f"{number:,} solutions."


def _solutions_as_json(puzzle: Kakuro) -> dict[str, Any]:
    return {"solutions": [puzzle.rows_of(solution) for solution in solutions(puzzle)]}


@click.command()
@click.argument("files", nargs=-1)
@click.option("--max-solutions", type=click.IntRange(1, 10_000), default=2, show_default=True,
              help="Look for no more solutions.")  # fmt: skip
@click.option("--nodes", type=at_least(1), help="Give up a search that takes more steps; then complete is false.")
@THREADS
def rate(files: tuple[str, ...], max_solutions: int, nodes: int | None, threads: int | None) -> None:
    """Rate puzzles: one line of JSON each, in the order of the files.

    kind is simple (entries alone solve it), rectangular (with rectangles), exhaustive (one solution, and neither solves
    it), ambiguous or none; grade the longest entry that has to be worked through completely.
    """
    from rullo_core.kakuro.batch import rate_many

    puzzles = read_all(files, parse_puzzles)
    ratings = rate_many(puzzles, max_solutions, nodes, threads)
    shown = tqdm(zip(puzzles, ratings, strict=True), total=len(puzzles), unit=" puzzles", delay=1, disable=None)
    for puzzle, rating in shown:
        tqdm.write(json.dumps(named(puzzle.name) | asdict(rating)), file=sys.stdout)


@click.command()
@click.argument("files", nargs=-1)
@THREADS
def grade(files: tuple[str, ...], threads: int | None) -> None:
    """Tell how hard puzzles are: one line of JSON each, in the order of the files.

    What rate says, and beside it the weakest level that solves a puzzle (after the grades: rectangles, shaving,
    search); cells, entries and their mean_length; one_set, the share of clues that one set of digits has only; forced,
    cells whose clues share one digit only; digits_left, the mean number that entries leave of a cell; and retained, how
    many bits of its sets a clue has lost when it is first of use.
    """
    from rullo_core.kakuro.batch import rate_many

    puzzles = read_all(files, parse_puzzles)
    ratings = rate_many(puzzles, threads=threads)
    shown = tqdm(zip(puzzles, ratings, strict=True), total=len(puzzles), unit=" puzzles", delay=1, disable=None)
    for puzzle, rating in shown:
        measured = {} if rating.kind == "none" else asdict(measure(puzzle))
        tqdm.write(json.dumps(named(puzzle.name) | asdict(rating) | measured), file=sys.stdout)


@click.command()
@click.argument("file", default="-")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Draw it: a .svg, .png or .pdf file.")
@click.option("--level", help="With what a level of reasoning leaves, such as R+B+FC, P5, G or G+Q.")
@click.option("--solution", "solved", is_flag=True, help="With the first solution.")
@click.option("--sheet", is_flag=True, help="For print: all puzzles, and then all solutions.")
def show(file: str, out: Path | None, level: str | None, solved: bool, sheet: bool) -> None:
    """Show puzzles as people write them: clues in black cells, digits in white ones; as text, or drawn.

    Digits that are written in place of 0 are shown.
    """
    if (level is not None) + solved + sheet > 1:
        raise click.UsageError("--level, --solution and --sheet exclude each other; give one of them")
    if sheet and out is None:
        raise click.UsageError("--sheet needs --out: the file to write, such as sheet.pdf")
    puzzles = read_puzzles(file, parse_written)
    if sheet and out is not None:
        from rullo_core.kakuro.api import API

        API.write_sheet((puzzle for puzzle, _ in puzzles), out)
        return
    boards = [(puzzle, _state(puzzle, written, level, solved)) for puzzle, written in puzzles]
    if out is None:
        for i, (puzzle, state) in enumerate(boards):
            echo_puzzle(i, puzzle.name, picture_in_text(puzzle, state))
        return
    from rullo_core.kakuro.picture import Board, draw
    from rullo_core.views.sheets import save_picture

    save_picture(out, draw([Board(puzzle, state, puzzle.name) for puzzle, state in boards]))


def _first_solution(puzzle: Kakuro) -> Solution:
    solution = next(solutions(puzzle), None)
    if solution is None:
        raise BadInput(f"{puzzle.name or 'the puzzle'}: {explain_failure(puzzle)} There is nothing to show of it")
    return solution


def _state(puzzle: Kakuro, written: Solution, level: str | None, solved: bool) -> State:
    if solved:
        return start_of(puzzle, _first_solution(puzzle))
    if level is None:
        return start_of(puzzle, written)
    try:
        return reach(puzzle, level).state
    except Contradiction as failure:
        raise BadInput(f"{puzzle.name or 'the puzzle'}: has no solution: {failure}; mend a clue") from None


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
        echo_puzzle(i, puzzle.name, puzzle)
