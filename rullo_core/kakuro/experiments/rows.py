"""The rows that datasets have of single Kakuros."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import Rating

HARDEST = pa.schema(
    [("kind", pa.string()), ("difficulty", pa.float64()), ("unfixed", pa.int64()), ("cells", pa.int64()),
     ("puzzle", pa.string())]
)  # fmt: skip


def tally_row(kind: str, solutions: int, puzzles: int, difficulty: float | None = None) -> dict[str, Any]:
    """Return the row of a tally for puzzles that have the same number of solutions."""
    return {"kind": kind, "solutions": solutions, "difficulty": difficulty, "puzzles": puzzles}


def row_of(puzzle: Kakuro, rating: Rating) -> dict[str, Any]:
    """Return the row of a puzzle that has a solution: the columns of `HARDEST`."""
    return {
        "kind": str(rating.kind),
        "difficulty": rating.difficulty,
        "unfixed": rating.open_cells,
        "cells": rating.cells,
        "puzzle": str(puzzle),
    }
