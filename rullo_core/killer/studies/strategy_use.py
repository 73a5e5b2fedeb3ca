"""Examples of each strategy on a puzzle: its first use on the solve path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rullo_core import passes
from rullo_core.killer.explain import STRATEGIES, KillerExplainer
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.report import draw_puzzle, game_of, solve_by_strategies
from rullo_core.killer.solver import Reasoner
from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.units import Deduction, State, Units

MOST_SUMMED = 3
"""Greatest number of cells of a sum that is shown."""

MOST_LISTED = 4
"""Steps that eliminate candidates of more cells than this are chosen only if there is no other."""


@dataclass(frozen=True)
class Step:
    """A deduction of a strategy.

    Attributes
    ----------
    strategy : str
    before : tuple of frozenset
        Candidates of every cell before it.
    cells : frozenset of int
        Cells that lose candidates, or that add up.
    description : str
        A sentence about it.
    """

    strategy: str
    before: State
    cells: frozenset[int]
    description: str


def first_uses_in_report(puzzle: Killer) -> list[Step]:
    """Return the first use of each of the report's strategies after combinations, as far as there is one."""
    game = game_of(puzzle)
    explainer = UnitExplainer(game, puzzle.side)
    found: dict[str, Step] = {}
    before = game.start
    for name, after in solve_by_strategies(puzzle).passes:
        if name not in found and after != before:
            step = min(game.make_pass(name, before).deductions, key=_size)
            found[name] = Step(
                name, before, frozenset(step.removed), f"{step.unit.name}: {explainer.describe_candidates(step)}"
            )
        before = after
    return list(found.values())


def first_uses_in_level(puzzle: Killer, level: str) -> list[Step]:
    """Return the first use of each strategy in the passes of a level, in the order of these uses."""
    explainer = KillerExplainer(puzzle, level)
    found: dict[str, Step] = {}
    before = explainer.game.start
    for one in passes.run(explainer.game).passes:
        by_name: dict[str, list[Deduction]] = {}
        for deduction in one.deductions:
            by_name.setdefault(STRATEGIES[type(deduction.unit.rule)], []).append(deduction)
        for name, some in by_name.items():
            step = min(some, key=_size)
            found.setdefault(name, Step(name, before, frozenset(step.removed), explainer.explain(step)))
        before = one.state
    return list(found.values())


def find_small_sums(puzzle: Killer) -> list[Step]:
    """Return small sums that fix a cell after a pass of cages: one inside a region, one outside, and one across."""
    reasoner = Reasoner(puzzle)
    small = [unit for unit in reasoner.windows if len(unit.cells) <= MOST_SUMMED]
    explainer = KillerExplainer(puzzle, "CA")
    cages = Units(reasoner.start, {"cages": reasoner.cages, "sums": small})
    before = cages.make_pass("cages", reasoner.start).state
    found: dict[str, Step] = {}
    for deduction in sorted(cages.make_pass("sums", before).deductions, key=lambda some: len(some.unit.cells)):
        way = deduction.unit.name.rpartition(", ")[2]
        if min(map(len, deduction.after)) == 1:
            found.setdefault(way, Step(way, before, frozenset(deduction.unit.cells), explainer.explain(deduction)))
    return list(found.values())


def _size(deduction: Deduction) -> tuple[bool, int]:
    """Return the sort key of a deduction: few cells first, then many eliminated candidates."""
    return len(deduction.removed) > MOST_LISTED, -sum(map(len, deduction.removed.values()))


def find_puzzle_with_every_strategy(seed: int, tries: int = 200) -> Killer:
    """Return the first puzzle, drawn as in the report, on which all of its strategies eliminate something."""
    for index in range(tries):
        puzzle = draw_puzzle(seed, index).puzzle
        if len(first_uses_in_report(puzzle)) == 4:
            return puzzle
    raise AssertionError(f"no such puzzle among {tries} of seed {seed}")


def find_least_solved(puzzles: Sequence[Killer]) -> Killer:
    """Return the puzzle on which the report's strategies fix the fewest cells."""
    return min(puzzles, key=lambda puzzle: sum(len(left) == 1 for left in solve_by_strategies(puzzle).state))
