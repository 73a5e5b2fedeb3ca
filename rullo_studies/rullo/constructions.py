"""The thesis's constructions of difficult puzzles, and the cells that they fix without a padding (section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import check_whole
from rullo_core.rullo.line import UNKNOWN, combinations, solve_line
from rullo_core.rullo.puzzle import Grid, Solution
from rullo_core.rullo.solver import Marks, Position, with_cell


@dataclass(frozen=True)
class Pattern:
    """Columns of a grid, whose rows have no targets yet, in which one cell after another can be fixed along a path.

    The path has the cells of the first two columns in the order in which they are to become known, the first one
    included. Of columns further to the right, each two have the same path.
    """

    name: str
    numbers: Grid
    column_targets: tuple[int, ...]
    path: tuple[Position, ...]

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.numbers)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.column_targets)

    @property
    def pairs(self) -> list[int]:
        """The rows of two equal numbers, exactly one of which is included."""
        return [r for r, row in enumerate(self.numbers) if row[0] == row[1]]

    def solutions(self) -> Iterator[Solution]:
        """Generate the solutions that a complete puzzle may have.

        The columns add up; in each two of them the first cell of the path is included, and of each pair one number.
        """
        left_to_right = zip(zip(*self.numbers, strict=True), self.column_targets, strict=True)
        ways = [list(combinations(column, target, (UNKNOWN,) * self.height)) for column, target in left_to_right]
        r, c = self.path[0]
        of_two = [
            [two for two in product(*ways[i : i + 2]) if two[c][r] and all(two[0][p] != two[1][p] for p in self.pairs)]
            for i in range(0, self.width, 2)
        ]
        for columns in product(*of_two):
            yield tuple(zip(*(column for two in columns for column in two), strict=True))

    def extended_by(self, pattern: Pattern) -> Pattern:
        """Return this pattern with a second pattern of the same kind to its right, as the thesis extends it."""
        numbers = tuple((*row, *right_row) for row, right_row in zip(self.numbers, pattern.numbers, strict=True))
        return Pattern(self.name, numbers, (*self.column_targets, *pattern.column_targets), self.path)


def zigzag(a: int, b: int) -> Pattern:
    """Return the zigzag pattern in two columns (thesis, Figure 22)."""
    if min(a, b) < 1 or a == b:
        raise BadInput(f"a = {a}, b = {b}: take two different positive numbers")
    return Pattern(
        "zigzag",
        ((b, a + b), (b, b), (a, a), (a, a + b)),
        (a + b, 2 * (a + b)),
        ((3, 0), (2, 0), (2, 1), (1, 1), (1, 0), (0, 0), (0, 1), (3, 1)),
    )


def three_variables(a: int, b: int, c: int) -> Pattern:
    """Return the thesis's extension of the zigzag downwards (Figure 23)."""
    if min(a, b, c) < 1 or len({a, b, c}) < 3:
        raise BadInput(f"a = {a}, b = {b}, c = {c}: take three different positive numbers")
    return Pattern(
        "three variables",
        ((c, a + b + c), (c, a + b), (b, a + b), (b, b), (a, a), (a, a + b + c)),
        (a + b + c, 3 * (a + b) + c),
        (
            (5, 0), (4, 0), (4, 1), (3, 1), (3, 0), (2, 0), (2, 1), (1, 1), (1, 0), (0, 0), (0, 1), (5, 1),
        ),
    )  # fmt: skip


@dataclass(frozen=True)
class PathStep:
    """A cell on the path of a pattern, and the reason for which it is fixed."""

    cell: Position
    included: bool
    reason: str  # "column" or "pair" of the pattern; or "padding", of columns beside the pattern
    at_once: int  # number of cells that the pattern could fix at this point; 0 if the cell had to be given
    state: Marks  # the marks at this point


def follow(pattern: Pattern, solution: Solution) -> list[PathStep]:
    """Follow the path of a pattern of two columns to one of its solutions, as the thesis describes it.

    Columns are filtered, and a known number of a pair determines the other. When both are stuck, the padding beside the
    pattern has to fix the next cell of the path.
    """
    state: Marks = ((UNKNOWN,) * 2,) * pattern.height
    steps: list[PathStep] = []
    while len(steps) < len(pattern.path):
        fixed = _fixed_cells(pattern, state)
        unknown = [(r, c) for r, c in pattern.path if state[r][c] is UNKNOWN]
        r, c = next(iter(fixed), unknown[0])
        state = with_cell(state, (r, c), solution[r][c])
        steps.append(PathStep((r, c), solution[r][c], fixed.get((r, c), "padding"), len(fixed), state))
    return steps


def _fixed_cells(pattern: Pattern, state: Marks) -> dict[Position, str]:
    """Return the unknown cells that the pattern itself fixes, in the order of the path, with the reason for each."""
    columns = [
        solve_line(numbers, target, marks)
        for numbers, target, marks in zip(
            zip(*pattern.numbers, strict=True), pattern.column_targets, zip(*state, strict=True), strict=True
        )
    ]
    fixed = {}
    for r, c in pattern.path:
        if state[r][c] is not UNKNOWN:
            continue
        if columns[c][r] is not UNKNOWN:
            fixed[r, c] = "column"
        elif r in pattern.pairs and state[r][1 - c] is not UNKNOWN:
            fixed[r, c] = "pair"
    return fixed


def pattern_of(letters: Sequence[int]) -> Pattern:
    """Return the zigzag of two letters, or its extension downwards of three."""
    if len(letters) not in (2, 3):
        raise BadInput(f"pattern {list(letters)}: write the numbers a and b, or a, b and c")
    numbers = [check_whole(name, value) for name, value in zip("abc", letters, strict=False)]
    return zigzag(*numbers) if len(numbers) == 2 else three_variables(*numbers)


def follow_pattern(*letters: int) -> pd.DataFrame:
    """Follow how the cells of a pattern become known one after the other (thesis, section 7, Figures 22 and 23).

    Its columns are filtered, and a known number of a pair, a row of two equal numbers, determines the other. Where both
    are stuck, the next cell of the thesis's path has to be given by a padding, columns beside the pattern.

    Parameters
    ----------
    *letters : int
        The numbers a and b of the zigzag, or a, b and c of its extension downwards: positive, and all different.

    Returns
    -------
    pandas.DataFrame
        A row for each cell in each way to complete the columns that includes the first cell and one number of each
        pair. ``way``, ``step``, ``row``, ``column`` (int64, from 1), ``number`` (int64), ``included`` (bool),
        ``reason`` (``column``, ``pair`` or ``padding``), ``at_once`` (int64, cells that the pattern could fix then),
        and ``place`` (int64, from 1, on the path of the thesis).

    Raises
    ------
    BadInput
        If there are not two or three letters, or they are not positive and different.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> steps = rs.rullo.follow_pattern(1, 2)
    >>> steps[steps["way"] == 1].reason.tolist()
    ['padding', 'column', 'pair', 'column', 'pair', 'column', 'padding', 'column']
    """
    pattern = pattern_of(letters)
    rows = [
        (
            way,
            number,
            r + 1,
            c + 1,
            pattern.numbers[r][c],
            step.included,
            step.reason,
            step.at_once,
            1 + pattern.path.index((r, c)),
        )
        for way, solution in enumerate(pattern.solutions(), start=1)
        for number, step in enumerate(follow(pattern, solution), start=1)
        for r, c in [step.cell]
    ]
    columns = ["way", "step", "row", "column", "number", "included", "reason", "at_once", "place"]
    return pd.DataFrame(rows, columns=columns)
