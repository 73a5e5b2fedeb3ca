"""Sentences of Markdown about the hardest puzzles found here."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd

from rullo_core.passes.explain import listed
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records.overview import BOTH_EVEN, found_by_pass, odd_rounds
from rullo_core.rullo.solver import run


def bound_met(table: pd.DataFrame) -> str:
    """Describe the sizes whose greatest difficulty is known."""
    met = table["difficulty"] == table["at most"]
    text = f"Of {len(table)} sizes, the hardest puzzle found here **meets the bound in {met.sum()}**"
    if met.any():
        text += (
            ": there the greatest difficulty is known, whatever the numbers in the grid. They are "
            f"{listed(table.index[met])}"
        )
    text += "."
    even = table[(table["sides"] == BOTH_EVEN) & (table[["height", "width"]].min(axis=1) >= 4)]
    below = even["cells"] - even["difficulty"]
    is_open = ~met[even.index]
    if is_open.any():
        least = below == below[is_open].min()
        text += (
            f" Where both sides are even, 4 or more, its difficulty is {below[is_open].min():g} less than the number "
            f"of cells in {listed(even.index[least & is_open])}"
        )
        if (least & ~is_open).any():
            text += f", as in {listed(even.index[least & ~is_open])}, where that is the greatest"
        text += "; the bound is 2.5 less. Whether harder puzzles exist or the bound can be lowered is open."
    return text


def single_finds(puzzle: Rullo) -> str:
    """Describe how many cells the passes of a puzzle fix, in either order."""
    text = []
    for first in ("columns", "rows"):
        found = Counter(found_by_pass(puzzle, first))
        parts = [f"{number} fix {cells}" for cells, number in sorted(found.items())]
        text.append(f"{first} first {sum(found.values())} passes, of which {listed(parts)}")
    return "It takes, " + "; ".join(text) + "."


def why_odd_lag(puzzle: Rullo) -> str:
    """List in how many rounds the lines of a puzzle are odd."""
    text = []
    for first in ("columns", "rows"):
        odd = odd_rounds(run(puzzle, first))
        for kind, lines in (("rows", puzzle.height), ("columns", puzzle.width)):
            times = Counter(odd[kind][line] for line in range(lines))
            parts = [f"{number} of its {lines} {kind} {_times(often)}" for often, number in sorted(times.items())]
            text.append(f"{first} first, {listed(parts)}")
    return "* " + "\n* ".join(text)


def _times(often: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(often, f"{often} times")


def all_records(simple: pd.DataFrame, exhaustive: pd.DataFrame) -> pd.DataFrame:
    """Return the records of both kinds side by side, as text."""
    shown = simple[["cells"]].astype(str)
    for name, table in (("simple", simple), ("exhaustive", exhaustive.reindex(simple.index))):
        shown[name] = [_number(one) for one in table["difficulty"]]
        shown[f"{name}, at most"] = [_number(one) for one in table["at most"]]
    return shown


def _number(number: float) -> str:
    return "–" if np.isnan(number) else f"{number:g}"


def with_guesses(simple: pd.DataFrame, exhaustive: pd.DataFrame) -> str:
    """Compare the hardest exhaustive puzzles found here with the hardest simple ones."""
    both = simple.join(exhaustive[["difficulty"]].add_prefix("exhaustive "), how="inner")
    harder = both["exhaustive difficulty"] > both["difficulty"]
    return (
        f"Of {len(both)} sizes, the hardest puzzle found here is exhaustive in {harder.sum()} and simple in "
        f"{(both['exhaustive difficulty'] < both['difficulty']).sum()}. The exhaustive one is harder for "
        f"{listed(both.index[harder]) if harder.any() else 'none'}."
    )
