"""The next step of a player who has written some digits: a cell that follows, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rullo_core.kakuro.explain import KakuroExplainer, explain_failure, go_on
from rullo_core.kakuro.puzzle import Kakuro, Solution, place
from rullo_core.kakuro.solver import solutions
from rullo_core.passes.explain import counted
from rullo_core.passes.units import Deduction, UnitsPass, first_fixed


@dataclass(frozen=True)
class Hint:
    """What can be said to a player.

    Attributes
    ----------
    wrong : dict of int to int
        Cells whose digits are not those of the first solution, with its digits; where no solution has all that is
        written.
    cell, digit : int or None
        The next cell, and its digit; None where something is wrong, or all is done.
    steps : tuple of Deduction
        What leads there, in order.
    guessed : bool
        Whether nothing leads there, and the digit is that of a solution.
    """

    wrong: dict[int, int] = field(default_factory=dict)
    cell: int | None = None
    digit: int | None = None
    steps: tuple[Deduction, ...] = ()
    guessed: bool = False


def find_hint(puzzle: Kakuro, written: Solution) -> Hint | None:
    """Look for the next step.

    Of the cells that passes settle first, the one whose digit rests on the fewest steps; by rectangles where passes
    settle none, then by sums of several entries, and a digit of the solution where these do not help.

    Parameters
    ----------
    puzzle : Kakuro
    written : tuple of int
        The digits that the player has written, 0 for none.

    Returns
    -------
    Hint or None
        None if the puzzle has no solution.
    """
    solution = next(solutions(puzzle, written=written), None)
    if solution is None:
        solution = next(solutions(puzzle), None)
        if solution is None:
            return None
        return Hint({cell: right for cell, right in enumerate(solution) if written[cell] not in (0, right)})
    known = {cell for cell, digit in enumerate(written) if digit}
    made: list[UnitsPass] = []
    for stage in go_on(puzzle, solution, written):
        if stage.guess is not None:
            return Hint(cell=stage.guess[0], digit=stage.guess[1], guessed=True)
        made += stage.passes
        fixed = first_fixed(made, known)
        if fixed is not None:
            return Hint(cell=fixed.cell, digit=fixed.value, steps=fixed.steps)
    return Hint()


def explain_found(puzzle: Kakuro, written: Solution, hint: Hint | None) -> Iterator[str]:
    """A hint in paragraphs, as `find_hint` found it."""
    if hint is None:
        yield explain_failure(puzzle)
        return
    if hint.wrong:
        text = [f"{written[cell]} in {place(puzzle.cells[cell])}" for cell in hint.wrong]
        yield f"No solution has all of these digits. Wrong in the first solution: {'; '.join(text)}."
        return
    if hint.cell is None:
        yield "Every cell has its digit: solved."
        return
    where, explainer = place(puzzle.cells[hint.cell]), KakuroExplainer(puzzle)
    if hint.guessed:
        yield (
            "Entries, rectangles and sums of several entries fix no further cell: guess. "
            f"A solution has {hint.digit} in {where}; {counted(written.count(0), 'cell')} to go."
        )
        return
    yield "\n".join(explainer.explain(step) for step in hint.steps)
    yield f"So {hint.digit} goes in {where}."
