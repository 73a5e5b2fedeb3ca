"""A Kakuro: white cells, and entries across and down with their clues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rullo_core.constraints.distinct import DIGITS
from rullo_core.puzzles.base import Puzzle

Direction = Literal["across", "down"]


Position = tuple[int, int]
"""Row and column of a cell, from 0; the first of both are black, or hold no clue."""


Solution = tuple[int, ...]
"""The digit of every white cell, in reading order."""


ACROSS: Direction = "across"


DOWN: Direction = "down"


LONGEST = len(DIGITS)
"""The greatest length of an entry, whose digits are all different."""


NO_ENTRY = "*"
"""In place of a clue: the cells that follow are no entry, and may be alike."""


@dataclass(frozen=True)
class Entry:
    """White cells in a row or column whose digits all differ, by number, and their sum if it is given."""

    direction: Direction
    cells: tuple[int, ...]
    clue: int | None

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, repr=False)
class Kakuro(Puzzle):
    r"""A Kakuro puzzle.

    Parameters
    ----------
    rows, columns : int
        The size of the grid with the first row and column, which are for clues: one more than in a size such as 10x10.
    cells : tuple of (int, int)
        The white cells, in reading order.
    entries : tuple of Entry
        The entries across, then those down, each in reading order of their first cells.
    name : str
        The name, if the puzzle has one.

    Examples
    --------
    >>> from rullo_core.kakuro import Kakuro
    >>> puzzle = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    >>> [(entry.direction, entry.cells, entry.clue) for entry in puzzle.entries]
    [('across', (0, 1), 7), ('across', (2, 3), 3), ('down', (0, 2), 4), ('down', (1, 3), 6)]
    >>> print(puzzle.transposed())
    3 3
    - 7, 3,
    ,4 0 0
    ,6 0 0
    """

    rows: int
    columns: int
    cells: tuple[Position, ...]
    entries: tuple[Entry, ...]
    name: str = field(default="", compare=False)

    # -- from and to text ---------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The text that `parse` reads."""
        tokens = [["-"] * self.columns for _ in range(self.rows)]
        clues: dict[Position, dict[Direction, str]] = {}
        for direction, cells, clue in (*self._clues(), *self._no_entries()):
            clues.setdefault(clue_cell(direction, self.cells[cells[0]]), {})[direction] = clue
        for (r, c), cell_clues in clues.items():
            tokens[r][c] = f"{cell_clues.get(DOWN, '')},{cell_clues.get(ACROSS, '')}"
        for r, c in self.cells:
            tokens[r][c] = "0"
        return "\n".join([f"{self.rows} {self.columns}", *map(" ".join, tokens)])

    def _clues(self) -> Iterator[tuple[Direction, tuple[int, ...], str]]:
        """Yield direction, cells and clue of each entry that has one."""
        for entry in self.entries:
            if entry.clue is not None:
                yield entry.direction, entry.cells, str(entry.clue)

    def _no_entries(self) -> Iterator[tuple[Direction, tuple[int, ...], str]]:
        """Yield the direction, cells and text of each run of several cells that is no entry."""
        if sum(map(len, self.entries)) == 2 * len(self.cells):  # the usual case, which needs no search
            return
        entries = {(entry.direction, entry.cells) for entry in self.entries}
        for direction, cells in runs_of(self.cells):
            if len(cells) > 1 and (direction, cells) not in entries:
                yield direction, cells, NO_ENTRY

    # -- from a solution ----------------------------------------------------------------------------------------------

    @staticmethod
    def from_digits(digits: Sequence[Sequence[int]]) -> Kakuro:
        """Return the puzzle whose clues are the sums of some digits.

        Parameters
        ----------
        digits : sequence of sequence of int
            The digit of every cell, row by row; 0 where it is black. A first row and column for clues are added.

        Returns
        -------
        Kakuro
            The puzzle; these digits may not be its only solution.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> print(Kakuro.from_digits([[3, 4], [1, 2]]))
        3 3
        - 4, 6,
        ,7 0 0
        ,3 0 0
        """
        cells = tuple((r, c) for r, row in enumerate(digits, 1) for c, digit in enumerate(row, 1) if digit)
        entries = [
            Entry(direction, run, sum(digits[r - 1][c - 1] for r, c in (cells[i] for i in run)))
            for direction, run in runs_of(cells)
        ]
        return Kakuro(len(digits) + 1, len(digits[0]) + 1, cells, tuple(entries))

    def rows_of(self, solution: Sequence[int]) -> list[list[int]]:
        r"""Return digits row by row as in the text.

        Parameters
        ----------
        solution : sequence of int
            The digit of every white cell, in reading order.

        Returns
        -------
        list of list of int
            The digits of each row, the first row and column among them; 0 for black cells.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").rows_of([3, 4, 1, 2])
        [[0, 0, 0], [0, 3, 4], [0, 1, 2]]
        """
        digits = [[0] * self.columns for _ in range(self.rows)]
        for (r, c), digit in zip(self.cells, solution, strict=True):
            digits[r][c] = digit
        return digits

    def write_solution(self, solution: Sequence[int]) -> str:
        r"""Return a solution as text: digits, and ``-`` for black cells.

        Parameters
        ----------
        solution : sequence of int
            The digit of every white cell, in reading order.

        Returns
        -------
        str
            A line for each row.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> print(Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").write_solution([3, 4, 1, 2]))
        - - -
        - 3 4
        - 1 2
        """
        return "\n".join(" ".join(str(digit or "-") for digit in row) for row in self.rows_of(solution))

    def is_solved_by(self, solution: Sequence[int]) -> bool:
        r"""Say whether digits solve it.

        Parameters
        ----------
        solution : sequence of int
            The digit of every white cell, in reading order.

        Returns
        -------
        bool
            Whether every entry has different digits from 1 to 9 that add up to its clue.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> puzzle = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
        >>> puzzle.is_solved_by([3, 4, 1, 2]), puzzle.is_solved_by([4, 3, 1, 2])
        (True, False)
        """
        return len(solution) == len(self.cells) and all(
            set(digits) <= set(DIGITS)
            and len(set(digits)) == len(digits)
            and (entry.clue is None or sum(digits) == entry.clue)
            for entry in self.entries
            for digits in [[solution[cell] for cell in entry.cells]]
        )

    # -- others of its kind -------------------------------------------------------------------------------------------

    def transposed(self) -> Kakuro:
        r"""Return the puzzle with rows and columns exchanged.

        Returns
        -------
        Kakuro
            The transposed puzzle, with the same name.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").transposed().entries[0].clue
        4
        """
        order = sorted(range(len(self.cells)), key=lambda cell: self.cells[cell][::-1])
        new = {old: number for number, old in enumerate(order)}
        entries = [
            Entry(DOWN if entry.direction == ACROSS else ACROSS, tuple(new[cell] for cell in entry.cells), entry.clue)
            for entry in self.entries
        ]
        cells = tuple(self.cells[old][::-1] for old in order)
        return Kakuro(self.columns, self.rows, cells, _in_order(entries), self.name)

    def complemented(self) -> Kakuro:
        r"""Return the puzzle whose solutions have 10 - d for every digit d.

        Returns
        -------
        Kakuro
            The same entries with the clues of those digits.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").complemented().entries[0].clue
        13
        """
        total = DIGITS[0] + DIGITS[-1]
        return self._with(
            entry if entry.clue is None else replace(entry, clue=total * len(entry) - entry.clue)
            for entry in self.entries
        )

    def with_clue(self, number: int, clue: int) -> Kakuro:
        r"""Return the puzzle in which one entry has another clue.

        Parameters
        ----------
        number : int
            The entry's index in ``entries``, from 0.
        clue : int
            Its new clue.

        Returns
        -------
        Kakuro
            The changed puzzle.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").with_clue(0, 8).entries[0].clue
        8
        """
        return self._with(replace(entry, clue=clue) if i == number else entry for i, entry in enumerate(self.entries))

    def without_clues(self, numbers: Iterable[int]) -> Kakuro:
        r"""Return the puzzle in which some entries have no clue; their digits still have to be different.

        Parameters
        ----------
        numbers : iterable of int
            The entries' indices in ``entries``, from 0. Those of one cell are removed.

        Returns
        -------
        Kakuro
            The changed puzzle.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> [entry.clue for entry in Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").without_clues([0]).entries]
        [None, 3, 4, 6]
        """
        removed = set(numbers)
        return self._with(replace(entry, clue=None) if i in removed else entry for i, entry in enumerate(self.entries))

    def without_entries(self, numbers: Iterable[int]) -> Kakuro:
        r"""Return the puzzle without some entries: not even their digits have to be different.

        Parameters
        ----------
        numbers : iterable of int
            The entries' indices in ``entries``, from 0.

        Returns
        -------
        Kakuro
            The changed puzzle.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> len(Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").without_entries([0]).entries)
        3
        """
        removed = set(numbers)
        return self._with(entry for i, entry in enumerate(self.entries) if i not in removed)

    def _with(self, entries: Iterable[Entry]) -> Kakuro:
        return replace(self, entries=tuple(entry for entry in entries if len(entry) > 1 or entry.clue is not None))

    # -- what it is made of -------------------------------------------------------------------------------------------

    @property
    def of_cells(self) -> list[list[int]]:
        r"""For each white cell the indices, in ``entries``, of the entries that it is in.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").of_cells
        [[0, 2], [0, 3], [1, 2], [1, 3]]
        """
        numbers: list[list[int]] = [[] for _ in self.cells]
        for number, entry in enumerate(self.entries):
            for cell in entry.cells:
                numbers[cell].append(number)
        return numbers

    @property
    def clues(self) -> dict[Position, dict[Direction, int]]:
        r"""The clues by the cell that they are written in: before an entry across, or above an entry down.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").clues[1, 0]
        {'across': 7}
        """
        clues: dict[Position, dict[Direction, int]] = {}
        for entry in self.entries:
            if entry.clue is not None:
                position = clue_cell(entry.direction, self.cells[entry.cells[0]])
                clues.setdefault(position, {})[entry.direction] = entry.clue
        return clues

    def runs(self) -> Iterator[tuple[Direction, tuple[int, ...]]]:
        r"""Return the maximal runs of white cells, across and then down, whether they are an entry or not.

        Returns
        -------
        iterator of (str, tuple of int)
            The direction of each run, ``across`` or ``down``, and the indices of its cells in ``cells``.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> next(Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").runs())
        ('across', (0, 1))
        """
        return runs_of(self.cells)

    def components(self) -> list[list[int]]:
        r"""Return the connected components of the entries: entries of different components share no cell.

        Returns
        -------
        list of list of int
            The indices, in ``entries``, of the entries of each component.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0").components()
        [[0, 1, 2, 3]]
        """
        of_cells, remaining, pieces = self.of_cells, set(range(len(self.entries))), []
        while remaining:
            piece, new = set(), {min(remaining)}
            while new:
                piece |= new
                new = {
                    crossing for entry in new for cell in self.entries[entry].cells for crossing in of_cells[cell]
                } - piece
            pieces.append(sorted(piece))
            remaining -= piece
        return pieces

    def entry_text(self, entry: Entry) -> str:
        r"""Return an entry in words, by its clue and its first cell.

        Parameters
        ----------
        entry : Entry
            One of ``entries``.

        Returns
        -------
        str
            Such as ``17 across from row 2, column 3``.

        Examples
        --------
        >>> from rullo_core.kakuro import Kakuro
        >>> puzzle = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
        >>> puzzle.entry_text(puzzle.entries[0])
        '7 across from row 2, column 2'
        """
        r, c = self.cells[entry.cells[0]]
        clue = "" if entry.clue is None else f"{entry.clue} "
        return f"{clue}{entry.direction} from {place((r, c))}"


def place(position: Position) -> str:
    """Return where a cell is, in words, counted from 1 as in the text."""
    return f"row {position[0] + 1}, column {position[1] + 1}"


def no_combination(cells: int, total: int) -> str:
    """Return the error that no combination of a number of digits has a sum."""
    lowest, highest = sum(DIGITS[:cells]), sum(DIGITS[-cells:])
    return f"no {cells} different digits add up to {total}; write {lowest} to {highest}"


def runs_of(cells: Sequence[Position]) -> Iterator[tuple[Direction, tuple[int, ...]]]:
    """Yield runs of white cells, which are given in reading order: across, then down, in reading order as well."""
    across_runs: list[list[int]] = []
    down_runs: list[list[int]] = []
    last = (-1, -1)
    column_runs: dict[int, tuple[int, list[int]]] = {}  # by column, the row of the last white cell, and its run
    for cell, (r, c) in enumerate(cells):
        if last == (r, c - 1):
            across_runs[-1].append(cell)
        else:
            across_runs.append([cell])
        last = r, c
        row, run = column_runs.get(c, (-2, []))
        if row == r - 1:
            run.append(cell)
        else:
            run = [cell]
            down_runs.append(run)
        column_runs[c] = r, run
    for direction, runs in ((ACROSS, across_runs), (DOWN, down_runs)):
        for run in runs:
            yield direction, tuple(run)


def _in_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: (entry.direction != ACROSS, entry.cells[0])))


def clue_cell(direction: Direction, position: Position) -> Position:
    """Return the cell before or above the first one of an entry, which holds the clue."""
    r, c = position
    return (r, c - 1) if direction == ACROSS else (r - 1, c)
