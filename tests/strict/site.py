"""What the pages for makers read, kind by kind, each beside its strict reader; and how that differs from Python's."""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from rullo_core.killer.lzstring import compress
from tests.strict import killers, plain
from tests.strict.collections import loaded, puzzlekit
from tests.strict.plain import Refused, need
from tests.strict.readers import JSONS, LINKS, READERS, SOLOS


def single(read, text):
    puzzles = read(text)
    need(len(puzzles) == 1, "several")
    return puzzles[0]


def as_json(kind, text):
    """``{"kind": kind, "text": text}``."""
    found = loaded(text.strip())
    need(isinstance(found, dict) and set(found) == {"kind", "text"} and found["kind"] == kind)
    need(isinstance(found["text"], str))
    return single(TEXTS[kind], found["text"])


def in_board(made, text):
    """A board of JSON, or in a link or game ID alone on its line, as a puzzle that `made` makes of it."""
    try:
        return made(single(killers.boards_of, text))
    except Refused:
        (line,) = found if len(found := killers.content_lines(text)) == 1 else [""]
    try:
        return made(killers.board_of_link(line))
    except Refused:
        return made(killers.board_of_id(line))


TEXTS = {"rullo": plain.rullo, "kakuro": plain.kakuro, "sudoku": plain.sudoku, "killer": plain.killer}

FORMATS = {
    "rullo": (),
    "kakuro": (lambda text: single(puzzlekit, text),),
    "sudoku": (lambda text: in_board(killers.as_sudoku, text),),
    "killer": (lambda text: in_board(killers.as_killer, text),),
}
"""What is read beside text and JSON of the site's own."""


def strictly(kind, text):
    """The one puzzle of a text; `Refused` for anything else."""
    for read in (lambda given: single(TEXTS[kind], given), lambda given: as_json(kind, given), *FORMATS[kind]):
        try:
            return read(text)
        except Refused:
            continue
    raise Refused("in no format")


@dataclass(frozen=True)
class Asked:
    """Texts for the editor of a kind, and what Python reads of them, if it offers the format."""

    kind: str
    seeds: tuple[str, ...]
    python: Any = None


def own(kind, texts):
    return tuple(json.dumps({"kind": kind, "text": text}) for text in texts)


def first(text):
    return re.split("\n\n", text)[0]


GIVEN = json.dumps({"size": 4, "grid": [[{"value": 1, "given": True}, {}, {}, {"value": 3}], *[[{}] * 4] * 3]})
SMALL_SUDOKU = GIVEN, GIVEN.replace('"value": 1', '"value": "2"').replace('{"size"', '{"title": "x", "size"')
SUDOKU_LINKS = tuple(
    begin + quote(compress(board), safe="")
    for board in SMALL_SUDOKU
    for begin in ("https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles")
)

ASKED = {
    **{
        name: Asked(reader.kind, tuple(map(first, reader.seeds)), reader.read)
        for name, reader in READERS.items()
        if not reader.is_written
    },
    "rullo, own": Asked("rullo", own("rullo", map(first, READERS["rullo"].seeds))),
    "kakuro, own": Asked("kakuro", own("kakuro", map(first, READERS["kakuro"].seeds[:2]))),
    "sudoku, own": Asked("sudoku", own("sudoku", READERS["sudoku"].seeds[:1])),
    "killer, own": Asked("killer", own("killer", READERS["killer"].seeds[:1])),
    "sudoku, f-puzzles": Asked("sudoku", (*SMALL_SUDOKU, JSONS[0])),
    "sudoku, link": Asked("sudoku", SUDOKU_LINKS),
    "sudoku, solo": Asked("sudoku", ("2x2:1c2_3i4", "2x3db:1z2_3g", "3x3:z1z2za")),
    "killer, solo without cages": Asked("killer", ("2x2x:1c2_3i4", "2x2x:p", "2x2:1c2_3i4")),
    "killer, JSON and links": Asked("killer", (*JSONS, *LINKS), READERS["killer, link"].read),
    "killer, game IDs": Asked("killer", SOLOS, READERS["killer, solo"].read),
}

NOT_OFFERED = {
    "kakuro, dzn": "data for MiniZinc",
    "kakuro, gecode": "arrays of Gecode",
    "killer, typed": "typed puzzles",
    "killer, csv": "CSV",
    "killer, sumocue": "strings of SumoCue",
    "killer, sumocue 1": "strings of SumoCue",
}
"""Formats that Python reads and the site does not; those that Python does not read have no reader in `ASKED`."""

LIMITS = r"boards up to 9x9|without Python (?:write|up to 200)|is not a whole number"
"""What the site says of a puzzle that is too large for it: of its sides, of its cells, or a number of ten digits."""
