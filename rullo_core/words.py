"""A solution in words: what each pass finds, and why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from rullo_core.line import UNKNOWN, combinations
from rullo_core.puzzle import Puzzle, Solution
from rullo_core.solver import Deduction, State, Step, make_step, solutions, start_state, unknown_cells, walkthrough

MOST_WAYS = 10_000
"""With more ways to reach a target-sum than this, they are not told one by one."""


def explain(deduction: Deduction) -> str:
    """A line's deduction in a sentence: which sums reach the target-sum, and what follows.

    Returns
    -------
    str
        For example ``column 2: 26 is 1 + 8 + 8 + 9; include 9 (row 1), 1 (row 3)``.
    """
    ways = combinations(deduction.numbers, deduction.target, deduction.before)
    sums = {
        tuple(sorted(number for number, chosen in zip(deduction.numbers, way, strict=True) if chosen))
        for way in islice(ways, MOST_WAYS)
    }
    shown = [" + ".join(map(str, numbers)) or "nothing" for numbers in sorted(sums, key=lambda s: (len(s), s))]
    told = " or ".join(shown) if len(shown) <= 3 else f"any of {len(shown)} sums"
    if next(ways, None) is not None:
        told = "any of many sums"
    of_columns = deduction.orientation == "columns"
    cells: dict[bool, list[str]] = {True: [], False: []}
    for (r, c), included in deduction.found.items():
        place, across = (r, "row") if of_columns else (c, "column")
        cells[included].append(f"{deduction.numbers[place]} ({across} {place + 1})")
    found = [f"{word} {', '.join(cells[key])}" for key, word in ((True, "include"), (False, "exclude")) if cells[key]]
    line = "column" if of_columns else "row"
    return f"{line} {deduction.index + 1}: {deduction.target} is {told}; {', '.join(found)}"


def find_way(puzzle: Puzzle, guess_limit: int) -> tuple[list[Step], Solution | None]:
    """The easiest way to a solution.

    Returns
    -------
    steps : list of Step
        Only the first where lines leave more cells unknown than the limit; none without solution.
    solution : Solution or None
    """
    solution = next(solutions(puzzle), None)
    if solution is None:
        return [], None
    first = make_step(puzzle, start_state(puzzle))
    if len(unknown_cells(first.columns_first.state)) > guess_limit:
        return [first], solution
    steps = walkthrough(puzzle)
    return steps, tuple(tuple(bool(cell) for cell in row) for row in steps[-1].columns_first.state)


def tell_way(puzzle: Puzzle, guess_limit: int) -> Iterator[str]:
    """Tell the easiest way to a solution, pass by pass, in paragraphs that end in an empty line but for the last."""
    steps, solution = find_way(puzzle, guess_limit)
    if solution is None:
        yield "There is no solution."
        return
    numbering = count(1)
    for step in steps:
        if step.guess is not None:
            r, c = step.guess
            verb = "include" if solution[r][c] else "exclude"
            yield f"Guess: {verb} {puzzle.numbers[r][c]} in row {r + 1}, column {c + 1}\n"
        for one_pass in step.columns_first.passes:
            lines = [f"Pass {next(numbering)}, {one_pass.orientation}: {_count(one_pass.found, 'cell')}"]
            lines += [f"  {explain(deduction)}" for deduction in one_pass.deductions]
            yield "\n".join(lines) + "\n"
        if not step.is_last:
            known = step.columns_first.state
            yield f"{board(puzzle, known)}\n"
            yield f"Lines alone leave {_count(len(unknown_cells(known)), 'cell')} unknown.\n"
    yield f"{board(puzzle, solution)}\n"
    yield _summary(steps, guess_limit)


def _summary(steps: list[Step], guess_limit: int) -> str:
    if not steps[-1].is_last:
        return f"That is a solution; beyond {guess_limit} unknown cells, the best guess is not looked for."
    difficulty = f"difficulty {sum(step.difficulty for step in steps):g}."
    if len(steps) > 1:
        return f"Solved with {_count(len(steps) - 1, 'guess', 'guesses')}: {difficulty}"
    columns_first, rows_first = steps[0].columns_first, steps[0].rows_first
    assert rows_first is not None
    return (
        f"Solved by lines alone, in {_count(len(columns_first.passes), 'pass', 'passes')} columns first "
        f"and {len(rows_first.passes)} rows first: {difficulty}"
    )


def tell_solutions(puzzle: Puzzle) -> Iterator[str]:
    """Every solution as a board, and how many there were."""
    number = 0
    for number, solution in enumerate(solutions(puzzle), start=1):
        yield f"Solution {number}\n\n{board(puzzle, solution)}\n"
    yield {0: "There is no solution.", 1: "That is the only solution."}.get(number, f"{number:,} solutions.")


def board(puzzle: Puzzle, state: State) -> str:
    """The puzzle as text: included numbers in brackets, excluded ones as a dot, unknown ones bare."""
    size = max(len(str(number)) for row in puzzle.numbers for number in row)
    rows = [
        [
            f" {str(number).rjust(size)} " if cell is UNKNOWN else f"[{str(number).rjust(size)}]" if cell else "."
            for number, cell in zip(numbers, cells, strict=True)
        ]
        for numbers, cells in zip(puzzle.numbers, state, strict=True)
    ]
    width = max(size + 2, *(len(str(target)) for target in puzzle.column_targets))
    margin = max(len(str(target)) for target in puzzle.row_targets)
    head = " " * margin + "  " + " ".join(str(target).center(width) for target in puzzle.column_targets).rstrip()
    body = [
        f"{str(target).rjust(margin)}  {' '.join(cell.center(width) for cell in row)}".rstrip()
        for target, row in zip(puzzle.row_targets, rows, strict=True)
    ]
    return "\n".join([head, *body])


def _count(n: int, one: str, many: str | None = None) -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
