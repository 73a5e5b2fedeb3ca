"""How puzzles come about: what each of the five steps leaves, and how the ambiguity falls in repair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.kakuro.generation import HEAT, draw_draft
from rullo_core.kakuro.kernels import steps
from rullo_core.kakuro.kernels.draft import Draft, fill, measure
from rullo_core.kakuro.kernels.repair import repair
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.request import LayoutSpec
from rullo_core.parameters import check_whole
from rullo_core.puzzles.boxes import sides_of
from rullo_core.runs.shards import run_on_threads

SEED = 1

EXAMINED = 5000
"""So many layouts are looked at for one that needs all five steps."""


def generate_in_steps(
    size: str | int | tuple[int, int], black: float | None = None, *, seed: int = SEED, index: int | None = None
) -> pd.DataFrame:
    """Generate a puzzle in five steps, in one attempt, and keep what each step leaves.

    The steps are: the layout without clues; clues that cross and share few digits; the other clues; a cell made black,
    as often as it takes; clues that are changed together.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width without the row and column for clues.
    black : float, optional
        Least share of black cells; default: as near to 0.4 as whole cells come to it.
    seed : int
        Random seed.
    index : int, optional
        Index of the layout; default: the first that needs all five steps and succeeds.

    Returns
    -------
    pandas.DataFrame
        A row for each step that had something to do: ``step`` (int64, from 1), ``puzzle`` (`Kakuro` with the clues that
        are set), and ``bits`` (float64, the binary logarithm of the number of ways to choose one candidate for each
        cell, of those that entries leave). The attempt has failed if the last bits are not 0.

    Raises
    ------
    BadInput
        If there is no such layout, or none of 5,000 needs all five steps.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> steps = rs.kakuro.generate_in_steps("8x8", 0.25)
    >>> steps.step.tolist(), float(steps.bits.iloc[-1])
    ([1, 2, 3, 4, 5], 0.0)
    """
    layout = LayoutSpec(*sides_of(size), black)
    for layout_index in range(EXAMINED) if index is None else [index]:
        stages = _stages(layout, seed, layout_index)
        if index is not None or ([*stages] == [1, 2, 3, 4, 5] and stages[5][1] == 0):
            return pd.DataFrame([(step, *rest) for step, rest in stages.items()], columns=["step", "puzzle", "bits"])
    raise BadInput(f"{EXAMINED} layouts of {layout.height}x{layout.width}: none needs all five steps; take other sizes")


def _stages(layout: LayoutSpec, seed: int, index: int) -> dict[int, tuple[Kakuro, float]]:
    """Return the puzzle and the bits after each step."""
    draft, rng = draw_draft(layout, seed, index), rng_from_seed(seed, index)
    stages = {1: _stage(draft)}
    for step, choose in ((2, steps.choose_crossings), (3, steps.choose_clues)):
        if not choose(draft, rng):
            return stages
        stages[step] = _stage(draft)
    log, last = steps.log_of(), 3
    while stages[last][1] > 0 and steps.blacken_cell(draft, layout.rules, rng, log):
        last = 4  # one stage for all cells that are made black
        stages[last] = _stage(draft)
    if stages[last][1] > 0:
        steps.exchange_pairs(draft)
        stages[5] = _stage(draft)
    return stages


def _stage(draft: Draft) -> tuple[Kakuro, float]:
    laid_out = Kakuro.from_digits(draft.white.tolist())
    clues = draft.puzzle.clues.tolist()
    entries = tuple(replace(entry, clue=clue or None) for entry, clue in zip(laid_out.entries, clues, strict=False))
    return replace(laid_out, entries=entries), float(measure(draft, draft.domains[0]))


def repair_fillings(
    size: str | int | tuple[int, int],
    black: float,
    repaired: int = 20,
    moves: int = 20_000,
    *,
    threads: int | None = None,
) -> pd.DataFrame:
    """Repair random fillings, and keep how their ambiguity falls.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width without the row and column for clues.
    black : float
        Least share of black cells.
    repaired : int
        The number of fillings.
    moves : int
        The most moves that are tried for each.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each filling and move: int64 ``index`` and ``move``, and float64 ``bits`` before it, as in
        `generate_in_steps`. A filling whose last bits are 0 is repaired: filtering single entries solves it.

    Raises
    ------
    BadInput
        If ``repaired`` or ``moves`` is below 1, or there is no such layout.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> trace = rs.kakuro.repair_fillings("6x6", 0.4, repaired=2)
    >>> trace.groupby("index").bits.last().tolist()
    [0.0, 0.0]
    """
    layout, moves = LayoutSpec(*sides_of(size), black), check_whole("moves", moves)

    def work(index: int, stop: np.ndarray) -> pd.DataFrame:
        draft, rng = draw_draft(layout, SEED, index), rng_from_seed(SEED, index)
        fixed, trace = np.zeros(layout.height * layout.width, np.int64), np.empty(moves + 1)
        fill(draft, 0.0, fixed, rng)
        move_count, _ = repair(draft, fixed, moves, HEAT, (0, 2**20), rng, stop, trace)
        move_numbers = range(int(move_count) + 1 if move_count >= 0 else moves + 1)
        return pd.DataFrame({"index": index, "move": move_numbers, "bits": trace[: len(move_numbers)]})

    indices = range(check_whole("repaired", repaired))
    return pd.concat(run_on_threads(indices, work, threads), ignore_index=True)
