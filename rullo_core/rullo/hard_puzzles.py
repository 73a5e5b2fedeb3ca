"""The hardest puzzles of a dataset, with equivalent puzzles removed (thesis, section 6.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from rullo_core.datasets.store import Dataset
from rullo_core.errors import BadInput
from rullo_core.rullo.puzzle import Rullo, Solution, flat

KEEP = 1000
"""Number of hardest puzzles of each kind that are stored beside the counts."""

COLUMNS = pa.schema(
    [
        ("kind", pa.string()),
        ("difficulty", pa.float64()),
        ("numbers", pa.list_(pa.int64())),
        ("row_targets", pa.list_(pa.int64())),
        ("column_targets", pa.list_(pa.int64())),
        ("solution", pa.list_(pa.bool_())),
    ]
)


@dataclass(frozen=True)
class RatedPuzzle:
    """A puzzle with the solution it was made from, and its difficulty for that solution."""

    kind: str
    difficulty: float
    puzzle: Rullo
    solution: Solution

    @property
    def required(self) -> int:
        """Number of included cells."""
        return sum(flat(self.solution))


def as_table(puzzles: Iterable[RatedPuzzle]) -> pa.Table:
    """Return puzzles as a table with the columns `COLUMNS`, grids row by row."""
    rows = [
        {
            "kind": rating.kind,
            "difficulty": rating.difficulty,
            "numbers": flat(rating.puzzle.numbers),
            "row_targets": list(rating.puzzle.row_targets),
            "column_targets": list(rating.puzzle.column_targets),
            "solution": flat(rating.solution),
        }
        for rating in puzzles
    ]
    return pa.Table.from_pylist(rows, schema=COLUMNS)


def rated_puzzles(table: pa.Table) -> list[RatedPuzzle]:
    """Read puzzles from a table made by `as_table`."""
    if table.schema.names != COLUMNS.names:
        raise BadInput(
            f"puzzles with the columns {', '.join(table.schema.names)}: are no Rullos; make the dataset again"
        )
    return [rated_puzzle(row) for row in table.to_pylist()]


def text_of(row: dict[str, Any]) -> str:
    """Return the text of the puzzle in a row."""
    return str(rated_puzzle(row).puzzle)


def rated_puzzle(row: dict[str, Any]) -> RatedPuzzle:
    """Return the puzzle in a row."""
    width = len(row["column_targets"])

    def rows_of(cells: list[Any]) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))

    puzzle = Rullo(rows_of(row["numbers"]), tuple(row["row_targets"]), tuple(row["column_targets"]))
    return RatedPuzzle(row["kind"], row["difficulty"], puzzle, rows_of(row["solution"]))


def hardest(dataset: Dataset, kind: str, every_number: bool = False) -> list[RatedPuzzle]:
    """Return the most difficult puzzles of one kind in a dataset, or those that contain every number of the range.

    There are at most as many as are stored with the dataset.
    """
    size = len(dataset.manifest["parameters"]["values"])
    ratings = [
        rating
        for rating in rated_puzzles(dataset.hardest_table)
        if rating.kind == kind and (not every_number or len(set(flat(rating.puzzle.numbers))) == size)
    ]
    greatest = max((rating.difficulty for rating in ratings), default=0)
    return [rating for rating in ratings if rating.difficulty == greatest]


def classes(puzzles: Iterable[Rullo], *, transpose: bool = False, invert: bool = False) -> list[Rullo]:
    """Return the canonical puzzle of each class under orders of lines, and transposing or inverting if allowed."""
    return sorted({puzzle.canonical(transpose=transpose, invert=invert) for puzzle in puzzles})
