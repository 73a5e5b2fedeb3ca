"""Commands that solve and rate puzzles."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click
from tqdm import tqdm

from rullo_core.cli.options import SEED, THREADS, at_least, read_all, read_puzzles
from rullo_core.cli.output import FORMAT, echo_puzzle, named
from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput, quoted
from rullo_core.killer.formats import FORMATS, parse_any, write_puzzles
from rullo_core.killer.puzzle import LARGEST, Killer, Solution, parse_puzzles, parse_written
from rullo_core.killer.solver import LEVELS, Reasoner
from rullo_core.parameters import whole_number
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State


@click.command()
@click.argument("file", default="-")
@click.option("--all", "most", is_flag=False, flag_value=1000, type=click.IntRange(1, 1_000_000),
              help="Show all solutions, 1000 at most unless a number is given, and nothing else.")  # fmt: skip
@click.option(
    "--hint",
    "only_hint",
    is_flag=True,
    help="Tell the next step and nothing else, from the digits that are written below the word digits.",
)
@click.option("--level", type=click.Choice(list(LEVELS)), default="O1", show_default=True, help="What each pass sees.")
@FORMAT
def solve(file: str, most: int | None, only_hint: bool, level: str, form: str) -> None:
    """Solve puzzles step by step: what each pass over cages and units finds, by which strategy and why.

    Levels, the weaker first: E, H, G, the strategies of M. Gordon with cages looked at once; C, CH, CG with cages in
    every pass; CA, all that each cage and unit reveals; CP, O1, OW, and what they reveal together. Where passes are
    stuck, a digit of the solution is guessed in a cell with the fewest.
    """
    from rullo_core.killer.explain import KillerExplainer, explain_path, path_as_json
    from rullo_core.killer.hints import explain_hint, hint_as_json

    if most is not None and only_hint:
        raise click.UsageError("--all and --hint exclude each other; give one of them")
    for i, (puzzle, written) in enumerate(read_puzzles(file, parse_written)):
        if most is None:
            if form == "json":
                parts = hint_as_json(puzzle, written) if only_hint else path_as_json(puzzle, level)
                click.echo(json.dumps(named(puzzle.name) | parts))
            else:
                paragraphs = explain_hint(puzzle, written) if only_hint else explain_path(puzzle, level)
                echo_puzzle(i, puzzle.name, "\n".join(paragraphs))
            continue
        from rullo_core.killer.batch import find_solutions

        answer = find_solutions(puzzle, most)
        if form == "json":
            click.echo(json.dumps(named(puzzle.name) | {"solutions": answer.solutions, "complete": answer.complete}))
            continue
        explainer = KillerExplainer(puzzle, level)
        boards = [explainer.board(tuple(frozenset({digit}) for digit in one)) + "\n" for one in answer.solutions]
        others = "" if answer.complete else ", and others"
        echo_puzzle(i, puzzle.name, "\n".join([*boards, f"# {len(answer.solutions):,} solutions{others}"]))


@click.command()
@click.argument("files", nargs=-1)
@click.option("--max-solutions", type=click.IntRange(1, 10_000), default=2, show_default=True,
              help="Look for no more solutions.")  # fmt: skip
@click.option("--nodes", type=at_least(1), help="Give up a search that tries more digits; complete is false then.")
@THREADS
def rate(files: tuple[str, ...], max_solutions: int, nodes: int | None, threads: int | None) -> None:
    """Rate puzzles: one line of JSON each, in the order of the files.

    simple: whether all that cages and units reveal by turns solves it, and passes, how many that takes, cages first,
    null where they are stuck. level is the first of CH, CG, CA, CP, O1, OW, shave that solves it, else search. By
    level: solved_cells, how many cells it solves, candidates, how many it leaves in all cells, and passes_by_level, its
    passes that eliminate any; null where it shows that there is no solution. nodes: digits that a search tries.
    """
    from rullo_core.killer.batch import rate_many

    puzzles = read_all(files, parse_puzzles)
    ratings = rate_many(puzzles, max_solutions, nodes, threads)
    shown = tqdm(zip(puzzles, ratings, strict=True), total=len(puzzles), unit=" puzzles", delay=1, disable=None)
    for puzzle, rating in shown:
        tqdm.write(json.dumps(named(puzzle.name) | asdict(rating)), file=sys.stdout)


@click.command()
@click.argument("file", default="-")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Draw them: a .svg, .png or .pdf file.")
@click.option("--level", type=click.Choice(list(LEVELS)), help="With what a level leaves.")
@click.option("--solution", is_flag=True, help="With the first solution.")
@click.option("--sheet", is_flag=True, help="For print: all puzzles, and then all solutions.")
def show(file: str, out: Path | None, level: str | None, solution: bool, sheet: bool) -> None:
    """Show puzzles as boards: as text, or drawn, with cages dashed and coloured so that neighbours differ."""
    if (level is not None) + solution + sheet > 1:
        raise click.UsageError("--level, --solution and --sheet exclude each other; give one of them")
    if sheet and out is None:
        raise click.UsageError("--sheet needs --out: the file to write, such as sheet.pdf")
    puzzles = read_puzzles(file, parse_puzzles)
    if sheet and out is not None:
        from rullo_core.killer.api import API

        API.write_sheet(puzzles, out)
        return
    states = [_state(puzzle, level, solution) for puzzle in puzzles]
    if out is not None:
        from rullo_core.killer.picture import Board, draw
        from rullo_core.views.sheets import save_picture

        boards = [Board(puzzle, state, puzzle.name) for puzzle, state in zip(puzzles, states, strict=True)]
        save_picture(out, draw(boards))
        return
    from rullo_core.killer.explain import KillerExplainer

    for i, (puzzle, state) in enumerate(zip(puzzles, states, strict=True)):
        shown = puzzle if state is None else KillerExplainer(puzzle, "CA").board(state)
        echo_puzzle(i, puzzle.name, shown)


def _solved(puzzle: Killer) -> Solution:
    from rullo_core.killer.batch import find_solutions

    found: tuple[Solution, ...] = find_solutions(puzzle, 1).solutions
    if not found:
        raise BadInput(f"{puzzle.name or 'the puzzle'}: has no solution to show; mend it, or leave that out")
    return found[0]


def _state(puzzle: Killer, level: str | None, solution: bool) -> State | None:
    if solution:
        return tuple(frozenset({digit}) for digit in _solved(puzzle))
    if level is None:
        return None
    try:
        return Reasoner(puzzle).reach(level).state
    except Contradiction as failure:
        raise BadInput(f"{puzzle.name or 'the puzzle'}: has no solution: {failure}; mend it") from None


@click.command()
@click.argument("file", default="-")
@click.option("--to", "form", type=click.Choice(FORMATS), default="text", show_default=True)
def convert(file: str, form: str) -> None:
    """Write puzzles as other programs have them; those that are read may be in any of these formats.

    text is ours; typed the report's, as in rullo killer menu; csv a row a cage; f-puzzles its JSON, and link a link to
    it; sumocue strings as 3x3::k: for 9x9; solo game IDs of Simon Tatham's puzzles. Several puzzles are written one
    after the other, and read so. A puzzle that the format cannot hold is refused: typed and sumocue have 9x9 with boxes
    of 3x3; solo boards up to 9x9, all of whose cells are in cages of two cells or more.
    """
    click.echo(write_puzzles(read_puzzles(file, parse_any), form))


@click.command()
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the puzzles that are generated.")
def menu(seed: int) -> None:
    """Talk as M. Gordon's program does: generate a puzzle, or type one in, cage by cage; end of input ends it."""
    from rullo_core.killer.menu import talk

    for parts in talk(input, seed):
        click.echo(parts)


@click.command("combinations")
@click.argument("size", type=click.IntRange(1, LARGEST))
@click.argument("total", type=at_least(1), required=False)
@click.option("--with", "wanted", default="", help="Digits that have to be there, such as 1,9.")
@click.option("--without", "unwanted", default="", help="Digits that must not, such as 5.")
@click.option("--digits", "side", type=click.IntRange(1, LARGEST), default=9, show_default=True,
              help="How many there are.")  # fmt: skip
def list_combinations(size: int, total: int | None, wanted: str, unwanted: str, side: int) -> None:
    """List the sets of so many different digits with a sum, or with each."""
    needed, barred = _digits("with", wanted, side), _digits("without", unwanted, side)
    digits = tuple(range(1, side + 1))
    sums = (total,) if total is not None else range(1, side * (side + 1) // 2 + 1)
    parts = 0
    for one in sums:
        sets = [some for some in combinations(size, one, digits) if needed <= some and not barred & some]
        if sets:
            click.echo(f"{one}: {' '.join(_written(some, side) for some in sets)}")
            parts += 1
    if not parts:
        raise BadInput(
            f"no {size} different digits from 1 to {side} add up to that; ask for another sum, or leave it out"
        )


def _written(some: frozenset[int], side: int) -> str:
    return ("" if side <= 9 else "+").join(map(str, sorted(some)))


def _digits(option: str, text: str, side: int) -> frozenset[int]:
    entries = [word.strip() for word in text.split(",") if word.strip()]
    digits = {word: whole_number(word, 1, side) for word in entries}
    for word, digit in digits.items():
        if digit is None:
            raise BadInput(
                f"--{option} {quoted(text)}: {quoted(word)} is no digit from 1 to {side}; write such as 1,{side}"
            )
    return frozenset(filter(None, digits.values()))
