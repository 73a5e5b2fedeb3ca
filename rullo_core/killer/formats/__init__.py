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

import re
from collections.abc import Callable, Sequence

from rullo_core.errors import BadInput, placed, shortened
from rullo_core.killer import puzzle as text
from rullo_core.killer.formats.f_puzzles import (
    PAYLOAD,
    read_f_puzzles,
    read_link,
    split_json,
    write_f_puzzles,
    write_link,
)
from rullo_core.killer.formats.solo import SOLO, read_solo, write_solo
from rullo_core.killer.formats.sumocue import read_sumocue, write_sumocue
from rullo_core.killer.formats.table import HEAD, read_csv, write_csv
from rullo_core.killer.formats.typed import MOST_CAGES, read_typed, split_typed, write_typed
from rullo_core.killer.puzzle import Killer, check_sums
from rullo_core.lines import lines_of
from rullo_core.parameters import whole_number


def parse_any(content: str, source: str = "puzzle") -> list[Killer]:
    """Read puzzles in any format, one format for the whole text; links, SumoCue strings and game IDs stand on lines."""
    stripped = content.lstrip()
    if stripped.lower().startswith(",".join(HEAD[:3])):
        return [
            _checked(puzzle, f"{source}, puzzle {shortened(puzzle.name)}", line)
            for line, puzzle in read_csv(content, source)
        ]
    lines = [line for line in lines_of(content) if line.text and not line.text.startswith("#")]
    read: Callable[[str, str], Killer]
    if stripped.startswith("{"):
        read, parts = read_f_puzzles, split_json(content, source)
    elif lines and all(_reader_of_line(line.text) for line in lines):
        read, parts = _read_line, [(line.number, line.column(), line.text) for line in lines]
    elif lines and whole_number(lines[0].text, 1, MOST_CAGES) is not None:
        read, parts = read_typed, split_typed(lines, source)
    else:
        return text.parse_puzzles(content, source)
    puzzles = []
    for line, column, part in parts:
        location = source if len(parts) == 1 else f"{source}, line {line}"
        is_sure = read is _read_line or (read is read_f_puzzles and '"size"' in part)
        with placed(line, column, is_sure):
            puzzles.append(_checked(read(part, location), location))
    return puzzles


def _read_line(line: str, location: str) -> Killer:
    reader = _reader_of_line(line)
    assert reader is not None
    return reader(line, location)


def _reader_of_line(line: str) -> Callable[[str, str], Killer] | None:
    if PAYLOAD.search(line):
        return read_link
    if re.match(r"3x3:d?:k:", line) or line.startswith("SumoCueV1"):
        return read_sumocue
    return read_solo if SOLO.fullmatch(line) else None


def _checked(puzzle: Killer, location: str, line: int = 1) -> Killer:
    try:
        check_sums(puzzle)
    except BadInput as error:
        raise BadInput(str(error), location, line, 1) from None
    return puzzle


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
    for number, puzzle in enumerate(puzzles, start=1):
        try:
            content = WRITERS[form](puzzle)
        except BadInput as error:
            label = puzzle.name or (f"puzzle {number}" if len(puzzles) > 1 else "")
            raise BadInput(f"{shortened(label)}: {error}" if label else str(error)) from None
        parts.append(f"# {puzzle.name}\n{content}" if form == "text" and puzzle.name else content)
    return ("\n\n" if form == "text" else "\n").join(parts)
