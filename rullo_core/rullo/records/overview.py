"""Comparison of the hardest puzzles known with upper bounds and with random puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.passes.solver import Run
from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records.climbing import SIMPLE, Record
from rullo_core.rullo.solver import Orientation, Position, make_step, run

BOTH_EVEN, BOTH_ODD, ONE_ODD = "both sides even", "both sides odd", "one side odd"


def records_table(records: Sequence[Record], kind: str = SIMPLE) -> pd.DataFrame:
    """Tabulate the records of a kind, with the bound for their size."""
    most = most_difficult if kind == SIMPLE else most_difficult_exhaustive
    rows = [
        {
            "size": format_size(one.height, one.width),
            "height": one.height,
            "width": one.width,
            "cells": one.height * one.width,
            "sides": (BOTH_EVEN, ONE_ODD, BOTH_ODD)[one.height % 2 + one.width % 2],
            "difficulty": one.difficulty,
            "at most": most(one.height, one.width),
        }
        for one in records
        if one.kind == kind and one.puzzle is not None
    ]
    return pd.DataFrame(rows).set_index("size")


def found_by_pass(puzzle: Rullo, first: Orientation) -> list[int]:
    """Return the number of cells that each pass fixes, in order."""
    return [one.found for one in run(puzzle, first).passes]


def odd_rounds(way: Run) -> dict[str, Counter[int]]:
    """Count for each line of a simple puzzle the rounds in which it gets and fixes an odd number of cells together.

    A round is two passes, the second over lines of its kind (or the end of all): the cells that it gets are those that
    the first pass fixes, and it fixes others in the second.
    """
    odd: dict[str, Counter[int]] = {"rows": Counter(), "columns": Counter()}
    for kind, before, now in rounds(way):
        for line, number in Counter(cell[kind == "columns"] for cell in before + now).items():
            odd[kind][line] += number % 2
    return odd


def rounds(way: Run) -> Iterator[tuple[str, list[Position], list[Position]]]:
    """Generate each pass of a simple puzzle with the one before: the kind of its lines, and the cells that both fix.

    No cell is fixed before the first; after the last there is one more round, of the other lines, that fixes nothing.
    """
    fixed = [[cell for deduction in one.deductions for cell in deduction.found] for one in way.passes]
    kinds = [one.orientation for one in way.passes]
    kinds.append("rows" if kinds[-1] == "columns" else "columns")
    yield from zip(kinds, [[], *fixed], [*fixed, []], strict=True)


def random_difficulties(
    sizes: Sequence[tuple[int, int]], values: tuple[int, ...], puzzles: int, seed: int
) -> pd.Series:
    """Return by size the mean difficulty of the simple ones among random puzzles; NaN where none is simple."""
    means = {}
    for height, width in sizes:
        drawn = (draw_puzzle(height, width, values, seed, index)[0] for index in range(puzzles))
        difficulties = [step.difficulty for step in map(make_step, drawn) if step.is_last]
        means[format_size(height, width)] = float(np.mean(difficulties)) if difficulties else np.nan
    return pd.Series(means)


def record_of(records: Sequence[Record], height: int, width: int) -> Record:
    """Return the record of simple puzzles of a size."""
    for one in records:
        if (one.height, one.width, one.kind) == (height, width, SIMPLE) and one.puzzle is not None:
            return one
    sizes = ", ".join(records_table(records).index)
    raise BadInput(f"{format_size(height, width)}: there is no record of this size; take one of {sizes}")
