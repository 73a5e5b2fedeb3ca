"""Formats of other programs for Killer Sudokus; the reader recognises a format by its first letters.

=========== ==========================================================================================================
text        the format of `rullo_core.killer.puzzle`
typed       M. Gordon's: the number of cages, then for each its cells, row and column as in ``12 13``, and its sum
csv         a row for each cage: ``puzzle,size,boxes,diagonals,cage,sum,cells``, cells as in ``r1c2 r1c3``
f-puzzles   JSON, with ``size``, ``killercage`` and the diagonals; several puzzles one after the other
link        the same, compressed, behind ``?load=``, or as SudokuPad has it
sumocue     ``3x3::k:`` and a number for each cell, 256 times the sum and the cage; also read with the bytes exchanged,
            and as ``SumoCueV1``
solo        a game ID of Simon Tatham's Solo: ``3x3k:`` givens, walls of cages, sums
=========== ==========================================================================================================

Given digits, which the text format lacks, become cages of one cell; their cells must not be in larger cages.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote, unquote

from rullo_core.errors import BadInput, one_line, placed, quoted, shortened
from rullo_core.json_text import read_json
from rullo_core.killer import puzzle as text
from rullo_core.killer.lzstring import compress, decompress
from rullo_core.killer.puzzle import Cage, Killer, check_sums, label_of
from rullo_core.lines import Line, lines_of, place_at
from rullo_core.parameters import whole_number
from rullo_core.puzzles.boxes import place, usual_box

HEAD = ("puzzle", "size", "boxes", "diagonals", "cage", "sum", "cells")
"""Columns of a CSV file."""

CELL = re.compile(r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})")
LINK = "https://www.f-puzzles.com/?load="
PACKED = re.compile(r"(?:\b(?:load|puzzleid)=|sudokupad\.app/(?!\?))([^&?#]*)", re.ASCII)
"""What stands for a puzzle in a link to f-puzzles, or to SudokuPad, where ``fpuzzles`` is before it."""

BEFORE = re.compile(
    r"(?:https?://)?[\w.-]*(?:/[\w./-]*)?(?:\?(?:[\w.-]+(?:=[\w.%-]*)?&)*)?",
    re.ASCII,
)
"""What stands before that in a link."""

SOLO = re.compile(r"([0-9]{1,2})x([0-9]{1,2})([a-z0-9]*k[a-z0-9]*):([^:]+)")
FLAGS = re.compile(r"(?:x|k|r[24]|md?[248]|a|d[tbiaeu])*")
"""Of a game ID of Solo, in any order: both diagonals, Killer; and how it was made, symmetry and difficulty."""

NO_CAGE = -1

MOST_CAGES = 81
"""Greatest number of cages of a typed puzzle."""

LARGEST_SUM = 10**9 - 1
"""Greatest sum that is read; `check_sums` checks afterwards whether digits have it."""

MOST_OF_SOLO = 9
"""Greatest side of a Killer puzzle in Solo."""


def parse_any(content: str, source: str = "puzzle") -> list[Killer]:
    """Read puzzles in any format, one format for the whole text; links, SumoCue strings and game IDs stand on lines."""
    begun = content.lstrip()
    if begun.lower().startswith(",".join(HEAD[:3])):
        return [
            _checked(one, f"{source}, puzzle {shortened(one.name)}", line) for line, one in read_csv(content, source)
        ]
    lines = [line for line in lines_of(content) if line.text and not line.text.startswith("#")]
    read: Callable[[str, str], Killer]
    if begun.startswith("{"):
        read, parts = read_f_puzzles, _split_json(content, source)
    elif lines and all(_reader_of_line(line.text) for line in lines):
        read, parts = _read_line, [(line.number, line.column(), line.text) for line in lines]
    elif lines and whole_number(lines[0].text, 1, MOST_CAGES) is not None:
        read, parts = read_typed, _split_typed(lines, source)
    else:
        return text.parse_puzzles(content, source)
    puzzles = []
    for line, column, part in parts:
        where = source if len(parts) == 1 else f"{source}, line {line}"
        is_sure = read is _read_line or (read is read_f_puzzles and '"size"' in part)
        with placed(line, column, is_sure):
            puzzles.append(_checked(read(part, where), where))
    return puzzles


def _read_line(line: str, where: str) -> Killer:
    reader = _reader_of_line(line)
    assert reader is not None
    return reader(line, where)


def _reader_of_line(line: str) -> Callable[[str, str], Killer] | None:
    if PACKED.search(line):
        return read_link
    if re.match(r"3x3:d?:k:", line) or line.startswith("SumoCueV1"):
        return read_sumocue
    return read_solo if SOLO.fullmatch(line) else None


Part = tuple[int, int, str]
"""The text of a puzzle, after its line and column."""


def _split_json(content: str, source: str) -> list[Part]:
    """Split a text into the JSON of each puzzle."""
    parts = []
    at = 0
    while following := re.compile(r"\S").search(content, at):
        _, at = read_json(content, source, OF_F_PUZZLES, following.start())
        parts.append((*place_at(content, following.start()), content[following.start() : at]))
    return parts


def _checked(one: Killer, where: str, line: int = 1) -> Killer:
    try:
        check_sums(one)
    except BadInput as error:
        raise BadInput(str(error), where, line, 1) from None
    return one


def _puzzle(
    side: int,
    box: tuple[int, int],
    cages: Iterable[tuple[Iterable[int], int]],
    diagonals: bool,
    where: str,
    name: str = "",
) -> Killer:
    ordered = sorted((tuple(sorted(cells)), total) for cells, total in cages)
    try:
        labelled = tuple(Cage(label_of(i), cells, total) for i, (cells, total) in enumerate(ordered))
        return Killer(side, box, labelled, diagonals, one_line(name))
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _with_givens(owner: list[int], sums: dict[int, int], givens: dict[int, int], side: int, where: str) -> list[Any]:
    """Return the cells and sum of each cage, with givens as cages of their own."""
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(owner):
        if cage != NO_CAGE:
            cages.setdefault(cage, []).append(cell)
    for cell, digit in givens.items():
        inside = cages.get(owner[cell], [])
        if len(inside) > 1:
            raise BadInput(f"{where}: {place(cell, side)}: has a given digit inside a cage; remove it")
        if inside and sums.get(owner[cell], digit) != digit:
            raise BadInput(
                f"{where}: {place(cell, side)}: has the digit {digit} and a cage of another sum; correct one"
            )
        sums.setdefault(owner[cell], digit)
        if not inside:
            cages[-2 - cell], sums[-2 - cell] = [cell], digit
    missing = next((cells[0] for cage, cells in cages.items() if cage not in sums), None)
    if missing is not None:
        raise BadInput(f"{where}: the cage at {place(missing, side)} has no sum; write it")
    return [(cells, sums[cage]) for cage, cells in cages.items()]


# -- typed, as in the report -----------------------------------------------------------------------------------------


def _split_typed(lines: list[Line], source: str) -> list[Part]:
    """Split lines into those of each puzzle: the number of cages, and two for each cage."""
    parts = []
    at = 0
    while at < len(lines):
        first = lines[at]
        number = whole_number(first.text, 1, MOST_CAGES)
        if number is None:
            reason = f"{quoted(first.text)} is no number of cages; write 1 to {MOST_CAGES}"
            raise BadInput(reason, f"{source}, line {first.number}", first.number, first.column())
        part = lines[at : at + 1 + 2 * number]
        if len(part) < 1 + 2 * number:
            reason = f"has {len(part) - 1} lines for its {number} cages; write two for each"
            raise BadInput(reason, f"{source}, line {first.number}", first.number, first.column())
        parts.append((first.number, first.column(), "\n".join(line.text for line in part)))
        at += len(part)
    return parts


def read_typed(content: str, where: str) -> Killer:
    """Read a puzzle of the number of cages, and two lines for each cage."""
    (first, *lines), side = content.splitlines(), 9
    number = int(first)
    cages = []
    for i in range(number):
        of_cage = f"{where}: cage {i + 1}"
        cages.append((parse_cells(lines[2 * i], of_cage, side), _sum(lines[2 * i + 1], of_cage)))
    return _puzzle(side, (3, 3), cages, False, where)


def parse_cells(content: str, where: str, side: int = 9) -> list[int]:
    """Read cells such as ``12 13``: row and column, from 1."""
    cells = []
    for word in content.split():
        if len(word) != 2 or not all(whole_number(one, 1, side) for one in word):
            raise BadInput(f"{where}: {quoted(word)} is no cell; write row and column from 1 to {side}, such as 12")
        cells.append((int(word[0]) - 1) * side + int(word[1]) - 1)
    if not cells:
        raise BadInput(f"{where}: has no cells; write some such as 12 13")
    return cells


def write_typed(one: Killer) -> str:
    """Write a puzzle of 9x9 with boxes of 3x3 and without diagonals in the format of `read_typed`."""
    if (one.side, one.box, one.diagonals) != (9, (3, 3), False):
        raise BadInput("typed puzzles are of 9x9 with boxes of 3x3 and without diagonals; use another format")
    if not one.cages:
        raise BadInput("it has no cages, and typed puzzles have one at least; use another format")
    lines = [str(len(one.cages))]
    for cage in one.cages:
        lines += [" ".join(f"{cell // 9 + 1}{cell % 9 + 1}" for cell in cage.cells), str(cage.total)]
    return "\n".join(lines)


# -- CSV --------------------------------------------------------------------------------------------------------------


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
            cages.append(([_cell(word, side, where) for word in row["cells"].split()], _sum(row["sum"], where)))
    diagonals = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False, "": False}
    if first["diagonals"] not in diagonals:
        raise BadInput(f"{rows[0][1]}: diagonals {quoted(first['diagonals'])}: write 1 or 0")
    return _puzzle(side, box, cages, diagonals[first["diagonals"]], whole, name)


def _size_of(row: dict[str, str], where: str) -> tuple[int, tuple[int, int]]:
    side = whole_number(row["size"], 1, text.LARGEST)
    box = [whole_number(one, 1, text.LARGEST) for one in row["boxes"].split("x")]
    if side is None or len(box) != 2 or box[0] is None or box[1] is None:
        raise BadInput(f"{where}: size {quoted(row['size'])}, boxes {quoted(row['boxes'])}: write such as 9 and 3x3")
    return side, (box[0], box[1])


def _cell(word: object, side: int, where: str) -> int:
    match = CELL.fullmatch(word) if isinstance(word, str) else None
    if match is None or not (1 <= int(match[1]) <= side and 1 <= int(match[2]) <= side):
        raise BadInput(f"{where}: {quoted(word)} is no cell of {side}x{side}; write such as r1c2")
    return (int(match[1]) - 1) * side + int(match[2]) - 1


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


# -- f-puzzles --------------------------------------------------------------------------------------------------------


HARMLESS = {
    *("size", "grid", "killercage", "diagonal+", "diagonal-", "title", "author", "ruleset", "solution"),
    *("successMessage", "disabledlogic", "truecandidatesoptions", "text", "line", "circle", "rectangle", "cage"),
}
"""Keys of f-puzzles that are read, and those that are not rules: texts, parts of the drawing, options of its solver."""

HARMLESS_OF_CELL = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "c", "highlight"}
"""The same for a cell; ``c`` and ``highlight`` are colours."""


HARMLESS_OF_CAGE = {"cells", "value", "outlineC", "fontC"}
"""The same for a cage, with the colours of its line and sum."""

OF_F_PUZZLES = "what f-puzzles exports, or a link to it"


def read_f_puzzles(content: str, where: str) -> Killer:
    """Read the JSON of f-puzzles: cages, diagonals, givens; other keys that may be rules are refused unless empty."""
    found, _ = read_json(content, where, OF_F_PUZZLES)
    try:
        side = whole_number(found["size"], 1, text.LARGEST)
        if side is None:
            raise BadInput(f"{where}: size {quoted(found['size'])}: write a number from 1 to {text.LARGEST}")
        rows = _listed(found, "grid") or [[{}] * side] * side
        grid = [(r * side + c, cell) for r, row in enumerate(rows) for c, cell in enumerate(_list(row))]
        if [cell for cell, _ in grid] != list(range(side**2)):
            raise BadInput(f"{where}: its grid has {len(grid)} cells in {len(rows)} rows; {side}x{side} are expected")
        _refuse_other_rules(found, HARMLESS, where)
        if any(one.get("value") for one in _listed(found, "cage")):
            raise BadInput(f"{where}: has cage with a value, a rule that is not supported; remove it")
        for cell, one in grid:
            _refuse_other_rules(one, HARMLESS_OF_CELL, f"{where}: {place(cell, side)}")
        _refuse_other_boxes({cell: one["region"] for cell, one in grid if "region" in one}, side, where)
        given = {cell: one["value"] for cell, one in grid if _flag(one, "given") and one.get("value") not in NOTHING}
        for number, one in enumerate(_listed(found, "killercage"), start=1):
            _refuse_other_rules(one, HARMLESS_OF_CAGE, f"{where}: cage {number}")
        cages = [(_list(one["cells"]), one.get("value")) for one in _listed(found, "killercage")]
        diagonals = {_flag(found, f"diagonal{sign}") for sign in "+-"}
        title = found.get("title")
    except BadInput:
        raise
    except (KeyError, TypeError, AttributeError):
        raise BadInput(f"{where}: is no JSON of f-puzzles; give {OF_F_PUZZLES}") from None
    if len(diagonals) > 1:
        raise BadInput(f"{where}: has one diagonal only; both or none are supported")
    if "killercage" not in found and diagonals == {False}:
        raise BadInput(f"{where}: has no cages: it is a Sudoku, not a Killer Sudoku; write its cells in one line")
    givens = {}
    for cell, value in given.items():
        digit = whole_number(value, 1, side)
        if digit is None:
            raise BadInput(f"{where}: {place(cell, side)}: {quoted(value)} is no digit; write 1 to {side}")
        givens[cell] = digit
    owner, sums = [NO_CAGE] * side**2, {}
    for number, (cells, value) in enumerate(cages):
        if value not in NOTHING:
            if not cells:
                raise BadInput(f"{where}: cage {number + 1}: has a sum and no cells; remove it, or add its cells")
            sums[number] = _sum(value, f"{where}: cage {number + 1}")
        for word in cells:
            cell = _cell(word, side, where)
            if owner[cell] != NO_CAGE:
                raise BadInput(f"{where}: {place(cell, side)}: is in two cages; leave it out of one")
            owner[cell] = number
    cages_given = _with_givens(owner, sums, givens, side, where)
    return _puzzle(side, usual_box(side), cages_given, diagonals == {True}, where,
                   title if isinstance(title, str) else "")  # fmt: skip


NOTHING = (None, "")
"""What stands in place of a digit or a sum that there is not."""


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _listed(found: dict[str, Any], key: str) -> list[Any]:
    """Return a list of some JSON, which may be left out, or be nothing."""
    return _list(found.get(key) or [])


def _flag(found: dict[str, Any], key: str) -> bool:
    """Return whether something of some JSON is true; it may be left out, or be nothing."""
    value = found.get(key) or False
    if not isinstance(value, bool):
        raise TypeError
    return value


def _refuse_other_rules(found: dict[str, Any], harmless: set[str], where: str) -> None:
    """Refuse keys that are not known to be harmless, unless they are empty, such as false or an empty list."""
    others = sorted(key for key, value in found.items() if value and key not in harmless)
    if others:
        raise BadInput(f"{where}: has {shortened(', '.join(others))}, not supported; remove it if it is not a rule")


def _refuse_other_boxes(regions: dict[int, object], side: int, where: str) -> None:
    """Refuse regions that are not the usual boxes; a cell without a region is in its usual box."""
    high, wide = usual_box(side)
    region_of: dict[int, object] = {}
    box_of: dict[object, int] = {}
    for cell in range(side**2):
        box = cell // side // high * high + cell % side // wide
        region = regions.get(cell, box)
        known = type(region) in (int, str)
        if not known or region_of.setdefault(box, region) != region or box_of.setdefault(region, box) != box:
            raise BadInput(
                f"{where}: {place(cell, side)}: its region is not the usual box of {high}x{wide}; no other is supported"
            )


def _sum(value: object, where: str) -> int:
    number = whole_number(value, 0, LARGEST_SUM)
    if number is None:
        raise BadInput(f"{where}: {quoted(value)} is no sum; write a number such as 12")
    return number


def write_f_puzzles(one: Killer) -> str:
    """Write a puzzle with usual boxes in the format of `read_f_puzzles`; cages of one cell stay cages."""
    if one.box != usual_box(one.side):
        raise BadInput(f"f-puzzles has boxes of {'x'.join(map(str, usual_box(one.side)))} on {one.side}x{one.side}")
    cages = [
        {"cells": [f"R{cell // one.side + 1}C{cell % one.side + 1}" for cell in cage.cells], "value": str(cage.total)}
        for cage in one.cages
    ]
    content: dict[str, Any] = {"size": one.side, "grid": [[{} for _ in range(one.side)] for _ in range(one.side)]}
    if one.name:
        content["title"] = one.name
    if one.diagonals:
        content |= {"diagonal+": True, "diagonal-": True}
    return json.dumps(content | {"killercage": cages}, separators=(",", ":"))


def read_link(content: str, where: str) -> Killer:
    """Read a link to f-puzzles, or to another site with the same format, such as SudokuPad."""
    found = list(PACKED.finditer(content))
    if len(found) != 1 or not BEFORE.fullmatch(content[: found[0].start()]):
        raise BadInput(f"{where}: is no link to one puzzle; write one link a line, and nothing else")
    packed = unquote(found[0][1]).removeprefix("fpuzzles").replace(" ", "+")
    try:
        unpacked = decompress(packed)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    if not unpacked.lstrip().startswith("{"):
        raise BadInput(f"{where}: the link holds no JSON of f-puzzles; give {OF_F_PUZZLES}")
    (_, _, only), *others = _split_json(unpacked, where)
    if others:
        raise BadInput(f"{where}: the link holds {len(others) + 1} puzzles; give one")
    return read_f_puzzles(only, where)


def write_link(one: Killer) -> str:
    """Write a puzzle as a link in the format of `read_link`."""
    return LINK + quote(compress(write_f_puzzles(one)), safe="")


# -- SumoCue ----------------------------------------------------------------------------------------------------------


def read_sumocue(content: str, where: str) -> Killer:
    """Read ``3x3::k:`` and 81 numbers, or ``SumoCueV1`` and 81 entries."""
    if content.startswith("SumoCueV1"):
        begin = len("SumoCueV1") + content.startswith("SumoCueV1D")
        _check_pieces(content, begin, r"[=+][0-9]{1,9}(?:J[0-9])?", where, "an entry such as =12 or +0")
        entries = re.findall(r"([=+])([0-9]{1,9})(J[0-9])?", content[begin:])
        if len(entries) != 81 or any(jigsaw for _, _, jigsaw in entries):
            raise BadInput(f"{where}: has {len(entries)} entries, or jigsaw regions; write 81 such as =12 or +0")
        owner = [cell if sign == "=" else int(number) for cell, (sign, number, _) in enumerate(entries)]
        sums = {cell: int(number) for cell, (sign, number, _) in enumerate(entries) if sign == "="}
        stray = next((cell for cell in range(81) if owner[cell] not in sums), None)
        if stray is not None:
            raise BadInput(f"{where}: {place(stray, 9)}: is in a cage without a first cell; correct its number")
        empty = next((cell for cell, total in sums.items() if not total), None)
        if empty is not None:
            raise BadInput(f"{where}: {place(empty, 9)}: the cage there has the sum 0; write its sum")
        return _puzzle(9, (3, 3), _grouped(owner, sums), content.startswith("SumoCueV1D"), where)
    begin = content.index(":k:") + 3
    _check_pieces(content, begin, r"[0-9]{1,9}(?::|$)", where, "a number and a colon")
    numbers = [whole_number(word, 0, 2**16 - 1) for word in content[begin:].removesuffix(":").split(":")]
    parts = [divmod(number, 256) for number in numbers if number is not None]
    if not len(numbers) == len(parts) == 81:
        raise BadInput(f"{where}: has {len(numbers)} numbers; write 81 below 65536")
    found = []
    for first in (0, 1):
        owner, totals = [pair[1 - first] for pair in parts], [pair[first] for pair in parts]
        sums = {}
        for cage, total in zip(owner, totals, strict=True):
            sums[cage] = max(total, sums.get(cage, 0))
        fits = all(total in (0, sums[cage]) for cage, total in zip(owner, totals, strict=True))
        if fits and all(sums.values()) and sum(sums.values()) == 405 and _grouped(owner, sums) not in found:
            found.append(_grouped(owner, sums))
    if len(found) > 1:
        raise BadInput(
            f"{where}: either byte can be the sum, and the puzzle another; write SumoCueV1, or another format"
        )
    if not found:
        reason = (
            "its sums do not add up to 405, whichever byte is the sum; correct a number, or put each cell in a cage"
        )
        raise BadInput(f"{where}: {reason}")
    return _puzzle(9, (3, 3), found[0], content.startswith("3x3:d"), where)


def _check_pieces(content: str, begin: int, pattern: str, where: str, wanted: str) -> None:
    """Check that a text is made of pieces, from a place on."""
    whole = re.compile(f"(?:{pattern})*").match(content, begin)
    assert whole is not None
    if (at := whole.end()) < len(content):
        reason = f"{quoted(content[at:])}, from character {at + 1} on, does not begin with {wanted}; correct it"
        raise BadInput(reason, where, 1, at + 1)


def _grouped(owner: list[int], sums: dict[int, int]) -> list[tuple[list[int], int]]:
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(owner):
        cages.setdefault(cage, []).append(cell)
    return [(cells, sums[cage]) for cage, cells in cages.items()]


def write_sumocue(one: Killer) -> str:
    """Write a covered puzzle of 9x9 in the format of `read_sumocue`: by cell, the sum and first cell of its cage."""
    if (one.side, one.box) != (9, (3, 3)) or not one.is_covered:
        raise BadInput("SumoCue strings are of 9x9 with boxes of 3x3 and every cell in a cage; use another format")
    numbers = [0] * 81
    for cage in one.cages:
        for cell in cage.cells:
            numbers[cell] = 256 * cage.total + cage.cells[0]
    return f"3x3:{'d' * one.diagonals}:k:" + "".join(f"{number}:" for number in numbers)


# -- Solo -------------------------------------------------------------------------------------------------------------


def read_solo(content: str, where: str) -> Killer:
    """Read a game ID of Solo, which begins with the height and width of a box."""
    match = SOLO.fullmatch(content)
    assert match is not None
    if not FLAGS.fullmatch(match[3]):
        raise BadInput(
            f"{where}: {quoted(match[3])} asks for more than x, both diagonals, and k, Killer; no more is read"
        )
    high, wide = int(match[1]), int(match[2])
    side = high * wide
    if not 1 <= side <= text.LARGEST:
        raise BadInput(f"{where}: boxes of {high}x{wide}: boards go up to {text.LARGEST}x{text.LARGEST}")
    parts = match[4].split(",")
    if len(parts) != 3:
        raise BadInput(f"{where}: has {len(parts)} parts; a Killer game ID has three: givens, walls and sums")
    givens = _runs(parts[0], side**2, f"{where}: givens")
    sums = _runs(parts[2], side**2, f"{where}: sums")
    owner = _behind_walls(parts[1], side, f"{where}: walls")
    sum_of: dict[int, int] = {}
    for cell, total in sums.items():
        if owner[cell] in sum_of:
            raise BadInput(f"{where}: {place(cell, side)}: the cage there has two sums; remove one")
        sum_of[owner[cell]] = total
    cages = _with_givens(owner, sum_of, givens, side, where)
    return _puzzle(side, (high, wide), cages, "x" in match[3], where)


def _runs(content: str, cells: int, where: str) -> dict[int, int]:
    """Return numbers by cell: a letter stands for a run of cells without a number, _ separates two numbers."""
    found = {}
    at = 0
    for word in re.findall(r"(?s:[0-9]+|.)", content):
        number = whole_number(word, 1, LARGEST_SUM)
        if number is not None:
            found[at] = number
            at += 1
        elif "a" <= word <= "z":
            at += ord(word) - ord("a") + 1
        elif word != "_":
            raise BadInput(f"{where}: {quoted(word)} is neither a number from 1 on nor a letter nor _; correct it")
    if at != cells:
        raise BadInput(f"{where}: describes {at} cells; there are {cells}")
    return found


def _walls(side: int) -> Iterator[tuple[int, int]]:
    """Yield the cells beside each possible wall: vertical walls row by row, then horizontal ones column by column."""
    for row in range(side):
        for column in range(side - 1):
            yield row * side + column, row * side + column + 1
    for column in range(side):
        for row in range(side - 1):
            yield row * side + column, (row + 1) * side + column


def _behind_walls(content: str, side: int, where: str) -> list[int]:
    """Return each cell's region: a letter is a run of places without a wall and then a wall, z 25 without, _ a wall."""
    owner = list(range(side**2))

    def root(cell: int) -> int:
        while owner[cell] != cell:
            cell = owner[cell]
        return cell

    places = list(_walls(side))
    at = 0
    for letter in content:
        if letter != "_" and not "a" <= letter <= "z":
            raise BadInput(f"{where}: {letter!r} is not a letter; correct it")
        free = 0 if letter == "_" else 25 if letter == "z" else ord(letter) - ord("a") + 1
        for one, other in places[at : at + free]:
            owner[root(other)] = root(one)
        at += free + (letter != "z")
    # The end counts as a wall.
    if at != len(places) + 1:
        raise BadInput(f"{where}: describe {at - 1} places; there are {len(places)}")
    return [root(cell) for cell in range(side**2)]


def write_solo(one: Killer) -> str:
    """Write a puzzle for `read_solo` that `validate_params` and `validate_desc` of every version of Solo allow."""
    if one.side > MOST_OF_SOLO or min(one.box) < 2:
        board = f"{one.side}x{one.side} with boxes of {one.box[0]}x{one.box[1]}"
        raise BadInput(
            f"{board}: Solo takes Killer puzzles up to {MOST_OF_SOLO}x{MOST_OF_SOLO} with boxes of two rows and two "
            "columns or more; use another format"
        )
    if not one.is_covered:
        raise BadInput("game IDs of Solo have every cell in a cage; use another format")
    # Solo also requires at least as many cages as digits, which follows from the greatest size of a cage.
    cage = next((cage for cage in one.cages if not 2 <= len(cage) <= one.side), None)
    if cage is not None:
        raise BadInput(
            f"cage {cage.label} at {place(cage.cells[0], one.side)} has {len(cage)} cell{'s' * (len(cage) > 1)}: Solo "
            f"takes cages of 2 to {one.side} cells; use another format"
        )
    labels = one.labels()
    walls, free = "", 0
    for first, other in [*_walls(one.side), (-1, -1)]:
        if first >= 0 and labels[first] == labels[other]:
            free += 1
            continue
        if free > 24:
            raise BadInput("has 25 places in a row without a wall, about which versions of Solo differ")
        walls += chr(ord("a") + free - 1) if free else "_"
        free = 0
    sums = {cage.cells[0]: cage.total for cage in one.cages}
    head = f"{one.box[0]}x{one.box[1]}{'x' * one.diagonals}k"
    return f"{head}:{_as_runs({}, one.side**2)},{walls},{_as_runs(sums, one.side**2)}"


def _as_runs(numbers: dict[int, int], cells: int) -> str:
    content, free, before = "", 0, False
    for cell in range(cells):
        if cell not in numbers:
            free += 1
            continue
        content += _letters(free) or "_" * before
        content += str(numbers[cell])
        free, before = 0, True
    return content + _letters(free)


def _letters(free: int) -> str:
    return "z" * (free // 26) + (chr(ord("a") + free % 26 - 1) if free % 26 else "")


# -- writing ----------------------------------------------------------------------------------------------------------

WRITERS: dict[str, Callable[[Killer], str]] = {
    "text": str,
    "typed": write_typed,
    "f-puzzles": write_f_puzzles,
    "link": write_link,
    "sumocue": write_sumocue,
    "solo": write_solo,
}
"""Writers of formats with a text for each puzzle; CSV has one text for all."""

FORMATS = (*WRITERS, "csv")


def write_puzzles(puzzles: Sequence[Killer], form: str) -> str:
    """Write puzzles in one of `FORMATS`, for `parse_any` to read; an error names the puzzle that it cannot hold."""
    if form == "csv":
        return write_csv(puzzles)
    parts = []
    for number, one in enumerate(puzzles, start=1):
        try:
            content = WRITERS[form](one)
        except BadInput as error:
            which = one.name or (f"puzzle {number}" if len(puzzles) > 1 else "")
            raise BadInput(f"{shortened(which)}: {error}" if which else str(error)) from None
        parts.append(f"# {one.name}\n{content}" if form == "text" and one.name else content)
    return ("\n\n" if form == "text" else "\n").join(parts)
