"""The experiments on Killer Sudokus, as declared to `rullo_core.runs.registry`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rullo_core.killer.request import METHODS, SEEDS, UNGROWABLE
from rullo_core.parameters import parse_count, parse_seed, stretch_of
from rullo_core.runs.registry import Declaration, Key

HERE = "rullo_core.killer"


def _cages(parameters: Mapping[str, Any]) -> str:
    return "-".join(map(str, parameters["cages"]))


KEYS = (
    Key("method", ("method",), str, "Method of generation: report, grown or repaired.", f"[{'|'.join(METHODS)}]",
        "methods", "[report, grown]", METHODS[0]),
    Key("cages", ("cages",), stretch_of("cages", r"\d{1,3}", int, "least-greatest such as 35-46"),
        "Range of the number of cages; each third of it is a class.", "A-B", "cages", "[28-34, 35-46]", SEEDS,
        write=_cages),
    Key("ungrowable", ("ungrowable",), parse_seed, "With the method report, number of cages that stay single cells.",
        "COUNT", "ungrowable", "[0, 10]", UNGROWABLE),
    Key("puzzles", ("number",), parse_count, "Number of puzzles, such as 1e6 or 1_000_000.", "COUNT", "puzzles", "1e4"),
    Key("seed", ("seed",), parse_seed, "Random seed: it determines the puzzles.", "SEED", "seeds", "[1, 2]", 1),
)  # fmt: skip


def text_of(row: dict[str, Any]) -> str:
    """Return the text of the puzzle in a row of the table of the hardest puzzles."""
    return str(row["puzzle"])


DECLARATIONS = (
    Declaration(
        "killer study",
        f"{HERE}.experiments.study:Study",
        KEYS,
        """Generate and rate Killer Sudokus: at every level, without each part, and as M. Gordon's report does.

        A third of the puzzles is easy, a third medium and a third hard, by the number of cages. The ratings of each
        puzzle go to a file beside the dataset, the hardest puzzles of each level to another. The same options give the
        same counts, whatever the number of threads or machines. The same command continues a run that was stopped.
        """,
        "Killer Sudokus generated and rated",
        "puzzles",
        f"{HERE}.figures:render",
        f"{HERE}.experiments:text_of",
        "killer/02-the-report.ipynb",
        "killer/05-making.ipynb",
    ),
)
