"""Killer Sudokus as CSV, with a row for each cage."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from rullo_core.errors import BadInput, placed, quoted
from rullo_core.killer import puzzle as text
from rullo_core.killer.formats.cages import cell_of, puzzle_of, sum_of
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
    before = None
    for number, (line, cells) in enumerate(numbered, start=2):
        where = f"{source}, row {number}"
        if len(cells) != len(HEAD):
            raise BadInput(f"has {len(cells)} columns; write {len(HEAD)}: {','.join(HEAD)}", where, line, 1)
        row = dict(zip(HEAD, cells, strict=True))
        name = row["puzzle"]
        there = puzzles.setdefault(name, [])
        if there and name != before:
            reason = f"puzzle {quoted(name)} is there before, and others between; give one of them another name"
            raise BadInput(reason, where, line, 1)
        if row["cage"] and any(row["cage"] == other["cage"] for _, _, other in there):
            reason = f"puzzle {quoted(name)} has cage {quoted(row['cage'])} before; rename one, or the puzzle"
            raise BadInput(reason, where, line, 1)
        there.append((line, where, row))
        before = name
    for name, some in puzzles.items():
        with placed(some[0][0], is_sure=True):
            yield some[0][0], _of_rows(some, f"{source}, puzzle {quoted(name)}", name)


def _of_rows(rows: list[tuple[int, str, dict[str, str]]], whole: str, name: str) -> Killer:
    cages = []
    first_line, _, first = rows[0]
    for line, where, row in rows:
        with placed(line - first_line + 1):
            if any(row[key] != first[key] for key in HEAD[1:4]):
                raise BadInput(
                    f"{where}: puzzle {quoted(name)} has another size, boxes or diagonals before; write the same"
                )
            side, box = _size_of(row, where)
            if not row["cells"].split():
                raise BadInput(f"{where}: has no cells; write some such as r1c2 r1c3")
            cages.append(([cell_of(word, side, where) for word in row["cells"].split()], sum_of(row["sum"], where)))
    diagonals = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False, "": False}
    if first["diagonals"] not in diagonals:
        raise BadInput(f"{rows[0][1]}: diagonals {quoted(first['diagonals'])}: write 1 or 0")
    return puzzle_of(side, box, cages, diagonals[first["diagonals"]], whole, name)


def _size_of(row: dict[str, str], where: str) -> tuple[int, tuple[int, int]]:
    side = whole_number(row["size"], 1, text.LARGEST)
    box = [whole_number(one, 1, text.LARGEST) for one in row["boxes"].split("x")]
    if side is None or len(box) != 2 or box[0] is None or box[1] is None:
        raise BadInput(f"{where}: size {quoted(row['size'])}, boxes {quoted(row['boxes'])}: write such as 9 and 3x3")
    return side, (box[0], box[1])


def write_csv(puzzles: Iterable[Killer]) -> str:
    """Write puzzles in the format of `read_csv`; each gets its own name, or its number."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    names: set[str] = set()
    for number, one in enumerate(puzzles, start=1):
        if not one.cages:
            raise BadInput(f"puzzle {number} has no cages, and CSV has a row for each cage; use another format")
        name = one.name or str(number)
        while name in names:
            name += "'"
        names.add(name)
        for cage in one.cages:
            cells = " ".join(f"r{cell // one.side + 1}c{cell % one.side + 1}" for cell in cage.cells)
            boxes = "x".join(map(str, one.box))
            writer.writerow(
                (name, one.side, boxes, int(one.diagonals), cage.label, cage.total, cells)
            )  # fmt: skip
    return file.getvalue().rstrip("\n")
