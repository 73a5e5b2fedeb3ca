"""What is counted of Sudokus; and what others need to know of it (`rullo_core.runs.registry`)."""

from __future__ import annotations

from typing import Any

from rullo_core.parameters import parse_count, parse_seed
from rullo_core.passes.explain import listed
from rullo_core.runs.registry import Declaration, Key
from rullo_core.sudoku.puzzle import parse_side
from rullo_core.sudoku.request import CRITERIA, ORDERS, SYMMETRIES

HERE = "rullo_core.sudoku"

STUDY_SIDES = (4, 6, 8, 9, 10, 12, 16, 25)
"""Sides of the boards that are dug by the million; above 9, by a level only."""

POPULATION_SIDES = (4, 6, 9)
"""Sides of the boards whose minimal puzzles are weighed."""


def _choice(name: str, plural: str, known: tuple[str, ...], shown: str) -> Key:
    """One of some words; the first unless another is given."""
    return Key(name, (name,), str, shown, f"[{'|'.join(known)}]", plural, f"[{known[0]}, {known[1]}]", known[0])


def _size(sides: tuple[int, ...], more: str = "") -> Key:
    """The side of the board, one of some."""
    shown = f"Rows of the board: {listed(sides, 'or')}{more}."
    return Key("size", ("side",), parse_side, shown, "SIDE", "sizes", f"[{sides[0]}, {sides[1]}]", 9,
               write=lambda parameters: str(parameters["side"]))  # fmt: skip


SHARED = (
    Key("puzzles", ("number",), parse_count, "How many: 1e6, 1_000_000 or 1000000.", "COUNT", "puzzles", "1e4"),
    Key("seed", ("seed",), parse_seed, "Which series of random ones.", "SEED", "seeds", "[1, 2]", 1),
    _choice("criterion", "criteria", CRITERIA, "Empty cells as long as there is one solution, or a level solves it."),
)  # fmt: skip

KEYS = (
    _size(STUDY_SIDES, "; above 9, with a level as criterion"),
    *SHARED,
    _choice("order", "orders", ORDERS, "Of the cells."),
    _choice("symmetry", "symmetries", SYMMETRIES, "Which cells are emptied together."),
)


def text_of(row: dict[str, Any]) -> str:
    """The text of the puzzle in a row of the hardest ones."""
    return str(row["puzzle"])


DECLARATIONS = (
    Declaration(
        "sudoku study",
        f"{HERE}.experiments.study:Study",
        KEYS,
        """Make puzzles by digging, and rate them: clues, and the passes of each level.

        Puzzle i of a seed is the one that `rullo sudoku generate --seed S --index i` writes with the same options. The
        same options give the same counts, whatever the number of threads or machines. The hardest puzzles of each level
        go to a file beside the dataset, and what is known of each puzzle to another. A run that was stopped goes on
        when the same command is given.
        """,
        "puzzles dug out of boards",
        "puzzles",
        f"{HERE}.figures:render",
        f"{HERE}.experiments:text_of",
        "sudoku/04-one-study.ipynb",
        "sudoku/05-how-it-is-dug.ipynb",
    ),
    Declaration(
        "sudoku population",
        f"{HERE}.experiments.population:Population",
        (_size(POPULATION_SIDES), *SHARED),
        """Draw minimal puzzles as if from all there are, and rate them.

        What is dug has few clues far more often than minimal puzzles have. Here a thousand are dug at once, and those
        that stand for more are kept more often; each has a weight, in the file of puzzles beside the dataset, whose own
        counts are of what was drawn. Of boards of 4x4, 6x6 and 9x9. The same options give the same counts, whatever the
        number of threads or machines.
        """,
        "minimal puzzles of all boards",
        "puzzles",
        f"{HERE}.figures:render",
        f"{HERE}.experiments:text_of",
        "sudoku/04-one-study.ipynb",
        "sudoku/05-how-it-is-dug.ipynb",
    ),
)
