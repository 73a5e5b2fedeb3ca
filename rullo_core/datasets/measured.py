"""Read and make tables of measurements: files whose columns are known, and the modules that make them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.paths import to_read


def read_measured(path: str | Path, columns: Sequence[str], module: str) -> pd.DataFrame:
    """Read a table that a module made: that of the path or, if there is none, of the project."""
    make_it = f"make it with python -m {module} {path}"
    try:
        frame = pd.read_csv(to_read(path))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read ({error}); {make_it}") from None
    if list(frame.columns) != list(columns):
        raise BadInput(f"{path}: its columns are not {', '.join(columns)}; {make_it}")
    return frame


def write_tables(tables: Mapping[str, Callable[[], pd.DataFrame]], paths: Sequence[str]) -> None:
    """Make the tables that files are named after, each at a path; say which there are if a name is none of them."""
    for path in map(Path, paths):
        if path.stem not in tables:
            sys.exit(f"{path}: name the file after a table: {', '.join(f'{name}.csv' for name in tables)}")
    for path in map(Path, paths):
        tables[path.stem]().to_csv(path, index=False, float_format="%.6g", lineterminator="\n")
