"""All puzzles of a full block, which has no black cell inside."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb, factorial
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.experiments.rows import HARDEST, row_of, tally_row
from rullo_core.kakuro.kernels.blocks import COLUMN, ROW, list_keys
from rullo_core.kakuro.puzzle import LONGEST, Entry, Kakuro
from rullo_core.parameters import format_size
from rullo_core.runs.enumeration import Enumeration, EnumerationResult

WIDEST = {1: 9, 2: 9, 3: 4}
"""The greatest number of columns, by rows: 3x5 has hundreds of times as many fillings as 3x4, which takes seconds."""


@dataclass(frozen=True)
class Census(Enumeration):
    """Every vector of clues that some filling of a full block gives."""

    height: int
    width: int

    name: ClassVar[str] = "kakuro census"
    schema: ClassVar = HARDEST
    schema_of_puzzles: ClassVar = HARDEST.append(pa.field("orders", pa.int64()))

    def __post_init__(self) -> None:
        if self.longer > WIDEST.get(self.shorter, 0):
            raise BadInput(f"{self.size}: full blocks are counted up to 1x9, 2x9 and 3x4; take a smaller block")

    @property
    def shorter(self) -> int:
        """The cells of the shorter side, that of the columns which are counted."""
        return min(self.height, self.width)

    @property
    def longer(self) -> int:
        """The cells of the longer side, that of the rows which are counted."""
        return max(self.height, self.width)

    @property
    def size(self) -> str:
        """The size as text."""
        return format_size(self.height, self.width)

    @property
    def title(self) -> str:
        """The census in words."""
        return f"full blocks of {self.size}"

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that determine the result, for the manifest of the dataset."""
        return {"size": self.size}

    @property
    def stem(self) -> str:
        """The name of the dataset in the data folder, without its suffix."""
        return f"kakuro-census-{self.size}"

    def shards(self, threads: int | None = None) -> Iterator[int]:
        """Yield the sums of the first row, which is the least; so no vector of clues is in two shards."""
        lowest = sum(range(1, self.longer + 1))
        return iter(range(lowest, lowest + self.longer * (LONGEST - self.longer) + 1))

    def count(self, shard: int, stop: np.ndarray) -> EnumerationResult:
        """Count the puzzles whose least sum of a row is given."""
        return self.count_rows([row for row in combinations(range(1, LONGEST + 1), self.longer) if sum(row) == shard],
                               stop)  # fmt: skip

    def count_rows(self, rows: Sequence[tuple[int, ...]], stop: np.ndarray) -> EnumerationResult:
        """Count the puzzles with some digits in the first row: all that have the same sum."""
        key_arrays = []
        for digits in rows:
            if stop[0]:
                return EnumerationResult()
            first = sum(1 << (digit - 1) for digit in digits)
            keys = np.empty(list_keys(first, self.shorter, np.empty(0, np.uint64)), np.uint64)
            list_keys(first, self.shorter, keys)
            key_arrays.append(keys)
        keys, numbers = np.unique(np.concatenate(key_arrays), return_counts=True)
        row_sums, column_sums = sums_of(keys, self.shorter, self.longer)
        repeats = ways_to_order_equals(column_sums)
        orders = factorial(self.shorter) // ways_to_order_equals(row_sums) * factorial(self.longer)
        solutions, arrangements = numbers * repeats, orders // repeats
        unique, result = solutions == 1, EnumerationResult()
        solution_counts, place = np.unique(solutions[~unique], return_inverse=True)
        puzzles = np.zeros(len(solution_counts), np.int64)
        np.add.at(puzzles, place, arrangements[~unique])
        for number, count in zip(solution_counts.tolist(), puzzles.tolist(), strict=True):
            result.counts.append(tally_row("ambiguous", number, count))
        blocks = [
            self.block(*sums) for sums in zip(row_sums[unique].tolist(), column_sums[unique].tolist(), strict=True)
        ]
        for block, rating, ways in zip(
            blocks, rate_many(blocks, threads=1), arrangements[unique].tolist(), strict=True
        ):
            row = row_of(block, rating)
            result.single.append(row | {"orders": ways})
            result.counts.append(tally_row(row["outcome"], 1, ways, row["passes"]))
        return result

    def block(self, row_sums: Sequence[int], column_sums: Sequence[int]) -> Kakuro:
        """Return the full block with the sums of the rows and of the columns that are counted."""
        if self.height > self.width:
            row_sums, column_sums = column_sums, row_sums
        empty = Kakuro.from_digits([[1] * self.width] * self.height)
        clues = (*row_sums, *column_sums)
        entries = tuple(
            Entry(entry.direction, entry.cells, clue) for entry, clue in zip(empty.entries, clues, strict=True)
        )
        return Kakuro(empty.rows, empty.columns, empty.cells, entries)

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the seconds that it takes, from one first row; see `Experiment`."""
        Census(1, 1).count_rows([(1,)], np.zeros(1, np.uint8))  # compiles
        begin, rows = time.perf_counter(), list(combinations(range(1, LONGEST + 1), self.longer))
        self.count_rows([rows[len(rows) // 2]], np.zeros(1, np.uint8))
        return (time.perf_counter() - begin) * comb(LONGEST, self.longer) / threads


def sums_of(keys: np.ndarray, height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums of rows and of columns that keys hold, a row for each key."""
    column, row = int(COLUMN), int(ROW)
    column_sums = [keys >> np.uint64(column * (width - 1 - c)) & np.uint64((1 << column) - 1) for c in range(width)]
    rest = keys >> np.uint64(column * width)
    row_sums = [rest >> np.uint64(row * (height - 1 - r)) & np.uint64((1 << row) - 1) for r in range(height)]
    return np.stack(row_sums, axis=1).astype(np.int64), np.stack(column_sums, axis=1).astype(np.int64)


def ways_to_order_equals(rows: np.ndarray) -> np.ndarray:
    """Return in how many ways equal numbers of each row can be permuted."""
    ordered = np.sort(rows, axis=1)
    ways = repeats = np.ones(len(rows), np.int64)
    for previous, number in pairwise(ordered.T):
        repeats = np.where(number == previous, repeats + 1, 1)
        ways = ways * repeats
    return ways
