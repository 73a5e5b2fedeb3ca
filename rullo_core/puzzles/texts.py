"""Find the texts of puzzles: in the column ``text`` of a table, or as plain strings."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from rullo_core.errors import BadInput, one_line, quoted, shortened
from rullo_core.parameters import only_one

T = TypeVar("T")
Read = Callable[[str, str], list[T]]
"""A reader of all puzzles in a text; errors name its source."""

COLUMN = "text"
"""The column that holds the texts of puzzles."""

OTHERWISE = "puzzle"
"""The column that holds them if there is none of that name, as in tables of version 1 and of others."""

IN_ROWS = {"cage", "cells"}
"""Columns of a table in which a puzzle takes several rows, which is a format of a kind of puzzle."""

DELIMITERS = ",;\t"
LONGEST_HEAD = 10_000
"""Most characters of the line with the names of columns."""

WORD = re.compile(r"[^\W\d][\w .-]{0,60}")
"""The name of a column in a table whose first row has the names of its columns."""

Row = tuple[str, int | None, Mapping[str, Any]]
"""A row of a table: its name in errors, its line if it has one, and its fields."""


def read_texts(read: Read[T], text: str, source: str) -> list[T]:
    """Read the puzzles of a text; of a table, as CSV, JSON or JSON lines, those in its column ``text``.

    So everything that ``generate`` writes can be read, and tables of others that have such a column.
    """
    text = text.removeprefix("\ufeff")
    stripped = text.lstrip()
    if stripped.startswith(("[", "{")):
        columns, rows = _json(stripped, source, text.count("\n", 0, len(text) - len(stripped)))
    else:
        columns, rows = _csv(text, source)
    column = column_among(columns)
    if column in columns and not {*columns} >= IN_ROWS:
        return [puzzle for row in rows for puzzle in _read_row(read, column, *row)]
    try:
        return read(text, source)
    except BadInput as error:
        if not columns or {*columns} >= IN_ROWS:
            raise
        reason = f"is a table without a column {COLUMN}, which holds the texts of the puzzles; it has"
        raise BadInput(f"{reason} {shortened(', '.join(columns))}", source, error.line) from None


def column_among(columns: Collection[str]) -> str:
    """Return which of the columns of a table holds the texts of puzzles, or should."""
    return OTHERWISE if OTHERWISE in columns and COLUMN not in columns else COLUMN


def _read_row(read: Read[T], column: str, place: str, line: int | None, row: Mapping[str, Any]) -> list[T]:
    text = row.get(column)
    if not isinstance(text, str):
        raise BadInput(f"has no text in the column {column}; write that of a puzzle", place, line)
    place = f"{place}, {column}"
    try:
        return [only_one(read(text, place), place)]
    except BadInput as error:
        error.line, error.column = line, None
        raise


def _csv(text: str, source: str) -> tuple[list[str], Iterator[Row]]:
    """Return the columns of a table, none if the text is none, and its rows."""
    first = text[: text.find("\n") + 1 or len(text)].strip()
    if len(first) > LONGEST_HEAD:
        return [], iter(())
    split = [next(csv.reader([first], delimiter=delimiter), []) for delimiter in DELIMITERS]
    delimiter, names = max(zip(DELIMITERS, split, strict=True), key=lambda pair: len(pair[1]))
    columns = [name.strip() for name in names]
    is_table = all(not name or WORD.fullmatch(name) for name in columns) and (
        len(columns) > 1 or (columns in ([COLUMN], [OTHERWISE]) and "\n" in text.strip())
    )
    return (columns, _csv_rows(text, source, delimiter, columns)) if is_table else ([], iter(()))


def _csv_rows(text: str, source: str, delimiter: str, columns: list[str]) -> Iterator[Row]:
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begin, column = 1, column_among(columns)
    try:
        for cells in lines:
            place, line, begin = f"{source}, line {begin}", begin, lines.line_num + 1
            if line == 1 and columns.count(column) > 1:
                raise BadInput(f"has {columns.count(column)} columns {column}; keep one", place, line)
            if cells and len(cells) != len(columns):
                reason = f"has {len(cells)} cells, where the first line has {len(columns)}; write as many"
                raise BadInput(reason, place, line)
            if cells and line > 1:
                yield place, line, dict(zip(columns, cells, strict=True))
    except csv.Error as error:
        raise BadInput(f"is no CSV ({one_line(error)}); mend it", f"{source}, line {begin}", begin) from None


def _json(text: str, source: str, lines_before: int) -> tuple[list[str], Iterator[Row]]:
    """Return the fields of the first row of a table, none if the text is none, and its rows.

    ``lines_before`` is the number of lines before the text.
    """
    if text.startswith("["):
        rows = _load_json(text)
        if not isinstance(rows, list) or not rows or not all(map(_is_row, rows)):
            return [], iter(())
        return [*rows[0]], ((f"{source}, row {number}", None, row) for number, row in enumerate(rows, start=1))
    lines = text.splitlines()
    first = _load_json(lines[0])
    return ([*first], _json_rows(lines, source, lines_before)) if _is_row(first) else ([], iter(()))


def _json_rows(lines: list[str], source: str, lines_before: int) -> Iterator[Row]:
    for number, line in enumerate(lines, start=lines_before + 1):
        if line.strip():
            row = _load_json(line)
            if not isinstance(row, dict):
                reason = "is no line of JSON with each field once; mend it, or take it out"
                raise BadInput(reason, f"{source}, line {number}", number)
            yield f"{source}, line {number}", number, row


def _load_json(text: str) -> Any:
    """Return what a text of JSON holds; None if it is none, or gives a field twice."""
    try:
        return json.loads(text, object_pairs_hook=_fields)
    except (ValueError, RecursionError):
        return None


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field is there twice")
    return fields


def _is_row(value: Any) -> bool:
    """Return whether something read from JSON is a row of a table: fields that hold a plain value, or one puzzle."""
    return isinstance(value, dict) and (
        column_among(value) in value
        or (bool(value) and not any(isinstance(field, list | dict) for field in value.values()))
    )


def column_of(table: Any) -> list[Any]:
    """Return what stands in the column ``text`` of a table of pandas or Polars, or else in ``puzzle``."""
    columns = [*map(str, table.columns)]
    column = column_among(columns)
    if columns.count(column) != 1:
        reason = f"needs a column {column}, which holds the texts of the puzzles"
        raise BadInput(f"the table {reason}; it has {shortened(', '.join(columns)) or 'no column'}")
    return list(table[column])


def read_argument(read: Read[T], text: str, source: str) -> list[T]:
    """Read the puzzles of a text that may have been meant as the name of a file, which the error then says."""
    try:
        return read_texts(read, text, source)
    except BadInput:
        if is_name(text):
            reason = f"{quoted(text)}: is read as the text of puzzles, not as the name of a file"
            raise BadInput(f"{reason}; give rc.read({quoted(text)}) for a file") from None
        raise


def is_name(text: str) -> bool:
    r"""Return whether a text names a file that is there, or might be there, as it ends in a suffix.

    >>> is_name("own.csv"), is_name("5 7\\n4 1 4\\n8 5 3"), is_name(".4...32....3....")
    (True, False, False)
    """
    if "\n" in text or not text.strip():
        return False
    try:
        return re.search(r"\.[A-Za-z]\w{0,8}$", text) is not None or Path(text).exists()
    except (OSError, ValueError):
        return False
