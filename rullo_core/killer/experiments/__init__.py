"""The experiments on Killer Sudokus, as declared to `rullo_core.runs.registry`."""

from __future__ import annotations

from rullo_core.declaration import parameters
from rullo_core.killer.request import Request
from rullo_core.runs.registry import Declaration, Key

PACKAGE = "rullo_core.killer"

BOX = (2, 2)
"""The boxes of a grid of 4x4 by default."""

CAGE_SIZES = (1, 4)
"""The least and the greatest number of cells of a cage in a grid of 4x4 by default."""

OF = parameters(Request)
"""The parameters of generated puzzles, by name."""

DECLARATIONS = (
    Declaration(
        "killer census",
        f"{PACKAGE}.experiments.census:Census",
        (
            Key(OF["box"], ("box",), "[2x2, 1x4]", BOX,
                help_suffix="; with 1x4 the boxes of 4x4 cells are the rows, and so there are none"),
            Key(OF["cage_sizes"], ("cage_sizes",), "[2-4, 1-4]", CAGE_SIZES),
        ),
        """Count every puzzle of 4x4.

        By cages those with one solution are counted, and by passes those that passes solve.

        Cages are connected and cover the grid; a puzzle is such a layout of cages, and sums that some grid gives it. It
        takes some ten seconds of one processor; without cages of one cell, a hundredth of that. Of each number of
        cages, the hardest puzzles of each kind that are met first go to a file beside the dataset. The same command
        continues a run that was stopped.
        """,
        "--box 1x4",
        "all Killer Sudokus of 4x4",
        "nothing",
        "rullo_core.views.counts:render",
        "family/04-any-dataset.ipynb",
    ),
)  # fmt: skip
