"""Killer Sudokus as CSV, with a row for each cage."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from rullo_core.errors import BadInput, placed, quoted
from rullo_core.killer import puzzle as text
from rullo_core.killer.formats.common import cell_of, puzzle_of, sum_of
from rullo_core.killer.puzzle import Killer
from rullo_core.parameters import whole_number

HEAD = ("puzzle", "size", "boxes", "diagonals", "cage", "sum", "cells")
"""Columns of a CSV file."""


def read_csv(content: str, source: str) -> Iterator[tuple[int, Killer]]:
    """Read puzzles with a row for each cage, after its line; the rows of a puzzle share its name or number."""
    rows = csv.reader(io.StringIO(content, newline=""), strict=True)
    try:
        (_, head), *numbered = [(rows.line_num, row) for row in rows if len(row) > 1 or "".join(row).strip()]
    except csv.Error as error:
        raise BadInput(f"is no CSV ({error}); write {','.join(HEAD)}", source, rows.line_num, 1) from None
    head[0] = head[0].lstrip()
    if tuple(head) != HEAD:
        raise BadInput(f"has the columns {quoted(','.join(head))}; write {','.join(HEAD)}", source, 1, 1)
    puzzles: dict[str, list[tuple[int, str, dict[str, str]]]] = {}
    previous = None
    for number, (line, cells) in enumerate(numbered, start=2):
        location = f"{source}, row {number}"
        if len(cells) != len(HEAD):
            raise BadInput(f"has {len(cells)} columns; write {len(HEAD)}: {','.join(HEAD)}", location, line, 1)
        row = dict(zip(HEAD, cells, strict=True))
        name = row["puzzle"]
        puzzle_rows = puzzles.setdefault(name, [])
        if puzzle_rows and name != previous:
            reason = f"puzzle {quoted(name)} is there before, and others between; give one of them another name"
            raise BadInput(reason, location, line, 1)
        if row["cage"] and any(row["cage"] == earlier["cage"] for _, _, earlier in puzzle_rows):
            reason = f"puzzle {quoted(name)} has cage {quoted(row['cage'])} before; rename one, or the puzzle"
            raise BadInput(reason, location, line, 1)
        puzzle_rows.append((line, location, row))
        previous = name
    for name, puzzle_rows in puzzles.items():
        with placed(puzzle_rows[0][0], is_sure=True):
            yield puzzle_rows[0][0], _of_rows(puzzle_rows, f"{source}, puzzle {quoted(name)}", name)


def _of_rows(rows: list[tuple[int, str, dict[str, str]]], source: str, name: str) -> Killer:
    cages = []
    first_line, _, first = rows[0]
    for line, location, row in rows:
        with placed(line - first_line + 1):
            if any(row[key] != first[key] for key in HEAD[1:4]):
                raise BadInput(
                    f"{location}: puzzle {quoted(name)} has another size, boxes or diagonals before; write the same"
                )
            side, box = _size_of(row, location)
            if not row["cells"].split():
                raise BadInput(f"{location}: has no cells; write some such as r1c2 r1c3")
            cages.append(
                ([cell_of(word, side, location) for word in row["cells"].split()], sum_of(row["sum"], location))
            )
    diagonals = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False, "": False}
    if first["diagonals"] not in diagonals:
        raise BadInput(f"{rows[0][1]}: diagonals {quoted(first['diagonals'])}: write 1 or 0")
    return puzzle_of(side, box, cages, diagonals[first["diagonals"]], source, name)


def _size_of(row: dict[str, str], location: str) -> tuple[int, tuple[int, int]]:
    side = whole_number(row["size"], 1, text.LARGEST)
    box = [whole_number(number, 1, text.LARGEST) for number in row["boxes"].split("x")]
    if side is None or len(box) != 2 or box[0] is None or box[1] is None:
        raise BadInput(f"{location}: size {quoted(row['size'])}, boxes {quoted(row['boxes'])}: write such as 9 and 3x3")
    return side, (box[0], box[1])


def write_csv(puzzles: Iterable[Killer]) -> str:
    """Write puzzles in the format of `read_csv`; each gets its own name, or its number."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    names: set[str] = set()
    for number, puzzle in enumerate(puzzles, start=1):
        if not puzzle.cages:
            raise BadInput(f"puzzle {number} has no cages, and CSV has a row for each cage; use another format")
        name = puzzle.name or str(number)
        while name in names:
            name += "'"
        names.add(name)
        for cage in puzzle.cages:
            cells = " ".join(f"r{cell // puzzle.side + 1}c{cell % puzzle.side + 1}" for cell in cage.cells)
            boxes = "x".join(map(str, puzzle.box))
            writer.writerow(
                (name, puzzle.side, boxes, int(puzzle.diagonals), cage.label, cage.total, cells)
            )  # fmt: skip
    return file.getvalue().rstrip("\n")
