"""Hints for a kind of puzzle whose rules are units of cells with digits: the next step of the lowest level."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.limits import Undecided, answering
from rullo_core.passes import hints, levels
from rullo_core.passes.explain import UnitExplainer, explain_failure
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Contradiction, Found
from rullo_core.passes.units import Unit as UnitOfGame
from rullo_core.passes.units import Units, with_digits
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.base import P
from rullo_core.puzzles.results import Cell, Hint

Digits = Sequence[int]
"""A digit for each cell, 0 for none."""


class NextStep(NamedTuple):
    """Advice to a player: a solution if there is one, cells whose values are wrong, and a hint if none is.

    Unchecked says which limit ended the search for a solution, undecided which one that for a hint, if one did.
    """

    solution: Digits | None
    wrong_cells: tuple[int, ...]
    hint: hints.Hint | None
    unchecked: str = ""
    undecided: str = ""


@lru_cache(maxsize=64)
def cells_of(rows: int, columns: int) -> tuple[Cell, ...]:
    """Return row and column, from 0, of each cell of a grid, in reading order."""
    return tuple(divmod(cell, columns) for cell in range(rows * columns))


class Hinting(PuzzleApi[P]):
    """How a kind of puzzle describes its units, and the hints that follow from them.

    `value_noun` is the noun that hints use for the values that a player has written.
    """

    value_noun: str = "digits"

    # -- what a kind says ---------------------------------------------------------------------------------------------

    @abstractmethod
    def game(self, puzzle: P, level: str) -> Units:
        """Return the puzzle as passes of a level see it."""

    def explainer_at(self, puzzle: P, level: str) -> UnitExplainer:
        """Return how the puzzle is explained as a level sees it."""
        return UnitExplainer(self.game(puzzle, level), self.shape_of(puzzle)[1])

    def givens(self, puzzle: P) -> Digits:
        """Return the digits that are printed in the cells; default: those of the puzzle's ``cells``."""
        cells: Digits = getattr(puzzle, "cells", ())
        return cells

    def places_of(self, puzzle: P) -> Sequence[tuple[int, int]]:
        """Return row and column, from 0, of each cell that has a digit; all of the grid unless a kind has others."""
        return cells_of(*self.shape_of(puzzle))

    def greatest_digit(self, puzzle: P) -> int:
        """Return the greatest digit; the side of the grid unless a kind has others."""
        return self.shape_of(puzzle)[0]

    def values_of(self, puzzle: P) -> Sequence[int]:
        """Return the values of a cell, as the player orders them; all digits unless a kind has others."""
        return range(1, self.greatest_digit(puzzle) + 1)

    def symbol(self, puzzle: P, digit: int) -> str:
        """Return how a digit is written."""
        return str(digit)

    def levels_to_try(self, puzzle: P) -> Sequence[str]:
        """Return levels from weak to strong; the first that solves a puzzle is used to explain it."""
        return self.levels

    def levels_to_play(self, puzzle: P) -> Sequence[str]:
        """Return levels from weak to strong; the first that solves a puzzle gives the solve path of the player."""
        return self.levels_to_try(puzzle)

    def levels_of_hints(self, puzzle: P) -> Sequence[str]:
        """Return levels from weak to strong; the first that fixes another cell gives the hint."""
        return self.levels

    def search(self, puzzle: P, limit: int, nodes: int | None = None) -> Found:
        """Search for solutions, depth first, until a limit of them, or of values that are tried, is reached."""
        game = self.game(puzzle, self.levels[-1])
        units = units_of(game)
        return levels.search(game.start, lambda state: levels.reach(state, units).state, limit, nodes)

    def shape_of(self, puzzle: P) -> tuple[int, int]:
        """Return the shape of the grid; square, with the ``side`` of the puzzle, unless a kind has others."""
        side: int = getattr(puzzle, "side", 0)
        return side, side

    def position(self, puzzle: P, cell: int) -> Cell:
        """Return row and column of a cell, from 1."""
        row, column = self.places_of(puzzle)[cell]
        return row + 1, column + 1

    # -- what follows -------------------------------------------------------------------------------------------------

    def find_solution(self, puzzle: P, digits: Digits) -> tuple[Digits | None, tuple[int, ...]]:
        """Search for a solution, with all values that are written if possible; return it, and the cells that are wrong.

        Of a puzzle with several solutions, a value is wrong if none has it together with the right ones before it.
        """
        empty = (self.empty_value,) * len(digits)
        result = self.solutions_with(puzzle, digits, 1).decided()
        if result.solutions:
            return result.solutions[0], ()
        result = self.solutions_with(puzzle, empty, 2).decided()
        if not result.solutions:
            return None, ()
        agreeing, right, wrong_cells = result.solutions, empty, []
        for cell, value in enumerate(digits):
            if value == self.empty_value:
                continue
            with_value = (*right[:cell], value, *right[cell + 1 :])
            alternatives = tuple(solution for solution in agreeing if solution[cell] == value)
            if not alternatives and not result.complete:
                alternatives = self.solutions_with(puzzle, with_value, 1).decided().solutions
            if alternatives:
                # While a known solution agrees with all right values, no search is needed.
                agreeing, right = alternatives, with_value
            else:
                wrong_cells.append(cell)
        return agreeing[0], tuple(wrong_cells)

    def solutions_with(self, puzzle: P, digits: Digits, limit: int) -> Found:
        """Search for solutions with the values that are written."""
        game = self.game(puzzle, self.levels[-1])
        units, start = units_of(game), with_digits(game.start, digits, self.empty_value)
        return levels.search(start, lambda state: levels.reach(state, units).state, limit)

    def find_hint(self, puzzle: P, values: np.ndarray) -> Hint:
        """Return the next values that the lowest level finds."""
        digits = self.written_in(puzzle, values)
        step = self.next_step(puzzle, digits)
        reason = "\n".join(self.explain_step(puzzle, digits, step))
        if step.undecided or (step.unchecked and step.hint is None):
            return Hint("undecided", reason=reason)
        if step.solution is None and not step.unchecked:
            return Hint("infeasible", reason=reason)
        if step.wrong_cells:
            return Hint("wrong", wrong=tuple(self.position(puzzle, cell) for cell in step.wrong_cells), reason=reason)
        if step.hint is None:
            return Hint("solved", reason=reason)
        advice = {self.position(puzzle, cell): int(value) for cell, value in step.hint.values.items()}
        if step.hint.level == SEARCH and step.hint.refuted is None:
            return Hint("guess", advice, reason=reason)
        return Hint("step", advice, step.hint.level, reason=reason)

    def next_step(self, puzzle: P, digits: Digits) -> NextStep:
        """Return the next step from the values that are written or given, as the lowest level finds it.

        Half of the time is for deciding whether they are right.
        """
        solution: Digits | None = None
        wrong_cells: tuple[int, ...] = ()
        unchecked = undecided = ""
        try:
            with answering(0.5):
                solution, wrong_cells = self.find_solution(puzzle, digits)
        except Undecided as limit:
            unchecked = limit.limit_text
        if wrong_cells or (solution is None and not unchecked):
            return NextStep(solution, wrong_cells, None)
        hint = None
        try:
            hint = self.next_hint(puzzle, digits, solution)
            if hint is None and len(self.known_cells(puzzle, digits)) < len(digits):
                undecided = unchecked
        except Undecided as limit:
            undecided = limit.limit_text
        except Contradiction:
            if not unchecked:
                raise
            undecided = unchecked
        return NextStep(solution, (), hint, unchecked, undecided)

    def next_hint(self, puzzle: P, digits: Digits, solution: Digits | None) -> hints.Hint | None:
        """Return the hint of the lowest level that has one, or a value of a solution."""
        return hints.hint_towards(solution, self.known_cells(puzzle, digits), self.games_of_hints(puzzle, digits))

    def games_of_hints(self, puzzle: P, digits: Digits) -> Iterator[tuple[str, Units]]:
        """Yield levels with the game in which each looks for a hint, the lower first."""
        for level in self.levels_of_hints(puzzle):
            game = self.game(puzzle, level)
            yield level, replace(game, start=with_digits(game.start, digits, self.empty_value))

    def explain_step(self, puzzle: P, digits: Digits, step: NextStep) -> Iterator[str]:
        """Explain the next step in paragraphs."""
        hint_levels = self.levels_of_hints(puzzle)
        if step.unchecked:
            yield f"Whether there is a solution with these {self.value_noun} is undecided {step.unchecked}."
        if step.undecided:
            yield f"The next step is undecided {step.undecided}."
        elif step.solution is None and not step.unchecked:
            yield explain_failure(self.explainer_at(puzzle, hint_levels[-1]))
        elif step.wrong_cells:
            words = self.explainer_at(puzzle, hint_levels[0])
            mistakes = "; ".join(words.mistake(cell, digits[cell]) for cell in step.wrong_cells)
            yield f"No solution has all of these {self.value_noun}. Wrong: {mistakes}."
        elif step.hint is None:
            yield "All cells are known." if step.unchecked else "All cells are known: the puzzle is solved."
        else:
            yield from self.explain_hint(puzzle, digits, step.hint)

    def explain_hint(self, puzzle: P, digits: Digits, hint: hints.Hint) -> Iterator[str]:
        """Explain a hint in paragraphs."""
        return hints.explain_hint(hint, partial(self.explainer_at, puzzle), self.levels_of_hints(puzzle)[0])

    def known_cells(self, puzzle: P, digits: Digits) -> set[int]:
        """Return the cells with a value, for which no hint is given."""
        return {cell for cell, value in enumerate(digits) if value != self.empty_value}

    def written_in(self, puzzle: P, values: np.ndarray) -> tuple[int, ...]:
        """Return the digits that are written or given, 0 for none; BadInput for no digit, or another than is given."""
        places, greatest = self.places_of(puzzle), self.greatest_digit(puzzle)
        digit_places = set(places)
        for (r, c), value in np.ndenumerate(values):
            if not 0 <= value <= greatest or (value and (r, c) not in digit_places):
                allowed = f"1 to {greatest}, or 0 for none" if (r, c) in digit_places else "0 in a black cell"
                raise BadInput(f"values, row {r + 1}, column {c + 1}: {value}: write {allowed}")
        digits = [int(values[place]) for place in places]
        for cell, given_digit in enumerate(self.givens(puzzle)):
            if given_digit and digits[cell] not in (0, given_digit):
                row, column = self.position(puzzle, cell)
                problem = f"values, row {row}, column {column}: {digits[cell]} where {given_digit} is given"
                raise BadInput(f"{problem}: write that, or 0")
            digits[cell] = digits[cell] or given_digit
        return tuple(digits)


def units_of(game: Units) -> list[UnitOfGame]:
    """Return the units of all groups."""
    return [unit for group in game.groups.values() for unit in group]


def wrong_in(solution: Digits, digits: Digits) -> tuple[int, ...]:
    """Return the cells whose digits differ from a solution."""
    return tuple(cell for cell, digit in enumerate(digits) if digit not in (0, solution[cell]))
