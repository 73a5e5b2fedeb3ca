"""Full blocks: fillings, vectors of clues, unique ones, and whether a unique full block is always simple."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import factorial

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.kernels.blocks import COLUMN, ROW, list_keys
from rullo_core.kakuro.levels import LEVEL_OF_KIND
from rullo_core.kakuro.puzzle import LONGEST, Entry, Kakuro
from rullo_core.parameters import format_size, parse_size
from rullo_core.puzzles.results import Puzzles
from rullo_core.runs.shards import run_on_threads

WIDEST = {1: 9, 2: 9, 3: 4}
"""How many columns there may be, by rows: 3x4 takes a gigabyte, and 3x5 has hundreds of times as many fillings."""


@dataclass(frozen=True)
class Census:
    """Counts of a full block: fillings, vectors of clues, the most fillings of one, vectors with one, and these by
    kind, with a puzzle for each, but for the order of rows and of columns.
    """

    height: int
    width: int
    fillings: int
    clues: int
    most: int
    unique: int
    kinds: dict[str, int]
    puzzles: tuple[Kakuro, ...]


def count_block(height: int, width: int, threads: int | None = None) -> Census:
    """Count a full block of up to 1x9, 2x9 and 3x4, either way."""
    if max(height, width) > WIDEST.get(min(height, width), 0):
        raise BadInput(f"{format_size(height, width)}: full blocks are counted up to 1x9, 2x9 and 3x4")
    if height > width:
        turned = count_block(width, height, threads)
        puzzles = tuple(puzzle.transposed() for puzzle in turned.puzzles)
        return Census(height, width, turned.fillings, turned.clues, turned.most, turned.unique, turned.kinds, puzzles)

    def work(first_row: int, _: np.ndarray) -> np.ndarray:
        number = list_keys(first_row, height, np.empty(0, np.uint64))
        keys = np.empty(number, np.uint64)
        list_keys(first_row, height, keys)
        return keys

    rows = [sum(1 << (digit - 1) for digit in some) for some in combinations(range(1, LONGEST + 1), width)]
    keys, numbers = np.unique(np.concatenate(list(run_on_threads(rows, work, threads))), return_counts=True)
    across, down = sums_of(keys, height, width)
    alike = ways_to_order_equals(down)
    orders = factorial(height) // ways_to_order_equals(across) * factorial(width)
    unique = numbers * alike == 1
    single = [tuple(map(tuple, sums[unique].tolist())) for sums in (across, down)]
    puzzles = tuple(map(block, *single))
    kinds: Counter[str] = Counter()
    for rating, ways in zip(rate_many(puzzles, threads=threads), orders[unique].tolist(), strict=True):
        kinds[str(rating.kind)] += ways
    return Census(
        height,
        width,
        fillings=int((numbers * orders).sum()),
        clues=int((orders // alike).sum()),
        most=int((numbers * alike).max()),
        unique=int(orders[unique].sum()),
        kinds=dict(kinds),
        puzzles=puzzles,
    )


def count_blocks(sizes: str | Iterable[str], threads: int | None = None) -> pd.DataFrame:
    """Count all puzzles of full blocks, which have no black cell inside.

    Parameters
    ----------
    sizes : str or iterable of str
        Height and width of each block, such as ``"2x5"``: up to 1x9, 2x9 and 3x4, either way.
    threads : int, optional
        Threads to work with; as many as processors unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each size, in order: ``size`` (str); int64 ``fillings``, ``clues`` (the different vectors of clues),
        ``unique`` (those with one solution), and of these ``simple``, ``rectangular`` and ``exhaustive``; and
        ``puzzles`` (`Puzzles`, the unique ones, but for the order of rows and of columns).

    Raises
    ------
    BadInput
        If a block is larger.

    Examples
    --------
    >>> import rullo_core as rc
    >>> counts = rc.kakuro.studies.count_blocks(["2x2", "2x3"])
    >>> counts[["fillings", "clues", "unique", "simple"]].values.tolist()
    [[4104, 1835, 580, 580], [179424, 34153, 3552, 3552]]
    """
    rows = []
    for size in [sizes] if isinstance(sizes, str) else sizes:
        found = count_block(*parse_size(size), threads)
        counts = {"fillings": found.fillings, "clues": found.clues, "unique": found.unique}
        kinds = {kind: found.kinds.get(kind, 0) for kind in LEVEL_OF_KIND}
        rows.append({"size": size} | counts | kinds | {"puzzles": Puzzles(found.puzzles)})
    return pd.DataFrame(rows)


def sums_of(keys: np.ndarray, height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums of rows and of columns that keys hold, a row for each key."""
    column, row = int(COLUMN), int(ROW)
    down = [keys >> np.uint64(column * (width - 1 - c)) & np.uint64((1 << column) - 1) for c in range(width)]
    rest = keys >> np.uint64(column * width)
    across = [rest >> np.uint64(row * (height - 1 - r)) & np.uint64((1 << row) - 1) for r in range(height)]
    return np.stack(across, axis=1).astype(np.int64), np.stack(down, axis=1).astype(np.int64)


def ways_to_order_equals(rows: np.ndarray) -> np.ndarray:
    """Return in how many ways equal numbers of each row can be permuted."""
    ordered = np.sort(rows, axis=1)
    ways = alike = np.ones(len(rows), np.int64)
    for before, number in pairwise(ordered.T):
        alike = np.where(number == before, alike + 1, 1)
        ways = ways * alike
    return ways


def block(across: tuple[int, ...], down: tuple[int, ...]) -> Kakuro:
    """Return the full block with these clues."""
    empty = Kakuro.from_digits([[1] * len(down)] * len(across))
    clues = (*across, *down)
    entries = tuple(Entry(one.direction, one.cells, clue) for one, clue in zip(empty.entries, clues, strict=True))
    return Kakuro(empty.rows, empty.columns, empty.cells, entries)
