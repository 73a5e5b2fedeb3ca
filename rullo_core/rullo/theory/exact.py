"""Comparison of complete censuses, and results over any positive integers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pandas as pd

from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.hardest import KEEP, classes, rated_puzzles
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.theory.realisable import combinations_of, hardest_puzzles
from rullo_core.runs.experiment import duration
from rullo_core.runs.run import LONGEST_UNCONFIRMED, Outcome, run
from rullo_core.runs.shards import default_threads


@cache
def take(census: Census) -> Outcome:
    """Run a census, or return the result of an earlier call."""
    return run(census)


def many(censuses: Sequence[Census]) -> dict[Census, Outcome]:
    """Run several censuses; refuse if one of them would take long."""
    for census in censuses:
        seconds = census.estimate_seconds(default_threads())
        if seconds > LONGEST_UNCONFIRMED:
            raise BadInput(f"the {census.title} would take about {duration(seconds)}; take a smaller size or range")
    return {census: take(census) for census in censuses}


def overview(taken: Mapping[Census, Outcome]) -> pd.DataFrame:
    """Tabulate several censuses: the share of simple puzzles, and of either kind the greatest difficulty.

    Different simple ones differ by more than the order of rows and columns, transposing and inverting; there are at
    least so many where only the first `KEEP` are known.
    """
    rows = {}
    for census, outcome in taken.items():
        row: dict[str, object] = {
            "puzzles": outcome.tally.total,
            "simple": outcome.tally.of_kind("simple").total / outcome.tally.total,
        }
        for kind in ("simple", "exhaustive"):
            most, number = greatest_of(outcome.tally, kind)
            row[f"greatest, {kind}"] = most
            row[f"have it, {kind}"] = number
            if kind == "simple":
                different = f"{len(hardest_simple(outcome)):,}"
                row["different ones"] = different if number_kept(outcome) < KEEP else f"at least {different}"
        rows[f"{census.size} over {census.range}"] = row
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("every puzzle of")


def greatest_of(tally: Tally, kind: str) -> tuple[str, int]:
    """Return the greatest difficulty of a kind, as text, and how many puzzles have it."""
    by_difficulty = tally.of_kind(kind).count_by("difficulty")
    if by_difficulty.empty:
        return "–", 0
    return f"{by_difficulty.index[-1]:g}", int(by_difficulty[kind].iloc[-1])


def greatest(outcome: Outcome) -> str:
    """Return the greatest difficulty of a simple puzzle, as text."""
    return greatest_of(outcome.tally, "simple")[0]


def hardest_simple(outcome: Outcome) -> list[Rullo]:
    """Return the hardest simple puzzles, one of each class under permuting, transposing and inverting."""
    return _different(_hardest_kept(outcome))


def _different(puzzles: Sequence[Rullo]) -> list[Rullo]:
    """Return one puzzle of each class; only square grids are transposed."""
    square = bool(puzzles) and puzzles[0].height == puzzles[0].width
    return classes(puzzles, transpose=square, invert=True)


def number_kept(outcome: Outcome) -> int:
    """Return how many of the hardest simple puzzles are kept; if `KEEP`, there may be more."""
    return len(_hardest_kept(outcome))


def _hardest_kept(outcome: Outcome) -> list[Rullo]:
    most = greatest(outcome)
    return [
        one.puzzle for one in rated_puzzles(outcome.hardest) if one.kind == "simple" and f"{one.difficulty:g}" == most
    ]


def growth(height: int, width: int, largest: int) -> pd.DataFrame:
    """Tabulate the censuses over 1 to n, for n up to the largest."""
    rows = {}
    for n in range(1, largest + 1):
        tally = take(Census(height, width, tuple(range(1, n + 1)))).tally
        shares = [tally.of_kind(kind).total / tally.total for kind in ("simple", "exhaustive")]
        rows[n] = [tally.total, *shares, greatest_of(tally, "simple")[0]]
    columns = ["puzzles", "simple", "exhaustive", "greatest"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("n")


def over_any_numbers(sizes: Sequence[tuple[int, int]]) -> pd.DataFrame:
    """Tabulate the greatest difficulties over any positive integers.

    The hardest simple puzzles are those on one grid for each combination of patterns that differ by more than order,
    transposing and inverting.
    """
    rows = {}
    for size in sizes:
        grids, hardest = combinations_of(*size).grids, hardest_puzzles(*size)
        different = _different([one.puzzle for one in hardest["simple"]])
        most = {
            f"greatest, {kind}": f"{of_kind[0].difficulty:g}" if of_kind else "–" for kind, of_kind in hardest.items()
        }
        rows[format_size(*size)] = (
            {"combinations": len(grids), "numbers up to": int(grids.max())}
            | most
            | {"hardest simple ones": len(different)}
        )
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("size")
