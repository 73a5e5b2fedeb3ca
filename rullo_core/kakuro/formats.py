"""Kakuros of public collections, read from a reader's own files: three formats beside the project's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rullo_core.errors import BadInput, one_line, placed, quoted, shortened
from rullo_core.json_text import read_json
from rullo_core.kakuro.puzzle import ACROSS, DOWN, LONGEST, Direction, Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.lines import place_at, wrong_at

LARGEST_SIDE = 256
"""The greatest number of rows, and of columns, of a puzzle of numbers, whose text does not list every cell."""

MOST_DIGITS = 9
"""The greatest number of digits in a number."""

Clue = tuple[Direction, int, int, int, int]
"""Direction, row and column of the black cell from 0, number of cells, sum."""


def read_collection(text: str, source: str = "collection", form: str | None = None) -> list[Kakuro]:
    """Read the puzzles of a collection; by default, the format is recognised from the text."""
    if form is None:
        _check_collection(text, source)
    return READERS[form or _form_of(text)](text, source)


def _check_collection(text: str, source: str) -> None:
    """Refuse puzzles of another kind in a file of SmilingWayne/puzzlekit-dataset, whose files look the same."""
    kit = re.match(r"""\s*\{(?=[^{}]*"data"\s*:)[^{}]*"name"\s*:\s*"(\w{1,40})\"""", text)
    if kit and kit[1] != "Kakuro":
        reason = f"puzzlekit's {kit[1]} is not read, of its collections only Kakuro is; convert the puzzles"
        with placed(1, is_sure=True):  # so that this error is reported, and not that of another kind
            raise BadInput(reason, source)


def _form_of(text: str) -> str:
    stripped = text.lstrip()
    if stripped.startswith("{") and '"data"' in text:
        return "json"
    if "h_clue" in text and not re.match("[0-9#]", stripped):
        return "dzn"
    return "gecode" if re.match(r"//|/\*|\{(?!\s*\")|(?:static|const|int)\b", stripped) else "text"


def _read_json(text: str, source: str) -> list[Kakuro]:
    """Read ``{"data": {name: {"problem": puzzle text}}}``, as in SmilingWayne/puzzlekit-dataset."""
    expected = 'JSON with "data", names and "problem" in it'
    begin = len(text) - len(text.lstrip())
    content, end = read_json(text, source, expected, begin)
    if text[end:].strip():
        raise wrong_at(text, end + len(text[end:]) - len(text[end:].lstrip()), "is after the JSON; remove it", source)
    data = content.get("data") if isinstance(content, dict) else None
    problems: dict[str, Any] = {name: record.get("problem") if isinstance(record, dict) else None
                for name, record in data.items()} if isinstance(data, dict) else {}  # fmt: skip
    if not problems or not all(isinstance(problem, str) for problem in problems.values()):
        raise BadInput(f"is not {expected}", source, 1, 1)
    puzzles = []
    for name, problem in problems.items():
        with placed(1, is_sure=True):
            puzzles += [
                replace(puzzle, name=one_line(name))
                for puzzle in _parse_embedded(problem, f"{source}, {shortened(name)}")
            ]
    return puzzles


def _parse_embedded(problem: str, location: str) -> list[Kakuro]:
    """Read puzzles of a text embedded in other data, whose lines are not lines of the input."""
    try:
        return parse_puzzles(problem, location)
    except BadInput as error:
        raise BadInput(str(error)) from None


class _Tokens:
    """The tokens of a text without its comments, to be taken one after the other; anything else in it is refused."""

    def __init__(self, text: str, source: str, comment: str, example: str) -> None:
        self.text, self.source, self.example = text, source, example
        self.remaining: list[tuple[str, int]] = []
        piece = re.compile(
            rf"\s+|{comment}[^\r\n]*|/\*(?s:.*?)\*/|(-?[0-9]+|[A-Za-z_][A-Za-z_0-9]*|\[\||\|\]|[][{{}}|,;=])"
        )
        position = 0
        while position < len(text):
            match = piece.match(text, position)
            if match is None:
                raise self._error_at(quoted(text[position]), position)
            if match[1]:
                self.remaining.append((match[1], position))
            position = match.end()
        self.remaining.reverse()

    def take(self, *tokens: str) -> bool:
        """Take these tokens, if they are the next ones."""
        if tuple(token for token, _ in self.remaining[: -len(tokens) - 1 : -1]) != tokens:
            return False
        del self.remaining[-len(tokens) :]
        return True

    def expect(self, *tokens: str) -> None:
        """Take these tokens, which have to be the next ones."""
        for token in tokens:
            if not self.take(token):
                raise self.error()

    def word(self) -> str:
        """Take a name."""
        if not self.remaining or not re.match("[A-Za-z_]", self.remaining[-1][0]):
            raise self.error()
        return self.remaining.pop()[0]

    def number(self) -> int:
        """Take a number."""
        if not self.remaining or not re.fullmatch("-?[0-9]+", self.remaining[-1][0]):
            raise self.error()
        token, position = self.remaining.pop()
        if len(token) > MOST_DIGITS:
            reason = f"the number {quoted(token)} has more than {MOST_DIGITS} digits; mend it"
            raise wrong_at(self.text, position, reason, self.source)
        return int(token)

    def numbers(self, *ends: str) -> list[int]:
        """Take numbers with commas between them, up to one of some tokens, which stays."""
        numbers = []
        while self.remaining and self.remaining[-1][0] not in ends:
            numbers.append(self.number())
            if not self.take(","):
                break
        return numbers

    def place(self) -> int:
        """Return where the next token is, or the end."""
        return self.remaining[-1][1] if self.remaining else max(0, len(self.text.rstrip()) - 1)

    def error(self) -> BadInput:
        """Return the error that the next token cannot be there."""
        return self._error_at(quoted(self.remaining[-1][0]) if self.remaining else "the end", self.place())

    def _error_at(self, token: str, position: int) -> BadInput:
        return wrong_at(self.text, position, f"{token} cannot be there; write {self.example}", self.source)


def _read_dzn(text: str, source: str) -> list[Kakuro]:
    """Read data for MiniZinc: ``w``, ``h``, ``h_clue`` and ``v_clue``, which have row, column, cells, sum, from 1.

    ``n_h`` and ``n_v`` may say how many clues there are.
    """
    tokens = _Tokens(text, source, "%", "w = 3; h = 3; h_clue = [|2,1,2,7|3,1,2,3|]; and v_clue")
    sizes: dict[str, int] = {}
    lists: dict[str, list[list[int]]] = {}
    while tokens.remaining:
        position = tokens.place()
        name = tokens.word()
        if name not in ("w", "h", "n_h", "n_v", "h_clue", "v_clue"):
            raise wrong_at(text, position, f"{quoted(name)} is not known; write w, h, h_clue and v_clue", source)
        if name in sizes or name in lists:
            raise wrong_at(text, position, f"{name} is there twice; remove one", source)
        tokens.expect("=")
        if not name.endswith("clue"):
            sizes[name] = tokens.number()
        else:
            tokens.expect("[|")
            rows = [tokens.numbers("|", "|]")]
            while tokens.take("|"):
                rows.append(tokens.numbers("|", "|]"))
            tokens.expect("|]")
            lists[name] = [] if rows == [[]] else rows
        if tokens.remaining:
            tokens.expect(";")
    if not {"w", "h"} <= set(sizes) or len(lists) < 2 or any(len(row) != 4 for rows in lists.values() for row in rows):
        raise BadInput("has not w, h, h_clue and v_clue with four numbers a clue", source, 1, 1)
    for way in "hv":
        if sizes.get(f"n_{way}", len(lists[f"{way}_clue"])) != len(lists[f"{way}_clue"]):
            raise BadInput(f"n_{way} is not the number of clues in {way}_clue; correct one", source, 1, 1)
    clues = [
        (ACROSS if name == "h_clue" else DOWN, r - 1, c - 1, cells, total)
        for name, rows in lists.items()
        for r, c, cells, total in rows
    ]
    with placed(1, is_sure=True):
        return [_made_of(clues, sizes["h"], sizes["w"], source)]


def _read_gecode(text: str, source: str) -> list[Kakuro]:
    """Read pasted arrays of Gecode's example: width, height; x, y, cells, sum of clues down, -1; then across, -1."""
    tokens = _Tokens(text, source, "//", "arrays such as const int k[] = {3, 3, 1,0,2,4, -1, 0,1,2,7, -1};")
    puzzles: list[Kakuro] = []
    while tokens.remaining:
        line, column = place_at(text, tokens.place())
        name = ""
        if not tokens.take("{"):
            for word in ("static", "const"):
                tokens.take(word)
            tokens.expect("int")
            name = tokens.word()
            tokens.expect("[", "]", "=", "{")
        numbers = tokens.numbers("}")
        tokens.expect("}")
        tokens.take(";")
        location = f"{source}, {shortened(name) or f'array {len(puzzles) + 1}'}"
        with placed(line, column, is_sure=True):
            puzzles.append(replace(_of_array(numbers, location), name=name))
    if not puzzles:
        raise BadInput("holds no array in braces", source, 1, 1)
    return puzzles


def _of_array(numbers: list[int], location: str) -> Kakuro:
    if len(numbers) < 2:
        raise BadInput(f"{location}: has no width and height")
    parts: list[list[int]] = [[]]
    for number in numbers[2:]:
        if number == -1:
            parts.append([])
        else:
            parts[-1].append(number)
    if len(parts) != 3 or parts[2] or any(len(part) % 4 for part in parts):
        raise BadInput(f"{location}: is not width, height, and two lists of four numbers a clue that end with -1")
    clues: list[Clue] = [
        (direction, part[i + 1], part[i], part[i + 2], part[i + 3])
        for direction, part in ((DOWN, parts[0]), (ACROSS, parts[1]))
        for i in range(0, len(part), 4)
    ]
    return _made_of(clues, numbers[1], numbers[0], location)


READERS: Mapping[str, Callable[[str, str], list[Kakuro]]] = {
    "text": parse_puzzles,
    "json": _read_json,
    "dzn": _read_dzn,
    "gecode": _read_gecode,
}


def _made_of(clues: list[Clue], rows: int, columns: int, location: str) -> Kakuro:
    """Return the puzzle whose white cells are the cells that follow clues."""
    if not (1 <= rows <= LARGEST_SIDE and 1 <= columns <= LARGEST_SIDE):
        raise BadInput(f"{location}: {rows} rows and {columns} columns: write 1 to {LARGEST_SIDE} of each")
    content: dict[tuple[int, int], dict[Direction, int]] = {}
    white = set()
    for direction, r, c, cells, total in clues:
        if not 1 <= cells <= LONGEST:
            raise BadInput(f"{location}, row {r + 1}, column {c + 1}: {cells} cells {direction}; write 1 to {LONGEST}")
        if direction in content.setdefault((r, c), {}):
            raise BadInput(f"{location}, row {r + 1}, column {c + 1}: has two clues {direction}; remove one")
        content[r, c][direction] = total
        white |= set(_cells_after(direction, r, c, cells))
    if any(not (0 <= r < rows and 0 <= c < columns) for r, c in white | set(content)):
        raise BadInput(f"{location}: a clue or its cells are outside of the {rows} rows and {columns} columns")
    tokens = [["-"] * columns for _ in range(rows)]
    for (r, c), cell_clues in content.items():
        tokens[r][c] = f"{cell_clues.get(DOWN, '')},{cell_clues.get(ACROSS, '')}"
    for r, c in white:
        tokens[r][c] = "0"
    puzzle = _parse_embedded("\n".join([f"{rows} {columns}", *map(" ".join, tokens)]), location)[0]
    lengths = {(entry.direction, puzzle.cells[entry.cells[0]]): len(entry) for entry in puzzle.entries}
    for direction, r, c, cells, _ in clues:
        first = next(_cells_after(direction, r, c, 1))
        if lengths.get((direction, first)) != cells:
            raise BadInput(f"{location}, row {r + 1}, column {c + 1}: {direction} are not {cells} cells")
    return puzzle


def _cells_after(direction: Direction, r: int, c: int, cells: int) -> Iterator[tuple[int, int]]:
    for i in range(1, cells + 1):
        yield (r, c + i) if direction == ACROSS else (r + i, c)
