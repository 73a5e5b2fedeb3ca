"""The tables of the floor: what stays unknown in stuck puzzles, and how many solutions they have.

``python -m rullo_studies.rullo.floor_tables data/predictions/rests.csv`` makes the table of this name; the others are
in `TABLES`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import pandas as pd

from rullo_core.datasets.measured import write_tables
from rullo_studies.rullo.rests import classify_rests, compare_clumps, compare_stopping_sets
from rullo_studies.rullo.stopping_sets import count_stopping_sets, list_stopping_patterns
from rullo_studies.rullo.switches import compare_switches, count_by_solutions

PUZZLES = 40_000
"""The random puzzles of each point."""

FLOORS = [("5x5", "1-4"), ("7x7", "1-6"), ("8x8", "1-10"), ("10x10", "1-22"), ("12x12", "1-68")]
"""Points at which 46 to 75 % of the puzzles are simple, from small boards, where the floor decides, to large ones."""

SETS = [("7x7", "1-6"), ("8x8", "1-10")]
"""Points with so many small sets that the rarer shapes are counted, too."""

SOLUTIONS = [("3x3", "1-3"), ("5x5", "1-4"), ("7x7", "1-6"), ("8x8", "1-10"), ("9x9", "1-9")]
"""Points at which several solutions are counted."""

SHAPES = ["2x2", "2x3", "2x4", "3x3", "3x4", "4x4"]
"""The shapes of sets that are counted exactly."""

LARGEST = [2, 3, 4, 6, 10]
"""The greatest numbers for these."""

TOO_MANY = [("4x4", 4), ("4x4", 6), ("4x4", 10)]
"""Shapes and greatest numbers of which patterns are not listed."""


def _points(pairs: list[tuple[str, str]]) -> pd.DataFrame:
    return pd.DataFrame(pairs, columns=["size", "values"])


def _count_sets() -> pd.DataFrame:
    """Return the exact probability of each shape, and the number of its patterns, where both can be counted."""
    rows = []
    for shape in SHAPES:
        for largest in LARGEST:
            if (shape, largest) in TOO_MANY:
                continue
            sets, patterns = (f(shape, f"1-{largest}") for f in (count_stopping_sets, list_stopping_patterns))
            two = float(sets.loc[sets["solutions"] == 2, "probability"].sum())
            rows.append((shape, largest, len(patterns), float(sets.attrs["probability"]), two))
    return pd.DataFrame(rows, columns=["shape", "largest", "patterns", "probability", "two_solutions"])


TABLES: dict[str, Callable[[], pd.DataFrame]] = {
    "rests": lambda: classify_rests(_points(FLOORS), PUZZLES),
    "clumps": lambda: compare_clumps(_points(FLOORS), PUZZLES),
    "stopping-sets": lambda: compare_stopping_sets(_points(SETS), PUZZLES, PUZZLES),
    "patterns": _count_sets,
    "solutions": lambda: count_by_solutions(_points(SOLUTIONS), PUZZLES),
    "switches": lambda: compare_switches(_points(SOLUTIONS), PUZZLES),
}
"""What makes each of the committed tables."""

if __name__ == "__main__":
    write_tables(TABLES, sys.argv[1:])
