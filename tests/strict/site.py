"""What the pages for makers read, kind by kind, each beside its strict reader; and how that differs from Python's."""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from rullo_core.killer.lzstring import compress
from tests.strict import killers, plain
from tests.strict.collections import loaded, puzzlekit
from tests.strict.plain import NotRead, need
from tests.strict.readers import JSONS, LINKS, READERS, SOLOS


def single(read, text):
    puzzles = read(text)
    need(len(puzzles) == 1, "several")
    return puzzles[0]


def as_json(kind, text):
    """``{"kind": kind, "text": text}``."""
    value = loaded(text.strip())
    need(isinstance(value, dict) and set(value) == {"kind", "text"} and value["kind"] == kind)
    need(isinstance(value["text"], str))
    return single(TEXTS[kind], value["text"])


def in_board(make, text):
    """A board of JSON, or in a link or game ID alone on its line, as a puzzle that `make` makes of it."""
    try:
        return make(single(killers.boards_of, text))
    except NotRead:
        (line,) = lines if len(lines := killers.content_lines(text)) == 1 else [""]
    try:
        return make(killers.board_of_link(line))
    except NotRead:
        return make(killers.board_of_id(line))


TEXTS = {"rullo": plain.rullo, "kakuro": plain.kakuro, "sudoku": plain.sudoku, "killer": plain.killer}

FORMATS = {
    "rullo": (),
    "kakuro": (lambda text: single(puzzlekit, text),),
    "sudoku": (lambda text: in_board(killers.as_sudoku, text),),
    "killer": (lambda text: in_board(killers.as_killer, text),),
}
"""What is read beside text and JSON of the site's own."""


def strictly(kind, text):
    """The one puzzle of a text; `NotRead` for anything else."""
    for read in (lambda content: single(TEXTS[kind], content), lambda content: as_json(kind, content), *FORMATS[kind]):
        try:
            return read(text)
        except NotRead:
            continue
    raise NotRead("in no format")


@dataclass(frozen=True)
class PageTexts:
    """Texts for the editor of a kind, and what Python reads of them, if it offers the format."""

    kind: str
    seeds: tuple[str, ...]
    python: Any = None


def as_own_json(kind, texts):
    return tuple(json.dumps({"kind": kind, "text": text}) for text in texts)


def first(text):
    return re.split("\n\n", text)[0]


WITH_GIVEN = json.dumps({"size": 4, "grid": [[{"value": 1, "given": True}, {}, {}, {"value": 3}], *[[{}] * 4] * 3]})
SMALL_SUDOKU = WITH_GIVEN, WITH_GIVEN.replace('"value": 1', '"value": "2"').replace('{"size"', '{"title": "x", "size"')
SUDOKU_LINKS = tuple(
    begin + quote(compress(board), safe="")
    for board in SMALL_SUDOKU
    for begin in ("https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles")
)

PAGE_TEXTS = {
    **{
        name: PageTexts(reader.kind, tuple(map(first, reader.seeds)), reader.read)
        for name, reader in READERS.items()
        if not reader.is_written
    },
    "rullo, own": PageTexts("rullo", as_own_json("rullo", map(first, READERS["rullo"].seeds))),
    "kakuro, own": PageTexts("kakuro", as_own_json("kakuro", map(first, READERS["kakuro"].seeds[:2]))),
    "sudoku, own": PageTexts("sudoku", as_own_json("sudoku", READERS["sudoku"].seeds[:1])),
    "killer, own": PageTexts("killer", as_own_json("killer", READERS["killer"].seeds[:1])),
    "sudoku, f-puzzles": PageTexts("sudoku", (*SMALL_SUDOKU, JSONS[0])),
    "sudoku, link": PageTexts("sudoku", SUDOKU_LINKS),
    "sudoku, solo": PageTexts("sudoku", ("2x2:1c2_3i4", "2x3db:1z2_3g", "3x3:z1z2za")),
    "killer, solo without cages": PageTexts("killer", ("2x2x:1c2_3i4", "2x2x:p", "2x2:1c2_3i4")),
    "killer, JSON and links": PageTexts("killer", (*JSONS, *LINKS), READERS["killer, link"].read),
    "killer, game IDs": PageTexts("killer", SOLOS, READERS["killer, solo"].read),
}

NOT_OFFERED = {
    "kakuro, dzn": "data for MiniZinc",
    "kakuro, gecode": "arrays of Gecode",
    "killer, typed": "typed puzzles",
    "killer, csv": "CSV",
    "killer, sumocue": "strings of SumoCue",
    "killer, sumocue 1": "strings of SumoCue",
}
"""Formats that Python reads and the site does not; those that Python does not read have no reader in `PAGE_TEXTS`."""

LIMITS = r"boards up to 9x9|without Python (?:write|up to 200)|is not a whole number"
"""What the site says of a puzzle that is too large for it: of its sides, of its cells, or a number of ten digits."""
