"""Commands that make puzzles: layouts, puzzles, what may be changed in them, and what may be left out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from rullo_core.cli.errors import give_up
from rullo_core.cli.options import COUNT, DIFFICULTY, SEED, SIZE, THREADS, at_least, read_puzzles
from rullo_core.cli.output import FORMAT, echo_puzzle, named
from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import Kakuro, parse_puzzles, parse_written, place
from rullo_core.kakuro.request import METHODS, SYMMETRIES, WITHOUT_DIGITS, LayoutSpec, Request
from rullo_core.kakuro.solver import Kind

LAYOUT = (
    click.option("--size", type=SIZE,
                 help="Rows x columns of cells that may be white, e.g. 10x10. The text of such a puzzle has one "
                      "more row and column, for clues."),
    click.option("--black", type=click.FloatRange(0, 1, max_open=True),
                 help="Least share of black cells, e.g. 0.25; as near to 0.4 as whole cells come to it unless given."),
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
    from rullo_core.kakuro.generation import draw_layout

    layout = _layout_of(rules)
    for i, number in enumerate(range(count) if index is None else (index,)):
        white = draw_layout(layout, seed, number)
        puzzle = Kakuro.from_digits(white.tolist())
        puzzle = puzzle.without_clues(range(len(puzzle.entries)))
        lengths = [len(entry) for entry in puzzle.entries]
        black = 1 - len(puzzle.cells) / white.size
        mean = sum(lengths) / len(lengths)
        head = f"layout {number} of seed {seed}: {black:.0%} black, {len(lengths)} entries of {mean:.2f} cells"
        echo_puzzle(i, head, puzzle)


def _layout_of(rules: dict[str, Any]) -> LayoutSpec:
    if rules["size"] is None:
        raise click.UsageError("Missing option '--size'.")
    height, width = rules["size"]
    return LayoutSpec(height, width, *(rules[name] for name in ("black", "longest", "symmetry", "single", "in_blocks")))


@click.command()
@_with_layout
@click.option("--kind", type=click.Choice(["simple", "rectangular", "exhaustive"]), help="Of the puzzle.")
@click.option("--difficulty", type=DIFFICULTY, help="Of a simple puzzle, such as 20-30.")
@click.option("--method", type=click.Choice(METHODS), help="How it is made; as suits the others unless given.")
@click.option("--digits", type=click.Path(dir_okay=False, allow_dash=True),
              help="Puzzle text without clues: a layout, with digits in place of 0 to be there.")  # fmt: skip
@click.option("--push", type=click.FloatRange(0, 10), default=0.0, show_default=True,
              help="How much more likely large digits are in some entries, small ones in others.")  # fmt: skip
@click.option("--tries", type=at_least(1), default=900, show_default=True, help="Give up after so many, each.")
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
    digits: str | None,
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
    from rullo_core.kakuro.generation import generate_puzzle

    if kind in ("rectangular", "exhaustive") and (difficulty or method in (*WITHOUT_DIGITS, "repair")):
        raise click.UsageError(f"--kind {kind} needs --method parting, and has no --difficulty; leave that out")
    if sheet is not None:
        # Imported here: matplotlib takes a second.
        from rullo_core.views.sheets import check_sheet

        check_sheet(sheet)
    request, given = Request(kind, difficulty), None
    if digits is None:
        layout = _layout_of(rules)
    elif rules["size"] is not None:
        raise click.UsageError("--digits has a layout of its own; leave --size out")
    elif method in WITHOUT_DIGITS:
        raise click.UsageError(f"--method {method} chooses clues, not digits; leave it out, or --digits")
    else:
        given = read_given(digits)
        layout = LayoutSpec(len(given), len(given[0]), single=True)
    generated_so_far = []
    numbers = range(count) if index is None else (index,)
    for i, number in enumerate(tqdm(numbers, unit=" puzzles", delay=1, disable=None)):
        made = generate_puzzle(layout, request, seed, number, (method,) if method else (), push, given, tries)
        if made is None:
            give_up(f"index {number} of seed {seed}: none found in {tries} tries; ask for less, or raise --tries", 1)
        generated_so_far.append(made)
        rating = made.rating
        how_hard = f"difficulty {rating.difficulty:g}" if rating.difficulty is not None else f"grade {rating.grade}"
        name = f"{layout.height}x{layout.width}, seed {seed}, index {number}: {rating.kind}, {how_hard}, {made.method}"
        if form == "json":
            shown = {"name": name, "puzzle": str(made.puzzle), "solution": made.puzzle.rows_of(made.solution)}
            tqdm.write(json.dumps(shown | asdict(rating) | {"method": made.method, "log": made.log}), file=sys.stdout)
        else:
            echo_puzzle(i, name, made.puzzle)
    if sheet is not None:
        from rullo_core.kakuro.api import API

        API.write_sheet((API.with_solution(made.puzzle, made.solution) for made in generated_so_far), sheet)


def read_given(file: str) -> list[list[int | None]]:
    """The layout in a text, with the digits that are written in it; None for black cells."""
    (puzzle, written), *others = read_puzzles(file, parse_written)
    if others:
        raise BadInput(f"{file}: holds {len(others) + 1} layouts; give one")
    given: list[list[int | None]] = [[None] * puzzle.columns for _ in range(puzzle.rows)]
    for (r, c), digit in zip(puzzle.cells, written, strict=True):
        given[r][c] = digit
    for _, cells in puzzle.runs():
        there = [written[cell] for cell in cells if written[cell]]
        twice = next((digit for digit in there if there.count(digit) > 1), None)
        if twice:
            where = place(puzzle.cells[cells[0]])
            raise BadInput(f"{file}, {where}: {twice} is twice in the entry that begins there; change one")
    return [row[1:] for row in given[1:]]


@click.command()
@click.argument("file", default="-")
@click.option("--complete", is_flag=True, help="Take away entries, their sums and that digits are different.")
@click.option("--seed", type=SEED, help="Go through the clues in a random order; in reading order unless given.")
@click.option("--nodes", type=at_least(1), help="Give up a test that takes more steps; what it is about stays.")
@FORMAT
def reduce(file: str, complete: bool, seed: int | None, nodes: int | None, form: str) -> None:
    """Take clues away, one after the other, as long as a puzzle has one solution; only their sums unless --complete."""
    from rullo_core.kakuro import reduction

    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        order = None if seed is None else reduction.random_order(puzzle, seed, i)
        reduced = reduction.reduce(puzzle, complete, order, nodes)
        given_up = f", {reduced.undecided} undecided" if reduced.undecided else ""
        if form == "json":
            gone = [{"entry": puzzle.entry_text(puzzle.entries[one])} for one in reduced.gone]
            shown = {
                "hints": reduced.clues,
                "gone": gone,
                "undecided": reduced.undecided,
                "puzzle": str(reduced.puzzle),
            }
            click.echo(json.dumps(named(puzzle.name) | shown))
            continue
        name = f"{puzzle.name}: " if puzzle.name else ""
        head = f"{name}{len(reduced.gone)} of {reduced.clues} clues gone ({reduced.share:.1%}){given_up}"
        echo_puzzle(i, head, reduced.puzzle)


@click.command()
@click.argument("file", default="-")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the changes that repair it.")
def repair(file: str, seed: int) -> None:
    """Tell what to do next with puzzles in the making.

    While clues are missing: what is known, and for each of them the values that entries allow, how much they leave, and
    how many sets of digits they have on their own and in their place. When all are there, and there are several
    solutions or entries alone do not solve it: where two solutions differ, which entries must change, the single
    changes that help most, and a puzzle that many of them lead to.
    """
    from rullo_core.kakuro.repair_suggestions import advise, format_suggestions

    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        echo_puzzle(i, puzzle.name, "\n\n".join(format_suggestions(puzzle, advise(puzzle, seed))))


@click.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file, puzzle text.")
@click.option("--each", type=at_least(1), help="Puzzles made alike; with the usual number, it is checked.")
@THREADS
def collect(out: Path, each: int | None, threads: int | None) -> None:
    """Make the collection that the notebooks are about: sizes from 6x6 to 20x20, three methods, always the same."""
    from rullo_core.kakuro.collection import EACH, write_collection

    digest = write_collection(out, each or EACH, threads)
    click.echo(f"{out}: written, SHA-256 {digest[:16]}…")
