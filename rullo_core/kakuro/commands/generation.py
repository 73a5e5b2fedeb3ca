"""Commands that generate puzzles: layouts, puzzles, what may be changed in them, and what may be left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import (
    DIFFICULTY,
    SEED,
    SIZE,
    Number,
    WholeNumber,
    Word,
    at_least,
    examples,
    read_puzzles,
    with_options,
    within_seconds,
)
from rullo_core.cli.output import echo_puzzle, form_option, write_rows
from rullo_core.cli.verbs import STREAMS
from rullo_core.errors import BadInput
from rullo_core.interpreted import each_at_once
from rullo_core.kakuro.api import API
from rullo_core.kakuro.levels import LEVEL_OF_KIND, Kind
from rullo_core.kakuro.puzzle import Kakuro, parse_puzzles, parse_written, place
from rullo_core.kakuro.request import METHODS, SYMMETRIES, WITHOUT_DIGITS, LayoutSpec, Request
from rullo_core.limits import HOUR

if TYPE_CHECKING:
    from rullo_core.kakuro.climb import KakuroClimb
    from rullo_core.kakuro.generation import KakuroGeneration

PUZZLES = "data/published/kakuro/example.txt"
"""A file for examples."""

LAYOUT = (
    click.option("--size", type=SIZE,
                 help="Rows x columns of cells that may be white, e.g. --size 10x10; the text of such a puzzle has one "
                      "more row and column, for clues. 8x8 unless given."),
    click.option("--black", type=Number(0, 1, max_open=True),
                 help="Least share of black cells, e.g. --black 0.25; as near to 0.4 as whole cells come to it unless "
                      "given."),
    click.option("--longest", type=WholeNumber(1, 9), default=9, show_default=True,
                 help="Largest number of cells of an entry, e.g. --longest 6."),
    click.option("--symmetry", type=Word(SYMMETRIES), default="half-turn", show_default=True,
                 help="Give the layout this symmetry, e.g. --symmetry none."),
    click.option("--single", is_flag=True,
                 help="Allow entries of one cell; they are not allowed unless this is given."),
    click.option("--in-blocks", is_flag=True,
                 help="Require that every white cell lies in a square of four white ones; that is not required unless "
                      "this is given."),
)  # fmt: skip


@click.command("layout", epilog=examples("rullo kakuro layout --size 6x7 --count 2"))
@with_options((*LAYOUT, *STREAMS, within_seconds(HOUR)))
def draw_layouts(seed: int, index: int | None, count: int, **rules: Any) -> None:
    """Generate layouts: which cells are white (0) and which black (-).

    They are connected, and no entry is longer than nine cells. A comment has the share of black cells, and the number
    and mean length of entries.
    """
    from rullo_core.kakuro.generation import draw_draft

    layout = _layout_of(rules)
    numbers = range(index or 0, (index or 0) + count)
    drafts = each_at_once(count, lambda: (draw_draft(layout, seed, number) for number in numbers))
    for i, (number, draft) in enumerate(zip(numbers, drafts, strict=True)):
        white = draft.white
        puzzle = Kakuro.from_digits(white.tolist())
        puzzle = puzzle.without_clues(range(len(puzzle.entries)))
        lengths = [len(entry) for entry in puzzle.entries]
        black = 1 - len(puzzle.cells) / white.size
        mean = sum(lengths) / len(lengths)
        head = f"layout {number} of seed {seed}: {black:.0%} black, {len(lengths)} entries of {mean:.2f} cells"
        echo_puzzle(i, head, puzzle)


def _layout_of(rules: dict[str, Any]) -> LayoutSpec:
    height, width = rules["size"] or (8, 8)
    return LayoutSpec(height, width, *(rules[name] for name in ("black", "longest", "symmetry", "single", "in_blocks")))


def _generate(
    number: int,
    seed: int,
    first: int,
    kind: Kind | None,
    difficulty: tuple[float, float] | None,
    method: str | None,
    digits: str | None,
    push: float,
    tries: int,
    **rules: Any,
) -> KakuroGeneration:
    from rullo_core.kakuro.generation import KakuroGeneration

    if kind in ("rectangular", "exhaustive") and (difficulty or method in (*WITHOUT_DIGITS, "repair")):
        raise click.UsageError(f"--kind {kind} needs --method parting, and has no --difficulty; leave that out")
    given = None
    if digits is None:
        layout = _layout_of(rules)
    elif rules["size"] is not None:
        raise click.UsageError("--digits has a layout of its own; leave --size out")
    elif method in WITHOUT_DIGITS:
        raise click.UsageError(f"--method {method} chooses clues, not digits; leave it out, or --digits")
    else:
        given = read_given(digits)
        layout = LayoutSpec(len(given), len(given[0]), single=True)
    return KakuroGeneration(
        number=number,
        seed=seed,
        first=first,
        tries=tries,
        layout=layout,
        request=Request(kind, difficulty),
        methods=(method,) if method else (),
        push=push,
        given=given,
    )


generate = verbs.generate(
    API,
    """Generate Kakuros with one solution.

    A puzzle is the same everywhere for the same options, seed and index. It is not a random one of its kind: each
    method generates puzzles of its own kind, and five steps far easier ones than repair.

    The methods: check fills a layout at random and keeps it if it has one solution; repair changes digits of a random
    filling until entries alone solve it; parting changes digits where two solutions differ until there is one, by the
    best of twelve cells, and parting-at-random by any; steps and constructor choose clues, not digits, in five steps
    or one at a time.""",
    ("--size 6x6 --black 0.3 --count 2", "--size 11x11 --difficulty 20-22"),
    (
        *LAYOUT,
        click.option("--kind", type=Word(list(LEVEL_OF_KIND)),
                     help="Accept only puzzles of this kind, e.g. --kind exhaustive; any with one solution are unless "
                     "given."),
        click.option("--difficulty", type=DIFFICULTY,
                     help="Accept only simple puzzles whose difficulty, in passes, lies in this range, e.g. "
                     "--difficulty 20-30; unless given, accept any."),
        click.option("--method", type=Word(METHODS),
                     help="Find the clues with this method, e.g. --method repair; as suits the other options unless "
                     "given."),
        click.option("--digits", type=click.Path(dir_okay=False, allow_dash=True),
                     help="Use the layout in this file, puzzle text without clues, and keep the digits that stand in "
                     "place of 0, e.g. --digits layout.txt; layouts are generated unless given."),
        click.option("--push", type=Number(0, 10), default=0.0, show_default=True,
                     help="Make large digits this much more likely in some entries, and small ones in others, e.g. "
                     "--push 2."),
    ),
    _generate,
    (900, "this many layouts for a puzzle without success"),
)  # fmt: skip


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


def _climb(seed: int, attempts: int, steps: int, **rules: Any) -> KakuroClimb:
    from rullo_core.kakuro.climb import KakuroClimb

    return KakuroClimb(layout=_layout_of(rules), seed=seed, attempts=attempts, steps=steps)


hardest = verbs.hardest(
    API,
    LAYOUT,
    _climb,
    lambda climb, climbed: f"{API.size_of(climbed.puzzle)}, difficulty {climbed.worth:g}",
    20_000,
    """Search by hill climbing for puzzles that take the most passes.

    Digits of a puzzle on another layout are changed in each attempt. Each puzzle that takes more passes than all before
    is written. A record is the best puzzle that was found; there may be more difficult ones.
    """,
    "--size 6x6 --attempts 2 --steps 2000",
)


@click.command(epilog=examples(f"rullo kakuro reduce --seed 1 {PUZZLES}"))
@click.argument("file", default="-")
@click.option("--complete", is_flag=True, help="Remove whole entries, their sums and that their digits are different; "
              "only sums unless this is given.")  # fmt: skip
@click.option("--seed", type=SEED, help="Random seed of the order in which clues are tried, from 0 to 2^64 - 1, e.g. "
              "--seed 1; reading order unless given.")  # fmt: skip
@click.option("--nodes", type=at_least(1), help="Give up a test after this many steps of the search, and keep the "
              "clue, e.g. --nodes 1000; there is no limit unless given.")  # fmt: skip
@with_options((within_seconds(HOUR), form_option()))
def reduce(file: str, complete: bool, seed: int | None, nodes: int | None, form: str) -> None:
    """Remove clues one after the other, as long as a puzzle has one solution.

    FILE holds puzzles as text; - is standard input.
    """
    from rullo_core.kakuro import reduction

    def one_by_one() -> Iterator[tuple[Kakuro, Any]]:
        for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
            order = None if seed is None else reduction.random_order(puzzle, seed, i)
            yield puzzle, reduction.reduce(puzzle, complete, order, nodes)

    if form != "text":
        rows = (
            {"name": puzzle.name, "clues": reduced.clues,
             "removed": [puzzle.entry_text(puzzle.entries[one]) for one in reduced.gone],
             "undecided": reduced.undecided, "puzzle": str(reduced.puzzle)}
            for puzzle, reduced in one_by_one()
        )  # fmt: skip
        write_rows(rows, form)
        return
    for i, (puzzle, reduced) in enumerate(one_by_one()):
        given_up = f", {reduced.undecided} undecided" if reduced.undecided else ""
        name = f"{puzzle.name}: " if puzzle.name else ""
        head = f"{name}{len(reduced.gone)} of {reduced.clues} clues gone ({reduced.share:.1%}){given_up}"
        echo_puzzle(i, head, reduced.puzzle)


@click.command(epilog=examples(f"rullo kakuro repair {PUZZLES}"))
@click.argument("file", default="-")
@click.option("--seed", type=SEED, default=1, show_default=True,
              help="Random seed of the changes that are tried, from 0 to 2^64 - 1, e.g. --seed 7.")  # fmt: skip
@within_seconds(HOUR)
def repair(file: str, seed: int) -> None:
    """Help to finish puzzles: suggest values of missing clues, or changes that leave one solution.

    FILE holds puzzles as text; - is standard input. While clues are missing, the possible values of each are listed,
    with how much they leave to other cells, and how many sets of digits they have on their own and in their place. When
    none is missing, but there are several solutions or entries alone do not solve the puzzle: where two solutions
    differ, which entries must change, the single changes that help most, and a puzzle that many of them lead to.
    """
    from rullo_core.kakuro.repair_suggestions import advise, format_suggestions

    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        echo_puzzle(i, puzzle.name, "\n\n".join(format_suggestions(puzzle, advise(puzzle, seed))))
