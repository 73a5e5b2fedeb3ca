"""The next step for a player: the easiest deduction with its reason, or the guess that is refuted soonest.

Reasons that a player sees at a glance come first: a number that is too large, or the only odd one. What all ways to
reach a sum have in common takes longer to work out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from rullo_core.passes.explain import listed
from rullo_core.passes.solver import Contradiction
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN, Cell, LineState, combinations, solve_line
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.solver import (
    MOST_READ,
    Lines,
    Orientation,
    Pass,
    Position,
    State,
    make_pass,
    start_state,
    unknown_cells,
    with_cell,
)

MOST_WAYS = 10_000
"""If there are more ways to reach a target-sum than this, they are not counted."""

DIVISORS = (2, 10, 5, 3, 4, 6, 7, 8, 9)
"""Divisors in the order in which a player tries them: even numbers first, then last digits."""

SECONDS = 10.0
"""Time limit, in seconds, for deciding whether the marks are right."""


class Reason(StrEnum):
    """Why cells can be solved."""

    REACHED = "reached"
    TOO_LARGE = "too large"
    NEEDED = "needed"
    DIVISIBLE = "divisible"
    ONLY_WAY = "only way"
    IN_COMMON = "in common"


@dataclass(frozen=True)
class Hint:
    """A deduction from one line, with the easiest reason.

    Attributes
    ----------
    reason : Reason
    orientation : {'columns', 'rows'}
    index : int
        Index of the line, from 0.
    description : str
        The reason in a sentence.
    found : dict of (int, int) to bool
        The cells that follow, by row and column: whether each is included.
    """

    reason: Reason
    orientation: Orientation
    index: int
    description: str
    found: dict[Position, bool]


@dataclass(frozen=True)
class Refuted:
    """A guess that passes refute.

    Attributes
    ----------
    cell : (int, int)
    included : bool
        Whether the cell was guessed to be included.
    passes : tuple of Pass
        The passes after the guess.
    contradiction : str
        The line that can no longer reach its target-sum, with the reason.
    """

    cell: Position
    included: bool
    passes: tuple[Pass, ...]
    contradiction: str

    @property
    def found(self) -> dict[Position, bool]:
        """The guess."""
        return {self.cell: self.included}

    @property
    def follows(self) -> dict[Position, bool]:
        """The opposite of the guess, which follows from its refutation."""
        return {self.cell: not self.included}


@dataclass(frozen=True)
class Answer:
    """The answer to a player who asks for a hint.

    Attributes
    ----------
    wrong : list of (int, int)
        The wrong marks; if there are any, the other fields are empty.
    undecided : bool
        Whether it is undecided if the marks are right.
    is_solved : bool
        Whether every cell is marked correctly.
    hint : Hint or None
        The easiest deduction.
    refuted : Refuted or None
        If lines are stalled, the guess that is refuted soonest; None if passes refute no guess.
    open : list of (int, int)
        If passes refute no guess, the cells in which two solutions differ that agree with the marks, if there are two.
    """

    wrong: list[Position]
    undecided: bool
    is_solved: bool
    hint: Hint | None
    refuted: Refuted | None
    open: list[Position]


def search_hint(puzzle: Rullo, marks: State) -> Answer:
    """Find the next step for a player who has marked cells of a puzzle.

    Parameters
    ----------
    puzzle : Rullo
    marks : State
        For each cell: included, excluded or not marked. A hole need not be marked.

    Raises
    ------
    Contradiction
        If the puzzle has no solution at all, or if that is undecided and a line contradicts the marks.
    """
    state = tuple(
        tuple(mark if number or mark else EXCLUDED for number, mark in zip(row, cells, strict=True))
        for row, cells in zip(puzzle.numbers, marks, strict=True)
    )
    wrong = wrong_marks(puzzle, state)
    if wrong:
        return Answer(wrong, False, False, None, None, [])
    hint = next_hint(puzzle, state)
    is_solved = not unknown_cells(state)
    refuted = None if hint or is_solved else soonest_refuted(puzzle, state)
    differing: list[Position] = []
    if not (hint or is_solved or refuted):
        found, _ = _solutions(puzzle, state)
        differing = [cell for cell in unknown_cells(state) if len({one[cell[0]][cell[1]] for one in found}) > 1]
    return Answer([], wrong is None, is_solved, hint, refuted, differing)


# -- marks ------------------------------------------------------------------------------------------------------------


def wrong_marks(puzzle: Rullo, marks: State) -> list[Position] | None:
    """Find the wrong marks.

    Parameters
    ----------
    puzzle : Rullo
    marks : State
        For each cell: included, excluded or not marked.

    Returns
    -------
    list of (int, int), or None
        By row and column; empty if a solution agrees with all marks. If the puzzle has one solution, these are the
        marks that it contradicts. If it has several, a mark is wrong if no solution agrees with it and with the right
        marks before it. None if this is not decided in time.

    Raises
    ------
    Contradiction
        If the puzzle has no solution at all.
    """
    found, complete = _solutions(puzzle, start_state(puzzle))
    if not found:
        if complete:
            raise Contradiction("there is no solution")
        return None
    right = start_state(puzzle)
    wrong = []
    for r, row in enumerate(marks):
        for c, mark in enumerate(row):
            if mark is UNKNOWN or mark is right[r][c]:
                continue
            with_mark = with_cell(right, (r, c), mark)
            agreeing = [solution for solution in found if solution[r][c] is mark]
            if not agreeing and not complete:
                agreeing, decided = _solutions(puzzle, with_mark)
                if not agreeing and not decided:
                    return None
            if agreeing:
                # While a known solution agrees with all right marks, no search is needed.
                right, found = with_mark, agreeing
            else:
                wrong.append((r, c))
    return wrong


def _solutions(puzzle: Rullo, state: State) -> tuple[list[Solution], bool]:
    """Return up to two solutions that agree with a state, and whether these are all."""
    rest = Rullo(
        tuple(
            tuple(number if cell is UNKNOWN else 0 for number, cell in zip(row, cells, strict=True))
            for row, cells in zip(puzzle.numbers, state, strict=True)
        ),
        tuple(_rest(*line) for line in _lines(puzzle, "rows", state)),
        tuple(_rest(*line) for line in _lines(puzzle, "columns", state)),
    )
    limit = SECONDS if puzzle.height * puzzle.width > MOST_READ else None
    found = Lines(rest, seconds=limit).find_solutions(2)
    return [_together(state, one) for one in found.solutions], found.complete


def _together(state: State, solution: Solution) -> Solution:
    return tuple(
        tuple(found if cell is UNKNOWN else bool(cell) for cell, found in zip(cells, row, strict=True))
        for cells, row in zip(state, solution, strict=True)
    )


def _rest(numbers: tuple[int, ...], target: int, state: LineState) -> int:
    """Return the sum that the unknown cells of a line have to reach."""
    return target - sum(number for number, cell in zip(numbers, state, strict=True) if cell is INCLUDED)


# -- the easiest deduction --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line as a player sees it: the unknown numbers with their positions, and the sum that they have to reach."""

    orientation: Orientation
    index: int
    numbers: tuple[int, ...]
    target: int
    state: LineState

    @property
    def unknown(self) -> dict[int, int]:
        """The unknown numbers by position."""
        return {i: number for i, number in enumerate(self.numbers) if self.state[i] is UNKNOWN}

    @property
    def rest(self) -> int:
        """The sum that the unknown numbers have to reach."""
        return _rest(self.numbers, self.target, self.state)

    @property
    def least(self) -> int:
        """The least sum of any unknown numbers."""
        return sum(number for number in self.unknown.values() if number < 0)

    @property
    def most(self) -> int:
        """The greatest sum of any unknown numbers."""
        return sum(number for number in self.unknown.values() if number > 0)

    @property
    def name(self) -> str:
        """Name of the line, for example "row 2"."""
        return f"{'column' if self.orientation == 'columns' else 'row'} {self.index + 1}"


_Found = tuple[str, dict[int, bool]] | None
"""A reason in a sentence, and whether each cell that follows is included, by position; None if nothing follows."""


def _reached(line: Line) -> _Found:
    if line.rest == line.least:
        why = "has its sum already" if line.rest == 0 else f"needs {line.rest}, the least that its open numbers make"
        return f"{line.name} {why}", {i: number < 0 for i, number in line.unknown.items()}
    if line.rest == line.most:
        return f"{line.name} needs all its open numbers for {line.rest}", {i: n > 0 for i, n in line.unknown.items()}
    return None


def _too_large(line: Line) -> _Found:
    room = line.rest - line.least
    found = {i: number < 0 for i, number in line.unknown.items() if abs(number) > room}
    if not found:
        return None
    if line.least == 0:
        return f"{line.name} needs no more than {line.rest}, and {_listed(line, found)} {_is(found)} larger", found
    ways_out = [f"the {line.numbers[i]} is {'included' if included else 'excluded'}" for i, included in found.items()]
    return f"{line.name} needs {line.rest}, and can only get down to it if {' and '.join(ways_out)}", found


def _needed(line: Line) -> _Found:
    slack = line.most - line.rest
    found = {i: number > 0 for i, number in line.unknown.items() if abs(number) > slack}
    if not found:
        return None
    return f"{line.name} needs {line.rest}, which it cannot reach without {_listed(line, found)}", found


def _divisible(line: Line) -> _Found:
    for divisor in DIVISORS:
        odd = [i for i, number in line.unknown.items() if number % divisor]
        if len(odd) == 1:
            (place,) = odd
            included = line.rest % divisor != 0
            what = "even" if divisor == 2 else f"divisible by {divisor}"
            is_so = "is not" if included else "is"
            others = f"every open number but the {line.numbers[place]} is"
            return f"{line.name} needs {line.rest}, which {is_so} {what}, and {others}", {place: included}
    return None


def _by_ways(line: Line, only: bool) -> _Found:
    after = solve_line(line.numbers, line.target, line.state)
    found = {i: bool(after[i]) for i in line.unknown if after[i] is not UNKNOWN}
    if not found:
        return None
    if only:
        if len(found) < len(line.unknown):
            return None
        taken = " + ".join(str(number) for i, number in line.unknown.items() if found[i])
        return f"{line.name} can reach the {line.rest} that it needs in only one way: {taken or 'nothing'}", found
    ways = list(islice(combinations(line.numbers, line.target, line.state), MOST_WAYS + 1))
    number = f"{len(ways):,}" if len(ways) <= MOST_WAYS else "many"
    return f"{line.name} can reach the {line.rest} that it needs in {number} ways, which have this in common", found


def _listed(line: Line, found: dict[int, bool]) -> str:
    return listed(f"the {line.numbers[i]}" for i in found)


def _is(found: dict[int, bool]) -> str:
    return "is" if len(found) == 1 else "are"


REASONS: dict[Reason, Callable[[Line], _Found]] = {
    Reason.REACHED: _reached,
    Reason.TOO_LARGE: _too_large,
    Reason.NEEDED: _needed,
    Reason.DIVISIBLE: _divisible,
    Reason.ONLY_WAY: lambda line: _by_ways(line, True),
    Reason.IN_COMMON: lambda line: _by_ways(line, False),
}
"""The reasons, the easiest to see first."""


def next_hint(puzzle: Rullo, state: State) -> Hint | None:
    """Return the deduction with the easiest reason, from a line with the fewest unknown cells among those with it.

    Returns
    -------
    Hint or None
        None if no line allows a deduction.

    Raises
    ------
    Contradiction
        If a line cannot reach its target-sum.
    """
    lines = [
        Line(orientation, i, *line)
        for orientation in ("columns", "rows")
        for i, line in enumerate(_lines(puzzle, orientation, state))
    ]  # fmt: skip
    for line in lines:
        solve_line(line.numbers, line.target, line.state)
    for reason, look in REASONS.items():
        for line in sorted((line for line in lines if line.unknown), key=lambda line: len(line.unknown)):
            if found := look(line):
                text, places = found
                cells: dict[Position, bool] = {
                    ((i, line.index) if line.orientation == "columns" else (line.index, i)): included
                    for i, included in places.items()
                }
                return Hint(reason, line.orientation, line.index, text[0].upper() + text[1:], cells)
    return None


# -- where lines are stuck --------------------------------------------------------------------------------------------


def soonest_refuted(puzzle: Rullo, stuck: State) -> Refuted | None:
    """Return the guess that is refuted in the fewest passes, and with the fewest deductions among those.

    Parameters
    ----------
    puzzle : Rullo
    stuck : State
        A state in which no line allows a deduction.

    Returns
    -------
    Refuted or None
        None if passes alone refute no guess.
    """
    best: tuple[tuple[int, int], Refuted] | None = None
    for cell in unknown_cells(stuck):
        for included in (INCLUDED, EXCLUDED):
            refuted = _refute(puzzle, stuck, cell, included)
            if refuted is None:
                continue
            effort = len(refuted.passes), sum(len(one.deductions) for one in refuted.passes)
            if best is None or effort < best[0]:
                best = effort, refuted
    return best[1] if best else None


def _refute(puzzle: Rullo, stuck: State, cell: Position, included: Cell) -> Refuted | None:
    state = with_cell(stuck, cell, included)
    passes: list[Pass] = []
    orientations: tuple[Orientation, Orientation] = ("columns", "rows")
    idle = 0
    while idle < 2:
        orientation = orientations[len(passes) % 2]
        try:
            one = make_pass(puzzle, orientation, state)
        except Contradiction as contradiction:
            text = f"{_line_that_fails(puzzle, orientation, state)}: {contradiction}"
            return Refuted(cell, bool(included), tuple(passes), text)
        idle = 0 if one.deductions else idle + 1
        passes.append(one)
        state = one.state
    return None


def _line_that_fails(puzzle: Rullo, orientation: Orientation, state: State) -> str:
    for i, line in enumerate(_lines(puzzle, orientation, state), start=1):
        try:
            solve_line(*line)
        except Contradiction:
            return f"{orientation[:-1]} {i}"
    raise AssertionError("a pass failed without a line that does")


def _lines(puzzle: Rullo, orientation: Orientation, state: State) -> Iterator[tuple[tuple[int, ...], int, LineState]]:
    """Return the numbers, target-sum and state of each column, or of each row."""
    if orientation == "columns":
        return zip(puzzle.columns, puzzle.column_targets, zip(*state, strict=True), strict=True)
    return zip(puzzle.numbers, puzzle.row_targets, state, strict=True)
