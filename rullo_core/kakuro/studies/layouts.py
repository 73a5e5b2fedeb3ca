"""The smallest layout with a unique puzzle that is not simple.

Every polyomino is a layout, up to rotation and reflection; runs of one cell are no entries. Where no entries form a
circle, filtering entries one by one is complete, so such layouts are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.kakuro.batch import pack, rate_many
from rullo_core.kakuro.kernels.board import desk_for
from rullo_core.kakuro.kernels.fillings import CLUE, find_stuck, list_clues
from rullo_core.kakuro.levels import LEVEL_OF_KIND
from rullo_core.kakuro.puzzle import Kakuro, Position
from rullo_core.parameters import check_whole
from rullo_core.runs.checkpoint import run_resumably
from rullo_core.runs.shards import default_threads

Shape = frozenset[Position]

PART = 10_000
"""Number of puzzles that are rated at once."""


@dataclass(frozen=True)
class Count:
    """All puzzles of a layout (without clues): whether every cell is in two entries; fillings, vectors of clues, those
    with one filling, these by kind, and the first example of each kind but simple.
    """

    layout: Kakuro
    crossed: bool
    fillings: int
    clues: int
    unique: int
    kinds: dict[str, int]
    examples: dict[str, Kakuro]


def shapes(cells: int) -> list[Shape]:
    """Return all polyominoes of so many cells, up to rotation and reflection.

    >>> [len(shapes(cells)) for cells in range(1, 9)]
    [1, 1, 2, 5, 12, 35, 108, 369]
    """
    found = {frozenset({(0, 0)})}
    for _ in range(cells - 1):
        found = {
            _least(shape | {(r + dr, c + dc)})
            for shape in found
            for r, c in shape
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) not in shape
        }
    return sorted(found, key=sorted)


def _least(shape: Shape) -> Shape:
    """Return the canonical form of a polyomino under rotation and reflection."""
    forms = []
    for _ in range(4):
        shape = frozenset((c, -r) for r, c in shape)
        for form in (shape, frozenset((r, -c) for r, c in shape)):
            top, left = min(r for r, _ in form), min(c for _, c in form)
            forms.append(sorted((r - top, c - left) for r, c in form))
    return frozenset(min(forms))


def layout_of(shape: Shape) -> Kakuro:
    """Return the puzzle without clues whose white cells have a shape."""
    height, width = (1 + max(cell[i] for cell in shape) for i in (0, 1))
    digits = [[int((r, c) in shape) for c in range(width)] for r in range(height)]
    filled = Kakuro.from_digits(digits)
    return replace(filled, entries=tuple(replace(one, clue=None) for one in filled.entries if len(one) > 1))


def has_circle(layout: Kakuro) -> bool:
    """Whether entries form a circle: more cells are in two of them than connect all entries of a connected layout."""
    return sum(len(inside) == 2 for inside in layout.of_cells) >= len(layout.entries)


def _counts(layout: Kakuro, _: np.ndarray | None = None) -> dict[str, Any]:
    """Count the puzzles of a layout: the fields of `Count`, fit for JSON, with examples as keys of `_with_clues`."""
    packed = pack([layout])
    keys = np.empty(list_clues(packed, np.empty(0, np.uint64)), np.uint64)
    list_clues(packed, keys)
    keys.sort()
    stuck = np.empty(find_stuck(packed, keys, np.empty(0, np.uint64), desk_for(packed))[2], np.uint64)
    clues, unique, _ = find_stuck(packed, keys, stuck, desk_for(packed))
    kinds = Counter({"simple": int(unique) - len(stuck)})
    examples: dict[str, int] = {}
    # A batch at a time, to save memory.
    for part in np.array_split(stuck, len(stuck) // PART + 1):
        of_part = part.tolist()
        puzzles = [_with_clues(layout, key) for key in of_part]
        for key, rating in zip(of_part, rate_many(puzzles, threads=1), strict=True):
            kinds[str(rating.kind)] += 1
            examples.setdefault(str(rating.kind), key)
    counted = {"fillings": len(keys), "clues": int(clues), "unique": int(unique)}
    return counted | {"kinds": dict(kinds), "examples": examples}


def _as_count(layout: Kakuro, counted: dict[str, Any]) -> Count:
    crossed = all(len(inside) == 2 for inside in layout.of_cells)
    examples = {kind: _with_clues(layout, key) for kind, key in counted["examples"].items()}
    fillings, clues, unique = (counted[name] for name in ("fillings", "clues", "unique"))
    return Count(layout, crossed, fillings, clues, unique, counted["kinds"], examples)


def _with_clues(layout: Kakuro, key: int) -> Kakuro:
    bits = int(CLUE)
    entries = [
        replace(entry, clue=key >> bits * place & (1 << bits) - 1)
        for place, entry in enumerate(reversed(layout.entries))
    ]
    return replace(layout, entries=tuple(reversed(entries)))


def counts_of_layouts(
    cells: int, crossed: bool = False, threads: int | None = None, place: Path | None = None
) -> Iterator[Count]:
    """Count the puzzles of all layouts of so many cells that have a circle; beside `place` are checkpoints."""
    layouts = [layout for layout in map(layout_of, shapes(cells)) if has_circle(layout)]
    if crossed:
        layouts = [one for one in layouts if all(len(inside) == 2 for inside in one.of_cells)]
    counted = run_resumably(layouts, _counts, threads or default_threads(), place)
    return (_as_count(layout, counts) for layout, counts in zip(layouts, counted, strict=True))


def count_layouts(cells: int, *, crossed: bool = False, threads: int | None = None) -> pd.DataFrame:
    """Count all puzzles of small layouts whose entries form a circle.

    Layouts differ by more than turning and reflecting; a run of one cell is no entry. Where entries form no circle, all
    puzzles with one solution are simple.

    Parameters
    ----------
    cells : int
        The most white cells of a layout, from 4; 8 take some minutes.
    crossed : bool
        Whether to count only layouts of which each cell is in two entries.
    threads : int, optional
        Threads to work with; as many as processors unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each layout, by the number of its cells: ``layout`` (`Kakuro` without clues); int64 ``cells``,
        ``fillings``, ``clues`` (the different vectors of clues), ``unique`` (those with one solution), and of these
        ``simple``, ``rectangular`` and ``exhaustive``; and ``examples`` (dict, the first `Kakuro` of each kind but
        simple).

    Raises
    ------
    BadInput
        If ``cells`` is below 4.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.kakuro.studies.count_layouts(5)[["cells", "unique", "simple"]].values.tolist()
    [[4, 580, 580], [5, 6372, 4352]]
    """
    counts = (
        one
        for number in range(4, check_whole("cells", cells, 4) + 1)
        for one in counts_of_layouts(number, crossed, threads)
    )
    rows = [
        {"layout": one.layout, "cells": len(one.layout.cells), "fillings": one.fillings, "clues": one.clues}
        | {
            "unique": one.unique,
            **{kind: one.kinds.get(kind, 0) for kind in map(str, LEVEL_OF_KIND)},
            "examples": one.examples,
        }
        for one in counts
    ]
    return pd.DataFrame(rows)
