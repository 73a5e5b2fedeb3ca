"""Tables that compare puzzles found by a search with each other, with bounds and with the thesis's hardest."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from rullo_core.parameters import format_size
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.records.hard_search import Found
from rullo_core.rullo.solver import difficulty, is_simple
from rullo_core.rullo.thesis import published


def hardest_of_the_thesis() -> dict[tuple[int, int], float]:
    """Return the greatest difficulty of a simple puzzle in the thesis, by size."""
    greatest: dict[tuple[int, int], float] = {}
    for puzzle in published.puzzles().values():
        if is_simple(puzzle):
            size = puzzle.height, puzzle.width
            greatest[size] = max(greatest.get(size, 0.0), difficulty(puzzle))
    return dict(sorted(greatest.items()))


def bound_table(found: Sequence[Found | None]) -> pd.DataFrame:
    """Tabulate how far the hardest simple puzzles found here, one of each size, are from the bound for it."""
    thesis = hardest_of_the_thesis()
    rows = {}
    for one in found:
        if one is None:
            continue
        size = one.puzzle.height, one.puzzle.width
        bound = most_difficult(*size)
        rows[format_size(*size)] = {
            "at most": f"{bound:g}",
            "found by search": f"{one.difficulty:g}",
            "in the thesis": f"{thesis[size]:g}" if size in thesis else "–",
            "greater one, of the bound": f"{max(one.difficulty, thesis.get(size, 0.0)) / bound:.0%}",
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("size")
