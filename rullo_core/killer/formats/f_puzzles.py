"""Killer Sudokus of f-puzzles, as JSON and as links, which SudokuPad has, too."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote, unquote

from rullo_core.errors import BadInput, quoted, shortened
from rullo_core.json_text import read_json
from rullo_core.killer import puzzle as text
from rullo_core.killer.formats.cages import NO_CAGE, Part, cell_of, puzzle_of, sum_of, with_givens
from rullo_core.killer.lzstring import compress, decompress
from rullo_core.killer.puzzle import Killer
from rullo_core.lines import place_at
from rullo_core.parameters import whole_number
from rullo_core.puzzles.boxes import place, usual_box

LINK = "https://www.f-puzzles.com/?load="


PACKED = re.compile(r"(?:\b(?:load|puzzleid)=|sudokupad\.app/(?!\?))([^&?#]*)", re.ASCII)
"""What stands for a puzzle in a link to f-puzzles, or to SudokuPad, where ``fpuzzles`` is before it."""


BEFORE = re.compile(
    r"(?:https?://)?[\w.-]*(?:/[\w./-]*)?(?:\?(?:[\w.-]+(?:=[\w.%-]*)?&)*)?",
    re.ASCII,
)
"""What stands before that in a link."""


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


NOTHING = (None, "")
"""What stands in place of a digit or a sum that there is not."""


def split_json(content: str, source: str) -> list[Part]:
    """Split a text into the JSON of each puzzle."""
    parts = []
    at = 0
    while following := re.compile(r"\S").search(content, at):
        _, at = read_json(content, source, OF_F_PUZZLES, following.start())
        parts.append((*place_at(content, following.start()), content[following.start() : at]))
    return parts


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
            sums[number] = sum_of(value, f"{where}: cage {number + 1}")
        for word in cells:
            cell = cell_of(word, side, where)
            if owner[cell] != NO_CAGE:
                raise BadInput(f"{where}: {place(cell, side)}: is in two cages; leave it out of one")
            owner[cell] = number
    cages_given = with_givens(owner, sums, givens, side, where)
    return puzzle_of(side, usual_box(side), cages_given, diagonals == {True}, where,
                   title if isinstance(title, str) else "")  # fmt: skip


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
    (_, _, only), *others = split_json(unpacked, where)
    if others:
        raise BadInput(f"{where}: the link holds {len(others) + 1} puzzles; give one")
    return read_f_puzzles(only, where)


def write_link(one: Killer) -> str:
    """Write a puzzle as a link in the format of `read_link`."""
    return LINK + quote(compress(write_f_puzzles(one)), safe="")
