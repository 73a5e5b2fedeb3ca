"""Read the measurements that a benchmark wrote: a table whose columns are known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from rullo_core.errors import BadInput


def read_measured(path: Path, columns: Sequence[str], benchmark: str) -> pd.DataFrame:
    """Read a table that the module of a benchmark wrote."""
    make_it = f"make it with python -m {benchmark} {path}"
    try:
        frame = pd.read_csv(path)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read ({error}); {make_it}") from None
    if list(frame.columns) != list(columns):
        raise BadInput(f"{path}: its columns are not {', '.join(columns)}; {make_it}")
    return frame
