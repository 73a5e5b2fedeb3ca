"""The committed tables of the theory, and what makes each of them again.

``python -m rullo_studies.theory data/predictions/phases.csv`` makes the table of this name. Most take minutes; the map
of phases, windows, sealed points and the limit take up to an hour.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

import rullo_studies as rs
from rullo_core.datasets.measured import write_tables
from rullo_core.paths import DATA

FEW: dict[str, Any] = {"number": 20, "sides": (3, 10), "largest": (2, 9)}
"""How points with fewer than ten numbers are drawn."""

REPEATS: dict[str, Any] = {"number": 12, "sides": (5, 10), "largest": (6, 30), "repeats": 4}
"""How points with four numbers that are there twice are drawn."""

RANGES = (2, 3, 4, 5, 6, *(round(10 ** (step / 10)) for step in range(9, 41)))
"""The greatest numbers of the map of phases."""

THETAS = (0.2, 0.3, 0.34, 0.36, 0.38, 0.45, 0.5, 0.55, 0.6, 0.62, 0.64, 0.66, 0.7, 0.8, 0.9, 1, 1.05, 1.1, 1.15)
"""Parameters of the limit; those at which nearly all puzzles are simple need fewer boards."""

LARGE_THETAS = (1.3, 1.5, 2, 3)

FLOORS = (("5x5", "1-4"), ("7x7", "1-6"), ("8x8", "1-10"), ("10x10", "1-22"), ("12x12", "1-68"))
"""Points at which 47 to 75 % of the puzzles are simple, from small boards, where the floor decides, to large ones."""

SETS = (("7x7", "1-6"), ("8x8", "1-10"))
"""Points with so many small sets that the rarer shapes are counted, too."""

SOLUTIONS = (("3x3", "1-3"), ("5x5", "1-4"), ("7x7", "1-6"), ("8x8", "1-10"), ("9x9", "1-9"))
"""Points at which several solutions are counted."""

SHAPES: dict[str, tuple[int, ...]] = {"2x2": (2, 3, 4, 6, 10), "2x3": (2, 3, 4, 6, 10), "2x4": (2, 3, 4, 6, 10)}
SHAPES |= {"3x3": (2, 3, 4, 6, 10), "3x4": (2, 3, 4, 6, 10), "4x4": (2, 3)}
"""The shapes of stopping sets whose patterns are listed, with the greatest numbers."""

PUZZLES = 40_000
"""The random puzzles of each point of the floor."""

PRODUCTS = (
    *((size, "2-9") for size in ("6x6", "8x8", "10x10", "12x12")),
    *((size, "2-20") for size in ("12x12", "14x14")),
    *((size, "2,3,4,6,8,9,12") for size in ("8x8", "10x10")),
    *((size, "2,3,5,7,11,13,17,19") for size in ("6x6", "8x8", "10x10", "12x12", "14x14", "16x16")),
)
"""Rullos of products: divisible numbers, and primes."""

SIDES, BLACKS = (5, 8, 10, 15, 20, 30), (0.4, 0.5, 0.6, 0.7, 0.8)
"""Sides of Nonograms, and their probabilities of black."""

GIVENS = (0.12, 0.16, 0.2, 0.25, 0.3, 0.33, 0.37, 0.4, 0.43, 0.46, 0.5, 0.55, 0.6, 0.65, 0.7)
"""Probabilities that a cell of a Sudoku is given."""


def _points(pairs: Iterable[tuple[str, str]]) -> pd.DataFrame:
    """Return points as functions take them."""
    return pd.DataFrame(pairs, columns=["size", "values"])


def _sealed_points() -> pd.DataFrame:
    """Return the points of the sealed file, which were drawn and predicted by an earlier program."""
    return pd.read_csv(DATA / "predictions" / "sealed.csv")[["size", "values"]]


def _count_map() -> pd.DataFrame:
    """Count the map; from 15 rows on puzzles are not searched, and those that are not simple stay undecided."""
    parts = [
        rs.rullo.count_phases(range(3, 13), RANGES),
        rs.rullo.count_phases(range(13, 15), RANGES, puzzles=100, max_nodes=1_000_000),
        rs.rullo.count_phases(range(15, 31), RANGES, puzzles=200, max_nodes=1),
    ]
    return pd.concat(parts)


def _list_patterns() -> pd.DataFrame:
    """Return how many patterns each shape has, and the exact mean numbers of sets."""
    rows = []
    for shape, greatest in SHAPES.items():
        for largest in greatest:
            sets = rs.rullo.count_stopping_sets(shape, f"1-{largest}")
            patterns = len(rs.rullo.list_stopping_patterns(shape, f"1-{largest}"))
            two = float(sets.loc[sets["solutions"] == 2, "probability"].sum())
            rows.append((shape, largest, patterns, float(sets.attrs["probability"]), two))
    return pd.DataFrame(rows, columns=["shape", "largest", "patterns", "probability", "two_solutions"])


TABLES: dict[str, Callable[[], pd.DataFrame]] = {
    "sealed": lambda: rs.rullo.predict_points(_sealed_points()),
    "counted": lambda: rs.rullo.count_points(_sealed_points()),
    "few-predicted": lambda: rs.rullo.predict_points(rs.rullo.draw_points(**FEW)),
    "few-counted": lambda: rs.rullo.count_points(rs.rullo.draw_points(**FEW)),
    "repeats-predicted": lambda: rs.rullo.predict_points(rs.rullo.draw_points(**REPEATS)),
    "repeats-counted": lambda: rs.rullo.count_points(rs.rullo.draw_points(**REPEATS)),
    "limit": lambda: pd.concat(
        [
            rs.rullo.simulate_limit(THETAS, boards=1_000_000),
            rs.rullo.simulate_limit(LARGE_THETAS, boards=250_000),
        ]
    ),
    "limit-lines": lambda: pd.concat(
        [rs.rullo.simulate_limit((0.36, 0.64, 1.05), 400_000, lines) for lines in (16, 32, 128)]
    ),
    "phases": _count_map,
    "borders": lambda: rs.rullo.draw_borders(range(8, 31)),
    "windows": lambda: rs.rullo.measure_windows(range(8, 17, 2), puzzles=5000),
    "patterns": _list_patterns,
    "rests": lambda: rs.rullo.classify_rests(_points(FLOORS), PUZZLES),
    "clumps": lambda: rs.rullo.compare_clumps(_points(FLOORS), PUZZLES),
    "stopping-sets": lambda: rs.rullo.compare_stopping_sets(_points(SETS), PUZZLES, PUZZLES),
    "solutions": lambda: rs.rullo.count_by_solutions(_points(SOLUTIONS), PUZZLES),
    "switches": lambda: rs.rullo.compare_switches(_points(SOLUTIONS), PUZZLES),
    "elsewhere-sudoku": lambda: rs.sudoku.measure_random_givens(GIVENS, boards=4000),
    "elsewhere-nonograms": lambda: rs.rullo.measure_nonograms(SIDES, BLACKS, pictures=20_000),
    "elsewhere-products": lambda: rs.rullo.measure_products(PRODUCTS),
    "elsewhere-kakurasu": lambda: rs.rullo.measure_kakurasus(range(3, 11), boards=40_000),
}
"""What makes each of the committed tables; the sealed file itself stays as it is, and its points are predicted anew."""

if __name__ == "__main__":
    write_tables(TABLES, sys.argv[1:])
