"""Commands that generate puzzles: layouts, puzzles, what may be changed in them, and what may be left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import (
    examples,
    options_of,
    read_puzzles,
    with_options,
    within_whole,
)
from rullo_core.cli.output import echo_puzzle, form_option, write_rows
from rullo_core.interpreted import each_at_once
from rullo_core.kakuro.api import API
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.request import LayoutRequest, ReduceRequest, RepairRequest

PUZZLES = "data/published/kakuro/example.txt"
"""A file for examples."""


@click.command("layout", epilog=examples("rullo kakuro layout --size 6x7 --count 2"))
@with_options((*options_of(LayoutRequest), within_whole))
def draw_layouts(**parameters: Any) -> None:
    """Generate layouts of white (0) and black (-) cells.

    They are connected, and no entry is longer than nine cells. A comment has the share of black cells, and the number
    and mean length of entries.
    """
    from rullo_core.kakuro.generation import draw_draft, layout_of

    request = LayoutRequest(**parameters)
    layout, seed = request.layout_spec, request.seed
    numbers = range(request.first, request.first + request.count)
    drafts = each_at_once(request.count, lambda: (draw_draft(layout, seed, number) for number in numbers))
    for i, (number, draft) in enumerate(zip(numbers, drafts, strict=True)):
        white, puzzle = draft.white, layout_of(draft)
        lengths = [len(entry) for entry in puzzle.entries]
        black = 1 - len(puzzle.cells) / white.size
        mean = sum(lengths) / len(lengths)
        head = f"layout {number} of seed {seed}: {black:.0%} black, {len(lengths)} entries of {mean:.2f} cells"
        echo_puzzle(i, head, puzzle)


generate = verbs.generate(
    API,
    """Generate Kakuros with one solution.

    A puzzle is the same everywhere for the same options, seed and index. It is not a random one of its kind: each
    method generates puzzles of its own kind, and five steps far easier ones than repair.""",
    ("--size 6x6 --black 0.3 --count 2", "--size 11x11 --difficulty 20-22"),
)


hardest = verbs.hardest(
    API,
    lambda request, climbed: f"{API.size_of(climbed.puzzle)}, difficulty {climbed.worth:g}",
    """Search for puzzles that take the most passes.

    Digits of a puzzle on another layout are changed in each attempt. Each puzzle that takes more passes than all before
    is written. A record is the best puzzle that was found; there may be more difficult ones.
    """,
    "--size 6x6 --attempts 2 --steps 2000",
)


@click.command(epilog=examples(f"rullo kakuro reduce --seed 1 {PUZZLES}"))
@click.argument("file", default="-")
@with_options((*options_of(ReduceRequest), within_whole, form_option()))
def reduce(file: str, form: str, **parameters: Any) -> None:
    """Remove clues while a puzzle has one solution.

    FILE holds puzzles as text; - is standard input.
    """
    from rullo_core.kakuro.reduction import reduce_by

    request = ReduceRequest(**parameters)

    def reductions() -> Iterator[tuple[Kakuro, Any]]:
        for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
            yield puzzle, reduce_by(request, puzzle, i)

    if form != "text":
        rows = (
            {"name": puzzle.name, "clues": reduced.clues,
             "removed": [puzzle.entry_text(puzzle.entries[entry]) for entry in reduced.removed],
             "undecided": reduced.undecided, "puzzle": str(reduced.puzzle)}
            for puzzle, reduced in reductions()
        )  # fmt: skip
        write_rows(rows, form)
        return
    for i, (puzzle, reduced) in enumerate(reductions()):
        given_up = f", {reduced.undecided} undecided" if reduced.undecided else ""
        name = f"{puzzle.name}: " if puzzle.name else ""
        head = f"{name}{len(reduced.removed)} of {reduced.clues} clues gone ({reduced.share:.1%}){given_up}"
        echo_puzzle(i, head, reduced.puzzle)


@click.command(epilog=examples(f"rullo kakuro repair {PUZZLES}"))
@click.argument("file", default="-")
@with_options((*options_of(RepairRequest), within_whole))
def repair(file: str, **parameters: Any) -> None:
    """Suggest clues or changes that leave one solution.

    FILE holds puzzles as text; - is standard input. While clues are missing, the possible values of each are listed,
    with how much they leave to other cells, and how many sets of digits they have on their own and in their place. When
    none is missing, but there are several solutions or entries alone do not solve the puzzle: where two solutions
    differ, which entries must change, the single changes that help most, and a puzzle that many of them lead to.
    """
    from rullo_core.kakuro.repair_suggestions import advise, format_suggestions

    request = RepairRequest(**parameters)
    for i, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        echo_puzzle(i, puzzle.name, "\n\n".join(format_suggestions(puzzle, advise(puzzle, request.seed))))
