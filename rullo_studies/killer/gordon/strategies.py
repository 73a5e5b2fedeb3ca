"""The system of M. Gordon in readable Python: five strategies and their loop, cages drawn at random, and backtracking.

Matthew Gordon, Automatic Puzzle Solving (MATH3001 project, University of Leeds, 2024): the report. Docstrings say what
its text leaves open. Its first strategy, combinations of digits in cages, is used once, at the start; the other four
are `STRATEGIES`, which the loop repeats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rullo_core.compiled.rng import stream_of
from rullo_core.killer.batch import RULES, set_up, shape_of, stack_of
from rullo_core.killer.generation import begin
from rullo_core.killer.kernels import cages
from rullo_core.killer.puzzle import Killer, Solution
from rullo_core.killer.solver import Reasoner
from rullo_core.killer.workspace import prepare_workspace, puzzle_of
from rullo_core.passes.units import State, Unit, Units
from rullo_core.runs.shards import run_alone
from rullo_core.sudoku.rules import Confined, Locked
from rullo_studies.killer.gordon.classes import SEEDS, UNGROWABLE
from rullo_studies.killer.kernels import gordon as kernel

STRATEGIES = ("elimination", "hidden singles", "pointing", "box-line")
"""The strategies that the loop repeats, in the order in which they are tried."""

SHAPE = (9, (3, 3), False)

ANY_CAGES = cages.Request(*map(np.int64, (0, 1, 81, 81)))
"""No requirements for cages."""


@dataclass(frozen=True)
class Solving:
    """The result of the strategies: candidates after combinations, and after each pass of a strategy over the board."""

    start: State
    passes: tuple[tuple[str, State], ...]

    @property
    def state(self) -> State:
        """The candidates of each cell after the last pass."""
        return self.passes[-1][1]

    @property
    def strategy_counts(self) -> dict[str, int]:
        """By strategy, the passes that eliminate something; the report seems to call these its uses."""
        return {name: sum(strategy == name and count > 0 for strategy, count in self.by_pass) for name in STRATEGIES}

    @property
    def eliminated(self) -> dict[str, int]:
        """By strategy, the number of candidates that it eliminates."""
        return {name: sum(count for strategy, count in self.by_pass if strategy == name) for name in STRATEGIES}

    @property
    def by_pass(self) -> Iterator[tuple[str, int]]:
        """Yield the strategy of each pass and the number of candidates that it eliminates."""
        old_count = sum(map(len, self.start))
        for name, state in self.passes:
            new_count = sum(map(len, state))
            yield name, old_count - new_count
            old_count = new_count


def game_of(puzzle: Killer) -> Units:
    """Return the puzzle with a group of units for each strategy."""
    reasoner = Reasoner(puzzle)
    pointing, box_line = [], []
    for unit in reasoner.locked:
        assert isinstance(unit.rule, Locked)
        pointing.append(Unit(unit.name, unit.cells, Confined(unit.rule.box, unit.rule.line)))
        box_line.append(Unit(unit.name, unit.cells, Confined(unit.rule.line, unit.rule.box)))
    groups = ([*reasoner.naked, *reasoner.cage_singles], reasoner.hidden, pointing, box_line)
    return Units(reasoner.combined, dict(zip(STRATEGIES, groups, strict=True)))


def solve_by_strategies(puzzle: Killer) -> Solving:
    """Run the report's loop: each strategy in turn, starting again after each pass that eliminates something."""
    game = game_of(puzzle)
    state, passes, index = game.start, [], 0
    while index < len(STRATEGIES):
        new_state = game.make_pass(STRATEGIES[index], state).state
        passes.append((STRATEGIES[index], new_state))
        index = 0 if new_state != state else index + 1
        state = new_state
    return Solving(game.start, tuple(passes))


@dataclass(frozen=True)
class DrawnPuzzle:
    """A unique puzzle, the number of draws, and those discarded: cut off, a digit twice in a cage, or ambiguous."""

    puzzle: Killer
    solution: Solution
    draws: int
    cut_off: int
    with_repeats: int
    ambiguous: int


def draw_puzzle(seed: int, index: int, seeds: tuple[int, int] = SEEDS, ungrowable: int = UNGROWABLE) -> DrawnPuzzle:
    """Draw puzzles as the report does until one is unique, determined by seed and index.

    Cages, board and the number of seeds are all drawn again each time: if the number were kept until a puzzle is found,
    classes would not have the report's shares. The report's list of seeds at the edge is not published, and not used.
    """

    def work(stop: np.ndarray) -> DrawnPuzzle | None:
        workspace, counts = prepare_workspace(SHAPE), np.zeros(4, np.int64)
        begin(workspace, seed, stream_of(index))
        bounds = np.int64(seeds[0]), np.int64(seeds[1]), np.int64(ungrowable)
        if not kernel.draw_until_unique(workspace, *bounds, ANY_CAGES, RULES["CH"], counts, stop):
            return None
        return DrawnPuzzle(
            *puzzle_of(workspace.draft, SHAPE), int(counts[:3].sum()), *np.delete(counts, kernel.VALID).tolist()
        )

    draw = run_alone(work)
    assert draw is not None
    return draw


def count_choices(
    puzzle: Killer, givens: Solution | None = None, backward: bool = False, max_choices: int = 20_000_000
) -> int:
    """Count the choices of plain backtracking in reading order until the first solution, or backward the last.

    Digits may be given, such as those that the strategies fix, 0 for none. It gives up after `max_choices` choices.
    """
    stack = stack_of(shape_of(puzzle))
    set_up(stack, puzzle)
    cells = np.zeros((2, puzzle.side**2), np.int64)
    cells[0] = givens or 0
    frame, stop = stack.reasoning.frame, np.zeros(1, np.uint8)
    return int(kernel.backtrack(frame, cells[0], backward, np.int64(max_choices), stop, cells[1])[1])
