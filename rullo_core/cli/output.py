"""How commands write puzzles and results about them: as text, or as rows of JSON, JSON lines or CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click

from rullo_core.cli.options import Word
from rullo_core.tables import cell_text, csv_line
from rullo_core.terminal import say, show_lines, write

Row = Mapping[str, Any]

FORMS = ("text", "json", "jsonl", "csv")


def form_option(default: str = "text") -> Callable[[Any], Any]:
    """Return the option that says how data are written."""
    return click.option(
        "--format",
        "form",
        type=Word(FORMS),
        default=default,
        show_default=True,
        help="Write text to read, one JSON array (json), a line of JSON for each row (jsonl), or a table (csv), e.g. "
        "--format csv.",
    )


def write_rows(rows: Iterable[Row], form: str, columns: Sequence[str] = ()) -> None:
    """Write each row as ``jsonl`` once it is there, or all rows as ``json``, ``csv`` or a ``text`` table of columns."""
    if form == "jsonl":
        for row in rows:
            write(json.dumps(row))
        return
    table = list(rows)
    names = list(dict.fromkeys(name for row in table for name in row))
    if form == "json":
        write("[" + ",\n ".join(map(json.dumps, table)) + "]")
    elif form == "csv":
        for line in (names, *([cell_text(row.get(name)) for name in names] for row in table)):
            write(csv_line(line))
    else:
        lines = [list(columns or names), *([cell_text(row.get(name)) for name in columns or names] for row in table)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            say("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def fields_of(log: Row) -> Row:
    """Return what was noted of how something was made, with names that can be those of fields."""
    return {name.replace(" ", "_"): value for name, value in log.items()}


def echo_puzzle(number: int, name: str, text: object) -> None:
    """Write a puzzle, or a text about it, while progress may be shown; the first puzzle has number 0."""
    head = f"# {name}\n" if name else ""
    gap = "\n" if number else ""
    show_lines(f"{gap}{head}{text}")
