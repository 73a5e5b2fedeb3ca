"""The thesis's constructions of difficult puzzles, and the cells that they fix without a padding (section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rullo_core.errors import BadInput
from rullo_core.rullo.line import UNKNOWN, combinations, solve_line
from rullo_core.rullo.puzzle import Grid, Rullo, Solution
from rullo_core.rullo.solver import Position, State, with_cell


def powers_of_two(pairs: int) -> tuple[tuple[int, ...], int]:
    """Return a line and its target: any solution includes exactly one number of each pair (thesis, Figure 21).

    The line is 2**(pairs - 1) twice, and so on down to 1 twice. The thesis calls `pairs` the length of the line.
    """
    return tuple(2**i for i in reversed(range(pairs)) for _ in range(2)), 2**pairs - 1


def number_of_completions(numbers: tuple[int, ...], target: int) -> int:
    """Count the ways to reach the target of a line."""
    return sum(1 for _ in combinations(numbers, target, (UNKNOWN,) * len(numbers)))


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
        """The rows of two equal numbers, of which exactly one is included."""
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

    def beside(self, other: Pattern) -> Pattern:
        """Return this pattern with another of the same kind to its right, as the thesis extends it."""
        numbers = tuple((*row, *more) for row, more in zip(self.numbers, other.numbers, strict=True))
        return Pattern(self.name, numbers, (*self.column_targets, *other.column_targets), self.path)


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
    why: str  # "column" or "pair": what of the pattern fixes it; or the "padding" beside it has to
    at_once: int  # number of cells that the pattern could fix at this point; 0 if the cell had to be given
    state: State  # what is known then


def follow(pattern: Pattern, solution: Solution) -> list[PathStep]:
    """Follow the path of a pattern of two columns to one of its solutions, as the thesis describes it.

    Columns are filtered, and a known number of a pair determines the other. When both are stuck, the padding beside the
    pattern has to fix the next cell of the path.
    """
    state: State = ((UNKNOWN,) * 2,) * pattern.height
    steps: list[PathStep] = []
    while len(steps) < len(pattern.path):
        fixed = _fixed_cells(pattern, state)
        unknown = [(r, c) for r, c in pattern.path if state[r][c] is UNKNOWN]
        r, c = next(iter(fixed), unknown[0])
        state = with_cell(state, (r, c), solution[r][c])
        steps.append(PathStep((r, c), solution[r][c], fixed.get((r, c), "padding"), len(fixed), state))
    return steps


def _fixed_cells(pattern: Pattern, state: State) -> dict[Position, str]:
    """Return the unknown cells that the pattern itself fixes, in the order of the path, with the reason for each."""
    columns = [
        solve_line(numbers, target, known)
        for numbers, target, known in zip(
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


def staircase(side: int) -> Rullo:
    """Return a simple puzzle whose difficulty is its side.

    It has a 1 in each cell of the diagonal and in the one to its right, a 2 everywhere else, and 1 as every target. The
    2s are too large; then the first column and the last row have a single 1 each, and each pass leaves one in the next.
    """
    if side < 1:
        raise BadInput(f"side {side}: take at least 1")
    numbers = tuple(tuple(1 if c in (r, r + 1) else 2 for c in range(side)) for r in range(side))
    return Rullo(numbers, (1,) * side, (1,) * side)
