"""Read the measurements that a benchmark wrote: a table whose columns are known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.paths import to_read


def read_measured(path: str | Path, columns: Sequence[str], benchmark: str) -> pd.DataFrame:
    """Read a table that the module of a benchmark wrote: that of the path or, unless there is one, of the project."""
    make_it = f"make it with python -m {benchmark} {path}"
    try:
        frame = pd.read_csv(to_read(path))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read ({error}); {make_it}") from None
    if list(frame.columns) != list(columns):
        raise BadInput(f"{path}: its columns are not {', '.join(columns)}; {make_it}")
    return frame
