"""Examples of strategies as boards and sentences."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from rullo_core.killer.picture import Board
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.studies.backtracking import Choice
from rullo_core.killer.studies.strategy_use import Step


def boards(puzzle: Killer, steps: Sequence[Step]) -> list[Board]:
    """Return a board for each step, with the candidates before it and its cells framed."""
    return [Board(puzzle, step.before, f"{i}. {step.strategy}", step.cells) for i, step in enumerate(steps, start=1)]


def description(steps: Sequence[Step]) -> str:
    """Return the steps as a numbered list."""
    return "\n".join(f"{i}. {step.description}" for i, step in enumerate(steps, start=1))


def maze(choices: Sequence[Choice], way: Sequence[int]) -> str:
    """Return a sentence on how many choices lead to the solution, with a link to the counts on 9x9."""
    return (
        f"{len(choices)} choices, of which {len(way)} lead to the solution. For 9×9 "
        "[notebook 03](03-why-none-was-solved.ipynb) counts them, with and without strategies before."
    )


def choices(table: pd.DataFrame) -> pd.DataFrame:
    """Return the medians by class of the choices that `rullo_core.killer.studies.backtracking` counts."""
    grouped = table.groupby("class", sort=False)
    shown = grouped[["from the empty grid", "after the strategies", "search"]].median().astype(int)
    shown["given up from the empty grid"] = grouped["given up"].sum()
    return shown
