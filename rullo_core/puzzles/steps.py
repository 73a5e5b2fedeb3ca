"""Steps to the solution of a puzzle, pass by pass, each with its reason: a sequence, a table and a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from rullo_core.columns import STEP_COLUMNS, types_of
from rullo_core.escaping import as_html
from rullo_core.player.play import Step as Recorded
from rullo_core.puzzles.lookup import api_of
from rullo_core.puzzles.results import Cell, quantity

if TYPE_CHECKING:
    import pandas as pd

P = TypeVar("P")


@dataclass(frozen=True)
class Step:
    r"""A step of a solve path: what one unit implies in a pass, a pass that eliminates nothing, or a guess.

    Attributes
    ----------
    pass_number : int or None
        The pass that it belongs to, from 1; None for a guess.
    group : str
        The units that take their turn in that pass, such as ``columns``; ``guess`` for a guess.
    unit : str
        The name of the unit, such as ``row 2``; empty for an idle pass and for a guess.
    cells : tuple of (int, int)
        Row and column, from 1, of the cells of the unit; none for an idle pass or a guess.
    candidates : dict of (int, int) to tuple of int
        The candidates that remain of each cell that loses some.
    reason : str
        The step in a sentence.

    Examples
    --------
    >>> import rullo_core as rc
    >>> step = rc.rullo.parse("5 7\n4 1 4\n8 5 3").steps()[0]
    >>> step.unit, step.values, step.is_guess, step.is_idle
    ('column 1', {(1, 1): 0, (2, 1): 1}, False, False)
    """

    pass_number: int | None
    group: str
    unit: str
    cells: tuple[Cell, ...]
    candidates: Mapping[Cell, tuple[int, ...]] = field(hash=False)
    reason: str

    @property
    def is_guess(self) -> bool:
        """Whether the step is a guess."""
        return self.pass_number is None

    @property
    def is_idle(self) -> bool:
        """Whether the step is a pass that eliminates nothing."""
        return not self.candidates

    @property
    def values(self) -> dict[Cell, int]:
        """The cells that the step fixes, with their values."""
        return {cell: candidates[0] for cell, candidates in self.candidates.items() if len(candidates) == 1}

    def __str__(self) -> str:
        return self.reason


class Steps(Sequence[Step], Generic[P]):
    r"""The steps to the solution of a puzzle, in order; a table in a notebook.

    Attributes
    ----------
    puzzle : puzzle
        The puzzle that they solve.
    level : str or None
        The level whose strategies were used: the one that was asked for, or the first that solves the puzzle; None if
        guesses were needed.
    steps : tuple of Step
        The steps, in order.

    Examples
    --------
    >>> import rullo_core as rc
    >>> steps = rc.rullo.parse("5 7\n4 1 4\n8 5 3").steps()
    >>> len(steps), steps.level, steps.passes, steps.guesses
    (2, 'lines', 1, 0)
    """

    def __init__(self, puzzle: P, level: str | None, steps: Iterable[Step]) -> None:
        self.puzzle, self.level, self.steps = puzzle, level, tuple(steps)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and (self.puzzle, self.level, self.steps) == (
            other.puzzle,
            other.level,
            other.steps,
        )

    def __hash__(self) -> int:
        return hash((self.puzzle, self.level, self.steps))

    @property
    def passes(self) -> int:
        """The number of passes, including those that eliminate nothing."""
        return max((step.pass_number or 0 for step in self.steps), default=0)

    @property
    def guesses(self) -> int:
        """The number of guesses."""
        return sum(step.is_guess for step in self.steps)

    def to_frame(self) -> pd.DataFrame:
        r"""Return a row for each cell from which a step eliminates candidates, and for each pass that eliminates none.

        Returns
        -------
        pandas.DataFrame
            ``step`` (int64, from 1), ``pass`` (Int64, from 1, missing for a guess), ``guesses`` (int64, the guesses up
            to this step, 0 before the first), ``group``, ``unit`` (str), ``row``, ``column`` (Int64, from 1, missing in
            a pass that eliminates nothing), ``candidates`` (str, the values that are left), ``value`` (Int64, the value
            if only one is left) and ``reason`` (str).

        Examples
        --------
        >>> import rullo_core as rc
        >>> table = rc.rullo.parse("1 2\n1 1 2\n2 1 2").steps().to_frame()
        >>> table[["step", "pass", "group", "row", "column", "value"]].values.tolist()[:2]
        [[1, 1, 'columns', <NA>, <NA>, <NA>], [2, 2, 'rows', 1, 1, 1]]
        """
        import pandas as pd

        return pd.DataFrame(self.rows(), columns=list(STEP_TYPES)).astype(STEP_TYPES)

    def rows(self) -> list[tuple[Any, ...]]:
        """Return the rows of `to_frame`.

        Returns
        -------
        list of tuple
            One for each cell that a step filters, and for each idle pass: number of the step, pass, guesses so far,
            group, unit, row and column from 1, the candidates left, the value if there is one only, and the reason.
            None for what is missing.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....").steps().rows()[0][5:7]
        (1, 1)
        """
        rows: list[tuple[Any, ...]] = []
        guesses = 0
        for number, step in enumerate(self.steps, start=1):
            guesses += step.is_guess
            for cell, candidates in step.candidates.items() or [((None, None), ())]:
                value = candidates[0] if len(candidates) == 1 else None
                text = " ".join(map(str, candidates))
                rows.append((number, step.pass_number, guesses, step.group, step.unit, *cell, text, value, step.reason))
        return rows

    def pass_map(self) -> pd.DataFrame:
        r"""Return for each cell the pass that fixes it.

        Returns
        -------
        pandas.DataFrame
            Of the shape of `Solutions`, Int64, with rows and columns from 1; missing in cells that no pass before the
            first guess fixes, and in those that are known from the start, such as given digits.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....").steps().pass_map().loc[1].tolist()
        [2, <NA>, 2, 1]
        """
        import pandas as pd

        passes = takewhile(lambda step: not step.is_guess, self.steps)
        fixed = {cell: step.pass_number for step in passes for cell in step.values}
        height, width = api_of(self.puzzle).shape_of(self.puzzle)
        rows, columns = (pd.RangeIndex(1, n + 1, name=name) for n, name in ((height, "row"), (width, "column")))
        return pd.DataFrame([[fixed.get((r, c)) for c in columns] for r in rows], rows, columns, "Int64")

    def __repr__(self) -> str:
        counts = f"{quantity(self.passes, 'pass', 'passes')}, {quantity(self.guesses, 'guess', 'guesses')}"
        return f"<{quantity(len(self), 'step')}, {counts}: {self.puzzle!r}>"

    def __str__(self) -> str:
        return "\n".join(step.reason for step in self.steps)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{step.pass_number or 'guess'}</td><td>{as_html(step.group)}</td>"
            f'<td style="text-align:left">{as_html(step.reason)}</td></tr>'
            for step in self.steps
        )
        return f"<table><thead><tr><th>pass</th><th>group</th><th>step</th></tr></thead><tbody>{rows}</tbody></table>"


STEP_TYPES = types_of(STEP_COLUMNS[2:])
"""The columns of a table of the steps of one puzzle, with their types."""


def steps_from(
    recorded: Iterable[Recorded], places: Sequence[tuple[int, int]], values: Sequence[int]
) -> Iterator[Step]:
    """Yield recorded steps with rows, columns (from 0 in places) and values instead of numbers of cells and bits."""
    cells: list[Cell] = [(r + 1, c + 1) for r, c in places]
    for step in recorded:
        candidates = {cells[cell]: tuple(values[bit] for bit in _bits(mask)) for cell, mask in step.candidates.items()}
        unit = tuple(cells[cell] for cell in step.unit)
        yield Step(step.number or None, step.group, step.name, () if step.number == 0 else unit, candidates, step.text)


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
