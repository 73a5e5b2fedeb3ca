"""The experiments on Killer Sudokus, as declared to `rullo_core.runs.registry`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rullo_core.killer.request import METHODS, SEEDS, UNGROWABLE
from rullo_core.parameters import bounds_reader, parse_count, parse_seed, parse_size
from rullo_core.runs.registry import HELP_OF_PUZZLES, HELP_OF_SEED, Declaration, Key

HERE = "rullo_core.killer"

BOX = (2, 2)
"""Boxes of the grids of 4x4 unless others are given."""


def _cages(parameters: Mapping[str, Any]) -> str:
    return "-".join(map(str, parameters["cages"]))


KEYS = (
    Key("method", ("method",), str, "Generate the puzzles with this method, e.g. --method grown.",
        f"[{'|'.join(METHODS)}]", "methods", "[report, grown]", METHODS[0]),
    Key("cages", ("cages",), bounds_reader("cages", r"\d{1,3}", int, "least-greatest such as 35-46"),
        "Number of cages of a puzzle, in this range, e.g. --cages 35-46; a third of the puzzles are of each class.",
        "A-B", "cages", "[28-34, 35-46]", SEEDS,
        write=_cages),
    Key("ungrowable", ("ungrowable",), parse_seed, "Number of cages that stay single cells with the method report, "
        "from 0, e.g. --ungrowable 10.", "COUNT",
        "ungrowable", "[0, 10]", UNGROWABLE),
    Key("puzzles", ("number",), parse_count, HELP_OF_PUZZLES, "COUNT", "puzzles", "1e4"),
    Key("seed", ("seed",), parse_seed, HELP_OF_SEED, "SEED", "seeds", "[1, 2]", 1),
)  # fmt: skip


DECLARATIONS = (
    Declaration(
        "killer study",
        f"{HERE}.experiments.study:Study",
        KEYS,
        """Generate puzzles, and rate them at every level, without each strategy, and as M. Gordon's report does.

        Of each class, easy, medium and hard by the number of cages, there is a third, whatever that takes. What is
        known of each puzzle goes to a file beside the dataset, the hardest of each level to another. The same options
        give the same counts, whatever the number of threads or machines. A run that was stopped goes on when the same
        command is given.
        """,
        "--puzzles 1e4",
        "Killer Sudokus generated and rated",
        "puzzles",
        f"{HERE}.figures:render",
        "killer/02-the-report.ipynb",
    ),
    Declaration(
        "killer census",
        f"{HERE}.experiments.census:Census",
        (
            Key(
                "boxes",
                ("box",),
                parse_size,
                "Height and width of the boxes of the grid, which has 4x4 cells; with "
                "--boxes 1x4 they are the rows, and so there are none.",
                "HEIGHTxWIDTH",
                "boxes",
                "[2x2, 1x4]",
                BOX,
            ),
        ),
        """Count every puzzle of 4x4: by cages those with one solution, and by passes those that passes solve.

        Cages are connected and cover the grid; a puzzle is such a layout of cages, and sums that some grid gives it. It
        takes some ten seconds of one processor. Of each number of cages, the hardest puzzles of each kind that are met
        first go to a file beside the dataset. The same command continues a run that was stopped.
        """,
        "--boxes 1x4",
        "all Killer Sudokus of 4x4",
        "nothing",
        "rullo_core.views.counts:render",
        "family/03-any-dataset.ipynb",
    ),
)
