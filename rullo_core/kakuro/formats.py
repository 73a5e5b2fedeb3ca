"""Kakuros of public collections, read from a reader's own files: three formats beside the project's text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rullo_core.errors import BadInput, one_line, quoted, shortened
from rullo_core.kakuro.puzzle import ACROSS, DOWN, LONGEST, Direction, Kakuro, parse_puzzles

LARGEST_SIDE = 256
"""Rows, and columns, of a puzzle of numbers, whose cells are not in the text one by one."""

MOST_DIGITS = 9
"""Of a number."""

Clue = tuple[Direction, int, int, int, int]
"""Direction, row and column of the black cell from 0, number of cells, sum."""


def read_collection(text: str, source: str = "collection", form: str | None = None) -> list[Kakuro]:
    """Read the puzzles of a collection, in a format that is recognized from the text unless given."""
    if form is None:
        _check_collection(text, source)
    return READERS[form or _form_of(text)](text, source)


def _check_collection(text: str, source: str) -> None:
    """Refuse puzzles of another kind in a file of SmilingWayne/puzzlekit-dataset, whose files look the same."""
    kit = re.match(r"""\s*\{(?=[^{}]*"data"\s*:)[^{}]*"name"\s*:\s*"(\w{1,40})\"""", text)
    if kit and kit[1] != "Kakuro":
        last = text.count("\n") + 1  # so that this is what is said, and not what other kinds of puzzle say of line 1
        reason = f"puzzlekit's {kit[1]} is not read, of its collections only Kakuro is; convert the puzzles"
        raise BadInput(reason, source, last, len(text))


def _form_of(text: str) -> str:
    if text.lstrip().startswith("{") and '"data"' in text:
        return "json"
    if "h_clue" in text:
        return "dzn"
    return "gecode" if any(body.count("-1") > 1 for body in re.findall(r"\{([^{}]*)\}", text)) else "text"


def _read_json(text: str, source: str) -> list[Kakuro]:
    """Read ``{"data": {name: {"problem": puzzle text}}}``, as in SmilingWayne/puzzlekit-dataset."""
    try:
        data = json.loads(text)["data"]
        named = [(one_line(name), str(one["problem"])) for name, one in data.items()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(f'{source}: is not JSON with "data", names and "problem" in it ({shortened(error)})') from None
    return [
        replace(one, name=name)
        for name, content in named
        for one in parse_puzzles(content, f"{source}, {shortened(name)}")
    ]


def _read_dzn(text: str, source: str) -> list[Kakuro]:
    """Read data for MiniZinc: ``w``, ``h``, ``h_clue`` and ``v_clue``, which have row, column, cells, sum, from 1."""
    sizes = dict(re.findall(r"\b([wh])\s*=\s*([0-9]+)\s*;", text))
    lists = {name: _numbers(body, source)
             for name, body in re.findall(r"\b([hv])_clue\s*=\s*\[\|([^\[\]]*)\|\]", text)}  # fmt: skip
    if set(sizes) != {"w", "h"} or set(lists) != {"h", "v"} or any(len(found) % 4 for found in lists.values()):
        raise BadInput(f"{source}: has not w, h, h_clue and v_clue with four numbers a clue")
    clues = [
        (ACROSS if name == "h" else DOWN, found[i] - 1, found[i + 1] - 1, found[i + 2], found[i + 3])
        for name, found in lists.items()
        for i in range(0, len(found), 4)
    ]
    rows, columns = _numbers(f"{sizes['h']} {sizes['w']}", source)
    return [_made_of(clues, rows, columns, source)]


def _read_gecode(text: str, source: str) -> list[Kakuro]:
    """Read pasted arrays of Gecode's example: width, height; x, y, cells, sum of clues down, -1; then across, -1."""
    text = re.sub(r"//.*|/\*.*?(?:\*/|$)", "", text, flags=re.MULTILINE)
    puzzles: list[Kakuro] = []
    for array in re.finditer(r"\{([-0-9,\s]+)\}", text):
        before = text[max(0, array.start() - 100) : array.start()]
        named = re.search(r"(\w{1,40})\s*\[\]\s*=\s*$", before)
        name = named[1] if named else ""
        where = f"{source}, {name or f'array {len(puzzles) + 1}'}"
        numbers = _numbers(array[1], where)
        if len(numbers) < 2:
            raise BadInput(f"{where}: has no width and height")
        parts: list[list[int]] = [[]]
        for number in numbers[2:]:
            if number == -1:
                parts.append([])
            else:
                parts[-1].append(number)
        if len(parts) != 3 or parts[2] or any(len(part) % 4 for part in parts):
            raise BadInput(f"{where}: is not width, height, and two lists of four numbers a clue that end with -1")
        clues: list[Clue] = [
            (direction, part[i + 1], part[i], part[i + 2], part[i + 3])
            for direction, part in ((DOWN, parts[0]), (ACROSS, parts[1]))
            for i in range(0, len(part), 4)
        ]
        puzzles.append(replace(_made_of(clues, numbers[1], numbers[0], where), name=name))
    if not puzzles:
        raise BadInput(f"{source}: holds no array in braces")
    return puzzles


READERS: Mapping[str, Callable[[str, str], list[Kakuro]]] = {
    "text": parse_puzzles,
    "json": _read_json,
    "dzn": _read_dzn,
    "gecode": _read_gecode,
}


def _numbers(content: str, where: str) -> list[int]:
    """The numbers in a text."""
    words = re.findall("-?[0-9]+", content)
    long = next((word for word in words if len(word) > MOST_DIGITS), None)
    if long is not None:
        raise BadInput(f"{where}: the number {quoted(long)} has more than {MOST_DIGITS} digits; mend it")
    return list(map(int, words))


def _made_of(clues: list[Clue], rows: int, columns: int, where: str) -> Kakuro:
    """Return the puzzle whose white cells are those that follow clues."""
    if not (1 <= rows <= LARGEST_SIDE and 1 <= columns <= LARGEST_SIDE):
        raise BadInput(f"{where}: {rows} rows and {columns} columns: write 1 to {LARGEST_SIDE} of each")
    content: dict[tuple[int, int], dict[Direction, int]] = {}
    white = set()
    for direction, r, c, cells, total in clues:
        if not 1 <= cells <= LONGEST:
            raise BadInput(f"{where}, row {r + 1}, column {c + 1}: {cells} cells {direction}; write 1 to {LONGEST}")
        content.setdefault((r, c), {})[direction] = total
        white |= set(_after(direction, r, c, cells))
    if any(not (0 <= r < rows and 0 <= c < columns) for r, c in white | set(content)):
        raise BadInput(f"{where}: a clue or its cells are outside of the {rows} rows and {columns} columns")
    tokens = [["-"] * columns for _ in range(rows)]
    for (r, c), both in content.items():
        tokens[r][c] = f"{both.get(DOWN, '')},{both.get(ACROSS, '')}"
    for r, c in white:
        tokens[r][c] = "0"
    puzzle = parse_puzzles("\n".join([f"{rows} {columns}", *map(" ".join, tokens)]), where)[0]
    found = {(entry.direction, puzzle.cells[entry.cells[0]]): len(entry) for entry in puzzle.entries}
    for direction, r, c, cells, _ in clues:
        first = next(_after(direction, r, c, 1))
        if found.get((direction, first)) != cells:
            raise BadInput(f"{where}, row {r + 1}, column {c + 1}: {direction} are not {cells} cells")
    return puzzle


def _after(direction: Direction, r: int, c: int, cells: int) -> Iterator[tuple[int, int]]:
    for i in range(1, cells + 1):
        yield (r, c + i) if direction == ACROSS else (r + i, c)
