"""The same measurements for every kind of puzzle: solved by passes, stuck, after a guess, and by size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from rullo_core import passes
from rullo_core.family.kinds import PuzzleKind
from rullo_core.runs.shards import run_on_threads
from rullo_core.uncertainty import share_interval

MANY_CELLS = 200


def generate_many(kind: PuzzleKind, number: int, seed: int, side: int | None = None) -> list[Any]:
    """Generate random puzzles, of the usual side unless given, with the indices 0 to number - 1."""

    def work(index: int, _: np.ndarray) -> Any:
        return kind.make(side or kind.usual, seed, index)

    return list(run_on_threads(range(number), work))


def rate_table(kind: PuzzleKind, puzzles: Sequence[Any]) -> pd.DataFrame:
    """Rate puzzles by passes over their units.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``passes``, the mean number of passes over all orders of its groups of units, missing if
        they are stuck; ``together``, whether strategies that use several units together solve it.
    """
    rated = kind.api.rate(puzzles)
    passes_taken = rated[list(kind.orders)].astype(float).mean(axis=1)
    return pd.DataFrame({"passes": passes_taken, "together": kind.helped(rated)})


def measure_stalls(kind: PuzzleKind, puzzles: Sequence[Any], rated: pd.DataFrame, most: int) -> pd.DataFrame:
    """Count unfixed cells where passes are stuck, and cells fixed after the first with the fewest candidates is given.

    Parameters
    ----------
    rated : pandas.DataFrame
        Ratings of these puzzles, from `rate_table`.
    most : int
        Largest number of stuck puzzles to examine; the first ones.

    Returns
    -------
    pandas.DataFrame
        A row for each: ``open``, the number of cells without a given; ``unknown``, those unfixed where passes are
        stuck; ``found``, those of them that passes fix after the guess, the guessed one included.
    """
    rows = []
    for i in np.flatnonzero(rated["passes"].isna())[:most]:
        puzzle = puzzles[i]
        game, solved = kind.game(puzzle), kind.api.state_with(puzzle, puzzle.solution)
        stuck = passes.run(game).state
        unknown = game.unknown(stuck)
        cell = min(unknown, key=lambda one: len(game.choices(stuck, one)))
        guessed = game.with_value(stuck, cell, game.value_in(solved, cell))
        left = game.unknown(passes.run(game, state=guessed).state)
        rows.append({"open": len(game.unknown(game.start)), "unknown": len(unknown), "found": len(unknown) - len(left)})
    return pd.DataFrame(rows, columns=["open", "unknown", "found"])


def grow(
    kinds: Mapping[str, PuzzleKind], usual: Mapping[str, Sequence[Any]], number: int, few: int, seed: int
) -> pd.DataFrame:
    """Measure the share of simple puzzles among random ones of several sides.

    Parameters
    ----------
    usual : mapping of str to sequence
        Puzzles of the usual side generated with the same seed, used again if there are enough.
    number : int
        Number of puzzles of each side.
    few : int
        The same for boards with more than `MANY_CELLS`, which take seconds each.

    Returns
    -------
    pandas.DataFrame
        A row for each kind and side: ``sort`` (the kind), ``side``, ``puzzles``; ``cells``, the mean number without a
        given; ``simple``, the share that passes solve, with its 95 % confidence interval ``low`` to ``high``; the mean
        ``passes`` of these.
    """
    rows = []
    for name, kind in kinds.items():
        for side in kind.sides:
            wanted = number if side**2 <= MANY_CELLS else few
            generated = usual[name] if side == kind.usual else []
            puzzles = generated[:wanted] if len(generated) >= wanted else generate_many(kind, wanted, seed, side)
            rated = rate_table(kind, puzzles)
            games = [kind.game(puzzle) for puzzle in puzzles]
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
