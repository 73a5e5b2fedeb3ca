"""The Killer Sudoku: a Sudoku grid with cages of cells, each with a sum; and its text format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput, one_line, quoted, shortened
from rullo_core.lines import Line, lines_of
from rullo_core.parameters import name_in, whole_number
from rullo_core.puzzles import boxes
from rullo_core.puzzles.base import Puzzle
from rullo_core.puzzles.boxes import BOXES_AT, SHAPE, Box, check_box, neighbours, place, shape_text

Solution = tuple[int, ...]
"""The digit of every cell, in reading order."""

LARGEST = 16
"""Greatest side of a grid."""

HEADER = re.compile(rf"killer\s+{SHAPE}(\s+diagonals)?")
"""The first line of a puzzle."""

NO_CAGE = "."
"""The label of cells without a cage."""

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Letters of the labels that are assigned to cages."""

LONGEST_LABEL = 20
"""Greatest length of a label."""

LABEL = re.compile(rf"(?!\.$)[^\s#]{{1,{LONGEST_LABEL}}}")
"""The label of a cage: a word of a text, which ends at a blank and begins no comment."""

SUM = re.compile(r"(\S+)=([0-9]{1,9})")


@dataclass(frozen=True)
class Cage:
    """Named cells, in reading order, with different digits and a sum."""

    label: str
    cells: tuple[int, ...]
    total: int

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, repr=False)
class Killer(Puzzle):
    r"""A Killer Sudoku.

    Parameters
    ----------
    side : int
        The number of rows, of columns, of boxes and of digits, up to 16.
    box : (int, int)
        Height and width of a box, which has `side` cells.
    cages : tuple of Cage
        The cages, in the order of their first cells; no two share a cell.
    diagonals : bool
        Whether both long diagonals are units, too.
    name : str
        The name, if the puzzle has one.

    Raises
    ------
    BadInput
        If boxes do not fit the grid, cages share a cell or a label, or a cage is not connected.

    Examples
    --------
    >>> from rullo_core.killer import Killer
    >>> puzzle = Killer.parse("killer 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9")
    >>> puzzle.side, len(puzzle.cages), puzzle.cages[0].total, puzzle.is_covered
    (4, 5, 6, True)
    >>> puzzle.units[0]
    ('row 1', (0, 1, 2, 3))
    """

    side: int
    box: Box
    cages: tuple[Cage, ...]
    diagonals: bool = False
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_box(self.side, self.box, LARGEST)
        of_cell: dict[int, Cage] = {}
        labels: set[str] = set()
        for cage in self.cages:
            if not LABEL.fullmatch(cage.label) or not cage.label.isprintable():
                raise BadInput(f"the label {quoted(cage.label)} is none; write letters such as ab")
            if cage.label in labels:
                raise BadInput(f"two cages have the label {cage.label}; write another for one of them")
            labels.add(cage.label)
            for cell in cage.cells:
                if cell in of_cell:
                    pair = f"cages {of_cell[cell].label} and {cage.label}"
                    raise BadInput(f"{place(cell, self.side)}: is in {pair}; leave it out of one", cell=cell)
                of_cell[cell] = cage
            joined = connected(cage.cells, self.side)
            if len(joined) < len(cage):
                stray = min(set(cage.cells) - joined)
                raise BadInput(
                    f"cage {cage.label}: {place(stray, self.side)} does not touch {place(cage.cells[0], self.side)} "
                    "and the cells connected with it; join them, or make two cages",
                    cell=stray,
                )
        object.__setattr__(self, "cages", tuple(sorted(self.cages, key=lambda cage: cage.cells)))

    def __str__(self) -> str:
        """The text that `parse` reads."""
        diagonals = " diagonals" * self.diagonals
        labels = self.labels()
        width = max(map(len, labels))
        rows = (labels[first : first + self.side] for first in range(0, self.side**2, self.side))
        lines = [" ".join(label.ljust(width) for label in row).rstrip() for row in rows]
        sums = " ".join(f"{cage.label}={cage.total}" for cage in self.cages)
        return "\n".join([f"killer {shape_text(self.box)}{diagonals}", *lines, sums]).rstrip()

    def labels(self) -> list[str]:
        r"""Return the label of the cage of every cell.

        Returns
        -------
        list of str
            A label for each cell in reading order; ``.`` for a cell without a cage.

        Examples
        --------
        >>> from rullo_core.killer import Killer
        >>> Killer.parse("killer 4x4 boxes 2x2\na a . .\n. . . .\n. . . .\n. . . .\na=3").labels()[:4]
        ['a', 'a', '.', '.']
        """
        labels = [NO_CAGE] * self.side**2
        for cage in self.cages:
            for cell in cage.cells:
                labels[cell] = cage.label
        return labels

    @property
    def units(self) -> list[tuple[str, tuple[int, ...]]]:
        """The rows, columns, boxes and diagonals: the name of each, from 1, and its cells in reading order."""
        return units_of(self.side, self.box, self.diagonals)

    @property
    def is_covered(self) -> bool:
        """Whether every cell is in a cage."""
        return sum(map(len, self.cages)) == self.side**2

    def is_solved_by(self, solution: Sequence[int]) -> bool:
        """Say whether digits keep every rule.

        Parameters
        ----------
        solution : sequence of int
            The digit of every cell, in reading order.

        Returns
        -------
        bool
            Whether every unit has all digits and every cage different digits with its sum.

        Examples
        --------
        >>> import rullo_core as rc
        >>> (puzzle,) = rc.killer.generate(size=4)
        >>> puzzle.is_solved_by(puzzle.solution.ravel().tolist()), puzzle.is_solved_by([1] * 16)
        (True, False)
        """
        all_digits = set(range(1, self.side + 1))
        return all({solution[cell] for cell in cells} == all_digits for _, cells in self.units) and all(
            len({solution[cell] for cell in cage.cells}) == len(cage)
            and sum(solution[cell] for cell in cage.cells) == cage.total
            for cage in self.cages
        )


def units_of(side: int, box: Box, diagonals: bool = False) -> list[tuple[str, tuple[int, ...]]]:
    """Return the names of rows, columns, boxes and diagonals, numbered from 1, with their cells in reading order."""
    if not diagonals:
        return boxes.units_of(box)
    return [
        *boxes.units_of(box),
        ("the diagonal from the top left", tuple(range(0, side * side, side + 1))),
        ("the diagonal from the top right", tuple(range(side - 1, side * side - 1, side - 1))),
    ]


def label_of(number: int) -> str:
    """Return the label of a cage by its number: a, b and so on, then aa, ab and so on."""
    first, last = divmod(number, len(LETTERS))
    return (label_of(first - 1) if first else "") + LETTERS[last]


def connected(cells: Iterable[int], side: int) -> set[int]:
    """Return the cells that are connected with the first one."""
    members = list(cells)
    component, waiting = {members[0]}, [members[0]]
    while waiting:
        new = set(neighbours(waiting.pop(), side)) & set(members) - component
        component |= new
        waiting.extend(new)
    return component


# -- text -------------------------------------------------------------------------------------------------------------


def parse_puzzles(text: str, source: str = "puzzle") -> list[Killer]:
    """Read puzzles.

    A puzzle is a line ``killer 9x9 boxes 3x3``, which ends in ``diagonals`` if these have all digits, too; a line of
    labels for each row, ``.`` for a cell without a cage; and sums, as ``label=sum``, on any number of lines.
    Optionally, a line ``solution`` and a line of digits for each row follow; or a line ``digits`` and the digits that a
    player has entered so far, ``.`` for none. Blank lines separate puzzles; a line ``# name`` directly above a puzzle
    names it.
    """
    return [puzzle for puzzle, _ in _parse(text, source)]


def parse_written(text: str, source: str = "puzzle") -> list[tuple[Killer, Solution]]:
    """Read puzzles, and the digits that a player has entered, 0 for none; see `parse_puzzles`."""
    return [(puzzle, digits or (0,) * puzzle.side**2) for puzzle, digits in _parse(text, source)]


def _parse(text: str, source: str) -> list[tuple[Killer, Solution | None]]:
    """Read puzzles, and the digits entered where the text has them."""
    puzzles = []
    name = ""
    for is_text, group in groupby(lines_of(text), key=lambda line: bool(line.text)):
        lines = list(group)
        while is_text and lines and lines[0].text.startswith("#"):
            name = name_in(lines.pop(0).text)
        lines = [line for line in lines if not line.text.startswith("#")]
        if not is_text or not lines:
            name = name if is_text else ""
            continue
        location = f"{source}, line {lines[0].number}" + (f" ({shortened(name)})" if name else "")
        puzzles.append(_read(lines, location, source, name))
        name = ""
    if not puzzles:
        raise BadInput("holds no puzzle; begin one with a line such as killer 9x9 boxes 3x3", source, 1, 1)
    return puzzles


def _read(lines: list[Line], location: str, source: str, name: str) -> tuple[Killer, Solution | None]:
    first = lines[0]

    def error_at(reason: str, line: Line = first, word: int = 0) -> BadInput:
        position = location if line is first else f"{source}, line {line.number}"
        return BadInput(reason, position, line.number, line.column(word))

    header = HEADER.fullmatch(first.text)
    if header is None or int(header[1]) != int(header[2]):
        raise error_at(f"{quoted(first.text)} begins no puzzle; write such as killer 9x9 boxes 3x3")
    side, box = int(header[1]), (int(header[3]), int(header[4]))
    try:
        check_box(side, box, LARGEST)
    except BadInput as error:
        raise error_at(error.reason, word=BOXES_AT) from None
    if len(lines) <= side:
        raise error_at(f"has {len(lines) - 1} rows of labels; write {side}")
    cells: dict[str, list[int]] = {}
    rows = lines[1 : side + 1]
    for row, line in enumerate(rows):
        if len(line.words) != side:
            raise error_at(f"row {row + 1} has {len(line.words)} labels; write {side}", line)
        for column, label in enumerate(line.words):
            if label != NO_CAGE and not (LABEL.fullmatch(label) and label.isprintable()):
                raise error_at(f"the label {quoted(label)} is none; write letters such as ab", line, column)
            if label != NO_CAGE:
                cells.setdefault(label, []).append(row * side + column)
    rest = lines[side + 1 :]
    starts = [i for i, line in enumerate(rest) if line.text in HEADINGS]
    sums = _sums(rest[: starts[0] if starts else None], cells, error_at)
    repeated = [rest[index] for n, index in enumerate(starts) if rest[index].text in [rest[i].text for i in starts[:n]]]
    if repeated:
        raise error_at(f"{repeated[0].text} is there twice; remove one", repeated[0])
    sections = {
        rest[begin].text: _digits(rest[begin + 1 : end], side, rest[begin], error_at)
        for begin, end in zip(starts, [*starts, len(rest)][1:], strict=True)
    }

    def place_of(cell: int) -> tuple[str, int, int]:
        row, column = divmod(cell, side)
        return location, rows[row].number, rows[row].column(column)

    for label, members in cells.items():
        if label not in sums:
            reason = f"cage {label}, at {place(members[0], side)}, has no sum; add {label}= and its sum"
            raise BadInput(reason, *place_of(members[0]))
    cages = tuple(Cage(label, tuple(members), sums[label][0]) for label, members in cells.items())
    try:
        puzzle = Killer(side, box, cages, bool(header[5]), name)
    except BadInput as error:
        raise BadInput(error.reason, *place_of(error.cell or 0)) from None
    try:
        check_sums(puzzle)
    except BadInput as error:
        if error.cell is None:
            raise error_at(error.reason) from None
        _, line, word = sums[puzzle.labels()[error.cell]]
        raise BadInput(error.reason, location, line.number, line.column(word)) from None
    if (solution := sections.get("solution")) is not None and not puzzle.is_solved_by(solution):
        raise error_at("its solution breaks a rule; leave it out, or correct it")
    return puzzle, sections.get("digits")


ErrorMaker = Callable[[str, Line, int], BadInput]
"""Makes the error for a line, at one of its words."""


def _sums(lines: list[Line], cells: dict[str, list[int]], error_at: ErrorMaker) -> dict[str, tuple[int, Line, int]]:
    """Return the sum of each label, with its line and the index of its word there."""
    sums: dict[str, tuple[int, Line, int]] = {}
    words = [(line, index, word) for line in lines for index, word in enumerate(line.words)]
    for line, index, word in words:
        match = SUM.fullmatch(word)
        if match is None:
            raise error_at(f"{quoted(word)} is no sum; write label=sum such as a=12", line, index)
        label = match[1]
        if label not in cells:
            raise error_at(
                f"{quoted(word)}: there is no cage {one_line(shortened(label))}; label its cells", line, index
            )
        if label in sums:
            raise error_at(f"{quoted(word)}: cage {label} has the sum {sums[label][0]} already", line, index)
        sums[label] = int(match[2]), line, index
    return sums


HEADINGS = {"solution": "a solution", "digits": "entered digits"}
"""Headings that may follow the sums, and what they announce: rows with all digits, or with those entered."""


def _digits(lines: list[Line], side: int, head: Line, error_at: ErrorMaker) -> Solution:
    description, smallest = HEADINGS[head.text], 0 if head.text == "digits" else 1
    digits: list[int] = []
    for line in lines:
        words = ["0" if word == NO_CAGE and not smallest else word for word in line.words]
        row = [digit for word in words if (digit := whole_number(word, smallest, side)) is not None]
        if len(row) != side or len(words) != side:
            write = f"write {side} digits" if smallest else f"write {side} digits, . for nothing"
            raise error_at(f"{quoted(line.text)} is no row of {description}; {write}", line, 0)
        digits += row
    if len(digits) != side * side:
        raise error_at(f"{description}: {len(lines)} rows; write {side}", head, 0)
    return tuple(digits)


def check_sums(puzzle: Killer) -> None:
    """Check that each sum has a combination of digits, and that all sums together agree with the grid."""
    digits = tuple(range(1, puzzle.side + 1))
    for cage in puzzle.cages:
        if not combinations(len(cage), cage.total, digits):
            first = place(cage.cells[0], puzzle.side)
            raise BadInput(
                f"no solution: cage {cage.label}, at {first}: no {len(cage)} different digits from 1 to {puzzle.side} "
                f"add up to {cage.total}; change its sum",
                cell=cage.cells[0],
            )
    grid_total = sum(digits) * puzzle.side
    total = sum(cage.total for cage in puzzle.cages)
    if puzzle.is_covered and total != grid_total:
        raise BadInput(f"no solution: the sums add up to {total}, all cells to {grid_total}; change one")
