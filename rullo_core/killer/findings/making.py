"""How Killer Sudokus are made, in sentences of Markdown and tables to show."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from rullo_core.killer.batch import rate_many
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import SHAVE, SOLVERS
from rullo_core.passes.levels import SEARCH


def repaired(table: pd.DataFrame) -> pd.DataFrame:
    """By seeds, and whether cells may move: what came of them, and how many each level is the first to solve."""
    rows = {}
    for (seeds, may_move), some in table.groupby(["seeds", "may move"], sort=False):
        levels = some["level"].value_counts()
        told = [f"{levels[level]} {level}" for level in (*SOLVERS, SHAVE, SEARCH) if level in levels]
        rows[f"{seeds}, {'cells may move' if may_move else 'cages are only cut'}"] = {
            "cages": f"{some['cages'].mean():.1f} ({some['cages'].min()} to {some['cages'].max()})",
            "of one cell": f"{some['singles'].mean():.1f}",
            "cells moved": f"{some['moves'].mean():.1f}",
            "cages cut": f"{some['splits'].mean():.1f}",
            "solved first by": ", ".join(told),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("seeds")


def record(name: str, puzzle: Killer) -> str:
    """What a puzzle is shown for."""
    (rating,) = rate_many([puzzle], threads=1)
    return f"{rating.passes} passes" if name.endswith("passes") else f"{len(puzzle.cages)} cages"


def records(puzzles: Mapping[str, Killer]) -> pd.DataFrame:
    """The puzzles that were climbed to: cages, solutions, passes, level."""
    ratings = rate_many(puzzles.values(), threads=1)
    rows = {
        name.replace("-", " "): {
            "cages": rating.cages,
            "of one cell": sum(len(cage) == 1 for cage in puzzle.cages),
            "one solution": rating.complete and rating.solutions == 1,
            "passes by turns": "stuck" if rating.passes is None else str(rating.passes),
            "solved first by": rating.level,
        }
        for (name, puzzle), rating in zip(puzzles.items(), ratings, strict=True)
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("puzzle")
