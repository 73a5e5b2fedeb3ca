"""Declarations of the experiments on Kakuros (`rullo_core.runs.registry`)."""

from __future__ import annotations

from rullo_core.declaration import Count, Word, parameters
from rullo_core.kakuro.puzzle import LONGEST
from rullo_core.kakuro.request import BLACK, METHODS, Request
from rullo_core.ranges import Size
from rullo_core.runs.registry import COUNT, SEED, Declaration, Key

PACKAGE = "rullo_core.kakuro"

FILL = "fill"
"""The method that fills layouts at random, whatever number of solutions the puzzles have."""

STUDIED = ("steps", *(name for name in METHODS if name != "steps"), FILL)
"""Methods of a study, the default first."""

CROSSED = ("any", "all")
"""Which cells of a layout have to be in two entries, the default first."""

TRIES = 100
"""Default number of layouts that are tried for each puzzle."""


OF = parameters(Request)
"""The parameters of generated puzzles, by name."""

METHOD = Word(
    STUDIED,
    STUDIED[0],
    "Find the clues with this method of rullo kakuro generate; with fill, a puzzle may have several solutions",
    "repair",
).with_name("method")

KEYS = (
    Key(OF["size"], ("height", "width"), "[6x6, 8x8]"),
    Key(OF["black"], ("black",), "[0.25, 0.4]", BLACK, help_suffix=", to the nearest whole cell"),
    Key(OF["symmetry"], ("symmetry",), "[none, half-turn]", "half-turn"),
    Key(OF["longest"], ("longest",), "[5, 9]", LONGEST),
    Key(METHOD, ("method",), f"[{STUDIED[0]}, {STUDIED[1]}]", STUDIED[0]),
    Key(OF["max_tries"], ("max_tries",), "[10, 100]", TRIES),
    COUNT,
    SEED,
)

BLOCK = Size(
    "2x3",
    "Rows x columns of the block, all of whose cells are white, up to 2x9 and 3x4; the text of such a puzzle has one "
    "more of both",
    "2x5",
).with_name("size")

CELLS = Count(4, "Number of white cells of the layouts, from 4 to 9; 8 take some ten minutes", "5").with_name("cells")

CROSSED_CELLS = Word(CROSSED, CROSSED[0], "Which cells of a layout have to be in two entries", "all").with_name(
    "crossed"
)


DECLARATIONS = (
    Declaration(
        "kakuro study",
        f"{PACKAGE}.experiments.study:Study",
        KEYS,
        """Generate Kakuros by one method, and rate them.

        Outcome, grade, passes, and the cells that passes leave open are counted.

        Puzzle i of a seed is the one that `rullo kakuro generate --seed S --first i` writes with the same method and
        layout. Where a method finds none in so many tries, that is counted, too. What is known of each puzzle goes to a
        file beside the dataset, the hardest of each kind to another. The same options give the same counts, whatever
        the number of threads or machines. A run that was stopped goes on when the same command is given.
        """,
        "--size 8x8 --count 1e3",
        "Kakuros generated and rated",
        "puzzles",
        "rullo_core.views.counts:render",
        "kakuro/06-one-study.ipynb",
    ),
    Declaration(
        "kakuro census",
        f"{PACKAGE}.experiments.census:Census",
        (
            Key(BLOCK, ("height", "width"), "[2x4, 2x5]"),
        ),
        """Count every puzzle of a full block of white cells.

        These are all vectors of clues that a filling gives.

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
        f"{PACKAGE}.experiments.polyominoes:Polyominoes",
        (
            Key(CELLS, ("cells",), "[4, 6]"),
            Key(CROSSED_CELLS, ("crossed",), "[any, all]", CROSSED[0]),
        ),
        """Count every puzzle of all small connected layouts.

        The white cells are connected, and their entries form a circle.

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
