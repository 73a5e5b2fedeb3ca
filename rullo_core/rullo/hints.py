"""The next step for a player: the easiest deduction with its reason, or the guess that is refuted soonest.

Reasons that a player sees at a glance come first: a number that is too large, or the only odd one. What all ways to
reach a sum have in common takes longer to work out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from typing import NamedTuple

from rullo_core.limits import Undecided, answering, check_time
from rullo_core.passes.explain import explain_pass, listed
from rullo_core.passes.hints import hint_towards
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State as Domains
from rullo_core.passes.units import Unit, Units
from rullo_core.puzzles.results import Hint
from rullo_core.rullo.explain import RulloExplainer
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN, Cell, LineState, combinations, solve_line
from rullo_core.rullo.playing import LINES
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.solver import (
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

ORIENTATIONS: tuple[Orientation, Orientation] = ("columns", "rows")

STUCK = "Lines alone allow no further deduction"
"""First words of the hints where no line by itself says more."""


def find_hint(puzzle: Rullo, marks: State) -> Hint:
    """Return the next step for a player who has marked cells; a hole need not be marked.

    Half of the time is for deciding whether the marks are right.
    """
    state = tuple(
        tuple(mark if number or mark else EXCLUDED for number, mark in zip(row, cells, strict=True))
        for row, cells in zip(puzzle.numbers, marks, strict=True)
    )
    text: list[str] = []
    try:
        wrong: list[Position] = []
        try:
            with answering(0.5):
                wrong = wrong_marks(puzzle, state)
        except Undecided as limit:
            text.append(f"Whether the marks are right is undecided {limit.reached}.")
        if wrong:
            text = [f"Wrong: the {_place(puzzle, (r, c))} is not {_word(state[r][c])}d." for r, c in wrong]
            return Hint("wrong", wrong=tuple((r + 1, c + 1) for r, c in wrong), reason="\n".join(text))
        if not unknown_cells(state):
            solved = "\n".join(["All cells are known: the puzzle is solved.", *text])
            return Hint("undecided" if text else "solved", reason=solved)
        deduced = easiest_deduction(puzzle, state)
        refuted = None if deduced is not None else soonest_refuted(puzzle, state)
    except Contradiction as failure:
        return Hint("infeasible", reason=f"{str(failure)[0].upper()}{str(failure)[1:]}.")
    except Undecided as limit:
        return Hint("undecided", reason="\n".join([*text, f"The next step is undecided {limit.reached}."]))
    found: dict[Position, bool] = {}
    if deduced is not None:
        why, found = deduced
        text.append(f"{why}: {_to_do(puzzle, found)}.")
    elif refuted is not None:
        cell, included, passes, contradiction = refuted
        found = {cell: not included}
        text.append(f"{STUCK}. The guess that is refuted soonest: {_to_do(puzzle, {cell: included})}.\n")
        text += [explain_pass(RulloExplainer(puzzle), one, i) + "\n" for i, one in enumerate(passes, start=1)]
        text.append(f"But then {contradiction}. So {_to_do(puzzle, found)}.")
    else:
        try:
            two, _ = _solutions(puzzle, state)
        except Undecided:
            two = []
        differing = [_place(puzzle, (r, c)) for r, c in unknown_cells(state) if len({one[r][c] for one in two}) > 1]
        why = f"there are several solutions. Two differ in {', '.join(differing)}"
        why = why if differing else "it takes at least two guesses to find a contradiction"
        text.append(f"{STUCK}, and they refute no guess: {why}.")
    values = {(r + 1, c + 1): int(included) for (r, c), included in found.items()}
    level = None if not found else LINES.name if deduced else SEARCH
    return Hint("step" if found else "guess", values, level, reason="\n".join(text))


def _place(puzzle: Rullo, cell: Position) -> str:
    r, c = cell
    return f"{puzzle.numbers[r][c]} in row {r + 1}, column {c + 1}"


def _word(included: Cell) -> str:
    return "include" if included else "exclude"


def _to_do(puzzle: Rullo, found: dict[Position, bool]) -> str:
    parts = {one: [_place(puzzle, cell) for cell, to in found.items() if to is one] for one in (INCLUDED, EXCLUDED)}
    return ", ".join(f"{_word(one)} {' and '.join(cells)}" for one, cells in parts.items() if cells)


# -- marks ------------------------------------------------------------------------------------------------------------


def wrong_marks(puzzle: Rullo, marks: State) -> list[Position]:
    """Find the wrong marks; Undecided is raised if limits end that.

    If the puzzle has one solution, these are the marks that it contradicts. If it has several, a mark is wrong if no
    solution agrees with it and with the right marks before it. Contradiction is raised if the puzzle has no solution.
    """
    found, complete = _solutions(puzzle, start_state(puzzle))
    if not found:
        raise Contradiction("there is no solution")
    right = start_state(puzzle)
    wrong = []
    for r, row in enumerate(marks):
        for c, mark in enumerate(row):
            if mark is UNKNOWN or mark is right[r][c]:
                continue
            with_mark = with_cell(right, (r, c), mark)
            agreeing = [solution for solution in found if solution[r][c] is mark]
            if not agreeing and not complete:
                agreeing, _ = _solutions(puzzle, with_mark)
            if agreeing:
                # While a known solution agrees with all right marks, no search is needed.
                right, found = with_mark, agreeing
            else:
                wrong.append((r, c))
    return wrong


def _solutions(puzzle: Rullo, state: State) -> tuple[list[Solution], bool]:
    """Return up to two solutions that agree with a state, and whether these are all."""
    rows, columns = ([_open(*line) for line in _lines(puzzle, one, state)] for one in ("rows", "columns"))
    numbers = tuple(tuple(row.numbers.get(c, 0) for c in range(puzzle.width)) for row in rows)
    rest = Rullo(numbers, tuple(row.rest for row in rows), tuple(column.rest for column in columns))
    found = Lines(rest).find_solutions(2).decided()
    together = [
        tuple(
            tuple(new if cell is UNKNOWN else bool(cell) for cell, new in zip(cells, row, strict=True))
            for cells, row in zip(state, one, strict=True)
        )
        for one in found.solutions
    ]
    return together, found.complete


# -- the easiest deduction --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line as a player sees it: its open numbers by position, and the sum that they have to reach."""

    numbers: dict[int, int]
    rest: int

    @property
    def least(self) -> int:
        """The least sum of any open numbers."""
        return sum(number for number in self.numbers.values() if number < 0)

    @property
    def most(self) -> int:
        """The greatest sum of any open numbers."""
        return sum(number for number in self.numbers.values() if number > 0)


def _open(numbers: tuple[int, ...], target: int, state: LineState) -> Line:
    included = sum(number for number, cell in zip(numbers, state, strict=True) if cell is INCLUDED)
    return Line({i: number for i, number in enumerate(numbers) if state[i] is UNKNOWN}, target - included)


_Found = tuple[str, dict[int, bool]] | None
"""A reason in words, and whether each cell that follows is included, by position; None if nothing follows."""


def _reached(line: Line) -> _Found:
    if line.rest == line.least:
        why = "has its sum already" if line.rest == 0 else f"needs {line.rest}, the least that its open numbers make"
        return why, {i: number < 0 for i, number in line.numbers.items()}
    if line.rest == line.most:
        return f"needs all its open numbers for {line.rest}", {i: number > 0 for i, number in line.numbers.items()}
    return None


def _too_large(line: Line) -> _Found:
    room = line.rest - line.least
    found = {i: number < 0 for i, number in line.numbers.items() if abs(number) > room}
    if not found:
        return None
    if line.least == 0:
        is_so = "is" if len(found) == 1 else "are"
        return f"needs no more than {line.rest}, and {_listed(line, found)} {is_so} larger", found
    ways_out = (f"the {line.numbers[i]} is {_word(included)}d" for i, included in found.items())
    return f"needs {line.rest}, and can only get down to it if {' and '.join(ways_out)}", found


def _needed(line: Line) -> _Found:
    slack = line.most - line.rest
    found = {i: number > 0 for i, number in line.numbers.items() if abs(number) > slack}
    if not found:
        return None
    return f"needs {line.rest}, which it cannot reach without {_listed(line, found)}", found


def _divisible(line: Line) -> _Found:
    for divisor in DIVISORS:
        odd = [i for i, number in line.numbers.items() if number % divisor]
        if len(odd) == 1:
            (place,) = odd
            included = line.rest % divisor != 0
            what = "even" if divisor == 2 else f"divisible by {divisor}"
            others = f"every open number but the {line.numbers[place]} is"
            return f"needs {line.rest}, which is{' not' * included} {what}, and {others}", {place: included}
    return None


def _only_way(line: Line) -> _Found:
    found = _in_all_ways(line)
    if len(found) < len(line.numbers):
        return None
    taken = " + ".join(str(number) for i, number in line.numbers.items() if found[i])
    return f"can reach the {line.rest} that it needs in only one way: {taken or 'nothing'}", found


def _in_common(line: Line) -> _Found:
    found = _in_all_ways(line)
    if not found:
        return None
    ways = sum(1 for _ in islice(combinations(*_unmarked(line)), MOST_WAYS + 1))
    number = f"{ways:,}" if ways <= MOST_WAYS else "many"
    return f"can reach the {line.rest} that it needs in {number} ways, which have this in common", found


def _in_all_ways(line: Line) -> dict[int, bool]:
    try:
        after = zip(line.numbers, solve_line(*_unmarked(line)), strict=True)
    except Undecided:  # nobody sees it, and neither do we
        return {}
    return {i: cell for i, cell in after if cell is not UNKNOWN}


def _unmarked(line: Line) -> tuple[tuple[int, ...], int, LineState]:
    return tuple(line.numbers.values()), line.rest, (UNKNOWN,) * len(line.numbers)


def _listed(line: Line, found: Iterable[int]) -> str:
    return listed(f"the {line.numbers[i]}" for i in found)


REASONS: dict[str, Callable[[Line], _Found]] = {
    "reached": _reached,
    "too large": _too_large,
    "needed": _needed,
    "divisible": _divisible,
    "only way": _only_way,
    "in common": _in_common,
}
"""Why cells can be solved, the easiest to see first."""


@dataclass(frozen=True)
class Seen:
    """A rule: what a player sees of a line for one reason."""

    reason: Callable[[Line], _Found]
    numbers: tuple[int, ...]
    target: int

    def look(self, domains: Domains) -> _Found:
        """Return the reason in words and what follows, or None."""
        state = tuple(UNKNOWN if len(domain) > 1 else INCLUDED in domain for domain in domains)
        line = _open(self.numbers, self.target, state)
        return self.reason(line) if line.numbers else None

    def filtered(self, domains: Domains) -> Domains:
        """See `rullo_core.passes.units.Rule`."""
        _, found = self.look(domains) or ("", {})
        return tuple(frozenset({found[i]}) if i in found else domain for i, domain in enumerate(domains))


def easiest_deduction(puzzle: Rullo, state: State) -> tuple[str, dict[Position, bool]] | None:
    """Return the easiest reason for which cells follow, and whether each is included; None if no cell does.

    It is from a line with the fewest open numbers among those with that reason. Contradiction is raised if a line
    cannot reach its target, Undecided if no cell follows but limits ended the deductions of a line.
    """
    width, domains = (
        puzzle.width,
        tuple(frozenset({INCLUDED, EXCLUDED} if cell is UNKNOWN else {cell}) for row in state for cell in row),
    )
    cells = range(len(domains))
    lines = [
        (f"{name[:-1]} {i + 1}", cells[i::width] if name == "columns" else cells[i * width :][:width], *line)
        for name in ORIENTATIONS
        for i, line in enumerate(_lines(puzzle, name, state))
    ]
    beyond: Undecided | None = None
    for _, _, numbers, target, known in lines:
        try:
            solve_line(numbers, target, known)
        except Undecided as limit:
            beyond = limit
    games = (
        (level, Units(domains, {name: [Unit(name, tuple(inside), Seen(reason, numbers, target))]}))
        for level, reason in REASONS.items()
        for name, inside, numbers, target, _ in sorted(lines, key=lambda line: line[-1].count(UNKNOWN))
    )
    hint = hint_towards(None, [cell for cell in cells if len(domains[cell]) == 1], games)
    if hint is None:
        if beyond is not None:
            raise beyond
        return None
    (step,) = hint.steps
    unit = step.unit
    assert isinstance(unit.rule, Seen)
    why, found = unit.rule.look(step.before) or ("", {})
    return f"{unit.name.capitalize()} {why}", {divmod(unit.cells[i], width): one for i, one in found.items()}


# -- where lines are stuck --------------------------------------------------------------------------------------------


class Refuted(NamedTuple):
    """A guess that passes refute: the cell and whether it was included, the passes, and the line that then fails."""

    cell: Position
    included: bool
    passes: list[Pass]
    contradiction: str


def soonest_refuted(puzzle: Rullo, stuck: State) -> Refuted | None:
    """Return the guess from a stalled state that the fewest passes, then deductions, refute; None if none do."""
    guesses = (_refute(puzzle, stuck, cell, one) for cell in unknown_cells(stuck) for one in (INCLUDED, EXCLUDED))
    return min(
        filter(None, guesses),
        key=lambda one: (len(one.passes), sum(len(one_pass.deductions) for one_pass in one.passes)),
        default=None,
    )


def _refute(puzzle: Rullo, stuck: State, cell: Position, included: bool) -> Refuted | None:
    state = with_cell(stuck, cell, included)
    passes: list[Pass] = []
    for orientation in cycle(ORIENTATIONS):
        check_time()
        try:
            passes.append(make_pass(puzzle, orientation, state))
        except Contradiction as contradiction:
            return Refuted(cell, included, passes, f"{_line_that_fails(puzzle, orientation, state)}: {contradiction}")
        state = passes[-1].state
        if len(passes) > 1 and not passes[-1].deductions:
            return None
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
