"""How puzzles come about: what each of the five steps leaves, and how the ambiguity falls in repair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.kakuro.generation import HEAT, draw_layout
from rullo_core.kakuro.kernels import steps
from rullo_core.kakuro.kernels.draft import Draft, draft_for, fill, lay_out, measure
from rullo_core.kakuro.kernels.repair import repair
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.request import LayoutSpec
from rullo_core.passes.units import State
from rullo_core.runs.shards import run_on_threads

SEED = 1

EXAMINED = 5000
"""So many layouts are looked at for one that needs all five steps."""


@dataclass(frozen=True)
class Stage:
    """A draft after a step.

    Attributes
    ----------
    step : int
        From 1.
    puzzle : Kakuro
        With the clues that are set.
    state : tuple of frozenset
        What entries leave.
    bits : float
        Of ambiguity.
    """

    step: int
    puzzle: Kakuro
    state: State
    bits: float


def _stage(step: int, draft: Draft) -> Stage:
    laid_out = Kakuro.from_digits(draft.white.tolist())
    clues = draft.puzzle.clues.tolist()
    entries = tuple(replace(entry, clue=clue or None) for entry, clue in zip(laid_out.entries, clues, strict=False))
    bits = float(measure(draft, draft.domains[0]))
    left = draft.domains[0, : len(laid_out.cells)].tolist()
    state = tuple(frozenset(digit for digit in range(1, 10) if one >> (digit - 1) & 1) for one in left)
    return Stage(step, replace(laid_out, entries=entries), state, bits)


def in_steps(layout: LayoutSpec, seed: int, index: int) -> list[Stage]:
    """Make a puzzle in five steps, in one attempt; the stages until it is done, or fails.

    A step that has nothing to do is left out.
    """
    draft, rng = draft_for(layout.height, layout.width), rng_from_seed(seed, index)
    draft.white[:] = draw_layout(layout, seed, index)
    lay_out(draft)
    stages = [_stage(1, draft)]
    for step, choose in ((2, steps.choose_crossings), (3, steps.choose_clues)):
        if not choose(draft, rng):
            return stages
        stages.append(_stage(step, draft))
    log = steps.log_of()
    while stages[-1].bits > 0 and steps.blacken_one(draft, layout.rules, rng, log):
        # One stage for all cells that are made black.
        stages[3:] = [_stage(4, draft)]
    if stages[-1].bits > 0:
        steps.exchange_pairs(draft)
        stages.append(_stage(5, draft))
    return stages


def all_five(layout: LayoutSpec, seed: int = SEED) -> tuple[int, list[Stage]]:
    """The first layout of a seed that needs all five steps, and its stages; the fifth leaves nothing.

    Raises
    ------
    BadInput
        If none of `EXAMINED` does.
    """
    for index in range(EXAMINED):
        stages = in_steps(layout, seed, index)
        if [stage.step for stage in stages] == [1, 2, 3, 4, 5] and stages[-1].bits == 0:
            return index, stages
    raise BadInput(f"{EXAMINED} layouts of {layout.height}x{layout.width}: none needs all five steps; take other sizes")


def repaired(layouts: list[LayoutSpec], number: int, moves: int, threads: int | None = None) -> pd.DataFrame:
    """Repair random fillings, and see how the ambiguity falls.

    Parameters
    ----------
    layouts : list of Layout
    number : int
        Fillings of each.
    moves : int
        The most that are tried.
    threads : int, optional
        All processors, unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each filling and move: ``size``, ``black``, int ``index``, ``move``; float ``bits`` before it. After
        the last move there are no more rows.
    """

    def work(task: tuple[LayoutSpec, int], stop: np.ndarray) -> pd.DataFrame:
        layout, index = task
        draft, rng = draft_for(layout.height, layout.width), rng_from_seed(SEED, index)
        draft.white[:] = draw_layout(layout, SEED, index)
        lay_out(draft)
        given, trace = np.zeros(layout.height * layout.width, np.int64), np.empty(moves + 1)
        fill(draft, 0.0, given, rng)
        done, _ = repair(draft, given, moves, HEAT, (0, 2**20), rng, stop, trace)
        tried = range(int(done) + 1 if done >= 0 else moves + 1)
        return pd.DataFrame(
            {"size": layout.height, "black": layout.black, "index": index, "move": tried, "bits": trace[: len(tried)]}
        )

    def frames() -> Iterator[pd.DataFrame]:
        tasks = [(layout, index) for layout in layouts for index in range(number)]
        yield from run_on_threads(tasks, work, threads)

    return pd.concat(list(frames()), ignore_index=True)
