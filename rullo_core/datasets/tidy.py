"""What experiments and the outcomes by which they count puzzles say of these, in the words of all tables."""

from __future__ import annotations

import pandas as pd

from rullo_core.columns import as_types
from rullo_core.datasets.columns import ORDER
from rullo_core.lazy import folders_with

SIMPLE = {
    "simple": True, "exhaustive": False, "skipped": False, "rectangular": False, "ambiguous": False, "search": False,
    "naked": True, "hidden": True, "subsets": True, "gac": True, "gac-locked": False,
    "CH": True, "CA": True, "CP": False, "O1": False, "OW": False,
}  # fmt: skip
"""Whether passes of the base level solve the puzzles of an outcome, where that says so: the first level that solves
them need not be a weaker one, as neither locked nor CG is.
"""

SEARCHES = ("search", "phases")
"""Experiments whose outcomes are about solutions; of each puzzle they know passes."""


def puzzle_of(experiment: str) -> str:
    """Return the kind of puzzle that an experiment is about.

    >>> puzzle_of("kakuro study"), puzzle_of("census")
    ('kakuro', 'rullo')
    """
    first = experiment.split()[0]
    return first if first in folders_with("puzzle.py") else "rullo"


def is_simple(outcome: str, experiment: str = "") -> bool | None:
    """Return whether passes of the base level solve the puzzles of an outcome; None where it does not say so.

    >>> is_simple("exhaustive"), is_simple("O1"), is_simple("CG"), is_simple("unique"), is_simple("unique", "phases")
    (False, False, None, None, False)
    """
    return outcome == "simple" if experiment == "phases" else SIMPLE.get(outcome)


def counts_of(counts: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Return counts after the columns that tables of all kinds begin with: which puzzle, and whether it is simple."""
    simple = counts["outcome"].map(lambda outcome: is_simple(outcome, experiment))
    if experiment == "killer study":
        simple = counts["passes_cages_first"].notna().where(counts["outcome"] != "none", None)
    return _with_first(counts, experiment, {"simple": simple})


def puzzles_of(puzzles: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Return puzzles after the columns that tables of all kinds begin with, as far as the experiment knows them."""
    passes = _passes_of(puzzles, experiment)
    if "outcome" in puzzles and experiment not in SEARCHES:
        simple = puzzles["outcome"].map(is_simple)
    else:
        simple = passes.notna()
        if "cages" in puzzles:  # which are missing where no puzzle was found
            simple = simple.where(puzzles["cages"].notna(), None)
    first = {"simple": simple, "passes": passes.where(simple.eq(True))}
    return _with_first(puzzles, experiment, first)


def hardest_of(hardest: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Return puzzles that are among the hardest after the columns of all tables that they have."""
    return _with_first(hardest, experiment, {})


def _passes_of(puzzles: pd.DataFrame, experiment: str) -> pd.Series:
    """Return the passes of the base level, averaged over both orders where there are two."""
    kind = puzzle_of(experiment)
    if kind == "sudoku":
        return puzzles["passes_gac"].astype(float)
    if kind == "killer":
        return puzzles["passes_cages_first"].astype(float) + 0.5
    if "passes" in puzzles:
        return puzzles["passes"].astype(float)
    orders = ("across", "down") if kind == "kakuro" else ("columns", "rows")
    return puzzles[[f"passes_{order}_first" for order in orders]].astype(float).mean(axis=1, skipna=False)


def _with_first(frame: pd.DataFrame, experiment: str, columns: dict[str, pd.Series]) -> pd.DataFrame:
    """Return a table that begins with the columns of all tables, as far as they are known, in their order."""
    puzzle = puzzle_of(experiment)
    table = pd.concat([frame.drop(columns=[*columns], errors="ignore"), pd.DataFrame(columns, frame.index)], axis=1)
    table.insert(0, "puzzle", puzzle)
    types = {"puzzle": "category", "text": "str", "simple": "boolean", "passes": "float64"}
    typed = as_types(table, {name: types[name] for name in types if name in table}, puzzle)
    return typed[sorted(typed, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))]
