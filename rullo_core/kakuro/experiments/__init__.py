"""Declarations of the experiments on Kakuros (`rullo_core.runs.registry`)."""

from __future__ import annotations

from rullo_core.errors import BadInput, quoted
from rullo_core.kakuro.puzzle import LONGEST
from rullo_core.kakuro.request import BLACK, METHODS, SYMMETRIES
from rullo_core.parameters import parse_count, parse_size, read_number
from rullo_core.runs.registry import PUZZLES, SEED, Declaration, Key, choice

HERE = "rullo_core.kakuro"

FILL = "fill"
"""The method that fills layouts at random, whatever number of solutions the puzzles have."""

STUDIED = ("steps", *(name for name in METHODS if name != "steps"), FILL)
"""Methods of a study, the default first."""

CROSSED = ("any", "all")
"""Which cells of a layout have to be in two entries, the default first."""

TRIES = 100
"""Default number of layouts that are tried for each puzzle."""


def parse_black(text: str) -> float:
    """Read a share of black cells."""
    black = read_number(text)
    if black is None or not 0 <= black < 1:
        raise BadInput(f"black {quoted(text)}: write a share, from 0 to less than 1, such as 0.4")
    return float(black)


KEYS = (
    Key("size", ("height", "width"), parse_size, "Number of rows and columns, without those for clues, e.g. "
        "--size 8x8.", "HEIGHTxWIDTH", "sizes", "[6x6, 8x8]"),
    Key("black", ("black",), parse_black, "Share of black cells, to the nearest whole cell, e.g. --black 0.25; more "
        "are black where the other rules need it.", "SHARE", "black", "[0.25, 0.4]", BLACK),
    Key("symmetry", ("symmetry",), str, "Symmetry of the layout, e.g. --symmetry none.", f"[{'|'.join(SYMMETRIES)}]",
        "symmetries", "[none, half-turn]", "half-turn"),
    Key("longest", ("longest",), parse_count, "Number of cells of the longest entries, from 2 to 9, at most, e.g. "
        "--longest 5.", "COUNT", "longest", "[5, 9]", LONGEST),
    choice("method", "methods", STUDIED, "Find the clues with this method, e.g. --method repair; with fill, a puzzle "
           "may have several solutions."),
    Key("tries", ("tries",), parse_count, "Number of layouts to try for each puzzle, e.g. --tries 10.", "COUNT",
        "tries", "[10, 100]", TRIES),
    PUZZLES,
    SEED,
)  # fmt: skip


DECLARATIONS = (
    Declaration(
        "kakuro study",
        f"{HERE}.experiments.study:Study",
        KEYS,
        """Generate Kakuros by one method, and rate them: kind, grade, passes, and the cells that passes leave open.

        Puzzle i of a seed is the one that `rullo kakuro generate --seed S --index i` writes with the same method and
        layout. Where a method finds none in so many tries, that is counted, too. What is known of each puzzle goes to a
        file beside the dataset, the hardest of each kind to another. The same options give the same counts, whatever
        the number of threads or machines. A run that was stopped goes on when the same command is given.
        """,
        "--size 8x8 --puzzles 1e3",
        "Kakuros generated and rated",
        "puzzles",
        "rullo_core.views.counts:render",
        "kakuro/06-one-study.ipynb",
    ),
    Declaration(
        "kakuro census",
        f"{HERE}.experiments.census:Census",
        (
            Key("size", ("height", "width"), parse_size, "Rows x columns of the block, all of whose cells are white, "
                "up to 2x9 and 3x4, e.g. --size 2x5; the text of such a puzzle has one more of both.",
                "HEIGHTxWIDTH", "sizes", "[2x4, 2x5]"),
        ),
        """Count every puzzle of a full block: all vectors of clues that some filling gives.

        Counts are by kind, number of solutions and passes. The puzzles with one solution, but for the order of rows and
        columns, go to a file beside the dataset. The same command continues a run that was stopped.
        """,
        "--size 2x3",
        "all puzzles of a full block",
        "nothing",
        "rullo_core.views.counts:render",
        "family/04-any-dataset.ipynb",
    ),
    Declaration(
        "kakuro polyominoes",
        f"{HERE}.experiments.polyominoes:Polyominoes",
        (
            Key("cells", ("cells",), parse_count, "Number of white cells of the layouts, from 4 to 9, e.g. --cells 5; "
                "8 take some ten minutes.", "COUNT", "cells", "[4, 6]"),
            choice("crossed", "crossed", CROSSED, "Which cells of a layout have to be in two entries, e.g. --crossed "
                   "all."),
        ),
        """Count every puzzle of all small layouts whose white cells are connected, and whose entries form a circle.

        Layouts differ by more than turning and reflecting; where entries form no circle, passes solve all puzzles with
        one solution. Counts are by layout, kind and number of solutions. The first puzzle of each layout and kind but
        simple goes to a file beside the dataset. The same command continues a run that was stopped.
        """,
        "--cells 5",
        "all puzzles of small layouts",
        "nothing",
        "rullo_core.views.counts:render",
        "family/04-any-dataset.ipynb",
    ),
)  # fmt: skip
