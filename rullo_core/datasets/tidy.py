"""What experiments and the outcomes by which they count puzzles say of these, in the words of all tables."""

from __future__ import annotations

import pandas as pd

from rullo_core.columns import as_types
from rullo_core.lazy import folders_with

SIMPLE = {
    "simple": True, "exhaustive": False, "skipped": False, "rectangular": False, "ambiguous": False, "search": False,
    "naked": True, "hidden": True, "subsets": True, "gac": True, "gac-locked": False,
    "CH": True, "CA": True, "CP": False, "O1": False, "OW": False,
}  # fmt: skip
"""Whether passes of the base level solve the puzzles of an outcome, where that says so: the first level that solves
them need not be a weaker one, as neither locked nor CG is.
"""


def puzzle_of(experiment: str) -> str:
    """Return the kind of puzzle that an experiment is about.

    >>> puzzle_of("kakuro study"), puzzle_of("census")
    ('kakuro', 'rullo')
    """
    first = experiment.split()[0]
    return first if first in folders_with("puzzle.py") else "rullo"


def is_simple(outcome: str) -> bool | None:
    """Return whether passes of the base level solve the puzzles of an outcome; None where it does not say so.

    >>> is_simple("exhaustive"), is_simple("O1"), is_simple("CG"), is_simple("unique")
    (False, False, None, None)
    """
    return SIMPLE.get(outcome)


def counts_of(counts: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Return counts after the columns that tables of all kinds begin with: which puzzle, and whether it is simple."""
    simple = counts["kind"].map(is_simple)
    if experiment == "killer study":  # whose difficulty is that of passes by turns
        simple = counts["difficulty"].notna().where(counts["kind"] != "none", None)
    return _with_first(counts, experiment, {"simple": simple})


def puzzles_of(puzzles: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Return puzzles after the columns that tables of all kinds begin with, as far as the experiment knows them."""
    passes = _passes_of(puzzles, experiment)
    if "kind" in puzzles and experiment != "search":
        simple = puzzles["kind"].map(is_simple)
    else:
        simple = passes.notna()
        if "cages" in puzzles:  # which are missing where no puzzle was found
            simple = simple.where(puzzles["cages"].notna(), None)
    first = {"simple": simple, "passes": passes.where(simple.eq(True))}
    return _with_first(puzzles.drop(columns="difficulty", errors="ignore"), experiment, first)


def hardest_of(hardest: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Return puzzles that are among the hardest after the kind of puzzle, and the text where they have one."""
    return _with_first(hardest, experiment, {})


def _passes_of(puzzles: pd.DataFrame, experiment: str) -> pd.Series:
    """Return the passes of the base level, averaged over both orders where there are two."""
    kind = puzzle_of(experiment)
    if kind == "sudoku":
        return puzzles["gac"].astype(float)
    if kind == "killer":
        return puzzles["cages_first"].astype(float) + 0.5
    if "difficulty" in puzzles:
        return puzzles["difficulty"].astype(float)
    orders = ["across_first", "down_first"] if kind == "kakuro" else ["columns_first", "rows_first"]
    return puzzles[orders].astype(float).mean(axis=1, skipna=False)


def _with_first(frame: pd.DataFrame, experiment: str, columns: dict[str, pd.Series]) -> pd.DataFrame:
    """Return a table after some of the first columns; the text of a puzzle is in ``puzzle`` in files."""
    puzzle = puzzle_of(experiment)
    text = {"text": frame["puzzle"]} if "puzzle" in frame else {}
    first = pd.DataFrame({"puzzle": puzzle} | text | columns, frame.index)
    types = {"puzzle": "category", "text": "str", "simple": "boolean", "passes": "float64"}
    typed = as_types(first, {name: types[name] for name in first}, puzzle)
    return pd.concat([typed, frame.drop(columns="puzzle", errors="ignore")], axis=1)
