"""Results about the generation of Killer Sudokus, as sentences of Markdown and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from rullo_core.killer.batch import rate_many
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import SHAVE, SOLVERS
from rullo_core.passes.levels import SEARCH


def repaired(table: pd.DataFrame) -> pd.DataFrame:
    """Return repaired puzzles by seeds and moves: cages, changes, and the levels that are the first to solve them."""
    rows = {}
    for (seeds, may_move), some in table.groupby(["seeds", "may move"], sort=False):
        levels = some["level"].value_counts()
        text = [f"{levels[level]} {level}" for level in (*SOLVERS, SHAVE, SEARCH) if level in levels]
        rows[f"{seeds}, {'cells may move' if may_move else 'cages are only cut'}"] = {
            "cages": f"{some['cages'].mean():.1f} ({some['cages'].min()} to {some['cages'].max()})",
            "of one cell": f"{some['singles'].mean():.1f}",
            "cells moved": f"{some['moves'].mean():.1f}",
            "cages split": f"{some['splits'].mean():.1f}",
            "solved first by": ", ".join(text),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("seeds")


def fewest(puzzles: Mapping[str, Sequence[Killer]]) -> str:
    """Return a sentence with the fewest cages of a record of 9x9; empty if there is none."""
    text = [len(puzzle.cages) for some in puzzles.values() for puzzle in some if puzzle.side == 9]
    return f"The fewest found here on 9×9 are **{min(text)}**." if text else ""


def records(puzzles: Mapping[str, Sequence[Killer]]) -> pd.DataFrame:
    """Return a table of the records: cages, proof of uniqueness, passes, level."""
    rows = {}
    for name, some in puzzles.items():
        for puzzle, rating in zip(some, rate_many(some, threads=1), strict=True):
            one = rating.complete and rating.solutions == 1
            rows[f"{puzzle.side}x{puzzle.side}, {name.replace('-', ' ')}"] = {
                "cages": rating.cages,
                "of one cell": sum(len(cage) == 1 for cage in puzzle.cages),
                "one solution": f"proved with {rating.nodes} nodes" if one else "not proved",
                "passes by turns": "stuck" if rating.passes is None else str(rating.passes),
                "solved first by": rating.level,
            }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("puzzle")


def largest(puzzles: Mapping[str, Sequence[Killer]]) -> dict[str, Killer]:
    """Return the record on the largest board of each kind, by its caption."""
    shown = {}
    for name, some in puzzles.items():
        puzzle = max(some, key=lambda one: one.side)
        (rating,) = rate_many([puzzle], threads=1)
        shown[f"{rating.passes} passes" if name.endswith("passes") else f"{rating.cages} cages"] = puzzle
    return shown
