"""Texts of Kakuros are read, and entries made of white cells and clues."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput, quoted, shortened
from rullo_core.kakuro.puzzle import (
    ACROSS,
    DOWN,
    LONGEST,
    NO_ENTRY,
    Direction,
    Entry,
    Kakuro,
    Position,
    Solution,
    clue_cell,
    no_combination,
    place,
    runs_of,
)
from rullo_core.lines import Line, lines_of
from rullo_core.parameters import name_in

TOKEN = re.compile(r"(?P<white>[0-9])|-|(?P<down>[0-9]{1,9}|\*)?,(?P<across>[0-9]{1,9}|\*)?")


def parse_puzzles(text: str, source: str = "puzzle") -> list[Kakuro]:
    """Read puzzles, one after the other.

    A puzzle is a line with its numbers of rows and columns, and a line for each row: ``0`` for a white cell, ``-`` for
    a black one, ``16,`` for one with a clue down, ``,24`` with one across, ``17,24`` with both. Where a black cell
    before white ones has no clue, these are all different and their sum is not given; with ``*`` for a clue they are no
    entry. Blank lines are skipped, and so are lines that begin with ``#``; one right above a puzzle is its name.
    """
    puzzles = []
    for puzzle, digits, error in _read(text, source):
        for cell, digit in zip(puzzle.cells, digits, strict=True):
            if digit:
                raise error(f"{str(digit)!r} is no cell; write 0, -, 16, or ,24 or 17,24", cell)
        puzzles.append(puzzle)
    return puzzles


def parse_written(text: str, source: str = "puzzle") -> list[tuple[Kakuro, Solution]]:
    """Read puzzles in which digits may be written in place of 0: each puzzle with its digits, 0 for none."""
    return [(puzzle, digits) for puzzle, digits, _ in _read(text, source)]


@dataclass(frozen=True)
class _ErrorMaker:
    """Errors in the text of a puzzle, given the line with the size, the lines of the rows, and the name of the text."""

    location: str
    first: Line
    rows: list[Line]

    def __call__(
        self, reason: str, position: Position | None = None, detail: str = "", clue_position: Position | None = None
    ) -> BadInput:
        location = self.location + (f", {place(position)}" if position else "") + detail
        r, c = clue_position or position or (-1, 0)
        line = self.first if r < 0 else self.rows[r]
        return BadInput(reason, location, line.number, line.column(c))


def _read(text: str, source: str) -> Iterator[tuple[Kakuro, Solution, _ErrorMaker]]:
    lines = lines_of(text)
    has_puzzle = False
    name = ""
    i = 0
    while i < len(lines):
        line = lines[i]
        i += 1
        if not line.text or line.text.startswith("#"):
            name = name_in(line.text)
            continue
        location = f"{source}, line {line.number}" + (f" ({shortened(name)})" if name else "")
        size = re.fullmatch(r"([0-9]{1,4})\s+([0-9]{1,4})", line.text)
        if size is None or not all(map(int, size.groups())):
            reason = f"{quoted(line.text)} is no size; begin a puzzle with its numbers of rows and columns"
            raise BadInput(reason, location, line.number, line.column())
        rows, columns = map(int, size.groups())
        error = _ErrorMaker(location, line, lines[i : i + rows])
        i += rows
        puzzle, digits = _puzzle(rows, columns, error)
        yield replace(puzzle, name=name), digits, error
        has_puzzle = True
        name = ""
    if not has_puzzle:
        reason = "holds no puzzle; write its numbers of rows and columns, and a line for each row"
        raise BadInput(reason, source, 1, 1)


def _puzzle(rows: int, columns: int, error: _ErrorMaker) -> tuple[Kakuro, Solution]:
    if len(error.rows) < rows:
        raise error(f"has {len(error.rows)} rows where it says {rows}; add the others, or change the number")
    clues: dict[tuple[Direction, Position], str] = {}
    cells, digits = [], []
    for r, row in enumerate(error.rows):
        if len(row.words) != columns:
            reason = f"has {len(row.words)} cells where there are {columns} columns"
            raise error(reason, detail=f", row {r + 1}", clue_position=(r, 0))
        for c, word in enumerate(row.words):
            match = TOKEN.fullmatch(word)
            if match is None:
                raise error(f"{quoted(word)} is no cell; write 0, -, 16, or ,24 or 17,24", (r, c))
            if match["white"]:
                cells.append((r, c))
                digits.append(int(word))
            if match["across"]:
                clues[ACROSS, (r, c + 1)] = match["across"]
            if match["down"]:
                clues[DOWN, (r + 1, c)] = match["down"]

    return with_entries(Kakuro(rows, columns, tuple(cells), ()), clues, error), tuple(digits)


def with_entries(
    puzzle: Kakuro, clues: dict[tuple[Direction, Position], str], error: Callable[..., BadInput]
) -> Kakuro:
    """Return a puzzle with the entries of its white cells, and with clues by direction and first cell.

    `error` makes an error of a reason, a cell, what follows its place in words, and the cell of its clue.
    """
    cells, entries = puzzle.cells, []
    for direction, run in runs_of(cells):
        first = cells[run[0]]
        clue = clues.pop((direction, first), None)
        if clue == NO_ENTRY or (clue is None and len(run) == 1):
            continue
        if len(run) > LONGEST:
            raise error(f"{len(run)} cells {direction}; there are {LONGEST} digits, so divide them", first)
        if clue is not None and not combinations(len(run), int(clue)):
            raise error(no_combination(len(run), int(clue)), first, f", {direction}", clue_cell(direction, first))
        entries.append(Entry(direction, run, None if clue is None else int(clue)))
    for (direction, position), clue in clues.items():
        raise error(f"the clue {clue} {direction} has no white cell after it", clue_cell(direction, position))
    puzzle = replace(puzzle, entries=tuple(entries))
    for cell, numbers in zip(cells, puzzle.of_cells, strict=True):
        if not numbers:
            raise error("this white cell is in no entry; make it black, or give it a clue", cell)
    _check_balance(puzzle, error)
    return puzzle


def _check_balance(puzzle: Kakuro, error: Callable[..., BadInput]) -> None:
    """Check that across and down have the same sum in components where every cell is in two entries with clues."""
    for piece in puzzle.components():
        totals = {}
        for direction, group in groupby((puzzle.entries[i] for i in piece), key=lambda entry: entry.direction):
            entries = list(group)
            if all(entry.clue is not None for entry in entries):
                covered = frozenset(cell for entry in entries for cell in entry.cells)
                totals[direction] = covered, sum(entry.clue or 0 for entry in entries)
        if len(totals) == 2 and totals[ACROSS][0] == totals[DOWN][0] and totals[ACROSS][1] != totals[DOWN][1]:
            first = puzzle.cells[min(totals[ACROSS][0])]
            reason = (
                f"in the entries connected there the clues across come to {totals[ACROSS][1]} and those down to "
                f"{totals[DOWN][1]}: no solution can exist; mend a clue"
            )
            raise error(reason, first)
