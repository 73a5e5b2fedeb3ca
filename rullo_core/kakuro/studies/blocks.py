"""Full blocks: every filling, every vector of hints, those with one solution, and whether entries alone solve them.

The question is whether a full block with one solution is always simple.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import factorial, prod

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.kernels.blocks import COLUMN, ROW, list_keys
from rullo_core.kakuro.puzzle import LONGEST, Entry, Kakuro
from rullo_core.parameters import format_size
from rullo_core.runs.shards import default_threads, run_on_threads

WIDEST = {1: 9, 2: 9, 3: 4}
"""How many columns there may be, by rows: 3x4 takes a gigabyte, and 3x5 has hundreds of times as many fillings."""


@dataclass(frozen=True)
class Census:
    """What there is of a full block.

    Attributes
    ----------
    height, width : int
    fillings : int
        Digits, all different in rows and in columns.
    hints : int
        Different vectors of their sums.
    most : int
        The most fillings with the same one.
    unique : int
        Vectors with one filling only.
    kinds : dict of str to int
        Of these, by kind.
    puzzles : tuple of Kakuro
        One for each of these, but for the order of rows and of columns.
    """

    height: int
    width: int
    fillings: int
    hints: int
    most: int
    unique: int
    kinds: dict[str, int]
    puzzles: tuple[Kakuro, ...]


def count_block(height: int, width: int, threads: int | None = None) -> Census:
    """Count a full block.

    Parameters
    ----------
    height, width : int
        Up to 1x9, 2x9 and 3x4, either way.
    threads : int, optional
        All processors, unless given.

    Raises
    ------
    BadInput
        If it is larger.

    Examples
    --------
    >>> census = count_block(2, 2)
    >>> census.fillings, census.hints, census.unique, census.kinds
    (4104, 1835, 580, {'simple': 580})
    """
    if max(height, width) > WIDEST.get(min(height, width), 0):
        raise BadInput(f"{format_size(height, width)}: full blocks are counted up to 1x9, 2x9 and 3x4")
    if height > width:
        turned = count_block(width, height, threads)
        puzzles = tuple(puzzle.transposed() for puzzle in turned.puzzles)
        return Census(height, width, turned.fillings, turned.hints, turned.most, turned.unique, turned.kinds, puzzles)

    def work(first_row: int, _: np.ndarray) -> np.ndarray:
        number = list_keys(first_row, height, np.empty(0, np.uint64))
        keys = np.empty(number, np.uint64)
        list_keys(first_row, height, keys)
        return keys

    rows = [sum(1 << (digit - 1) for digit in some) for some in combinations(range(1, LONGEST + 1), width)]
    keys, numbers = np.unique(
        np.concatenate(list(run_on_threads(rows, work, threads or default_threads()))), return_counts=True
    )
    fillings = hints = most = unique = 0
    single = []
    for key, number in zip(keys.tolist(), numbers.tolist(), strict=True):
        across, down = sums_of(key, height, width)
        alike = prod(map(factorial, Counter(down).values()))
        orders = factorial(height) // prod(map(factorial, Counter(across).values()))
        fillings += number * orders * factorial(width)
        hints += orders * factorial(width) // alike
        most = max(most, number * alike)
        if number * alike == 1:
            unique += orders * factorial(width)
            single.append((across, down, orders * factorial(width)))
    puzzles = tuple(block(across, down) for across, down, _ in single)
    kinds: Counter[str] = Counter()
    for rating, (_, _, ways) in zip(rate_many(puzzles, threads=threads), single, strict=True):
        kinds[str(rating.kind)] += ways
    return Census(height, width, fillings, hints, most, unique, dict(kinds), puzzles)


def sums_of(key: int, height: int, width: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sums of rows and of columns that a key holds."""
    down = tuple(key >> int(COLUMN) * (width - 1 - c) & (1 << int(COLUMN)) - 1 for c in range(width))
    key >>= int(COLUMN) * width
    across = tuple(key >> int(ROW) * (height - 1 - r) & (1 << int(ROW)) - 1 for r in range(height))
    return across, down


def block(across: tuple[int, ...], down: tuple[int, ...]) -> Kakuro:
    """The full block with these hints."""
    empty = Kakuro.from_digits([[1] * len(down)] * len(across))
    hints = (*across, *down)
    entries = tuple(Entry(one.direction, one.cells, hint) for one, hint in zip(empty.entries, hints, strict=True))
    return Kakuro(empty.rows, empty.columns, empty.cells, entries)
