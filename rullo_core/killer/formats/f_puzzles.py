"""Killer Sudokus of f-puzzles, as JSON and as links, which SudokuPad has, too."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote, unquote

from rullo_core.errors import BadInput, quoted, shortened
from rullo_core.json_text import read_json
from rullo_core.killer import puzzle as text
from rullo_core.killer.formats.common import NO_CAGE, Part, cell_of, puzzle_of, sum_of, with_givens
from rullo_core.killer.lzstring import compress, decompress
from rullo_core.killer.puzzle import Killer
from rullo_core.lines import place_at
from rullo_core.parameters import whole_number
from rullo_core.puzzles.boxes import place, usual_box

LINK = "https://www.f-puzzles.com/?load="


PAYLOAD = re.compile(r"(?:\b(?:load|puzzleid)=|sudokupad\.app/(?!\?))([^&?#]*)", re.ASCII)
"""The encoded puzzle in a link to f-puzzles, or to SudokuPad, where ``fpuzzles`` precedes it."""


LINK_START = re.compile(
    r"(?:https?://)?[\w.-]*(?:/[\w./-]*)?(?:\?(?:[\w.-]+(?:=[\w.%-]*)?&)*)?",
    re.ASCII,
)
"""The part of a link before the payload."""


HARMLESS = {
    *("size", "grid", "killercage", "diagonal+", "diagonal-", "title", "author", "ruleset", "solution"),
    *("successMessage", "disabledlogic", "truecandidatesoptions", "text", "line", "circle", "rectangle", "cage"),
}
"""Keys of f-puzzles that are read, and keys that are not rules: texts, parts of the drawing, options of its solver."""


HARMLESS_OF_CELL = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "c", "highlight"}
"""Such keys of a cell; ``c`` and ``highlight`` are colours."""


HARMLESS_OF_CAGE = {"cells", "value", "outlineC", "fontC"}
"""Such keys of a cage, with the colours of its line and sum."""


OF_F_PUZZLES = "what f-puzzles exports, or a link to it"


EMPTY = (None, "")
"""Values that mean that there is no digit, or no sum."""


def split_json(content: str, source: str) -> list[Part]:
    """Split a text into the JSON of each puzzle."""
    parts = []
    end = 0
    while following := re.compile(r"\S").search(content, end):
        _, end = read_json(content, source, OF_F_PUZZLES, following.start())
        parts.append((*place_at(content, following.start()), content[following.start() : end]))
    return parts


def read_f_puzzles(content: str, location: str) -> Killer:
    """Read the JSON of f-puzzles: cages, diagonals, givens; other keys that may be rules are refused unless empty."""
    data, _ = read_json(content, location, OF_F_PUZZLES)
    try:
        side = whole_number(data["size"], 1, text.LARGEST)
        if side is None:
            raise BadInput(f"{location}: size {quoted(data['size'])}: write a number from 1 to {text.LARGEST}")
        rows = _list_at(data, "grid") or [[{}] * side] * side
        grid = [(r * side + c, cell) for r, row in enumerate(rows) for c, cell in enumerate(_list(row))]
        if [cell for cell, _ in grid] != list(range(side**2)):
            raise BadInput(
                f"{location}: its grid has {len(grid)} cells in {len(rows)} rows; {side}x{side} are expected"
            )
        _refuse_other_rules(data, HARMLESS, location)
        if any(cage.get("value") for cage in _list_at(data, "cage")):
            raise BadInput(f"{location}: has cage with a value, a rule that is not supported; remove it")
        for cell, properties in grid:
            _refuse_other_rules(properties, HARMLESS_OF_CELL, f"{location}: {place(cell, side)}")
        _refuse_other_boxes(
            {cell: properties["region"] for cell, properties in grid if "region" in properties}, side, location
        )
        given_values = {
            cell: properties["value"]
            for cell, properties in grid
            if _flag(properties, "given") and properties.get("value") not in EMPTY
        }
        for number, cage in enumerate(_list_at(data, "killercage"), start=1):
            _refuse_other_rules(cage, HARMLESS_OF_CAGE, f"{location}: cage {number}")
        cages = [(_list(cage["cells"]), cage.get("value")) for cage in _list_at(data, "killercage")]
        diagonals = {_flag(data, f"diagonal{sign}") for sign in "+-"}
        title = data.get("title")
    except BadInput:
        raise
    except (KeyError, TypeError, AttributeError):
        raise BadInput(f"{location}: is no JSON of f-puzzles; give {OF_F_PUZZLES}") from None
    if len(diagonals) > 1:
        raise BadInput(f"{location}: has one diagonal only; both or none are supported")
    if "killercage" not in data and diagonals == {False}:
        raise BadInput(f"{location}: has no cages: it is a Sudoku, not a Killer Sudoku; write its cells in one line")
    givens = {}
    for cell, value in given_values.items():
        digit = whole_number(value, 1, side)
        if digit is None:
            raise BadInput(f"{location}: {place(cell, side)}: {quoted(value)} is no digit; write 1 to {side}")
        givens[cell] = digit
    owner, sums = [NO_CAGE] * side**2, {}
    for number, (cells, value) in enumerate(cages):
        if value not in EMPTY:
            if not cells:
                raise BadInput(f"{location}: cage {number + 1}: has a sum and no cells; remove it, or add its cells")
            sums[number] = sum_of(value, f"{location}: cage {number + 1}")
        for word in cells:
            cell = cell_of(word, side, location)
            if owner[cell] != NO_CAGE:
                raise BadInput(f"{location}: {place(cell, side)}: is in two cages; leave it out of one")
            owner[cell] = number
    cages_given = with_givens(owner, sums, givens, side, location)
    return puzzle_of(side, usual_box(side), cages_given, diagonals == {True}, location,
                   title if isinstance(title, str) else "")  # fmt: skip


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _list_at(data: dict[str, Any], key: str) -> list[Any]:
    """Return the list at a key of JSON data, which may be missing or empty."""
    return _list(data.get(key) or [])


def _flag(data: dict[str, Any], key: str) -> bool:
    """Return whether the value at a key of JSON data is true; it may be missing or empty."""
    value = data.get(key) or False
    if not isinstance(value, bool):
        raise TypeError
    return value


def _refuse_other_rules(data: dict[str, Any], harmless: set[str], location: str) -> None:
    """Refuse keys that are not known to be harmless, unless they are empty, such as false or an empty list."""
    unsupported = sorted(key for key, value in data.items() if value and key not in harmless)
    if unsupported:
        raise BadInput(
            f"{location}: has {shortened(', '.join(unsupported))}, not supported; remove it if it is not a rule"
        )


def _refuse_other_boxes(regions: dict[int, object], side: int, location: str) -> None:
    """Refuse regions that are not the usual boxes; a cell without a region is in its usual box."""
    height, width = usual_box(side)
    region_of: dict[int, object] = {}
    box_of: dict[object, int] = {}
    for cell in range(side**2):
        box = cell // side // height * height + cell % side // width
        region = regions.get(cell, box)
        is_region = type(region) in (int, str)
        if not is_region or region_of.setdefault(box, region) != region or box_of.setdefault(region, box) != box:
            raise BadInput(
                f"{location}: {place(cell, side)}: its region is not the usual box of {height}x{width}; no other is "
                "supported"
            )


def write_f_puzzles(puzzle: Killer) -> str:
    """Write a puzzle with usual boxes in the format of `read_f_puzzles`; cages of one cell stay cages."""
    if puzzle.box != usual_box(puzzle.side):
        raise BadInput(
            f"f-puzzles has boxes of {'x'.join(map(str, usual_box(puzzle.side)))} on {puzzle.side}x{puzzle.side}"
        )
    cages = [
        {
            "cells": [f"R{cell // puzzle.side + 1}C{cell % puzzle.side + 1}" for cell in cage.cells],
            "value": str(cage.total),
        }
        for cage in puzzle.cages
    ]
    content: dict[str, Any] = {
        "size": puzzle.side,
        "grid": [[{} for _ in range(puzzle.side)] for _ in range(puzzle.side)],
    }
    if puzzle.name:
        content["title"] = puzzle.name
    if puzzle.diagonals:
        content |= {"diagonal+": True, "diagonal-": True}
    return json.dumps(content | {"killercage": cages}, separators=(",", ":"))


def read_link(content: str, location: str) -> Killer:
    """Read a link to f-puzzles, or to another site with the same format, such as SudokuPad."""
    matches = list(PAYLOAD.finditer(content))
    if len(matches) != 1 or not LINK_START.fullmatch(content[: matches[0].start()]):
        raise BadInput(f"{location}: is no link to one puzzle; write one link a line, and nothing else")
    payload = unquote(matches[0][1]).removeprefix("fpuzzles").replace(" ", "+")
    try:
        unpacked = decompress(payload)
    except BadInput as error:
        raise BadInput(f"{location}: {error}") from None
    if not unpacked.lstrip().startswith("{"):
        raise BadInput(f"{location}: the link holds no JSON of f-puzzles; give {OF_F_PUZZLES}")
    (_, _, document), *further = split_json(unpacked, location)
    if further:
        raise BadInput(f"{location}: the link holds {len(further) + 1} puzzles; give one")
    return read_f_puzzles(document, location)


def write_link(puzzle: Killer) -> str:
    """Write a puzzle as a link in the format of `read_link`."""
    return LINK + quote(compress(write_f_puzzles(puzzle)), safe="")
