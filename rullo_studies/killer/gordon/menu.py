"""The dialogue of M. Gordon's report: G generates a puzzle, I reads one cage by cage, Y shows the solution, N does not.

Each check has its own message and repeats only the question that failed; earlier answers are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

from rullo_core.constraints.distinct import combinations
from rullo_core.errors import BadInput, shortened
from rullo_core.killer.batch import find_solutions
from rullo_core.killer.formats.typed import parse_cells
from rullo_core.killer.puzzle import Cage, Killer, Solution, connected, label_of
from rullo_core.limits import SECONDS, Limits, answering, limited
from rullo_core.parameters import whole_number
from rullo_core.passes.solver import Found
from rullo_core.puzzles.boxes import place
from rullo_studies.killer.gordon.strategies import draw_puzzle, solve_by_strategies

SIDE, BOX, GRID_TOTAL = 9, (3, 3), 405

BEGIN_ANEW = "begin anew"

Read = Callable[[str], str]
"""Asks a question and returns the answer; raises EOFError at the end of input."""


def talk(read: Read, seed: int, seconds: float = SECONDS) -> Iterator[str]:
    """Hold the dialogue until the end of input, and yield its output by paragraph.

    The seed is for puzzles that are generated; a typed one is searched for solutions for so many seconds.
    """
    puzzle_count = 0
    try:
        while True:
            choice = read("G to generate a puzzle, I to type one in: ").strip().upper()
            if choice == "G":
                draw = draw_puzzle(seed, puzzle_count)
                puzzle, solution = draw.puzzle, draw.solution
                puzzle_count += 1
            elif choice == "I":
                puzzle, solution = yield from take(read, seconds)
            else:
                yield f"{choice or 'Nothing'} is neither G nor I."
                continue
            yield from describe(puzzle)
            while (answer := read("Y for the whole solution, N to go on: ").strip().upper()) not in ("Y", "N"):
                yield f"{answer or 'Nothing'} is neither Y nor N."
            if answer == "Y":
                yield grid(solution)
    except EOFError:
        yield ""


def take(read: Read, seconds: float) -> Generator[str, None, tuple[Killer, Solution]]:
    """Ask for a puzzle with one solution, cage by cage, and return both."""
    while True:
        number = yield from _number(read, "How many cages? ", 1, SIDE**2)
        cages: list[Cage] = []
        for i in range(number):
            cages.append((yield from _cage(read, cages, i, number)))
        while True:
            text, otherwise = _what_is_missing(cages)
            if not text:
                puzzle = Killer(SIDE, BOX, tuple(cages))
                with limited(Limits(seconds=seconds)), answering():
                    answer = find_solutions(puzzle, 1)
                if answer.solutions and answer.complete:
                    return puzzle, answer.solutions[0]
                text = _how_many(answer, seconds)
            yield f"{text} What was typed is kept."
            question = f"Number of a cage to type again, 1 to {len(cages)}, or 0 to {otherwise}: "
            position = yield from _number(read, question, 0, len(cages))
            if position == 0 and otherwise == BEGIN_ANEW:
                break
            position = position or len(cages) + 1
            cages[position - 1 : position] = [(yield from _cage(read, cages, position - 1, max(position, len(cages))))]


def _what_is_missing(cages: list[Cage]) -> tuple[str, str]:
    """Return what cages lack that a puzzle has, or nothing, and the other choice than to retype one of them."""
    missing = sorted(set(range(SIDE**2)) - {cell for cage in cages for cell in cage.cells})
    if missing:
        text = ", ".join(place(cell, SIDE) for cell in missing[:3]) + (", …" if len(missing) > 3 else "")
        return f"Not every cell is in a cage: {text}.", "add one"
    total = sum(cage.total for cage in cages)
    return "" if total == GRID_TOTAL else f"The sums add up to {total}, and should to {GRID_TOTAL}.", BEGIN_ANEW


def _how_many(answer: Found, seconds: float) -> str:
    """Say of a puzzle without exactly one solution, as far as is known, how many it has."""
    if answer.undecided:
        return f"After {seconds:g} seconds it is undecided how many solutions it has."
    return "It has several solutions." if answer.solutions else "It has no solution."


def _number(read: Read, question: str, minimum: int, maximum: int) -> Generator[str, None, int]:
    while True:
        text = read(question).strip()
        number = whole_number(text, minimum, maximum)
        if number is not None:
            return number
        yield f"{shortened(text) or 'Nothing'} is no number from {minimum} to {maximum}."


def _cage(read: Read, cages: list[Cage], position: int, number: int) -> Generator[str, None, Cage]:
    """Ask for a cage that shares no cell with the others."""
    label = f"Cage {position + 1} of {number}"
    taken_cells = {cell for i, cage in enumerate(cages) if i != position for cell in cage.cells}
    while True:
        try:
            cells = parse_cells(read(f"{label}, its cells as in 11 12: "), label, SIDE)
        except BadInput as error:
            yield f"{error}."
            continue
        repeated_cell = next((cell for cell in cells if cell in taken_cells or cells.count(cell) > 1), None)
        if repeated_cell is not None:
            yield f"{label}: {place(repeated_cell, SIDE)} is in a cage already. Type its cells again."
        elif len(cells) > SIDE:
            yield f"{label}: has {len(cells)} cells; no more than {SIDE} can be different. Type its cells again."
        elif len(connected(cells, SIDE)) < len(cells):
            yield f"{label}: its cells are not connected. Type them again."
        else:
            break
    while True:
        total = yield from _number(read, f"{label}, its sum: ", 1, 45)
        if combinations(len(cells), total):
            return Cage(label_of(position), tuple(sorted(cells)), total)
        yield f"{label}: no {len(cells)} different digits add up to {total}. Type its sum again."


def describe(puzzle: Killer) -> Iterator[str]:
    """Yield the cages with their sums, and the digits that the report's strategies find."""
    lines = []
    for cage in puzzle.cages:
        cells = " ".join(f"{cell // SIDE + 1}{cell % SIDE + 1}" for cell in cage.cells)
        lines.append(f"{cells}: {cage.total}")
    yield "\n".join(lines)
    state = solve_by_strategies(puzzle).state
    yield "What the strategies fix, 0 for other cells:\n" + grid(min(x) if len(x) == 1 else 0 for x in state)


def grid(digits: Iterable[int]) -> str:
    """Return digits as a grid of text."""
    row = list(digits)
    return "\n".join(" ".join(map(str, row[first : first + SIDE])) for first in range(0, SIDE**2, SIDE))
