"""The rows that datasets have of single Killer Sudokus."""

from __future__ import annotations

import pyarrow as pa

HARDEST = pa.schema(
    [("kind", pa.string()), ("difficulty", pa.float64()), ("cages", pa.int64()), ("puzzle", pa.string())]
)
