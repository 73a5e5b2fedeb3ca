"""The tables of ``docs/columns.md`` that follow from the declared columns: ``python -m rullo_core.reports.columns``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rullo_core.columns import (
    FIRST_COLUMNS,
    GENERATED_COLUMNS,
    LAST_GENERATED_COLUMNS,
    LAST_RATING_COLUMNS,
    SCALE_COLUMNS,
    STEP_COLUMNS,
    SWEEP_COLUMNS,
    Column,
)
from rullo_core.datasets.columns import TABLES
from rullo_core.files import write_if_changed
from rullo_core.paths import ROOT
from rullo_core.puzzles.lookup import apis

PLACE = ROOT / "docs" / "columns.md"

HEAD = ("Column", "Type", "Unit", "Meaning")


def rows_of(columns: Iterable[Column]) -> list[tuple[str, ...]]:
    """Return the rows that say what columns are."""
    return [(_codes(column.names), column.dtype, column.unit, column.meaning) for column in columns]


def _code(name: str) -> str:
    """Return the name of a column as code; a description of several columns stays plain text."""
    return name if " " in name else f"`{name}`"


def tables() -> dict[str, list[tuple[str, ...]]]:
    """Return the tables by their headings, each with its own head."""
    tables_by_heading = {
        "First columns": [HEAD, *rows_of(FIRST_COLUMNS)],
        "Ratings": [HEAD, *rows_of(LAST_RATING_COLUMNS)],
        "Consistency of constraints": [HEAD, *rows_of(SCALE_COLUMNS)],
    }
    for api in apis().values():
        tables_by_heading[f"Only of {api.title}s"] = [HEAD, *rows_of(api.rating_columns)]
    generated = [
        (", ".join(column.puzzles), *row)
        for column, row in zip(GENERATED_COLUMNS, rows_of(GENERATED_COLUMNS), strict=True)
    ]
    last = [("all", *row) for row in rows_of(LAST_GENERATED_COLUMNS)]
    tables_by_heading |= {
        "Generated puzzles": [("Kind", *HEAD), *generated, *last],
        "Steps": [HEAD, *rows_of(STEP_COLUMNS)],
        "Sweeps": [HEAD, *rows_of(SWEEP_COLUMNS)],
    }
    for table, columns in TABLES.items():
        rows = [(", ".join(column.experiments), *row) for column, row in zip(columns, rows_of(columns), strict=True)]
        name, comma, rest = table.partition(",")
        tables_by_heading[f"`{name}`{comma}{rest}"] = [("Experiments", *HEAD), *rows]
    return tables_by_heading | {"Names in files": [("Tables", "Column", "In files"), *_rows_of_stored_names()]}


def _rows_of_stored_names() -> list[tuple[str, ...]]:
    """Return the rows that say which columns have another name in files, and in those of which tables."""
    tables_by_names: dict[tuple[str, str], dict[str, None]] = {}
    for table, columns in TABLES.items():
        for column in columns:
            if column.stored:
                tables_by_names.setdefault((_codes(column.names), _codes(column.stored_names)), {})[table] = None
    return [(_codes(tables), *names) for names, tables in tables_by_names.items()]


def _codes(names: Iterable[str]) -> str:
    """Return the names of columns as code."""
    return ", ".join(map(_code, names))


def with_tables(page: str) -> str:
    """Return the text of the page with the first table below each heading as it is declared."""
    for heading, (head, *rows) in tables().items():
        lines = [head, ("---",) * len(head), *rows]
        table = "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |") for cells in lines)
        match = re.search(rf"^#+ {re.escape(heading)}\n.*?\n(\|.*?\n)(?!\|)", page, re.MULTILINE | re.DOTALL)
        if match is None:
            raise ValueError(f"{PLACE}: has no table below {heading}")
        page = page[: match.start(1)] + table + page[match.end(1) :]
    return page


if __name__ == "__main__":
    write_if_changed(PLACE, with_tables(PLACE.read_text(encoding="utf-8")).encode())
