"""Rullos to play: made as asked for, or read, with the way that passes take; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from rullo_core.errors import BadInput
from rullo_core.parameters import parse_range, parse_size
from rullo_core.player.play import GUESS, MOST_SOLUTIONS, Kind, Level, Option, Play, Preset, Step, Unit, shelf_beside
from rullo_core.player.trace import STUCK, in_time
from rullo_core.rullo.explain import describe_deduction
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.line import INCLUDED
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.rullo.request import Condition
from rullo_core.rullo.solver import Deduction, Lines, Position, make_step, run, unknown_cells, with_cell

OPEN, IN, OUT = 3, 1, 2
"""A cell as a mask: bit 0 for included, bit 1 for excluded."""

LINES = Level("lines", "", {group: (group,) for group in Lines.orders[0]}, Lines.orders)
"""Deductions from each line by itself."""

REQUESTS = {
    "up to 2.5 passes": Preset(LINES.name, (0, 2.5)),
    "3 to 4.5 passes": Preset(LINES.name, (3, 4.5)),
    "5 to 7.5 passes": Preset(LINES.name, (5, 7.5)),
    "8 to 12 passes": Preset(LINES.name, (8, 12)),
    GUESS: Preset(None),
}

TRIES = 500
"""Random puzzles that are examined before hill climbing."""

CLIMBS = 4
"""Attempts of hill climbing."""


@in_time
def read(text: str, source: str) -> Play:
    """Return a play of the puzzle in a text."""
    puzzle = Rullo.parse(text, source)
    game = Lines(puzzle)
    found = game.find_solutions(MOST_SOLUTIONS).decided()
    if not found.solutions:
        raise BadInput(f"{source}: has no solution; mend a target-sum or a number")
    places = cells_of(puzzle)
    number_of = {place: cell for cell, place in enumerate(places)}
    lines = [
        (f"{name} {i}", [(r, c) for r, c in places if (r, c)[across] == i - 1], target)
        for name, across, targets in (("row", 0, puzzle.row_targets), ("column", 1, puzzle.column_targets))
        for i, target in enumerate(targets, start=1)
    ]
    step = make_step(puzzle)
    how = f"difficulty {step.difficulty:g}" if step.is_last else GUESS
    return Play(
        kind="rullo",
        title=f"Rullo {puzzle.height}x{puzzle.width}, {how}",
        text=str(puzzle),
        rows=puzzle.height,
        columns=puzzle.width,
        symbols=("included", "excluded"),
        cells=tuple(places),
        start=(OPEN,) * len(places),
        units=tuple(
            Unit(name, tuple(number_of[place] for place in cells), target, distinct=False)
            for name, cells, target in lines
        ),
        trace=tuple(steps_to(puzzle, found.solutions[0])),
        solutions=tuple(tuple(int(not one[r][c]) for r, c in places) for one in found.solutions),
        complete=found.complete,
        numbers=tuple(puzzle.numbers[r][c] for r, c in places),
    )


def cells_of(puzzle: Rullo) -> list[Position]:
    """Return row and column, from 0, of the cells with a number, in reading order."""
    return [(r, c) for r, row in enumerate(puzzle.numbers) for c, number in enumerate(row) if number]


def steps_to(puzzle: Rullo, solution: Solution) -> Iterator[Step]:
    """Return passes, columns first; where they are stuck, the first unknown cell as in the solution."""
    number_of = {place: cell for cell, place in enumerate(cells_of(puzzle))}
    numbering, state = count(1), None
    while True:
        made = run(puzzle, state=state)
        for one_pass in made.passes:
            number = next(numbering) if one_pass.deductions else 0
            for deduction in one_pass.deductions:
                yield _step(deduction, number, number_of)
        if made.is_solved:
            return
        r, c = unknown_cells(made.state)[0]
        included = solution[r][c]
        shown = f"the {puzzle.numbers[r][c]} in row {r + 1}, column {c + 1} {'in' if included else 'ex'}cluded"
        cell = number_of[r, c]
        yield Step(0, "guess", f"{STUCK} A solution has {shown}.", (cell,), {cell: IN if included else OUT})
        state = with_cell(made.state, (r, c), included)


def _step(deduction: Deduction, number: int, number_of: Mapping[Position, int]) -> Step:
    across = 1 if deduction.orientation == "columns" else 0
    unit = tuple(cell for place, cell in number_of.items() if place[across] == deduction.index)
    left = {number_of[place]: IN if value is INCLUDED else OUT for place, value in deduction.found.items()}
    name = f"{deduction.orientation[:-1]} {deduction.index + 1}"
    return Step(number, deduction.orientation, describe_deduction(deduction), unit, left, name)


def make(chosen: Mapping[str, str], number: int) -> str | None:
    """Return the text of a puzzle as chosen, a random one or, if hardly any of these is so, one from hill climbing."""
    (height, width), values = parse_size(chosen["size"]), parse_range(chosen["values"])
    asked = REQUESTS[chosen["difficulty"]]
    condition = (
        Condition(simple=True, difficulty=asked.difficulty) if asked.level else Condition(simple=False, unique=True)
    )
    for index in range(number * TRIES, (number + 1) * TRIES):
        puzzle, solution = draw_puzzle(height, width, values, seed=1, index=index)
        if 0 < sum(flat(solution)) < height * width and condition.is_satisfied_by(puzzle, solution):
            return str(puzzle)
    if not condition.simple:
        return None
    # Imported here: what is on the shelf is played without the compiler.
    from rullo_core.rullo.climb import climb_to

    climbed = climb_to(height, width, values, condition, 1, number, CLIMBS)
    return None if climbed is None else str(climbed[0])


RULLO = Kind(
    name="rullo",
    title="Rullo",
    rules="Choose which numbers to include: in every row and column they add up to the sum beside it.",
    options=(
        Option("size", "size", ("3x3", "4x4", "5x5", "6x6", "7x7", "8x8"), "5x5"),
        Option("values", "numbers", ("1-4", "1-9", "2-4", "1-19"), "1-9"),
        # No simple Rullo of 3x3 takes more than 4.5 passes.
        Option(
            "difficulty", "difficulty", tuple(REQUESTS), "3 to 4.5 passes", impossible={"3x3": tuple(REQUESTS)[2:4]}
        ),
    ),
    puzzle=Rullo,
    make=make,
    read=read,
    shelf=shelf_beside(__file__),
    levels=(LINES,),
    search=LINES.name,
    requests=REQUESTS,
    moves="Press a number once to include it, twice to exclude it, three times to leave it open again. "
    "You are done as soon as every sum is reached.",
)
