"""The Rullo puzzle: a grid of numbers with a target-sum for every row and every column, and its text format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from operator import index
from typing import Any, TypeVar

from rullo_core.errors import BadInput, quoted, shortened
from rullo_core.parameters import name_in
from rullo_core.puzzles.base import Puzzle
from rullo_core.rullo.operation import SUM, Operation

Grid = tuple[tuple[int, ...], ...]
Solution = tuple[tuple[bool, ...], ...]
"""For each cell, row by row: whether it is included."""
T = TypeVar("T")


@dataclass(frozen=True, order=True, repr=False)
class Rullo(Puzzle):
    r"""A RULLO puzzle (thesis, section 2.1).

    Parameters
    ----------
    numbers : tuple of tuple of int
        The grid, row by row, any integers; 0 means that the cell holds no number. Lists and arrays become tuples.
    row_targets, column_targets : tuple of int
        The targets of the rows and of the columns; likewise.
    operation : Operation
        How the included numbers of a line are combined: by their sum, except in variants.
    name : str
        The name, if the puzzle has one.

    Raises
    ------
    BadInput
        If the shapes do not match, something is no whole number, or rows and columns have different totals, so that no
        solution can exist.

    Examples
    --------
    >>> from rullo_core.rullo import Rullo
    >>> puzzle = Rullo([[1, 4], [5, 3]], [4, 8], [5, 7])
    >>> puzzle == Rullo.parse("5 7\n4 1 4\n8 5 3")
    True
    >>> puzzle.numbers, puzzle.columns
    (((1, 4), (5, 3)), ((1, 5), (4, 3)))
    >>> puzzle.height, puzzle.width
    (2, 2)
    >>> print(puzzle.inverted())
      1 0
    1 1 4
    0 5 3
    """

    numbers: Grid
    row_targets: tuple[int, ...]
    column_targets: tuple[int, ...]
    operation: Operation = SUM
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "numbers", rows_in_tuples(self.numbers))
        object.__setattr__(self, "row_targets", in_tuple("row_targets", self.row_targets))
        object.__setattr__(self, "column_targets", in_tuple("column_targets", self.column_targets))
        if not self.numbers or not self.column_targets:
            raise BadInput("a puzzle needs at least one row and one column")
        if len(self.row_targets) != self.height:
            raise BadInput(f"{self.height} rows need {self.height} target-sums, not {len(self.row_targets)}")
        for r, row in enumerate(self.numbers, start=1):
            if len(row) != self.width:
                raise BadInput(f"row {r} has {len(row)} numbers where there are {self.width} column target-sums")
        if self.operation.rest is None:
            return  # where the order matters, there are no totals to compare
        rows, columns = self.operation.of(self.row_targets), self.operation.of(self.column_targets)
        if rows != columns:
            raise BadInput(
                f"the row target-sums total {shortened(rows)} and the column target-sums {shortened(columns)}: "
                "no solution can exist; mend a target-sum so that the totals agree"
            )

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.numbers)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.column_targets)

    @property
    def columns(self) -> Grid:
        """The grid column by column."""
        return tuple(zip(*self.numbers, strict=True))

    # -- from and to text ---------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """Return the puzzle text that `parse` reads, with aligned columns."""
        lines: list[tuple[int | str, ...]] = [("", *self.column_targets)]
        lines += [(target, *row) for target, row in zip(self.row_targets, self.numbers, strict=True)]
        widths = [max(len(str(entry)) for entry in column) for column in zip(*lines, strict=True)]
        return "\n".join(
            " ".join(str(entry).rjust(width) for entry, width in zip(line, widths, strict=True)) for line in lines
        )

    # -- from a solution ----------------------------------------------------------------------------------------------

    @staticmethod
    def from_solution(
        numbers: Sequence[Sequence[int]], solution: Sequence[Sequence[bool]], operation: Operation = SUM
    ) -> Rullo:
        """Return the puzzle whose targets this solution reaches (thesis, section 5.2.1).

        Parameters
        ----------
        numbers : sequence of sequence of int
            The grid, row by row.
        solution : sequence of sequence of bool
            For every cell: included or not.
        operation : Operation
            How the included numbers of a line are combined.

        Returns
        -------
        Rullo
            The puzzle; this solution may not be its only one.

        Examples
        --------
        >>> from rullo_core.rullo import Rullo
        >>> Rullo.from_solution([[1, 4], [5, 3]], [[False, True], [True, True]]).column_targets
        (5, 7)
        """
        grid = rows_in_tuples(numbers)

        def result_of(line: Iterable[int], choices: Iterable[bool]) -> Any:
            return operation.of(
                number for number, is_included in zip(line, choices, strict=True) if is_included and number
            )

        return Rullo(
            grid,
            tuple(map(result_of, grid, solution)),
            tuple(map(result_of, zip(*grid, strict=True), zip(*solution, strict=True))),
            operation,
        )

    def is_solved_by(self, solution: Solution) -> bool:
        """Return whether the included numbers of every line reach its target-sum, and no hole is included.

        Parameters
        ----------
        solution : tuple of tuple of bool
            For every row and cell of it: included or not.

        Returns
        -------
        bool
            Whether it is a solution.

        Examples
        --------
        >>> from rullo_core.rullo import Rullo
        >>> puzzle = Rullo.from_solution([[1, 4], [5, 3]], [[False, True], [True, True]])
        >>> puzzle.is_solved_by(((False, True), (True, True))), puzzle.is_solved_by(((True, True), (True, True)))
        (True, False)
        """
        if any(
            is_included and not number for is_included, number in zip(flat(solution), flat(self.numbers), strict=True)
        ):
            return False
        actual = Rullo.from_solution(self.numbers, solution, self.operation)
        return actual.row_targets == self.row_targets and actual.column_targets == self.column_targets

    # -- symmetries ---------------------------------------------------------------------------------------------------

    def inverted(self) -> Rullo:
        r"""Return the puzzle whose solutions include what this one's exclude (thesis, section 5.3).

        Returns
        -------
        Rullo
            The same grid with the targets of the other numbers.

        Raises
        ------
        BadInput
            If the order of the numbers matters: then there is no such puzzle.

        Examples
        --------
        >>> from rullo_core.rullo import Rullo
        >>> Rullo.parse("5 7\n4 1 4\n8 5 3").inverted().row_targets
        (1, 0)
        """
        rest = self.operation.rest
        if rest is None:
            raise BadInput("where the order of the numbers matters, a puzzle has no inverse")

        def inverse(line: tuple[int, ...], target: int) -> Any:
            return rest(self.operation.of(filter(None, line)), target)

        return replace(
            self,
            row_targets=tuple(map(inverse, self.numbers, self.row_targets)),
            column_targets=tuple(map(inverse, self.columns, self.column_targets)),
        )

    def transposed(self) -> Rullo:
        r"""Return the puzzle with rows and columns exchanged.

        Returns
        -------
        Rullo
            The transposed puzzle, without a name.

        Examples
        --------
        >>> from rullo_core.rullo import Rullo
        >>> Rullo.parse("5 7\n4 1 4\n8 5 3").transposed().numbers
        ((1, 5), (4, 3))
        """
        return Rullo(self.columns, self.column_targets, self.row_targets, self.operation)

    def permuted(self, rows: Sequence[int], columns: Sequence[int]) -> Rullo:
        r"""Return the puzzle with its rows and columns in another order.

        Parameters
        ----------
        rows, columns : sequence of int
            The old indices, from 0, in their new order.

        Returns
        -------
        Rullo
            The permuted puzzle, without a name.

        Examples
        --------
        >>> from rullo_core.rullo import Rullo
        >>> Rullo.parse("5 7\n4 1 4\n8 5 3").permuted([1, 0], [0, 1]).numbers
        ((5, 3), (1, 4))
        """
        return Rullo(
            tuple(tuple(self.numbers[r][c] for c in columns) for r in rows),
            tuple(self.row_targets[r] for r in rows),
            tuple(self.column_targets[c] for c in columns),
            self.operation,
        )

    def canonical(self, *, transpose: bool = False, invert: bool = False) -> Rullo:
        r"""Return the canonical form of the puzzle under permutations of its rows and of its columns.

        Two puzzles have the same canonical form if and only if permuting rows and columns turns one into the other,
        with ``transpose`` and ``invert`` also together with transposing and inverting.

        Parameters
        ----------
        transpose, invert : bool
            Whether transposed puzzles, and inverted ones, have the same canonical form.

        Returns
        -------
        Rullo
            The one with the smaller numbers above and to the left. Found by trying every order of the shorter side,
            with the longer one then sorted: 5,040 steps for 7x7.

        Examples
        --------
        >>> from rullo_core.rullo import Rullo
        >>> puzzle = Rullo.parse("5 7\n4 1 4\n8 5 3")
        >>> puzzle.canonical() == puzzle.permuted([1, 0], [1, 0]).canonical()
        True
        """
        variants = [self, self.inverted()] if invert else [self]
        if transpose:
            variants += [variant.transposed() for variant in variants]
        return min(variant._least_permutation() for variant in variants)

    def canonical_with(self, solution: Solution) -> tuple[Rullo, Solution]:
        r"""Return the canonical form of a puzzle together with one of its solutions.

        Two puzzles with a solution each have the same canonical form if and only if one permutation of rows and columns
        turns the one puzzle into the other and its solution into the other's.

        Parameters
        ----------
        solution : tuple of tuple of bool
            For every row and cell of it: included or not.

        Returns
        -------
        puzzle : Rullo
            The canonical puzzle.
        solution : tuple of tuple of bool
            Its solution.

        Examples
        --------
        >>> from rullo_core.rullo import Rullo
        >>> puzzle, solution = Rullo.parse("5 7\n4 1 4\n8 5 3").canonical_with(((False, True), (True, True)))
        >>> puzzle.is_solved_by(solution)
        True
        """
        # The solution becomes the last bit of every number. The least grid is taken over all orders of the shorter
        # side, each with the lines of the other side in ascending order.
        rows = [
            [2 * number + is_included for number, is_included in zip(row, choices, strict=True)]
            for row, choices in zip(self.numbers, solution, strict=True)
        ]
        lines = rows if self.height <= self.width else list(zip(*rows, strict=True))
        smallest = min(
            sorted(zip(*(lines[i] for i in order), strict=True)) for order in permutations(range(len(lines)))
        )
        ordered = list(zip(*smallest, strict=True)) if self.height <= self.width else smallest
        choices = tuple(tuple(bool(number & 1) for number in row) for row in ordered)
        numbers = tuple(tuple(number >> 1 for number in row) for row in ordered)
        return Rullo.from_solution(numbers, choices, self.operation), choices

    def _least_permutation(self) -> Rullo:
        if self.height > self.width:
            return self.transposed()._least_permutation().transposed()
        return min(
            self.permuted(rows, range(self.width))._with_sorted_columns() for rows in permutations(range(self.height))
        )

    def _with_sorted_columns(self) -> Rullo:
        order = sorted(range(self.width), key=lambda c: (self.columns[c], self.column_targets[c]))
        return self.permuted(range(self.height), order)


def rows_in_tuples(numbers: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Return the rows of a list or an array as tuples; refuse what has no rows."""
    if type(numbers) is tuple and set(map(type, numbers)) <= {tuple}:
        return numbers
    try:
        rows = [row if type(row) is list else list(row) for row in numbers]
    except TypeError:
        raise BadInput(f"numbers {quoted(str(numbers))}: write a list of rows, such as [[1, 4], [5, 3]]") from None
    return tuple(in_tuple("numbers", row) for row in rows)


def in_tuple(name: str, numbers: Iterable[Any]) -> tuple[Any, ...]:
    """Return the numbers of a list or an array as a tuple of Python's own; refuse floats and texts."""
    if type(numbers) is tuple:
        return numbers
    if type(numbers) is list and set(map(type, numbers)) == {int}:
        return tuple(numbers)
    try:
        entries = [index(number) if hasattr(number, "__index__") else number for number in numbers]
    except TypeError:
        raise BadInput(f"{name} {quoted(str(numbers))}: write a list of whole numbers, such as [5, 7]") from None
    for number in entries:
        if isinstance(number, (float, str)):
            raise BadInput(f"{name}: {quoted(str(number))} is no whole number; write one, such as 5")
    return tuple(entries)


def solution_of_bits(bits: int, height: int, width: int) -> Solution:
    """Return the solution that includes the cells whose bits are set, in reading order from the lowest bit on."""
    return tuple(tuple(bool(bits >> r * width + c & 1) for c in range(width)) for r in range(height))


def flat(grid: Iterable[Iterable[T]]) -> list[T]:
    """Return the entries of a grid in one list, row by row."""
    return [entry for row in grid for entry in row]


def parse_puzzles(text: str, source: str = "puzzle") -> list[Rullo]:
    """Read puzzles: column targets on the first line, then a line for each row with its target and its numbers.

    There is white space between numbers and a blank line between puzzles; ``#`` starts a comment, and a line ``# name``
    right above a puzzle is its name. The source names the text in errors, such as BadInput where it has no puzzle.
    """
    return [puzzle for puzzle, _ in _read(text, source, False)]


Marks = tuple[tuple[bool | None, ...], ...]
"""For each cell, row by row: marked as included (True), as excluded (False), or not marked (None)."""


def parse_marked_puzzles(text: str, source: str = "puzzle") -> list[tuple[Rullo, Marks]]:
    """Read puzzles with a player's marks: a number in brackets is included, a number in parentheses is excluded."""
    return _read(text, source, True)


def _read(text: str, source: str, may_be_marked: bool) -> list[tuple[Rullo, Marks]]:
    puzzles = [_puzzle_from(name, block, source) for name, block in _blocks(text, source, may_be_marked)]
    if not puzzles:
        raise BadInput("no puzzle; write the column target-sums, then a line for each row", source, 1, 1)
    return puzzles


@dataclass(frozen=True)
class _Token:
    number: int
    column: int
    mark: bool | None = None


def _blocks(text: str, source: str, may_be_marked: bool) -> Iterator[tuple[str, list[tuple[int, list[_Token]]]]]:
    """Yield the name of each puzzle and its lines (line number and tokens). Lines with only a comment are skipped."""
    block: list[tuple[int, list[_Token]]] = []
    name = ""
    for line_number, line in enumerate(text.splitlines(), start=1):
        if tokens := _tokens(line, source, line_number, may_be_marked):
            block.append((line_number, tokens))
        elif not line.strip():
            if block:
                yield name, block
            name, block = "", []
        elif not block:
            name = name_in(line.strip())
    if block:
        yield name, block


def _error(reason: str, source: str, line: int, column: int) -> BadInput:
    return BadInput(reason, f"{source}:{line}:{column}", line, column)


def _tokens(line: str, source: str, number: int, may_be_marked: bool) -> list[_Token]:
    content = line.split("#", 1)[0]
    tokens = []
    for match in re.finditer(MARKED if may_be_marked else r"\S+", content):
        word = match[0]
        mark = {"[": True, "(": False}.get(word[0]) if may_be_marked and word[-1] in "])" else None
        digits = word if mark is None else word[1:-1].strip()
        if not re.fullmatch(r"[-+]?[0-9]{1,4000}", digits):
            reason = f"{quoted(word)} is not a whole number; write one, such as 7"
            raise _error(reason, source, number, match.start() + 1)
        tokens.append(_Token(int(digits), match.start() + 1, mark))
    return tokens


MARKED = r"\[[^\[\]()]*\]|\([^\[\]()]*\)|[^\s\[(]+|\S"
"""Regular expression of a token: text in brackets or parentheses, which may contain blanks, or any other word."""


def _puzzle_from(name: str, block: list[tuple[int, list[_Token]]], source: str) -> tuple[Rullo, Marks]:
    (first_line, head), *rows = block
    width = len(head)
    if not rows:
        raise _error("column target-sums without rows; add a line for each row below them", source, first_line, 1)
    for line_number, tokens in rows:
        if len(tokens) != width + 1:
            surplus = len(tokens) > width + 1
            column = tokens[width + 1].column if surplus else tokens[-1].column
            reason = (
                f"a row here is its target-sum and {width} numbers, one under each column target-sum, but this one has "
                f"{len(tokens) - 1}; {'remove' if surplus else 'add'} what is {'too many' if surplus else 'missing'}"
            )
            raise _error(reason, source, line_number, column)
    for line_number, (target, *_) in [(first_line, (head_token,)) for head_token in head] + rows:
        if target.mark is not None:
            raise _error("a target-sum is marked; mark numbers of the grid", source, line_number, target.column)
    try:
        puzzle = Rullo(
            numbers=tuple(tuple(token.number for token in tokens[1:]) for _, tokens in rows),
            row_targets=tuple(tokens[0].number for _, tokens in rows),
            column_targets=tuple(token.number for token in head),
            name=name,
        )
    except BadInput as error:
        raise _error(error.reason, source, first_line, 1) from None
    return puzzle, tuple(tuple(token.mark for token in tokens[1:]) for _, tokens in rows)
