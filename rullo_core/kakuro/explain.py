"""Explain how a Kakuro is solved: passes, rectangles, sums of several entries, and guesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from rullo_core import passes
from rullo_core.constraints.distinct import Living
from rullo_core.constraints.sums import SignedSum
from rullo_core.kakuro.differences import differences
from rullo_core.kakuro.puzzle import ACROSS, DOWN, Kakuro, Solution
from rullo_core.kakuro.rectangle import Rectangle, rectangles
from rullo_core.kakuro.solver import game, solutions, start_of
from rullo_core.passes import stages
from rullo_core.passes.explain import UnitExplainer, counted, listed
from rullo_core.passes.stages import Stage
from rullo_core.passes.units import Deduction, State, Unit, Units

MOST_SETS = 3
"""Most sets of digits that an explanation lists."""

RECTANGLES, SUMS = "rectangles", "sums of several entries"

BEYOND: dict[str, Callable[[Kakuro], Iterable[Unit]]] = {RECTANGLES: rectangles, SUMS: differences}
"""What is looked at where passes are stuck, each where those before are stuck, too."""


def solve_path(puzzle: Kakuro, beyond: Sequence[str] = tuple(BEYOND)) -> tuple[list[Stage], Solution | None]:
    """The way to the first solution: passes; where they are stuck, rectangles; then sums of several entries; a guess.

    Guessed is the first cell with the fewest digits, and its digit in the solution; see `go_on`.

    Returns
    -------
    stages : list of Stage
        None, if there is no solution.
    solution : tuple of int or None
    """
    solution = next(solutions(puzzle), None)
    if solution is None:
        return [], None
    return list(go_on(puzzle, solution, beyond=beyond)), solution


def go_on(
    puzzle: Kakuro, solution: Solution, written: Solution | None = None, beyond: Sequence[str] = tuple(BEYOND)
) -> Iterator[Stage]:
    """The way to a solution, stage by stage, from some of its digits; 0 for those that are not written.

    Parameters
    ----------
    puzzle : Kakuro
    solution : tuple of int
    written : tuple of int, optional
    beyond : sequence of str
        Which of `BEYOND` are looked at.
    """
    played = game(puzzle)
    units = Units(played.start, {name: list(BEYOND[name](puzzle)) for name in beyond})
    return stages.go_on(played, solution, start_of(puzzle, written), units)


class KakuroExplainer(UnitExplainer):
    """Explain deductions in a Kakuro: the entry by its first cell, its possible sets of digits, and the result."""

    alone = "entries alone"

    def __init__(self, puzzle: Kakuro) -> None:
        super().__init__(game(puzzle), puzzle.columns)
        self.puzzle = puzzle
        self.entries = {puzzle.entry_text(entry): entry for entry in puzzle.entries}

    def explain(self, deduction: Deduction) -> str:
        """What follows, and why: 17 across from row 2, column 3, only 8+9: (2, 3) is 8 or 9."""
        return f"{deduction.unit.name}{self._reason(deduction)}: {self.describe_candidates(deduction)}"

    def _reason(self, deduction: Deduction) -> str:
        rule = deduction.unit.rule
        if isinstance(rule, Rectangle):
            return ", at their crossings"
        if isinstance(rule, SignedSum):
            return f", so {self.format_sum(deduction.unit.cells, rule.signs, rule.total)}"
        entry = self.entries[deduction.unit.name]
        sets = list(islice(Living(entry.clue).living(deduction.before), MOST_SETS + 1)) if entry.clue else []
        if not 0 < len(sets) <= MOST_SETS or len(entry) == 1:
            return ""
        return f", only {' or '.join('+'.join(map(str, sorted(one))) for one in sets)}"

    def board(self, state: Any) -> str:
        """Digits, a dot for cells that are not settled, - for black ones."""
        digits = [min(one) if len(one) == 1 else 0 for one in state]
        rows = [["-"] * self.puzzle.columns for _ in range(self.puzzle.rows)]
        for (r, c), digit in zip(self.puzzle.cells, digits, strict=True):
            rows[r][c] = str(digit or ".")
        return "\n".join(map(" ".join, rows))

    def position(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell, from 0."""
        return self.puzzle.cells[cell]


def explain_path(puzzle: Kakuro, beyond: Sequence[str] = tuple(BEYOND)) -> Iterator[str]:
    """Tell the way to a solution in paragraphs that end in an empty line but for the last."""
    path, solution = solve_path(puzzle, beyond)
    if solution is None:
        yield explain_failure(puzzle)
        return
    yield from stages.explain_stages(KakuroExplainer(puzzle), path)
    yield puzzle.write_solution(solution) + "\n"
    yield _summary(puzzle, path)


def _summary(puzzle: Kakuro, path: list[Stage]) -> str:
    first = path[0].run
    if len(path) == 1 and first is not None:
        played = game(puzzle)
        across, down = len(first.passes), len(passes.run(played, played.orders[1]).passes)
        passed = f"in {counted(across, 'pass', 'passes')} across first and {down} down first"
        return f"Solved by entries alone, {passed}: difficulty {(across + down) / 2:g}."
    rounds = Counter(stage.beyond.group for stage in path if stage.beyond is not None)
    text = [f"{counted(rounds[name], 'round')} of {name}" for name in BEYOND if rounds[name]]
    if guesses := stages.guesses_in(path):
        text.append(counted(guesses, "guess", "guesses"))
    several = len(list(islice(solutions(puzzle), 2))) > 1
    only = "There are other solutions." if several else "That is the only solution."
    return f"Solved with {listed(text)}. {only}"


def explain_failure(puzzle: Kakuro) -> str:
    """That there is no solution, with the entry where it fails if entries alone show it."""
    return stages.explain_failure(game(puzzle), KakuroExplainer.alone)


def picture_in_text(puzzle: Kakuro, state: State) -> str:
    r"""A board as people write it: 16\24 for a clue down and one across, digits, dots for cells with several.

    Examples
    --------
    >>> puzzle = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    >>> print(picture_in_text(puzzle, (frozenset({3}), *[frozenset({1, 2})] * 3)))
    #  4\ 6\
    \7 3  .
    \3 .  .
    """
    text = [["#"] * puzzle.columns for _ in range(puzzle.rows)]
    for (r, c), both in puzzle.clues.items():
        text[r][c] = f"{both.get(DOWN, '')}\\{both.get(ACROSS, '')}"
    for (r, c), left in zip(puzzle.cells, state, strict=True):
        text[r][c] = str(min(left)) if len(left) == 1 else "."
    widest = max(len(one) for row in text for one in row)
    return "\n".join(" ".join(one.ljust(widest) for one in row).rstrip() for row in text)
