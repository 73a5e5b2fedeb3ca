"""M. Gordon's report (Automatic Puzzle Solving, Leeds, 2024): its puzzles, strategies, backtracking and results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import numpy as np
import pandas as pd

from rullo_core import passes
from rullo_core.constraints.distinct import Union
from rullo_core.errors import BadInput
from rullo_core.killer.api import API
from rullo_core.killer.batch import solve_many
from rullo_core.killer.explain import STRATEGIES, KillerExplainer
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import Reasoner
from rullo_core.parameters import check_count, check_whole, check_word
from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Deduction, Unit, Units
from rullo_core.paths import PUBLISHED
from rullo_core.puzzles.results import Puzzles
from rullo_core.runs.shards import run_on_threads
from rullo_studies.killer.gordon.classes import CLASSES, SEEDS, UNGROWABLE, classes_of
from rullo_studies.killer.gordon.strategies import count_choices as count_of
from rullo_studies.killer.gordon.strategies import draw_puzzle, game_of, solve_by_strategies

GIVEN_UP = 20_000_000
"""Number of choices after which backtracking gives up."""

COLUMNS = ("pass", "strategy", "unit", "row", "column", "before", "after", "reason")


def read_published(table: Literal["classes", "figures"]) -> pd.DataFrame:
    """Read what M. Gordon's report prints: its hundred puzzles by class, or what its text says of its Figures 11 to 14.

    Parameters
    ----------
    table : {'classes', 'figures'}
        ``classes``: ``class``, ``puzzles``, and the limits of the number of cages that are likely, which the report
        does not print. ``figures``: ``figure``, ``panel``, ``quantity``, the order of the classes in words and as
        ranks, and whether the report expected it.

    Returns
    -------
    pandas.DataFrame
        The table as it is stored in the folder ``data/published/killer``.

    Raises
    ------
    BadInput
        If there is no such table.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.killer.read_published("classes").set_index("class").puzzles.to_dict()
    {'easy': 60, 'medium': 33, 'hard': 7}
    """
    if table not in ("classes", "figures"):
        raise BadInput(f"table = {table!r}: write one of classes, figures")
    return pd.read_csv(PUBLISHED / "killer" / f"gordon-{table}.csv")


def draw_puzzles(
    count: int = 1,
    *,
    cages: tuple[int, int] = SEEDS,
    ungrowable: int = UNGROWABLE,
    seed: int = 1,
    first: int = 0,
) -> Puzzles[Killer]:
    """Draw Killer Sudokus as M. Gordon's report does: cages on a filled grid, drawn again until there is one solution.

    Parameters
    ----------
    count : int
        Number of puzzles.
    cages : (int, int)
        The least and the greatest number of cages.
    ungrowable : int
        Number of cages that stay single cells.
    seed : int
        Random seed, from 0.
    first : int
        Index of the first puzzle of this seed, from 0.

    Returns
    -------
    Puzzles
        In the order of their indices.

    Raises
    ------
    BadInput
        If a number is too small.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> len(rs.killer.draw_puzzles()[0].cages)
    44
    """
    check_word("seed", seed)
    draws = (draw_puzzle(seed, index, cages, ungrowable) for index in range(first, first + check_count(count)))
    return Puzzles(API.with_solution(draw.puzzle, draw.solution) for draw in draws)


def list_deductions(puzzle: Killer, level: str | None = None) -> pd.DataFrame:
    """List what each unit eliminates in each pass: of the solver of M. Gordon's report, or of a level.

    Parameters
    ----------
    puzzle : Killer
        The puzzle.
    level : str, optional
        A level; default: the strategies of the report, one in each pass, after the combinations of cages.

    Returns
    -------
    pandas.DataFrame
        A row for each cell from which a unit eliminates candidates in a pass: ``pass`` (int64, from 1; 0 for
        combinations), ``strategy``, ``unit`` (str), ``row``, ``column`` (int64, from 1), ``before`` and ``after``
        (tuples of the cell's candidates, before the pass and after this unit was filtered) and ``reason`` (str, that
        of the unit, for all its cells).

    Raises
    ------
    BadInput
        If there is no such level.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> (puzzle,) = rc.killer.generate(seed=1)
    >>> table = rs.killer.list_deductions(puzzle, "CP")
    >>> sorted(table.strategy.unique())
    ['killer combinations', 'required digits']
    """
    name = API.checked_level(level)
    rows: list[tuple[object, ...]] = []

    def add(number: int, strategy: str, deduction: Deduction, reason: str) -> None:
        unit = deduction.unit
        for cell, old, new in zip(unit.cells, deduction.old_domains, deduction.new_domains, strict=True):
            if old != new:
                place = [index + 1 for index in divmod(cell, puzzle.side)]
                rows.append((number, strategy, unit.name, *place, *map(_sorted_domain, (old, new)), reason))

    try:
        if name is None:
            for number, strategy, deduction, reason in _by_strategies(puzzle):
                add(number, strategy, deduction, reason)
        else:
            explainer = KillerExplainer(puzzle, name)
            for number, one_pass in enumerate(passes.run(explainer.game).passes, start=1):
                for deduction in one_pass.deductions:
                    add(number, STRATEGIES[type(deduction.unit.rule)], deduction, explainer.explain(deduction))
    except Contradiction as error:
        raise BadInput(f"the puzzle has no solution: {error}") from None
    return pd.DataFrame(rows, columns=COLUMNS)


def _sorted_domain(domain: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(domain))


def _by_strategies(puzzle: Killer) -> Iterator[tuple[int, str, Deduction, str]]:
    """Yield the deductions of the report's solver: number of the pass, strategy, deduction and reason."""
    game, reasoner = game_of(puzzle), Reasoner(puzzle)
    explainer = UnitExplainer(game, puzzle.side)
    cages = [Unit(f"cage {cage.label}", cage.cells, Union(cage.total, reasoner.digits)) for cage in puzzle.cages]
    steps = [("combinations", game.start), *solve_by_strategies(puzzle).passes]
    start = Units(reasoner.start, {"combinations": cages}).make_pass("combinations", reasoner.start)
    all_passes = [start, *(game.make_pass(name, state) for (_, state), (name, _) in pairwise(steps))]
    for number, one_pass in enumerate(all_passes):
        for deduction in one_pass.deductions:
            reason = f"{deduction.unit.name}: {explainer.describe_candidates(deduction)}"
            yield number, one_pass.group, deduction, reason


def count_choices(count: int = 30, *, seed: int = 1) -> pd.DataFrame:
    """Count the choices of plain backtracking on puzzles drawn as in M. Gordon's report.

    As in the report, digits are tried from the least and from the greatest, each until a solution is found; the choices
    of both runs are added.

    Parameters
    ----------
    count : int
        Number of puzzles of each class.
    seed : int
        Random seed, from 0.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``class`` (str); ``from_empty_grid``, the choices without any digit given, and
        ``after_strategies``, those with the cells given that the report's strategies fix (int64); ``search``, the nodes
        of a search that filters cages and applies singles after each guess (int64); and ``given_up``, whether a run
        from the empty grid gave up after 20,000,000 choices, and counts as so many (bool).

    Raises
    ------
    BadInput
        If a number is too small.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.killer.count_choices(1)
    >>> (table.after_strategies <= table.from_empty_grid).tolist()
    [True, True, True]
    """
    bounds = dict(zip(CLASSES, classes_of(SEEDS), strict=True))
    check_whole("seed", seed, 0)

    def work(task: tuple[str, int], _: np.ndarray) -> dict[str, object]:
        name, index = task
        puzzle = draw_puzzle(seed, index, bounds[name]).puzzle
        fixed = tuple(min(domain) if len(domain) == 1 else 0 for domain in solve_by_strategies(puzzle).state)
        choices = [
            [count_of(puzzle, digits, backward, GIVEN_UP) for backward in (False, True)] for digits in (None, fixed)
        ]
        (answer,) = solve_many([puzzle], 1, threads=1)
        return {
            "class": name,
            "from_empty_grid": sum(choices[0]),
            "after_strategies": sum(choices[1]),
            "search": answer.nodes,
            "given_up": any(number >= GIVEN_UP for number in choices[0]),
        }

    tasks = [(name, index) for name in CLASSES for index in range(check_whole("count", count))]
    return pd.DataFrame(list(run_on_threads(tasks, work)))
