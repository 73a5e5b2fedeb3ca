"""The same measure of every sort of puzzle: what passes solve, where they halt, what a guess brings, how it grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from rullo_core import passes
from rullo_core.family.kinds import PuzzleKind
from rullo_core.runs.shards import default_threads, run_on_threads
from rullo_core.uncertainty import share_interval

MANY_CELLS = 200

Solved = tuple[Any, Any]
"""A puzzle and its solution."""


def generate_many(kind: PuzzleKind, number: int, seed: int, side: int | None = None) -> list[Solved]:
    """So many random puzzles, of the usual side unless given."""

    def work(index: int, _: np.ndarray) -> Solved:
        return kind.make(side or kind.usual, seed, index)

    return list(run_on_threads(range(number), work, default_threads()))


def rate_table(kind: PuzzleKind, puzzles: Sequence[Solved]) -> pd.DataFrame:
    """What comes of puzzles: ``passes``, missing where they are stuck, and ``together``; a row each."""
    rated = list(kind.rate([puzzle for puzzle, _ in puzzles]))
    return pd.DataFrame({"passes": [one.passes for one in rated], "together": [one.together for one in rated]}).astype(
        {"passes": float, "together": bool}
    )


def measure_stalls(kind: PuzzleKind, puzzles: Sequence[Solved], rated: pd.DataFrame, most: int) -> pd.DataFrame:
    """Where passes are stuck, and what the right value in one cell brings: the first with the fewest values left.

    Parameters
    ----------
    sort : Sort
    puzzles : sequence
    rated : pandas.DataFrame
        Of these, as `rate_table` gives it.
    most : int
        Look at no more than the first so many that are stuck.

    Returns
    -------
    pandas.DataFrame
        A row for each: ``open``, cells to be found out; ``unknown``, those that are left where passes are stuck;
        ``found``, those of them that passes settle after the guess, the guessed one included.
    """
    rows = []
    for i in np.flatnonzero(rated["passes"].isna())[:most]:
        puzzle, solution = puzzles[i]
        game = kind.game(puzzle)
        stuck = passes.run(game).state
        unknown = game.unknown(stuck)
        cell = min(unknown, key=lambda one: len(game.choices(stuck, one)))
        guessed = game.with_value(stuck, cell, game.value_in(kind.known(solution), cell))
        left = game.unknown(passes.run(game, state=guessed).state)
        rows.append({"open": len(game.unknown(game.start)), "unknown": len(unknown), "found": len(unknown) - len(left)})
    return pd.DataFrame(rows, columns=["open", "unknown", "found"])


def grow(
    kinds: Mapping[str, PuzzleKind], usual: Mapping[str, Sequence[Solved]], number: int, few: int, seed: int
) -> pd.DataFrame:
    """Random puzzles of several sides.

    Parameters
    ----------
    sorts : mapping of str to Sort
    usual : mapping of str to sequence
        Puzzles of the usual side by the same seed, made before; as far as they go, they are taken.
    number : int
        Puzzles of each side.
    few : int
        Of those with more than `MANY_CELLS`, which take seconds each.
    seed : int

    Returns
    -------
    pandas.DataFrame
        A row for each sort and side: ``kind``, ``side``, ``puzzles``, ``cells`` to be found out on average; ``simple``,
        the share that passes solve, with ``low`` and ``high``, between which it is with 95 % confidence; the mean
        ``passes`` of these.
    """
    rows = []
    for name, kind in kinds.items():
        for side in kind.sides:
            wanted = number if side**2 <= MANY_CELLS else few
            generated = usual[name] if side == kind.usual else []
            puzzles = generated[:wanted] if len(generated) >= wanted else generate_many(kind, wanted, seed, side)
            rated = rate_table(kind, puzzles)
            games = [kind.game(puzzle) for puzzle, _ in puzzles]
            share = float(rated["passes"].notna().mean())
            low, high = share_interval(share, len(puzzles))
            rows.append(
                {
                    "sort": name,
                    "side": side,
                    "puzzles": len(puzzles),
                    "cells": float(np.mean([len(game.unknown(game.start)) for game in games])),
                    "simple": share,
                    "low": low,
                    "high": high,
                    "passes": float(rated["passes"].mean()),
                }
            )
    return pd.DataFrame(rows)
