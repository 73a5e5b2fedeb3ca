"""Each strategy at work on a puzzle: the first thing that it reveals on the way to the solution."""

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
"""Cells of a sum that is shown."""

MOST_LISTED = 4
"""A step that removes digits from more cells than this is not chosen, if there is one with fewer."""


@dataclass(frozen=True)
class Step:
    """Something that a strategy reveals.

    Attributes
    ----------
    strategy : str
    before : tuple of frozenset
        What is known of every cell before it.
    cells : frozenset of int
        Those that lose digits.
    told : str
        In a sentence.
    """

    strategy: str
    before: State
    cells: frozenset[int]
    description: str


def report_at_work(puzzle: Killer) -> list[Step]:
    """The first use of each of the report's strategies after combinations, as far as the puzzle has one."""
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


def levels_at_work(puzzle: Killer, level: str) -> list[Step]:
    """The first use of each strategy on the passes of a level, in the order of their first use."""
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


def sums_at_work(puzzle: Killer) -> list[Step]:
    """Small sums of parts of cages that settle a cell, once cages are looked at: inside regions, outside and across."""
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
    """Few cells, but some digits."""
    return len(deduction.removed) > MOST_LISTED, -sum(map(len, deduction.removed.values()))


def drawn_with_every_strategy(seed: int, tries: int = 200) -> Killer:
    """The first puzzle drawn as the report does, on which all of its strategies have something to do."""
    for index in range(tries):
        puzzle = draw_puzzle(seed, index).puzzle
        if len(report_at_work(puzzle)) == 4:
            return puzzle
    raise AssertionError(f"no such puzzle among {tries} of seed {seed}")


def stuck_and_solved(puzzles: Sequence[Killer]) -> Killer:
    """The puzzle on which the report's strategies settle the fewest cells."""
    return min(puzzles, key=lambda puzzle: sum(len(left) == 1 for left in solve_by_strategies(puzzle).state))
