"""The experiments on Rullos, as they are registered with `rullo_core.runs.registry`."""

from __future__ import annotations

from rullo_core.declaration import Count, parameters
from rullo_core.rullo.request import FAIR, PHILOX, Request
from rullo_core.rullo.solver import GUESS_LIMIT
from rullo_core.runs.registry import COUNT, SEED, Declaration, Key

PACKAGE = "rullo_core.rullo"


OF = parameters(Request)
"""The parameters of generated puzzles, by name."""


def _size(max_cells: int) -> Key:
    return Key(OF["size"], ("height", "width"), "[3x3, 2x5]", help_suffix=f"; at most {max_cells} cells")


VALUES = Key(OF["values"], ("values",), "[1-9, '1,2']")
GRIDS = Key(Count(20, "Number of random grids to count", "200").with_name("grids"), ("number",), "20")
GENERATOR = Key(OF["generator"], ("generator",), PHILOX, PHILOX)
LIMIT = Key(
    Count(
        GUESS_LIMIT,
        "Skip the difficulty of puzzles of which lines leave more than this many cells unknown, from 0",
        "10",
        minimum=0,
    ).with_name("guess_limit"),
    ("guess_limit",),
    "20",
    GUESS_LIMIT,
)
INCLUDED = Key(OF["included"], ("included",), "[0.3, 0.5]", FAIR)
SOLUTIONS = Key(
    Count(2, "Search for this many solutions of a puzzle at most, from 2", "10").with_name("max_solutions"),
    ("max_solutions",),
    "[2, 10]",
    2,
)
NODES = Key(
    Count(
        100_000, "Give up the search for solutions of a puzzle after trying this many values for its cells", "1e6"
    ).with_name("max_nodes"),
    ("nodes",),
    "[1e5, 1e6]",
    100_000,
)
IN_COMMON = {
    "puzzle_text": f"{PACKAGE}.hard_puzzles:text_of",
    "notebook_of_point": "rullo/12-one-dataset.ipynb",
}

DECLARATIONS = (
    Declaration(
        "census",
        f"{PACKAGE}.experiments.census:Census",
        (_size(64), VALUES),
        """Count every puzzle of a size and a range of numbers.

        These are all grids, and every solution on each.

        The hardest puzzles are stored in a file beside the dataset. The same command continues a run that was stopped.
        """,
        "--size 3x3 --values 2-4",
        "a census",
        "nothing",
        "rullo_core.views.counts:render",
        **IN_COMMON,
    ),
    Declaration(
        "grids",
        f"{PACKAGE}.experiments.grids:Grids",
        (_size(30), VALUES, GRIDS, SEED, GENERATOR),
        """Count every solution on each of some random grids.

        Grid i of a seed is that of the puzzle that `rullo generate --seed S --first i` writes. The hardest puzzles and
        the counts of each grid are stored in files beside the dataset. The same command continues a run that was
        stopped.
        """,
        "--size 5x5 --values 1-9 --grids 200",
        "some random grids",
        "grids",
        "rullo_core.views.counts:render",
        **IN_COMMON,
    ),
    Declaration(
        "sample",
        f"{PACKAGE}.experiments.sample:Sample",
        (_size(64), VALUES, COUNT, SEED, GENERATOR, LIMIT, INCLUDED),
        """Count independent random puzzles by their difficulty.

        Every cell has a uniform number, and a coin decides whether it is included.

        Puzzle i of a seed is the one that `rullo generate --seed S --first i` writes. The same options give the same
        counts, whatever the number of threads or machines. The hardest puzzles are stored in a file beside the dataset.
        The same command continues a run that was stopped.
        """,
        "--size 7x7 --values 1-9 --count 1e6",
        "a sample",
        "puzzles",
        "rullo_core.views.counts:render",
        **IN_COMMON,
    ),
    Declaration(
        "search",
        f"{PACKAGE}.experiments.search:Search",
        (_size(64 * 64), VALUES, COUNT, SEED, INCLUDED, SOLUTIONS, NODES),
        """Search for solutions of random puzzles of any size.

        The values that the search tries are counted.

        Puzzle i of a seed is the one that `rullo generate --seed S --first i` writes. A puzzle is unique, or
        ambiguous, or undecided if the search is given up; nodes, the values tried for a cell, are the same on every
        machine. What is known of each puzzle is stored in a file beside the dataset, those that take most
        nodes in another. The same command continues a run that was stopped.
        """,
        "--size 20x20 --values 1-9 --count 20",
        "searches for solutions",
        "puzzles",
        "rullo_core.views.counts:render",
        "family/04-any-dataset.ipynb",
        IN_COMMON["puzzle_text"],
    ),
    Declaration(
        "phases",
        f"{PACKAGE}.experiments.phases:Phases",
        (_size(64 * 64), VALUES, COUNT, SEED, INCLUDED, NODES),
        """Count random puzzles that are simple, unique or ambiguous.

        The share of simple puzzles that rullo predict predicts, with its default options, stands beside the counted one
        in the table of a sweep.

        Puzzle i of a seed is the one that `rullo generate --seed S --first i` writes. A puzzle is simple if passes
        solve it. Otherwise it is unique if it has one solution, ambiguous if it has several, or undecided if the search
        for a second one is given up. What is known of each puzzle is stored in a file beside the dataset, those that
        take most nodes in another. The same command continues a run that was stopped.
        """,
        "--size 8x8 --values 1-9 --count 1e4",
        "phases of random puzzles",
        "puzzles",
        "rullo_core.views.counts:render",
        "family/04-any-dataset.ipynb",
        IN_COMMON["puzzle_text"],
    ),
)
