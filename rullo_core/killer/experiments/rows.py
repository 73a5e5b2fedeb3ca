"""The rows that datasets have of single Killer Sudokus."""

from __future__ import annotations

import pyarrow as pa

IN_COMMON = [("cages", pa.int64()), ("text", pa.string())]

HARDEST = pa.schema([("outcome", pa.string()), ("passes_cages_first", pa.float64()), *IN_COMMON])
"""The hardest of all puzzles."""

HARDEST_BY_LEVEL = pa.schema([("by_level", pa.string()), ("by_passes", pa.float64()), *IN_COMMON])
"""The hardest puzzles of each level, by its passes."""
