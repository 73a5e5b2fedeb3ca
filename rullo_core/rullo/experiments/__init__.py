"""The experiments on Rullos, as they are registered with `rullo_core.runs.registry`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rullo_core.parameters import (
    format_range,
    format_size,
    parse_count,
    parse_included,
    parse_range,
    parse_seed,
    parse_size,
)
from rullo_core.rullo.generation import FAIR, GENERATORS, PHILOX, parse_generator
from rullo_core.rullo.solver import GUESS_LIMIT
from rullo_core.runs.registry import PUZZLES, SEED, Declaration, Key

HERE = "rullo_core.rullo"


def _size(example: str, most: int) -> Key:
    def write(parameters: Mapping[str, Any]) -> str:
        return format_size(parameters["height"], parameters["width"])

    text = f"Height x width of the grid in cells, at most {most} cells, e.g. --size {example}."
    return Key("size", ("height", "width"), parse_size, text, "HxW", "sizes", "[3x3, 2x5]", write=write)


RANGE = Key(
    "range",
    ("values",),
    parse_range,
    "Numbers that may stand in the grid, the first and the last or all of them, e.g. --range 2-4 or --range 2,3,5,7.",
    "RANGE",
    "ranges",
    "[1-9, '1,2']",
    write=lambda parameters: format_range(tuple(parameters["values"])),
    is_list=True,
)
GRIDS = Key(
    "grids",
    ("number",),
    parse_count,
    "Number of random grids to count, from 1, e.g. --grids 200 or --grids 1e3.",
    "COUNT",
    "grids",
    "20",
)
GENERATOR = Key(
    "generator",
    ("generator",),
    parse_generator,
    "Use this random number generator; rand is the C library's, as in the thesis, of which rand-numbers and rand-coins "
    "draw only the numbers or the coins of a sample, e.g. --generator rand.",
    f"[{'|'.join(GENERATORS)}]",
    "generator",
    PHILOX,
    PHILOX,
)
LIMIT = Key(
    "guess_limit",
    ("guess_limit",),
    parse_seed,
    "Skip the difficulty of puzzles of which lines leave more than this many cells unknown, from 0, e.g. --guess-limit "
    "10.",
    "CELLS",
    "guess_limit",
    "20",
    GUESS_LIMIT,
)
INCLUDED = Key(
    "included",
    ("included",),
    parse_included,
    "Probability that a cell is included, from 0 to 1, e.g. --included 0.3.",
    "PROBABILITY",
    "included",
    "[0.3, 0.5]",
    FAIR,
)
SOLUTIONS = Key(
    "solutions",
    ("most",),
    parse_count,
    "Search for this many solutions of a puzzle at most, from 2, e.g. --solutions 10.",
    "COUNT",
    "solutions",
    "[2, 10]",
    2,
)
NODES = Key(
    "nodes",
    ("nodes",),
    parse_count,
    "Give up the search for solutions of a puzzle after trying this many values for its cells, e.g. --nodes 1e6.",
    "COUNT",
    "nodes",
    "[1e5, 1e6]",
    100_000,
)
IN_COMMON = {
    "puzzle_text": f"{HERE}.hard_puzzles:text_of",
    "notebook_of_point": "rullo/12-one-dataset.ipynb",
}

DECLARATIONS = (
    Declaration(
        "census",
        f"{HERE}.experiments.census:Census",
        (_size("3x3", 64), RANGE),
        """Count every puzzle of a size and range: every grid, and every solution on it.

        The hardest puzzles are stored in a file beside the dataset. The same command continues a run that was stopped.
        """,
        "--size 3x3 --range 2-4",
        "a census",
        "nothing",
        f"{HERE}.figures:render_census",
        **IN_COMMON,
    ),
    Declaration(
        "grids",
        f"{HERE}.experiments.grids:Grids",
        (_size("5x5", 30), RANGE, GRIDS, SEED, GENERATOR),
        """Count every solution on each of some random grids.

        Grid i of a seed is that of the puzzle that `rullo generate --seed S --index i` writes. The hardest puzzles and
        the counts of each grid are stored in files beside the dataset. The same command continues a run that was
        stopped.
        """,
        "--size 5x5 --range 1-9 --grids 200",
        "some random grids",
        "grids",
        f"{HERE}.figures:render_drawn",
        **IN_COMMON,
    ),
    Declaration(
        "sample",
        f"{HERE}.experiments.sample:Sample",
        (_size("7x7", 64), RANGE, PUZZLES, SEED, GENERATOR, LIMIT, INCLUDED),
        """Count independent random puzzles: a uniform number and a coin for every cell.

        Puzzle i of a seed is the one that `rullo generate --seed S --index i` writes. The same options give the same
        counts, whatever the number of threads or machines. The hardest puzzles are stored in a file beside the dataset.
        The same command continues a run that was stopped.
        """,
        "--size 7x7 --range 1-9 --puzzles 1e6",
        "a sample",
        "puzzles",
        f"{HERE}.figures:render_drawn",
        **IN_COMMON,
    ),
    Declaration(
        "search",
        f"{HERE}.experiments.search:Search",
        (_size("20x20", 64 * 64), RANGE, PUZZLES, SEED, INCLUDED, SOLUTIONS, NODES),
        """Search for solutions of random puzzles of any size, and count how many values the search tries.

        Puzzle i of a seed is the one that `rullo generate --seed S --index i` writes. A puzzle is unique, or
        ambiguous, or undecided if the search is given up; nodes, the values tried for a cell, are the same on every
        machine. What is known of each puzzle is stored in a file beside the dataset, those that take most
        nodes in another. The same command continues a run that was stopped.
        """,
        "--size 20x20 --range 1-9 --puzzles 20",
        "searches for solutions",
        "puzzles",
        "rullo_core.views.counts:render",
        "family/04-any-dataset.ipynb",
        IN_COMMON["puzzle_text"],
    ),
)

FIGURES = f"{HERE}.figures:render_published"
"""Function that draws the figures that need no dataset: given a folder, it returns the files."""
