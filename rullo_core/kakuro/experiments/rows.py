"""The rows that datasets have of single Kakuros."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import Rating

HARDEST = pa.schema(
    [("outcome", pa.string()), ("passes", pa.float64()), ("open_cells", pa.int64()), ("cells", pa.int64()),
     ("text", pa.string())]
)  # fmt: skip


def tally_row(outcome: str, solutions: int, puzzles: int, passes: float | None = None) -> dict[str, Any]:
    """Return the row of a tally for puzzles that have the same number of solutions."""
    return {"outcome": outcome, "solutions": solutions, "passes": passes, "puzzles": puzzles}


def row_of(puzzle: Kakuro, rating: Rating) -> dict[str, Any]:
    """Return the row of a puzzle that has a solution: the columns of `HARDEST`."""
    return {
        "outcome": str(rating.kind),
        "passes": rating.difficulty,
        "open_cells": rating.open_cells,
        "cells": rating.cells,
        "text": str(puzzle),
    }
