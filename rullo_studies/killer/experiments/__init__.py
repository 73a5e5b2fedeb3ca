"""The Killer study, as declared to `rullo_core.runs.registry`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rullo_core.errors import BadInput, quoted
from rullo_core.killer.experiments import writing_bounds
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.request import SIDE, SPREADS, SYMMETRIES
from rullo_core.parameters import bounds_reader, parse_count, parse_seed, parse_size
from rullo_core.runs.registry import PUZZLES, SEED, Declaration, Key, choice

HERE = "rullo_studies.killer"

METHODS = ("report", "grown", "repaired", "unique")
"""Methods of the study: drawn as in M. Gordon's report until one has one solution; grown without a digit twice,
unique or ambiguous; grown and repaired until unique; and as `rullo_core.killer.request.Request` says, on boards of any
size."""

USUAL, ANY = "usual", "any"
"""Values of parameters: what is usual on a board of the size; any level."""

ONLY_UNIQUE = "; only of the method unique"


def _or_usual(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a function that reads a value, or the word for what is usual."""
    return lambda text: text if text == USUAL else read(text)


def _bounds(name: str, example: str) -> Callable[[str], Any]:
    """Return a function that reads a range, or the word for what is usual."""
    return _or_usual(bounds_reader(name, r"\d{1,3}", int, f"least-greatest such as {example}"))


def parse_whether(text: str) -> bool:
    """Read true or false."""
    known = {"true": True, "false": False}
    if text.lower() not in known:
        raise BadInput(f"{quoted(text)}: write true or false")
    return known[text.lower()]


KEYS = (
    choice("method", "methods", METHODS, "Generate the puzzles with this method, e.g. --method grown; with unique, "
           "they are those of rullo killer generate, on boards of any size."),
    Key("size", ("side",), parse_count, "Number of rows of the grid, 4 to 16; above 9 with the method unique, e.g. "
        "--size 6.", "SIDE", "sizes", "[6, 9]", SIDE),
    Key("box", ("box",), _or_usual(parse_size), "Height x width of a box in cells, e.g. --box 2x4; as square as "
        "possible if usual.", "HxW", "boxes", "[2x4, 4x2]", USUAL),
    Key("diagonals", ("diagonals",), parse_whether, "Whether both long diagonals have all digits, too, e.g. "
        "--diagonals true.", "[true|false]", "diagonals", "[true, false]", False),
    Key("cages", ("cages",), _bounds("cages", "35-46"), "Number of cages of a puzzle, in this range, e.g. --cages "
        "35-46; a third of the puzzles are of each class. If usual, 35-46 on 9x9, or 28-34 with the method unique, and "
        "the same share of the cells on other boards, of those larger than 9x9 about half.", "A-B", "cages",
        "[28-34, 35-46]", USUAL, write=writing_bounds("cages")),
    Key("cage_sizes", ("cage_sizes",), _bounds("cage_sizes", "2-5"), "Number of cells of a cage of several cells, in "
        "this range, e.g. --cage-sizes 2-5; up to 9 if usual, and of any number with the method report.", "A-B",
        "cage_sizes", "[2-4, 2-9]", USUAL),
    Key("singles", ("singles",), _bounds("singles", "0-4"), "Number of cages of one cell, in this range, e.g. "
        f"--singles 0-4; 0 if usual{ONLY_UNIQUE}.", "A-B", "singles", "[0, 0-9]", USUAL),
    choice("spread", "spreads", SPREADS, "Begin cages anywhere, as many in each row and column, or as many in each "
           "box, e.g. --spread boxes."),
    choice("symmetry", "symmetries", SYMMETRIES, "Give the cages, not their sums, this symmetry, e.g. --symmetry "
           "half-turn."),
    choice("level", "levels", (ANY, *SOLVERS), "Generate puzzles that this level solves, and no weaker one, e.g. "
           f"--level O1{ONLY_UNIQUE}."),
    Key("ungrowable", ("ungrowable",), _or_usual(parse_seed), "Number of cages that stay single cells with the method "
        "report, from 0, e.g. --ungrowable 10; if usual, 10 on 9x9, and the same share on other boards.", "COUNT",
        "ungrowable", "[0, 10]", USUAL),
    PUZZLES,
    SEED,
)  # fmt: skip


DECLARATIONS = (
    Declaration(
        "killer study",
        f"{HERE}.experiments.study:Study",
        KEYS,
        """Generate puzzles, and rate them at every level, without each strategy, and as M. Gordon's report does.

        Easy, medium and hard puzzles, by the number of cages, make up a third each, however many have to be drawn. But
        with the method unique, puzzle i of a seed is the one that `rullo killer generate --seed S --index i` writes
        with the same options, and where none is found, that is counted, too. What is known of each puzzle goes to a
        file beside the dataset, the hardest of each level to another. The same options give the same counts, whatever
        the number of threads or machines. A run that was stopped goes on when the same command is given.
        """,
        "--puzzles 1e4",
        "Killer Sudokus generated and rated",
        "puzzles",
        f"{HERE}.figures:render",
        "killer/02-the-report.ipynb",
    ),
)
