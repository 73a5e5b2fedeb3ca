"""Values of tables as text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any


def cell_text(value: Any) -> str:
    """Return a value as text: nothing for None, JSON for what has parts."""
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, list | dict) else str(value)


def csv_line(values: Iterable[str]) -> str:
    """Return a line of a CSV file, without its newline."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()[:-1]
