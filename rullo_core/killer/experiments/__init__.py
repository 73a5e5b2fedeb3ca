"""The experiments on Killer Sudokus, as declared to `rullo_core.runs.registry`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rullo_core.parameters import bounds_reader, format_bounds, parse_size
from rullo_core.runs.registry import Declaration, Key

HERE = "rullo_core.killer"

BOX = (2, 2)
"""The boxes of a grid of 4x4 unless others are given."""

CAGE_SIZES = (1, 4)
"""The least and the greatest number of cells of a cage in a grid of 4x4 unless others are given."""


def writing_bounds(name: str) -> Callable[[Mapping[str, Any]], str]:
    """Return a function that writes a parameter that is a range, if it is not written yet."""

    def write(parameters: Mapping[str, Any]) -> str:
        bounds = parameters[name]
        return bounds if isinstance(bounds, str) else format_bounds(bounds)

    return write


DECLARATIONS = (
    Declaration(
        "killer census",
        f"{HERE}.experiments.census:Census",
        (
            Key(
                "box",
                ("box",),
                parse_size,
                "Height x width of a box of the grid, which has 4x4 cells; with --box 1x4 the boxes are the rows, and "
                "so there are none.",
                "HxW",
                "boxes",
                "[2x2, 1x4]",
                BOX,
            ),
            Key(
                "cage_sizes",
                ("cage_sizes",),
                bounds_reader("cage_sizes", r"\d{1,3}", int, "least-greatest such as 2-4"),
                "Number of cells of each cage, in this range, e.g. --cage-sizes 2-4.",
                "A-B",
                "cage_sizes",
                "[2-4, 1-4]",
                CAGE_SIZES,
                write=writing_bounds("cage_sizes"),
            ),
        ),
        """Count every puzzle of 4x4: by cages those with one solution, and by passes those that passes solve.

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
)
